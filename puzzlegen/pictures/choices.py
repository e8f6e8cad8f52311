"""Layouts, shapes and pictures as chosen, for boards of any size: names, rows of marks, files, letters.

Reads drawings as rows of marks: from text, from files and images, and from letters of the pixel face.

Layouts (``choices``) and shapes (``shapes``) are both drawn in these ways.

Reads layouts from configs and options: names, drawings, files and texts become the Layout of a board.

Reads shapes from configs and options: names, drawings, files and texts become a Grid with void cells.

How images are reduced to pictures. It imports nothing, for help texts and configs.

Chooses the title or hint of a picture in a language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from puzzlegen.board.clue_layout import BLANK_MARK, FILLED_MARK, FREE, MAX_CLUES, MIN_CLUES, RULES, Layout, check_rule
from puzzlegen.board.grid import Grid
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.errors import FormatError
from puzzlegen.files.reading import read_limited, unreadable
from puzzlegen.files.templates import cached_by_file, template
from puzzlegen.wording import describe, did_you_mean

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Parsed = TypeVar("Parsed")

FACE = "pixel-face.txt"  # the letters: a template
DRAWING_FILE = ".txt"  # a file of this ending holds a drawing, any other an image
MAX_BYTES = 1_000_000  # of a file with a drawing
DARK = 128  # of 255: a cell whose part of the image is darker on average is marked


@dataclass(frozen=True, slots=True)
class DrawingChoice:
    """A drawing as chosen, for boards of any size.

    ``drawing`` has rows of FILLED_MARK and BLANK_MARK; several drawings, separated by empty lines, are for boards of
    their sizes. ``file`` is the path of such a text or of an image, and ``text`` gives letters. At most one of them may
    be given.
    """

    drawing: str | None = None
    file: str | None = None
    text: str | None = None

    def rows(self, grid: Grid, *, enlarged: bool) -> Sequence[str]:
        """Return the drawing for a board. Letters and images fit the board, a drawing only if it is to be ``enlarged``.

        Raises FormatError for one that cannot be read, and for one that does not fit.
        """
        if self.text is not None:
            return text_rows(self.text, grid)
        rows = self._unscaled(grid)
        return scaled_rows(rows, grid) if enlarged else rows  # those of an image have the size of the board

    def copied(self, grids: Iterable[Grid]) -> str:
        """Return a ``drawing`` that is for these boards what the ``file`` is. Raises FormatError as ``rows`` does."""
        return "\n\n".join(dict.fromkeys("\n".join(self._unscaled(grid)) for grid in grids))

    def _unscaled(self, grid: Grid) -> Sequence[str]:
        return drawing_rows(self.drawing, grid) if self.drawing is not None else file_rows(Path(self.file or ""), grid)


def parse_choice(value: str, name: str, keys: Sequence[str]) -> dict[str, str]:
    """Return the key and the value of a choice that is written as one text.

    It is ``KEY:VALUE`` for one of ``keys``, such as ``text:25``; any other text is the value of the key ``name``.
    """
    key, colon, rest = value.partition(":")
    return {key: rest} if colon and key in keys else {name: value}


def drawing_rows(text: str, grid: Grid) -> tuple[str, ...]:
    """Return the rows of a drawing, of several separated by empty lines those of the drawing for the board.

    Raises FormatError for other marks, rows of different lengths, an empty drawing, and if none of several fits.
    """
    rows = [row.strip() for row in text.strip().splitlines()]
    if not any(rows):
        raise FormatError(f"found an empty drawing, expected rows of {FILLED_MARK} and {BLANK_MARK}")
    drawings = [_checked(list(block)) for filled, block in groupby(rows, bool) if filled]
    sizes = [f"{len(drawing[0])}x{len(drawing)}" for drawing in drawings]
    if len(drawings) == 1 or str(grid) in sizes:
        return drawings[0 if len(drawings) == 1 else sizes.index(str(grid))]
    raise FormatError(
        f"found drawings of {', '.join(sizes)} cells, expected one of {grid}: add it, or remove the empty lines"
    )


def _checked(rows: list[str]) -> tuple[str, ...]:
    for number, row in enumerate(rows, start=1):
        check_row(row, f"row {number} of the drawing", len(rows[0]))
    return tuple(rows)


def check_row(row: str, name: str, width: int) -> None:
    """Raise FormatError for a row of a drawing with other marks, and for one of another width than the first row."""
    for column, mark in enumerate(row, start=1):
        if mark not in (FILLED_MARK, BLANK_MARK):
            raise FormatError(f"{name}, column {column}: found {mark!r}, allowed {FILLED_MARK} and {BLANK_MARK}")
    if len(row) != width:
        raise FormatError(f"{name}: found {len(row)} marks, expected {width} as in the first row")


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
            f"{describe(text)} needs {width}x{len(drawn)} cells, found a board of {grid} cells: "
            "choose a larger size or fewer letters"
        )
    return _in_middle(_enlarged(drawn, scale), grid)


def scaled_rows(rows: Sequence[str], grid: Grid) -> list[str]:
    """Return a drawing enlarged by the largest whole factor that fits the board. Raises FormatError if none does."""
    scale = min(grid.width // len(rows[0]), grid.height // len(rows))
    if scale == 0:
        raise FormatError(
            f"found a drawing of {len(rows[0])}x{len(rows)} cells, allowed up to {grid}: "
            "change the drawing, or choose a larger size"
        )
    return _enlarged(rows, scale)


def _enlarged(rows: Sequence[str], scale: int) -> list[str]:
    return ["".join(mark * scale for mark in row) for row in rows for _ in range(scale)]


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


def file_rows(path: Path, grid: Grid) -> Sequence[str]:
    """Return the drawing in a text file, or that of an image scaled to the board. Raises FormatError."""
    if path.suffix.lower() == DRAWING_FILE:
        return read_drawing(path, lambda text: drawing_rows(text, grid))
    from puzzlegen.pictures.image_files import read_gray  # noqa: PLC0415  # imports numpy

    return image_rows(read_gray(path).shades, grid)


def read_drawing(path: Path, parse: Callable[[str], Parsed]) -> Parsed:
    """Return what ``parse`` makes of a text file with a drawing. Raises FormatError, which names the file."""
    try:
        if path.exists() and not path.is_file():  # reading a pipe would wait
            raise FormatError(f"not a file: name a drawing ({DRAWING_FILE})")
        return parse(read_limited(path, MAX_BYTES).decode("utf-8-sig"))
    except OSError as error:
        raise FormatError(unreadable(path, error)) from None
    except UnicodeDecodeError:
        raise FormatError(f"{path}: not a text: save the drawing as UTF-8") from None
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def image_rows(gray: NDArray[np.uint8], grid: Grid) -> list[str]:
    """Return the drawing of an image: scaled to the board without distortion, in its middle; dark cells get clues."""
    rows, columns = gray.shape
    row_height = grid.variant.lattice.row_height
    scale = min(grid.width / columns, grid.height * row_height / rows)
    wide = max(1, min(grid.width, round(columns * scale)))
    high = max(1, min(grid.height, round(rows * scale / row_height)))
    marks = []
    for row in range(high):
        band = gray[row * rows // high : max(row * rows // high + 1, (row + 1) * rows // high)]
        means = [
            band[:, col * columns // wide : max(col * columns // wide + 1, (col + 1) * columns // wide)].mean()
            for col in range(wide)
        ]
        marks.append("".join(FILLED_MARK if mean < DARK else BLANK_MARK for mean in means))
    return _in_middle(marks, grid)


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


@dataclass(frozen=True, slots=True)
class ShapeChoice(DrawingChoice):
    """The shape of boards as chosen, for boards of any size. Exactly one of the fields is given.

    ``name`` is one of the ready shapes. A drawing has FILLED_MARK for a cell and BLANK_MARK for a void.
    """

    name: str | None = None

    def on(self, grid: Grid) -> Grid:
        """Return the board: the grid with voids around the shape, without rows and columns that have no cell.

        Ready shapes fill the grid, but a hexagon of hexagons is the largest regular one that fits. Drawings and texts
        are enlarged by the largest whole factor that fits, and images are scaled without distortion. So a board may be
        smaller than the grid.
        Raises FormatError where the shape does not fit, and for a cell that no clue can reach.
        """
        given = [name for name in ("name", "drawing", "file", "text") if getattr(self, name) is not None]
        if len(given) != 1:
            found = " and ".join(given) or "no shape"
            raise FormatError(f"found {found}, expected one of name, drawing, file and text")
        from puzzlegen.board.drawn_layouts import cells_of  # noqa: PLC0415  # imports numpy
        from puzzlegen.board.shape_cells import board_of, ready_cells  # noqa: PLC0415

        if self.name is not None:
            return board_of(grid, ready_cells(self.name, grid))
        return board_of(grid, cells_of(self.rows(grid, enlarged=True)))


def parse_shape(value: str) -> ShapeChoice:
    """Parse an option: the name of a ready shape, text:LETTERS or file:PATH. Raises FormatError."""
    choice = ShapeChoice(**shape_keys(value))
    if choice.name is None or choice.name in SHAPES:
        return choice
    forms = f"{', '.join(SHAPES)}, text:LETTERS or file:PATH"
    raise FormatError(f"found {describe(value)}, allowed {forms}{did_you_mean(value, SHAPES)}")


def shape_keys(value: str) -> dict[str, str]:
    """Return the key and the value of a shape that is written as one text, such as ``heart`` or ``text:25``."""
    return parse_choice(value, "name", ("text", "file"))


MIN_SIDE, MAX_SIDE = 5, 60  # cells a side of a picture; the most that a page can hold
SPECKS, MAX_SPECKS = 35, 400  # percent of a cell: smaller parts of the picture are dirt; and the most


@dataclass(frozen=True, slots=True)
class ReductionOptions:
    """How to reduce an image.

    The picture gets ``width`` cells a row. With ``height`` it is fitted into that many rows too, and may be narrower.
    ``threshold`` is the shade, 0 to 255, below which a pixel is dark; None chooses it by Otsu's method. ``invert``
    fills the light parts instead of the dark ones. Parts smaller than ``specks``, in percent of a cell, are removed.
    """

    width: int
    height: int | None = None
    threshold: int | None = None
    invert: bool = False
    specks: int = SPECKS


class PictureTexts(NamedTuple):
    """Title and hint of a picture, and the language of pages."""

    title: str
    hint: str
    language: str = "en"


def in_language(texts: Mapping[str, str], language: str) -> str:
    """Return the text in a language, else the one without a language, else an empty one."""
    return texts.get(language) or texts.get("", "")
