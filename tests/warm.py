"""Compiles the kernels that only tests use, each for the types they give it, and those of classic boards."""

import numpy as np
from engine_boards import thinning_case
from test_engine_solver import test_a_stack_is_solved_as_each_puzzle_alone as solve_a_stack

from puzzlegen.engine.naive import thin_naive
from puzzlegen.engine.rules import NO_TOTAL
from puzzlegen.generate.reveal import ClassicWish, make

solve_a_stack(1)
case, order = thinning_case(np.random.default_rng(1), sides=(3, 4))
around = case.grid.neighbourhood
thin_naive(around.start, around.cells, case.clue, case.known, NO_TOTAL, 1, order)
list(make(ClassicWish(case.grid, 1, 0, around=False), ["warm"]))
