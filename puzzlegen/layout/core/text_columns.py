"""Setting blocks of text and figures into columns: no heading at a foot, no single line of a paragraph alone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from puzzlegen.language.rich_text import Block as TextBlock
from puzzlegen.language.rich_text import Figure, Heading, ListItem, Paragraph, Run
from puzzlegen.layout.core.document import Colour, Mark, Metrics, PlacedGrid, Text
from puzzlegen.layout.core.text import SetLine, wrap
from puzzlegen.layout.core.theme import TypeSizes


@dataclass(frozen=True, slots=True)
class Item:
    """Something a column cannot break: a line or a figure. Marks are relative to its top left corner.

    ``before`` is room above it, dropped at the head of a column; ``keep`` holds it together with the next item.
    """

    height: float
    marks: tuple[Mark, ...]
    grids: tuple[PlacedGrid, ...] = ()
    before: float = 0.0
    keep: bool = False


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How running text is set: sizes, colour of text, the fonts' metrics."""

    sizes: TypeSizes
    metrics: Metrics
    colour: Colour

    def line(self, pieces: SetLine, baseline: float, size: float, indent: float = 0.0) -> tuple[Mark, ...]:
        """The marks of one set line."""
        return tuple(
            Text(indent + piece.x, baseline, piece.text, size, piece.font, colour=self.colour) for piece in pieces
        )

    def width(self, pieces: SetLine, size: float) -> float:
        """Where a set line ends."""
        return max((piece.x + self.metrics.width(piece.text, piece.font) * size for piece in pieces), default=0.0)


MOST_ROWS = 3  # of a worked example that are kept on one page
Column = list[tuple[float, Item]]


def items(
    blocks: Sequence[TextBlock], measure: float, style: TextStyle, figures: Mapping[str, Sequence[Item]] | None = None
) -> list[Item]:
    """The blocks as items on the baseline grid. A Figure block whose name is not in ``figures`` leaves nothing."""
    found: list[Item] = []
    previous: TextBlock | None = None
    start = 0  # where the block before this one begins
    for block in blocks:
        begin = len(found)
        if isinstance(block, Figure):
            rows = (figures or {}).get(block.name, ())
            if rows:  # the words that announce a figure stay with it, and whole
                found[start:] = [replace(item, keep=True) for item in found[start:]]
            found += [replace(row, keep=True) for row in rows[:-1]] + list(rows[-1:])
            if len(rows) > MOST_ROWS:  # in two parts, neither of one row alone
                at = len(found) - len(rows) // 2 - 1
                found[at] = replace(found[at], keep=False)
        elif isinstance(block, Heading):
            found += _heading(block, measure, style)
        else:
            found += _paragraph(block, measure, style, after=previous)
        previous = block
        start = begin
    return found


def _heading(block: Heading, measure: float, style: TextStyle) -> list[Item]:
    sizes = style.sizes
    first = block.level == 1
    size = sizes.heading if first else sizes.body
    leading = 2 * sizes.leading if first else sizes.leading
    bold = tuple(Run(run.text, True) for run in block.runs)
    lines = wrap(bold, measure, size, style.metrics)
    drop = leading - (sizes.leading - sizes.body) if not first else size
    set_lines = [
        Item(leading, style.line(line, drop, size), before=0.0 if i or first else sizes.leading, keep=True)
        for i, line in enumerate(lines)
    ]
    if first and set_lines:  # the page's own heading has a line of white below it
        set_lines[-1] = replace(set_lines[-1], height=leading + sizes.leading / 2)
    return set_lines


def _paragraph(block: Paragraph | ListItem, measure: float, style: TextStyle, after: TextBlock | None) -> list[Item]:
    sizes = style.sizes
    marker = block.marker if isinstance(block, ListItem) else None
    indent = 0.0 if marker is None else sizes.body * 1.5
    lines = wrap(block.runs, measure - indent, sizes.body, style.metrics)
    # Half a line between paragraphs, none between a heading and what it heads.
    gap = 0.0 if isinstance(after, Heading) or after is None else sizes.leading / 2
    if marker is not None and isinstance(after, ListItem):
        gap = sizes.leading / 4
    drop = sizes.body
    set_lines = []
    for i, line in enumerate(lines):
        marks = style.line(line, drop, sizes.body, indent)
        if marker is not None and i == 0:
            marks = (Text(0.0, drop, marker, sizes.body, colour=style.colour), *marks)
        # First two and last two lines stay together.
        keep = i < len(lines) - 1 and (i == 0 or i == len(lines) - 2)
        set_lines.append(Item(sizes.leading, marks, before=gap if i == 0 else 0.0, keep=keep))
    return set_lines


def columns(flow: Sequence[Item], heights: Sequence[float]) -> list[Column]:
    """The items stacked into columns. Column n is ``heights[n]`` high, the last height stands for all that follow.

    A group of kept items higher than a column is broken where it must be.
    """
    done: list[Column] = [[]]
    used = 0.0
    for group in _groups(flow):
        need = group[0].before * bool(done[-1]) + _height(group)
        if done[-1] and used + need > _room(heights, len(done)):
            done.append([])
            used = 0.0
        for item in group:
            before = item.before if done[-1] else 0.0
            if done[-1] and used + before + item.height > _room(heights, len(done)) + 1e-6:
                done.append([])
                used = before = 0.0
            done[-1].append((used + before, item))
            used += before + item.height
    return done


def _height(group: Sequence[Item]) -> float:
    return sum(item.height for item in group) + sum(item.before for item in group[1:])


def _groups(flow: Sequence[Item]) -> list[list[Item]]:
    groups: list[list[Item]] = []
    open_group = False
    for item in flow:
        if open_group:
            groups[-1].append(item)
        else:
            groups.append([item])
        open_group = item.keep
    return groups


def _room(heights: Sequence[float], column: int) -> float:
    return heights[min(column, len(heights)) - 1]


def overlong(flow: Sequence[Item], height: float, leading: float) -> int:
    """By how many lines a flow is too long for one column of that height; at least one."""
    return max(1, math.ceil((_height(flow) - height) / leading - 1e-6))


def column_height(column: Column) -> float:
    """From the head of the column to the foot of its last item."""
    return column[-1][0] + column[-1][1].height if column else 0.0
