"""Printers as cases: their figures, written out a second time from the sources, editions, and what is refused."""

from collections.abc import Callable
from dataclasses import astuple
from typing import Any

from cases import Case, cases, replay

from puzzlegen.config.book import PageConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import PageSetup, edition_pages, resolve_page
from puzzlegen.printers.profile import Profile
from puzzlegen.printers.requirements import load_printers
from puzzlegen.schema.isbn import isbn_digits
from puzzlegen.units import inches

PAPERS = ("white", "cream", "standard-color")


def setup(**choices: object) -> PageSetup:
    return resolve_page(PageConfig.model_validate(choices))


def profile(**choices: object) -> Profile:
    return setup(**choices).profile


def in_inches(points: float | None) -> float | None:
    return None if points is None else points / inches(1)


def trim_in_inches(trim: str, printer: str = "kdp") -> list[Any]:
    found = profile(profile=printer, trim=trim).trim
    return [found.name, in_inches(found.width), in_inches(found.height)]


def limits(pages: int, **choices: object) -> dict[str, Any]:
    """Return what the printer asks of a first and a second page in points; edges are left, top, right, bottom."""
    found = profile(**choices).limits(pages)
    edges = {name: [astuple(getattr(found, name)(page)) for page in (1, 2)] for name in ("bleed", "min_margins")}
    return {"multiple": found.multiple, "page_size": [found.page_size(page) for page in (1, 2)], **edges}


def margins(**choices: object) -> list[float | None]:
    found = setup(**choices).margins
    return [in_inches(getattr(found, side)) for side in ("inside", "outside", "top", "bottom")]


def facts(**choices: object) -> dict[str, Any]:
    """Return what is known of a book of 100 pages."""
    used = profile(**choices)
    return {"trim": used.trim.name, "pages": str(used.pages), "spine": used.spine(100), "bound": used.bound}


def editions(text: str) -> dict[str, Any]:
    """Return what the pages of each edition of a book state beside the defaults."""
    config = loads_book(text, "c")
    found = edition_pages(config.page, config.profiles)
    return {name: page.model_dump(mode="json", exclude_defaults=True) for name, page in found.items()}


FUNCTIONS: dict[str, Callable[..., object]] = {
    "printers": load_printers,
    "isbn": isbn_digits,
    "editions": editions,
    "limits": limits,
    "margins": margins,
    "facts": facts,
    "limits of KDP": lambda trim: [profile(trim=trim, paper=paper).pages for paper in PAPERS],
    "gutter of KDP": lambda pages: in_inches(profile(trim="6x9").gutter(pages)),
    "spine of KDP": lambda pages, paper: round(in_inches(profile(trim="6x9", paper=paper).spine(pages)) or 0, 3),
    "trim": trim_in_inches,
    "trim of a tablet": lambda trim: trim_in_inches(trim, "tablet"),
    "narrower gutter of KDP": lambda gutter: profile(trim="6x9").narrower_gutter(inches(gutter)),
    "check pages": lambda pages, printer="kdp", **page: profile(profile=printer, **page).check_page_count(pages),
}


@cases(__file__, "printers")
def test_printers(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]])
