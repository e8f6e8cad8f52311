"""Paints pages in true color with Pillow: any marks, in gray if all of them are gray."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from puzzlegen.drawing.indexed_color import is_gray, pillow_image, rgb_bytes
from puzzlegen.drawing.pixel_marks import Blend, Operation, operations
from puzzlegen.layout.core.document import Color, Gray, Mark, Page, Picture


def draw_page(page: Page, scale: float = 1.0) -> Image.Image:
    """Draw one page as a picture of mode L if all is gray, else RGB."""
    size = (round(page.width * scale), round(page.height * scale))
    picture = blank_picture(size, page.paper or Gray(1.0), "L" if is_gray(page) else "RGB")
    for mark in page.marks:
        _draw(picture, mark, scale)
    return picture


def blank_picture(size: tuple[int, int], color: Color, mode: str) -> Image.Image:
    """Return a picture of mode L or RGB in one color."""
    return Image.new(mode, size, _ink(color, mode))


def paint(picture: Image.Image, found: Iterable[Operation], left: int = 0, top: int = 0) -> None:
    """Paint operations on a picture whose top left corner is at ``left``, ``top``."""
    for operation in found:
        x, y, right, bottom = operation.box
        box = (x - left, y - top, right - left, bottom - top)
        mask = operation.mask.image if isinstance(operation, Blend) else None
        picture.paste(_ink(operation.color, picture.mode), box, mask)


def _draw(picture: Image.Image, mark: Mark, scale: float) -> None:
    if isinstance(mark, Picture):
        picture.paste(*scaled_picture(mark, scale, picture.mode))
    else:
        paint(picture, operations(mark, scale))


def scaled_picture(mark: Picture, scale: float, mode: str) -> tuple[Image.Image, tuple[int, int]]:
    """Return the pixels of a picture, scaled to whole pixels, and the place of its left top corner."""
    pixels = pillow_image(mark)
    size = (max(1, round(mark.width * scale)), max(1, round(mark.height * scale)))
    at = (round(mark.x * scale), round(mark.y * scale))
    return pixels.resize(size, Image.Resampling.LANCZOS).convert(mode), at


def _ink(color: Color, mode: str) -> int | tuple[int, int, int]:
    red, green, blue = rgb_bytes(color)
    return red if mode == "L" else (red, green, blue)
