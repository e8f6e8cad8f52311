"""Pages as they read back from a PDF, for tests that spoil one page of a book after the other."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from small_book import pages_of, puzzles_of

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.checking.book_files import ReadCode, check_codes, read_codes
from puzzlegen.checking.content import check_pages, check_puzzles
from puzzlegen.checking.expected import Printed, expectations_of
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.printed_pages import PrintedPage, read_pages
from puzzlegen.checking.rendering import CODE_SCALE, render
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.layout.core.document import Mark, Page, Text

Wanted = Callable[[Mark], bool]
Change = Callable[[Mark], Mark | None]


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


class SoundBook:
    """A book as laid out, in which a test changes pages; what is found then is read back from the PDF."""

    def __init__(self, text: str, records: list[GradedPuzzle] | None = None) -> None:
        self.config = loads_book(text)
        self.records = records or puzzles_of(self.config)
        self.planned, self.limits = pages_of(self.config, self.records)
        self.pages = tuple(self.planned)
        self.press = Press(PdfStyle(space="rgb"))

    def first(self, kind: str) -> int:
        """The index of the first page of a kind."""
        return next(i for i, page in enumerate(self.pages) if page.kind == kind)

    def found(self, pages: tuple[Page, ...], folder: Path, config: BookConfig | None = None) -> list[str]:
        """What is found on pages of the book, by its config or a changed one."""
        printed = self.press.printed(pages, folder)
        expected = expectations_of(config or self.config, self.records, Printed(self.planned.contents), self.limits)
        found = check_pages(printed, self.limits.bound) + check_puzzles(printed, expected)
        if self.config.aids.qr:
            found += check_codes(printed, self.press.codes(pages, folder), expected.aids)
        return [str(one) for one in found]

    def codes(self, pages: tuple[Page, ...], folder: Path) -> list[str]:
        """The codes of what is found, sorted."""
        return sorted(line.split()[1].rstrip(":") for line in self.found(pages, folder))

    def with_page(self, at: int, page: Page) -> tuple[Page, ...]:
        """The book with another page at an index."""
        return (*self.pages[:at], page, *self.pages[at + 1 :])

    def with_marks(self, at: int, marks: Sequence[Mark]) -> tuple[Page, ...]:
        """The book with other marks on the page at an index."""
        return self.with_page(at, replace(self.pages[at], marks=tuple(marks)))

    def spoilt(self, at: int | str, wanted: Wanted, change: Change) -> tuple[Page, ...]:
        """The book with the first wanted mark of a page or of a kind of page changed, or left out for None."""
        if isinstance(at, str):
            at = next(i for i, page in enumerate(self.pages) if page.kind == at and any(map(wanted, page.marks)))
        return self.with_marks(at, changed(self.pages[at].marks, wanted, change))


def changed(marks: Sequence[Mark], wanted: Wanted, change: Change) -> list[Mark]:
    """The marks with the first wanted one changed, or left out for None."""
    at = next(i for i, mark in enumerate(marks) if wanted(mark))
    one = change(marks[at])
    return [*marks[:at], *([one] if one else []), *marks[at + 1 :]]


def text(test: Callable[[Text], bool]) -> Wanted:
    """A test of marks that are texts."""
    return lambda mark: isinstance(mark, Text) and test(mark)


def reads(old: str, new: str) -> Change:
    """Change words of a text."""
    return lambda mark: replace(mark, string=mark.string.replace(old, new, 1))


def gone(_: Mark) -> None:
    """Leave a mark out."""
