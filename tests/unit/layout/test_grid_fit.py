import itertools
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layout_boards import EN, LETTER, TRAVEL, PlainMetrics, section

from puzzlegen.board.grid import Grid
from puzzlegen.config.themes import Cells
from puzzlegen.errors import LayoutError
from puzzlegen.layout.book.book_content import AUTO, BookContent
from puzzlegen.layout.book.page_arrangement import (
    MAX_PER_PAGE,
    arrange,
    cell_size,
    largest_board,
    largest_cells,
    per_page_options,
    puzzle_width,
    section_arrangement,
)
from puzzlegen.layout.book.pagination import lay_out_book
from puzzlegen.layout.book.puzzle_pages import MOST_GROWN
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.layout.core.theme import DEFAULT
from puzzlegen.units import mm, to_mm

A4 = PageGeometry(*(mm(x) for x in (210, 297, 16, 18, 19, 22)))
GRIDS = st.builds(Grid, st.integers(3, 20), st.integers(3, 20))
PAGES = st.sampled_from([LETTER, TRAVEL, A4])
BARE = BookContent(title="T", title_page=False, key=None)


def bare(page, theme=DEFAULT):
    """Return the space of a page without head and foot."""
    return lambda _: (page, theme)


@pytest.mark.parametrize("page", [LETTER, TRAVEL])
@pytest.mark.parametrize("per_page", [1, 2, 3, 4, 6, 8, 9, 12])
@pytest.mark.parametrize("size", [(5, 5), (8, 12), (15, 9)])
def test_places_lie_in_the_block_and_clear_of_each_other(page, per_page, size):
    found = arrange(page, [Grid(*size)], per_page)
    assert found.cols * found.rows == per_page
    high = size[1] * found.cell + 2 * DEFAULT.puzzle.frame + DEFAULT.header.height
    for number in (1, 2):
        block = page.block(number)
        areas = found.areas(block)
        assert len(areas) == per_page
        for place in areas:
            assert block.left - 0.01 <= place.left and place.left + place.width <= block.right + 0.01
            assert block.top - 0.01 <= place.top and place.top + high <= block.bottom + 0.01
        xs, ys = sorted({round(one.left, 6) for one in areas}), sorted({round(one.top, 6) for one in areas})
        assert all(b - a >= areas[0].width + DEFAULT.cells.column_gap - 0.01 for a, b in pairwise(xs))
        assert all(b - a >= high + DEFAULT.cells.row_gap - 0.01 for a, b in pairwise(ys))


def room_taken(boards, cols, rows, cell) -> tuple[float, float]:
    """Width and height of all places at that cell, worked out board by board."""
    if len(boards) < cols * rows:
        boards = [Grid(max(b.width for b in boards), max(b.height for b in boards))] * (cols * rows)
    per_page = cols * rows
    wides = [max(puzzle_width(b.width * cell, DEFAULT, cols)
                 for i, b in enumerate(boards) if i % per_page % cols == col) for col in range(cols)]  # fmt: skip
    highs = [max(b.height * cell for i, b in enumerate(boards) if i % per_page // cols == row)
             + 2 * DEFAULT.puzzle.frame + DEFAULT.header.height for row in range(rows)]  # fmt: skip
    return sum(wides) + (cols - 1) * DEFAULT.cells.column_gap, sum(highs) + (rows - 1) * DEFAULT.cells.row_gap


@settings(max_examples=60)
@given(PAGES, st.lists(GRIDS, min_size=1, max_size=9), st.integers(1, MAX_PER_PAGE))
def test_no_arrangement_gives_larger_cells(page, boards, per_page):
    block = page.block(1)
    steps = [i / 20 for i in range(int(DEFAULT.cells.most * 20) + 1)]

    def fits(cols: int, rows: int, cell: float) -> bool:
        wide, high = room_taken(boards, cols, rows, cell)
        return wide <= block.width + 1e-6 and high <= block.height + 1e-6

    best = 0.0
    for cols in range(1, per_page + 1):
        if per_page % cols == 0:
            rows = per_page // cols
            low, high = 0, len(steps)  # the first size of cell that does not fit
            while low < high:
                middle = (low + high) // 2
                low, high = (middle + 1, high) if fits(cols, rows, steps[middle]) else (low, middle)
            best = max(best, steps[low - 1] if low else 0.0)
    found = arrange(page, boards, per_page)
    assert found.cell == pytest.approx(best, abs=1e-6)
    assert not found.cell or fits(found.cols, found.rows, found.cell)


def test_small_boards_stop_growing():
    assert to_mm(cell_size(LETTER, [Grid(3, 3)], 1)) == pytest.approx(15, abs=0.02)


def test_largest_board_is_the_last_that_fits():
    side = largest_board(LETTER, 4)
    assert cell_size(LETTER, [Grid(side, side)], 4) >= mm(5) > cell_size(LETTER, [Grid(side + 1, side + 1)], 4)


def test_too_small_cells_are_refused_with_what_would_fit():
    with pytest.raises(LayoutError) as refusal:
        section_arrangement(section("Giants", 1, [(24, 24)], 6), LETTER)
    message = str(refusal.value)
    assert "'Giants'" in message and "24x24 boards at 6 a page would get cells of 2.7 mm" in message
    assert message.endswith("1 a page gives 7.5 mm or boards up to 13x13 fit at 6 a page")


EIGHT_BY_TEN = PageGeometry(*(mm(x) for x in (203.2, 254, 12.7, 14, 19, 9.6)))


@pytest.mark.parametrize("page", [LETTER, A4, EIGHT_BY_TEN])
@pytest.mark.parametrize("per_page", [1, AUTO])
def test_pictures_of_40x50_cells_fit_one_page_where_other_boards_of_that_size_do_not(page, per_page):
    large = section("Large", 1, [(40, 50), (38, 46)], 1)
    with pytest.raises(LayoutError, match="under the 5 mm that theme classic asks for"):
        section_arrangement(large, page)
    pictures = [replace(one, graded=replace(one.graded, picture="ship")) for one in large.entries]
    large = replace(large, entries=tuple(pictures), per_page=per_page)
    (option,) = per_page_options(large, bare(page), DEFAULT)
    assert option.per_page == 1 and DEFAULT.cells.least > option.cell >= DEFAULT.cells.picture_least
    assert section_arrangement(replace(large, per_page=1), page).cell == option.cell


def test_pictures_with_too_small_cells_are_refused_with_what_would_fit():
    giants = section("Giants", 1, [(48, 48)], 1)
    giants = replace(
        giants, entries=(replace(giants.entries[0], graded=replace(giants.entries[0].graded, picture="x")),)
    )
    with pytest.raises(LayoutError, match=r"the picture x \(48x48\) .* under the 4 mm .* boards up to 4\dx4\d fit"):
        section_arrangement(giants, LETTER)


def test_hopeless_boards_are_refused_too():
    with pytest.raises(LayoutError, match="1000x1000"):
        section_arrangement(section("Giants", 1, [(1000, 1000)], 1), TRAVEL)


@settings(max_examples=30)
@given(PAGES, st.lists(GRIDS, min_size=1, max_size=14), st.integers(1, 12))
def test_a_section_on_its_pages(page, sizes, per_page):
    """No grid over another, none out of the text block or in the gutter, one cell a page, equal pages alike.

    No cell is smaller than the section's, and pages that are not full have that.
    """
    mixed = section("Mixed", 1, [(grid.width, grid.height) for grid in sizes], per_page)
    try:
        pages = list(lay_out_book(BARE, (mixed,), page, PlainMetrics(), EN))
    except LayoutError as refusal:
        assert "under the 5 mm that theme classic asks for" in str(refusal)
        assert section_cell(mixed, page) < mm(5)
        return
    tops: dict[tuple[tuple[int, int], ...], list[float]] = {}
    least = min(section_cell(mixed, page), DEFAULT.cells.most)
    for one in pages:
        on_page = [grid for grid in one.grids if grid.role == "puzzle"]
        cells = {grid.cell for grid in on_page}
        assert len(cells) == bool(on_page) and all(cell >= least - 0.01 for cell in cells)
        assert len(on_page) == per_page or all(cell == pytest.approx(least) for cell in cells)
        block = page.block(one.number)
        frame = DEFAULT.puzzle.frame
        boxes = [
            (
                g.x - frame,
                g.y - frame - DEFAULT.header.height,
                g.x + g.width * g.cell + frame,
                g.y + g.height * g.cell + frame,
            )
            for g in on_page
        ]
        for left, top, right, bottom in boxes:
            assert block.left - 0.01 <= left and right <= block.right + 0.01
            assert block.top - 0.01 <= top and bottom <= block.bottom + 0.01
        for a, b in itertools.combinations(boxes, 2):
            apart = max(a[0] - b[2], b[0] - a[2]) >= 23.99 or max(a[1] - b[3], b[1] - a[3]) >= 23.99
            assert apart, (a, b)
        if one.number > 1:  # the opener stands above the first rows
            boards = tuple((grid.width, grid.height) for grid in on_page)
            assert tops.setdefault(boards, [grid.y for grid in on_page]) == pytest.approx([grid.y for grid in on_page])


def section_cell(mixed, page) -> float:
    return cell_size(page, [entry.puzzle.grid for entry in mixed.entries], mixed.per_page)


def cells_and_pages(document, sections) -> tuple[list[float], int]:
    cells = {grid.number: grid.cell for page in document for grid in page.grids}
    return [cells[one.entries[0].number] for one in sections], len(document)


@settings(max_examples=25)
@given(
    PAGES,
    st.lists(st.tuples(st.integers(4, 12), st.integers(4, 12), st.integers(1, 16)), min_size=1, max_size=3),
    st.integers(2, 40),
)
def test_a_page_limit_is_kept_with_the_largest_cells_there_are(page, wanted, most):
    sections, first = [], 1
    for i, (width, height, count) in enumerate(wanted):
        sections.append(section(f"S{i}", first, [(width, height)] * count, AUTO, opener=False))
        first += count
    options = [per_page_options(one, bare(page), DEFAULT) for one in sections]
    counts = [[one.pages for one in found] for found in options]
    best = max(
        (
            (min(cells := [one.cell for one in pick]), sum(cells))
            for pick, cost in zip(itertools.product(*options), itertools.product(*counts), strict=True)
            if sum(cost) + sum(cost) % 2 <= most
        ),
        default=None,
    )
    limited = BookContent(title="T", title_page=False, key=None, max_pages=most)
    if best is None:
        with pytest.raises(LayoutError, match=r"page\.max_pages: found") as refusal:
            lay_out_book(limited, tuple(sections), page, PlainMetrics(), EN)
        thinnest = sum(min(row) for row in counts)
        thinnest += thinnest % 2
        assert f"has {thinnest} pages at the smallest allowed cells; allow {thinnest} pages" in str(refusal.value)
        return
    cells, pages = cells_and_pages(lay_out_book(limited, tuple(sections), page, PlainMetrics(), EN), sections)
    assert pages <= most
    free = [cell for cell, found in zip(cells, options, strict=True) if len(found) > 1]
    if len(free) == len(cells):
        assert (min(cells), sum(cells)) == pytest.approx(best)
    assert sum(cells) <= best[1] + 0.01 or min(cells) < best[0]


def test_every_choice_is_the_best_of_its_page_count():
    for page, size in itertools.product((LETTER, TRAVEL, A4), ((5, 5), (9, 7), (12, 12))):
        part = section("S", 1, [size] * 23, AUTO)
        found = per_page_options(part, bare(page), DEFAULT)
        cells = {n: cell_size(page, [Grid(*size)], n) for n in range(1, MAX_PER_PAGE + 1)}
        for one in found:
            assert one.cell == max(cell for n, cell in cells.items() if -(-23 // n) <= one.pages)
        assert all(a.pages < b.pages and a.cell < b.cell for a, b in pairwise(found))


def test_the_least_cell_comes_first_then_the_sum():
    cells = [[10.0, 20.0, 30.0], [10.0, 16.0, 22.0], [5.0]]
    costs = [[1, 2, 4], [1, 3, 4], [7]]
    assert largest_cells(cells, costs, 9) == [0, 0, 0]
    assert largest_cells(cells, costs, 10) == [1, 0, 0]  # the least cannot grow, so the sum does
    assert largest_cells(cells, costs, 12) == [1, 1, 0]  # 20 and 16, though 30 and 10 is more in all
    assert largest_cells(cells, costs, 99) == [2, 2, 0]


@pytest.mark.parametrize(
    ("size", "page", "per_page"),
    [((10, 10), LETTER, 4), ((10, 10), TRAVEL, 2), ((15, 15), LETTER, 1), ((5, 5), LETTER, 6), ((20, 20), TRAVEL, 1)],
)
def test_left_to_itself_a_section_gets_good_cells(size, page, per_page):
    part = section("S", 1, [size] * 24, AUTO, opener=False)
    document = lay_out_book(BARE, (part,), page, PlainMetrics(), EN)
    pages = [len(one.grids) for one in document if one.kind == "puzzles"]
    assert set(pages) == {per_page}


def test_mixed_boards_share_left_edges_and_first_lines():
    part = section("S", 1, [(6, 6), (10, 8)] * 4, 4, opener=False)
    document = lay_out_book(BARE, (part,), LETTER, PlainMetrics(), EN)
    for page in document:
        if page.kind == "puzzles":
            a, b, c, d = page.grids
            assert (a.y, a.x, c.x) == (b.y, c.x, c.x)
            assert b.x == d.x
    assert cell_size(LETTER, [Grid(6, 6), Grid(10, 8)] * 4, 4) > cell_size(LETTER, [Grid(10, 8)], 4)


def test_a_theme_may_allow_fewer_puzzles_a_page():
    large = replace(DEFAULT, name="large", cells=Cells(per_page=1))
    part = section("S", 1, [(5, 5)] * 4, AUTO)
    assert [one.per_page for one in per_page_options(part, bare(LETTER, large), large)] == [1]
    with pytest.raises(LayoutError, match="2 puzzles a page, and the theme large sets at most 1"):
        section_arrangement(section("S", 1, [(5, 5)] * 4, 2), LETTER, large)


@pytest.mark.parametrize("size", [(8, 8), (15, 10), (12, 12)])
@pytest.mark.parametrize("count", [3, 5, 7, 11, 13, 23])
def test_a_last_page_that_is_not_full_costs_no_cell_size(size, count):
    for page in (LETTER, TRAVEL):
        full = per_page_options(section("Full", 1, [size] * 24 * 5, AUTO), bare(page), DEFAULT)
        odd = per_page_options(section("Odd", 1, [size] * count, AUTO), bare(page), DEFAULT)
        for one in full:
            assert any(other.cell >= one.cell and other.pages <= -(-count // one.per_page) for other in odd)


def test_pages_are_filled_alike_where_it_costs_nothing():
    (alone,) = (
        one for one in per_page_options(section("One", 1, [(15, 10)], AUTO), bare(TRAVEL), DEFAULT) if one.pages == 1
    )
    assert alone.per_page == 1  # two a page have the same cells, as the width decides
    largest = per_page_options(section("Wide", 1, [(15, 3)] * 6, AUTO), bare(TRAVEL), DEFAULT)[-1]
    assert (largest.per_page, largest.pages) == (3, 2)
    assert (
        cell_size(TRAVEL, [Grid(15, 3)], 4, DEFAULT) == largest.cell
    )  # as many would fit, and leave 2 for the other page


def test_pages_of_boards_of_several_sizes_have_cells_as_large_as_these_allow() -> None:
    def cells(sizes, per_page):
        book = lay_out_book(BARE, (section("S", 1, sizes, per_page, opener=False),), LETTER, PlainMetrics(), EN)
        return [grid.cell for page in book for grid in page.grids if grid.role == "puzzle"]

    mixed = cells([(22, 22), (14, 14), (30, 30), (5, 5)], 1)
    assert mixed[:3] == [*cells([(22, 22)], 1), MOST_GROWN, *cells([(30, 30)], 1)]
    assert mixed[3] == MOST_GROWN > mixed[0] > mixed[2]
    assert len({*cells([(14, 14)] * 3, 2)}) == 1
