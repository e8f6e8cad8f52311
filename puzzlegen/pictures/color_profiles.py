"""Converts the colors of an image to sRGB by its ICC profile."""

from __future__ import annotations

from io import BytesIO
from itertools import product
from typing import TYPE_CHECKING

from PIL import Image as images
from PIL import ImageCms

if TYPE_CHECKING:
    from PIL.Image import Image

UNUSABLE = "its color profile cannot be used, so its colors may print wrong: convert it to sRGB and save it again"
SAME = 2  # of 255: a profile whose colors differ by no more from sRGB is sRGB, and changes no pixel
_MODES = {"GRAY": "L", "RGB": "RGB", "CMYK": "CMYK"}  # of Pillow, by the color space of the profile
_LEVELS = range(0, 256, 17)  # of each channel, in the sample by which a profile is compared with sRGB


def in_srgb(picture: Image, profile: bytes, *, is_gray: bool) -> tuple[Image, str]:
    """Return an image of gray, RGB, RGBA or CMYK in sRGB, and a note, which is empty if all is well.

    ``is_gray`` tells that all its colors are grays. The intent is relative colorimetric with black point compensation,
    as usual for photos. An image whose profile is damaged, or is for other kinds of colors, keeps its pixels.
    """
    try:
        source = ImageCms.ImageCmsProfile(BytesIO(profile))
        mode = _MODES[source.profile.xcolor_space.strip()]
        if (mode == "CMYK") != (picture.mode == "CMYK") or (mode == "L" and not is_gray):
            return picture, UNUSABLE
        transform = ImageCms.buildTransform(
            source,
            ImageCms.createProfile("sRGB"),
            mode,
            "RGB",
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
        if mode != "CMYK" and _is_srgb(transform, mode):
            return picture, ""
        alpha = picture.getchannel("A") if picture.mode == "RGBA" else None
        converted = ImageCms.applyTransform(picture.convert(mode), transform)
    except (ImageCms.PyCMSError, KeyError, OSError, ValueError, TypeError):
        return picture, UNUSABLE
    assert converted is not None  # it is None only for an image that is changed in place
    if is_gray:
        converted = converted.getchannel("G")  # a rounding error in one channel would print a gray in color
    if alpha is not None:
        converted = converted.convert("RGBA")
        converted.putalpha(alpha)
    return converted, ""


def _is_srgb(transform: ImageCms.ImageCmsTransform, mode: str) -> bool:
    """Return whether the colors of a profile are those of sRGB; there are many such profiles, with many names."""
    samples = range(256) if mode == "L" else product(_LEVELS, repeat=3)
    pixels = b"".join(bytes([pixel]) if isinstance(pixel, int) else bytes(pixel) for pixel in samples)
    sample = images.frombytes(mode, (16, len(pixels) // len(mode) // 16), pixels)
    converted = ImageCms.applyTransform(sample, transform)
    assert converted is not None
    return all(
        abs(before - after) <= SAME
        for before, after in zip(converted.tobytes(), sample.convert("RGB").tobytes(), strict=True)
    )
