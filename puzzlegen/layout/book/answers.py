"""Lays out the answers, small grids below number and page of their puzzles: in a key, or at the foot of later pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from puzzlegen.errors import LayoutError
from puzzlegen.layout.book.book_content import AnswerKeyPlan, BookSection, Density, PuzzleEntry, answer_words
from puzzlegen.layout.book.page_plan import BookPart, columns_part
from puzzlegen.layout.core import grid_marks
from puzzlegen.layout.core.columns import (
    MAX_GAP,
    Column,
    ColumnItem,
    PagePlan,
    column_height,
    fill_columns,
    item_of,
    name_item,
    opened,
    rows_in_columns,
    well_filled,
    white_each,
)
from puzzlegen.layout.core.document import Link, Place, TaggedMarks, Target, Text, board_size, place_board
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.units import to_mm

BETWEEN_ANSWERS = 16.0  # points between two answers at least
MAX_WIDTH_RATIO = 2.0  # of the widest to the narrowest board of a group, up to which all stand in columns
ROW_GAP = 13.0
GROUP_GAP = ROW_GAP + 6  # points above the name of a group
NAME_GAP = 12.0  # points below it
LARGEST = 1.6  # of the wanted cell: larger ones look like puzzles
WASTE = 1.0  # how much an unused share of the page counts against a size that differs by the same share
LONE = 0.3  # the unused share that a single answer left for the last row counts as
LABEL_GAP = 4.5  # from a label's baseline to the frame
TIGHT = (1.0, 0.95, 0.9, 0.85, 0.8)  # shares of the wanted cell, from the loosest setting to the tightest
SPREAD = 0.25  # of the height of a row: white that is added between two rows at most, so that they fill the page
DENSITIES: Mapping[Density, float] = {"compact": 1.0, "normal": 1.15, "large": 1.5}  # of the theme's key cells

AnswerRow = list[tuple[PuzzleEntry, float]]  # its answers, each with its left edge within the text block


def label_size(context: LayoutContext) -> float:
    """Return the type size of the labels above answers: about the small size, at least the theme's least."""
    return max(context.sizes.least, context.sizes.small - 0.5)


def label_height(context: LayoutContext) -> float:
    """Return the distance from the top of a row of labeled boards to their frames."""
    return label_size(context) * 0.75 + LABEL_GAP


class AnswerGroup(NamedTuple):
    """Answers printed together, below the label ``name`` unless it is empty."""

    name: str
    entries: tuple[PuzzleEntry, ...]


def group_answers(sections: Sequence[BookSection], plan: AnswerKeyPlan) -> list[AnswerGroup]:
    """Sort the answers into a group for each section, or one group for all."""
    names = (" · ".join(filter(None, (section.name, section.dateline))) for section in sections)  # issue and page
    groups = [AnswerGroup(name, section.entries) for name, section in zip(names, sections, strict=True)]
    if not plan.by_section and plan.place != "section":
        groups = [AnswerGroup("", tuple(entry for section in sections for entry in section.entries))]
    if not plan.order:
        return groups
    position = {number: i for i, number in enumerate(plan.order)}
    return [AnswerGroup(name, tuple(sorted(some, key=lambda one: position[one.number]))) for name, some in groups]


class KeyGrid(NamedTuple):
    """How the answers of a group stand: the width of a cell in points, and how many columns fill the text block.

    Boards of very different widths have no columns: ``across`` is 0, and they are set one after the other.
    """

    cell: float
    across: int


def key_grid(group: AnswerGroup, density: Density, context: LayoutContext, tight: float = 1.0) -> KeyGrid:
    """Choose the columns and rows whose cells are nearest to the size wanted and leave the least of a page unused.

    ``tight`` is a share of the size wanted.

    Raises LayoutError when even the smallest allowed cell is too large for the page.
    """
    theme, block, count = context.theme, context.geometry.block(1), len(group.entries)
    least = grid_marks.least_key_cell(theme, context.metrics)
    wanted = tight * _wanted_cell(density, context)
    room = block.height - _name_height(context) - GROUP_GAP
    wide, high = (max(sides) for sides in zip(*map(_size, group.entries), strict=True))
    frames = 2 * theme.answer.frame
    extra = label_height(context) + frames
    largest = min((room - extra) / high, (block.width - frames) / wide)
    if largest < least:
        board = max((entry.puzzle.grid for entry in group.entries), key=lambda grid: max(board_size(grid, rim=False)))
        raise LayoutError(
            f"answer key: a board of {board} cells does not fit the page at {to_mm(least):.1f} mm a cell; "
            "take a larger trim or smaller boards"
        )
    widths = [_answer_width(entry, wanted, context) for entry in group.entries]
    if max(widths) > MAX_WIDTH_RATIO * min(widths):
        return KeyGrid(_rounded(min(max(wanted, least), largest)), 0)
    label = max(_answer_width(entry, 0.0, context) for entry in group.entries)

    def choices() -> Iterator[tuple[bool, float, float, int]]:
        for across in range(1, max(2, count + 1)):
            slot = (block.width - (across - 1) * BETWEEN_ANSWERS) / across
            if (slot - frames) / wide < least or slot < label:
                return
            rows = -(-count // across)
            for down in range(1, rows + 1):
                by_height = ((room + ROW_GAP) / down - ROW_GAP - extra) / high
                cell = min((slot - frames) / wide, by_height, LARGEST * max(wanted, least))
                if cell < least:
                    break
                unused = 1 - max(label, wide * cell + frames) / slot
                if down < rows:  # otherwise the next group follows on the page
                    unused += 1 - (down * (high * cell + extra + ROW_GAP) - ROW_GAP) / room
                unused += LONE * _ends_short(count, across, rows)
                alone = across * down == 1 < count  # on its page, only where no two fit
                yield alone, abs(math.log(cell / wanted)) + WASTE * unused, -cell, across

    *_, cell, across = min(choices())
    return KeyGrid(_rounded(-cell), across)


def _wanted_cell(density: Density, context: LayoutContext) -> float:
    """Return the width of a cell that a density asks for, in points."""
    cells = context.theme.cells
    return DENSITIES[density] * (cells.key_least + cells.key_most) / 2


def _ends_short(count: int, across: int, rows: int) -> bool:
    """Tell whether a single answer is left for the last of more than two rows although a column less needs no more."""
    return count % across == 1 and -(-count // (across - 1)) == rows > 2


def _rounded(cell: float) -> float:
    """Return the size of a cell, rounded down to a twentieth of a point."""
    return math.floor(cell * 20 + 1e-6) / 20


def _cell_share(entry: PuzzleEntry) -> float:
    """Return the side of the cells of an answer as a share of the side of most cells in the key."""
    return grid_marks.PICTURE_CELL if entry.graded.answer_is_picture else 1.0


def _size(entry: PuzzleEntry) -> tuple[float, float]:
    """Return the width and the height of an answer in widths of most cells in the key."""
    width, height = board_size(entry.puzzle.grid, rim=False)
    return width * _cell_share(entry), height * _cell_share(entry)


def answer_rows(entries: Sequence[PuzzleEntry], grid: KeyGrid, context: LayoutContext) -> list[AnswerRow]:
    """Divide the entries, in their order, into full rows.

    Columns reach from the left to the right side of the text block, unless a single row would fall apart. Where there
    are none, the spare width of each row is distributed between its answers.
    """
    width = context.geometry.block(1).width
    widths = [_answer_width(entry, grid.cell, context) for entry in entries]
    if across := grid.across:
        return rows_in_columns(entries, across, max(widths), width)
    placed: list[AnswerRow] = []
    start = 0
    while start < len(entries):
        stop, used = start + 1, widths[start]
        while stop < len(entries) and used + BETWEEN_ANSWERS + widths[stop] <= width:
            used += BETWEEN_ANSWERS + widths[stop]
            stop += 1
        between = stop - start - 1
        is_full = stop < len(entries) and between
        gap = min(MAX_GAP, BETWEEN_ANSWERS + (width - used) / between) if is_full else BETWEEN_ANSWERS
        placed.append([(entries[i], sum(widths[start:i]) + gap * (i - start)) for i in range(start, stop)])
        start = stop
    return placed


def _answer_width(entry: PuzzleEntry, cell: float, context: LayoutContext) -> float:
    """Return the width of an answer: that of its grid, or of its label if that is wider."""
    words = "  ".join(filter(None, (str(entry.number), entry.title, _page_of(999, context))))
    board = _size(entry)[0] * cell + 2 * context.theme.answer.frame
    return max(board, context.width(words, label_size(context), "bold"))


def _page_of(number: int, context: LayoutContext) -> str:
    """Return the words for the page of a puzzle; none where pages have no numbers, as in a magazine."""
    return context.messages.text("key.page", page=number) if context.theme.folio else ""


def key_parts(
    sections: Sequence[BookSection], plan: AnswerKeyPlan, context: LayoutContext, title: str = ""
) -> list[BookPart]:
    """Make the answer key: one part, or one for each section.

    The cells of a group have one size. In a bound book a part begins overleaf, so that no answer faces a puzzle.
    ``title`` is the running head of a separate answer document.

    Raises LayoutError when even the smallest allowed cell is too large for the page.
    """
    groups = group_answers(sections, plan)
    if plan.place != "section":
        return [replace(_key_part(groups, plan, context, title), key="answers")]
    parts = [_key_part([group], plan, context, title) for group in groups]
    if len(parts) == 1:
        return [replace(parts[0], key="answers")]
    # The answers of a section belong to the section.
    return [replace(part, key=f"answers {i}", contents_entry=None) for i, part in enumerate(parts, start=1)]


def _key_part(groups: Sequence[AnswerGroup], plan: AnswerKeyPlan, context: LayoutContext, title: str) -> BookPart:
    """Make one part of the key, as loose as fills its pages."""
    height, messages = context.geometry.block(1).height, context.messages
    variants = dict.fromkeys(entry.puzzle.grid.variant for group in groups for entry in group.entries)
    marks = dict.fromkeys(messages.for_variant(variant).text("key.marks") for variant in variants)
    note = messages.text("key.note") if context.theme.folio else messages.text("key.numbers")
    notes = [" ".join([note, *marks])] + ([messages.text("key.shuffled")] if plan.order else [])
    head = [replace(item, keep=True) for item in context.heading(messages.text("key.heading"), *notes)]
    fillings = (partial(_columns, head + rows) for rows in _settings(groups, plan.density, context))
    pages = _spread(well_filled(fillings, height, column_height), height)
    placed = ([(0.0, 0.0, page)] for page in pages)
    return replace(columns_part("answers", placed, context, messages.text("key.heading"), title), overleaf=True)


def _settings(groups: Sequence[AnswerGroup], density: Density, context: LayoutContext) -> Iterator[list[ColumnItem]]:
    """Yield the rows of all groups, from the loosest setting to the tightest.

    No cells get smaller than the tightest share, and large ones stay larger than normal ones.
    """
    loose = [key_grid(group, density, context) for group in groups]
    normal = [key_grid(group, "normal", context).cell if density == "large" else 0.0 for group in groups]
    for tight in TIGHT:
        rows: list[ColumnItem] = []
        for group, usual, low in zip(groups, loose, normal, strict=True):
            grid = key_grid(group, density, context, tight) if tight < 1 else usual
            rows += _group_rows(group, grid if low < grid.cell >= TIGHT[-1] * usual.cell else usual, context)
        yield rows


def _columns(flow: Sequence[ColumnItem], heights: Sequence[float]) -> list[Column]:
    """Divide the rows into pages. Page numbers do not matter for this.

    Two pages, which often face each other, are filled equally. Of more than two, only the last may be short.
    """
    columns = fill_columns(flow, heights)
    if len(columns) != 2:
        return columns
    evened = (fill_columns(flow, [heights[0] * share / 100]) for share in range(50, 101, 5))
    return next(columns for columns in evened if len(columns) == 2)


def _spread(pages: Sequence[Column], height: float) -> list[Column]:
    """Distribute the white at the foot of pages between their rows. On the last page gaps are no wider than before."""
    spread: list[Column] = []
    added = 0.0
    for page in pages:
        is_row = [bool(item.links) for _, item in page]
        most = SPREAD * min((item.height for _, item in page if item.links), default=0.0)
        below = [False, *is_row[:-1]]
        spare = _rounded(min(most, white_each(page, below, height)))
        added = spare if len(spread) < len(pages) - 1 else min(added, spare)
        spread.append(opened(page, below, added))
    return spread


def _group_rows(group: AnswerGroup, grid: KeyGrid, context: LayoutContext) -> list[ColumnItem]:
    """Make the rows of a group: its name and its answers. The name stays with the first row below it."""
    size, rows = context.sizes.body, []
    if group.name:
        rows.append(name_item(group.name, size, size, _name_height(context), GROUP_GAP))
    for i, row in enumerate(answer_rows(group.entries, grid, context)):
        before = ROW_GAP if i or not group.name else 0.0
        rows.append(replace(_row(row, grid.cell, context), before=before, late=partial(_row, row, grid.cell, context)))
    return rows


class SmallAnswers(NamedTuple):
    """The answers of a section on later pages, as many as a page has puzzles, ``height`` points high at most."""

    grid: KeyGrid
    height: float
    context: LayoutContext

    @classmethod
    def of(cls, section: BookSection, density: Density, context: LayoutContext) -> SmallAnswers:
        """Set the answers in as few rows as the least cells allow, with cells of up to the size wanted.

        They are never too wide for the page, because their puzzles have larger cells.
        """
        width, entries, frames = context.geometry.block(1).width, section.entries, 2 * context.theme.answer.frame
        least = grid_marks.least_key_cell(context.theme, context.metrics)
        wide, high = (max(sides) for sides in zip(*map(_size, entries), strict=True))
        most = max(_answer_width(entry, least, context) for entry in entries)
        count = min(section.per_page, len(entries))
        rows = -(-count // max(1, int((width + BETWEEN_ANSWERS) / (most + BETWEEN_ANSWERS))))
        across = -(-count // rows)
        slot = (width + BETWEEN_ANSWERS) / across - BETWEEN_ANSWERS
        cell = _rounded(min((slot - frames) / wide, max(least, _wanted_cell(density, context))))
        row = label_height(context) + high * cell + frames
        return cls(KeyGrid(cell, across), rows * (row + ROW_GAP) - ROW_GAP, context)

    def add(self, builder: PageBuilder, entries: Sequence[PuzzleEntry], top: float, plan: PagePlan) -> None:
        """Add these answers to a page, with their top at ``top``."""
        rows = _group_rows(AnswerGroup("", tuple(entries)), self.grid, self.context)
        builder.add_column(fill_columns(rows, [math.inf])[0], builder.block.left, top, plan)


def _name_height(context: LayoutContext) -> float:
    """Return the distance from the top of the name of a group to its first row."""
    return context.sizes.body + NAME_GAP


def _row(row: AnswerRow, cell: float, context: LayoutContext, plan: PagePlan | None = None) -> ColumnItem:
    """Set a row: each answer below its number, its title and the page of its puzzle; without a plan it has no marks."""
    style, size, top = context.theme.answer, label_size(context), label_height(context)
    height = top + max(_size(entry)[1] for entry, _ in row) * cell + 2 * style.frame
    made, baseline = TaggedMarks(), top - LABEL_GAP
    links: list[Link | Target] = []
    for i, (entry, left) in enumerate(row):
        number, width = str(entry.number), _answer_width(entry, cell, context)
        links.append(Target(left, 0.0, Place("answer", entry.number)))
        links.append(Link(left, 0.0, width, height, Place("puzzle", entry.number)))
        if plan is None:
            continue
        page = _page_of(plan.puzzles[entry.number], context)
        with made.part("P", "Link", text=", ".join(filter(None, (number, entry.title, page))), link=i):
            made.marks.append(Text(left, baseline, number, size, "bold"))
            if entry.title:
                after = left + context.width(f"{number}  ", size, "bold")
                made.marks.append(Text(after, baseline, entry.title, size))
            if page:
                made.marks.append(Text(left + width, baseline, page, size, anchor="end", color=context.theme.soft))
        corner = (left + style.frame, top + style.frame)
        place = place_board(entry.puzzle.grid, entry.number, "answer", corner, cell * _cell_share(entry), rim=False)
        drawn, shown = grid_marks.answer_marks, style
        if entry.graded.answer_is_picture:
            drawn, shown = grid_marks.picture_marks, replace(style, ink=context.theme.picture_ink(entry.graded.picture))
        with made.part("Figure", text=answer_words(entry, context)):
            made.marks += drawn(entry.puzzle, entry.solution, place, shown, context.metrics)
        made.grids.append(place)
    return item_of(made, height, links=links)
