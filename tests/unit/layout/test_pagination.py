"""Pages of a whole book: what stands where, which pages are named, and where links lead."""

import dataclasses
from collections import Counter
from itertools import pairwise

import pytest
from layout_boards import EN, LETTER, TRAVEL, PlainMetrics, section, sections, text, with_entries

from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import LayoutError
from puzzlegen.language.explanations import Hint
from puzzlegen.language.markdown_blocks import Paragraph, Run
from puzzlegen.layout.book.book_content import ReaderAids
from puzzlegen.layout.book.pagination import BookPages, lay_out_book
from puzzlegen.layout.core.document import Link, Page, Place, PlacedGrid, Text
from puzzlegen.layout.core.theme import DEFAULT

METRICS = FontMetrics()


@pytest.fixture(scope="module", params=[LETTER, TRAVEL], ids=["letter", "travel"])
def laid_out(request):
    return request.param, list(lay_out_book(text(), sections(), request.param, METRICS, EN))


def extent(mark: Text) -> tuple[float, float]:
    width = METRICS.width(mark.string, mark.font) * mark.size + mark.spacing * len(mark.string)
    left = mark.x - {"start": 0.0, "middle": width / 2, "end": width}[mark.anchor]
    return left, left + width


def grids(pages: list[Page], role: str) -> list[PlacedGrid]:
    return [grid for page in pages for grid in page.grids if grid.role == role]


def strings(pages: list[Page], kind: str) -> list[tuple[int, str]]:
    return [(p.number, m.string) for p in pages if p.kind == kind for m in p.marks if isinstance(m, Text)]


def test_pages_are_numbered_even_in_count_and_never_blank_twice(laid_out):
    _, document = laid_out
    pages = document
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))
    assert len(pages) % 2 == 0
    kinds = [page.kind for page in pages]
    assert kinds[:3] == ["title", "copyright", "how-to-play"]
    assert all(kinds[i : i + 2] != ["blank", "blank"] for i in range(len(kinds)))
    assert all(page.marks == () for page in pages if page.kind == "blank")


def test_sections_open_on_the_right_if_they_ask_for_it_and_the_key_overleaf(laid_out):
    geometry, _ = laid_out
    asked = tuple(dataclasses.replace(one, begin="right") for one in sections())
    pages = lay_out_book(text(), asked, geometry, METRICS, EN)
    assert all(start % 2 for key, start in pages.plan.starts.items() if key.startswith("section"))
    assert not next(page for page in pages if page.kind == "answers").recto  # so that no answer faces a puzzle


def test_rules_of_several_pages_face_their_example():
    rules = text().rules[0]
    long = dataclasses.replace(rules, text=(*rules.text, *[Paragraph((Run("Many words. " * 40),))] * 8))
    for content, count in ((text(), 1), (dataclasses.replace(text(), rules=(long,)), 2)):
        pages = [page for page in lay_out_book(content, sections(), LETTER, METRICS, EN) if page.kind == "how-to-play"]
        assert len(pages) >= count
        assert len(pages) == 1 or not pages[0].recto


def test_margins_are_mirrored(laid_out):
    geometry, document = laid_out
    for page in document:
        inside = page.block.left if page.recto else page.width - page.block.right
        assert inside == pytest.approx(geometry.inside)


def test_nothing_but_folio_and_head_stands_in_the_margins(laid_out):
    _, document = laid_out
    for page in document:
        for mark in page.marks:
            if isinstance(mark, Text):
                left, right = extent(mark)
                assert page.block.left - 0.5 <= left and right <= page.block.right + 0.5, (page.number, mark)
                if not page.block.top <= mark.y <= page.block.bottom + 0.01:
                    outer = page.block.right if page.recto else page.block.left
                    assert mark.x == pytest.approx(outer)
                    assert 18 <= mark.y <= page.height - 18
        for grid in page.grids:
            assert grid.x >= page.block.left and grid.x + grid.width * grid.cell <= page.block.right
            assert grid.y >= page.block.top and grid.y + grid.height * grid.cell <= page.block.bottom


def test_folios_stand_at_the_outer_foot(laid_out):
    _, document = laid_out
    for page in document:
        low = [m for m in page.marks if isinstance(m, Text) and m.y > page.block.bottom + 0.01]
        assert [m.string for m in low] == ([str(page.folio)] if page.folio else [])
        assert page.folio in (None, page.number)


def test_every_puzzle_and_every_answer_is_placed_once(laid_out):
    _, document = laid_out
    numbers = [entry.number for part in sections() for entry in part.entries]
    assert [grid.number for grid in grids(document, "puzzle")] == numbers
    assert [grid.number for grid in grids(document, "answer")] == numbers
    for page in document:
        assert all(grid.page == page.number for grid in page.grids)


def test_references_name_the_right_pages(laid_out):
    _, document = laid_out
    answers = {grid.number: grid.page for grid in grids(document, "answer")}
    puzzles = {grid.number: grid.page for grid in grids(document, "puzzle")}
    wanted = Counter((puzzles[number], f"Answer: p.\u00a0{page}") for number, page in answers.items())
    assert Counter(found for found in strings(document, "puzzles") if found[1].startswith("Answer")) == wanted
    wanted = Counter((answers[number], f"p.\u00a0{page}") for number, page in puzzles.items())
    assert Counter(found for found in strings(document, "answers") if found[1].startswith("p.\u00a0")) == wanted


def test_headers_keep_one_distance_from_their_grids(laid_out):
    _, document = laid_out
    for page in document:
        if page.kind == "puzzles":
            for grid in page.grids:
                bold = [m for m in page.marks if isinstance(m, Text) and m.font == "bold"]
                (number,) = (mark for mark in bold if mark.string == str(grid.number))
                assert grid.y - DEFAULT.puzzle.frame - number.y == pytest.approx(DEFAULT.header.gap)
                assert number.x == pytest.approx(grid.x - DEFAULT.puzzle.frame)


def test_digits_are_centred_by_their_own_height(laid_out):
    _, document = laid_out
    for page in document:
        for grid in page.grids:
            right, bottom = grid.x + grid.width * grid.cell, grid.y + grid.height * grid.cell
            digits = [
                m for m in page.marks
                if isinstance(m, Text) and m.anchor == "middle" and grid.x < m.x < right and grid.y < m.y < bottom
            ]  # fmt: skip
            assert digits
            for mark in digits:
                high = METRICS.figure_height(mark.font) * mark.size
                assert ((mark.x - grid.x) / grid.cell) % 1 == pytest.approx(0.5)
                assert ((mark.y - high / 2 - grid.y) / grid.cell) % 1 == pytest.approx(0.5)
                assert 0.5 <= high / grid.cell <= 0.55


def test_parts_can_be_left_out():
    bare = dataclasses.replace(text(), title_page=False, key=None, copyright=(), rules=())
    document = list(lay_out_book(bare, sections()[:1], LETTER, METRICS, EN))
    assert {page.kind for page in document} == {"puzzles"}
    assert not any("Answer" in string for _, string in strings(document, "puzzles"))


def test_narrow_boards_keep_number_and_reference_apart():
    document = list(lay_out_book(text(), (section("Towers", 100, [(3, 18)] * 6, 6),), LETTER, METRICS, EN))
    page = next(page for page in document if page.kind == "puzzles")
    baselines = {mark.y for mark in page.marks if isinstance(mark, Text) and mark.font == "bold"}
    for y in baselines:
        spans = sorted(extent(mark) for mark in page.marks if isinstance(mark, Text) and mark.y == y)
        assert all(a[1] < b[0] for a, b in pairwise(spans))
        assert spans[-1][1] <= page.block.right


def test_long_titles_shrink_then_are_refused():
    long = "The Quite Unreasonably Long Title of a Book of Puzzles for Pencil and Paper, Volume Twelve"
    size = next(iter(lay_out_book(text(long), sections()[:1], TRAVEL, METRICS, EN))).marks[0].size
    assert 7 <= size < next(iter(lay_out_book(text(), sections()[:1], TRAVEL, METRICS, EN))).marks[0].size
    with pytest.raises(LayoutError, match="too long"):
        lay_out_book(text(long * 4), sections()[:1], TRAVEL, METRICS, EN)


def test_lines_of_a_title_are_even_and_do_not_end_with_a_short_word():
    page = next(iter(lay_out_book(text("Quiet Mines for the Train"), sections()[:1], TRAVEL, METRICS, EN)))
    words = [mark.string for mark in page.marks if isinstance(mark, Text)]
    assert words[:2] == ["Quiet Mines", "for the Train"]


def test_a_character_without_a_glyph_is_named():
    with pytest.raises(LayoutError, match=r"the font Plain has no glyph for '地雷' \(U\+5730 U\+96F7\)"):
        list(lay_out_book(text("Quiet 地雷"), sections()[:1], LETTER, PlainMetrics(), EN))


def test_the_plan_is_where_things_are():
    planned = lay_out_book(text(), sections(), TRAVEL, METRICS, EN)
    pages = list(planned)
    assert len(planned) == len(pages)
    assert planned.plan.puzzles == {grid.number: grid.page for grid in grids(pages, "puzzle")}
    assert planned.plan.answers == {grid.number: grid.page for grid in grids(pages, "answer")}
    assert list(planned) == pages  # drawn anew each time


def test_loose_sheets_have_no_blank_pages():
    loose = dataclasses.replace(TRAVEL, bound=False, multiple=1)
    asked = tuple(dataclasses.replace(one, begin="right") for one in sections())
    bound = list(lay_out_book(text(), asked, TRAVEL, METRICS, EN))
    pages = list(lay_out_book(text(), asked, loose, METRICS, EN))
    kinds = [page.kind for page in bound if page.kind != "blank"]
    assert kinds != [page.kind for page in bound]
    assert sorted(page.kind for page in pages) == sorted(kinds)
    assert [page.number for page in pages] == list(range(1, len(kinds) + 1))


def test_books_without_puzzles_are_refused():
    with pytest.raises(LayoutError, match="needs puzzles"):
        lay_out_book(text(), (), LETTER, METRICS, EN)


@pytest.mark.parametrize(("page", "key"), [(TRAVEL, "type.narrow.display"), (LETTER, "type.wide.display")])
def test_a_text_too_long_for_its_line_is_shown_plainly_with_the_key_of_its_size(page, key):
    name = "W" * 60 + "\u00a0end"
    with pytest.raises(LayoutError) as refusal:
        list(lay_out_book(text(), (section(name, 1, [(5, 5)], 1),), page, METRICS, EN))
    assert f"{'W' * 60} end' is too long for its line" in str(refusal.value)
    assert f"a theme with a smaller {key}, here classic" in str(refusal.value)


def hinted_book(time: bool = False) -> BookPages:
    aids = ReaderAids(contents=True, hints="back", score_card=True, time=time)
    parts = tuple(with_entries(part, hints=(Hint("Look at the 3.", "All is safe."),)) for part in sections())
    return lay_out_book(dataclasses.replace(text(), aids=aids), parts, LETTER, METRICS, EN)


def texts_under(link: Link, page: Page) -> str:
    """Return the texts whose baselines begin within the area of a link."""
    return " ".join(
        mark.string
        for mark in page.marks
        if isinstance(mark, Text)
        and link.x - 0.01 <= mark.x <= link.x + link.width + 0.01
        and link.y < mark.y < link.y + link.height
    )


@pytest.mark.parametrize("time", [False, True], ids=["one line", "two lines"])
def test_a_heading_leads_to_its_answer_and_to_its_hint(time):
    book = hinted_book(time)
    pages = [page for page in book if page.kind == "puzzles"]
    for page in pages:
        tops = {grid.number: grid.area.top for grid in page.grids}
        for link in page.links:
            if link.place.kind == "contents":
                continue
            number = link.place.number
            assert link.y + link.height < tops[number]
            words = texts_under(link, page)
            if link.place.kind == "hint":
                assert EN.text("puzzle.hint", page=book.plan.hints[number]) in words
            elif link.x <= page.block.left:
                assert words.split()[0] == str(number)
    kinds = Counter(link.place for page in pages for link in page.links)
    assert {place for place in kinds if place.kind == "hint"} == {Place("hint", n) for n in book.plan.puzzles}
    assert {place for place in kinds if place.kind == "answer"} == {Place("answer", n) for n in book.plan.puzzles}


def test_every_place_is_where_its_page_number_says():
    book = hinted_book()
    pages = list(book)
    found = {target.place: page.number for page in pages for target in page.targets}
    for kind, plan in (("puzzle", book.plan.puzzles), ("answer", book.plan.answers), ("hint", book.plan.hints)):
        assert {place.number: page for place, page in found.items() if place.kind == kind} == plan
    assert found[Place("contents")] == book.plan.starts["contents"]
    named = {link.place for page in pages for link in page.links}
    assert {place for place in named if place.kind != "page"} == found.keys()
    listed = sorted({book.plan.starts[part.key] for part in book.parts if part.contents_entry})
    assert sorted(place.number for place in named if place.kind == "page") == listed
    for page in pages:
        if page.folio:
            assert any(
                str(page.folio) in texts_under(link, page) for link in page.links if link.place.kind == "contents"
            )
