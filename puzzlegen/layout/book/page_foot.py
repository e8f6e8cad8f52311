"""What stands at the foot of a page of puzzles: codes that lead to them, and hints upside down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from puzzlegen.language.rich_text import Run
from puzzlegen.layout.book.hint_pages import hint_words
from puzzlegen.layout.book.inputs import Aids, Entry, PageGeometry, SectionPages
from puzzlegen.layout.core.document import Mark, Text
from puzzlegen.layout.core.qr_code import MODULE, QUIET, code_marks, code_side
from puzzlegen.layout.core.sheet import Setting, Sheet
from puzzlegen.layout.core.text import wrap
from puzzlegen.layout.core.transform import turned

HINT_SIZE = 7.0  # points: as small as printers take it
HINT_LEADING = 9 / 7  # of the size
COLUMN_GAP = 18.0
TWO_COLUMNS = 430.0  # from this width on, lines of small type would be too long
GAP = 12.0  # between the puzzles and the foot, and between codes and hints
ROW_GAP = 2 * QUIET * MODULE  # between rows of codes: the white around both
CODE_GAP = 10.0  # between a code and the words that name it


@dataclass(frozen=True, slots=True)
class Foot:
    """The foot of a section's pages: as high on all of them, so that puzzles keep their places."""

    hints: bool
    setting: Setting
    code_height: float = 0.0
    hint_height: float = 0.0

    @classmethod
    def of(cls, section: SectionPages, aids: Aids, setting: Setting) -> Foot:
        """The foot that is high enough for every page of the section."""
        foot = cls(aids.hints == "foot", setting)
        pages = [
            section.entries[start : start + section.per_page]
            for start in range(0, len(section.entries), section.per_page)
        ]
        return replace(
            foot,
            code_height=max(sum(high for _, high in foot._code_rows(page)) for page in pages),
            hint_height=max(foot._hints(page)[1] for page in pages),
        )

    @property
    def height(self) -> float:
        """From the top of the foot to the foot of the text block, the gap above it included."""
        return sum(part + GAP for part in (self.code_height, self.hint_height) if part)

    def above(self, page: PageGeometry) -> PageGeometry:
        """The page with the room that is left for puzzles."""
        return replace(page, bottom=page.bottom + self.height) if self.height else page

    def put(self, sheet: Sheet, entries: Sequence[Entry]) -> None:
        """Draw the foot of one page."""
        block = sheet.block
        top = block.bottom - self.height + GAP
        for row, high in self._code_rows(entries):
            self._put_codes(sheet, row, top)
            top += high
        marks, high = self._hints(entries)
        sheet.put(turned(marks, block.width, high), dx=block.left, dy=block.bottom - high)

    def _code_width(self, entry: Entry) -> float:
        sizes, metrics = self.setting.sizes, self.setting.metrics
        number = metrics.width(str(entry.number), "bold") * sizes.body
        words = metrics.width(self.setting.words.puzzle.online, "regular") * sizes.small
        return code_side(entry.code) + CODE_GAP + max(number, words)

    def _code_rows(self, entries: Sequence[Entry]) -> list[tuple[list[Entry], float]]:
        """The puzzles whose codes share a row, rows as even as they come, and the height of each with the gap below."""
        coded = [entry for entry in entries if entry.code]
        if not coded:
            return []
        widest = max(self._code_width(entry) for entry in coded) + COLUMN_GAP
        most = max(1, int((self.setting.page.block(1).width + COLUMN_GAP) / widest))
        each = -(-len(coded) // -(-len(coded) // most))
        rows = [coded[start : start + each] for start in range(0, len(coded), each)]
        highs = [max(code_side(entry.code) for entry in row) + ROW_GAP for row in rows]
        highs[-1] -= ROW_GAP
        return list(zip(rows, highs, strict=True))

    def _put_codes(self, sheet: Sheet, row: Sequence[Entry], top: float) -> None:
        sizes, soft = self.setting.sizes, self.setting.theme.soft
        x = sheet.block.left
        pitch = (sheet.block.width + COLUMN_GAP) / len(row)
        for i, entry in enumerate(row):
            side = code_side(entry.code)
            left = x + i * pitch
            sheet.put(code_marks(entry.code), dx=left, dy=top)
            words: list[Mark] = [
                Text(side + CODE_GAP, -sizes.leading * 0.1, str(entry.number), sizes.body, "bold"),
                Text(side + CODE_GAP, sizes.leading * 0.8, self.setting.words.puzzle.online, sizes.small, colour=soft),
            ]
            sheet.put(words, dx=left, dy=top + side / 2)

    def _hint(self, entry: Entry) -> tuple[Run, ...]:
        return Run(f"{entry.number}", True), Run(" " + hint_words(entry, self.setting.words))

    def _hints(self, entries: Sequence[Entry]) -> tuple[list[Text], float]:
        """The hints the right way up from a top left corner at 0, and their height."""
        if not self.hints:
            return [], 0.0
        block, metrics = self.setting.page.block(1), self.setting.metrics
        size = max(HINT_SIZE, self.setting.sizes.least)  # large print stays large
        told = [entry for entry in entries if entry.hints]
        across = 2 if block.width >= TWO_COLUMNS and len(told) > 1 else 1
        pitch = (block.width + COLUMN_GAP) / across
        each = -(-len(told) // across)
        marks: list[Text] = []
        deepest = 0.0
        for column in range(across):
            y = 0.0
            for entry in told[column * each : (column + 1) * each]:
                for line in wrap(self._hint(entry), pitch - COLUMN_GAP, size, metrics):
                    y += size * HINT_LEADING
                    marks += [
                        Text(column * pitch + piece.x, y - 2.0, piece.text, size, piece.font,
                             colour=self.setting.theme.soft)
                        for piece in line
                    ]  # fmt: skip
            deepest = max(deepest, y)
        return marks, deepest
