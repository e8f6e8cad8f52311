"""Grids, puzzles, images and keys."""

import pytest
from solved import is_solved_by

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC, SQUARES
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, from_mines
from puzzlegen.board.symmetry import canonical_form, image, keys_of
from puzzlegen.errors import FormatError


def test_cells_are_numbered_row_by_row() -> None:
    grid = Grid(width=5, height=3)
    assert [grid.position(i) for i in (0, 4, 5, 7, 14)] == [(0, 0), (0, 4), (1, 0), (1, 2), (2, 4)]
    assert all(grid.cell(*grid.position(i)) == i for i in range(grid.size))


def test_a_puzzle_with_all_clues() -> None:
    puzzle = from_mines(Grid(4, 2), [True, False, False, False, True, False, False, True])
    assert puzzle.cells == (BLANK, 2, 1, 1, BLANK, 2, 1, BLANK)
    assert is_solved_by(puzzle, [True, False, False, False, True, False, False, True])
    assert not is_solved_by(puzzle, [True, False, False, False, False, False, False, True])
    assert from_mines(Grid(1, 1), [False]).cells == (0,)


def test_eight_images_are_different_and_share_a_canonical_form() -> None:
    puzzle = Puzzle(Grid(3, 2), (0, 1, 2, 3, 4, 5))
    images = [image(puzzle, transform) for transform in range(len(SQUARES.transforms))]
    assert len({(p.grid, p.cells) for p in images}) == 8
    assert len({canonical_form(p.grid, p.cells) for p in images}) == 1
    assert images[1].cells == (2, 5, 1, 4, 0, 3)  # a quarter turn anticlockwise: the right column becomes the top row
    assert images[4].cells == (2, 1, 0, 5, 4, 3)


def test_the_canonical_form_never_changes() -> None:
    """Ledgers keep digests of it: this puzzle must have these keys forever."""
    puzzle = Puzzle(Grid(3, 2), (0, BLANK, 2, BLANK, 1, 8))
    # two wide, three high, then 0 blank / blank 1 / 2 8
    assert canonical_form(puzzle.grid, puzzle.cells).hex() == "0002000300ffff010208"
    keys = keys_of(puzzle, (False, True, False, True, False, False))
    assert keys.clues.hex() == "f125066bc2f9a2721433afce6fcfdd39"
    assert keys.mines.hex() == "70438bf66283b0453e597f36d83a33f5"


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


def test_a_number_of_mines_of_any_length_is_refused() -> None:
    """Python refuses to write a number of so many digits."""
    with pytest.raises(FormatError, match="too many mines cannot fit in 2 cells"):
        Puzzle(mosaic(2, 2), (1, BLANK, EMPTY, VOID), 10**5000)
    assert Puzzle(mosaic(2, 2), (1, BLANK, EMPTY, VOID), 2).unproved == 2
