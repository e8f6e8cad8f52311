"""The cover sheet with back, spine and front.

One background color covers all three, so that inexact folds do not show.
"""

from __future__ import annotations

from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import Box, Metrics, Page, Text
from puzzlegen.layout.core.theme import Palette
from puzzlegen.layout.cover.back import back_marks
from puzzlegen.layout.cover.front import front_marks
from puzzlegen.layout.cover.panels import CoverArt, CoverText
from puzzlegen.layout.cover.spine import spine_marks
from puzzlegen.printers.cover_geometry import CoverGeometry


def lay_out_cover(text: CoverText, art: CoverArt, geometry: CoverGeometry, palette: Palette, metrics: Metrics) -> Page:
    """Lay out the cover as a page of its trimmed size; its background color is the page's paper.

    Raises LayoutError when the title, the words of the back or those of the spine do not fit, or a font lacks a
    character.
    """
    bleed = geometry.bleed
    marks = [
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
