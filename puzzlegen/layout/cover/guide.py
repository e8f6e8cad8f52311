"""The guide sheet of a cover: folds, cuts, barcode and safe areas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzlegen.layout.core.document import RGB, Box, Gray, Line, Mark, Page, Text
from puzzlegen.layout.cover.panels import trimmed
from puzzlegen.printers.cover_geometry import CoverGeometry

GUIDE = Gray(0.45)
GUIDE_LINE = 0.75
OVER_LINE, OVER_EDGE = 1.5, 4.0  # lines over the cover, and their light edges, which show them on dark artwork
OVER, EDGE = RGB(0.78, 0.0, 0.42), RGB(1.0, 1.0, 1.0)
OVER_TYPE = 14.0


def lay_out_cover_guide(geometry: CoverGeometry, words: tuple[str, str, str]) -> Page:
    """Lay out the guide: thin lines for folds, cuts and barcode, to lay over the cover on a screen. It is not printed.

    ``words`` are the labels of the spine, the barcode and the safe areas.
    """
    bleed = geometry.bleed
    width, height = geometry.width - 2 * bleed, geometry.height - 2 * bleed
    spine, barcode, safe = words
    marks: list[Mark] = [*_frame(Box(0, 0, width, height))]
    for fold in (geometry.spine_left - bleed, geometry.spine_right - bleed):
        marks.append(Line(fold, -bleed, fold, height + bleed, GUIDE_LINE, GUIDE))
    for area in (geometry.safe_back, geometry.safe_front):
        box = trimmed(area, bleed)
        marks += _dashes(box)
        marks.append(Text(box.left + 6, box.top + 14, safe, 9.0, color=GUIDE))
    if geometry.barcode is not None:
        box = trimmed(geometry.barcode, bleed)
        marks += _frame(box)
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        marks.append(Text(x, y, barcode, 9.0, "regular", "middle", GUIDE))
    if geometry.spine:
        middle = (geometry.spine_left + geometry.spine_right) / 2 - bleed
        marks.append(Text(middle - 3, 40, spine, 9.0, color=GUIDE, turn=90))
    return Page(1, "guide", width, height, Box(0.0, 0.0, width, height), tuple(marks))


def over_cover(guide: Page) -> tuple[Mark, ...]:
    """Return the marks of a guide in colors that can be seen over any cover, for screens."""
    lines = [mark for mark in guide.marks if isinstance(mark, Line)]
    texts = [mark for mark in guide.marks if isinstance(mark, Text)]
    return (
        *(replace(line, width=OVER_EDGE, color=EDGE) for line in lines),
        *(replace(line, width=OVER_LINE, color=OVER) for line in lines),
        *(replace(text, size=OVER_TYPE, color=OVER) for text in texts),
    )


def _frame(box: Box) -> list[Mark]:
    corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
    return [Line(*a, *b, GUIDE_LINE, GUIDE) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]


def _dashes(box: Box) -> Iterator[Mark]:
    """Draw a dashed frame."""
    step, dash = 12.0, 5.0
    for y in (box.top, box.bottom):
        for i in range(int(box.width / step)):
            x = box.left + i * step
            yield Line(x, y, x + dash, y, GUIDE_LINE, GUIDE)
    for x in (box.left, box.right):
        for i in range(int(box.height / step)):
            y = box.top + i * step
            yield Line(x, y, x, y + dash, GUIDE_LINE, GUIDE)
