"""Links of books for the screen: they lie over the words that name a page, and lead to what stands there."""

import dataclasses
from collections import Counter

import pytest
from layout_boards import EN, LETTER, sections, text

from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.language.explanations import Hint
from puzzlegen.layout.book.book_content import ReaderAids
from puzzlegen.layout.book.pagination import BookPages, lay_out_book
from puzzlegen.layout.core.document import Link, Page, Place, Text

METRICS = FontMetrics()


def hinted_book(time: bool = False) -> BookPages:
    aids = ReaderAids(contents=True, hints="back", score_card=True, time=time)
    parts = tuple(
        dataclasses.replace(
            part,
            entries=tuple(
                dataclasses.replace(one, hints=(Hint("Look at the 3.", "All is safe."),)) for one in part.entries
            ),
        )
        for part in sections()
    )
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
    listed = [book.plan.starts[part.key] for part in book.parts if part.contents_entry]
    assert sorted(place.number for place in named if place.kind == "page") == listed
    for page in pages:
        if page.folio:
            assert any(
                str(page.folio) in texts_under(link, page) for link in page.links if link.place.kind == "contents"
            )


def test_answers_and_hints_lead_back():
    pages = {kind: [page for page in hinted_book() if page.kind == kind] for kind in ("answers", "hints", "score-card")}
    for found in pages.values():
        back = [link.place for page in found for link in page.links if link.place.kind == "puzzle"]
        assert sorted(back) == [Place("puzzle", number) for number in range(1, len(back) + 1)]
        assert len(back) == len(hinted_book().plan.puzzles)
