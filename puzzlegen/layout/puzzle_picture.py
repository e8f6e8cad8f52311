"""Lays out pictures of one puzzle for screens, and the frames and durations of an animation of its solving.

The unit is the pixel, and all lines begin and end on whole pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, groupby, pairwise
from math import ceil

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Deduction, Puzzle, Solution
from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import (
    Box,
    Color,
    Mark,
    Metrics,
    Page,
    PlacedGrid,
    Role,
    Text,
    board_size,
    place_board,
    rim_width,
)
from puzzlegen.layout.core.grid_marks import GridLabels, GridPen
from puzzlegen.layout.core.theme import GridStyle
from puzzlegen.layout.puzzle_picture_parts import PictureHead, PictureOptions, picture_head

FRAMES = 60  # max_states frames of an animation: more take too long to watch and make a large file
FIRST, LAST = 1500, 4000  # milliseconds: the puzzle before the first step, the solution after the last
SLOWEST, FASTEST = 1200, 500  # of a step
LENGTH = 36_000  # milliseconds of all steps together, within the limits of a step


def states_after_steps(steps: Sequence[Deduction]) -> list[SolvingState]:
    """Return the state before the first step and after each step."""
    return _states([[step] for step in steps])


def animation_states(steps: Sequence[Deduction], max_states: int = FRAMES) -> list[SolvingState]:
    """Return at most ``max_states`` states. If there are more steps, steps of one or several moments are combined."""
    groups = [[step] for step in steps]
    if len(groups) >= max_states:
        groups = [list(group) for _, group in groupby(steps, key=lambda step: step.moment)]
    if len(groups) >= max_states:
        bounds = [round(i * len(groups) / (max_states - 1)) for i in range(max_states)]
        groups = [[step for group in groups[a:b] for step in group] for a, b in pairwise(bounds)]
    return _states(groups)


def frame_durations(count: int) -> list[int]:
    """Return the milliseconds of ``count`` states and of the answer after them."""
    step = min(SLOWEST, max(FASTEST, LENGTH // max(1, count - 1) // 10 * 10))
    return [FIRST, *[step] * (count - 1), LAST]


def _states(groups: Iterable[Sequence[Deduction]]) -> list[SolvingState]:
    states = [SolvingState()]
    for group in groups:
        mines = tuple(cell for step in group for cell in step.mines)
        safe = tuple(cell for step in group for cell in step.safe)
        witnesses = tuple(dict.fromkeys(cell for step in group for cell in step.witnesses))
        lead = witnesses[0] if len(group) == 1 and witnesses else None
        last = states[-1]
        states.append(SolvingState(last.mines + mines, last.safe + safe, mines + safe, witnesses, lead))
    return states


@dataclass(frozen=True, slots=True)
class SolvingState:
    """The state of a solution: the cells known so far, and the last step.

    Cells that the step ``proved`` are shaded, and its ``witnesses`` are ringed. The ring of the ``lead`` is heavy.
    """

    mines: tuple[int, ...] = ()
    safe: tuple[int, ...] = ()
    proved: tuple[int, ...] = ()
    witnesses: tuple[int, ...] = ()
    lead: int | None = None


MIN_CELL = 14  # pixels: in smaller cells digits are under 7 pixels high and run together
PAPER_WIDTH = 432.0  # points a picture is wide on paper: six inches
_PAPER_LINE = 0.75  # points: printers lose thinner ones
MARGIN = 0.05  # of the width, on all sides: the quiet border
CAPTION, MIN_CAPTION = 0.022, 0.016  # of the width: size of its type, and how far a long one shrinks
MIN_CAPTION_PIXELS = 11  # pixels, whatever the width
SHOWN = 600  # pixels a picture is wide in a mail
_MAX_SCREEN_LINE = 0.07  # share of a cell: lines are not made heavier than that for small displays
_THICKEST_LINES_CELL = 0.09  # share of the width: cells of that side have the heaviest lines
_DOT, _MINE = 0.16, 0.58  # of a cell: the dot of a cell found safe, a mine
_NAME, _NAME_GAP = 0.4, 0.35  # type of names of rows and columns, of a cell; gap to the frame, of that type
_RING, _RING_LINE, _HEAVY = 0.82, 1.6, 1.6  # width, of a cell; line, of the inner lines' share; the heavy ring's


def puzzle_picture(
    puzzle: Puzzle, metrics: Metrics, solution: Solution | None = None, options: PictureOptions | None = None
) -> Page:
    """Lay out a picture of the puzzle, or of its answer if ``solution`` is given, with margins of 5 % of the width.

    Raises LayoutError when cells would be under 14 pixels, with the least width that works, and for a caption that
    does not fit.
    """
    if solution is None:
        return position_picture(puzzle, metrics, SolvingState(), options)
    plan = _picture_plan(puzzle.grid, metrics, options or PictureOptions(), "answer")
    pen = plan.pen(replace(plan.style, digit_color=plan.options.theme.quiet))
    mines = [i for i, mine in enumerate(solution) if mine]
    if plan.options.solid:
        return plan.page([*plan.board(puzzle), *plan.solid(mines)])
    if puzzle.grid.variant.clue_on_mine:
        safe = [i for i, mine in enumerate(solution) if not mine]
        digits = [*pen.digits(puzzle.cells, safe), *plan.filled(puzzle, mines)]
        return plan.page([*plan.board(puzzle), *digits])
    return plan.page([*plan.board(puzzle), *plan.cells(puzzle, pen), *plan.pen().mines(mines)])


def position_picture(
    puzzle: Puzzle, metrics: Metrics, state: SolvingState, options: PictureOptions | None = None
) -> Page:
    """Lay out a picture of the puzzle as far as it is solved. Raises LayoutError like ``puzzle_picture``."""
    return step_pictures(puzzle, metrics, [state], options)[0]


def step_pictures(
    puzzle: Puzzle, metrics: Metrics, states: Iterable[SolvingState], options: PictureOptions | None = None
) -> list[Page]:
    """Lay out a picture of each state. All begin with the same marks, so that these can be drawn once.

    Marks that several states have in common are the same objects. The ring of the lead of a step is heavy if there are
    other witnesses. ``options.solid`` shows the mines as a picture: solid
    cells, without clues.

    Raises LayoutError like ``puzzle_picture``.
    """
    plan = _picture_plan(puzzle.grid, metrics, options or PictureOptions(), "puzzle")
    board = [*plan.board(puzzle), *([] if plan.options.solid else plan.cells(puzzle, plan.pen()))]
    marks = _StateMarks(puzzle, plan)
    return [plan.page([*board, *marks.of(state)]) for state in states]


class _StateMarks:
    """The marks of states of a puzzle. Those that several states have in common are the same objects."""

    def __init__(self, puzzle: Puzzle, plan: _PicturePlan) -> None:
        pen = plan.pen()
        self.solid = plan.options.solid
        self.clue_on_mine = puzzle.grid.variant.clue_on_mine
        self.mine = cache(lambda cell: pen.mines([cell]))
        self.dot = cache(lambda cell: pen.dots([cell], puzzle.cells))
        self.solid_cell = cache(lambda cell: plan.solid([cell]))
        self.filled_cell = cache(lambda cell: plan.filled(puzzle, [cell], plan.style.filled_size))
        self.digit = cache(lambda cell: pen.digits(puzzle.cells, [cell]))
        self.shade = cache(lambda cell: plan.shades([cell]))
        self.ring = cache(lambda cell, heavy: plan.ring(cell, heavy=heavy))

    def of(self, state: SolvingState) -> Iterator[Mark]:
        yield from chain.from_iterable(map(self.shade, state.proved))
        draw = self.solid_cell if self.solid else self.filled_cell if self.clue_on_mine else self.mine
        yield from chain.from_iterable(map(draw, state.mines))
        if self.clue_on_mine and not self.solid:  # the shades hide digits too
            safe = (cell for cell in state.proved if cell not in state.mines)
            yield from chain.from_iterable(map(self.digit, safe))
        yield from chain.from_iterable(map(self.dot, state.safe))
        several = len(state.witnesses) > 1
        for cell in state.witnesses:
            yield from self.ring(cell, several and cell == state.lead)


def game_pictures(positions: Sequence[Puzzle], metrics: Metrics, options: PictureOptions) -> list[Page]:
    """Lay out a picture of each position of a classic game. Marks that several have in common are the same objects.

    Raises LayoutError like ``puzzle_picture``.
    """
    plan = _picture_plan(positions[0].grid, metrics, options, "puzzle")
    pen, board = plan.pen(), plan.board(positions[0])
    cover = cache(lambda cell: plan.covers([cell]))
    digit = cache(lambda cell, value: pen.digits([value if i == cell else BLANK for i in range(cell + 1)]))

    def marks(puzzle: Puzzle) -> Iterator[Mark]:
        for cell, value in enumerate(puzzle.cells):
            if value:  # zeros are blank
                yield from cover(cell) if value == BLANK else digit(cell, value)

    return [plan.page([*board, *marks(puzzle)]) for puzzle in positions]


def options_for_paper(options: PictureOptions, grid: Grid) -> PictureOptions:
    """Return the options for paper: six inches wide with the finest lines that print, or wider if cells need it."""
    page = replace(options, width=round(PAPER_WIDTH / _PAPER_LINE))
    return replace(page, width=_least_width(page, grid))


@dataclass(frozen=True, slots=True)
class _PicturePlan:
    """The positions of all parts of one picture, in whole pixels. ``inner`` and ``frame`` are widths of lines."""

    place: PlacedGrid
    inner: int
    frame: int
    height: int
    left: int
    top: int
    head_top: int
    foot: int  # the caption's baseline
    caption_size: int
    head: PictureHead
    labels: GridLabels | None
    metrics: Metrics
    options: PictureOptions

    @property
    def style(self) -> GridStyle:
        theme = self.options.theme
        return GridStyle(
            frame=float(self.frame),
            lines=float(self.inner),
            lines_color=theme.line,
            digit=theme.digit,
            digit_font=theme.digit_font,
            digit_color=theme.ink,
            mine_size=_MINE,
            dot=_DOT,
            ring=_RING,
            ring_line=max(1.0, self.place.cell * theme.pen * _RING_LINE),
            ink=theme.mine,
            rim=theme.rim,
            rim_ink=theme.quiet,
        )

    def pen(self, style: GridStyle | None = None) -> GridPen:
        return GridPen(self.place, style or self.style, self.metrics)

    def board(self, puzzle: Puzzle) -> list[Mark]:
        """Return the marks that all states share: caption and lines."""
        theme = self.options.theme
        marks: list[Mark] = []
        if self.options.caption:
            marks.append(Text(self.left, self.foot, self.options.caption, self.caption_size, color=theme.words))
        marks += self.head.marks(self.options.width / 2, self.head_top, theme.ink, theme.words, self.metrics)
        whole = self.frame - (self.frame - self.inner) % 2  # lines on whole pixels have the parity of the others
        style = replace(self.style, ink=theme.frame)
        pen = GridPen(self.place, style, self.metrics, puzzle.boxes, float(whole))
        marks += self.labels.beside(puzzle.grid, self.place) if self.labels else []
        return marks + pen.backgrounds(puzzle.cells, puzzle.figure) + pen.lines(puzzle.cells)

    def cells(self, puzzle: Puzzle, pen: GridPen) -> list[Mark]:
        """Return the clues, or the cells of a position of the classic game."""
        if not self.options.covered:
            return pen.digits(puzzle.cells)
        covered = [i for i, value in enumerate(puzzle.cells) if value == BLANK]
        return self.covers(covered) + pen.digits([value or BLANK for value in puzzle.cells])

    def covers(self, cells: Iterable[int]) -> list[Mark]:
        """Return the ground of covered cells within their lines."""
        return self._shapes(cells, self.place.cell - self.inner, self.options.theme.cover)

    def shades(self, cells: Iterable[int]) -> list[Mark]:
        """Return the shading of cells within their lines, so that it can be drawn over the board."""
        return self._shapes(cells, self.place.cell - self.inner, self.options.theme.tint)

    def filled(self, puzzle: Puzzle, cells: Sequence[int], size: float = 1.0) -> list[Mark]:
        """Return filled cells within their lines, of ``size`` times the space there, with their digits above them."""
        room = self.place.cell - self.inner
        side = room - 2 * round(room * (1 - size) / 2)
        return self._shapes(cells, side, self.options.theme.filled) + self.pen().digits(puzzle.cells, cells)

    def solid(self, cells: Iterable[int]) -> list[Mark]:
        """Return solid cells over the lines around them."""
        return self._shapes(cells, self.place.cell + self.inner, self.options.theme.mine)

    def _shapes(self, cells: Iterable[int], width: float, color: Color) -> list[Mark]:
        pen = self.pen()
        return [pen.shape(i, width, color) for i in cells]

    def ring(self, cell: int, *, heavy: bool) -> list[Mark]:
        """Return the ring around a witness."""
        style = replace(self.style, ink=self.options.theme.mark)
        return self.pen(replace(style, ring_line=style.ring_line * _HEAVY) if heavy else style).rings([cell])

    def page(self, marks: list[Mark]) -> Page:
        width, margin = self.options.width, _margin(self.options)
        block = Box(margin, self.top, width - margin, self.height - margin)
        unit = max(PAPER_WIDTH / width, _PAPER_LINE / self.inner)
        ground = self.options.theme.ground
        return Page(1, "picture", width, self.height, block, tuple(marks), (self.place,), None, unit, ground)


def _picture_plan(grid: Grid, metrics: Metrics, options: PictureOptions, role: Role) -> _PicturePlan:
    width = options.width
    head = _head(options, metrics)
    cell = _largest_cell(options, grid, head.height)
    if cell < MIN_CELL:
        raise LayoutError(
            f"a picture {width} pixels wide gives a board of {grid} cells only {max(0, cell)} pixels a cell, under "
            f"{MIN_CELL}; "
            f"{_least_width(options, grid, head.height / width)} pixels is the least for this board"
        )
    inner, frame = _line_widths(cell, options)
    margin, caption_height = _margin(options), _caption_height(options)
    board_width, board_height = _framed_pixels(grid, cell, options)
    labels = _labels(options, cell, frame, metrics)
    labels_width = ceil(labels.width([grid]) + labels.gap) if labels else 0
    labels_height = ceil(labels.height + labels.gap) if labels else 0
    if not options.border:
        width = labels_width + board_width
        options = replace(options, width=width)
    left = labels_width + (width - labels_width - board_width) // 2
    head_top = margin + labels_height
    height = head_top + head.height + board_height + caption_height + margin
    if options.border and height < width <= height + cell:  # a rounding leftover is no reason not to be square
        head_top += (width - height) // 2
        height = width
    top = head_top + head.height
    corner = frame - inner / 2 + _rim(grid, cell)  # of the first cell: in the middle of the line around it
    place = place_board(grid, options.number, role, (left + corner, top + corner), cell, rim=False)
    return _PicturePlan(
        place=replace(place, rim=_rim(grid, cell) / cell),
        inner=inner,
        frame=frame,
        height=height,
        left=left,
        top=top,
        head_top=head_top,
        foot=top + board_height + caption_height,
        caption_size=_caption_type_size(options, width - margin - left, metrics),
        head=head,
        labels=labels,
        metrics=metrics,
        options=options,
    )


def _labels(options: PictureOptions, cell: int, frame: int, metrics: Metrics) -> GridLabels | None:
    """Return the look of the names of rows and columns, in pixels."""
    if options.messages is None:
        return None
    size = cell * _NAME
    return GridLabels(size, options.theme.words, frame, options.messages, metrics, size * _NAME_GAP)


def _head(options: PictureOptions, metrics: Metrics) -> PictureHead:
    """Set the words above the board. Raises LayoutError for words that do not fit."""
    if options.head is None:
        return PictureHead((), 0)
    return picture_head(options.head, options.width, options.width - 2 * _margin(options), metrics)


def _caption_type_size(options: PictureOptions, room: int, metrics: Metrics) -> int:
    """Return the type size of the caption.

    Raises LayoutError when even the smallest type is too large, or a character has no glyph.
    """
    text = options.caption
    if missing := metrics.missing(text, "regular"):
        raise LayoutError(f"caption: the font {metrics.name('regular')} has no glyph for {missing!r}; leave it out")
    size, least = _caption_size(options.width), max(MIN_CAPTION_PIXELS, round(options.width * MIN_CAPTION))
    while size > least and metrics.width(text, "regular") * size > room:
        size -= 1
    if (over := metrics.width(text, "regular") * size) > room:
        fits = int(len(text) * room / over)
        raise LayoutError(
            f"caption: found {len(text)} characters, about {fits} fit below this board; shorten it, or make the "
            "picture wider"
        )
    return size


def _margin(options: PictureOptions) -> int:
    return max(1, round(options.width * MARGIN)) if options.border else 0


def _line_widths(cell: int, options: PictureOptions) -> tuple[int, int]:
    """Return the widths of inner lines and frame for a cell of that side.

    The lines of small boards are not much heavier than those of large ones. The lines of large boards are at least one
    pixel wide when the picture is state at half its size.
    """
    share = options.theme.pen
    least = min(round(options.width / SHOWN), int(cell * _MAX_SCREEN_LINE))
    inner = max(1, least, round(min(cell * share, options.width * share * _THICKEST_LINES_CELL)))
    if not options.border:
        return (even := max(2, _even_pixels(inner))), _even_pixels(even * 2.2)
    return inner, max(2, round(inner * 2.2))


def _even_pixels(size: float) -> int:
    return int(size) // 2 * 2


def _caption_size(width: int) -> int:
    return max(MIN_CAPTION_PIXELS, round(width * CAPTION))


def _caption_height(options: PictureOptions) -> int:
    """Return the distance from the frame to the baseline of the caption; 0 without one."""
    return round(_caption_size(options.width) * 1.7) if options.caption else 0


def _largest_cell(options: PictureOptions, grid: Grid, words_height: int = 0) -> int:
    """Return the side of the largest cells with which the board fits, below words of a height and above its caption."""
    width = options.width - 2 * _margin(options)
    height = width - _caption_height(options) - words_height
    size = board_size(grid)
    step = 1 if grid.variant.lattice.straight else 2  # half a cell is a whole number of pixels too
    cell = min(int(width / size.width), int(height / size.height)) // step * step
    while cell > 0:
        board_width, board_height = _framed_pixels(grid, cell, options)
        if board_width <= width and board_height <= height:
            break
        cell -= step
    return cell if options.border else _even_pixels(cell)


def _framed_pixels(grid: Grid, cell: int, options: PictureOptions) -> tuple[int, int]:
    """Return the width and the height of a board with its rim and its frame."""
    inner, frame = _line_widths(cell, options)
    width, height = _pixels(grid, cell)
    return width + 2 * frame - inner, height + 2 * frame - inner


def _pixels(grid: Grid, cell: int) -> tuple[int, int]:
    """Return the width and the height of a board with its rim, without its frame."""
    size, rim = board_size(grid, rim=False), 2 * _rim(grid, cell)
    return ceil(size.width * cell) + rim, ceil(size.height * cell) + rim


def _rim(grid: Grid, cell: int) -> int:
    return 2 * ceil(rim_width(grid) * cell / 2)  # even, so that it is whole pixels at half the size


def _least_width(options: PictureOptions, grid: Grid, head: float = 0.0) -> int:
    """Return the least width for the board; ``head`` is the share of it that the words above the board are high."""
    pixels = options.width
    while _largest_cell(replace(options, width=pixels), grid, ceil(pixels * head)) < MIN_CELL:
        pixels += 10 - pixels % 10
    return pixels
