"""A front with the publisher's own artwork: title and author over it, on a band of the ground color where needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzlegen.layout.core.document import RGB, Box, Mark, moved
from puzzlegen.layout.cover.front_parts import HEAD, Front, Words, author, corner_badges, heading
from puzzlegen.layout.cover.panels import Artwork
from puzzlegen.layout.cover.shapes import rectangle

BAND = 0.8  # of the margin, from a band's edge to its words


def artwork_words(front: Front, artwork: Artwork) -> Iterator[Mark]:
    """Draw the words that belong on the artwork."""
    if artwork.title == "none":
        yield from corner_badges(front, front.inner.bottom - _radius(front)).marks()
        return
    inner = front.inner
    pad = inner.left - front.panel.left
    badges = corner_badges(front, 0.0)
    foot = author(front, inner, _foot_color(front, artwork), centered=front.centered)
    if artwork.title == "bottom":
        # One block, with the author under the title.
        words = heading(front, _head(front, inner.top), _foot_color(front, artwork), centered=front.centered)
        drop = (foot.end - pad if foot.marks else inner.bottom) - words.end
        top = inner.top + drop
        if artwork.foot_color is None:
            yield from _band(front, top - BAND * pad, front.outer.bottom)
        yield from moved(words.marks, 0.0, drop)
        yield from foot.marks
        yield from replace(badges, y=top - BAND * pad - badges.radius * 0.35).marks()
        return
    words = heading(front, _head(front, inner.top), artwork.head_color or front.palette.ink, centered=front.centered)
    if artwork.head_color is None:
        yield from _band(front, front.outer.top, words.end + BAND * pad)
    yield from words.marks
    badges = replace(badges, y=foot.end - (pad + badges.radius if front.centered else 0.4 * pad))
    if front.text.badges and not front.centered:
        foot = author(front, Box(inner.left, inner.top, badges.left - 8.0, inner.bottom), _foot_color(front, artwork))
    yield from _foot(front, artwork, foot, pad)
    yield from badges.marks()


def _foot(front: Front, artwork: Artwork, foot: Words, pad: float) -> Iterator[Mark]:
    if foot.marks and artwork.foot_color is None:
        yield from _band(front, foot.end - BAND * pad, front.outer.bottom)
    yield from foot.marks


def _foot_color(front: Front, artwork: Artwork) -> RGB:
    return artwork.foot_color or front.palette.ink


def _head(front: Front, top: float) -> Box:
    inner = front.inner
    return Box(inner.left, top, inner.right, top + HEAD * front.panel.height)


def _radius(front: Front) -> float:
    return corner_badges(front, 0.0).radius


def _band(front: Front, top: float, bottom: float) -> Iterator[Mark]:
    outer = front.outer
    yield from rectangle(Box(outer.left, top, outer.right, bottom), outer, front.palette.ground)
