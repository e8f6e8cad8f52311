"""Builds one edition of a book: lays it out, draws its files and checks them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.book.cover import edition_cover
from puzzlegen.book.design import Design
from puzzlegen.book.edition_pages import paginate
from puzzlegen.book.editions import Edition
from puzzlegen.book.manifest import EditionResult, edition_manifest
from puzzlegen.book.puzzles import ExplainedPuzzles
from puzzlegen.checking.expectations import expectations_of, printed_parts
from puzzlegen.checking.printer_rules.interior_rules import PrintSpec
from puzzlegen.checking.verify import check_book
from puzzlegen.drawing.contact_sheet import write_contact_sheet
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.formats.json_record import as_dict, dumps
from puzzlegen.jobs.progress import StageTimer
from puzzlegen.layout.book.pagination import BookPages
from puzzlegen.output.build_folder import ANSWERS, FILES, INTERIOR, PREVIEW, PUZZLES, digest, write
from puzzlegen.printers.profile import Limits


def build_edition(
    edition: Edition, puzzles: ExplainedPuzzles, design: Design, folder: Path, timer: StageTimer
) -> EditionResult:
    """Lay out, draw and check one edition in its build folder.

    Raises ConfigError, LayoutError or OutputError.
    """
    config, profile = edition.config, edition.setup.profile
    folder.mkdir(exist_ok=True)
    with timer.stage("lay out", steps=1):
        pages, limits = paginate(config, puzzles, edition.setup, design)
        cover = edition_cover(config, puzzles.records, profile, len(pages), design)
    with timer.stage("render", steps=1):
        _draw_interior(edition, pages, limits, design, folder)
        if cover is not None:
            cover.write(folder)
        write_puzzles(folder, puzzles.records)
        if config.output.preview:
            write_contact_sheet(folder / INTERIOR, folder / PREVIEW)
    with timer.stage("verify"):
        parts = printed_parts(config, pages)
        expected = expectations_of(puzzles.records, parts, limits, design.messages)
        spec = PrintSpec(profile, limits, cover.sheet if cover else None)
        findings = check_book(folder, expected, spec, timer.progress)
    manifest = edition_manifest(config, puzzles.records, len(pages), limits)
    manifest["claims"] = parts
    manifest["files"] = {name: digest(folder / name) for name in FILES if (folder / name).exists()}
    return EditionResult(edition.name, len(pages), findings, manifest)


def _draw_interior(edition: Edition, pages: BookPages, limits: Limits, design: Design, folder: Path) -> None:
    """Write the interior, and the answers if the config wants a separate file. Each page is drawn as it is written."""
    style = _pdf_style(edition, pages, limits)
    write_pdf(pages, folder / INTERIOR, design.fonts, style)
    if pages.separate_answers is not None:
        sheets = PdfStyle(style.space, title=style.title, author=style.author)
        write_pdf(pages.separate_answers, folder / ANSWERS, design.fonts, sheets)


def _pdf_style(edition: Edition, pages: BookPages, limits: Limits) -> PdfStyle:
    """Return what the interior's file may hold according to the printer."""
    config, rules = edition.config, edition.setup.profile.printer.file
    return PdfStyle(
        space=edition.setup.profile.space,
        bleed=(limits.bleed(1), limits.bleed(2)),
        bookmarks=pages.bookmarks if rules.outline else (),
        links=rules.links,
        title=config.title if rules.metadata else "",
        author=(config.author or "") if rules.metadata else "",
    )


def write_puzzles(folder: Path, records: Iterable[GradedPuzzle]) -> None:
    """Write puzzles.jsonl. Raises OutputError."""
    write(folder / PUZZLES, "".join(dumps(as_dict(record)) + "\n" for record in records))
