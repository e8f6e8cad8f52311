"""The line above a puzzle: its number, how hard it is, and where its answer stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzlegen.layout.document import Line, Mark, Text
from puzzlegen.layout.marks import difficulty
from puzzlegen.layout.move import moved
from puzzlegen.layout.records import Entry
from puzzlegen.layout.sheet import Setting
from puzzlegen.layout.theme import HeaderPart

MARK_SIZE = 0.6  # of the small type: about the height of its small letters


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
        sizes, style = self.setting.sizes, self.setting.theme.headers
        size = sizes.body + style.growth
        number = str(entry.number)
        found: list[Mark] = [Text(0.0, 0.0, number, size, "bold")]
        x = self.setting.metrics.width(number, "bold") * size
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
            above = -self.setting.metrics.cap_height("bold") * size - sizes.small * 0.75
            edge = self.setting.theme.puzzle.inner / 2  # the frame's outer edge, see Pen.lines
            ink = self.setting.theme.puzzle.ink
            found.append(Line(edge, above, max(x, width) - edge, above, style.rule, ink))
        return found, x

    def _group(self, names: tuple[HeaderPart, ...], entry: Entry) -> tuple[list[Mark], float]:
        """The parts of one side from x 0 on, and their width."""
        marks: list[Mark] = []
        x = 0.0
        for name in names:
            gap = self.setting.sizes.small * (0.7 if name == "word" or "word" in names[:1] else 1.2) if marks else 0.0
            part, wide = self._part(name, entry)
            if part:
                marks += moved(part, x + gap, 0.0)
                x += gap + wide
        return marks, x

    def _part(self, name: HeaderPart, entry: Entry) -> tuple[list[Mark], float]:
        sizes, metrics = self.setting.sizes, self.setting.metrics
        soft, small = self.setting.theme.soft, sizes.small
        text = ""
        match name:
            case "marks":
                middle = -metrics.cap_height("regular") * small / 2
                return difficulty(self.setting.theme.headers.marks, entry.stars, 0.0, middle, small * MARK_SIZE)
            case "word":
                text = entry.difficulty if self.word else ""
            case "answer":
                text = self.setting.words.puzzle.answer.format(page=self.answers[entry.number]) if self.answers else ""
        if not text:
            return [], 0.0
        return [Text(0.0, 0.0, text, small, colour=soft)], metrics.width(text, "regular") * small
