"""Computes digests of the code that makes puzzles, and of the code that makes books and dailies."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

from puzzlegen.engine.kernels import engine_version

LIBRARIES = ("numpy",)
_PACKAGE = Path(__file__).parents[1]
_ENGINE = "engine"
_DATA = "_data"  # templates and configs of an installed package
_PUZZLES = ("board", "engine", "formats", "generator", "grading", "random_streams.py", "solver")
_NO_FILES = ("api.py", "cli", "maintenance", "starters", "studio")  # write no file of a book or a day


@cache
def code_version() -> str:
    """Return a digest of the code that makes puzzles. Another version may make other puzzles from the same stream.

    Comments and docstrings of the engine do not matter to it.
    """
    return _digest(_PUZZLES)


@cache
def drawing_code_version() -> str:
    """Return a digest of the code that makes books and days. Another version may draw the same puzzles differently."""
    return _digest(path.name for path in sorted(_PACKAGE.iterdir()) if path.name not in (*_NO_FILES, _DATA))


def _digest(sources: Iterable[str]) -> str:
    digest = hashlib.sha256(repr([version(name) for name in LIBRARIES]).encode())
    for name in sources:
        if name == _ENGINE:
            digest.update(engine_version().encode())
            continue
        source = _PACKAGE / name
        for path in sorted(source.rglob("*.py")) if source.is_dir() else [source]:
            digest.update(path.read_bytes())
    return digest.hexdigest()
