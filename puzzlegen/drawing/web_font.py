"""The clue digits as a small font that is embedded in a web page."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import cache
from io import BytesIO

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from puzzlegen.drawing.fonts import FontMetrics, default_fonts

CLUES = "0123456789"


@dataclass(frozen=True, slots=True)
class WebFont:
    """``uri`` is a data URI with the font (WOFF); ``figure_height`` is the height of a figure at size 1."""

    uri: str
    figure_height: float


@cache
def clue_font() -> WebFont:
    """Return the figures 0 to 9 of the typeface of printed puzzles, the same bytes every time.

    The line height is the height of a figure, so that a browser that centers a line centers the figure.
    Raises OutputError when the font package is missing.
    """
    height = FontMetrics().figure_height("digits")
    font = TTFont(default_fonts().file("digits"), recalcTimestamp=False)
    options = Options(hinting=False, layout_features=[], name_IDs=[0, 13, 14], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(text=CLUES)
    subsetter.subset(font)
    top = round(height * font["head"].unitsPerEm)
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = top, 0, 0
    os2 = font["OS/2"]
    os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap, os2.usWinAscent, os2.usWinDescent = top, 0, 0, top, 0
    font.flavor = "woff"
    data = BytesIO()
    font.save(data)
    return WebFont("data:font/woff;base64," + base64.b64encode(data.getvalue()).decode("ascii"), height)
