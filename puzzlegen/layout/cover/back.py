"""The back of a cover: its words, and a strip of artwork beside the barcode."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import Box, Mark, Metrics, moved
from puzzlegen.layout.core.text_columns import TextStyle, excess_lines, fill_columns, text_items
from puzzlegen.layout.core.theme import Palette, TypeSizes
from puzzlegen.layout.cover.barcode import barcode_marks
from puzzlegen.layout.cover.panels import MARGIN, CoverText, trimmed
from puzzlegen.layout.cover.puzzle_tiles import puzzle_tiles
from puzzlegen.printers.cover_geometry import CoverGeometry

STRIP, STRIP_ROWS = 86.4, 3  # artwork on the back: height in points, as high as a barcode; rows


def back_marks(
    text: CoverText, art: Puzzle, geometry: CoverGeometry, palette: Palette, metrics: Metrics
) -> Iterator[Mark]:
    """Set the words of the back at the top, and a strip of artwork at the foot beside the barcode.

    Raises LayoutError for words that do not fit.
    """
    panel = trimmed(geometry.back, geometry.bleed)
    margin = panel.width * MARGIN
    body = min(15.0, max(10.5, panel.width / 42))
    sizes = TypeSizes(body, body * 1.42, body * 0.8, body * 1.7, body * 3, body * 34)
    left, foot, right = panel.left + margin, panel.bottom - margin, panel.right - margin
    strip = STRIP
    if geometry.barcode is not None:
        code = trimmed(geometry.barcode, geometry.bleed)
        right, foot, strip = code.left - margin / 2, code.bottom, code.height
        if geometry.isbn:
            yield from barcode_marks(geometry.isbn, code, metrics)
    cell = strip / art.grid.variant.lattice.extent(1, STRIP_ROWS)[1]
    yield from puzzle_tiles(art, Box(left, foot - strip, right, foot), cell, palette, metrics)
    measure = min(sizes.measure, panel.width - 2 * margin)
    flow = text_items(text.back, measure, TextStyle(sizes, metrics, palette.ink))
    room = foot - strip - margin / 2 - panel.top - margin
    columns = fill_columns(flow, [room])
    if len(columns) > 1:
        over = excess_lines(flow, room, sizes.leading)
        raise LayoutError(f"cover.back: the words do not fit above the barcode: shorten them by {over} lines")
    for drop, item in columns[0]:
        yield from moved(item.marks, left, panel.top + margin + drop)
