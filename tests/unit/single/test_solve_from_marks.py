"""Solving on from a player's marks."""

import pytest

from puzzlegen.board.puzzle import Status
from puzzlegen.errors import FormatError
from puzzlegen.formats import line
from puzzlegen.single.puzzle_inputs import solve_from_marks
from puzzlegen.single.solve_puzzles import Answer, solve_puzzle

MAX = 4
AMBIGUOUS = "3x1:a1a,m1"
UNIQUE = "3x1:a2a"
TIER_2 = "4x2:1221d"


def solved(text: str, max_tier: int = MAX) -> Answer:
    return solve_puzzle(line.parse(text), max_tier)


def test_correct_marks_are_kept_and_the_rest_is_proved() -> None:
    answer = solved(UNIQUE)
    assert solve_from_marks(answer, "y??", MAX).solution == (True, False, True)
    assert solve_from_marks(answer, "???", MAX).solution == (True, False, True)


def test_marks_decide_between_the_solutions_of_an_ambiguous_puzzle() -> None:
    trace = solve_from_marks(solved(AMBIGUOUS), "y??", MAX)
    assert (trace.status, trace.solution) == (Status.SOLVED, (True, False, False))


def test_a_wrong_mark_is_named() -> None:
    with pytest.raises(
        FormatError, match=r"--known: R1C3 is marked as safe, but is a mine; put it right, or mark it \?"
    ):
        solve_from_marks(solved(UNIQUE), "y?n", MAX)


def test_a_mark_on_a_clue_must_be_safe() -> None:
    with pytest.raises(FormatError, match="R1C2 is marked as a mine, but is safe"):
        solve_from_marks(solved(AMBIGUOUS), "?y?", MAX)


def test_marks_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(FormatError, match="these marks cannot all be right"):
        solve_from_marks(solved(AMBIGUOUS), "y?y", MAX)


def test_a_mark_is_wrong_where_only_the_exact_solver_knows_better() -> None:
    answer = solved(TIER_2, max_tier=1)
    assert answer.status is Status.SEARCHED
    with pytest.raises(FormatError, match="R2C1 is marked as a mine, but is safe"):
        solve_from_marks(answer, "????y???", 1)


def test_marks_on_a_puzzle_without_a_solution_end_in_a_contradiction() -> None:
    assert solve_from_marks(solved("3x1:a3a"), "???", MAX).status is Status.CONTRADICTION


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("y?", "found 2 letters, expected 3, one for each cell of 3x1"),
        ("yx?", "column 2: found 'x', expected y \\(a mine\\), n \\(none\\) or \\?"),
        ("", "found 0 letters"),
    ],
)
def test_marks_of_another_form_are_refused(text: str, error: str) -> None:
    with pytest.raises(FormatError, match=f"--known.*{error}"):
        solve_from_marks(solved(UNIQUE), text, MAX)
