"""Reads layouts from configs and options: names, drawings, files and texts become the Layout of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.clue_layout import (
    BLANK_MARK,
    CLUE_MARK,
    FREE,
    MAX_CLUES,
    MIN_CLUES,
    RULES,
    Layout,
    check_rule,
)
from puzzlegen.board.drawn_layouts import drawn_layout, read_drawing
from puzzlegen.board.grid import Grid
from puzzlegen.config.reading.message_parts import describe, did_you_mean
from puzzlegen.config.template_lookup import cached_by_file, template
from puzzlegen.errors import FormatError
from puzzlegen.pictures.image_files import read_gray

FACE = "pixel-face.txt"  # the letters of layouts: a template
DRAWING_FILE = ".txt"  # a file of this ending holds a drawing, any other an image
MAX_BYTES = 1_000_000  # of a file with a drawing
DARK = 128  # of 255: a cell whose part of the image is darker on average gets a clue


@dataclass(frozen=True, slots=True)
class LayoutChoice:
    """A layout as chosen, for boards of any size.

    ``rule`` and ``clues`` are those of Layout. ``drawing``, ``file`` and ``text`` each give the clue cells; at most one
    of them may be given, and then neither ``rule`` nor ``clues``. ``fill`` adds clues where none reaches; None does so
    for texts only.
    """

    rule: str = FREE
    clues: float | None = None
    drawing: str | None = None
    file: str | None = None
    text: str | None = None
    fill: bool | None = None

    def for_board(self, grid: Grid) -> Layout:
        """Return the layout for a board. Raises FormatError where it does not fit."""
        drawn = [name for name in ("drawing", "file", "text") if getattr(self, name) is not None]
        others = ["rule"] * (self.rule != FREE) + ["clues"] * (self.clues is not None)
        if len(drawn) > 1 or (drawn and others):
            raise FormatError(f"found {' and '.join(drawn + others)}, which exclude each other; remove all but one")
        if not drawn:
            if self.fill is not None:
                raise FormatError("found fill, which only a drawing, file or text can have; remove it")
            check_rule(self.rule, grid)
            return Layout(self.rule, self.clues)
        fill = self.text is not None if self.fill is None else self.fill
        rows: Sequence[str]
        if self.text is not None:
            rows = text_rows(self.text, grid)
        elif self.drawing is not None:
            rows = read_drawing(self.drawing)
        else:
            rows = _file_rows(Path(self.file or ""), grid)
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


# --- Texts ------------------------------------------------------------------------------------------------------------


@cached_by_file
def _load_face(path: Path) -> dict[str, list[str]]:
    """Return the rows of each letter."""
    face: dict[str, list[str]] = {}
    rows: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            rows = face.setdefault(line[2:].strip(), [])
        elif line.strip() and not line.startswith("; "):
            rows.append(line.strip())
    return face


def text_rows(text: str, grid: Grid) -> list[str]:
    """Return the drawing of a text: as large as the board allows, in its middle.

    Small letters count as capitals, and a line break begins a new line.
    Raises FormatError for a letter that the pixel face does not have, and for a text too long for the board.
    """
    face = _load_face(template(FACE))
    lines = text.strip().upper().splitlines()
    if not lines:
        raise FormatError("found an empty text, expected letters or digits")
    for letter in "".join(lines):
        if letter not in face and letter != " ":
            raise FormatError(f"found {letter!r} in {describe(text)}, allowed {''.join(face)} and spaces")
    height = len(face["0"])
    drawn: list[str] = []
    for line in lines:
        letters = [face.get(letter, ["..."] * height) for letter in line]
        drawn += [BLANK_MARK * len(line)] if drawn else []
        drawn += [BLANK_MARK.join(letter[row] for letter in letters) for row in range(height)]
    width = max(map(len, drawn))
    drawn = [_centered(row, width) for row in drawn]
    scale = min(grid.width // width, grid.height // len(drawn))
    if scale == 0:
        raise FormatError(
            f"{describe(text)} needs {width}x{len(drawn)} cells, found a {grid} board: "
            "choose a larger size or fewer letters"
        )
    scaled = ["".join(mark * scale for mark in row) for row in drawn for _ in range(scale)]
    return _in_middle(scaled, grid)


def _centered(row: str, width: int) -> str:
    before = (width - len(row)) // 2
    return BLANK_MARK * before + row + BLANK_MARK * (width - len(row) - before)


def _in_middle(rows: list[str], grid: Grid) -> list[str]:
    """Return a drawing in the middle of the board, with blanks around it."""
    above = (grid.height - len(rows)) // 2
    empty = BLANK_MARK * grid.width
    below = grid.height - len(rows) - above
    return [empty] * above + [_centered(row, grid.width) for row in rows] + [empty] * below


# --- Files ------------------------------------------------------------------------------------------------------------


def _file_rows(path: Path, grid: Grid) -> Sequence[str]:
    """Return the drawing in a text file, or that of an image scaled to the board."""
    try:
        if path.exists() and not path.is_file():  # reading a pipe would wait
            raise FormatError(f"{path}: not a file: name a drawing ({DRAWING_FILE}) or an image")
        if path.suffix.lower() == DRAWING_FILE:
            if path.stat().st_size > MAX_BYTES:
                raise FormatError(f"{path}: has {path.stat().st_size} bytes, allowed {MAX_BYTES}")
            return read_drawing(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FormatError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise FormatError(f"{path}: not a text: save the drawing as UTF-8") from None
    except FormatError as error:
        raise error if str(error).startswith(str(path)) else FormatError(f"{path}: {error}") from None
    return image_rows(read_gray(path).shades, grid)


def image_rows(gray: NDArray[np.uint8], grid: Grid) -> list[str]:
    """Return the drawing of an image: scaled to the board without distortion, in its middle; dark cells get clues."""
    rows, columns = gray.shape
    scale = min(grid.width / columns, grid.height / rows)
    wide = max(1, min(grid.width, round(columns * scale)))
    high = max(1, min(grid.height, round(rows * scale)))
    marks = []
    for row in range(high):
        band = gray[row * rows // high : max(row * rows // high + 1, (row + 1) * rows // high)]
        means = [
            band[:, col * columns // wide : max(col * columns // wide + 1, (col + 1) * columns // wide)].mean()
            for col in range(wide)
        ]
        marks.append("".join(CLUE_MARK if mean < DARK else BLANK_MARK for mean in means))
    return _in_middle(marks, grid)
