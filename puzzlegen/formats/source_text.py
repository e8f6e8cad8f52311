"""Opens files of puzzles as text in the encoding that they have, and names files that hold no text."""

from __future__ import annotations

import io
import re
from typing import BinaryIO

from puzzlegen.errors import FormatError

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
