"""Sections that share pages: one on the last page of the section before, a last one on pages that would be blank."""

from small_book import pages_of

from puzzlegen.config.load import loads_book
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


BONUS = """
title: T
series: s
page: {trim: 6x9, profile: kdp}
front_matter: {contents: yes, copyright: C}
sections:
  - {name: One, count: 6, size: 6x6, difficulty: easy, per_page: 4}
  - {name: Two, count: 9, size: 6x6, difficulty: easy, per_page: 4, begin: right}
  - {name: Three, count: 4, size: 6x6, difficulty: easy, per_page: 4, begin: right}
  - {name: Four, count: 13, size: 6x6, difficulty: easy, per_page: 4, begin: right, opener: no}
  - {name: Spare, count: COUNT, size: 8x8, difficulty: easy, per_page: 2, begin: blank pages}
back_matter: {notes_pages: 8}
"""


def with_bonus(count: int) -> BookPages:
    return pages_of(loads_book(BONUS.replace("COUNT", str(count))))[0]


def blank_between(pages: list[Page]) -> list[int]:
    return [page.number for page in pages if page.kind in ("blank", "ornament") and page.number > pages_before(pages)]


def pages_before(pages: list[Page]) -> int:
    return next(page.number for page in pages if page.kind == "puzzles")


def alone(pages: list[Page]) -> list[tuple[int, int]]:
    """The numbers of puzzles from 33 with a page each, and these pages."""
    return [(page.grids[0].number, page.number) for page in pages if page.kind == "puzzles" and len(page.grids) == 1
            and page.grids[0].number > 32]  # fmt: skip


def test_puzzles_take_the_blank_pages_between_sections_and_the_others_follow() -> None:
    plain = list(pages_of(loads_book(BONUS[: BONUS.index("  - {name: Spare")] + "fillers: none\n"))[0])
    last = next(page.number for page in plain if any(grid.number == 32 for grid in page.grids))
    blank = [number for number in blank_between(plain) if number < last]
    assert len(blank) == 3
    book = with_bonus(6)
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
    book = with_bonus(2)
    pages = list(book)
    assert len(alone(pages)) == 1
    assert book.plan.puzzles[34] == book.plan.starts["section 5"]


def test_automatic_pages_keep_to_the_page_limit() -> None:
    text = BONUS.replace("COUNT", "9").replace(", per_page: 4", "").replace(", per_page: 2", "")
    for most in (34, 38, 44):
        book = pages_of(loads_book(text.replace("profile: kdp", f"profile: kdp, max_pages: {most}")))[0]
        assert len(list(book)) == len(book) <= most
