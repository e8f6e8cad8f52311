"""Judging a PDF, whoever made it, by what a printer takes."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

import pikepdf

from puzzlegen.checking.printer_rules.findings import Finding
from puzzlegen.checking.printer_rules.judge import judge_cover, judge_interior
from puzzlegen.config.book import PageConfig
from puzzlegen.config.page_setup import resolve
from puzzlegen.config.printers import load_printers
from puzzlegen.errors import ConfigError
from puzzlegen.printers.cover_geometry import wrap
from puzzlegen.units import mm

NEAR = 0.6  # points: printers measure in hundredths of an inch


@dataclass(frozen=True, slots=True)
class Question:
    """What ``puzzlegen preflight`` was asked. What is None is taken from the file or is the printer's usual.

    ``cover_of`` is the number of pages of the book whose cover it is, None for an interior; ``spine_mm`` its thickness
    where the printer's own tool gave it.
    """

    path: Path
    profile: str
    trim: str | None = None
    paper: str | None = None
    binding: str | None = None
    bleed: bool = False
    cover_of: int | None = None
    spine_mm: float | None = None


def preflight(question: Question) -> list[Finding]:
    """All findings. Raises ConfigError for what the printer does not offer, OutputError for what is not a PDF."""
    trim = question.trim or (None if question.cover_of else _trim_of(question))
    try:
        page = PageConfig.model_validate(
            {
                "profile": question.profile,
                "trim": trim,
                "paper": question.paper,
                "binding": question.binding,
                "bleed": question.bleed,
            }
        )
    except ValueError as fault:
        raise ConfigError(f"--trim: {fault}") from None
    try:
        profile = resolve(page).profile
    except ConfigError as fault:
        raise ConfigError(str(fault).replace("page.", "--")) from None  # the same choices, made on the command line
    if question.cover_of is None:
        return judge_interior(question.path, profile)
    spine = None if question.spine_mm is None else mm(question.spine_mm)
    return judge_cover(question.path, profile, wrap(profile, question.cover_of, spine))


def figures_read(profile: str) -> str:
    """The day on which the oldest of a printer's figures was last read at its source."""
    printer = load_printers()[profile]
    bases = (getattr(getattr(printer, field.name), "basis", None) for field in fields(printer))
    return str(min(basis.verified_on for basis in bases if basis is not None))


def _trim_of(question: Question) -> str | None:
    """The printer's trim, by name, that the first page has, with or without bleed; None for the printer's usual one.

    A size of one's own must be said: any odd page would pass for one.
    """
    try:
        with pikepdf.open(question.path) as pdf:
            page = pdf.pages[0]
            box = [float(side) for side in page.obj.get("/TrimBox", page.mediabox)]
    except (pikepdf.PdfError, OSError, IndexError, ValueError, TypeError):
        return None  # whoever reads the pages says what is wrong with them
    width, height = (abs(box[i + 2] - box[i]) for i in (0, 1))
    printer = load_printers().get(question.profile)
    for name, trim in printer.trims.sizes.items() if printer else ():
        for more in (0.0, *((printer.bleed.amount,) if printer and printer.bleed else ())):
            wide = any(abs(width - trim.width - sides * more) < NEAR for sides in (1, 2))  # bleed on one side or both
            if wide and abs(height - trim.height - 2 * more) < NEAR:
                return name
    return None
