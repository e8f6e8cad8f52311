"""The barcode of an ISBN: an EAN-13 with its quiet zones and the number in digits, in black on a white box.

Sizes are those of the EAN-13 in the general specifications of GS1, which allow 80 to 200 % of the nominal size.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from barcode.ean import EuropeanArticleNumber13

from puzzlegen.layout.core.document import BLACK, Box, Gray, Mark, Metrics, Rect, Text
from puzzlegen.printers.isbn import isbn_digits, isbn_label
from puzzlegen.units import mm

WHITE = Gray(1.0)
MODULE = mm(0.33)  # nominal width of the thinnest bar
BAR_HEIGHT = mm(22.85)  # nominal, without the longer guard bars
GUARD = 5  # modules by which guard bars are longer
LEFT_QUIET, RIGHT_QUIET = 11, 7  # modules that stay white beside the bars
BARS = 95  # modules
MODULES = LEFT_QUIET + BARS + RIGHT_QUIET
DIGIT_HEIGHT = mm(2.6)  # height of the digits below the bars at the nominal size
DIGIT_GAP = 1.0  # modules between the bars and the digits
SMALLEST, LARGEST = 0.8, 2.0  # of the nominal size
TITLE = 7.5  # points: the line with the ISBN above the bars
TITLE_GAP = 3.0  # points between that line and the bars
EDGE = 2.5  # points from the edge of the white box to the digits and to the line


def barcode_scale(area: Box, metrics: Metrics) -> float:
    """Return the size of the largest barcode that fits an area, as a share of the nominal one."""
    line = TITLE * metrics.cap_height("regular") + TITLE_GAP
    high = (area.height - 2 * EDGE - line) / (BAR_HEIGHT + DIGIT_GAP * MODULE + DIGIT_HEIGHT)
    return min(LARGEST, area.width / (MODULES * MODULE), high)


def barcode_marks(isbn: str, area: Box, metrics: Metrics) -> Iterator[Mark]:
    """Draw the barcode of an ISBN in the middle of an area, as large as fits.

    ``isbn`` is printed above the bars as it is written. The area must be large enough for SMALLEST.
    """
    digits, scale = isbn_digits(isbn), barcode_scale(area, metrics)
    module = MODULE * scale
    bars_high, digit_high = BAR_HEIGHT * scale, DIGIT_HEIGHT * scale
    line = TITLE * metrics.cap_height("regular") + TITLE_GAP
    high = line + bars_high + DIGIT_GAP * module + digit_high
    left = (area.left + area.right - MODULES * module) / 2 + LEFT_QUIET * module
    top = (area.top + area.bottom - high) / 2 + line
    yield Rect(area.left, area.top, area.width, area.height, WHITE)
    title = isbn_label(isbn)
    size = min(TITLE, BARS * module / metrics.width(title, "regular"))
    yield Text(left + BARS * module / 2, top - TITLE_GAP, title, size, "regular", "middle")
    (pattern,) = EuropeanArticleNumber13(digits, guardbar=True).build()
    at = 0
    for bar, run in groupby(pattern):
        count = len(list(run))
        if bar != "0":
            longer = GUARD * module if bar == "G" else 0.0
            yield Rect(left + at * module, top, count * module, bars_high + longer, BLACK)
        at += count
    yield from _digits(digits, left, top + bars_high + DIGIT_GAP * module + digit_high, module, metrics)


def _digits(digits: str, left: float, baseline: float, module: float, metrics: Metrics) -> Iterator[Mark]:
    """Write the number below the bars: the first digit in the quiet zone, each other one below its bars."""
    size = DIGIT_HEIGHT * module / MODULE / metrics.figure_height("regular")
    yield Text(left - (LEFT_QUIET - 4) * module, baseline, digits[0], size, "regular", "middle")
    for i, digit in enumerate(digits[1:]):
        start = 3 + 7 * i if i < 6 else 8 + 7 * i  # behind the first guard bars, and behind those in the middle
        yield Text(left + (start + 3.5) * module, baseline, digit, size, "regular", "middle")
