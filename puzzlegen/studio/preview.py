"""Lays out a book and draws single pages of it, and draws the pictures of books on the start page.

A separate process for each project works in the folder of the project, so that the names of files in the config mean
the same as for the command line. It keeps the last layouts, so that turning pages only draws.

A picture for the start page is the front of the cover, or the first page of a book without one; puzzles that are not
made yet are empty boards. A process of low priority draws each picture once, and ends after the last one. The pictures
are kept in the user's cache folder.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections import OrderedDict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.cover import Cover, edition_cover, with_guide
from puzzlegen.book.design import Design, Edition, editions_of, load_design
from puzzlegen.book.edition import EditionLayout, lay_out_edition
from puzzlegen.book.edition_pages import check_layout_with_placeholders
from puzzlegen.book.explained_puzzles import explain_puzzles, placeholder_puzzles
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.config.book import BookConfig
from puzzlegen.config.error_places import places_in
from puzzlegen.config.load import load_book, loads_book
from puzzlegen.drawing.book_views import flat_front, page_image, quick_png
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import CellsTooSmall, ConfigError, GenerationError, LayoutError, PuzzlegenError
from puzzlegen.files.build_folder import COVER
from puzzlegen.files.reading import MAX_RECORDS, read_limited
from puzzlegen.files.writing import atomic_file
from puzzlegen.layout.core.document import Page
from puzzlegen.studio.bench import made_file, made_records, without_choices
from puzzlegen.studio.config_editor import refusal
from puzzlegen.studio.projects import CONFIGS
from puzzlegen.studio.records import PagePlan, ShownPage

KEPT_LAYOUTS = 4  # of this process: the last texts, so that undoing a change is quick
COVER_PAGE = 0  # stands for the cover in place of the number of a page


@dataclass(frozen=True, slots=True)
class _Shown:
    """A layout that pictures can be drawn of."""

    layout: EditionLayout
    design: Design


_layouts: OrderedDict[str, _Shown] = OrderedDict()


def plan_pages(text: str, edition: int = 0) -> PagePlan:
    """Lay out an edition of a book, counted from 0, with its own puzzles if they are made.

    Raises ConfigError or LayoutError for a config that cannot be printed.
    """
    config = loads_book(text)
    design = load_design(config.theme, config.language, config.cells)
    editions = editions_of(config, design.messages.paper)
    if not 0 <= edition < len(editions):
        raise ConfigError(f"the book has {len(editions)} editions, there is no number {edition + 1}", at=("profiles",))
    made = made_records(config)
    puzzles = explain_puzzles(config, made, design.messages) if made else None
    with places_in(config, ""):
        layout = lay_out_edition(editions[edition], puzzles or placeholder_puzzles(config), design)
    key = _key(text, config, edition, made)
    _layouts[key] = _Shown(layout, design)
    _layouts.move_to_end(key)
    while len(_layouts) > KEPT_LAYOUTS:
        _layouts.popitem(last=False)
    return _plan(key, editions, layout, stand_in=puzzles is None)


def _key(text: str, config: BookConfig, edition: int, made: list[GradedPuzzle] | None) -> str:
    choices = [choice.model_dump(mode="json") for choice in config.choices]  # also what is over a puzzle
    return hashlib.sha256(f"{edition} {made is None} {choices}\n{text}".encode()).hexdigest()[:32]


def _plan(key: str, editions: tuple[Edition, ...], layout: EditionLayout, *, stand_in: bool) -> PagePlan:
    book, profile = layout.pages, layout.edition.setup.profile
    starts = sorted((start, part) for part, start in book.plan.starts.items())
    parts = []
    for number in range(1, book.plan.pages + 1):
        while len(starts) > 1 and starts[1][0] <= number:
            starts.pop(0)
        parts.append(ShownPage(number, starts[0][1]))
    sheet = layout.cover.sheet if layout.cover else None
    return PagePlan(
        key=key,
        editions=tuple(edition.name for edition in editions),
        size=(profile.trim.width, profile.trim.height),
        pages=tuple(parts),
        cover=(sheet.width, sheet.height) if sheet else None,
        stand_in=stand_in,
        bound=profile.bound,
        puzzles=book.plan.puzzles,
    )


def problems_in_print(text: str, known: Collection[str] = ()) -> tuple[str, ...]:
    """Return why a book cannot be printed, in the words of pages, without what is ``known``.

    These are the problems of the config, and if it has none, what its pages or its cover cannot hold. A number of pages
    that the printer does not bind is no problem yet: the book may grow.
    """
    try:
        config = loads_book(text)
        design = load_design(config.theme, config.language, config.cells)
        check_layout_with_placeholders(editions_of(config, design.messages.paper), design, any_length=True)
    except CellsTooSmall as error:
        fits = f"boards of up to {error.side}x{error.side} cells fit: choose a smaller board" if error.side else ""
        words = f"{error.found}; {fits or 'no board fits: choose another look for the book'} or another book"
    except (ConfigError, LayoutError) as error:
        words = refusal("book", error, text)
    else:
        return ()
    return tuple(line for line in words.splitlines() if line not in known)


def page_warnings(text: str) -> list[tuple[str, int]]:
    """Return the warnings of the config and the layout, each with its page or 0 for the whole book.

    Raises ConfigError or LayoutError.
    """
    doubts: list[str] = []
    config = loads_book(text, CONFIGS["book"], doubts.append)
    design = load_design(config.theme, config.language, config.cells)
    with places_in(config, ""):
        layout = check_layout_with_placeholders(editions_of(config, design.messages.paper), design)
    return [*((line, 0) for line in doubts), *zip(layout.warnings, layout.pages, strict=True)]


def page_picture(text: str, key: str, number: int, width: int, *, guides: bool = False) -> bytes | None:
    """Return a PNG of a page, or of the cover for the number 0, ``width`` pixels wide.

    ``text`` is the config. If an earlier process made the plan with this key, it is made again. Returns None if no
    edition of the config has this key. ``guides`` shows folds, cuts and safe areas of the cover. Raises PuzzlegenError
    for a page that does not exist or cannot be drawn.
    """
    shown = _shown_layout(text, key)
    if shown is None:
        return None
    layout, design = shown.layout, shown.design
    with TemporaryDirectory(prefix="puzzlegen-") as name:
        path = Path(name) / "page.pdf"
        if number == COVER_PAGE:
            if layout.cover is None:
                raise PuzzlegenError("the book has no cover: set cover.make to yes")
            (with_guide(layout.cover) if guides else layout.cover).write(Path(name))
            path = Path(name) / "cover.pdf"
        else:
            write_pdf([_page(layout, number)], path, design.fonts, PdfStyle(space=layout.edition.setup.profile.space))
        return _png(path, width)


def pages_of_puzzles(text: str) -> dict[int, int]:
    """Return the page of each puzzle in the first edition, by its number; none for a book that cannot be laid out."""
    with suppress(ConfigError, GenerationError, LayoutError):
        config = loads_book(text)
        key = _key(text, config, 0, made_records(config))
        if key not in _layouts:
            plan_pages(text)
        return dict(_layouts[key].layout.pages.plan.puzzles)
    return {}


def puzzles_on_page(text: str, key: str, number: int) -> list[tuple[float, ...]]:
    """Return each puzzle on a page of a plan: its number, left, top, width and height, as shares of those of the page.

    Raises PuzzlegenError for a page that does not exist.
    """
    shown = _shown_layout(text, key)
    if shown is None:
        return []
    page = _page(shown.layout, number)
    areas = [(grid.number, grid.area) for grid in page.grids if grid.role == "puzzle" and grid.number]
    wide, high = page.width, page.height
    return [(puzzle, a.left / wide, a.top / high, a.width / wide, a.height / high) for puzzle, a in areas]


def _shown_layout(text: str, key: str) -> _Shown | None:
    """Return the layout of a plan, made again if an earlier process made it; None if no edition has its key."""
    if key not in _layouts:
        _plan_again(text, key)
    return _layouts.get(key)


def _plan_again(text: str, key: str) -> None:
    """Lay out the edition of a book that has a key, if there is one."""
    with suppress(ConfigError, GenerationError, LayoutError):
        config = loads_book(text)
        made = made_records(config)
        for edition in range(max(1, len(config.profiles))):
            if _key(text, config, edition, made) == key:
                plan_pages(text, edition)


def _page(layout: EditionLayout, number: int) -> Page:
    if not 0 < number <= len(layout.pages):
        raise PuzzlegenError(f"page {number}: the book has {len(layout.pages)} pages")
    return next(layout.pages.between(number, number))


def _png(path: Path, width: int) -> bytes:
    with PdfFile(path) as file, file.document() as document:
        return quick_png(page_image(document[0], width / document[0].get_width()))


def puzzles_asked_for(text: str) -> tuple[str, bool]:
    """Return a name for the puzzles that a config asks for, and whether they are made. Raises ConfigError."""
    config = loads_book(text)
    return made_file(config).name, made_records(without_choices(config)) is not None


HEIGHT = 440  # pixels, for cards of 220 on screens with two pixels to one
KEPT = 300  # pictures of about 40 KB
ANY_PAGES = 100  # of a cover whose front alone is shown: laying out all pages takes three times as long (2026-11-30)
NICENESS = 15  # lower priority than all other work of the studio


def draw_card(config: Path, file: Path) -> bytes | None:
    """Draw the picture of a book and keep it; None for a book that cannot be laid out. Runs in a separate process.

    A picture that was kept while the call waited is returned. The folder of the config becomes the current one, so
    that names of files mean the same as for a build.
    """
    with suppress(OSError):
        return read_limited(file, MAX_RECORDS)
    if hasattr(os, "nice"):
        os.nice(max(0, NICENESS - os.nice(0)))
    os.chdir(config.parent)
    try:
        picture = _first_view(config)
    except (PuzzlegenError, OSError):
        return None
    out = io.BytesIO()
    picture.save(out, "PNG")
    with suppress(PuzzlegenError, OSError):  # without a cache it is drawn again next time
        file.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(file) as temporary:
            temporary.write_bytes(out.getvalue())
        kept = sorted(file.parent.glob("*.png"), key=lambda one: one.stat().st_mtime, reverse=True)
        for old in kept[KEPT:]:
            old.unlink(missing_ok=True)
    return out.getvalue()


def _first_view(path: Path) -> Image.Image:
    config = load_book(Path(path.name))
    design = load_design(config.theme, config.language, config.cells)
    edition = editions_of(config, design.messages.paper)[0]
    made = made_records(config)
    puzzles = explain_puzzles(config, made, design.messages) if made else placeholder_puzzles(config)
    profile = edition.setup.profile
    cover = edition_cover(config, puzzles.records, profile, ANY_PAGES, design)
    with TemporaryDirectory(prefix="puzzlegen-") as name:
        if cover is not None:
            return _front(cover, Path(name))
        layout = lay_out_edition(edition, puzzles, design)
        page = Path(name) / "page.pdf"
        write_pdf(layout.pages.between(1, 1), page, design.fonts, PdfStyle(space=profile.space))
        with PdfFile(page) as file, file.document() as document:
            return page_image(document[0], HEIGHT / document[0].get_height())


def _front(cover: Cover, folder: Path) -> Image.Image:
    cover.write(folder)
    with PdfFile(folder / COVER) as file, file.document() as document:
        return flat_front(document[0], cover.sheet, HEIGHT)
