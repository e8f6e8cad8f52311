"""Reads pictures drawn in text: rows of # and ., below lines such as ``title: Cat``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from puzzlegen.errors import FormatError
from puzzlegen.input_files import read_limited
from puzzlegen.pictures.cell_pictures import BLANK_MARK, FILLED_MARK, cells_of, rows_of
from puzzlegen.pictures.components import Cells
from puzzlegen.pictures.reduction_options import MAX_SIDE, MIN_SIDE

ENDING = ".txt"
MAX_BYTES = 100_000
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
    try:
        if path.exists() and not path.is_file():  # reading a pipe would wait
            raise FormatError("not a file")
        return parse_drawing(read_limited(path, MAX_BYTES).decode("utf-8-sig"))
    except OSError as error:
        raise FormatError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise FormatError(f"{path}: not a text; save the drawing as UTF-8") from None
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def has_rows(path: Path) -> bool:
    """Return whether a text file has a row of a drawing. One that cannot be opened may have: its reader refuses it."""
    try:
        lines = read_limited(path, MAX_BYTES).decode("utf-8-sig").splitlines()
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
        _check_row(stripped, number, rows)
        rows.append(stripped)
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


def _check_row(row: str, number: int, before: list[str]) -> None:
    for column, mark in enumerate(row, start=1):
        if mark not in (FILLED_MARK, BLANK_MARK):
            raise FormatError(
                f"line {number}, column {column}: found {mark!r}, allowed {FILLED_MARK} for a filled cell and "
                f"{BLANK_MARK} for a blank one"
            )
    if before and len(row) != len(before[0]):
        raise FormatError(f"line {number}: found {len(row)} marks, expected {len(before[0])} as in the first row")
