"""The verification of a day: both solvers against what the ledger recorded."""

from dataclasses import replace
from datetime import date

import pytest
from dailies import SERIES, WEEK

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.daily.verification import solver_findings
from puzzlegen.formats import line
from puzzlegen.ledger.issued_day import Day
from puzzlegen.solver import exact

BEYOND = line.parse("5x5:a1a1a#####a1a1a#####a1a1a,m3")  # one solution, which no tier reaches: only the total decides


def findings(graded: GradedPuzzle, puzzle: str = "") -> list[tuple[str, str]]:
    day = Day.issue(date(2026, 12, 1), 1, graded, SERIES)
    return [(one.code, one.detail) for one in solver_findings(line.parse(puzzle) if puzzle else graded.puzzle, day)]


def test_a_day_as_it_was_recorded() -> None:
    assert [findings(graded) for graded in WEEK[:3]] == [[]] * 3


def test_a_unique_puzzle_beyond_the_tiers_is_a_finding() -> None:
    (solution,) = exact.solutions(BEYOND).solutions
    graded = replace(WEEK[0], puzzle=BEYOND, solution=solution)
    text = f"needs techniques beyond tier 4, recorded tier {graded.grade.tier}"
    assert findings(graded) == [("P204", text)]


@pytest.mark.parametrize(("puzzle", "text"), [("4x3:8k", "no solution"), ("4x3:k1", "at least two solutions")])
def test_a_puzzle_without_one_solution(puzzle: str, text: str) -> None:
    assert [code for code, _ in findings(WEEK[0], puzzle)] == ["P203"]
    assert findings(WEEK[0], puzzle)[0][1] == text


def test_another_solution_tier_or_difficulty_than_recorded() -> None:
    graded = WEEK[3]
    wrong = tuple(not mine for mine in graded.solution)
    assert findings(replace(graded, solution=wrong)) == [("A302", "the ledger's solution is not the puzzle's")]
    assert [code for code, _ in findings(replace(graded, grade=replace(graded.grade, tier=1)))] == ["P204"]
    assert [code for code, _ in findings(replace(graded, grade=replace(graded.grade, difficulty="easy")))] == ["P205"]
