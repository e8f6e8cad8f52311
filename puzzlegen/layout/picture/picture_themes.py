"""The colors of pictures on screens: light for mail, a dark twin, and one for readers who need strong contrast.

Grounds, lines, digits and mines are greys: a picture stands among other people's colors. Only what points at a step
of the solution is colored, and its shape says the same (rings and shaded cells).
Digits and words stand off their ground by 4.5 at least, lines by 3 (WCAG 2); the tests measure it in the pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.layout.core.document import RGB, Color, Font, Gray


@dataclass(frozen=True, slots=True)
class PictureTheme:
    """One set of colors, with what must follow from them: ``pen`` is the inner lines' share of a cell, ``digit`` the
    height of a digit's.

    ``ink`` are digits, ``mine`` mines and the dots of safe cells, ``filled`` the filled cells of a mosaic, ``quiet``
    the digits of an answer, ``words`` the caption, ``mark`` the rings and ``tint`` the ground of a step.
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
)
# Clients that turn light pictures dark leave these alone. No pure white: it glares from a dark page.
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
    pen=0.045,
    digit=0.56,
    digit_font="bold",
)
THEMES = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}
