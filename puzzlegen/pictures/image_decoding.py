"""Decodes image files, which may be hostile, to plain pixels; this is the code of the child process.

Only Pillow and resvg are loaded here, and no other part of puzzlegen, so that the process starts in 60 ms.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from puzzlegen.errors import FormatError
from puzzlegen.pictures.svg_check import check_svg

if TYPE_CHECKING:
    from PIL.Image import Image

SVG = "SVG"
MAX_PIXELS = 50_000_000  # a page of the largest trim at 600 dpi, a photo of 48 megapixels; more would fill the memory
MAX_SIDE = 30_000  # pixels: a poster at 600 dpi; Pillow takes 19 s for 1x39,000,000 (2026-11-26)
SVG_PIXELS = 1200  # along the longer side of a rendered SVG: 20 for each of 60 cells
CSS_DPI = 96  # by which an SVG's mm, cm, in, pt and pc are px
PLAIN_MODES = ("L", "RGB", "RGBA")
_WORDS = {"WEBP": "WebP"}
_WHITE = 255
_STARTS = (
    (b"\x89PNG\r\n\x1a\n", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF8", "GIF"), (b"BM", "BMP"), (b"%PDF-", "PDF"),
    (b"II*\0", "TIFF"), (b"MM\0*", "TIFF"), (b"8BPS", "Photoshop"), (b"PK\x03\x04", "zip or Office"),
    (b"\xff\x0a", "JPEG XL"), (b"\0\0\0\x0cJXL ", "JPEG XL"), (b"\0\0\0\x0cjP", "JPEG 2000"), (b"%!PS", "PostScript"),
    (b"\x1f\x8b", "gzip"),
)  # fmt: skip
_BRANDS = {b"avif": "AVIF", b"avis": "AVIF"} | dict.fromkeys((b"heic", b"heix", b"hevc", b"mif1", b"msf1"), "HEIC")


class Decoded(NamedTuple):
    """An image in one of PLAIN_MODES, upright; its format by Pillow's name, or SVG; and what a user should know."""

    picture: Image
    format: str
    notes: tuple[str, ...] = ()


def decode(data: bytes, formats: Sequence[str], *, colors: bool) -> Decoded:
    """Decode the content of a file in one of ``formats``: names of Pillow, and SVG. Of an animation, the first frame.

    With ``colors``, the colors become sRGB by the color profile of the file; without, the profile is ignored. Raises
    FormatError for a file that cannot be read, and MemoryError.
    """
    format_name = kind_of(data)
    if not data:
        raise FormatError("an empty file: save it again")
    if format_name == SVG and SVG in formats:
        with _explained_errors():
            return Decoded(plain(_first_frame(_rendered_svg(data), ["PNG"])[0]), SVG)
    try:
        with _explained_errors():
            picture, kind, notes = _first_frame(data, [name for name in formats if name != SVG])
            if colors and picture.info.get("icc_profile"):
                picture, note = _by_profile(picture)
                notes += (note,) * bool(note)
            return Decoded(plain(picture), kind, notes)
    except _NotRecognized:
        raise FormatError(_unknown(format_name, formats)) from None


def in_words(formats: Sequence[str]) -> str:
    """Return the names of formats as a list in words."""
    names = [_WORDS.get(name, name) for name in formats]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def kind_of(data: bytes) -> str:
    """Return the kind of a file by its first bytes, empty if they tell nothing."""
    if data[4:8] == b"ftyp":
        return _BRANDS.get(data[8:12], "MP4 or HEIC")
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        return SVG
    return next((kind for start, kind in _STARTS if data.startswith(start)), "")


def plain(picture: Image) -> Image:
    """Return an image in one of PLAIN_MODES with the same colors."""
    if picture.mode in PLAIN_MODES and not (picture.mode != "RGBA" and picture.has_transparency_data):
        return picture
    if _is_deep(picture):  # Pillow would clip 16 bits to 8
        deep = picture.convert("F" if picture.mode == "F" else "I")
        scale = 1 / 257 if deep.getextrema()[1] > _WHITE else 1.0  # type: ignore[operator]  # of one channel
        return deep.point(lambda level: level * scale + 0.001).convert("L")  # it drops what is behind the point
    if picture.has_transparency_data:
        return picture.convert("RGBA")
    return picture.convert("L" if picture.mode == "1" else "RGB")


def _is_deep(picture: Image) -> bool:
    return picture.mode == "F" or picture.mode.startswith("I")


class _NotRecognized(Exception):
    """Pillow recognizes none of the formats."""


@contextmanager
def _explained_errors() -> Iterator[None]:
    """Turn the errors of Pillow into FormatError."""
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415  # half of the time of a short command

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)  # else Pillow prints it, and goes on
            yield
    except UnidentifiedImageError:
        raise _NotRecognized from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise FormatError(f"has too many pixels, allowed {MAX_PIXELS} in all; make it smaller") from None
    except (FormatError, MemoryError):
        raise
    except Exception as error:  # Pillow: OSError, ValueError, SyntaxError "broken PNG file", struct.error, ...
        raise FormatError(f"cannot be read: {str(error) or type(error).__name__}; save it again") from None


def _first_frame(data: bytes, formats: list[str]) -> tuple[Image, str, tuple[str, ...]]:
    """Return the first frame of an image, turned as its EXIF data says, its format, and notes."""
    from PIL import Image, ImageOps  # noqa: PLC0415  # see _explained_errors

    with Image.open(BytesIO(data), formats=formats) as image:
        columns, rows = image.size
        if columns * rows > MAX_PIXELS or max(columns, rows) > MAX_SIDE:
            raise FormatError(
                f"has {columns}x{rows} pixels, allowed {MAX_PIXELS} in all and {MAX_SIDE} a side; make it smaller"
            )
        frames = getattr(image, "n_frames", 1) if image.format in ("GIF", "PNG", "WEBP") else 1
        image.seek(0)
        image.load()
        ImageOps.exif_transpose(image, in_place=True)
    if not all(image.size):
        raise FormatError("has no pixels; save it again")
    return image, str(image.format), (f"it has {frames} frames: the first is used",) * (frames > 1)


def _by_profile(picture: Image) -> tuple[Image, str]:
    """Return an image with a color profile in sRGB, and a note."""
    from puzzlegen.pictures.color_profiles import in_srgb  # noqa: PLC0415  # few images need it

    is_gray = picture.mode in ("1", "L", "LA") or _is_deep(picture)
    return in_srgb(picture if picture.mode == "CMYK" else plain(picture), picture.info["icc_profile"], is_gray=is_gray)


def _unknown(found: str, formats: Sequence[str]) -> str:
    """Return the message for a file that is in none of the formats."""
    if found in formats:
        return f"a damaged {_WORDS.get(found, found)} picture: save it again"
    begins = f"found {_WORDS.get(found, found)}, " if found else ""
    return f"{begins}not a {in_words(formats)} picture: save it as one of these"


def _rendered_svg(data: bytes) -> bytes:
    """Render an SVG drawing, after a check that it neither runs nor loads anything."""
    width, height = check_svg(data)
    from resvg_py import svg_to_bytes  # noqa: PLC0415  # few images need it

    scale = SVG_PIXELS / max(width, height)
    text = data.decode("utf-8-sig", "replace")
    try:
        return svg_to_bytes(
            svg_string=text,
            width=max(1, round(width * scale)),
            height=max(1, round(height * scale)),
            dpi=CSS_DPI,
            skip_system_fonts="<text" not in text,  # reading all fonts takes a second
        )
    except ValueError as error:
        raise FormatError(f"cannot be drawn: {error}") from None
