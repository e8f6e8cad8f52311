"""Reads layouts from configs and options: names, drawings, files and texts become the Layout of a board."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.board.clue_layout import FREE, MAX_CLUES, MIN_CLUES, RULES, Layout, check_rule
from puzzlegen.board.grid import Grid
from puzzlegen.config.drawings import DrawingChoice, parse_choice
from puzzlegen.config.reading.message_parts import describe, did_you_mean
from puzzlegen.errors import FormatError


@dataclass(frozen=True, slots=True)
class LayoutChoice(DrawingChoice):
    """A layout as chosen, for boards of any size.

    ``rule`` and ``clues`` are those of Layout; neither may be given with a drawing of the clues. ``fill`` adds clues
    where none reaches; None does so for texts only.
    """

    rule: str | None = None
    clues: float | None = None
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
        from puzzlegen.board.drawn_layouts import drawn_layout  # noqa: PLC0415  # imports numpy

        fill = self.text is not None if self.fill is None else self.fill
        return drawn_layout(grid, tuple(self.rows(grid, enlarged=False)), fill=fill)


def parse_layout(value: str | None, *, fill: bool | None = None) -> LayoutChoice:
    """Parse an option: a name, or text:LETTERS, clues:SHARE or file:PATH; None for the usual layout.

    Raises FormatError.
    """
    keys = {} if value is None else layout_keys(value)
    if keys.get("rule", FREE) not in RULES:
        forms = f"{', '.join(RULES)}, text:LETTERS, clues:SHARE or file:PATH"
        raise FormatError(f"found {describe(value)}, allowed {forms}{did_you_mean(value, RULES)}")
    share = keys.pop("clues", None)
    return LayoutChoice(**keys, clues=None if share is None else _share(share), fill=fill)


def layout_keys(value: str) -> dict[str, str]:
    """Return the key and the value of a layout that is written as one text, such as ``half-turn`` or ``text:25``."""
    return parse_choice(value, "rule", ("text", "clues", "file"))


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not MIN_CLUES <= share <= MAX_CLUES:
        raise FormatError(f"found {describe(text)}, allowed a share of clues from {MIN_CLUES:g} to {MAX_CLUES:g}")
    return share
