"""Lays out a whole book: orders its parts, plans all page numbers, then draws page after page, also on booklet sheets.

The order of a booklet is that of folding and stapling; docs/decisions/12-own-imposition.md says why no library does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import NamedTuple

from puzzlegen.errors import LayoutError
from puzzlegen.language.messages import Messages
from puzzlegen.layout.book import page_arrangement
from puzzlegen.layout.book.answers import key_parts
from puzzlegen.layout.book.back_matter import FillerPages
from puzzlegen.layout.book.book_content import AUTO, AnswerKeyPlan, BookContent, BookSection
from puzzlegen.layout.book.page_plan import BookPart, plan_pages
from puzzlegen.layout.book.parts_in_order import parts_in_order
from puzzlegen.layout.book.puzzle_pages import bonus_part, section_geometry, section_key, section_part
from puzzlegen.layout.book.puzzle_space import puzzle_space
from puzzlegen.layout.core.columns import PagePlan
from puzzlegen.layout.core.document import Bookmark, Box, Metrics, Page, Text, check_glyphs, joined, moved
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder, PageGeometry
from puzzlegen.layout.core.theme import DEFAULT, Theme
from puzzlegen.printers.profile import OVERHANG, PAGES_PER_SHEET


@dataclass(frozen=True, slots=True)
class BookPages:
    """The pages of a book with fixed page numbers. Iterating draws the pages again, one at a time, and keeps none.

    ``reasons`` say for each section why it has its puzzles per page. ``fillers`` draws the pages that no part takes.

    Drawing raises LayoutError when a text is too long for its line or a font lacks a character.
    """

    parts: tuple[BookPart, ...]
    plan: PagePlan
    context: LayoutContext
    separate_answers: BookPages | None = None
    reasons: tuple[page_arrangement.Reason, ...] = ()
    fillers: FillerPages | None = None

    def __len__(self) -> int:
        """The number of pages."""
        return self.plan.pages

    @property
    def blanks(self) -> tuple[int, ...]:
        """The numbers of the pages that no part takes, between the parts and at the end."""
        taken: set[int] = set()
        for part in self.parts:
            start = self.plan.starts[part.key]
            taken.update(range(start, start + part.pages))
        return tuple(number for number in range(1, self.plan.pages + 1) if number not in taken)

    @property
    def contents(self) -> tuple[str, ...]:
        """The titles in the table of contents, in order; empty in a book without one."""
        listed = tuple(part.contents_entry.title for part in self.parts if part.contents_entry)
        return listed if "contents" in self.plan.starts else ()

    def __iter__(self) -> Iterator[Page]:
        return self.between(1, len(self))

    def between(self, first: int, last: int) -> Iterator[Page]:
        """Draw the pages from ``first`` to ``last``. Parts of the book without such a page are not drawn."""
        for page in self._drawn(range(first, last + 1)):
            check_glyphs(page.marks, self.context.metrics, f"page {page.number}, ")
            _check_overruns(page, self.context)
            yield page

    def own_pages(self) -> Iterator[Page]:
        """Draw the publisher's own pages."""
        for part in self.parts:
            if part.own:
                yield from part.draw(self.plan.starts[part.key], self.plan)

    @property
    def bookmarks(self) -> tuple[Bookmark, ...]:
        """The outline of a file for the screen: the parts that have a contents entry, in reading order."""
        return tuple(
            Bookmark(part.contents_entry.title, self.plan.starts[part.key])
            for part in self.parts
            if part.contents_entry
        )

    def _drawn(self, wanted: range) -> Iterator[Page]:
        """Draw the wanted pages, each of them once: parts that join add their marks to the page of the part before."""
        before: Page | None = None
        for page in self._pages_of_parts(wanted):
            if before is not None and before.number == page.number:
                before = joined(before, page)
                continue
            if before is not None:
                yield before
            before = page
        if before is not None:
            yield before

    def _pages_of_parts(self, wanted: range) -> Iterator[Page]:
        filled = self._filled()
        used = 0
        for part in self.parts:
            start = self.plan.starts[part.key]
            yield from (page for page in islice(filled, max(0, start - used - 1)) if page.number in wanted)
            used = start - 1 + part.pages
            if used >= wanted.start and start < wanted.stop:
                yield from (page for page in part.draw(start, self.plan) if page.number in wanted)
        yield from (page for page in filled if page.number in wanted)

    def _filled(self) -> Iterator[Page]:
        """Yield the pages that no part takes: fillers, and blank pages where the printer wants the last page blank."""
        numbers = self.blanks
        last = numbers[-1:] if self.context.geometry.last_blank else ()
        if self.fillers is not None:
            yield from self.fillers.pages(numbers[: len(numbers) - len(last)], self.context)
            numbers = last
        for number in numbers:
            yield PageBuilder(number, "blank", self.context, folio=False).build()


def lay_out_book(
    text: BookContent,
    sections: tuple[BookSection, ...],
    page: PageGeometry,
    metrics: Metrics,
    messages: Messages,
    theme: Theme = DEFAULT,
) -> BookPages:
    """Plan the pages of a book.

    Raises LayoutError when a section's cells would be too small, a text does not fit or the pages do not suffice.
    """
    if not sections or any(not section.entries for section in sections):
        raise LayoutError("a book needs puzzles in every section")
    if text.aids.single_sided and not page.bound:
        raise LayoutError("single-sided puzzles need a bound book; loose sheets have their back free: leave it out")
    if text.key and text.key.place == "next spread":
        text = replace(text, aids=replace(text.aids, foot_answers=text.key.density))
    context = LayoutContext(page, metrics, messages, theme, text.title, text.tagged)
    pages = _plan_book(text, sections, context)
    if text.fillers is None and _too_blank(pages, text.blank_share):
        pages = replace(pages, fillers=_fillers(replace(text, fillers=("ornament",)), pages))
    return pages


def _too_blank(pages: BookPages, share: float | None) -> bool:
    """Tell whether more than this share of the pages is blank."""
    return share is not None and len(pages.blanks) > share * len(pages)


def _fillers(text: BookContent, pages: BookPages) -> FillerPages:
    """Return what the blank pages show."""
    first_section = pages.plan.starts[section_key(1)]
    last = max(pages.plan.starts[part.key] + part.pages - 1 for part in pages.parts)
    return FillerPages(text.fillers or (), text.filler_texts, text.aids.ruling, first_section, last)


def _plan_book(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> BookPages:
    """Plan the pages of a book."""
    sections, reasons, parts = _with_puzzles_per_page(text, sections, context)
    if sections[-1].begin == "blank pages":
        parts = _with_bonus_pages(parts, sections, text, context)
    plan = plan_pages(parts, context.geometry)
    answers = None
    if text.key and text.key.place == "separate":
        answers = _answers(text, sections, context)
        numbered = answers.plan.answers if len(answers) > 1 else {}  # one sheet needs no number
        plan = replace(plan, separate_answers=numbered)
        answers = replace(answers, parts=tuple(_with_plan(part, plan) for part in answers.parts))
    pages = BookPages(parts, plan, context, answers, reasons)
    return replace(pages, fillers=_fillers(text, pages))


def _with_bonus_pages(
    parts: Sequence[BookPart], sections: Sequence[BookSection], text: BookContent, context: LayoutContext
) -> tuple[BookPart, ...]:
    """Return the parts with puzzles of the last section on the pages between the sections that would be blank.

    One puzzle at least stays behind the other sections, where the contents name the section.
    """
    starts = plan_pages(parts, context.geometry).starts
    *_, last = sections
    entries = list(last.entries)
    with_bonus: list[BookPart] = []
    used = 0
    for part in parts:
        blank = starts[part.key] - used - 1
        if starts[section_key(1)] < used + 1 and section_key(len(sections)) not in (part.key for part in with_bonus):
            while blank > 0 and len(entries) > 1:
                with_bonus.append(bonus_part(last, entries.pop(0), text.aids, context))
                blank -= 1
        used = starts[part.key] - 1 + part.pages
        with_bonus.append(part)
    rest = replace(last, entries=tuple(entries))
    return tuple(_with_sections(with_bonus, [*sections[:-1], rest], text, context))


def _with_plan(part: BookPart, plan: PagePlan) -> BookPart:
    """Return the part so that it names the pages of this ``plan``."""
    return replace(part, draw=lambda first, _: part.draw(first, plan))


def _answers(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> BookPages:
    """Plan the answers as single sheets with equal side margins. This does not need the plan of the book."""
    page = context.geometry
    margin = (page.inside + page.outside) / 2
    sheet_geometry = replace(page, inside=margin, outside=margin, bound=False, multiple=1, last_blank=False)
    context = replace(context, geometry=sheet_geometry)
    parts = tuple(key_parts(sections, text.key or AnswerKeyPlan(), context, text.title))
    return BookPages(parts, plan_pages(parts, sheet_geometry), context)


def _with_puzzles_per_page(
    text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext
) -> tuple[tuple[BookSection, ...], tuple[page_arrangement.Reason, ...], tuple[BookPart, ...]]:
    """Choose the puzzles per page of sections that leave it to the layout, say why, and return the parts of the book.

    All other parts are the same for any choice, so they are made once.
    """

    def space(section: BookSection) -> tuple[PageGeometry, Theme]:
        puzzle_area = puzzle_space(section, text.aids, context)
        return section_geometry(section, puzzle_area), puzzle_area.context.theme

    most = text.auto_per_page if text.max_pages is None else None
    options = [page_arrangement.per_page_options(section, space, context.theme, most) for section in sections]
    thin = page_arrangement.with_fewest_pages(sections, options)
    parts = tuple(part for part in parts_in_order(text, thin, context) if part.pages)
    if text.max_pages is None and all(section.per_page != AUTO for section in sections):
        reasons = tuple(_reason(section, section.per_page, section.per_page, text) for section in sections)
        return thin, reasons, parts

    def count(chosen: Sequence[BookSection], geometry: PageGeometry = context.geometry) -> int:
        with_chosen: Sequence[BookPart] = _with_sections(parts, chosen, text, context, made_of=thin)
        if chosen[-1].begin == "blank pages":
            with_chosen = _with_bonus_pages(with_chosen, chosen, text, context)
        return plan_pages(with_chosen, geometry).pages

    if text.max_pages is None:
        chosen = page_arrangement.with_comfortable_cells(sections, options, context.theme)
    else:
        exact = partial(count, geometry=replace(context.geometry, multiple=1))
        multiple = context.geometry.multiple
        chosen = page_arrangement.with_largest_cells(sections, options, text.max_pages, exact, multiple)
    final = chosen
    if text.min_pages > 1 and count(chosen) < text.min_pages:
        options = [
            page_arrangement.per_page_options(section, space, context.theme, most, equal_cells=True)
            for section in sections
        ]
        final = page_arrangement.with_enough_pages(chosen, options, text.min_pages, text.max_pages, count)
    reasons = tuple(
        _reason(given, before.per_page, after.per_page, text)
        for given, before, after in zip(sections, chosen, final, strict=True)
    )
    return final, reasons, tuple(_with_sections(parts, final, text, context, made_of=thin))


def _with_sections(
    parts: Sequence[BookPart],
    sections: Sequence[BookSection],
    text: BookContent,
    context: LayoutContext,
    made_of: Sequence[BookSection] = (),
) -> list[BookPart]:
    """Return the parts with those of these sections in place of the others.

    ``made_of`` are the sections of ``parts``, if they are known: parts of the same sections behind the same free space
    stay, because making one lays out its opener, and choosing puzzles per page tries dozens.
    """
    by_key = {section_key(index): section for index, section in enumerate(sections, start=1)}
    same = {section_key(index): section for index, section in enumerate(made_of, start=1)}
    with_sections: list[BookPart] = []
    for part, before in zip(parts, (None, *parts), strict=False):
        section, former = by_key.get(part.key), with_sections[-1] if with_sections else None
        changed = section is not None and (section != same.get(part.key) or _free(former) != _free(before))
        made = section_part(part.key, section, text.aids, context, former) if section and changed else part
        with_sections.append(made)
    return with_sections


def _free(part: BookPart | None) -> float | None:
    """Return where the free space of a part's last page begins."""
    return None if part is None else part.free_from


def _reason(given: BookSection, before: int, after: int, text: BookContent) -> page_arrangement.Reason:
    """Return why a section has its puzzles per page: ``after``, and ``before`` the book had enough pages."""
    if given.per_page != AUTO:
        return "config"
    if after != before:
        return "min_pages"
    if text.max_pages is not None:
        return "max_pages"
    return "profile" if after == text.auto_per_page else "cells"


def _check_overruns(page: Page, context: LayoutContext) -> None:
    """Raise LayoutError for words that are longer than their line and would run off the page."""
    metrics = context.metrics
    for mark in page.marks:
        if not isinstance(mark, Text):
            continue
        width = metrics.width(mark.string, mark.font) * mark.size + mark.spacing * len(mark.string)
        before = {"start": 0.0, "middle": width / 2, "end": width}[mark.anchor]
        left = mark.x - (width - before if mark.turn == 180 else before)
        if left < page.block.left - OVERHANG or left + width > page.block.right + OVERHANG:
            fits = int(len(mark.string) * page.block.width / width)
            words = " ".join(mark.string.split())  # no-break spaces would be shown as codes
            raise LayoutError(
                f"page {page.number}: {words!r} is too long for its line: use shorter words, about {fits} letters fit, "
                f"or a theme with a smaller {_type_key(mark.size, context)}, here {context.theme.name}",
                words=mark.string,
            )


def _type_key(size: float, context: LayoutContext) -> str:
    """Return the key of a theme file that sets type of this size: the least that is not smaller."""
    sizes = context.sizes
    keys = {"small": sizes.small, "body": sizes.body, "heading": sizes.heading, "display": sizes.display}
    key = next((name for name, key_size in keys.items() if key_size >= size - 0.01), "display")
    return f"type.{'narrow' if sizes == context.theme.type.narrow else 'wide'}.{key}"


class SheetSide(NamedTuple):
    """The numbers of the pages on one side of a sheet, and by how much both are moved toward the fold, in points."""

    left: int
    right: int
    shift: float


def sheet_sides(pages: int, creep: float) -> list[SheetSide]:
    """Return the sides in printing order: the front and the back of the outermost sheet, then those of the next.

    Front and back fit together if the printer turns the sheets over their short edges. ``creep`` is how far the
    innermost sheet stands out of the outermost one when they are folded, in points. Raises LayoutError for pages that
    do not fill whole sheets.
    """
    if pages % PAGES_PER_SHEET:
        raise LayoutError(f"a booklet has {pages} pages, which is no multiple of {PAGES_PER_SHEET}")
    sheets = pages // PAGES_PER_SHEET
    sides = []
    for sheet in range(sheets):
        shift = creep * sheet / (sheets - 1) if sheets > 1 else 0.0
        first, last = 2 * sheet + 1, pages - 2 * sheet
        sides += [SheetSide(last, first, shift), SheetSide(first + 1, last - 1, shift)]
    return sides


def booklet_sheets(pages: Iterable[Page], creep: float) -> Iterator[Page]:
    """Yield the sides of the sheets of a booklet of these pages; ``creep`` as in ``sheet_sides``."""
    drawn = list(pages)
    for number, side in enumerate(sheet_sides(len(drawn), creep), start=1):
        left, right = drawn[side.left - 1], drawn[side.right - 1]
        marks = [*moved(left.marks, side.shift, 0.0), *moved(right.marks, left.width - side.shift, 0.0)]
        width, height = left.width + right.width, left.height
        yield Page(number, "sheet", width, height, Box(0.0, 0.0, width, height), tuple(marks), (), None)
