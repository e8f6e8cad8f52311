"""Draws pages of a finished PDF as pictures: cover, closed book in perspective, facing pages, and a contact sheet."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from pathlib import Path
from typing import Literal

import numpy as np
import pypdfium2
from PIL import Image, ImageChops, ImageCms, ImageDraw, ImageFilter

from puzzlegen.files.writing import atomic_file
from puzzlegen.printers.profile import Area, CoverGeometry

QUALITIES = (90, 84, 76, 66, 54, 40)  # of JPEG, tried in turn until a file is small enough

# The closed book.
YAW, PITCH = radians(31), radians(13)  # turned to show the spine, and seen a little from above
DISTANCE = 4.2  # of the eye, in heights of the book
MARGIN = 0.07  # of the picture's side, around the book
SPINE_SHADE = 0.80  # brightness of the spine, which faces away from the light
FRONT_SHADES = (0.97, 1.0, 1.0, 0.95)  # brightness of the front from the spine to the open edge
HINGE = 0.016  # of the front's width: where the cover bends beside the spine
HINGE_SHADE = 0.90
MIN_THICKNESS = 3.0  # points: of a book whose binding has no spine
BLOCK = (244, 241, 234)  # the edges of the pages
BLOCK_LINE = (222, 218, 209)
EXTRA = 3.0  # pixels of the cover around a face that soften its edges
SMOOTH = 4  # masks of faces are drawn so many times larger

# Facing pages.
TABLE = (233, 230, 224)  # the ground below the pages
SPREAD_MARGIN = 0.05  # of the picture's height
FOLD_SHADES = (0.80, 0.93, 0.975, 0.99, 1.0)  # brightness of a page from the fold
FOLD_WIDTH = 0.13  # of a page's width that is shaded
SHEET_GAP = 0.03  # of a page's width between two loose sheets
EDGES = 4  # lines that stand for the pages below
EDGE_PITCH = 3  # pixels between them
SHADOW = 90  # of 255: darkness of shadows

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PageImage:
    """Renders pages of a finished PDF without their bleed."""

    document: pypdfium2.PdfDocument

    def size(self, number: int) -> tuple[float, float]:
        """Return width and height of the trimmed page ``number``, counted from 1, in points."""
        left, bottom, right, top = self.document[number - 1].get_trimbox()
        return right - left, top - bottom

    def render(self, number: int, height: int) -> Image.Image:
        """Return the trimmed page as an RGB picture of this height in pixels."""
        page = self.document[number - 1]
        left, bottom, right, top = page.get_trimbox()
        return _render(page, (left, page.get_height() - top, right, page.get_height() - bottom), height)


def page_image(
    page: pypdfium2.PdfPage,
    scale: float,
    crop: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0),
    mode: Literal["RGB", "L"] = "RGB",
) -> Image.Image:
    """Render a page with ``scale`` pixels to a point, without ``crop`` points at its left, bottom, right and top.

    All pictures of pages are made of this. Checks use ``checking.rendering.render`` instead, which shares no code with
    what draws.
    """
    picture: Image.Image = page.render(scale=scale, crop=crop, grayscale=mode == "L").to_pil()
    return picture.convert(mode)


def quick_png(picture: Image.Image) -> bytes:
    """Return a picture as a PNG for the screen of this machine only, so that speed counts more than size."""
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _render(page: pypdfium2.PdfPage, area: Area, height: int, extra: float = 0.0) -> Image.Image:
    """Render an area of a page, which is ``height`` pixels high, with ``extra`` pixels on all sides."""
    left, top, right, bottom = area
    scale = height / (bottom - top)
    more = extra / scale
    width, page_height = page.get_size()
    crop = (left - more, page_height - bottom - more, width - right - more, top - more)
    picture = page_image(page, scale, crop)
    size = (round((right - left) * scale + 2 * extra), round(height + 2 * extra))
    return picture if picture.size == size else picture.resize(size, Image.Resampling.BICUBIC)


def flat_front(cover: pypdfium2.PdfPage, sheet: CoverGeometry, height: int) -> Image.Image:
    """Return the trimmed front of a cover sheet as a picture of this height in pixels."""
    return _render(cover, sheet.front, height)


def closed_book(cover: pypdfium2.PdfPage, sheet: CoverGeometry, size: tuple[int, int]) -> Image.Image:
    """Draw a standing book on a white ground: front, spine and the top of the pages, in perspective."""
    left, top, right, bottom = sheet.front
    wide, high, thick = right - left, bottom - top, max(sheet.spine, MIN_THICKNESS)
    corners = _projected(wide, high, thick, size)
    picture = _with_shadow(size, [corners[name] for name in ("foot-back", "foot-fold", "foot-edge", "foot-far")])
    front = [corners[name] for name in ("head-fold", "head-edge", "foot-edge", "foot-fold")]
    spine = [corners[name] for name in ("head-back", "head-fold", "foot-fold", "foot-back")]
    above = [corners[name] for name in ("head-back", "head-far", "head-edge", "head-fold")]
    _draw_block(picture, above)
    pixels = round(front[3][1] - front[0][1])  # the longest side, so that no part of the cover is enlarged
    spine_left = sheet.spine_right - thick
    _draw_face(picture, _render(cover, (spine_left, top, sheet.spine_right, bottom), pixels, EXTRA), spine,
               [SPINE_SHADE * 0.92, SPINE_SHADE])  # fmt: skip
    texture = _render(cover, sheet.front, pixels, EXTRA)
    _draw_face(picture, texture, front, _front_shades())
    return picture


def _front_shades() -> list[float]:
    """Return the brightness of the front across its width, with a crease beside the spine."""
    across = np.linspace(0.0, 1.0, 256)
    shades = np.interp(across, np.linspace(0.0, 1.0, len(FRONT_SHADES)), FRONT_SHADES)
    crease = 1 - (1 - HINGE_SHADE) * np.exp(-(((across - 2 * HINGE) / (HINGE / 2)) ** 2))
    return [float(shade) for shade in shades * crease]


def _projected(wide: float, high: float, thick: float, size: tuple[int, int]) -> dict[str, Point]:
    """Return the corners of a book on a picture: head and foot of the fold, the edge, the back and the far corner."""
    places = {"fold": (0.0, 0.0), "edge": (wide, 0.0), "back": (0.0, thick), "far": (wide, thick)}
    corners: dict[str, Point] = {}
    for end, y in (("head", high / 2), ("foot", -high / 2)):
        for name, (x, z) in places.items():
            across, away = x * cos(YAW) - z * sin(YAW), x * sin(YAW) + z * cos(YAW)
            up, depth = y * cos(PITCH) + away * sin(PITCH), away * cos(PITCH) - y * sin(PITCH)
            share = 1 / (DISTANCE * high + depth)
            corners[f"{end}-{name}"] = (across * share, -up * share)
    xs, ys = zip(*corners.values(), strict=True)
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    scale = min(size[0] * (1 - 2 * MARGIN) / across, size[1] * (1 - 2 * MARGIN) / down)
    left, top = (size[0] - across * scale) / 2, (size[1] - down * scale) / 2
    return {name: (left + (x - min(xs)) * scale, top + (y - min(ys)) * scale) for name, (x, y) in corners.items()}


def _draw_face(picture: Image.Image, texture: Image.Image, quad: Sequence[Point], shades: Sequence[float]) -> None:
    """Draw a texture onto a quadrilateral given clockwise from the top left; ``shades`` darken it from the left on."""
    wide, high = texture.size
    texture = _shaded(texture, shades)
    corners = [(EXTRA, EXTRA), (wide - EXTRA, EXTRA), (wide - EXTRA, high - EXTRA), (EXTRA, high - EXTRA)]
    left, top, size, mask = _mask(quad)
    around = [(x - left, y - top) for x, y in quad]
    face = texture.transform(size, Image.Transform.PERSPECTIVE, _perspective(around, corners), Image.Resampling.BICUBIC)
    picture.paste(face, (left, top), mask)


def _mask(quad: Sequence[Point]) -> tuple[int, int, tuple[int, int], Image.Image]:
    """Return left, top and size of the box around a polygon, and the polygon as a mask of that size, smoothed."""
    xs, ys = zip(*quad, strict=True)
    left, top = int(min(xs)) - 1, int(min(ys)) - 1
    size = (int(max(xs)) + 2 - left, int(max(ys)) + 2 - top)
    mask = Image.new("L", (size[0] * SMOOTH, size[1] * SMOOTH))
    ImageDraw.Draw(mask).polygon([((x - left) * SMOOTH, (y - top) * SMOOTH) for x, y in quad], fill=255)
    return left, top, size, mask.reduce(SMOOTH)


def _perspective(places: Sequence[Point], corners: Sequence[Point]) -> list[float]:
    """Return the coefficients that map four places of a picture to the corners of a texture, as Pillow takes them."""
    rows, goals = [], []
    for (x, y), (u, v) in zip(places, corners, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        goals += [u, v]
    return [float(value) for value in np.linalg.solve(np.array(rows), np.array(goals))]


def _shaded(picture: Image.Image, shades: Sequence[float]) -> Image.Image:
    """Darken a picture by factors that are spread over its width."""
    across = np.interp(np.linspace(0.0, 1.0, picture.width), np.linspace(0.0, 1.0, len(shades)), shades)
    row = Image.fromarray((across * 255).round().astype(np.uint8)[np.newaxis, :], "L")
    return ImageChops.multiply(picture, row.resize(picture.size, Image.Resampling.NEAREST).convert("RGB"))


def _draw_block(picture: Image.Image, quad: Sequence[Point]) -> None:
    """Draw the top of the pages, given from the back of the spine clockwise, with a line for some of the pages."""
    left, top, size, mask = _mask(quad)
    block = Image.new("RGB", size, BLOCK)
    draw = ImageDraw.Draw(block)
    back, far, edge, fold = ((x - left, y - top) for x, y in quad)
    count = max(2, round((fold[1] - back[1]) / EDGE_PITCH))
    for i in range(1, count):
        ends = [(start[0] + (end[0] - start[0]) * i / count, start[1] + (end[1] - start[1]) * i / count)
                for start, end in ((back, fold), (far, edge))]  # fmt: skip
        draw.line([*ends[0], *ends[1]], fill=BLOCK_LINE)
    picture.paste(block, (left, top), mask)


def _with_shadow(size: tuple[int, int], foot: Sequence[Point]) -> Image.Image:
    """Return a white picture with the shadow of a book that stands on these points."""
    small = 8  # a shadow has no details
    reach = 0.03 * size[1]
    shadow = Image.new("L", (size[0] // small, size[1] // small))
    back, fold, edge, far = foot
    points = [back, (fold[0], fold[1] + reach * 0.4), (edge[0] + reach * 1.6, edge[1] + reach * 0.5),
              (far[0] + reach * 2.2, far[1] - reach)]  # fmt: skip
    ImageDraw.Draw(shadow).polygon([(x / small, y / small) for x, y in points], fill=SHADOW)
    blurred = shadow.filter(ImageFilter.GaussianBlur(reach / small * 0.6)).resize(size, Image.Resampling.BILINEAR)
    picture = Image.new("RGB", size, (255, 255, 255))
    picture.paste((60, 55, 50), (0, 0), blurred)
    return picture


def facing_pages(pages: PageImage, left: int, right: int, size: tuple[int, int], *, bound: bool) -> Image.Image:
    """Draw two facing pages of a bound book, or two loose sheets side by side."""
    wide, high = pages.size(left)
    margin = SPREAD_MARGIN * size[1]
    gap = 0.0 if bound else SHEET_GAP
    scale = min((size[0] - 2 * margin) / ((2 + gap) * wide), (size[1] - 2 * margin) / high)
    height, width = round(high * scale), round(wide * scale)
    x, y, between = round(size[0] / 2 - width * (1 + gap / 2)), (size[1] - height) // 2, round(width * gap)
    boxes = [(x, y, x + width, y + height), (x + width + between, y, x + 2 * width + between, y + height)]
    picture = _table(size, boxes)
    draw = ImageDraw.Draw(picture)
    for number, box, sign in zip((left, right), boxes, (-1, 1), strict=True):
        page = pages.render(number, height).resize((width, height))
        if bound:
            for i in range(EDGES, 0, -1):
                edge = box[0] - i * EDGE_PITCH if sign < 0 else box[2] + i * EDGE_PITCH - 1
                inner = box[0] if sign < 0 else box[2]
                draw.rectangle((min(edge, inner), y + i, max(edge, inner), y + height - 1 - i), fill=BLOCK)
                draw.line((edge, y + i, edge, y + height - 1 - i), fill=BLOCK_LINE)
            shades = [*FOLD_SHADES, *[1.0] * round((len(FOLD_SHADES) - 1) * (1 / FOLD_WIDTH - 1))]
            page = _shaded(page, shades if sign > 0 else shades[::-1])
        picture.paste(page, box[:2])
    return picture


def _table(size: tuple[int, int], boxes: Sequence[tuple[int, int, int, int]]) -> Image.Image:
    """Return the ground with the shadows of pages."""
    small = 4  # a shadow has no details
    shadow = Image.new("L", (size[0] // small, size[1] // small))
    draw = ImageDraw.Draw(shadow)
    for left, top, right, bottom in boxes:
        draw.rectangle((left // small, top // small + 2, right // small, bottom // small + 3), fill=SHADOW)
    blurred = shadow.filter(ImageFilter.GaussianBlur(5)).resize(size, Image.Resampling.BILINEAR)
    picture = Image.new("RGB", size, TABLE)
    picture.paste((60, 55, 50), (0, 0), blurred)
    return picture


def write_jpeg(picture: Image.Image, path: Path, max_bytes: int) -> None:
    """Write a picture as JPEG in sRGB with at most ``max_bytes``; the same picture gives the same bytes.

    Raises OutputError when it cannot be written.
    """
    for quality in QUALITIES:
        buffer = io.BytesIO()
        picture.save(buffer, format="JPEG", quality=quality, subsampling=0, icc_profile=_srgb_profile())
        if buffer.tell() <= max_bytes:
            break
    with atomic_file(path) as beside:
        beside.write_bytes(buffer.getvalue())


def _srgb_profile() -> bytes:
    """Return the profile of sRGB without the date of its making."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    profile[24:36] = bytes(12)
    return bytes(profile)


GROUND = 208  # gray level of the background
GAP = 14  # pixels between spreads


def write_contact_sheet(
    document: pypdfium2.PdfDocument, path: Path, spreads: int = 4, max_pages: int = 120, page_width: int = 240
) -> None:
    """Write the first ``max_pages`` pages of a PDF as a PNG, ``spreads`` pairs per row; page 1 is a right-hand page.

    Raises OutputError when the sheet cannot be written.
    """
    count = min(len(document), max_pages)
    sizes = [document.get_page_size(i) for i in range(count)]
    height = max(round(page_width * high / wide) for wide, high in sizes)
    rows = -(-(count + 1) // (2 * spreads))
    spread = 2 * page_width + 1
    size = (spreads * (spread + GAP) + GAP, rows * (height + GAP) + GAP)
    sheet = Image.new("L", size, GROUND)
    for i in range(count):
        page = document[i]
        picture = page_image(page, page_width / sizes[i][0], mode="L")
        page.close()
        row, slot = divmod(i + 1, 2 * spreads)  # page 1 is a right-hand page
        left = GAP + slot // 2 * (spread + GAP) + slot % 2 * (page_width + 1)
        sheet.paste(picture, (left, GAP + row * (height + GAP)))
    with atomic_file(path) as beside:
        sheet.save(beside, format="PNG", optimize=True)
