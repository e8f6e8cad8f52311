"""The publisher's own pages: texts and images before and behind the puzzles."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from puzzlegen.errors import LayoutError
from puzzlegen.language.markdown import plain_text
from puzzlegen.language.markdown_blocks import Block, Heading, Image, PageBreak
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, columns_part
from puzzlegen.layout.core import ornaments
from puzzlegen.layout.core.columns import Column, ColumnItem, PagePlan, column_height, fill_columns
from puzzlegen.layout.core.document import Page, PagePart, Picture, Text
from puzzlegen.layout.core.page_builder import LayoutContext
from puzzlegen.layout.core.text import centered_block, text_items
from puzzlegen.units import POINTS_PER_INCH, mm, to_mm

USUAL_DPI = 300  # of images whose width is left to the layout
ABOVE = 0.4  # share of the white of a centered page that is above the text: the middle as the eye sees it


@dataclass(frozen=True, slots=True)
class OwnPages:
    """A text of the publisher, on as many pages as it needs.

    ``key`` identifies it, as its place in the config does. ``after`` names the part of the book that it follows.
    ``pictures`` has the images by their files, one point a pixel. ``least_dpi`` is the lowest resolution that the
    printer accepts, None for any. ``right``: it begins on a right-hand page. ``centered`` pages have every line in the
    middle, and no page number. ``listed``: its first heading is in the table of contents.
    """

    key: str
    after: str
    text: tuple[Block, ...]
    pictures: Mapping[str, Picture]
    least_dpi: int | None = None
    right: bool = False
    centered: bool = False
    listed: bool = False

    @property
    def title(self) -> str:
        """The words of the first heading; empty if there is none."""
        return next((plain_text(block.runs) for block in self.text if isinstance(block, Heading)), "")


def own_part(own: OwnPages, context: LayoutContext) -> BookPart:
    """Make the pages of a text; centered ones with a heading have a border and a picture in themes with ornaments.

    Raises LayoutError for an image that is too wide, too high or too coarse.
    """
    is_framed = own.centered and own.title != ""
    inner = (context, ornaments.within_border(context))[is_framed]
    block = inner.geometry.block(1)
    measure = block.width if own.centered else context.measure()
    columns = [column for text in _pages(own.text) for column in _columns(text, own, measure, inner)]
    above = ornaments.picture_height(context) * is_framed
    tops = [_centered_top(block.height - column_height(column), above) * own.centered for column in columns]
    left = context.indent * (not own.centered)
    pages = ([(left, top, column)] for top, column in zip(tops, columns, strict=True))
    plain = columns_part("own", pages, inner, unnumbered=math.inf if own.centered else 0)

    def draw(first: int, plan: PagePlan) -> Iterator[Page]:
        return (ornaments.framed(page, top, context) for page, top in zip(plain.draw(first, plan), tops, strict=True))

    entry = ContentsEntry(own.title) if own.listed else None
    part = replace(plain, key=own.key, recto=own.right, contents_entry=entry, own=True)
    return replace(part, draw=draw) if is_framed else part


def _centered_top(spare: float, above: float) -> float:
    """Return the top of centered words on a page with so much spare height, below a picture where both fit."""
    above *= spare >= above
    return above + ABOVE * (spare - above)


def _columns(text: Sequence[Block], own: OwnPages, measure: float, context: LayoutContext) -> list[Column]:
    """Set a text between two page breaks."""
    images = {image.file: [_image_item(image, own, measure, context)] for image in text if isinstance(image, Image)}
    aligned = [centered_block(block) for block in text] if own.centered else text
    return fill_columns(text_items(aligned, measure, context.text, images), [context.geometry.block(1).height])


def words_of(page: Page) -> str:
    """Return the text of an own page in the order of drawing, without its page number."""
    strings = [mark.string for mark in page.marks if isinstance(mark, Text)]
    return " ".join(strings[:-1] if page.folio is not None else strings)


def _pages(text: Sequence[Block]) -> list[list[Block]]:
    """Divide a text at its page breaks."""
    parts = groupby(text, key=lambda block: isinstance(block, PageBreak))
    return [list(part) for is_break, part in parts if not is_break]


def _image_item(image: Image, own: OwnPages, measure: float, context: LayoutContext) -> ColumnItem:
    """Set an image in the middle of the measure; its height is a whole number of lines."""
    picture, place = own.pictures[image.file], f"{image.place}{image.file}: "
    block, leading = context.geometry.block(1), context.sizes.leading
    highest = math.floor(block.height / leading + 1e-6) * leading
    ratio = picture.rows / picture.columns
    most = min(block.width, highest / ratio)
    if image.width is None:
        usual = picture.columns / USUAL_DPI * POINTS_PER_INCH
        width = min(usual, measure, most)
    else:
        width = measure * image.width / 100 if image.unit == "%" else mm(image.width)
    if width > most + 1e-6:
        too = "wide" if most == block.width else "high"
        raise LayoutError(
            f"{place}{to_mm(width):.0f} mm wide is too {too} for its page: set {to_mm(most):.0f} mm or less"
        )
    _check_resolution(picture, width, own.least_dpi, place)
    placed = replace(picture, x=max(-context.indent, (measure - width) / 2), width=width, height=width * ratio)
    lines = math.ceil(placed.height / leading - 1e-6)
    placed = replace(placed, y=(lines * leading - placed.height) / 2)
    parts = (PagePart(("Figure",), range(1), image.alt),) if image.alt else ()  # others are ornaments, as on web pages
    return ColumnItem(lines * leading, (placed,), before=leading / 2, parts=parts)


def _check_resolution(picture: Picture, width: float, least_dpi: int | None, place: str) -> None:
    dpi = picture.columns / (width / POINTS_PER_INCH)
    if least_dpi is None or dpi >= least_dpi - 0.5:
        return
    pixels = math.ceil(least_dpi * width / POINTS_PER_INCH)
    fits = math.floor(to_mm(picture.columns / least_dpi * POINTS_PER_INCH))
    raise LayoutError(
        f"{place}{picture.columns} pixels on {to_mm(width):.0f} mm are {dpi:.0f} dpi, allowed {least_dpi} or "
        f'more: use a picture {pixels} pixels wide, or give it a width of "{fits} mm"'
    )
