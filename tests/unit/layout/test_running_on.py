"""Sections that begin on the last page of the section before."""

import pytest
from small_book import pages_of

from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.layout.book.pagination import BookPages
from puzzlegen.layout.core.document import Page, Text

BOOK = """
title: T
series: s
page: {trim: 8.5x11, profile: screen}
front_matter: {title_page: no, how_to_play: no, contents: yes}
sections:
  - {name: One, count: 6, size: 8x8, difficulty: easy, per_page: 4, opener: no}
  - {name: Two, count: 7, size: 8x8, difficulty: medium, per_page: 4, begin: same page}
  - {name: Three, count: 2, size: 15x15, difficulty: easy, per_page: 1, begin: same page}
"""


def laid_out(text: str = BOOK) -> BookPages:
    return pages_of(loads_book(text))[0]


def puzzles(pages: list[Page]) -> list[list[int]]:
    return [[grid.number for grid in page.grids] for page in pages if page.kind == "puzzles"]


def heading(page: Page, name: str) -> float | None:
    """The baseline of the heading of a section on a page, which is no running head."""
    found = [mark.y for mark in page.marks if isinstance(mark, Text) and (mark.string, mark.font) == (name, "bold")]
    return found[0] if found else None


def test_the_rest_of_a_page_takes_the_next_section_with_its_heading() -> None:
    book = laid_out()
    pages = list(book)
    assert puzzles(pages) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13], [14], [15]]
    shared = next(page for page in pages if [grid.number for grid in page.grids] == [5, 6, 7, 8])
    name = heading(shared, "Two")
    assert name is not None
    above, below = shared.grids[:2], shared.grids[2:]
    assert max(grid.area.bottom for grid in above) < name < min(grid.area.top for grid in below)
    assert max(grid.area.bottom for grid in below) <= shared.block.bottom
    assert book.plan.starts["section 2"] == shared.number == book.plan.puzzles[7] == book.plan.puzzles[5]
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))
    assert shared.folio == shared.number
    words = [mark for mark in pages[0].marks if isinstance(mark, Text)]
    (line,) = [mark.y for mark in words if mark.string == "Two"]
    assert str(shared.number) in [mark.string for mark in words if mark.y == line]


def test_a_section_that_does_not_fit_begins_on_the_next_page() -> None:
    pages = list(laid_out())
    (own,) = [page for page in pages if [grid.number for grid in page.grids] == [14]]
    assert heading(own, "Three") is not None  # its heading fits above it
    tall = BOOK.replace("size: 15x15", "size: 17x22")
    (full,) = [page for page in laid_out(tall) if [grid.number for grid in page.grids] == [14]]
    assert heading(full, "Three") is None  # the running head names the section


def test_what_stands_at_the_foot_keeps_sections_apart() -> None:
    for aids in ("{hints: foot}", "{qr: yes}", "{rules: yes}"):
        assert [5, 6] in puzzles(list(laid_out(BOOK + f"aids: {aids}\n")))
    answers = "back_matter: {answer_key: {place: section}}\n"
    assert [5, 6] in puzzles(list(laid_out(BOOK + answers)))


def test_automatic_sections_that_join_keep_to_the_page_limit() -> None:
    text = BOOK.replace(", per_page: 4", "").replace("per_page: 1, ", "")
    for most in range(7, 12):
        pages = laid_out(text.replace("profile: screen", f"profile: screen, max_pages: {most}"))
        assert len(pages) <= most
        assert len(list(pages)) == len(pages)


def test_pages_of_a_draft_that_two_sections_share_are_whole() -> None:
    book = laid_out()
    number = book.plan.starts["section 2"]
    (page,) = book.between(number, number)
    assert [grid.number for grid in page.grids] == [5, 6, 7, 8]


@pytest.mark.parametrize("begin", ["same page", "next page"])
def test_puzzles_on_certain_sides_cannot_run_on(begin: str) -> None:
    text = BOOK.replace("begin: same page", f"begin: {begin}").replace("profile: screen", "single_sided: yes")
    with pytest.raises(ConfigError, match=f"begin: found {begin} and page.single_sided, which exclude each other"):
        loads_book(text)


MAGAZINE = """
title: T
series: s
page: {profile: home-a4, folio: no}
front_matter: {title_page: no, how_to_play: no}
aids: {rules: yes}
back_matter: {answer_key: {place: separate}}
sections:
  - {name: Minefields, count: 4, size: 8x8, difficulty: medium, per_page: 4, begin: same page}
"""


def test_a_magazine_page_has_a_headline_above_the_rules_and_no_folio() -> None:
    (page,) = laid_out(MAGAZINE)
    words = [mark for mark in page.marks if isinstance(mark, Text) and mark.font != "digits"]
    assert page.folio is None and not [mark for mark in words if mark.y > page.block.bottom]
    headline = heading(page, "Minefields")
    (rules,) = [mark.y for mark in words if mark.string.startswith("Each number counts")]
    assert headline is not None and headline < rules < min(grid.area.top for grid in page.grids)
    assert headline == min(mark.y for mark in words)  # no running head
    (numbered,) = laid_out(MAGAZINE.replace(", folio: no", ""))
    assert numbered.folio == 1


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("answer_key: {place: separate}", "answer_key: {place: back}", "answers in the book"),
        ("rules: yes", "hints: back", "aids.hints: back"),
        ("title_page: no", "contents: yes", "front_matter.contents: yes"),
    ],
)
def test_pages_without_numbers_cannot_be_named(old: str, new: str, words: str) -> None:
    with pytest.raises(ConfigError, match=f"page.folio: found no and {words}, which names pages"):
        loads_book(MAGAZINE.replace(old, new))
