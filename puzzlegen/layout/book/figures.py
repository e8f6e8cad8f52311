"""Figures in the text: the legend of marks, worked examples, and the steps of technique lessons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegen.board.puzzle import EMPTY, Puzzle
from puzzlegen.board.variants import Variant
from puzzlegen.layout.book.book_content import FigureStep, Lesson, WorkedExample
from puzzlegen.layout.core.board_size import board_size, place_board
from puzzlegen.layout.core.document import Mark, PlacedGrid, Text
from puzzlegen.layout.core.grid_marks import GridPen
from puzzlegen.layout.core.line_breaking import text_run, wrap_text
from puzzlegen.layout.core.page_builder import LayoutContext
from puzzlegen.layout.core.text_columns import ColumnItem

GAP = 26.0  # points between two figures of a row
LEGEND_GAP = 12.0  # points from a cell of the legend to its words


@dataclass(frozen=True, slots=True)
class _Drawing:
    """One figure: its caption, the cells known so far, and the step it shows."""

    caption: str
    mines: tuple[int, ...]
    safe: tuple[int, ...]
    step: FigureStep | None


def legend(variant: Variant, context: LayoutContext) -> list[ColumnItem]:
    """Set the legend: a clue, a mine and a safe cell, each with its meaning."""
    sizes, messages = context.sizes, context.messages.for_variant(variant).legend
    cell = max(context.theme.min_figure_cell, 1.5 * sizes.leading)
    cap, measure = context.metrics.cap_height("regular") * sizes.body, context.measure() - cell - LEGEND_GAP
    rows = ((messages.clue, "clue"), (messages.mine, "mine"), (messages.safe, "safe"))
    figure_items = []
    for i, (caption, what) in enumerate(rows):
        place = PlacedGrid(0, "figure", 1, 0.0, 0.0, cell, 1, 1, variant.lattice)
        pen = GridPen(place, context.theme.figure, context.metrics)
        mine = pen.filled([0], pen.style.filled_size) if variant.clue_on_mine else pen.mines([0])
        marks: list[Mark] = pen.lines()
        marks += {"clue": pen.digits([2]), "mine": mine, "safe": pen.dots([0])}[what]
        lines = wrap_text(text_run(caption), measure, sizes.body, context.metrics)
        more = (len(lines) - 1) * sizes.leading
        baseline = (cell + cap - more) / 2  # the lines are vertically centered on the cell
        for line in lines:
            marks += context.text.line(line, baseline, sizes.body, cell + LEGEND_GAP)
            baseline += sizes.leading
        height = (2 + max(0, len(lines) - 2)) * sizes.leading
        figure_items.append(
            ColumnItem(height, tuple(marks), before=sizes.leading / 2 if i == 0 else 0.0, keep=i < len(rows) - 1)
        )
    return figure_items


def worked_example_figures(example: WorkedExample, width: float, context: LayoutContext) -> list[ColumnItem]:
    """Set a worked example as rows of figures across ``width`` points. Each row is one item."""
    return _rows(_drawings(example), example.puzzle, width, context)


def lesson_figures(lesson: Lesson, width: float, context: LayoutContext) -> list[ColumnItem]:
    """Set a lesson as rows of figures: the known cells, the step with its witnesses, and the cells known then."""
    step = lesson.step
    drawings = [
        _Drawing(lesson.before, lesson.mines, lesson.safe, None),
        _Drawing(step.caption, lesson.mines, lesson.safe, step),
        _Drawing(lesson.after, lesson.mines + step.mines, lesson.safe + step.safe, None),
    ]
    return _rows(drawings, lesson.puzzle, width, context)


def _rows(drawings: Sequence[_Drawing], puzzle: Puzzle, width: float, context: LayoutContext) -> list[ColumnItem]:
    size, sizes = board_size(puzzle.grid), context.sizes
    max_cell = context.theme.max_figure_cell
    least = max(size.width * context.theme.min_figure_cell + 4, 11 * sizes.small)
    across = max(1, min(len(drawings), int((width + GAP) / (least + GAP)), 4))
    across = -(-len(drawings) // -(-len(drawings) // across))  # even rows: 3 + 3, not 4 + 2
    pitch = min((width + GAP) / across, max(size.width * max_cell, 14 * sizes.small) + GAP)
    cell = min(max_cell, (pitch - GAP - 4) / size.width)
    figure_items = []
    for start in range(0, len(drawings), across):
        row = drawings[start : start + across]
        marks: list[Mark] = []
        grids: list[PlacedGrid] = []
        deepest = 0.0
        for i, drawing in enumerate(row):
            left = i * pitch + 1
            place = place_board(puzzle.grid, 0, "figure", (left, 1.0), cell)
            grids.append(place)
            marks += _figure(drawing, puzzle, place, context)
            below = (left - 1, 1.0 + size.height * cell + 2)
            lines = _caption(drawing.caption, below, pitch - GAP, context)
            marks += lines
            deepest = max(deepest, *(mark.y for mark in lines if isinstance(mark, Text)), 0.0)
        height = -(-(deepest + 4) // sizes.leading) * sizes.leading
        figure_items.append(ColumnItem(height, tuple(marks), tuple(grids), before=sizes.leading))
    return figure_items


def _drawings(example: WorkedExample) -> list[_Drawing]:
    drawings = [_Drawing(example.before, (), (), None)]
    mines: tuple[int, ...] = ()
    safe: tuple[int, ...] = ()
    for number, step in enumerate(example.steps, start=1):
        mines, safe = mines + step.mines, safe + step.safe
        caption = f"{number}.\u00a0{step.caption}" if len(example.steps) > 1 else step.caption
        drawings.append(_Drawing(caption, mines, safe, step))
    hidden = {i for i, hidden in enumerate(example.puzzle.hidden) if hidden}
    if example.after and hidden <= {*mines, *safe}:
        drawings.append(_Drawing(example.after, mines, (), None))
    return drawings


def _figure(drawing: _Drawing, puzzle: Puzzle, place: PlacedGrid, context: LayoutContext) -> list[Mark]:
    pen = GridPen(place, context.theme.figure, context.metrics)
    filled = puzzle.grid.variant.clue_on_mine
    marks: list[Mark] = []
    step = drawing.step
    marks += pen.backgrounds(puzzle.cells)
    if step is not None:
        marks += pen.tints((*step.mines, *step.safe))
    if filled:
        marks += pen.filled(drawing.mines, pen.style.filled_size)
    marks += pen.lines(puzzle.cells) + pen.digits(puzzle.cells)
    marks += [] if filled else pen.mines(drawing.mines)
    marks += pen.dots((i for i in drawing.safe if puzzle.cells[i] != EMPTY), puzzle.cells)
    if step is not None:
        marks += pen.rings(step.witnesses)
    return marks


def _caption(caption: str, corner: tuple[float, float], measure: float, context: LayoutContext) -> Sequence[Mark]:
    """Set the caption of a figure; ``corner`` is the lower left of the figure."""
    sizes = context.sizes
    leading = sizes.small * 1.3
    top = corner[1] + sizes.small * 1.5
    lines = wrap_text(text_run(caption), measure, sizes.small, context.metrics)
    return [
        mark
        for i, line in enumerate(lines)
        for mark in context.text.line(line, top + i * leading, sizes.small, corner[0])
    ]
