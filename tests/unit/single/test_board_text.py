"""Classic boards as text and JSON, and their certificates."""

import json
from itertools import chain
from pathlib import Path

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.formats import answer, line, tatham_mines
from puzzlegen.generator.classic_boards import BoardRequest, GeneratedBoard, find_boards
from puzzlegen.single import classic_boards
from puzzlegen.single.classic_boards import certificate_lines, certificate_rounds, write_board


@pytest.fixture(scope="module")
def board() -> GeneratedBoard:
    (found,) = find_boards(BoardRequest(Grid(9, 7), 14, start=31), ["unit/1"])
    return found


def test_every_form_is_the_same_board(board: GeneratedBoard) -> None:
    mines = board.game.board.mines
    assert tatham_mines.parse(write_board(board, "tatham", False)).mines == mines
    assert tatham_mines.parse(write_board(board, "masked", False)).mines == mines
    puzzle = line.parse(write_board(board, "puzzle", False))
    assert (puzzle.grid.width, puzzle.grid.height, puzzle.total) == (9, 7, 14)
    head, *rows, end = write_board(board, "text", False).split("\n")
    assert head == f"# 9x7, 14 mines, start R4C5, tier {board.game.hardest}, seed unit/1" and end == ""
    assert tuple(cell == "*" for cell in chain.from_iterable(row.split(" ") for row in rows)) == mines


def test_json_has_all_facts(board: GeneratedBoard) -> None:
    data = json.loads(write_board(board, "json", False))
    assert (data["width"], data["height"], data["mines"], data["start"]) == (9, 7, 14, [4, 5])
    assert answer.parse(data["solution"]) == board.game.board.mines
    assert "certificate" not in data
    assert json.loads(write_board(board, "json", True))["certificate"] == certificate_rounds(board)


def test_a_certificate_proves_every_cell_once(board: GeneratedBoard) -> None:
    rounds = certificate_rounds(board)
    assert rounds[0]["round"] == rounds[0]["tier"] == 0 and "R4C5" in rounds[0]["opened"] + rounds[0]["by_zeros"]
    safe = [cell for one in rounds for cell in one["opened"] + one["by_zeros"]]
    mines = [cell for one in rounds for cell in one["mines"]]
    grid = board.game.board.grid
    assert sorted(mines) == sorted(grid.name(x) for x, mine in enumerate(board.game.board.mines) if mine)
    assert len(safe) == len(set(safe)) == grid.size - 14
    for one in rounds[1:]:
        proved = {cell for step in one["steps"] for cell in step["opened"] + step["mines"]}
        assert set(one["opened"]) | set(one["mines"]) <= proved


def test_a_certificate_in_lines(board: GeneratedBoard) -> None:
    lines = certificate_lines(board)
    assert lines[0].startswith("0. start: opens ") or lines[0].startswith("0. start: zeros open ")
    rounds = [text for text in lines if not text.startswith(" ")]
    assert [text.split(".")[0] for text in rounds] == list(map(str, range(len(rounds))))
    commented = write_board(board, "tatham", True).split("\n")
    assert commented[1:] == [f"# {text}" for text in lines]


def test_large_boards_have_no_steps(board: GeneratedBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classic_boards, "MAX_EXPLAINED_CELLS", 62)
    assert not any("steps" in one for one in certificate_rounds(board))


@pytest.mark.parametrize("form", ["tatham", "masked", "json", "text"])
@pytest.mark.parametrize("certificate", [False, True])
def test_what_is_written_can_be_checked(form: str, certificate: bool, board: GeneratedBoard, tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("\n".join(write_board(board, form, certificate) for _ in range(2)))
    found = list(classic_boards.games_named([str(path), path.read_text()], None))
    assert [one.board for one in found] == [board.game.board] * 4


@pytest.mark.parametrize(
    "decorated",
    ["<{}>", "[my board]({} 'hard')", "> {}", '"{}"', "- {}", "{}&#32;", "https&#58;{}"],
)
def test_an_address_to_check_is_read_as_people_copy_it(decorated: str, board: GeneratedBoard) -> None:
    address = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mines.html#"
    copied = address + write_board(board, "tatham", False).replace(":", "%3A").replace(",", "%2C")
    text = decorated.format(copied.removeprefix("https:") if decorated.startswith("https") else copied)
    assert [one.board for one in classic_boards.games_named([text], None)] == [board.game.board]


@pytest.mark.parametrize("decorated", ["<{}>", "  <{}>  ", "> <{}>", "# ids\n<{}>", "<{}>\n"])
@pytest.mark.parametrize("form", ["tatham", "masked"])
def test_an_id_in_angle_brackets_is_read(decorated: str, form: str, board: GeneratedBoard) -> None:
    text = decorated.format(write_board(board, form, False))
    assert [one.board for one in classic_boards.games_named([text], None)] == [board.game.board]
