"""Lists the steps of uploading a finished book to its printer, with the files, sizes and options to choose."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from puzzlegen.book.cover import cover_sheet
from puzzlegen.book.design import Edition, editions_of
from puzzlegen.book.manifest import EDITIONS
from puzzlegen.config.book import BookConfig
from puzzlegen.config.shop_files import load_upload_guide
from puzzlegen.errors import OutputError
from puzzlegen.files.build_folder import BOOKLET, COVER, INTERIOR, MANIFEST
from puzzlegen.files.reading import MAX_MANIFEST, read_limited
from puzzlegen.language.catalogue import load
from puzzlegen.printers.requirements import Basis
from puzzlegen.units import POINTS_PER_INCH, to_mm

NO_VALUE = "none"  # for a value that the book lacks, such as the spine of a book without a cover


@dataclass(frozen=True, slots=True)
class Uploading:
    """The steps for one edition of a finished book. ``edition`` is its folder, empty for the top folder.

    ``address`` is where books are uploaded, empty for a printer at home. ``basis`` is the source of the steps.
    """

    edition: str
    printer: str
    address: str
    steps: tuple[str, ...]
    basis: Basis


def uploading(folder: Path) -> list[Uploading]:
    """Return the steps for each edition of the finished book in a folder, whose printer has steps.

    Raises OutputError for a folder without a finished book, and ConfigError for steps that cannot be read.
    """
    found = []
    try:
        above = _manifest(folder)
        names = list(above["editions"]) if above["kind"] == EDITIONS else [""]
        for name in names:
            manifest = above if not name else _manifest(folder / name)
            config = BookConfig.model_validate(manifest["config"])
            known = {one.name: one for one in editions_of(config, load(config.language, config.cells).paper)}
            guide = _steps(known[str(manifest["edition"])], int(manifest["counts"]["pages"]), folder / name)
            found += [guide] if guide else []
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ValidationError):
        raise OutputError(f"{folder}: not a finished book of this version: build the book again") from None
    return found


def _manifest(folder: Path) -> dict[str, Any]:
    return dict(json.loads(read_limited(folder / MANIFEST, MAX_MANIFEST)))


def _steps(edition: Edition, pages: int, folder: Path) -> Uploading | None:
    profile, cover = edition.setup.profile, edition.config.cover
    guide = load_upload_guide(profile.name)
    if guide is None:
        return None
    has_cover, has_booklet = (folder / COVER).is_file(), (folder / BOOKLET).is_file()
    sheet = cover_sheet(cover, profile, pages) if has_cover else None
    facts = {
        "cover": has_cover,
        "no cover": not has_cover,
        "booklet": has_booklet,
        "no booklet": not has_booklet,
        "own barcode": sheet is not None and bool(sheet.isbn),
        "printer barcode": sheet is not None and not sheet.isbn,
    }
    values = {
        "interior": INTERIOR,
        "cover": COVER,
        "booklet": BOOKLET,
        "pages": str(pages),
        "trim": f"{profile.trim.name} ({_size(profile.trim.width, profile.trim.height)})",
        "paper": profile.paper,
        "ink": "color" if profile.stock.ink == "colour" else profile.stock.ink,
        "binding": profile.binding,
        "bleed": "with bleed" if profile.with_bleed else "no bleed",
        "spine": f"{_inches(sheet.spine)} in ({to_mm(sheet.spine):.1f} mm)" if sheet else NO_VALUE,
        "sheet": _size(sheet.width, sheet.height) if sheet else NO_VALUE,
        "isbn": cover.isbn or NO_VALUE,
    }
    steps = tuple(guide.steps_for(facts, values))
    return Uploading(edition.name, profile.printer.title, guide.address or "", steps, guide.basis)


def _size(width: float, height: float) -> str:
    return f"{_inches(width)} x {_inches(height)} in, {to_mm(width):.1f} x {to_mm(height):.1f} mm"


def _inches(points: float) -> str:
    return f"{points / POINTS_PER_INCH:.3f}".rstrip("0").rstrip(".")
