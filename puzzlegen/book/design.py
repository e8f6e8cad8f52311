"""Lists the editions of a book, one for each printer, and loads what each is designed with: theme, fonts, messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzlegen.config.book import BookConfig
from puzzlegen.config.pages import PageSetup, edition_pages, resolve_page, with_home_printer
from puzzlegen.config.section import SectionConfig
from puzzlegen.config.themes import FontsConfig, load_theme
from puzzlegen.drawing.fonts import (
    DIGITS,
    FAMILIES,
    LETTERS,
    FontMetrics,
    FontSet,
    embedding_problem,
    family_file,
    family_name,
    missing_characters,
    uneven_digits,
)
from puzzlegen.errors import Loc, Problem
from puzzlegen.files import build_folder
from puzzlegen.language.catalogue import load
from puzzlegen.language.messages import Cells, Messages
from puzzlegen.layout.core.document import Font
from puzzlegen.layout.core.theme import Theme, theme_of
from puzzlegen.printers.profile import Profile
from puzzlegen.units import mm
from puzzlegen.wording import describe, did_you_mean, pluralize


@dataclass(frozen=True, slots=True)
class Design:
    """The theme, fonts and messages of a book. ``typeface`` is the name of the font family, for the colophon."""

    theme: Theme
    fonts: FontSet
    typeface: str
    messages: Messages

    @property
    def metrics(self) -> FontMetrics:
        """Measures text in the fonts."""
        return FontMetrics(self.fonts)


def load_design(theme: str, language: str, cells: Cells = "rc") -> Design:
    """Load a theme with its fonts, and the messages of a language; ``cells`` says how they name cells.

    Raises ConfigError with one line a problem when one of them is unknown or its file or fonts are wrong.
    """
    fonts: list[FontSet] = []

    def check(config: FontsConfig, folder: Path) -> list[Problem]:
        problems = font_problems(config, folder)
        if not problems:
            fonts.append(font_set(config, folder))
        return problems

    config = load_theme(theme, check)
    return Design(theme_of(theme, config), fonts[0], family_name(fonts[0].regular), load(language, cells))


def font_set(config: FontsConfig, folder: Path) -> FontSet:
    """Return the font files of a theme; ``font_problems`` must have found none."""

    def file_of(own: str | None, family: str, role: Font) -> Path:
        return (folder / own).resolve() if own else family_file(family, role)

    weight: Font = "bold" if config.digits_weight == "bold" else "regular"
    regular, bold = file_of(config.regular, config.text, "regular"), file_of(config.bold, config.text, "bold")
    display = file_of(config.bold, config.text, "display")
    if config.digits is None and config.digits_file is None:
        return FontSet(regular, bold, bold if weight == "bold" else regular, display)
    return FontSet(regular, bold, file_of(config.digits_file, config.digits or "", weight), display)


def font_problems(config: FontsConfig, folder: Path) -> list[Problem]:
    """Return the problems of a theme's fonts, by key: unknown family, file, outlines, rights, digits, letters."""
    problems = []
    for key, family in (("text", config.text), ("digits", config.digits)):
        if family is not None and family not in FAMILIES:
            problem = f"found {describe(family)}, allowed {', '.join(FAMILIES)}{did_you_mean(family, FAMILIES)}"
            problems.append(Problem((key,), f"{problem}; fonts of your own go into regular, bold and digits_file"))
    for key, beside in (("regular", "bold"), ("bold", "regular")):
        if getattr(config, key) and not getattr(config, beside):
            problem = f"found a {key} file without a {beside} one, allowed both or none; set fonts.{beside} too"
            problems.append(Problem((key,), problem))
    for key in ("regular", "bold", "digits_file"):
        own = getattr(config, key)
        if own and (problem := embedding_problem((folder / own).resolve())):
            problems.append(Problem((key,), f"{describe(own)}: {problem}"))
    return problems or _glyph_problems(font_set(config, folder), config)


def _glyph_problems(fonts: FontSet, config: FontsConfig) -> list[Problem]:
    problems = []
    roles: tuple[tuple[Font, str, str], ...] = (
        ("regular", "regular" if config.regular else "text", LETTERS + DIGITS),
        ("bold", "bold" if config.bold else "text", LETTERS + DIGITS),
        ("digits", "digits_file" if config.digits_file else "digits" if config.digits else "text", DIGITS),
    )
    for role, key, needed in roles:
        path = fonts.file(role)
        if missing := missing_characters(path, role, needed):
            problem = f"the font {family_name(path)} has no glyph for {missing!r}; take another font"
            problems.append(Problem((key,), problem))
        elif role == "digits" and (uneven := uneven_digits(path)):
            problem = f"the font {family_name(path)} has digits of unequal width ({', '.join(uneven)} differ from 0)"
            problems.append(Problem((key,), f"{problem}; take one with tabular digits for fonts.digits or digits_file"))
    return problems


@dataclass(frozen=True, slots=True)
class Edition:
    """The book for one printer.

    Attributes:
        name: its folder inside the book's folder; empty where there is only one edition.
        loc: the keys of the book's config that ask for it, such as ``("profiles", 0)``.
        book: the config of the whole book.
        config: the same with the page of this printer, and no other editions.
        setup: the page and margins.
        expected: about how many pages it will have; 1 if that is not known.
    """

    name: str
    loc: Loc
    book: BookConfig
    config: BookConfig
    setup: PageSetup
    expected: int = 1

    @property
    def files(self) -> frozenset[str]:
        """The names of its files, apart from its manifest."""
        return files_of(self.config, self.setup.profile)

    def creep(self, pages: int) -> float | None:
        """Return how far the innermost sheet of a booklet stands out in points; None if it is no booklet."""
        given = self.config.page.creep_mm
        if build_folder.BOOKLET not in self.files:
            return None
        return self.setup.profile.creep(pages) if given is None else mm(given)


def files_of(config: BookConfig, profile: Profile) -> frozenset[str]:
    """Return the names of the files of an edition, apart from its manifest. Its writer and its checks ask here."""
    key, listing = config.back_matter.answer_key, config.output.listing
    cover = config.cover.make and profile.printer.cover is not None
    wanted = {
        **dict.fromkeys(build_folder.ALWAYS, True),
        build_folder.PREVIEW: config.output.preview,
        build_folder.ANSWERS: key is not None and key.place == "separate",
        build_folder.BOOKLET: profile.booklet is not None,
        **dict.fromkeys(build_folder.COVER_FILES, cover),
        build_folder.LISTING_TEXT: listing,
        **dict.fromkeys(build_folder.LISTING_FILES if cover else build_folder.LISTING_SPREADS, listing),
    }
    return frozenset(name for name, is_wanted in wanted.items() if is_wanted)


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
            ("profiles", index) if config.profiles else ("page",),
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
