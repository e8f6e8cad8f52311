"""Color themes of pictures on screens: light, dark, and high contrast.

Background, lines, digits and mines are gray, because a picture stands among the colors of a page. Only the rings and
shaded cells of a solution step are colored, and their shapes carry the same information.
Digits and words have a contrast of at least 4.5 with their background, lines of 3 (WCAG 2). Tests measure the pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.layout.core.document import RGB, Color, Font, Gray


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
CONTRAST = PictureTheme(
    ground=Gray(1.0),
    ink=Gray(0.0),
    mine=Gray(0.0),
    filled=Gray(0.58),
    frame=Gray(0.0),
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
