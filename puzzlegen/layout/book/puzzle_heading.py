"""The line above a puzzle: its number, how hard it is, and where its answer stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from puzzlegen.layout.book.book_content import PuzzleEntry
from puzzlegen.layout.core.document import Line, Mark, Text, moved
from puzzlegen.layout.core.page_builder import LayoutContext
from puzzlegen.layout.core.symbols import difficulty_symbols
from puzzlegen.layout.core.theme import HeaderPart

GAP = "\u00a0\u00a0\u00a0"  # between the pages of hint and answer
LEADING = 1.4  # of the small type: from the first line to the second
MIN_WRITING_LINE = 34.0  # points to write a time on
MARK_SIZE = 0.6  # of the small type: about the height of its small letters


@dataclass(frozen=True, slots=True)
class PuzzleHeadings:
    """Sets the headings of one section's puzzles.

    ``answers`` and ``hints`` give the page of each answer and hint, and are empty in a book without them.
    ``separate_answers`` gives the page of each answer in a separate document. ``time`` leaves space for the reader's
    time on a second line, which is ``second_line`` points high.
    """

    answers: Mapping[int, int]
    context: LayoutContext
    word: bool = True
    hints: Mapping[int, int] = field(default_factory=dict)
    separate_answers: Mapping[int, int] = field(default_factory=dict)
    time: bool = False
    second_line: float = 0.0

    def fitting(self, entries: Sequence[PuzzleEntry], width: float) -> PuzzleHeadings:
        """The headers with as much on the first line as leaves its parts clear of each other for all the entries."""
        for headers in (self, replace(self, hints={})):
            if all(headers.marks(entry, width)[1] <= width for entry in entries):
                return headers
        return replace(self, hints={}, word=False)

    def marks(self, entry: PuzzleEntry, width: float) -> tuple[list[Mark], float]:
        """The marks from x 0, baseline 0, and the width they need; on a narrower grid they reach beyond its right."""
        sizes, style = self.context.sizes, self.context.theme.headers
        size = sizes.body + style.growth
        number = str(entry.number)
        found: list[Mark] = [Text(0.0, 0.0, number, size, "bold")]
        x = self.context.metrics.width(number, "bold") * size
        parts, wide = self._group(style.left, entry)
        if parts:
            x += sizes.body
            found += moved(parts, x, 0.0)
            x += wide
        parts, wide = self._group(style.right, entry)
        if parts:
            x += 1.2 * sizes.body
            found += moved(parts, max(x, width - wide), 0.0)
            x += wide
        if style.rule:
            above = -self.context.metrics.cap_height("bold") * size - sizes.small * 0.75
            edge = self.context.theme.puzzle.inner / 2  # the frame's outer edge, see Pen.lines
            ink = self.context.theme.puzzle.ink
            found.append(Line(edge, above, max(x, width) - edge, above, style.rule, ink))
        return found, x

    def _group(self, names: tuple[HeaderPart, ...], entry: PuzzleEntry) -> tuple[list[Mark], float]:
        """The parts of one side from x 0 on, and their width."""
        marks: list[Mark] = []
        x = 0.0
        for name in names:
            gap = self.context.sizes.small * (0.7 if name == "word" or "word" in names[:1] else 1.2) if marks else 0.0
            part, wide = self._part(name, entry)
            if part:
                marks += moved(part, x + gap, 0.0)
                x += gap + wide
        return marks, x

    def _part(self, name: HeaderPart, entry: PuzzleEntry) -> tuple[list[Mark], float]:
        sizes, metrics = self.context.sizes, self.context.metrics
        soft, small = self.context.theme.soft, sizes.small
        text = ""
        match name:
            case "marks":
                middle = -metrics.cap_height("regular") * small / 2
                return difficulty_symbols(self.context.theme.headers.marks, entry.stars, 0.0, middle, small * MARK_SIZE)
            case "word":
                text = entry.difficulty if self.word else ""
            case "answer":
                said = self.context.words.puzzle
                places = ((said.hint, self.hints), (said.answer, self.answers), (said.sheet, self.separate_answers))
                text = GAP.join(form.format(page=pages[entry.number]) for form, pages in places if pages)
        if not text:
            return [], 0.0
        return [Text(0.0, 0.0, text, small, color=soft)], metrics.width(text, "regular") * small

    def second(self, entry: PuzzleEntry, width: float) -> list[Mark]:
        """The second line, from baseline 0: par and the printed number of mines at the left, at the right a blank to
        write on.
        """
        said, size, soft = self.context.words.puzzle, self.context.sizes.small, self.context.theme.soft
        facts = [said.par.format(low=entry.par[0], high=entry.par[1])] if entry.par else []
        if entry.puzzle.total is not None:
            facts.append(said.mines.of(entry.puzzle.total))
        words = GAP.join(facts)
        marks: list[Mark] = [Text(0.0, 0.0, words, size, color=soft)] if words else []
        if self.time:
            x = self.context.metrics.width(words, "regular") * size + 1.2 * size if words else 0.0
            long = self.context.metrics.width(said.time, "regular") * size + 3.0
            end = max(width, x + long + MIN_WRITING_LINE)
            start = max(x, end - long - 2 * MIN_WRITING_LINE) if words else 0.0
            marks.append(Text(start, 0.0, said.time, size, color=soft))
            blank = end if words else min(end, start + long + 3 * MIN_WRITING_LINE)
            marks.append(Line(start + long, 1.5, blank, 1.5, 0.75, soft))
        return marks


def second_line_height(entries: Sequence[PuzzleEntry], time: bool, context: LayoutContext) -> float:
    """Room the second line takes, 0 where nothing would stand on it."""
    said = time or any(entry.par or entry.puzzle.total is not None for entry in entries)
    return LEADING * context.sizes.small if said else 0.0
