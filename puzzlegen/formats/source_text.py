"""Opens texts of puzzles, finds what they state beside the grids, and cleans their lines of what is put around them.

A reader uses what it understands and gives the rest to ``refuse_unused``. The rest is ignored if ``IGNORED`` has its
name, or if it says nothing: it has no digit, no known word such as ``mines`` or ``rows``, and is no second grid.

A number of mines stands under a name such as ``mine_count`` or in words such as "10 mines". In words it counts only if
nothing else stands there up to the next comma, bracket, colon or dash: "9x9, 10 mines" states a total, "needs 5 mines
to unlock" and "3 mines in the corner" do not.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import BinaryIO

from puzzlegen.board.lattices import VARIANTS
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import quoted
from puzzlegen.wording import HYPHENS, INVISIBLE, SPACES

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


_DASHES = HYPHENS + "\u2012\u2013\u2212"  # not the long dash: a word processor makes it of two
_DOTS = "\u00b7\u22c5"
_SQUARES = "\u25a1\u25a2\u25fb\u25fd\u2b1c\u2610\u2753\u2754"  # white squares and question marks
_UPRIGHTS = "\u2502\u2503\u2506\u2507\u250a\u250b\u254e\u254f\u2551"
_WIDE = {0xFF01 + at: chr(0x21 + at) for at in range(94) if chr(0x21 + at) not in "\"'\\"}  # full-width characters
_ALIKE = (
    _WIDE
    | dict.fromkeys(map(ord, SPACES), " ")
    | dict.fromkeys(map(ord, _DASHES), "-")
    | dict.fromkeys(map(ord, _DOTS + _SQUARES), ".")
    | dict.fromkeys(map(ord, _UPRIGHTS), "|")
)
_WINDOWS = {  # bytes that are not UTF-8, as ``surrogateescape`` reads them, mean these in Windows programs
    0xDC00 + byte: _ALIKE.get(ord(character), character)
    for byte in range(0x80, 0x100)
    if (character := bytes([byte]).decode("cp1252", "ignore"))
}
_MEANT = _ALIKE | _WINDOWS
_INVISIBLE = re.compile(f"{INVISIBLE.pattern}|\u20e3")  # also what makes an emoji of a digit
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_QUOTE = re.compile(r"^[ \t]*>(?:[ \t]?>)* ?")
_BREAK = re.compile(r"\s*<br\s*/?>\s*$", re.IGNORECASE)
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\s*\w*\s*")
_OPENING = "\"'([{<\u2018\u201a\u201c\u201e\u2039\u00ab"  # what people copy with an address
_CLOSING = "\"')]}>,;!\u2019\u2018\u201d\u201c\u203a\u00bb"
_LINK = re.compile(
    r"""\s*(?:[-*+]\s+|[0-9]{1,4}[.)]\s+)?  # perhaps as an item of a list
    (?:\[[^\]\n]{0,200}\]\(<?(https?://[^\s)>]+)[^)\n]{0,200}\)  # [text](address "title")
    |<(https?://[^\s<>]+)>
    |<a\s[^<>]{0,200}?href=["'](https?://[^\s"'<>]+)["'][^<>]{0,200}>[^<>]{0,200}</a>)\s*[.,;]?\s*""",
    re.VERBOSE | re.IGNORECASE,
)
_BARE = re.compile(
    rf"\s*(?:[-*+]\s+|[0-9]{{1,4}}[.)]\s+)?[{re.escape(_OPENING)}]{{0,9}}"
    r"((?:https?://|(?:[\w-]{1,60}\.){1,9}[a-z]{2,20}(?::[0-9]{1,5})?/[^\s?]{0,100}\?)\S+)\s*",
    re.IGNORECASE,
)
_ADDRESS_MARKS = ("://", "?mines", "?pzprv3", "/p?", "/p.html?")
_SCHEME = re.compile("https?://", re.IGNORECASE)
_PERCENT = re.compile("%[2-7][0-9A-Fa-f]")
_JSON = re.compile(r"\s*(?:\{|\[\s*[\[{\"]|\"[^\"]*\"\s*:)")  # its texts may hold entities that are no marks
_MOST_COMPARED = 2000  # characters of a line in which a column is looked for: the time grows with the square


def clean(raw: str) -> str:
    """Return a line as it was meant.

    Removed are marks of quotation, invisible characters, line breaks of HTML, fences of code, and what stands around an
    address. Replaced are entities, percent codes of addresses, and characters that only look different: full-width
    digits, no-break spaces, dashes, white squares, upright lines.
    """
    text = raw = raw.rstrip("\r\n")
    if raw.isascii() and not any(mark in raw for mark in (">", "&", "`", "~", *_ADDRESS_MARKS)):
        return raw
    if "&" in raw and _JSON.match(raw) is None:
        text = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
    if not text.isascii():
        text = _INVISIBLE.sub("", text.translate(_MEANT))
    if ">" in text:
        text = _BREAK.sub("", _QUOTE.sub("", text, count=1))
    if _FENCE.fullmatch(text):
        return ""
    return _address_of(text) if any(mark in text for mark in _ADDRESS_MARKS) else text


def _address_of(text: str) -> str:
    """Return the address of a line that is nothing but an address, or a link; any other line as it is."""
    if (link := _LINK.fullmatch(text)) is not None:
        address = link[link.lastindex or 0]
    elif (bare := _BARE.fullmatch(text)) is not None:
        closed = bare[1].removesuffix(".")  # by itself it may be part of the address
        address = (closed if closed[-1:] in _CLOSING else bare[1]).rstrip(_CLOSING)
    else:
        return text
    scheme = _SCHEME.match(address)
    address = scheme[0].lower() + address[scheme.end() :] if scheme else address
    return _PERCENT.sub(lambda match: chr(int(match[0][1:], 16)), address)


def column_in(raw: str, text: str, column: int) -> int | None:
    """Return the column in a line of that in its text as cleaned, both counted from 1; None in a very long line."""
    begin = raw.find(text)
    if begin >= 0 or len(raw) == len(text):
        return column + max(begin, 0)
    if len(raw) > _MOST_COMPARED:
        return None
    alike = SequenceMatcher(None, text, raw.translate(_MEANT), autojunk=False).get_matching_blocks()
    return next((block.b + column - block.a for block in reversed(alike) if block.a < column), column)
