"""Reducing images: margins, thresholds, thin lines, specks and sizes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from puzzlegen.board.drawn_layouts import cells_of, rows_of
from puzzlegen.errors import FormatError
from puzzlegen.pictures.choices import ReductionOptions
from puzzlegen.pictures.reduction import Shades, label_components, otsu, reduce_image


def page(width: int = 400, height: int = 300, shade: int = 255) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("L", (width, height), shade)
    return image, ImageDraw.Draw(image)


def shades(image: Image.Image) -> Shades:
    return np.asarray(image)


def test_margins_are_cropped_and_the_sides_keep_their_ratio() -> None:
    image, pen = page()
    pen.rectangle((100, 50, 299, 149), outline=0, width=30)
    cells = reduce_image(shades(image), ReductionOptions(20))
    assert cells.shape == (10, 20)
    assert cells[0].all() and cells[:, 0].all() and not cells[4:6, 5:15].any()


def test_an_image_fits_into_both_sides() -> None:
    image, pen = page()
    pen.ellipse((150, 10, 249, 289), outline=0, width=20)
    assert reduce_image(shades(image), ReductionOptions(30, 14)).shape == (14, 5)


@given(st.integers(0, 90), st.integers(3, 7), st.sampled_from([15, 20, 31, 40]))
def test_thin_lines_stay_and_stay_thin(angle: int, thickness: int, width: int) -> None:
    """A line thinner than half a cell, at any angle, stays in one piece and is at most two cells wide."""
    image, pen = page(600, 600)
    pen.rectangle((10, 10, 589, 589), outline=0, width=40)
    reach = 200 * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    pen.line((*(300 - reach), *(300 + reach)), fill=0, width=min(thickness, 580 // width // 2))
    cells = reduce_image(shades(image), ReductionOptions(width))
    frame = max(2, width // 8)
    inside = cells[frame:-frame, frame:-frame]
    _, parts = label_components(inside)
    long = max(abs(reach)) * 2 / 580 * width
    assert sum(part.extent for part in parts) >= 0.8 * long - 1
    assert len(parts) <= 3
    assert inside.sum() <= 2.2 * long + 3


def test_thin_gaps_stay() -> None:
    image, pen = page(600, 600)
    pen.rectangle((20, 20, 579, 579), fill=0)
    pen.line((300, 0, 300, 600), fill=255, width=8)
    cells = reduce_image(shades(image), ReductionOptions(20))
    assert (~cells).any(axis=1).all()
    assert (~cells).sum() <= 22  # both ends may be two cells wide


def test_specks_go_and_dots_stay() -> None:
    image, pen = page(600, 600)
    pen.rectangle((20, 20, 579, 579), outline=0, width=30)
    for x, y in ((100, 100), (250, 400), (480, 333)):
        pen.rectangle((x, y, x + 4, y + 4), fill=0)
    pen.ellipse((286, 286, 314, 314), fill=0)  # on the corner of four cells
    cells = reduce_image(shades(image), ReductionOptions(20))
    inside = cells[2:-2, 2:-2]
    assert inside.sum() == 1 or inside[7:9, 7:9].sum() == inside.sum() > 0


def test_larger_specks_go_on_request_and_lines_and_margins_do_not_follow_them() -> None:
    image, pen = page(800, 800)
    pen.ellipse((200, 200, 599, 599), outline=0, width=40)
    for x, y in ((40, 60), (380, 390), (700, 730)):
        pen.rectangle((x, y, x + 29, y + 29), fill=0)
    usual, clean = (reduce_image(shades(image), ReductionOptions(20, specks=specks)) for specks in (35, 250))
    _, parts = label_components(usual)
    assert len(parts) == 4
    _, parts = label_components(clean)
    assert len(parts) == 1 and clean[0].any() and clean[:, -1].any()  # nothing else keeps a margin
    pen.line((0, 5, 790, 5), fill=0, width=4)
    line = reduce_image(shades(image), ReductionOptions(20, specks=250))
    assert line[0].all()


def test_without_a_limit_every_speck_stays() -> None:
    image, pen = page(600, 600)
    pen.rectangle((20, 20, 579, 579), outline=0, width=30)
    pen.rectangle((306, 306, 318, 318), fill=0)
    inside = [reduce_image(shades(image), ReductionOptions(20, specks=specks))[3:-3, 3:-3].sum() for specks in (0, 60)]
    assert inside == [1, 0]


def test_dirt_keeps_no_margin() -> None:
    image, pen = page(1000, 1000)
    pen.rectangle((300, 300, 699, 699), outline=0, width=60)
    pen.point((5, 5), fill=0)
    assert reduce_image(shades(image), ReductionOptions(20))[0].all()


def test_invert_fills_the_light_parts() -> None:
    image, pen = page(shade=0)
    pen.rectangle((100, 100, 199, 199), outline=255, width=25)
    straight = reduce_image(255 - shades(image), ReductionOptions(12))
    assert rows_of(reduce_image(shades(image), ReductionOptions(12, invert=True))) == rows_of(straight)


def test_otsu_lies_between_the_two_groups_of_shades() -> None:
    both = np.array([[20] * 50 + [30] * 50 + [200] * 20], np.uint8)
    assert 31 <= otsu(both) <= 200


def test_a_given_threshold_is_used() -> None:
    image, pen = page()
    pen.rectangle((100, 100, 299, 199), fill=150)
    pen.rectangle((100, 100, 119, 199), fill=0)
    assert reduce_image(shades(image), ReductionOptions(20, threshold=200)).all()
    assert reduce_image(shades(image), ReductionOptions(8, threshold=100)).shape == (40, 8)


@pytest.mark.parametrize(
    ("box", "options", "message"),
    [
        ((0, 0, 399, 299), ReductionOptions(20), "has one shade only, so there is nothing to draw"),
        ((10, 10, 50, 50), ReductionOptions(20, threshold=0), "has nothing dark at the threshold 0; choose another"),
        ((10, 10, 19, 209), ReductionOptions(20), "20 cells wide, it is 400 cells high, allowed 60"),
        ((10, 10, 309, 29), ReductionOptions(20), "its picture has 20x1 cells, allowed 5 to 60 a side"),
    ],
)  # fmt: skip
def test_images_without_a_picture(box: tuple[int, ...], options: ReductionOptions, message: str) -> None:
    image, pen = page()
    pen.rectangle(box, fill=0)
    if message.startswith("20 cells"):  # too narrow for any width
        message = "its picture has 20x400 cells, allowed 5 to 60 a side"
    with pytest.raises(FormatError) as error:
        reduce_image(shades(image), options)
    assert str(error.value).startswith(message)


def test_a_high_image_gets_the_width_that_fits() -> None:
    image, pen = page(300, 600)
    pen.rectangle((50, 10, 249, 589), outline=0, width=40)
    with pytest.raises(FormatError, match="40 cells wide, it is 116 cells high, allowed 60; choose a width of 20 or"):
        reduce_image(shades(image), ReductionOptions(40))
    assert reduce_image(shades(image), ReductionOptions(20)).shape == (58, 20)


@given(st.lists(st.text("#.", min_size=9, max_size=9), min_size=5, max_size=9))
def test_small_drawings_are_read_cell_by_cell(rows: list[str]) -> None:
    """An image of one pixel a cell is its own picture, apart from specks and light lines."""
    cells = cells_of(rows)
    cells[0] = cells[-1] = cells[:, 0] = cells[:, -1] = True
    large = np.where(cells.repeat(20, axis=0).repeat(20, axis=1), 0, 255).astype(np.uint8)
    if cells.all():
        return
    assert rows_of(reduce_image(large, ReductionOptions(9))) == rows_of(cells)
