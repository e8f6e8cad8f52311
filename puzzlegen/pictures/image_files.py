"""Reads image files as shades of gray: PNG, JPEG, GIF, WebP, BMP and SVG."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.errors import FormatError
from puzzlegen.input_files import read_limited, unreadable
from puzzlegen.pictures.ground import on_white
from puzzlegen.pictures.svg_check import check_svg

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
FORMATS_IN_WORDS = "PNG, JPEG, GIF, WebP, BMP or SVG"
ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".svg")
MAX_PIXELS = 40_000_000  # more is a mistake, or an attempt to fill the memory
MAX_BYTES = 60_000_000  # of an image file
SVG_PIXELS = 1200  # along the longer side of a rendered SVG: 20 for each of 60 cells
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
        raise FormatError(f"{path}: not a file: name an image ({FORMATS_IN_WORDS})")
    return _read_once(str(path), changed, separate)


@lru_cache(maxsize=8)  # every size of a section reads it again
def _read_once(name: str, _changed: int, separate: bool) -> GrayImage:
    try:
        data = read_limited(Path(name), MAX_BYTES)
    except OSError as error:
        raise FormatError(unreadable(Path(name), error)) from None
    try:
        if _is_xml(data):
            data = _rendered_svg(data)
        return _pixels(data, separate=separate)
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


def as_png(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Return the content of an image file as a PNG with the same shades, and what a user should know about it.

    The PNG has the first frame, upright, without metadata; an SVG is rendered. Raises FormatError for other content.
    """
    with _explained_errors():
        picture, notes = _first_frame(_rendered_svg(data) if _is_xml(data) else data)
        out = BytesIO()
        _of_usual_mode(picture).save(out, "PNG", compress_level=1)
    return out.getvalue(), notes


def _is_xml(data: bytes) -> bool:
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<"


def _of_usual_mode(picture: Image) -> Image:
    """Return an image with the same shades in a mode that every PNG can have."""
    from PIL import Image  # noqa: PLC0415  # see _pixels

    if _is_deep(picture):
        return Image.fromarray(_shades(picture)[0])
    return picture.convert("RGBA" if picture.has_transparency_data else "RGB")


def _pixels(data: bytes, *, separate: bool) -> GrayImage:
    """Read an image of pixels."""
    with _explained_errors():
        picture, notes = _first_frame(data)
        shades, more = shades_of(picture, separate=separate)
    return GrayImage(shades, (*notes, *more))


@contextmanager
def _explained_errors() -> Iterator[None]:
    """Turn the errors of Pillow into FormatError."""
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415  # half of the time of a short command

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)  # else Pillow prints it, and goes on
            yield
    except UnidentifiedImageError:
        raise FormatError(
            f"not a {FORMATS_IN_WORDS} image: save it as one of these, or as a drawing in a .txt file"
        ) from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise FormatError(f"has too many pixels, allowed {MAX_PIXELS} in all; make it smaller") from None
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError) as error:  # Pillow: "broken PNG file"
        raise FormatError(f"cannot be read: {error}") from None


def _first_frame(data: bytes) -> tuple[Image, tuple[str, ...]]:
    """Return the first frame of an image, turned as its EXIF data says, and notes."""
    from PIL import Image, ImageOps  # noqa: PLC0415  # see _explained_errors

    with Image.open(BytesIO(data), formats=FORMATS) as image:
        columns, rows = image.size
        if columns * rows > MAX_PIXELS:
            raise FormatError(f"has {columns}x{rows} pixels, allowed {MAX_PIXELS} in all; make it smaller")
        frames = getattr(image, "n_frames", 1) if image.format in ("GIF", "PNG", "WEBP") else 1
        image.seek(0)
        picture = ImageOps.exif_transpose(image)
    if not all(picture.size):
        raise FormatError("has no pixels; save it again")
    return picture, (f"it has {frames} frames: the first is used",) * (frames > 1)


def shades_of(picture: Image, *, separate: bool) -> GrayImage:
    """Return the shades of an image of any mode on white paper; ``separate`` as in ``read_gray``."""
    gray, notes = _shades(picture)
    if separate and not notes and (found := on_white(_on_paper(picture, gray))) is not None:
        return GrayImage(found.shades, ("its dark ground stays blank; --invert fills it",) * found.was_dark)
    return GrayImage(gray, notes)


def _on_paper(picture: Image, gray: NDArray[np.uint8]) -> Image:
    """Return an image in RGB on white paper; ``gray`` has its shades."""
    from PIL import Image  # noqa: PLC0415  # see _pixels

    if _is_deep(picture):
        return Image.fromarray(gray).convert("RGB")
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture.convert("RGBA"))
    return paper.convert("RGB")


def _is_deep(picture: Image) -> bool:
    """Tell whether an image has more than 8 bits a pixel."""
    return picture.mode == "F" or picture.mode.startswith("I")


def _shades(picture: Image) -> tuple[NDArray[np.uint8], tuple[str, ...]]:
    """Return the shades of an opened image of any mode on white paper, and notes."""
    if _is_deep(picture):  # Pillow would clip 16 bits to 8
        deep = np.asarray(picture, np.float64)
        scale = 257.0 if deep.size and deep.max() > _WHITE else 1.0
        return np.clip(deep / scale, 0, _WHITE).astype(np.uint8), ()
    if not picture.has_transparency_data:
        return np.asarray(picture.convert("RGB").convert("L")), ()
    from PIL import Image  # noqa: PLC0415  # see _pixels

    layers = picture.convert("RGBA")
    alpha = np.asarray(layers.getchannel("A"))
    paper = Image.new("RGBA", layers.size, "white")
    paper.alpha_composite(layers)
    gray = np.asarray(paper.convert("L"))
    if int(gray.max(initial=0)) - int(gray.min(initial=_WHITE)) < FAINT <= int(np.ptp(alpha)):
        return _OPAQUE - alpha, ("it is white on a transparent ground: its opaque parts are drawn",)
    return gray, ()


def _rendered_svg(data: bytes) -> bytes:
    """Render an SVG drawing, after a check that it neither runs nor loads anything."""
    width, height = check_svg(data)
    try:
        from resvg_py import svg_to_bytes  # noqa: PLC0415  # an optional extra
    except ImportError:
        raise FormatError("an SVG needs one more package: pip install puzzlegen[pictures]; or save it as PNG") from None
    scale = SVG_PIXELS / max(width, height)
    text = data.decode("utf-8-sig", "replace")
    try:
        rendered = svg_to_bytes(
            svg_string=text,
            width=max(1, round(width * scale)),
            height=max(1, round(height * scale)),
            skip_system_fonts="<text" not in text,  # reading all fonts takes a second
        )
    except ValueError as error:
        raise FormatError(f"cannot be drawn: {error}") from None
    return rendered
