"""Repeats are found in all eight images, and nothing else is taken for one."""

from hypothesis import given
from hypothesis import strategies as st

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import SQUARES
from puzzlegen.board.puzzle import BLANK, VOID, Puzzle
from puzzlegen.board.symmetry import canonical_form, image, image_cells, image_grid, keys_of

Board = tuple[Grid, tuple[int, ...], tuple[bool, ...]]


def boards(side: int, values: st.SearchStrategy[int]) -> st.SearchStrategy[Board]:
    def of_size(size: tuple[int, int]) -> st.SearchStrategy[Board]:
        cells = size[0] * size[1]
        clues = st.lists(values, min_size=cells, max_size=cells).map(tuple)
        mines = st.lists(st.booleans(), min_size=cells, max_size=cells).map(tuple)
        return st.tuples(st.just(Grid(*size)), clues, mines)

    return st.tuples(st.integers(1, side), st.integers(1, side)).flatmap(of_size)


@given(boards(9, st.integers(VOID, 8)))
def test_all_images_share_their_keys(board: Board) -> None:
    grid, cells, mines = board
    puzzle = Puzzle(grid, cells)
    for transform in range(len(SQUARES.transforms)):
        assert keys_of(image(puzzle, transform), image_cells(grid, mines, transform)) == keys_of(puzzle, mines)


TINY = boards(3, st.sampled_from([BLANK, 0]))  # so few boards that images of each other are met often


@given(TINY, TINY)
def test_only_images_share_a_form(one: Board, other: Board) -> None:
    images = {(image_grid(one[0], t), image_cells(one[0], one[1], t)) for t in range(len(SQUARES.transforms))}
    same = canonical_form(one[0], one[1]) == canonical_form(other[0], other[1])
    assert same == ((other[0], other[1]) in images)
