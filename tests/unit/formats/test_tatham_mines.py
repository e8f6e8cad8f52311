import pytest
from games import echoed
from hypothesis import given
from hypothesis import strategies as st

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.board.puzzle import ClassicBoard
from puzzlegen.errors import FormatError
from puzzlegen.formats import tatham_mines

# Made by sgt-mines of Debian's sgt-puzzles 20230122: `sgt-mines --generate 1 9x9n10#a` and so on
MADE = [
    ("9x9:0,5,m9e255910e15b5d11735d8", 10),
    ("9x9:4,4,me10b1013d1694d98de708", 10),
    ("7x5:5,4,mc1d93c350", 6),
]


@st.composite
def boards(draw: st.DrawFn, fewest: int = 1) -> ClassicBoard:
    width = draw(st.integers(1, 24))
    height = draw(st.integers(-(-fewest // width), 24))
    mines = draw(st.lists(st.booleans(), min_size=width * height, max_size=width * height))
    safe = [i for i, mine in enumerate(mines) if not mine]
    start = draw(st.none() | st.sampled_from(safe)) if safe else None
    return ClassicBoard(Grid(width, height), tuple(mines), start)


@given(boards(fewest=9), st.booleans())
def test_round_trip(board: ClassicBoard, masked: bool) -> None:
    assert tatham_mines.parse(tatham_mines.write(board, masked)) == board


@pytest.mark.parametrize(("text", "mines"), MADE)
def test_ids_that_the_game_made(text: str, mines: int) -> None:
    board = tatham_mines.parse(text)
    assert board.total == mines, "the mask is undone wrongly"
    assert tatham_mines.write(board, masked=True) == text


def test_an_id_by_hand() -> None:
    """Three wide, four high: mines at the top left and the bottom right, opened at column 1, row 2."""
    board = tatham_mines.parse("3x4:1,2,u801")
    assert board.grid == Grid(3, 4)
    assert board.start == 7
    assert [i for i, mine in enumerate(board.mines) if mine] == [0, 11]
    assert tatham_mines.write(board) == "3x4:1,2,u801"
    assert tatham_mines.parse("3x4:1,2,801") == board
    assert (
        tatham_mines.parse("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mines.html#3x4:1,2,u801") == board
    )


@pytest.mark.parametrize("params", ["9x9n10", "16x16n40", "30x16n99", "13x11n20a", "7x10n5"])
def test_the_game_itself(params: str) -> None:
    """Its own ids are read and written back; ours it takes, masked or not, and both are the same board."""
    for seed in range(3):
        made = echoed("mines", f"{params}#{seed}")
        board = tatham_mines.parse(made)
        assert board.total == int(params.split("n")[1].rstrip("a"))
        assert tatham_mines.write(board, masked=True) == made
        plain = tatham_mines.write(board)
        assert echoed("mines", plain) == plain
        anywhere = tatham_mines.write(ClassicBoard(board.grid, board.mines), masked=True)
        assert echoed("mines", anywhere) == anywhere


def test_small_boards_the_game_takes() -> None:
    smallest = tatham_mines.write(ClassicBoard(Grid(9, 1), (True,) + (False,) * 8))
    assert echoed("mines", smallest) == smallest
    with pytest.raises(FormatError, match="found a board of 2x4, allowed 9 cells or more"):
        tatham_mines.write(ClassicBoard(Grid(2, 4), (False,) * 8))
    with pytest.raises(FormatError, match="mosaic"):
        tatham_mines.write(ClassicBoard(Grid(5, 5, MOSAIC), (False,) * 25))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "column 1"),
        ("3x3:", "column 5: 3x3 needs 3 digits"),
        ("3x3:u0000", "column 6: 3x3 needs 3 digits 0-9 or a-f, found 4"),
        ("3x3:1,3,u000", "column 7: found start Y 3, expected 0 to 2"),
        ("3x3:3,1,u000", "column 5: found start X 3, expected 0 to 2"),
        ("3x3:1,1,u0g0", "column 11: found 'g'"),
        ("3x3:1,1,U000", "column 9: found 'U'"),
        ("3x3:0,0,u800", "start: R1C1 is a mine, choose a safe cell"),
        ("3x3:1,1,u00٣", "found '٣'"),
        ("0x3:u0", "each side must be 1 to 1000"),
        ("3x3:u" + "0" * 1_000_000, "found 1000000"),
    ],
)
def test_bad_ids_say_what_and_where(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        tatham_mines.parse(text)


@given(st.text(alphabet="0123456789abcdefumx:,UF٣² \x00", max_size=40) | st.text())
def test_only_format_errors_come_out(text: str) -> None:
    for form in (text, "3x4:" + text, "12x5:1,1,m" + text):
        try:
            board = tatham_mines.parse(form)
        except FormatError:
            continue
        assert tatham_mines.parse(form) == board


def test_as_puzzle_shows_every_clue() -> None:
    puzzle = tatham_mines.as_puzzle(tatham_mines.parse("3x4:1,2,u801"))
    assert puzzle.cells == (-1, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, -1)
