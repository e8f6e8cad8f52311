"""The ``classic`` command: boards that need no guessing, in every format."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import puzzlegen
from games import echoed
from pypdfium2 import PdfDocument

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Status
from puzzlegen.formats import answer, line, tatham_mines
from puzzlegen.generator.classic_boards import BoardRequest, GeneratedBoard, find_boards
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.single import classic_boards
from puzzlegen.solver.classic_game import play
from puzzlegen.solver.tiers import run


def made(*words: str) -> list[str]:
    done = puzzlegen("classic", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


PRESETS = [
    ("beginner", "9x9", 10),
    ("intermediate", "16x16", 40),
    ("expert", "30x16", 99),
    ("dense-beginner", "9x9", 35),
    ("dense-intermediate", "16x16", 99),
    ("dense-expert", "30x16", 170),
]


@pytest.mark.parametrize(("preset", "size", "mines"), PRESETS)
@pytest.mark.parametrize("form", ["tatham", "masked"])
def test_presets_give_boards_that_the_game_takes_and_a_fresh_game_solves(
    preset: str, size: str, mines: int, form: str
) -> None:
    for text in made("--preset", preset, "-n", "4", "--seed", "p", "--format", form):
        board = tatham_mines.parse(text)
        assert (str(board.grid), board.total) == (size, mines)
        assert play(board, 3).status is Status.SOLVED
        assert board.start is not None
        around = board.grid.neighborhood
        assert not any(board.mines[x] for x in around.cells[around.start[board.start] : around.start[board.start + 1]])
        assert echoed("mines", text) == text


def test_the_same_seed_gives_the_same_boards_however_they_are_made() -> None:
    words = ("--size", "12x7", "--mines", "25", "--seed", "again")
    six = made(*words, "-n", "6")
    assert len(set(six)) == 6
    assert made(*words, "-n", "6", "--jobs", "3") == six
    assert made(*words, "-n", "2") == six[:2]
    assert made("--seed", "a", "-n", "3") == [
        "9x9:5,4,u08002c020010820400100",
        "9x9:7,4,u00400c080400210006040",
        "9x9:2,5,u1050a1010800002200000",
    ]


def test_boards_are_those_that_the_engine_makes_interpreted() -> None:
    """The same two boards as in tests/unit/engine/test_engine_interpreted.py."""
    for strategy, text in (("perturb", "9x7:2,4,u0f8f260170ac0c60"), ("fill", "9x7:2,4,ucf81dce0508003c8")):
        made_here = next(find_boards(BoardRequest(Grid(9, 7), 24, strategy=strategy), ["r"]))
        assert tatham_mines.write(made_here.game.board) == text


@pytest.mark.parametrize("strategy", ["perturb", "fill"])
@pytest.mark.parametrize(("size", "mines"), [("9x9", 35), ("23x11", 85), ("14x3", 10)])
def test_every_strategy_keeps_to_the_number_of_mines(strategy: str, size: str, mines: int) -> None:
    words = ("--size", size, "--mines", str(mines), "--strategy", strategy, "--seed", "k")
    texts = made(*words, "-n", "20")
    assert len(set(texts)) == 20
    for text in texts:
        board = tatham_mines.parse(text)
        assert board.total == mines
        assert play(board, 3).status is Status.SOLVED


def test_redrawn_boards_are_those_drawn() -> None:
    """At so low a density most boards need no mending, and then both strategies give the same one."""
    words = ("--size", "11x8", "--mines", "8", "--seed", "r", "-n", "20")
    redrawn, mended = made(*words, "--strategy", "redraw"), made(*words, "--strategy", "perturb")
    assert sum(a == b for a, b in zip(redrawn, mended, strict=True)) > 10


def test_a_large_board_is_mended_in_time() -> None:
    (text,) = made("--size", "200x150", "--mines", "6000", "--seed", "l")
    assert play(tatham_mines.parse(text), 3).status is Status.SOLVED


def test_a_low_tier_is_enough_where_it_is_asked_for() -> None:
    for text in made("--size", "9x9", "--mines", "20", "--max-tier", "1", "-n", "5", "--seed", "t"):
        assert play(tatham_mines.parse(text), 1).status is Status.SOLVED


def test_json_says_what_there_is_to_know() -> None:
    (text,) = made("--preset", "dense-beginner", "--format", "json", "--seed", "j", "--certificate")
    found = json.loads(text)
    board = tatham_mines.parse(found["classic"])
    assert found["solution"] == answer.write(board.mines)
    assert (found["width"], found["height"], found["mines"]) == (9, 9, 35)
    assert board.start == board.grid.cell(found["start"][0] - 1, found["start"][1] - 1)
    game = play(board, 3)
    assert (found["tier"], found["rounds"]) == (game.hardest, game.tier.size)
    assert [one["tier"] for one in found["certificate"]] == [0, *game.tier.tolist()]
    cells = [cell for one in found["certificate"] for key in ("opened", "by_zeros", "mines") for cell in one[key]]
    assert sorted(cells) == sorted(f"R{row}C{col}" for row in range(1, 10) for col in range(1, 10))
    for one in found["certificate"][1:]:
        steps = [cell for step in one["steps"] for cell in (*step["opened"], *step["mines"])]
        assert sorted(steps) == sorted([*one["opened"], *one["mines"]])


def test_a_certificate_is_comments_after_the_board() -> None:
    first, *rest = made("--seed", "c", "--certificate")
    assert tatham_mines.parse(first).total == 10
    assert rest[0].startswith("# 0. start: opens R")
    assert all(text.startswith("# ") for text in rest)


@pytest.mark.parametrize("preset", ["beginner", "dense-beginner", "dense-intermediate"])
def test_on_paper_the_shortest_beginning_that_solves(preset: str) -> None:
    words = ("--preset", preset, "--seed", "paper")
    (text,) = made(*words, "--format", "puzzle")
    (id_,) = made(*words)
    puzzle, board = line.parse(text), tatham_mines.parse(id_)
    assert puzzle.total == board.total
    assert run(puzzle, 4).solution == board.mines
    game = play(board, 3)
    shown = game.opened[: puzzle.clues]
    assert {x for x, value in enumerate(puzzle.cells) if value >= 0} == set(shown), "a beginning of the game"
    cells = list(puzzle.cells)
    cells[shown[-1]] = -1
    assert run(type(puzzle)(puzzle.grid, tuple(cells), puzzle.total), 4).status is not Status.SOLVED


def test_a_page_to_play_on(tmp_path: Path) -> None:
    page = tmp_path / "board.html"
    assert made("--seed", "h", "--format", "html", "-o", str(page)) == []
    assert "<script" in page.read_text(encoding="utf-8")
    assert made("--seed", "h", "-n", "2", "--format", "html", "-o", str(page)) == []
    assert page.read_text(encoding="utf-8").count('"mines":"') == 2
    assert [file.name for file in tmp_path.iterdir()] == ["board.html"]


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_a_huge_search_shows_its_progress_and_can_be_interrupted() -> None:
    words = [sys.executable, "-m", "puzzlegen", "classic", "--size", "500x500", "--mines", "115000", "--seed", "i"]
    before = os.times().children_user
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run_:
        assert run_.stderr is not None and run_.stdout is not None
        while not re.fullmatch(r"classic: \d+ s so far\n", line := run_.stderr.readline()):
            assert line, "ended before it was interrupted"
        run_.send_signal(signal.SIGINT)
        rest = run_.stderr.read()
        assert run_.wait(60) == 130
        assert (
            os.times().children_user - before < 40
        )  # seconds of the processor, most of them before the signal; the whole search takes 85
        assert rest.endswith("interrupted\n")
        assert run_.stdout.read() == ""


def test_the_first_board_waits_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    together: list[int] = []

    def slow(request: BoardRequest, seeds: list[str]) -> Iterator[GeneratedBoard]:
        together.append(len(seeds))
        time.sleep(0.05 * len(seeds))
        return find_boards(request, seeds)

    monkeypatch.setattr(classic_boards, "find_boards", slow)
    with open_local_pool(1) as pool:
        found = list(classic_boards.generate_boards(BoardRequest(Grid(9, 9), 10), 12, "w", pool))
    assert len(found) == 12
    assert set(together) == {1}, "slow boards go one by one"


def test_a_file_is_replaced_whole_and_only_when_all_boards_are_found(tmp_path: Path) -> None:
    file, other = tmp_path / "boards.txt", tmp_path / "other.txt"
    file.write_text("before", encoding="utf-8")
    other.hardlink_to(file)
    words = ("--size", "9x9", "--mines", "20", "--strategy", "redraw", "--attempts", "20", "--seed", "q", "-n", "60")
    assert puzzlegen("classic", *words, "-o", str(file)).returncode == 2
    assert file.read_text(encoding="utf-8") == "before"
    made("--seed", "f", "-o", str(file))
    assert other.read_text(encoding="utf-8") == "before", "the old file was not written into"
    assert {one.name for one in tmp_path.iterdir()} == {"boards.txt", "other.txt"}
    done = puzzlegen("classic", "-n", "1000000000", "-o", str(tmp_path / "none" / "x"))
    assert (done.returncode, done.stdout) == (2, ""), "it is known before a board is made"


def test_a_puzzle_for_paper_can_be_piped_into_a_page(tmp_path: Path) -> None:
    (text,) = made("--preset", "beginner", "--format", "puzzle", "--seed", "a")
    page = tmp_path / "puzzle.pdf"
    done = puzzlegen("render", "-", "--caption", "10 mines", "-o", str(page), stdin=text + "\n")
    assert done.returncode == 0, done.stderr
    assert "10 mines" in PdfDocument(page)[0].get_textpage().get_text_range()


SURE, GUESS = "9x9:0,7,m210a994b343b8e98ef6c8", "5x2:0,0,u020"


def test_files_of_ids_are_read_as_files_of_puzzles_are(tmp_path: Path) -> None:
    ids = tmp_path / "ids.txt"
    ids.write_text(f"# from Excel\n{SURE}\n", encoding="utf-16")
    done = puzzlegen("classic", "--check", str(ids))
    assert (done.returncode, done.stdout.count("needs no guess")) == (0, 1)
    assert puzzlegen("classic", "--check", "-", stdin=f"{SURE}\n").stdout == done.stdout
    for content, found in (
        (b"", "found nothing"),
        (b"# none\n// here\n", "found only comments"),
        (b"\x89PNG\r\n\x1a\n\0\0", "found a PNG image"),
    ):
        ids.write_bytes(content)
        done = puzzlegen("classic", "--check", str(ids))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"{ids}: {found}") and done.stderr.count("\n") == 1
