"""The space for puzzles and their headings: hints are always named, and what the layout chooses it can print."""

import dataclasses
import itertools
import re
from pathlib import Path

import pytest
from layout_boards import EN, LARGE, LETTER, TRAVEL, section, text, with_entries
from printed_book import Press

from puzzlegen.config.themes import Header
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pdf_writer import PdfStyle
from puzzlegen.errors import LayoutError
from puzzlegen.files.templates import languages
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import Hint
from puzzlegen.layout.book.book_content import AUTO, BookSection, ReaderAids
from puzzlegen.layout.book.pagination import BookPages, lay_out_book
from puzzlegen.layout.core.document import Line, Page, Text
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.layout.core.theme import DEFAULT, Theme

METRICS = FontMetrics()


def hinted(part: BookSection, words: str = "The 3 needs every blank cell around it.", **changes: object) -> BookSection:
    return with_entries(part, hints=(Hint(words, words),), **changes)


def laid_out(part: BookSection, aids: ReaderAids, page=TRAVEL, language: str = "en", **changes: object) -> BookPages:
    content = dataclasses.replace(text(), aids=aids, rules=(), **changes)
    return lay_out_book(content, (part,), page, METRICS, load(language))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("time", [True, False])
def test_every_heading_names_the_page_of_its_hint(language: str, time: bool) -> None:
    part = hinted(section("S", 1, [(5, 4), (9, 7)] * 60, 6))
    pages = laid_out(part, ReaderAids(hints="back", time=time, notes=60), language=language)
    forms = [load(language).text("puzzle.hint", page=page) for page in pages.plan.hints.values()]
    printed = [page for page in pages if page.kind == "puzzles"]
    strings = [mark.string for page in printed for mark in page.marks if isinstance(mark, Text)]
    assert sum(any(form in string for form in set(forms)) for string in strings) == 120
    for page in printed:  # words of two headings never overlap
        rows: dict[float, list[tuple[float, float]]] = {}
        for mark in page.marks:
            if isinstance(mark, Text) and mark.font != "digits" and mark.anchor == "start":
                end = mark.x + METRICS.width(mark.string, mark.font) * mark.size
                rows.setdefault(round(mark.y, 1), []).append((mark.x, end))
        for row in rows.values():
            row.sort()
            assert all(left[1] <= right[0] + 0.1 for left, right in itertools.pairwise(row))


AIDS = [
    ReaderAids(hints="foot"),
    ReaderAids(hints="foot", name=True, rules=True, time=True),
    ReaderAids(hints="back", time=True),
]


@pytest.mark.parametrize("aids", AIDS)
@pytest.mark.parametrize("size", [(5, 4), (9, 9), (16, 12)])
@pytest.mark.parametrize("limited", [True, False])
def test_what_the_layout_chooses_it_prints(aids: ReaderAids, size: tuple[int, int], limited: bool) -> None:
    """A choice without regard to head and foot was refused later, with cells that are too small."""
    code = tuple(bytes(29) for _ in range(29))
    part = hinted(section("S", 1, [size] * 24, AUTO), "The 3 needs all of its blank cells. " * 3, code=code)
    for page in (TRAVEL, LETTER):
        most = None
        if limited:
            with pytest.raises(LayoutError, match=r"page\.max_pages: found 2, .* allow \d+ pages") as refusal:
                laid_out(part, aids, page, max_pages=2)
            most = int(re.findall(r"allow (\d+) pages", str(refusal.value))[0])
        pages = laid_out(part, aids, page, max_pages=most)
        assert most is None or len(pages) == most


def test_a_book_gets_as_many_pages_as_its_printer_binds() -> None:
    part = section("S", 1, [(6, 6)] * 24, AUTO)
    few = laid_out(part, ReaderAids())
    assert len(few) < 24
    assert 24 <= len(laid_out(part, ReaderAids(), min_pages=24)) <= 32
    assert len(laid_out(part, ReaderAids(), min_pages=500)) < 60  # a puzzle on each page is all there is


LARGE_HEADINGS = dataclasses.replace(LARGE, header=Header(number_growth=8, height=37, gap=14))


def puzzle_page(clue: str, theme: Theme, geometry: PageGeometry, aids: ReaderAids) -> Page:
    """Return the page of a puzzle with a hint at the back, a par time, a number of mines and this clue."""
    part = section("S", 3, [(6, 6)], 1, opener=False)
    (entry,) = part.entries
    puzzle = dataclasses.replace(entry.graded.puzzle, total=17)
    graded = dataclasses.replace(entry.graded, puzzle=puzzle)
    entry = dataclasses.replace(entry, graded=graded, par=(60, 180), hints=(Hint("A step.", "It is safe."),), clue=clue)
    part = dataclasses.replace(part, entries=(entry,))
    pages = lay_out_book(dataclasses.replace(text(), aids=aids), (part,), geometry, FontMetrics(), EN, theme)
    (page,) = (page for page in pages if page.kind == "puzzles")
    return page


@pytest.mark.parametrize(
    ("clue", "theme", "geometry", "lines"),
    [
        ("An animal", DEFAULT, LETTER, 2),
        ("An animal", DEFAULT, TRAVEL, 2),
        ("", LARGE_HEADINGS, LETTER, 2),
        ("", LARGE_HEADINGS, TRAVEL, 3),
        ("An animal", LARGE_HEADINGS, TRAVEL, 3),
        ("An animal of woods and of wide fields", LARGE_HEADINGS, TRAVEL, 4),
    ],
)
def test_lines_of_a_heading_stay_on_the_page_and_are_read(
    clue: str, theme: Theme, geometry: PageGeometry, lines: int, tmp_path: Path
) -> None:
    page = puzzle_page(clue, theme, geometry, ReaderAids(hints="back", time=True))
    (grid,) = page.grids
    above = [mark for mark in page.marks if isinstance(mark, Text) and page.block.top < mark.y < grid.y]
    assert len({round(mark.y, 3) for mark in above}) == lines
    metrics = FontMetrics()
    ends = [
        mark.x + metrics.width(mark.string, mark.font) * mark.size * (mark.anchor == "start")
        for mark in above
    ]  # fmt: skip
    ends += [mark.x2 for mark in page.marks if isinstance(mark, Line) and page.block.top < mark.y1 < grid.y]
    assert max(ends) <= page.block.right + 1e-6

    (hint,) = (mark for mark in above if "Hint" in mark.string)
    (link,) = (link for link in page.links if link.place.kind == "hint")
    assert link.y < hint.y < link.y + link.height and link.x >= hint.x - 1e-6

    (printed,) = Press(PdfStyle()).printed([page], tmp_path)
    (board,) = printed.grids
    assert board.number == 3
    words = " ".join((*board.heading, *board.below))
    assert clue in words and "17 mines" in words and words.endswith("Time:")
