"""The cover sheet with back, spine and front.

One background color covers all three, so that inexact folds do not show.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import Box, Mark, Metrics, Page, Rect, Text
from puzzlegen.layout.core.theme import Palette
from puzzlegen.layout.cover.back import back_marks
from puzzlegen.layout.cover.front import front_marks
from puzzlegen.layout.cover.panels import MARGIN, Artwork, CoverArt, CoverText, trimmed
from puzzlegen.layout.cover.spine import spine_marks
from puzzlegen.printers.cover_geometry import CoverGeometry

BACK_INSET = 0.4  # of the margin, from the trim of the back to the area for words on artwork


def lay_out_cover(text: CoverText, art: CoverArt, geometry: CoverGeometry, palette: Palette, metrics: Metrics) -> Page:
    """Lay out the cover as a page of its trimmed size; its background color is the page's paper.

    Raises LayoutError when the title, the words of the back or those of the spine do not fit, or a font lacks a
    character.
    """
    bleed = geometry.bleed
    marks = [
        *_artwork(art.artwork, geometry, palette),
        *front_marks(text, art, geometry, palette, metrics),
        *spine_marks(text, geometry, palette, metrics),
        *back_marks(text.back, geometry, palette, metrics),
    ]
    for mark in marks:
        if isinstance(mark, Text) and (missing := metrics.missing(mark.string, mark.font)):
            raise LayoutError(
                f"cover: {mark.string!r}: the font {metrics.name(mark.font)} has no glyph for {missing!r}; "
                "use other words or a theme with another font",
                mark.string,
            )
    width, height = geometry.width - 2 * bleed, geometry.height - 2 * bleed
    return Page(1, "cover", width, height, Box(0.0, 0.0, width, height), tuple(marks), paper=palette.ground)


def _artwork(artwork: Artwork | None, geometry: CoverGeometry, palette: Palette) -> Iterator[Mark]:
    """Draw the publisher's artwork. On the back and the spine, words and barcode are on areas of the ground color."""
    if artwork is None:
        return
    yield artwork.picture
    if not artwork.covers_back:
        return
    back = trimmed(geometry.back, geometry.bleed)
    inset = BACK_INSET * MARGIN * min(back.width, back.height)
    yield Rect(back.left + inset, back.top + inset, back.width - 2 * inset, back.height - 2 * inset, palette.ground)
    if geometry.spine_text is not None:
        yield Rect(back.right, -geometry.bleed, geometry.spine, geometry.height, palette.ground)
