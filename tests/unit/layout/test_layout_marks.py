"""Small marks: their size and place, and that every kind is read back from the finished page."""

from dataclasses import replace
from itertools import pairwise

import pytest
from layout_boards import LETTER, board, section, text

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL
from puzzlegen.board.puzzle import BLANK, VOID
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.config.themes import Header, Marks, TypeSizes
from puzzlegen.drawing.fonts import FontMetrics, default_fonts
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.language.catalogue import load
from puzzlegen.layout.book.front_matter import MAX_SIDE, ornament_puzzle, title_ornament
from puzzlegen.layout.book.pagination import lay_out_book
from puzzlegen.layout.book.puzzle_heading import PuzzleHeadings
from puzzlegen.layout.core.columns import PagePlan
from puzzlegen.layout.core.document import BLACK, Disc, Frame, Gray, Path, Rect, Ring, Stroke, Text, place_board
from puzzlegen.layout.core.grid_marks import GridLabels, GridPen, digit_size, label_size, least_key_cell
from puzzlegen.layout.core.page_builder import LayoutContext
from puzzlegen.layout.core.symbols import STARS, difficulty_symbols, mine_symbol
from puzzlegen.layout.core.theme import DEFAULT

METRICS = FontMetrics()
WORDS = load("en")


def box(mark):
    match mark:
        case Disc():
            return mark.x - mark.radius, mark.y - mark.radius, mark.x + mark.radius, mark.y + mark.radius
        case Ring():
            reach = mark.radius + mark.line / 2
            return mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach
        case Rect():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
        case Frame():
            half = mark.line / 2
            return mark.x - half, mark.y - half, mark.x + mark.width + half, mark.y + mark.height + half
        case Path():
            xs, ys = [x for x, _ in mark.points], [y for _, y in mark.points]
            return min(xs), min(ys), max(xs), max(ys)
        case Stroke():
            return box(Path(mark.lines[0]))


@pytest.mark.parametrize("kind", ["disc", "cross", "flag", "ring"])
def test_a_mines_mark_fills_its_square_and_no_more(kind):
    left, top, right, bottom = box(mine_symbol(kind, 50, 80, 20, BLACK))
    assert left + 0.01 >= 40 and right <= 60.01 and top + 0.01 >= 70 and bottom <= 90.01
    assert max(right - left, bottom - top) >= 18
    assert (left + right) / 2 == pytest.approx(50, abs=1) and (top + bottom) / 2 == pytest.approx(80, abs=1)


def test_the_pennant_of_a_flag_is_at_its_top_and_points_to_the_right():
    points = mine_symbol("flag", 50, 80, 20, BLACK).points
    assert max(points)[1] < 80 and min(points)[0] < 50 - 8 and max(y for _, y in points) == 90


def test_a_small_ring_keeps_a_line_that_prints_and_a_cross_looks_alike_from_all_sides():
    assert mine_symbol("ring", 0, 0, 2, BLACK).line == 0.75
    points = {(round(x, 6), round(y, 6)) for x, y in mine_symbol("cross", 0, 0, 20, BLACK).points}
    assert points == {(-y, x) for x, y in points} == {(-x, y) for x, y in points} and len(points) == 16


@pytest.mark.parametrize("kind", ["discs", "stars", "bars"])
@pytest.mark.parametrize("stars", [1, 2, 4])
def test_difficulty_marks_stand_side_by_side_in_the_width_they_claim(kind, stars):
    marks, wide = difficulty_symbols(replace(DEFAULT, marks=Marks(difficulty=kind)), stars, 10, 0, 6)
    boxes = [box(mark) for mark in marks]
    assert len(marks) == STARS
    assert sum(not isinstance(mark, Ring | Frame | Stroke) for mark in marks) == stars
    assert all(a[2] < b[0] < a[2] + (a[2] - a[0]) for a, b in pairwise(boxes))
    assert boxes[0][0] >= 10 - 0.01 and boxes[-1][2] <= 10 + wide + 0.01
    assert all(mark.line >= 0.75 for mark in marks if isinstance(mark, Ring | Frame))
    assert all(-0.8 * 6 <= top < bottom <= 0.8 * 6 for _, top, _, bottom in boxes)
    if kind == "stars":
        points = [(round(x - 10 - 1.5 * 3, 6), round(y, 6)) for x, y in marks[0].points]
        assert {(-x, y) for x, y in points} == set(points) and min(points, key=lambda point: point[1])[0] == 0
    if kind == "bars":
        assert all(a[1] > b[1] + 1 and a[3] == pytest.approx(b[3]) for a, b in pairwise(boxes))


@pytest.mark.parametrize("kind", ["disc", "cross", "flag", "ring"])
@pytest.mark.parametrize("rating", ["discs", "stars", "bars"])
def test_every_mark_is_read_back_from_the_page(kind, rating, tmp_path):
    theme = replace(
        DEFAULT,
        puzzle=replace(DEFAULT.puzzle, clue_tint=Gray(0.88)),
        answer=replace(DEFAULT.answer, mine=kind, safe_dots=True, clue_tint=Gray(0.88)),
        header=Header(left=("word",), right=("marks", "answer"), rule=0.75),
        marks=Marks(difficulty=rating),
    )
    part = section("Marks", 1, [(6, 5), (7, 6)], 2)
    write_pdf(lay_out_book(text(), (part,), LETTER, METRICS, WORDS, theme), tmp_path / "b.pdf")
    grids = [grid for page in read_pages(tmp_path / "b.pdf") for grid in page.grids if grid.number]
    puzzles, answers = grids[:2], grids[2:]
    for entry, puzzle, answer in zip(part.entries, puzzles, answers, strict=True):
        clues = tuple(max(value, -1) for value in entry.puzzle.cells)
        blank = [value == -1 for value in clues]
        assert puzzle.clues == answer.clues == clues and not any(puzzle.mines) and not puzzle.faults + answer.faults
        assert puzzle.stars == entry.stars
        assert answer.mines == tuple(b and m for b, m in zip(blank, entry.solution, strict=True))
        assert answer.dots == tuple(b and not m for b, m in zip(blank, entry.solution, strict=True))


def test_a_ground_painted_over_a_clue_is_a_fault(tmp_path):
    part = section("Marks", 1, [(6, 5)], 1)
    pages = list(lay_out_book(text(), (part,), LETTER, METRICS, WORDS))
    at = next(i for i, page in enumerate(pages) if page.kind == "puzzles")
    (grid,) = pages[at].grids
    clue = next(i for i, value in enumerate(part.entries[0].puzzle.cells) if value >= 0)
    x, y = grid.center(clue)
    cover = Rect(x - grid.cell / 2, y - grid.cell / 2, grid.cell, grid.cell, Gray(0.95))
    pages[at] = replace(pages[at], marks=(*pages[at].marks, cover))
    write_pdf(pages, tmp_path / "b.pdf")
    read = read_pages(tmp_path / "b.pdf", default_fonts().digits)
    (found,) = (g for page in read for g in page.grids if g.number and not any(g.mines))
    assert f"does not look like {found.clues[clue]}" in found.unseen[0].words


@pytest.mark.parametrize(
    "style",
    [
        Header(),
        Header(left=("word",), right=("marks", "answer"), rule=0.75),
        Header(left=("marks", "word", "answer"), right=()),
        Header(left=(), right=("word", "marks", "answer")),
    ],
)
def test_headers_end_where_their_grid_ends(style):
    context = LayoutContext(LETTER, METRICS, WORDS, replace(DEFAULT, header=style))
    headers = PuzzleHeadings(PagePlan(0, {}), context)
    entry = section("N", 3, [(6, 5)], 1).entries[0]
    marks, need, _ = headers.marks(entry, 300.0)
    assert need < 300
    texts = [mark for mark in marks if isinstance(mark, Text)]
    assert texts[0].string == str(entry.number) and texts[0].x == 0
    if "marks" in style.right:
        ends = [box(mark)[2] for mark in marks if not isinstance(mark, Text) and hasattr(mark, "radius")]
        assert max(ends) == pytest.approx(300, abs=2)


def test_the_ornament_is_a_calm_board_or_the_corner_of_one():
    context = LayoutContext(LETTER, METRICS, WORDS, DEFAULT)
    mixed = section("Mixed", 1, [(30, 20), (9, 7), (12, 10)], 1)
    assert ornament_puzzle((mixed,)).grid == mixed.entries[2].puzzle.grid
    large, _ = board(30, 9, 1)
    found = title_ornament(large, (400, 500), context)
    marks, place = found.marks, found.place
    assert found.width <= 400 and found.height <= 500
    assert (place.width, place.height) == (MAX_SIDE, 9)
    assert not any(isinstance(mark, Frame) for mark in marks)  # open where it is cut
    reach = max(mark.x2 for mark in marks if hasattr(mark, "x2"))
    assert place.x + place.width * place.cell < reach <= 400
    digits = [mark for mark in marks if isinstance(mark, Text)]
    shown = [large.cells[row * 30 + col] for row in range(9) for col in range(MAX_SIDE)]
    assert [int(mark.string) for mark in digits] == [value for value in shown if value >= 0]
    assert title_ornament(large, (60, 60), context) is None


def pen(grid, **style):
    return GridPen(place_board(grid, 1, "puzzle", (100, 200), 20), replace(DEFAULT.puzzle, **style), METRICS)


def test_filled_cells_and_rings_have_the_size_and_weight_of_the_style():
    drawn = pen(Grid(4, 4), ring_line=1.0)
    (cell,) = drawn.filled([5], 0.75)
    assert box(cell) == (122.5, 222.5, 137.5, 237.5)
    assert [ring.line for ring in drawn.rings([5])] == [1.0]
    assert [ring.line for ring in drawn.rings([5, 6])] == [2.2, 1.0]
    assert {ring.radius for ring in drawn.rings([5, 6])} == {10 * DEFAULT.puzzle.ring}


@pytest.mark.parametrize(("frame", "lines", "width"), [(2.0, 0.5, 2.0), (0.5, 1.0, 1.3)])
def test_an_outline_begins_at_the_inner_side_of_the_lines_of_its_cells(frame, lines, width):
    (outline,) = pen(Grid(4, 3, HEXAGONAL), frame=frame, lines=lines).lines()[-1:]
    assert outline.width == width and outline.closed
    assert box(outline)[0] + width / 2 == pytest.approx(100 + lines / 2)
    shaped = Grid(4, 3, voids=(0, 11))
    cells = [VOID if cell in shaped.voids else BLANK for cell in range(12)]
    upright = [mark for mark in pen(shaped, frame=frame, lines=lines).lines(cells) if mark.x1 == mark.x2]
    left, right = (key(upright, key=lambda mark: mark.x1) for key in (min, max))
    assert left.width == right.width == width
    assert (left.x1 + width / 2, right.x1 - width / 2) == pytest.approx((100 + lines / 2, 180 - lines / 2))


def test_digits_of_the_smallest_answers_are_legible():
    small = replace(DEFAULT, cells=DEFAULT.cells.model_copy(update={"key_least": 1.0}))
    assert digit_size(least_key_cell(small, METRICS), small.answer, METRICS) == pytest.approx(7)
    large = replace(DEFAULT, cells=DEFAULT.cells.model_copy(update={"key_least": 40.0}))
    assert least_key_cell(large, METRICS) == 40


def test_labels_are_a_little_smaller_than_small_type_but_never_too_small():
    assert label_size(TypeSizes(small=10.0)) == 8.0
    assert label_size(TypeSizes(small=8.5, least=7.5)) == 7.5


def test_labels_make_room_for_the_widest_and_stand_halfway_over_hexagons():
    labels = GridLabels.of(DEFAULT, DEFAULT.type.narrow, load("en", "rc"), METRICS)
    few, many = Grid(4, 3, HEXAGONAL), Grid(4, 12, HEXAGONAL)
    assert labels.width([few]) < labels.width([many]) == labels.width([few, many])
    place = place_board(many, 1, "puzzle", (0, 0), 20)
    halfway = [(place.center(col)[0] + place.center(4 + col)[0]) / 2 for col in range(4)]
    assert [label.x for label in labels.columns(place)] == pytest.approx(halfway)
