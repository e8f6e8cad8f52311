"""What stands at the head of a page of puzzles that is used on its own: room for name and date, and the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzlegen.layout.book.inputs import Aids, PageGeometry
from puzzlegen.layout.core.document import Line, Mark, Text
from puzzlegen.layout.core.sheet import Setting, Sheet
from puzzlegen.layout.core.text import SetLine, plain, wrap

DATE_SHARE = 0.34  # of the width, for the date
BLANK = 3.0  # points between a word and the line to write on
DROP = 1.5  # points from the baseline down to that line
GAP = 14.0  # below the head


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a section's pages, as high on all of them."""

    name: bool
    rules: bool
    setting: Setting

    @classmethod
    def of(cls, aids: Aids, setting: Setting) -> Head:
        """The head these aids ask for."""
        return cls(aids.name, aids.rules, setting)

    @property
    def height(self) -> float:
        """From the top of the text block down to the puzzles; 0 where there is no head."""
        rows = len(self._rules()) * self.setting.sizes.leading
        name = 1.6 * self.setting.sizes.leading if self.name else 0.0
        return rows + name + GAP if rows or name else 0.0

    def below(self, page: PageGeometry) -> PageGeometry:
        """The page with the room that is left for puzzles."""
        return replace(page, top=page.top + self.height) if self.height else page

    def put(self, sheet: Sheet) -> None:
        """Draw the head of one page."""
        sizes, block = self.setting.sizes, sheet.block
        y = block.top + sizes.body
        if self.name:
            sheet.put(self._name(block.width), dx=block.left, dy=y)
            y += 1.6 * sizes.leading
        for line in self._rules():
            sheet.put(self.setting.text.line(line, y, sizes.body), dx=block.left)
            y += sizes.leading

    def _rules(self) -> list[SetLine]:
        if not self.rules:
            return []
        width = self.setting.page.block(1).width
        return wrap(plain(self.setting.words.puzzle.rules), width, self.setting.sizes.body, self.setting.metrics)

    def _name(self, width: float) -> list[Mark]:
        """Both words from baseline 0, each with a line to write on."""
        said, size, metrics = self.setting.words.puzzle, self.setting.sizes.body, self.setting.metrics
        middle = width * (1 - DATE_SHARE)
        marks: list[Mark] = []
        for word, left, right in ((said.name, 0.0, middle - 2 * size), (said.date, middle, width)):
            marks.append(Text(left, 0.0, word, size))
            start = left + metrics.width(word, "regular") * size + BLANK
            marks.append(Line(start, DROP, right, DROP, 0.75, self.setting.theme.soft))
        return marks
