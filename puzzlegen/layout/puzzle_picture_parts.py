"""What pictures of puzzles for screens share: the words above the board, marks of difficulty, and color themes.

Background, lines, digits and mines are gray, because a picture stands among the colors of a page. Only the rings and
shaded cells of a solution step are colored, and their shapes carry the same information. Digits and words have a
contrast of at least 4.5 with their background, lines of 3 (WCAG 2). Tests measure the pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from puzzlegen.errors import LayoutError
from puzzlegen.language.messages import Messages
from puzzlegen.layout.core.document import RGB, Color, Disc, Font, Gray, Mark, Metrics, Ring, Text
from puzzlegen.layout.core.symbols import STARS

UNIT = 432 / 1200  # points a pixel: a picture 1200 pixels wide is six inches wide on paper
_PITCH = 1.45  # from one mark of difficulty to the next, of its height

# Sizes of a head as shares of the picture's width. Shown 300 pixels wide, its words have 10 pixels at least, or 8 if
# they are long, as on a link card.
_NAME, _LEAST_NAME = 0.052, 0.03
_FACTS, _LEAST_ON_ONE_LINE, _LEAST_FACTS = 0.038, 0.0345, 0.02
_ABOVE_FACTS, _ABOVE_LEVEL = 0.025, 0.02
_BELOW = 0.03  # from the last baseline to the board
_SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class PictureWords:
    """The words of a picture; empty ones are left out.

    Of four marks beside the ``difficulty``, which may name the kind too, ``stars`` are solid; there are no marks if it
    is 0. ``home`` names the publisher's site, on link cards only, and ``title`` the puzzle, not there.
    """

    series: str
    number: str = ""
    date: str = ""
    difficulty: str = ""
    stars: int = 0
    home: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class _Row:
    """A centered line: text, marks of difficulty if ``stars`` is not 0, and a text after them.

    ``space`` is the distance above its capitals.
    """

    text: str
    font: Font
    size: int
    space: int
    stars: int = 0
    after: str = ""


@dataclass(frozen=True, slots=True)
class PictureHead:
    """The lines above a board, ``height`` pixels together with the space below them."""

    rows: tuple[_Row, ...]
    height: int

    def marks(self, middle: float, top: float, ink: Color, quiet: Color, metrics: Metrics) -> Iterator[Mark]:
        """Yield the marks of the head, centered; ``ink`` is the color of the name, ``quiet`` of the other lines."""
        y = top
        for row in self.rows:
            high = _capitals(row.font, row.size, metrics)
            y += row.space + high
            x = round(middle - _row_width(row, metrics) / 2)
            color = ink if row.font == "bold" else quiet
            if row.text:
                yield Text(x, y, row.text, row.size, row.font, color=color)
                x += round(metrics.width(row.text, row.font) * row.size)
            if row.stars:
                x += round(_gap(high)) if row.text else 0
                yield from stars(row.stars, x, y - high / 2, high, color)
                x += round(stars_width(high) + _gap(high))
            if row.after:
                yield Text(x, y, row.after, row.size, row.font, color=color)


def picture_head(words: PictureWords, width: int, room: int, metrics: Metrics) -> PictureHead:
    """Set the head of a picture ``width`` pixels wide, ``room`` of them for words: name, then facts on one line or two.

    Raises LayoutError for words that do not fit at their least size or have no glyphs.
    """
    most, least = round(width * _FACTS), round(width * _LEAST_FACTS)
    rows = list(_names(words, width, room, metrics))
    space = round(width * _ABOVE_FACTS)
    facts = _SEPARATOR.join(filter(None, (words.number, words.date)))
    has_level = bool(words.difficulty or words.stars)
    lead = facts + _SEPARATOR if facts and has_level else facts
    for size in range(most, round(width * _LEAST_ON_ONE_LINE) - 1, -1):
        row = _Row(lead, "regular", size, space, words.stars, words.difficulty)
        if _row_width(row, metrics) <= room:
            rows += [row] if lead or has_level else []
            break
    else:
        size = largest_size("head: number and date", facts, "regular", room, (most, least), metrics)
        rows += [_Row(facts, "regular", size, space)] if facts else []
        taken = round(stars_width(size) + _gap(size)) if words.stars else 0
        level = largest_size("head: difficulty", words.difficulty, "regular", room - taken, (size, least), metrics)
        rows += [_Row("", "regular", level, round(width * _ABOVE_LEVEL), words.stars, words.difficulty)]
    height = sum(row.space + _capitals(row.font, row.size, metrics) for row in rows) + round(width * _BELOW)
    return PictureHead(tuple(rows), height)


def _names(words: PictureWords, width: int, room: int, metrics: Metrics) -> Iterator[_Row]:
    """Yield the name of the series and, if it has one, the title of the puzzle. Raises as ``picture_head`` does."""
    sizes = round(width * _NAME), round(width * _LEAST_NAME)
    yield _Row(words.series, "bold", largest_size("title", words.series, "bold", room, sizes, metrics), 0)
    if words.title:
        sizes = round(width * _FACTS), round(width * _LEAST_FACTS)
        size = largest_size("title of the puzzle", words.title, "regular", room, sizes, metrics)
        yield _Row(words.title, "regular", size, round(width * _ABOVE_FACTS))


def _row_width(row: _Row, metrics: Metrics) -> float:
    high = _capitals(row.font, row.size, metrics)
    gaps = _gap(high) * (bool(row.text) + bool(row.after))
    dots = stars_width(high) + gaps if row.stars else 0.0
    return sum(metrics.width(text, row.font) for text in (row.text, row.after)) * row.size + dots


def _gap(size: float) -> float:
    """Return the distance from marks of this size to the word after them."""
    return size * 0.4


def _capitals(font: Font, size: int, metrics: Metrics) -> int:
    return round(metrics.cap_height(font) * size)


def stars_width(size: float) -> float:
    """Return the width of all marks of difficulty of this size, with the space after the last one."""
    return STARS * _PITCH * size


def stars(solid: int, left: float, middle: float, size: float, color: Color) -> list[Mark]:
    """Return the marks of difficulty, ``solid`` of them filled, with their centers at the height ``middle``."""
    pen = size * 0.12
    xs = [left + size / 2 + i * size * _PITCH for i in range(STARS)]
    return [
        Disc(x, middle, size / 2, color) if i < solid else Ring(x, middle, (size - pen) / 2, pen, color)
        for i, x in enumerate(xs)
    ]


def largest_size(what: str, text: str, font: Font, room: float, sizes: tuple[int, int], metrics: Metrics) -> int:
    """Return the largest type size at which the text fits ``room`` pixels; ``sizes`` are the most and the least.

    Raises LayoutError, which names the text as ``what``, if it does not fit or the font has no glyph for it. A title is
    a value of the config.
    """
    key, place = (("title",), "") if what == "title" else ((), f"{what}: ")
    size, least = sizes
    if missing := metrics.missing(text, font):
        raise LayoutError(f"{place}the font {metrics.name(font)} has no glyph for {missing!r}; leave it out", at=key)
    wide = metrics.width(text, font)
    while size > least and wide * size > room:
        size -= 1
    if wide * size > room:
        fits = int(len(text) * room / (wide * size))
        words = f"found {len(text)} characters on a line of a picture, about {fits} fit; shorten it"
        raise LayoutError(f"{place}{words}", at=key)
    return size


@dataclass(frozen=True, slots=True)
class PictureTheme:
    """The colors of one theme, with the line width ``pen`` and the height ``digit`` of digits as shares of a cell.

    ``ink`` is the color of digits, ``mine`` of mines and of dots in safe cells, and ``filled`` of filled cells.
    ``quiet`` is for the digits of an answer, ``words`` for the caption, ``mark`` for rings, ``tint`` for shaded cells.
    ``rim`` is the ground of the rim that repeats the cells of opposite sides; its digits are ``quiet``.
    ``cover`` is the ground of cells that are not open in a classic game.
    """

    ground: Color
    ink: Color
    mine: Color
    filled: Color
    frame: Color
    line: Color
    quiet: Color
    words: Color
    mark: Color
    tint: Color
    rim: Color
    cover: Color
    pen: float = 0.028
    digit: float = 0.53
    digit_font: Font = "digits"


LIGHT = PictureTheme(
    ground=Gray(1.0),
    ink=Gray(0.0),
    mine=Gray(0.0),
    filled=Gray(0.58),
    frame=Gray(0.0),
    line=Gray(0.4),
    quiet=Gray(0.38),
    words=Gray(0.3),
    mark=RGB(0.04, 0.36, 0.68),
    tint=RGB(0.82, 0.90, 0.97),
    rim=Gray(0.91),
    cover=Gray(0.84),
)
# Mail programs that darken light pictures leave dark ones unchanged. No pure white: it glares on a dark page.
DARK = PictureTheme(
    ground=Gray(0.09),
    ink=Gray(0.91),
    mine=Gray(0.8),
    filled=Gray(0.4),
    frame=Gray(0.68),
    line=Gray(0.46),
    quiet=Gray(0.6),
    words=Gray(0.7),
    mark=RGB(0.55, 0.78, 1.0),
    tint=RGB(0.12, 0.24, 0.38),
    rim=Gray(0.17),
    cover=Gray(0.27),
)
CONTRAST = replace(
    LIGHT,
    line=Gray(0.0),
    quiet=Gray(0.0),
    words=Gray(0.0),
    mark=Gray(0.0),
    tint=RGB(1.0, 0.85, 0.1),
    rim=Gray(0.89),
    cover=Gray(0.8),
    pen=0.045,
    digit=0.56,
    digit_font="bold",
)
THEMES = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """Options of a picture: its ``width`` in pixels, the ``caption`` below the grid, and the ``number`` of the grid.

    ``head`` are words above the grid. They are larger than a caption, to be read where the picture is shown small.

    A picture is never higher than wide, because mail and blog services crop high ones. Without ``border`` it is the
    board alone, without caption and as narrow as its cells allow. All its lines are then an even number of pixels
    wide, so that they are whole pixels at half the size. ``solid`` draws an answer as a picture: solid cells without
    clues. ``covered`` draws a position of the classic game: cells without a number are covered, and zeros are blank.
    ``messages`` have the names of rows and columns that stand beside a board without border, None for none.
    """

    width: int = 1200
    caption: str = ""
    number: int = 0
    theme: PictureTheme = LIGHT
    border: bool = True
    solid: bool = False
    covered: bool = False
    head: PictureWords | None = None
    messages: Messages | None = None
