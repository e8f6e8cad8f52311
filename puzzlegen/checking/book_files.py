"""Checks all finished files of a book: puzzles, answers, texts, QR codes, booklet and the rules of the printer.

Workers read the pages in ranges. Each page is rendered once, for everything that depends on what a reader sees. An
independent library reads the QR codes, and each letter and shape of a booklet is compared with the interior.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path

import pypdfium2
import zxingcpp

from puzzlegen.checking.content import check_pages, check_puzzles, printed_puzzle
from puzzlegen.checking.expected import AidExpectations, Expectations, WrittenText, check_written
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.page_objects import PageObjects, flow_of, read_objects
from puzzlegen.checking.pdf_file import BookPdfs, PdfFile, check_structure, file_facts, page_facts
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import PrintedPage, printed_page
from puzzlegen.checking.printer_rules import PrintSpec, check_cover, file_rules, page_rules, sequence_rules
from puzzlegen.checking.proof import Proofs
from puzzlegen.checking.rendering import CODE_SCALE, SCALE, Rendered, render
from puzzlegen.errors import PuzzlegenError
from puzzlegen.files.build_folder import ANSWERS, BOOKLET, COVER, INTERIOR
from puzzlegen.files.limits import limited
from puzzlegen.jobs.ordered_work import HERE, Progress, Task, Workers
from puzzlegen.ledger.ledger import Repeat
from puzzlegen.printers.profile import PAGES_PER_SHEET, Limits, Profile

ROW = 15.0  # points: codes whose centers are closer than this in height are in one row


@dataclass(frozen=True, slots=True)
class ReadCode:
    """The text of a QR code, and its center in points from the top left."""

    text: str
    x: float
    y: float


def check_codes(
    pages: Sequence[PrintedPage], codes: Mapping[int, Sequence[ReadCode]], aids: AidExpectations
) -> list[Finding]:
    """Check that each printed puzzle has a code on its page that opens it, in the order of numbers: R403.

    ``codes`` has those of each page by its number.
    """
    if aids.address is None:
        return []
    findings = []
    for page in pages:
        grids = [grid for grid in page.grids if grid.number is not None and not grid.is_answer]
        if grids:
            findings += _check_codes(grids, codes.get(page.number, ()), aids)
    return findings


def read_codes(shown: Rendered) -> list[ReadCode]:
    """Read the codes on a page rendered at ``CODE_SCALE``, from top to bottom and from left to right."""
    codes = []
    for code in zxingcpp.read_barcodes(shown.pixels):
        corners = code.position
        ends = (corners.top_left, corners.bottom_right)
        x, y = (sum(getattr(end, axis) for end in ends) / 2 / shown.scale for axis in "xy")
        codes.append(ReadCode(code.text, x, y))
    tops = sorted({code.y for code in codes})
    starts = [y for before, y in zip([-ROW, *tops], tops, strict=False) if y - before > ROW]
    return sorted(codes, key=lambda code: (sum(start <= code.y for start in starts), code.x))


def _check_codes(grids: Sequence[PrintedGrid], codes: Sequence[ReadCode], aids: AidExpectations) -> list[Finding]:
    """Check the codes of one page: they are in the order of the puzzles, and each opens its puzzle."""
    assert aids.address is not None
    page = grids[0].page
    try:
        expected = {grid.number or 0: aids.address(printed_puzzle(grid, aids), grid.number or 0) for grid in grids}
    except PuzzlegenError:
        return []  # P201 or P203 reports it
    read = [code.text for code in codes]
    findings = [
        Finding("R403", page, number, f"no code reads {text}") for number, text in expected.items() if text not in read
    ]
    findings += [
        Finding("R403", page, 0, f"a code reads {text}, which is not a puzzle of the page")
        for text in read
        if text not in expected.values()
    ]
    if not findings and read != [expected[number] for number in sorted(expected)]:
        findings.append(Finding("R403", page, 0, "the codes are not in the order of the puzzles"))
    return findings


RANGE_PAGES = 8  # of a range: about a tenth of a second
RANGES_PER_WORKER = 4  # at most, if there are several workers, because each opens the file for each range
KEPT_BYTES = 50_000_000  # of a file that stays open: PDFium keeps what it has read of a file in memory


@dataclass(frozen=True, slots=True)
class PageReading:
    """What is read of a page for its reader.

    ``digits`` is the font file of the clues, None if the look of the cells is not to be compared with it. ``codes``:
    QR codes are read too.
    """

    digits: Path | None = None
    codes: bool = False


@dataclass(frozen=True, slots=True)
class PageRange:
    """The pages from ``first`` to ``last``, counted from 1.

    ``reading`` is None if only the rules of the printer are checked.
    """

    file: PdfFile
    first: int
    last: int
    reading: PageReading | None
    spec: PrintSpec


@dataclass(frozen=True, slots=True)
class CheckedPage:
    """What was found on one page: what it shows, its QR codes, the rules it breaks, and whether it is blank."""

    number: int
    printed: PrintedPage | None
    codes: tuple[ReadCode, ...]
    findings: tuple[Finding, ...]
    blank: bool


def file_tasks(file: PdfFile, reading: PageReading | None, spec: PrintSpec, workers: int) -> list[Task]:
    """Return the tasks that check a file: first the whole file, which gives findings, then ranges of its pages.

    Raises OutputError for a file that cannot be read as a PDF.
    """
    pages = file.pages()
    length = max(RANGE_PAGES, math.ceil(pages / (workers * RANGES_PER_WORKER)) if workers > 1 else 0)
    ranges = [
        PageRange(file, first, min(first + length - 1, pages), reading, spec) for first in range(1, pages + 1, length)
    ]
    return [
        Task(partial(check_file, file, spec), 0),
        *(Task(partial(check_range, part), part.last - part.first + 1) for part in ranges),
    ]


def check_range(pages: PageRange) -> list[CheckedPage]:
    """Read, render and check a range of pages. Raises OutputError for what cannot be read."""
    with pages.file.document() as document:
        checked = [_check_page(document, number, pages) for number in range(pages.first, pages.last + 1)]
    if pages.file.path.stat().st_size > KEPT_BYTES:
        pages.file.close()
    return checked


def _check_page(document: pypdfium2.PdfDocument, number: int, pages: PageRange) -> CheckedPage:
    with limited(pages.file.path):
        return _checked_page(document, number, pages)


def _checked_page(document: pypdfium2.PdfDocument, number: int, pages: PageRange) -> CheckedPage:
    page = document[number - 1]
    try:
        reading = pages.reading
        scale = CODE_SCALE if reading is not None and reading.codes else SCALE
        shown = render(page, words=pages.spec.profile.with_bleed, scale=scale)
        drawn = read_objects(page)
        printed = None
        codes: tuple[ReadCode, ...] = ()
        if reading is not None:
            printed = printed_page(drawn, shown, number, reading.digits)
            if reading.codes and printed.numbers_puzzle:
                codes = tuple(read_codes(shown))
    finally:
        page.close()
    facts = page_facts(pages.file, number, shown, drawn)
    return CheckedPage(number, printed, codes, tuple(page_rules(facts, pages.spec)), facts.ink is None)


def check_file(file: PdfFile, spec: PrintSpec) -> list[Finding]:
    """Check the whole file by the rules of its printer. Raises OutputError."""
    with limited(file.path, file.pages()):
        return list(file_rules(file_facts(file), spec))


def check_sequence(pages: Iterable[CheckedPage], spec: PrintSpec) -> list[Finding]:
    """Return the findings of the printer's rules on pages and on their sequence."""
    pages = list(pages)
    findings = [finding for page in pages for finding in page.findings]
    return findings + list(sequence_rules([page.blank for page in pages], spec))


def check_interior(
    file: PdfFile, profile: Profile, limits: Limits | None = None, workers: Workers = HERE
) -> list[Finding]:
    """Check the pages of a book against the rules of its printer.

    ``limits`` replace those of the profile for as many pages as the file has. Raises OutputError when the file cannot
    be read as a PDF.
    """
    spec = PrintSpec(profile, limits or profile.limits(file.pages()))
    whole, *ranges = workers.run(file_tasks(file, None, spec, workers.count))
    return whole + check_sequence(chain.from_iterable(ranges), spec)


SAME = 0.02  # points by which positions may differ, because files have thousandths
Mark = tuple[str, float, float]  # a letter or the kind of a shape, and its position


def check_booklet(booklet: PdfFile, interior: PdfFile, creep: float) -> list[Finding]:
    """Check that folding the sheets gives the pages of the interior in their order: F119.

    Page 1 must be at the right of the front of the outermost sheet, page 2 behind it, and so on. ``creep`` is how far
    the innermost sheet stands out, in points; its pages must be moved by that toward the fold.
    """
    with booklet.document() as sheets, interior.document() as pages:
        if 2 * len(sheets) != len(pages) or len(pages) % PAGES_PER_SHEET:
            sides = f"found {len(sheets)}, expected half as many as the pages, which are {len(pages)}"
            return [Finding("F119", 0, 0, f"sides of sheets: {sides}")]
        return list(_differences(sheets, pages, creep))


def _differences(sheets: pypdfium2.PdfDocument, pages: pypdfium2.PdfDocument, creep: float) -> Iterator[Finding]:
    count = len(pages)
    for number in range(count):
        # In the folded booklet, leaf n has the pages 2n + 1 and, behind it, 2n + 2. The first half of the leaves are
        # the right halves of the sheets, from the outermost to the innermost. The other leaves are the left halves in
        # the other direction, and they show the backs of the sheets first.
        leaf, behind = divmod(number, 2)
        sheet = min(leaf, count // 2 - 1 - leaf)
        back = behind if leaf < count // PAGES_PER_SHEET else 1 - behind
        side, right = 2 * sheet + back, not behind
        page, whole = read_objects(pages[number]), read_objects(sheets[side])
        most = count // PAGES_PER_SHEET - 1
        shift = creep * sheet / most if most else 0.0
        left = page.width - shift if right else shift
        on_sheet, expected = _marks(whole, page.width, right, left), _marks(page, page.width, None, 0.0)
        if not _alike(on_sheet, expected):
            half = "right" if right else "left"
            yield Finding("F119", number + 1, 0, f"side {side + 1} of the sheets, {half} half: it is not this page")


def _marks(objects: PageObjects, fold: float, right: bool | None, left: float) -> list[Mark]:
    """Return the marks of a page, or of one half of a sheet measured from ``left``, sorted."""
    letters = objects.letters
    marks = [(text, float(x), float(y)) for text, x, y in zip(letters.text, letters.x, letters.baseline, strict=True)]
    for kind in ("lines", "rects", "sides", "curves"):
        marks += [(kind, (shape.x0 + shape.x1) / 2, (shape.top + shape.bottom) / 2) for shape in getattr(objects, kind)]
    own = ((text, x - left, y) for text, x, y in marks if right is None or (x >= fold) == right)
    return sorted(own, key=lambda mark: (mark[0], mark[2], mark[1]))  # heights are the same in both files


def _alike(found: list[Mark], expected: list[Mark]) -> bool:
    return len(found) == len(expected) and all(
        mark[0] == other[0] and abs(mark[1] - other[1]) < SAME and abs(mark[2] - other[2]) < SAME
        for mark, other in zip(found, expected, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a verification, and a summary line."""

    findings: tuple[Finding, ...]
    summary: str

    @property
    def failed(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.is_error for finding in self.findings)


def check_book(
    pdfs: BookPdfs, expected: Expectations, spec: PrintSpec, proofs: Proofs, progress: Progress
) -> tuple[Finding, ...]:
    """Check all finished files of a book: first what readers would find wrong, then what the printer would refuse.

    Pages and the proofs that ``proofs`` lacks are spread over its workers.
    """
    workers = Workers(proofs.pool, progress)
    files = [_Pages(INTERIOR, pdfs[INTERIOR], spec.limits)]
    if expected.key is not None and expected.key.separate:
        files.append(_Pages(ANSWERS, pdfs[ANSWERS], spec.limits.for_single_sheets()))
    waiting = proofs.tasks(record.puzzle for record in expected.records)
    groups = [*_tasks_of(files, pdfs, expected, spec, workers.count), waiting]
    progress.start("verify", sum(task.steps for group in groups for task in group))
    results = iter(workers.run([task for group in groups for task in group]))
    *interiors, cover, booklet, proved = [list(islice(results, len(group))) for group in groups]
    proofs.keep(chain.from_iterable(proved))
    for_readers: list[Finding] = []
    for_printer: list[Finding] = []
    printed = []
    for file, (whole, *ranges) in zip(files, interiors, strict=True):
        checked = list(chain.from_iterable(ranges))
        pages = [page.printed for page in checked]
        printed.append(pages)
        for_readers += _in_file(file.name, check_pages(pages, file.limits.bound, expected.folios, expected.pictures))
        rules = [*whole, *check_sequence(checked, PrintSpec(spec.profile, file.limits)), *check_structure(file.pdf)]
        for_printer += _in_file(file.name, rules)
        if file.name == INTERIOR:
            for_readers += check_codes(pages, {page.number: page.codes for page in checked}, expected.aids)
    for_readers += check_written([page.drawn for page in printed[0]], expected.written)
    for_printer += chain.from_iterable((*cover, *booklet))
    for_readers += check_puzzles(printed[0], expected, printed[1] if len(printed) > 1 else (), proofs)
    return (*sorted(for_readers, key=lambda finding: finding.sort_key), *for_printer)


def _tasks_of(
    files: Sequence[_Pages], pdfs: BookPdfs, expected: Expectations, spec: PrintSpec, workers: int
) -> list[list[Task]]:
    """Return the tasks for each file, for the cover, and for the booklet."""
    reading = PageReading(expected.digits, expected.aids.address is not None)
    groups = [file_tasks(file.pdf, reading, PrintSpec(spec.profile, file.limits), workers) for file in files]
    cover = [] if spec.cover is None else [Task(partial(_check_cover, pdfs[COVER], spec, expected.on_cover), 0)]
    sheets = pdfs[BOOKLET], pdfs[INTERIOR]
    booklet = [] if spec.creep is None else [Task(partial(_check_booklet, *sheets, spec.creep), 0)]
    return [*groups, cover, booklet]


@dataclass(frozen=True, slots=True)
class _Pages:
    """A file with pages of a book, and how it is printed."""

    name: str
    pdf: PdfFile
    limits: Limits


def _check_cover(file: PdfFile, spec: PrintSpec, texts: Sequence[WrittenText]) -> list[Finding]:
    assert spec.cover is not None
    with limited(file.path, file.pages()), file.document() as document:
        words = [flow_of(read_objects(page).letters.turned(0)) for page in document]
    findings = check_cover(file, spec.profile, spec.cover) + check_structure(file)
    return _in_file(COVER, [*check_written(words, texts), *findings])


def _check_booklet(booklet: PdfFile, interior: PdfFile, creep: float) -> list[Finding]:
    with limited(booklet.path, interior.pages()):
        return _in_file(BOOKLET, check_booklet(booklet, interior, creep) + check_structure(booklet))


def _in_file(name: str, findings: list[Finding]) -> list[Finding]:
    """Name the file in each finding, unless it is the interior."""
    return [replace(finding, file=name if name != INTERIOR else "") for finding in findings]


def repeat_findings(repeats: Iterable[Repeat]) -> tuple[Finding, ...]:
    """Return a finding for each repeat that a ledger reports."""
    return tuple(
        Finding("P207", 0, repeat.number, f"the {repeat.what} are those of {repeat.held}") for repeat in repeats
    )
