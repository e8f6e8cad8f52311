"""Draws the pictures of books on the start page: the front of the cover, or the first page of a book without one.

A process of low priority draws each picture once, and ends after the last one. The pictures are kept in the user's
cache folder. Puzzles that are not made yet are shown as empty boards.
"""

from __future__ import annotations

import io
import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image

from puzzlegen.book.cover import Cover
from puzzlegen.book.design import load_design
from puzzlegen.book.edition_build import lay_out_edition
from puzzlegen.book.editions import editions_of
from puzzlegen.book.explained_puzzles import explain_puzzles, placeholder_puzzles
from puzzlegen.config.load import load_book
from puzzlegen.drawing.book_views import flat_front
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import PuzzlegenError
from puzzlegen.output.atomic_files import atomic_file
from puzzlegen.output.build_folder import COVER
from puzzlegen.studio.made_puzzles import made_records

HEIGHT = 440  # pixels, for cards of 220 on screens with two pixels to one
KEPT = 300  # pictures of about 40 KB
NICENESS = 15  # lower priority than all other work of the studio


def draw_card(config: Path, file: Path) -> bytes | None:
    """Draw the picture of a book and keep it; None for a book that cannot be laid out. Runs in a separate process.

    The folder of the config becomes the current one, so that names of files mean the same as for a build.
    """
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
    layout = lay_out_edition(edition, puzzles, design)
    with TemporaryDirectory(prefix="puzzlegen-") as name:
        if layout.cover is not None:
            return _front(layout.cover, Path(name))
        page = Path(name) / "page.pdf"
        space = edition.setup.profile.space
        write_pdf(layout.pages.between(1, 1), page, design.fonts, PdfStyle(space=space))
        document = pypdfium2.PdfDocument(page)
        try:
            shown: Image.Image = document[0].render(scale=HEIGHT / document[0].get_height()).to_pil()
            return shown.convert("RGB")
        finally:
            document.close()


def _front(cover: Cover, folder: Path) -> Image.Image:
    cover.write(folder)
    document = pypdfium2.PdfDocument(folder / COVER)
    try:
        return flat_front(document[0], cover.sheet, HEIGHT)
    finally:
        document.close()
