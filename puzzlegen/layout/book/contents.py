"""The contents: every part that has a title, with its page, and for sections how hard they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlegen.language.rich_text import Heading
from puzzlegen.layout.book.parts import Part, Plan
from puzzlegen.layout.core.document import Mark, Page, Text
from puzzlegen.layout.core.marks import difficulty
from puzzlegen.layout.core.sheet import Setting, Sheet
from puzzlegen.layout.core.text import plain, wrap
from puzzlegen.layout.core.text_columns import Item, columns, items
from puzzlegen.layout.core.transform import moved

LEADER_PITCH = 6.0  # points between the dots that lead to a page number
MARK_SIZE = 0.6  # of the small type, as in the headers of puzzles


def contents_part(parts: Sequence[Part], setting: Setting) -> Part:
    """The contents of a book of those parts, on as many pages as they need."""

    def pages(plan: Plan | None) -> list[list[tuple[float, Item]]]:
        head = items([Heading(1, plain(setting.words.contents.heading))], setting.measure(), setting.text)
        lines = [_line(part, plan.starts[part.key] if plan else 0, setting) for part in parts if part.listing]
        return columns([*head, *lines], [setting.page.block(1).height])

    def draw(first: int, plan: Plan) -> Iterator[Page]:
        for number, column in enumerate(pages(plan), start=first):
            sheet = Sheet(number, "contents", setting)
            sheet.put_column(column, sheet.block.left, sheet.block.top)
            yield sheet.page()

    return Part("contents", len(pages(None)), draw)


def _line(part: Part, page: int, setting: Setting) -> Item:
    """One part; its height does not depend on the page's number."""
    listing, sizes, metrics = part.listing, setting.sizes, setting.metrics
    assert listing is not None
    measure, soft = setting.measure(), setting.theme.soft
    room = metrics.width("0000", "regular") * sizes.body + 2 * LEADER_PITCH
    marks: list[Mark] = []
    baseline = 0.0
    end = 0.0
    for line in wrap(plain(listing.title), measure - room, sizes.body, metrics):
        baseline += sizes.leading if marks else sizes.body
        marks += setting.text.line(line, baseline, sizes.body)
        end = max(piece.x + metrics.width(piece.text, piece.font) * sizes.body for piece in line)
    number = str(page)
    marks += _leader(end, measure - metrics.width(number, "regular") * sizes.body, baseline, setting)
    marks.append(Text(measure, baseline, number, sizes.body, anchor="end"))
    if listing.note:
        baseline += sizes.leading * 0.95
        cap = metrics.cap_height("regular") * sizes.small
        rating, wide = difficulty(setting.theme.headers.marks, listing.stars, 0.0, -cap / 2, sizes.small * MARK_SIZE)
        marks += moved(rating, 0.0, baseline)
        marks.append(Text(wide + sizes.small * 0.7, baseline, listing.note, sizes.small, colour=soft))
    height = -(-baseline // (sizes.leading / 2)) * sizes.leading / 2  # half lines keep titles on the baseline grid
    return Item(height, tuple(marks), before=sizes.leading * 0.5)


def _leader(start: float, end: float, baseline: float, setting: Setting) -> list[Mark]:
    """Dots between a title and its page; those of all lines stand under each other."""
    first = int((start + LEADER_PITCH) // LEADER_PITCH + 1)
    last = int((end - LEADER_PITCH / 2) // LEADER_PITCH)
    if last - first < 2:
        return []
    size = setting.sizes.small
    spacing = LEADER_PITCH - setting.metrics.width(".", "regular") * size
    dots = "." * (last - first)
    return [Text(first * LEADER_PITCH, baseline, dots, size, colour=setting.theme.soft, spacing=spacing)]
