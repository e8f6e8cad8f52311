"""Lays out the score card, notes, and what takes the place of blank pages: ornament, quotation or tip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, cycle, repeat

from puzzlegen.errors import LayoutError
from puzzlegen.language.markdown_blocks import Block
from puzzlegen.layout.book.book_content import BookSection, Filler, OtherVolume, PuzzleEntry, Ruling
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, columns_part, ending_open
from puzzlegen.layout.core import ornaments
from puzzlegen.layout.core.columns import (
    COLUMN_GAP,
    ColumnItem,
    PagePlan,
    column_height,
    column_width,
    fill_columns,
    item_of,
    list_pages,
    name_item,
)
from puzzlegen.layout.core.document import (
    Anchor,
    Disc,
    Frame,
    Gray,
    Line,
    Link,
    Mark,
    Page,
    Place,
    Rect,
    Ring,
    TaggedMarks,
    Text,
    moved,
)
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.symbols import MARK_SIZE, difficulty_symbols
from puzzlegen.layout.core.text import centered_block, text_items, text_run
from puzzlegen.units import mm

MIN_ROW = 19.0  # points: handwriting in pencil is 6 mm high
SCORE_LEADINGS = (1.2, 1.1, 1.0)  # heights of its rows in lines, from the loosest setting to the tightest
SCORE_GAP = 10.0  # points between the columns of a row of the score card
MIN_TIME = 56.0  # points to write a time in
COVER_LINES = (9.0, 7.0, 5.5, 4.2, 3.2)  # heights of small covers in lines, from the largest to the smallest
WITH_LARGE_TYPE = 5.0  # lines: titles beside higher covers are as large as headings
VOLUMES_GAP = 3.0  # lines of text from another part to the heading of the list of books below it
MAX_TABLES = 4  # of a score card side by side
WRITING_LINE = Gray(0.7)
TICK = 8.5  # points: side of the box to tick
LABEL_DROP = 5.0  # points from the names of the columns to the line below them
FAINT = Gray(0.72)  # lighter than pencil, but printers still hold it
LINE_PITCH = mm(8)  # wide ruled, for quick handwriting
DOT_PITCH = mm(6)
DOT = 0.55  # points: radius
THIN = 0.75  # points: the thinnest line that printers hold


def score_part(sections: Sequence[BookSection], context: LayoutContext) -> BookPart:
    """Make the score card: a row for each puzzle with its difficulty and par, and space for the time and a tick."""
    heading, block = context.messages.text("score.heading"), context.geometry.block(1)
    entries = [entry for section in sections for entry in section.entries]
    needs = _score_needs(entries, context)
    least = sum(needs.values()) + SCORE_GAP * (len(needs) - 1)
    fit = max(1, int((block.width + COLUMN_GAP) / (least + COLUMN_GAP)))
    across = min(MAX_TABLES, fit, max(1, len(entries) // 6))
    stops = _score_columns(needs, column_width(across, block.width))
    lowest = max(MIN_ROW, context.geometry.least_link)
    heights = dict.fromkeys(max(lowest, context.sizes.leading * share) for share in SCORE_LEADINGS)
    flows = (
        [item for section in sections for item in _score_section(section, stops, context, high)] for high in heights
    )
    pages = list_pages(context.heading(heading), flows, across, block, context.sizes.small + LABEL_DROP)
    labels = _score_labels(stops, context)
    again = repeat(replace(labels, parts=()))  # they are read once
    above = chain([labels], again)
    placed = [
        [(0.0, 0.0, page.head)]
        + [(left, top, [(-LABEL_DROP, next(above)), *column]) for left, top, column in page.columns]
        for page in pages
    ]
    return ending_open(columns_part("score-card", placed, context, heading), pages, context)


def volumes_part(volumes: Sequence[OtherVolume], context: LayoutContext, former: BookPart) -> BookPart:
    """Make the list of the other books of the series, with covers as large as they are on the fewest pages.

    It takes the rest of the last page of ``former``, the part before it, if that has no puzzles and it fits there.
    """
    leading, block = context.sizes.leading, context.geometry.block(1)
    head = context.heading(context.messages.text("volume.others"))
    flows = [[*head, *(_volume_item(one, lines, context) for one in volumes)] for lines in COVER_LINES]
    if former.free_from is not None and not former.puzzles:
        top = former.free_from - block.top + VOLUMES_GAP * leading
        columns = min((fill_columns(flow, [block.height - top]) for flow in flows), key=len)
        if len(columns) == 1:
            return replace(columns_part("volumes", [[(0.0, top, columns[0])]], context, unnumbered=1), joins=True)
    columns = min((fill_columns(flow, [block.height]) for flow in flows), key=len)
    return columns_part("volumes", ([(0.0, 0.0, column)] for column in columns), context)


def _volume_item(one: OtherVolume, lines: float, context: LayoutContext) -> ColumnItem:
    """Set a book as a cover so many lines high with its number on a disc, and its title and what is in it beside it."""
    sizes, made, high = context.sizes, TaggedMarks(), lines * context.sizes.leading
    wide = high * context.geometry.width / context.geometry.height
    left, middle, radius = wide + 1.5 * sizes.leading, 0.42 * high, high / 5
    number = context.messages.text("volume.line", volume=one.number) if one.number else ""
    large = lines > WITH_LARGE_TYPE
    words = (one.title, sizes.heading if large else sizes.body), (one.about, sizes.body if large else sizes.small)
    set_lines = [
        (line, size)
        for text, size in words
        for line in context.lines(text_run(text, bold=text is one.title), context.measure() - left, size)
    ]
    made.marks += [Rect(0.0, 0.0, wide, high, one.color), Frame(0.0, 0.0, wide, high, THIN, context.theme.soft)]
    if number:
        foot = middle + context.metrics.figure_height("bold") * radius / 2
        made.marks.append(Disc(wide / 2, middle, radius, Gray(1.0)))
        made.marks.append(Text(wide / 2, foot, one.number, radius, "bold", "middle"))
    height = sum(1.3 * size for _, size in set_lines)
    y = max(0.0, (high - height) / 2) - 0.3 * sizes.body
    with made.part("P", text=", ".join(filter(None, (one.title, number, one.about)))):
        for line, size in set_lines:
            y += 1.3 * size
            made.marks += moved(context.text.line(line, y, size), left, 0.0)
    return item_of(made, max(high, height), sizes.leading)


def _score_needs(entries: Sequence[PuzzleEntry], context: LayoutContext) -> dict[str, float]:
    """Return the least widths in points of the columns of the table, from left to right."""
    size = context.sizes.small
    needs = {
        "number": max(context.width(str(entry.number), size, "bold") for entry in entries),
        "difficulty": difficulty_symbols(context.theme, 1, 0.0, 0.0, size * MARK_SIZE)[1],
        "par": max(context.width(_minutes(entry, context), size) for entry in entries),
        "time": MIN_TIME,
        "done": TICK,
    }
    label = _score_label_size(context)
    return {
        name: max(need, context.width(context.messages.pattern(f"score.{name}"), label))
        for name, need in needs.items()
        if need
    }


def _minutes(entry: PuzzleEntry, context: LayoutContext) -> str:
    return context.messages.minutes(entry.par) if entry.par else ""


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


def _score_labels(stops: Mapping[str, float], context: LayoutContext) -> ColumnItem:
    """Return the names of the columns with their baseline at 0, and the line below them."""
    size, width, made = _score_label_size(context), stops["done"], TaggedMarks()
    words = {name: context.messages.pattern(f"score.{name}") for name in stops}
    with made.part("P", text=", ".join(words.values())):
        for name, text in words.items():
            anchor: Anchor = "end" if name == "done" else "start"
            made.marks.append(Text(stops[name], 0.0, text, size, anchor=anchor, color=context.theme.soft))
        made.marks.append(Line(0.0, LABEL_DROP, width, LABEL_DROP, THIN, context.theme.puzzle.lines_color))
    return item_of(made, 0.0)


def _score_section(
    section: BookSection, stops: Mapping[str, float], context: LayoutContext, height: float
) -> list[ColumnItem]:
    """Set the rows of a section, each ``height`` points high, below its name."""
    name = name_item(section.name, context.sizes.small, height * 0.75, height, MIN_ROW / 2)
    return [name, *(_score_row(entry, stops, context, height, i) for i, entry in enumerate(section.entries))]


def _score_row(
    entry: PuzzleEntry, stops: Mapping[str, float], context: LayoutContext, height: float, before: int
) -> ColumnItem:
    """Set the row of a puzzle that stands below so many others of its section."""
    size, width, middle, made = context.sizes.small, stops["done"], height / 2, TaggedMarks()
    baseline = height * 0.5 + context.metrics.cap_height("regular") * size / 2
    with made.part("L", "LI", "Lbl", "Link", shared=min(before, 1), link=0):
        made.marks.append(Text(stops["number"], baseline, str(entry.number), size, "bold"))
    minutes = _minutes(entry, context)
    with made.part("L", "LI", "LBody", text=", ".join(filter(None, (entry.difficulty, minutes))), shared=2):
        mark = size * MARK_SIZE
        made.marks += difficulty_symbols(context.theme, entry.stars, stops["difficulty"], middle, mark)[0]
        if minutes:
            made.marks.append(Text(stops["par"], baseline, minutes, size, color=context.theme.soft))
    left, top = width - TICK - 0.5, (height - TICK) / 2
    made.marks.append(Frame(left, top, TICK, TICK, THIN, context.theme.puzzle.lines_color))
    made.marks.append(Line(0.0, height, width, height, THIN, WRITING_LINE))
    return item_of(made, height, links=[Link(0.0, 0.0, stops["time"], height, Place("puzzle", entry.number))])


def notes_part(pages: int, ruling: Ruling, context: LayoutContext) -> BookPart:
    """Make the pages for notes at the end of the book."""

    def draw(first: int, _: PagePlan) -> Iterator[Page]:
        return (notes_page(number, ruling, context, number == first) for number in range(first, first + pages))

    entry = ContentsEntry(context.messages.text("notes.heading"))
    return BookPart("notes", pages, draw, contents_entry=entry)


def notes_page(number: int, ruling: Ruling, context: LayoutContext, headed: bool = False) -> Page:
    """Draw one page for notes with faint lines or dots, and with a heading or a running head."""
    heading = context.messages.text("notes.heading")
    builder = PageBuilder(number, "notes", context, head="" if headed else heading)
    block = builder.block
    top = block.top
    if headed:
        (column,) = fill_columns(context.heading(heading), [block.height])
        builder.add_column(column, block.left, top)
        top += column_height(column)
    pitch = LINE_PITCH if ruling == "lines" else DOT_PITCH
    baselines = [block.bottom - i * pitch for i in range(int((block.bottom - top) / pitch) + 1)]
    marks: list[Mark]
    if ruling == "lines":
        marks = [Line(block.left, y, block.right, y, THIN, FAINT) for y in baselines]
    else:
        count = int((block.width - 2 * DOT) / pitch)
        left = block.left + (block.width - count * pitch) / 2
        marks = [Disc(left + i * pitch, y, DOT, FAINT) for y in baselines for i in range(count + 1)]
    builder.add(reversed(marks))
    return builder.build()


HEIGHT = 0.4  # share of the text block above the middle of an ornament or a text, where it looks centered
BELOW_PICTURE = 0.12  # so much lower is the middle of a text below a picture
MEASURE = 0.72  # of the width of the text block for a text
DISC, INNER_RING, OUTER_RING = 4.5, 10.0, 17.0  # points: radii of the ornament
LARGER = 1.2  # size of a text, as a share of running text
RULE_LENGTH = 42.0  # points: length of the lines beside it
RULE_GAP = 12.0  # points from the outer ring


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
    """Draw the picture of the theme, or a mine with rings around it between two lines, in the gray of running heads."""
    builder = PageBuilder(number, "ornament", context, folio=False)
    block, soft = builder.block, context.theme.soft
    if picture := ornaments.large_picture(context, block, block.top + HEIGHT * block.height):
        builder.add([*picture, *ornaments.border(context, number)])
        return builder.build()
    marks: list[Mark] = [Disc(0.0, 0.0, DISC, context.theme.puzzle.ink)]
    marks += [Ring(0.0, 0.0, radius, THIN, soft) for radius in (INNER_RING, OUTER_RING)]
    for side in (-1, 1):
        start = side * (OUTER_RING + RULE_GAP)
        marks.append(Line(start, 0.0, start + side * RULE_LENGTH, 0.0, THIN, soft))
    builder.add(marks, dx=(block.left + block.right) / 2, dy=block.top + HEIGHT * block.height)
    return builder.build()


def _text_page(number: int, text: Sequence[Block], context: LayoutContext) -> Page:
    """Set a text below a short line, narrower than the text block. Raises LayoutError if it needs more than a page.

    In themes with ornaments it stands within a border, and below their picture if both fit.
    In themes with centered headings, the text and the line are centered, too.
    """
    builder = PageBuilder(number, "quotation", context, folio=False)
    block, sizes = builder.block, context.sizes
    increased = {"body": sizes.body * LARGER, "leading": sizes.leading * LARGER}
    larger = replace(context.text, sizes=sizes.model_copy(update=increased))
    measure, centered = MEASURE * block.width, context.theme.align == "center"
    aligned = [centered_block(item) for item in text] if centered else text
    column, *rest = fill_columns(text_items(aligned, measure, larger), [block.height - sizes.leading])
    if rest:
        raise LayoutError(f"page {number}: a text of quotations does not fit one page: shorten it")
    left = block.left + (block.width - measure) / 2
    high = ornaments.picture_height(context)
    middle = HEIGHT + BELOW_PICTURE * bool(high)
    top = max(block.top + sizes.leading, block.top + middle * block.height - column_height(column) / 2)
    start = (block.left + block.right - RULE_LENGTH) / 2 if centered else left
    if high and top - 2 * high > block.top:  # there is room for the picture within the border
        builder.add([*ornaments.large_picture(context, block, top - high), *ornaments.border(context, number)])
    else:
        builder.add([Line(start, 0.0, start + RULE_LENGTH, 0.0, THIN, context.theme.soft)], dy=top - sizes.leading)
    builder.add_column(column, left, top)
    return builder.build()
