"""Colours as PDF operators in the colour space a printer takes."""

from __future__ import annotations

from functools import cache

from puzzlegen.layout.core.document import RGB, Colour, Gray
from puzzlegen.printers.figures import Space

_FILL = {1: "g", 3: "rg", 4: "k"}
_STROKE = {1: "G", 3: "RG", 4: "K"}


@cache
def fill_operator(colour: Colour, space: Space) -> str:
    """Sets the colour of areas and letters."""
    parts = components(colour, space)
    return f"{' '.join(f'{part:.4g}' for part in parts)} {_FILL[len(parts)]}"


@cache
def stroke_operator(colour: Colour, space: Space) -> str:
    """Sets the colour of lines."""
    parts = components(colour, space)
    return f"{' '.join(f'{part:.4g}' for part in parts)} {_STROKE[len(parts)]}"


def components(colour: Colour, space: Space) -> tuple[float, ...]:
    """One part for grey, three for light, four for ink, as the file holds them.

    A grey stays grey in a file of light. In a file of inks it is black ink alone: four inks on top of each other would
    give fine lines coloured edges when the plates are off by a hair.
    """
    if space == "cmyk":
        return _inks(colour)
    if isinstance(colour, Gray):
        return (colour.level,)
    if space == "grey":
        return (_luminance(colour),)
    return (colour.red, colour.green, colour.blue)


def _luminance(colour: RGB) -> float:
    """How light it looks: the weights of the eye."""
    return 0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue


def _inks(colour: Colour) -> tuple[float, float, float, float]:
    """Cyan, magenta, yellow, black; all the grey in a colour is printed by black, so never more than 300 % ink."""
    if isinstance(colour, Gray):
        return (0.0, 0.0, 0.0, 1.0 - colour.level)
    light = max(colour.red, colour.green, colour.blue)
    if light == 0:
        return (0.0, 0.0, 0.0, 1.0)
    cyan, magenta, yellow = (1.0 - part / light for part in (colour.red, colour.green, colour.blue))
    return (cyan, magenta, yellow, 1.0 - light)
