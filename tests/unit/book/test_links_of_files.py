"""Links in the finished file: each leads where it should, a finger finds it, and a pen that writes does not."""

from collections.abc import Iterator
from ctypes import byref, c_int
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pypdfium2
import pytest
from small_book import SMALL, design_of

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.book.design import editions_of
from puzzlegen.book.edition_pages import paginate
from puzzlegen.book.explained_puzzles import explain_puzzles
from puzzlegen.config.load import loads_book
from puzzlegen.formats.json_record import read_records
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.layout.core.columns import PagePlan
from puzzlegen.layout.core.document import Box, Page, Place
from puzzlegen.units import mm

BOOK = SMALL.replace("front_matter:", "front_matter:\n  contents: yes") + (
    "back_matter: {walkthroughs: all, score_card: yes}\naids: {par: yes, hints: "
)
BACK, FOOT = "back, hint_answers: apart}", "foot}"
BOOKS = [(name, BACK) for name in ("remarkable-2", "supernote", "ipad", "tablet", "screen")] + [("tablet", FOOT)]
# The places that links on the pages of a part lead to, one for each puzzle.
LEADS = {
    BACK: {"puzzles": ("hint", "answer", "walkthrough"), "hints": ("puzzle", "hint-answer"), "hint-answers": ("hint",)},
    FOOT: {"puzzles": ("answer", "walkthrough"), "hint-answers": ("puzzle",)},
}
BACK_MATTER = {"walkthroughs": ("puzzle",), "answers": ("puzzle",), "score-card": ("puzzle",)}
SLACK = 0.01  # points


class Followed(NamedTuple):
    """A link of the file: its page from 1, its area from the top left, and the page and the place that it leads to."""

    page: int
    area: Box
    leads_to: int
    place: Place


class Finished(NamedTuple):
    """A built book: the words of its pages, its links, its pages as laid out, and their plan."""

    words: list[str]
    links: list[Followed]
    pages: list[Page]
    plan: PagePlan


@cache
def built(profile: str, hints: str) -> Finished:
    """Build a book, and follow the links of its file with PDFium, which did not write them."""
    config = loads_book(BOOK.replace("trim: 6x9", f"profile: {profile}") + hints)
    design = design_of(config)
    with TemporaryDirectory() as name:
        folder = Path(name) / "book"
        assert not build_book(BookRequest(config, folder, "small"), Silent(), lambda _: None).failed
        records = read_records(folder / "puzzles.jsonl")
        (edition,) = editions_of(config, "letter")
        pages, _ = paginate(edition.config, explain_puzzles(config, records, design.messages), edition.setup, design)
        drawn = list(pages)
        with pypdfium2.PdfDocument(folder / "interior.pdf") as document:
            words = [document[i].get_textpage().get_text_bounded() for i in range(len(document))]
            links = [
                Followed(i + 1, area, leads_to, link.place)
                for i, page in enumerate(drawn)
                for (area, leads_to), link in zip(_links(document, i), page.links, strict=True)
            ]
    return Finished(words, links, drawn, pages.plan)


def _links(document: pypdfium2.PdfDocument, index: int) -> Iterator[tuple[Box, int]]:
    """Yield the area of each link of a page, and the page from 1 that it leads to."""
    raw, page, at, link = pypdfium2.raw, document[index], c_int(0), pypdfium2.raw.FPDF_LINK()
    while raw.FPDFLink_Enumerate(page.raw, byref(at), byref(link)):
        area = raw.FS_RECTF()
        assert raw.FPDFLink_GetAnnotRect(link, byref(area))
        target = raw.FPDFLink_GetDest(document.raw, link)
        yield (
            Box(area.left, page.get_height() - area.top, area.right, page.get_height() - area.bottom),
            raw.FPDFDest_GetDestPageIndex(document.raw, target) + 1,
        )


def _overlap(one: Box, other: Box) -> bool:
    return (
        min(one.right, other.right) - max(one.left, other.left) > SLACK
        and min(one.bottom, other.bottom) - max(one.top, other.top) > SLACK
    )


@pytest.mark.parametrize(("profile", "hints"), BOOKS)
def test_every_link_leads_to_the_page_of_what_it_names(profile: str, hints: str) -> None:
    book = built(profile, hints)
    numbers = sorted(book.plan.puzzles)
    plans = {"puzzle": book.plan.puzzles, "answer": book.plan.answers, "hint": book.plan.hints}
    for link in book.links:
        kind, number = link.place
        words, head = book.words[link.leads_to - 1], book.pages[link.leads_to - 1].kind
        if kind in plans:
            assert plans[kind][number] == link.leads_to and str(number) in words.split()
        elif kind == "walkthrough":
            assert head == "walkthroughs" and f"{number}.1" in words.split()
        elif kind == "hint-answer":
            assert head == "hint-answers" and str(number) in words.split()
        elif kind == "contents":
            assert head == "contents"
        else:
            assert kind == "page" and link.leads_to == number in book.plan.starts.values()
    for kind, leads in (LEADS[hints] | BACK_MATTER).items():
        found = [one.place.kind for one in book.links if book.pages[one.page - 1].kind == kind]
        assert {name: found.count(name) for name in leads} == dict.fromkeys(leads, len(numbers)), kind
    if hints == FOOT:  # one from the foot of each page
        to_answers = {one.page for one in book.links if one.place.kind == "hint-answer"}
        assert to_answers == {page.number for page in book.pages if page.kind == "puzzles"}


@pytest.mark.parametrize(("profile", "hints"), BOOKS)
def test_a_finger_finds_every_link(profile: str, hints: str) -> None:
    book = built(profile, hints)
    for link in book.links:
        assert link.area.height >= mm(7) - SLACK and link.area.width >= mm(7) - SLACK, link
        beside = [one.area for one in book.links if one.page == link.page and one is not link]
        assert not any(_overlap(link.area, area) for area in beside), link


@pytest.mark.parametrize(("profile", "hints"), BOOKS)
def test_a_pen_that_writes_in_a_board_meets_no_link(profile: str, hints: str) -> None:
    book = built(profile, hints)
    boards = [(page.number, grid.area) for page in book.pages for grid in page.grids if grid.role == "puzzle"]
    assert len(boards) == 8
    for number, board in boards:
        assert not any(one.page == number and _overlap(one.area, board) for one in book.links)
