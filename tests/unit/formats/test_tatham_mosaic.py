"""Mosaics as text: the line format with its mark, and game ids that the real program accepts."""

import pytest
from games import echoed
from hypothesis import given
from hypothesis import strategies as st

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.board.spec import FREE_LAYOUT, PuzzleSpec
from puzzlegen.errors import FormatError
from puzzlegen.formats import detect, line, puzzlink, tatham_mosaic
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.solver.tiers import run


def mosaics(least: int = 1, values: int = BLANK) -> st.SearchStrategy[Puzzle]:
    sides = st.integers(least, 12)
    grids = st.builds(lambda width, height: Grid(width, height, MOSAIC), sides, sides)
    return grids.flatmap(
        lambda grid: st.builds(
            lambda cells: Puzzle(grid, tuple(cells)),
            st.lists(st.one_of(st.integers(values, 9), st.just(BLANK)), min_size=grid.size, max_size=grid.size),
        )
    )


@given(mosaics(values=VOID))
def test_a_line_says_that_it_is_a_mosaic(puzzle: Puzzle) -> None:
    text = line.write(puzzle)
    assert text.startswith("mosaic:")
    assert line.parse(text) == detect.parse(text) == puzzle
    assert line.parse(text.removeprefix("mosaic:"), MOSAIC) == puzzle


def test_without_its_mark_a_mosaic_is_read_as_the_given_kind() -> None:
    text = "3x3:4a4b6c"
    assert detect.parse(text).grid.variant is MINESWEEPER
    assert detect.parse(text, MOSAIC) == detect.parse(f"mosaic:{text}")
    assert detect.parse("mosaic:4a4b6c") == detect.parse(f"mosaic:{text}")
    (read,) = detect.read_lines([text], "file", MOSAIC)
    assert isinstance(read.found, Puzzle)
    assert read.found.grid == Grid(3, 3, MOSAIC)


def test_only_a_mosaic_has_a_nine() -> None:
    assert line.parse("mosaic:3x3:d9d").cells[4] == 9
    with pytest.raises(FormatError, match=r"column 6: found '9', expected 0-8.*mosaic: in front is for mosaic"):
        line.parse("3x3:d9d")


@given(mosaics(least=3))
def test_game_ids_round_trip(puzzle: Puzzle) -> None:
    assert line.parse(tatham_mosaic.write(puzzle), MOSAIC) == puzzle


def test_runs_longer_than_the_alphabet() -> None:
    cells = (0, *[BLANK] * 80)
    assert tatham_mosaic.write(Puzzle(Grid(9, 9, MOSAIC), cells)) == "9x9:0zzzb"


@pytest.mark.parametrize(
    ("puzzle", "fault"),
    [
        (Puzzle(Grid(3, 3), (BLANK,) * 9), "tatham: found minesweeper, allowed mosaic"),
        (Puzzle(Grid(2, 5, MOSAIC), (BLANK,) * 10), "found a board of 2x5, allowed 3 cells or more"),
        (Puzzle(Grid(3, 3, MOSAIC), (BLANK,) * 9, 4), "no printed number of mines; use line or text"),
        (Puzzle(Grid(3, 3, MOSAIC), (*(BLANK,) * 8, EMPTY)), "no safe cells without a number"),
        (Puzzle(Grid(3, 3, MOSAIC), (*(BLANK,) * 8, VOID)), "no void cells"),
    ],
)
def test_what_a_game_id_cannot_say(puzzle: Puzzle, fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        tatham_mosaic.write(puzzle)


def test_a_mosaic_has_no_address_among_minesweeper_puzzles() -> None:
    with pytest.raises(
        FormatError, match="puzzlink: found mosaic, allowed minesweeper only; use line or text or tatham"
    ):
        puzzlink.write(line.parse("mosaic:3x3:d9d"))


@pytest.mark.parametrize("size", [(3, 3), (5, 4), (10, 10), (9, 20)], ids=str)
def test_the_real_program_takes_our_ids(size: tuple[int, int]) -> None:
    (slot,) = requests_for(PuzzleSpec(max_tier=2, layout=FREE_LAYOUT), Grid(*size, MOSAIC), "ids", 1)
    game = tatham_mosaic.write(generate_puzzle(slot).graded.puzzle)
    assert echoed("mosaic", game) == game


def test_the_real_program_takes_long_runs() -> None:
    game = tatham_mosaic.write(Puzzle(Grid(9, 9, MOSAIC), (0, *[BLANK] * 80)))
    assert echoed("mosaic", game) == game


@pytest.mark.parametrize("size", ["5x5#1", "12x7#2"])
def test_we_solve_what_the_real_program_makes(size: str) -> None:
    puzzle = detect.parse(echoed("mosaic", size), MOSAIC)
    assert size.startswith(f"{puzzle.grid}#")
    assert run(puzzle, 4).status == "solved"
