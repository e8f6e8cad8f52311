"""Reads the sheets of a booklet back and compares every letter and shape with the pages of the interior."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2

from puzzlegen.checking.findings import Finding
from puzzlegen.checking.page_objects import PageObjects, read_objects
from puzzlegen.checking.page_rendering import open_document
from puzzlegen.printers.profile import PAGES_PER_SHEET

SAME = 0.02  # points by which positions may differ, because files have thousandths
Mark = tuple[str, float, float]  # a letter or the kind of a shape, and its position


def check_booklet(path: Path, interior: Path, creep: float) -> list[Finding]:
    """Check that folding the sheets gives the pages of the interior in their order: F119.

    Page 1 must be at the right of the front of the outermost sheet, page 2 behind it, and so on. ``creep`` is how far
    the innermost sheet stands out, in points; its pages must be moved by that toward the fold.
    """
    with open_document(path) as sheets, open_document(interior) as pages:
        if 2 * len(sheets) != len(pages) or len(pages) % PAGES_PER_SHEET:
            return [Finding("F119", 0, 0, f"it has {len(sheets)} sides of sheets for {len(pages)} pages")]
        return list(_differences(sheets, pages, creep))


def _differences(sheets: pypdfium2.PdfDocument, pages: pypdfium2.PdfDocument, creep: float) -> Iterator[Finding]:
    count = len(pages)
    for number in range(count):
        # In the folded booklet, leaf n has the pages 2n + 1 and, behind it, 2n + 2. The first half of the leaves are
        # the right halves of the sheets, from the outermost to the innermost. The other leaves are the left halves in
        # the other direction, and they show the backs of the sheets first.
        leaf, behind = divmod(number, 2)
        sheet = min(leaf, count // 2 - 1 - leaf)
        back = behind if leaf < count // PAGES_PER_SHEET else 1 - behind
        side, right = 2 * sheet + back, not behind
        page, whole = read_objects(pages[number]), read_objects(sheets[side])
        most = count // PAGES_PER_SHEET - 1
        shift = creep * sheet / most if most else 0.0
        left = page.width - shift if right else shift
        found, expected = _marks(whole, page.width, right, left), _marks(page, page.width, None, 0.0)
        if not _alike(found, expected):
            half = "right" if right else "left"
            yield Finding("F119", number + 1, 0, f"side {side + 1} of the sheets, {half} half: it is not this page")


def _marks(objects: PageObjects, fold: float, right: bool | None, left: float) -> list[Mark]:
    """Return the marks of a page, or of one half of a sheet measured from ``left``, sorted."""
    letters = objects.letters
    found = [(text, float(x), float(y)) for text, x, y in zip(letters.text, letters.x, letters.baseline, strict=True)]
    for kind in ("lines", "rects", "sides", "curves"):
        found += [(kind, (one.x0 + one.x1) / 2, (one.top + one.bottom) / 2) for one in getattr(objects, kind)]
    own = ((text, x - left, y) for text, x, y in found if right is None or (x >= fold) == right)
    return sorted(own, key=lambda one: (one[0], one[2], one[1]))  # heights are the same in both files


def _alike(found: list[Mark], expected: list[Mark]) -> bool:
    return len(found) == len(expected) and all(
        one[0] == other[0] and abs(one[1] - other[1]) < SAME and abs(one[2] - other[2]) < SAME
        for one, other in zip(found, expected, strict=True)
    )
