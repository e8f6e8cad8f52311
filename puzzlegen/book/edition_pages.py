"""Lays out the pages of an edition, at first with placeholders for its puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from puzzlegen.book.content import book_content, book_sections, image_advice, image_notes, without_repeated_tips
from puzzlegen.book.cover import color_notes, edition_cover, interior_theme
from puzzlegen.book.design import Design, Edition
from puzzlegen.book.explained_puzzles import ExplainedPuzzles, placeholder_puzzles
from puzzlegen.book.print_images import load_logo
from puzzlegen.book.shop_text import title_advice
from puzzlegen.config.book import BookConfig
from puzzlegen.config.ornaments import load_ornaments
from puzzlegen.config.pages import PageSetup
from puzzlegen.config.section import SectionConfig
from puzzlegen.errors import ConfigError, LayoutError, Problem
from puzzlegen.files.build_folder import LISTING_SPREADS
from puzzlegen.layout.book.pagination import BookPages, lay_out_book
from puzzlegen.layout.core.columns import PagePlan
from puzzlegen.layout.core.document import Page, PlacedGrid
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.layout.core.theme import COMFORTABLE_CELL, Theme
from puzzlegen.printers.profile import OVERHANG, Limits, Profile
from puzzlegen.printers.requirements import Space
from puzzlegen.units import mm, to_mm

Spread = tuple[int, int]  # the numbers of two facing pages
LEAST_LINK = mm(7)  # a fingertip finds it
SMALL_CELL = mm(7.5)  # readers call smaller cells cramped


def _own_theme(theme: Theme, config: BookConfig, space: Space) -> Theme:
    """Return a theme with what the config of a book has in place of it."""
    if config.ornaments is not None:
        theme = replace(theme, ornaments=load_ornaments(config.ornaments))
    theme = interior_theme(theme, config, space)
    return theme if config.page.folio else replace(theme, folio=False)


def paginate(
    config: BookConfig, puzzles: ExplainedPuzzles, setup: PageSetup, design: Design, expected: int = 1
) -> tuple[BookPages, Limits]:
    """Plan the pages of an edition, with the limits of its printer for that many pages.

    The page count decides the least gutter, and the gutter may change the page count. So a thick book is planned once
    only if its pages, or about as many, are ``expected``. Raises LayoutError when something does not fit.
    """
    profile = setup.profile
    content = book_content(config, puzzles, design, profile)
    rules = profile.printer.pages
    tagged = profile.printer.file.tags
    content = replace(content, blank_share=rules.blank_share, auto_per_page=rules.auto_per_page, tagged=tagged)
    sections = book_sections(config, puzzles, design.messages)
    content = without_repeated_tips(content, sections)
    if not profile.printer.pages.filled:
        content = replace(content, min_pages=profile.pages.least)
    if config.logo is not None:
        content = replace(content, logo=load_logo(config.logo, profile.printer.minima.image_dpi))
    theme = _own_theme(design.theme, config, profile.space)
    gutter = profile.gutter(expected)
    thinner: LayoutError | None = None  # why the book cannot be thicker, after one that needs a wider gutter
    while True:
        geometry = page_geometry(setup, max(setup.margins.inside, gutter + OVERHANG))
        try:
            pages = lay_out_book(content, sections, geometry, design.metrics, design.messages, theme)
        except LayoutError as error:
            narrower = profile.narrower_gutter(gutter)
            if thinner is not None or narrower is None:
                raise thinner or error from None
            gutter, most = narrower
            content, thinner = replace(content, max_pages=min(most, content.max_pages or most)), error
            continue
        needed = profile.gutter(len(pages))
        if needed < gutter and expected > 1 and thinner is None:  # the book is thinner than expected
            needed, gutter, expected = profile.gutter(1), 0.0, 1
        if needed <= gutter:  # a gutter never shrinks again, so this ends
            return pages, profile.limits(len(pages))
        gutter = needed


def page_geometry(setup: PageSetup, inside: float) -> PageGeometry:
    """Return the pages of an edition with an inside margin of ``inside`` points."""
    profile, margins = setup.profile, setup.margins
    trim = profile.trim
    return PageGeometry(
        trim.width,
        trim.height,
        inside,
        margins.outside,
        margins.top,
        margins.bottom,
        bound=profile.bound,
        multiple=profile.multiple,
        last_blank=profile.printer.pages.last_blank,
        clear_top=profile.clear.top,
        clear_bottom=profile.clear.bottom,
        least_link=LEAST_LINK if profile.printer.file.links else 0.0,
    )


class LayoutCheck(NamedTuple):
    """What the layout of a book chose, a line for each section, and warnings.

    ``pages`` are those that the warnings are about, in their order; 0 stands for the whole book. ``lengths`` are the
    numbers of pages of the editions.
    """

    choices: list[str]
    warnings: list[str]
    pages: Sequence[int] = ()
    lengths: Sequence[int] = ()


def check_layout_with_placeholders(
    editions: Sequence[Edition], design: Design, *, any_length: bool = False
) -> LayoutCheck:
    """Lay out every edition with placeholders, to refuse before the generation what cannot be printed.

    ``any_length``: a number of pages that the printer does not bind is a warning, because the book is not finished.
    Raises ConfigError or LayoutError.
    """
    choices: list[str] = []
    warnings: dict[str, int] = dict.fromkeys(_missing_cover(editions), 0)
    problems: list[Problem] = []
    lengths = []
    for edition in editions:
        puzzles, profile = placeholder_puzzles(edition.config), edition.setup.profile
        most = edition.config.page.max_pages
        if most is not None and profile.is_too_short(most) and not profile.printer.pages.filled:
            words = f"found {most}, but {profile.page_range_text}; allow at least {profile.pages.least} or leave it out"
            problems.append(Problem((*edition.loc, "max_pages"), words))
            continue
        pages = paginate(edition.config, puzzles, edition.setup, design)[0]
        lengths.append(len(pages))
        try:
            if not any_length:
                profile.check_page_count(len(pages))
            if edition.config.output.listing:
                chosen_spreads(pages.plan, bound=profile.bound)
        except ConfigError as error:
            problems += error.within(*edition.loc).problems
            continue
        cover = edition_cover(edition.config, puzzles.records, profile, len(pages), design)
        drawn = list(pages)
        name = f"{edition.name}: " if edition.name else ""
        choices += [name + line for line in layout_choices(edition, pages, drawn)]
        lines = [*layout_advice(edition.config, pages, drawn), *image_advice(pages), *image_notes(drawn)]
        if cover is not None:
            choices += [name + note for note in cover.spine_notes()]
            notes = *cover.notes(), *color_notes(edition.config.cover, profile), *title_advice(edition.config)
            lines += [(note, 0) for note in notes]
        share = profile.printer.pages.blank_share
        if share is not None:
            lines += blank_page_advice(edition.config, drawn, share)
        if profile.is_too_short(len(pages)) and profile.printer.pages.filled:
            words = f"the book has {len(pages)} pages, {profile.page_range_text}, and fills it up with blank ones"
            lines.append((words, len(pages)))
        elif any_length:
            lines += _page_count_advice(profile, len(pages))
        warnings |= {name + line: page for line, page in lines}
    if problems:
        raise ConfigError(*problems)
    return LayoutCheck(choices, list(warnings), list(warnings.values()), lengths)


def _page_count_advice(profile: Profile, pages: int) -> Iterator[tuple[str, int]]:
    """Yield why the printer does not bind a number of pages, if so."""
    try:
        profile.check_page_count(pages)
    except ConfigError as error:
        yield str(error), pages


def layout_choices(edition: Edition, pages: BookPages, drawn: Sequence[Page]) -> Iterator[str]:
    """Yield a line for each section: its puzzles per page, the size of its cells, and why the layout chose them.

    ``drawn`` are the ``pages``.
    """
    config, profile = edition.config, edition.setup.profile
    grids = {grid.number: grid for page in drawn for grid in page.grids if grid.role == "puzzle"}
    first = 1
    for section, reason in zip(config.sections, pages.reasons, strict=True):
        own = [grids[number] for number in range(first, first + section.count - section.finale)]
        first += section.count
        a_page = max(Counter(grid.page for grid in own).values())
        words = f"{section.name}: {'2 pages a puzzle' if section.two_pages else _counted(a_page, 'puzzle') + ' a page'}"
        cell = own[-1].cell  # those on blank pages, the first ones, have a page each
        most = pages.context.theme.cells.per_page
        found = f"{words}, cells of {to_mm(cell):.1f} mm"
        found += {
            "config": "",
            "cells": f", the most in the theme {config.theme}"
            if a_page == most
            else f", as many as keep cells at least {to_mm(COMFORTABLE_CELL):.1f} mm wide"
            if cell >= COMFORTABLE_CELL
            else ", the largest that fit",
            "max_pages": f", the largest within page.max_pages: {config.page.max_pages}",
            "profile": f", the most that fill a page of {profile.name}",
            "min_pages": f", for the {profile.pages.least} pages that {profile.name} binds",
        }[reason]
        if reason != "config" and cell < SMALL_CELL:
            found += f"; readers like {to_mm(SMALL_CELL):.1f} mm and more: smaller boards"
            found += " or more pages" if reason == "max_pages" else " or a larger trim"
        yield found
    if config.fillers is None and any(page.kind == "ornament" for page in drawn):
        yield "pages that would be blank have an ornament, because there are many; fillers: none leaves them blank"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def blank_page_advice(config: BookConfig, pages: Sequence[Page], share: float) -> Iterator[tuple[str, int]]:
    """Yield a warning with what helps if more than this ``share`` of the pages are blank, and the first of them."""
    numbers = [page.number for page in pages if page.kind == "blank"]
    blank = len(numbers)
    if blank <= share * len(pages):
        return
    sections = _sections_before_blanks(config, pages)
    remedies = []
    if names := [repr(section.name) for section in config.sections if section.begin == "right"]:
        remedies.append(f"begin: next page in section {', '.join(names)}")
    if config.fillers is not None and not config.fillers:
        remedies.append("fillers: ornament")
    if sections:
        remedies.append("another count or per_page there, for one page more or less")
    key = config.back_matter.answer_key
    if key is not None and key.place == "section" and len(config.sections) > 1:
        remedies.append("back_matter.answer_key.place: back")
    if len(config.sections) > 1:
        remedies.append("fewer sections")
    words = f"{blank} of {len(pages)} pages are blank, and up to {share:.0%} is usual"
    yield f"{words}: {'; or '.join(remedies) or 'more puzzles'}", numbers[0]


def _sections_before_blanks(config: BookConfig, pages: Sequence[Page]) -> list[SectionConfig]:
    """Return the sections whose last puzzles have a blank page behind them."""
    owners = [section for section in config.sections for _ in range(section.count)]
    found = [
        owners[before.grids[-1].number - 1]
        for before, page in pairwise(pages)
        if page.kind == "blank" and before.kind == "puzzles" and before.grids
    ]
    return list({section.name: section for section in found}.values())


def _missing_cover(editions: Sequence[Edition]) -> Iterator[str]:
    """Yield a warning if the config wants a cover or pictures of it, and none is made."""
    wanted = editions[0].book
    if wanted.output.listing and not wanted.cover.make:
        yield (
            "output.listing: without a cover, the only pictures are those of facing pages; for the front and the "
            "closed book, set cover.make: yes"
        )
    if wanted.cover.make and all(edition.setup.profile.printer.cover is None for edition in editions):
        names = " and ".join(dict.fromkeys(edition.setup.profile.name for edition in editions))
        yield (
            f"cover.make: found yes, but no cover is made, because there is none for {names}, which has single pages "
            "without a spine; for a cover, choose a printer of bound books, such as kdp, in page.profile or profiles"
        )


def layout_advice(config: BookConfig, pages: BookPages, drawn: Iterable[Page]) -> Iterator[tuple[str, int]]:
    """Yield what sections with their own per_page could do better, and on which page of those ``drawn``.

    These are cramped cells, and last pages that are not full.
    """
    grids = {grid.number: grid for page in drawn for grid in page.grids if grid.role == "puzzle"}
    shared = {pages.plan.starts[part.key] for part in pages.parts if part.joins}
    first = 1
    for section in config.sections:
        own = [grids[number] for number in range(first, first + section.count - section.finale)]
        first += section.count
        if section.per_page is not None:  # of others, layout_choices says what was chosen and why
            yield from _section_advice(section, section.per_page, own, shared)


def _section_advice(
    section: SectionConfig, per_page: int, own: Sequence[PlacedGrid], shared: Container[int]
) -> Iterator[tuple[str, int]]:
    """Yield the advice on a section by the boards of its puzzles; on ``shared`` pages another section begins."""
    end = own[-1]
    if end.cell < SMALL_CELL and not section.pictures:
        yield (
            f"section {section.name!r}: cells of {to_mm(end.cell):.1f} mm; readers like "
            f"{to_mm(SMALL_CELL):.1f} mm and more: fewer puzzles a page, smaller boards or a larger trim",
            own[0].page,
        )
    follows = section.opener and section.begin is None  # its first page has as many puzzles as what is before leaves
    if follows or section.begin == "blank pages" or end.page in shared:
        return
    last = sum(grid.page == end.page for grid in own)
    if last < per_page:
        # No fewer puzzles if a finale alone would be left
        full = map(str, filter(None, ((section.count - last) * (len(own) > last), section.count - last + per_page)))
        yield (
            f"section {section.name!r}: its last page has {last} of {per_page} puzzles; "
            f"a count of {' or '.join(full)} fills it",
            end.page,
        )


def chosen_spreads(plan: PagePlan, *, bound: bool) -> tuple[Spread, ...]:
    """Return the spreads to show: the first with puzzles, another in the middle of the book, and one of answers.

    The answers are not those of the puzzles that are shown. A book without answers shows its hints, or other pages.
    Raises ConfigError if the book has too few pages.
    """
    first = 2 if bound else 1
    spreads = [(left, left + 1) for left in range(first, plan.pages, 2)]
    if len(spreads) < len(LISTING_SPREADS):
        least = first + 2 * len(LISTING_SPREADS) - 1
        raise ConfigError(
            f"the book has {plan.pages} pages, and its pictures need {least} or more: add puzzles, or "
            "leave listing out",
            at=("output", "listing"),
        )
    puzzles, answers = _numbers_by_page(plan.puzzles), _numbers_by_page(plan.answers)
    opening = _best(spreads, puzzles, min(puzzles), ())
    rest = [spread for spread in spreads if spread != opening]
    behind = answers or _numbers_by_page(plan.hints) or {page: set[int]() for page in plan.starts.values()}
    near = sorted(behind)[2 * len(behind) // 3]
    last = _best(_filled_first(rest, behind), behind, near, _numbers_on(puzzles, opening))
    rest = [spread for spread in rest if spread != last]
    middle = _best(rest, puzzles, plan.puzzles[len(plan.puzzles) // 2 + 1], _numbers_on(answers, last))
    return opening, middle, last


def _numbers_by_page(pages: Mapping[int, int]) -> dict[int, set[int]]:
    """Return the numbers of the puzzles on each page."""
    found: dict[int, set[int]] = {}
    for number, page in pages.items():
        found.setdefault(page, set()).add(number)
    return found


def _numbers_on(pages: Mapping[int, set[int]], spread: Spread) -> set[int]:
    return set().union(*(pages.get(page, set()) for page in spread))


def _filled_first(spreads: Sequence[Spread], wanted: Mapping[int, set[int]]) -> list[Spread]:
    """Return the spreads with at least half as many numbers as the fullest one has, or all if only one is left."""
    counts = {spread: len(_numbers_on(wanted, spread)) for spread in spreads}
    found = [spread for spread in spreads if 2 * counts[spread] >= max(counts.values())]
    return found if len(found) > 1 else list(spreads)


def _best(spreads: Sequence[Spread], wanted: Mapping[int, set[int]], near: int, avoided: Collection[int]) -> Spread:
    """Return the spread with the most wanted pages and without puzzles to avoid, and of several the closest to a page.

    ``wanted`` maps pages to the numbers of their puzzles.
    """

    def rank(spread: Spread) -> tuple[int, int, int, int]:
        pages = sum(page in wanted for page in spread)
        return not pages, len(_numbers_on(wanted, spread) & set(avoided)), -pages, abs(spread[0] - near)

    return min(spreads, key=rank)
