"""Hashes of the engine's sources: of all bytes, and of what matters to results."""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


def _paths() -> list[Path]:
    return sorted(FOLDER.rglob("*.py"))


@cache
def source_hash() -> str:
    """Return a hash of the sources, by which a library of kernels is known to belong to them."""
    digest = hashlib.sha256()
    for path in _paths():
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def code_hash() -> str:
    """Return a hash of the sources that is the same after a change of comments, docstrings or layout.

    It takes about 0.3 s, so the description of a library has it too.
    """
    digest = hashlib.sha256()
    for path in _paths():
        tree = ast.parse(path.read_bytes())
        for node in ast.walk(tree):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False):
                del node.body[0]
        digest.update(ast.dump(tree).encode())
    return digest.hexdigest()
