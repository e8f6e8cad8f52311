"""Finds words, lines and the page number among the letters of a page, by their positions alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.checking.page_objects import Letters

WORD_GAP = 1.5  # points between two letters of one word
BASELINE_SLACK = 3.0  # points by which words on one baseline may differ, because they may have two sizes
LETTER_GAP = 1.2  # points between two letters that follow each other
MANY_CLUES = 4  # single digits of one look, which no page has besides its number
MAX_TEXT_GRAY = 0.6  # lighter letters may be lost on a copier


class Word(NamedTuple):
    """A word: its letters, its box in points from the top left, and its font."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    font: str


def words_of(letters: Letters) -> list[Word]:
    """Return the words of upright letters, in drawing order.

    A word ends at a gap, at another font or size, and where the next letter is not to the right on the same baseline.
    """
    if not letters:
        return []
    x0, x1, bottom = letters.x0, letters.x1, letters.bottom
    goes_on = (letters.font[1:] == letters.font[:-1]) & (abs(bottom[1:] - bottom[:-1]) < WORD_GAP)
    goes_on &= (x0[:-1] < x0[1:]) & (x0[1:] < x1[:-1] + WORD_GAP)
    starts = np.flatnonzero(np.concatenate(([True], ~goes_on)))
    columns = (x0[starts], np.maximum.reduceat(x1, starts), letters.top[starts], bottom[starts])
    fonts = [letters.fonts[i] for i in letters.font[starts].tolist()]
    return list(map(Word, _parts(letters.text, starts), *(column.tolist() for column in columns), fonts))


def flow_of(letters: Letters) -> str:
    """Return the text in drawing order, with a space where a letter is not next to the one before it."""
    if not letters:
        return ""
    x0, x1, bottom = letters.x0, letters.x1, letters.bottom
    beside = np.minimum(abs(x0[1:] - x1[:-1]), abs(x0[:-1] - x1[1:])) <= LETTER_GAP
    beside &= abs(bottom[1:] - bottom[:-1]) <= LETTER_GAP
    return " ".join(_parts(letters.text, np.flatnonzero(np.concatenate(([True], ~beside)))))


def _parts(text: str, starts: NDArray[np.int64]) -> list[str]:
    """Split a text at these places, of which the first is 0."""
    return [text[start:end] for start, end in pairwise([*starts.tolist(), len(text)])]


def lines_of(words: Iterable[Word]) -> tuple[str, ...]:
    """Return lines from top to bottom; words on about the same baseline are one line, from left to right."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.bottom):
        if lines and word.bottom - lines[-1][0].bottom < BASELINE_SLACK:
            lines[-1].append(word)
        else:
            lines.append([word])
    return tuple(" ".join(word.text for word in sorted(line, key=lambda word: word.x0)) for line in lines)


def folio_of(words: Sequence[Word], width: float, height: float) -> tuple[int | None, str]:
    """Return the number that is alone at the foot of the page, and its side; None if there is none.

    One of many digits of the same look is a clue of the board on a title page, which the edge of its area cuts.
    """
    if not words:
        return None, ""
    lowest = max(words, key=lambda word: word.bottom)
    alone = all(word is lowest or word.bottom < lowest.top for word in words)
    if not (alone and lowest.text.isdecimal() and lowest.top > 0.85 * height):
        return None, ""
    tall = lowest.bottom - lowest.top
    alike = [word for word in words if word.font == lowest.font and abs(word.bottom - word.top - tall) < 0.1]
    if len(alike) >= MANY_CLUES and all(len(word.text) == 1 for word in alike):
        return None, ""
    if abs(lowest.x0 + lowest.x1 - width) < width * 0.1:  # the gutter shifts the text off the middle of the page
        return int(lowest.text), "middle"
    return int(lowest.text), "left" if lowest.x1 < width / 2 else "right"


def faint_letter(letters: Letters) -> str:
    """Describe a letter that is too light to read; empty if there is none."""
    faint = np.flatnonzero(letters.gray > MAX_TEXT_GRAY)
    return f"{letters.text[faint[0]]!r} in gray {letters.gray[faint[0]]:.2f}" if faint.size else ""
