"""Finds words, lines and the page number among the letters of a page, by their positions alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzlegen.checking.page_objects import Char

WORD_GAP = 1.5  # points between two letters of one word
BASELINE_SLACK = 3.0  # points by which words on one baseline may differ, because they may have two sizes
LETTER_GAP = 1.2  # points between two letters that follow each other
MAX_TEXT_GRAY = 0.6  # lighter letters may be lost on a copier


class Word(NamedTuple):
    """A word: its letters, its box in points from the top left, and its font."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    font: str


def words_of(chars: Iterable[Char]) -> list[Word]:
    """Return the words of upright letters, in drawing order.

    A word ends at a gap, at another font or size, and where the next letter is not to the right on the same baseline.
    """
    words: list[Word] = []
    letters: list[str] = []
    x0 = x1 = top = bottom = 0.0
    font = ""
    for text, left, right, high, low, _, _, style in chars:
        if letters and font == style.font and abs(low - bottom) < WORD_GAP and x0 < left < x1 + WORD_GAP:
            letters.append(text)
            x1 = max(x1, right)
            continue
        if letters:
            words.append(Word("".join(letters), x0, x1, top, bottom, font))
        letters, x0, x1, top, bottom, font = [text], left, right, high, low, style.font
    if letters:
        words.append(Word("".join(letters), x0, x1, top, bottom, font))
    return words


def flow_of(chars: Iterable[Char]) -> str:
    """Return the text in drawing order, with a space where a letter is not next to the one before it."""
    parts: list[str] = []
    before_x0 = before_x1 = before_bottom = 0.0
    for text, x0, x1, _, bottom, *_ in chars:
        if parts and (
            min(abs(x0 - before_x1), abs(before_x0 - x1)) > LETTER_GAP or abs(bottom - before_bottom) > LETTER_GAP
        ):
            parts.append(" ")
        parts.append(text)
        before_x0, before_x1, before_bottom = x0, x1, bottom
    return "".join(parts)


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
    """Return the number that is alone at the foot of the page, and its side; None if there is none."""
    if not words:
        return None, ""
    lowest = max(words, key=lambda word: word.bottom)
    alone = all(word is lowest or word.bottom < lowest.top for word in words)
    if not (alone and lowest.text.isdecimal() and lowest.top > 0.85 * height):
        return None, ""
    if abs(lowest.x0 + lowest.x1 - width) < width * 0.1:  # the gutter shifts the text off the middle of the page
        return int(lowest.text), "middle"
    return int(lowest.text), "left" if lowest.x1 < width / 2 else "right"


def faint_letter(chars: Iterable[Char]) -> str:
    """Describe a letter that is too light to read; empty if there is none."""
    for char in chars:
        if char.style.gray > MAX_TEXT_GRAY:
            return f"{char.text!r} in gray {char.style.gray:.2f}"
    return ""
