"""Outlines of letters and digits, for drawings that must look the same without the font."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from puzzlegen.drawing.fonts import NARROW, NO_BREAK, default_fonts
from puzzlegen.layout.core.document import Font


class Outline(NamedTuple):
    """``path`` is the data of an SVG path: x to the right of the first letter, y up from the baseline.

    Lengths are in units of the font; ``units`` of them are the font size. ``width`` is the advance width.
    """

    path: str
    width: float
    units: int


@lru_cache(maxsize=1024)  # a puzzle repeats its digits
def text_outline(string: str, font: Font, spacing: float = 0.0) -> Outline:
    """Return the outline of a text; ``spacing``, in font sizes, is added after every letter.

    Raises OutputError when the font package is missing.
    """
    file = str(default_fonts().file(font))
    units = _glyphs(file)[2]
    pen, x = SVGPathPen(None), 0.0
    for char in string:
        drawn, width = _letter(file, char)
        drawn.replay(TransformPen(pen, (1, 0, 0, 1, round(x), 0)))
        x += width + spacing * units
    return Outline(pen.getCommands(), x, units)


@lru_cache(maxsize=256)
def _letter(file: str, char: str) -> tuple[DecomposingRecordingPen, float]:
    """Return the outline of a letter and its advance width."""
    glyphs, names, _ = _glyphs(file)
    glyph = glyphs[names.get(ord(char), ".notdef")]
    pen = DecomposingRecordingPen(glyphs)
    glyph.draw(pen)
    return pen, glyph.width


@lru_cache(maxsize=4)
def _glyphs(file: str) -> tuple[Any, dict[int, str], int]:
    """Return the glyphs by name, their names by character, and the units of the font size."""
    font = TTFont(file, lazy=True)
    names: dict[int, str] = dict(font.getBestCmap())
    if NARROW not in names and NO_BREAK in names:
        names[NARROW] = names[NO_BREAK]
    return font.getGlyphSet(), names, font["head"].unitsPerEm
