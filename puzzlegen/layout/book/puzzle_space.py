"""The space for the puzzles on the pages of a section: between head and foot, and below headings of one height."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from puzzlegen.layout.book.book_content import BookSection, ReaderAids
from puzzlegen.layout.book.head_and_foot import PageFoot, PageHead
from puzzlegen.layout.book.page_arrangement import arrange, board_sizes
from puzzlegen.layout.book.puzzle_heading import LEADING, PuzzleHeadings, second_line_height
from puzzlegen.layout.core.board_size import board_size
from puzzlegen.layout.core.document import Box
from puzzlegen.layout.core.grid_labels import GridLabels, label_size
from puzzlegen.layout.core.page_builder import LayoutContext, PageGeometry

WIDEST_PAGE_NUMBER = 888  # no printer binds a thousand pages
NUMBER_GAP = 4.0  # points from the board to the numbers of its rows


@dataclass(frozen=True, slots=True)
class PuzzleSpace:
    """The head and the foot of a section's pages, and its ``context``, whose theme has headings of this section.

    With ``spread`` each puzzle has two facing pages, and the numbers of its rows stand at the fold. ``second_line`` is
    the height in points of the headings' lines below the first, and ``room`` the width that they have. ``hint_below``:
    the page of the hint is named there, because the first line has no room for it. ``labels`` are the names of rows and
    columns, None without them, and ``label_width`` is the width in points of those of rows, for which each column of
    puzzles has space at its left.
    """

    context: LayoutContext
    head: PageHead
    foot: PageFoot
    second_line: float
    room: float = inf
    hint_below: bool = False
    spread: bool = False
    labels: GridLabels | None = None
    label_width: float = 0.0

    @property
    def geometry(self) -> PageGeometry:
        """The geometry of a page with the space for puzzles: between head and foot, and without labels at the left."""
        page = self.head.below(self.foot.above(self.context.geometry))
        if self.spread:
            return replace(page, inside=page.inside + ruler_width(self.context))
        half = self.label_width / 2  # the same on left and right-hand pages; ``block`` moves it to the left
        return replace(page, inside=page.inside + half, outside=page.outside + half) if half else page

    def block(self, number: int) -> Box:
        """Return the area for the puzzles of page ``number``, right of the labels of rows."""
        box, half = self.geometry.block(number), self.label_width / 2
        return Box(box.left + half, box.top, box.right + half, box.bottom) if half else box


def puzzle_space(section: BookSection, aids: ReaderAids, context: LayoutContext) -> PuzzleSpace:
    """Return the space for the puzzles of a section with its puzzles per page."""
    space = _space(section, aids, context, second_line_height(section, aids.time, context))
    hint_below = aids.hints == "back" and not _hints_fit(section, space)
    headings = PuzzleHeadings(
        {},
        context,
        hints=_widest_numbers(section) if hint_below else {},
        time=aids.time,
        hint_below=hint_below,
        mixed=len(section.variants) > 1,
    )
    line = LEADING * context.sizes.small
    if hint_below:
        widest = max(headings.second_width(entry) for entry in section.entries)
        context = replace(context, theme=replace(context.theme, header_width=max(context.theme.header_width, widest)))
        space = _space(section, aids, context, line)
    while True:  # more lines leave smaller boards, whose headings begin further to the right
        room = _room_of_headings(section, space)
        needed = line * max(replace(headings, room=room).lines_below(entry) for entry in section.entries)
        if needed <= space.second_line:
            return replace(space, hint_below=hint_below, room=room)
        space = _space(section, aids, context, needed)


def _room_of_headings(section: BookSection, space: PuzzleSpace) -> float:
    """Return the width in points from the left edge of the narrowest board to where a heading must end."""
    arrangement = arrange(space.geometry, board_sizes(section), section.per_page, space.context.theme)
    if arrangement.cols > 1:
        return inf  # each column is as wide as a heading
    board, page = narrowest_puzzle(section, arrangement.cell, space.context), space.geometry.block(1).width
    return board if section.spread else (page + board) / 2  # a board stands at the fold, or in the middle of the page


def narrowest_puzzle(section: BookSection, cell: float, context: LayoutContext) -> float:
    """Return the width in points of the narrowest board of a section with its frame."""
    cells = min(board_size(board).width for board in board_sizes(section))
    return cells * cell + 2 * context.theme.puzzle.frame


def _space(section: BookSection, aids: ReaderAids, context: LayoutContext, second_line: float) -> PuzzleSpace:
    theme, labels, wide = context.theme, None, 0.0
    theme = replace(theme, header=theme.header + second_line)
    if aids.labels:
        labels = GridLabels.of(theme, context.sizes, context.messages, context.metrics)
        wide = 0.0 if section.spread else labels.width([entry.puzzle.grid for entry in section.entries])
        header, gap = theme.header + labels.height, theme.header_gap + labels.height
        theme = replace(theme, header=header, header_gap=gap, column_gap=theme.column_gap + wide)
    context = replace(context, theme=theme)
    head, foot = PageHead.of(section, aids, context), PageFoot.of(section, aids, context)
    return PuzzleSpace(context, head, foot, second_line, spread=section.spread, labels=labels, label_width=wide)


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
    return context.metrics.width("60", "regular") * label_size(context.sizes) + NUMBER_GAP
