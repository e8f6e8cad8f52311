"""Sections: the opener, then pages of puzzles with one header line each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzlegen.layout.document import Page, PlacedGrid, Text
from puzzlegen.layout.figures import legend, worked
from puzzlegen.layout.fit import Arrangement, section_arrangement, taken
from puzzlegen.layout.flow import column_height, columns, items
from puzzlegen.layout.grids import puzzle_marks
from puzzlegen.layout.headers import Headers
from puzzlegen.layout.marks import difficulty
from puzzlegen.layout.parts import Part, Plan
from puzzlegen.layout.records import Entry, SectionPages
from puzzlegen.layout.sheet import Setting, Sheet
from puzzlegen.layout.text import Figure, plain, wrap

OPENER_MARK = 0.72  # height of an opener's difficulty marks, as a share of the text's size


def opener(section: SectionPages, number: int, setting: Setting) -> list[Page]:
    """The section's name, difficulty, numbers and what is new in it; a second page only if the text needs one."""
    sizes = setting.sizes
    sheet = Sheet(number, "section", setting, folio=False)
    block = sheet.block
    size = sizes.display * 0.85
    y = block.top + block.height * 0.2
    for line in wrap(plain(section.name, True), block.width, size, setting.metrics):
        sheet.put(setting.text.line(line, y, size), dx=block.left)
        y += size * 1.1
    y += sizes.body * 0.3
    middle = y - setting.metrics.cap_height("regular") * sizes.body / 2
    stars = max(entry.stars for entry in section.entries)
    marks, wide = difficulty(setting.theme.headers.marks, stars, block.left, middle, sizes.body * OPENER_MARK)
    first, last = section.entries[0].number, section.entries[-1].number
    said = setting.words.section
    words = (said.range if last > first else said.single).format(first=first, last=last)
    sheet.put([*marks, Text(block.left + wide + sizes.body, y, words, sizes.body)])
    y += 2.5 * sizes.leading
    figures = {"marks": legend(setting)}
    if section.example is not None:
        figures["example"] = worked(section.example, block.width, setting)
    intro = section.intro
    if not any(isinstance(part, Figure) and part.name == "example" for part in intro):
        intro += (Figure("example"),)  # an editor's own words need not name the figure to keep it
    found = columns(items(intro, setting.measure(), setting.text, figures), [block.bottom - y, block.height])
    if len(found) > 1 and column_height(found[0]) == 0:
        found = found[1:]
    sheet.put_column(found[0], block.left, y)
    pages = [sheet.page()]
    for i, column in enumerate(found[1:], start=1):
        more = Sheet(number + i, "section", setting)
        more.put_column(column, more.block.left, more.block.top)
        pages.append(more.page())
    return pages


def section_key(index: int) -> str:
    """Key of the ``index``-th section's part, counted from 1."""
    return f"section {index}"


def puzzle_pages(section: SectionPages) -> int:
    """Pages of puzzles, the opener not counted."""
    return -(-len(section.entries) // section.per_page)


def section_part(key: str, section: SectionPages, setting: Setting) -> Part:
    """The section's opener and its puzzles.

    Raises LayoutError when the section's cells would be too small.
    """
    arrangement = section_arrangement(section, setting.page, setting.theme)
    before = len(opener(section, 1, setting))
    puzzles = {entry.number: before + i // section.per_page for i, entry in enumerate(section.entries)}

    def draw(first: int, plan: Plan) -> Iterator[Page]:
        yield from opener(section, first, setting)
        yield from _puzzle_pages(section, arrangement, first + before, Headers(plan.answers, setting))

    return Part(key, before + puzzle_pages(section), draw, puzzles=puzzles)


def _puzzle_pages(
    section: SectionPages, arrangement: Arrangement, first: int, headers: Headers
) -> Iterator[Page]:
    """The section's puzzles from page ``first`` on."""
    setting, cell = headers.setting, arrangement.cell
    narrowest = min(entry.puzzle.grid.width for entry in section.entries) * cell + 2 * setting.theme.puzzle.frame
    if not all(headers.fit(entry, narrowest) for entry in section.entries):
        headers = replace(headers, word=False)  # for the whole section: one look for all
    for number, start in enumerate(range(0, len(section.entries), section.per_page), start=first):
        sheet = Sheet(number, "puzzles", setting, head=section.name)
        entries = section.entries[start : start + section.per_page]
        for i, place in enumerate(arrangement.places(sheet.block, setting.theme)[: len(entries)]):
            # Boards in a column of the page share their left edge, and the widest of them stands in the middle.
            widest = max(entry.puzzle.grid.width for entry in entries[i % arrangement.cols :: arrangement.cols])
            left = place.left_of(taken(widest * cell, setting.theme, arrangement.cols))
            _put_puzzle(sheet, entries[i], (left, place.top), cell, headers)
        yield sheet.page()


def _put_puzzle(
    sheet: Sheet,
    entry: Entry,
    at: tuple[float, float],
    cell: float,
    headers: Headers,
) -> None:
    setting = sheet.setting
    theme, grid = setting.theme, entry.puzzle.grid
    frame = theme.puzzle.frame
    left, top = at[0], at[1] + theme.header
    place = PlacedGrid(entry.number, "puzzle", sheet.number, left + frame, top + frame, cell, grid.width, grid.height)
    marks, _ = headers.marks(entry, grid.width * cell + 2 * frame)
    sheet.put(marks, dx=left, dy=top - theme.header_gap)
    sheet.put(puzzle_marks(entry.puzzle, place, theme.puzzle, setting.metrics), [place])
