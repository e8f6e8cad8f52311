"""The score against what walks of a plain model of people's choices take."""

import random
from statistics import fmean

import numpy as np
from person_model import Person, distances, rank_correlation

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for


def test_scores_have_the_order_that_the_model_gives() -> None:
    """On few puzzles; ``make person-model`` compares a thousand of all kinds (docs/grading.md)."""
    grid, choices, found = Grid(7, 7), random.Random(1), []
    far = distances(grid)
    for difficulty in DIFFICULTIES:
        for request in requests_for(PuzzleSpec(difficulty=difficulty), grid, "person model", 8):
            graded = make_puzzle(request).graded
            people = [Person(graded.puzzle, graded.grade.tier, far, choices) for _ in range(4)]
            means = fmean(one.above for one in people), fmean(one.cost for one in people)
            found.append((*means, graded.grade.score))
    above, cost, score = np.array(found).T
    assert rank_correlation(above, score) > 0.9 and rank_correlation(cost, score) > 0.9
    assert rank_correlation(above[8:], score[8:]) > 0.8 and rank_correlation(cost[8:], score[8:]) > 0.8  # without easy
