"""Draws a text in a font as shades of gray, to be reduced like any image."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from puzzlegen.errors import FormatError
from puzzlegen.pictures.reduction import Shades

TYPE_SIZE = 240  # pixels: about 20 for each cell of letters 12 cells high
LONGEST = 60  # characters


def text_shades(text: str, font: Path) -> Shades:
    """Return a text as black letters on white; line breaks begin new lines.

    Raises FormatError for an empty or long text, and for a font that cannot be read.
    """
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415  # half of the time that a command without it takes

    if not text.strip() or len(text) > LONGEST:
        raise FormatError(f"found a text of {len(text)} characters, allowed 1 to {LONGEST}")
    try:
        face = ImageFont.truetype(str(font), TYPE_SIZE)
    except OSError as error:
        raise FormatError(f"{font}: cannot be read as a font: {error}") from None
    pen = ImageDraw.Draw(Image.new("L", (1, 1)))
    left, top, right, bottom = pen.multiline_textbbox((0, 0), text, face, align="center")
    page = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))), "white")
    ImageDraw.Draw(page).multiline_text((-left, -top), text, "black", face, align="center")
    return np.asarray(page)
