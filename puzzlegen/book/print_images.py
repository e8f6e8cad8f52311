"""Reads images for print, such as the logo, in the colors that they have on paper."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from puzzlegen.drawing.inks import STRIP, as_printed, grays
from puzzlegen.errors import ConfigError, FormatError, Loc, Problem
from puzzlegen.files.reading import unreadable
from puzzlegen.layout.core.document import Picture
from puzzlegen.pictures.image_reader import PRINT_FORMATS, read_image_file
from puzzlegen.printers.requirements import Space
from puzzlegen.units import POINTS_PER_INCH, mm, to_mm

if TYPE_CHECKING:  # logos of dailies are read here too, which need no config of a book
    from puzzlegen.config.own_pages import LogoConfig


def load_image(path: Path, place: str, space: Space = "grey", at: Loc = ()) -> Picture:
    """Return an image file as it will be printed: at the origin, one point a pixel, with transparent parts white.

    A photo is turned as its EXIF data says, and its colors become sRGB by its color profile. It keeps its colors if it
    has any and ``space`` has more than grays; in CMYK they are those that inks can show. ``place`` begins messages, and
    ``at`` are the keys that name the file.
    Raises ConfigError when the file is missing, no PNG or JPEG picture, or too large.
    """
    try:
        if path.exists() and not path.is_file():  # reading a pipe would wait
            raise ConfigError(f"{place}{path}: not a file: name a PNG or JPEG picture", at=at)
        decoded = read_image_file(path, PRINT_FORMATS, colors=True)
    except OSError as error:
        raise ConfigError(f"{place}{path}: {unreadable(path, error)}", at=at) from None
    except FormatError as error:
        raise ConfigError(f"{place}{path}: {error}", at=at) from None
    notes = (str(Problem(at, f"{place}{path}: {note}")) for note in decoded.notes)
    return replace(_picture(decoded.picture, space), note="; ".join(notes))


def load_logo(logo: LogoConfig, least_dpi: int | None) -> Picture:
    """Return the logo as it will be printed, at the origin; transparent parts are white.

    ``least_dpi`` is the lowest resolution that the printer accepts, None for any. Raises ConfigError when the file is
    missing, not a PNG or JPEG picture, or too coarse for its width.
    """
    path, width = Path(logo.file), mm(logo.width_mm)
    image = load_image(path, "", at=("logo", "file"))
    picture = replace(image, width=width, height=width * image.rows / image.columns)
    dpi = dots_per_inch(picture)
    if least_dpi is not None and dpi < least_dpi:
        pixels = math.ceil(least_dpi * width / POINTS_PER_INCH)
        max_width = math.floor(to_mm(image.columns / least_dpi * POINTS_PER_INCH) * 10) / 10
        raise ConfigError(
            f"{path}: {image.columns} pixels on {logo.width_mm:g} mm are {dpi:.0f} dpi, allowed {least_dpi} "
            f"or more: use a picture {pixels} pixels wide, or set width_mm to {max_width:g}",
            at=("logo", "file"),
        )
    return picture


def dots_per_inch(picture: Picture) -> float:
    """Return the resolution of a picture at its printed size."""
    return picture.columns / (picture.width / POINTS_PER_INCH)


def _picture(image: Image.Image, space: Space) -> Picture:
    columns, rows = image.size
    strips = range(0, rows, STRIP)
    colored = space != "grey" and not all(grays(_on_white(image, top)).all() for top in strips)
    pixels = b"".join(_printed(_on_white(image, top), space if colored else "grey") for top in strips)
    return Picture(0.0, 0.0, columns, rows, columns, rows, pixels, 3 if colored else 1)


def _printed(strip: Image.Image, space: Space) -> bytes:
    if space == "grey":
        return strip.convert("L").tobytes()
    return (as_printed(strip) if space == "cmyk" else strip).tobytes()


def _on_white(image: Image.Image, top: int) -> Image.Image:
    """Return a strip of the image on white paper, in RGB."""
    part = image.crop((0, top, image.width, min(top + STRIP, image.height))).convert("RGBA")
    paper = Image.new("RGBA", part.size, "white")
    paper.alpha_composite(part)
    return paper.convert("RGB")
