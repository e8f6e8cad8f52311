"""Lays out the cover sheet of back, spine and front, and the guide sheet with folds, cuts and safe areas.

One background color covers all three, so that inexact folds do not show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import (
    RGB,
    Box,
    Gray,
    Line,
    Mark,
    Metrics,
    Page,
    Path,
    Picture,
    Rect,
    Text,
    Turn,
    check_glyphs,
)
from puzzlegen.layout.core.theme import Palette
from puzzlegen.layout.cover.back import back_marks
from puzzlegen.layout.cover.front import front_marks
from puzzlegen.layout.cover.panels import MARGIN, Artwork, CoverArt, CoverText, trimmed
from puzzlegen.printers.profile import CoverGeometry

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
    hinges = (geometry.spine_left - geometry.hinge, geometry.spine_right + geometry.hinge)
    folds = sorted({geometry.spine_left, geometry.spine_right, *hinges})
    for fold in (fold - bleed for fold in folds):
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


LARGEST, SMALLEST = 30.0, 7.0  # points: type on the spine
SHARE = 0.8  # of the width between the folds: capitals with accents above and descenders below fit
TIGHT = 0.95  # times the smallest type: a narrower spine has no words
AUTHOR = 0.78  # of the title's size
END, GAP = 1.2, 1.4  # of the title's size: from the ends of the spine, and least between title and author


def spine_area(geometry: CoverGeometry) -> Box | None:
    """Return the area for words on the spine; None if the printer takes none there, or if it is too narrow for any."""
    area = None if geometry.spine_text is None else trimmed(geometry.spine_text, geometry.bleed)
    return area if area is not None and area.width >= SMALLEST * TIGHT else None


def spine_marks(text: CoverText, geometry: CoverGeometry, palette: Palette, metrics: Metrics) -> Iterator[Mark]:
    """Set title and author on the spine, as large as its width and its height allow.

    The number of a volume stands upright at the head, so that volumes on a shelf are told apart. The title is first in
    the direction of reading. A long title is smaller, and the author is left out before the title
    is refused. Raises LayoutError for a title that is too long.
    """
    area = spine_area(geometry)
    if area is None:
        return
    largest = min(LARGEST, max(SMALLEST, area.width * SHARE))
    number, top = _volume_number(text.volume, area, palette, metrics)
    yield from number
    area = replace(area, top=top)
    words = text.title
    title, author = metrics.width(words, "display"), metrics.width(text.author, "regular")
    size = min(largest, area.height / (title + GAP + AUTHOR * author + 2 * END))
    author_size = max(SMALLEST, size * AUTHOR)
    with_author = bool(text.author) and size >= SMALLEST
    with_author = with_author and (title + GAP + 2 * END) * size + author * author_size <= area.height + 1e-6
    if not with_author:
        size = min(largest, area.height / (title + 2 * END))
    if size < SMALLEST:
        fits = int((area.height / SMALLEST - 2 * END) / title * len(words))
        raise LayoutError(
            f"its {len(words)} letters do not fit the spine of the cover, even at {SMALLEST:g} pt: "
            f"about {fits} letters do",
            at=("title",),
        )
    first, last = area.top + size * END, area.bottom - size * END
    turn: Turn = 90
    if text.spine_up:
        first, last, turn = last, first, 270
    middle, side = (area.left + area.right) / 2, -1 if turn == 90 else 1
    x = middle + side * size * metrics.cap_height("display") / 2
    yield Text(x, first, words, size, "display", color=palette.ink, turn=turn)
    if with_author:
        x = middle + side * author_size * metrics.cap_height("regular") / 2
        yield Text(x, last, text.author, author_size, "regular", "end", palette.ink, turn=turn)


def _volume_number(volume: int | None, area: Box, palette: Palette, metrics: Metrics) -> tuple[list[Text], float]:
    """Set the number of a volume, if any, upright at the head of the spine, and return the top of what is left."""
    if volume is None:
        return [], area.top
    size = min(LARGEST, area.width / metrics.width(str(volume), "display"))
    foot = area.top + size * (END + metrics.cap_height("display"))
    return [Text((area.left + area.right) / 2, foot, str(volume), size, "display", "middle", palette.ink)], foot


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
    check_glyphs(marks, metrics, at=("cover",))
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


def bands_over_artwork(page: Page, front: Box) -> Iterator[tuple[float, Literal["top", "foot"]]]:
    """Yield for each band over artwork the share of the height of the trimmed front that it hides, and where it is."""
    over = next((index for index, mark in enumerate(page.marks) if isinstance(mark, Picture)), len(page.marks))
    for band in page.marks[over:]:
        if isinstance(band, Path) and band.fill == page.paper:
            (left, right), (top, bottom) = ((min(sides), max(sides)) for sides in zip(*band.points, strict=True))
            if right - left >= front.width:
                share = (min(bottom, front.bottom) - max(top, front.top)) / front.height
                yield share, "top" if top <= front.top else "foot"
