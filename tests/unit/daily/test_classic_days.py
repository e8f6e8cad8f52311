"""Days with a classic board: the page plays it, pictures show its start, and the paper has a puzzle of its mines."""

import html
import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pdfplumber
import pytest
from made_days import NINE, PIXELS, SERIES, classic_day, classic_record, day, made, read
from PIL import Image

from puzzlegen.board.puzzle import BLANK, from_mines
from puzzlegen.checking.proof import check_no_guess, check_proof
from puzzlegen.config.day_files import ANSWER_FILES, DAY_FILES
from puzzlegen.config.load import loads_daily
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import link_card_page, picture_options, positions_of
from puzzlegen.daily.fit_check import Board, check_fit
from puzzlegen.daily.run_state import request_of_day
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import FormatError
from puzzlegen.files.templates import languages
from puzzlegen.formats import answer, line
from puzzlegen.language.alt_text import text_grid
from puzzlegen.language.catalogue import load
from puzzlegen.layout.core.document import Rect, Text
from puzzlegen.layout.link_previews import thumbnail
from puzzlegen.layout.puzzle_picture import game_pictures, puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import LIGHT
from puzzlegen.single.classic_page import boards_of_page

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "daily.schema.json").read_text(encoding="utf-8"))
EN = load("en")
TODAY = classic_day()
BOARD = TODAY.graded.classic_board


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A classic day whose answer is held back, after a usual day."""
    series = replace(SERIES, hold_solution=True, par=True)
    return made(tmp_path_factory.mktemp("classic"), classic_day(series=series), day(NINE, 11, series))


def test_all_files_are_there_and_only_the_page_and_the_pictures_of_the_answer_have_it(held: Path) -> None:
    assert sorted(path.name for path in held.iterdir()) == sorted(DAY_FILES)
    for name, size in PIXELS.items():
        with Image.open(held / name) as picture:
            assert picture.size[0] == size[0] or name.startswith("board")
    data = json.loads(read(held, "puzzle.json"))
    jsonschema.validate(data, SCHEMA)
    assert (data["solution"], data["solution_text"], data["mines"]) == (None, None, None)
    assert set(data["files"]) == set(DAY_FILES) - set(ANSWER_FILES) - {"puzzle.json"}
    row, col = data["classic_start"]
    assert BOARD and BOARD.grid.cell(row - 1, col - 1) == BOARD.start
    letters, solved = answer.write(TODAY.solution), text_grid(TODAY.puzzle, EN, TODAY.solution)
    for name in ("index.html", "puzzle.json", "email.html", "mail.html", "mail.txt", "alt.txt", "puzzle.svg"):
        assert letters not in read(held, name)
        assert solved[0] not in read(held, name)


def test_the_page_plays_the_board_with_the_parts_of_a_daily(held: Path) -> None:
    page = read(held, "index.html")
    assert boards_of_page(page) == [BOARD]
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert data["day"] == {
        "key": "results:https://puzzles.example.org/daily/", "number": 12, "date": "2026-12-01", "difficulty": "medium",
    }  # fmt: skip
    for words in (
        "<span>Classic Minesweeper</span> <span>· Medium</span>",
        "Tuesday, December 1, 2026", EN.text("classic.several_numbers"),
        '<link rel="canonical" href="https://puzzles.example.org/daily/2026-12-01/">', '<a rel="prev"',
        f'<a href="puzzle.pdf">{EN.text("daily.classic_print")}</a>', EN.text("daily.all"), EN.text("classic.kept"),
    ):  # fmt: skip
        assert words in page
    assert "Par " not in page  # the number of the puzzle on paper
    with pytest.raises(FormatError, match="no page of a classic board"):
        boards_of_page(page.replace('"boards"', '"boats"'))


def test_mails_and_texts_name_the_game_of_the_page_and_the_puzzle_in_words(held: Path) -> None:
    for name in ("email.html", "mail.html", "mail.txt"):
        text = read(held, name)
        for words in (
            EN.text("classic.rules"),
            EN.text("daily.classic_print"),
            EN.text("daily.classic_text"),
            "Classic Minesweeper",
        ):
            assert words in text, (name, words)
        assert text.count(EN.text("puzzle.rules")) == 1  # above the rows
    rules = EN.for_variant(TODAY.puzzle.grid.variant).text("puzzle.rules")  # of what the rows show
    rows = text_grid(TODAY.puzzle, EN)
    assert f"{EN.text('daily.classic_text')}\n{rules}\n{rows[0]}\n" in read(held, "mail.txt")
    for name in ("email.html", "mail.html"):
        text = html.unescape(read(held, name))
        places = [
            text.index(part) for part in (EN.text("classic.rules"), EN.text("daily.classic_text"), rules, rows[0])
        ]
        assert places == sorted(places)
    assert f"{EN.text('daily.classic_text')}\n{text_grid(TODAY.puzzle, EN)[0]}\n" in read(held, "alt.txt")


def test_the_paper_has_a_puzzle_of_the_same_mines_with_its_own_rules(held: Path) -> None:
    with pdfplumber.open(held / "puzzle.pdf") as pdf:
        text = pdf.pages[0].extract_text()
    assert "Find all the mines." in text and "13 mines" in text and "Classic" not in text
    puzzle = line.parse(json.loads(read(held, "puzzle.json"))["puzzle"])
    assert puzzle == TODAY.puzzle and check_proof(puzzle, TODAY.graded, "here") == []


def test_a_classic_day_after_another_shows_its_solution(tmp_path: Path) -> None:
    made(tmp_path, day(), classic_day(11))
    assert text_grid(TODAY.puzzle, EN, TODAY.solution)[0] in read(tmp_path, "index.html")
    assert "2026-11-30/board-solution.png" in read(tmp_path, "email.html")


def test_pictures_show_the_board_after_the_first_click() -> None:
    shown, metrics = DayPresentation(TODAY, None), FontMetrics()
    assert BOARD and BOARD.start is not None and shown.game is not None
    assert shown.pictured.cells[BOARD.start] == 0  # the cells around the start have no mines either
    full = from_mines(BOARD.grid, BOARD.mines)
    opened = [i for i, value in enumerate(shown.pictured.cells) if value != BLANK]
    assert all(shown.pictured.cells[i] == full.cells[i] for i in opened) and 9 <= len(opened) < BOARD.grid.size - 13
    numbers = sorted(str(shown.pictured.cells[i]) for i in opened if shown.pictured.cells[i])
    picture = puzzle_picture(shown.pictured, metrics, None, picture_options(shown, LIGHT))
    covers = [mark for mark in picture.marks if isinstance(mark, Rect) and mark.fill == LIGHT.cover]
    assert len(covers) == BOARD.grid.size - len(opened)
    for page in (picture, thumbnail(shown.pictured, metrics, covered=True)):
        assert sorted(text.string for text in page.marks if isinstance(text, Text) and len(text.string) == 1) == numbers
    assert any(isinstance(mark, Text) and "Classic Minesweeper" in mark.string for mark in link_card_page(shown).marks)


def test_the_animation_opens_the_board_round_by_round() -> None:
    shown = DayPresentation(TODAY, None)
    assert shown.game is not None
    positions = positions_of(shown.game)
    assert positions[0] == shown.pictured and len(positions) == shown.steps + 1
    blanks = [puzzle.cells.count(BLANK) for puzzle in positions]
    assert blanks == sorted(blanks, reverse=True) and blanks[-1] == 13
    pages = game_pictures(positions, FontMetrics(), replace(picture_options(shown, LIGHT), head=None))
    covers = [sum(isinstance(mark, Rect) and mark.fill == LIGHT.cover for mark in page.marks) for page in pages]
    assert covers == blanks


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_words_and_they_fit(language: str) -> None:
    series = replace(SERIES, language=language)
    check_fit(series, [Board(TODAY.puzzle.grid, "expert", True)], [(TODAY.date, 12)])
    shown = DayPresentation(classic_day(series=series), None)
    kind, label, heading = (
        load(language).text(f"daily.{name}") for name in ("classic", "classic_print", "classic_text")
    )
    assert shown.facts[0] == kind and kind in shown.alt and len(shown.alt) <= 125
    assert (shown.print_label, shown.text_heading) == (label, heading)


def test_a_board_that_needs_a_guess_or_another_technique_is_found() -> None:
    graded = TODAY.graded
    assert check_no_guess(graded) == []
    (harder,) = check_no_guess(replace(graded, grade=replace(graded.grade, difficulty="hard")))
    assert (harder.code, "its game needs only tier 2" in harder.detail) == ("P212", True)
    (easier,) = check_no_guess(replace(graded, grade=replace(graded.grade, difficulty="easy")))
    assert easier.code == "P212" and "safe cells cannot be proved" in easier.detail
    assert check_no_guess(replace(graded, classic_start=None)) == []


def test_a_classic_weekday_asks_for_a_classic_board() -> None:
    config = loads_daily(
        "title: A\nseries: s\naddress: https://example.com/d/\nstart: 2026-12-01\n"
        "week: {tuesday: {kind: classic, size: 16x16, difficulty: hard}}\n"
    )
    request = request_of_day(config, TODAY.date)
    assert (request.classic, request.mines, request.total, request.stream) == (True, 40, True, "s/2026-12-01")


def test_records_keep_where_the_game_begins() -> None:
    again = classic_day().graded
    assert again == classic_record() and again.classic_start == classic_record().classic_start is not None
