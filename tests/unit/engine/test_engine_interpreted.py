"""The engine does the same without its compiler: used for debugging and for coverage."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CHECK = """
import numpy as np
from engine_boards import random_case, thinning_case
from test_engine_solver import assert_same
from test_thin_incremental import assert_thinned_alike

from puzzlegen.board.grid import Grid
from puzzlegen.engine.solving.clue_rules import NO_TOTAL
from puzzlegen.formats import tatham_mines
from puzzlegen.generator.classic_boards import ClassicWish, make

rng = np.random.default_rng(11)
for cap in (1, 2, 3, 4):
    for _ in range(6):
        assert_same(random_case(rng, sides=(2, 5), void=0.05, preset=0.05, printed=0.3), cap)
        case, order = thinning_case(rng, sides=(3, 6))
        for total in (NO_TOTAL, int(case.mines.sum())):
            assert_thinned_alike(case, order, cap, total)
for strategy, board in (("perturb", "9x7:2,4,u0f8f260170ac0c60"), ("fill", "9x7:2,4,ucf81dce0508003c8")):
    made = next(make(ClassicWish(Grid(9, 7), 24, strategy=strategy), ["r"])).game.board
    assert tatham_mines.write(made) == board  # as compiled (tests/e2e/test_classic.py)
print("alike")
"""


def test_the_engine_runs_interpreted():
    tests = Path(__file__).parents[2]
    paths = [tests.parent, tests, tests / "unit" / "engine", tests / "property"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(map(str, paths))}
    done = subprocess.run([sys.executable, "-c", CHECK], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "alike", done.stderr
