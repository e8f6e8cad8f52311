"""Shapes as written in options, the ready shapes at many sizes, and one line for each that no board can have."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MOSAIC
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.board.symmetry import image_grid
from puzzlegen.config.generation import ShapeConfig, parse_shape
from puzzlegen.errors import FormatError

SIZES = [(6, 6), (8, 8), (9, 9), (10, 10), (12, 9), (15, 11), (30, 30), (60, 60)]
LEFT_RIGHT, HALF_TURN = 4, 2  # transforms of board.symmetry


def rows(grid: Grid) -> list[str]:
    return ["".join("#" if cell else "." for cell in row) for row in grid.present.reshape(grid.height, grid.width)]


def drawing(*lines: str) -> ShapeConfig:
    return ShapeConfig(drawing="\n".join(lines))


@pytest.mark.parametrize("name", SHAPES)
def test_ready_shapes_fill_their_size_and_leave_no_cell_alone(name: str) -> None:
    for size in SIZES:
        grid = parse_shape(name).on(Grid(*size))
        assert (grid.width, grid.height) == size
        assert 0.3 < grid.area / grid.size < 0.98, size
        assert np.diff(grid.neighborhood.start)[grid.present].min() > 0
        if name not in ("fish", "moon"):
            assert image_grid(grid, LEFT_RIGHT) == grid
        if name in ("circle", "cross", "diamond", "frame", "hexagon", "octagon", "ring"):
            assert image_grid(grid, HALF_TURN) == grid


def test_ready_shapes_look_like_their_names() -> None:
    assert rows(parse_shape("heart").on(Grid(9, 8))) == [
        ".###.###.",
        "#########",
        "#########",
        "#########",
        ".#######.",
        ".#######.",
        "..#####..",
        "....#....",
    ]
    assert rows(parse_shape("ring").on(Grid(8, 8)))[3] == "##....##"


AREAS = {  # cells on a board of 24x24: puzzles of a seed depend on them
    "bell": 318, "circle": 448, "cross": 380, "crown": 424, "diamond": 312, "fish": 382, "flower": 328, "frame": 476,
    "heart": 420, "hexagon": 432, "hourglass": 356, "house": 344, "moon": 316, "mushroom": 364, "octagon": 492,
    "ring": 336, "star": 250, "tree": 258, "triangle": 292,
}  # fmt: skip


def test_ready_shapes_keep_their_areas() -> None:
    assert {name: parse_shape(name).on(Grid(24, 24)).area for name in SHAPES} == AREAS


def test_drawings_and_texts_are_enlarged_and_cut_to_their_cells() -> None:
    assert rows(drawing("....", ".##.", ".#..").on(Grid(9, 9))) == ["####", "####", "##..", "##.."]
    digits = parse_shape("text:25").on(Grid(24, 15))
    assert (digits.width, digits.height) == (22, 14)
    assert not digits.present.reshape(14, 22)[:, 10:12].any()  # two parts
    assert parse_shape("text:H").on(Grid(7, 7, MOSAIC)).variant is MOSAIC


def test_a_drawing_of_all_cells_gives_a_plain_board() -> None:
    assert drawing("####", "####", "####").on(Grid(6, 6)) == Grid(4, 3)


def test_images_and_files(tmp_path: Path) -> None:
    gray = np.full((40, 60), 255, np.uint8)
    gray[:, 20:40] = 0
    gray[10:30, 5:55] = 0
    Image.fromarray(gray).save(tmp_path / "plus.png")
    (tmp_path / "corner.txt").write_text("####\n####\n##..\n")
    assert rows(parse_shape(f"file:{tmp_path}/plus.png").on(Grid(12, 12)))[0] == "...####..."
    assert rows(parse_shape(f"file:{tmp_path}/corner.txt").on(Grid(9, 9)))[5] == "####...."


def test_small_boards_have_no_ready_shape() -> None:
    with pytest.raises(
        FormatError, match="heart needs at least 6x6 cells, found a board of 5x9 cells: choose a larger"
    ):
        parse_shape("heart").on(Grid(5, 9))


# --- hexagons

HEXAGON_SIZES = [(6, 6), (8, 8), (9, 9), (10, 10), (12, 9), (15, 11), (15, 20), (17, 27), (60, 60)]
MIRROR, TOP_BOTTOM = 6, 9  # transforms of the lattice


@pytest.mark.parametrize("name", SHAPES)
def test_ready_shapes_of_hexagons_are_symmetric_and_leave_no_cell_alone(name: str) -> None:
    for size in HEXAGON_SIZES:
        grid = parse_shape(name).on(Grid(*size, HEXAGONAL))
        if name != "hexagon":
            assert (grid.width, grid.height) == size
        assert 0.25 < grid.area / grid.size < 0.98, size
        assert np.diff(grid.neighborhood.start)[grid.present].min() > 0
        if name not in ("fish", "moon"):
            assert image_grid(grid, MIRROR) == image_grid(grid, 0) == grid
        if name in ("circle", "cross", "diamond", "frame", "octagon", "ring") and size[1] % 2:
            assert image_grid(grid, TOP_BOTTOM) == grid


@pytest.mark.parametrize("side", [*range(3, 12), 30])
def test_a_hexagon_of_hexagons_is_regular(side: int) -> None:
    """Rows have a cell more up to the middle one, and all turns and reflections keep it."""
    for size in ((2 * side - 1, 2 * side - 1), (2 * side, 2 * side + 4), (2 * side + 5, 2 * side - 1)):
        grid = parse_shape("hexagon").on(Grid(*size, HEXAGONAL))
        assert (grid.width, grid.height) == (2 * side - 1, 2 * side - 1)
        lengths = grid.present.reshape(grid.height, grid.width).sum(1).tolist()
        assert lengths == [2 * side - 1 - abs(row - side + 1) for row in range(2 * side - 1)]
        assert all(image_grid(grid, transform) == grid for transform in range(12))


def test_a_small_hexagon_of_hexagons_is_refused() -> None:
    with pytest.raises(FormatError, match="hexagon needs at least 5x5 cells, found a board of 5x4 cells"):
        parse_shape("hexagon").on(Grid(5, 4, HEXAGONAL))


def test_a_drawing_of_hexagons_keeps_its_form_when_empty_rows_are_cut_off() -> None:
    """The rows below an odd number of empty ones move by half a cell, together."""
    lines = ["......", ".####.", "..###.", ".####.", ".#..#."]
    whole, cut = (drawing(*part).on(Grid(6, len(part), HEXAGONAL)) for part in (["######", *lines[1:]], lines))
    places = [whole.variant.lattice.center(*whole.position(i)) for i in np.flatnonzero(whole.present)[6:].tolist()]
    moved = [cut.variant.lattice.center(*cut.position(i)) for i in np.flatnonzero(cut.present).tolist()]
    assert len({(round(x - a, 6), round(y - b, 6)) for (x, y), (a, b) in zip(places, moved, strict=True)}) == 1
    assert (cut.width, cut.height) == (5, 4)


def test_images_on_hexagons_are_not_distorted(tmp_path: Path) -> None:
    Image.new("L", (100, 100), 0).save(tmp_path / "black.png")
    grid = parse_shape(f"file:{tmp_path}/black.png").on(Grid(20, 30, HEXAGONAL))
    across, down = grid.variant.lattice.center(*np.divmod(np.flatnonzero(grid.present), grid.width))
    assert np.ptp(across) / np.ptp(down) == pytest.approx(1.0, abs=0.05)
