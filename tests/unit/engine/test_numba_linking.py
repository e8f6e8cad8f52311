"""Without the private classes of numba that speed up compiling, everything still works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from puzzlegen.engine import compile_cache, kernel_decorators, numba_linking

ROOT = Path(__file__).parents[3]
# Numba itself no longer needs this class after its import, so only numba_linking misses it
WITHOUT = """
import numba
import numba.core.caching
del numba.core.caching._CacheLocator
from puzzlegen.engine import kernel_decorators
assert kernel_decorators._LINKING is None
"""
PLACE = """
import numpy as np
from puzzlegen.board.grid import Grid
from puzzlegen.engine.boards.mine_placement import place_mines
around = Grid(9, 8).neighborhood
mines, void = np.zeros((2, 72), np.int8)
assert place_mines(around.start, around.cells, void, np.arange(72, dtype=np.int32), 24, True, mines)
print(mines.tolist())
"""


def output(program: str) -> str:
    found = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_a_kernel_gives_the_same_with_plain_njit() -> None:
    """``make soak-engine`` compares the whole solver, which plain njit compiles for 20 s."""
    assert output(WITHOUT + PLACE) == output(PLACE)
    kept = {path.parent.parent for path in compile_cache.WANTED.glob("*/*.place_mines-*.nbi")}
    assert kept == {compile_cache.WANTED}, "in a folder below the one that is named after the sources"


def test_a_numba_that_links_in_another_way_is_used_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise AttributeError("_ensure_finalized")

    assert kernel_decorators._load_linking() is numba_linking
    monkeypatch.setattr(numba_linking, "check", fail)
    assert kernel_decorators._load_linking() is None


def test_the_linking_is_checked_once_a_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba_linking, "CACHE", tmp_path)
    monkeypatch.setattr(numba_linking, "_add", lambda counts, i: None)
    with pytest.raises(RuntimeError, match="links kernels in another way"):
        numba_linking.check()
    (tmp_path / "linking-checked").touch()
    numba_linking.check()


def test_a_plain_kernel_leaves_the_cache_of_numba_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def double(numbers):
        numbers *= 2

    monkeypatch.setattr(kernel_decorators, "_LINKING", None)
    monkeypatch.setattr(kernel_decorators, "CACHE", tmp_path)
    before = numba.config.CACHE_DIR
    compiled = kernel_decorators.kernel(double)
    assert before == numba.config.CACHE_DIR
    numbers = np.arange(3)
    compiled(numbers)
    assert numbers.tolist() == [0, 2, 4]
    assert [path.suffix for path in tmp_path.rglob("*") if path.is_file()].count(".nbi") == 1
