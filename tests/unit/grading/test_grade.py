"""Grades of puzzles: score, difficulty, bottlenecks and par time."""

from statistics import fmean

import pytest
from plain_walk import PlainWalk

from puzzlegen.board.difficulty import DIFFICULTIES, MAX_TIER, expert_score
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, KNIGHT, MINESWEEPER, MOSAIC, VARIANTS, WRAP_AROUND, Variant
from puzzlegen.board.spec import FREE_LAYOUT, PuzzleSpec
from puzzlegen.board.symmetry import image
from puzzlegen.engine.grading import WALKS
from puzzlegen.engine.steps_in_sight import TIERS
from puzzlegen.formats import line
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.grading.grade import effort_by_tier, grade, par_band, score_of
from puzzlegen.solver.person_walk import effort
from puzzlegen.solver.tiers import run


def test_the_score_is_the_points_for_ten_cells() -> None:
    assert score_of(8700, 60) == 14.5
    assert score_of(100, 3) == 3.3
    assert score_of(0, 0) == 0.0


def test_the_grade_of_a_sample() -> None:
    puzzle = line.parse("b1c211a1a2a1c31a3b1")
    graded = grade(run(puzzle))
    walks = [sum(effort for _, effort, _ in PlainWalk(puzzle, 2, seed).steps) for seed in range(WALKS)]
    assert effort(puzzle, 2) == (sum(walks) + WALKS // 2) // WALKS
    single = sum(effort for _, effort, _ in PlainWalk(puzzle, 1).steps)
    assert [sum(column) for column in effort_by_tier(puzzle, 1)] == [puzzle.unproved, single]
    assert effort(puzzle, 1) == single
    assert graded.score == score_of(effort(puzzle, 1), puzzle.unproved)
    assert (graded.tier, graded.difficulty, graded.bottlenecks, graded.moments) == (1, "easy", 9, 9)


def test_the_effort_of_each_tier_is_that_of_its_steps() -> None:
    (request,) = requests_for(PuzzleSpec(difficulty="hard"), Grid(8, 8), "all tiers", 1)
    puzzle = make_puzzle(request).graded.puzzle
    cells, efforts = [0] * (MAX_TIER + 1), [0] * (MAX_TIER + 1)
    for technique, spent, marked in PlainWalk(puzzle, 3).steps:
        cells[TIERS[technique]] += len(marked)
        efforts[TIERS[technique]] += spent
    assert effort_by_tier(puzzle, 3) == (cells, efforts) and all(efforts[1:4])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_all_images_of_a_puzzle_have_one_effort(variant: Variant) -> None:
    for number in range(3):
        (request,) = requests_for(PuzzleSpec(max_tier=3), Grid(7, 9, variant), f"images/{number}", 1)
        puzzle = make_puzzle(request).graded.puzzle
        transforms = range(len(variant.lattice.transforms))
        assert len({effort(image(puzzle, transform), 3) for transform in transforms}) == 1


@pytest.mark.parametrize(
    ("tier", "score", "name"),
    [(0, 0.0, "easy"), (1, 99.0, "easy"), (2, 99.0, "medium"), (3, 29.9, "hard"), (3, 30.0, "expert"),
     (4, 10.0, "expert")],
)  # fmt: skip
def test_the_hardest_tier_and_the_score_set_the_difficulty(tier: int, score: float, name: str) -> None:
    expert = expert_score(Grid(10, 10))
    assert expert == 30.0
    assert [band.name for band in DIFFICULTIES.values() if band.includes(tier, score, expert)][-1] == name


def test_the_expert_score_depends_on_the_cells_of_the_board() -> None:
    assert expert_score(Grid(20, 5)) == expert_score(Grid(10, 10))
    assert expert_score(Grid(6, 6)) > expert_score(Grid(30, 30))
    assert expert_score(Grid(11, 10, voids=tuple(range(10)))) == expert_score(Grid(10, 10))


@pytest.mark.parametrize(
    ("blanks", "points", "band"),
    [
        (67, 130, (3, 5)),  # a medium 10x10
        (95, 260, (5, 10)),  # a hard 12x12
        (10, 20, (1, 1)),
        (150, 450, (8, 15)),
        (10**6, 0, (300, 300)),
    ],
)
def test_par_band(blanks: int, points: int, band: tuple[int, int]) -> None:
    assert par_band(blanks, 100 * points) == band


@pytest.mark.parametrize(
    ("variant", "side"), [(MINESWEEPER, 10), (MOSAIC, 6), (HEXAGONAL, 10), (KNIGHT, 6), (WRAP_AROUND, 8)], ids=str
)
def test_the_cost_rises_with_the_difficulty(variant: Variant, side: int) -> None:
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
    assert found[0][0] == 0 < min(share for share, _ in found[1:])
    assert [score for _, score in found] == sorted(score for _, score in found)
