"""Lays out the answer key: small grids below number and page of their puzzles."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, pairwise

from puzzlegen.errors import LayoutError
from puzzlegen.language.markdown_blocks import Heading, Paragraph, Run
from puzzlegen.layout.book.book_content import AnswerKeyPlan, BookSection, Density, PuzzleEntry, answer_words
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, PagePlan
from puzzlegen.layout.core import grid_marks
from puzzlegen.layout.core.document import (
    BoardSize,
    Link,
    Page,
    PagePart,
    Place,
    PlacedGrid,
    TaggedMarks,
    Target,
    Text,
    board_size,
    place_board,
)
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.text import (
    ColumnItem,
    fill_columns,
    text_items,
    well_filled,
)
from puzzlegen.units import to_mm

COLUMN_GAP = 16.0  # points between two answers at least
MAX_GAP = 40.0  # points between answers of a single row or of different widths: with larger gaps rows fall apart
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


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One row of answers: its entries, and the left edge of each within the text block."""

    entries: tuple[PuzzleEntry, ...]
    lefts: tuple[float, ...]


def label_size(context: LayoutContext) -> float:
    """Return the type size of the labels above answers: about the small size, at least the theme's least."""
    return max(context.sizes.least, context.sizes.small - 0.5)


@dataclass(frozen=True, slots=True)
class AnswerGroup:
    """Answers printed together, below the label ``name`` unless it is empty."""

    name: str
    entries: tuple[PuzzleEntry, ...]


def group_answers(sections: Sequence[BookSection], plan: AnswerKeyPlan) -> list[AnswerGroup]:
    """Sort the answers into a group for each section, or one group for all."""
    position = {number: i for i, number in enumerate(plan.order)}
    groups = [AnswerGroup(section.name, section.entries) for section in sections]
    if not plan.by_section and plan.place != "section":
        groups = [AnswerGroup("", tuple(entry for section in sections for entry in section.entries))]
    if not position:
        return groups
    return [
        replace(one, entries=tuple(sorted(one.entries, key=lambda entry: position[entry.number]))) for one in groups
    ]


@dataclass(frozen=True, slots=True)
class KeyGrid:
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
    theme, block = context.theme, context.geometry.block(1)
    least = grid_marks.least_key_cell(theme, context.metrics)
    frames, usual = 2 * theme.answer.frame, (theme.cells.key_least + theme.cells.key_most) / 2
    wanted = tight * DENSITIES[density] * usual
    room = block.height - _name_height(context) - GROUP_GAP
    sizes = [_size(entry) for entry in group.entries]
    high, wide = max(size.height for size in sizes), max(size.width for size in sizes)
    extra = _label_height(context) + frames
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
    found: list[tuple[bool, float, float, int]] = []
    label = max(_answer_width(entry, 0.0, context) for entry in group.entries)
    for across in range(1, len(sizes) + 1 if len(sizes) > 1 else 2):
        slot = (block.width - (across - 1) * COLUMN_GAP) / across
        by_width = (slot - frames) / wide
        if by_width < least or slot < label:
            break
        rows = -(-len(sizes) // across)
        for down in range(1, rows + 1):
            by_height = ((room + ROW_GAP) / down - ROW_GAP - extra) / high
            cell = min(by_width, by_height, LARGEST * max(wanted, least))
            if cell < least:
                break
            unused = 1 - max(label, wide * cell + frames) / slot
            if down < rows:  # otherwise the next group follows on the page
                unused += 1 - (down * (high * cell + extra + ROW_GAP) - ROW_GAP) / room
            unused += LONE * _ends_short(len(sizes), across, rows)
            alone = across * down == 1 < len(sizes)  # on its page, only where no two fit
            found.append((alone, abs(math.log(cell / wanted)) + WASTE * unused, -cell, across))
    *_, cell, across = min(found)
    return KeyGrid(_rounded(-cell), across)


def _ends_short(count: int, across: int, rows: int) -> bool:
    """Tell whether a single answer is left for the last of more than two rows although a column less needs no more."""
    return count % across == 1 and -(-count // (across - 1)) == rows > 2


def _rounded(cell: float) -> float:
    """Return the size of a cell, rounded down to a twentieth of a point."""
    return math.floor(cell * 20 + 1e-6) / 20


def _cell_share(entry: PuzzleEntry) -> float:
    """Return the side of the cells of an answer as a share of the side of most cells in the key."""
    return grid_marks.PICTURE_CELL if entry.graded.answer_is_picture else 1.0


def _size(entry: PuzzleEntry) -> BoardSize:
    """Return the size of an answer in widths of most cells in the key."""
    width, height = board_size(entry.puzzle.grid, rim=False)
    share = _cell_share(entry)
    return BoardSize(width * share, height * share)


def answer_rows(entries: Sequence[PuzzleEntry], grid: KeyGrid, context: LayoutContext) -> list[AnswerRow]:
    """Divide the entries, in their order, into full rows.

    Columns reach from the left to the right side of the text block, unless a single row would fall apart. Where there
    are none, the spare width of each row is distributed between its answers.
    """
    width = context.geometry.block(1).width
    widths = [_answer_width(entry, grid.cell, context) for entry in entries]
    if across := grid.across:
        pitch = (width - max(widths)) / (across - 1) if across > 1 else 0.0
        if len(entries) <= across:
            pitch = min(pitch, max(widths) + MAX_GAP)
        rows = [entries[i : i + across] for i in range(0, len(entries), across)]
        if len(rows[-1]) == 1 and len(rows) > 1 and across > 2:  # no answer stands alone: the row above gives it one
            rows[-2:] = [rows[-2][:-1], entries[len(entries) - 2 :]]
        middle = (width - max(widths)) / 2 * (across == 1 < len(rows))  # where a single column stands
        return [AnswerRow(tuple(row), tuple(middle + i * pitch for i in range(len(row)))) for row in rows]
    result: list[AnswerRow] = []
    start = 0
    while start < len(entries):
        stop, used = start + 1, widths[start]
        while stop < len(entries) and used + COLUMN_GAP + widths[stop] <= width:
            used += COLUMN_GAP + widths[stop]
            stop += 1
        last = stop == len(entries)
        between = stop - start - 1
        gap = COLUMN_GAP if last or not between else min(MAX_GAP, COLUMN_GAP + (width - used) / between)
        lefts = [sum(widths[start:i]) + gap * (i - start) for i in range(start, stop)]
        result.append(AnswerRow(tuple(entries[start:stop]), tuple(lefts)))
        start = stop
    return result


def _answer_width(entry: PuzzleEntry, cell: float, context: LayoutContext) -> float:
    """Return the width of an answer: that of its grid, or of its label if that is wider."""
    size = label_size(context)
    words = [str(entry.number), *([entry.title] if entry.title else []), context.messages.text("key.page", page=999)]
    label = context.metrics.width("  ".join(words), "bold") * size
    return max(
        board_size(entry.puzzle.grid, rim=False).width * cell * _cell_share(entry) + 2 * context.theme.answer.frame,
        label,
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the answer key as a column item. Its marks are made with its page, for a thick book has thousands.

    ``cell`` is the width of the cells of its ``answers`` in points.
    """

    item: ColumnItem
    answers: AnswerRow | None = None
    cell: float = 0.0


_Page = list[tuple[float, _Row]]


def key_parts(
    sections: Sequence[BookSection], plan: AnswerKeyPlan, context: LayoutContext, title: str = ""
) -> list[BookPart]:
    """Make the answer key: one part, or one for each section.

    The cells of a group have one size. In a bound book a part begins overleaf, so that no answer faces a puzzle.
    ``title`` is the running head of a separate answer document.

    Raises LayoutError when even the smallest allowed cell is too large for the page.
    """
    groups = group_answers(sections, plan)
    split = [[group] for group in groups] if plan.place == "section" else [groups]
    parts = []
    for i, part in enumerate(split, start=1):
        head = text_items(_words(plan, part, context), context.measure(), context.text)
        rows = [_Row(replace(item, keep=True)) for item in head]
        key = "answers" if len(split) == 1 else f"answers {i}"
        height = context.geometry.block(1).height
        fillings = (partial(_pages, rows + body) for body in _settings(part, plan.density, context))
        parts.append(_key_part(key, _spread(well_filled(fillings, height, _depth), height), context, title))
    return parts


def _settings(groups: Sequence[AnswerGroup], density: Density, context: LayoutContext) -> Iterator[list[_Row]]:
    """Yield the rows of all groups, from the loosest setting to the tightest.

    No cells get smaller than the tightest share, and large ones stay larger than normal ones.
    """
    loose = [key_grid(group, density, context) for group in groups]
    normal = [key_grid(group, "normal", context).cell if density == "large" else 0.0 for group in groups]
    for tight in TIGHT:
        rows: list[_Row] = []
        for group, usual, low in zip(groups, loose, normal, strict=True):
            grid = key_grid(group, density, context, tight) if tight < 1 else usual
            rows += _group_rows(group, grid if low < grid.cell >= TIGHT[-1] * usual.cell else usual, context)
        yield rows


def _key_part(key: str, found: Sequence[_Page], context: LayoutContext, title: str) -> BookPart:
    """Make one part of the key from its pages."""
    answers = {
        entry.number: i
        for i, page in enumerate(found)
        for _, row in page
        if row.answers
        for entry in row.answers.entries
    }

    def draw(first: int, plan: PagePlan) -> Iterator[Page]:
        for i, rows in enumerate(found):
            head = title or (context.messages.text("key.heading") if i else "")
            builder = PageBuilder(first + i, "answers", context, head=head)
            for drop, row in rows:
                shown = row.answers
                item = row.item if shown is None else _drawn_row(shown, row.item, row.cell, plan.puzzles, context)
                builder.add_column([(drop, item)], builder.block.left, builder.block.top)
            yield builder.build()

    # The answers of a section belong to the section.
    contents_entry = ContentsEntry(context.messages.text("key.heading")) if key == "answers" else None
    return BookPart(key, len(found), draw, overleaf=True, contents_entry=contents_entry, answers=answers)


def _words(plan: AnswerKeyPlan, groups: Sequence[AnswerGroup], context: LayoutContext) -> Sequence[Heading | Paragraph]:
    variants = dict.fromkeys(entry.puzzle.grid.variant for group in groups for entry in group.entries)
    messages = context.messages
    marks = dict.fromkeys(messages.for_variant(variant).text("key.marks") for variant in variants)
    notes = [" ".join([messages.text("key.note"), *marks])] + ([messages.text("key.shuffled")] if plan.order else [])
    return [Heading(1, (Run(messages.text("key.heading")),)), *(Paragraph((Run(note),)) for note in notes)]


def _pages(rows: Sequence[_Row], heights: Sequence[float]) -> list[_Page]:
    """Divide the rows into pages, each row with its distance from the head. Page numbers do not matter for this.

    Two pages, which often face each other, are filled equally. Of more than two, only the last may be short.
    """
    flow = [row.item for row in rows]
    columns = fill_columns(flow, heights)
    if len(columns) == 2:
        room = heights[0]
        columns = next(
            even for share in range(50, 101, 5) if len(even := fill_columns(flow, [room * share / 100])) == 2
        )
    remaining = iter(rows)  # columns keep the order of the items
    return [[(drop, next(remaining)) for drop, _ in column] for column in columns]


def _depth(page: _Page) -> float:
    """Return the distance from the head of a page to the foot of its last row."""
    return page[-1][0] + page[-1][1].item.height


def _spread(pages: Sequence[_Page], height: float) -> list[_Page]:
    """Distribute the white at the foot of pages between their rows. On the last page gaps are no wider than before."""
    found: list[_Page] = []
    added = 0.0
    for page in pages:
        if not any(row.answers for _, row in page):  # a small page may hold nothing but the heading
            found.append(page)
            continue
        gaps = [above.answers is not None for (_, above), _ in pairwise(page)]
        most = SPREAD * min(row.item.height for _, row in page if row.answers)
        spare = _rounded(min(most, (height - _depth(page)) / max(1, sum(gaps))))
        added = spare if len(found) < len(pages) - 1 else min(added, spare)
        steps = accumulate((added * gap for gap in gaps), initial=0.0)
        found.append([(drop + step, row) for (drop, row), step in zip(page, steps, strict=True)])
    return found


def _group_rows(group: AnswerGroup, grid: KeyGrid, context: LayoutContext) -> list[_Row]:
    """Make the rows of a group: its name and its answers. The name stays with the first row below it."""
    sizes, rows = context.sizes, []
    if group.name:
        name = Text(0.0, sizes.body, group.name, sizes.body, "bold")
        parts = (PagePart(("H2",), range(1)),)
        rows.append(_Row(ColumnItem(_name_height(context), (name,), before=GROUP_GAP, keep=True, parts=parts)))
    for i, answers in enumerate(answer_rows(group.entries, grid, context)):
        before = ROW_GAP if i or not group.name else 0.0
        item = ColumnItem(_row_height(answers, grid.cell, context), (), before=before)
        rows.append(_Row(item, answers, grid.cell))
    return rows


def _name_height(context: LayoutContext) -> float:
    """Return the distance from the top of the name of a group to its first row."""
    return context.sizes.body + NAME_GAP


def _label_height(context: LayoutContext) -> float:
    """Return the distance from the top of a row to its frames."""
    return label_size(context) * 0.75 + LABEL_GAP


def _row_height(answers: AnswerRow, cell: float, context: LayoutContext) -> float:
    highest = max(_size(entry).height for entry in answers.entries)
    return _label_height(context) + highest * cell + 2 * context.theme.answer.frame


def _drawn_row(
    answers: AnswerRow, item: ColumnItem, cell: float, puzzles: Mapping[int, int], context: LayoutContext
) -> ColumnItem:
    """Return the item of a row with its marks; ``puzzles`` maps the numbers of puzzles to their pages."""
    style, size, top = context.theme.answer, label_size(context), _label_height(context)
    tagged = TaggedMarks()
    grids: list[PlacedGrid] = []
    links: list[Link | Target] = []
    for i, (entry, left) in enumerate(zip(answers.entries, answers.lefts, strict=True)):
        corner, width = (left + style.frame, top + style.frame), cell * _cell_share(entry)
        place = place_board(entry.puzzle.grid, entry.number, "answer", corner, width, rim=False)
        page = context.messages.text("key.page", page=puzzles[entry.number])
        right = left + _answer_width(entry, cell, context)
        words = ", ".join(filter(None, (str(entry.number), entry.title, page)))
        with tagged.part("P", "Link", text=words, link=i):
            tagged.marks.append(Text(left, top - LABEL_GAP, str(entry.number), size, "bold"))
            if entry.title:
                after = left + context.metrics.width(f"{entry.number}  ", "bold") * size
                tagged.marks.append(Text(after, top - LABEL_GAP, entry.title, size))
            tagged.marks.append(Text(right, top - LABEL_GAP, page, size, anchor="end", color=context.theme.soft))
        links.append(Target(left, 0.0, Place("answer", entry.number)))
        links.append(Link(left, 0.0, right - left, item.height, Place("puzzle", entry.number)))
        drawn = grid_marks.picture_marks if entry.graded.answer_is_picture else grid_marks.answer_marks
        with tagged.part("Figure", text=answer_words(entry, context)):
            tagged.marks += drawn(entry.puzzle, entry.solution, place, style, context.metrics)
        grids.append(place)
    return replace(item, marks=tuple(tagged.marks), grids=tuple(grids), links=tuple(links), parts=tuple(tagged.parts))
