"""Pictures over two facing pages: both halves are read and proved as one puzzle, and damage to either is found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from printed_book import Press
from small_book import pages_of, puzzles_of

from puzzlegen.checking.content import check_pages, check_puzzles
from puzzlegen.checking.expected import Printed, expectations_of
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.drawing.pdf_writer import PdfStyle
from puzzlegen.layout.core.document import Gray, Mark, Page, Rect, Text

pytestmark = pytest.mark.xdist_group("verify")

DRAWING = "\\n".join("".join(".#"[row % 3 < 2 and 2 <= column <= 30 - row] for column in range(35)) for row in range(9))
CONFIG = loads_book(f"""
title: Wide Pictures
series: wide
page: {{trim: 6x9}}
sections:
  - {{name: One, kind: mosaic, difficulty: easy, per_page: 1, count: 1, size: 6x5}}
  - name: Wide
    kind: mosaic
    difficulty: medium
    two_pages: yes
    pictures: [key, {{name: Comb, drawing: "{DRAWING}"}}]
back_matter: {{gallery: yes}}
""")
RECORDS = puzzles_of(CONFIG)
PLANNED, LIMITS = pages_of(CONFIG, RECORDS)
SOUND = tuple(PLANNED)
LABELED = CONFIG.model_copy(update={"aids": CONFIG.aids.model_copy(update={"labels": "all"})})
PRESS = Press(PdfStyle(space="rgb"))
LEFT = next(i for i, page in enumerate(SOUND) if any((grid.number, grid.role) == (3, "puzzle") for grid in page.grids))


def findings_of(pages: tuple[Page, ...], folder: Path, config: BookConfig = CONFIG) -> list[str]:
    printed = PRESS.printed(pages, folder)
    expected = expectations_of(config, RECORDS, Printed(PLANNED.contents), LIMITS)
    return [str(one) for one in check_pages(printed, LIMITS.bound) + check_puzzles(printed, expected)]


def test_each_picture_has_two_facing_pages(tmp_path: Path) -> None:
    assert findings_of(SOUND, tmp_path) == []
    for number, width in ((2, 24), (3, 35)):
        places = [
            (page, grid) for page in SOUND for grid in page.grids if (grid.number, grid.role) == (number, "puzzle")
        ]
        (left, one), (right, other) = places
        assert left.number % 2 == 0 and right.number == left.number + 1
        assert (one.width, other.width) == ((width + 1) // 2, width // 2)
        assert (one.y, one.cell) == (other.y, other.cell)
        rows = [str(row + 1) for row in range(one.height)]
        for page in (left, right):
            texts = [mark.string for mark in page.marks if isinstance(mark, Text)]
            assert [text for text in texts if text in rows][-len(rows) :] != [] and set(rows) <= set(texts)
    key = [grid for page in PRESS.printed(SOUND, tmp_path) for grid in page.grids if grid.is_picture]
    assert [(grid.width, grid.filled) for grid in key] == [
        (record.puzzle.grid.width, record.solution) for record in RECORDS[1:]
    ]


def clue(mark: Mark) -> bool:
    return isinstance(mark, Text) and mark.font == "digits" and mark.anchor == "middle"


def other_digit(mark: Mark) -> Mark:
    assert isinstance(mark, Text)
    return replace(mark, string=str((int(mark.string) + 1) % 10))


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("change", [lambda _: None, other_digit])
def test_damage_to_a_clue_of_either_half_is_found(
    half: int, change: Callable[[Mark], Mark | None], tmp_path: Path
) -> None:
    page = SOUND[LEFT + half]
    at = next(i for i, mark in enumerate(page.marks) if clue(mark))
    changed = change(page.marks[at])
    marks = (*page.marks[:at], *([changed] if changed else []), *page.marks[at + 1 :])
    found = findings_of((*SOUND[: LEFT + half], replace(page, marks=marks), *SOUND[LEFT + half + 1 :]), tmp_path)
    assert any(one.startswith("P202") or "P202" in one for one in found), found


@pytest.mark.parametrize("half", [0, 1])
def test_a_filled_cell_in_either_half_is_found_there(half: int, tmp_path: Path) -> None:
    page = SOUND[LEFT + half]
    grid = page.grids[0]
    cell = Rect(grid.x, grid.y, grid.cell, grid.cell, Gray(0.7))
    damaged = (*SOUND[: LEFT + half], replace(page, marks=(*page.marks, cell)), *SOUND[LEFT + half + 1 :])
    found = findings_of(damaged, tmp_path)
    assert len(found) == 1 and "P202" in found[0] and "there is a filled cell" in found[0], found


def test_a_missing_half_and_halves_in_the_wrong_order_are_found(tmp_path: Path) -> None:
    left, right = SOUND[LEFT : LEFT + 2]
    empty = replace(right, marks=(), grids=())
    assert any("P202" in one for one in findings_of((*SOUND[: LEFT + 1], empty, *SOUND[LEFT + 2 :]), tmp_path))
    swapped = (*SOUND[:LEFT], right, left, *SOUND[LEFT + 2 :])
    assert any("P20" in one for one in findings_of(swapped, tmp_path))


def test_halves_that_do_not_face_each_other_are_no_puzzle(tmp_path: Path) -> None:
    moved = (*SOUND[:LEFT], SOUND[1], *SOUND[LEFT:])
    assert any("P201" in one or "P202" in one for one in findings_of(moved, tmp_path))


def test_without_an_opener_a_section_begins_on_a_left_page() -> None:
    sections = [section.model_copy(update={"opener": False}) for section in CONFIG.sections]
    pages, _ = pages_of(CONFIG.model_copy(update={"sections": sections}))
    lefts = [page.number for page in pages for grid in page.grids if grid.role == "puzzle" and grid.number > 1]
    assert lefts[0] % 2 == 0 and lefts == list(range(lefts[0], lefts[0] + 4))


def column_names(page: Page) -> list[str]:
    """Return the labels of the columns on a page: the small numbers in the middle of their cells."""
    return [mark.string for mark in page.marks if column_label(mark) and isinstance(mark, Text)]


def column_label(mark: Mark) -> bool:
    return isinstance(mark, Text) and mark.font == "regular" and mark.anchor == "middle" and mark.string.isdecimal()


def row_label(mark: Mark) -> bool:
    return isinstance(mark, Text) and mark.font == "regular" and mark.anchor == "end" and mark.string.isdecimal()


def test_labels_of_all_columns_go_on_from_the_left_half_to_the_right(tmp_path: Path) -> None:
    pages = tuple(pages_of(LABELED, RECORDS)[0])
    assert findings_of(pages, tmp_path, LABELED) == []
    assert any("P211" in one for one in findings_of(SOUND, tmp_path, LABELED))
    at = next(i for i, page in enumerate(pages) if any((one.number, one.role) == (3, "puzzle") for one in page.grids))
    left, right = (column_names(page) for page in pages[at : at + 2])
    assert left == [str(column + 1) for column in range(18)]
    assert right == [str(column + 1) for column in range(18, 35)]


@pytest.mark.parametrize(("label", "problem"), [(column_label, "P211"), (row_label, "rows differ in both halves")])
def test_a_wrong_label_of_the_right_half_is_found(label: Callable[[Mark], bool], problem: str, tmp_path: Path) -> None:
    pages = tuple(pages_of(LABELED, RECORDS)[0])
    right = 1 + next(
        i for i, page in enumerate(pages) if any((one.number, one.role) == (3, "puzzle") for one in page.grids)
    )
    marks = list(pages[right].marks)
    wrong = next(i for i, mark in enumerate(marks) if label(mark))
    marks[wrong] = other_digit(marks[wrong])
    found = findings_of(
        (*pages[:right], replace(pages[right], marks=tuple(marks)), *pages[right + 1 :]), tmp_path, LABELED
    )
    assert any(problem in one for one in found), found
