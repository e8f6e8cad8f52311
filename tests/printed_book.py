"""Pages as they read back from a PDF, for tests that spoil one page of a book after the other."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from puzzlegen.checking.book_files import ReadCode, read_codes
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.printed_pages import PrintedPage, read_pages
from puzzlegen.checking.rendering import CODE_SCALE, render
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.layout.core.document import Page


class Press:
    """Draws pages to a PDF and reads them back, each page once: reading takes most of the time of such tests."""

    def __init__(self, style: PdfStyle) -> None:
        self._style = style
        self._read: dict[Page, PrintedPage] = {}
        self._codes: dict[Page, list[ReadCode]] = {}

    def printed(self, pages: Sequence[Page], folder: Path) -> list[PrintedPage]:
        """What stands on the pages of this book. Those not seen before are drawn and read, in a file in ``folder``."""
        new = [page for page in dict.fromkeys(pages) if page not in self._read]
        if new:
            path = folder / "unread.pdf"
            write_pdf(new, path, style=self._style)
            self._read |= zip(new, read_pages(path), strict=True)
        return [_numbered(self._read[page], number) for number, page in enumerate(pages, start=1)]

    def codes(self, pages: Sequence[Page], folder: Path) -> dict[int, list[ReadCode]]:
        """The QR codes on each page of this book, read from a file in ``folder`` as ``printed`` does."""
        new = [page for page in dict.fromkeys(pages) if page not in self._codes]
        if new:
            path = folder / "unread.pdf"
            write_pdf(new, path, style=self._style)
            with PdfFile(path) as pdf, pdf.document() as document:
                read = [read_codes(render(page, scale=CODE_SCALE)) for page in document]
            self._codes |= zip(new, read, strict=True)
        return {number: self._codes[page] for number, page in enumerate(pages, start=1)}


def _numbered(page: PrintedPage, number: int) -> PrintedPage:
    return replace(page, number=number, grids=tuple(replace(grid, page=number) for grid in page.grids))
