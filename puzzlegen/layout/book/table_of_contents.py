"""The table of contents: titles and pages of the parts, and the difficulty of sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlegen.language.rich_text import Heading
from puzzlegen.layout.book.page_plan import BookPart, PagePlan
from puzzlegen.layout.core.document import Link, Mark, Page, Place, Target, Text, moved
from puzzlegen.layout.core.line_breaking import text_run, wrap_text
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.symbols import difficulty_symbols
from puzzlegen.layout.core.text_columns import ColumnItem, fill_columns, text_items

LEADER_PITCH = 6.0  # points between the dots that lead to a page number
MARK_SIZE = 0.6  # share of the small type, as in the headings of puzzles


def contents_part(parts: Sequence[BookPart], context: LayoutContext) -> BookPart:
    """Make the table of contents of these parts, on as many pages as it needs."""

    def pages(plan: PagePlan | None) -> list[list[tuple[float, ColumnItem]]]:
        head = text_items([Heading(1, text_run(context.messages.contents.heading))], context.measure(), context.text)
        lines = [_line(part, plan.starts[part.key] if plan else 0, context) for part in parts if part.contents_entry]
        return fill_columns([*head, *lines], [context.geometry.block(1).height])

    def draw(first: int, plan: PagePlan) -> Iterator[Page]:
        for number, column in enumerate(pages(plan), start=first):
            builder = PageBuilder(number, "contents", context)
            builder.add_column(column, builder.block.left, builder.block.top)
            if number == first:
                builder.add_links([Target(builder.block.left, builder.block.top, Place("contents"))])
            yield builder.build()

    return BookPart("contents", len(pages(None)), draw)


def _line(part: BookPart, page: int, context: LayoutContext) -> ColumnItem:
    """Set the line of one part. Its height does not depend on the page number."""
    contents_entry, sizes, metrics = part.contents_entry, context.sizes, context.metrics
    assert contents_entry is not None
    measure, soft = context.measure(), context.theme.soft
    room = metrics.width("0000", "regular") * sizes.body + 2 * LEADER_PITCH
    marks: list[Mark] = []
    baseline = 0.0
    end = 0.0
    for line in wrap_text(text_run(contents_entry.title), measure - room, sizes.body, metrics):
        baseline += sizes.leading if marks else sizes.body
        marks += context.text.line(line, baseline, sizes.body)
        end = max(piece.x + metrics.width(piece.text, piece.font) * sizes.body for piece in line)
    number = str(page)
    marks += _leader(end, measure - metrics.width(number, "regular") * sizes.body, baseline, context)
    marks.append(Text(measure, baseline, number, sizes.body, anchor="end"))
    if contents_entry.note:
        cap = metrics.cap_height("regular") * sizes.small
        rating, wide = difficulty_symbols(
            context.theme.headers.marks, contents_entry.stars, 0.0, -cap / 2, sizes.small * MARK_SIZE
        )
        marks += moved(rating, 0.0, baseline + sizes.leading * 0.95)
        left = wide + sizes.small * 0.7
        for line in wrap_text(text_run(contents_entry.note), measure - left, sizes.small, metrics):
            baseline += sizes.leading * 0.95
            marks.append(Text(left, baseline, "".join(piece.text for piece in line), sizes.small, color=soft))
    height = -(-baseline // (sizes.leading / 2)) * sizes.leading / 2  # half lines of the baseline grid
    link = Link(0.0, 0.0, measure, height, Place("page", page))
    return ColumnItem(height, tuple(marks), before=sizes.leading * 0.5, links=(link,))


def _leader(start: float, end: float, baseline: float, context: LayoutContext) -> list[Mark]:
    """Return the dots between a title and its page number; the dots of all lines are aligned."""
    first = int((start + LEADER_PITCH) // LEADER_PITCH + 1)
    last = int((end - LEADER_PITCH / 2) // LEADER_PITCH)
    if last - first < 2:
        return []
    size = context.sizes.small
    spacing = LEADER_PITCH - context.metrics.width(".", "regular") * size
    dots = "." * (last - first)
    return [Text(first * LEADER_PITCH, baseline, dots, size, color=context.theme.soft, spacing=spacing)]
