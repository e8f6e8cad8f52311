"""Reads the publisher's logo, checks its resolution for print, and converts it to shades of gray."""

from __future__ import annotations

import math
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from puzzlegen.config.book import LogoConfig
from puzzlegen.errors import ConfigError
from puzzlegen.layout.core.document import Picture
from puzzlegen.units import POINTS_PER_INCH, mm, to_mm

FORMATS = ("PNG", "JPEG")
MAX_PIXELS = 40_000_000  # a page of the largest trim at 600 dpi; more is a mistake, or an attempt to fill the memory
_STRIP = 256  # rows converted at a time


def load_logo(logo: LogoConfig, least_dpi: int | None) -> Picture:
    """Return the logo as it will be printed, at the origin; transparent parts are white.

    ``least_dpi`` is the lowest resolution that the printer accepts, None for any. Raises ConfigError when the file is
    missing, not a PNG or JPEG picture, or too coarse for its width.
    """
    path = Path(logo.file)
    try:
        if path.exists() and not path.is_file():  # reading a pipe would wait
            raise ConfigError(f"logo.file: {path}: not a file: name a PNG or JPEG picture")
        with Image.open(path, formats=FORMATS) as image:
            columns, rows = image.size
            if columns * rows > MAX_PIXELS:
                raise ConfigError(f"logo.file: {path}: has {columns}x{rows} pixels, allowed {MAX_PIXELS} in all")
            gray = _gray_on_white(image)
    except UnidentifiedImageError:
        raise ConfigError(f"logo.file: {path}: not a PNG or JPEG picture: save it as one of these") from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:  # Pillow: "broken PNG file"
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ConfigError(f"logo.file: {path}: cannot be read: {reason}") from None
    width = mm(logo.width_mm)
    dpi = columns / (width / POINTS_PER_INCH)
    if least_dpi is not None and dpi < least_dpi:
        pixels = math.ceil(least_dpi * width / POINTS_PER_INCH)
        max_width = math.floor(to_mm(columns / least_dpi * POINTS_PER_INCH) * 10) / 10
        raise ConfigError(
            f"logo.file: {path}: {columns} pixels on {logo.width_mm:g} mm are {dpi:.0f} dpi, allowed {least_dpi} or "
            f"more: use a picture {pixels} pixels wide, or set width_mm to {max_width:g}"
        )
    return Picture(0.0, 0.0, width, width * rows / columns, columns, rows, gray.tobytes())


def _gray_on_white(image: Image.Image) -> Image.Image:
    """Return the image in shades of gray; transparent parts are white.

    It works on a few rows at a time: copies of a whole image of 40 million pixels would take 160 MB each.
    """
    columns, rows = image.size
    gray = Image.new("L", image.size)
    for top in range(0, rows, _STRIP):
        part = image.crop((0, top, columns, min(top + _STRIP, rows))).convert("RGBA")
        paper = Image.new("RGBA", part.size, "white")
        paper.alpha_composite(part)
        gray.paste(paper.convert("L"), (0, top))
    return gray
