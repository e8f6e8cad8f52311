"""Themes: line weights, type sizes, tints and distances, in points or in shares of a cell's side.

The defaults are the theme ``classic``. A theme file in templates/themes states only what differs from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from puzzlegen.layout.core.document import BLACK, RGB, Color, Font, Gray
from puzzlegen.units import mm

MineMark = Literal["disc", "cross", "flag", "ring"]
DifficultyMark = Literal["discs", "stars", "bars"]
HeaderPart = Literal["marks", "word", "answer"]
Align = Literal["left", "center"]
Placement = Literal["outer", "center"]
RunningHead = Literal["section", "title", "none"]

DARK = Gray(0.32)
TINT = Gray(0.84)
FILLED = Gray(0.58)
RIM, RIM_INK = Gray(0.9), Gray(0.36)  # a lighter ground vanishes in print; the contrast of both is 5


@dataclass(frozen=True, slots=True)
class GridStyle:
    """The style of one kind of grid. ``digit``, ``dot`` and ``ring`` are shares of the cell's side."""

    frame: float = 1.75
    inner: float = 0.75
    inner_color: Color = DARK
    digit: float = 0.53  # height of the digit itself, not of its line box
    digit_font: Font = "digits"
    digit_color: Color = BLACK
    clue_tint: Color | None = None  # background of the cells with a clue
    mine: MineMark = "disc"
    mine_size: float = 0.58  # share of the cell's side
    filled: Color = FILLED  # filled cells of variants with clues on mines; the digits on them stay black
    filled_size: float = 0.76  # share of the cell's side in figures; in answers the whole cell is filled
    safe_dots: bool = False  # whether answers have a small dot in each safe blank
    dot: float = 0.14
    ring: float = 0.86
    ring_line: float = 1.0
    tint: Color = TINT
    ink: Color = BLACK
    rim: Color = RIM  # ground of the rim that repeats the cells of opposite sides
    rim_ink: Color = RIM_INK  # digits and mines of the rim


@dataclass(frozen=True, slots=True)
class TypeSizes:
    """Type sizes in points. ``leading`` is the pitch of the baseline grid."""

    body: float = 10.5
    leading: float = 14.5
    small: float = 8.5
    heading: float = 20.0
    display: float = 36.0
    measure: float = 345.0  # the longest line of text: about 66 characters at the body size
    least: float = 7.0  # no type is smaller


@dataclass(frozen=True, slots=True)
class HeaderStyle:
    """The heading above a puzzle: its number, the parts of ``left`` beside it, and the parts of ``right`` at the end.

    ``growth`` is by how many points the number is larger than the text. ``rule`` is the weight of a line above the
    heading, 0 for none.
    """

    left: tuple[HeaderPart, ...] = ("marks", "word")
    right: tuple[HeaderPart, ...] = ("answer",)
    marks: DifficultyMark = "discs"
    growth: float = 2.5
    rule: float = 0.0


@dataclass(frozen=True, slots=True)
class Furniture:
    """The style of folio and running head."""

    folio: Placement | Literal["none"] = "outer"
    running_head: RunningHead = "section"
    head_place: Placement = "outer"
    capitals: bool = True  # letterspaced capitals, otherwise as the name is written


PUZZLE_GRID = GridStyle()
FIGURE_GRID = GridStyle(frame=1.25, inner_color=Gray(0.4))
# Readers look for the mines of an answer, so its clues are lighter.
ANSWER_GRID = GridStyle(frame=1.0, inner_color=Gray(0.55), digit_color=Gray(0.38))


@dataclass(frozen=True, slots=True)
class Theme:
    """All style choices of a book. Sections with cells under ``min_cell`` are refused; none is over ``max_cell``."""

    name: str = "classic"
    puzzle: GridStyle = PUZZLE_GRID
    figure: GridStyle = FIGURE_GRID
    answer: GridStyle = ANSWER_GRID
    small_type: TypeSizes = field(default_factory=TypeSizes)  # for trims under seven inches wide
    large_type: TypeSizes = field(default_factory=lambda: TypeSizes(11.5, 15.5, 9.0, 23.0, 44.0, 385.0))
    headers: HeaderStyle = HeaderStyle()
    furniture: Furniture = Furniture()
    align: Align = "left"  # of the title page and the section openers
    opener_drop: float = 0.2  # distance of an opener's name from the top, share of the text block's height
    soft: Color = DARK  # folios, running heads and other secondary text
    min_cell: float = mm(5)
    comfortable_cell: float = mm(8.4)  # a third of an inch, as readers ask; automatic layout keeps it if it can
    max_cell: float = mm(15)
    min_figure_cell: float = mm(5.2)  # readers do not write in it, but it must look like a puzzle
    max_figure_cell: float = mm(8.5)
    min_key_cell: float = mm(3.3)
    max_key_cell: float = mm(4.0)
    max_per_page: int | None = None
    header: float = 19.0  # from the top of a puzzle's area to its frame
    header_width: float = 124.0  # of a heading without the difficulty word: columns are never narrower
    header_gap: float = 8.0  # from the heading's baseline to the frame
    column_gap: float = 24.0
    row_gap: float = 24.0

    def type_sizes(self, page_width: float) -> TypeSizes:
        """Return the type sizes for a page of that width in points."""
        return self.small_type if page_width < 504 else self.large_type


DEFAULT = Theme()


@dataclass(frozen=True, slots=True)
class Palette:
    """The three colors of a cover or link card: background, text, and the accent of the artwork."""

    ground: RGB
    ink: RGB
    accent: RGB

    def blend(self, color: RGB, share: float) -> RGB:
        """Mix a color with the background; ``share`` is the color's part, 0 to 1."""
        mixed = (
            part * share + rest * (1 - share) for part, rest in zip(_parts(color), _parts(self.ground), strict=True)
        )
        return RGB(*mixed)


def _parts(color: RGB) -> tuple[float, float, float]:
    return color.red, color.green, color.blue


def luminance(color: RGB) -> float:
    """Return the relative luminance of a color, 0 to 1, as WCAG 2 defines it."""
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in _parts(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: RGB, other: RGB) -> float:
    """Return the contrast ratio of two colors as WCAG 2 defines it: 1 for equal ones, 21 for black and white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
