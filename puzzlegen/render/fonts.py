"""The font files, and what layout needs to know of them."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path

from reportlab.pdfbase.ttfonts import TTFError, TTFont

from puzzlegen.errors import OutputError
from puzzlegen.layout.document import Font

FAMILY = "Source Sans Pro"
FILES: dict[Font, str] = {"regular": "SourceSansPro-Regular.ttf", "bold": "SourceSansPro-Semibold.ttf"}


def font_file(font: Font) -> Path:
    """The TrueType file of that role.

    Raises OutputError when the font package is missing.
    """
    try:
        from font_source_sans_pro import font_directory  # noqa: PLC0415 - only here is its absence a message, not a traceback
    except ImportError as error:
        raise OutputError(f"font {FAMILY} is missing: pip install font-source-sans-pro") from error
    path = next(Path(font_directory).rglob(FILES[font]), None)
    if path is None:
        raise OutputError(f"font file {FILES[font]} is missing: pip install --force-reinstall font-source-sans-pro")
    return path


@cache
def loaded(font: Font) -> TTFont:
    """The font as reportlab holds it, named by its role."""
    path = font_file(font)
    try:
        return TTFont(f"puzzlegen-{font}", str(path))
    except (TTFError, OSError, struct.error, IndexError, KeyError, ValueError) as error:  # as a broken file may raise
        raise OutputError(f"{path}: not a usable TrueType font: {error}") from error


class FontMetrics:
    """Widths and heights read from the files' own tables; lengths for size 1."""

    def width(self, text: str, font: Font) -> float:
        """Sum of the advances."""
        face = loaded(font).face
        return sum(float(face.charWidths.get(ord(char), face.defaultWidth)) for char in text) / 1000

    def figure_height(self, font: Font) -> float:
        """Height of the figure 1, which is flat at top and foot: round figures overshoot it on purpose."""
        return _top_of(font, "1")

    def cap_height(self, font: Font) -> float:
        """Height of the capital H."""
        return _top_of(font, "H")

    def missing(self, text: str, font: Font) -> str:
        """The characters of the text that the font has no glyph for, each once."""
        known = loaded(font).face.charToGlyph
        return "".join(dict.fromkeys(char for char in text if ord(char) not in known))


@cache
def _top_of(font: Font, char: str) -> float:
    """yMax of a glyph, from the tables head, loca and glyf."""
    face = loaded(font).face
    head = face.get_table("head")
    (units,), (long_offsets,) = struct.unpack_from(">H", head, 18), struct.unpack_from(">h", head, 50)
    glyph = face.charToGlyph[ord(char)]
    loca = face.get_table("loca")
    (offset,) = struct.unpack_from(">L", loca, glyph * 4) if long_offsets else struct.unpack_from(">H", loca, glyph * 2)
    offset *= 1 if long_offsets else 2  # the short form counts in words
    (top,) = struct.unpack_from(">h", face.get_table("glyf"), offset + 8)
    return float(top / units)
