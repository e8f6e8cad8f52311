"""The answer key: small grids in rows, each under its puzzle's number and page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from puzzlegen.errors import LayoutError
from puzzlegen.language.rich_text import Heading, Paragraph, Run
from puzzlegen.layout.book.inputs import Density, Entry, KeyPlan, SectionPages
from puzzlegen.layout.book.parts import Listing, Part, Plan
from puzzlegen.layout.core.document import Mark, Page, PlacedGrid, Text
from puzzlegen.layout.core.grid import answer_marks
from puzzlegen.layout.core.sheet import Setting, Sheet
from puzzlegen.layout.core.text import wrap
from puzzlegen.layout.core.text_columns import Item, columns, items
from puzzlegen.units import to_mm

COLUMN_GAP = 16.0
MOST_GAP = 40.0  # more between two answers tears a row apart: rather a ragged right edge
MOST_UNLIKE = 2.0  # the widest of a group's boards by the narrowest, up to which all stand in columns
ROW_GAP = 13.0
STEP = 0.25  # by which the key's cells are made smaller to save a page
LABEL_GAP = 4.5  # from a label's baseline to the frame
LEAST_DIGIT = 7.0  # points: smaller type is lost in print
DENSITIES: Mapping[Density, float] = {"compact": 1.0, "normal": 1.15, "large": 1.5}  # of the theme's key cells
OPENER_SIZE, OPENER_TOP = 0.85, 0.2  # of the display size, of the block's height: as in the openers of sections


@dataclass(frozen=True, slots=True)
class Shelf:
    """One row of answers: entries and the left edge of each, from the block's left edge."""

    entries: tuple[Entry, ...]
    lefts: tuple[float, ...]


def label_size(setting: Setting) -> float:
    """Type over an answer: the page's second size, never under the theme's least."""
    return max(setting.sizes.least, setting.sizes.small - 0.5)


@dataclass(frozen=True, slots=True)
class Group:
    """Answers printed one after the other, under a label unless ``name`` is empty."""

    name: str
    entries: tuple[Entry, ...]


def groups_of(sections: Sequence[SectionPages], plan: KeyPlan) -> list[Group]:
    """The answers in their order: a group for each section, or one for all."""
    place = {number: i for i, number in enumerate(plan.order)}
    groups = [Group(section.name, section.entries) for section in sections]
    if not plan.by_section and plan.place != "section":
        groups = [Group("", tuple(entry for section in sections for entry in section.entries))]
    if not place:
        return groups
    return [replace(one, entries=tuple(sorted(one.entries, key=lambda entry: place[entry.number]))) for one in groups]


def least_cell(setting: Setting) -> float:
    """The smallest cell an answer may have: the theme's, and no smaller than a readable digit needs."""
    style = setting.theme.answer
    return max(setting.theme.key_cell, LEAST_DIGIT * setting.metrics.figure_height(style.digit_font) / style.digit)


def cell_sizes(groups: Iterable[Group], density: Density, setting: Setting) -> list[float]:
    """Sides of a cell to choose from, the largest first: those of the density, or as near as the page is wide.

    Raises LayoutError when even the smallest allowed cell is too large for the page.
    """
    theme, block = setting.theme, setting.page.block(1)
    frames, least = 2 * theme.answer.frame, least_cell(setting)
    entries = [entry for group in groups for entry in group.entries]
    widest = max(entry.puzzle.grid.width for entry in entries)
    highest = max(entry.puzzle.grid.height for entry in entries)
    head = label_size(setting) + LABEL_GAP + 9 * setting.sizes.leading
    fits = min((block.width - frames) / widest, (block.height - head - frames) / highest)
    if fits < least:
        raise LayoutError(
            f"answer key: a {widest}x{highest} board does not fit the page at cells of {to_mm(least):.1f} mm; "
            "take a larger trim or smaller boards"
        )
    low = min(max(least, theme.key_cell * DENSITIES[density]), fits)
    high = min(max(low, theme.key_cell_most * DENSITIES[density]), fits)
    high = max(low, math.floor(high * 20) / 20)
    return [high - i * STEP for i in range(math.ceil((high - low) / STEP))] + [low]


def shelves(entries: Sequence[Entry], cell: float, setting: Setting) -> list[Shelf]:
    """The entries in order, in rows as full as they come.

    Boards of one size, or nearly so, stand in columns that reach from edge to edge; very different ones share out each
    row's spare width, because columns for the widest would leave the page half empty. Both only as far as the gaps stay
    moderate.
    """
    width = setting.page.block(1).width
    wides = [_wide(entry, cell, setting) for entry in entries]
    widest = max(wides)
    if widest <= MOST_UNLIKE * min(wides):
        across = max(1, int((width + COLUMN_GAP + 1e-6) / (widest + COLUMN_GAP)))
        pitch = min((width - widest) / (across - 1), widest + MOST_GAP) if across > 1 else 0.0
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


_Page = list[tuple[float, _Row]]
_Words = Sequence[Heading | Paragraph]


def key_parts(sections: Sequence[SectionPages], plan: KeyPlan, setting: Setting, title: str = "") -> list[Part]:
    """The key: one part, or one for each section. All have cells of one size, the largest of the density that takes
    no more pages than its smallest. No answer faces a puzzle: a part in a bound book begins overleaf.

    ``title`` heads the pages of a key that is a document of its own. Raises LayoutError when even the smallest allowed
    cell is too large for the page.
    """
    groups = groups_of(sections, plan)
    split = [[group] for group in groups] if plan.place == "section" else [groups]
    opener = plan.place == "back" and setting.page.bound
    said = [_words(plan, part, setting) for part in split]
    heads = [[] if opener else items(words, setting.measure(), setting.text) for words in said]

    def pages(cell: float) -> list[list[_Page]]:
        return [_pages(_rows(head, part, cell, setting), setting) for head, part in zip(heads, split, strict=True)]

    sizes = cell_sizes(groups, plan.density, setting)
    needs = [sum(map(len, pages(size))) for size in sizes]
    cell = next(size for size, need in zip(sizes, needs, strict=True) if need == min(needs))
    if opener:
        return [_key_part("answers", pages(cell)[0], cell, said[0], setting, "")]
    return [
        _key_part("answers" if len(split) == 1 else f"answers {i}", found, cell, None, setting, title)
        for i, found in enumerate(pages(cell), start=1)
    ]


def _key_part(
    key: str, found: Sequence[_Page], cell: float, opener: _Words | None, setting: Setting, title: str
) -> Part:
    """One part of the key with its pages set; ``opener``: behind a page that says what they are."""
    before = int(opener is not None)
    answers = {
        entry.number: before + i
        for i, page in enumerate(found)
        for _, row in page
        if row.shelf
        for entry in row.shelf.entries
    }

    def draw(first: int, plan: Plan) -> Iterator[Page]:
        if opener is not None:
            yield _opener(first, opener, setting)
        for i, rows in enumerate(found):
            head = title or (setting.words.key.heading if i or before else "")
            sheet = Sheet(first + before + i, "answers", setting, head=head)
            for drop, row in rows:
                item = row.item if row.shelf is None else _drawn(row.shelf, row.item, cell, plan.puzzles, setting)
                sheet.put(item.marks, item.grids, sheet.block.left, sheet.block.top + drop)
            yield sheet.page()

    listing = Listing(setting.words.key.heading) if key == "answers" else None  # those of a section belong to it
    return Part(key, before + len(found), draw, overleaf=not before, listing=listing, answers=answers)


def _words(plan: KeyPlan, groups: Sequence[Group], setting: Setting) -> _Words:
    words = setting.words.key
    variants = dict.fromkeys(entry.puzzle.grid.variant for group in groups for entry in group.entries)
    marks = [setting.words.of(variant).key.marks for variant in variants]
    notes = [" ".join([words.note, *marks])] + ([words.shuffled] if plan.order else [])
    return [Heading(1, (Run(words.heading),)), *(Paragraph((Run(note),)) for note in notes)]


def _opener(number: int, words: _Words, setting: Setting) -> Page:
    """A page like those that open the sections: it keeps the first answers from facing the last puzzles."""
    sizes = setting.sizes
    sheet = Sheet(number, "section", setting, folio=False)
    block, size = sheet.block, sizes.display * OPENER_SIZE
    y = block.top + block.height * OPENER_TOP
    heading, *notes = words
    for line in wrap(tuple(Run(run.text, True) for run in heading.runs), block.width, size, setting.metrics):
        sheet.put(setting.text.line(line, y, size), dx=block.left)
        y += size * 1.1
    for drop, item in columns(items(notes, setting.measure(), setting.text), [block.bottom - y])[0]:
        sheet.put(item.marks, (), block.left, y + drop)
    return sheet.page()


def _pages(rows: Sequence[_Row], setting: Setting) -> list[_Page]:
    """The rows of each page with their distance from its head. Page breaks do not depend on page numbers.

    Two pages, which often face each other, are filled alike; of more only the last may be short.
    """
    flow = [row.item for row in rows]
    room = setting.page.block(1).height
    found = columns(flow, [room])
    if len(found) == 2:
        found = next(even for share in range(50, 101, 5) if len(even := columns(flow, [room * share / 100])) == 2)
    waiting = iter(rows)  # columns keep the order of what flows into them
    return [[(drop, next(waiting)) for drop, _ in column] for column in found]


def _rows(heads: Sequence[Item], groups: Sequence[Group], cell: float, setting: Setting) -> list[_Row]:
    """Heading, notes and rows of answers; a label stays with the first row under it."""
    flow = [_Row(replace(item, keep=True)) for item in heads]
    for group in groups:
        if group.name:
            flow.append(_Row(_group_label(group, setting)))
        for i, shelf in enumerate(shelves(group.entries, cell, setting)):
            before = ROW_GAP if i or not group.name else 0.0
            flow.append(_Row(Item(_shelf_height(shelf, cell, setting), (), before=before), shelf))
    return flow


def _group_label(group: Group, setting: Setting) -> Item:
    sizes = setting.sizes
    name = Text(0.0, sizes.body, group.name, sizes.body, "bold")
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
