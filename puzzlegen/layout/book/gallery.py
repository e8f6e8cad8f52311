"""Lays out the gallery: all pictures of a book that are answers, with the numbers and the names of their puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice

from puzzlegen.language.markdown_blocks import Heading
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry, answer_words
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, PagePlan
from puzzlegen.layout.core.document import Color, Link, Mark, Page, Place, Rect, TaggedMarks, Text
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.text import (
    Column,
    ColumnItem,
    TextLine,
    column_height,
    fill_columns,
    text_items,
    text_run,
    wrap_text,
)
from puzzlegen.units import mm

MIN_TILE, TILE_GAP = mm(32), 18.0  # points: the least width of a picture's place, and the distance between two
MAX_CELL = mm(2.2)  # larger cells look coarse
OVERLAP = 1.04  # of a cell: solid cells overlap, so that no light line shows between them
PICTURE_LABEL_GAP, LABEL_LEADING = 1.6, 1.25  # of the label's size: from the picture to its baseline; between its lines
PICTURE_ROW_GAP, WIDER_ROW_GAP = 20.0, 80.0  # points between rows; what a page with space adds at most


def gallery_part(sections: Sequence[BookSection], after_answers: bool, context: LayoutContext) -> BookPart:
    """Make the gallery. Unless it follows the answers, it begins overleaf, so that no picture faces its puzzle."""
    heading = context.messages.text("gallery.heading")
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
    return _spaced(_balanced(best, len(head), block.height), block.height)


def _balanced(pages: list[Column], headed: int, height: float) -> list[Column]:
    """Move rows to later pages until all pages have nearly the same number; ``headed`` items are the heading's."""
    items = [item for page in pages for _, item in page]
    rows = iter(items[headed:])
    shares = [list(islice(rows, share)) for share in _even_shares(len(items) - headed, len(pages))]  # a heading first
    shares[0] = items[:headed] + shares[0]
    even = [fill_columns(share, [height]) for share in shares]
    return [columns[0] for columns in even] if all(len(columns) == 1 for columns in even) else pages


def _spaced(pages: Sequence[Column], height: float) -> list[Column]:
    """Distribute the white at the foot of each page between its rows of pictures."""
    found = []
    for page in pages:
        rows = list(accumulate(bool(item.links) for _, item in page))  # counted down the page
        added = max(0.0, min(WIDER_ROW_GAP, (height - column_height(page)) / max(1, rows[-1] - 1)))
        found.append([(drop + added * max(0, row - 1), item) for (drop, item), row in zip(page, rows, strict=True)])
    return found


def _even_shares(count: int, parts: int) -> list[int]:
    """Divide ``count`` things into nearly equal shares, the smaller ones first."""
    least, more = divmod(count, parts)
    return [least] * (parts - more) + [least + 1] * more


def _row(entries: Sequence[PuzzleEntry], width: float, across: float, context: LayoutContext) -> ColumnItem:
    """Make a row of pictures, on one line in the middle of ``across`` points, each in a place of ``width`` points."""
    pitch, size = width + TILE_GAP, context.sizes.small
    start = (across + TILE_GAP - len(entries) * pitch) / 2
    cells = [min(MAX_CELL, width / max(_sides(entry))) for entry in entries]
    base = max(cell * _sides(entry)[1] for entry, cell in zip(entries, cells, strict=True))
    labels = [_label(entry, width, size, context) for entry in entries]
    tagged = TaggedMarks()
    for i, (entry, cell, lines) in enumerate(zip(entries, cells, labels, strict=True)):
        middle = start + i * pitch + width / 2
        columns, rows = (side * cell for side in _sides(entry))
        with tagged.part("Figure", text=answer_words(entry, context)):
            tagged.marks += _picture(entry, cell, (middle - columns / 2, base - rows), context.theme.answer.ink)
        with tagged.part("P", "Link", text=f"{entry.number}, {entry.title}", link=i):
            for at, line in enumerate(lines):
                y = base + (PICTURE_LABEL_GAP + at * LABEL_LEADING) * size
                left = middle - _width(line, size, context) / 2
                tagged.marks += [Text(left + piece.x, y, piece.text, size, piece.font) for piece in line]
    height = base + (PICTURE_LABEL_GAP + (max(map(len, labels)) - 1) * LABEL_LEADING + 0.4) * size
    places = [(start + i * pitch, Place("puzzle", entry.number)) for i, entry in enumerate(entries)]
    links, parts = tuple(Link(left, 0.0, width, height, place) for left, place in places), tuple(tagged.parts)
    return ColumnItem(height, tuple(tagged.marks), before=PICTURE_ROW_GAP, links=links, parts=parts)


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
