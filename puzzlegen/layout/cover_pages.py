"""The cover sheet with back, spine and front, and a guide sheet that shows folds, cuts and safe areas.

One background color covers all three, so that inexact folds do not show. The artwork of the front is a puzzle of the
book in color: clues in shades of the accent color, blanks in one faint tone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from puzzlegen.board.puzzle import VOID, Puzzle
from puzzlegen.errors import LayoutError
from puzzlegen.language.rich_text import Block
from puzzlegen.layout.core.board_size import board_size, place_board
from puzzlegen.layout.core.document import RGB, Box, Gray, Line, Mark, Metrics, Page, Text, moved
from puzzlegen.layout.core.grid_marks import cell_shape
from puzzlegen.layout.core.line_breaking import TextLine, text_run, wrap_text
from puzzlegen.layout.core.text_columns import TextStyle, excess_lines, fill_columns, text_items
from puzzlegen.layout.core.theme import Palette, TypeSizes, contrast
from puzzlegen.printers.cover_geometry import Area, CoverGeometry

MARGIN = 0.085  # share of the trim width, from the trim to words and artwork
MAX_TITLE_SHARE, MIN_TITLE_SHARE = 0.115, 0.042  # height of the title's type, as a share of the trim height
TITLE_LINES = 4
MIN_TITLE = 18.0  # points
TITLE_BEFORE_ARTWORK = 0.06  # share of the trim height below which the title does not shrink further for the artwork
SUBTITLE, AUTHOR = 0.4, 0.34  # of the title's size
LEADING, SMALL_LEADING = 1.06, 1.3
SUBTITLE_DROP = 1.8  # of the subtitle's size, from the title's last line
ART_GAP = 0.9  # of the margin, between the words and the artwork
SMALL = 11.0  # points: least type of subtitle and author
MAX_SPINE, MIN_SPINE = 18.0, 7.0  # points: type on the spine
SPINE_SHARE = 0.62  # of the width between the folds
TILE_GAP = 0.05  # of a cell
DIGIT = 0.5  # height of a clue, share of a cell
HIDDEN_CELL_INK = 0.14  # share of ink in blank cells: lighter tints do not print
STRIP, STRIP_ROWS = 86.4, 3  # artwork on the back: height in points, as high as a barcode; rows
MIN_ART = 0.3  # of the trim height: less is no artwork


@dataclass(frozen=True, slots=True)
class CoverText:
    """The words of a cover; ``back`` is the text of its back."""

    title: str
    subtitle: str
    author: str
    back: tuple[Block, ...]


def lay_out_cover(text: CoverText, art: Puzzle, geometry: CoverGeometry, palette: Palette, metrics: Metrics) -> Page:
    """Lay out the cover as a page of its trimmed size; its background color is the page's paper.

    Raises LayoutError when the title, the words of the back or those of the spine do not fit, or a font lacks a
    character.
    """
    bleed = geometry.bleed
    marks = [
        *_front(text, art, _trimmed(geometry.front, bleed), palette, metrics),
        *_spine(text, geometry, palette, metrics),
        *_back(text, art, geometry, palette, metrics),
    ]
    for mark in marks:
        if isinstance(mark, Text) and (missing := metrics.missing(mark.string, mark.font)):
            raise LayoutError(
                f"cover: {mark.string!r}: the font {metrics.name(mark.font)} has no glyph for {missing!r}; "
                "use other words or a theme with another font",
                mark.string,
            )
    width, height = geometry.width - 2 * bleed, geometry.height - 2 * bleed
    return Page(1, "cover", width, height, Box(0.0, 0.0, width, height), tuple(marks), paper=palette.ground)


def _trimmed(area: Area, bleed: float) -> Box:
    """Return an area of the sheet relative to the trimmed corner."""
    return Box(area[0] - bleed, area[1] - bleed, area[2] - bleed, area[3] - bleed)


# --- the front


def _front(text: CoverText, art: Puzzle, panel: Box, palette: Palette, metrics: Metrics) -> Iterator[Mark]:
    margin = panel.width * MARGIN
    inner = Box(panel.left + margin, panel.top + margin, panel.right - margin, panel.bottom - margin)
    size, lines = _title(text, art, inner, panel.height, metrics)
    y = inner.top + size * metrics.cap_height("bold")
    for line in lines:
        yield from _line(line, inner.left, y, size, palette.ink)
        y += size * LEADING
    y -= size * LEADING
    small = _subtitle_size(size)
    for i, line in enumerate(wrap_text(text_run(text.subtitle), inner.width, small, metrics)):
        y += small * (SMALL_LEADING if i else SUBTITLE_DROP)
        yield from _line(line, inner.left, y, small, palette.ink)
    foot = inner.bottom
    author = _author_size(size)
    for line in reversed(wrap_text(text_run(text.author), inner.width, author, metrics)):
        yield from _line(line, inner.left, foot, author, palette.ink)
        foot -= author * SMALL_LEADING
    room = Box(inner.left, y + margin * ART_GAP, inner.right, foot - margin * ART_GAP / 3)
    if room.height < panel.height * MIN_ART:
        over = math.ceil((panel.height * MIN_ART - room.height) / (small * SMALL_LEADING))
        raise LayoutError(
            f"title: with subtitle and author it leaves no room for the artwork of the cover: "
            f"shorten the subtitle by {over} of its lines"
        )
    board = board_size(art.grid, rim=False)
    cell = min(room.width / board.width, room.height / board.height)
    top = room.bottom - board.height * cell  # aligned with the words above, and at the same foot on every cover
    yield from _artwork(art, Box(room.left, top, room.right, room.bottom), cell, palette, metrics)


def _subtitle_size(title: float) -> float:
    return max(SMALL, title * SUBTITLE)


def _author_size(title: float) -> float:
    return max(SMALL, title * AUTHOR)


def _title(text: CoverText, art: Puzzle, inner: Box, height: float, metrics: Metrics) -> tuple[float, list[TextLine]]:
    """Return the largest type with which the title fits and the artwork has full width, or else the title fits."""
    size = height * MAX_TITLE_SHARE
    least = max(MIN_TITLE, height * MIN_TITLE_SHARE)
    board = board_size(art.grid, rim=False)
    wanted = inner.width * board.height / board.width
    fitting: tuple[float, list[TextLine]] | None = None
    while size >= least:
        lines = wrap_text(text_run(text.title, True), inner.width, size, metrics)
        if len(lines) <= TITLE_LINES and all(_line_width(line, size, metrics) <= inner.width for line in lines):
            if fitting is None:
                fitting = (size, lines)
            small = _subtitle_size(size)
            below = len(wrap_text(text_run(text.subtitle), inner.width, small, metrics)) * small * SUBTITLE_DROP
            author = (
                len(wrap_text(text_run(text.author), inner.width, small, metrics)) * _author_size(size) * SMALL_LEADING
            )
            used = size * LEADING * len(lines) + below + author + inner.width * MARGIN * 2 * ART_GAP
            if inner.height - used >= wanted or size <= height * TITLE_BEFORE_ARTWORK:
                return size, lines
        size *= 0.96
    if fitting is not None:
        return fitting
    fits = int(TITLE_LINES * inner.width / (least * 0.55))
    raise LayoutError(
        f"title: its {len(text.title)} letters do not fit the front of the cover, even at {least:.0f} pt: "
        f"about {fits} letters in short words do"
    )


def _line_width(line: TextLine, size: float, metrics: Metrics) -> float:
    return max((piece.x + metrics.width(piece.text, piece.font) * size for piece in line), default=0.0)


def _line(line: TextLine, x: float, y: float, size: float, color: RGB) -> Iterator[Mark]:
    for piece in line:
        yield Text(x + piece.x, y, piece.text, size, piece.font, color=color)


def _artwork(art: Puzzle, room: Box, cell: float, palette: Palette, metrics: Metrics) -> Iterator[Mark]:
    """Draw as many cells of the puzzle, from its top left, as fit: clues in shades of the accent color."""
    lattice = art.grid.variant.lattice
    place = place_board(art.grid, 0, "ornament", (room.left, room.top), cell, rim=False)
    tile = cell * (1 - TILE_GAP)
    blank_tone = palette.blend(palette.ink, HIDDEN_CELL_INK)
    size = DIGIT * cell / metrics.figure_height("digits")
    for index, value in enumerate(art.cells):
        # The gap is to the right of a tile and below it, so that the first ones are aligned with the words.
        x, y = place.center(index)
        wide, high = tile / 2, tile / 2 * lattice.tallness
        x, y = x - cell / 2 + wide, y - cell / 2 * lattice.tallness + high
        if value == VOID or x + wide > room.right + 0.01 or y + high > room.bottom + 0.01:
            continue
        shade = blank_tone if value < 0 else palette.blend(palette.accent, min(1.0, 0.28 + 0.18 * value))
        yield cell_shape(lattice, (x, y), tile, shade)
        if value >= 0:
            on_ink, on_ground = contrast(palette.ink, shade), contrast(palette.ground, shade)
            color = palette.ink if on_ink >= on_ground else palette.ground
            yield Text(x, y + DIGIT * cell / 2, str(value), size, "digits", "middle", color)


# --- the spine


def _spine(text: CoverText, geometry: CoverGeometry, palette: Palette, metrics: Metrics) -> Iterator[Mark]:
    """Set title and author on the spine, read from the top down as in most countries."""
    if geometry.spine_text is None:
        return
    area = _trimmed(geometry.spine_text, geometry.bleed)
    size = min(MAX_SPINE, area.width * SPINE_SHARE)
    if size < MIN_SPINE:
        return
    cap = metrics.cap_height("bold")
    x = (area.left + area.right) / 2 - size * cap / 2
    top, foot = area.top + size * 1.5, area.bottom - size * 1.5
    need = (metrics.width(text.title, "bold") + metrics.width(text.author, "regular")) * size + 2 * size
    if need > foot - top:  # a long title is smaller, and the author is left out before the title
        size = max(MIN_SPINE, size * (foot - top) / need)
    if (wide := metrics.width(text.title, "bold") * size) > foot - top:
        fits = int(len(text.title) * (foot - top) / wide)
        raise LayoutError(
            f"title: its {len(text.title)} letters do not fit the spine of the cover, even at {size:g} pt: "
            f"about {fits} letters do"
        )
    yield Text(x, top, text.title, size, "bold", color=palette.ink, turn=90)
    taken = metrics.width(text.title, "bold") * size + 2 * size
    if text.author and taken + metrics.width(text.author, "regular") * size <= foot - top:
        yield Text(x, foot, text.author, size, "regular", "end", palette.ink, turn=90)


# --- the back


def _back(text: CoverText, art: Puzzle, geometry: CoverGeometry, palette: Palette, metrics: Metrics) -> Iterator[Mark]:
    """Set the words of the back at the top, and a strip of artwork at the foot beside the barcode."""
    panel = _trimmed(geometry.back, geometry.bleed)
    margin = panel.width * MARGIN
    body = min(15.0, max(10.5, panel.width / 42))
    sizes = TypeSizes(body, body * 1.42, body * 0.8, body * 1.7, body * 3, body * 34)
    left, foot, right = panel.left + margin, panel.bottom - margin, panel.right - margin
    strip = STRIP
    if geometry.barcode is not None:
        code = _trimmed(geometry.barcode, geometry.bleed)
        right, foot, strip = code.left - margin / 2, code.bottom, code.height
    cell = strip / art.grid.variant.lattice.extent(1, STRIP_ROWS)[1]
    yield from _artwork(art, Box(left, foot - strip, right, foot), cell, palette, metrics)
    measure = min(sizes.measure, panel.width - 2 * margin)
    flow = text_items(text.back, measure, TextStyle(sizes, metrics, palette.ink))
    room = foot - strip - margin / 2 - panel.top - margin
    columns = fill_columns(flow, [room])
    if len(columns) > 1:
        over = excess_lines(flow, room, sizes.leading)
        raise LayoutError(f"cover.back: the words do not fit above the barcode: shorten them by {over} lines")
    for drop, item in columns[0]:
        yield from moved(item.marks, left, panel.top + margin + drop)


# --- the guide

GUIDE = Gray(0.45)
GUIDE_LINE = 0.75


def lay_out_cover_guide(geometry: CoverGeometry, words: tuple[str, str, str]) -> Page:
    """Lay out the guide: thin lines for folds, cuts and barcode, to lay over the cover on a screen. It is not printed.

    ``words`` are the labels of the spine, the barcode and the safe areas.
    """
    bleed = geometry.bleed
    width, height = geometry.width - 2 * bleed, geometry.height - 2 * bleed
    spine, barcode, safe = words
    marks: list[Mark] = [*_frame(Box(0, 0, width, height))]
    for fold in (geometry.spine_left - bleed, geometry.spine_right - bleed):
        marks.append(Line(fold, -bleed, fold, height + bleed, GUIDE_LINE, GUIDE))
    for area in (geometry.safe_back, geometry.safe_front):
        box = _trimmed(area, bleed)
        marks += _dashes(box)
        marks.append(Text(box.left + 6, box.top + 14, safe, 9.0, color=GUIDE))
    if geometry.barcode is not None:
        box = _trimmed(geometry.barcode, bleed)
        marks += _frame(box)
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        marks.append(Text(x, y, barcode, 9.0, "regular", "middle", GUIDE))
    if geometry.spine:
        middle = (geometry.spine_left + geometry.spine_right) / 2 - bleed
        marks.append(Text(middle - 3, 40, spine, 9.0, color=GUIDE, turn=90))
    return Page(1, "guide", width, height, Box(0.0, 0.0, width, height), tuple(marks))


def _frame(box: Box) -> list[Mark]:
    corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
    return [Line(*a, *b, GUIDE_LINE, GUIDE) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]


def _dashes(box: Box) -> Iterator[Mark]:
    """Draw a dashed frame."""
    step, dash = 12.0, 5.0
    for y in (box.top, box.bottom):
        for i in range(int(box.width / step)):
            x = box.left + i * step
            yield Line(x, y, x + dash, y, GUIDE_LINE, GUIDE)
    for x in (box.left, box.right):
        for i in range(int(box.height / step)):
            y = box.top + i * step
            yield Line(x, y, x, y + dash, GUIDE_LINE, GUIDE)
