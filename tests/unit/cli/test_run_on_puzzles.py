"""Commands on many puzzles: order, messages and exit codes."""

import pytest

from puzzlegen.board.lattices import MOSAIC
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.cli.console import Console
from puzzlegen.cli.run_on_puzzles import (
    PuzzleResult,
    entries_named,
    needs_solution,
    run_in_batches,
    unsolved_text,
)
from puzzlegen.errors import FormatError
from puzzlegen.formats import line
from puzzlegen.formats.detect import ParsedEntry

GOOD, BAD = "2x2:d", "2x2:?"


def entries(*texts: str) -> list[ParsedEntry]:
    return list(entries_named(list(texts), MOSAIC))


def name_puzzles(read: list[ParsedEntry], puzzles: list[Puzzle]) -> list[PuzzleResult]:
    assert [entry.found for entry in read] == puzzles
    return [PuzzleResult(line.write(puzzle), (f"seen {puzzle.grid}",)) for puzzle in puzzles]


def test_results_and_warnings_come_in_the_order_of_the_input(capsys: pytest.CaptureFixture[str]) -> None:
    with Console(quiet=False) as console:
        code = run_in_batches(entries(GOOD, BAD, "3x1:c"), name_puzzles, 1, console, "solve")
    assert code == 2
    out, err = capsys.readouterr()
    assert out == "mosaic:2x2:d\nmosaic:3x1:c\n"
    first, second, third = err.splitlines()
    assert (first, third) == ("seen 2x2", "seen 3x1")
    assert second.startswith("argument 2, column 5: found '?'")


def test_quiet_leaves_only_warnings_and_data(capsys: pytest.CaptureFixture[str]) -> None:
    run_in_batches(entries(GOOD, BAD), name_puzzles, 1, Console(quiet=True), "solve")
    out, err = capsys.readouterr()
    assert out == "mosaic:2x2:d\n"
    assert err.startswith("argument 2, ") and err.count("\n") == 1


def test_a_puzzle_of_several_lines_ends_with_an_empty_line() -> None:
    puzzle = line.parse(GOOD)
    assert unsolved_text(puzzle, "line") == GOOD
    assert unsolved_text(puzzle, "text").endswith("\n")
    with pytest.raises(FormatError):
        unsolved_text(puzzle, "unknown")


def test_only_some_formats_contain_the_solution() -> None:
    puzzle = line.parse(GOOD)
    assert needs_solution(puzzle, "answer")
    assert not needs_solution(puzzle, "line")
    assert not needs_solution(line.parse("mosaic:2x2:d"), "puzzlink")  # which has no mosaics: refused when written
