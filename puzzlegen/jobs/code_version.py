"""A digest of the code that makes puzzles."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

_SOURCES = ("board", "engine", "formats", "generator", "grading", "random_streams.py", "selection", "solver")


LIBRARIES = ("numpy", "numba")


@cache
def maker() -> str:
    """A digest of the code that makes puzzles: another one may make others from the same stream."""
    digest = hashlib.sha256(repr([version(name) for name in LIBRARIES]).encode())
    here = Path(__file__).parents[1]
    for name in _SOURCES:
        place = here / name
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            digest.update(path.read_bytes())
    return digest.hexdigest()
