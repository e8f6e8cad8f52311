"""Headings of puzzles in large type on small pages: what a line has no room for goes to the next line."""

import dataclasses
from pathlib import Path

import pytest
from layout_boards import EN, LETTER, TRAVEL, section, text
from printed_book import Press

from puzzlegen.config.themes import Header, Type, TypeSizes
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pdf_writer import PdfStyle
from puzzlegen.language.explanations import Hint
from puzzlegen.layout.book.book_content import ReaderAids
from puzzlegen.layout.book.pagination import lay_out_book
from puzzlegen.layout.core.document import Line, Page, Text
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.layout.core.theme import DEFAULT, Theme

LARGE = dataclasses.replace(
    DEFAULT,
    type=Type(
        narrow=TypeSizes(body=18, leading=24, small=18, heading=26),
        wide=TypeSizes(body=18, leading=25, small=18, heading=30),
    ),
    header=Header(number_growth=8, height=37, gap=14),
)


def puzzle_page(clue: str, theme: Theme, geometry: PageGeometry, aids: ReaderAids) -> Page:
    """Return the page of a puzzle with a hint at the back, a par time, a number of mines and this clue."""
    part = section("S", 3, [(6, 6)], 1)
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
        ("", LARGE, LETTER, 2),
        ("", LARGE, TRAVEL, 3),
        ("An animal", LARGE, TRAVEL, 3),
        ("An animal of woods and of wide fields", LARGE, TRAVEL, 4),
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
