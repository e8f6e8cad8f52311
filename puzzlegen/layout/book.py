"""A whole book: the parts in reading order, the answer key's pages counted first so that puzzles can name them."""

from __future__ import annotations

from puzzlegen.layout.document import Document, Metrics
from puzzlegen.layout.records import BookText, Entry, PageGeometry, SectionPages, Step, Words, WorkedExample
from puzzlegen.layout.theme import DEFAULT, Theme

__all__ = [
    "BookText",
    "Entry",
    "PageGeometry",
    "SectionPages",
    "Step",
    "Words",
    "WorkedExample",
    "book",
]


def book(
    text: BookText,
    sections: tuple[SectionPages, ...],
    page: PageGeometry,
    metrics: Metrics,
    words: Words | None = None,
    theme: Theme = DEFAULT,
) -> Document:
    """Lay out the book; the page count comes out even.

    Raises LayoutError when a section's cells would be too small, a text does not fit or a font lacks a character.
    """
    raise NotImplementedError
