"""The publisher's logo: read, checked against what print needs, and made a picture of greys."""

from __future__ import annotations

import math
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from puzzlegen.config.book import LogoConfig
from puzzlegen.errors import ConfigError
from puzzlegen.layout.core.document import Picture
from puzzlegen.units import POINTS_PER_INCH, mm, to_mm

FORMATS = ("PNG", "JPEG")
MOST_PIXELS = 40_000_000  # a page of the largest trim at 600 dpi; more is a mistake, or meant to fill the memory


def load_logo(logo: LogoConfig, least_dpi: int | None) -> Picture:
    """The logo as it will be printed, at the origin; clear parts are paper.

    Raises ConfigError when the file is missing, no PNG or JPEG, or too coarse for its width.
    """
    path = Path(logo.file)
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise ConfigError(f"logo.file: {path}: not a file: name a PNG or JPEG picture")
        with Image.open(path, formats=FORMATS) as image:
            columns, rows = image.size
            if columns * rows > MOST_PIXELS:
                raise ConfigError(f"logo.file: {path}: has {columns}x{rows} pixels, allowed {MOST_PIXELS} in all")
            clear = image.convert("RGBA")
    except UnidentifiedImageError:
        raise ConfigError(f"logo.file: {path}: not a PNG or JPEG picture: save it as one of these") from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as fault:  # Pillow: "broken PNG file"
        words = (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
        raise ConfigError(f"logo.file: {path}: cannot be read: {words}") from None
    width = mm(logo.width_mm)
    dpi = columns / (width / POINTS_PER_INCH)
    if least_dpi is not None and dpi < least_dpi:
        pixels = math.ceil(least_dpi * width / POINTS_PER_INCH)
        most = math.floor(to_mm(columns / least_dpi * POINTS_PER_INCH) * 10) / 10
        raise ConfigError(
            f"logo.file: {path}: {columns} pixels on {logo.width_mm:g} mm are {dpi:.0f} dpi, allowed {least_dpi} or "
            f"more: take a picture {pixels} pixels wide, or set width_mm to {most:g}"
        )
    paper = Image.new("RGBA", clear.size, "white")
    paper.alpha_composite(clear)
    grey = paper.convert("L")
    return Picture(0.0, 0.0, width, width * rows / columns, columns, rows, grey.tobytes())
