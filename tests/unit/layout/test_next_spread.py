"""Answers on the next spread: a reader turns one leaf, and never sees an answer beside its puzzle."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from layout_boards import EN, LARGE, LETTER, TRAVEL, example, section, text

from puzzlegen.board.lattices import MOSAIC
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import CellsTooSmall
from puzzlegen.language.markdown_blocks import Paragraph, Run
from puzzlegen.layout.book.book_content import AUTO, AnswerKeyPlan, BookSection, ReaderAids, VariantRules
from puzzlegen.layout.book.pagination import BookPages, lay_out_book
from puzzlegen.layout.core.document import Box, Page, Text
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.layout.core.theme import DEFAULT, Theme
from puzzlegen.units import inches, mm

METRICS = FontMetrics()
KEY, PLAIN = AnswerKeyPlan(place="next spread"), ReaderAids()
SQUARE = PageGeometry(*(inches(x) for x in (8.25, 8.25, 0.625, 0.5, 0.6, 0.75)))
PAGES = {"6x9": TRAVEL, "8.5x11": LETTER, "8.25x8.25": SQUARE}


def book(
    parts: Sequence[BookSection],
    page: PageGeometry = TRAVEL,
    key: AnswerKeyPlan = KEY,
    aids: ReaderAids = PLAIN,
    theme: Theme = DEFAULT,
) -> BookPages:
    return lay_out_book(replace(text(), key=key, aids=aids), tuple(parts), page, METRICS, EN, theme)


def pages_of(drawn: Sequence[Page], role: str) -> dict[int, int]:
    return {grid.number: page.number for page in drawn for grid in page.grids if grid.role == role}


def spread(number: int, page: PageGeometry) -> int:
    """The spread of a page; loose sheets have one page each."""
    return number // 2 if page.bound else number


def check(planned: BookPages, page: PageGeometry) -> list[Page]:
    """Check that each answer stands once, on the spread after its puzzle, where both name each other."""
    drawn = list(planned)
    puzzles, answers = pages_of(drawn, "puzzle"), pages_of(drawn, "answer")
    assert [one.number for one in drawn] == [*range(1, len(planned) + 1)]
    assert sorted(puzzles) == sorted(answers) == [*range(1, len(puzzles) + 1)]
    assert puzzles == planned.plan.puzzles and answers == planned.plan.answers
    assert len([grid for one in drawn for grid in one.grids if grid.role == "answer"]) == len(answers)
    for number, where in puzzles.items():
        assert spread(answers[number], page) == spread(where, page) + 1, number
    for one in drawn:
        words = " ".join(mark.string.replace("\u00a0", " ") for mark in one.marks if isinstance(mark, Text))
        due = sorted(answers[number] for number, where in puzzles.items() if where == one.number)
        assert sorted(map(int, re.findall(r"Answer: p\. (\d+)", words))) == due
        due = sorted(puzzles[number] for number, where in answers.items() if where == one.number)
        assert sorted(map(int, re.findall(r"(?<!Answer: )\bp\. (\d+)", words))) == due
        boxes = [grid.area for grid in one.grids if grid.role in ("puzzle", "answer")]
        block = one.block
        assert all(box.top >= block.top - 1 and box.bottom <= block.bottom + 1 for box in boxes), one.number
        assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if overlap(a, b)], one.number
        assert all(grid.cell >= mm(3.3) - 0.05 for grid in one.grids if grid.role == "answer")
    return drawn


def overlap(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


@pytest.mark.parametrize("bound", [True, False])
@pytest.mark.parametrize("per_page", [1, 2, 4, AUTO])
@pytest.mark.parametrize("trim", PAGES)
def test_answers_stand_on_the_spread_after_their_puzzles(trim: str, per_page: int, bound: bool) -> None:
    page = replace(PAGES[trim], bound=bound)
    check(book([section("One", 1, [(7, 6)] * 9, per_page)], page), page)


SECTIONS = st.lists(
    st.tuples(
        st.integers(1, 9),  # puzzles
        st.sampled_from([1, 2, 4, AUTO]),
        st.sampled_from([((5, 4),), ((9, 7),), ((5, 5), (11, 9), (7, 8))]),
        st.booleans(),  # an opener
        st.sampled_from([None, "right", "next page", "same page"]),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=40, deadline=None)
@given(SECTIONS, st.sampled_from(list(PAGES)), st.booleans(), st.sampled_from(["compact", "normal", "large"]))
def test_answers_of_mixed_sections_stand_there_too(made: list, trim: str, bound: bool, density: str) -> None:
    parts, first = [], 1
    for i, (count, per_page, sizes, opener, begin) in enumerate(made):
        one = section(f"S{i}", first, [sizes[j % len(sizes)] for j in range(count)], per_page, opener)
        parts.append(replace(one, begin=begin, example=example() if opener and i % 2 else None))
        first += count
    page = replace(PAGES[trim], bound=bound)
    try:
        planned = book(parts, page, replace(KEY, density=density))
    except CellsTooSmall:
        reject()
    check(planned, page)


@pytest.mark.parametrize(
    "aids",
    [
        ReaderAids(name=True, rules=True),
        ReaderAids(time=True, labels=True, contents=True, score_card=True),
        ReaderAids(single_sided=True, notes=2),
    ],
    ids=["head", "labels", "single-sided"],
)
def test_answers_beside_other_aids(aids: ReaderAids) -> None:
    parts = [section("One", 1, [(7, 6)] * 5, 2), section("Two", 6, [(9, 8)] * 4, 1, opener=False)]
    check(book(parts, LETTER, aids=aids), LETTER)


def test_rules_and_lessons_between_sections_hold_no_answers() -> None:
    cells = [section("One", 1, [(7, 6)] * 5, 2), section("Two", 6, [(9, 8)] * 4, 2)]
    entries = tuple(
        replace(
            one, graded=replace(one.graded, puzzle=replace(one.puzzle, grid=replace(one.puzzle.grid, variant=MOSAIC)))
        )
        for one in cells[1].entries
    )
    parts = [cells[0], replace(cells[1], entries=entries)]
    rules = VariantRules(MOSAIC, (Paragraph((Run("Count the cell itself, too. " * 40),)),))
    content = replace(text(), key=KEY, rules=(*text().rules, rules))
    drawn = check(lay_out_book(content, tuple(parts), LETTER, METRICS, EN, DEFAULT), LETTER)
    kinds = [page.kind.split()[0] for page in drawn]
    assert kinds[kinds.index("answers") + 1 :].count("how-to-play") == 1


def test_large_print_has_large_answers() -> None:
    drawn = check(book([section("One", 1, [(7, 6)] * 5, 1)], LETTER, theme=LARGE), LETTER)
    labels = [mark for page in drawn for mark in page.marks if isinstance(mark, Text) and mark.string.startswith("p.")]
    assert labels and all(mark.size >= 17.5 for mark in labels)


def test_sections_follow_below_the_last_answers_of_the_section_before() -> None:
    parts = [section("One", 1, [(7, 6)] * 4, 2), section("Two", 5, [(7, 6)] * 4, 2)]
    drawn = check(book(parts, LETTER), LETTER)
    shared = [page for page in drawn if {"answer", "puzzle"} <= {grid.role for grid in page.grids}]
    assert any({grid.number for grid in page.grids if grid.role == "puzzle"} >= {5} for page in shared)
