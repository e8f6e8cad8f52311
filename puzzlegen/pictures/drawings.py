"""Reads drawings of # and ., image files and texts as pictures of cells, and judges, shows and outlines pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.drawn_layouts import cells_of, rows_of
from puzzlegen.board.spec import BLANK_MARK, FILLED_MARK
from puzzlegen.errors import FormatError
from puzzlegen.files.reading import read_limited
from puzzlegen.pictures import choices, gray_images
from puzzlegen.pictures.choices import DRAWING_FILE, MAX_SIDE, MIN_SIDE, ReductionOptions, in_language
from puzzlegen.pictures.gray_images import read_gray, shades_of
from puzzlegen.pictures.reduction import Cells, Shades, label_components, reduce_image

if TYPE_CHECKING:
    from PIL.Image import Image

FEWEST, MOST = 0.06, 0.8  # share of filled cells of a picture that can be recognized
LEAST_CELLS = 12
MOST_SPECKS = 0.3  # share of the filled cells that lie in parts of one or two cells
MOST_OF_BOX = 0.96  # of the box around the filled cells: what fills more of it is a rectangle
_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def preview(cells: Cells) -> str:
    """Return a picture as lines of block characters, two rows a line, which are about as high as wide."""
    rows = cells.tolist()
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(_BLOCKS[pair] for pair in zip(*both, strict=True)).rstrip() for both in pairs)


def why_unrecognizable(cells: Cells) -> str:
    """Return why readers cannot recognize the picture, with a remedy; empty if they may recognize it."""
    count = int(np.count_nonzero(cells))
    share = count / cells.size
    remedy = "choose another threshold or another width"
    if share < FEWEST or count < LEAST_CELLS:
        return f"{count} of {cells.size} cells are filled, too few to recognize; {remedy}"
    if share > MOST:
        return f"{count} of {cells.size} cells are filled, too many to recognize; {remedy}, or invert it"
    rows, cols = np.nonzero(cells)
    if count > MOST_OF_BOX * (np.ptp(rows) + 1) * (np.ptp(cols) + 1):
        return f"the filled cells make one rectangle, which shows nothing; {remedy}"
    _, parts = label_components(cells)
    specks = sum(part.area for part in parts if part.area <= 2)
    if specks > MOST_SPECKS * count:
        return f"{specks} of {count} filled cells are specks, so there is no shape; {remedy}"
    return ""


def outlined(cells: Cells) -> Cells:
    """Return the outline of a picture, for minesweeper: filled cells inside an area become blank.

    The result has no cell without a blank beside it, corners included, because no clue could prove such a mine.
    """
    around = _neighbors_in(cells)
    outline = cells & (around < 8)
    closed = _neighbors_in(outline) == _neighbors_in(np.ones_like(cells))
    result: Cells = outline & ~closed
    return result


def _neighbors_in(cells: Cells) -> NDArray[np.int64]:
    """Return how many of the eight cells around each cell are set."""
    height, width = cells.shape
    padded = np.pad(cells.astype(np.int64), 1)
    total = -padded[1:-1, 1:-1]
    for down in range(3):
        for across in range(3):
            total = total + padded[down : down + height, across : across + width]
    return total


_LABEL = re.compile(r"(title|hint)(?: ([a-z]{2,3}(?:-[a-z0-9]+)*))?: *(\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture drawn in text.

    ``titles`` and ``hints`` map codes of languages to texts; the code of a text without one is empty.
    """

    cells: Cells
    titles: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)


def read_drawing_file(path: Path) -> Drawing:
    """Return the drawing in a text file. Raises FormatError, which names the file and the row."""
    return choices.read_drawing(path, parse_drawing)


def has_rows(path: Path) -> bool:
    """Return whether a text file has a row of a drawing. One that cannot be opened may have: its reader refuses it."""
    try:
        lines = read_limited(path, choices.MAX_BYTES).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        return False
    except OSError:
        return True
    return any(len(line.strip()) >= MIN_SIDE and set(line.strip()) <= {FILLED_MARK, BLANK_MARK} for line in lines)


def parse_drawing(text: str) -> Drawing:
    """Return the drawing of a text.

    Raises FormatError for other marks, for rows of different lengths, and for too few or too many of them.
    """
    texts: dict[str, dict[str, str]] = {"title": {}, "hint": {}}
    rows: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if not stripped:
            continue
        if not rows and (label := _LABEL.fullmatch(stripped)):
            texts[label[1].lower()][(label[2] or "").lower()] = label[3]
            continue
        rows.append(stripped)
        choices.check_row(stripped, f"line {number}", len(rows[0]))
    if not rows:
        raise FormatError(f"found no rows of a drawing, expected rows of {FILLED_MARK} and {BLANK_MARK}")
    if not all(MIN_SIDE <= side <= MAX_SIDE for side in (len(rows), len(rows[0]))):
        raise FormatError(
            f"found a drawing of {len(rows[0])}x{len(rows)} cells, allowed {MIN_SIDE} to {MAX_SIDE} a side"
        )
    return Drawing(cells_of(rows), texts["title"], texts["hint"])


def write_drawing(drawing: Drawing) -> str:
    """Return a drawing as the text of a file, which ``parse_drawing`` reads. Raises FormatError for a text in a title
    or hint that takes several lines.
    """
    lines = []
    for name, texts in (("title", drawing.titles), ("hint", drawing.hints)):
        for language, words in texts.items():
            label = f"{name} {language}: {words}" if language else f"{name}: {words}"
            if not _LABEL.fullmatch(label):
                raise FormatError(f"{name}: found {words!r}, expected one line of text")
            lines.append(label)
    return "\n".join([*lines, *[""] * bool(lines), *rows_of(drawing.cells)]) + "\n"


TYPE_SIZE = 240  # pixels: about 20 for each cell of letters 12 cells high
LONGEST = 60  # characters


def text_shades(text: str, font: Path) -> Shades:
    """Return a text as black letters on white; line breaks begin new lines.

    Raises FormatError for an empty or long text, and for a font that cannot be read.
    """
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415  # half of the time that a command without it takes

    if not text.strip() or len(text) > LONGEST:
        raise FormatError(f"found a text of {len(text)} characters, allowed 1 to {LONGEST}")
    try:
        face = ImageFont.truetype(str(font), TYPE_SIZE)
    except OSError as error:
        raise FormatError(f"{font}: cannot be read as a font: {error}") from None
    pen = ImageDraw.Draw(Image.new("L", (1, 1)))
    left, top, right, bottom = pen.multiline_textbbox((0, 0), text, face, align="center")
    page = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))), "white")
    ImageDraw.Draw(page).multiline_text((-left, -top), text, "black", face, align="center")
    return np.asarray(page)


ENDINGS = (DRAWING_FILE, *gray_images.ENDINGS)
_MOST_NAMED = 5  # files of a folder in a note


@dataclass(frozen=True, slots=True)
class NamedPicture:
    """A picture with the name of its file without the ending.

    ``titles`` and ``hints`` are those of a drawing, by code of language (see languages.in_language). ``notes`` are
    sentences that the user should read.
    """

    name: str
    cells: Cells
    titles: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def title_in(self, language: str) -> str:
        """Return the title in a language, else the name as a title: ``old_house`` is "Old house"."""
        words = " ".join(self.name.replace("_", " ").replace("-", " ").split())
        return in_language(self.titles, language) or words[:1].upper() + words[1:]

    def hint_in(self, language: str) -> str:
        """Return the hint in a language, or an empty text."""
        return in_language(self.hints, language)


def read_picture(path: Path, options: ReductionOptions) -> NamedPicture:
    """Read a file as a picture; ``options`` apply to images. Raises FormatError, which names the file.

    It does not check whether the picture can be recognized, so that a preview can show one that cannot.
    """
    if path.suffix.lower() == DRAWING_FILE:
        drawing = read_drawing_file(path)
        return NamedPicture(path.stem, drawing.cells, drawing.titles, drawing.hints)
    image = read_gray(path, separate=options.threshold is None)
    try:
        return NamedPicture(path.stem, reduce_image(image.shades, options), notes=image.notes)
    except FormatError as error:
        raise error.in_file(path) from None


def picture_of_image(image: Image, name: str, options: ReductionOptions) -> NamedPicture:
    """Reduce an open Pillow image to a picture, as ``read_picture`` does. Raises FormatError, which names it."""
    from PIL import ImageOps  # noqa: PLC0415  # half of the time that a command without it takes

    try:
        gray = shades_of(ImageOps.exif_transpose(image), separate=options.threshold is None)
        return NamedPicture(name, reduce_image(gray.shades, options), notes=gray.notes)
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


def check_recognizable(cells: Cells, name: object) -> None:
    """Raise FormatError for a picture that cannot be recognized; ``name`` begins the message."""
    if problem := why_unrecognizable(cells):
        raise FormatError(f"{name}: {problem}")


class PictureFolder(NamedTuple):
    """The files of a folder that are pictures, by name, and a note that names its other files, empty without any."""

    files: list[Path]
    note: str


def pictures_in(folder: Path) -> PictureFolder:
    """Return the files of a folder that are to be read as pictures.

    Hidden files, such as those that macOS puts beside each file (``._cat.png``), and texts without a drawing, such as a
    readme.txt, are no pictures. Raises FormatError for a folder that cannot be read, one without pictures, and two
    pictures of one name.
    """
    try:
        in_folder = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise FormatError(f"{folder}: cannot be read: {error.strerror or error}") from None
    files = [path for path in in_folder if _may_be_picture(path)]
    if not files:
        raise FormatError(f"{folder}: found no pictures, expected files that end in {', '.join(ENDINGS)}")
    check_names(files)
    others = [path.name for path in in_folder if path not in files]
    more = f" and {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
    names = ", ".join(others[:_MOST_NAMED])
    return PictureFolder(files, f"{folder}: passed over {names}{more}: no pictures, or hidden" if others else "")


def _may_be_picture(path: Path) -> bool:
    if path.name.startswith(".") or path.suffix.lower() not in ENDINGS:
        return False
    return path.suffix.lower() != DRAWING_FILE or has_rows(path)


def check_names(files: list[Path]) -> None:
    """Raise FormatError for two pictures of one name, which no record could tell apart."""
    seen: dict[str, Path] = {}
    for path in files:
        other = seen.setdefault(path.stem.casefold(), path)
        if other is not path:
            raise FormatError(f"{path}: has the same name as {other}; rename one of them")
