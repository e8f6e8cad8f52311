"""The space for the puzzles on the pages of a section: between head and foot, and below headings of one height."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzlegen.layout.book.book_content import BookSection, ReaderAids
from puzzlegen.layout.book.head_and_foot import PageFoot, PageHead
from puzzlegen.layout.book.page_arrangement import arrange, board_sizes
from puzzlegen.layout.book.puzzle_heading import LEADING, PuzzleHeadings, second_line_height
from puzzlegen.layout.core.board_size import board_size
from puzzlegen.layout.core.page_builder import LayoutContext, PageGeometry

WIDEST_PAGE_NUMBER = 888  # no printer binds a thousand pages
MIN_ROW_NUMBER = 7.0  # points: smaller type is not legible in print
ROW_NUMBER = 0.8  # of the small type
NUMBER_GAP = 4.0  # points from the board to the numbers of its rows


@dataclass(frozen=True, slots=True)
class PuzzleSpace:
    """The head and the foot of a section's pages, and its ``context``, whose theme has headings of this section.

    With ``spread`` each puzzle has two facing pages, and the numbers of its rows stand at the fold. ``second_line`` is
    the height in points of the headings' second line. ``hint_below``: the page of the hint is named there, because the
    first line has no room for it.
    """

    context: LayoutContext
    head: PageHead
    foot: PageFoot
    second_line: float
    hint_below: bool = False
    spread: bool = False

    @property
    def geometry(self) -> PageGeometry:
        """The geometry of a page with the space between head and foot, without that for the numbers of rows."""
        page = self.head.below(self.foot.above(self.context.geometry))
        return replace(page, inside=page.inside + ruler_width(self.context)) if self.spread else page


def puzzle_space(section: BookSection, aids: ReaderAids, context: LayoutContext) -> PuzzleSpace:
    """Return the space for the puzzles of a section with its puzzles per page."""
    space = _space(section, aids, context, second_line_height(section, aids.time, context))
    if aids.hints != "back" or _hints_fit(section, space):
        return space
    headings = PuzzleHeadings({}, context, hints=_widest_numbers(section), time=aids.time, hint_below=True)
    widest = max(headings.second_width(entry) for entry in section.entries)
    theme = replace(context.theme, header_width=max(context.theme.header_width, widest))
    context = replace(context, theme=theme)
    return replace(_space(section, aids, context, LEADING * context.sizes.small), hint_below=True)


def narrowest_puzzle(section: BookSection, cell: float, context: LayoutContext) -> float:
    """Return the width in points of the narrowest board of a section with its frame."""
    cells = min(board_size(board).width for board in board_sizes(section))
    return cells * cell + 2 * context.theme.puzzle.frame


def _space(section: BookSection, aids: ReaderAids, context: LayoutContext, second_line: float) -> PuzzleSpace:
    context = replace(context, theme=replace(context.theme, header=context.theme.header + second_line))
    head, foot = PageHead.of(section, aids, context), PageFoot.of(section, aids, context)
    return PuzzleSpace(context, head, foot, second_line, spread=section.spread)


def _hints_fit(section: BookSection, space: PuzzleSpace) -> bool:
    """Tell whether the first line of all headings has room for the pages of hint and answer, without the difficulty."""
    context, numbers = space.context, _widest_numbers(section)
    cell = arrange(space.geometry, board_sizes(section), section.per_page, context.theme).cell
    headings = PuzzleHeadings(numbers, context, word=False, hints=numbers)
    return headings.fit(section.entries, narrowest_puzzle(section, cell, context))


def _widest_numbers(section: BookSection) -> dict[int, int]:
    return {entry.number: WIDEST_PAGE_NUMBER for entry in section.entries}


def ruler_width(context: LayoutContext) -> float:
    """Return the width in points that the numbers of rows need beside a half."""
    return context.metrics.width("60", "regular") * row_number_size(context) + NUMBER_GAP


def row_number_size(context: LayoutContext) -> float:
    """Return the size in points of the type of the row numbers of spreads."""
    return max(MIN_ROW_NUMBER, ROW_NUMBER * context.sizes.small)
