"""Outlook and Gmail show mails as intended: a checker of what they support finds nothing."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from dailies import SERIES as SERIES_OF_DAYS
from dailies import some_days
from made_days import NINE, SERIES, classic_record, day, made, read, record
from mail_clients import ALL_PICTURES, CLIP, PICTURE, pictures_problems, problems
from reportlab.pdfbase.pdfmetrics import stringWidth

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.config.day_files import DIGEST
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.mails import mail_look, mail_page, mail_text, newsletter_snippet
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.files.templates import languages
from puzzlegen.language.catalogue import load
from puzzlegen.ledger.days import Day
from puzzlegen.schema.daily_fields import MAX_PICTURE_SIDE

HEAD = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A</title>'


@pytest.mark.parametrize("name", ["email.html", "mail.html"])
def test_mails_of_days(made_day: Path, tmp_path: Path, name: str) -> None:
    assert problems(read(made_day, name), name == "mail.html") == []
    series = replace(SERIES, title="A & <b>", home="https://example.org/", home_name="Fields & <b>", hold_solution=True)
    held = made(tmp_path, day("mosaic:8x6:1a0a4h45a1b12f2244c4a46b4a3c4a", series=series))
    assert problems(read(held, name), name == "mail.html") == []


@pytest.mark.parametrize("hold", [False, True])
def test_mails_promise_an_answer_only_where_it_comes_later(hold: bool) -> None:
    shown = DayPresentation(day(series=replace(SERIES, hold_solution=hold)), None)
    for text in (newsletter_snippet(shown, (1104, 1104), (600, 600)), mail_text(shown)):
        assert ("The solution will appear with the next puzzle." in text) == hold


@pytest.mark.parametrize("language", languages())
def test_mails_in_all_languages(language: str) -> None:
    series = replace(SERIES, language=language)
    shown = DayPresentation(day(series=series), day(NINE, 11, series))
    snippet = newsletter_snippet(shown, (1104, 1104), (600, 600))
    assert problems(snippet) == problems(mail_page(shown, snippet), True) == []


def test_the_largest_board_is_not_cut() -> None:
    grid = Grid(MAX_PICTURE_SIDE, MAX_PICTURE_SIDE)
    graded = replace(record(NINE), puzzle=Puzzle(grid, (BLANK,) * grid.size), solution=(False,) * grid.size)
    largest = Day.issue(date(2026, 12, 1), 12, graded, replace(SERIES, language="pt"))
    shown = DayPresentation(largest, None)
    assert problems(mail_page(shown, newsletter_snippet(shown, (1104, 1104), (600, 600))), True) == []


@pytest.mark.parametrize(("size", "has_rows"), [("12x12", True), ("13x12", False)])
def test_a_large_puzzle_has_a_link_to_its_words(size: str, has_rows: bool) -> None:
    """The rows of a large board would be most of the mail."""
    width, height = map(int, size.split("x"))
    grid = Grid(width, height)
    graded = replace(record(NINE), puzzle=Puzzle(grid, (BLANK,) * grid.size), solution=(False,) * grid.size)
    before, today = (Day.issue(date(2026, 12, n), 11 + n, graded, SERIES) for n in (1, 2))
    shown = DayPresentation(today, before)
    page, text = mail_page(shown, newsletter_snippet(shown, (1104, 1104), (600, 600))), mail_text(shown)
    assert problems(page, True) == []
    link = f"{today.address}#text"
    assert ("Row 1: " in page, f'href="{link}"' in page) == (has_rows, not has_rows)
    assert page.count("The puzzle as text") == 1
    paragraphs = [part.split("\n") for part in text.rstrip("\n").split("\n\n")]
    puzzle = next(part for part in paragraphs if part[0] == "The puzzle as text")
    solution = next(part for part in paragraphs if part[0] == "Solution of No.\u00a012")
    assert (puzzle[1:] == [link], solution[1:] == [f"{today.address}#before"]) == (not has_rows, not has_rows)
    assert len(puzzle) == len(solution) == (height + 1 if has_rows else 2)


def test_the_words_of_a_large_classic_board_are_left_out() -> None:
    """Its page has no words to link to."""
    today = Day.issue(date(2026, 12, 2), 13, classic_record("16x16", 40, "medium"), SERIES)
    shown = DayPresentation(today, None)
    page, text = mail_page(shown, newsletter_snippet(shown, (1104, 1104), (600, 600))), mail_text(shown)
    assert problems(page, True) == []
    for mail in (page, text):
        assert "Row 1: " not in mail and "#text" not in mail and shown.text_heading not in mail


def test_the_weekly_mail() -> None:
    days = some_days(date(2026, 11, 23), 7)
    files = series_files(days, SiteSettings(days[-1].date, SERIES_OF_DAYS, digest="sunday"), {})
    assert problems(files[DIGEST].decode("utf-8"), True) == []


def test_pictures_of_mails_are_small(made_day: Path) -> None:
    pictures = {name: made_day / name for name in ("puzzle.png", "board.png", "board-solution.png", "steps.gif")}
    assert pictures_problems(pictures) == []


def test_large_pictures_are_reported(tmp_path: Path) -> None:
    sizes = {"large": PICTURE + 1} | {str(n): PICTURE for n in range(ALL_PICTURES // PICTURE)}
    for name, size in sizes.items():
        (tmp_path / name).write_bytes(bytes(size))
    found = pictures_problems({name: tmp_path / name for name in sizes})
    assert found == [f"large: {PICTURE + 1} bytes", f"all pictures: {sum(sizes.values())} bytes"]


@pytest.mark.parametrize("language", languages())
def test_the_text_of_a_button_fits_its_shape_in_outlook(language: str) -> None:
    messages = load(language)
    for text in (messages.text("daily.play"), messages.text("archive.play")):
        width = mail_look(SERIES).button_width(text)
        arial = stringWidth(text, "Helvetica-Bold", 16)  # as wide as Arial; Segoe UI semibold is narrower
        assert arial + 20 <= width <= arial + 70


@pytest.mark.parametrize(
    ("snippet", "problem"),
    [
        ("<p>" + "a\n" * (CLIP // 2) + "</p>", "bytes: Gmail cuts it"),
        ("<p>" + "a" * 999 + "</p>", "a line of more than 998 bytes"),
        (f'<img alt="{"x" * 126}">', "<img>: alternative text"),
    ],
)
def test_what_is_too_long_is_reported(snippet: str, problem: str) -> None:
    assert any(problem in one for one in problems(snippet))


def test_a_long_style_sheet_is_reported() -> None:
    page = HEAD + f"<style>@media print {{{'p {color: red} ' * 700}}}</style>"
    assert any("a style sheet of" in one for one in problems(page, True))
