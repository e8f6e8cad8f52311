"""Finds the number of mines that a text states, under a name such as ``mine_count`` or in words such as "10 mines"."""

from __future__ import annotations

import re

# In the languages of the books; a program writes one of these beside its boards.
_MINES = r"(?:mine|bomb|bombe|mina|bomba)s?|minen|bomben|mijnen|bommen"
_COUNT = r"total|count|number|num|nombre|no\.?|nr\.?|nb|n|\#"
_GAP = r"[\s_.\-]{0,3}"
_NAMED = rf"(?:(?:{_COUNT}){_GAP}(?:of|de|der)?{_GAP}){{0,2}}(?:{_MINES})(?:{_GAP}(?:{_COUNT})){{0,2}}"
_NUMBER = r"(?<![0-9.,\-])([0-9]{1,7})(?![0-9]|[.,][0-9])"
_NAME = re.compile(rf"(?:{_NAMED}|total)", re.IGNORECASE)
_BEFORE = rf"\b(?:{_NAMED})\s{{0,9}}(?:[:=]|is\b|are\b)?\s{{0,9}}{_NUMBER}"
# The end of a range such as "1 to 8 mines", and other words that make a number no total
_NO_TOTAL = "".join(rf"(?<!\b{word} )" for word in ("to", "or", "from", "than", "least", "most", "bis", "tot", "per"))
_BEHIND = rf"{_NO_TOTAL}{_NUMBER}\s{{0,9}}(?:{_MINES})\b(?!\s(?:around|near|beside|per|each|to go|left)\b)"
_STATEMENT = re.compile(rf"{_BEHIND}|{_BEFORE}", re.IGNORECASE)
LINE = rf"(?:[0-9]{{1,7}}\s{{1,9}}(?:{_MINES})|(?:{_NAMED}|total)\s{{0,9}}[:=]?\s{{0,9}}[0-9]{{1,7}})\s*[.;,]?\s*$"
_LINE = re.compile(LINE, re.IGNORECASE)
_MAX_LENGTH = 1000  # characters of a comment that are read


def is_name(key: str) -> bool:
    """Return whether a key or a variable names a number of mines, such as ``mines``, ``numMines`` or ``bomb_count``."""
    return len(key) <= 40 and _NAME.fullmatch(key) is not None


def in_words(text: str) -> int | None:
    """Return the number of mines that words state; None without one, and for words that state several."""
    found = {int(match[1] or match[2]) for match in _STATEMENT.finditer(text[:_MAX_LENGTH])}
    return found.pop() if len(found) == 1 else None


def of_line(text: str) -> int | None:
    """Return the number of mines of a line that states nothing else, such as "Mines: 10"; None for any other line."""
    text = " ".join(text.split())
    return int(re.findall("[0-9]+", text)[0]) if len(text) <= 80 and _LINE.match(text) else None


def without_statement(text: str) -> str:
    """Return words without what they state about mines."""
    return _STATEMENT.sub("", text[:_MAX_LENGTH]) + text[_MAX_LENGTH:]
