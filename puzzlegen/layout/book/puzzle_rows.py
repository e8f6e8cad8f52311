"""Divides the puzzles of a section among its pages, of which the first may be the rest of another section's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry
from puzzlegen.layout.book.page_arrangement import Arrangement, PuzzleArea
from puzzlegen.layout.core.document import Box
from puzzlegen.layout.core.theme import Theme

SECTION_GAP = 1.5  # lines of text between the puzzles of a section and the heading of the next one on the page


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """The puzzles of one page. ``top`` is where its rows begin if not at the top of the space for puzzles.

    It is measured in points from the top of the page. ``arrangement`` has only the rows that fit there.
    """

    entries: tuple[PuzzleEntry, ...]
    arrangement: Arrangement
    top: float | None = None

    def areas(self, block: Box, theme: Theme) -> list[PuzzleArea]:
        """Return the areas of its puzzles in ``block``, the space for puzzles."""
        if self.top is not None:
            height = rows_height(self.arrangement, theme)
            block = replace(block, top=self.top, bottom=min(block.bottom, self.top + height))
        return self.arrangement.areas(block, theme)[: len(self.entries)]

    def foot(self, block: Box, theme: Theme) -> float:
        """Return where its last row ends, in points from the top of the page."""
        areas = self.areas(block, theme)
        row = (len(areas) - 1) // self.arrangement.cols
        return areas[-1].top + row_height(self.arrangement, row, theme)


def row_height(arrangement: Arrangement, row: int, theme: Theme) -> float:
    """Return the height in points of a row with its headings."""
    return arrangement.heights[row] * arrangement.cell + 2 * theme.puzzle.frame + theme.header


def rows_height(arrangement: Arrangement, theme: Theme) -> float:
    """Return the height in points of all rows with the least gaps."""
    rows = sum(row_height(arrangement, row, theme) for row in range(arrangement.rows))
    return rows + (arrangement.rows - 1) * theme.row_gap


def first_rows(arrangement: Arrangement, height: float, theme: Theme) -> Arrangement | None:
    """Return the arrangement with as many of its first rows as fit a height in points; None if no row fits."""
    for rows in range(arrangement.rows, 0, -1):
        fewer = replace(arrangement, heights=arrangement.heights[:rows])
        if rows_height(fewer, theme) <= height:
            return fewer
    return None


def divide(
    section: BookSection, arrangement: Arrangement, first: Arrangement | None, top: float | None
) -> list[PuzzlePage]:
    """Divide the puzzles among pages. The first one begins at ``top`` with the rows of ``first``, if there are any."""
    entries: Sequence[PuzzleEntry] = section.entries
    pages = []
    if first is not None:
        pages.append(PuzzlePage(tuple(entries[: first.cols * first.rows]), first, top))
        entries = entries[first.cols * first.rows :]
    for start in range(0, len(entries), section.per_page):
        pages.append(PuzzlePage(tuple(entries[start : start + section.per_page]), arrangement))
    return pages
