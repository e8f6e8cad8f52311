"""Answers that are pictures: read back from the page, with their names, and each damage found."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from printed_book import Change, SoundBook, Wanted, gone, text

from puzzlegen.checking.content import check_pages
from puzzlegen.layout.core.document import BLACK, Gray, Mark, Rect, Text

pytestmark = pytest.mark.xdist_group("verify")

BOOK = SoundBook("""
title: Pictures
series: pictures
page: {trim: 8.5x11}
sections:
  - {name: Drawn, kind: mosaic, difficulty: medium, per_page: 1, pictures: [heart, key]}
  - {name: Plain, kind: mosaic, difficulty: easy, per_page: 1, count: 1, size: 8x9}
back_matter: {gallery: yes}
""")
KEY = next(i for i, page in enumerate(BOOK.pages) if any(grid.role == "answer" for grid in page.grids))
GALLERY = BOOK.first("gallery")


def test_the_key_shows_pictures_in_solid_cells_without_clues(tmp_path: Path) -> None:
    assert BOOK.found(BOOK.pages, tmp_path) == []
    answers = [grid for grid in BOOK.press.printed(BOOK.pages, tmp_path)[KEY].grids if grid.number]
    pictured = [grid for grid in answers if grid.is_picture]
    assert [(grid.number, grid.filled) for grid in pictured] == [(i, BOOK.records[i - 1].solution) for i in (1, 2)]
    assert [grid.heading[1] for grid in pictured] == ["Heart", "Key"]
    (plain,) = [grid for grid in answers if not grid.is_picture]
    assert plain.clues == BOOK.records[2].puzzle.cells  # other mosaics keep their clues
    assert all(grid.cell < plain.cell for grid in pictured)  # without digits


def is_solid(mark: Mark) -> bool:
    return isinstance(mark, Rect) and mark.fill == BLACK


is_title = text(lambda mark: mark.string == "Heart")


def paler(mark: Mark) -> Mark:
    return replace(mark, fill=Gray(0.9))


def digit_on(mark: Mark) -> Text:
    return Text(mark.x + mark.width / 2, mark.y + 6, "7", 7, "digits", "middle")


def another(mark: Mark) -> Mark:
    return replace(mark, string="Cat")


@pytest.mark.parametrize(
    ("wanted", "change", "words"),
    [
        (is_solid, gone, "a mine is missing"),
        (is_solid, paler, "a mine is missing"),
        (is_solid, digit_on, "printed 7"),
        (is_title, gone, "expected 'Heart'"),
        (is_title, another, "expected 'Heart'"),
    ],
)
def test_damage_is_found(wanted: Wanted, change: Change, words: str, tmp_path: Path) -> None:
    found = BOOK.found(BOOK.spoilt(KEY, wanted, change), tmp_path)
    assert found and any(words in one for one in found), found


def test_a_clue_on_a_solid_cell_cannot_be_read(tmp_path: Path) -> None:
    marks = BOOK.pages[KEY].marks
    found = BOOK.found(BOOK.with_marks(KEY, [*marks, digit_on(next(filter(is_solid, marks)))]), tmp_path)
    assert any("has a clue on a ground too dark for it" in one for one in found)


# --- Gallery


def test_the_gallery_shows_every_picture_with_number_and_name(tmp_path: Path) -> None:
    pictures = BOOK.press.printed(BOOK.pages, tmp_path)[GALLERY].pictures
    assert [(one.number, one.words, one.unseen) for one in pictures] == [(1, "Heart", False), (2, "Key", False)]
    for one, picture in zip(pictures, BOOK.config.sections[0].pictures or (), strict=True):
        rows, columns = (np.flatnonzero(picture.cells.any(axis=axis)) for axis in (1, 0))
        cells = picture.cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        assert [list(row) for row in one.rows] == cells.tolist()
    assert not any(page.pictures for i, page in enumerate(BOOK.press.printed(BOOK.pages, tmp_path)) if i != GALLERY)


def test_the_second_line_of_a_name_belongs_to_the_nearest_picture(tmp_path: Path) -> None:
    marks = BOOK.pages[GALLERY].marks
    name = next(mark for mark in marks if isinstance(mark, Text) and is_title(mark))
    more = replace(name, string="of", y=name.y + 1.4 * name.size)
    pictures = BOOK.press.printed(BOOK.with_marks(GALLERY, [*marks, more]), tmp_path)[GALLERY].pictures
    assert [(one.number, one.words) for one in pictures] == [(1, "Heart of"), (2, "Key")]


def test_the_page_number_below_a_name_is_not_part_of_it(tmp_path: Path) -> None:
    page = BOOK.pages[GALLERY]
    folio = next(mark for mark in page.marks if isinstance(mark, Text) and mark.string == str(page.folio))
    name = [mark for mark in page.marks if isinstance(mark, Text) and mark is not folio][-1]  # of the last picture
    down = folio.y - 1.8 * name.size - name.y
    lower = [
        replace(mark, y=mark.y + down) if mark is not folio and isinstance(mark, Text | Rect) else mark
        for mark in page.marks
    ]
    found = BOOK.press.printed(BOOK.with_marks(GALLERY, lower), tmp_path)[GALLERY]
    assert found.folio == page.folio and [one.words for one in found.pictures] == ["Heart", "Key"]


def moved(mark: Mark) -> Mark:
    return replace(mark, x=mark.x - mark.width, y=mark.y - mark.width)


@pytest.mark.parametrize(
    ("wanted", "change", "words"),
    [
        (is_solid, gone, "its cells are not the solution"),
        (is_solid, moved, "its cells are not the solution"),
        (is_solid, paler, "its cells are not the solution"),
        (is_title, another, "reads 'Cat', expected 'Heart'"),
    ],
)
def test_damage_of_the_gallery_is_found(wanted: Wanted, change: Change, words: str, tmp_path: Path) -> None:
    found = BOOK.found(BOOK.spoilt(GALLERY, wanted, change), tmp_path)
    assert [one for one in found if "A309" in one and words in one] == found != []


def test_a_covered_or_missing_picture_of_the_gallery_is_found(tmp_path: Path) -> None:
    marks = BOOK.pages[GALLERY].marks
    cover = replace([mark for mark in marks if isinstance(mark, Rect)][5], fill=Gray(1.0))
    found = BOOK.found(BOOK.with_marks(GALLERY, [*marks, cover]), tmp_path)
    assert any("its cells cannot be seen as they are drawn" in one for one in found)
    none = [mark for mark in marks if not isinstance(mark, Rect)]
    found = BOOK.found(BOOK.with_marks(GALLERY, none), tmp_path)
    assert [("A309" in one, "it is on no page" in one) for one in found] == [(True, True)] * 2


def test_a_page_number_in_a_book_without_them_is_found(tmp_path: Path) -> None:
    found = check_pages(BOOK.press.printed(BOOK.pages, tmp_path), BOOK.limits.bound, folios=False)
    numbered = [page.number for page in BOOK.pages if page.folio is not None]
    assert [(finding.code, finding.page) for finding in found] == [("F109", number) for number in numbered]
