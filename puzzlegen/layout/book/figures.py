"""Figures in the text: the marks explained, and a worked example as a row of small grids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import EMPTY, Puzzle
from puzzlegen.board.variants import Variant
from puzzlegen.layout.book.inputs import Lesson, Step, WorkedExample
from puzzlegen.layout.core.document import Mark, PlacedGrid, Text
from puzzlegen.layout.core.grid import Pen, place_grid
from puzzlegen.layout.core.sheet import Setting
from puzzlegen.layout.core.text import plain, wrap
from puzzlegen.layout.core.text_columns import Item

GAP = 26.0
LEGEND_GAP = 12.0  # from a cell of the legend to its words


@dataclass(frozen=True, slots=True)
class _Drawing:
    """One figure: which cells show what."""

    caption: str
    mines: tuple[int, ...]
    safe: tuple[int, ...]
    step: Step | None


def legend(variant: Variant, setting: Setting) -> list[Item]:
    """Three cells, each with what it means: a clue, a mine, a safe cell."""
    sizes, words = setting.sizes, setting.words.of(variant).legend
    cell = max(setting.theme.figure_cell, 1.5 * sizes.leading)
    cap, measure = setting.metrics.cap_height("regular") * sizes.body, setting.measure() - cell - LEGEND_GAP
    rows = ((words.clue, "clue"), (words.mine, "mine"), (words.safe, "safe"))
    found = []
    for i, (caption, what) in enumerate(rows):
        pen = Pen(place_grid(0, "figure", Grid(1, 1), cell), setting.theme.figure, setting.metrics)
        mine = pen.filled([0], pen.style.filled_size) if variant.clue_on_mine else pen.mines([0])
        marks: list[Mark] = pen.lines()
        marks += {"clue": pen.digits([2]), "mine": mine, "safe": pen.dots([0])}[what]
        lines = wrap(plain(caption), measure, sizes.body, setting.metrics)
        more = (len(lines) - 1) * sizes.leading
        baseline = (cell + cap - more) / 2  # the lines stand in the middle of the cell's height
        for line in lines:
            marks += setting.text.line(line, baseline, sizes.body, cell + LEGEND_GAP)
            baseline += sizes.leading
        height = (2 + max(0, len(lines) - 2)) * sizes.leading
        found.append(Item(height, tuple(marks), before=sizes.leading / 2 if i == 0 else 0.0, keep=i < len(rows) - 1))
    return found


def worked(example: WorkedExample, width: float, setting: Setting) -> list[Item]:
    """The example as rows of figures across ``width``: before, one a step, after. Each row is one item."""
    return _rows(_drawings(example), example.puzzle, width, setting)


def taught(lesson: Lesson, width: float, setting: Setting) -> list[Item]:
    """The step of a lesson as rows of figures: what was known, what the step looks at and proves, what is known now."""
    step = lesson.step
    drawings = [
        _Drawing(lesson.before, lesson.mines, lesson.safe, None),
        _Drawing(step.caption, lesson.mines, lesson.safe, step),
        _Drawing(lesson.after, lesson.mines + step.mines, lesson.safe + step.safe, None),
    ]
    return _rows(drawings, lesson.puzzle, width, setting)


def _rows(drawings: Sequence[_Drawing], puzzle: Puzzle, width: float, setting: Setting) -> list[Item]:
    grid = puzzle.grid
    sizes = setting.sizes
    most_cell = setting.theme.figure_cell_most
    least = max(grid.width * setting.theme.figure_cell + 4, 11 * sizes.small)
    across = max(1, min(len(drawings), int((width + GAP) / (least + GAP)), 4))
    across = -(-len(drawings) // -(-len(drawings) // across))  # rows as even as they come: 3 + 3, not 4 + 2
    pitch = min((width + GAP) / across, max(grid.width * most_cell, 14 * sizes.small) + GAP)
    cell = min(most_cell, (pitch - GAP - 4) / grid.width)
    found = []
    for start in range(0, len(drawings), across):
        row = drawings[start : start + across]
        marks: list[Mark] = []
        grids: list[PlacedGrid] = []
        deepest = 0.0
        for i, drawing in enumerate(row):
            place = PlacedGrid(0, "figure", 0, i * pitch + 1, 1.0, cell, grid.width, grid.height)
            grids.append(place)
            marks += _figure(drawing, puzzle, place, setting)
            lines = _caption(drawing.caption, place, pitch - GAP, setting)
            marks += lines
            deepest = max(deepest, *(mark.y for mark in lines if isinstance(mark, Text)), 0.0)
        height = -(-(deepest + 4) // sizes.leading) * sizes.leading
        found.append(Item(height, tuple(marks), tuple(grids), before=sizes.leading))
    return found


def _drawings(example: WorkedExample) -> list[_Drawing]:
    found = [_Drawing(example.before, (), (), None)]
    mines: tuple[int, ...] = ()
    safe: tuple[int, ...] = ()
    for number, step in enumerate(example.steps, start=1):
        mines, safe = mines + step.mines, safe + step.safe
        caption = f"{number}.\u00a0{step.caption}" if len(example.steps) > 1 else step.caption
        found.append(_Drawing(caption, mines, safe, step))
    hidden = {i for i, hidden in enumerate(example.puzzle.hidden) if hidden}
    if example.after and hidden <= {*mines, *safe}:
        found.append(_Drawing(example.after, mines, (), None))
    return found


def _figure(drawing: _Drawing, puzzle: Puzzle, place: PlacedGrid, setting: Setting) -> list[Mark]:
    pen = Pen(place, setting.theme.figure, setting.metrics)
    filled = puzzle.grid.variant.clue_on_mine
    marks: list[Mark] = []
    step = drawing.step
    marks += pen.grounds(puzzle.cells)
    if step is not None:
        marks += pen.tints((*step.mines, *step.safe))
    if filled:
        marks += pen.filled(drawing.mines, pen.style.filled_size)
    marks += pen.lines() + pen.digits(puzzle.cells)
    marks += [] if filled else pen.mines(drawing.mines)
    marks += pen.dots((i for i in drawing.safe if puzzle.cells[i] != EMPTY), puzzle.cells)
    if step is not None:
        marks += pen.rings(step.witnesses)
    return marks


def _caption(caption: str, place: PlacedGrid, measure: float, setting: Setting) -> Sequence[Mark]:
    sizes = setting.sizes
    leading = sizes.small * 1.3
    top = place.y + place.height * place.cell + 2 + sizes.small * 1.5
    lines = wrap(plain(caption), measure, sizes.small, setting.metrics)
    return [
        mark
        for i, line in enumerate(lines)
        for mark in setting.text.line(line, top + i * leading, sizes.small, place.x - 1)
    ]
