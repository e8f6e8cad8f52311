"""The front of a cover, in one of several layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puzzlegen.layout.core.document import Box, Mark, Metrics
from puzzlegen.layout.core.theme import Palette
from puzzlegen.layout.cover.front_parts import Front
from puzzlegen.layout.cover.fronts.artwork import artwork_words
from puzzlegen.layout.cover.fronts.digit import digit
from puzzlegen.layout.cover.fronts.framed import framed
from puzzlegen.layout.cover.fronts.isometric import isometric
from puzzlegen.layout.cover.fronts.pattern import pattern
from puzzlegen.layout.cover.fronts.picture import picture
from puzzlegen.layout.cover.fronts.words import words
from puzzlegen.layout.cover.panels import MARGIN, CoverArt, CoverText, trimmed
from puzzlegen.printers.cover_geometry import CoverGeometry

LAYOUTS: dict[str, Callable[[Front], Iterator[Mark]]] = {
    "digit": digit,
    "pattern": pattern,
    "picture": picture,
    "isometric": isometric,
    "words": words,
    "framed": framed,
}


def front_marks(
    text: CoverText, art: CoverArt, geometry: CoverGeometry, palette: Palette, metrics: Metrics
) -> Iterator[Mark]:
    """Draw the front in the layout of ``art``, or the words on its artwork.

    Raises LayoutError for words that do not fit.
    """
    bleed = geometry.bleed
    panel, safe = trimmed(geometry.front, bleed), trimmed(geometry.safe_front, bleed)
    distance = max(safe.left - panel.left, safe.top - panel.top)
    margin = max(MARGIN * min(panel.width, panel.height), distance)
    inner = Box(panel.left + margin, panel.top + margin, panel.right - margin, panel.bottom - margin)
    outer = Box(panel.left, panel.top - bleed, panel.right + bleed, panel.bottom + bleed)
    front = Front(text, art.puzzle, art.picture, panel, inner, outer, distance, palette, metrics, art.centered)
    return LAYOUTS[art.layout](front) if art.artwork is None else artwork_words(front, art.artwork)
