"""The effort of the engine's walks against that of a plain model of people's choices."""

import random
from statistics import fmean

import numpy as np
from person_model import Person, distances, rank_correlation

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.solver.person_walk import effort


def test_puzzles_have_the_order_of_effort_that_the_model_gives_them() -> None:
    """On few puzzles; ``make person-model`` compares a thousand of all kinds (docs/grading.md)."""
    grid, choices, found = Grid(7, 7), random.Random(1), []
    far = distances(grid)
    for difficulty in DIFFICULTIES:
        for request in requests_for(PuzzleSpec(difficulty=difficulty), grid, "person model", 8):
            graded = make_puzzle(request).graded
            people = [Person(graded.puzzle, graded.grade.tier, far, choices) for _ in range(4)]
            found.append((fmean(one.effort for one in people), effort(graded.puzzle, graded.grade.tier)))
    model, engine = np.array(found).T
    assert rank_correlation(model, engine) > 0.9
    assert rank_correlation(model[8:], engine[8:]) > 0.8  # without easy puzzles
