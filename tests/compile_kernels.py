"""Compiles the kernels for all argument types that tests use: ``python compile_kernels.py generate|others``.

The two parts take about as long and can run at the same time: the kernels that generate and grade puzzles, and those
that only tests or classic boards use.
"""

import sys

import numpy as np
from commands import puzzlegen
from engine_boards import thinning_case
from test_engine_solver import test_a_stack_is_solved_as_each_puzzle_alone as solve_a_stack

from puzzlegen.engine.solving.clue_rules import NO_TOTAL
from puzzlegen.engine.thinning.thin_naive import thin_naive
from puzzlegen.generator.classic_boards import BoardRequest, find_boards


def generate() -> None:
    generated = puzzlegen("generate", "-q", "--seed", "warm", "--difficulty", "hard", "--effort", "normal")
    assert generated.returncode == 0, generated.stderr
    assert puzzlegen("grade", "-q", stdin=generated.stdout).returncode == 0


def others() -> None:
    solve_a_stack(1)
    case, order = thinning_case(np.random.default_rng(1), sides=(3, 4))
    around = case.grid.neighborhood
    thin_naive(around.start, around.cells, case.clue, case.known, NO_TOTAL, 1, order)
    list(find_boards(BoardRequest(case.grid, 1, 0, around=False), ["warm"]))


if __name__ == "__main__":
    {"generate": generate, "others": others}[sys.argv[1]]()
