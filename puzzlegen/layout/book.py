"""A whole book: the parts in reading order, pages counted first so that puzzles and answers can name each other's."""

from __future__ import annotations

from collections.abc import Iterable

from puzzlegen.errors import LayoutError
from puzzlegen.layout.document import Document, Font, Metrics, Page, Text
from puzzlegen.layout.front import copyright_page, how_to_play, title_page
from puzzlegen.layout.key import answer_pages, key_columns, key_pages
from puzzlegen.layout.puzzles import numbers_to_pages, opener, page_count, puzzle_pages
from puzzlegen.layout.records import BookText, Entry, PageGeometry, SectionPages, Step, Words, WorkedExample
from puzzlegen.layout.sheet import Setting, Sheet
from puzzlegen.layout.theme import DEFAULT, Theme

OVERRUN = 3.0  # points a mark may hang over the edge of the text block: a frame, a bullet

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
    """Lay out the book; sections and the key open on right-hand pages, and the page count comes out even.

    Raises LayoutError when a section's cells would be too small, a text does not fit or a font lacks a character.
    """
    if not sections or any(not section.entries for section in sections):
        raise LayoutError("a book needs puzzles in every section")
    setting = Setting(page, metrics, words or Words(), theme)
    pages = [title_page(text, _ornament(sections), 1, setting)] if text.title_page else []
    pages += [copyright_page(text, len(pages) + 1, setting)] if text.copyright else []
    if text.how_to_play:
        pages += _blanks(len(pages), len(pages) + 1 + len(pages) % 2, setting)
        pages += how_to_play(text, len(pages) + 1, setting)
    front = len(pages)
    starts, key_start = _plan(front, sections, setting)
    where = {
        number: found
        for section, start in zip(sections, starts, strict=True)
        for number, found in numbers_to_pages(section, start + len(opener(section, start, setting))).items()
    }
    key = key_columns(sections, where, setting) if text.answer_key else []
    answers = answer_pages(key, key_start)
    for section, start in zip(sections, starts, strict=True):
        pages += _blanks(len(pages), start, setting)
        pages += opener(section, start, setting)
        pages += puzzle_pages(section, len(pages) + 1, answers, setting)
    if key:
        pages += _blanks(len(pages), key_start, setting)
        pages += key_pages(key, key_start, setting)
    if len(pages) % 2:
        pages += _blanks(len(pages), len(pages) + 2, setting)
    _check_glyphs(pages, metrics)
    _check_overruns(pages, metrics)
    return Document(tuple(pages))


def _plan(front: int, sections: Iterable[SectionPages], setting: Setting) -> tuple[list[int], int]:
    """First page of each section, and of the key: all odd."""
    used = front
    starts = []
    for section in sections:
        start = used + 1 + used % 2
        starts.append(start)
        used = start - 1 + len(opener(section, start, setting)) + page_count(section)
    return starts, used + 1 + used % 2


def _blanks(used: int, start: int, setting: Setting) -> list[Page]:
    """Empty pages between page ``used`` and page ``start``: none or one."""
    return [Sheet(number, "blank", setting, folio=False).page() for number in range(used + 1, start)]


def _ornament(sections: Iterable[SectionPages]) -> Entry:
    """The puzzle for the title page: the first of the largest boards."""
    entries = [entry for section in sections for entry in section.entries]
    return max(entries, key=lambda entry: (entry.puzzle.grid.size, -entry.number))


def _check_glyphs(pages: Iterable[Page], metrics: Metrics) -> None:
    strings: dict[Font, dict[str, int]] = {"regular": {}, "bold": {}}
    for page in pages:
        for mark in page.marks:
            if isinstance(mark, Text):
                strings[mark.font].setdefault(mark.string, page.number)
    for font, found in strings.items():
        for string, number in found.items():
            if missing := metrics.missing(string, font):
                raise LayoutError(f"page {number}, {string!r}: the {font} font has no glyph for {missing!r}")


def _check_overruns(pages: Iterable[Page], metrics: Metrics) -> None:
    """Words longer than their line would run off the page."""
    for page in pages:
        for mark in page.marks:
            if not isinstance(mark, Text):
                continue
            wide = metrics.width(mark.string, mark.font) * mark.size + mark.spacing * len(mark.string)
            left = mark.x - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
            if left < page.block.left - OVERRUN or left + wide > page.block.right + OVERRUN:
                fits = int(len(mark.string) * page.block.width / wide)
                raise LayoutError(
                    f"page {page.number}: {mark.string!r} is too long for its line: "
                    f"use shorter words, about {fits} letters fit"
                )
