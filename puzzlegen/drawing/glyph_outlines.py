"""Outlines of letters and digits, for pictures and web pages that must look the same without the font."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from puzzlegen.drawing.fonts import NARROW, NO_BREAK, FontMetrics, default_fonts
from puzzlegen.layout.core.document import Font

_DIGIT_HEIGHT = 0.53  # of a cell, as in the printed grid


class Outline(NamedTuple):
    """``path`` is the data of an SVG path: x to the right of the first letter, y up from the baseline.

    Lengths are in units of the font; ``units`` of them are the font size. ``width`` is the advance width.
    """

    path: str
    width: float
    units: int


@lru_cache(maxsize=1024)  # a puzzle repeats its digits
def text_outline(string: str, font: Font, spacing: float = 0.0) -> Outline:
    """Return the outline of a text; ``spacing``, in font sizes, is added after every letter.

    Raises OutputError when the font package is missing.
    """
    file = str(default_fonts().file(font))
    units = _glyphs(file)[2]
    pen, x = SVGPathPen(None), 0.0
    for char in string:
        drawn, width = _letter(file, char)
        drawn.replay(TransformPen(pen, (1, 0, 0, 1, round(x), 0)))
        x += width + spacing * units
    return Outline(pen.getCommands(), x, units)


@lru_cache(maxsize=256)
def _letter(file: str, char: str) -> tuple[DecomposingRecordingPen, float]:
    """Return the outline of a letter and its advance width."""
    glyphs, names, _ = _glyphs(file)
    glyph = glyphs[names.get(ord(char), ".notdef")]
    pen = DecomposingRecordingPen(glyphs)
    glyph.draw(pen)
    return pen, glyph.width


_DIGIT_BOX = 160  # units of a cell in ``digit_paths``: exact to a third of a pixel in cells of 52 pixels


@lru_cache(maxsize=1)
def digit_paths() -> tuple[str, ...]:
    """Return the data of an SVG path for each digit from 0 to 9, at its size and place in a cell of a printed grid.

    The cell is a square of 160 units with its center at 0, 0. The numbers are whole and relative, which makes the paths
    short.
    """
    outlines = [text_outline(digit, "digits") for digit in "0123456789"]
    metrics = FontMetrics()
    height = metrics.figure_height("digits") * outlines[0].units
    scale = _DIGIT_HEIGHT * _DIGIT_BOX / height
    return tuple(_relative_path(one.path, scale, one.width / 2, height / 2) for one in outlines)


def _relative_path(path: str, scale: float, x_center: float, y_center: float) -> str:
    """Return a path of absolute commands with relative ones, scaled to whole numbers, y down.

    Most curves continue the one before: the command T states only their ends, and is off by a unit at most.
    """
    parts: list[str] = []
    start = here = (0, 0)
    mirrored: tuple[int, int] | None = None  # where T has the control point, from ``here``
    for command, text in re.findall(r"([MLQHVZ])([^A-Z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        if command == "Z":
            parts.append("z")
            here, mirrored = start, None
            continue
        if command == "H":
            points = [(round((numbers[0] - x_center) * scale), here[1])]
        elif command == "V":
            points = [(here[0], round((y_center - numbers[0]) * scale))]
        else:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            points = [(round((x - x_center) * scale), round((y_center - y) * scale)) for x, y in pairs]
        if command == "M":
            start = here = points[0]
            mirrored = None
            parts.append(f"M{here[0]} {here[1]}")
            continue
        steps = [part - from_ for point in points for part, from_ in zip(point, here, strict=True)]
        control = (steps[0], steps[1])
        if mirrored and command == "Q" and max(abs(a - b) for a, b in zip(mirrored, control, strict=True)) <= 1:
            letter, kept, control = "t", steps[2:], mirrored
        else:
            letter, kept = command.lower(), {"H": steps[:1], "V": steps[1:]}.get(command, steps)
        parts.append(letter + re.sub(" -", "-", " ".join(map(str, kept))))
        mirrored = (steps[2] - control[0], steps[3] - control[1]) if command == "Q" else None
        here = points[-1]
    return "".join(parts)


@lru_cache(maxsize=4)
def _glyphs(file: str) -> tuple[Any, dict[int, str], int]:
    """Return the glyphs by name, their names by character, and the units of the font size."""
    font = TTFont(file, lazy=True)
    names: dict[int, str] = dict(font.getBestCmap())
    if NARROW not in names and NO_BREAK in names:
        names[NARROW] = names[NO_BREAK]
    return font.getGlyphSet(), names, font["head"].unitsPerEm
