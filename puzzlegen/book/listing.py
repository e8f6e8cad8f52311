"""Draws the pictures for shop listings: the front, the closed book, and three pairs of facing pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2

from puzzlegen.book.cover import Cover
from puzzlegen.config.shop_files import ListingSizes, load_listing_sizes
from puzzlegen.drawing.book_views import closed_book, facing_pages, flat_front, opened_pages, write_jpeg
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import ConfigError
from puzzlegen.files.build_folder import INTERIOR, LISTING_BOOK, LISTING_FRONT, LISTING_SPREADS
from puzzlegen.layout.book.page_plan import PagePlan
from puzzlegen.printers.profile import Edges

Spread = tuple[int, int]  # the numbers of two facing pages


def listing_tasks(folder: Path, cover: Cover | None, plan: PagePlan, *, bound: bool) -> list[Callable[[], None]]:
    """Return calls that write the pictures of an edition whose interior is finished. They do not depend on each other.

    Each raises OutputError. Raises ConfigError for a book that is too short.
    """
    spreads = chosen_spreads(plan, bound=bound)
    (folder / LISTING_FRONT).parent.mkdir(exist_ok=True)
    sizes = load_listing_sizes()
    calls: list[Callable[[], None]] = [partial(_write_spreads, folder, spreads, sizes, bound=bound)]
    if cover is not None:
        calls.append(partial(_write_cover_pictures, folder, cover, sizes))
    return calls


def _write_spreads(folder: Path, spreads: Sequence[Spread], sizes: ListingSizes, *, bound: bool) -> None:
    with opened_pages(folder / INTERIOR) as pages:
        for name, (left, right) in zip(LISTING_SPREADS, spreads, strict=True):
            picture = facing_pages(pages, left, right, sizes.spread.size, bound=bound)
            write_jpeg(picture, folder / name, sizes.spread.max_bytes)


def _write_cover_pictures(folder: Path, cover: Cover, sizes: ListingSizes) -> None:
    """Draw the cover again in the colors of screens, because those of printers look dull there."""
    bleed = Edges(*(cover.sheet.bleed,) * 4)
    with TemporaryDirectory(prefix="puzzlegen-") as name:
        sheet = Path(name) / "cover.pdf"
        write_pdf([cover.page], sheet, cover.fonts, PdfStyle(space="rgb", bleed=(bleed, bleed)))
        document = pypdfium2.PdfDocument(sheet)
        try:
            front = flat_front(document[0], cover.sheet, sizes.cover.height)
            write_jpeg(front, folder / LISTING_FRONT, sizes.cover.max_bytes)
            book = closed_book(document[0], cover.sheet, sizes.book.size)
            write_jpeg(book, folder / LISTING_BOOK, sizes.book.max_bytes)
        finally:
            document.close()


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
    last = _best(rest, behind, sorted(behind)[2 * len(behind) // 3], _numbers_on(puzzles, opening))
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


def _best(spreads: Sequence[Spread], wanted: Mapping[int, set[int]], near: int, avoided: Collection[int]) -> Spread:
    """Return the spread with the most wanted pages and without puzzles to avoid, and of several the closest to a page.

    ``wanted`` maps pages to the numbers of their puzzles.
    """

    def rank(spread: Spread) -> tuple[int, int, int, int]:
        pages = sum(page in wanted for page in spread)
        return not pages, len(_numbers_on(wanted, spread) & set(avoided)), -pages, abs(spread[0] - near)

    return min(spreads, key=rank)
