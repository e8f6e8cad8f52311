"""Grades of traces: score, difficulty, bottlenecks and par time."""

import numpy as np
import pytest

from puzzlegen.board.deduction import Status
from puzzlegen.formats import line
from puzzlegen.grading.grade import grade, par_band
from puzzlegen.solver.tiers import PuzzleTrace, run


def rounds(tiers: list[int], available: list[int], text: str = "5x5:y") -> PuzzleTrace:
    empty = np.zeros(25, np.int32)
    return PuzzleTrace(
        puzzle=line.parse(text),
        status=Status.SOLVED,
        known=empty.astype(np.int8),
        moment=empty,
        by=empty,
        tier=np.array(tiers, int),
        available=np.array(available, int),
    )


def test_the_score_is_the_documented_sum() -> None:
    graded = grade(rounds([1, 2, 1], [4, 1, 2]))
    assert graded.score == pytest.approx(1 * (1 + 2 / 4) + 4 * (1 + 2 / 1) + 1 * (1 + 2 / 2))
    assert (graded.tier, graded.bottlenecks, graded.difficulty) == (2, 2, "medium")


@pytest.mark.parametrize(
    ("tiers", "name"), [([], "easy"), ([1], "easy"), ([1, 2], "medium"), ([3], "expert"), ([4], "expert")]
)
def test_the_hardest_tier_sets_the_difficulty(tiers: list[int], name: str) -> None:
    assert grade(rounds(tiers, [1] * len(tiers))).difficulty == name


def test_a_single_easy_moment_of_tier_3_is_hard_not_expert() -> None:
    assert grade(rounds([3], [4])).difficulty == "hard"


def test_the_grade_of_a_sample() -> None:
    graded = grade(run(line.parse("b1c211a1a2a1c31a3b1")))
    assert (graded.tier, graded.difficulty, graded.bottlenecks) == (1, "easy", 9)


@pytest.mark.parametrize(
    ("blanks", "score", "band"),
    [(67, 40.0, (2, 4)), (10, 5.0, (0, 1)), (150, 110.0, (5, 10)), (10**6, 0.0, (300, 300))],
)
def test_par_band(blanks: int, score: float, band: tuple[int, int]) -> None:
    assert par_band(blanks, score) == band


def test_moments_are_counted() -> None:
    assert grade(rounds([1, 2, 1], [4, 1, 2])).moments == 3
