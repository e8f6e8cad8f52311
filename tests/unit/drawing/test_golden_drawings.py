"""Finished drawings, compared with the golden pictures in tests/golden."""

import pytest
from golden_pictures import BLOCK, TOLERANCE, compare, difference, pdf_page, save
from PIL import Image, ImageDraw

from puzzlegen import api
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.drawing.pixel_files import write_png
from puzzlegen.formats.line import parse
from puzzlegen.layout.core.document import RGB, Box, Disc, Frame, Gray, Line, Page, Path, Picture, Rect, Ring, Text
from puzzlegen.layout.link_previews import link_card, thumbnail
from puzzlegen.layout.puzzle_picture_parts import PictureWords

PUZZLE = "9x7:e1a1b332b32a3b23b3a2d3f2b32a1b4c2112c3b0"
MOSAIC = "mosaic:9x7:e21a23a6a4c3a233a344b45333a4c3c3a3b4a2a3c02e2"
SHAPE = "10x9:#2b##a31#a22a1d32a1i0b2b4d2a2c0#0c5b1###e3#####2c#######22####"


@pytest.mark.parametrize(
    ("name", "puzzle", "options"),
    [
        ("puzzle", PUZZLE, {"caption": "Quiet Fields · No. 214"}),
        ("answer", PUZZLE, {"solution": True}),
        ("answer-dark", PUZZLE, {"solution": True, "theme": "dark"}),
        ("mosaic-answer", MOSAIC, {"solution": True}),
        ("step", PUZZLE, {"steps": "9"}),
        ("shape-answer", SHAPE, {"solution": True}),
    ],
)
def test_pictures_of_a_puzzle(name, puzzle, options, tmp_path):
    api.render(puzzle, tmp_path / "picture.png", width=480, **options)
    compare(Image.open(tmp_path / "picture.png"), name)


def test_the_last_frame_of_a_moving_picture(tmp_path):
    api.render(PUZZLE, tmp_path / "steps.gif", steps="0-9", width=480)
    with Image.open(tmp_path / "steps.gif") as moving:
        moving.seek(9)
        compare(moving.convert("RGB"), "step")  # the same picture as the PNG of that step


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("thumbnail", thumbnail(parse(PUZZLE), FontMetrics())),
        (
            "link-card",
            link_card(
                parse(PUZZLE), PictureWords("Quiet Fields", "No. 214", "Tuesday 1 December", "Medium", 2), FontMetrics()
            ),
        ),
    ],
)
def test_pictures_of_a_day(name, page, tmp_path):
    write_png(page, tmp_path / "picture.png")
    compare(Image.open(tmp_path / "picture.png"), name)


def every_kind_of_mark() -> Page:
    """All kinds of marks, in gray and in color, on a page of 180 by 120 points."""
    red, blue, gray = RGB(0.8, 0.2, 0.1), RGB(0.1, 0.3, 0.7), Gray(0.6)
    shade = bytes(range(0, 256, 16)) * 2
    marks = (
        Rect(10, 10, 40, 20, gray),
        Rect(30, 20, 40, 20, red),
        Frame(10, 50, 60, 30, 1.5, Gray(0)),
        Line(10, 90, 70, 110, 1, blue),
        Line(10, 110, 70, 110, 2, Gray(0)),
        Disc(95, 25, 15, blue),
        Ring(95, 65, 14, 2, red),
        Path(((80, 110), (95, 85), (110, 110)), gray),
        Picture(120, 10, 50, 10, 16, 2, shade),
        Text(145, 45, "Grid 4", 12, "bold", "middle"),
        Text(170, 60, "spaced", 9, anchor="end", spacing=2),
        Text(117, 82, "turned", 9, turn=90, color=red),
        Text(170, 100, "upside", 9, turn=180),
        Text(140, 75, "0123456789", 7, "digits", "middle"),
    )
    return Page(1, "picture", 180, 120, Box(0, 0, 180, 120), marks, paper=Gray(1.0))


@pytest.mark.parametrize("space", ["grey", "rgb"])
def test_every_kind_of_mark_in_a_pdf(space, tmp_path):
    write_pdf([every_kind_of_mark()], tmp_path / "page.pdf", style=PdfStyle(space=space))
    compare(pdf_page(tmp_path / "page.pdf", 1, dpi=144), f"marks-{space}")


def test_every_kind_of_mark_in_a_png(tmp_path):
    write_png(every_kind_of_mark(), tmp_path / "page.png", scale=2)
    compare(Image.open(tmp_path / "page.png"), "marks-png")


# --- the comparison itself


def white() -> Image.Image:
    return Image.new("RGB", (30, 21), (255, 255, 255))


@pytest.mark.parametrize(("pixels", "differs"), [((8, 8, 8, 8), False), ((8, 8, 9, 8), True), ((29, 19, 29, 20), True)])
def test_two_black_pixels_are_noticed(pixels, differs):
    picture = white()
    ImageDraw.Draw(picture).rectangle(pixels, fill=(0, 0, 0))
    assert bool(difference(picture, white())) is differs


def test_colors_are_compared_too():
    picture = Image.new("RGB", (30, 21), (255, 255, 255 - TOLERANCE - 1))
    assert f"({TOLERANCE + 1})" in difference(picture, white())
    assert not difference(Image.new("RGB", (30, 21), (255, 255, 255 - TOLERANCE)), white())


def test_another_size_differs():
    assert difference(Image.new("RGB", (30, 20)), white()) == "it has 30 x 20 pixels, expected 30 x 21"


@pytest.mark.parametrize("color", [(0, 0, 0), (119, 119, 119), (200, 100, 50)])
def test_a_saved_picture_is_like_itself(color, tmp_path):
    picture = white()
    picture.paste(color, (0, 0, 2 * BLOCK, 2 * BLOCK))
    save(picture, tmp_path / "saved.png")
    assert not difference(picture, Image.open(tmp_path / "saved.png"))
