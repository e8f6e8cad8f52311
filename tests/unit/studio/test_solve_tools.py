"""Puzzles of any format are read with the places of their errors, described, and written as files."""

import re

import pytest

from puzzlegen.errors import FormatError, OutputError
from puzzlegen.studio import solve_tools

SMALL = "4x4:a13f3a2a2a0"


def test_a_text_gives_puzzles_and_errors_in_their_places() -> None:
    found = solve_tools.read_puzzles(f"// a comment\n{SMALL}\n\n1 1 .\n. . 1\n\n4x4:a13f3a2a2a9", "minesweeper", None)
    assert [(one["row"], one.get("size"), one.get("column")) for one in found] == [
        (2, "4x4", None), (4, "3x2", None), (7, None, 15)
    ]  # fmt: skip
    assert "9" in found[2]["error"] and not found[2]["error"].startswith("pasted")


def test_kind_and_format_apply_as_for_the_command_line() -> None:
    grid = "1 . 1\n. 2 ."
    assert solve_tools.read_puzzles(grid, "mosaic", None)[0]["kind"] == "mosaic"
    assert "expected a puzzle in the format puzzlink" in str(solve_tools.read_puzzles("hello", "mosaic", "puzzlink"))
    with pytest.raises(FormatError, match="kind"):
        solve_tools.read_puzzles(grid, "chess", None)


@pytest.mark.parametrize("text", ["", "\n\n", "// only words"])
def test_a_text_without_puzzles_is_an_error(text: str) -> None:
    (found,) = solve_tools.read_puzzles(text, "minesweeper", None)
    assert "type one such as" in found["error"]


def test_boards_too_large_for_a_screen_are_refused() -> None:
    (found,) = solve_tools.read_puzzles("61x2:1" + "z" * 4 + "q", "minesweeper", None)
    assert "takes up to 60 a side" in found["error"]
    lines = "\n".join([SMALL] * (solve_tools.MAX_LISTED + 5))
    assert len(solve_tools.read_puzzles(lines, "minesweeper", None)) == solve_tools.MAX_LISTED


@pytest.mark.parametrize(
    ("written", "status", "solutions", "verdict"),
    [
        (SMALL, "solved", 1, "The puzzle has exactly one solution, and logic finds it."),
        ("3x1:a1a", "ambiguous", 2, "The puzzle has more than one solution."),
        ("3x1:3a1", "contradiction", 0, "The puzzle has no solution: R1C1 cannot hold."),
    ],
)
def test_the_facts_about_a_puzzle(written: str, status: str, solutions: int, verdict: str) -> None:
    known = solve_tools.describe(written)
    assert (known["status"], known["solutions"], known["verdict"]) == (status, solutions, verdict)
    assert known["playable"] is (status == "solved")
    assert ("difficulty" in known) is (status == "solved")


def test_steps_and_solutions_are_drawn() -> None:
    steps = solve_tools.solution_steps(SMALL, "en")
    assert all(one["where"] and one["why"] and one["words"] for one in steps)
    assert len({solve_tools.step_picture(SMALL, at) for at in range(len(steps) + 1)}) == len(steps) + 1
    sides = [re.search('viewBox="0 0 ([0-9]+) ([0-9]+)"', solve_tools.step_picture(SMALL, at)) for at in (None, 0)]
    plain, named = (tuple(map(int, one.groups())) for one in sides if one)
    assert named[0] > plain[0] and named[1] > plain[1]  # with the numbers of rows and columns
    assert solve_tools.answer_picture("3x1:a1a", 0) != solve_tools.answer_picture("3x1:a1a", 1)
    with pytest.raises(FormatError, match="solution 2: the puzzle has 1 known"):
        solve_tools.answer_picture(SMALL, 1)


def test_only_offered_files_are_made() -> None:
    assert solve_tools.puzzle_file(SMALL, "answer.png", "en").startswith(b"\x89PNG")
    with pytest.raises(OutputError, match="there is no such file"):
        solve_tools.puzzle_file(SMALL, "../x.png", "en")


def test_stated_mines_are_the_total_of_a_puzzle_that_needs_them() -> None:
    lines = "3 4 1\n1 - - -\n- - - -\n- - 1 -\n\n// 5 mines\n4x4:a13f3a2a2a0"
    assert [one["line"] for one in solve_tools.read_puzzles(lines, "minesweeper", None)] == [
        "4x3:1i1a,m1",
        "4x4:a13f3a2a2a0",
    ]


def test_a_puzzle_is_written_as_text_with_its_solution_where_the_format_has_it() -> None:
    assert solve_tools.puzzle_text(SMALL, "line") == SMALL
    assert solve_tools.puzzle_text(SMALL, "answer") == "nnnynnyyynnnynnn"
    assert solve_tools.puzzle_text("3x1:a1a", "text") == "size 3x1\n. 1 ."
    with pytest.raises(FormatError, match="the format holds the solution"):
        solve_tools.puzzle_text("3x1:a1a", "json")
    with pytest.raises(FormatError, match="format: found 'x', allowed line"):
        solve_tools.puzzle_text(SMALL, "x")
