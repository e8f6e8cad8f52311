"""A whole book: its parts in reading order, planned first, then drawn page by page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from puzzlegen.errors import LayoutError
from puzzlegen.language.messages import Words
from puzzlegen.layout.book.answer_key import key_parts
from puzzlegen.layout.book.back_matter import hints_part, notes_part, score_part
from puzzlegen.layout.book.book_content import (
    AnswerKeyPlan,
    BookContent,
    BookSection,
)
from puzzlegen.layout.book.front_matter import (
    colophon_part,
    copyright_part,
    how_to_play_part,
    techniques_part,
    title_part,
)
from puzzlegen.layout.book.page_plan import BookPart, PagePlan, page_links, plan_pages
from puzzlegen.layout.book.puzzles_per_page import with_comfortable_cells, with_fewest_pages, with_largest_cells
from puzzlegen.layout.book.section_pages import puzzle_pages, section_key, section_part
from puzzlegen.layout.book.table_of_contents import contents_part
from puzzlegen.layout.book.title_ornament import ornament_puzzle
from puzzlegen.layout.core.document import Bookmark, Metrics, Page, Text
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder, PageGeometry
from puzzlegen.layout.core.theme import DEFAULT, Theme
from puzzlegen.printers.profile import OVERHANG


@dataclass(frozen=True, slots=True)
class BookPages:
    """A book whose every page number is fixed. Iterating draws its pages anew, one at a time, and keeps none of them.

    Drawing raises LayoutError when a text is too long for its line or a font lacks a character.
    """

    parts: tuple[BookPart, ...]
    plan: PagePlan
    context: LayoutContext

    def __len__(self) -> int:
        """The number of pages."""
        return self.plan.pages

    @property
    def contents(self) -> tuple[str, ...]:
        """The titles in the contents, in order; none in a book without contents."""
        listed = tuple(part.contents_entry.title for part in self.parts if part.contents_entry)
        return listed if "contents" in self.plan.starts else ()

    def __iter__(self) -> Iterator[Page]:
        for page in self._drawn():
            _check_glyphs(page, self.context.metrics)
            _check_overruns(page, self.context.metrics)
            yield replace(page, links=tuple(page_links(page, self.plan, self.context.theme.header)))

    @property
    def bookmarks(self) -> tuple[Bookmark, ...]:
        """The outline of a file for the screen: what the contents list, in reading order."""
        return tuple(
            Bookmark(part.contents_entry.title, self.plan.starts[part.key])
            for part in self.parts
            if part.contents_entry
        )

    def _drawn(self) -> Iterator[Page]:
        used = 0
        for part in self.parts:
            start = self.plan.starts[part.key]
            yield from self._blanks(used + 1, start)
            yield from part.draw(start, self.plan)
            used = start - 1 + part.pages
        yield from self._blanks(used + 1, self.plan.pages + 1)

    def _blanks(self, first: int, stop: int) -> Iterator[Page]:
        """Empty pages from page ``first`` to the one before ``stop``: none or one."""
        return (PageBuilder(number, "blank", self.context, folio=False).build() for number in range(first, stop))


def lay_out_book(
    text: BookContent,
    sections: tuple[BookSection, ...],
    page: PageGeometry,
    metrics: Metrics,
    words: Words,
    theme: Theme = DEFAULT,
) -> BookPages:
    """Plan the book. In a bound one, sections and the key open on right-hand pages.

    Raises LayoutError when a section's cells would be too small, a text does not fit or the pages do not suffice.
    """
    if not sections or any(not section.entries for section in sections):
        raise LayoutError("a book needs puzzles in every section")
    if text.aids.single_sided and not page.bound:
        raise LayoutError("single-sided puzzles need a bound book; loose sheets have their back free: leave it out")
    context = LayoutContext(page, metrics, words, theme, text.title)
    sections = _with_puzzles_per_page(text, sections, context)
    parts = tuple(part for part in _parts(text, sections, context) if part.pages)
    plan = plan_pages(parts, page)
    if text.key and text.key.place == "separate":
        apart = _answers(text, sections, context)
        plan = replace(plan, separate_answers=apart.plan.answers if len(apart) > 1 else {})  # one sheet needs no number
    return BookPages(parts, plan, context)


def lay_out_answers(text: BookContent, sections: tuple[BookSection, ...], interior: BookPages) -> BookPages:
    """The answers of a book without them, as single sheets; they name the pages of the puzzles in ``interior``."""
    found = _answers(text, sections, interior.context)

    def of_interior(part: BookPart) -> BookPart:
        return replace(part, draw=lambda first, _: part.draw(first, interior.plan))

    return replace(found, parts=tuple(map(of_interior, found.parts)))


def _answers(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> BookPages:
    """The answers as single sheets with the margins of the book, planned before the book is."""
    page = context.geometry
    margin = (page.inside + page.outside) / 2
    sheet_geometry = replace(page, inside=margin, outside=margin, bound=False, even=False, last_blank=False)
    context = replace(context, geometry=sheet_geometry)
    parts = tuple(key_parts(sections, text.key or AnswerKeyPlan(), context, text.title))
    return BookPages(parts, plan_pages(parts, sheet_geometry), context)


def _with_puzzles_per_page(
    text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext
) -> tuple[BookSection, ...]:
    """The sections with the puzzles a page that the layout is to find."""
    if text.max_pages is None:
        return with_comfortable_cells(sections, context.geometry, context.theme)
    thin = with_fewest_pages(sections, context.geometry, context.theme)
    bare = [
        replace(part, puzzles={}, answers={}, hints={}) for part in _parts(text, thin, context) if part.pages
    ]  # counting needs no page of each puzzle

    def count(settled: Sequence[BookSection]) -> int:
        before = [puzzle_pages(section, text.aids) for section in thin]
        after = [puzzle_pages(section, text.aids) for section in settled]
        more = {section_key(i): b - a for i, (a, b) in enumerate(zip(before, after, strict=True), start=1)}
        parts = [replace(part, pages=part.pages + more.get(part.key, 0)) for part in bare]
        return plan_pages(parts, context.geometry).pages

    return with_largest_cells(sections, context.geometry, context.theme, text.max_pages, count)


def _parts(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> Iterator[BookPart]:
    """All parts in reading order; one without pages is left out of the book."""
    main = list(_main(text, sections, context))
    yield from _front(text, sections, context)
    if text.aids.contents:
        yield contents_part(main, context)
    yield from main


def _front(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> Iterator[BookPart]:
    """The parts before the contents."""
    if text.title_page:
        yield title_part(text, ornament_puzzle(sections), context)
    if text.copyright:
        yield copyright_part(text, context)


def _main(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> Iterator[BookPart]:
    """The parts after the contents, in reading order; one without pages is left out of the book."""
    for rules in text.rules:
        yield how_to_play_part(rules, context)
    if text.lessons:
        yield techniques_part(text, context)
    keys = key_parts(sections, text.key, context) if text.key and text.key.place != "separate" else []
    for index, section in enumerate(sections, start=1):
        yield section_part(section_key(index), section, text.aids, context)
        if text.key and text.key.place == "section":
            yield keys[index - 1]
    if text.aids.hints == "back":
        yield hints_part(sections, context)
    if text.key and text.key.place == "back":
        yield from keys
    if text.aids.score_card:
        yield score_part(sections, context)
    if text.aids.notes:
        yield notes_part(text.aids.notes, text.aids.ruling, context)
    if text.colophon:
        yield colophon_part(text, context)


def _check_glyphs(page: Page, metrics: Metrics) -> None:
    texts = {(mark.font, mark.string): None for mark in page.marks if isinstance(mark, Text)}
    for font, string in texts:
        if missing := metrics.missing(string, font):
            codes = " ".join(f"U+{ord(char):04X}" for char in missing)
            raise LayoutError(
                f"page {page.number}, {string!r}: the font {metrics.name(font)} has no glyph for {missing!r} "
                f"({codes}); use other words or a theme with another font",
                string,
            )


def _check_overruns(page: Page, metrics: Metrics) -> None:
    """Words longer than their line would run off the page."""
    for mark in page.marks:
        if not isinstance(mark, Text):
            continue
        wide = metrics.width(mark.string, mark.font) * mark.size + mark.spacing * len(mark.string)
        before = {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
        left = mark.x - (wide - before if mark.turn == 180 else before)
        if left < page.block.left - OVERHANG or left + wide > page.block.right + OVERHANG:
            fits = int(len(mark.string) * page.block.width / wide)
            raise LayoutError(
                f"page {page.number}: {mark.string!r} is too long for its line: "
                f"use shorter words, about {fits} letters fit",
                mark.string,
            )
