"""Weights, sizes and tints: everything about looks that is a number. Points, or shares of a cell where said so."""

from __future__ import annotations

from dataclasses import dataclass, field

from puzzlegen.layout.document import BLACK, Colour, Font, Gray
from puzzlegen.units import mm

DARK = Gray(0.32)
TINT = Gray(0.84)


@dataclass(frozen=True, slots=True)
class GridStyle:
    """How one kind of grid is drawn. ``digit``, ``disc``, ``dot`` and ``ring`` are shares of the cell's side."""

    frame: float = 1.75
    inner: float = 0.75
    inner_colour: Colour = DARK
    digit: float = 0.53  # height of a figure, not of its line box
    digit_font: Font = "regular"
    digit_colour: Colour = BLACK
    disc: float = 0.58
    dot: float = 0.14
    ring: float = 0.86
    ring_line: float = 1.0
    tint: Colour = TINT
    ink: Colour = BLACK


@dataclass(frozen=True, slots=True)
class TypeSizes:
    """Sizes of type in points. ``leading`` is the baseline grid."""

    body: float = 10.5
    leading: float = 14.5
    small: float = 8.5
    heading: float = 20.0
    display: float = 36.0
    measure: float = 345.0  # the longest line of text: about 66 characters at the body size


PUZZLE_GRID = GridStyle()
FIGURE_GRID = GridStyle(frame=1.25, inner_colour=Gray(0.4))
# The mines are what a reader looks for in an answer; its clues step back.
ANSWER_GRID = GridStyle(frame=1.0, inner_colour=Gray(0.55), digit_colour=Gray(0.38))


@dataclass(frozen=True, slots=True)
class Theme:
    """One look. Cell limits: below ``least_cell`` a section is refused, above ``most_cell`` cells stop growing."""

    puzzle: GridStyle = PUZZLE_GRID
    figure: GridStyle = FIGURE_GRID
    answer: GridStyle = ANSWER_GRID
    small_type: TypeSizes = field(default_factory=TypeSizes)  # trims under seven inches wide
    large_type: TypeSizes = field(default_factory=lambda: TypeSizes(11.5, 15.5, 9.0, 23.0, 44.0, 385.0))
    soft: Colour = DARK  # folios, running heads and other second voices
    least_cell: float = mm(5)
    most_cell: float = mm(15)
    key_cell: float = mm(3.3)
    key_cell_most: float = mm(4.0)
    header: float = 19.0     # from the top of a puzzle's place to its frame
    header_width: float = 124.0  # a header without its word: columns are never set closer
    header_gap: float = 8.0  # from the header's baseline to the frame
    column_gap: float = 24.0
    row_gap: float = 24.0

    def type_sizes(self, page_width: float) -> TypeSizes:
        """The sizes for a trim that wide."""
        return self.small_type if page_width < 504 else self.large_type


DEFAULT = Theme()
