"""The main job: a config becomes a folder with a proved, print-ready book."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from puzzlegen.board.grade import Grade
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.book.checkpoint import stocked
from puzzlegen.book.content import book_sections, book_text
from puzzlegen.book.cover import Cover, cover_of
from puzzlegen.book.design import load_look
from puzzlegen.book.editions import Edition, editions_of, pdf_style
from puzzlegen.book.logo import load_logo
from puzzlegen.book.manifest import as_json, manifest_of, versions
from puzzlegen.checking.expectations import expectations_of, printed_parts
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.printer_rules.interior_rules import PrintSpec
from puzzlegen.checking.verify import EDITIONS, Report, check_book, read_records, repeat_findings
from puzzlegen.config.book import BookConfig, config_hash
from puzzlegen.config.locate import placed
from puzzlegen.config.page_setup import PageSetup
from puzzlegen.drawing.contact_sheet import write_contact_sheet
from puzzlegen.drawing.pdf import PdfStyle, write_pdf
from puzzlegen.errors import ConfigError, LayoutError, LedgerError
from puzzlegen.formats.json_record import as_dict, dumps
from puzzlegen.generator.batch import BookPuzzles, Checkpoint, generate_book
from puzzlegen.jobs.dask_cluster import open_pool
from puzzlegen.jobs.progress import Progress
from puzzlegen.jobs.run_log import LogLevel, log_event
from puzzlegen.language.catalogue import load
from puzzlegen.layout.book.pagination import BookPages, lay_out_answers, lay_out_book
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.ledger.book_ledger import NO_LEDGER, Identity, Issuing, Rules, issuing
from puzzlegen.ledger.records import Entry
from puzzlegen.output.build_folder import (
    ANSWERS,
    FILES,
    INTERIOR,
    MANIFEST,
    PREVIEW,
    PUZZLES,
    building,
    digest,
    forget_rejected,
    move_files,
    place,
    write,
)
from puzzlegen.output.path_guards import check_links
from puzzlegen.printers.profile import OVERHANG, Limits
from puzzlegen.selection.printing_order import printing_order
from puzzlegen.units import mm, to_mm
from puzzlegen.version import __version__

REJECTED = "rejected"  # folder for what did not prove right
SMALL_CELL = mm(7.5)  # readers call smaller cells cramped: warn


@dataclass(frozen=True, slots=True)
class Request:
    """What ``puzzlegen book`` was asked for. ``reprint`` names a puzzles.jsonl whose puzzles are printed again;
    ``fresh``: what an unfinished build has made is made again. ``executor``: who makes puzzles in place of ``jobs``
    workers here, see jobs.dask_cluster.
    """

    config: BookConfig
    folder: Path
    source: str
    jobs: int = 1
    reprint: Path | None = None
    rules: Rules = NO_LEDGER
    fresh: bool = False
    executor: str | None = None


@dataclass
class Clock:
    """Seconds by stage; those of all editions add up, but for the log, which has each by itself."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time the block."""
        begin = time.perf_counter()
        event = "stage stopped"
        try:
            yield
            event = "stage done"
        finally:
            seconds = time.perf_counter() - begin
            self.seconds[name] = round(self.seconds.get(name, 0.0) + seconds, 3)
            log_event(LogLevel.INFO, event, stage=name, seconds=round(seconds, 3))


def book(request: Request, progress: Progress, say: Callable[[str], None]) -> Report:
    """Make the book, read it back, and put it in its folder only if it proved right.

    A book for several printers is generated once; each printer's edition has a folder of its own, and all of them must
    prove right. A book with faults goes to ``rejected`` inside the folder, and what was in the folder before stays.
    What is interrupted, or fails, keeps its finished puzzles in the ledger, and the same request goes on from them.
    Raises ConfigError, GenerationError, LayoutError, LedgerError, OutputError, WorkerError or Interrupted.
    """
    try:
        return _book(request, progress, say)
    except ConfigError as fault:
        raise ConfigError(placed(str(fault), request.config, request.source)) from None
    except LayoutError as fault:
        raise LayoutError(placed(str(fault), request.config, request.source, fault.words)) from None


def _trial(wanted: Iterable[Edition]) -> list[str]:
    """Lay out every edition with stand-ins: what cannot be printed is refused before hours of generating.

    Returns warnings. Raises ConfigError or LayoutError.
    """
    warnings: dict[str, None] = {}
    problems = []
    for edition in wanted:
        empty, profile = stand_ins(edition.config), edition.setup.profile
        blank = paginate(edition.config, empty, edition.setup)[0]
        try:
            profile.check_page_count(len(blank))
        except ConfigError as fault:
            problems.append(f"{edition.key}: {fault}")
            continue
        _cover_of(edition, empty, len(blank))
        lines = [*advice(edition.config, blank)]
        if profile.is_too_short(len(blank)):
            lines.append(f"the book has {len(blank)} pages, {profile.page_range_text}, and fills it up with blank ones")
        warnings |= dict.fromkeys(_named(edition, lines))
    if problems:
        raise ConfigError("\n".join(problems))
    return list(warnings)


def _book(request: Request, progress: Progress, say: Callable[[str], None]) -> Report:
    config, clock, wanted = request.config, Clock(), editions_of(request.config)
    warnings = _trial(wanted)
    check_links(request.folder, [one for edition in wanted for one in _folders(edition.name)])
    with (
        building(request.folder) as room,
        issuing(identity(config, request.folder), request.rules) as issue,
        stocked(None if request.reprint else request.rules.path, request.folder, fresh=request.fresh, say=say) as stock,
    ):
        for words in warnings:
            say(f"warning: {words}")
        with clock.stage("generate"):
            puzzles = _records(request, issue, stock, progress)
        records = puzzles.puzzles
        try:
            made = [_make(edition, records, room / edition.name, clock, progress) for edition in wanted]
        except LayoutError as fault:  # the trial was with stand-ins: real hints may be longer, and hours of work done
            raise LayoutError(f"{fault}; {_kept(records, room, request.folder)}", fault.words) from None
        entries = issue.entries(records)
        repeats = repeat_findings(issue.repeats(entries))
        findings = (*repeats, *(finding for one in made for finding in one.named()))
        _write_puzzles(room, records)
        if len(made) == 1:  # of several none is the one to tell of repeats: the book is not put in place at all
            made = [replace(made[0], findings=findings)]
        _write_manifests(request, made, issue, puzzles, room, clock)
        report = Report(findings, "")
        names = [edition.name for edition in wanted if edition.name]
        target = request.folder / REJECTED if report.failed else request.folder
        if report.failed:
            place(room, target, names)
        else:
            _put_in_place(room, request.folder, names, issue, entries)
            if issue.told:
                say(issue.told)
    for line in told_of(puzzles, clock.seconds):
        say(line)
    seconds, pages = sum(clock.seconds.values()), " and ".join(str(one.pages) for one in made)
    errors = sum(finding.is_error for finding in findings)
    where = target if len(wanted) > 1 else target / INTERIOR
    outcome = f"{errors} errors; see {target}" if report.failed else f"verified; {where}"
    return Report(findings, f"{len(records)} puzzles on {pages} pages in {seconds:.1f} s: {outcome}")


def _folders(edition: str) -> tuple[str, str]:
    """Where the files of an edition may go, seen from the book's folder."""
    return (edition, f"{REJECTED}/{edition}") if edition else (REJECTED, REJECTED)


def _kept(records: list[GradedPuzzle], room: Path, folder: Path) -> str:
    """Put the puzzles of a book that cannot be laid out where they can be printed from, and say so."""
    _write_puzzles(room, records)
    move_files(room, folder / REJECTED, (PUZZLES,))
    return f"the puzzles are kept: print them with --puzzles {folder / REJECTED / PUZZLES}"


def identity(config: BookConfig, folder: Path) -> Identity:
    """What a ledger knows the book by."""
    names = tuple(section.name for section in config.sections)
    return Identity(config.series, config.title, config_hash(config), folder, names)


def _put_in_place(room: Path, folder: Path, editions: Iterable[str], issue: Issuing, entries: list[Entry]) -> None:
    """Move a proved book into its folder and record it. The order is explained in ledger.ledger."""
    editions = tuple(editions)
    try:
        issue.reserve(entries, room / MANIFEST)
    except LedgerError as fault:
        place(room, folder / REJECTED, editions)  # hours of work may be in it
        kept = folder / REJECTED / PUZZLES
        raise LedgerError(f"{fault}; the puzzles are kept: print them with --puzzles {kept}") from None
    place(room, folder, editions)
    forget_rejected(folder / REJECTED, editions)
    issue.settle(entries)


def told_of(puzzles: BookPuzzles, seconds: Mapping[str, float]) -> Iterator[str]:
    """What making a book took: attempts, why some were rejected, and time."""
    if puzzles.rejects:
        reasons = ", ".join(f"{count} {reason}" for reason, count in puzzles.rejects.most_common())
        yield f"{puzzles.attempts} attempts, {puzzles.rejects.total()} of them rejected: {reasons}"
    yield "seconds: " + ", ".join(f"{name} {spent:.1f}" for name, spent in seconds.items())


def _named(edition: Edition, lines: Iterable[str]) -> Iterator[str]:
    return (f"{edition.name}: {line}" if edition.name else line for line in lines)


@dataclass(frozen=True, slots=True)
class _Made:
    """An edition as it came out. ``manifest`` lacks what is the same for all editions."""

    name: str
    pages: int
    findings: tuple[Finding, ...]
    manifest: dict[str, Any]

    def named(self) -> Iterator[Finding]:
        """Its findings under its name."""
        return (replace(finding, edition=self.name) for finding in self.findings)


def _make(edition: Edition, records: list[GradedPuzzle], room: Path, clock: Clock, progress: Progress) -> _Made:
    """Lay out, render and verify one edition in its folder of the build room."""
    config, look = edition.config, load_look(edition.config.theme)
    room.mkdir(exist_ok=True)
    progress.start("lay out", 1)
    with clock.stage("lay out"):
        pages, limits = paginate(config, records, edition.setup)
    progress.advance()
    progress.start("render", 1)
    with clock.stage("render"):
        style = pdf_style(edition, pages, limits)
        write_pdf(pages, room / INTERIOR, look.fonts, style)  # draws each page as it is written
        key = config.back_matter.answer_key
        if key and key.place == "separate":
            sheets = PdfStyle(style.space, title=style.title, author=style.author)
            write_pdf(answers_of(config, records, pages), room / ANSWERS, look.fonts, sheets)
        cover = _cover_of(edition, records, len(pages))
        if cover is not None:
            cover.write(room)
        _write_puzzles(room, records)
        if config.output.preview:
            write_contact_sheet(room / INTERIOR, room / PREVIEW)
    progress.advance()
    with clock.stage("verify"):
        parts = printed_parts(config, pages)
        printed = PrintSpec(edition.setup.profile, limits, cover.sheet if cover else None)
        findings = check_book(room, expectations_of(records, parts, limits), printed, progress)
    manifest = manifest_of(config, records, len(pages), limits)
    manifest["claims"] = parts
    manifest["files"] = {name: digest(room / name) for name in FILES if (room / name).exists()}
    return _Made(edition.name, len(pages), findings, manifest)


def _cover_of(edition: Edition, records: list[GradedPuzzle], pages: int) -> Cover | None:
    config = edition.config
    words, look = load(config.language, config.cells), load_look(config.theme)
    return cover_of(config, records, edition.setup.profile, pages, look, words)


def _write_puzzles(room: Path, records: Iterable[GradedPuzzle]) -> None:
    write(room / PUZZLES, "".join(dumps(as_dict(record)) + "\n" for record in records))


def _write_manifests(
    request: Request,
    made: list[_Made],
    issue: Issuing,
    puzzles: BookPuzzles,
    room: Path,
    clock: Clock,
) -> None:
    """One manifest, or one for each edition and one above them that names them and holds what is the same in all.

    The ledger stands where the book's folder is: it finds puzzles and sections there. So do the seconds, which are all
    that differs from build to build: what names the other manifests by their digests is the same.
    """
    several = len(made) > 1
    shared: dict[str, Any] = {
        "ledger": issue.as_dict(),
        "config_sha256": config_hash(request.config),
    }
    seconds = {"seconds": clock.seconds}
    for one in made:
        manifest = one.manifest | shared | ({"ledger": None} if several else seconds)
        manifest["counts"] |= {"attempts": puzzles.attempts, "rejects": puzzles.rejects}
        manifest["counts"] |= {"repeats": dict(issue.seen.repeats)}
        manifest["findings"] = [finding.as_dict() for finding in one.findings]
        manifest["findings_by_code"] = dict(Counter(finding.code for finding in one.findings))
        write(room / one.name / MANIFEST, as_json(manifest))
    if several:
        write(room / MANIFEST, as_json(_overview(request, made, room) | shared | seconds))


def _overview(request: Request, made: Iterable[_Made], room: Path) -> dict[str, Any]:
    """The manifest above those of the editions."""
    return {
        "kind": EDITIONS,
        "puzzlegen": __version__,
        "title": request.config.title,
        "series": request.config.series,
        "config": request.config.model_dump(mode="json"),
        "files": {PUZZLES: digest(room / PUZZLES)},
        "editions": {
            one.name: {"pages": one.pages, "manifest_sha256": digest(room / one.name / MANIFEST)} for one in made
        },
        "versions": versions(),
    }


def stand_ins(config: BookConfig) -> list[GradedPuzzle]:
    """Records as large as the book's will be, with nothing in them."""
    records: list[GradedPuzzle] = []
    for index, section in enumerate(config.sections, start=1):
        made = []
        for number in range(1, section.count + 1):
            grid = section.board(number)
            empty = Puzzle(grid, (BLANK,) * grid.size, round(section.density * grid.size) if section.total else None)
            grade = Grade(0, section.difficulty, 0.0, 0, (0, 0))
            made.append(GradedPuzzle(empty, (False,) * grid.size, grade, section=index))
        records += [
            replace(one, number=len(records) + i) for i, one in enumerate(printing_order(made, section), start=1)
        ]
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
        safe=profile.safe_from_trim,
    )


def paginate(config: BookConfig, records: list[GradedPuzzle], setup: PageSetup) -> tuple[BookPages, Limits]:
    """Plan the book; the page count decides the least gutter and the gutter may change the page count.

    Raises LayoutError when something does not fit.
    """
    look, words = load_look(config.theme), load(config.language, config.cells)
    text, sections = book_text(config, records, words, look.typeface), book_sections(config, records, words)
    profile = setup.profile
    if config.logo is not None:
        text = replace(text, logo=load_logo(config.logo, profile.printer.minima.image_dpi))
    gutter = profile.gutter(1)
    while True:
        geometry = _geometry(setup, max(setup.margins.inside, gutter + OVERHANG))
        planned = lay_out_book(text, sections, geometry, look.metrics, words, look.theme)
        pages = len(planned)
        if profile.gutter(pages) <= gutter:  # a gutter never shrinks again, so this ends
            return planned, profile.limits(pages)
        gutter = profile.gutter(pages)


def answers_of(config: BookConfig, records: list[GradedPuzzle], interior: BookPages) -> BookPages:
    """The separate answer key of a book."""
    look, words = load_look(config.theme), load(config.language, config.cells)
    text, sections = book_text(config, records, words, look.typeface), book_sections(config, records, words)
    return lay_out_answers(text, sections, interior)


def _records(request: Request, issue: Issuing, stock: Checkpoint, progress: Progress) -> BookPuzzles:
    if request.reprint is None:
        with open_pool(request.jobs, request.executor) as pool:
            return generate_book(request.config, pool, progress, issue.seen, stock)
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
            if (record.puzzle.total is not None) != section.total:
                having, asked = ("without", "total: yes") if section.total else ("with", "total: no")
                raise ConfigError(
                    f"{request.reprint}: puzzle {record.number} is {having} a number of mines, "
                    f"section {section.name!r} asks for {asked}"
                )
            grid = record.puzzle.grid
            if grid not in section.boards or record.grade.difficulty != section.difficulty:
                sizes = " and ".join(str(size) for size in dict.fromkeys(section.size))
                raise ConfigError(
                    f"{request.reprint}: puzzle {record.number} is {record.grade.difficulty} {grid} {grid.variant}, "
                    f"section {section.name!r} asks for {section.difficulty} {sizes} {section.kind}"
                )
    if [record.number for record in records] != list(range(1, len(records) + 1)):
        raise ConfigError(f"{request.reprint}: puzzles must be numbered 1 to {len(records)} in order")
    issue.reprint(records, request.reprint)
    return BookPuzzles(records, None)
