"""Reads image files as shades of gray (PNG, JPEG, GIF, WebP, BMP, SVG), with the picture separated from an even ground.

Otsu's threshold on gray fails where a light logo stands on white, where a light animal stands on dark, and where light
falls from one side. If the border of an image has one color, or a color that changes smoothly, that color is estimated
for the whole image, and what differs from it is the picture (tried on drawings of photos and logos, 2026-11-22).
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.errors import FormatError
from puzzlegen.files.reading import unreadable
from puzzlegen.pictures.image_decoding import in_words, plain
from puzzlegen.pictures.image_reader import PICTURE_FORMATS, read_image, read_image_file

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST = 1000  # pixels along the longer side in which differences are measured: two for each part of 60 cells
BORDER = 0.025  # of the longer side: width of the border in which the ground is looked for
SAMPLES = 4000  # pixels of the border to measure
EVEN = 36.0  # of 441: how far a color may be from the ground and still be ground, noise included
LEAST_EVEN = 0.75  # share of the border that must be ground
ROUNDS = 6  # of the fit, each without the pixels that are no ground by the one before
DARK_PART = 60.0  # added to the brightness of the ground, so that noise on dark grounds does not count much
LEAST_DIFFERENCE = 0.12  # of the ground's brightness: a picture must differ so much somewhere, or there is none
MIDDLE = 128  # of 255: darker grounds are dark
SHOWN = 0.995  # of the pixels differ less than what becomes black

Colors = NDArray[np.float32]  # of shape (rows, columns, 3), 0 to 255


class OnWhite(NamedTuple):
    """An image as if its picture stood dark on a white ground, and whether the ground was dark in fact."""

    shades: NDArray[np.uint8]
    was_dark: bool


def on_white(image: Image) -> OnWhite | None:
    """Return an RGB image as if its picture stood dark on a white ground; None if its ground is not even."""
    from PIL import Image as images  # noqa: PLC0415  # half of the time of a short command

    scale = min(1.0, LONGEST / max(image.size))
    if scale < 1:
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image = image.resize(size, images.Resampling.BOX)
    colors = np.asarray(image.convert("RGB"), np.float32)
    ground = _ground(colors)
    if ground is None:
        return None
    brightness = np.sqrt((ground**2).sum(axis=2)) + DARK_PART
    difference = np.sqrt(((colors - ground) ** 2).sum(axis=2)) / brightness
    most = float(np.quantile(difference, SHOWN))
    if most < LEAST_DIFFERENCE:
        return None
    shades: NDArray[np.uint8] = (255 * (1 - np.clip(difference / most, 0, 1))).astype(np.uint8)
    return OnWhite(shades, float(ground.mean()) < MIDDLE)


def _ground(colors: Colors) -> Colors | None:
    """Return the color of the ground for every pixel, fitted to the border by a polynomial of degree two."""
    height, width = colors.shape[:2]
    edge = max(1, round(BORDER * max(height, width)))
    at_border = np.ones((height, width), np.bool_)
    at_border[edge : height - edge, edge : width - edge] = False
    places = np.flatnonzero(at_border)
    places = places[:: max(1, len(places) // SAMPLES)]
    rows, columns = np.divmod(places, width)
    seen = colors[rows, columns]
    down, right = rows / height, columns / width
    terms = np.stack((np.ones_like(right), down, right, down * down, right * down, right * right), axis=1)
    even = np.ones(len(places), np.bool_)
    for _ in range(ROUNDS):
        weights, *_ = np.linalg.lstsq(terms[even], seen[even], rcond=None)
        far = np.sqrt(((terms @ weights - seen) ** 2).sum(axis=1))
        # At first the fit lies between ground and picture, so a share is kept that shrinks to what is even
        even = far <= max(EVEN, float(np.quantile(far, LEAST_EVEN)))
    if np.count_nonzero(far <= EVEN) < LEAST_EVEN * len(places):
        return None
    y, x = np.linspace(0, 1, height, dtype=np.float32), np.linspace(0, 1, width, dtype=np.float32)
    weights = weights.astype(np.float32)
    flat, down, across, down2, both, across2 = weights
    ground: Colors = (
        flat
        + (y[:, None] * down + y[:, None] ** 2 * down2)[:, None, :]
        + (x[:, None] * across + x[:, None] ** 2 * across2)[None, :, :]
        + (y[:, None] * x[None, :])[:, :, None] * both
    )
    return np.clip(ground, 0, 255)


ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".svg")
FAINT = 24  # of 255: an image whose shades differ less on white paper is drawn by its transparency, as white logos are
_WHITE, _OPAQUE = 255, 255


class GrayImage(NamedTuple):
    """The shades of an image, uint8 of shape (rows, columns), 0 = black; and what a user should know about it."""

    shades: NDArray[np.uint8]
    notes: tuple[str, ...] = ()


def read_gray(path: Path, *, separate: bool = False) -> GrayImage:
    """Return the shades of an image file, turned as its EXIF data says; transparent parts are white.

    With ``separate``, what differs from an even ground is dark and the ground white, whatever their colors. Of an
    animation it reads the first frame. Raises FormatError, which names the file, for one that cannot be read.
    """
    try:
        changed = path.stat().st_mtime_ns
    except OSError as error:
        raise FormatError(unreadable(path, error)).in_file(path) from None
    if not path.is_file():  # reading a pipe would wait
        raise FormatError(f"not a file: name an image ({in_words(PICTURE_FORMATS)})").in_file(path)
    return _read_once(str(path), changed, separate)


@lru_cache(maxsize=8)  # every size of a section reads it again
def _read_once(name: str, _changed: int, separate: bool) -> GrayImage:
    try:
        decoded = read_image_file(Path(name), PICTURE_FORMATS)
    except OSError as error:
        raise FormatError(unreadable(Path(name), error)).in_file(name) from None
    except FormatError as error:
        raise error.in_file(name) from None
    shades, notes = shades_of(decoded.picture, separate=separate)
    return GrayImage(shades, (*decoded.notes, *notes))


def as_png(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Return the content of an image file as a PNG with the same shades, and what a user should know about it.

    The PNG has the first frame, upright, without metadata; an SVG is rendered. Raises FormatError for other content.
    """
    decoded = read_image(data, PICTURE_FORMATS)
    out = BytesIO()
    decoded.picture.save(out, "PNG", compress_level=1)
    return out.getvalue(), decoded.notes


def shades_of(picture: Image, *, separate: bool) -> GrayImage:
    """Return the shades of an image of any mode on white paper; ``separate`` as in ``read_gray``."""
    picture = plain(picture)
    gray, notes = _shades(picture)
    if separate and not notes and (whitened := on_white(_on_paper(picture))) is not None:
        return GrayImage(
            whitened.shades, ("its dark ground stays blank; invert the picture to fill it",) * whitened.was_dark
        )
    return GrayImage(gray, notes)


def _on_paper(picture: Image) -> Image:
    """Return an image in RGB on white paper."""
    if picture.mode != "RGBA":
        return picture.convert("RGB")
    from PIL import Image  # noqa: PLC0415  # half of the time of a short command

    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    return paper.convert("RGB")


def _shades(picture: Image) -> tuple[NDArray[np.uint8], tuple[str, ...]]:
    """Return the shades of a gray, RGB or RGBA image on white paper, and notes."""
    gray = np.asarray(_on_paper(picture).convert("L"))
    if picture.mode != "RGBA":
        return gray, ()
    alpha = np.asarray(picture.getchannel("A"))
    if int(gray.max(initial=0)) - int(gray.min(initial=_WHITE)) < FAINT <= int(np.ptp(alpha)):
        return _OPAQUE - alpha, ("it is white on a transparent ground: its opaque parts are drawn",)
    return gray, ()
