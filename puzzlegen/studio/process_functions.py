"""Names the functions that run in the processes beside the server, without loading their modules in the server.

The solver and the libraries for drawings take 60 MB of memory (2026-11-23), and the server calls none of them. It sends
the name of a function to a process, which loads the module. Arguments and results are plain values, or records of
modules that need none of these libraries.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = (
    "bench",
    "book_starter",
    "builds",
    "compose_tools",
    "picture_tools",
    "preview",
    "second_books",
    "series_work",
    "solve_tools",
)


@dataclass(frozen=True, slots=True)
class NamedFunction:
    """A function that is known by its name; a call loads its module."""

    module: str
    name: str

    def __call__(self, *args: object, **options: object) -> Any:
        """Call the function."""
        return getattr(import_module(self.module), self.name)(*args, **options)


@dataclass(frozen=True, slots=True)
class NamedModule:
    """A module that is not loaded; each of its attributes is the name of a function."""

    module: str

    def __getattr__(self, name: str) -> NamedFunction:
        return NamedFunction(self.module, name)


if TYPE_CHECKING:
    from puzzlegen.starters import book_starter, second_books
    from puzzlegen.studio import bench, builds, compose_tools, picture_tools, preview, series_work, solve_tools
else:
    _ELSEWHERE = {name: f"puzzlegen.starters.{name}" for name in ("book_starter", "second_books")}

    def __getattr__(name: str) -> NamedModule:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return NamedModule(_ELSEWHERE.get(name, f"puzzlegen.studio.{name}"))
