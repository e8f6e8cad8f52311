"""Removes the labels of rows and columns that tables of other programs have, such as pandas, R and spreadsheets.

Columns are labeled 0, 1, 2 or 1, 2, 3, or A, B, C, or V1, V2, V3, rows likewise. Labels that are numbers look like
clues. They are removed only where they cannot be clues:

- in fields between commas, semicolons, tabs or upright lines, a head and a first column with nothing in the corner: as
  clues, 0, 1, ..., n-1 or 1, ..., n along two edges contradict each other. That holds for minesweeper and mosaic of any
  size, and failed only up to 4x4 cells in other variants (2026-11-26), where a size decides;
- in fields between spaces, a head that is one field shorter than each row;
- a head of letters.

Numbers along one edge only are an error unless a size decides: a grid with mistakes may have them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from puzzlegen.board.grid import MAX_SIDE
from puzzlegen.errors import FormatError
from puzzlegen.formats.cell_splitting import Lines, is_border

FEWEST = 2  # labels along an edge
_FEWEST_ALONE = 3  # numbers along one edge only
_NUMBERED = re.compile(r"([A-Za-z_ ]{0,20}?)(0|[1-9][0-9]{0,3})")
_NOTHING = re.compile(r"(?<![^\s,;|])(?:nan|none|null|na|<na>)(?![^\s,;|])", re.IGNORECASE)
_WHOLE = re.compile(r"(?<![^\s,;|])([0-9])\.0+(?![^\s,;|])")


def is_head(stripped: str) -> bool:
    """Return whether a line labels columns by letters, perhaps with numbers behind: "A B C" or ",V1,V2"."""
    if not stripped[:1].strip("\"',;").isalpha() and not stripped.startswith((",", ";", '"')):
        return False
    labels = _fields(stripped, _separator_of([stripped]))
    return _are_labels(labels[1:] if labels and not labels[0] else labels, letters=True)


def without_labels(lines: Lines, sides: Mapping[str, int]) -> tuple[Lines, dict[str, int]]:
    """Return lines without labels, each character at its place, and the sides that the labels give.

    ``sides`` are those that are known; they are returned as they are if there are no labels. Raises FormatError for
    numbers that may be labels or clues.
    """
    rows = [(row, text) for row, text in lines if not is_border(text)]
    known = dict(sides)
    if not FEWEST <= len(rows) <= MAX_SIDE + 1:
        return lines, known
    separator = _separator_of([text for _, text in rows])
    fields = [_fields(text, separator) for _, text in rows]
    height, width = known.get("rows"), known.get("cols")
    if (height, width) == (len(fields), len(fields[0])):
        return lines, known
    has_head, has_index = _edges(fields, separator)
    if not has_head and not has_index:
        return lines, known
    kept = [(row, _plain(_unlabeled(text, separator) if has_index else text)) for row, text in rows[has_head:]]
    if has_head == has_index or not _is_numbers(fields[0] if has_head else [row[0] for row in fields]):
        return kept, known or {"rows": len(kept), "cols": len(fields[1]) - has_index}
    if height is not None and width is not None:
        return (kept, known) if (height, width) == (len(kept), len(fields[1]) - has_index) else (lines, known)
    raise FormatError(
        f"found consecutive numbers in the first {'row' if has_head else 'column'}, which can be labels or clues; "
        "remove them if they are labels, or write 'size WxH' above the grid",
        None,
        lines[0][0],
    )


def _edges(fields: Sequence[Sequence[str]], separator: str | None) -> tuple[bool, bool]:
    """Whether the first row has labels, and whether the first column has.

    Raises FormatError for numbers beside an empty corner that are labels in one direction only.
    """
    head, below = fields[0], fields[1:]
    width = max(map(len, below))
    if not width or min(map(len, below)) < width:
        return False, False
    index = _are_labels([row[0] for row in below])
    if _are_labels(head) and len(head) == width - 1:
        return (True, True) if index else (False, False)
    if separator is None or len(head) != width:
        return False, False
    if not head[0] and _are_labels(head[1:]) and index:
        return True, True
    if not head[0] and (_is_numbers(head[1:]) or (index and all(head[1:]))):
        raise FormatError(
            "found an empty corner and consecutive numbers beside it, which can be labels or clues; remove all labels "
            "of rows and columns, or write 'size WxH' above the grid"
        )
    if _are_labels(head, letters=True) or (_is_numbers(head) and len(head) >= _FEWEST_ALONE):
        return True, False
    alone = [row[0] for row in fields]
    return False, len(alone) >= _FEWEST_ALONE and _are_labels(alone)


def _are_labels(fields: Sequence[str], letters: bool = False) -> bool:
    """Whether fields are consecutive labels. ``letters``: only those with letters, which are no clues."""
    if not FEWEST <= len(fields) <= MAX_SIDE:
        return False
    if all(field.isalpha() for field in fields):
        return [field.upper() for field in fields] == [_column_name(at) for at in range(len(fields))]
    found = [_NUMBERED.fullmatch(field) for field in fields]
    numbers = [int(one[2]) for one in found if one]
    prefixes = {one[1] if one else "" for one in found}
    consecutive = len(numbers) == len(fields) and numbers in (
        list(range(len(fields))),
        list(range(1, len(fields) + 1)),
    )
    return consecutive and len(prefixes) == 1 and not (letters and prefixes == {""})


def _is_numbers(fields: Sequence[str]) -> bool:
    return _are_labels(fields) and not _are_labels(fields, letters=True)


def _column_name(at: int) -> str:
    """The name of a column in a spreadsheet: A, ..., Z, AA, ..."""
    return ("" if at < 26 else _column_name(at // 26 - 1)) + chr(ord("A") + at % 26)


def _separator_of(texts: Sequence[str]) -> str | None:
    """The separator of fields; None for spaces."""
    if all(text.strip().startswith("|") and text.strip().endswith("|") for text in texts):
        return "|"
    return next((one for one in ";,\t" if all(one in text for text in texts)), None)


def _fields(text: str, separator: str | None) -> list[str]:
    """The fields of a line without space and quotes around them."""
    if separator == "|":
        text = text.strip()[1:-1]
    return [field.strip().strip("\"'") for field in (text.split(separator) if separator else text.split())]


def _unlabeled(text: str, separator: str | None) -> str:
    """A line with spaces for its first field. An upright line behind that stays, as the frame of the others."""
    label = re.match(
        r"\s*\|[^|]*" if separator == "|" else rf"[^{separator}]*{separator}" if separator else r"\s*\S+", text
    )
    end = label.end() if label else 0
    return " " * end + text[end:]


def _plain(text: str) -> str:
    """A row with the marks of a grid for the numbers and gaps of other programs."""
    text = _NOTHING.sub(lambda match: ".".ljust(len(match[0])), text)
    return _WHOLE.sub(lambda match: match[1].ljust(len(match[0])), text)
