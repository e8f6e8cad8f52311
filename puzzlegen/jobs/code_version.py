"""Computes a digest of the code that makes puzzles."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

LIBRARIES = ("numpy", "numba")
_SOURCES = ("board", "engine", "formats", "generator", "grading", "random_streams.py", "selection", "solver")


@cache
def code_version() -> str:
    """Return a digest of the code that makes puzzles. Another version may make other puzzles from the same stream."""
    digest = hashlib.sha256(repr([version(name) for name in LIBRARIES]).encode())
    package = Path(__file__).parents[1]
    for name in _SOURCES:
        source = package / name
        for path in sorted(source.rglob("*.py")) if source.is_dir() else [source]:
            digest.update(path.read_bytes())
    return digest.hexdigest()
