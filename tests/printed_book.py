"""Pages as they read back from a PDF, for tests that spoil one page of a book after the other."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from puzzlegen.checking.page_rendering import CODE_SCALE, open_document, render
from puzzlegen.checking.printed_pages import PrintedPage, read_pages
from puzzlegen.checking.qr_codes import ReadCode, read_codes
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.layout.core.document import Page


class Press:
    """Draws pages to a PDF and reads them back, each page once: reading takes most of the time of such tests."""

    def __init__(self, style: PdfStyle) -> None:
        self._style = style
        self._read: dict[Page, PrintedPage] = {}

    def printed(self, pages: Sequence[Page], folder: Path) -> list[PrintedPage]:
        """What stands on the pages of this book. Those not seen before are drawn and read, in a file in ``folder``."""
        new = [page for page in dict.fromkeys(pages) if page not in self._read]
        if new:
            path = folder / "unread.pdf"
            write_pdf(new, path, style=self._style)
            self._read |= zip(new, read_pages(path), strict=True)
        return [_numbered(self._read[page], number) for number, page in enumerate(pages, start=1)]


def _numbered(page: PrintedPage, number: int) -> PrintedPage:
    return replace(page, number=number, grids=tuple(replace(grid, page=number) for grid in page.grids))


def codes_on(path: Path) -> dict[int, list[ReadCode]]:
    """The QR codes on each page of a PDF."""
    with open_document(path) as document:
        return {number: read_codes(render(page, scale=CODE_SCALE)) for number, page in enumerate(document, start=1)}
