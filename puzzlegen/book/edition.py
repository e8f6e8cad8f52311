"""Builds one edition of a book: lays it out, draws and checks its files; later draws them again to compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import pypdfium2

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.cover import Cover, cover_sheet, edition_cover
from puzzlegen.book.design import Design, Edition
from puzzlegen.book.edition_pages import chosen_spreads, paginate
from puzzlegen.book.explained_puzzles import ExplainedPuzzles
from puzzlegen.book.listing import listing_tasks
from puzzlegen.book.manifest import EditionResult, digests, edition_manifest, inputs_of
from puzzlegen.book.shop_text import listing_text
from puzzlegen.checking.book_files import check_book
from puzzlegen.checking.expected import Printed, expectations_of
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.pdf_file import BookPdfs, PdfFile
from puzzlegen.checking.printer_rules import PrintSpec
from puzzlegen.checking.proof import Proofs
from puzzlegen.checking.rendering import Rendered, render
from puzzlegen.drawing.book_views import write_contact_sheet
from puzzlegen.drawing.pdf_writer import PRINT, PdfStyle, write_pdf
from puzzlegen.errors import OutputError
from puzzlegen.files import build_folder
from puzzlegen.files.limits import limited
from puzzlegen.formats.json_record import as_dict, dumps
from puzzlegen.jobs.ordered_work import HERE, StageTimer, Task, Workers
from puzzlegen.jobs.pools import working_ahead
from puzzlegen.language.locale_formatting import tag_of
from puzzlegen.layout.book.own_pages import words_of
from puzzlegen.layout.book.pagination import BookPages, booklet_sheets
from puzzlegen.printers.profile import Limits
from puzzlegen.units import POINTS_PER_INCH, to_mm
from puzzlegen.wording import pluralize


@dataclass(frozen=True, slots=True)
class EditionLayout:
    """The laid-out pages of an edition, with the limits of its printer for that many pages, its cover, its text for
    shops, empty without one, and remarks by the numbers of their puzzles."""

    edition: Edition
    pages: BookPages
    limits: Limits
    cover: Cover | None
    shop_text: str
    remarks: Mapping[int, str]

    @property
    def printed(self) -> Printed:
        """What the pages must show."""
        own = {page.number: words_of(page) for page in self.pages.own_pages()}
        return Printed(self.pages.contents, own, self.remarks)


def print_spec(edition: Edition, pages: int) -> PrintSpec:
    """Return how an edition of this number of pages is printed, by its config and the figures of the printer."""
    profile, sheet = edition.setup.profile, None
    if build_folder.COVER in edition.files:
        sheet = cover_sheet(edition.config.cover, profile, pages)
    return PrintSpec(profile, profile.limits(pages), sheet, edition.creep(pages))


def build_edition(
    edition: Edition, puzzles: ExplainedPuzzles, design: Design, folder: Path, timer: StageTimer, proofs: Proofs
) -> EditionResult:
    """Lay out, draw and check one edition in its build folder. The workers of ``proofs`` check it.

    Raises ConfigError, LayoutError or OutputError.
    """
    folder.mkdir(exist_ok=True)
    with timer.stage("lay out", steps=1):
        layout = lay_out_edition(edition, puzzles, design)
    with BookPdfs(folder) as pdfs, ExitStack() as pictures:
        with timer.stage("render", steps=1):
            _draw_pages(layout, puzzles.records, design, folder)
            # They take as long as the pages and the cover, and nothing that is checked depends on them.
            pictures.enter_context(
                working_ahead(proofs.pool, _picture_tasks(layout, folder, pdfs[build_folder.INTERIOR]))
            )
        with timer.stage("verify"):
            digits, hints = design.fonts.digits, puzzles.hints_by_puzzle
            expected = expectations_of(edition.config, puzzles.records, layout.printed, layout.limits, digits, hints)
            findings = check_book(pdfs, expected, print_spec(edition, len(layout.pages)), proofs, timer.progress)
            pictures.close()
    pages = len(layout.pages)
    manifest = edition_manifest(edition, puzzles.records, pages, layout.limits, layout.printed)
    manifest |= inputs_of(edition.config, design.fonts)
    manifest["files"] = digests(folder)
    return EditionResult(edition.name, pages, findings, manifest)


def lay_out_edition(edition: Edition, puzzles: ExplainedPuzzles, design: Design) -> EditionLayout:
    """Lay out the pages and the cover of an edition. Raises ConfigError or LayoutError."""
    pages, limits = paginate(edition.config, puzzles, edition.setup, design, edition.expected)
    cover = edition_cover(edition.config, puzzles.records, edition.setup.profile, len(pages), design)
    wanted = build_folder.LISTING_TEXT in edition.files
    text = listing_text(edition.config, puzzles.records, edition.setup.profile, design) if wanted else ""
    return EditionLayout(edition, pages, limits, cover, text, puzzles.remarks)


def draw_edition(
    layout: EditionLayout, records: Iterable[GradedPuzzle], design: Design, pdfs: BookPdfs, finished: BookPdfs
) -> None:
    """Write all files of an edition except its manifest into the folder of ``pdfs``.

    If ``finished`` has the same interior, pictures are drawn from that, which is open already. Raises OutputError.
    """
    _draw_pages(layout, records, design, pdfs.folder)
    drawn, known = (place.folder / build_folder.INTERIOR for place in (pdfs, finished))
    same = build_folder.is_recorded(build_folder.fact_of(drawn), build_folder.fact_of(known))
    for draw in _picture_tasks(layout, pdfs.folder, (finished if same else pdfs)[build_folder.INTERIOR]):
        draw()


def _draw_pages(layout: EditionLayout, records: Iterable[GradedPuzzle], design: Design, folder: Path) -> None:
    """Write the files of an edition that are printed, and its puzzles. Raises OutputError."""
    _draw_interior(layout, design, folder)
    if layout.cover is not None:
        layout.cover.write(folder)
    if layout.shop_text:
        (folder / build_folder.LISTING).mkdir(exist_ok=True)
        build_folder.write(folder / build_folder.LISTING_TEXT, layout.shop_text)
    write_puzzles(folder, records)


def _picture_tasks(layout: EditionLayout, folder: Path, interior: PdfFile) -> list[Callable[[], None]]:
    """Return calls that draw the pictures of an edition with this written interior. Each raises OutputError."""
    edition, calls = layout.edition, list[Callable[[], None]]()
    if build_folder.PREVIEW in edition.files:
        calls.append(partial(write_preview, interior, folder / build_folder.PREVIEW))
    if edition.config.output.listing:
        bound = edition.setup.profile.bound
        spreads = chosen_spreads(layout.pages.plan, bound=bound)
        calls += listing_tasks(folder, interior, layout.cover, spreads, bound=bound)
    return calls


def write_preview(interior: PdfFile, path: Path) -> None:
    """Write the contact sheet of an interior. Raises OutputError."""
    with interior.document() as document:
        write_contact_sheet(document, path)


def _draw_interior(layout: EditionLayout, design: Design, folder: Path) -> None:
    """Write the interior, and the answers if the config wants a separate file. Each page is drawn as it is written."""
    edition, pages = layout.edition, layout.pages
    style = _pdf_style(edition, pages, layout.limits)
    write_pdf(pages, folder / build_folder.INTERIOR, design.fonts, style)
    creep = edition.creep(len(pages))
    if creep is not None:
        sheets = replace(style, bookmarks=(), links=False)
        write_pdf(booklet_sheets(pages, creep), folder / build_folder.BOOKLET, design.fonts, sheets)
    if pages.separate_answers is not None:
        sheets = replace(style, bleed=PRINT.bleed, bookmarks=(), links=False)
        write_pdf(pages.separate_answers, folder / build_folder.ANSWERS, design.fonts, sheets)


def _pdf_style(edition: Edition, pages: BookPages, limits: Limits) -> PdfStyle:
    """Return what the interior's file may hold according to the printer."""
    config, rules = edition.config, edition.setup.profile.printer.file
    return PdfStyle(
        space=edition.setup.profile.space,
        bleed=(limits.bleed(1), limits.bleed(2)),
        bookmarks=pages.bookmarks if rules.outline else (),
        links=rules.links,
        whole_pages=rules.links and edition.setup.profile.printer.pages.auto_per_page is not None,
        title=config.title if rules.metadata else "",
        author=(config.author or "") if rules.metadata else "",
        language=tag_of(pages.context.messages.code) if rules.tags else "",
        tags=rules.tags,
        output_condition=rules.output_condition or "",
    )


def write_puzzles(folder: Path, records: Iterable[GradedPuzzle]) -> None:
    """Write puzzles.jsonl. Raises OutputError."""
    build_folder.write(folder / build_folder.PUZZLES, "".join(dumps(as_dict(record)) + "\n" for record in records))


DPI = 100  # of the renderings that are compared
TOLERANCE = 16  # of 255: pixels that differ more differ visibly. The same page is rendered to the same pixels
MAX_PAGES = 10  # of a file that are described


class _PageLook(NamedTuple):
    """Size in points, text by lines, and rendering of a page."""

    size: tuple[float, float]
    lines: list[str]
    shown: Rendered


def compare_with_new_drawing(
    pdfs: BookPdfs, layout: EditionLayout, records: Sequence[GradedPuzzle], design: Design, workers: Workers = HERE
) -> list[Finding]:
    """Draw the edition into a temporary folder, and find the files in that of ``pdfs`` with other bytes: F117.

    PDFs are compared by ``workers``, as they may be from elsewhere. The same pages always give the same bytes. Files
    that the folder lacks are not reported. Raises OutputError.
    """
    with TemporaryDirectory(prefix="puzzlegen-") as name, BookPdfs(Path(name)) as fresh:
        draw_edition(layout, records, design, fresh, pdfs)
        findings: list[Finding] = []
        for file in build_folder.FILES:
            ours, theirs = fresh.folder / file, pdfs.folder / file
            if file == build_folder.PUZZLES or not ours.exists() or not theirs.is_file():
                continue  # check_records compares puzzles.jsonl
            if build_folder.is_recorded(build_folder.fact_of(ours), build_folder.fact_of(theirs)):
                continue
            different = [_different(f"it is not the {'text' if file.endswith('.txt') else 'picture'} of the pages")]
            if file.endswith(".pdf"):
                [different] = workers.run([Task(partial(_different_pages, pdfs[file], fresh[file]), 0)])
            findings += [replace(finding, file=file) for finding in different]
        return findings


def _different(detail: str, page: int = 0) -> Finding:
    return Finding("F117", page, 0, detail)


def _different_pages(file: PdfFile, fresh: PdfFile) -> list[Finding]:
    """Describe how a PDF differs from a fresh drawing of it."""
    try:
        with limited(file.path, fresh.pages()), file.document() as document, fresh.document() as expected:
            return _described(document, expected)
    except OutputError:
        return [_different("it cannot be read as a PDF")]


def _described(document: pypdfium2.PdfDocument, expected: pypdfium2.PdfDocument) -> list[Finding]:
    """Describe how a PDF differs from what is expected; if no page does, then its bytes."""
    differing = _differences(document, expected)
    if len(document) != len(expected):  # the pages behind a missing or added one all differ
        counts = f"it has {pluralize(len(document), 'page')}, expected {len(expected)}"
        return [_different(counts), *islice(differing, 1)]
    findings = list(islice(differing, MAX_PAGES))
    if more := sum(1 for _ in differing):
        findings.append(_different(f"{more} more pages differ"))
    unseen = "no page looks different, but the bytes differ: something that no page shows was changed"
    return findings or [_different(unseen)]


def _differences(document: pypdfium2.PdfDocument, expected: pypdfium2.PdfDocument) -> Iterator[Finding]:
    for i in range(min(len(document), len(expected))):
        try:
            detail = _difference(_look(document[i]), _look(expected[i]))
        except pypdfium2.PdfiumError as error:
            detail = f"it cannot be read: {error}"
        if detail:
            yield _different(detail, i + 1)


def _look(page: pypdfium2.PdfPage) -> _PageLook:
    text = page.get_textpage()
    lines = text.get_text_bounded().splitlines()
    look = _PageLook(page.get_size(), lines, render(page, scale=DPI / POINTS_PER_INCH))
    text.close()
    page.close()
    return look


def _difference(found: _PageLook, expected: _PageLook) -> str:
    """Describe the first difference between two pages; empty if they look the same."""
    pixels, due = found.shown.pixels, expected.shown.pixels
    if pixels.shape != due.shape:
        (wide, high), (width, height) = found.size, expected.size
        return f"it is {to_mm(wide):.1f} x {to_mm(high):.1f} mm, expected {to_mm(width):.1f} x {to_mm(height):.1f} mm"
    place = ""
    different = np.argwhere(np.abs(pixels.astype(np.int16) - due) > TOLERANCE)
    if len(different):
        (top, left), (bottom, right) = (corner * to_mm(1 / found.shown.scale) for corner in
                                        (different.min(axis=0), different.max(axis=0) + 1))  # fmt: skip
        place = f"{left:.0f} to {right:.0f} mm from the left and {top:.0f} to {bottom:.0f} mm from the top"
    if found.lines != expected.lines:
        at = next((i for i, (one, other) in enumerate(zip(found.lines, expected.lines, strict=False)) if one != other),
                  min(len(found.lines), len(expected.lines)))  # fmt: skip
        read, wanted = (lines[at] if at < len(lines) else "nothing" for lines in (found.lines, expected.lines))
        return f"reads {read!r}, expected {wanted!r}" + (f", {place}" if place else ", which a reader does not see")
    return f"the picture differs {place}" if place else ""
