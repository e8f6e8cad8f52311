"""The spine of a cover: title and author."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import Mark, Metrics, Text, Turn
from puzzlegen.layout.core.theme import Palette
from puzzlegen.layout.cover.panels import CoverText, trimmed
from puzzlegen.printers.cover_geometry import CoverGeometry

LARGEST, SMALLEST = 30.0, 7.0  # points: type on the spine
SHARE = 0.8  # of the width between the folds: capitals with accents above and descenders below fit
TIGHT = 0.95  # times the smallest type: a narrower spine has no words
AUTHOR = 0.78  # of the title's size
END, GAP = 1.2, 1.4  # of the title's size: from the ends of the spine, and least between title and author


def spine_marks(text: CoverText, geometry: CoverGeometry, palette: Palette, metrics: Metrics) -> Iterator[Mark]:
    """Set title and author on the spine, as large as its width and its height allow.

    The title is first in the direction of reading. A long title is smaller, and the author is left out before the title
    is refused. Raises LayoutError for a title that is too long.
    """
    if geometry.spine_text is None:
        return
    area = trimmed(geometry.spine_text, geometry.bleed)
    if area.width < SMALLEST * TIGHT:
        return
    largest = min(LARGEST, max(SMALLEST, area.width * SHARE))
    title, author = metrics.width(text.title, "display"), metrics.width(text.author, "regular")
    size = min(largest, area.height / (title + GAP + AUTHOR * author + 2 * END))
    author_size = max(SMALLEST, size * AUTHOR)
    with_author = bool(text.author) and size >= SMALLEST
    with_author = with_author and (title + GAP + 2 * END) * size + author * author_size <= area.height + 1e-6
    if not with_author:
        size = min(largest, area.height / (title + 2 * END))
    if size < SMALLEST:
        fits = int((area.height / SMALLEST - 2 * END) / title * len(text.title))
        raise LayoutError(
            f"title: its {len(text.title)} letters do not fit the spine of the cover, even at {SMALLEST:g} pt: "
            f"about {fits} letters do"
        )
    first, last = area.top + size * END, area.bottom - size * END
    turn: Turn = 90
    if text.spine_up:
        first, last, turn = last, first, 270
    middle, side = (area.left + area.right) / 2, -1 if turn == 90 else 1
    x = middle + side * size * metrics.cap_height("display") / 2
    yield Text(x, first, text.title, size, "display", color=palette.ink, turn=turn)
    if with_author:
        x = middle + side * author_size * metrics.cap_height("regular") / 2
        yield Text(x, last, text.author, author_size, "regular", "end", palette.ink, turn=turn)
