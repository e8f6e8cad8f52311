"""Weights, sizes, tints and arrangements: all that is a matter of looks. Points, or shares of a cell where said so.

What stands here is the theme ``classic``; a theme file in templates/themes says what differs from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from puzzlegen.layout.core.document import BLACK, RGB, Color, Font, Gray
from puzzlegen.units import mm

MineMark = Literal["disc", "cross", "flag", "ring"]
DifficultyMark = Literal["discs", "stars", "bars"]
HeaderPart = Literal["marks", "word", "answer"]
Align = Literal["left", "centre"]
Placement = Literal["outer", "centre"]
RunningHead = Literal["section", "title", "none"]

DARK = Gray(0.32)
TINT = Gray(0.84)
FILLED = Gray(0.58)


@dataclass(frozen=True, slots=True)
class GridStyle:
    """How one kind of grid is drawn. ``digit``, ``dot`` and ``ring`` are shares of the cell's side."""

    frame: float = 1.75
    inner: float = 0.75
    inner_color: Color = DARK
    digit: float = 0.53  # height of a figure, not of its line box
    digit_font: Font = "digits"
    digit_color: Color = BLACK
    clue_tint: Color | None = None  # ground of the cells with a clue
    mine: MineMark = "disc"
    mine_size: float = 0.58  # share of the cell's side
    filled: Color = FILLED  # a mosaic's filled cells: digits on it stay black
    filled_size: float = 0.76  # where they are not the answer yet, share of the cell's side
    safe_dots: bool = False  # in answers: a small dot in each safe blank
    dot: float = 0.14
    ring: float = 0.86
    ring_line: float = 1.0
    tint: Color = TINT
    ink: Color = BLACK


@dataclass(frozen=True, slots=True)
class TypeSizes:
    """Sizes of type in points. ``leading`` is the baseline grid."""

    body: float = 10.5
    leading: float = 14.5
    small: float = 8.5
    heading: float = 20.0
    display: float = 36.0
    measure: float = 345.0  # the longest line of text: about 66 characters at the body size
    least: float = 7.0  # no type comes out smaller


@dataclass(frozen=True, slots=True)
class HeaderStyle:
    """The line above a puzzle. The number begins it; the parts of ``left`` follow, those of ``right`` end it.

    ``growth`` is how much larger the number is than the text, ``rule`` the weight of a line under the header (0: none).
    """

    left: tuple[HeaderPart, ...] = ("marks", "word")
    right: tuple[HeaderPart, ...] = ("answer",)
    marks: DifficultyMark = "discs"
    growth: float = 2.5
    rule: float = 0.0


@dataclass(frozen=True, slots=True)
class Furniture:
    """Folio and running head."""

    folio: Placement = "outer"
    running_head: RunningHead = "section"
    head_place: Placement = "outer"
    capitals: bool = True  # letterspaced; else as the name is written


PUZZLE_GRID = GridStyle()
FIGURE_GRID = GridStyle(frame=1.25, inner_color=Gray(0.4))
# The mines are what a reader looks for in an answer; its clues step back.
ANSWER_GRID = GridStyle(frame=1.0, inner_color=Gray(0.55), digit_color=Gray(0.38))


@dataclass(frozen=True, slots=True)
class Theme:
    """One look. Cell limits: below ``min_cell`` a section is refused, above ``max_cell`` cells stop growing."""

    name: str = "classic"
    puzzle: GridStyle = PUZZLE_GRID
    figure: GridStyle = FIGURE_GRID
    answer: GridStyle = ANSWER_GRID
    small_type: TypeSizes = field(default_factory=TypeSizes)  # trims under seven inches wide
    large_type: TypeSizes = field(default_factory=lambda: TypeSizes(11.5, 15.5, 9.0, 23.0, 44.0, 385.0))
    headers: HeaderStyle = HeaderStyle()
    furniture: Furniture = Furniture()
    align: Align = "left"  # of the title page and the section openers
    opener_drop: float = 0.2  # where an opener's name stands, as a share of the text block's height
    soft: Color = DARK  # folios, running heads and other second voices
    min_cell: float = mm(5)
    comfortable_cell: float = mm(
        8.4
    )  # a third of an inch: what readers ask for; automatic layout keeps to it if it can
    max_cell: float = mm(15)
    min_figure_cell: float = mm(5.2)  # nobody writes in a worked example, but it must read like a puzzle
    max_figure_cell: float = mm(8.5)
    min_key_cell: float = mm(3.3)
    max_key_cell: float = mm(4.0)
    max_per_page: int | None = None
    header: float = 19.0  # from the top of a puzzle's place to its frame
    header_width: float = 124.0  # a header without its word: columns are never set closer
    header_gap: float = 8.0  # from the header's baseline to the frame
    column_gap: float = 24.0
    row_gap: float = 24.0

    def type_sizes(self, page_width: float) -> TypeSizes:
        """The sizes for a trim that wide."""
        return self.small_type if page_width < 504 else self.large_type


DEFAULT = Theme()


@dataclass(frozen=True, slots=True)
class Palette:
    """The colors of a cover or a card: the ground, what is written on it, and the accent of the artwork."""

    ground: RGB
    ink: RGB
    accent: RGB

    def blend(self, color: RGB, share: float) -> RGB:
        """That color at ``share``, the ground for the rest."""
        mixed = (
            part * share + rest * (1 - share) for part, rest in zip(_parts(color), _parts(self.ground), strict=True)
        )
        return RGB(*mixed)


def _parts(color: RGB) -> tuple[float, float, float]:
    return color.red, color.green, color.blue


def luminance(color: RGB) -> float:
    """How light a color is, 0 to 1, as the contrast rules of the web (WCAG 2) reckon it."""
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in _parts(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: RGB, other: RGB) -> float:
    """How well one stands off the other: 1 not at all, 21 black on white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
