"""Computes digests of the code that makes puzzles, and of the code that makes books."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

LIBRARIES = ("numpy", "numba")
_PUZZLES = ("board", "engine", "formats", "generator", "grading", "random_streams.py", "selection", "solver")
_BOOKS = (*_PUZZLES, "book", "config", "drawing", "language", "layout", "output", "printers", "units.py")


@cache
def code_version() -> str:
    """Return a digest of the code that makes puzzles. Another version may make other puzzles from the same stream."""
    return _digest(_PUZZLES)


@cache
def book_code_version() -> str:
    """Return a digest of the code that makes books. Another version may make other files from the same puzzles."""
    return _digest(_BOOKS)


def _digest(sources: Iterable[str]) -> str:
    digest = hashlib.sha256(repr([version(name) for name in LIBRARIES]).encode())
    package = Path(__file__).parents[1]
    for name in sources:
        source = package / name
        for path in sorted(source.rglob("*.py")) if source.is_dir() else [source]:
            digest.update(path.read_bytes())
    return digest.hexdigest()
