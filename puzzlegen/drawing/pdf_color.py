"""Writes colors as PDF operators in the color space of a printer."""

from __future__ import annotations

from functools import cache

from puzzlegen.layout.core.document import RGB, Color, Gray
from puzzlegen.printers.requirements import Space

_FILL = {1: "g", 3: "rg", 4: "k"}
_STROKE = {1: "G", 3: "RG", 4: "K"}


@cache
def fill_operator(color: Color, space: Space) -> str:
    """Return the operator that sets the color of areas and letters."""
    parts = components(color, space)
    return f"{' '.join(f'{part:.4g}' for part in parts)} {_FILL[len(parts)]}"


@cache
def stroke_operator(color: Color, space: Space) -> str:
    """Return the operator that sets the color of lines."""
    parts = components(color, space)
    return f"{' '.join(f'{part:.4g}' for part in parts)} {_STROKE[len(parts)]}"


def components(color: Color, space: Space) -> tuple[float, ...]:
    """Return the components of a color: one for gray, three for RGB, four for CMYK.

    A gray keeps one component in an RGB file. In a CMYK file it is black ink alone, because thin lines of four inks get
    colored edges when the plates are slightly out of register.
    """
    if space == "cmyk":
        return _inks(color)
    if isinstance(color, Gray):
        return (color.level,)
    if space == "grey":
        return (_luminance(color),)
    return (color.red, color.green, color.blue)


def _luminance(color: RGB) -> float:
    """Return the luminance of a color, with the weights of ITU-R BT.709."""
    return 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue


def _inks(color: Color) -> tuple[float, float, float, float]:
    """Return cyan, magenta, yellow and black; black replaces all the gray in a color, so the sum is at most 300 %."""
    if isinstance(color, Gray):
        return (0.0, 0.0, 0.0, 1.0 - color.level)
    light = max(color.red, color.green, color.blue)
    if light == 0:
        return (0.0, 0.0, 0.0, 1.0)
    cyan, magenta, yellow = (1.0 - part / light for part in (color.red, color.green, color.blue))
    return (cyan, magenta, yellow, 1.0 - light)
