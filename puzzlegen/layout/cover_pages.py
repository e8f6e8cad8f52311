"""The cover: back, spine and front on one sheet, and a guide sheet that shows where the printer folds and cuts.

One ground runs round all three, so that a fold a little beside its place does not show. The front's artwork is a puzzle
of the book as a quilt: its clues in shades of the accent color, the cells to be solved in one quiet tone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import LayoutError
from puzzlegen.language.rich_text import Block
from puzzlegen.layout.core.document import RGB, Box, Gray, Line, Mark, Metrics, Page, Rect, Text, moved
from puzzlegen.layout.core.line_breaking import TextLine, text_run, wrap_text
from puzzlegen.layout.core.text_columns import TextStyle, excess_lines, fill_columns, text_items
from puzzlegen.layout.core.theme import Palette, TypeSizes, contrast
from puzzlegen.printers.cover_geometry import Area, CoverGeometry

MARGIN = 0.085  # of the trim width, from the trim to what stands on the cover
MAX_TITLE_SHARE, MIN_TITLE_SHARE = 0.115, 0.042  # height of the title's type, as a share of the trim height
TITLE_LINES = 4
MIN_TITLE = 18.0  # points
TITLE_CALM = 0.06  # below this share the title is not made smaller for the artwork's sake
SUBTITLE, AUTHOR = 0.4, 0.34  # of the title's size
LEADING, SMALL_LEADING = 1.06, 1.3
SUBTITLE_DROP = 1.8  # of the subtitle's size, from the title's last line
ART_GAP = 0.9  # of the margin, between the words and the artwork
SMALL = 11.0  # points: subtitle and author are never smaller
MAX_SPINE, MIN_SPINE = 18.0, 7.0  # points: type on the spine
SPINE_SHARE = 0.62  # of the room between the folds
TILE_GAP = 0.05  # of a cell
DIGIT = 0.5  # height of a clue, of a cell
HIDDEN_CELL_INK = 0.14  # how much ink the cells to be solved have: lighter tints do not print
STRIP, STRIP_ROWS = 86.4, 3  # the quilt on the back: points, as high as a barcode; rows
MIN_ART = 0.3  # of the trim height: less is no artwork


@dataclass(frozen=True, slots=True)
class CoverText:
    """The words of a cover; ``back`` is what stands on the back."""

    title: str
    subtitle: str
    author: str
    back: tuple[Block, ...]


def lay_out_cover(text: CoverText, art: Puzzle, geometry: CoverGeometry, palette: Palette, metrics: Metrics) -> Page:
    """The sheet as it is cut; the ground is the page's paper and runs over all edges.

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
    wide, high = geometry.width - 2 * bleed, geometry.height - 2 * bleed
    return Page(1, "cover", wide, high, Box(0.0, 0.0, wide, high), tuple(marks), paper=palette.ground)


def _trimmed(area: Area, bleed: float) -> Box:
    """An area of the sheet, counted from where it is cut."""
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
    cell = min(room.width / art.grid.width, room.height / art.grid.height)
    top = room.bottom - art.grid.height * cell  # one left edge with the words above, one foot on every cover
    yield from _quilt(art, Box(room.left, top, room.right, room.bottom), cell, palette, metrics)


def _subtitle_size(title: float) -> float:
    return max(SMALL, title * SUBTITLE)


def _author_size(title: float) -> float:
    return max(SMALL, title * AUTHOR)


def _title(text: CoverText, art: Puzzle, inner: Box, height: float, metrics: Metrics) -> tuple[float, list[TextLine]]:
    """The largest type in which the title fits, and the artwork below it reaches across; or at least the title fits."""
    size = height * MAX_TITLE_SHARE
    least = max(MIN_TITLE, height * MIN_TITLE_SHARE)
    wanted = inner.width * art.grid.height / art.grid.width
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
            if inner.height - used >= wanted or size <= height * TITLE_CALM:
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


def _quilt(art: Puzzle, room: Box, cell: float, palette: Palette, metrics: Metrics) -> Iterator[Mark]:
    """As many cells of the puzzle, from its top left, as the room has: clues in shades of the accent."""
    grid = art.grid
    tile = cell * (1 - TILE_GAP)
    quiet = palette.blend(palette.ink, HIDDEN_CELL_INK)
    size = DIGIT * cell / metrics.figure_height("digits")
    for index, value in enumerate(art.cells):
        row, col = grid.position(index)
        x, y = room.left + col * cell, room.top + row * cell
        if x + tile > room.right + 0.01 or y + tile > room.bottom + 0.01:
            continue
        shade = quiet if value < 0 else palette.blend(palette.accent, min(1.0, 0.28 + 0.18 * value))
        yield Rect(x, y, tile, tile, shade)
        if value >= 0:
            on_ink, on_ground = contrast(palette.ink, shade), contrast(palette.ground, shade)
            color = palette.ink if on_ink >= on_ground else palette.ground
            yield Text(x + tile / 2, y + tile / 2 + DIGIT * cell / 2, str(value), size, "digits", "middle", color)


# --- the spine


def _spine(text: CoverText, geometry: CoverGeometry, palette: Palette, metrics: Metrics) -> Iterator[Mark]:
    """Title and author, read from the top down, as books stand on shelves in most of the world."""
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
    if need > foot - top:  # a long title is set smaller, and the author goes before the title is lost
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
    """Words at the top; a strip of the quilt at the foot, beside the place of the barcode."""
    panel = _trimmed(geometry.back, geometry.bleed)
    margin = panel.width * MARGIN
    body = min(15.0, max(10.5, panel.width / 42))
    sizes = TypeSizes(body, body * 1.42, body * 0.8, body * 1.7, body * 3, body * 34)
    left, foot, right = panel.left + margin, panel.bottom - margin, panel.right - margin
    strip = STRIP
    if geometry.barcode is not None:
        code = _trimmed(geometry.barcode, geometry.bleed)
        right, foot, strip = code.left - margin / 2, code.bottom, code.height
    cell = strip / STRIP_ROWS
    yield from _quilt(art, Box(left, foot - strip, right, foot), cell, palette, metrics)
    measure = min(sizes.measure, panel.width - 2 * margin)
    flow = text_items(text.back, measure, TextStyle(sizes, metrics, palette.ink))
    room = foot - strip - margin / 2 - panel.top - margin
    found = fill_columns(flow, [room])
    if len(found) > 1:
        over = excess_lines(flow, room, sizes.leading)
        raise LayoutError(f"cover.back: the words do not fit above the barcode: shorten them by {over} lines")
    for drop, item in found[0]:
        yield from moved(item.marks, left, panel.top + margin + drop)


# --- the guide

GUIDE = Gray(0.45)
GUIDE_LINE = 0.75


def lay_out_cover_guide(geometry: CoverGeometry, words: tuple[str, str, str]) -> Page:
    """Where the printer folds, cuts and prints its barcode, in thin lines, to be laid over the cover and never printed.

    ``words`` names the spine, the barcode, and what the inner frames mean.
    """
    bleed = geometry.bleed
    wide, high = geometry.width - 2 * bleed, geometry.height - 2 * bleed
    spine, barcode, safe = words
    marks: list[Mark] = [*_frame(Box(0, 0, wide, high))]
    for fold in (geometry.spine_left - bleed, geometry.spine_right - bleed):
        marks.append(Line(fold, -bleed, fold, high + bleed, GUIDE_LINE, GUIDE))
    for area in (geometry.safe_back, geometry.safe_front):
        box = _trimmed(area, bleed)
        marks += _dashes(box)
        marks.append(Text(box.left + 6, box.top + 14, safe, 9.0, color=GUIDE))
    if geometry.barcode is not None:
        box = _trimmed(geometry.barcode, bleed)
        marks += _frame(box)
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        marks.append(Text(x, y, barcode, 9.0, "regular", "middle", GUIDE))
    middle = (geometry.spine_left + geometry.spine_right) / 2 - bleed
    marks.append(Text(middle - 3, 40, spine, 9.0, color=GUIDE, turn=90))
    return Page(1, "guide", wide, high, Box(0.0, 0.0, wide, high), tuple(marks))


def _frame(box: Box) -> list[Mark]:
    corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
    return [Line(*a, *b, GUIDE_LINE, GUIDE) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]


def _dashes(box: Box) -> Iterator[Mark]:
    """A frame of dashes."""
    step, dash = 12.0, 5.0
    for y in (box.top, box.bottom):
        for i in range(int(box.width / step)):
            x = box.left + i * step
            yield Line(x, y, x + dash, y, GUIDE_LINE, GUIDE)
    for x in (box.left, box.right):
        for i in range(int(box.height / step)):
            y = box.top + i * step
            yield Line(x, y, x, y + dash, GUIDE_LINE, GUIDE)
