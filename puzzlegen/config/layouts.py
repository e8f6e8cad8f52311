"""Reads layouts from configs and options: names, drawings, files and texts become the Layout of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzlegen.board.clue_layout import FREE, MAX_CLUES, MIN_CLUES, RULES, Layout, check_rule
from puzzlegen.board.drawn_layouts import drawn_layout
from puzzlegen.board.grid import Grid
from puzzlegen.config.drawings import drawing_rows, file_rows, text_rows
from puzzlegen.config.reading.message_parts import describe, did_you_mean
from puzzlegen.errors import FormatError


@dataclass(frozen=True, slots=True)
class LayoutChoice:
    """A layout as chosen, for boards of any size.

    ``rule`` and ``clues`` are those of Layout. ``drawing``, ``file`` and ``text`` each give the clue cells; at most one
    of them may be given, and then neither ``rule`` nor ``clues``. ``fill`` adds clues where none reaches; None does so
    for texts only.
    """

    rule: str | None = None
    clues: float | None = None
    drawing: str | None = None
    file: str | None = None
    text: str | None = None
    fill: bool | None = None

    def for_board(self, grid: Grid) -> Layout:
        """Return the layout for a board. Raises FormatError where it does not fit."""
        drawn = [name for name in ("drawing", "file", "text") if getattr(self, name) is not None]
        others = ["rule"] * (self.rule is not None) + ["clues"] * (self.clues is not None)
        if len(drawn) > 1 or (drawn and others):
            raise FormatError(f"found {' and '.join(drawn + others)}, which exclude each other; remove all but one")
        if not drawn:
            if self.fill is not None:
                raise FormatError("found fill, which only a drawing, file or text can have; remove it")
            rule = self.rule or (grid.variant.usual_layout if self.clues is None else FREE)
            check_rule(rule, grid)
            return Layout(rule, self.clues)
        fill = self.text is not None if self.fill is None else self.fill
        rows: Sequence[str]
        if self.text is not None:
            rows = text_rows(self.text, grid)
        elif self.drawing is not None:
            rows = drawing_rows(self.drawing)
        else:
            rows = file_rows(Path(self.file or ""), grid)
        return drawn_layout(grid, tuple(rows), fill=fill)


def parse_layout(value: str) -> LayoutChoice:
    """Parse an option: a name, or text:LETTERS, clues:SHARE or file:PATH. Raises FormatError."""
    key, colon, rest = value.partition(":")
    if value in RULES:
        return LayoutChoice(rule=value)
    if colon and key == "text":
        return LayoutChoice(text=rest)
    if colon and key == "file":
        return LayoutChoice(file=rest)
    if colon and key == "clues":
        try:
            share = float(rest)
        except ValueError:
            share = 0.0
        if not MIN_CLUES <= share <= MAX_CLUES:
            raise FormatError(f"found {describe(rest)}, allowed a share of clues from {MIN_CLUES:g} to {MAX_CLUES:g}")
        return LayoutChoice(clues=share)
    forms = f"{', '.join(RULES)}, text:LETTERS, clues:SHARE or file:PATH"
    raise FormatError(f"found {describe(value)}, allowed {forms}{did_you_mean(value, RULES)}")
