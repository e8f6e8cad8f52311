"""Grids, puzzles, images and keys."""

import pytest
from solved import is_solved_by

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, KNIGHT, MOSAIC, SQUARES, WRAP_AROUND
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, ClassicBoard, Puzzle, from_mines
from puzzlegen.board.symmetry import canonical_form, image, image_cells, image_grid, keys_of
from puzzlegen.errors import FormatError


def test_cells_are_numbered_row_by_row() -> None:
    grid = Grid(width=5, height=3)
    assert [grid.position(i) for i in (0, 4, 5, 7, 14)] == [(0, 0), (0, 4), (1, 0), (1, 2), (2, 4)]
    assert all(grid.cell(*grid.position(i)) == i for i in range(grid.size))


def test_neighbors() -> None:
    grid = Grid(4, 3)
    around = grid.neighborhood

    def of(cell: int) -> list[int]:
        return around.cells[around.start[cell] : around.start[cell + 1]].tolist()

    assert of(0) == [1, 4, 5]
    assert of(5) == [0, 1, 2, 4, 6, 8, 9, 10]
    assert of(11) == [6, 7, 10]


def test_a_neighborhood_is_symmetric_and_leaves_out_the_cell_itself() -> None:
    for size in ((1, 1), (1, 5), (6, 1), (4, 7)):
        around = Grid(*size).neighborhood
        pairs = {
            (i, int(j))
            for i in range(around.start.size - 1)
            for j in around.cells[around.start[i] : around.start[i + 1]]
        }
        assert pairs == {(j, i) for i, j in pairs}
        assert all(i != j for i, j in pairs)


def test_a_puzzle_with_all_clues() -> None:
    puzzle = from_mines(Grid(4, 2), [True, False, False, False, True, False, False, True])
    assert puzzle.cells == (BLANK, 2, 1, 1, BLANK, 2, 1, BLANK)
    assert is_solved_by(puzzle, [True, False, False, False, True, False, False, True])
    assert not is_solved_by(puzzle, [True, False, False, False, False, False, False, True])
    assert from_mines(Grid(1, 1), [False]).cells == (0,)


@pytest.mark.parametrize(
    ("cells", "total"), [((0, 0, 0), None), ((9, -1, -1, -1), None), ((-1, -1, 0, 0), 3), ((-4, 0, 0, 0), None)]
)
def test_impossible_puzzles_raise(cells: tuple[int, ...], total: int | None) -> None:
    with pytest.raises(FormatError):
        Puzzle(Grid(2, 2), cells, total)


@pytest.mark.parametrize("size", [(0, 3), (3, 0), (-1, 4), (10**9, 2), (1001, 1000), (1000, 1001)])
def test_impossible_sizes_raise(size: tuple[int, int]) -> None:
    with pytest.raises(FormatError, match="each side must be"):
        Grid(*size)
    assert Grid(1000, 1000).size == 10**6


@pytest.mark.parametrize(
    ("mines", "start", "message"),
    [
        ((True, False), None, "3x1 needs 3 cells, found 2"),
        ((True, False, False), 3, "start: found cell 3, expected 0 to 2"),
        ((True, False, False), -1, "start: found cell -1, expected 0 to 2"),
        ((True, False, False), 0, "start: R1C1 is a mine"),
    ],
)
def test_impossible_boards_of_the_classic_game_raise(mines: tuple[bool, ...], start: int | None, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        ClassicBoard(Grid(3, 1), mines, start)


def test_eight_images_are_different_and_share_a_canonical_form() -> None:
    puzzle = Puzzle(Grid(3, 2), (0, 1, 2, 3, 4, 5))
    images = [image(puzzle, transform) for transform in range(len(SQUARES.transforms))]
    assert len({(p.grid, p.cells) for p in images}) == 8
    assert len({canonical_form(p.grid, p.cells) for p in images}) == 1
    assert images[1].cells == (2, 5, 1, 4, 0, 3)  # a quarter turn anticlockwise: the right column becomes the top row
    assert images[4].cells == (2, 1, 0, 5, 4, 3)


def test_images_keep_neighbors() -> None:
    mines = [True, False, False, True, False, False, False, True, False, False, False, False]
    full = from_mines(Grid(4, 3), mines)
    for transform in range(len(SQUARES.transforms)):
        moved = from_mines(image_grid(full.grid, transform), image_cells(full.grid, mines, transform))
        assert image(full, transform).cells == moved.cells


def test_the_canonical_form_never_changes() -> None:
    """Ledgers keep digests of it: this puzzle must have these keys forever."""
    puzzle = Puzzle(Grid(3, 2), (0, BLANK, 2, BLANK, 1, 8))
    # two wide, three high, then 0 blank / blank 1 / 2 8
    assert canonical_form(puzzle.grid, puzzle.cells).hex() == "0002000300ffff010208"
    keys = keys_of(puzzle, (False, True, False, True, False, False))
    assert keys.clues.hex() == "f125066bc2f9a2721433afce6fcfdd39"
    assert keys.mines.hex() == "70438bf66283b0453e597f36d83a33f5"


@pytest.mark.parametrize(
    ("grid", "clues", "mines"),
    [
        (Grid(5, 4, WRAP_AROUND), "01e259c68e79453726f60beef17c0702", "5ba5aa6de8174ed11dd5aead3f4f33ca"),
        (Grid(4, 3, HEXAGONAL, (0, 11)), "c96da1db048394a2753cacec69cb2bcd", "b3490d060fe7a1370b7e9ead3e17f7a8"),
        (Grid(4, 3, MOSAIC, (3,)), "bc1621f9859b66d57955bb070c07c9ad", "7ab621453cb06fb075728b03db329083"),
        (Grid(5, 4, KNIGHT), "6bc541df8b1fa78a1e9df98437f1f40a", "eddf08bbce49992d35f6954eb12f1376"),
    ],
    ids=lambda value: value.variant.name if isinstance(value, Grid) else "",
)
def test_the_keys_of_other_variants_never_change(grid: Grid, clues: str, mines: str) -> None:
    placed = tuple(cell % 7 in (1, 4) and bool(grid.present[cell]) for cell in range(grid.size))
    keys = keys_of(from_mines(grid, placed), placed)
    assert (keys.clues.hex(), keys.mines.hex()) == (clues, mines)


def mosaic(*size: int) -> Grid:
    return Grid(*size, MOSAIC)


def test_a_clue_of_a_mosaic_counts_its_own_cell() -> None:
    mines = [True, False, False, False, True, False, False, True]
    puzzle = from_mines(mosaic(4, 2), mines)
    assert puzzle.cells == (2, 2, 1, 1, 2, 2, 1, 1)
    assert is_solved_by(puzzle, mines)
    assert not is_solved_by(puzzle, [True, False, False, False, True, False, True, False])
    assert from_mines(mosaic(3, 3), [True] * 9).cells == (4, 6, 4, 6, 9, 6, 4, 6, 4)
    assert from_mines(mosaic(1, 1), [True]).cells == (1,)


def test_hidden_cells_of_each_variant() -> None:
    cells = (1, BLANK, EMPTY, VOID)
    assert Puzzle(Grid(2, 2), cells).hidden == (False, True, False, False)
    assert Puzzle(mosaic(2, 2), cells).hidden == (True, True, False, False)
    assert Puzzle(mosaic(2, 2), cells, 2).unproved == 2
    for wrong in ((1, 1, EMPTY, 10), (1, BLANK, EMPTY, 9)):
        with pytest.raises(FormatError, match="0 to 8" if 9 in wrong else "0 to 9"):
            Puzzle(Grid(2, 2) if 9 in wrong else mosaic(2, 2), wrong)
    with pytest.raises(FormatError, match="3 mines cannot fit in 2 cells"):
        Puzzle(mosaic(2, 2), cells, 3)
    with pytest.raises(FormatError, match="too many mines cannot fit in 2 cells"):
        Puzzle(mosaic(2, 2), cells, 10**5000)  # Python writes no number of so many digits


def test_a_mosaic_has_other_keys_than_a_minesweeper_puzzle() -> None:
    cells, mines = (1, BLANK, BLANK, BLANK, 1, BLANK), (False, True, False, False, False, False)
    usual, other = (keys_of(Puzzle(grid, cells), mines) for grid in (Grid(3, 2), mosaic(3, 2)))
    assert usual.clues != other.clues
    assert usual.mines != other.mines
    turned = image(Puzzle(mosaic(3, 2), cells), 1)
    assert turned.grid == mosaic(2, 3)
    assert keys_of(turned, image_cells(mosaic(3, 2), mines, 1)) == other
