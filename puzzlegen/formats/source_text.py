"""Opens texts of puzzles in the encoding they have, and finds what they state beside the grids: mines, labels.

A reader uses what it understands and gives the rest to ``refuse_unused``. The rest is ignored if ``IGNORED`` has its
name, or if it says nothing: it has no digit, no known word such as ``mines`` or ``rows``, and is no second grid.

A number of mines stands under a name such as ``mine_count`` or in words such as "10 mines". In words it counts only if
nothing else stands there up to the next comma, bracket, colon or dash: "9x9, 10 mines" states a total, "needs 5 mines
to unlock" and "3 mines in the corner" do not.

Labels of rows and columns are those of tables from pandas, R and spreadsheets: 0, 1, 2 or 1, 2, 3, or A, B, C, or V1,
V2, V3. Labels that are numbers look like clues. They are removed only where they cannot be clues:

- in fields between commas, semicolons, tabs or upright lines, a head and a first column with nothing in the corner: as
  clues, 0, 1, ..., n-1 or 1, ..., n along two edges contradict each other. That holds for minesweeper and mosaic of any
  size, and failed only up to 4x4 cells in other variants (2026-11-26), where a size decides;
- in fields between spaces, a head that is one field shorter than each row;
- a head of letters.

Numbers along one edge only are an error unless a size decides, also between spaces: a grid may have them as clues.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from puzzlegen.board.grid import MAX_SIDE
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import Lines, is_border, quoted

_LOOKED_AT = 4096  # bytes
_SHEET = "copy its cells, or save it as CSV"
_IMAGE = "puzzlegen picture makes a puzzle of an image"
_UNPACK = "unpack it, and give the file in it"
_KINDS = (  # how files of other programs begin, what they are, and what to do
    (rb"\x89PNG", "a PNG image", _IMAGE),
    (rb"\xff\xd8\xff", "a JPEG image", _IMAGE),
    (rb"GIF8[79]a", "a GIF image", _IMAGE),
    (rb"RIFF.{4}WEBP", "a WebP image", _IMAGE),
    (rb"(?:II\*\0|MM\0\*)", "a TIFF image", _IMAGE),
    (rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg\b", "an SVG drawing", _IMAGE),
    (rb"\s*%PDF-", "a PDF", "select the puzzle in a viewer, and paste it into a text file"),
    (rb"%!PS", "a PostScript file", "select the puzzle in a viewer, and paste it into a text file"),
    (rb"PK\x03\x04.*(?:xl/|sheet\.main\+xml)", "an Excel workbook", _SHEET),
    (rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument\.spreadsheet", "a spreadsheet", _SHEET),
    (rb"PK\x03\x04.*(?:word/|\[Content_Types\]\.xml)", "an Office document", "save it as text, or a sheet as CSV"),
    (rb"PK\x03\x04", "a ZIP archive", _UNPACK),
    (rb"\x1f\x8b", "a gzip archive", _UNPACK),
    (rb"BZh[1-9]|\xfd7zXZ\0|7z\xbc\xaf\x27\x1c|\x28\xb5\x2f\xfd", "an archive", _UNPACK),
    (rb"\xd0\xcf\x11\xe0", "an old Office document", "save it as text, or a sheet as CSV"),
    (rb"\{\\rtf", "a rich-text document", "save it as plain text"),
    (rb"SQLite format 3\0", "an SQLite database", "write its puzzles as text"),
)
_COMPILED = tuple((re.compile(begins, re.DOTALL | re.IGNORECASE), kind, remedy) for begins, kind, remedy in _KINDS)
_CONTROL = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]")
_MOST_CONTROL = 20  # a text has fewer control characters than one in as many; a line with a NUL is an error by itself
_MARKS = (  # byte order marks, the longer first
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_LITTLE, _BIG = re.compile(rb"(?:[\t\n\r -~]\0){4,}"), re.compile(rb"(?:\0[\t\n\r -~]){4,}")


def encoding_of(begin: bytes) -> str:
    """Return the encoding of a text that begins so: UTF-16 or UTF-32, as Windows programs write them, or UTF-8."""
    marked = next((name for mark, name in _MARKS if begin.startswith(mark)), None)
    if marked is not None:
        return marked
    return "utf-16-le" if _LITTLE.match(begin) else "utf-16-be" if _BIG.match(begin) else "utf-8-sig"


def opened_text(file: BinaryIO, source: str) -> io.TextIOWrapper:
    """Return an open file as text. Bytes that are not UTF-8 become the surrogates of ``surrogateescape``.

    Waits for the first bytes. Raises FormatError, naming the ``source``, for a file that holds no text.
    """
    buffered = io.BufferedReader(file) if isinstance(file, io.RawIOBase) else file
    begin = buffered.peek(_LOOKED_AT)[:_LOOKED_AT] if isinstance(buffered, io.BufferedReader) else b""
    encoding = encoding_of(begin)
    if encoding == "utf-8-sig":
        for begins, kind, remedy in _COMPILED:
            if begins.match(begin):
                raise FormatError(f"{source}: found {kind}, expected a text of puzzles; {remedy}")
        if len(_CONTROL.findall(begin)) * _MOST_CONTROL > len(begin):
            raise FormatError(f"{source}: found a binary file, expected a text of puzzles")
    errors = "surrogateescape" if encoding == "utf-8-sig" else "replace"
    return io.TextIOWrapper(buffered, encoding=encoding, errors=errors)


# In the languages of the books; a program writes one of these beside its boards.
_MINES = r"(?:mine|bomb|bombe|mina|bomba)s?|minen|bomben|mijnen|bommen"
_COUNT = r"total[ei]?|totaal|count|number|num|nombre|anzahl|número|numero|aantal|no\.?|nr\.?|nb|n|\#"
_GAP = r"[\s_.\-]{0,3}"
_NAMED = rf"(?:(?:{_COUNT}){_GAP}(?:of|de|der|di|van)?{_GAP}){{0,2}}(?:{_MINES})(?:{_GAP}(?:{_COUNT})){{0,2}}"
_NAME = re.compile(rf"(?:{_NAMED}|total)", re.IGNORECASE)
ALONE = rf"(?:[0-9]{{1,7}}\s{{1,9}}(?:{_MINES})|(?:{_NAMED}|total)\s{{0,9}}[:=]?\s{{0,9}}[0-9]{{1,7}})"
_LINE = re.compile(rf"{ALONE}\s*[.;,]?", re.IGNORECASE)
_MAX_LENGTH = 1000  # characters of a comment that are read
# What stands between commas, brackets, colons and dashes, and is nothing but a number of mines
_STATEMENT = re.compile(
    r"(?:^[\s#/%*_\-]*|[,;:()\[\]{}|]\s?|(?:[0-9]x[0-9]{1,4}|[^0-9\s])\s-{1,9}\s)"
    rf"(?:([0-9]{{1,7}})\s{{1,9}}(?:{_MINES})\b|(?:{_NAMED})\s{{0,9}}(?:[:=]|is\b)?\s{{0,9}}([0-9]{{1,7}}))"
    r"(?:\s(?:in (?:total|all)|altogether|overall|insgesamt|en tout|au total|en total|in totale|no total|in totaal))?"
    r"(?=\s*(?:$|[,;()\[\]{}|!?*]|\.(?![0-9.])|-+(?![-\s]*[0-9])))",
    re.IGNORECASE,
)


def is_name(key: str) -> bool:
    """Return whether a key or a variable names a number of mines, such as ``mines``, ``numMines`` or ``bomb_count``."""
    return len(key) <= 40 and _NAME.fullmatch(key) is not None


def in_words(text: str) -> tuple[int, ...]:
    """Return the numbers of mines that words state, each once."""
    return merged(tuple(int(match[1] or match[2]) for match in _STATEMENT.finditer(text[:_MAX_LENGTH])))


def of_names(values: Mapping[str, int]) -> tuple[int, ...]:
    """Return the numbers whose names are those of a number of mines, each once."""
    return merged(tuple(value for name, value in values.items() if value >= 0 and is_name(name)))


def merged(*stated: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of all texts that belong to one puzzle, each once."""
    return tuple(dict.fromkeys(number for numbers in stated for number in numbers))


def of_line(text: str) -> int | None:
    """Return the number of mines of a line that states nothing else, such as "Mines: 10"; None for any other line."""
    text = " ".join(text.split())
    return int(re.findall("[0-9]+", text)[0]) if len(text) <= 80 and _LINE.fullmatch(text) else None


def without_statement(text: str) -> str:
    """Return words without what they say about numbers of mines."""
    return _STATEMENT.sub("", text[:_MAX_LENGTH]) + text[_MAX_LENGTH:]


IGNORED = {  # names of keys and fields by what they hold; docs/formats.md has the same table
    "its maker and its name": "author, comment, copyright, depth, description, hint, info, language, level, name, "
    "note, notes, series, solver, theme, title, unit, version",
    "ids and dates": "attempts, created, date, day, entry, id, index, number, seed, section, time, timestamp, updated",
    "addresses": "address, before, files, href, link, source, url",
    "its answer": "answer, conflict, differ, proof, proved, solution, solutions, steps",
    "what a player did": "history, marks, moves, progress, solving times, state, status",
    "its grade": "bottlenecks, clues, difficulty, grading, hand, idea, par, picture, quality, rating, score, stars, "
    "tier, wishes",
    "other words of this program": "clash, classic start, date text, difficulty text, picture hint, picture title, "
    "puzzle title, safe, solution text, solved, text, timed out, uncovered, undecided",
}
_IGNORED = frozenset(name.replace(" ", "") for names in IGNORED.values() for name in names.split(", "))
_NOTHING = re.compile(r"[yn?\-\s]*")  # an answer, or marks of a player
_KNOWN_WORD = re.compile(
    r"mines?|bombs?|total|size|kind|type|variant|rows?|cols?|columns?|width|height|grid|board|cells|clues|puzzle|wrap|torus"
    rf"|toroidal|hex|fill-?a-?pix|[0-9]|{'|'.join(VARIANTS)}",
    re.IGNORECASE,
)
_PUZZLE = re.compile(r"\?(?:[a-z]+=[a-z]*&)*(?:mines\w*/|pzprv3)|(?:^|#)(?:[a-z-]+:)?[0-9]{1,4}x[0-9]{1,4}:")


def plain(name: str) -> str:
    """Return a name as it is compared: ``numMines``, ``num_mines`` and "num mines" are one."""
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def is_ignored(name: str) -> bool:
    """Return whether ``IGNORED`` has a name."""
    return plain(name) in _IGNORED


def has_known_word(text: str) -> bool:
    """Return whether a text that is not used may change the puzzle: it has a digit, or a word such as ``mines``."""
    return _KNOWN_WORD.search(text) is not None


def refuse_unused(name: str, value: object, row: int = 0) -> None:
    """Raise FormatError for a part of a text that is not used and may change the puzzle.

    ``name`` is what stands in front of it on line ``row`` of the text, and ``value`` is plain data, as JSON has it.
    """
    words = "" if value in (None, False, [], {}) else str(value)
    if _PUZZLE.search(words):
        what = "a second puzzle"
    elif is_ignored(name) or _NOTHING.fullmatch(words):
        return
    elif isinstance(value, list | bool) or has_known_word(f"{name} {words}"):
        what = "what is not used"
    else:
        return
    raise FormatError(f"found {what}, {quoted(f'{name}: {words}', 40)}; leave it out", None, row)


FEWEST = 2  # labels along an edge
_FEWEST_ALONE = 3  # numbers along one edge only
_NUMBERED = re.compile(r"([A-Za-z_ ]{0,20}?)(0|[1-9][0-9]{0,3})")
_NO_VALUE = re.compile(r"(?<![^\s,;|])(?:nan|none|null|na|<na>)(?![^\s,;|])", re.IGNORECASE)
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
    has_head, has_index = _edges(fields)
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


def may_have_labels(rows: Sequence[str]) -> bool:
    """Return whether numbers along an edge of rows, with spaces between marks, can be read as labels."""
    return _is_numbers(rows[0].split()) or _is_numbers([row.split()[0] for row in rows])


def _edges(fields: Sequence[Sequence[str]]) -> tuple[bool, bool]:
    """Whether the first row has labels, and whether the first column has.

    Raises FormatError for numbers beside an empty corner that are labels in one direction only.
    """
    head, below = fields[0], fields[1:]
    width = max(map(len, below))
    if not width or min(map(len, below)) < width:
        return False, False
    index = _are_labels([row[0] for row in below])
    if _are_labels(head) and len(head) == width - 1:
        return index, index
    if len(head) != width:
        return False, False
    if not head[0]:
        if index and _are_labels(head[1:]):
            return True, True
        if _is_numbers(head[1:]) or (index and all(head[1:])):
            raise FormatError(
                "found an empty corner and consecutive numbers beside it, which can be labels or clues; remove all "
                "labels of rows and columns, or write 'size WxH' above the grid"
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
    text = _NO_VALUE.sub(lambda match: ".".ljust(len(match[0])), text)
    return _WHOLE.sub(lambda match: match[1].ljust(len(match[0])), text)
