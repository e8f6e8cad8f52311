"""Builds one edition of a book: lays it out, draws its files and checks them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.book.cover import Cover, edition_cover
from puzzlegen.book.design import Design
from puzzlegen.book.edition_pages import paginate
from puzzlegen.book.editions import Edition
from puzzlegen.book.explained_puzzles import ExplainedPuzzles
from puzzlegen.book.listing import listing_tasks
from puzzlegen.book.manifest import EditionResult, edition_manifest, inputs_of
from puzzlegen.checking.expected_book_parts import expectations_of, printed_parts
from puzzlegen.checking.printer_rules.interior_rules import PrintSpec
from puzzlegen.checking.verify import check_book
from puzzlegen.drawing.contact_sheet import write_contact_sheet
from puzzlegen.drawing.pdf_writer import PRINT, PdfStyle, write_pdf
from puzzlegen.formats.json_record import as_dict, dumps
from puzzlegen.jobs.progress import StageTimer
from puzzlegen.jobs.worker_pools import WorkerPool, working_ahead
from puzzlegen.layout.book.booklet import booklet_sheets
from puzzlegen.layout.book.own_pages import words_of
from puzzlegen.layout.book.pagination import BookPages
from puzzlegen.output.build_folder import ANSWERS, BOOKLET, FILES, INTERIOR, PREVIEW, PUZZLES, digest, write
from puzzlegen.printers.profile import Limits


@dataclass(frozen=True, slots=True)
class EditionLayout:
    """The laid-out pages of an edition, with the limits of its printer for that many pages, and its cover if any."""

    edition: Edition
    pages: BookPages
    limits: Limits
    cover: Cover | None

    @property
    def claims(self) -> dict[str, Any]:
        """What the pages must show, for the manifest."""
        own = {page.number: words_of(page) for page in self.pages.own_pages()}
        return printed_parts(self.edition.config, self.pages.contents, own)

    @property
    def print_spec(self) -> PrintSpec:
        """How the edition is printed."""
        sheet = self.cover.sheet if self.cover else None
        return PrintSpec(self.edition.setup.profile, self.limits, sheet, self.edition.creep(len(self.pages)))


def build_edition(
    edition: Edition,
    puzzles: ExplainedPuzzles,
    design: Design,
    folder: Path,
    timer: StageTimer,
    pool: WorkerPool | None = None,
) -> EditionResult:
    """Lay out, draw and check one edition in its build folder. ``pool`` has the workers that check it.

    Raises ConfigError, LayoutError or OutputError.
    """
    folder.mkdir(exist_ok=True)
    with timer.stage("lay out", steps=1):
        layout = lay_out_edition(edition, puzzles, design)
    with ExitStack() as pictures:
        with timer.stage("render", steps=1):
            _draw_pages(layout, puzzles.records, design, folder)
            # They take as long as the pages and the cover, and nothing that is checked depends on them.
            pictures.enter_context(working_ahead(pool, _picture_tasks(layout, folder)))
        with timer.stage("verify"):
            digits = design.fonts.digits
            expected = expectations_of(
                puzzles.records, layout.claims, layout.limits, design.messages, digits, puzzles.hints_by_puzzle
            ).with_texts_of(edition.config)
            findings = check_book(folder, expected, layout.print_spec, timer.progress, pool)
            pictures.close()
    pages = len(layout.pages)
    manifest = edition_manifest(edition, puzzles.records, pages, layout.limits, layout.claims)
    manifest |= inputs_of(edition.config, design.fonts)
    manifest["files"] = {name: digest(folder / name) for name in FILES if (folder / name).exists()}
    return EditionResult(edition.name, pages, findings, manifest)


def lay_out_edition(edition: Edition, puzzles: ExplainedPuzzles, design: Design) -> EditionLayout:
    """Lay out the pages and the cover of an edition. Raises ConfigError or LayoutError."""
    pages, limits = paginate(edition.config, puzzles, edition.setup, design)
    cover = edition_cover(edition.config, puzzles.records, edition.setup.profile, len(pages), design)
    return EditionLayout(edition, pages, limits, cover)


def draw_edition(layout: EditionLayout, records: Iterable[GradedPuzzle], design: Design, folder: Path) -> None:
    """Write all files of an edition except its manifest. Raises OutputError."""
    _draw_pages(layout, records, design, folder)
    for draw in _picture_tasks(layout, folder):
        draw()


def _draw_pages(layout: EditionLayout, records: Iterable[GradedPuzzle], design: Design, folder: Path) -> None:
    """Write the files of an edition that are printed, and its puzzles. Raises OutputError."""
    _draw_interior(layout.edition, layout.pages, layout.limits, design, folder)
    if layout.cover is not None:
        layout.cover.write(folder)
    write_puzzles(folder, records)


def _picture_tasks(layout: EditionLayout, folder: Path) -> list[Callable[[], None]]:
    """Return calls that draw the pictures of an edition whose pages are written. Each raises OutputError."""
    wanted, calls = layout.edition.config.output, list[Callable[[], None]]()
    if wanted.preview:
        calls.append(partial(write_contact_sheet, folder / INTERIOR, folder / PREVIEW))
    if wanted.listing:
        bound = layout.edition.setup.profile.bound
        calls += listing_tasks(folder, layout.cover, layout.pages.plan, bound=bound)
    return calls


def _draw_interior(edition: Edition, pages: BookPages, limits: Limits, design: Design, folder: Path) -> None:
    """Write the interior, and the answers if the config wants a separate file. Each page is drawn as it is written."""
    style = _pdf_style(edition, pages, limits)
    write_pdf(pages, folder / INTERIOR, design.fonts, style)
    creep = edition.creep(len(pages))
    if creep is not None:
        sheets = replace(style, bookmarks=(), links=False)
        write_pdf(booklet_sheets(pages, creep), folder / BOOKLET, design.fonts, sheets)
    if pages.separate_answers is not None:
        sheets = replace(style, bleed=PRINT.bleed, bookmarks=(), links=False)
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
        output_condition=rules.output_condition,
    )


def write_puzzles(folder: Path, records: Iterable[GradedPuzzle]) -> None:
    """Write puzzles.jsonl. Raises OutputError."""
    write(folder / PUZZLES, "".join(dumps(as_dict(record)) + "\n" for record in records))
