"""Checks any PDF against the rules of a printer (preflight)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from puzzlegen.checking.book_files import check_interior
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.pdf_file import PdfFile, check_limits, check_structure
from puzzlegen.checking.printer_rules import SIZE_SLACK, check_cover
from puzzlegen.config.book import PageConfig
from puzzlegen.config.pages import resolve_page
from puzzlegen.errors import ConfigError, OutputError, WorkerError
from puzzlegen.jobs.ordered_work import HERE, Task, Workers
from puzzlegen.printers.profile import Profile, cover_geometry
from puzzlegen.printers.requirements import Figures, load_printers
from puzzlegen.schema.isbn import isbn_digits
from puzzlegen.units import mm
from puzzlegen.wording import describe


@dataclass(frozen=True, slots=True)
class PreflightRequest:
    """The options of ``puzzlegen preflight``. None stands for the value in the file, or for the default of the printer.

    ``cover_of`` is the number of pages of the book if the file is its cover, None for an interior. ``spine_mm`` is the
    thickness of the spine, if the printer's own tool gave it. ``isbn`` is the number whose barcode the cover must have,
    empty if it needs none.
    """

    path: Path
    profile: str
    trim: str | None = None
    paper: str | None = None
    binding: str | None = None
    bleed: bool = False
    cover_of: int | None = None
    spine_mm: float | None = None
    isbn: str = ""


def preflight(request: PreflightRequest, workers: Workers = HERE) -> list[Finding]:
    """Return all findings. The pages are spread over ``workers``.

    Raises ConfigError for options that the printer does not offer, OutputError for a file that is not a PDF.
    """
    if request.isbn and request.cover_of is None:
        raise ConfigError("--isbn: only covers have barcodes: add --cover with the number of pages of the book")
    with PdfFile(request.path) as file:
        try:
            return _findings(file, request, workers)
        except WorkerError as error:
            raise error.in_file(request.path) from None


def _findings(file: PdfFile, request: PreflightRequest, workers: Workers) -> list[Finding]:
    workers.run([Task(partial(check_limits, file), 0)])
    profile = _profile_of(file, request)
    if request.cover_of is None:
        findings = check_interior(file, profile, workers=workers)
        words = "; if it is a cover, add --cover with the number of pages of the book"
        if file.pages() == 1 and profile.printer.cover is not None:
            findings = [
                replace(finding, limit=finding.limit + words) if finding.code == "I09" else finding
                for finding in findings
            ]
    else:
        spine = None if request.spine_mm is None else mm(request.spine_mm)
        geometry = cover_geometry(profile, request.cover_of, spine, _isbn(request), own_barcode=True)
        [findings] = workers.run([Task(partial(check_cover, file, profile, geometry), 0)])
    return findings + check_structure(file, web_links=profile.printer.file.links)


def _profile_of(file: PdfFile, request: PreflightRequest) -> Profile:
    """Return how the file is to be printed. Raises ConfigError for what the printer does not offer."""
    trim = request.trim or (None if request.cover_of else _trim_of(file, request.profile))
    try:
        asked = {name: getattr(request, name) for name in ("profile", "paper", "binding", "bleed")}
        page = PageConfig.model_validate(asked | {"trim": trim})
    except ValueError as error:
        raise ConfigError(f"--trim: {error}") from None
    try:
        return resolve_page(page).profile
    except ConfigError as error:
        options = (f"--{problem.loc[-1]}: {problem.text}" for problem in error.problems)
        raise ConfigError(*options) from None  # the same settings are options here


def _isbn(request: PreflightRequest) -> str:
    """Return the ISBN that the cover must have. Raises ConfigError for one that is wrong."""
    if not request.isbn:
        return ""
    try:
        return isbn_digits(request.isbn)
    except ConfigError as error:
        raise ConfigError(f"--isbn: found {describe(request.isbn)}, {error}") from None


def figures_date(profile: str) -> str:
    """Return the date of the oldest figure of a printer: when it was last read at its source."""
    printer = resolve_page(PageConfig(profile=profile)).profile.printer
    return min(group.verified_on for _, group in printer if isinstance(group, Figures))


def _trim_of(file: PdfFile, profile: str) -> str | None:
    """Return the name of the trim that the first page has, with or without bleed; None if it has none of them.

    Custom sizes are not recognized, because then every page of a wrong size would have one.
    """
    try:
        with file.objects() as pdf:
            page = pdf.pages[0]
            box = [float(side) for side in page.obj.get("/TrimBox", page.mediabox)]
    except (OutputError, IndexError, ValueError, TypeError):
        return None  # the checks of the pages report what is wrong
    width, height = (abs(box[i + 2] - box[i]) for i in (0, 1))
    printer = load_printers().get(profile)
    for name, trim in printer.trims.sizes.items() if printer else ():
        for bleed in (0.0, *((printer.bleed.amount,) if printer and printer.bleed else ())):
            fits = any(
                abs(width - trim.width - sides * bleed) < SIZE_SLACK for sides in (1, 2)
            )  # bleed on one side or both
            if fits and abs(height - trim.height - 2 * bleed) < SIZE_SLACK:
                return name
    return None
