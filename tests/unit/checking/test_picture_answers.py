"""Answers that are pictures: read back from the page, with their names, and each damage found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from printed_book import Press
from small_book import pages_of, puzzles_of

from puzzlegen.checking.content import check_pages, check_puzzles
from puzzlegen.checking.expected import Printed, expectations_of
from puzzlegen.config.load import loads_book
from puzzlegen.drawing.pdf_writer import PdfStyle
from puzzlegen.layout.core.document import BLACK, Gray, Mark, Page, Rect, Text

pytestmark = pytest.mark.xdist_group("verify")

CONFIG = loads_book("""
title: Pictures
series: pictures
page: {trim: 8.5x11}
sections:
  - {name: Drawn, kind: mosaic, difficulty: medium, per_page: 1, pictures: [heart, key]}
  - {name: Plain, kind: mosaic, difficulty: easy, per_page: 1, count: 1, size: 8x9}
back_matter: {gallery: yes}
""")
RECORDS = puzzles_of(CONFIG)
PLANNED, LIMITS = pages_of(CONFIG, RECORDS)
SOUND = tuple(PLANNED)
PRESS = Press(PdfStyle(space="rgb"))
KEY = next(i for i, page in enumerate(SOUND) if any(grid.role == "answer" for grid in page.grids))


def findings_of(pages: tuple[Page, ...], folder: Path) -> list[str]:
    printed = PRESS.printed(pages, folder)
    expected = expectations_of(CONFIG, RECORDS, Printed(PLANNED.contents), LIMITS)
    return [str(one) for one in check_pages(printed, LIMITS.bound) + check_puzzles(printed, expected)]


def test_the_key_shows_pictures_in_solid_cells_without_clues(tmp_path: Path) -> None:
    assert findings_of(SOUND, tmp_path) == []
    answers = [grid for grid in PRESS.printed(SOUND, tmp_path)[KEY].grids if grid.number]
    pictured = [grid for grid in answers if grid.is_picture]
    assert [(grid.number, grid.filled) for grid in pictured] == [(i, RECORDS[i - 1].solution) for i in (1, 2)]
    assert [grid.heading[1] for grid in pictured] == ["Heart", "Key"]
    (plain,) = [grid for grid in answers if not grid.is_picture]
    assert plain.clues == RECORDS[2].puzzle.cells  # other mosaics keep their clues
    assert all(grid.cell < plain.cell for grid in pictured)  # without digits


def is_solid(mark: Mark) -> bool:
    return isinstance(mark, Rect) and mark.fill == BLACK


def is_title(mark: Mark) -> bool:
    return isinstance(mark, Text) and mark.string == "Heart"


@pytest.mark.parametrize(
    ("wanted", "change", "words"),
    [
        (is_solid, lambda _: None, "a mine is missing"),
        (is_solid, lambda mark: replace(mark, fill=Gray(0.9)), "a mine is missing"),
        (is_solid, lambda mark: Text(mark.x + mark.width / 2, mark.y + 6, "7", 7, "digits", "middle"), "printed 7"),
        (is_title, lambda _: None, "expected 'Heart'"),
        (is_title, lambda mark: replace(mark, string="Cat"), "expected 'Heart'"),
    ],
)
def test_damage_is_found(
    wanted: Callable[[Mark], bool], change: Callable[[Mark], Mark | None], words: str, tmp_path: Path
) -> None:
    page = SOUND[KEY]
    at = next(i for i, mark in enumerate(page.marks) if wanted(mark))
    changed = change(page.marks[at])
    marks = (*page.marks[:at], *([changed] if changed else []), *page.marks[at + 1 :])
    found = findings_of((*SOUND[:KEY], replace(page, marks=marks), *SOUND[KEY + 1 :]), tmp_path)
    assert found and any(words in one for one in found), found


def test_a_clue_on_a_solid_cell_cannot_be_read(tmp_path: Path) -> None:
    page = SOUND[KEY]
    at = next(i for i, mark in enumerate(page.marks) if is_solid(mark))
    solid = page.marks[at]
    assert isinstance(solid, Rect)
    digit = Text(solid.x + solid.width / 2, solid.y + 6, "7", 7, "digits", "middle")
    page = replace(page, marks=(*page.marks, digit))
    found = findings_of((*SOUND[:KEY], page, *SOUND[KEY + 1 :]), tmp_path)
    assert any("has a clue on a ground too dark for it" in one for one in found)


# --- Gallery

GALLERY = next(i for i, page in enumerate(SOUND) if page.kind == "gallery")


def test_the_gallery_shows_every_picture_with_number_and_name(tmp_path: Path) -> None:
    pictures = PRESS.printed(SOUND, tmp_path)[GALLERY].pictures
    assert [(one.number, one.words, one.unseen) for one in pictures] == [(1, "Heart", False), (2, "Key", False)]
    for one, picture in zip(pictures, CONFIG.sections[0].pictures or (), strict=True):
        rows, columns = (np.flatnonzero(picture.cells.any(axis=axis)) for axis in (1, 0))
        cells = picture.cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        assert [list(row) for row in one.rows] == cells.tolist()
    assert not any(page.pictures for i, page in enumerate(PRESS.printed(SOUND, tmp_path)) if i != GALLERY)


def test_the_second_line_of_a_name_belongs_to_the_nearest_picture(tmp_path: Path) -> None:
    page = SOUND[GALLERY]
    name = next(mark for mark in page.marks if isinstance(mark, Text) and is_title(mark))
    more = replace(name, string="of", y=name.y + 1.4 * name.size)
    changed = replace(page, marks=(*page.marks, more))
    pictures = PRESS.printed((*SOUND[:GALLERY], changed, *SOUND[GALLERY + 1 :]), tmp_path)[GALLERY].pictures
    assert [(one.number, one.words) for one in pictures] == [(1, "Heart of"), (2, "Key")]


def test_the_page_number_below_a_name_is_not_part_of_it(tmp_path: Path) -> None:
    page = SOUND[GALLERY]
    folio = next(mark for mark in page.marks if isinstance(mark, Text) and mark.string == str(page.folio))
    name = [mark for mark in page.marks if isinstance(mark, Text) and mark is not folio][-1]  # of the last picture
    down = folio.y - 1.8 * name.size - name.y
    lower = [
        replace(mark, y=mark.y + down) if mark is not folio and isinstance(mark, Text | Rect) else mark
        for mark in page.marks
    ]
    pages = (*SOUND[:GALLERY], replace(page, marks=tuple(lower)), *SOUND[GALLERY + 1 :])
    found = PRESS.printed(pages, tmp_path)[GALLERY]
    assert found.folio == page.folio and [one.words for one in found.pictures] == ["Heart", "Key"]


def moved(mark: Mark) -> Mark:
    assert isinstance(mark, Rect)
    return replace(mark, x=mark.x - mark.width, y=mark.y - mark.width)


@pytest.mark.parametrize(
    ("wanted", "change", "words"),
    [
        (is_solid, lambda _: None, "its cells are not the solution"),
        (is_solid, moved, "its cells are not the solution"),
        (is_solid, lambda mark: replace(mark, fill=Gray(0.9)), "its cells are not the solution"),
        (is_title, lambda mark: replace(mark, string="Cat"), "reads 'Cat', expected 'Heart'"),
    ],
)
def test_damage_of_the_gallery_is_found(
    wanted: Callable[[Mark], bool], change: Callable[[Mark], Mark | None], words: str, tmp_path: Path
) -> None:
    page = SOUND[GALLERY]
    at = next(i for i, mark in enumerate(page.marks) if wanted(mark))
    changed = change(page.marks[at])
    marks = (*page.marks[:at], *([changed] if changed else []), *page.marks[at + 1 :])
    found = findings_of((*SOUND[:GALLERY], replace(page, marks=marks), *SOUND[GALLERY + 1 :]), tmp_path)
    assert [one for one in found if "A309" in one and words in one] == found != []


def test_a_covered_or_missing_picture_of_the_gallery_is_found(tmp_path: Path) -> None:
    page = SOUND[GALLERY]
    solid = [mark for mark in page.marks if isinstance(mark, Rect)]
    cover = replace(solid[5], fill=Gray(1.0))
    found = findings_of((*SOUND[:GALLERY], replace(page, marks=(*page.marks, cover)), *SOUND[GALLERY + 1 :]), tmp_path)
    assert any("its cells cannot be seen as they are drawn" in one for one in found)
    none = replace(page, marks=tuple(mark for mark in page.marks if not isinstance(mark, Rect)))
    found = findings_of((*SOUND[:GALLERY], none, *SOUND[GALLERY + 1 :]), tmp_path)
    assert [("A309" in one, "it is on no page" in one) for one in found] == [(True, True)] * 2


def test_a_page_number_in_a_book_without_them_is_found(tmp_path: Path) -> None:
    found = check_pages(PRESS.printed(SOUND, tmp_path), LIMITS.bound, folios=False)
    numbered = [page.number for page in SOUND if page.folio is not None]
    assert [(finding.code, finding.page) for finding in found] == [("F109", number) for number in numbered]
