"""Animations: Pillow reads each frame, which is compared with the still picture."""

import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from layout_boards import board
from PIL import Image, ImageSequence

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MOSAIC, WRAP_AROUND
from puzzlegen.board.puzzle import BLANK, Deduction, Puzzle, from_mines
from puzzlegen.drawing.color import IndexedPalette, draw_page
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.gif_writer import write_gif
from puzzlegen.errors import OutputError
from puzzlegen.layout.core.document import RGB, Box, Gray, Page, Rect
from puzzlegen.layout.puzzle_picture import (
    FASTEST,
    FIRST,
    FRAMES,
    LAST,
    SLOWEST,
    SolvingState,
    animation_states,
    frame_durations,
    position_picture,
    puzzle_picture,
    states_after_steps,
    step_pictures,
)
from puzzlegen.layout.puzzle_picture_parts import DARK, PictureOptions

METRICS = FontMetrics()


def one_colour(level: float, *squares: tuple[int, int, int]) -> Page:
    """A page of 6 by 4 with black squares, each left, top, side."""
    marks = tuple(Rect(x, y, side, side, Gray(0)) for x, y, side in squares)
    return Page(1, "picture", 6, 4, Box(0, 0, 6, 4), marks, paper=Gray(level))


def film(width: int, height: int, options: PictureOptions) -> list[Page]:
    """A board filled row by row, a cell a frame, and its answer."""
    puzzle, mines = board(width, height, 5)
    blanks = [i for i, value in enumerate(puzzle.cells) if value < 0]
    found = [
        Deduction(
            i,
            1,
            "",
            ((cell + 1) % (width * height),),
            (cell,) if mines[cell] else (),
            () if mines[cell] else (cell,),
            1,
        )
        for i, cell in enumerate(blanks)
    ]
    return [position_picture(puzzle, METRICS, one, options) for one in animation_states(found)] + [
        puzzle_picture(puzzle, METRICS, mines, options)
    ]


def letters(image: Image.Image) -> list[str]:
    gray = image.convert("L")
    return ["".join("#+ "[min(2, gray.getpixel((x, y)) // 100)] for x in range(6)) for y in range(4)]


def test_frames_as_letters(tmp_path):
    pages = [one_colour(1), one_colour(1, (0, 0, 2)), one_colour(1, (3, 1, 3)), one_colour(1, (3, 1, 3))]
    write_gif(pages, [100, 250, 30, 4000], tmp_path / "x.gif")
    with Image.open(tmp_path / "x.gif") as file:
        assert file.n_frames == 4 and file.size == (6, 4) and file.info["loop"] == 0
        shown, lengths = [], []
        for i in range(4):
            file.seek(i)
            shown.append(letters(file))
            lengths.append(file.info["duration"])
    assert lengths == [100, 250, 30, 4000]
    last = ["      ", "   ###", "   ###", "   ###"]
    assert shown == [["      "] * 4, ["##    ", "##    ", "      ", "      "], last, last]


def frames(path: Path) -> Iterator[np.ndarray]:
    with Image.open(path) as file:
        for frame in ImageSequence.Iterator(file):
            yield np.asarray(frame.convert("RGB"))


def assert_stills(pages: list[Page], path: Path, scale: float = 1.0) -> None:
    """Each frame is its page drawn whole in true color."""
    write_gif(pages, frame_durations(len(pages) - 1), path, scale)
    palette = IndexedPalette(pages)
    for i, (frame, page) in enumerate(zip(frames(path), pages, strict=True)):
        still = np.array(palette.colors, np.uint8)[palette.indices(draw_page(page, scale).convert("RGB"))]
        assert np.array_equal(frame, still), f"frame {i}"


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("theme", [PictureOptions().theme, DARK], ids=["light", "dark"])
def test_every_frame_is_the_still_picture(theme, scale, tmp_path):
    assert_stills(film(5, 4, PictureOptions(300, "Series", theme=theme)), tmp_path / "x.gif", scale)


BOARDS = {
    "mosaic": Grid(5, 4, MOSAIC),
    "rim": Grid(5, 4, WRAP_AROUND),
    "hexagons": Grid(5, 4, HEXAGONAL),
    "hexagons with a hole": Grid(5, 5, HEXAGONAL, (0, 12, 13)),
    "hole": Grid(5, 5, voids=(0, 11, 12)),
}


@pytest.mark.parametrize("grid", BOARDS.values(), ids=BOARDS)
def test_every_frame_of_other_boards_is_the_still_picture(grid, tmp_path):
    mines = tuple(i % 3 == 0 and i not in grid.voids for i in range(grid.size))
    cells = from_mines(grid, mines).cells
    puzzle = Puzzle(grid, tuple(BLANK if value >= 0 and i % 4 == 1 else value for i, value in enumerate(cells)))
    states = [SolvingState()]
    for cell in (i for i in range(grid.size) if i not in grid.voids and i % 2):
        known = ((cell,), ()) if mines[cell] else ((), (cell,))
        witnesses = tuple(i for i in (cell - 1, cell + 1) if 0 <= i < grid.size and i not in grid.voids)
        last = states[-1]
        states.append(
            SolvingState(last.mines + known[0], last.safe + known[1], (cell,), witnesses, next(iter(witnesses)))
        )
    options = PictureOptions(240)
    pages = [*step_pictures(puzzle, METRICS, states, options), puzzle_picture(puzzle, METRICS, mines, options)]
    assert_stills(pages, tmp_path / "x.gif")


def test_only_what_changes_is_in_the_file(tmp_path):
    pages = film(8, 7, PictureOptions(600))
    write_gif(pages[:2], [500, 500], tmp_path / "two.gif")
    write_gif(pages[:1], [500], tmp_path / "one.gif")
    assert (tmp_path / "two.gif").stat().st_size - (tmp_path / "one.gif").stat().st_size < 1500


@pytest.mark.parametrize(("size", "most"), [((8, 8), 400_000), ((12, 12), 500_000), ((15, 15), 500_000)], ids=str)
def test_moving_pictures_are_small_and_the_same_every_time(size, most, tmp_path):
    pages = film(*size, PictureOptions(1200, "Quiet Fields · No. 214"))
    assert len(pages) <= FRAMES + 1
    for name in ("a", "b"):
        write_gif(pages, frame_durations(len(pages) - 1), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").stat().st_size <= most


def test_the_file_is_whole(tmp_path):
    write_gif([one_colour(1)], [100], tmp_path / "x.gif")
    data = (tmp_path / "x.gif").read_bytes()
    assert data[:6] == b"GIF89a" and data[-1:] == b";" and struct.unpack("<HH", data[6:10]) == (6, 4)
    with pytest.raises(OutputError, match=r"y\.gif"):
        write_gif([one_colour(1)], [100], tmp_path / "no" / "y.gif")


def test_a_picture_wider_than_the_format_is_refused(tmp_path):
    page = Page(1, "picture", 70_000, 1, Box(0, 0, 1, 1), (), paper=RGB(1, 1, 1))
    with pytest.raises(OutputError, match="70000 by 1 pixels, but a GIF has at most 65535 on a side"):
        write_gif([page], [100], tmp_path / "x.gif")
    assert not list(tmp_path.iterdir())


def steps(*moments: int) -> list[Deduction]:
    return [Deduction(moment, 1, "exhausted", (100 + i,), (i,), (), 1) for i, moment in enumerate(moments)]


def test_positions_add_up():
    found = states_after_steps([Deduction(1, 1, "", (9,), (1, 2), (3,), 1), Deduction(2, 2, "", (8, 7), (), (4,), 1)])
    assert found == [
        SolvingState(),
        SolvingState((1, 2), (3,), (1, 2, 3), (9,), 9),
        SolvingState((1, 2), (3, 4), (4,), (8, 7), 8),
    ]


def test_too_many_steps_are_taken_together_by_their_moments():
    few = animation_states(steps(1, 1, 2, 3), max_states=5)
    assert len(few) == 5 and few[1].lead == 100
    by_moment = animation_states(steps(1, 1, 2, 3), max_states=4)
    assert [one.proved for one in by_moment] == [(), (0, 1), (2,), (3,)]
    assert by_moment[1].lead is None and by_moment[1].witnesses == (100, 101)
    merged = animation_states(steps(1, 1, *range(2, 90)), max_states=10)
    assert len(merged) == 10 and merged[-1].mines == tuple(range(90))
    assert sorted(cell for one in merged for cell in one.proved) == list(range(90))
    assert all(one.proved for one in merged[1:])


def test_the_solution_stays_longest():
    for count in (1, 2, 30, 60):
        first, *middle, last = frame_durations(count)
        assert len(middle) == count - 1 and first == FIRST and last == LAST > first
        assert all(FASTEST <= time <= SLOWEST and time % 10 == 0 for time in middle)
    assert sum(frame_durations(60)) <= 45_000
