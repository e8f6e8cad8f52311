"""Pictures over two facing pages: both halves are read and proved as one puzzle, and damage to either is found."""

from dataclasses import replace
from pathlib import Path

import pytest
from printed_book import Change, SoundBook, Wanted, changed, gone, text
from small_book import pages_of

from puzzlegen.layout.core.document import Gray, Mark, Page, Rect, Text

pytestmark = pytest.mark.xdist_group("verify")

DRAWING = "\\n".join("".join(".#"[row % 3 < 2 and 2 <= column <= 30 - row] for column in range(35)) for row in range(9))
BOOK = SoundBook(f"""
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
LABELED = BOOK.config.model_copy(update={"aids": BOOK.config.aids.model_copy(update={"labels": "all"})})


def half_of(pages: tuple[Page, ...]) -> int:
    """The index of the left half of puzzle 3."""
    return next(i for i, page in enumerate(pages) if any((one.number, one.role) == (3, "puzzle") for one in page.grids))


LEFT = half_of(BOOK.pages)


def test_each_picture_has_two_facing_pages(tmp_path: Path) -> None:
    assert BOOK.found(BOOK.pages, tmp_path) == []
    for number, width in ((2, 24), (3, 35)):
        places = [
            (page, grid) for page in BOOK.pages for grid in page.grids if (grid.number, grid.role) == (number, "puzzle")
        ]
        (left, one), (right, other) = places
        assert left.number % 2 == 0 and right.number == left.number + 1
        assert (one.width, other.width) == ((width + 1) // 2, width // 2)
        assert (one.y, one.cell) == (other.y, other.cell)
        rows = [str(row + 1) for row in range(one.height)]
        for page in (left, right):
            texts = [mark.string for mark in page.marks if isinstance(mark, Text)]
            assert [text for text in texts if text in rows][-len(rows) :] != [] and set(rows) <= set(texts)
    key = [grid for page in BOOK.press.printed(BOOK.pages, tmp_path) for grid in page.grids if grid.is_picture]
    assert [(grid.width, grid.filled) for grid in key] == [
        (record.puzzle.grid.width, record.solution) for record in BOOK.records[1:]
    ]


clue = text(lambda mark: mark.font == "digits" and mark.anchor == "middle")


def other_digit(mark: Mark) -> Mark:
    return replace(mark, string=str((int(mark.string) + 1) % 10))


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("change", [gone, other_digit])
def test_damage_to_a_clue_of_either_half_is_found(half: int, change: Change, tmp_path: Path) -> None:
    found = BOOK.found(BOOK.spoilt(LEFT + half, clue, change), tmp_path)
    assert any("P202" in one for one in found), found


@pytest.mark.parametrize("half", [0, 1])
def test_a_filled_cell_in_either_half_is_found_there(half: int, tmp_path: Path) -> None:
    page = BOOK.pages[LEFT + half]
    grid = page.grids[0]
    cell = Rect(grid.x, grid.y, grid.cell, grid.cell, Gray(0.7))
    found = BOOK.found(BOOK.with_marks(LEFT + half, [*page.marks, cell]), tmp_path)
    assert len(found) == 1 and "P202" in found[0] and "there is a filled cell" in found[0], found


def test_a_missing_half_and_halves_in_the_wrong_order_are_found(tmp_path: Path) -> None:
    left, right = BOOK.pages[LEFT : LEFT + 2]
    empty = replace(right, marks=(), grids=())
    assert any("P202" in one for one in BOOK.found(BOOK.with_page(LEFT + 1, empty), tmp_path))
    swapped = (*BOOK.pages[:LEFT], right, left, *BOOK.pages[LEFT + 2 :])
    assert any("P20" in one for one in BOOK.found(swapped, tmp_path))


def test_halves_that_do_not_face_each_other_are_no_puzzle(tmp_path: Path) -> None:
    moved = (*BOOK.pages[:LEFT], BOOK.pages[1], *BOOK.pages[LEFT:])
    assert any("P201" in one or "P202" in one for one in BOOK.found(moved, tmp_path))


def test_without_an_opener_a_section_begins_on_a_left_page() -> None:
    sections = [section.model_copy(update={"opener": False}) for section in BOOK.config.sections]
    pages, _ = pages_of(BOOK.config.model_copy(update={"sections": sections}))
    lefts = [page.number for page in pages for grid in page.grids if grid.role == "puzzle" and grid.number > 1]
    assert lefts[0] % 2 == 0 and lefts == list(range(lefts[0], lefts[0] + 4))


column_label = text(lambda mark: (mark.font, mark.anchor, mark.string.isdecimal()) == ("regular", "middle", True))
row_label = text(lambda mark: (mark.font, mark.anchor, mark.string.isdecimal()) == ("regular", "end", True))


def column_names(page: Page) -> list[str]:
    """Return the labels of the columns on a page: the small numbers in the middle of their cells."""
    return [mark.string for mark in filter(column_label, page.marks)]


def test_labels_of_all_columns_go_on_from_the_left_half_to_the_right(tmp_path: Path) -> None:
    pages = tuple(pages_of(LABELED, BOOK.records)[0])
    assert BOOK.found(pages, tmp_path, LABELED) == []
    assert any("P211" in one for one in BOOK.found(BOOK.pages, tmp_path, LABELED))
    at = half_of(pages)
    left, right = (column_names(page) for page in pages[at : at + 2])
    assert left == [str(column + 1) for column in range(18)]
    assert right == [str(column + 1) for column in range(18, 35)]


@pytest.mark.parametrize(("label", "problem"), [(column_label, "P211"), (row_label, "rows differ in both halves")])
def test_a_wrong_label_of_the_right_half_is_found(label: Wanted, problem: str, tmp_path: Path) -> None:
    pages = tuple(pages_of(LABELED, BOOK.records)[0])
    right = 1 + half_of(pages)
    wrong = replace(pages[right], marks=tuple(changed(pages[right].marks, label, other_digit)))
    found = BOOK.found((*pages[:right], wrong, *pages[right + 1 :]), tmp_path, LABELED)
    assert any(problem in one for one in found), found
