"""A daily with a classic board on a weekday: issued, published, verified, drawn again, and played in a real browser."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from browser_helpers import violations
from classic_pages import opened_cells, play
from commands import run
from play_pages import cell, status
from playwright.sync_api import Page, expect

from puzzlegen.board.puzzle import ClassicBoard
from puzzlegen.config.day_files import ANSWER_FILES, DAY_FILES
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.single.classic_page import boards_of_page

CONFIG = """
title: Daily
series: a week
address: https://daily.example/d/
start: 2026-12-01
hold_solution: yes
leave_out: [steps.gif, puzzle.svg]
week:
  tuesday: {size: 5x4, difficulty: easy}
  wednesday: {kind: classic, size: 9x9, mines: 13, difficulty: medium}
  thursday: {size: 5x4, difficulty: easy}
  friday: {kind: mosaic, size: 5x4, difficulty: easy}
  saturday: {kind: classic, size: 6x6, difficulty: easy}
  sunday: none
  monday: none
"""
CLASSIC, NEWEST = "2026-12-02", "2026-12-05"


def daily(folder: Path, *words: str) -> str:
    path = folder / "daily.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    code, out, messages = run("daily", str(path), "-o", str(folder / "d"), "--jobs", "1", "--as-of", NEWEST, *words)
    assert code == 0, messages
    return out + messages


def data_of(folder: Path, day: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((folder / "d" / day / "puzzle.json").read_text(encoding="utf-8"))
    return found


def board_of(folder: Path, day: str) -> ClassicBoard:
    (board,) = boards_of_page((folder / "d" / day / "index.html").read_text(encoding="utf-8"))
    return board


def records(ledger: Path) -> list[tuple[str, str]]:
    with DailyLedger(ledger, write=False) as opened:
        return [(day.name, day.record_json) for day in opened.days("a week")]


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("week")
    listed = daily(folder, "--date", "2026-12-01", "--days", "7", "--dry-run")
    assert "2026-12-02: No. 2, classic 9x9 medium: would be issued" in listed
    summary = daily(folder, "--date", "2026-12-01", "--days", "7", "--publish", str(folder / "p"))
    assert "5 issued, 0 untouched" in summary
    return folder


def test_a_week_with_classic_days_is_verified_and_published_and_not_drawn_again(week: Path) -> None:
    assert run("verify", str(week / "d"))[:2] == (0, "")
    assert run("verify", str(week / "p"), "--ledger", str(week / "ledger.sqlite"))[:2] == (0, "")
    assert "5 untouched" in daily(week, "--date", "2026-12-01", "--days", "7")
    held, opened = data_of(week, NEWEST), data_of(week, CLASSIC)
    assert held["solution"] is None and "y" in str(opened["solution"])
    public = {path.name for path in (week / "p" / NEWEST).iterdir()}
    assert public == set(DAY_FILES) - set(ANSWER_FILES) - {"steps.gif", "puzzle.svg"}
    assert str(opened["solution"]).count("y") == 13 == board_of(week, CLASSIC).total


def test_a_page_with_another_board_is_found(week: Path) -> None:
    page, board = week / "d" / CLASSIC / "index.html", board_of(week, CLASSIC)
    before = page.read_bytes()
    other = next(i for i, mine in enumerate(board.mines) if not mine and i != board.start)
    try:
        page.write_bytes(before.replace(b'"start":%d' % (board.start or 0), b'"start":%d' % other))
        code, out, _ = run("verify", str(week / "d" / CLASSIC))
        assert code == 1 and "D503" in out and "does not play the board of the day" in out, out
    finally:
        page.write_bytes(before)


def test_a_lost_ledger_has_the_boards_again_and_a_day_alone_is_the_same(week: Path, tmp_path: Path) -> None:
    rebuilt = tmp_path / "again.sqlite"
    words = ("--daily", str(week / "daily.yaml"), "--ledger", str(rebuilt))
    assert run("ledger", "rebuild", str(week / "d"), *words)[0] == 0
    assert records(rebuilt) == records(week / "ledger.sqlite")
    daily(tmp_path, "--date", CLASSIC)
    assert data_of(tmp_path, CLASSIC)["puzzle"] == data_of(week, CLASSIC)["puzzle"]
    assert board_of(tmp_path, CLASSIC) == board_of(week, CLASSIC)
    daily(tmp_path, "--date", CLASSIC, "--redraw")
    assert board_of(tmp_path, CLASSIC) == board_of(week, CLASSIC)
    daily(tmp_path, "--date", CLASSIC, "--reissue")
    assert board_of(tmp_path, CLASSIC) != board_of(week, CLASSIC)
    daily(tmp_path, "--catch-up", "--date", "2026-12-03")
    daily(tmp_path, "--withdraw", CLASSIC)
    assert not (tmp_path / "d" / CLASSIC).exists()
    assert run("verify", str(tmp_path / "d"))[0] == 0


@pytest.mark.parametrize("width", [360, 1000])
def test_the_page_is_played_and_keeps_the_result_of_the_day(
    week: Path, browsed: Callable[..., Page], width: int
) -> None:
    page = browsed(week / "d" / CLASSIC / "index.html", {"viewport": {"width": width, "height": 800}})
    board = board_of(week, CLASSIC)
    assert page.locator("h1").inner_text().replace("\u00a0", " ") == "Daily No. 2"
    facts = page.locator(".facts").inner_text().replace("\u00a0", " ").splitlines()
    assert facts[:3] == ["Wednesday, December 2, 2026", "Classic Minesweeper · Medium", "9 × 9 · 13 mines"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cell(page, board.start or 0).click()
    row, col = data_of(week, CLASSIC)["classic_start"]
    assert board.grid.cell(row - 1, col - 1) == board.start and len(opened_cells(page)) >= 9
    play(page, board, lambda one: one.click())
    assert status(page).startswith("Solved in ")
    kept = page.evaluate("JSON.parse(localStorage.getItem('puzzlegen:results:https://daily.example/d/'))")
    assert kept["2"]["date"] == CLASSIC and (kept["2"]["difficulty"], kept["2"]["hints"]) == ("medium", 0)
    for name, file in (
        ("No. 1", "../2026-12-01/index.html"), ("Print a puzzle with the same mines (PDF)", "puzzle.pdf"),
        ("All puzzles", "../index.html"),
    ):  # fmt: skip
        link = page.get_by_role("link", name=name, exact=True)
        assert link.evaluate("one => one.href") == (week / "d" / CLASSIC / file).resolve().as_uri()
    text = page.get_by_text("Row 1: ")
    expect(text).to_be_hidden()
    page.get_by_text("Solution of No. 1 as text").click()
    expect(text).to_be_visible()


def test_a_step_undone_after_a_mine_counts_as_help(week: Path, browsed: Callable[..., Page]) -> None:
    page, board = browsed(week / "d" / NEWEST / "index.html"), board_of(week, NEWEST)
    cell(page, board.start or 0).click()
    cell(page, board.mines.index(True)).click()
    page.get_by_role("button", name="Undo", exact=True).click()
    play(page, board, lambda one: one.click())
    kept = page.evaluate("JSON.parse(localStorage.getItem('puzzlegen:results:https://daily.example/d/'))")
    assert kept["5"]["hints"] == 1


def test_the_page_is_accessible(week: Path, browsed: Callable[..., Page], axe: str) -> None:
    page = browsed(week / "d" / CLASSIC / "index.html")
    page.evaluate(axe)
    assert violations(page) == []
