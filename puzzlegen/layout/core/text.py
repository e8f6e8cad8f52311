"""Breaks text into lines, and sets text and figures into columns and pages without widows or orphans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import itemgetter

from puzzlegen.config.themes import TypeSizes
from puzzlegen.language.markdown import plain_text
from puzzlegen.language.markdown_blocks import Block as TextBlock
from puzzlegen.language.markdown_blocks import Figure, Heading, Image, ListItem, Paragraph, Rule, Run, TextAlign
from puzzlegen.layout.core.columns import ColumnItem
from puzzlegen.layout.core.document import (
    HEADINGS,
    Color,
    Font,
    Line,
    Mark,
    Metrics,
    PagePart,
    Tag,
    Text,
    moved,
)


@dataclass(frozen=True, slots=True)
class TextSegment:
    """Part of a line in one weight; ``x`` is the distance from the line's start."""

    x: float
    text: str
    font: Font


TextLine = tuple[TextSegment, ...]
_Word = list[tuple[str, Font]]


def _words(runs: tuple[Run, ...]) -> list[_Word]:
    """Split runs into words. The weight may change within a word, and a no-break space does not end one."""
    words: list[_Word] = [[]]
    for run in runs:
        font: Font = "bold" if run.bold else "regular"
        for i, part in enumerate(run.text.split(" ")):
            if i:
                words.append([])
            if part:
                words[-1].append((part, font))
    return [word for word in words if word]


def wrap_text(runs: tuple[Run, ...], measure: float, size: float, metrics: Metrics) -> list[TextLine]:
    """Break text into lines no longer than ``measure`` points, ragged right, filled greedily.

    A paragraph does not end in a line of one word if the word before fits beside it. Line ends within a run are kept.
    A word longer than the measure stands alone on its line and overruns it.
    """
    return [line for part in _forced_lines(runs) for line in _wrap_paragraph(part, measure, size, metrics)]


def _forced_lines(runs: tuple[Run, ...]) -> Iterator[tuple[Run, ...]]:
    """Yield the runs between forced line ends."""
    part: list[Run] = []
    for run in runs:
        first, *rest = run.text.split("\n")
        part.append(Run(first, run.bold))
        for text in rest:
            yield tuple(part)
            part = [Run(text, run.bold)]
    yield tuple(part)


def _wrap_paragraph(runs: tuple[Run, ...], measure: float, size: float, metrics: Metrics) -> list[TextLine]:
    words = _words(runs)
    space = metrics.width(" ", "regular") * size
    widths = [sum(metrics.width(text, font) for text, font in word) * size for word in words]
    breaks = _greedy_breaks(widths, space, measure)
    if len(breaks) > 2 and breaks[-1] - breaks[-2] == 1 and breaks[-2] - breaks[-3] > 2:
        breaks[-2] -= 1  # a single word on the last line is poor typography
        if sum(widths[breaks[-2] :]) + space > measure:
            breaks[-2] += 1
    return [_text_line(words[start:end], space, size, metrics) for start, end in pairwise(breaks)]


def _greedy_breaks(widths: list[float], space: float, measure: float) -> list[int]:
    breaks, used = [0], 0.0
    for i, width in enumerate(widths):
        if i > breaks[-1] and used + space + width > measure:
            breaks.append(i)
            used = width
        else:
            used += width + (space if i > breaks[-1] else 0.0)
    return [*breaks, len(widths)] if widths else breaks


def _text_line(words: list[_Word], space: float, size: float, metrics: Metrics) -> TextLine:
    """Join neighboring words of one weight into segments, so that files hold lines of text rather than loose words."""
    pieces: list[TextSegment] = []
    x = 0.0
    for font, parts in groupby(_spaced(words), key=itemgetter(1)):
        text = "".join(part for part, _ in parts)
        gap = text.startswith(" ")  # between two segments, never at the start of a line
        pieces.append(TextSegment(x + (space if gap else 0.0), text[1:] if gap else text, font))
        x = pieces[-1].x + metrics.width(pieces[-1].text, font) * size
    return tuple(pieces)


def _spaced(words: Iterable[_Word]) -> Iterator[tuple[str, Font]]:
    """Yield the parts of words, with a space at the start of each word but the first."""
    gap = ""
    for word in words:
        for text, font in word:
            yield gap + text, font
            gap = ""
        gap = " "


def text_run(text: str, bold: bool = False) -> tuple[Run, ...]:
    """Return the text as a single run."""
    return (Run(text, bold),)


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The style of running text: type sizes, font metrics and color, and that of headings if it differs."""

    sizes: TypeSizes
    metrics: Metrics
    color: Color
    heading: Color | None = None

    @property
    def headline(self) -> TextStyle:
        """The style of headings."""
        return replace(self, color=self.heading or self.color)

    def line(self, pieces: TextLine, baseline: float, size: float, indent: float = 0.0) -> tuple[Mark, ...]:
        """Return the marks of one line with its baseline at ``baseline``."""
        return tuple(
            Text(indent + piece.x, baseline, piece.text, size, piece.font, color=self.color) for piece in pieces
        )

    def width(self, pieces: TextLine, size: float) -> float:
        """Return the width of one line."""
        return max((piece.x + self.metrics.width(piece.text, piece.font) * size for piece in pieces), default=0.0)

    def aligned(
        self, pieces: TextLine, baseline: float, size: float, measure: float, align: TextAlign
    ) -> tuple[Mark, ...]:
        """Return the marks of one line within a measure."""
        share = {"start": 0.0, "center": 0.5, "end": 1.0}[align]
        spare = (measure - self.width(pieces, size)) * share if share else 0.0
        return self.line(pieces, baseline, size, spare)


MAX_ROWS = 3  # rows of figures that are kept together on one page
MAX_LIST = 18  # lines of a list that is kept together on one page
RULE_SHARE = 0.25  # length of a rule, share of the measure
WRITING_SHARE = 0.8  # the same of a line to write on, where all lines are in the middle
MARKER_SHARE = 1.5  # width of the marker of a list item and of the white behind it, in type sizes
MARKER_GAP = 0.4  # white behind a marker that is wider, such as 1984., in type sizes


def centered_block(block: TextBlock) -> TextBlock:
    """Return a heading, a paragraph or a rule in the middle unless it has an alignment; any other as it is."""
    if isinstance(block, Heading | Paragraph | Rule) and block.align == "start":
        return replace(block, align="center")
    return block


def text_items(
    blocks: Sequence[TextBlock],
    measure: float,
    style: TextStyle,
    figures: Mapping[str, Sequence[ColumnItem]] | None = None,
) -> list[ColumnItem]:
    """Convert blocks of text to column items on the baseline grid.

    ``figures`` has the rows of figures by their names and of images by their files; one that is missing is left out.
    Page breaks are left out too.
    """
    figures = figures or {}
    items: list[ColumnItem] = []
    previous: TextBlock | None = None
    start = 0  # where the block before this one begins
    first = 0  # where the list begins
    for block in blocks:
        begin = len(items)
        if not isinstance(block, ListItem):
            items[first:] = _kept_list(items[first:]) if isinstance(previous, ListItem) else items[first:]
        elif not isinstance(previous, ListItem):
            first = begin
        if isinstance(block, Image):
            items += figures.get(block.file, ())
        elif isinstance(block, Rule):
            items.append(_rule(block, measure, style))
        elif isinstance(block, Figure):
            rows = figures.get(block.name, ())
            if rows:  # the block that announces a figure stays in one piece with it
                items[start:] = map(_kept, items[start:])
            items += _kept_rows(rows)
        elif isinstance(block, Heading):
            items += _heading(block, measure, style)
        elif isinstance(block, Paragraph | ListItem):
            if items and isinstance(block, Paragraph) and block.align == "end":  # a signature stays with its text
                items[-1] = _kept(items[-1])
            items += _paragraph(block, measure, style, after=previous)
        previous = block
        start = begin
    if isinstance(previous, ListItem):
        items[first:] = _kept_list(items[first:])
    return items


def _kept(item: ColumnItem) -> ColumnItem:
    """Keep an item together with the next one."""
    return replace(item, keep=True)


def _kept_rows(rows: Sequence[ColumnItem]) -> list[ColumnItem]:
    """Keep the rows of a figure together; many rows may break, but the last one never stands alone."""
    together = len(rows) <= MAX_ROWS
    return [replace(row, keep=together or i == len(rows) - 2) for i, row in enumerate(rows[:-1])] + list(rows[-1:])


def _kept_list(lines: Sequence[ColumnItem]) -> list[ColumnItem]:
    """Keep the lines of a list together unless it is long."""
    return list(lines) if len(lines) > MAX_LIST else [*map(_kept, lines[:-1]), lines[-1]]


def _rule(rule: Rule, measure: float, style: TextStyle) -> ColumnItem:
    """Return a short line in the middle of the measure, or a line to write on, two lines of text below its head.

    A line to write on in the middle is shorter, with more white below it.
    """
    leading, short, centered = style.sizes.leading, not rule.to_write_on, rule.align == "center"
    y = leading / 2 if short else 2 * leading
    left = measure * (1 - (RULE_SHARE if short else WRITING_SHARE if centered else 1.0)) / 2
    line = Line(left, y, measure - left, y, 0.75, style.color)
    below = leading * (0.5 if short or not centered else 2.5)  # what is below begins anew
    return ColumnItem(y + below, (line,), before=y * short, keep=short, separator=short)


def _heading(block: Heading, measure: float, style: TextStyle) -> list[ColumnItem]:
    sizes = style.sizes
    first = block.level == 1
    size = sizes.heading if first else sizes.body
    leading = 2 * sizes.leading if first else sizes.leading
    bold = tuple(Run(run.text, True) for run in block.runs)
    lines = wrap_text(bold, measure, size, style.metrics)
    drop = leading - (sizes.leading - sizes.body) if not first else size
    tag, words = HEADINGS[min(block.level, len(HEADINGS)) - 1], plain_text(block.runs)
    set_lines = [
        ColumnItem(
            leading,
            style.headline.aligned(line, drop, size, measure, block.align),
            before=0.0 if i or first else sizes.leading,
            keep=True,
            parts=(PagePart.of_line((tag,), i, range(len(line)), words),),
        )
        for i, line in enumerate(lines)
    ]
    if first and set_lines:  # the heading of a page has half a line of white below it
        set_lines[-1] = replace(set_lines[-1], height=leading + sizes.leading / 2)
    return set_lines


def _tags(block: TextBlock, after: TextBlock | None) -> tuple[tuple[Tag, ...], tuple[PagePart, ...]]:
    """Return the tags of a paragraph, and the part of the marker that begins a list item, if it has one."""
    if not isinstance(block, ListItem):
        return ("P",), ()
    lists: list[Tag] = ["L"] * block.level
    shared = min(block.level, after.level) if isinstance(after, ListItem) else 0
    begin = (PagePart((*lists, "LI", "Lbl"), range(1), "", shared),) if block.marker else ()
    return (*lists, "LI", "LBody", "P"), begin


def _paragraph(
    block: Paragraph | ListItem, measure: float, style: TextStyle, after: TextBlock | None
) -> list[ColumnItem]:
    sizes = style.sizes
    align: TextAlign = "start"
    if isinstance(block, ListItem):
        marker = block.marker
        outdent = sizes.body * MARKER_SHARE * (block.level - 1)
        marked = style.metrics.width(block.widest, "regular") + MARKER_GAP
        indent = outdent + sizes.body * max(MARKER_SHARE, marked)
        width = measure - indent
    else:
        marker, align, outdent = None, block.align, 0.0
        indent = sizes.body * 2.5 if block.quoted else 0.0
        width = measure - indent * 2
    lines = wrap_text(block.runs, width, sizes.body, style.metrics)
    # Half a line between paragraphs, none between a heading and what it heads.
    gap = 0.0 if isinstance(after, Heading) or after is None else sizes.leading / 2
    if marker is not None and isinstance(after, ListItem):
        gap = sizes.leading / 4
    tags, begin = _tags(block, after)
    drop, words = sizes.body, plain_text(block.runs)
    set_lines = []
    for i, line in enumerate(lines):
        marks = tuple(moved(style.aligned(line, drop, sizes.body, width, align), indent, 0.0))
        parts: tuple[PagePart, ...] = ()
        if marker and i == 0:
            parts, marks = begin, (Text(outdent, drop, marker, sizes.body, color=style.color), *marks)
        parts += (PagePart.of_line(tags, i, range(len(parts), len(marks)), words, len(tags) - len(begin) - 1),)
        # First two and last two lines stay together.
        keep = i < len(lines) - 1 and (i == 0 or i == len(lines) - 2)
        before = gap if i == 0 else 0.0
        set_lines.append(ColumnItem(sizes.leading, marks, before=before, keep=keep, parts=parts))
    return set_lines
