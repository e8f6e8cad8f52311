"""Sections: the opener, then pages of puzzles with one header line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from puzzlegen.layout.document import Disc, Mark, Page, PlacedGrid, Ring, Text
from puzzlegen.layout.figures import legend, worked
from puzzlegen.layout.fit import Arrangement, section_arrangement
from puzzlegen.layout.flow import column_height, columns, items
from puzzlegen.layout.grids import puzzle_marks
from puzzlegen.layout.parts import Part, Plan
from puzzlegen.layout.records import Entry, SectionPages
from puzzlegen.layout.sheet import Setting, Sheet
from puzzlegen.layout.text import Figure, plain, wrap

STARS = 4
NUMBER_GROWTH = 2.5  # points by which a puzzle's number is larger than the text
RATING_LINE = 0.8


def rating(stars: int, x: float, middle: float, radius: float) -> tuple[list[Mark], float]:
    """Difficulty as four small discs, the first ``stars`` of them solid, and the width they take."""
    pitch = radius * 2.9
    marks: list[Mark] = []
    for i in range(STARS):
        cx = x + radius + i * pitch
        if i < stars:
            marks.append(Disc(cx, middle, radius))
        else:
            marks.append(Ring(cx, middle, radius - RATING_LINE / 2, RATING_LINE))
    return marks, 2 * radius + (STARS - 1) * pitch


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
    radius = sizes.body * 0.36
    cap = setting.metrics.cap_height("regular") * sizes.body
    marks, wide = rating(max(entry.stars for entry in section.entries), block.left, y - cap / 2, radius)
    first, last = section.entries[0].number, section.entries[-1].number
    words = (setting.words.range if last > first else setting.words.single).format(first=first, last=last)
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


@dataclass(frozen=True, slots=True)
class Headers:
    """The headers of one section. ``answers`` gives the page of each answer and is empty in a book without a key."""

    answers: Mapping[int, int]
    setting: Setting
    word: bool = True

    def fit(self, entry: Entry, width: float) -> bool:
        """Whether the header leaves its own parts clear of each other on that width."""
        return self.marks(entry, width)[1] <= width

    def marks(self, entry: Entry, width: float) -> tuple[list[Mark], float]:
        """The marks from x 0, baseline 0, and the width they need; on a narrower grid they reach beyond its right."""
        sizes, metrics = self.setting.sizes, self.setting.metrics
        soft = self.setting.theme.soft
        size = sizes.body + NUMBER_GROWTH
        number = str(entry.number)
        marks: list[Mark] = [Text(0.0, 0.0, number, size, "bold")]
        x = metrics.width(number, "bold") * size + sizes.body
        cap = metrics.cap_height("regular") * sizes.small
        discs, wide = rating(entry.stars, x, -cap / 2, sizes.small * 0.3)
        marks += discs
        x += wide
        if self.word:
            word = entry.difficulty[:1].upper() + entry.difficulty[1:]
            x += sizes.small * 0.7
            marks.append(Text(x, 0.0, word, sizes.small, colour=soft))
            x += metrics.width(word, "regular") * sizes.small
        if self.answers:
            answer = self.setting.words.answer.format(page=self.answers[entry.number])
            x += 1.2 * sizes.body + metrics.width(answer, "regular") * sizes.small
            marks.append(Text(max(x, width), 0.0, answer, sizes.small, anchor="end", colour=soft))
        return marks, x


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

    return Part(key, before - (-len(section.entries) // section.per_page), draw, puzzles=puzzles)


def _puzzle_pages(
    section: SectionPages, arrangement: Arrangement, first: int, headers: Headers
) -> Iterator[Page]:
    """The section's puzzles from page ``first`` on."""
    setting = headers.setting
    widest = arrangement.width * arrangement.cell + 2 * setting.theme.puzzle.frame
    narrowest = widest - (arrangement.width - min(e.puzzle.grid.width for e in section.entries)) * arrangement.cell
    if not all(headers.fit(entry, narrowest) for entry in section.entries):
        headers = replace(headers, word=False)  # for the whole section: one look for all
    for number, start in enumerate(range(0, len(section.entries), section.per_page), start=first):
        sheet = Sheet(number, "puzzles", setting, head=section.name)
        places = arrangement.places(sheet.block, setting.theme)
        for entry, place in zip(section.entries[start : start + section.per_page], places, strict=False):
            offset = (arrangement.width - entry.puzzle.grid.width) * arrangement.cell / 2
            _put_puzzle(sheet, entry, (place[0] + offset, place[1]), arrangement.cell, headers)
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
