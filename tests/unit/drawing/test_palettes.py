"""Palettes of pages: the colors of marks are exact, all others are near."""

import numpy as np
import pytest
from layout_boards import board
from test_drawing_files import every_mark

from puzzlegen.drawing.color import IndexedPalette, draw_page
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.layout.core.document import RGB, Box, Disc, Gray, Line, Mark, Page, Path, Picture, Rect, Ring, Text
from puzzlegen.layout.link_previews import link_card
from puzzlegen.layout.puzzle_picture import puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import THEMES, PictureOptions, PictureWords

METRICS = FontMetrics()
RED = RGB(0.8, 0.1, 0.1)


def page(*marks: Mark, paper: RGB | Gray | None = None) -> Page:
    return Page(1, "picture", 90, 60, Box(0, 0, 90, 60), marks, paper=paper)


def card() -> Page:
    return link_card(board(9, 9, 3)[0], PictureWords("Quiet Fields", "No. 7", "1 May", "Hard", 3), METRICS)


def answer(theme: str) -> Page:
    puzzle, mines = board(8, 6, 2)
    return puzzle_picture(puzzle, METRICS, mines, PictureOptions(301, "Caption", theme=THEMES[theme]))


PAGES = {
    "all kinds of marks": every_mark(),
    "card": card(),
    **{theme: answer(theme) for theme in THEMES},
    "smoothed marks over each other": page(
        Disc(30, 30, 20.5, RED), Ring(45, 30, 20, 3, Gray(0.2)), Text(40, 40, "88", 30, color=RGB(0, 0.4, 0)),
        Path(((20, 20), (70, 25), (40, 55)), Gray(0.5)), Line(0, 0, 90, 60, 3, RED), Rect(50, 30, 20, 20, Gray(1)),
        Disc(60, 40, 12, RED),
    ),
    "marks over a border of two colors": page(
        Rect(0, 0, 45, 60, RED), Rect(45, 30, 45, 30, Gray(0.7)), Disc(45, 30, 20),
        Text(45, 30, "8", 30, anchor="middle"),
    ),
    "marks beyond the sides": page(
        Disc(0, 0, 20, RED), Text(88, 58, "Word", 30), Rect(-9, 50, 20, 30, RED), Disc(300, 300, 9), Ring(-5, 30, 9, 2)
    ),
    "colors alike": page(  # they share an entry, which is the color of the first
        Rect(0, 0, 60, 60, Gray(0.4)), Rect(30, 0, 60, 60, Gray(0.38)), Disc(30, 30, 20.5, RED), Text(5, 50, "8", 40),
        Disc(60, 30, 15, Gray(0.38)), Disc(70, 30, 15, Gray(1)), paper=RGB(1, 1, 0.9),
    ),
    "twenty grays": page(*(Disc(4 * i, 30, 9.5, Gray(i / 20)) for i in range(20))),
    "very many colors": page(*(Disc(i, 30, 9.5, RGB(i / 90, 1 - i / 90, 0.5)) for i in range(90))),
    "picture": page(Picture(5, 5, 30, 30, 2, 2, bytes((0, 90, 170, 255))), Disc(20, 20, 9)),
    "picture above all": page(Disc(20, 20, 9, RED), Picture(5, 5, 30, 20, 2, 2, bytes(range(0, 240, 20)), 3)),
    "picture beyond the sides": page(Disc(20, 20, 9), Picture(-5, 45, 30, 30, 2, 2, bytes((0, 90, 170, 255)))),
    "picture outside": page(Disc(20, 20, 9), Picture(-50, -45, 30, 30, 2, 2, bytes((0, 90, 170, 255)))),
}  # fmt: skip


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("drawn", PAGES.values(), ids=PAGES)
def test_colors_of_the_palette_are_exact_and_others_are_near(drawn, scale):
    palette, picture = IndexedPalette([drawn]), draw_page(drawn, scale)
    colors, pixels = np.array(palette.colors), np.asarray(picture.convert("RGB")).astype(int)
    packed = np.append(pixels, palette.indices(picture)[..., None], axis=-1) @ (1 << 24, 1 << 16, 1 << 8, 1)
    pairs = np.unique(packed)[:, None] >> (24, 16, 8, 0) & 255  # of color and index: one of a million pixels each
    distances = np.square(pairs[:, None, :3] - colors).sum(axis=-1)
    chosen = np.take_along_axis(distances, pairs[:, 3:], axis=-1)[..., 0]
    exact = distances.min(axis=-1) == 0
    within = 0 if palette.gray else 7  # colors with the same five bits of each component share an entry
    assert chosen[exact].max() <= 3 * within**2
    assert np.all(np.sqrt(chosen) <= np.sqrt(distances.min(axis=-1)) + 2 * np.sqrt(3) * within)
