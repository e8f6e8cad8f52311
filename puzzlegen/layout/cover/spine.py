"""The spine of a cover: title and author."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import Mark, Metrics, Text
from puzzlegen.layout.core.theme import Palette
from puzzlegen.layout.cover.panels import CoverText, trimmed
from puzzlegen.printers.cover_geometry import CoverGeometry

MAX_SPINE, MIN_SPINE = 18.0, 7.0  # points: type on the spine
SPINE_SHARE = 0.62  # of the width between the folds


def spine_marks(text: CoverText, geometry: CoverGeometry, palette: Palette, metrics: Metrics) -> Iterator[Mark]:
    """Set title and author on the spine, read from the top down as in most countries."""
    if geometry.spine_text is None:
        return
    area = trimmed(geometry.spine_text, geometry.bleed)
    size = min(MAX_SPINE, area.width * SPINE_SHARE)
    if size < MIN_SPINE:
        return
    cap = metrics.cap_height("bold")
    x = (area.left + area.right) / 2 - size * cap / 2
    top, foot = area.top + size * 1.5, area.bottom - size * 1.5
    need = (metrics.width(text.title, "bold") + metrics.width(text.author, "regular")) * size + 2 * size
    if need > foot - top:  # a long title is smaller, and the author is left out before the title
        size = max(MIN_SPINE, size * (foot - top) / need)
    if (wide := metrics.width(text.title, "bold") * size) > foot - top:
        fits = int(len(text.title) * (foot - top) / wide)
        raise LayoutError(
            f"title: its {len(text.title)} letters do not fit the spine of the cover, even at {size:g} pt: "
            f"about {fits} letters do"
        )
    yield Text(x, top, text.title, size, "bold", color=palette.ink, turn=90)
    taken = metrics.width(text.title, "bold") * size + 2 * size
    if text.author and taken + metrics.width(text.author, "regular") * size <= foot - top:
        yield Text(x, foot, text.author, size, "regular", "end", palette.ink, turn=90)
