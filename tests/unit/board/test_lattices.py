"""Boards of each lattice: neighbors, symmetries and canonical forms against independent slow definitions."""

from itertools import product

import numpy as np
import pytest
from paper_neighbors import cells_counted

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import (
    HEXAGONAL,
    HEXAGONS,
    KNIGHT,
    LATTICES,
    MINESWEEPER,
    MOSAIC,
    NO_CELL,
    VARIANTS,
    WRAP_AROUND,
    Lattice,
    Variant,
)
from puzzlegen.board.puzzle import BLANK, Puzzle, from_mines
from puzzlegen.board.spec import fitting_symmetries
from puzzlegen.board.symmetry import canonical_form, image, image_cells, image_grid

SIZES = ((5, 4), (6, 5), (5, 7), (3, 3))
HEXAGON = Grid(5, 5, HEXAGONAL, (0, 4, 5 + 4, 15 + 4, 20, 24))  # rows of 3, 4, 5, 4 and 3 cells


def neighbors(grid: Grid, cell: int) -> list[int]:
    around = grid.neighborhood
    found: list[int] = around.cells[around.start[cell] : around.start[cell + 1]].tolist()
    return found


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_a_clue_counts_the_cells_that_lie_there_on_paper(variant: Variant) -> None:
    boards = [Grid(*size, variant) for size in SIZES] + ([HEXAGON] if variant is HEXAGONAL else [])
    for grid in boards:
        for cell in range(grid.size):
            assert neighbors(grid, cell) == cells_counted(grid)[cell]


@pytest.mark.parametrize("variant", [MINESWEEPER, KNIGHT, WRAP_AROUND, HEXAGONAL], ids=str)
def test_cells_touch_where_they_meet_on_paper(variant: Variant) -> None:
    for grid in [Grid(5, 4, variant), *([HEXAGON] if variant is HEXAGONAL else [])]:
        rule = variant if variant in (WRAP_AROUND, HEXAGONAL) else MINESWEEPER  # all eight around, whatever is counted
        near = Grid(grid.width, grid.height, rule, grid.voids)
        table = grid.touching
        for cell in range(grid.size):
            assert sorted(set(table[cell].tolist()) - {NO_CELL}) == neighbors(near, cell)
            for column, other in enumerate(table[cell].tolist()):
                if other != NO_CELL:
                    assert grid.side_by_side(cell, other) == (column < variant.lattice.sides)
                    assert table[other, column ^ 1] == cell


def test_patches_are_whole_unless_the_board_is_narrow() -> None:
    assert [set(one) for one in Grid(4, 3).patches.tolist()] == [{*range(12)} - {3, 7, 11}, {*range(12)} - {0, 4, 8}]
    assert {frozenset(one) - {NO_CELL} for one in Grid(4, 1).patches.tolist()} == {
        frozenset({0, 1, 2}),
        frozenset({1, 2, 3}),
    }
    assert Grid(5, 4, WRAP_AROUND).patches.shape == (20, 9)
    assert [sorted(one) for one in HEXAGON.patches.tolist()] == [
        sorted((cell, *neighbors(HEXAGON, cell))) for cell in (6, 7, 11, 12, 13, 16, 17)
    ]


@pytest.mark.parametrize("lattice", LATTICES, ids=lambda lattice: lattice.name)
def test_transforms_are_a_group_that_keeps_distances(lattice: Lattice) -> None:
    matrices = [np.array(one) for one in lattice.transforms]
    known = {one.tobytes() for one in matrices}
    assert len(known) == len(matrices)
    assert {(a @ b).tobytes() for a, b in product(matrices, matrices)} == known
    near = [offset for offset in product((-1, 0, 1), repeat=2) if lattice.side_by_side(offset)]
    assert len(near) == len(lattice.corners)
    for matrix in matrices:
        assert sorted(tuple((matrix @ offset).tolist()) for offset in near) == near


@pytest.mark.parametrize("lattice", LATTICES, ids=lambda lattice: lattice.name)
@pytest.mark.parametrize("size", [(1, 1), (5, 1), (5, 2), (4, 7)])
def test_the_box_of_a_board_holds_the_corners_of_its_cells(lattice: Lattice, size: tuple[int, int]) -> None:
    centers = [lattice.center(row, col) for row in range(size[1]) for col in range(size[0])]
    points = np.array([np.add(center, corner) for center in centers for corner in lattice.corners])
    assert points.min(axis=0) == pytest.approx((0, 0), abs=1e-9)
    assert points.max(axis=0) == pytest.approx(lattice.extent(*size))


@pytest.mark.parametrize("lattice", LATTICES, ids=lambda lattice: lattice.name)
def test_named_symmetries_move_points_as_they_say(lattice: Lattice) -> None:
    def moved(name: str, transform: int) -> complex:
        """Return where the point one cell to the right and two rows down goes."""
        (a, b), (c, d) = lattice.transforms[lattice.symmetries[name][transform]]
        down, right = a * 2 + b * 1, c * 2 + d * 1
        return complex(right + (down / 2 if lattice.staggered else 0), down * lattice.row_height)

    point = complex(1 + (1 if lattice.staggered else 0), 2 * lattice.row_height)
    assert moved("half-turn", 0) == pytest.approx(-point)
    assert moved("left-right", 0) == pytest.approx(-point.conjugate())
    assert moved("top-bottom", 0) == pytest.approx(point.conjugate())
    if lattice is HEXAGONS:
        turn = abs((moved("sixth-turn", 0) / point).imag)
        assert turn == pytest.approx(3**0.5 / 2)
        assert (moved("third-turn", 0) / point).real == pytest.approx(-0.5)
    assert sorted(lattice.symmetries["full"]) == list(range(1, len(lattice.transforms)))


def test_symmetries_that_fit_boards_of_hexagons() -> None:
    assert fitting_symmetries(Grid(6, 4, HEXAGONAL)) == ("half-turn",)
    assert fitting_symmetries(Grid(6, 5, HEXAGONAL)) == ("top-bottom",)
    alternating = Grid(6, 5, HEXAGONAL, (11, 23))  # rows of six and five cells in turn
    assert fitting_symmetries(alternating) == ("half-turn", "left-right", "top-bottom", "both-mirrors")
    assert fitting_symmetries(HEXAGON) == tuple(HEXAGONS.symmetries)


@pytest.mark.parametrize(
    "grid",
    [Grid(6, 5, HEXAGONAL), HEXAGON, Grid(5, 4, WRAP_AROUND), Grid(5, 4, KNIGHT), Grid(5, 4), Grid(5, 4, MOSAIC)],
    ids=str,
)
def test_images_keep_clues_and_share_a_canonical_form(grid: Grid) -> None:
    random = np.random.default_rng(7)
    mines = (random.random(grid.size) < 0.3) & grid.present
    full = from_mines(grid, mines.tolist())
    forms = set()
    for transform in range(len(grid.variant.lattice.transforms)):
        moved = from_mines(image_grid(grid, transform), image_cells(grid, mines.tolist(), transform, False))
        assert image(full, transform).cells == moved.cells
        forms.add(canonical_form(moved.grid, moved.cells))
    assert len(forms) == 1
    other = mines.copy()
    other[12] = not other[12]
    changed = from_mines(grid, other.tolist())
    assert canonical_form(grid, changed.cells) not in forms


def test_shifted_boards_with_joined_sides_share_a_form_that_never_changes() -> None:
    grid = Grid(4, 3, WRAP_AROUND)
    cells = np.array([[0, 1, BLANK, 3], [BLANK, 2, 2, 1], [1, BLANK, 0, 0]], np.int8)
    forms = {
        canonical_form(grid, np.roll(cells, shift, (0, 1)).ravel().tolist()) for shift in product(range(3), range(4))
    }
    assert forms == {canonical_form(grid, cells.ravel().tolist())}
    slow = min(
        np.roll(view, shift, (0, 1)).tobytes()
        for turned in (cells.T, cells.T[::-1])
        for view in (turned, turned[:, ::-1])
        for shift in product(range(4), range(3))
    )
    assert forms == {bytes((0, 3, 0, 4)) + slow + b"wrap-around"}
    plain = canonical_form(Grid(4, 3), cells.ravel().tolist())
    assert plain != canonical_form(Grid(4, 3), np.roll(cells, 1, 0).ravel().tolist())


def test_the_canonical_form_of_hexagons_never_changes() -> None:
    puzzle = Puzzle(Grid(3, 2, HEXAGONAL), (0, BLANK, 2, BLANK, 1, 3))
    assert canonical_form(puzzle.grid, puzzle.cells).hex() == "00020004fd00ffff020103fd" + b"hexagonal".hex()


def test_steps_take_the_short_way_around() -> None:
    assert Grid(5, 4, WRAP_AROUND).step(0, 19) == (-1, -1)
    assert Grid(5, 4, MINESWEEPER).step(0, 19) == (3, 4)
    grid = Grid(5, 4, HEXAGONAL)
    assert [grid.step(5, other) for other in (10, 11, 12)] == [(1, -1), (1, 0), (1, 1)]
    assert [grid.side_by_side(5, other) for other in (10, 11, 12)] == [True, True, False]


def test_a_cell_without_neighbors_counts_nothing() -> None:
    """No knight's move leads from the middle of a 3x3 board."""
    assert from_mines(Grid(3, 3, KNIGHT), [True] * 4 + [False] + [True] * 4).cells[4] == 0
    assert from_mines(Grid(2, 3, KNIGHT), [True, True, False, False, True, True]).cells[2:4] == (0, 0)


def test_boards_of_one_size_are_sorted_by_the_names_of_their_variants() -> None:
    boards = [Grid(5, 4, variant) for variant in (WRAP_AROUND, HEXAGONAL, MINESWEEPER, KNIGHT)]
    assert [board.variant.name for board in sorted(boards)] == ["hexagonal", "knight", "minesweeper", "wrap-around"]
