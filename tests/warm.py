"""Compiles the kernels that tests use, for all types they give them: ``python warm.py making|others``.

In two processes, which take about as long: what makes and grades a puzzle, beside what only tests use and what makes
classic boards.
"""

import sys

import numpy as np
from commands import puzzlegen
from engine_boards import thinning_case
from test_engine_solver import test_a_stack_is_solved_as_each_puzzle_alone as solve_a_stack

from puzzlegen.engine.solving.clue_rules import NO_TOTAL
from puzzlegen.engine.thinning.thin_naive import thin_naive
from puzzlegen.generator.classic_boards import BoardRequest, find_boards


def making() -> None:
    made = puzzlegen("generate", "-q", "--seed", "warm", "--difficulty", "hard")
    assert made.returncode == 0, made.stderr
    assert puzzlegen("grade", "-q", stdin=made.stdout).returncode == 0


def others() -> None:
    solve_a_stack(1)
    case, order = thinning_case(np.random.default_rng(1), sides=(3, 4))
    around = case.grid.neighbourhood
    thin_naive(around.start, around.cells, case.clue, case.known, NO_TOTAL, 1, order)
    list(find_boards(BoardRequest(case.grid, 1, 0, around=False), ["warm"]))


if __name__ == "__main__":
    {"making": making, "others": others}[sys.argv[1]]()
