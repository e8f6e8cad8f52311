"""The editions of a book: the same puzzles for several printers."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.config.book import BookConfig
from puzzlegen.config.page_setup import PageSetup, concrete, editions, resolve
from puzzlegen.drawing.pdf import PdfStyle
from puzzlegen.language.catalogue import load
from puzzlegen.layout.book.pagination import BookPages
from puzzlegen.printers.profile import Limits


@dataclass(frozen=True, slots=True)
class Edition:
    """The book for one printer. ``config`` is that of the whole book, with this printer's page in it.

    ``name`` is its folder, empty where there is only one; ``key`` is where the book's config asks for it.
    """

    name: str
    key: str
    config: BookConfig
    setup: PageSetup


def editions_of(config: BookConfig) -> tuple[Edition, ...]:
    """The editions of a book in the order of its config; the puzzles are the same in all.

    Raises ConfigError for what a printer does not offer.
    """
    paper = load(config.language).paper
    pages = editions(concrete(config.page, paper), [concrete(page, paper) for page in config.profiles])
    return tuple(
        Edition(
            name if len(pages) > 1 else "",
            f"profiles[{index}]" if config.profiles else "page",
            config.model_copy(update={"page": page, "profiles": []}),
            resolve(page),
        )
        for index, (name, page) in enumerate(pages.items())
    )


def pdf_style(edition: Edition, pages: BookPages, limits: Limits) -> PdfStyle:
    """What the edition's file may hold."""
    config, rules = edition.config, edition.setup.profile.printer.file
    return PdfStyle(
        space=edition.setup.profile.space,
        bleed=(limits.bleed(1), limits.bleed(2)),
        bookmarks=pages.bookmarks if rules.outline else (),
        links=rules.links,
        title=config.title if rules.metadata else "",
        author=(config.author or "") if rules.metadata else "",
    )
