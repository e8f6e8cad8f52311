"""The gallery at the end of a book: all its pictures, small and without lines, each above its number and its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from puzzlegen.language.rich_text import Heading
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, PagePlan
from puzzlegen.layout.core.document import Color, Link, Mark, Page, Place, Rect, Text
from puzzlegen.layout.core.line_breaking import TextLine, text_run, wrap_text
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.text_columns import Column, ColumnItem, fill_columns, text_items
from puzzlegen.units import mm

MIN_TILE, TILE_GAP = mm(32), 18.0  # points: the least width of a picture's place, and the distance between two
MAX_CELL = mm(2.2)  # larger cells look coarse
OVERLAP = 1.04  # of a cell: solid cells overlap, so that no light line shows between them
LABEL_GAP, LABEL_LEADING = 1.6, 1.25  # of the label's size: from the picture to its baseline; between its lines
ROW_GAP = 20.0


def gallery_part(sections: Sequence[BookSection], after_answers: bool, context: LayoutContext) -> BookPart:
    """Make the gallery. Unless it follows the answers, it begins overleaf, so that no picture faces its puzzle."""
    heading = context.messages.gallery.heading
    entries = [entry for section in sections for entry in section.entries if entry.graded.answer_is_picture]
    head = text_items([Heading(1, text_run(heading))], context.measure(), context.text)
    pages = gallery_pages(head, entries, context)

    def draw(first: int, _: PagePlan) -> Iterator[Page]:
        for number, column in enumerate(pages, start=first):
            builder = PageBuilder(number, "gallery", context, head=heading if number > first else "")
            builder.add_column(column, builder.block.left, builder.block.top)
            yield builder.build()

    return BookPart(
        "gallery", len(pages), draw, recto=False, overleaf=not after_answers, contents_entry=ContentsEntry(heading)
    )


def gallery_pages(head: Sequence[ColumnItem], entries: Sequence[PuzzleEntry], context: LayoutContext) -> list[Column]:
    """Arrange the pictures on the fewest pages, there as large as possible, and in rows of nearly equal length."""
    block = context.geometry.block(1)
    best: list[Column] = []
    for across in range(max(1, int((block.width + TILE_GAP) / (MIN_TILE + TILE_GAP))), 0, -1):
        width = (block.width + TILE_GAP) / across - TILE_GAP
        left = iter(entries)
        shares = reversed(_even_shares(len(entries), -(-len(entries) // across)))  # longer rows come first
        rows = [_row(list(islice(left, share)), width, block.width, context) for share in shares]
        pages = fill_columns([*head, *rows], [block.height])
        if best and len(pages) > len(best):
            break
        best = pages
    return _balanced(best, len(head), block.height)


def _balanced(pages: list[Column], headed: int, height: float) -> list[Column]:
    """Move rows to later pages until all pages have nearly the same number; ``headed`` items are the heading's."""
    items = [item for page in pages for _, item in page]
    rows = iter(items[headed:])
    shares = [list(islice(rows, share)) for share in _even_shares(len(items) - headed, len(pages))]  # a heading first
    shares[0] = items[:headed] + shares[0]
    even = [fill_columns(share, [height]) for share in shares]
    return [columns[0] for columns in even] if all(len(columns) == 1 for columns in even) else pages


def _even_shares(count: int, parts: int) -> list[int]:
    """Divide ``count`` things into nearly equal shares, the smaller ones first."""
    least, more = divmod(count, parts)
    return [least] * (parts - more) + [least + 1] * more


def _row(entries: Sequence[PuzzleEntry], width: float, across: float, context: LayoutContext) -> ColumnItem:
    """Make a row of pictures, which stand on one line in the middle of ``across`` points.

    ``width`` is that of a place in points.
    """
    start = (across + TILE_GAP - len(entries) * (width + TILE_GAP)) / 2
    size = context.sizes.small
    cells = [min(MAX_CELL, width / max(_sides(entry))) for entry in entries]
    base = max(cell * _sides(entry)[1] for entry, cell in zip(entries, cells, strict=True))
    labels = [_label(entry, width, size, context) for entry in entries]
    marks: list[Mark] = []
    for i, (entry, cell, lines) in enumerate(zip(entries, cells, labels, strict=True)):
        columns, rows = _sides(entry)
        middle = start + i * (width + TILE_GAP) + width / 2
        marks += _picture(entry, cell, (middle - columns * cell / 2, base - rows * cell), context.theme.answer.ink)
        for at, line in enumerate(lines):
            y = base + (LABEL_GAP + at * LABEL_LEADING) * size
            left = middle - _width(line, size, context) / 2
            marks += [Text(left + piece.x, y, piece.text, size, piece.font) for piece in line]
    height = base + (LABEL_GAP + (max(map(len, labels)) - 1) * LABEL_LEADING + 0.4) * size
    links = (
        Link(start + i * (width + TILE_GAP), 0.0, width, height, Place("puzzle", entry.number))
        for i, entry in enumerate(entries)
    )
    return ColumnItem(height, tuple(marks), before=ROW_GAP, links=tuple(links))


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


def _label(entry: PuzzleEntry, width: float, size: float, context: LayoutContext) -> list[TextLine]:
    """Set the number of a puzzle and the name of its picture."""
    words = (*text_run(f"{entry.number}\u00a0\u00a0", True), *text_run(entry.title))
    return wrap_text(words, width, size, context.metrics)


def _width(line: TextLine, size: float, context: LayoutContext) -> float:
    return max(piece.x + context.metrics.width(piece.text, piece.font) * size for piece in line)
