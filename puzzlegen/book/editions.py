"""Lists the editions of a book: the same puzzles on the pages of several printers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegen.config.book import BookConfig
from puzzlegen.config.page_margins import PageSetup, edition_pages, resolve_page, with_home_printer
from puzzlegen.config.section import SectionConfig
from puzzlegen.formats.common import pluralize
from puzzlegen.units import mm


@dataclass(frozen=True, slots=True)
class Edition:
    """The book for one printer.

    Attributes:
        name: its folder inside the book's folder; empty where there is only one edition.
        key: the key of the book's config that asks for it, such as ``profiles[1]``.
        book: the config of the whole book.
        config: the same with the page of this printer, and no other editions.
        setup: the page and margins.
    """

    name: str
    key: str
    book: BookConfig
    config: BookConfig
    setup: PageSetup

    def creep(self, pages: int) -> float | None:
        """Return how far the innermost sheet of a booklet stands out in points; None if it is no booklet."""
        given = self.config.page.creep_mm
        if self.setup.profile.booklet is None:
            return None
        return self.setup.profile.creep(pages) if given is None else mm(given)


def editions_of(config: BookConfig, paper: str) -> tuple[Edition, ...]:
    """Return the editions of a book in the order of its config; ``paper`` is that of printers at home.

    Raises ConfigError for what a printer does not offer.
    """
    pages = edition_pages(
        with_home_printer(config.page, paper), [with_home_printer(page, paper) for page in config.profiles]
    )
    return tuple(
        Edition(
            name if len(pages) > 1 else "",
            f"profiles[{index + 1}]" if config.profiles else "page",
            config,
            config.model_copy(update={"page": page, "profiles": [], "sections": _sections(config, setup, len(pages))}),
            setup,
        )
        for index, (name, page, setup) in enumerate((name, page, resolve_page(page)) for name, page in pages.items())
    )


def _sections(config: BookConfig, setup: PageSetup, editions: int) -> list[SectionConfig]:
    """Return the sections of an edition.

    A ``per_page`` of a book with several editions is for paper, so printers that choose few puzzles per page, such as
    tablets, choose them then, too.
    """
    if editions == 1 or setup.profile.printer.pages.auto_per_page is None:
        return config.sections
    return [section.model_copy(update={"per_page": None}) for section in config.sections]


def page_counts(counts: Sequence[int]) -> str:
    """Return how many pages the editions have, in words: "1 page", "36 and 40 pages"."""
    return " and ".join([*map(str, counts[:-1]), pluralize(counts[-1], "page")])
