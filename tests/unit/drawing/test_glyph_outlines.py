"""Outlines of texts, compared with the measures of the font and with other outlines."""

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path

from puzzlegen.drawing.fonts import NARROW, FontMetrics
from puzzlegen.drawing.glyph_outlines import text_outline

METRICS = FontMetrics()
SPACED = f"No.{chr(NARROW)}214"


def bounds(path: str) -> tuple[float, float, float, float]:
    pen = BoundsPen(None)
    parse_path(path, pen)
    return pen.bounds


def test_the_figure_1_stands_on_the_baseline_and_is_as_high_as_the_font_says():
    outline = text_outline("1", "digits")
    left, foot, right, top = bounds(outline.path)
    assert foot == 0 < left < right < outline.width
    assert top / outline.units == pytest.approx(METRICS.figure_height("digits"), abs=0.001)


@pytest.mark.parametrize("font", ["regular", "bold", "digits"])
def test_a_text_is_as_wide_as_its_letters_and_spaces(font):
    outline = text_outline(SPACED, font, spacing=0.1)
    assert outline.width / outline.units == pytest.approx(METRICS.width(SPACED, font) + 0.7, abs=0.01)


def test_a_later_letter_is_the_same_further_right():
    first, second = text_outline("2", "digits"), text_outline("1", "digits")
    both = text_outline("21", "digits").path
    assert both.startswith(first.path)
    left, *rest = bounds(both.removeprefix(first.path))
    assert (left - first.width, rest[0], rest[1] - first.width, rest[2]) == bounds(second.path)
    assert text_outline("1", "bold").path != second.path
