"""Loads the publisher's logo in shades of gray, and checks its resolution."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

from puzzlegen.book.print_images import dots_per_inch, load_image
from puzzlegen.config.book import LogoConfig
from puzzlegen.errors import ConfigError
from puzzlegen.layout.core.document import Picture
from puzzlegen.units import POINTS_PER_INCH, mm, to_mm


def load_logo(logo: LogoConfig, least_dpi: int | None) -> Picture:
    """Return the logo as it will be printed, at the origin; transparent parts are white.

    ``least_dpi`` is the lowest resolution that the printer accepts, None for any. Raises ConfigError when the file is
    missing, not a PNG or JPEG picture, or too coarse for its width.
    """
    path, width = Path(logo.file), mm(logo.width_mm)
    image = load_image(path, "logo.file: ")
    picture = replace(image, width=width, height=width * image.rows / image.columns)
    dpi = dots_per_inch(picture)
    if least_dpi is not None and dpi < least_dpi:
        pixels = math.ceil(least_dpi * width / POINTS_PER_INCH)
        max_width = math.floor(to_mm(image.columns / least_dpi * POINTS_PER_INCH) * 10) / 10
        raise ConfigError(
            f"logo.file: {path}: {image.columns} pixels on {logo.width_mm:g} mm are {dpi:.0f} dpi, allowed {least_dpi} "
            f"or more: use a picture {pixels} pixels wide, or set width_mm to {max_width:g}"
        )
    return picture
