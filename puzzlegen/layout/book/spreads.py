"""Puzzles over two facing pages: the left and the right half of a board, with the rows numbered where it is cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry
from puzzlegen.layout.book.page_arrangement import halves
from puzzlegen.layout.book.puzzle_heading import PuzzleHeadings
from puzzlegen.layout.book.puzzle_space import NUMBER_GAP, PuzzleSpace
from puzzlegen.layout.core.board_size import board_size, place_board
from puzzlegen.layout.core.document import Mark, Page, Place, PlacedGrid, Target, Text
from puzzlegen.layout.core.grid_labels import label_size
from puzzlegen.layout.core.grid_marks import puzzle_marks
from puzzlegen.layout.core.page_builder import PageBuilder


@dataclass(frozen=True, slots=True)
class Spreads:
    """Draws the puzzles of a section on spreads."""

    section: BookSection
    cell: float
    headings: PuzzleHeadings
    space: PuzzleSpace

    def pages(self, numbers: Sequence[int]) -> Iterator[Page]:
        """Yield two pages for each puzzle; ``numbers`` are those of its left pages."""
        for number, entry in zip(numbers, self.section.entries, strict=True):
            left, right = _half_puzzles(entry.puzzle)
            yield self._page(number, entry, left, is_left=True)
            yield self._page(number + 1, entry, right, is_left=False)

    def _page(self, number: int, entry: PuzzleEntry, half: Puzzle, *, is_left: bool) -> Page:
        context = self.headings.context
        theme, block = context.theme, self.space.geometry.block(number)
        builder = PageBuilder(number, "puzzles", context, head=self.section.name)
        frame, size = theme.puzzle.frame, board_size(half.grid)
        width, height = size.width * self.cell + 2 * frame, size.height * self.cell + 2 * frame
        x = block.right - width if is_left else block.left  # at the fold, so that rows can be followed
        top = block.top + (block.height - height - theme.header) * 0.4 + theme.header
        place = place_board(half.grid, entry.number, "puzzle", (x + frame, top + frame), self.cell)
        first = 0 if is_left else entry.puzzle.grid.width - half.grid.width
        marks = self.headings.marks(entry, width)[0] if is_left else self._continued(entry, first)
        builder.add(marks, dx=x, dy=top - theme.header_gap - self.headings.second_line)
        if is_left:
            builder.add(self.headings.second(entry, width), dx=x, dy=top - theme.header_gap)
            links = self.headings.links(entry, width)
            builder.add_links(links, x, top - theme.header_gap - self.headings.second_line)
            builder.add_links([Target(x, top - theme.header, Place("puzzle", entry.number))])
        builder.add(puzzle_marks(half, place, theme.puzzle, context.metrics), [place])
        builder.add(self._row_numbers(place, x + width if is_left else x, is_left=is_left))
        if self.space.labels is not None:
            builder.add(self.space.labels.columns(place, first))
        self.space.head.add(builder)
        if is_left:
            self.space.foot.add(builder, [entry], [x])
        return builder.build()

    def _continued(self, entry: PuzzleEntry, first: int) -> list[Mark]:
        """Return the heading of a right half: the number of the puzzle, and the columns."""
        sizes, style = self.headings.context.sizes, self.headings.context.theme.headers
        size, number = sizes.body + style.growth, str(entry.number)
        x = self.headings.context.metrics.width(number, "bold") * size + sizes.body
        columns = f"{first + 1}–{entry.puzzle.grid.width}"
        soft = self.headings.context.theme.soft
        return [Text(0.0, 0.0, number, size, "bold"), Text(x, 0.0, columns, sizes.small, color=soft)]

    def _row_numbers(self, place: PlacedGrid, edge: float, *, is_left: bool) -> Iterator[Mark]:
        context = self.headings.context
        size = label_size(context.sizes)
        drop = context.metrics.figure_height("regular") * size / 2
        for row in range(place.height):
            y = place.center(row * place.width)[1] + drop
            x = edge + NUMBER_GAP if is_left else edge - NUMBER_GAP
            yield Text(x, y, str(row + 1), size, anchor="start" if is_left else "end", color=context.theme.soft)


def _half_puzzles(puzzle: Puzzle) -> tuple[Puzzle, Puzzle]:
    grid = puzzle.grid
    cut = halves(grid)[0].width

    def half(first: int, end: int) -> Puzzle:
        cells = [puzzle.cells[grid.cell(row, col)] for row in range(grid.height) for col in range(first, end)]
        return Puzzle(Grid(end - first, grid.height, grid.variant), tuple(cells))

    return half(0, cut), half(cut, grid.width)
