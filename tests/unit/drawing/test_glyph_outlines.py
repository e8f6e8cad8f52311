"""Outlines of texts, compared with those of fontTools, with the measures of the font and with other outlines."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

from puzzlegen.drawing import glyphs
from puzzlegen.drawing.fonts import (
    FAMILIES,
    FAMILY,
    NARROW,
    NO_BREAK,
    ROLES,
    FontMetrics,
    FontSet,
    contours,
    family_file,
    load_font,
)
from puzzlegen.drawing.glyphs import Outline, text_outline

METRICS = FontMetrics()
SPACED = f"No.{chr(NARROW)}214"
UNKNOWN = "\u4e00"  # is drawn as the glyph for characters that a font does not have


def bounds(path: str) -> tuple[float, float, float, float]:
    pen = BoundsPen(None)
    parse_path(path, pen)
    return pen.bounds


@pytest.fixture
def other_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes outlines come from other files."""

    def change(*files: Path) -> None:
        monkeypatch.setattr(glyphs, "default_fonts", lambda: FontSet(*files))
        forget()

    def forget() -> None:
        text_outline.cache_clear()
        glyphs._letter.cache_clear()

    yield change
    forget()


@cache
def opened(file: Path) -> tuple[Any, dict[int, str], int]:
    font = TTFont(str(file))
    names = font.getBestCmap()
    return font.getGlyphSet(), {NARROW: names[NO_BREAK], **names}, font["head"].unitsPerEm


def by_font_tools(text: str, file: Path, spacing: float) -> Outline:
    glyphs, names, units = opened(file)
    pen, x = SVGPathPen(glyphs), 0.0
    for char in text:
        glyph = glyphs[names.get(ord(char), ".notdef")]
        glyph.draw(TransformPen(pen, (1, 0, 0, 1, round(x), 0)))
        x += glyph.width + spacing * units
    return Outline(pen.getCommands(), x, units)


@pytest.mark.parametrize("font", ROLES)
def test_every_letter_is_that_of_font_tools(font: Any) -> None:
    file = METRICS.fonts.file(font)
    text = "".join(map(chr, sorted(opened(file)[1]))) + UNKNOWN + SPACED
    assert len(text) > 1000
    assert text_outline(text, font, 0.13) == by_font_tools(text, file, 0.13)


@pytest.mark.parametrize("family", sorted(FAMILIES.keys() - {FAMILY}))
def test_every_path_of_the_other_families_is_that_of_font_tools(family: str, other_fonts: Any) -> None:
    """They have glyphs that are put together from others in two steps, and 2048 units."""
    file = family_file(family)
    other_fonts(*[file] * 4)
    for code in opened(file)[1]:
        assert text_outline(chr(code), "regular").path == by_font_tools(chr(code), file, 0).path


def a_font(file: Path, *, scale: float = 1.0) -> Path:
    """The font has three glyphs: for "a" a ring without a point on its curve, for "b" a lens, for "c" both."""
    builder = FontBuilder(1000, isTTF=True)
    ring, lens, both = TTGlyphPen(None), TTGlyphPen(None), TTGlyphPen({"a": None, "b": None})
    ring.qCurveTo((0, 0), (501, 0), (500, 333), (0, 300), None)
    ring.closePath()
    lens.moveTo((10, 10))
    lens.qCurveTo((100, 300), (300, 301), (310, 10))
    lens.lineTo((200, 10))
    lens.lineTo((200, 10))
    lens.lineTo((100, 7))
    lens.lineTo((90, 6))
    lens.closePath()
    both.addComponent("a", (scale, 0, 0, scale, 0, 0))
    both.addComponent("b", (1, 0, 0, 1, 1000, -700))
    names = ["a", "b", "c", "space"]
    builder.setupGlyphOrder([".notdef", *names])
    builder.setupCharacterMap({ord(name): name for name in "abc"} | {0x20: "space", NO_BREAK: "space"})
    outlines = {"a": ring.glyph(), "b": lens.glyph(), "c": both.glyph()}
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "space": TTGlyphPen(None).glyph(), **outlines})
    table = builder.font["glyf"]
    builder.setupHorizontalMetrics({name: (600, getattr(table[name], "xMin", 0)) for name in (".notdef", *names)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Own", "styleName": "Regular", "psName": "Own-Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(file)
    return file


def test_curves_without_a_point_and_repeated_points_are_those_of_font_tools(tmp_path: Path, other_fonts: Any) -> None:
    file = a_font(tmp_path / "own.ttf")
    other_fonts(*[file] * 4)
    assert text_outline("a", "regular").path.startswith("M0.0 150.0Q0 0 250.5 0.0")
    for text in ("a", "b", "c", " ", "abc bca?"):
        assert text_outline(text, "regular") == by_font_tools(text, file, 0)


def test_a_scaled_part_is_refused(tmp_path: Path) -> None:
    face = load_font(a_font(tmp_path / "own.ttf", scale=0.5), "regular").face
    with pytest.raises(ValueError, match="glyph 1 is scaled or placed by its points"):
        contours(face, face.charToGlyph[ord("c")])


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
