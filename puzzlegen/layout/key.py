"""The answer key: small grids in rows, section by section, each under its puzzle's number and page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from puzzlegen.errors import LayoutError
from puzzlegen.layout.document import Mark, Page, PlacedGrid, Text
from puzzlegen.layout.flow import Item, columns, items
from puzzlegen.layout.grids import answer_marks
from puzzlegen.layout.parts import Listing, Part, Plan
from puzzlegen.layout.records import Entry, SectionPages
from puzzlegen.layout.sheet import Setting, Sheet
from puzzlegen.layout.text import Heading, Paragraph, Run
from puzzlegen.units import to_mm

COLUMN_GAP = 16.0
MOST_GAP = 40.0  # more between two answers tears a row apart: rather a ragged right edge
ROW_GAP = 13.0
STEP = 0.25  # by which the key's cells are made smaller to save a page
LABEL_GAP = 4.5  # from a label's baseline to the frame


@dataclass(frozen=True, slots=True)
class Shelf:
    """One row of answers: entries and the left edge of each, from the block's left edge."""

    entries: tuple[Entry, ...]
    lefts: tuple[float, ...]


def label_size(setting: Setting) -> float:
    """Type over an answer: the page's second size, never under the theme's least."""
    return max(setting.sizes.least, setting.sizes.small - 0.5)


def key_cell(sections: Sequence[SectionPages], setting: Setting) -> float:
    """Side of a cell of the key: one for all, the largest that wastes no width beside the widest board.

    Raises LayoutError when even the smallest allowed cell is too wide.
    """
    theme, block = setting.theme, setting.page.block(1)
    frames = 2 * theme.answer.frame
    widest = max(entry.puzzle.grid.width for section in sections for entry in section.entries)
    highest = max(entry.puzzle.grid.height for section in sections for entry in section.entries)
    head = label_size(setting) + LABEL_GAP + 6 * setting.sizes.leading
    across = int((block.width + COLUMN_GAP) / (widest * theme.key_cell + frames + COLUMN_GAP))
    if not across or highest * theme.key_cell + frames + head > block.height:
        raise LayoutError(
            f"answer key: a {widest}x{highest} board does not fit the page at cells of {to_mm(theme.key_cell):.1f} mm; "
            "take a larger trim or smaller boards"
        )
    cell = ((block.width + COLUMN_GAP) / across - COLUMN_GAP - frames) / widest
    cell = min(cell, theme.key_cell_most, (block.height - head - frames) / highest)
    return max(theme.key_cell, math.floor(cell * 20) / 20)


def shelves(entries: Sequence[Entry], cell: float, setting: Setting) -> list[Shelf]:
    """The entries in order, in rows as full as they come.

    Boards of one size stand in columns that reach from edge to edge, mixed sizes share out each row's spare width;
    both only as far as the gaps stay moderate.
    """
    width = setting.page.block(1).width
    wides = [_wide(entry, cell, setting) for entry in entries]
    if len(set(wides)) <= 1:
        across = max(1, int((width + COLUMN_GAP + 1e-6) / (wides[0] + COLUMN_GAP)))
        pitch = min((width - wides[0]) / (across - 1), wides[0] + MOST_GAP) if across > 1 else 0.0
        rows = [entries[i : i + across] for i in range(0, len(entries), across)]
        return [Shelf(tuple(row), tuple(i * pitch for i in range(len(row)))) for row in rows]
    found: list[Shelf] = []
    start = 0
    while start < len(entries):
        stop, used = start + 1, wides[start]
        while stop < len(entries) and used + COLUMN_GAP + wides[stop] <= width:
            used += COLUMN_GAP + wides[stop]
            stop += 1
        last = stop == len(entries)
        between = stop - start - 1
        gap = COLUMN_GAP if last or not between else min(MOST_GAP, COLUMN_GAP + (width - used) / between)
        lefts = [sum(wides[start:i]) + gap * (i - start) for i in range(start, stop)]
        found.append(Shelf(tuple(entries[start:stop]), tuple(lefts)))
        start = stop
    return found


def _wide(entry: Entry, cell: float, setting: Setting) -> float:
    """Width of an answer: its grid, or its label where that is wider."""
    size = label_size(setting)
    label = setting.metrics.width(f"{entry.number}  " + setting.words.key.page.format(page=999), "bold") * size
    return max(entry.puzzle.grid.width * cell + 2 * setting.theme.answer.frame, label)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the key as the flow sees it. Its marks are drawn only with its page: a thick book has thousands."""

    item: Item
    shelf: Shelf | None = None


def key_part(sections: Sequence[SectionPages], setting: Setting) -> Part:
    """The whole key. Cells are as large as they can be on the least number of pages.

    Raises LayoutError when even the smallest allowed cell is too large for the page.
    """
    largest, least = key_cell(sections, setting), setting.theme.key_cell
    sizes = [largest - i * STEP for i in range(int((largest - least) / STEP) + 1)] + [least]
    needs = [len(_pages(_rows(sections, size, setting), setting)) for size in sizes]
    cell = next(size for size, need in zip(sizes, needs, strict=True) if need == min(needs))
    found = _pages(_rows(sections, cell, setting), setting)
    answers = {
        entry.number: i for i, page in enumerate(found) for _, row in page if row.shelf for entry in row.shelf.entries
    }

    def draw(first: int, plan: Plan) -> Iterator[Page]:
        for i, rows in enumerate(found):
            sheet = Sheet(first + i, "answers", setting, head=setting.words.key.heading if i else "")
            for drop, row in rows:
                item = row.item if row.shelf is None else _drawn(row.shelf, row.item, cell, plan.puzzles, setting)
                sheet.put(item.marks, item.grids, sheet.block.left, sheet.block.top + drop)
            yield sheet.page()

    return Part("answers", len(found), draw, listing=Listing(setting.words.key.heading), answers=answers)


def _pages(rows: Sequence[_Row], setting: Setting) -> list[list[tuple[float, _Row]]]:
    """The rows of each page with their distance from its head. Page breaks do not depend on page numbers."""
    waiting = iter(rows)  # columns keep the order of what flows into them
    return [
        [(drop, next(waiting)) for drop, _ in column]
        for column in columns([row.item for row in rows], [setting.page.block(1).height])
    ]


def _rows(sections: Sequence[SectionPages], cell: float, setting: Setting) -> list[_Row]:
    """Heading, note and rows of answers."""
    head = (
        Heading(1, (Run(setting.words.key.heading),)),
        Paragraph((Run(setting.words.key.note),)),
    )
    flow = [_Row(replace(item, keep=True)) for item in items(head, setting.measure(), setting.text)]
    for section in sections:
        flow.append(_Row(_section_label(section, setting)))
        for i, shelf in enumerate(shelves(section.entries, cell, setting)):
            flow.append(_Row(Item(_shelf_height(shelf, cell, setting), (), before=ROW_GAP if i else 0.0), shelf))
    return flow


def _section_label(section: SectionPages, setting: Setting) -> Item:
    sizes = setting.sizes
    name = Text(0.0, sizes.body, section.name, sizes.body, "bold")
    return Item(sizes.body + 12, (name,), before=ROW_GAP + 6, keep=True)


def _label_height(setting: Setting) -> float:
    """From the top of a row to its frames."""
    return label_size(setting) * 0.75 + LABEL_GAP


def _shelf_height(shelf: Shelf, cell: float, setting: Setting) -> float:
    highest = max(entry.puzzle.grid.height for entry in shelf.entries)
    return _label_height(setting) + highest * cell + 2 * setting.theme.answer.frame


def _drawn(shelf: Shelf, item: Item, cell: float, puzzles: Mapping[int, int], setting: Setting) -> Item:
    """The row with its marks; ``puzzles`` has the page of each puzzle."""
    style = setting.theme.answer
    size = label_size(setting)
    top = _label_height(setting)
    marks: list[Mark] = []
    grids: list[PlacedGrid] = []
    for entry, left in zip(shelf.entries, shelf.lefts, strict=True):
        grid = entry.puzzle.grid
        frame = style.frame
        place = PlacedGrid(entry.number, "answer", 0, left + frame, top + frame, cell, grid.width, grid.height)
        page = setting.words.key.page.format(page=puzzles[entry.number])
        marks.append(Text(left, top - LABEL_GAP, str(entry.number), size, "bold"))
        right = left + _wide(entry, cell, setting)
        marks.append(Text(right, top - LABEL_GAP, page, size, anchor="end", colour=setting.theme.soft))
        marks += answer_marks(entry.puzzle, entry.solution, place, style, setting.metrics)
        grids.append(place)
    return replace(item, marks=tuple(marks), grids=tuple(grids))
