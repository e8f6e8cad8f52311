"""The main job: a config becomes a folder with a proved, print-ready book."""

from __future__ import annotations

import json
import os
import platform
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from puzzlegen import __version__
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.catalogue.load import load
from puzzlegen.config.profiles import PageSetup, resolve
from puzzlegen.config.schema import BookConfig, config_hash
from puzzlegen.errors import ConfigError, FormatError, LedgerError, OutputError
from puzzlegen.formats.record import Record, dumps, parse_record
from puzzlegen.grade.grade import DIFFICULTIES
from puzzlegen.layout.book import Book, answers_book
from puzzlegen.layout.book import book as lay_out
from puzzlegen.layout.document import Page
from puzzlegen.layout.records import PageGeometry
from puzzlegen.pipeline.claims import claims_of, said_of
from puzzlegen.pipeline.compose import book_sections, book_text
from puzzlegen.pipeline.issuing import NO_LEDGER, Identity, Issuing, Rules, digest, findings_against, issuing
from puzzlegen.pipeline.logo import load_logo
from puzzlegen.pipeline.look import load_look
from puzzlegen.pipeline.make import dealt, generate_book
from puzzlegen.pipeline.progress import Progress
from puzzlegen.press.profile import Limits
from puzzlegen.render.contact import write_contact_sheet
from puzzlegen.render.pdf import write_pdf
from puzzlegen.resources import WORDS, template
from puzzlegen.units import mm, to_mm
from puzzlegen.verify.book import Claims, check_puzzles, count_by_code
from puzzlegen.verify.codes import check_codes
from puzzlegen.verify.file import check_file, check_pages
from puzzlegen.verify.findings import Finding
from puzzlegen.verify.printed import PrintedPage, read_pages

INTERIOR, PUZZLES, MANIFEST, PREVIEW = "interior.pdf", "puzzles.jsonl", "manifest.json", "preview.png"
ANSWERS = "answers.pdf"  # only where the config asks for a separate key
FILES = (PREVIEW, PUZZLES, ANSWERS, INTERIOR)  # all that a manifest tells of
SMALL_CELL = mm(7.5)  # readers call smaller cells cramped: warn
ABANDONED = 24 * 3600.0  # seconds after which a build room belongs to a build that was killed
_LIBRARIES = ("numpy", "numba", "clingo", "reportlab", "pikepdf", "pdfplumber", "pypdfium2", "pillow", "markdown-it-py")
_OF_A_LANGUAGE = (
    WORDS, "how-to-play.md", "techniques.md", "colophon.md", "cover-back.md",
    *(f"section-{name}.md" for name in DIFFICULTIES),
)  # fmt: skip
_OF_ALL = ("printers.yaml", "margins.yaml")


@dataclass(frozen=True, slots=True)
class Request:
    """What ``puzzlegen book`` was asked for. ``reprint`` names a puzzles.jsonl whose puzzles are printed again."""

    config: BookConfig
    folder: Path
    source: str
    jobs: int = 1
    reprint: Path | None = None
    rules: Rules = NO_LEDGER


@dataclass(frozen=True, slots=True)
class Report:
    """How it went."""

    findings: tuple[Finding, ...]
    summary: str

    @property
    def failed(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.is_error for finding in self.findings)


@dataclass
class Clock:
    """Seconds by stage."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time the block."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = round(time.perf_counter() - begin, 3)


def book(request: Request, progress: Progress, say: Callable[[str], None]) -> Report:
    """Make the book, read it back, and put it in its folder only if it proved right.

    A book with faults goes to ``rejected`` inside the folder, and what was in the folder before stays. Raises
    ConfigError, GenerationError, LayoutError, LedgerError or OutputError.
    """
    config, clock = request.config, Clock()
    setup, look = resolve(config.page), load_look(config.theme)
    # What cannot be laid out is refused before hours of generating.
    warnings = list(advice(config, paginate(config, stand_ins(config), setup)[0]))
    with building(request.folder) as room, issuing(identity(config, request.folder), request.rules) as issue:
        for words in warnings:
            say(f"warning: {words}")
        with clock.stage("generate"):
            records = _records(request, issue, progress)
        with clock.stage("lay out"):
            pages, limits = paginate(config, records, setup)
        progress.start("render", 1)
        with clock.stage("render"):
            write_pdf(pages, room / INTERIOR, look.fonts)  # draws each page as it is written
            key = config.back_matter.answer_key
            if key and key.place == "separate":
                write_pdf(answers_of(config, records, pages), room / ANSWERS, look.fonts)
            _write(room / PUZZLES, "".join(dumps(record.as_dict()) + "\n" for record in records))
            if config.output.preview:
                write_contact_sheet(room / INTERIOR, room / PREVIEW)
        progress.advance()
        with clock.stage("verify"):
            said = said_of(config, pages)
            findings = _findings(room, claims_of(records, said, limits), limits, progress)
            findings += issue.findings(records)
        manifest = _manifest(request, records, len(pages), limits, findings)
        manifest["claims"] = said
        manifest["counts"]["repeats"] = dict(issue.seen.repeats)
        manifest["ledger"] = issue.as_dict()
        manifest["files"] = {
            name: digest(room / name) for name in FILES if (room / name).exists()
        }
        manifest["seconds"] = clock.seconds
        _write(room / MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
        report = Report(findings, "")
        target = request.folder / "rejected" if report.failed else request.folder
        if report.failed:
            _move(room, target)
        else:
            _put_in_place(room, request.folder, issue, records)
            if issue.told:
                say(issue.told)
    seconds = sum(clock.seconds.values())
    errors = sum(finding.is_error for finding in findings)
    outcome = f"{errors} errors; see {target}" if report.failed else f"verified; {target / INTERIOR}"
    return Report(findings, f"{len(records)} puzzles on {len(pages)} pages in {seconds:.1f} s: {outcome}")


def identity(config: BookConfig, folder: Path) -> Identity:
    """What a ledger knows the book by."""
    names = tuple(section.name for section in config.sections)
    return Identity(config.series, config.title, config_hash(config), folder, names)


def _put_in_place(room: Path, folder: Path, issue: Issuing, records: list[Record]) -> None:
    """Move a proved book into its folder and record it. The order is explained in ledger.ledger."""
    try:
        issue.reserve(records, room / MANIFEST)
    except LedgerError as fault:
        _move(room, folder / "rejected")  # hours of work may be in it
        kept = folder / "rejected" / PUZZLES
        raise LedgerError(f"{fault}; the puzzles are kept: print them with --puzzles {kept}") from None
    _move(room, folder)
    _forget_rejected(folder / "rejected")
    issue.settle(records)


def verify(folder: Path, progress: Progress, ledger: Path | None = None) -> Report:
    """Read a finished book back and prove it right, also against ``ledger``, by default the one its manifest names, if
    it is still there. Raises OutputError, FormatError or LedgerError when something cannot be read.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        limits = Limits.from_dict(manifest["page"])
        said = dict(manifest["claims"])
        claims_of([], said, limits)
        files = dict.fromkeys((INTERIOR, PUZZLES), "") | dict(manifest["files"])
    except OSError as fault:
        raise OutputError(f"{folder / MANIFEST}: {fault.strerror}: name the folder of a finished book") from None
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise OutputError(
            f"{folder / MANIFEST}: not a manifest of this version ({fault}): build the book again"
        ) from None
    findings = [
        Finding("F101", 0, 0, f"{name} is missing or not the file the manifest describes")
        for name, due in files.items()
        if not (folder / name).is_file() or digest(folder / name) != due
    ]
    if any(not (folder / name).is_file() for name in files if name != PREVIEW):
        return Report(tuple(findings), "the book is not complete")
    records = read_records(folder / PUZZLES)
    findings += _findings(folder, claims_of(records, said, limits), limits, progress)
    findings += findings_against(ledger, folder, manifest, records)
    errors = sum(finding.is_error for finding in findings)
    return Report(tuple(findings), f"{len(records)} puzzles read back and solved: {errors} errors")


def stand_ins(config: BookConfig) -> list[Record]:
    """Records as large as the book's will be, with nothing in them."""
    records: list[Record] = []
    for index, section in enumerate(config.sections, start=1):
        made = []
        for number in range(1, section.count + 1):
            grid = section.board(number)
            empty = Puzzle(grid, (BLANK,) * grid.size)
            made.append(
                Record(empty, (False,) * grid.size, 0, section.difficulty, 0.0, 0, (0, 0), "", section=index)
            )
        records += [replace(one, number=len(records) + i) for i, one in enumerate(dealt(made, section), start=1)]
    return records


def read_records(path: Path) -> list[Record]:
    """The records of a puzzles.jsonl. Raises FormatError naming file and line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise FormatError(f"{path}: cannot be read: {fault}") from None
    records = []
    for number, row in enumerate(text.splitlines(), start=1):
        try:
            records.append(parse_record(row))
        except FormatError as fault:
            raise FormatError(f"{path}:{number}: {fault}") from None
    return records


def advice(config: BookConfig, pages: Iterable[Page]) -> Iterator[str]:
    """What a laid-out book may do better: cells readers find cramped, and last pages that are not full."""
    places = {grid.number: grid for page in pages for grid in page.grids if grid.role == "puzzle"}
    first = 1
    for section in config.sections:
        grids = [places[number] for number in range(first, first + section.count)]
        first += section.count
        if grids[0].cell < SMALL_CELL:
            yield (
                f"section {section.name!r}: cells of {to_mm(grids[0].cell):.1f} mm; readers like "
                f"{to_mm(SMALL_CELL):.1f} mm and more: fewer puzzles a page, smaller boards or a larger trim"
            )
        a_page = section.per_page or sum(grid.page == grids[0].page for grid in grids)
        last = sum(grid.page == grids[-1].page for grid in grids)
        if last < a_page:
            full = [str(count) for count in (section.count - last, section.count - last + a_page) if count]
            yield (
                f"section {section.name!r}: its last page has {last} of {a_page} puzzles; "
                f"a count of {' or '.join(full)} fills it"
            )


def _geometry(setup: PageSetup, inside: float) -> PageGeometry:
    profile, margins = setup.profile, setup.margins
    trim = profile.trim
    return PageGeometry(
        trim.width,
        trim.height,
        inside,
        margins.outside,
        margins.top,
        margins.bottom,
        bound=profile.bound,
        even=profile.printer.pages.even,
        last_blank=profile.printer.pages.last_blank,
        safe=profile.safe_of_trim,
    )


def paginate(config: BookConfig, records: list[Record], setup: PageSetup) -> tuple[Book, Limits]:
    """Plan the book; the page count decides the least gutter and the gutter may change the page count.

    Raises LayoutError when something does not fit, ConfigError when the printer binds no book of so many pages.
    """
    look, words = load_look(config.theme), load(config.language, config.cells)
    text, sections = book_text(config, records, words, look.typeface), book_sections(config, records, words)
    profile = setup.profile
    if config.logo is not None:
        text = replace(text, logo=load_logo(config.logo, profile.printer.minima.image_dpi))
    gutter = profile.gutter(1)
    while True:
        geometry = _geometry(setup, max(setup.margins.inside, gutter))
        planned = lay_out(text, sections, geometry, look.metrics, words, look.theme)
        pages = len(planned)
        profile.check_pages(pages)
        if profile.gutter(pages) <= gutter:  # a gutter never shrinks again, so this ends
            return planned, profile.limits(pages)
        gutter = profile.gutter(pages)


def answers_of(config: BookConfig, records: list[Record], interior: Book) -> Book:
    """The separate answer key of a book."""
    look, words = load_look(config.theme), load(config.language, config.cells)
    text, sections = book_text(config, records, words, look.typeface), book_sections(config, records, words)
    return answers_book(text, sections, interior)


def _records(request: Request, issue: Issuing, progress: Progress) -> list[Record]:
    if request.reprint is None:
        return generate_book(request.config, request.jobs, progress, issue.seen)
    records = read_records(request.reprint)
    sections = len(request.config.sections)
    if any(record.section not in range(1, sections + 1) for record in records):
        raise ConfigError(f"{request.reprint}: holds puzzles of other sections than the {sections} of {request.source}")
    for index, section in enumerate(request.config.sections, start=1):
        found = [record for record in records if record.section == index]
        if len(found) != section.count:
            raise ConfigError(
                f"{request.reprint}: holds {len(found)} puzzles for section {section.name!r}, "
                f"{request.source} asks for {section.count}"
            )
        for record in found:
            if record.puzzle.grid not in section.size or record.difficulty != section.difficulty:
                sizes = " and ".join(str(size) for size in dict.fromkeys(section.size))
                raise ConfigError(
                    f"{request.reprint}: puzzle {record.number} is {record.difficulty} {record.puzzle.grid}, "
                    f"section {section.name!r} asks for {section.difficulty} {sizes}"
                )
    if [record.number for record in records] != list(range(1, len(records) + 1)):
        raise ConfigError(f"{request.reprint}: puzzles must be numbered 1 to {len(records)} in order")
    issue.reprint(records, request.reprint)
    return records


def _findings(folder: Path, claims: Claims, limits: Limits, progress: Progress) -> tuple[Finding, ...]:
    """Everything the finished files show."""
    pages = list(read_pages(folder / INTERIOR))
    progress.start("verify", len(claims.records))
    found = check_file(folder / INTERIOR, limits) + check_pages(pages, limits)
    answers: list[PrintedPage] = []
    if claims.key is not None and claims.key.separate:
        answers = list(read_pages(folder / ANSWERS))
        sheets = replace(
            limits, bound=False, gutter=limits.safe, even=False, last_blank=False, min_pages=1, max_pages=None
        )
        about_key = check_file(folder / ANSWERS, sheets) + check_pages(answers, sheets)
        found += [replace(finding, detail=f"{ANSWERS}: {finding.detail}") for finding in about_key]
    found += check_puzzles(pages, claims, progress.advance, answers)
    return tuple(sorted(found + check_codes(folder / INTERIOR, pages, claims.aids)))


def _templates(config: BookConfig) -> list[str]:
    """The templates a book is made with."""
    return [*(f"{config.language}/{name}" for name in _OF_A_LANGUAGE), *_OF_ALL, f"themes/{config.theme}.yaml"]


def _manifest(
    request: Request, records: list[Record], pages: int, limits: Limits, findings: tuple[Finding, ...]
) -> dict[str, Any]:
    """All but ``seconds`` is the same for every build of the same config with the same versions."""
    difficulties = [record.difficulty for record in records]
    return {
        "kind": "book",
        "puzzlegen": __version__,
        "title": request.config.title,
        "series": request.config.series,
        "config_sha256": config_hash(request.config),
        "config": request.config.model_dump(mode="json"),
        "templates": {name: digest(template(name)) for name in _templates(request.config)},
        "page": limits.as_dict(),
        "counts": {
            "pages": pages,
            "puzzles": len(records),
            "attempts": sum(record.attempts for record in records),
            "by_difficulty": {name: difficulties.count(name) for name in DIFFICULTIES if name in difficulties},
        },
        "findings": [finding.as_dict() for finding in findings],
        "findings_by_code": count_by_code(findings),
        "versions": {"python": platform.python_version()} | {name: version(name) for name in _LIBRARIES},
    }


@contextmanager
def building(folder: Path) -> Iterator[Path]:
    """A room inside the folder to build in, gone at the end; so a half-made book never looks finished.

    Raises OutputError when the folder cannot be written to, before any work is done.
    """
    new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(".building-*"):
            if time.time() - left.stat().st_mtime > ABANDONED:
                shutil.rmtree(left, ignore_errors=True)
        room = Path(mkdtemp(prefix=".building-", dir=folder))
    except OSError as fault:
        raise OutputError(f"{folder}: cannot be written to: {fault.strerror}: choose another folder with -o") from None
    try:
        yield room
    finally:
        shutil.rmtree(room, ignore_errors=True)
        if new:
            with suppress(OSError):  # holds a book
                folder.rmdir()


def _move(room: Path, target: Path) -> None:
    """Put the files in place, the manifest last: it names the others' digests.

    When it returns they are on the disk: what the ledger then says of them is true after a power cut too.
    """
    try:
        target.mkdir(exist_ok=True)
        for name in (*FILES, MANIFEST):
            if (room / name).exists():
                _to_disk(room / name)
                (room / name).replace(target / name)
            else:
                (target / name).unlink(missing_ok=True)
        with suppress(OSError):  # only some systems open folders
            _to_disk(target)
    except OSError as fault:
        raise OutputError(f"{target}: cannot be written to: {fault.strerror}") from None


def _to_disk(path: Path) -> None:
    """Wait until the file, or the list of files in a folder, is on the disk."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _forget_rejected(folder: Path) -> None:
    """Remove what an earlier failed build left, and nothing else that somebody may have put there."""
    if folder.is_dir():
        for name in (*FILES, MANIFEST):
            (folder / name).unlink(missing_ok=True)
        with suppress(OSError):  # not empty
            folder.rmdir()


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as fault:
        raise OutputError(f"{path.name}: cannot be written: {fault.strerror}") from None
