"""The logo of a publisher: read from the file that the config names, and made small enough for pages and mails.

It is kept with the settings of each day, so that an issued day is drawn with the same logo again, without the file.
"""

from __future__ import annotations

import struct
from base64 import b64decode, b64encode
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageChops, ImageOps

from puzzlegen.book.print_images import load_image
from puzzlegen.config.template_lookup import cached_by_file
from puzzlegen.daily.file_names import logo_file
from puzzlegen.daily.series_words import set_words
from puzzlegen.drawing.indexed_color import pillow_image, rgb_bytes
from puzzlegen.drawing.page_brand import WHITE, PageLogo
from puzzlegen.drawing.png_writer import encode_png
from puzzlegen.errors import ConfigError
from puzzlegen.input_files import unreadable
from puzzlegen.layout.core.document import RGB, Picture
from puzzlegen.layout.core.theme import contrast
from puzzlegen.layout.picture.link_previews import LOGO_HEIGHT, LOGO_WIDTH
from puzzlegen.ledger.issued_day import Series

MAX_FILE = 1_000_000  # bytes
MAX_WIDTH, MAX_HEIGHT = 400, 96  # pixels
MIN_SIDE = 16  # pixels
MAX_BYTES = 6_000  # a copy is in each play page, and in the ledger for each day
_COLORS = (64, 32, 16)
_PIXEL_RATIO = 2  # pixels of the logo for each pixel of a page, so that it is sharp on all screens
_PIXEL = 0.36  # points on paper, as in the other pictures
_PLATE = 8  # pixels of white around a logo on the dark label of a card
_LIGHT = 1.4  # contrast to white of the darkest label that is light
_CARD_COLORS = 48
_IS_INK = [0] * 8 + [255] * 248  # by how much darker than white; what is white around a logo is cut off
_LEAST_CONTRAST = 2.0  # to white, of some color of a logo
_SIZE = slice(16, 24)  # of width and height in a PNG file


@dataclass(frozen=True, slots=True)
class Logo:
    """A logo as a PNG file, opaque on white.

    ``file`` is its name beside the days of the series. ``width`` and ``height`` are those at which it is shown, in CSS
    pixels. ``alt`` names the publisher, or the series. ``home`` is the URL of the publisher's own site, or empty.
    """

    png: bytes
    file: str
    width: int
    height: int
    alt: str
    home: str

    @property
    def uri(self) -> str:
        """The file as a data URI."""
        return f"data:image/png;base64,{b64encode(self.png).decode('ascii')}"

    def on_page(self, address: str) -> PageLogo:
        """Return the logo for a page that has it at a path or data URI."""
        return PageLogo(address, self.width, self.height, self.alt, self.home)

    def on_label(self, color: RGB) -> Picture:
        """Return the logo for the label of a link card, which has this color.

        White becomes the color of a light label. On a dark one, where few logos can be seen, white is around the logo.
        """
        with Image.open(BytesIO(self.png)) as file:
            image = file.convert("RGB")
        image = _without_margins(image)
        plate = 0 if contrast(color, WHITE) <= _LIGHT else _PLATE
        image.thumbnail((LOGO_WIDTH - 2 * plate, LOGO_HEIGHT - 2 * plate), Image.Resampling.LANCZOS)
        if plate:
            image = ImageOps.expand(image, plate, "white")
        else:
            image = ImageChops.multiply(image, Image.new("RGB", image.size, rgb_bytes(color)))
        few = image.quantize(_CARD_COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).convert("RGB")
        return Picture(0, 0, *few.size, *few.size, few.tobytes(), 3)


def load_logo(file: str) -> str:
    """Return the logo in a file as a value for the settings of days: a PNG file in Base64.

    Raises ConfigError when the file is missing, no PNG or JPEG picture, too large or small, or too detailed.
    """
    return _loaded(Path(file)).value


def logo_note(file: str) -> str:
    """Return a warning about the file of a logo, empty if there is none. Raises ConfigError as ``load_logo`` does."""
    return _loaded(Path(file)).note


def logo_of(series: Series) -> Logo | None:
    """Return the logo of a series; None if it has none."""
    if not series.logo:
        return None
    png = b64decode(series.logo)
    width, height = (round(side / _PIXEL_RATIO) for side in struct.unpack(">II", png[_SIZE]))
    name = set_words(series.home_name or series.title, series)
    return Logo(png, logo_file(series.logo), width, height, name, series.home)


def _without_margins(image: Image.Image) -> Image.Image:
    return image.crop(ImageChops.invert(image.convert("L")).point(_IS_INK).getbbox())


class _Loaded(NamedTuple):
    """A logo as a value for the settings of days, and a warning about its file."""

    value: str
    note: str


def _loaded(path: Path) -> _Loaded:
    try:
        return _load(path)
    except OSError as error:
        raise ConfigError(f"logo: {unreadable(path, error)}") from None


@cached_by_file
def _load(path: Path) -> _Loaded:
    if path.is_file() and (size := path.stat().st_size) > MAX_FILE:
        raise ConfigError(f"logo: {path}: has {size / 1_000_000:.1f} MB, allowed 1 MB: save it smaller")
    read = load_image(path, "logo: ", "rgb")
    image = _without_margins(pillow_image(read).convert("RGB"))
    image.thumbnail((MAX_WIDTH, MAX_HEIGHT))
    if min(image.size) < MIN_SIDE:
        raise ConfigError(
            f"logo: {path}: has {image.width}x{image.height} pixels when it fits {MAX_WIDTH}x{MAX_HEIGHT}, allowed "
            f"{MIN_SIDE} a side or more: use a larger logo, or a less elongated one"
        )
    for count in _COLORS:
        few = image.quantize(count, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        parts, indices = few.getpalette() or [], np.asarray(few)
        colors = [(parts[i], parts[i + 1], parts[i + 2]) for i in range(0, 3 * int(indices.max()) + 3, 3)]
        if all(contrast(RGB(*(part / 255 for part in color)), WHITE) < _LEAST_CONTRAST for color in colors):
            raise ConfigError(f"logo: {path}: can hardly be seen on white: use a version for light grounds")
        data = encode_png(indices, colors, _PIXEL)
        if len(data) <= MAX_BYTES:
            return _Loaded(b64encode(data).decode("ascii"), read.note)
    raise ConfigError(
        f"logo: {path}: takes {len(data) / 1000:.0f} KB with {image.width}x{image.height} pixels in {_COLORS[-1]} "
        f"colors, allowed {MAX_BYTES // 1000} KB: use a plain logo with few colors, not a photo"
    )
