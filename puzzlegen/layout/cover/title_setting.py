"""Breaks the title of a cover into balanced lines, and sets them as large as fits."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import RGB, Font, Mark, Metrics, Text

MAX_LINES = 5
LEADING = 0.98  # of the size, from line to line
TRACKING = -0.012  # of the size: large heavy type looks loose at its normal spacing
# A line that ends with a short word counts as so much wider, with a small letter more: "Minesweeper on / Paper" is bad.
WEAK_END, WEAKEST_END = 1.14, 1.4
WEAK_LETTERS = 3
FEWER_LINES = 0.86  # a further line must make the type larger by more than this
MIN_TITLE = 18.0  # points


@dataclass(frozen=True, slots=True)
class TitleSetting:
    """A title in lines of one size; ``height`` is from the top of its capitals to the last baseline."""

    size: float
    lines: tuple[str, ...]
    height: float


def line_width(line: str, metrics: Metrics, font: Font = "display") -> float:
    """Return the width of a line at size 1."""
    tracking = TRACKING if font == "display" else 0.0
    return metrics.width(line, font) + tracking * (len(line) - 1)


def set_title(lines: Sequence[str], title: str, space: tuple[float, float], metrics: Metrics) -> TitleSetting:
    """Set a title in ``lines``, or in balanced lines if there are none, as large as ``space`` (width, height) allows.

    Raises LayoutError when it does not fit at MIN_TITLE.
    """
    width, height = space
    cap = metrics.cap_height("display")
    words = title.split()
    choices = [tuple(lines)] if lines else [balanced(words, count, metrics) for count in _counts(words)]
    best, score = TitleSetting(0.0, (), 0.0), 0.0
    for choice in choices:
        high = cap + LEADING * (len(choice) - 1)
        widths = [line_width(line, metrics) for line in choice]
        size = min(width / max(widths), height / high)
        evenness = sum(widths) / len(widths) / max(widths)
        value = size * FEWER_LINES ** len(choice) * math.sqrt(evenness)
        if value > score:
            best, score = TitleSetting(size, choice, size * high), value
    if best.size < MIN_TITLE:
        raise _too_long(lines, title, space, metrics)
    return best


def _too_long(lines: Sequence[str], title: str, space: tuple[float, float], metrics: Metrics) -> LayoutError:
    if lines:
        longest = max(lines, key=len)
        return LayoutError(
            f"cover.title_lines: {len(lines)} lines with up to {len(longest)} letters do not fit the front of the "
            f"cover, even at {MIN_TITLE:.0f} pt: break the longest line, {longest!r}, or leave title_lines out"
        )
    widest = max(title.split(), key=lambda word: line_width(word, metrics))
    if line_width(widest, metrics) * MIN_TITLE > space[0]:
        return LayoutError(
            f"title: {widest!r} is wider than the front of the cover, even at {MIN_TITLE:.0f} pt: break the word at a "
            "hyphen with cover.title_lines"
        )
    fits = int(space[0] / (MIN_TITLE * 0.6)) * max(1, min(MAX_LINES, int(space[1] / (MIN_TITLE * LEADING))))
    return LayoutError(
        f"title: its {len(title)} letters do not fit the front of the cover, even at {MIN_TITLE:.0f} pt: "
        f"about {fits} letters in short words do"
    )


def _counts(words: Sequence[str]) -> range:
    return range(1, min(MAX_LINES, len(words)) + 1)


def balanced(words: Sequence[str], count: int, metrics: Metrics, font: Font = "display") -> tuple[str, ...]:
    """Break words into ``count`` lines whose longest is as short as possible, and then as even as possible."""

    def cost(start: int, end: int) -> float:
        wide = line_width(" ".join(words[start:end]), metrics, font)
        if end == len(words) or not is_weak_end(words[end - 1]):
            return wide
        return wide * (WEAKEST_END if words[end - 1].islower() else WEAK_END)

    return _best_lines(words, count, cost)


def _best_lines(words: Sequence[str], count: int, cost: Callable[[int, int], float]) -> tuple[str, ...]:
    size = len(words)
    # For each end, the longest line, the sum of squares and the breaks of the best lines up to it.
    best: list[tuple[float, float, tuple[int, ...]]] = [(0.0, 0.0, (0,))] + [(math.inf, math.inf, ())] * size
    for line in range(count):
        following: list[tuple[float, float, tuple[int, ...]]] = [(math.inf, math.inf, ())] * (size + 1)
        for end in range(line + 1, size - (count - line - 1) + 1):
            for start in range(line, end):
                longest, squares, breaks = best[start]
                if breaks:
                    wide = cost(start, end)
                    following[end] = min(following[end], (max(longest, wide), squares + wide**2, (*breaks, end)))
        best = following
    breaks = best[size][2]
    return tuple(" ".join(words[start:end]) for start, end in pairwise(breaks))


def is_weak_end(word: str) -> bool:
    """Tell whether a line should not end with a word, as with articles and prepositions."""
    return word.isalpha() and (len(word) <= WEAK_LETTERS or (len(word) <= WEAK_LETTERS + 1 and word.islower()))


def title_marks(
    setting: TitleSetting, at: tuple[float, float], color: RGB, metrics: Metrics, *, centered: bool = False
) -> list[Mark]:
    """Draw a title whose capitals have their top at ``at[1]``; ``at[0]`` is its left edge, or its middle."""
    x, y = at
    marks: list[Mark] = []
    baseline = y + setting.size * metrics.cap_height("display")
    for line in setting.lines:
        marks.append(title_line(line, (x, baseline), setting.size, color, metrics, centered=centered))
        baseline += setting.size * LEADING
    return marks


def title_line(
    line: str, at: tuple[float, float], size: float, color: RGB, metrics: Metrics, *, centered: bool = False
) -> Text:
    """Draw one line of a title on the baseline ``at[1]``, with the edge of its first letter exactly at ``at[0]``."""
    x, y = at
    spacing = TRACKING * size
    if centered:
        return Text(x, y, line, size, "display", "middle", color, spacing)
    return Text(x - metrics.bearing(line[0], "display") * size, y, line, size, "display", color=color, spacing=spacing)
