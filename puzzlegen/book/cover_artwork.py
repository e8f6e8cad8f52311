"""Loads the publisher's artwork of a cover, crops it to the printed size, and checks resolution and contrast."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from puzzlegen.book.print_images import dots_per_inch, load_image
from puzzlegen.config.book import ArtworkConfig
from puzzlegen.errors import ConfigError
from puzzlegen.input_files import time_of_change
from puzzlegen.layout.core.document import RGB, Picture
from puzzlegen.layout.core.theme import Palette, contrast
from puzzlegen.layout.cover.panels import Artwork
from puzzlegen.printers.cover_geometry import CoverGeometry
from puzzlegen.printers.requirements import Space
from puzzlegen.units import POINTS_PER_INCH

READABLE = 4.5  # least contrast of words with the artwork behind them; otherwise they are set on a band
HEAD, FOOT = 0.4, 0.14  # of the front, from above and below, that words may cover
SAMPLES = 160  # pixels across, by which the contrast is measured
WORST = 0.02  # share of the pixels that may have less contrast


def load_artwork(
    wanted: ArtworkConfig, sheet: CoverGeometry, palette: Palette, printer: tuple[Space, int | None]
) -> Artwork:
    """Return the artwork as it will be printed; ``printer`` has its color space and the least resolution or None.

    Raises ConfigError when the file is missing, not a PNG or JPEG picture, or too coarse for its size.
    """
    bleed, whole = sheet.bleed, wanted.place == "sheet"
    left, width = (0.0, sheet.width) if whole else (sheet.spine_right, sheet.width - sheet.spine_right)
    path = Path(wanted.file)
    image = _loaded(wanted.file, time_of_change(path), printer[0])
    part = cropped(image, width / sheet.height, wanted.focus)
    placed = replace(part, x=left - bleed, y=-bleed, width=width, height=sheet.height)
    _check_resolution(wanted, placed, image, printer[1])
    colors = _colors(placed)
    if whole:
        colors = colors[:, round(sheet.spine_right / sheet.width * colors.shape[1]) :]
    high = len(colors)
    head = _word_color(colors[: round(HEAD * high)], palette)
    low = HEAD + FOOT if wanted.title == "bottom" else FOOT
    foot = _word_color(colors[round((1 - low) * high) :], palette)
    return Artwork(placed, wanted.title, head, foot, covers_back=whole)


@lru_cache(maxsize=2)  # a cover is laid out several times in a build
def _loaded(name: str, _changed: int, space: Space) -> Picture:
    return load_image(Path(name), "cover.artwork.file: ", space)


def cropped(image: Picture, ratio: float, focus: str) -> Picture:
    """Return the largest part of an image with that ratio of width to height, around ``focus``."""
    columns, rows = min(image.columns, round(image.rows * ratio)), min(image.rows, round(image.columns / ratio))
    columns, rows = max(1, columns), max(1, rows)
    across = {"left": 0.0, "right": 1.0}.get(focus, 0.5)
    down = {"top": 0.0, "bottom": 1.0}.get(focus, 0.5)
    left, top = round((image.columns - columns) * across), round((image.rows - rows) * down)
    pixels = _pixels(image)[top : top + rows, left : left + columns]
    return replace(image, columns=columns, rows=rows, pixels=np.ascontiguousarray(pixels).tobytes())


def _pixels(image: Picture) -> NDArray[np.uint8]:
    return np.frombuffer(image.pixels, np.uint8).reshape(image.rows, image.columns, image.channels)


def _check_resolution(wanted: ArtworkConfig, placed: Picture, image: Picture, least: int | None) -> None:
    dpi = dots_per_inch(placed)
    if least is None or dpi >= least * 0.995:  # a row of pixels may be missing at the edge
        return
    across, down = (math.ceil(least * side / POINTS_PER_INCH) for side in (placed.width, placed.height))
    size = f"{placed.width / POINTS_PER_INCH:.4g} x {placed.height / POINTS_PER_INCH:.4g} in"
    raise ConfigError(
        f"cover.artwork.file: {wanted.file}: {image.columns}x{image.rows} pixels on {size} with bleed are {dpi:.0f} "
        f"dpi, allowed {least} or more: use a picture of {across}x{down} pixels"
    )


def _colors(picture: Picture) -> NDArray[np.float64]:
    """Return red, green and blue, 0 to 1, of a sample of the pixels."""
    step = max(1, picture.columns // SAMPLES)
    parts = _pixels(picture)[::step, ::step].astype(np.float64) / 255
    if picture.channels == 1:
        return np.repeat(parts, 3, axis=2)
    return parts if picture.channels == 3 else (1 - parts[:, :, :3]) * (1 - parts[:, :, 3:])


def _word_color(colors: NDArray[np.float64], palette: Palette) -> RGB | None:
    """Return the color of the palette in which words can be read on a part of the artwork; None if they need a band."""
    linear = np.where(colors <= 0.03928, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4)
    light = linear @ np.array([0.2126, 0.7152, 0.0722])
    dark, bright = (_gray(float(np.quantile(light, share))) for share in (WORST, 1 - WORST))
    fitting = [(min(contrast(color, dark), contrast(color, bright)), color) for color in (palette.ink, palette.ground)]
    worst, color = max(fitting, key=lambda one: one[0])
    between = dark.red <= _level(color) <= bright.red
    return color if worst >= READABLE and not between else None


def _level(color: RGB) -> float:
    return (color.red + color.green + color.blue) / 3


def _gray(light: float) -> RGB:
    """Return the gray of a relative luminance."""
    level = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return RGB(level, level, level)
