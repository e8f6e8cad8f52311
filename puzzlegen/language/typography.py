"""Sets words as a language prints them: quotation marks, apostrophes, dashes between words, no-break spaces.

Nothing else is changed. Marks whose meaning is not certain stay as they are written, such as those of feet and inches,
hyphens beside numbers, and all within addresses.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Mapping
from dataclasses import dataclass

APOSTROPHE = "’"
_DASHES = {2: "–", 3: "—"}  # by the number of hyphens
_HYPHENS = re.compile(r"(?<!-)-{2,3}(?!-)")
_REACH = 2000  # characters that are looked at for the end of a quotation, and around a mark for an address
_ADDRESS = re.compile(r"[@/\\_=#]|\w\.[^\W\d_]{2}|^[\"'(]*www\.")  # a mail address, a web address, a path
_YEARS = re.compile(r"'\d\ds?(?![\w/'])")  # '69, the '90s; not '10' or '08/15'
_LEADING = frozenset({"Ps", "Pi"})  # categories of characters that words follow: brackets and quotes
_ENDING = frozenset({"Pe", "Pf"})
_STOPS = frozenset(".,;:!?…%")


@dataclass(frozen=True, slots=True)
class Typography:
    """The typographic conventions of a language: quotation marks, elided words and no-break spaces.

    ``quotes`` are the outer and inner marks: open, close, open, close. ``elisions`` are the words that begin or end
    with an apostrophe, each with a straight one. ``no_break_before`` and ``no_break_after`` have the marks beside which
    a space is written, and the no-break space it becomes in print.
    """

    quotes: tuple[str, str, str, str]
    elisions: tuple[str, ...]
    no_break_before: Mapping[str, str]
    no_break_after: Mapping[str, str]

    def spaced(self, text: str) -> str:
        """Return the text with no-break spaces beside the marks; where no space is typed, none is added."""
        for mark, space in self.no_break_before.items():
            text = text.replace(f" {mark}", space + mark)
        for mark, space in self.no_break_after.items():
            text = text.replace(f"{mark} ", mark + space)
        return text

    def typeset(self, text: str) -> str:
        """Return the text as it is printed."""
        return "".join(self.letters(text))

    def letters(self, text: str, kept: Container[int] = ()) -> list[str]:
        """Return what each character of a text becomes in print: itself, other characters, or nothing.

        Characters at the places in ``kept`` are only looked at.
        """
        characters = list(text)
        if '"' in text or "'" in text:
            _Quotes(self, text, characters, kept).set()
        _set_dashes(text, characters, kept)
        for mark, space in self.no_break_before.items():
            for place in _places(f" {mark}", text):
                characters[place] = space
        for mark, space in self.no_break_after.items():
            for place in _places(f"{mark} ", text):
                characters[place + len(mark)] = space
        return characters


def _places(part: str, text: str) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(part), text)]


def _in_address(text: str, at: int) -> bool:
    """Tell whether a place is within an address, which ends at spaces."""
    before, after = text[max(0, at - _REACH) : at], text[at : at + _REACH]
    chunk = re.split(r"\s", before)[-1] + re.split(r"\s", after, maxsplit=1)[0]
    return _ADDRESS.search(chunk) is not None


def _set_dashes(text: str, found: list[str], kept: Container[int]) -> None:
    """Set two hyphens between words as a short dash and three as a long one.

    They stand close to both words or apart from both, and at least one of these is no number.
    """
    for match in _HYPHENS.finditer(text):
        start, end = match.span()
        if any(place in kept for place in range(start, end)) or _in_address(text, start):
            continue
        if _is_dash(text[:start], text[end:]):
            found[start:end] = [_DASHES[end - start], *[""] * (end - start - 1)]


def _is_dash(head: str, tail: str) -> bool:
    """Tell whether hyphens between two parts of a text stand for a dash."""
    before, after = head.rstrip(" \n"), tail.lstrip(" \n")
    close = (before != "" and before == head, after != "" and after == tail)
    if (close[0] != close[1] and after) or not (before or after):  # nothing follows words that break off
        return False
    left, right = before[-1:] or "a", after[:1] or "a"
    if left.isdigit() and right.isdigit():
        return False
    return _joins(left, _ENDING, ".,;:!?\"'") and _joins(right, frozenset({"Ps", "Pi"}), "\"'¿¡")


def _joins(letter: str, categories: frozenset[str], marks: str) -> bool:
    """Tell whether a dash may stand beside a character: that of a word, or a mark around words."""
    return letter.isalnum() or letter in marks or unicodedata.category(letter) in categories | {"Pf", "Pi"}


class _Quotes:
    """Sets the straight quotes of one text, from its start to its end."""

    def __init__(self, typography: Typography, text: str, found: list[str], kept: Container[int]) -> None:
        self.typography = typography
        self.text = text
        self.found = found
        self.kept = kept
        self.open: list[str] = []
        self.opening: set[int] = set()

    def set(self) -> None:
        for place, character in enumerate(self.text):
            if place in self.kept or self.found[place] != character:
                continue
            if character == '"':
                self.double(place)
            elif character == "'":
                self.single(place)

    def double(self, at: int) -> None:
        before, after = self.around(at)
        if self.follows_space(at) and not after.isspace():
            self.begin(at)
        elif not (before.isspace() or (before.isalnum() and after.isalnum()) or self.is_inches(at)):
            self.end(at)

    def single(self, at: int) -> None:
        before, after = self.around(at)
        if before.isalnum() and after.isalnum():
            if not (before.isdigit() and after.isdigit()) and not _in_address(self.text, at):  # not feet and inches
                self.found[at] = APOSTROPHE
        elif self.is_elided(at):
            self.found[at] = APOSTROPHE
        elif self.follows_space(at) and not after.isspace():
            if self.ends_later(at):
                self.begin(at)
            else:
                self.found[at] = APOSTROPHE
        elif before.isspace():
            return
        elif "'" in self.open and not (before.lower() in "sxz" and self.ends_later(at)):
            self.end(at)
        elif before.isalpha():
            self.found[at] = APOSTROPHE

    def is_inches(self, at: int) -> bool:
        return self.text[at - 1].isdigit() and ('"' not in self.open or self.ends_later(at))

    def begin(self, at: int) -> None:
        self.open.append(self.text[at])
        self.opening.add(at)
        self.found[at] = self.typography.quotes[0 if self.text[at] == '"' else 2]

    def end(self, at: int) -> None:
        mark = self.text[at]
        if mark in self.open:
            while self.open.pop() != mark:
                pass
        self.found[at] = self.typography.quotes[1 if mark == '"' else 3]

    def around(self, at: int) -> tuple[str, str]:
        return self.text[at - 1 : at] or " ", self.text[at + 1 : at + 2] or " "

    def follows_space(self, at: int) -> bool:
        """Tell whether a quote stands where words begin. Behind a dash or a sign, a letter must follow it."""
        before, after = self.around(at)
        category = unicodedata.category(before)
        if at - 1 in self.opening or before.isspace() or category in _LEADING:
            return True
        if before in "\"'" or before in _STOPS or category in _ENDING:
            return False
        return category[0] in "SP" and (after.isalnum() or after in "\"'")

    def ends_later(self, at: int) -> bool:
        """Tell whether a later quote of the kind ends words, and none begins words before it."""
        mark = self.text[at]
        for later in range(at + 1, min(len(self.text), at + _REACH)):
            if self.text[later] == mark and later not in self.kept:
                before, after = self.around(later)
                if before.isspace() or (self.follows_space(later) and not after.isspace()):
                    return False
                if not after.isalnum() and not self.is_elided(later):
                    return True
        return False

    def is_elided(self, at: int) -> bool:
        """Tell whether an apostrophe stands for left out letters at the start or the end of a word: '69, 'n', po'."""
        text = self.text
        if self.follows_space(at) and _YEARS.match(text, at):
            return True
        for first in (at, at - 2):  # 'n' between two words
            if text[first : first + 3].lower() == "'n'" and first > 1 and text[first + 3 : first + 5].strip():
                sides = text[first - 1] + text[first + 3]
                return sides in ("  ", "--") and text[first - 2].isalpha() and text[first + 4].isalpha()
        for word in self.typography.elisions:
            first = at if word.startswith("'") else at - len(word) + 1
            end = first + len(word)
            same = first >= 0 and text[first:end].lower() == word
            if same and not text[first - 1 : first].isalnum() and not text[end : end + 1].isalnum():
                return True
        return False
