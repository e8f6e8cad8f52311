"""Reads image files as shades of gray: PNG, JPEG, GIF, WebP, BMP and SVG."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.errors import FormatError
from puzzlegen.input_files import unreadable
from puzzlegen.pictures.ground import on_white
from puzzlegen.pictures.image_decoding import in_words, plain
from puzzlegen.pictures.image_reader import PICTURE_FORMATS, read_image, read_image_file

if TYPE_CHECKING:
    from PIL.Image import Image

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
        raise FormatError(unreadable(path, error)) from None
    if not path.is_file():  # reading a pipe would wait
        raise FormatError(f"{path}: not a file: name an image ({in_words(PICTURE_FORMATS)})")
    return _read_once(str(path), changed, separate)


@lru_cache(maxsize=8)  # every size of a section reads it again
def _read_once(name: str, _changed: int, separate: bool) -> GrayImage:
    try:
        found = read_image_file(Path(name), PICTURE_FORMATS)
    except OSError as error:
        raise FormatError(unreadable(Path(name), error)) from None
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None
    shades, notes = shades_of(found.picture, separate=separate)
    return GrayImage(shades, (*found.notes, *notes))


def as_png(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Return the content of an image file as a PNG with the same shades, and what a user should know about it.

    The PNG has the first frame, upright, without metadata; an SVG is rendered. Raises FormatError for other content.
    """
    found = read_image(data, PICTURE_FORMATS)
    out = BytesIO()
    found.picture.save(out, "PNG", compress_level=1)
    return out.getvalue(), found.notes


def shades_of(picture: Image, *, separate: bool) -> GrayImage:
    """Return the shades of an image of any mode on white paper; ``separate`` as in ``read_gray``."""
    picture = plain(picture)
    gray, notes = _shades(picture)
    if separate and not notes and (found := on_white(_on_paper(picture))) is not None:
        return GrayImage(found.shades, ("its dark ground stays blank; --invert fills it",) * found.was_dark)
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
