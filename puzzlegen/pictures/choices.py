"""Drawings as rows of marks, and how images are reduced to pictures; for configs and help texts, without numpy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import BLANK_MARK, FILLED_MARK
from puzzlegen.errors import FormatError
from puzzlegen.files.reading import read_text, text_of
from puzzlegen.files.templates import cached_by_file, template, templates_in
from puzzlegen.wording import describe

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Parsed = TypeVar("Parsed")

FACE = "pixel-face.txt"  # the letters: a template
DRAWING_FILE = ".txt"  # a file of this ending holds a drawing, any other an image
MAX_BYTES = 1_000_000  # of a file with a drawing
DARK = 128  # of 255: a cell whose part of the image is darker on average is marked


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
    for line in text_of(path).splitlines():
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


# --- Ready pictures ---------------------------------------------------------------------------------------------------

_SAMPLE = "sample"  # the folder of the drawing that ``puzzlegen new picture`` writes, which is no category


def ready_pictures() -> dict[str, Path]:
    """Return the files of the ready pictures by name. The folder of each is named by its category."""
    paths = templates_in("pictures", f"**/*{DRAWING_FILE}")
    return {path.stem: path for path in paths if path.parent.name != _SAMPLE}


def with_categories(entries: Iterable[Any]) -> list[Any]:
    """Return the entries of a list of pictures, with the names of its ready pictures in place of each category."""
    of_category: dict[Any, list[str]] = {}
    for name, path in ready_pictures().items():
        of_category.setdefault(path.parent.name, []).append(name)
    return [name for entry in entries for name in (isinstance(entry, str) and of_category.get(entry)) or [entry]]


# --- Files ------------------------------------------------------------------------------------------------------------


def file_rows(path: Path, grid: Grid) -> Sequence[str]:
    """Return the drawing in a text file, or that of an image scaled to the board. Raises FormatError."""
    if path.suffix.lower() == DRAWING_FILE:
        return read_drawing(path, lambda text: drawing_rows(text, grid))
    from puzzlegen.pictures.gray_images import read_gray  # noqa: PLC0415  # imports numpy

    return image_rows(read_gray(path).shades, grid)


def read_drawing(path: Path, parse: Callable[[str], Parsed]) -> Parsed:
    """Return what ``parse`` makes of a text file with a drawing. Raises FormatError, which names the file."""
    text = read_text(path, MAX_BYTES, f"a drawing ({DRAWING_FILE})")
    try:
        return parse(text)
    except FormatError as error:
        raise error.in_file(path) from None


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
