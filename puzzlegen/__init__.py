"""puzzlegen: a publisher for pen-and-paper Minesweeper.

``__all__`` lists the public functions and records; ``docs/api.md`` is the guide. They are imported on first use (PEP
562), because importing them takes a second.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for that of typing, whose import would delay the answer to Ctrl-C
if TYPE_CHECKING:
    from typing import Any

    from puzzlegen.api import (
        Answer,
        Draft,
        Grade,
        GradedPuzzle,
        Grid,
        Puzzle,
        PuzzlegenError,
        Status,
        Step,
        Variant,
        complete,
        examine,
        explain,
        generate,
        generate_many,
        grade,
        parse,
        parse_many,
        picture,
        render,
        solve,
        solve_many,
        write,
    )
    from puzzlegen.version import __version__

__all__ = [
    "Answer",
    "Draft",
    "Grade",
    "GradedPuzzle",
    "Grid",
    "Puzzle",
    "PuzzlegenError",
    "Status",
    "Step",
    "Variant",
    "__version__",
    "complete",
    "examine",
    "explain",
    "generate",
    "generate_many",
    "grade",
    "parse",
    "parse_many",
    "picture",
    "render",
    "solve",
    "solve_many",
    "write",
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use and keep it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415  # --help does not need it

    module = import_module("puzzlegen.version" if name == "__version__" else "puzzlegen.api")
    value = globals()[name] = getattr(module, name)
    return value


def __dir__() -> list[str]:
    """List what is imported already and what can be."""
    return sorted({*globals(), *__all__})
