"""Themes with their colors: the groups of a theme file and the styles of its grids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from puzzlegen.config.ornaments import Ornaments, load_ornaments
from puzzlegen.config.themes import (
    Align,
    Cells,
    Furniture,
    GridConfig,
    Header,
    Marks,
    MineMark,
    ThemeConfig,
    Type,
    TypeSizes,
)
from puzzlegen.layout.core.document import BLACK, RGB, Color, Font, Gray
from puzzlegen.units import inches, mm

CLASSIC = ThemeConfig(about="The defaults of all themes")
COMFORTABLE_CELL = mm(8.4)  # a third of an inch, as readers ask; automatic layout keeps it if it can
WIDE_PAGE = inches(7)  # from which the wider pages' sizes of type are taken
WIDE_SOFT = Gray(0.2)  # of small text there, unless the theme has a darker one: large books are read from further away
TINT = Gray(0.84)
FILLED = Gray(0.58)
RIM, RIM_INK = Gray(0.9), Gray(0.36)  # a lighter ground vanishes in print; the contrast of both is 5


def _gray(black: float) -> Gray:
    return Gray(round(1 - black / 100, 4))


_GRID, _MARKS = CLASSIC.grids.puzzle, CLASSIC.marks
_LINES_COLOR = _gray(_GRID.lines_black)


@dataclass(frozen=True, slots=True)
class GridStyle:
    """The style of one kind of grid. ``digit``, ``dot`` and ``ring`` are shares of the cell's side."""

    frame: float = _GRID.frame
    lines: float = _GRID.lines
    lines_color: Color = _LINES_COLOR
    digit: float = _GRID.digit  # height of the digit itself, not of its line box
    digit_font: Font = "digits"
    digit_color: Color = BLACK
    clue_tint: Color | None = None  # background of the cells with a clue
    mine: MineMark = _MARKS.mine
    mine_size: float = _MARKS.mine_size  # share of the cell's side
    filled: Color = FILLED  # filled cells of variants with clues on mines
    filled_digit: Color = BLACK
    filled_size: float = 0.76  # share of the cell's side in figures; in answers the whole cell is filled
    safe_dots: bool = _MARKS.safe_dots  # whether answers have a small dot in each safe blank
    dot: float = 0.14
    ring: float = 0.86
    ring_line: float = 1.0
    tint: Color = TINT
    ink: Color = BLACK
    rim: Color = RIM  # ground of the rim that repeats the cells of opposite sides
    rim_ink: Color = RIM_INK  # digits and mines of the rim


def _grid_style(grid: GridConfig, marks: Marks) -> GridStyle:
    return GridStyle(
        frame=grid.frame,
        lines=grid.lines,
        lines_color=_gray(grid.lines_black),
        digit=grid.digit,
        digit_color=_gray(grid.digit_black),
        clue_tint=_gray(grid.clue_tint) if grid.clue_tint else None,
        mine=marks.mine,
        mine_size=marks.mine_size,
        safe_dots=marks.safe_dots,
    )


@dataclass(frozen=True, slots=True)
class Theme:
    """All style choices of a book: the groups of its theme file, with the styles of the three kinds of grids.

    ``soft`` is the color of folios, running heads and other secondary text. ``folio`` is off in books that want none.
    ``second_ink`` is that of ornaments, None where they have one ink. ``pictures`` has the colors of solved pictures by
    their names, and that of all others by an empty one.
    """

    name: str
    puzzle: GridStyle
    figure: GridStyle
    answer: GridStyle
    soft: Gray
    type: Type
    marks: Marks
    header: Header
    furniture: Furniture
    cells: Cells
    align: Align
    opener_drop: float
    ornaments: Ornaments | None = None
    second_ink: Color | None = None
    folio: bool = True
    pictures: Mapping[str, Color] = field(default_factory=dict)

    def picture_ink(self, name: str | None) -> Color:
        """Return the color of a solved picture."""
        return self.pictures.get(name or "") or self.pictures.get("", self.answer.ink)

    def for_page(self, page_width: float) -> Theme:
        """Return the theme for a page of that width in points: small text of wide pages is darker."""
        is_light = page_width >= WIDE_PAGE and self.soft.level > WIDE_SOFT.level
        return replace(self, soft=WIDE_SOFT) if is_light else self

    def type_sizes(self, page_width: float) -> TypeSizes:
        """Return the type sizes for a page of that width in points."""
        return self.type.narrow if page_width < WIDE_PAGE else self.type.wide


def theme_of(name: str, config: ThemeConfig) -> Theme:
    """Return the Theme that a theme file describes."""
    return Theme(
        name,
        _grid_style(config.grids.puzzle, config.marks),
        _grid_style(config.grids.figure, config.marks),
        _grid_style(config.grids.answer, config.marks),
        _gray(config.furniture.black),
        config.type,
        config.marks,
        config.header,
        config.furniture,
        config.cells,
        config.align,
        config.opener_drop,
        load_ornaments(config.ornaments),
        _gray(config.ornament_tint) if config.ornament_tint else None,
    )


DEFAULT = theme_of("classic", CLASSIC)


@dataclass(frozen=True, slots=True)
class Palette:
    """The three colors of a cover or link card: background, text, and the accent of the artwork."""

    ground: RGB
    ink: RGB
    accent: RGB

    def blend(self, color: RGB, share: float) -> RGB:
        """Mix a color with the background; ``share`` is the color's part, 0 to 1."""
        return color.mixed(self.ground, share)


def _parts(color: RGB) -> tuple[float, float, float]:
    return color.red, color.green, color.blue


def gray_level(color: RGB) -> float:
    """Return the gray of a color as it is read and printed in black, with the weights of ITU-R BT.709."""
    return 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue


def light_gray(color: RGB) -> Gray:
    """Return a gray for a color of which all shades are light enough for black type; the darker, the darker."""
    return Gray(0.92 - 0.62 * (1 - gray_level(color)))


def luminance(color: RGB) -> float:
    """Return the relative luminance of a color, 0 to 1, as WCAG 2 defines it."""
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in _parts(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: RGB, other: RGB) -> float:
    """Return the contrast ratio of two colors as WCAG 2 defines it: 1 for equal ones, 21 for black and white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


PAPER, NO_LIGHT = RGB(1.0, 1.0, 1.0), RGB(0.0, 0.0, 0.0)
READABLE = 4.5  # least contrast of text with its ground, as WCAG 2 requires
DARK = 0.23  # gray of the lightest color for solid cells: PDFium shows some in inks as light as 0.33
LEAST_LIGHT = 0.22  # of the lightest part of such a color: a darker one looks black
LEAST_CHROMA = 0.07  # difference between the parts of a color: with less it looks gray
LIVELY = 0.6  # the least such difference of a shade, as a share of what it is lighter than black or darker than white
GROUND, SECOND = 0.87, 0.72  # grays of the lightest ground, where no ink of it is under 10 %, and of ornaments


def shade(color: RGB, level: float) -> RGB:
    """Return a color of the same hue with this gray, darker or lighter.

    It is as saturated as a mixture with black or white, or more if that would look gray: of a dark color with white.
    """
    gray, chroma, low, high = gray_level(color), _chroma(color), min(_parts(color)), max(_parts(color))
    if chroma < LEAST_CHROMA:
        return RGB(level, level, level)
    strength = level / min(gray, 1 - low, chroma / LIVELY)
    if level > gray:
        strength = (1 - level) / min(1 - gray, high, chroma / LIVELY)
    strength = min(strength, level / (gray - low), (1 - level) / (high - gray))
    return RGB(*(level + (part - gray) * strength for part in _parts(color)))


def in_color(theme: Theme, palette: Palette, pictures: Mapping[str, RGB]) -> Theme:
    """Return a theme for pages in color: frames, headings and marks in a strong color of a palette, and tinted grounds.

    Digits, running text and inner lines stay black and gray. Each ground is as light as it is in gray, so that copies
    in black, and files that are read back, show the same. ``pictures`` has colors of solved pictures by their names.
    """
    colors = sorted((palette.accent, palette.ground, palette.ink), key=_chroma, reverse=True)
    light = (color for color in colors if not _is_strong(color) and gray_level(color) < GROUND)
    ink, bright = _strong(colors), next((color for color in light if _chroma(color) >= LEAST_CHROMA), colors[0])
    ground, filled = shade(bright, GROUND), shade(bright, FILLED.level)

    def colored(style: GridStyle, clue: Color | None) -> GridStyle:
        return replace(style, ink=ink, clue_tint=clue, tint=ground, filled=filled, rim=ground)

    return replace(
        theme,
        puzzle=colored(theme.puzzle, ground),
        figure=colored(theme.figure, None),
        answer=colored(theme.answer, theme.answer.clue_tint and ground),
        second_ink=theme.second_ink and shade(bright, SECOND),
        pictures={"": _strong(colors, DARK)} | {name: _strong([color], DARK) for name, color in pictures.items()},
    )


def _strong(colors: Sequence[RGB], gray: float = 1.0) -> Color:
    """Return the first color that words on paper can have, a little darker if needed, else a dark or light shade of it.

    ``gray`` is the gray of the lightest color allowed. Black if there is none.
    """
    near = [color.mixed(NO_LIGHT, share / 20) for color in colors for share in range(20, 13, -1)]
    far = [colors[0].mixed(end, share / 20) for end in (NO_LIGHT, PAPER) for share in range(13, 0, -1)]
    return next((color for color in (*near, *far) if _is_strong(color) and gray_level(color) <= gray), BLACK)


def _chroma(color: RGB) -> float:
    return max(_parts(color)) - min(_parts(color))


def _is_strong(color: RGB) -> bool:
    """Tell whether words in a color can be read on paper, and look colored."""
    light, dark = max(_parts(color)), contrast(color, PAPER) >= READABLE
    return dark and light >= LEAST_LIGHT and _chroma(color) >= LEAST_CHROMA
