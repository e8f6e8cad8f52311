"""Digits of pages to play on, compared with the outlines of the font."""

import re

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.statisticsPen import StatisticsPen
from fontTools.svgLib.path import parse_path

from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.glyphs import digit_paths, text_outline

HEIGHT = 0.53 * 160  # of a digit, in units of a cell


@pytest.mark.parametrize("digit", range(10))
def test_a_digit_is_in_the_middle_of_its_cell_at_the_printed_size(digit: int) -> None:
    path = digit_paths()[digit]
    assert re.fullmatch(r"(M[-\d ]+([lqthv][-\d ]+)+z)+", path)
    pen = BoundsPen(None)
    parse_path(path, pen)
    left, top, right, bottom = pen.bounds
    assert (top + bottom) / 2 == pytest.approx(0, abs=2)
    assert (left + right) / 2 == pytest.approx(0, abs=5)
    assert bottom - top == pytest.approx(HEIGHT, abs=4)


@pytest.mark.parametrize("digit", range(10))
def test_a_digit_has_the_form_that_the_font_gives_it(digit: int) -> None:
    outline = text_outline(str(digit), "digits")
    scale = HEIGHT / (FontMetrics().figure_height("digits") * outline.units)
    of_font, drawn = measures(outline.path), measures(digit_paths()[digit])
    assert abs(drawn.area) == pytest.approx(abs(of_font.area) * scale**2, rel=0.035)  # whole numbers alone: 0.018
    assert drawn.stddevX == pytest.approx(of_font.stddevX * scale, abs=0.5)
    assert drawn.stddevY == pytest.approx(of_font.stddevY * scale, abs=0.5)


def measures(path: str) -> StatisticsPen:
    pen = StatisticsPen(None)
    parse_path(path, pen)
    return pen


def test_digits_are_few_bytes() -> None:
    assert sum(map(len, digit_paths())) < 1250  # 1743 with each curve of the font (2026-11-23)
