"""Finds the numbers of mines that a text states, under a name such as ``mine_count`` or in words such as "10 mines".

A number in words counts only if the words around it, up to the next comma, bracket or colon, describe a board: "easy
9x9 board with 10 mines" states a total, "needs 5 mines to unlock" and "3 mines in the corner" do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

# In the languages of the books; a program writes one of these beside its boards.
_MINES = r"(?:mine|bomb|bombe|mina|bomba)s?|minen|bomben|mijnen|bommen"
_COUNT = r"total[ei]?|totaal|count|number|num|nombre|anzahl|número|numero|aantal|no\.?|nr\.?|nb|n|\#"
_GAP = r"[\s_.\-]{0,3}"
_NAMED = rf"(?:(?:{_COUNT}){_GAP}(?:of|de|der|di|van)?{_GAP}){{0,2}}(?:{_MINES})(?:{_GAP}(?:{_COUNT})){{0,2}}"
_NUMBER_ENDS = r"(?![0-9]|[.,][0-9]|\s?[x×]\s?[0-9])"
_NUMBER = rf"(?<![0-9.,\-])([0-9]{{1,7}}){_NUMBER_ENDS}"
_NAME = re.compile(rf"(?:{_NAMED}|total)", re.IGNORECASE)
_BEFORE = rf"\b(?:{_NAMED})\s{{0,9}}(?:[:=]|is\b|are\b)?\s{{0,9}}{_NUMBER}"
_BEHIND = rf"{_NUMBER}\s{{0,9}}(?:{_MINES})\b(?!\s{{0,9}}[:=]?\s{{0,9}}[0-9]{{1,7}}{_NUMBER_ENDS})"
_STATEMENT = re.compile(rf"{_BEHIND}|{_BEFORE}", re.IGNORECASE)
ALONE = rf"(?:[0-9]{{1,7}}\s{{1,9}}(?:{_MINES})|(?:{_NAMED}|total)\s{{0,9}}[:=]?\s{{0,9}}[0-9]{{1,7}})"
_LINE = re.compile(rf"{ALONE}\s*[.;,]?", re.IGNORECASE)
_MAX_LENGTH = 1000  # characters of a comment that are read

_SIZE = r"[0-9]{1,4}(?:\s?[x×]\s?[0-9]{1,4})?"
_LEVEL = (
    "easy|medium|hard|expert|beginner|intermediate|advanced|leicht|mittel|schwer|facile|moyen|difficile|medio|fácil|"
    "difícil|médio|makkelijk|gemiddeld|moeilijk"
)
_BOARD = (
    "minesweeper|mosaic|board|grid|puzzle|level|game|field|map|rätsel|spiel|grille|tablero|griglia|tabuleiro|puzzel|"
    "rows|cols|columns|width|height|size|cells"
)
_LINK = (
    "a|an|the|this|these|there|is|are|it|has|have|having|contains|contain|containing|with|and|of|on|in|exactly|overall|"
    "find|place|hidden|es|gibt|sind|enthält|hat|mit|und|insgesamt|il|y|et|avec|contient|hay|con|ci|sono|e|há|com|er|zijn|"
    "met|en|bevat"
)
# What may stand between a number and the comma, bracket, colon or value before it, and behind it
_DESCRIPTION = re.compile(rf"(?:[\s#/%*_\-]|(?:{_SIZE}|{_LEVEL}|{_BOARD}|{_LINK})(?![^\W_]))*", re.IGNORECASE)
_BEGIN = re.compile(r".*(?:[,;:()\[\]{}|!?]|(?:[^\W_]{4}|[0-9])\.\s|\s-+\s|=\s?[^\s,;]+\s)", re.DOTALL)
_RANGE_BEGUN = re.compile(r".*(?<![0-9x×])[0-9]{1,7}\s{0,9}[-~/]\s{0,9}", re.DOTALL | re.IGNORECASE)
_ADDED = (
    "in (?:total|all)|altogether|overall|total|(?:are )?hidden|to (?:be )?(?:find|found|place|placed)|insgesamt|"
    "en tout|au total|en total|in totale|no total|in totaal|"
    "(?:on|in) (?:the|this|a|each)? ?(?:board|grid|puzzle|field|map)"
)
_END = re.compile(
    rf"(?:[\s_]|(?:{_ADDED}|{_SIZE}|{_LEVEL})(?![^\W_]))*"
    r"(?:$|[,;:()\[\]{}|!?*=#]|\.(?![0-9.])|[-/]+(?![-/\s]*[0-9])|\s?(?:with|by|mit|von|avec|con|com|met)\s"
    r"|[^\W\d]\w{0,30}\s?[:=])",
    re.IGNORECASE,
)


def is_name(key: str) -> bool:
    """Return whether a key or a variable names a number of mines, such as ``mines``, ``numMines`` or ``bomb_count``."""
    return len(key) <= 40 and _NAME.fullmatch(key) is not None


def in_words(text: str) -> tuple[int, ...]:
    """Return the numbers of mines that words state, each once."""
    text = text[:_MAX_LENGTH]
    return merged(tuple(_stated_in(text)))


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


def _stated_in(text: str) -> Iterator[int]:
    for match in _STATEMENT.finditer(text):
        before = text[: match.start()]
        begun = _BEGIN.match(before)
        words = before[begun.end() :] if begun else before
        if _DESCRIPTION.fullmatch(words) and not _RANGE_BEGUN.fullmatch(before) and _END.match(text, match.end()):
            yield int(match[1] or match[2])
