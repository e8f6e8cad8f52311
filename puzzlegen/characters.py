"""Reads characters that word processors, PDFs and chat programs put into words as what they mean, and names others."""

from __future__ import annotations

import re
import unicodedata

NO_BREAK_SPACES = "\u00a0\u202f"  # the usual one and the narrow one, which pages are set with
_THIN_SPACES = "\u2006\u2007\u2009\u200a"  # between a number and its unit, where no line ends
OTHER_SPACES = "\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2008\u205f\u3000"
SPACES = NO_BREAK_SPACES + _THIN_SPACES + OTHER_SPACES
HYPHENS = "\u2010\u2011"
_LINE_ENDS = {0x0B: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n\n"}  # of word processors and of web pages
# Soft hyphens, zero-width spaces and joiners, marks of direction for text from left to right, variation selectors,
# byte order marks. Fonts have no glyph for them. Overrides and marks that turn text around are not among them.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a\u202c\u202d\u2060-\u2064\u2066\u2068\u2069\ufe00-\ufe0f\ufeff]"
)
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_MEANT = (
    _LINE_ENDS
    | _LIGATURES
    | dict.fromkeys(map(ord, _THIN_SPACES), "\u202f")
    | dict.fromkeys(map(ord, OTHER_SPACES), " ")
    | dict.fromkeys(map(ord, HYPHENS), "-")
)
_DASHES = dict.fromkeys(map(ord, HYPHENS + "\u2012\u2013\u2014\u2015\u2212"), "-")
_SPACES = dict.fromkeys(map(ord, SPACES), " ")
_KINDS = {"Cc": "control character", "Cf": "invisible character", "Cs": "half character", "Co": "private character"}


def as_meant(text: str) -> str:
    """Return a text without invisible characters, and with others as pages are set with them.

    Hyphens become the usual one, thin spaces the narrow no-break space, other spaces the usual one, ligatures letters,
    and line separators line breaks. No-break spaces stay.

    >>> as_meant("e\u2011mail, 10\u2009mm, of\u00adten\ufeff")
    'e-mail, 10\\u202fmm, often'
    """
    return text if text.isascii() and "\v" not in text else INVISIBLE.sub("", text).translate(_MEANT)


def as_typed(text: str) -> str:
    """Return a number, a size or a code as a keyboard writes it: every space and dash is the usual one.

    >>> as_typed("978\u20110\u2013306\u00a040615\u22127")
    '978-0-306 40615-7'
    """
    return text if text.isascii() else as_meant(text).translate(_SPACES).translate(_DASHES)


def with_usual_spaces(text: str) -> str:
    """Return a text in which each no-break space and each other space is the usual one."""
    return text.translate(_SPACES)


def single_spaced(text: str) -> str:
    """Return a text with one space in place of each row of spaces and line breaks; no-break spaces stay."""
    return re.sub("[ \t\n]+", " ", text).strip(" \t\n")


def unicode_name(character: str) -> str:
    """Return the code of a character, and its name in Unicode if it has one.

    >>> unicode_name("\u200b"), unicode_name("\u0007")
    ('U+200B (Zero Width Space)', 'U+0007')
    """
    name = unicodedata.name(character, "").title()
    return f"U+{ord(character):04X} ({name})" if name else f"U+{ord(character):04X}"


def character_name(character: str) -> str:
    """Return the kind, the code and the name of a character that cannot be shown.

    >>> character_name("\u202e")
    'the invisible character U+202E (Right-To-Left Override)'
    """
    return f"the {_KINDS.get(unicodedata.category(character), 'character')} {unicode_name(character)}"
