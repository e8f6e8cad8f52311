"""Step-by-step solutions: read back from the page, and each wrong mark, ring, board and word found."""

from dataclasses import replace
from math import dist
from pathlib import Path

import pytest
from printed_book import Change, SoundBook, Wanted, gone, text

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import BLANK
from puzzlegen.checking.printed_pages import stage_of
from puzzlegen.language.catalogue import load
from puzzlegen.language.walkthroughs import walkthrough
from puzzlegen.layout.core.document import Disc, Mark, Ring
from puzzlegen.solver.tiers import run

pytestmark = pytest.mark.xdist_group("verify")

BOOK = SoundBook("""
title: Steps
series: steps
page: {trim: 6x9}
sections:
  - {name: Easy, difficulty: easy, per_page: 2, count: 2, size: 6x5}
  - {name: Hard, difficulty: hard, per_page: 2, count: 2, size: 8x7}
  - {name: Mosaics, kind: mosaic, difficulty: hard, per_page: 2, count: 1, size: 8x7}
front_matter: {contents: yes}
back_matter: {walkthroughs: hard}
""")
STEPS = BOOK.first("walkthroughs")


def test_hard_puzzles_have_boards_in_order_before_the_answers(tmp_path: Path) -> None:
    assert BOOK.found(BOOK.pages, tmp_path) == []
    stages = [
        stage for page in BOOK.press.printed(BOOK.pages, tmp_path) for grid in page.grids if (stage := stage_of(grid))
    ]
    counts = [sum(number == one for number, _ in stages) for one in (3, 4, 5)]
    assert stages == [(one, at) for one, count in zip((3, 4, 5), counts, strict=True) for at in range(1, count + 1)]
    assert all(3 <= count <= 6 for count in counts)
    kinds = list(dict.fromkeys(page.kind for page in BOOK.pages))
    assert kinds.index("puzzles") < kinds.index("walkthroughs") < kinds.index("answers")
    assert "Step by Step" in BOOK.planned.contents


def is_mine(mark: Mark) -> bool:
    return isinstance(mark, Disc) and mark.radius > 2


def is_dot(mark: Mark) -> bool:
    return isinstance(mark, Disc) and mark.radius < 2


def is_ring(mark: Mark) -> bool:
    return isinstance(mark, Ring)


is_clue = text(lambda mark: mark.font == "digits")
is_label = text(lambda mark: mark.string == "3.2")
is_sentence = text(lambda mark: " at R" in mark.string)  # the note below the heading has none


def as_dot(mark: Mark) -> Mark:
    return replace(mark, radius=0.9)


def as_mine(mark: Mark) -> Mark:
    return replace(mark, radius=4.0)


def other_digit(mark: Mark) -> Mark:
    return replace(mark, string="8")


def other_words(mark: Mark) -> Mark:
    return replace(mark, string=mark.string.replace(" at R", " at C", 1))


def as_last(mark: Mark) -> Mark:
    return replace(mark, string="3.9")


@pytest.mark.parametrize(
    ("wanted", "change", "words"),
    [
        (is_mine, as_dot, "a dot is printed on a mine"),
        (is_dot, as_mine, "a mine is printed in a safe cell"),
        (is_mine, gone, "it has other cells than are found by then"),
        (is_dot, gone, "it has other cells than are found by then"),
        (is_ring, gone, "its rings are not around the clues of the step"),
        (is_clue, gone, "printed blank, recorded"),
        (is_clue, other_digit, "printed 8, recorded"),
        (is_label, gone, "the boards printed are 1, 3"),
        (is_label, as_last, "the boards printed are 1, 9"),
        (is_sentence, other_words, "the page does not read"),
    ],
)
def test_damage_is_found(wanted: Wanted, change: Change, words: str, tmp_path: Path) -> None:
    found = BOOK.found(BOOK.spoilt(STEPS, wanted, change), tmp_path)
    assert found and all("A310" in one for one in found), found
    assert any(words in one for one in found), found


@pytest.mark.parametrize(
    ("new", "words"), [(True, "the last board lacks a mark"), (False, "a mark of the board before is missing")]
)
def test_a_mark_missing_from_the_last_board_is_found(new: bool, words: str, tmp_path: Path) -> None:
    *_, before, last = walkthrough(run(BOOK.records[4].puzzle, MAX_TIER), load("en"))
    index = max(i for i, page in enumerate(BOOK.pages) if page.kind == "walkthroughs")
    page = BOOK.pages[index]
    cells = BOOK.records[4].puzzle.cells
    cell = next(i for i in last.safe if (i not in before.safe) == new and cells[i] == BLANK)
    at = page.grids[-1].center(cell)
    marks = tuple(mark for mark in page.marks if not (isinstance(mark, Disc) and dist((mark.x, mark.y), at) < 0.1))
    assert len(marks) == len(page.marks) - 1
    found = BOOK.found(BOOK.with_marks(index, marks), tmp_path)
    assert ["A310" in one and words in one for one in found] == [True], found


def test_solutions_left_out_are_found(tmp_path: Path) -> None:
    kept = tuple(replace(page, marks=()) if page.kind == "walkthroughs" else page for page in BOOK.pages)
    found = [one for one in BOOK.found(kept, tmp_path) if "A310" in one]
    assert len(found) == 3 and all("the boards printed are none, expected" in one for one in found)
