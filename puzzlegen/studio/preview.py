"""Lays out a book and draws single pages of it as pictures; runs in a separate process for each project.

The process works in the folder of the project, so that the names of files in the config mean the same as for the
command line. It keeps the last layouts, so that turning pages only draws.
"""

from __future__ import annotations

import hashlib
import io
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.book.cover import with_guide
from puzzlegen.book.design import Design, load_design
from puzzlegen.book.edition_build import EditionLayout, lay_out_edition
from puzzlegen.book.edition_pages import check_layout_with_placeholders
from puzzlegen.book.editions import Edition, editions_of
from puzzlegen.book.explained_puzzles import explain_puzzles, placeholder_puzzles
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import ConfigError, GenerationError, LayoutError, PuzzlegenError
from puzzlegen.layout.core.document import Page
from puzzlegen.studio.made_puzzles import made_file, made_records, without_choices
from puzzlegen.studio.page_plan import PagePlan, ShownPage
from puzzlegen.studio.projects import CONFIGS

KEPT_LAYOUTS = 4  # of this process: the last texts, so that undoing a change is quick
COVER = 0  # stands for the cover in place of the number of a page


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
        raise ConfigError(f"profiles: the book has {len(editions)} editions, there is no number {edition + 1}")
    made = made_records(config)
    puzzles = explain_puzzles(config, made, design.messages) if made else None
    layout = lay_out_edition(editions[edition], puzzles or placeholder_puzzles(config), design)
    key = _key(text, config, edition, made)
    _layouts[key] = _Shown(layout, design)
    _layouts.move_to_end(key)
    while len(_layouts) > KEPT_LAYOUTS:
        _layouts.popitem(last=False)
    return _plan(key, editions, layout, stand_in=puzzles is None)


def _key(text: str, config: BookConfig, edition: int, made: list[GradedPuzzle] | None) -> str:
    return hashlib.sha256(f"{edition} {made is None} {config.choices}\n{text}".encode()).hexdigest()[:32]


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
        editions=tuple(one.name for one in editions),
        size=(profile.trim.width, profile.trim.height),
        pages=tuple(parts),
        cover=(sheet.width, sheet.height) if sheet else None,
        stand_in=stand_in,
        bound=profile.bound,
    )


def page_warnings(text: str) -> list[tuple[str, int]]:
    """Return the warnings of the config and the layout, each with its page or 0 for the whole book.

    Raises ConfigError or LayoutError.
    """
    doubts: list[str] = []
    config = loads_book(text, CONFIGS["book"], doubts.append)
    design = load_design(config.theme, config.language, config.cells)
    found = check_layout_with_placeholders(editions_of(config, design.messages.paper), design)
    return [*((line, 0) for line in doubts), *zip(found.warnings, found.pages, strict=True)]


def page_picture(text: str, key: str, number: int, width: int, *, guides: bool = False) -> bytes | None:
    """Return a PNG of a page, or of the cover for the number 0, ``width`` pixels wide.

    ``text`` is the config. If an earlier process made the plan with this key, it is made again. Returns None if no
    edition of the config has this key. ``guides`` shows folds, cuts and safe areas of the cover. Raises PuzzlegenError
    for a page that does not exist or cannot be drawn.
    """
    if key not in _layouts:
        _plan_again(text, key)
    shown = _layouts.get(key)
    if shown is None:
        return None
    layout, design = shown.layout, shown.design
    with TemporaryDirectory(prefix="puzzlegen-") as name:
        path = Path(name) / "page.pdf"
        if number == COVER:
            if layout.cover is None:
                raise PuzzlegenError("the book has no cover: set cover.make to yes")
            (with_guide(layout.cover) if guides else layout.cover).write(Path(name))
            path = Path(name) / "cover.pdf"
        else:
            write_pdf([_page(layout, number)], path, design.fonts, PdfStyle(space=layout.edition.setup.profile.space))
        return _png(path, width)


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
    document = pypdfium2.PdfDocument(path)
    try:
        page = document[0]
        picture = page.render(scale=width / page.get_width()).to_pil()
    finally:
        document.close()
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)  # for this machine only, so speed counts more than size
    return out.getvalue()


def puzzles_asked_for(text: str) -> tuple[str, bool]:
    """Return a name for the puzzles that a config asks for, and whether they are made. Raises ConfigError."""
    config = loads_book(text)
    return made_file(config).name, made_records(without_choices(config)) is not None
