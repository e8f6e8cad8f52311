"""Sections: the opener, then pages of puzzles with one header line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzlegen.errors import LayoutError
from puzzlegen.language.rich_text import Figure
from puzzlegen.layout.book.figures import legend, worked
from puzzlegen.layout.book.grid_fit import Arrangement, section_arrangement, taken
from puzzlegen.layout.book.inputs import Aids, Entry, SectionPages
from puzzlegen.layout.book.notes_pages import notes_page
from puzzlegen.layout.book.page_foot import Foot
from puzzlegen.layout.book.page_head import Head
from puzzlegen.layout.book.parts import Listing, Part, Plan
from puzzlegen.layout.book.puzzle_heading import Headers, second_line
from puzzlegen.layout.core.document import Page, PlacedGrid, Text
from puzzlegen.layout.core.grid import puzzle_marks
from puzzlegen.layout.core.marks import difficulty
from puzzlegen.layout.core.sheet import Setting, Sheet
from puzzlegen.layout.core.text import plain, wrap
from puzzlegen.layout.core.text_columns import column_height, columns, items

OPENER_MARK = 0.72  # height of an opener's difficulty marks, as a share of the text's size


def opener(section: SectionPages, number: int, setting: Setting) -> list[Page]:
    """The section's name, difficulty, numbers and what is new in it; a second page only if the text needs one.

    No page at all for a section that goes without.
    """
    if not section.opener:
        return []
    sizes = setting.sizes
    sheet = Sheet(number, "section", setting, folio=False)
    block = sheet.block
    size = sizes.display * 0.85
    y = block.top + block.height * setting.theme.opener_drop
    for line in wrap(plain(section.name, True), block.width, size, setting.metrics):
        sheet.put_display(line, y, size)
        y += size * 1.1
    y += sizes.body * 0.3
    middle = y - setting.metrics.cap_height("regular") * sizes.body / 2
    stars = max(entry.stars for entry in section.entries)
    marks, wide = difficulty(setting.theme.headers.marks, stars, 0.0, middle, sizes.body * OPENER_MARK)
    words = _numbers(section, setting)
    marks.append(Text(wide + sizes.body, y, words, sizes.body))
    wide += sizes.body * (1 + setting.metrics.width(words, "regular"))
    sheet.put(marks, dx=block.left + ((block.width - wide) / 2 if setting.theme.align == "centre" else 0.0))
    y += 2.5 * sizes.leading
    figures = {"marks": legend(section.variant, setting)}
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


def puzzle_pages(section: SectionPages, aids: Aids) -> int:
    """Pages of puzzles and of the notes between them, the opener not counted."""
    return -(-len(section.entries) // section.per_page) * (2 if aids.single_sided else 1)


def section_part(key: str, section: SectionPages, aids: Aids, setting: Setting) -> Part:
    """The section's opener and its puzzles; single-sided puzzles with pages for notes on the left.

    Raises LayoutError when the section's cells would be too small.
    """
    more = second_line(section.entries, aids.time, setting)
    theme = replace(setting.theme, header=setting.theme.header + more)
    setting = replace(setting, theme=theme, words=setting.words.of(section.variant))
    head, foot = Head.of(aids, setting), Foot.of(section, aids, setting)
    try:
        arrangement = section_arrangement(section, head.below(foot.above(setting.page)), setting.theme)
    except LayoutError as fault:
        if not head.height + foot.height:
            raise
        raise LayoutError(f"{fault}; or leave out what stands at the head and the foot of its pages") from None
    before = len(opener(section, 1, setting))
    step = 2 if aids.single_sided else 1
    begin = before + before % step  # sections open on rectos: the even pages of a part
    puzzles = {entry.number: begin + i // section.per_page * step for i, entry in enumerate(section.entries)}
    count = max(puzzles.values()) + step

    def draw(first: int, plan: Plan) -> Iterator[Page]:
        yield from opener(section, first, setting)
        headers = Headers(plan.answers, setting, hints=plan.hints, sheets=plan.sheets, time=aids.time, second_line=more)
        drawn = _puzzle_pages(section, arrangement, range(first + begin, first + count, step), headers, (head, foot))
        for number in range(first + before, first + count):
            notes = (number - first - begin) % step
            yield notes_page(number, aids.ruling, setting) if notes else next(drawn)

    return Part(key, count, draw, listing=_listing(section, setting), puzzles=puzzles)


def _listing(section: SectionPages, setting: Setting) -> Listing:
    entries = section.entries
    words = dict.fromkeys(entry.difficulty for entry in entries)
    sizes = dict.fromkeys(str(entry.puzzle.grid).replace("x", "×") for entry in entries)
    note = [" / ".join(words), _numbers(section, setting), *(sizes if len(sizes) == 1 else ())]
    return Listing(section.name, " · ".join(note), max(entry.stars for entry in entries))


def _numbers(section: SectionPages, setting: Setting) -> str:
    """The numbers of its puzzles, in words."""
    first, last = section.entries[0].number, section.entries[-1].number
    said = setting.words.section
    return (said.range if last > first else said.single).format(first=first, last=last)


def _puzzle_pages(
    section: SectionPages, arrangement: Arrangement, numbers: Sequence[int], headers: Headers, ends: tuple[Head, Foot]
) -> Iterator[Page]:
    """The section's puzzles on the pages of those numbers."""
    head, foot = ends
    setting, cell = headers.setting, arrangement.cell
    narrowest = min(entry.puzzle.grid.width for entry in section.entries) * cell + 2 * setting.theme.puzzle.frame
    headers = headers.fitting(section.entries, narrowest)  # for the whole section: one look for all
    room = head.below(foot.above(setting.page))
    for number, start in zip(numbers, range(0, len(section.entries), section.per_page), strict=True):
        sheet = Sheet(number, "puzzles", setting, head=section.name)
        entries = section.entries[start : start + section.per_page]
        for i, place in enumerate(arrangement.places(room.block(number), setting.theme)[: len(entries)]):
            # Boards in a column of the page share their left edge, and the widest of them stands in the middle.
            widest = max(entry.puzzle.grid.width for entry in entries[i % arrangement.cols :: arrangement.cols])
            left = place.left_of(taken(widest * cell, setting.theme, arrangement.cols))
            _put_puzzle(sheet, entries[i], (left, place.top), cell, headers)
        head.put(sheet)
        foot.put(sheet, entries)
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
    wide = grid.width * cell + 2 * frame
    marks, _ = headers.marks(entry, wide)
    sheet.put(marks, dx=left, dy=top - theme.header_gap - headers.second_line)
    sheet.put(headers.second(entry, wide), dx=left, dy=top - theme.header_gap)
    sheet.put(puzzle_marks(entry.puzzle, place, theme.puzzle, setting.metrics), [place])
