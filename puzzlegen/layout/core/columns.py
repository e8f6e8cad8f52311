"""Divides what stands one below the other, such as lines and rows, into columns and pages."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, takewhile
from operator import attrgetter
from typing import TypeVar

from puzzlegen.layout.core.document import (
    Box,
    Link,
    Mark,
    PagePart,
    PlacedGrid,
    TaggedMarks,
    Target,
    Text,
)


@dataclass(frozen=True, slots=True)
class PagePlan:
    """The page numbers of a book, counted from 1; ``pages`` is how many there are, blank pages included.

    ``starts`` maps the key of each part to its first page. ``puzzles``, ``answers`` and ``hints`` map the numbers of
    puzzles to pages; they are empty in a book without them. ``separate_answers`` maps to the pages of a separate
    answer document, if it has more than one page.
    """

    pages: int
    starts: Mapping[str, int]
    puzzles: Mapping[int, int] = field(default_factory=dict)
    answers: Mapping[int, int] = field(default_factory=dict)
    hints: Mapping[int, int] = field(default_factory=dict)
    separate_answers: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ColumnItem:
    """A part of a column that cannot be broken: a line or a row of figures. Its top left corner is the origin.

    ``before`` is the space above it, which is dropped at the head of a column. ``keep`` keeps it together with the
    next item. ``links`` are links and their targets, and ``parts`` those of its marks and links, for files for the
    screen. A ``separator`` is left out at the head of a column. What names pages, and what a thick book has thousands
    of, is made again ``late``, with its page; until then it has a height and perhaps targets.
    """

    height: float
    marks: tuple[Mark, ...] = ()
    grids: tuple[PlacedGrid, ...] = ()
    before: float = 0.0
    keep: bool = False
    links: tuple[Link | Target, ...] = ()
    separator: bool = False
    parts: tuple[PagePart, ...] = ()
    late: Callable[[PagePlan], ColumnItem] | None = None


def item_of(
    made: TaggedMarks, height: float, before: float = 0.0, links: Iterable[Link | Target] = (), *, keep: bool = False
) -> ColumnItem:
    """Return an item that consists of these marks."""
    marks, grids, parts = tuple(made.marks), tuple(made.grids), tuple(made.parts)
    return ColumnItem(height, marks, grids, before, keep, tuple(links), parts=parts)


def name_item(name: str, size: float, baseline: float, height: float, before: float) -> ColumnItem:
    """Set the name of a group of a list, which stays with what is below it."""
    marks, parts = (Text(0.0, baseline, name, size, "bold"),), (PagePart(("H2",), range(1)),)
    return ColumnItem(height, marks, before=before, keep=True, parts=parts)


Column = list[tuple[float, ColumnItem]]


def fill_columns(flow: Sequence[ColumnItem], heights: Sequence[float]) -> list[Column]:
    """Fill columns with items. Column n is ``heights[n]`` high; the last height stands for all that follow.

    Items that are kept together but do not fit one column are broken where necessary. A column that is too low for
    them stays empty where a later one is high enough, and so does one that is too low for one of them.
    """
    done: list[Column] = [[]]
    used = 0.0
    for group in _groups(flow):
        need = group[0].before * bool(done[-1]) + _height(group)
        if done[-1] and used + need > _column_room(heights, len(done)):
            done.append([])
            used = 0.0
        least = _least_room(group, heights[len(done) - 1 :] or heights[-1:])
        while not done[-1] and len(done) < len(heights) and least > _column_room(heights, len(done)):
            done.append([])
        for item in group:
            if item.separator and not done[-1]:
                continue
            before = item.before if done[-1] else 0.0
            if done[-1] and used + before + item.height > _column_room(heights, len(done)) + 1e-6:
                done.append([])
                used = before = 0.0
            done[-1].append((used + before, item))
            used += before + item.height
    return done


def _height(group: Sequence[ColumnItem]) -> float:
    return sum(item.height for item in group) + sum(item.before for item in group[1:])


def _least_room(group: Sequence[ColumnItem], heights: Sequence[float]) -> float:
    """Return the height of a group, or of its tallest item if no column holds them together."""
    height = _height(group)
    return height if height <= max(heights) else max(item.height for item in group)


def _groups(flow: Sequence[ColumnItem]) -> list[list[ColumnItem]]:
    groups: list[list[ColumnItem]] = []
    open_group = False
    for item in flow:
        if open_group:
            groups[-1].append(item)
        else:
            groups.append([item])
        open_group = item.keep
    return groups


def _column_room(heights: Sequence[float], column: int) -> float:
    return heights[min(column, len(heights)) - 1]


def excess_lines(flow: Sequence[ColumnItem], height: float, leading: float) -> int:
    """Return by how many lines the items are too long for one column of that height; at least 1."""
    return max(1, math.ceil((_height(flow) - height) / leading - 1e-6))


def column_height(column: Column) -> float:
    """Return the distance from the head of the column to the foot of its last item."""
    return column[-1][0] + column[-1][1].height if column else 0.0


def white_each(column: Column, opens: Sequence[bool], height: float) -> float:
    """Return the white at the foot of a column for each of the items above which it ``opens``."""
    return (height - column_height(column)) / max(1, sum(opens))


def opened(column: Column, opens: Sequence[bool], added: float) -> Column:
    """Return the column with so many points of white ``added`` above the items where it ``opens``."""
    steps = accumulate(added * is_open for is_open in opens)
    return [(drop + step, item) for (drop, item), step in zip(column, steps, strict=True)]


LAST_PAGE = 0.6  # of a page: how much of it the last page of a part takes at least, if it can

GAIN = 0.1  # of a page: how much fuller the shortest page must get for pages before the last to be shortened

_P = TypeVar("_P")

Filling = Callable[[Sequence[float]], list[_P]]


def well_filled(
    fillings: Iterable[Filling[_P]], height: float, depth: Callable[[_P], float], *, fewest: bool = False
) -> list[_P]:
    """Set a part of a book so that its last page is full to ``LAST_PAGE`` at least, if it can be.

    ``fillings`` set the part, from the loosest to the tightest. Each takes the heights of the pages, of which the last
    height stands for all that follow, and returns the pages; ``depth`` is how much of its ``height`` a page takes. The
    first with such a last page is taken, with ``fewest`` the first with the fewest pages. Where none has one, pages
    before the last leave it more.
    """
    best: list[_P] = []
    for filling in fillings:
        pages = filling([height])
        if not best or len(pages) < len(best):
            best, chosen = pages, filling
        full = len(pages) == 1 or depth(pages[-1]) >= LAST_PAGE * height
        if full and not (fewest and pages[1:]):
            return pages
    return best if depth(best[-1]) >= LAST_PAGE * height else _evened(best, chosen, height, depth)


def _evened(pages: list[_P], filling: Filling[_P], height: float, depth: Callable[[_P], float]) -> list[_P]:
    """Shorten all pages, or only the one before the last, if that makes the shortest of them clearly fuller."""
    best, least = pages, depth(pages[-1])
    for full in sorted({0, len(pages) - 2}):
        fills = (filling([height] * full + [height * share / 100]) for share in range(95, 45, -5))
        for even in takewhile(lambda fill: len(fill) == len(pages), fills):
            lowest = min(map(depth, even[full:]))
            if lowest > least + GAIN * height:
                best, least = even, lowest
            if least >= LAST_PAGE * height:
                return best
    return best


def text_columns(flows: Iterable[Sequence[ColumnItem]], height: float) -> list[Column]:
    """Set text in columns of one page each, as ``well_filled`` does; ``flows`` are from the loosest to the tightest."""
    return well_filled((partial(fill_columns, flow) for flow in flows), height, column_height)


COLUMN_GAP = 30.0  # points between columns of text
MAX_GAP = 40.0  # points between boards of a single row or of different widths: with larger gaps rows fall apart

EVEN_STEP = 4.0  # points by which the columns of the last page grow until all items fit


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list: a head across the whole width, and columns with their left and top."""

    head: Column
    columns: tuple[tuple[float, float, Column], ...]

    @property
    def placed(self) -> list[tuple[float, float, Column]]:
        """All its columns, each with its left and its top."""
        return [(0.0, 0.0, self.head), *self.columns]

    @property
    def depth(self) -> float:
        """Distance from the head of the page to the foot of its longest column."""
        return max((top + column_height(column) for _, top, column in self.columns), default=column_height(self.head))


def column_width(across: int, width: float) -> float:
    """Return the width of one of ``across`` columns that share ``width`` points."""
    return (width - (across - 1) * COLUMN_GAP) / across


def rows_in_columns(items: Sequence[_P], across: int, widest: float, width: float) -> list[list[tuple[_P, float]]]:
    """Divide items, the widest of them ``widest`` points, into rows of ``across``, each item with its left edge.

    The columns reach over ``width`` points, unless a single row would fall apart.
    """
    pitch = (width - widest) / (across - 1) if across > 1 else 0.0
    if len(items) <= across:
        pitch = min(pitch, widest + MAX_GAP)
    rows = [items[i : i + across] for i in range(0, len(items), across)]
    if len(rows[-1]) == 1 and len(rows) > 1 and across > 2:  # none stands alone: the row above gives it one
        rows[-2:] = [rows[-2][:-1], items[len(items) - 2 :]]
    middle = (width - widest) / 2 * (across == 1 < len(rows))  # where a single column stands
    return [[(item, middle + i * pitch) for i, item in enumerate(row)] for row in rows]


def list_pages(
    head: Sequence[ColumnItem], flows: Iterable[Sequence[ColumnItem]], across: int, block: Box, indent: float = 0.0
) -> list[ListPage]:
    """Set a list in ``across`` columns on as many pages as it needs, filled as ``well_filled`` does.

    ``head`` stands on the first page only. ``flows`` are the list from the loosest to the tightest setting. ``indent``
    points are kept free at the top of each column.
    """
    fillings = (partial(_list_pages, head, flow, across, block.width, indent) for flow in flows)
    return well_filled(fillings, block.height, attrgetter("depth"))


def _list_pages(
    head: Sequence[ColumnItem],
    flow: Sequence[ColumnItem],
    across: int,
    width: float,
    indent: float,
    heights: Sequence[float],
) -> list[ListPage]:
    """Set a list on pages of these heights."""
    top = fill_columns(head, heights)
    used = column_height(top[0])
    rooms = [height - indent for height in heights for _ in range(across)]
    columns = fill_columns(flow, [rooms[0] - used] * across + [*rooms[across:], rooms[-1]])
    last = (len(columns) - 1) // across * across
    if any(columns[last:]):
        highest = rooms[min(last, len(rooms) - 1)] - (0.0 if last else used)
        columns[last:] = _balanced_columns([item for column in columns[last:] for _, item in column], across, highest)
    pitch = column_width(across, width) + COLUMN_GAP
    pages = []
    for start in range(0, len(columns), across):
        y = (0.0 if start else used) + indent
        here = columns[start : start + across]
        pages.append(ListPage([] if start else top[0], tuple((i * pitch, y, column) for i, column in enumerate(here))))
    return pages


def _balanced_columns(flow: Sequence[ColumnItem], across: int, highest: float) -> list[Column]:
    """Balance the columns of the last page; earlier columns are rather higher than later ones."""
    height = min(highest, sum(item.before + item.height for item in flow) / across)
    while len(columns := fill_columns(flow, [height])) > across and height < highest:
        height = min(highest, height + EVEN_STEP)
    return columns
