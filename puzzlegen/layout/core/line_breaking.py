"""Breaks text into lines with the widths of the fonts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter

from puzzlegen.language.rich_text import Run
from puzzlegen.layout.core.document import Font, Metrics


@dataclass(frozen=True, slots=True)
class TextSegment:
    """Part of a line in one weight; ``x`` is the distance from the line's start."""

    x: float
    text: str
    font: Font


TextLine = tuple[TextSegment, ...]
_Word = list[tuple[str, Font]]


def _words(runs: tuple[Run, ...]) -> list[_Word]:
    """Split runs into words. The weight may change within a word, and a no-break space does not end one."""
    words: list[_Word] = [[]]
    for run in runs:
        font: Font = "bold" if run.bold else "regular"
        for i, part in enumerate(run.text.split(" ")):
            if i:
                words.append([])
            if part:
                words[-1].append((part, font))
    return [word for word in words if word]


def wrap_text(runs: tuple[Run, ...], measure: float, size: float, metrics: Metrics) -> list[TextLine]:
    """Break text into lines no longer than ``measure`` points, ragged right, filled greedily.

    A paragraph does not end in a line of one word if the word before fits beside it. Line ends within a run are kept.
    A word longer than the measure stands alone on its line and overruns it.
    """
    return [line for part in _forced_lines(runs) for line in _wrap_paragraph(part, measure, size, metrics)]


def _forced_lines(runs: tuple[Run, ...]) -> Iterator[tuple[Run, ...]]:
    """Yield the runs between forced line ends."""
    part: list[Run] = []
    for run in runs:
        first, *rest = run.text.split("\n")
        part.append(Run(first, run.bold))
        for text in rest:
            yield tuple(part)
            part = [Run(text, run.bold)]
    yield tuple(part)


def _wrap_paragraph(runs: tuple[Run, ...], measure: float, size: float, metrics: Metrics) -> list[TextLine]:
    words = _words(runs)
    space = metrics.width(" ", "regular") * size
    widths = [sum(metrics.width(text, font) for text, font in word) * size for word in words]
    breaks = _greedy_breaks(widths, space, measure)
    if len(breaks) > 2 and breaks[-1] - breaks[-2] == 1 and breaks[-2] - breaks[-3] > 2:
        breaks[-2] -= 1  # a single word on the last line is poor typography
        if sum(widths[breaks[-2] :]) + space > measure:
            breaks[-2] += 1
    return [_text_line(words[start:end], space, size, metrics) for start, end in pairwise(breaks)]


def _greedy_breaks(widths: list[float], space: float, measure: float) -> list[int]:
    breaks, used = [0], 0.0
    for i, width in enumerate(widths):
        if i > breaks[-1] and used + space + width > measure:
            breaks.append(i)
            used = width
        else:
            used += width + (space if i > breaks[-1] else 0.0)
    return [*breaks, len(widths)] if widths else breaks


def _text_line(words: list[_Word], space: float, size: float, metrics: Metrics) -> TextLine:
    """Join neighboring words of one weight into segments, so that files hold lines of text rather than loose words."""
    pieces: list[TextSegment] = []
    x = 0.0
    for font, parts in groupby(_spaced(words), key=itemgetter(1)):
        text = "".join(part for part, _ in parts)
        gap = text.startswith(" ")  # between two segments, never at the start of a line
        pieces.append(TextSegment(x + (space if gap else 0.0), text[1:] if gap else text, font))
        x = pieces[-1].x + metrics.width(pieces[-1].text, font) * size
    return tuple(pieces)


def _spaced(words: Iterable[_Word]) -> Iterator[tuple[str, Font]]:
    """Yield the parts of words, with a space at the start of each word but the first."""
    gap = ""
    for word in words:
        for text, font in word:
            yield gap + text, font
            gap = ""
        gap = " "


def text_run(text: str, bold: bool = False) -> tuple[Run, ...]:
    """Return the text as a single run."""
    return (Run(text, bold),)
