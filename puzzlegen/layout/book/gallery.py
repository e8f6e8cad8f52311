"""Lays out the gallery: all pictures of a book that are answers, with the numbers and the names of their puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry, answer_words
from puzzlegen.layout.book.page_plan import BookPart, columns_part
from puzzlegen.layout.core.columns import Column, ColumnItem, fill_columns, item_of, opened, white_each
from puzzlegen.layout.core.document import Color, Link, Mark, Place, Rect, TaggedMarks, Text
from puzzlegen.layout.core.page_builder import LayoutContext
from puzzlegen.layout.core.text import text_run
from puzzlegen.units import mm

MIN_TILE, TILE_GAP = mm(32), 18.0  # points: the least width of a picture's place, and the distance between two
MAX_CELL = mm(2.2)  # larger cells look coarse
OVERLAP = 1.04  # of a cell: solid cells overlap, so that no light line shows between them
PICTURE_LABEL_GAP, LABEL_LEADING = 1.6, 1.25  # of the label's size: from the picture to its baseline; between its lines
PICTURE_ROW_GAP, WIDER_ROW_GAP = 20.0, 80.0  # points between rows; what a page with space adds at most
_T = TypeVar("_T")


def gallery_part(sections: Sequence[BookSection], after_answers: bool, context: LayoutContext) -> BookPart:
    """Make the gallery. Unless it follows the answers, it begins overleaf, so that no picture faces its puzzle."""
    heading = context.messages.text("gallery.heading")
    entries = [entry for section in sections for entry in section.entries if entry.graded.answer_is_picture]
    pages = ([(0.0, 0.0, page)] for page in gallery_pages(context.heading(heading), entries, context))
    return replace(columns_part("gallery", pages, context, heading), overleaf=not after_answers)


def gallery_pages(head: Sequence[ColumnItem], entries: Sequence[PuzzleEntry], context: LayoutContext) -> list[Column]:
    """Arrange the pictures on the fewest pages, there as large as possible, and in rows of nearly equal length.

    The white at the foot of each page stands between its rows.
    """
    block = context.geometry.block(1)
    best: list[Column] = []
    for across in range(max(1, int((block.width + TILE_GAP) / (MIN_TILE + TILE_GAP))), 0, -1):
        width = (block.width + TILE_GAP) / across - TILE_GAP
        shares = _even_shares(entries, -(-len(entries) // across), longer_first=True)
        rows = [_row(share, width, block.width, context) for share in shares]
        pages = fill_columns([*head, *rows], [block.height])
        if best and len(pages) > len(best):
            break
        best = pages
    spread = []
    for page in _balanced(best, len(head), block.height):
        is_row = [bool(item.links) for _, item in page]
        below = [this_row and any(is_row[:i]) for i, this_row in enumerate(is_row)]
        spread.append(opened(page, below, max(0.0, min(WIDER_ROW_GAP, white_each(page, below, block.height)))))
    return spread


def _balanced(pages: list[Column], headed: int, height: float) -> list[Column]:
    """Move rows to later pages until all pages have nearly the same number; ``headed`` items are the heading's."""
    items = [item for page in pages for _, item in page]
    shares = _even_shares(items[headed:], len(pages))  # a heading first
    shares[0] = items[:headed] + shares[0]
    even = [fill_columns(share, [height]) for share in shares]
    return [columns[0] for columns in even] if all(len(columns) == 1 for columns in even) else pages


def _even_shares(things: Sequence[_T], parts: int, *, longer_first: bool = False) -> list[list[_T]]:
    """Divide things, in their order, into nearly equal shares."""
    least, more = divmod(len(things), parts)
    sizes, left = [least] * (parts - more) + [least + 1] * more, iter(things)
    return [list(islice(left, size)) for size in (sizes[::-1] if longer_first else sizes)]


def _row(entries: Sequence[PuzzleEntry], width: float, across: float, context: LayoutContext) -> ColumnItem:
    """Make a row of pictures, on one line in the middle of ``across`` points, each in a place of ``width`` points."""
    pitch, size = width + TILE_GAP, context.sizes.small
    start = (across + TILE_GAP - len(entries) * pitch) / 2
    cells = [min(MAX_CELL, width / max(_sides(entry))) for entry in entries]
    base = max(cell * _sides(entry)[1] for entry, cell in zip(entries, cells, strict=True))
    made, links, most = TaggedMarks(), [], 0
    for i, (entry, cell) in enumerate(zip(entries, cells, strict=True)):
        middle = start + i * pitch + width / 2
        columns, rows = (side * cell for side in _sides(entry))
        with made.part("Figure", text=answer_words(entry, context)):
            ink = context.theme.picture_ink(entry.graded.picture)
            made.marks += _picture(entry, cell, (middle - columns / 2, base - rows), ink)
        label = (*text_run(f"{entry.number}\u00a0\u00a0", True), *text_run(entry.title))
        lines = context.lines(label, width, size)
        most = max(most, len(lines))
        with made.part("P", "Link", text=f"{entry.number}, {entry.title}", link=i):
            for row, line in enumerate(lines):
                y = base + (PICTURE_LABEL_GAP + row * LABEL_LEADING) * size
                left = middle - context.text.width(line, size) / 2
                made.marks += [Text(left + piece.x, y, piece.text, size, piece.font) for piece in line]
        links.append((start + i * pitch, Place("puzzle", entry.number)))
    height = base + (PICTURE_LABEL_GAP + (most - 1) * LABEL_LEADING + 0.4) * size
    return item_of(made, height, PICTURE_ROW_GAP, (Link(left, 0.0, width, height, place) for left, place in links))


def _sides(entry: PuzzleEntry) -> tuple[int, int]:
    return entry.puzzle.grid.width, entry.puzzle.grid.height


def _picture(entry: PuzzleEntry, cell: float, corner: tuple[float, float], ink: Color) -> Iterator[Mark]:
    """Yield the solid cells of a picture whose top left corner is given."""
    more = (OVERLAP - 1) / 2
    for i, filled in enumerate(entry.solution):
        if filled:
            row, column = entry.puzzle.grid.position(i)
            x, y = corner[0] + (column - more) * cell, corner[1] + (row - more) * cell
            yield Rect(x, y, OVERLAP * cell, OVERLAP * cell, ink)
