"""Places the pages of a booklet on sheets: two pages a side, in the order that folding and stapling needs.

docs/decisions/12-own-imposition.md says why no library does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import Box, Page, moved
from puzzlegen.printers.profile import PAGES_PER_SHEET


class SheetSide(NamedTuple):
    """The numbers of the pages on one side of a sheet, and by how much both are moved toward the fold, in points."""

    left: int
    right: int
    shift: float


def sheet_sides(pages: int, creep: float) -> list[SheetSide]:
    """Return the sides in printing order: the front and the back of the outermost sheet, then those of the next.

    Front and back fit together if the printer turns the sheets over their short edges. ``creep`` is how far the
    innermost sheet stands out of the outermost one when they are folded, in points. Raises LayoutError for pages that
    do not fill whole sheets.
    """
    if pages % PAGES_PER_SHEET:
        raise LayoutError(f"a booklet has {pages} pages, which is no multiple of {PAGES_PER_SHEET}")
    sheets = pages // PAGES_PER_SHEET
    sides = []
    for sheet in range(sheets):
        shift = creep * sheet / (sheets - 1) if sheets > 1 else 0.0
        first, last = 2 * sheet + 1, pages - 2 * sheet
        sides += [SheetSide(last, first, shift), SheetSide(first + 1, last - 1, shift)]
    return sides


def booklet_sheets(pages: Iterable[Page], creep: float) -> Iterator[Page]:
    """Yield the sides of the sheets of a booklet of these pages; ``creep`` as in ``sheet_sides``."""
    drawn = list(pages)
    for number, side in enumerate(sheet_sides(len(drawn), creep), start=1):
        left, right = drawn[side.left - 1], drawn[side.right - 1]
        marks = [*moved(left.marks, side.shift, 0.0), *moved(right.marks, left.width - side.shift, 0.0)]
        width, height = left.width + right.width, left.height
        yield Page(number, "sheet", width, height, Box(0.0, 0.0, width, height), tuple(marks), (), None)
