"""Rules, lessons, openers and first puzzles on one page: where they begin, page numbers, and the order of reading."""

from dataclasses import replace
from pathlib import Path

import pytest
from layout_boards import EN, LETTER, TRAVEL, section, text
from small_book import design_of, pages_of, puzzles_of

from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.config.load import loads_book
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.layout.book.book_content import Begin, BookSection
from puzzlegen.layout.book.pagination import BookPages, lay_out_book
from puzzlegen.layout.core.document import Page, Text
from puzzlegen.layout.core.page_builder import PageGeometry

METRICS = FontMetrics()


def laid_out(*sections: BookSection, page: PageGeometry = LETTER, tagged: bool = False) -> BookPages:
    return lay_out_book(replace(text(), copyright=(), tagged=tagged), sections, page, METRICS, EN)


def y_of(page: Page, words: str) -> float:
    (found,) = (mark.y for mark in page.marks if isinstance(mark, Text) and mark.string == words)
    return found


def folios(page: Page) -> list[Text]:
    return [mark for mark in page.marks if isinstance(mark, Text) and mark.y > page.block.bottom + 0.01]


def numbers(page: Page) -> list[int]:
    return [grid.number for grid in page.grids if grid.role == "puzzle"]


def test_an_opener_stands_below_the_rules_and_its_puzzles_follow() -> None:
    book = laid_out(section("Warm-up", 1, [(12, 12)] * 8, 4))
    start = book.plan.starts["section 1"]
    assert start == book.plan.starts["how-to-play"]
    page, after = list(book)[start - 1 : start + 1]
    assert page.kind == "how-to-play" and y_of(page, "How to Play") < y_of(page, "Warm-up") < page.block.bottom
    assert [mark.string for mark in folios(page)] == [str(start)]
    assert numbers(after) == [1, 2, 3, 4] and book.plan.puzzles[1] == start + 1


@pytest.mark.parametrize("page", [LETTER, TRAVEL], ids=["letter", "travel"])
def test_first_puzzles_stand_below_an_opener(page: PageGeometry) -> None:
    first = replace(section("Warm-up", 1, [(8, 8)] * 10, 4), begin="next page")
    book = laid_out(first, page=page)
    shared, *others = list(book)[book.plan.starts["section 1"] - 1 :]
    assert numbers(shared)[0] == 1 and 0 < len(numbers(shared)) <= 4 and shared.folio == shared.number
    assert y_of(shared, "Warm-up") < min(grid.y for grid in shared.grids)
    assert [number for one in (shared, *others) for number in numbers(one)] == list(range(1, 11))


def test_an_opener_takes_the_rest_of_the_page_of_the_section_before() -> None:
    former = section("Former", 1, [(8, 8)] * 6, 4, opener=False)
    book = laid_out(former, section("Warm-up", 7, [(12, 12)] * 4, 4))
    page = list(book)[book.plan.starts["section 2"] - 1]
    lowest = max(grid.y + grid.height * grid.cell for grid in page.grids)
    assert numbers(page) == [5, 6] and lowest < y_of(page, "Warm-up")
    assert book.plan.puzzles[7] == page.number + 1


@pytest.mark.parametrize("begin", ["next page", "right"])
def test_it_does_not_where_the_config_asks_for_another_page(begin: Begin) -> None:
    former = section("Former", 1, [(8, 8)] * 6, 4, opener=False)
    book = laid_out(former, replace(section("Warm-up", 7, [(12, 12)] * 4, 4), begin=begin))
    assert book.plan.starts["section 2"] > book.plan.puzzles[6]
    assert begin == "next page" or book.plan.starts["section 2"] % 2


def test_a_shared_page_is_read_from_top_to_bottom() -> None:
    former = section("Former", 1, [(8, 8)] * 6, 4, opener=False)
    book = laid_out(former, section("Warm-up", 7, [(12, 12)] * 4, 4), tagged=True)
    page = list(book)[book.plan.starts["section 2"] - 1]
    read = [part.tags[-1] if part.tags[-1] == "Figure" else part.text[:12] for part in page.parts or ()]
    shown = [one for one in read if one in ("Figure", "Warm-up", "What is new ")]
    assert shown == ["Figure", "Figure", "Warm-up", "What is new "]


SHAPED = """
title: T
series: shared
page: {profile: kdp, trim: 8.5x11}
sections:
  - {name: Shapes, count: 1, size: 11x11, shape: heart, difficulty: easy, per_page: 2, opener: no}
  - {name: Below, count: 2, size: 12x12, difficulty: medium, per_page: 2}
front_matter: {how_to_play: no}
back_matter: {answer_key: no}
"""


def test_figures_below_a_board_with_a_shape_are_not_read_as_parts_of_it(tmp_path: Path) -> None:
    config = loads_book(SHAPED)
    pages, _ = pages_of(config, puzzles_of(config))
    shared = next(page for page in pages if numbers(page) == [1])
    assert any(grid.role == "figure" for grid in shared.grids)
    write_pdf(pages, tmp_path / "book.pdf", design_of(config).fonts)
    (read,) = (page for page in read_pages(tmp_path / "book.pdf") if page.number == shared.number)
    (board,) = (grid for grid in read.grids if grid.number == 1)
    assert (board.width, board.height) == (11, 11)
