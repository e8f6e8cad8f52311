"""Lays out the pages of an edition, at first with placeholders for its puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from puzzlegen.book.content_assembly import book_content, book_sections
from puzzlegen.book.cover import edition_cover
from puzzlegen.book.design import Design
from puzzlegen.book.editions import Edition
from puzzlegen.book.explained_puzzles import ExplainedPuzzles, placeholder_puzzles
from puzzlegen.book.logo_image import load_logo
from puzzlegen.config.book import BookConfig
from puzzlegen.config.page_margins import PageSetup
from puzzlegen.config.section import SectionConfig
from puzzlegen.errors import ConfigError
from puzzlegen.layout.book.pagination import BookPages, lay_out_book
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.printers.profile import OVERHANG, Limits
from puzzlegen.units import mm, to_mm

SMALL_CELL = mm(7.5)  # readers call smaller cells cramped


def paginate(
    config: BookConfig, puzzles: ExplainedPuzzles, setup: PageSetup, design: Design
) -> tuple[BookPages, Limits]:
    """Plan the pages of an edition, with the limits of its printer for that many pages.

    The page count decides the least gutter, and the gutter may change the page count. Raises LayoutError when
    something does not fit.
    """
    profile = setup.profile
    content, sections = book_content(config, puzzles, design), book_sections(config, puzzles, design.messages)
    if not profile.printer.pages.filled:
        content = replace(content, min_pages=profile.pages.least)
    if config.logo is not None:
        content = replace(content, logo=load_logo(config.logo, profile.printer.minima.image_dpi))
    gutter = profile.gutter(1)
    while True:
        geometry = _geometry(setup, max(setup.margins.inside, gutter + OVERHANG))
        pages = lay_out_book(content, sections, geometry, design.metrics, design.messages, design.theme)
        if profile.gutter(len(pages)) <= gutter:  # a gutter never shrinks again, so this ends
            return pages, profile.limits(len(pages))
        gutter = profile.gutter(len(pages))


def _geometry(setup: PageSetup, inside: float) -> PageGeometry:
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
        even=profile.printer.pages.even,
        last_blank=profile.printer.pages.last_blank,
        safe=profile.safe_from_trim,
    )


def check_layout_with_placeholders(editions: Sequence[Edition], design: Design) -> list[str]:
    """Lay out every edition with placeholders, to refuse before the generation what cannot be printed.

    Returns warnings. Raises ConfigError or LayoutError.
    """
    warnings: dict[str, None] = dict.fromkeys(_missing_cover(editions))
    problems = []
    for edition in editions:
        puzzles, profile = placeholder_puzzles(edition.config), edition.setup.profile
        most = edition.config.page.max_pages
        if most is not None and profile.is_too_short(most) and not profile.printer.pages.filled:
            words = f"found {most}, but {profile.page_range_text}; allow at least {profile.pages.least} or leave it out"
            problems.append(f"{edition.key}.max_pages: {words}")
            continue
        pages = paginate(edition.config, puzzles, edition.setup, design)[0]
        try:
            profile.check_page_count(len(pages))
        except ConfigError as error:
            problems.append(f"{edition.key}: {error}")
            continue
        edition_cover(edition.config, puzzles.records, profile, len(pages), design)
        drawn = list(pages)
        lines = [*layout_advice(edition.config, drawn)]
        share = profile.printer.pages.blank_share
        if share is not None:
            lines += blank_page_advice(edition.config, drawn, share)
        if profile.is_too_short(len(pages)):
            lines.append(f"the book has {len(pages)} pages, {profile.page_range_text}, and fills it up with blank ones")
        warnings |= dict.fromkeys(f"{edition.name}: {line}" if edition.name else line for line in lines)
    if problems:
        raise ConfigError("\n".join(problems))
    return list(warnings)


def blank_page_advice(config: BookConfig, pages: Sequence[Page], share: float) -> Iterator[str]:
    """Yield a warning with what helps in this book if more than this ``share`` of its pages are blank."""
    blank = sum(page.kind == "blank" for page in pages)
    if blank <= share * len(pages):
        return
    sections = _sections_before_blanks(config, pages)
    remedies = []
    for opener, remedy in ((True, "no"), (False, "yes")):
        if names := [repr(section.name) for section in sections if section.opener is opener]:
            remedies.append(f"opener: {remedy} in section {', '.join(names)}")
    if sections:
        remedies.append("another count or per_page there, for one page more or less")
    key = config.back_matter.answer_key
    if key is not None and key.place == "section" and len(config.sections) > 1:
        remedies.append("back_matter.answer_key.place: back")
    if len(config.sections) > 1:
        remedies.append("fewer sections")
    words = f"{blank} of {len(pages)} pages are blank, and up to {share:.0%} is usual"
    yield f"{words}: {'; or '.join(remedies) or 'more puzzles'}"


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
    """Yield a warning if the config wants a cover and none of its printers takes one."""
    if editions[0].book.cover.make and all(edition.setup.profile.printer.cover is None for edition in editions):
        names = " and ".join(dict.fromkeys(edition.setup.profile.name for edition in editions))
        yield (
            f"cover.make: found yes, but no cover is made, because there is none for {names}; "
            "for a cover, choose a printer of bound books, such as kdp, in page.profile or profiles"
        )


def layout_advice(config: BookConfig, pages: Iterable[Page]) -> Iterator[str]:
    """Yield what a layout could do better: cells that readers find cramped, and last pages that are not full."""
    grids = {grid.number: grid for page in pages for grid in page.grids if grid.role == "puzzle"}
    first = 1
    for section in config.sections:
        own = [grids[number] for number in range(first, first + section.count)]
        first += section.count
        if own[0].cell < SMALL_CELL:
            yield (
                f"section {section.name!r}: cells of {to_mm(own[0].cell):.1f} mm; readers like "
                f"{to_mm(SMALL_CELL):.1f} mm and more: fewer puzzles a page, smaller boards or a larger trim"
            )
        a_page = section.per_page or sum(grid.page == own[0].page for grid in own)
        last = sum(grid.page == own[-1].page for grid in own)
        if last < a_page:
            full = [str(count) for count in (section.count - last, section.count - last + a_page) if count]
            yield (
                f"section {section.name!r}: its last page has {last} of {a_page} puzzles; "
                f"a count of {' or '.join(full)} fills it"
            )
