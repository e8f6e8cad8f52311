"""puzzlegen: a publisher for pen-and-paper Minesweeper.

The functions and records named in ``__all__`` are for programs; ``docs/api.md`` shows them. Nothing is imported before
it is used: that takes a second, and ``import puzzlegen`` a thousandth of one.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzlegen.api import (
        Answer,
        Grade,
        Grid,
        Kind,
        Puzzle,
        PuzzlegenError,
        Record,
        Status,
        Step,
        explain,
        generate,
        generate_many,
        grade,
        parse,
        parse_many,
        render,
        solve,
        solve_many,
        write,
    )
    from puzzlegen.version import __version__

__all__ = [
    "Answer",
    "Grade",
    "Grid",
    "Kind",
    "Puzzle",
    "PuzzlegenError",
    "Record",
    "Status",
    "Step",
    "__version__",
    "explain",
    "generate",
    "generate_many",
    "grade",
    "parse",
    "parse_many",
    "render",
    "solve",
    "solve_many",
    "write",
]


class _Package(ModuleType):
    """This package, as Python sees it."""

    def __getattr__(self, name: str) -> Any:
        """What ``__all__`` names, from where it is, and kept here."""
        if name not in __all__:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        home = "version" if name == "__version__" else "api"
        value = getattr(import_module(f"{__name__}.{home}"), name)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        """Set anything but a folder in place of a function.

        Some functions have the names of folders of modules, and importing a module sets its folder's name here. The
        folders are found without that: ``from puzzlegen.solve.logic import run`` asks sys.modules.
        """
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        """What there is, and what there will be."""
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Package
