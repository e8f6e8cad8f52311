"""Colors as PDF operators in the color space a printer takes."""

from __future__ import annotations

from functools import cache

from puzzlegen.layout.core.document import RGB, Color, Gray
from puzzlegen.printers.figures import Space

_FILL = {1: "g", 3: "rg", 4: "k"}
_STROKE = {1: "G", 3: "RG", 4: "K"}


@cache
def fill_operator(color: Color, space: Space) -> str:
    """Sets the color of areas and letters."""
    parts = components(color, space)
    return f"{' '.join(f'{part:.4g}' for part in parts)} {_FILL[len(parts)]}"


@cache
def stroke_operator(color: Color, space: Space) -> str:
    """Sets the color of lines."""
    parts = components(color, space)
    return f"{' '.join(f'{part:.4g}' for part in parts)} {_STROKE[len(parts)]}"


def components(color: Color, space: Space) -> tuple[float, ...]:
    """One part for grey, three for light, four for ink, as the file holds them.

    A grey stays grey in a file of light. In a file of inks it is black ink alone: four inks on top of each other would
    give fine lines colored edges when the plates are off by a hair.
    """
    if space == "cmyk":
        return _inks(color)
    if isinstance(color, Gray):
        return (color.level,)
    if space == "grey":
        return (_luminance(color),)
    return (color.red, color.green, color.blue)


def _luminance(color: RGB) -> float:
    """How light it looks: the weights of the eye."""
    return 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue


def _inks(color: Color) -> tuple[float, float, float, float]:
    """Cyan, magenta, yellow, black; all the grey in a color is printed by black, so never more than 300 % ink."""
    if isinstance(color, Gray):
        return (0.0, 0.0, 0.0, 1.0 - color.level)
    light = max(color.red, color.green, color.blue)
    if light == 0:
        return (0.0, 0.0, 0.0, 1.0)
    cyan, magenta, yellow = (1.0 - part / light for part in (color.red, color.green, color.blue))
    return (cyan, magenta, yellow, 1.0 - light)
