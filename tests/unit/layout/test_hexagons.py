"""Lines and positions of boards of hexagons, compared with a look from the middle of each cell in six directions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt

import numpy as np
import pytest
from golden_pictures import compare, pdf_page
from layout_boards import LETTER, TRAVEL, PlainMetrics, honeycomb, play

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, HEXAGONS, WRAP_AROUND
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.drawing.color import draw_page
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.layout.book.page_arrangement import arrange, cell_size, largest_board
from puzzlegen.layout.core.document import (
    Box,
    Mark,
    Page,
    Path,
    PlacedGrid,
    Points,
    Rect,
    Stroke,
    Text,
    board_size,
    place_board,
)
from puzzlegen.layout.core.grid_marks import GridPen, answer_marks, puzzle_marks
from puzzlegen.layout.core.symbols import side_lines
from puzzlegen.layout.core.theme import DEFAULT, GridStyle
from puzzlegen.layout.link_previews import link_card, thumbnail
from puzzlegen.layout.puzzle_picture import SolvingState, position_picture, puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import THEMES, PictureOptions, PictureWords

STYLE = GridStyle(frame=3.0, lines=1.0)
CELL = 20.0
SIDE = CELL / sqrt(3)
DIRECTIONS = [(cos(pi * i / 3), sin(pi * i / 3)) for i in range(6)]

Spot = tuple[float, float]


def random_board(seed: int) -> Grid:
    """A board with voids at random: with holes, parts that do not touch, and single cells."""
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(1, 8, 2))
    voids = np.flatnonzero(rng.random(width * height) < 0.4 * (seed % 3 > 0)).tolist()
    return Grid(width, height, HEXAGONAL, tuple(voids) if len(voids) < width * height else ())


def spot(x: float, y: float) -> Spot:
    return round(x, 3), round(y, 3)


def sides(grid: Grid, place: PlacedGrid) -> tuple[set[Spot], set[Spot]]:
    """The middles of the sides between two cells, and of those on the outline, by the distances of cells."""
    middles = [place.center(i) for i in range(grid.size) if i not in grid.voids]
    known = {spot(*middle) for middle in middles}
    inner, outer = set(), set()
    for x, y in middles:
        for across, down in DIRECTIONS:
            beyond = spot(x + across * CELL, y + down * CELL)
            there = any(hypot(beyond[0] - a, beyond[1] - b) < 0.1 for a, b in known)
            (inner if there else outer).add(spot(x + across * CELL / 2, y + down * CELL / 2))
    return inner, outer


def segments(lines: Iterable[Points], closed: bool) -> Iterator[tuple[Spot, Spot]]:
    for line in lines:
        yield from pairwise((*line, line[0]) if closed else line)


def middle(start: Spot, end: Spot) -> Spot:
    return spot((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)


def drawn(grid: Grid) -> tuple[PlacedGrid, list[Stroke]]:
    """The place of a board, and its strokes: the inner lines, if it has any, and the frame."""
    place = place_board(grid, 1, "puzzle", (7.0, 11.0), CELL)
    cells = np.where(grid.present, BLANK, VOID).tolist()
    marks = GridPen(place, STYLE, PlainMetrics()).lines(cells)
    assert all(isinstance(mark, Stroke) for mark in marks)
    return place, marks


@pytest.mark.parametrize("seed", range(30))
def test_every_side_is_drawn_once(seed: int) -> None:
    grid = random_board(seed)
    place, strokes = drawn(grid)
    inner, outer = sides(grid, place)
    thin = Counter(middle(*side) for stroke in strokes[:-1] for side in segments(stroke.lines, closed=False))
    assert thin == Counter(inner)
    out = (STYLE.frame - STYLE.lines) / 2
    found = []
    for start, end in segments(strokes[-1].lines, closed=True):
        length = hypot(end[0] - start[0], end[1] - start[1])
        across, down = (end[1] - start[1]) / length, (start[0] - end[0]) / length
        assert SIDE - 2 * out <= length <= SIDE + 2 * out
        found.append((start, end, across, down))
    # A side of the frame is cut unequally at its ends, so its middle is not that of the side of the cell.
    on_sides = Counter()
    for start, end, across, down in found:
        x, y = middle(start, end)
        near = [one for one in outer if hypot(x - out * across - one[0], y - out * down - one[1]) < out + 0.01]
        assert len(near) == 1
        on_sides[near[0]] += 1
    assert on_sides == Counter(outer)


@pytest.mark.parametrize("seed", range(30))
def test_the_paper_within_all_cells_has_the_same_size(seed: int) -> None:
    """The nearest edge of a line is as far from the middle of each cell, in all six directions."""
    grid = random_board(seed)
    place, strokes = drawn(grid)
    edges = [
        (start, end, stroke.width / 2) for stroke in strokes for start, end in segments(stroke.lines, stroke.closed)
    ]
    for cell in range(grid.size):
        if cell in grid.voids:
            continue
        x, y = place.center(cell)
        for across, down in DIRECTIONS:
            near = min(distance(x, y, across, down, *edge) for edge in edges)
            assert near == pytest.approx((CELL - STYLE.lines) / 2, abs=1e-3)


def distance(x: float, y: float, across: float, down: float, start: Spot, end: Spot, half: float) -> float:
    """How far a line is from a point in a direction; endless if it is not across it there."""
    along = ((end[0] - start[0]), (end[1] - start[1]))
    turn = across * along[1] - down * along[0]
    if abs(turn) < 1e-9:
        return float("inf")
    reach = ((start[0] - x) * along[1] - (start[1] - y) * along[0]) / turn
    share = ((start[0] - x) * down - (start[1] - y) * across) / turn
    if reach <= 0 or not -1e-6 <= share <= 1 + 1e-6:
        return float("inf")
    return reach - half * hypot(*along) / abs(turn)


def test_lines_between_rows_are_whole() -> None:
    inner, outer = side_lines(HEXAGONS, 9, 7)
    zigzags = [line for line in inner if len(line) > 2]
    assert [len(line) - 1 for line in zigzags] == [2 * 9 - 1] * 6
    assert len(inner) - len(zigzags) == 8 * 7
    assert len(outer) == 1
    for line in zigzags:
        assert list(line) == sorted(line)


def test_an_outline_goes_around_a_hole() -> None:
    _, outer = side_lines(HEXAGONS, 3, 3, frozenset((4,)))
    assert sorted(len(loop) for loop in outer) == [6, 22]


def test_points_of_a_long_board_meet() -> None:
    grid = Grid(2, 1000, HEXAGONAL)
    inner, outer = side_lines(HEXAGONS, 2, 1000)
    assert sum(len(line) - 1 for line in inner) == len(grid.neighborhood.cells) // 2
    assert len(outer) == 1


# --- sizes and positions


@pytest.mark.parametrize("seed", range(30))
def test_a_board_fills_its_size(seed: int) -> None:
    """Only whole rows and columns of voids may leave a side empty."""
    grid = random_board(seed)
    place, _ = drawn(grid)
    size = board_size(grid)
    points = [point for cell in range(grid.size) if cell not in grid.voids for point in corners(place, cell)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    assert left >= 7.0 - 1e-6 and right <= 7.0 + size.width * CELL + 1e-6
    present = grid.present.reshape(grid.height, grid.width)
    if present[:, 0].any():
        assert left == pytest.approx(7.0)
    if present[:, -1].any():
        assert right == pytest.approx(7.0 + size.width * CELL)
    assert max(y for _, y in points) <= 11.0 + size.height * CELL + 1e-6


def corners(place: PlacedGrid, cell: int) -> list[Spot]:
    x, y = place.center(cell)
    return [(x + across * CELL, y + down * CELL) for across, down in HEXAGONS.corners]


@pytest.mark.parametrize("page", [LETTER, TRAVEL])
@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
def test_boards_are_as_large_as_fits_the_page(page, per_page) -> None:
    grid = Grid(9, 8, HEXAGONAL)
    found = arrange(page, [grid], per_page)
    block, frames = page.block(1), 2 * DEFAULT.puzzle.frame
    high = board_size(grid).height * found.cell + frames + DEFAULT.header.height
    width = board_size(grid).width * found.cell + frames
    areas = found.areas(block)
    assert max(area.top for area in areas) + high <= block.bottom + 0.01
    assert all(area.left_of(width) + width <= block.right + 0.01 for area in areas)
    more = found.cell + 0.1
    across = found.cols * (board_size(grid).width * more + frames) + (found.cols - 1) * DEFAULT.cells.column_gap
    down = (
        found.rows * (board_size(grid).height * more + frames + DEFAULT.header.height)
        + (found.rows - 1) * DEFAULT.cells.row_gap
    )
    assert across > block.width or down > block.height or more > DEFAULT.cells.most


@pytest.mark.parametrize("variant", [HEXAGONAL, WRAP_AROUND], ids=str)
@pytest.mark.parametrize("per_page", [1, 4])
def test_boards_that_would_fit_are_named(variant, per_page: int) -> None:
    side = largest_board(LETTER, per_page, DEFAULT, variant)
    assert cell_size(LETTER, [Grid(side, side, variant)], per_page) >= DEFAULT.cells.least
    assert cell_size(LETTER, [Grid(side + 1, side + 1, variant)], per_page) < DEFAULT.cells.least
    huge = replace(DEFAULT, cells=DEFAULT.cells.model_copy(update={"least": 400.0}))
    assert largest_board(LETTER, 24, huge, variant) == 0


# --- marks in cells


def test_shapes_and_marks_are_in_the_middle() -> None:
    grid = Grid(4, 3, HEXAGONAL)
    place = place_board(grid, 1, "puzzle", (7.0, 11.0), CELL)
    pen = GridPen(place, STYLE, PlainMetrics())
    for cell in range(grid.size):
        (tint,), (mine,), (ring,) = pen.tints([cell]), pen.mines([cell]), pen.rings([cell])
        assert isinstance(tint, Path)
        assert tint.points == pytest.approx(corners(place, cell))
        assert (mine.x, mine.y) == (ring.x, ring.y) == place.center(cell)
        assert ring.radius + ring.line / 2 < CELL / 2  # within the circle that touches all sides
        (digit,) = pen.digits([BLANK] * cell + [4] + [BLANK] * (grid.size - cell - 1))
        assert isinstance(digit, Text)
        assert (digit.x, digit.y - 0.64 * digit.size / 2) == pytest.approx(place.center(cell))


def test_a_dot_beside_a_clue_is_within_the_cell_and_clear_of_the_digit() -> None:
    place = PlacedGrid(1, "puzzle", 1, 0.0, 0.0, CELL, 1, 1, HEXAGONS)
    pen = GridPen(place, STYLE, PlainMetrics())
    (dot,) = pen.dots([0], [3])
    x, y = place.center(0)
    assert dot.y + dot.radius < y - STYLE.digit * CELL / 2
    for across, down in DIRECTIONS:
        assert (dot.x - x) * across + (dot.y - y) * down + dot.radius < (CELL - STYLE.lines) / 2


# --- pictures


@pytest.mark.parametrize("pixels", [300, 601, 1200])
@pytest.mark.parametrize("grid", [Grid(9, 8, HEXAGONAL), Grid(6, 7, HEXAGONAL), honeycomb(4)], ids=str)
def test_upright_sides_lie_on_whole_pixels(grid: Grid, pixels: int) -> None:
    puzzle, _ = play(grid, 3)
    page = puzzle_picture(puzzle, FontMetrics(), options=PictureOptions(pixels, "No. 3"))
    assert page.width == pixels and page.height <= pixels
    inner, frame = (mark for mark in page.marks if isinstance(mark, Stroke))
    for stroke, closed in ((inner, False), (frame, True)):
        for start, end in segments(stroke.lines, closed):
            if abs(start[0] - end[0]) < 1e-6:
                assert (start[0] - stroke.width / 2) % 1 == pytest.approx(0.0, abs=1e-4)
    (caption,) = (mark for mark in page.marks if isinstance(mark, Text) and mark.string == "No. 3")
    points = [point for line in frame.lines for point in line]
    assert caption.x == pytest.approx(min(x for x, _ in points) - frame.width / 2, abs=1e-3)
    assert min(y for _, y in points) > page.block.top
    assert max(y for _, y in points) + frame.width <= page.height - page.width * 0.045


@pytest.mark.parametrize("size", [(4, 3), (5, 5), (9, 8), (12, 7), (30, 24)])
def test_a_card_of_hexagons(size: tuple[int, int]) -> None:
    puzzle, _ = play(Grid(*size, HEXAGONAL), 2)
    page = link_card(puzzle, PictureWords("Quiet Fields", "No. 214"), FontMetrics())
    (lines,) = (mark for mark in page.marks if isinstance(mark, Stroke))
    points = [point for line in lines.lines for point in line]
    assert min(x for x, _ in points) <= 2 and max(x for x, _ in points) >= page.width
    assert min(y for _, y in points) <= 0 and max(y for _, y in points) >= page.height
    label, *_ = (mark for mark in page.marks if isinstance(mark, Rect))
    for clue in (mark for mark in page.marks if isinstance(mark, Text) and mark.font == "digits"):
        half = 0.25 * page.grids[0].cell
        beside = clue.x + half < label.x or clue.x - half > label.x + label.width
        assert beside or clue.y < label.y or clue.y - 2 * half > label.y + label.height


@pytest.mark.parametrize("grid", [Grid(9, 8, HEXAGONAL), Grid(40, 30, HEXAGONAL), honeycomb(4), honeycomb(9)], ids=str)
def test_a_thumbnail_of_hexagons(grid: Grid) -> None:
    page = thumbnail(play(grid, 2)[0], FontMetrics())
    frame = page.marks[1]
    assert isinstance(frame, Stroke)
    points = [point for line in frame.lines for point in line]
    (left, right), (top, bottom) = ((min(part), max(part)) for part in zip(*points, strict=True))
    whole = max(board_size(grid)) < 226 / 16
    assert (page.grids[0].width, page.grids[0].height) == (grid.width, grid.height) or not whole
    assert left - 1 > 4 and top - 1 > 4 and right + 1 < 236 and bottom + 1 < 236
    assert abs((left + right) / 2 - 120) <= 3 and abs((top + bottom) / 2 - 120) <= 2


# --- pictures to look at


def test_boards_on_paper(tmp_path) -> None:
    metrics = FontMetrics()
    marks: list[Mark] = []

    def add(grid: Grid, corner: Spot, seed: int) -> tuple[Puzzle, PlacedGrid, tuple[bool, ...]]:
        puzzle, mines = play(grid, seed)
        return puzzle, place_board(grid, 1, "puzzle", corner, CELL), mines

    puzzle, place, _ = add(Grid(8, 6, HEXAGONAL), (20.0, 20.0), 1)
    marks += puzzle_marks(puzzle, place, DEFAULT.puzzle, metrics)
    puzzle, place, mines = add(honeycomb(3), (220.0, 20.0), 2)
    marks += answer_marks(puzzle, mines, place, DEFAULT.answer, metrics)
    puzzle, place, _ = add(Grid(6, 4, HEXAGONAL), (20.0, 150.0), 3)
    pen = GridPen(place, DEFAULT.figure, metrics)
    blank = [i for i, value in enumerate(puzzle.cells) if value == BLANK]
    clues = [i for i, value in enumerate(puzzle.cells) if value >= 0]
    marks += [*pen.tints(blank[:4]), *pen.lines(puzzle.cells), *pen.digits(puzzle.cells), *pen.mines(blank[:2])]
    marks += [*pen.dots(blank[2:4]), *pen.rings(clues[:2]), *pen.dots(clues[-1:], puzzle.cells)]
    puzzle, place, mines = add(Grid(5, 5, HEXAGONAL), (220.0, 150.0), 4)
    pen = GridPen(place, GridStyle(frame=1.0, clue_tint=DEFAULT.figure.tint), metrics)
    cells = [EMPTY if value == 1 else value for value in puzzle.cells]
    marks += [*pen.backgrounds(cells), *pen.lines(cells), *pen.digits(cells)]
    marks += pen.solid(i for i, mine in enumerate(mines) if mine)
    write_pdf([Page(1, "puzzles", 350, 250, Box(0, 0, 350, 250), tuple(marks))], tmp_path / "page.pdf")
    compare(pdf_page(tmp_path / "page.pdf", 1, dpi=144), "hexagons")


@pytest.mark.parametrize("name", ["step", "step-dark", "card", "thumbnail"])
def test_pictures_of_hexagons(name: str) -> None:
    metrics = FontMetrics()
    puzzle, mines = play(Grid(9, 7, HEXAGONAL), 5)
    blank = [i for i, value in enumerate(puzzle.cells) if value == BLANK]
    found, safe = [i for i in blank if mines[i]], [i for i in blank if not mines[i]]
    clues = [i for i, value in enumerate(puzzle.cells) if value >= 0]
    state = SolvingState(tuple(found[:5]), tuple(safe[:4]), tuple(found[3:5] + safe[2:4]), tuple(clues[:2]), clues[0])
    match name:
        case "card":
            page = link_card(
                puzzle, PictureWords("Quiet Fields", "No. 214", "Tuesday 1 December", "Medium", 2), metrics
            )
        case "thumbnail":
            page = thumbnail(play(honeycomb(4), 5)[0], metrics)
        case _:
            theme = THEMES["dark" if name == "step-dark" else "light"]
            page = position_picture(puzzle, metrics, state, PictureOptions(480, "Quiet Fields", theme=theme))
    compare(draw_page(page).convert("RGB"), f"hexagons-{name}")
