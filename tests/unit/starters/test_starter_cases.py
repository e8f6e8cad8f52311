"""Configs of first and second books as cases: starters.yaml has wishes, what stands in the config, and refusals."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cases import Case, cases, replay

from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.starters.book_starter import book_starter
from puzzlegen.starters.configs import BookWishes
from puzzlegen.starters.second_books import EditionWishes, FirstBook, edition_of, edition_place, volume_of, volume_place

PUZZLES = "output/small/puzzles.jsonl"


def facts(config: BookConfig) -> dict[str, Any]:
    """Return what wishes decide of a config."""
    found = {
        "page": [config.page.profile, config.page.trim, config.page.max_pages],
        "profiles": config.profiles,
        "cover": config.cover.make,
        "isbn": config.cover.isbn,
        "lines": config.cover.title_lines,
        "book": [config.title, config.author, config.front_matter.copyright, config.series, config.theme],
        "puzzles": config.puzzles,
        "sections": [
            f"{one.name}: {one.difficulty}, {one.per_page}, {one.layout.rule if one.layout else None}"
            for one in config.sections
        ],
    }
    rows = {key: [one for one in value if one] if isinstance(value, list) else value for key, value in found.items()}
    return {key: value for key, value in rows.items() if value}


def second(made: Any) -> list[Any]:
    """Return the facts of a second book, and the notes about it, but for those about the look of its pages."""
    return [facts(loads_book(made.text)), *(note for note in made.notes if not note.startswith("warning"))]


def of(text: str) -> FirstBook:
    return FirstBook(Path("small/book.yaml"), text, loads_book(text))


FUNCTIONS: dict[str, Callable[..., object]] = {
    "first book": lambda **wishes: facts(loads_book(book_starter(BookWishes("T", None, "s", **wishes), Path("x")))),
    "edition": lambda text, **wishes: second(edition_of(of(text), EditionWishes(**wishes), PUZZLES)),
    "volume": lambda text, title=None, series="other": second(volume_of(of(text), title, series)),
    "places": lambda first: [edition_place(Path(first), "a5"), volume_place(Path(first), 3)],
}


@cases(__file__, "starters")
def test_starters(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]])
