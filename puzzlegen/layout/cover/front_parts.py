"""What the layouts of fronts share: the record of a front, the title in balanced lines, badges, a field of mines."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import pairwise

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import RGB, Anchor, Box, Disc, Font, Mark, Metrics, Ring, Text
from puzzlegen.layout.core.theme import Palette
from puzzlegen.layout.cover.panels import CoverText
from puzzlegen.wording import pluralize

MAX_LINES = 5
LEADING = 0.98  # of the size, from line to line
TRACKING = -0.012  # of the size: large heavy type looks loose at its normal spacing
# A line that ends with a short word counts as so much wider, with a small letter more: "Minesweeper on / Paper" is bad.
WEAK_END, WEAKEST_END = 1.14, 1.4
WEAK_LETTERS = 3
FEWER_LINES = 0.86  # a further line must make the type larger by more than this
MIN_TITLE = 18.0  # points


SQUARE_NEIGHBORS = tuple((down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if down or across)


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
    words = title_words(title)
    counts = range(1, min(MAX_LINES, len(words)) + 1)
    choices = [tuple(lines)] if lines else [balanced(words, count, metrics) for count in counts]
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
            f"{pluralize(len(lines), 'line')} with up to {pluralize(len(longest), 'letter')} do not fit the "
            f"front of the cover, even at {MIN_TITLE:.0f} pt: break the longest line, {longest!r}, or leave "
            "title_lines out",
            at=("cover", "title_lines"),
        )
    widest = max(title.split(), key=lambda word: line_width(word, metrics))
    if line_width(widest, metrics) * MIN_TITLE > space[0]:
        return LayoutError(
            f"{widest!r} is wider than the front of the cover, even at {MIN_TITLE:.0f} pt: break the word at a "
            "hyphen with cover.title_lines",
            at=("title",),
        )
    fits = int(space[0] / (MIN_TITLE * 0.6)) * max(1, min(MAX_LINES, int(space[1] / (MIN_TITLE * LEADING))))
    return LayoutError(
        f"its {len(title)} letters do not fit the front of the cover, even at {MIN_TITLE:.0f} pt: "
        f"about {fits} letters in short words do",
        at=("title",),
    )


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


def title_words(title: str) -> list[str]:
    """Return what lines of a title are made of: its words, each & together with the word behind it.

    >>> title_words("Mines & More")
    ['Mines', '& More']
    """
    return re.findall(r"(?:&\s+)*\S+", title)


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


SMALL = 11.0  # points: least type on the front
SUBTITLE, AUTHOR = 0.06, 0.06  # size, as a share of the width between the margins
SUBTITLE_OF_TITLE = 0.62  # at most
SUBTITLE_GAP = 1.05  # of the subtitle's size, from the title's last baseline to the subtitle's capitals
# Letters that reach below the baseline; how far at most in our fonts, as a share of the size; and the least distance
# from there to the subtitle's capitals, as a share of the subtitle's size
DESCENDING, DEPTH, CLEAR = frozenset("gjpqyQJ,;ç"), 0.24, 0.3
SMALL_LEADING = 1.24
ONE_LINE = 0.75  # of the usual size, at which a line is set before it is broken
HEAD = 0.32  # of the height of the front, for title and subtitle on top
WIDE = 1.15  # times as wide as high: words and artwork side by side
DENSITY = 0.22  # share of mines in fields that are drawn
BADGE = (0.125, 0.11, 0.095)  # radius by the number of badges, share of the front's shorter side
BADGE_STEP = 2.1  # radii from one badge to the next
FIRST_NUMBER, LAST_NUMBER = 1.75, 2.6  # of the size of the other lines of a badge
BADGE_LINES, MORE_LINES = 3, 1.25  # a further line must make the words larger by this


@dataclass(frozen=True, slots=True)
class Front:
    """What a layout draws with.

    ``panel`` is the trimmed front and ``inner`` the area for words. ``outer`` is the panel with its bleed, which ends
    at the fold. ``safe`` is the least distance of words from its sides. ``art`` is a puzzle of the book; ``picture``
    are rows of # and a dot. ``centered``: words are in the middle, except where a layout has another place for them.
    """

    text: CoverText
    art: Puzzle
    picture: tuple[str, ...]
    panel: Box
    inner: Box
    outer: Box
    safe: float
    palette: Palette
    metrics: Metrics
    centered: bool = False

    def is_mine(self, row: int, column: int) -> bool:
        """Tell whether an endless field, different for each title, has a mine in a cell."""
        place = f"{self.text.title}/{row}/{column}".encode()
        return blake2b(place, digest_size=1).digest()[0] < 256 * DENSITY

    def count(self, row: int, column: int, neighbors: Iterable[tuple[int, int]] = SQUARE_NEIGHBORS) -> int:
        """Return the number of mines around a cell of that field; ``neighbors`` are steps of rows and columns."""
        return sum(self.is_mine(row + down, column + across) for down, across in neighbors)


@dataclass(frozen=True, slots=True)
class Words:
    """Marks of words, and the y at which they end: the last baseline, or for words at the foot their top."""

    marks: list[Mark]
    end: float


def heading(front: Front, box: Box, color: RGB, *, centered: bool = False) -> Words:
    """Set title and subtitle at the top of a box, the title as large as the box allows.

    Raises LayoutError when they do not fit.
    """
    metrics, text = front.metrics, front.text
    small, subtitle = subtitle_lines(text, box.width, max(SMALL, SUBTITLE * front.inner.width), metrics)
    below = (SUBTITLE_GAP + metrics.cap_height("bold") + SMALL_LEADING * (len(subtitle) - 1)) * small
    below = below if subtitle else 0.0
    title = set_title(text.title_lines, text.title, (box.width, box.height - below), metrics)
    if (smaller := max(SMALL, title.size * SUBTITLE_OF_TITLE)) < small:
        small, subtitle = subtitle_lines(text, box.width, smaller, metrics)
    deeper = bool(subtitle) * more_below(title.lines[-1], title.size, small, SUBTITLE_GAP)
    title = set_title(text.title_lines, text.title, (box.width, box.height - below - deeper), metrics)
    x = (box.left + box.right) / 2 if centered else box.left
    marks = title_marks(title, (x, box.top), color, metrics, centered=centered)
    y = box.top + title.height
    if subtitle:
        y += small * (SUBTITLE_GAP + metrics.cap_height("bold")) + deeper
        marks += lines_of_words(subtitle, (x, y), small, color, centered=centered)
        y += small * SMALL_LEADING * (len(subtitle) - 1)
    return Words(marks, y)


def more_below(line: str, size: float, small: float, gap: float) -> float:
    """Return how much more than ``gap`` a line needs, so that its letters end above the subtitle of size ``small``."""
    deep = DEPTH * size + CLEAR * small if DESCENDING & set(line) else 0.0
    return max(0.0, deep - gap * small)


def author(front: Front, box: Box, color: RGB, *, centered: bool = False) -> Words:
    """Set the author at the foot of a box."""
    size, lines = small_lines(front.text.author, box.width, max(SMALL, AUTHOR * front.inner.width), front.metrics)
    if not lines:
        return Words([], box.bottom)
    first = box.bottom - size * SMALL_LEADING * (len(lines) - 1)
    x = (box.left + box.right) / 2 if centered else box.left
    marks = lines_of_words(lines, (x, first), size, color, centered=centered)
    return Words(marks, first - size * front.metrics.cap_height("bold"))


def subtitle_lines(text: CoverText, width: float, size: float, metrics: Metrics) -> tuple[float, tuple[str, ...]]:
    """Return a size and the lines of the subtitle as ``small_lines`` does, with the volume as a further line."""
    small, lines = small_lines(text.subtitle, width, size, metrics)
    return small, (*lines, text.volume_line) if text.volume_line else lines


def small_lines(
    text: str, width: float, size: float, metrics: Metrics, font: Font = "bold"
) -> tuple[float, tuple[str, ...]]:
    """Return a size and even lines of a text: one line if it fits at up to a quarter less, else few.

    Raises LayoutError for a word that is wider at SMALL.
    """
    words = [word for word in text.split(" ") if word]  # not at no-break spaces
    if not words:
        return size, ()
    for most, least in ((1, ONE_LINE * size), (2, ONE_LINE * size), (len(words), SMALL)):
        for count in range(1, min(most, len(words)) + 1):
            lines = balanced(words, count, metrics, font)
            fits = width / max(line_width(line, metrics, font) for line in lines)
            if fits >= min(least, size):
                return min(size, fits), lines
    longest = max(words, key=lambda word: metrics.width(word, font))
    raise LayoutError(
        f"{longest!r} is wider than the front of the cover at {SMALL:g} pt: use a shorter word", at=("cover",)
    )


def lines_of_words(
    lines: Sequence[str],
    at: tuple[float, float],
    size: float,
    color: RGB,
    *,
    centered: bool = False,
    font: Font = "bold",
) -> list[Mark]:
    """Set lines from a first baseline on."""
    anchor: Anchor = "middle" if centered else "start"
    return [
        Text(at[0], at[1] + i * size * SMALL_LEADING, line, size, font, anchor, color) for i, line in enumerate(lines)
    ]


@dataclass(frozen=True, slots=True)
class BadgeColumn:
    """Discs with the badges of a front, one above the other; each is ``step`` radii below the one before."""

    front: Front
    x: float
    y: float
    radius: float
    step: float = -BADGE_STEP

    def middles(self) -> list[tuple[float, float]]:
        """Return the middle of each disc."""
        count = len(self.front.text.badges)
        return [(self.x, self.y + i * self.step * self.radius) for i in range(count)]

    @property
    def left(self) -> float:
        """The left edge of the discs, or the right margin if there are no badges."""
        return min((x - self.radius for x, _ in self.middles()), default=self.front.inner.right)

    @property
    def reach(self) -> float:
        """How far the column reaches from the middle of its first disc, in radii."""
        return BADGE_STEP * max(0, len(self.front.text.badges) - 1) + 1.0

    @property
    def top(self) -> float:
        """The upper edge of a column that goes up."""
        return self.y - self.reach * self.radius

    def within(self, distance: float) -> BadgeColumn:
        """Return the column with discs so small that it reaches no further than that from its first middle."""
        return replace(self, radius=min(self.radius, distance / self.reach))

    def covers(self, at: tuple[float, float], half: float) -> bool:
        """Tell whether a digit of that half height lies under a disc, or a corner of the square around it does."""

        def reaches(middle: tuple[float, float]) -> bool:
            across, down = (max(0.0, abs(here - there) - half) for here, there in zip(at, middle, strict=True))
            return math.dist(at, middle) < self.radius + half or math.hypot(across, down) < self.radius

        return any(map(reaches, self.middles()))

    def marks(self) -> Iterator[Mark]:
        """Draw the discs.

        Raises LayoutError for words that do not fit.
        """
        palette, radius = self.front.palette, self.radius
        for words, (x, y) in zip(self.front.text.badges, self.middles(), strict=True):
            yield Disc(x, y, radius, palette.ink)
            yield Ring(x, y, radius * 0.92, max(1.0, radius * 0.03), palette.ground)
            yield from _badge_words(words, (x, y), radius, self.front)


def corner_badges(front: Front, y: float) -> BadgeColumn:
    """Return badges near the right margin, upward from a first one with its middle at ``y``."""
    radius = BADGE[max(0, len(front.text.badges) - 1)] * min(front.panel.width, front.panel.height)
    return BadgeColumn(front, front.inner.right + 0.3 * (front.panel.right - front.inner.right) - radius, y, radius)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The words of a front, the area that they leave for artwork, and the badges over it.

    ``area`` runs into the bleed, ``seen`` is its part within the trim.
    """

    words: list[Mark]
    area: Box
    seen: Box
    badges: BadgeColumn


def words_around_art(front: Front) -> Surroundings:
    """Set title and subtitle above the artwork and the author below, or both beside it on a wide front."""
    panel, inner, outer, color = front.panel, front.inner, front.outer, front.palette.ink
    pad = inner.left - panel.left
    if panel.width > WIDE * panel.height:
        middle = (panel.left + panel.right) / 2
        beside = Box(inner.left, inner.top, middle - pad * 0.5, inner.bottom)
        foot = author(front, beside, color, centered=front.centered)
        words = heading(
            front, Box(beside.left, beside.top, beside.right, foot.end - pad), color, centered=front.centered
        )
        seen = Box(middle, panel.top, panel.right, panel.bottom)
        badges = corner_badges(front, 0.0)
        badges = replace(badges, y=inner.bottom + 0.3 * pad - badges.radius)
        return Surroundings(words.marks + foot.marks, Box(middle, outer.top, outer.right, outer.bottom), seen, badges)
    top = Box(inner.left, inner.top, inner.right, inner.top + HEAD * panel.height)
    words = heading(front, top, color, centered=front.centered)
    foot, badges = author_beside_badges(front)
    high, low = words.end + pad * 0.8, foot.end - pad * 0.7
    seen = Box(panel.left, high, panel.right, low)
    badges = badges.within(badges.y - high + 0.4 * pad)
    return Surroundings(words.marks + foot.marks, Box(outer.left, high, outer.right, low), seen, badges)


def author_beside_badges(front: Front) -> tuple[Words, BadgeColumn]:
    """Set the author at the foot of the front, and return the badges beside and above it."""
    alone = author(front, front.inner, front.palette.ink, centered=front.centered)
    pad = front.inner.left - front.panel.left
    badges = corner_badges(front, alone.end - 0.4 * pad)
    if front.centered:
        return alone, replace(badges, y=alone.end - pad - badges.radius)
    box = Box(front.inner.left, front.inner.top, badges.left - 8.0, front.inner.bottom)
    return author(front, box if front.text.badges else front.inner, front.palette.ink), badges


def badge_line(front: Front, box: Box, *, centered: bool = True) -> Words:
    """Set the badges as words at the foot of a box, with dots between them."""
    size = max(SMALL, SUBTITLE * front.inner.width * 0.9)
    joined = " · ".join(words.replace(" ", "\u00a0") for words in front.text.badges)
    size, lines = small_lines(joined, box.width, size, front.metrics, "regular")
    first = box.bottom - size * SMALL_LEADING * (len(lines) - 1)
    x = (box.left + box.right) / 2 if centered else box.left
    marks = lines_of_words(lines, (x, first), size, front.palette.ink, centered=centered, font="regular")
    return Words(marks, first - size * front.metrics.cap_height("regular"))


def _badge_words(words: str, at: tuple[float, float], radius: float, front: Front) -> Iterator[Mark]:
    """Set the words of a badge as large as its disc allows; a number on its own line is larger."""
    metrics, parts = front.metrics, words.split()
    best: tuple[float, list[tuple[str, float]]] = (0.0, [])
    score = 0.0
    for count in range(1, min(BADGE_LINES, len(parts)) + 1):
        lines = balanced(parts, count, metrics, "display")
        scaled = [(line, _badge_scale(words, line)) for line in lines]
        size = _fitting_size(scaled, radius * 0.82, metrics)
        value = size * max(scale for _, scale in scaled)
        if value > score * MORE_LINES:
            best, score = (size, scaled), value
    size, lines_set = best
    if size < 7.0:
        raise LayoutError(f"{words!r} does not fit a badge at 7 pt: use shorter words", at=("cover", "badges"))
    cap = metrics.cap_height("display")
    y = at[1] - size * _stack_height(lines_set, cap) / 2
    for line, scale in lines_set:
        y += cap * size * scale
        yield Text(at[0], y, line, size * scale, "display", "middle", front.palette.ground)
        y += _GAP * size


def _badge_scale(words: str, line: str) -> float:
    """Return the size of a line of a badge, as a share of that of words: numbers are larger, that of a volume most."""
    if line == words or not line[0].isdigit() or len(line) > 4:
        return 1.0
    return LAST_NUMBER if words.endswith(f" {line}") else FIRST_NUMBER


_GAP = 0.36  # of the size, between the lines of a badge


def _stack_height(lines: Sequence[tuple[str, float]], cap: float) -> float:
    return sum(cap * scale for _, scale in lines) + _GAP * (len(lines) - 1)


def _fitting_size(lines: Sequence[tuple[str, float]], radius: float, metrics: Metrics) -> float:
    """Return the size at which the corners of all lines lie within a circle."""
    cap = metrics.cap_height("display")
    high = _stack_height(lines, cap)
    y, farthest = -high / 2, 0.0
    for line, scale in lines:
        half = metrics.width(line, "display") * scale / 2
        farthest = max(farthest, math.hypot(half, y), math.hypot(half, y + cap * scale))
        y += cap * scale + _GAP
    return radius / farthest


def digit_mark(front: Front, middle: tuple[float, float], value: int, height: float, color: RGB) -> Text:
    """Draw a clue of that height, centered in its cell."""
    size = height / front.metrics.figure_height("bold")
    return Text(middle[0], middle[1] + height / 2, str(value), size, "bold", "middle", color)
