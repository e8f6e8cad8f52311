"""Cleans lines of what mail programs, web pages and word processors put into and around them."""

from __future__ import annotations

import html
import re
from difflib import SequenceMatcher

from puzzlegen.wording import HYPHENS, INVISIBLE, SPACES

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
