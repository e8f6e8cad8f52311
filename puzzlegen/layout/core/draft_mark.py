"""Marks the pages of a draft, so that they cannot be taken for a finished book."""

from __future__ import annotations

from dataclasses import replace

from puzzlegen.layout.core.document import Gray, Metrics, Page, Rect, Text

_WORD = "DRAFT"
_COLOR = Gray(0.72)
_SHARE, _LARGEST = 0.5, 20.0  # size of the word: share of the margin, and points
_SPACING = 0.3  # between letters, share of their size
_ON_COVER = 14.0  # points: the mark stays in the bleed and the edge, where covers have no text


def marked_as_draft(page: Page, metrics: Metrics) -> Page:
    """Return the page with the word DRAFT in gray in the middle of its outer margin, where nothing else stands."""
    begin, end = (page.block.right, page.width) if page.recto else (0.0, page.block.left)
    size = min(_LARGEST, _SHARE * (end - begin))
    baseline = (begin + end - size * metrics.cap_height("bold")) / 2  # the letters stand to the right of it
    word = Text(baseline, page.height / 2, _WORD, size, "bold", "middle", _COLOR, _SPACING * size, 90)
    return replace(page, marks=(word, *page.marks))


def cover_marked_as_draft(page: Page, metrics: Metrics) -> Page:
    """Return the page of a cover with the word DRAFT on a white ground in its upper left corner."""
    size = _ON_COVER
    width = (metrics.width(_WORD, "bold") + 1) * size
    ground = Rect(0.0, 0.0, width, 1.5 * size, Gray(1.0))
    word = Text(width / 2, 1.1 * size, _WORD, size, "bold", "middle", Gray(0.0))
    return replace(page, marks=(*page.marks, ground, word))
