"""Lays out the score card, notes, and what takes the place of blank pages: ornament, quotation or tip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import cycle

from puzzlegen.errors import LayoutError
from puzzlegen.language.markdown_blocks import Block, Heading
from puzzlegen.layout.book.book_content import BookSection, Filler, PuzzleEntry, Ruling
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, PagePlan
from puzzlegen.layout.core.document import (
    Disc,
    Frame,
    Gray,
    Line,
    Link,
    Mark,
    Page,
    PagePart,
    Place,
    Ring,
    TaggedMarks,
    Text,
)
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.symbols import MARK_SIZE, difficulty_symbols
from puzzlegen.layout.core.text import (
    COLUMN_GAP,
    ColumnItem,
    ListPage,
    centered_block,
    column_height,
    column_width,
    fill_columns,
    list_pages,
    text_items,
    text_run,
)
from puzzlegen.units import mm

MIN_ROW = 19.0  # points: handwriting in pencil is 6 mm high
SCORE_LEADINGS = (1.2, 1.1, 1.0)  # heights of its rows in lines, from the loosest setting to the tightest
SCORE_GAP = 10.0  # points between the columns of a row of the score card
MIN_TIME = 56.0  # points to write a time in
MAX_TABLES = 4  # of a score card side by side
WRITING_LINE = Gray(0.7)
TICK = 8.5  # points: side of the box to tick
FAINT = Gray(0.72)  # lighter than pencil, but printers still hold it
LINE_PITCH = mm(8)  # wide ruled, for quick handwriting
DOT_PITCH = mm(6)
DOT = 0.55  # points: radius


def score_part(sections: Sequence[BookSection], context: LayoutContext) -> BookPart:
    """Make the score card: a row for each puzzle with its difficulty and par, and space for the time and a tick."""
    heading = context.messages.text("score.heading")
    entries = [entry for section in sections for entry in section.entries]
    needs = _score_needs(entries, context)
    least = sum(needs.values()) + SCORE_GAP * (len(needs) - 1)
    total = context.geometry.block(1).width
    across = min(MAX_TABLES, max(1, int((total + COLUMN_GAP) / (least + COLUMN_GAP))), max(1, len(entries) // 6))
    width = column_width(across, total)
    stops = _score_columns(needs, width)
    least = max(MIN_ROW, context.geometry.least_link)
    heights = dict.fromkeys(max(least, context.sizes.leading * share) for share in SCORE_LEADINGS)
    flows = ([item for one in sections for item in _score_section(one, stops, context, high)] for high in heights)
    head = text_items([Heading(1, text_run(heading))], context.measure(), context.text)
    pages = list_pages(head, flows, across, context.geometry.block(1), context.sizes.small + 5.0)
    return replace(list_part("score-card", heading, pages, _score_labels(stops, context), context), recto=False)


def list_part(
    kind: str, heading: str, pages: Sequence[ListPage], labels: Sequence[Mark], context: LayoutContext
) -> BookPart:
    """Make a part of pages with lists, with labels above each column."""

    def draw(first: int, _: PagePlan) -> Iterator[Page]:
        for number, page in enumerate(pages, start=first):
            builder = PageBuilder(number, kind, context, head=heading if number > first else "")
            builder.add_column(page.head, builder.block.left, builder.block.top)
            for left, top, column in page.columns:
                x, y = builder.block.left + left, builder.block.top + top
                words = [one.string for one in labels if isinstance(one, Text)]
                with builder.part("P", text=", ".join(words)) if (number, left) == (first, 0.0) else nullcontext():
                    builder.add(labels, dx=x, dy=y - 5.0)
                builder.add_column(column, x, y)
            yield builder.build()

    return BookPart(kind, len(pages), draw, contents_entry=ContentsEntry(heading))


def _score_needs(entries: Sequence[PuzzleEntry], context: LayoutContext) -> dict[str, float]:
    """Return the least widths in points of the columns of the table, from left to right."""
    size, metrics = context.sizes.small, context.metrics
    marks = difficulty_symbols(context.theme.marks.difficulty, 1, 0.0, 0.0, size * MARK_SIZE)[1]
    needs = {
        "number": max(metrics.width(str(entry.number), "bold") for entry in entries) * size,
        "difficulty": marks,
        "par": max(metrics.width(context.messages.minutes(entry.par), "regular") if entry.par else 0.0
                   for entry in entries) * size,
        "time": MIN_TIME,
        "done": TICK,
    }  # fmt: skip
    labels = _score_label_size(context)
    return {
        name: max(need, metrics.width(context.messages.pattern(f"score.{name}"), "regular") * labels)
        for name, need in needs.items()
        if need
    }


def _score_label_size(context: LayoutContext) -> float:
    return max(context.sizes.small - 1, context.sizes.least)


def _score_columns(needs: Mapping[str, float], width: float) -> dict[str, float]:
    """Return where the columns of the table stand: the right end of the last, the left end of the others.

    Half of the spare width goes to the space for the time, the rest between the columns.
    """
    spare = width - sum(needs.values()) - SCORE_GAP * (len(needs) - 1)
    gap = SCORE_GAP + spare / 2 / (len(needs) - 1)
    stops, x = {}, 0.0
    for name, need in needs.items():
        stops[name] = x
        x += need + gap + (spare / 2 if name == "time" else 0.0)
    return stops | {"done": width}


def _score_labels(stops: Mapping[str, float], context: LayoutContext) -> list[Mark]:
    """Return the names of the columns with their baseline at 0, and the line below them."""
    size, soft = _score_label_size(context), context.theme.soft
    width = stops["done"]
    marks: list[Mark] = [
        Text(
            stop,
            0.0,
            context.messages.pattern(f"score.{name}"),
            size,
            anchor="end" if name == "done" else "start",
            color=soft,
        )
        for name, stop in stops.items()
    ]
    return [*marks, Line(0.0, 5.0, width, 5.0, 0.75, context.theme.puzzle.lines_color)]


def _score_section(
    section: BookSection, stops: Mapping[str, float], context: LayoutContext, height: float
) -> list[ColumnItem]:
    """Set the rows of a section, each ``height`` points high, below its name."""
    name = Text(0.0, height * 0.75, section.name, context.sizes.small, "bold")
    rows = [_score_row(entry, stops, context, height, i) for i, entry in enumerate(section.entries)]
    return [ColumnItem(height, (name,), before=MIN_ROW / 2, keep=True, parts=(PagePart(("H2",), range(1)),)), *rows]


def _score_row(
    entry: PuzzleEntry, stops: Mapping[str, float], context: LayoutContext, height: float, before: int
) -> ColumnItem:
    """Set the row of a puzzle that stands below so many others of its section."""
    sizes, soft = context.sizes, context.theme.soft
    width = stops["done"]
    baseline = height * 0.5 + context.metrics.cap_height("regular") * sizes.small / 2
    tagged = TaggedMarks()
    with tagged.part("L", "LI", "Lbl", "Link", shared=min(before, 1), link=0):
        tagged.marks.append(Text(stops["number"], baseline, str(entry.number), sizes.small, "bold"))
    minutes = context.messages.minutes(entry.par) if entry.par else ""
    rating, _ = difficulty_symbols(
        context.theme.marks.difficulty, entry.stars, stops["difficulty"], height / 2, sizes.small * MARK_SIZE
    )
    words = ", ".join(filter(None, (entry.difficulty, minutes)))
    with tagged.part("L", "LI", "LBody", text=words, shared=2):
        tagged.marks += rating
        if minutes:
            tagged.marks.append(Text(stops["par"], baseline, minutes, sizes.small, color=soft))
    tagged.marks.append(
        Frame(width - TICK - 0.5, (height - TICK) / 2, TICK, TICK, 0.75, context.theme.puzzle.lines_color)
    )
    tagged.marks.append(Line(0.0, height, width, height, 0.75, WRITING_LINE))
    links = (Link(0.0, 0.0, stops["time"], height, Place("puzzle", entry.number)),)
    return ColumnItem(height, tuple(tagged.marks), links=links, parts=tuple(tagged.parts))


def notes_part(pages: int, ruling: Ruling, context: LayoutContext) -> BookPart:
    """Make the pages for notes at the end of the book."""

    def draw(first: int, _: PagePlan) -> Iterator[Page]:
        return (notes_page(number, ruling, context, number == first) for number in range(first, first + pages))

    entry = ContentsEntry(context.messages.text("notes.heading"))
    return BookPart("notes", pages, draw, recto=False, contents_entry=entry)


def notes_page(number: int, ruling: Ruling, context: LayoutContext, headed: bool = False) -> Page:
    """Draw one page for notes with faint lines or dots, and with a heading or a running head."""
    heading = context.messages.text("notes.heading")
    builder = PageBuilder(number, "notes", context, head="" if headed else heading)
    block = builder.block
    top = block.top
    if headed:
        for item in text_items([Heading(1, text_run(heading))], context.measure(), context.text):
            builder.add_column([(0.0, item)], block.left, top)
            top += item.height
    pitch = LINE_PITCH if ruling == "lines" else DOT_PITCH
    baselines = [block.bottom - i * pitch for i in range(int((block.bottom - top) / pitch) + 1)]
    marks: list[Mark]
    if ruling == "lines":
        marks = [Line(block.left, y, block.right, y, 0.75, FAINT) for y in baselines]
    else:
        count = int((block.width - 2 * DOT) / pitch)
        left = block.left + (block.width - count * pitch) / 2
        marks = [Disc(left + i * pitch, y, DOT, FAINT) for y in baselines for i in range(count + 1)]
    builder.add(reversed(marks))
    return builder.build()


HEIGHT = 0.4  # share of the text block above the middle of an ornament or a text, where it looks centered
MEASURE = 0.72  # of the width of the text block for a text
DISC, INNER_RING, OUTER_RING = 4.5, 10.0, 17.0  # points: radii of the ornament
LARGER = 1.2  # size of a text, as a share of running text
RULE_LENGTH = 42.0  # points: length of the lines beside it
RULE_GAP = 12.0  # points from the outer ring
THIN = 0.75  # points: the thinnest line that printers hold


@dataclass(frozen=True, slots=True)
class FillerPages:
    """What blank pages show: ``kinds`` in turn, with texts for the kind ``text``. Without kinds they stay blank.

    Pages for notes stand only from the page ``notes_from`` on: none is among the front matter. Each text is shown once,
    and none behind the page ``texts_to``, so that no book ends with a tip. Another kind takes their place.
    """

    kinds: tuple[Filler, ...]
    texts: tuple[tuple[Block, ...], ...]
    ruling: Ruling
    notes_from: int
    texts_to: int

    def pages(self, numbers: Sequence[int], context: LayoutContext) -> Iterator[Page]:
        """Yield a page for each of these page numbers, which are the blank ones of the book."""
        kinds, texts = cycle(self.kinds), iter(self.texts)
        left = len(self.texts)
        for number in numbers:
            kind = self._allowed(next(kinds, None), number, left)
            if kind == "notes":
                yield notes_page(number, self.ruling, context)
            elif kind == "ornament":
                yield _ornament_page(number, context)
            elif kind == "text":
                left -= 1
                yield _text_page(number, next(texts), context)
            else:
                yield PageBuilder(number, "blank", context, folio=False).build()

    def _allowed(self, wanted: Filler | None, number: int, texts: int) -> Filler | None:
        """Return the kind of a page: the wanted one, or another with ``texts`` texts left; None leaves it blank."""
        allowed = {
            "ornament": True,
            "notes": number >= self.notes_from,
            "text": texts > 0 and number <= self.texts_to,
        }
        options: list[Filler] = [wanted, *self.kinds] if wanted else []
        if wanted == "text":
            options.append("ornament")
        return next((kind for kind in options if allowed[kind]), None)


def _ornament_page(number: int, context: LayoutContext) -> Page:
    """Draw a mine with rings around it between two lines, in the gray of running heads."""
    builder = PageBuilder(number, "ornament", context, folio=False)
    block, soft = builder.block, context.theme.soft
    marks: list[Mark] = [Disc(0.0, 0.0, DISC, context.theme.puzzle.ink)]
    marks += [Ring(0.0, 0.0, radius, THIN, soft) for radius in (INNER_RING, OUTER_RING)]
    for side in (-1, 1):
        start = side * (OUTER_RING + RULE_GAP)
        marks.append(Line(start, 0.0, start + side * RULE_LENGTH, 0.0, THIN, soft))
    builder.add(marks, dx=(block.left + block.right) / 2, dy=block.top + HEIGHT * block.height)
    return builder.build()


def _text_page(number: int, text: Sequence[Block], context: LayoutContext) -> Page:
    """Set a text below a short line, narrower than the text block. Raises LayoutError if it needs more than a page.

    In themes with centered headings, the text and the line are centered, too.
    """
    builder = PageBuilder(number, "quotation", context, folio=False)
    block, sizes = builder.block, context.sizes
    increased = {"body": sizes.body * LARGER, "leading": sizes.leading * LARGER}
    larger = replace(context.text, sizes=sizes.model_copy(update=increased))
    measure, centered = MEASURE * block.width, context.theme.align == "center"
    aligned = [centered_block(one) for one in text] if centered else text
    column, *rest = fill_columns(text_items(aligned, measure, larger), [block.height - sizes.leading])
    if rest:
        raise LayoutError(f"page {number}: a text of quotations does not fit one page: shorten it")
    left = block.left + (block.width - measure) / 2
    top = max(block.top + sizes.leading, block.top + HEIGHT * block.height - column_height(column) / 2)
    start = (block.left + block.right - RULE_LENGTH) / 2 if centered else left
    builder.add([Line(start, 0.0, start + RULE_LENGTH, 0.0, THIN, context.theme.soft)], dy=top - sizes.leading)
    builder.add_column(column, left, top)
    return builder.build()
