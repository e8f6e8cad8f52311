"""Words for messages about values, safe to print, and readings of characters that other programs put into words.

A value is shown as a user would describe it, with the nearest allowed word. Characters of word processors, PDFs and
chat programs are read as what they mean, or named.

Setting Arabic or Hebrew needs shaping and reordering of letters, and pages that are mirrored. Until layout does both,
such text is refused where it is read, because printing its letters in the order of the file would be wrong. The letters
decide, not the name of a language: each release of CLDR has new languages, and many languages have two scripts.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

LONGEST_QUOTE = 60  # characters of a value shown in a message; longer ones are cut

# Categories of characters that change how a line is printed: control, format (text direction), surrogate, private use,
# line and paragraph separators. Unassigned ones are not included, because they depend on the version of Python.
_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def first_unprintable(text: str, accepted: str = "") -> str | None:
    """Return the first character that is invisible or controls a terminal or a typesetter, and is not ``accepted``."""
    if text.isprintable():
        return None
    return next((c for c in text if unicodedata.category(c) in _UNSAFE and c not in accepted), None)


def printable(text: str, longest: int = LONGEST_QUOTE) -> str:
    r"""Return a text for one line of a message: control characters escaped, and cut to ``longest`` characters.

    >>> printable("two\nlines")
    'two\\nlines'
    """
    cut = text[:longest]
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in cut)
    return shown + "…" if len(text) > longest else shown


def pluralize(number: int, noun: str) -> str:
    """Return a number with its noun: "1 row", "2 rows"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


MAX_LISTED = 12  # names in a sentence; data has them all


def cannot_hold(names: Sequence[str]) -> str:
    """Return the sentence about clues or wishes that contradict each other, without its end.

    >>> cannot_hold(["R1C1"]), cannot_hold(["R1C1", "the total"])
    ('R1C1 cannot hold', 'R1C1 and the total cannot both hold')
    >>> cannot_hold(["R1C1", "R1C2", "the total"])
    'R1C1, R1C2 and the total cannot all hold'
    """
    if len(names) == 1:
        return f"{names[0]} cannot hold"
    if len(names) > MAX_LISTED:
        return f"{len(names)} clues cannot all hold"
    return f"{', '.join(names[:-1])} and {names[-1]} cannot {'both' if len(names) == 2 else 'all'} hold"


def describe(value: object) -> str:
    """Return a value as a user of the file would describe it.

    >>> describe("hrad"), describe(None), describe(["a"])
    ('"hrad"', 'nothing', 'a list')
    """
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a group of keys"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str):
        return f'"{printable(value)}"'
    return printable(str(value))


LEAST_START = 3  # letters of a word that stand for the rest


def did_you_mean(word: object, allowed: Iterable[str]) -> str:
    """Return ``; did you mean "..."?`` with the nearest allowed word, or that which begins with it, or an empty text.

    >>> did_you_mean("Hrad", ["easy", "hard"])
    '; did you mean "hard"?'
    """
    if (
        not isinstance(word, str) or len(word) > LONGEST_QUOTE
    ):  # difflib is quadratic, and a long value is no typing error
        return ""
    by_lower = {name.lower(): name for name in allowed}
    lower = word.strip().lower()
    near = difflib.get_close_matches(lower, list(by_lower), n=1, cutoff=0.6)
    near = near or [name for name in by_lower if len(lower) >= LEAST_START and name.startswith(lower)]
    return f'; did you mean "{by_lower[near[0]]}"?' if near else ""


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


RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})  # bidirectional classes of Unicode Annex 9


def unset_letter(text: str) -> str | None:
    """Return the first letter of a composed text that would be set wrong: right-to-left, or a combining mark.

    Such a mark would stand beside its letter: places of marks in fonts are not read.
    """
    return next(
        (letter for letter in text if unicodedata.bidirectional(letter) in RIGHT_TO_LEFT or _is_combining(letter)), None
    )


def _is_combining(letter: str) -> bool:
    return unicodedata.category(letter) in {"Mn", "Me"} and unicodedata.name(letter, "").startswith("COMBINING ")


def unset_letter_text(letter: str, remedy: str = "") -> str:
    """Return the message for such a letter, with the usual remedy or another."""
    what, usual = "right-to-left letter", "write the text in a script that runs from left to right"
    if _is_combining(letter):
        what, usual = "combining mark", "write a letter that Unicode has with this mark, or leave the mark out"
    return f"found the {what} {unicode_name(letter)}, which cannot be printed yet; {remedy or usual}"


_RATE_UNITS = (
    (1, " a second", "/s"),
    (60, " a minute", "/min"),
    (3600, " an hour", "/h"),
)  # seconds, in a line, in a bar


def rate_text(per_second: float, *, short: bool = False) -> str:
    """Return a rate in the shortest unit of time in which it is 1 or more, such as ``2.5 a minute`` or ``2.5/min``."""
    seconds, words, mark = next((unit for unit in _RATE_UNITS if per_second * unit[0] >= 1), _RATE_UNITS[-1])
    return f"{per_second * seconds:.1f}{mark if short else words}"


def key_path(loc: tuple[str | int, ...], section: str = "") -> str:
    """Return the keys that lead to a value as text; list entries are counted from 1, and ``section`` is its name.

    >>> key_path(("sections", 1, "mix", 0, "size"))
    'sections[2].mix[1].size'
    >>> key_path(("sections", 1, "size"), "Two Clues")
    'sections[2] "Two Clues": size'
    """
    if section and loc[0] == "sections" and len(loc) > 1:
        return ": ".join(filter(None, (f"{key_path(loc[:2])} {describe(section)}", key_path(loc[2:]))))
    words = ""
    for step in loc:
        if isinstance(step, int):
            words += f"[{step + 1}]"
        else:
            words += f".{printable(step, 40)}" if re.fullmatch(r"[\w.-]+", step) else f'."{printable(step, 40)}"'
    return words.removeprefix(".")


class Step(NamedTuple):
    """A step of a remedy: what to do, in words for everyone, and how.

    ``command`` does it in a terminal, and ``place`` says where the studio does it; both may be empty. The studio has no
    way to do a step with a command and without a place.
    """

    words: str
    command: str = ""
    place: str = ""

    def told(self, *, in_studio: bool = False) -> str:
        """Return the step to continue a sentence: with its command, or with the place of the studio."""
        return f"{self.words} {self.place}".rstrip() if in_studio else f"{self.words} with {self.command}"


IN_CALENDAR = "in the calendar"  # of a daily in the studio
