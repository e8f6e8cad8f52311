"""A last section whose puzzles take the pages that would be blank."""

import pytest
from small_book import pages_of

from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.layout.book.pagination import BookPages
from puzzlegen.layout.core.document import Page, Text

BOOK = """
title: T
series: s
page: {trim: 6x9, profile: kdp}
front_matter: {contents: yes, copyright: C}
sections:
  - {name: One, count: 7, size: 6x6, difficulty: easy, per_page: 4}
  - {name: Two, count: 8, size: 6x6, difficulty: easy, per_page: 4, begin: right}
  - {name: Three, count: 7, size: 6x6, difficulty: easy, per_page: 4, begin: right}
  - {name: Four, count: 10, size: 6x6, difficulty: easy, per_page: 4, begin: right, opener: no}
  - {name: Spare, count: COUNT, size: 8x8, difficulty: easy, per_page: 2, begin: blank pages}
back_matter: {notes_pages: 8}
"""


def laid_out(count: int) -> BookPages:
    return pages_of(loads_book(BOOK.replace("COUNT", str(count))))[0]


def blank_between(pages: list[Page]) -> list[int]:
    return [page.number for page in pages if page.kind in ("blank", "ornament") and page.number > pages_before(pages)]


def pages_before(pages: list[Page]) -> int:
    return next(page.number for page in pages if page.kind == "section")


def alone(pages: list[Page]) -> list[tuple[int, int]]:
    """The numbers of puzzles from 33 with a page each, and these pages."""
    return [(page.grids[0].number, page.number) for page in pages if page.kind == "puzzles" and len(page.grids) == 1
            and page.grids[0].number > 32]  # fmt: skip


def test_puzzles_take_the_blank_pages_between_sections_and_the_others_follow() -> None:
    plain = list(pages_of(loads_book(BOOK[: BOOK.index("  - {name: Spare")] + "fillers: none\n"))[0])
    last = next(page.number for page in plain if any(grid.number == 32 for grid in page.grids))
    blank = [number for number in blank_between(plain) if number < last]
    assert len(blank) == 3
    book = laid_out(6)
    pages = list(book)
    assert alone(pages) == [(33, blank[0]), (34, blank[1]), (35, blank[2])]
    for number, at in alone(pages):
        page = pages[at - 1]
        headings = [mark for mark in page.marks if isinstance(mark, Text) and mark.string == "Spare"]
        assert any(mark.font == "bold" for mark in headings)
        assert page.folio == at
        assert book.plan.puzzles[number] == at
    assert [page.number for page in pages] == list(range(1, len(book) + 1))
    behind = [[grid.number for grid in page.grids if grid.number > 35] for page in pages if page.kind == "puzzles"]
    assert [numbers for numbers in behind if numbers] == [[36], [37, 38]]
    assert set(book.plan.answers) == set(range(1, 39))
    assert list(book.contents)[:5] == ["How to Play", "One", "Two", "Three", "Four"]
    assert list(book.contents).count("Spare") == 1


def test_one_puzzle_stays_at_the_place_that_the_contents_name() -> None:
    book = laid_out(2)
    pages = list(book)
    assert len(alone(pages)) == 1
    assert book.plan.puzzles[34] == book.plan.starts["section 5"]


def test_automatic_pages_keep_to_the_page_limit() -> None:
    text = BOOK.replace("COUNT", "9").replace(", per_page: 4", "").replace(", per_page: 2", "")
    for most in (34, 38, 44):
        book = pages_of(loads_book(text.replace("profile: kdp", f"profile: kdp, max_pages: {most}")))[0]
        assert len(list(book)) == len(book) <= most


def test_only_the_last_of_several_sections_takes_blank_pages() -> None:
    first = BOOK.replace("COUNT", "5").replace("name: One,", "name: One, begin: blank pages,")
    with pytest.raises(ConfigError, match=r"sections\[1\].*begin: found blank pages, allowed only in the last"):
        loads_book(first)
