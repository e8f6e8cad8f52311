"""Removes what mail programs, web pages and word processors put into and around the lines of puzzles.

Each line is cleaned by itself. Where characters are removed or replaced by fewer, the columns of the original line are
kept, so that an error still names the column that a user sees.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence

from puzzlegen.characters import HYPHENS, INVISIBLE, SPACES

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
_INVISIBLE = re.compile(f"{INVISIBLE.pattern}|\u20e3")  # also what makes an emoji of a digit
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_QUOTE = re.compile(r"[ \t]*>(?:[ \t]?>)* ?")
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


class _Edited:
    """A text and the place in the original of each of its characters."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: Sequence[int] | None = None  # None while they are as in the original

    def replace(self, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]) -> None:
        """Replace all matches; what is new stands at the place of the match."""
        if pattern.search(self.text) is None:
            return
        places = range(len(self.text)) if self.places is None else self.places
        parts: list[str] = []
        kept: list[int] = []
        end = 0
        for match in pattern.finditer(self.text):
            parts += [self.text[end : match.start()], new(match)]
            kept += [*places[end : match.start()], *[places[match.start()]] * len(parts[-1])]
            end = match.end()
        self.text = "".join([*parts, self.text[end:]])
        self.places = [*kept, *places[end:]]

    def cut(self, begin: int, end: int) -> None:
        """Keep only a part."""
        places = range(len(self.text)) if self.places is None else self.places
        self.text, self.places = self.text[begin:end], places[begin:end]


def clean(raw: str) -> tuple[str, Sequence[int] | None]:
    """Return a line as it was meant, and the place of each character in ``raw``; None where places are the same.

    Removed are marks of quotation, invisible characters, line breaks of HTML, fences of code, and what stands around an
    address. Replaced are entities, percent codes of addresses, and characters that only look different: full-width
    digits, no-break spaces, dashes, white squares, upright lines.
    """
    raw = raw.rstrip("\r\n")
    if raw.isascii() and not any(mark in raw for mark in (">", "&", "`", "~", *_ADDRESS_MARKS)):
        return raw, None
    edited = _edited(raw)
    return edited.text, edited.places


def _edited(raw: str) -> _Edited:
    edited = _Edited(raw)
    if "&" in raw and _JSON.match(raw) is None:
        edited.replace(_ENTITY, lambda match: html.unescape(match[0]))
    if not edited.text.isascii():
        edited.text = edited.text.translate(_ALIKE | _WINDOWS)
        edited.replace(_INVISIBLE, lambda _: "")
    quote = _QUOTE.match(edited.text)
    if quote is not None:
        edited.cut(quote.end(), len(edited.text))
    if ">" in edited.text:
        edited.replace(_BREAK, lambda _: "")
    if _FENCE.fullmatch(edited.text):
        edited.cut(0, 0)
    if any(mark in edited.text for mark in _ADDRESS_MARKS):
        _keep_address(edited)
    return edited


def _keep_address(edited: _Edited) -> None:
    """Reduce a line that is nothing but an address, or a link, to the address."""
    link = _LINK.fullmatch(edited.text)
    if link is not None and link.lastindex is not None:
        edited.cut(*link.span(link.lastindex))
    elif bare := _BARE.fullmatch(edited.text):
        address = bare[1]
        closed = address.removesuffix(".")  # by itself it may be part of the address
        kept = closed if closed[-1:] in _CLOSING else address
        edited.cut(bare.start(1), bare.start(1) + len(kept.rstrip(_CLOSING)))
    else:
        return
    if (scheme := _SCHEME.match(edited.text)) is not None and not scheme[0].islower():
        edited.text = scheme[0].lower() + edited.text[scheme.end() :]  # as long as before
    edited.replace(_PERCENT, lambda match: chr(int(match[0][1:], 16)))
