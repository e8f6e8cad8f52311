"""Draws the pictures for shop listings, and lists the steps of uploading a finished book to its printer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzlegen.book.cover import Cover, cover_sheet
from puzzlegen.book.design import Edition, editions_of
from puzzlegen.book.edition_pages import Spread
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.config import shop_files
from puzzlegen.config.book import BookConfig
from puzzlegen.drawing import book_views
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import OutputError
from puzzlegen.files import build_folder
from puzzlegen.language.catalogue import load
from puzzlegen.printers.profile import Edges
from puzzlegen.printers.requirements import Basis
from puzzlegen.units import POINTS_PER_INCH, to_mm

NO_VALUE = "none"  # for a value that the book lacks, such as the spine of a book without a cover


def listing_tasks(
    folder: Path, interior: PdfFile, cover: Cover | None, spreads: Sequence[Spread], *, bound: bool
) -> list[Callable[[], None]]:
    """Return calls that write the pictures of an edition with this finished interior into a folder.

    ``spreads`` are the pages to show. The calls do not depend on each other. Each raises OutputError.
    """
    (folder / build_folder.LISTING_FRONT).parent.mkdir(exist_ok=True)
    sizes = shop_files.load_listing_sizes()
    calls: list[Callable[[], None]] = [partial(_write_spreads, folder, interior, spreads, sizes, bound=bound)]
    if cover is not None:
        calls.append(partial(_write_cover_pictures, folder, cover, sizes))
    return calls


def _write_spreads(
    folder: Path, interior: PdfFile, spreads: Sequence[Spread], sizes: shop_files.ListingSizes, *, bound: bool
) -> None:
    with interior.document() as document:
        pages = book_views.PageImage(document)
        for name, (left, right) in zip(build_folder.LISTING_SPREADS, spreads, strict=True):
            picture = book_views.facing_pages(pages, left, right, sizes.spread.size, bound=bound)
            book_views.write_jpeg(picture, folder / name, sizes.spread.max_bytes)


def _write_cover_pictures(folder: Path, cover: Cover, sizes: shop_files.ListingSizes) -> None:
    """Draw the cover again in the colors of screens, because those of printers look dull there."""
    bleed = Edges(*(cover.sheet.bleed,) * 4)
    with TemporaryDirectory(prefix="puzzlegen-") as name:
        sheet = Path(name) / "cover.pdf"
        write_pdf([cover.page], sheet, cover.fonts, PdfStyle(space="rgb", bleed=(bleed, bleed)))
        with PdfFile(sheet) as pdf, pdf.document() as document:
            front = book_views.flat_front(document[0], cover.sheet, sizes.cover.height)
            book_views.write_jpeg(front, folder / build_folder.LISTING_FRONT, sizes.cover.max_bytes)
            book = book_views.closed_book(document[0], cover.sheet, sizes.book.size)
            book_views.write_jpeg(book, folder / build_folder.LISTING_BOOK, sizes.book.max_bytes)


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
    guides = []
    try:
        book = build_folder.BookFolder.read(folder)
        for name in book.editions:
            manifest = book.edition(name).manifest
            config = BookConfig.model_validate(manifest["config"])
            known = {
                edition.name: edition for edition in editions_of(config, load(config.language, config.cells).paper)
            }
            guide = _steps(known[str(manifest["edition"])], int(manifest["counts"]["pages"]), folder / name)
            guides += [guide] if guide else []
    except build_folder.UNREADABLE:
        raise OutputError(f"{folder}: not a finished book of this version: build the book again") from None
    return guides


def _steps(edition: Edition, pages: int, folder: Path) -> Uploading | None:
    profile, cover = edition.setup.profile, edition.config.cover
    guide = shop_files.load_upload_guide(profile.name)
    if guide is None:
        return None
    has_cover, has_booklet = (folder / build_folder.COVER).is_file(), (folder / build_folder.BOOKLET).is_file()
    sheet = cover_sheet(cover, profile, pages) if has_cover else None
    facts = {
        "cover": has_cover,
        "no cover": not has_cover,
        "booklet": has_booklet,
        "no booklet": not has_booklet,
        "own barcode": sheet is not None and bool(sheet.isbn),
        "printer barcode": sheet is not None and not sheet.isbn,
        "text": (folder / build_folder.LISTING_TEXT).is_file(),
        "color": profile.stock.ink == "color",
    }
    values = {
        "interior": build_folder.INTERIOR,
        "cover": build_folder.COVER,
        "booklet": build_folder.BOOKLET,
        "text": build_folder.LISTING_TEXT,
        "pages": str(pages),
        "trim": f"{profile.trim.name} ({_size(profile.trim.width, profile.trim.height)})",
        "paper": profile.paper,
        "ink": profile.stock.ink,
        "binding": profile.binding,
        "bleed": "with bleed" if profile.with_bleed else "no bleed",
        "spine": f"{_inches(sheet.spine)} in ({to_mm(sheet.spine):.1f} mm)" if sheet else NO_VALUE,
        "sheet": _size(sheet.width, sheet.height) if sheet else NO_VALUE,
        "isbn": cover.isbn or NO_VALUE,
        "binds": profile.page_range_text,
    }
    steps = tuple(guide.steps_for(facts, values))
    return Uploading(edition.name, profile.printer.title, guide.address or "", steps, guide.basis)


def _size(width: float, height: float) -> str:
    return f"{_inches(width)} x {_inches(height)} in, {to_mm(width):.1f} x {to_mm(height):.1f} mm"


def _inches(points: float) -> str:
    return f"{points / POINTS_PER_INCH:.3f}".rstrip("0").rstrip(".")
