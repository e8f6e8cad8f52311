"""Pictures that represent a puzzle elsewhere: the card shown with a link, and the thumbnail in lists and archives.

The unit is the pixel. Services crop cards differently, so all words stand within the middle 600 x 315 pixels. The
puzzle around them is very large and runs off all sides; its cells have a size at which the label covers whole cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, VOID, Puzzle
from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import (
    RGB,
    Box,
    Color,
    Font,
    Gray,
    Line,
    Mark,
    Metrics,
    Page,
    Picture,
    PlacedGrid,
    Rect,
    Stroke,
    Text,
    board_size,
    cells_within,
    place_board,
)
from puzzlegen.layout.core.grid_marks import GridPen, digit_size
from puzzlegen.layout.core.symbols import runs, side_lines
from puzzlegen.layout.core.theme import GridStyle, Palette
from puzzlegen.layout.puzzle_picture_parts import UNIT, PictureWords, largest_size, stars, stars_width

WIDTH, HEIGHT = 1200, 630
SAFE = Box(300, 158, 900, 472)  # the area that no service crops
PALETTE = Palette(ground=RGB(0.09, 0.19, 0.24), ink=RGB(0.96, 0.94, 0.89), accent=RGB(0.91, 0.64, 0.23))
_PAD = 36  # from the side of the label to its words
_MAX_NAME, _MIN_NAME = 76, 38  # pixels: type of the series' name
_TWO_LINE_NAME = 58  # a name that would be smaller than this on one line has two lines, of this size at most
_MAX_LINE, _MIN_LINE = 34, 24  # of number and date, and of the difficulty
_MAX_HOME, _MIN_HOME = 28, 22  # of the publisher's site
LOGO_WIDTH, LOGO_HEIGHT = 320, 54  # pixels: the largest logo
_ABOVE_LOGO, _BESIDE_LOGO = 24, 22  # from the words above it, and to the name of the site
_MIN_LABEL_HEIGHT, _MIN_HEIGHT_WITH_HOME, _MIN_HEIGHT_WITH_LOGO = 236, 286, 310  # what the words need
_LINES, _DIGITS = 0.34, 0.62  # share of ink in the lines and digits of the artwork
_COVERED = 0.14  # share of ink in the ground of covered cells
_CLEAR = 0.35  # of a cell, from the middle of a clue to the label
_LEAST_WIDTH, _LEAST_HEIGHT = 8, 6  # cells: those of smaller boards would be wider than 150 pixels
_BAR = 10  # the accent along the label's left side


def link_card(
    puzzle: Puzzle,
    words: PictureWords,
    metrics: Metrics,
    palette: Palette = PALETTE,
    *,
    covered: bool = False,
    logo: Picture | None = None,
) -> Page:
    """Lay out the card, 1200 x 630 pixels. ``covered``: draw a position of the classic game.

    ``logo`` is at most LOGO_WIDTH x LOGO_HEIGHT pixels, on the color of the label; its place does not matter. The name
    of the publisher's site is left out if it does not fit or has no glyphs. Raises LayoutError for other such words.
    """
    puzzle = _repeated(puzzle)
    if words.home and _home_size(words.home, SAFE.width - 2 * _PAD - _BAR - _beside(logo), metrics) is None:
        words = replace(words, home="")
    least = _MIN_HEIGHT_WITH_LOGO if logo else _MIN_HEIGHT_WITH_HOME if words.home else _MIN_LABEL_HEIGHT
    place, label = _placed(puzzle, least)
    marks: list[Mark] = []
    if covered:
        place, color = _with_most_numbers(puzzle, place, label), palette.blend(palette.ink, _COVERED)
        closed = (place.center(i) for i, value in enumerate(puzzle.cells) if value == BLANK)
        half = place.cell / 2
        marks += [Rect(x - half, y - half, place.cell, place.cell, color) for x, y in closed]
        puzzle = Puzzle(puzzle.grid, tuple(value or BLANK for value in puzzle.cells))
    marks += _artwork(puzzle, place, label, metrics, palette)
    marks.append(Rect(label.left, label.top, label.width, label.height, palette.ink))
    marks.append(Rect(label.left, label.top, _BAR, label.height, palette.accent))
    marks += _words(words, label, metrics, palette, logo)
    block = Box(SAFE.left, SAFE.top, SAFE.right, SAFE.bottom)
    return Page(1, "card", WIDTH, HEIGHT, block, tuple(marks), (place,), None, UNIT, palette.ground)


def _repeated(puzzle: Puzzle) -> Puzzle:
    """Repeat the cells of a board that is small or narrow, so that the card shows enough of them beside the label."""
    grid = puzzle.grid
    across, down = ceil(_LEAST_WIDTH / grid.width), ceil(_LEAST_HEIGHT / grid.height)
    rows = [puzzle.cells[row * grid.width : (row + 1) * grid.width] * across for row in range(grid.height)]
    return Puzzle(replace(grid, width=grid.width * across, height=grid.height * down), tuple(chain(*rows * down)))


def _beside(logo: Picture | None) -> float:
    """Return the width that a logo takes from the name of the publisher's site."""
    return logo.width + _BESIDE_LOGO if logo else 0.0


def _home_size(home: str, room: float, metrics: Metrics) -> int | None:
    """Return the type size of the name of the publisher's site; None if it cannot be set in ``room`` pixels."""
    try:
        return largest_size("card: site", home, "regular", room, (_MAX_HOME, _MIN_HOME), metrics)
    except LayoutError:
        return None


def _placed(puzzle: Puzzle, least: float) -> tuple[PlacedGrid, Box]:
    """Place the board and the label, which is ``least`` pixels high or higher.

    Cells are the smallest of which a whole number spans the safe area and with which the board covers the card. Raises
    ValueError for a board that is smaller than ``_repeated`` makes it.
    """
    grid, lattice = puzzle.grid, puzzle.grid.variant.lattice
    # The top of a row of hexagons is so far above and below the middle of the line between rows. The card covers that.
    # Beside a board half hexagons are empty, which look like hexagons that the card cuts.
    teeth = (lattice.tallness - lattice.row_height) / 2
    for across in range(24, 1, -1):
        cell = round(SAFE.width / across)
        if not lattice.straight:
            cell = cell // 2 * 2  # half a cell is a whole number of pixels too
        row = cell * lattice.row_height
        down = max(round(SAFE.height / row), ceil(least / row))
        wide, high = across * cell, round(down * row)
        left, top = (WIDTH - wide) // 2, (HEIGHT - high) // 2
        before, above = ceil(left / cell), ceil(top / row + teeth)
        if 2 * before + across <= grid.width and 2 * above + down <= grid.height:
            first_col, first_row = (grid.width - across) // 2, (grid.height - down) // 2
            corner = left - first_col * cell, top - first_row * row - teeth * cell
            place = PlacedGrid(0, "ornament", 1, *corner, cell, grid.width, grid.height, lattice)
            return place, Box(left, top, left + wide, top + high)
    raise ValueError(f"{grid} does not cover a card")


def _with_most_numbers(puzzle: Puzzle, place: PlacedGrid, label: Box) -> PlacedGrid:
    """Move a board of squares by whole cells, so that as many numbers as possible are on the card beside the label."""
    cell, grid = place.cell, puzzle.grid
    left, up = int(place.x + grid.width * cell - WIDTH) // cell, int(place.y + grid.height * cell - HEIGHT) // cell
    right, down = int(-place.x) // cell, int(-place.y) // cell
    shifts = [(col, row) for row in range(-int(up), int(down) + 1) for col in range(-int(left), int(right) + 1)]
    centers = [place.center(i) for i, value in enumerate(puzzle.cells) if value > 0]

    def shown(shift: tuple[int, int]) -> int:
        moved = [(x + shift[0] * cell, y + shift[1] * cell) for x, y in centers]
        return sum(0 < x < WIDTH and 0 < y < HEIGHT and not _is_near(label, x, y, 0.0) for x, y in moved)

    col, row = max(shifts, key=shown)
    return replace(place, x=place.x + col * cell, y=place.y + row * cell)


def _is_near(label: Box, x: float, y: float, near: float) -> bool:
    return label.left - near < x < label.right + near and label.top - near < y < label.bottom + near


def _artwork(puzzle: Puzzle, place: PlacedGrid, label: Box, metrics: Metrics, palette: Palette) -> list[Mark]:
    """Draw the lines, and the clues of cells that are completely on the card."""
    lines, digits = palette.blend(palette.ink, _LINES), palette.blend(palette.ink, _DIGITS)
    pen = max(2, round(place.cell * 0.025))
    shift = pen % 2 / 2  # an odd line lies on whole pixels when its middle does not
    draw = _lines if place.lattice.straight else _sides
    return [*draw(puzzle, place, shift, pen, lines), *_clues(puzzle, place, label, metrics, digits)]


def _lines(puzzle: Puzzle, place: PlacedGrid, shift: float, pen: float, color: Color) -> Iterator[Mark]:
    """Yield the parts of the lines of squares that are on the card."""
    cell = place.cell
    for run in runs(puzzle.cells, place.width):
        along, across, end, side = (
            (place.y, place.x, HEIGHT, WIDTH) if run.upright else (place.x, place.y, WIDTH, HEIGHT)
        )
        line_at = across + run.at * cell
        first, last = max(0, along + run.first * cell), min(end, along + run.end * cell)
        if 0 < line_at < side and first < last:
            line_at += shift
            points = (line_at, first, line_at, last) if run.upright else (first, line_at, last, line_at)
            yield Line(*points, pen, color)


def _clues(puzzle: Puzzle, place: PlacedGrid, label: Box, metrics: Metrics, color: Color) -> Iterator[Mark]:
    """Yield the clues of cells that are completely on the card and not near the label."""
    style, half, near = GridStyle(), place.cell / 2, place.cell * _CLEAR
    size, drop = digit_size(place.cell, style, metrics), style.digit * place.cell / 2
    for i, value in enumerate(puzzle.cells):
        x, y = place.center(i)
        whole = x - half >= 0 and y - half >= 0 and x + half <= WIDTH and y + half <= HEIGHT
        if value >= 0 and whole and not _is_near(label, x, y, near):
            yield Text(x, y + drop, str(value), size, style.digit_font, "middle", color)


def _sides(puzzle: Puzzle, place: PlacedGrid, shift: float, pen: float, color: Color) -> Iterator[Mark]:
    """Yield the sides of the cells that are on the card, and of a few around it, as one mark."""
    place = replace(place, x=place.x + shift)
    cell, pitch = place.cell, place.cell * place.lattice.row_height
    top = max(0, int(-place.y // pitch) - 1) // 2 * 2  # an even row, so that the others lie as on the board
    foot = min(place.height, int((HEIGHT - place.y) // pitch) + 2)
    left, right = max(0, int(-place.x // cell) - 1), min(place.width, int((WIDTH - place.x) // cell) + 2)
    cells = [puzzle.cells[row * place.width + col] for row in range(top, foot) for col in range(left, right)]
    voids = frozenset(i for i, value in enumerate(cells) if value == VOID)
    inner, outer = side_lines(place.lattice, right - left, foot - top, voids)
    trails = (*inner, *((*loop, loop[0]) for loop in outer))
    x, y = place.x + left * cell, place.y + top * pitch
    yield Stroke(tuple(tuple((x + a * cell, y + b * cell) for a, b in trail) for trail in trails), pen, color)


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the label, and the space above it."""

    text: str
    font: Font
    size: int
    above: float = 0.0


def _words(words: PictureWords, label: Box, metrics: Metrics, palette: Palette, logo: Picture | None) -> list[Mark]:
    """Set name, number, date, difficulty and publisher, left-aligned and vertically centered on the label."""
    left = label.left + _PAD + _BAR
    room = min(label.right, SAFE.right) - _PAD - left
    rows, level, line = _rows(words, room, metrics, logo)
    high = metrics.cap_height("regular") * line
    heights = [metrics.cap_height(row.font) * row.size for row in rows]
    taken = sum(heights) + sum(row.above for row in rows)
    over = max(0.0, (logo.height if logo else 0.0) - heights[-1])  # of the logo, half of it above the name of the site
    y = (label.top + label.bottom - taken - over) / 2
    marks: list[Mark] = []
    last: list[Mark] = []
    for row, height in zip(rows, heights, strict=True):
        y += row.above + height
        x = float(left)
        if row is level and words.stars:
            marks += stars(words.stars, x, y - height / 2, high, palette.ground)
            x += _stars_room(words, high)
        if logo and row is rows[-1]:
            y += over / 2
            last.append(replace(logo, x=x, y=round(y - (height + logo.height) / 2)))
            x += _beside(logo)
        if row.text:
            marks.append(Text(x, round(y), row.text, row.size, row.font, color=palette.ground))
    return marks + last


def _rows(words: PictureWords, room: float, metrics: Metrics, logo: Picture | None) -> tuple[list[_Row], _Row, int]:
    """Return the rows from top to bottom, the one with the difficulty, and the size of number and date."""
    rows = _name(words.series, room, metrics)
    gap = 0.8 if words.home or logo else 1.05  # above a row, of its type size
    facts = "  ·  ".join(filter(None, (words.number, words.date)))
    line = largest_size("card: number and date", facts, "regular", room, (_MAX_LINE, _MIN_LINE), metrics)
    if facts:
        rows.append(_Row(facts, "regular", line, line * gap))
    beside = room - _stars_room(words, metrics.cap_height("regular") * line)
    rest = largest_size("card: difficulty", words.difficulty, "regular", beside, (line, _MIN_LINE), metrics)
    if words.difficulty or words.stars:
        rows.append(_Row(words.difficulty, "regular", rest, line * gap))
    level = rows[-1]
    if words.home and (size := _home_size(words.home, room - _beside(logo), metrics)):
        rows.append(_Row(words.home, "regular", size, _ABOVE_LOGO if logo else line))
    elif logo:
        rows.append(_Row("", "regular", 0, _ABOVE_LOGO))
    return rows, level, line


def _stars_room(words: PictureWords, high: float) -> float:
    """Return the width of the stars before the difficulty and of the space behind them."""
    return stars_width(high) + high * 0.4 if words.stars else 0.0


def _name(series: str, room: float, metrics: Metrics) -> list[_Row]:
    """Set the name of the series on one line, or on two if that makes its type much larger."""
    sizes = (_MAX_NAME, _MIN_NAME)
    parts = series.split(" ")
    halves = [(" ".join(parts[:i]), " ".join(parts[i:])) for i in range(1, len(parts))]
    longest = min(halves, key=lambda two: max(metrics.width(part, "bold") for part in two), default=(series,))
    broken = max(longest, key=lambda part: metrics.width(part, "bold"))
    if len(longest) == 1 or metrics.width(series, "bold") * _TWO_LINE_NAME <= room:
        return [_Row(series, "bold", largest_size("title", series, "bold", room, sizes, metrics))]
    calm = (_TWO_LINE_NAME, _MIN_NAME)
    size = largest_size("title", broken, "bold", room, calm, metrics)
    return [_Row(longest[0], "bold", size), _Row(longest[1], "bold", size, size * 0.5)]


THUMBNAIL_SIDE = 240  # pixels, shown at 120
THUMBNAIL_PEN = 2
MIN_THUMBNAIL_CELL = 14  # pixels: clues of smaller cells are illegible; only a part of large boards is shown
MIN_COVERED_CELL = 24  # pixels: of a board that is mostly covered, about nine cells a side around its numbers
_THUMBNAIL_EDGE = 6  # least white around the board
_COVER = Gray(0.84)  # the ground of covered cells
_THUMBNAIL_STYLE = GridStyle(
    frame=THUMBNAIL_PEN, lines=THUMBNAIL_PEN, lines_color=Gray(0.62), digit=0.62, digit_font="bold",
    digit_color=Gray(0.08), ink=Gray(0.25), dot=0.2,
)  # fmt: skip


def thumbnail(puzzle: Puzzle, metrics: Metrics, *, covered: bool = False) -> Page:
    """Lay out a board in the middle of a square; of boards over 16 cells a side, the top left part.

    ``covered``: draw a position of the classic game, with larger cells, and of larger boards the part with most open
    cells.

    Screens show two or four of its pixels as one point. All lines are two pixels wide and begin on even pixels, so
    that they are one whole pixel at half the size.
    """
    grid = puzzle.grid
    room = THUMBNAIL_SIDE - 2 * _THUMBNAIL_EDGE - THUMBNAIL_PEN
    even = 2 if grid.variant.lattice.straight else 4  # half a cell is an even number of pixels too
    least = MIN_COVERED_CELL if covered else MIN_THUMBNAIL_CELL
    cell = max(-(-least // even), int(room / max(board_size(grid, rim=False))) // even) * even
    across, down = cells_within(grid, room / cell, room / cell)

    def part_at(top: int, left: int) -> tuple[int, ...]:
        return tuple(puzzle.cells[grid.cell(top + row, left + col)] for row in range(down) for col in range(across))

    cells = part_at(0, 0)
    if covered:
        parts = (part_at(top, left) for top in range(grid.height - down + 1) for left in range(grid.width - across + 1))
        cells = max(parts, key=lambda some: sum(value != BLANK for value in some))
    part = Puzzle(Grid(across, down, grid.variant), cells).grid
    # An odd pixel, so that a line two wide whose middle it is begins on an even one.
    left, top = ((THUMBNAIL_SIDE - round(side * cell)) // 2 | 1 for side in board_size(part, rim=False))
    place = place_board(part, 0, "ornament", (left, top), cell, rim=False)
    pen = GridPen(place, _THUMBNAIL_STYLE, metrics)
    ground: list[Mark] = []
    if covered:
        ground = [pen.shape(i, cell, _COVER) for i, value in enumerate(cells) if value == BLANK]
        cells = tuple(value or BLANK for value in cells)
    marks: tuple[Mark, ...] = (*ground, *pen.backgrounds(cells), *pen.lines(cells), *pen.digits(cells))
    return Page(
        1,
        "picture",
        THUMBNAIL_SIDE,
        THUMBNAIL_SIDE,
        Box(0, 0, THUMBNAIL_SIDE, THUMBNAIL_SIDE),
        marks,
        (place,),
        unit=UNIT,
        paper=Gray(1.0),
    )
