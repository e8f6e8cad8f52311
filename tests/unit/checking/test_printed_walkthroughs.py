"""Step-by-step solutions: read back from the page, and each wrong mark, ring, board and word found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from printed_book import Press
from small_book import pages_of, puzzles_of

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import BLANK
from puzzlegen.checking.content import check_pages, check_puzzles
from puzzlegen.checking.expected import Printed, expectations_of
from puzzlegen.checking.printed_pages import stage_of
from puzzlegen.config.load import loads_book
from puzzlegen.drawing.pdf_writer import PdfStyle
from puzzlegen.language.catalogue import load
from puzzlegen.language.walkthroughs import walkthrough
from puzzlegen.layout.core.document import Disc, Mark, Page, Ring, Text
from puzzlegen.solver.tiers import run

pytestmark = pytest.mark.xdist_group("verify")

CONFIG = loads_book("""
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
RECORDS = puzzles_of(CONFIG)
PLANNED, LIMITS = pages_of(CONFIG, RECORDS)
SOUND = tuple(PLANNED)
PRESS = Press(PdfStyle(space="rgb"))
STEPS = next(i for i, page in enumerate(SOUND) if page.kind == "walkthroughs")


def findings_of(pages: tuple[Page, ...], folder: Path) -> list[str]:
    printed = PRESS.printed(pages, folder)
    expected = expectations_of(CONFIG, RECORDS, Printed(PLANNED.contents), LIMITS)
    return [str(one) for one in check_pages(printed, LIMITS.bound) + check_puzzles(printed, expected)]


def test_hard_puzzles_have_boards_in_order_before_the_answers(tmp_path: Path) -> None:
    assert findings_of(SOUND, tmp_path) == []
    stages = [stage for page in PRESS.printed(SOUND, tmp_path) for grid in page.grids if (stage := stage_of(grid))]
    counts = [sum(number == one for number, _ in stages) for one in (3, 4, 5)]
    assert stages == [(one, at) for one, count in zip((3, 4, 5), counts, strict=True) for at in range(1, count + 1)]
    assert all(3 <= count <= 6 for count in counts)
    kinds = list(dict.fromkeys(page.kind for page in SOUND))
    assert kinds.index("puzzles") < kinds.index("walkthroughs") < kinds.index("answers")
    assert "Step by Step" in PLANNED.contents


def is_mine(mark: Mark) -> bool:
    return isinstance(mark, Disc) and mark.radius > 2


def is_dot(mark: Mark) -> bool:
    return isinstance(mark, Disc) and mark.radius < 2


def is_ring(mark: Mark) -> bool:
    return isinstance(mark, Ring)


def is_clue(mark: Mark) -> bool:
    return isinstance(mark, Text) and mark.font == "digits"


def is_label(mark: Mark) -> bool:
    return isinstance(mark, Text) and mark.string == "3.2"


def is_sentence(mark: Mark) -> bool:
    return isinstance(mark, Text) and " at R" in mark.string  # the note below the heading has none


def as_dot(mark: Mark) -> Mark:
    assert isinstance(mark, Disc)
    return replace(mark, radius=0.9)


def as_mine(mark: Mark) -> Mark:
    assert isinstance(mark, Disc)
    return replace(mark, radius=4.0)


def other_digit(mark: Mark) -> Mark:
    assert isinstance(mark, Text)
    return replace(mark, string="8")


def other_words(mark: Mark) -> Mark:
    assert isinstance(mark, Text)
    return replace(mark, string=mark.string.replace(" at R", " at C", 1))


def as_last(mark: Mark) -> Mark:
    assert isinstance(mark, Text)
    return replace(mark, string="3.9")


@pytest.mark.parametrize(
    ("wanted", "change", "words"),
    [
        (is_mine, as_dot, "a dot is printed on a mine"),
        (is_dot, as_mine, "a mine is printed in a safe cell"),
        (is_mine, lambda _: None, "it has other cells than are found by then"),
        (is_dot, lambda _: None, "it has other cells than are found by then"),
        (is_ring, lambda _: None, "its rings are not around the clues of the step"),
        (is_clue, lambda _: None, "printed blank, recorded"),
        (is_clue, other_digit, "printed 8, recorded"),
        (is_label, lambda _: None, "the boards printed are 1, 3"),
        (is_label, as_last, "the boards printed are 1, 9"),
        (is_sentence, other_words, "the page does not read"),
    ],
)
def test_damage_is_found(
    wanted: Callable[[Mark], bool], change: Callable[[Mark], Mark | None], words: str, tmp_path: Path
) -> None:
    page = SOUND[STEPS]
    at = next(i for i, mark in enumerate(page.marks) if wanted(mark))
    changed = change(page.marks[at])
    marks = (*page.marks[:at], *([changed] if changed else []), *page.marks[at + 1 :])
    found = findings_of((*SOUND[:STEPS], replace(page, marks=marks), *SOUND[STEPS + 1 :]), tmp_path)
    assert found and all("A310" in one for one in found), found
    assert any(words in one for one in found), found


@pytest.mark.parametrize(
    ("new", "words"), [(True, "the last board lacks a mark"), (False, "a mark of the board before is missing")]
)
def test_a_mark_missing_from_the_last_board_is_found(new: bool, words: str, tmp_path: Path) -> None:
    *_, before, last = walkthrough(run(RECORDS[4].puzzle, MAX_TIER), load("en"))
    index = max(i for i, page in enumerate(SOUND) if page.kind == "walkthroughs")
    page = SOUND[index]
    cells = RECORDS[4].puzzle.cells
    cell = next(i for i in last.safe if (i not in before.safe) == new and cells[i] == BLANK)
    at = page.grids[-1].center(cell)
    marks = tuple(mark for mark in page.marks if not (isinstance(mark, Disc) and (mark.x, mark.y) == at))
    assert len(marks) == len(page.marks) - 1
    found = findings_of((*SOUND[:index], replace(page, marks=marks), *SOUND[index + 1 :]), tmp_path)
    assert ["A310" in one and words in one for one in found] == [True], found


def test_solutions_left_out_are_found(tmp_path: Path) -> None:
    kept = tuple(replace(page, marks=()) if page.kind == "walkthroughs" else page for page in SOUND)
    found = [one for one in findings_of(kept, tmp_path) if "A310" in one]
    assert len(found) == 3 and all("the boards printed are none, expected" in one for one in found)
