"""Grades of puzzles: score, difficulty, bottlenecks and par time."""

from statistics import fmean

import pytest
from plain_walk import PlainWalk

from puzzlegen.board.difficulty import DIFFICULTIES, MAX_TIER, expert_score
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, Variant
from puzzlegen.board.spec import FREE_LAYOUT, PuzzleSpec
from puzzlegen.formats import line
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.grading.grade import effort_by_tier, grade, par_band, points_of, score_of
from puzzlegen.solver.tiers import run


def test_the_score_is_the_points_for_ten_cells() -> None:
    assert score_of(87, 60) == 14.5
    assert score_of(1, 3) == 3.3
    assert score_of(0, 0) == 0.0


def test_the_grade_of_a_sample() -> None:
    puzzle = line.parse("b1c211a1a2a1c31a3b1")
    graded = grade(run(puzzle))
    steps = PlainWalk(puzzle, 3).steps
    assert [sum(column) for column in effort_by_tier(puzzle, 3)] == [puzzle.unproved, points_of(puzzle, 3)]
    assert graded.score == score_of(sum(points for _, points, _ in steps), puzzle.unproved)
    assert (graded.tier, graded.difficulty, graded.bottlenecks, graded.moments) == (1, "easy", 9, 9)


def test_the_effort_of_each_tier_is_that_of_its_steps() -> None:
    (request,) = requests_for(PuzzleSpec(difficulty="hard"), Grid(8, 8), "all tiers", 1)
    puzzle = make_puzzle(request).graded.puzzle
    cells, points = [0] * (MAX_TIER + 1), [0] * (MAX_TIER + 1)
    for tier, looks, marked in PlainWalk(puzzle, 3).steps:
        cells[tier] += len(marked)
        points[tier] += looks
    assert effort_by_tier(puzzle, 3) == (cells, points) and all(points[1:4])


@pytest.mark.parametrize(
    ("tier", "score", "name"),
    [(0, 0.0, "easy"), (1, 99.0, "easy"), (2, 99.0, "medium"), (3, 69.9, "hard"), (3, 70.0, "expert"),
     (4, 10.0, "expert")],
)  # fmt: skip
def test_the_hardest_tier_and_the_score_set_the_difficulty(tier: int, score: float, name: str) -> None:
    expert = expert_score(Grid(10, 10))
    assert expert == 70.0
    assert [band.name for band in DIFFICULTIES.values() if band.includes(tier, score, expert)][-1] == name


def test_the_expert_score_depends_on_the_cells_of_the_board() -> None:
    assert expert_score(Grid(20, 5)) == expert_score(Grid(10, 10))
    assert expert_score(Grid(6, 6)) > expert_score(Grid(30, 30))
    assert expert_score(Grid(11, 10, voids=tuple(range(10)))) == expert_score(Grid(10, 10))


@pytest.mark.parametrize(
    ("blanks", "points", "band"), [(67, 180, (2, 4)), (10, 20, (1, 1)), (150, 900, (8, 15)), (10**6, 0, (300, 300))]
)
def test_par_band(blanks: int, points: int, band: tuple[int, int]) -> None:
    assert par_band(blanks, points) == band


@pytest.mark.parametrize(("variant", "side"), [(MINESWEEPER, 10), (MOSAIC, 6)], ids=str)
def test_share_and_cost_of_steps_above_tier_1_rise(variant: Variant, side: int) -> None:
    """From easy to expert, on means of a sample; docs/grading.md has larger ones."""
    found = []
    for name in DIFFICULTIES:
        requests = requests_for(
            PuzzleSpec(difficulty=name, layout=FREE_LAYOUT), Grid(side, side, variant), f"monotone/{side}", 40
        )
        grades = [make_puzzle(request).graded for request in requests]
        cells = [effort_by_tier(graded.puzzle, graded.grade.tier)[0] for graded in grades]
        share = fmean(1 - marked[1] / sum(marked) for marked in cells)
        found.append((share, fmean(graded.grade.score for graded in grades)))
    assert found == sorted(found)
    assert [score for _, score in found] == sorted(score for _, score in found)
