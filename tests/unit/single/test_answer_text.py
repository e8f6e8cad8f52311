"""Answers as boards for a terminal."""

import pytest

from puzzlegen.formats import line
from puzzlegen.single import solve_puzzles
from puzzlegen.single.solve_puzzles import Answer, boards_as_text, solve_puzzle, unsolved_lines


def solved(text: str, max_tier: int = 4) -> Answer:
    return solve_puzzle(line.parse(text), max_tier)


def test_a_solved_board_has_mines_clues_and_safe_cells() -> None:
    assert boards_as_text(solved("3x1:a2a")) == "3x1:a2a: solved, tier 1\n *  2  *\n"
    assert boards_as_text(solved("3x1:0a.")) == "3x1:0a.: solved, tier 1\n 0  .  .\n"


def test_a_solution_found_by_search_is_shown_and_called_so() -> None:
    assert boards_as_text(solved("4x2:1221d", 1)).splitlines() == [
        "4x2:1221d: has one solution, beyond the tiers: found by search",
        " 1  2  2  1",
        " .  *  *  .",
    ]


def test_an_ambiguous_puzzle_has_two_boards_with_brackets_where_they_differ() -> None:
    answer = solved("3x1:a1a")
    first, boards = boards_as_text(answer).splitlines()
    assert first == "3x1:a1a: has more than one solution"
    assert set(boards.split("    ")) == {"[*] 1 [.]", "[.] 1 [*]"}
    words, one, other = unsolved_lines(answer)
    assert words == answer.advice
    assert {one, other} == {"YnN", "NnY"}


def test_boards_too_wide_for_a_terminal_are_below_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_puzzles, "MAX_COLUMNS", 20)
    _, one, between, other = boards_as_text(solved("3x1:a1a")).splitlines()
    assert ({one, other}, between) == ({"[*] 1 [.]", "[.] 1 [*]"}, "")


def test_a_contradiction_shows_clues_only() -> None:
    answer = solved("3x1:a3a")
    assert unsolved_lines(answer) == ["has no solution: R1C2 cannot hold"]
    assert boards_as_text(answer).splitlines()[1] == " ?  3  ?"


def test_holes_in_the_board_are_spaces() -> None:
    assert boards_as_text(solved("3x1:#1a")).splitlines()[1] == "    1  *"
