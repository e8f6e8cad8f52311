"""Builds and verifies the book of a project, makes its puzzles, and draws the pages of findings, beside the server.

A finding is marked on its page: the cell, the puzzle or the answer, as far as they are known. Findings are drawn in the
process that draws the pages of the project, in its folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from multiprocessing.connection import Connection
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import pypdfium2
from PIL import Image, ImageDraw

from puzzlegen.board.spec import NOT_WITH_IDEAS, PROPERTIES, PuzzleSpec, spec_problems
from puzzlegen.book.build import BookRequest, BuildOptions, build_book
from puzzlegen.book.design import load_design
from puzzlegen.book.listing import uploading
from puzzlegen.book.manifest import inputs_of
from puzzlegen.book.reuse import open_checkpoint, request_key
from puzzlegen.book.verification import verify_book
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.page_marks import marks_of
from puzzlegen.checking.page_objects import read_objects, words_of
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.printed_grids import grid_in
from puzzlegen.checking.printed_pages import printed_page
from puzzlegen.checking.rendering import render
from puzzlegen.config.book import BookConfig
from puzzlegen.config.generation import read_spec
from puzzlegen.config.load import load_book, loads_book
from puzzlegen.config.section import SectionConfig
from puzzlegen.drawing.book_views import page_image, quick_png
from puzzlegen.errors import GenerationError, OutputError, PuzzlegenError
from puzzlegen.files.build_folder import INTERIOR, REJECTED, UNREADABLE, BookFolder
from puzzlegen.files.reading import text_of
from puzzlegen.files.writing import atomic_file, config_ledger
from puzzlegen.formats.json_record import dumps, write_solved
from puzzlegen.generator.batch import generate_book, generate_puzzle
from puzzlegen.generator.requests import PuzzleRequest, request_for, section_requests
from puzzlegen.grading.order import RepeatFilter, place_kinds, request_kind
from puzzlegen.jobs.ordered_work import Notify, Progress
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.ledger.book_ledger import LedgerPolicy, UnfinishedWork
from puzzlegen.schema.validation import config_hash
from puzzlegen.studio.bench import made_file, made_records, shown_puzzle, without_choices
from puzzlegen.studio.config_editor import refusal
from puzzlegen.studio.projects import OUTPUT, path_inside
from puzzlegen.studio.workers import Outcome, run_and_report
from puzzlegen.wording import pluralize

Area = tuple[float, float, float, float]  # left, top, right, bottom in points from the top left of the page

_ANSWERS = "A"  # first letter of the codes of findings about answers
MARK, EDGE = (199, 0, 40), (255, 255, 255)
MARGIN = 6.0  # points between a puzzle and the mark around it


def finding_picture(file: str, finding: dict[str, Any], width: int) -> bytes:
    """Return a PNG of the page of a finding, ``width`` pixels wide. ``finding`` is as in the report of a build.

    Raises OutputError for a file or page that cannot be read.
    """
    number = finding["page"]
    with PdfFile(Path(file)) as pdf, pdf.document() as document:
        if not 0 < number <= len(document):
            raise OutputError(f"{file}: there is no page {number}")
        page = document[number - 1]
        try:
            scale = width / page.get_width()
            picture = page_image(page, scale)
            area = place_of(page, finding)
        finally:
            page.close()
    if area is not None:
        _mark(picture, area, scale)
    return quick_png(picture)


def place_of(page: pypdfium2.PdfPage, finding: dict[str, Any]) -> Area | None:
    """Return the area of a finding on its page: its cell, else its puzzle or answer; None for the whole page."""
    wanted = finding["number"]
    if not wanted:
        return None
    objects = read_objects(page)
    letters = objects.letters.turned(0)
    marks = marks_of(objects, letters, words_of(letters))
    boards = [grid for frame in marks.frames if (grid := grid_in(frame, marks)) is not None]
    printed = printed_page(objects, render(page), finding["page"], None).grids
    answers = finding["code"].startswith(_ANSWERS)
    fitting = [
        (printed_grid.is_answer != answers, grid)
        for grid, printed_grid in zip(boards, printed, strict=False)
        if printed_grid.number == wanted and abs(grid.frame.x0 - printed_grid.left) < 1
    ]
    if not fitting:
        return None
    grid = min(fitting, key=lambda ranked: ranked[0])[1]
    row, column = finding.get("cell") or (grid.rows, grid.columns)
    if row < grid.rows and column < grid.columns:
        across, down = grid.middles(np.array([row * grid.columns + column]))
        half = grid.cell / 2
        return across[0] - half, down[0] - half, across[0] + half, down[0] + half
    frame = grid.frame
    return frame.x0 - MARGIN, frame.top - MARGIN, frame.x1 + MARGIN, frame.bottom + MARGIN


def _mark(picture: Image.Image, area: Area, scale: float) -> None:
    """Draw a frame around an area, with light edges that show it on dark ground."""
    left, top, right, bottom = (value * scale for value in area)
    pen = ImageDraw.Draw(picture)
    line = max(2, picture.width // 150)
    for grow, width, color in ((2 * line, 3 * line, EDGE), (line, line, MARK)):
        pen.rectangle((left - grow, top - grow, right + grow, bottom + grow), outline=color, width=width)


KEPT_FILES = 5  # of made puzzles in a project, so that undoing a change is quick
FINISHED = ".studio/finished.sqlite"  # in the project: every puzzle made for it, by its request
MAX_FINISHED = 100_000_000  # bytes, of about 100,000 puzzles
NICENESS = 10  # below what draws pages and answers the browser
CHOICE = "/choice "  # part of the stream of a candidate, before its number


def make_puzzles(folder: Path, text: str, sending: Connection) -> None:
    """Make the puzzles of a book without its choices and keep them in the project; runs in a separate process.

    Each finished puzzle is kept, so that a later run makes only what is new, and a build begins with them.
    """

    def work(progress: Progress, info: Notify) -> Outcome:
        _lower_priority()
        config = without_choices(loads_book(text))
        path = made_file(config)
        path.parent.mkdir(exist_ok=True)
        finished = path_inside(Path(), FINISHED)
        if finished.is_file() and finished.stat().st_size > MAX_FINISHED:
            finished.unlink()
        with open_local_pool(1) as pool, open_checkpoint(finished, Path(OUTPUT), fresh=False, info=info) as checkpoint:
            book = generate_book(config, pool, progress, None, checkpoint)
        with atomic_file(path) as temporary:
            rows = "".join(f"{write_solved(record)}\n" for record in book.puzzles)
            temporary.write_text(rows, encoding="utf-8", newline="\n")
        files = sorted(path.parent.glob("puzzles-*.jsonl"), key=lambda file: file.stat().st_mtime, reverse=True)
        for old in files[KEPT_FILES:]:
            old.unlink(missing_ok=True)
        return "verified", f"{pluralize(len(book.puzzles), 'puzzle')} made", []

    run_and_report(folder, work, sending)


def add_finished_to_ledger(config: BookConfig, ledger: Path) -> None:
    """Give the next build of a book the finished puzzles that it needs, as those of an unfinished build.

    Raises LedgerError, and OutputError for a link out of the folder of the book.
    """
    finished = path_inside(Path(), FINISHED)
    if not finished.is_file():
        return
    wanted = {
        request_key(candidate)
        for section in config.sections
        for request in section_requests(config.series, section)
        for candidate in request.candidates()
    }
    with UnfinishedWork(finished, Path(OUTPUT)) as made, UnfinishedWork(ledger, Path(OUTPUT)) as build:
        build.keep((slot, made.made(slot)) for slot in sorted((wanted & made.slots()) - build.slots()))


def make_candidates(
    folder: Path, text: str, number: int, which: range, wishes: Mapping[str, str], sending: Connection
) -> None:
    """Make candidates for the place of puzzle ``number``; each is a line of the report, a JSON object.

    ``which`` has the numbers of the candidates, from 1. The same number always gives the same puzzle for the same
    ``wishes``, which are properties of puzzles by name.
    """

    def work(progress: Progress, info: Notify) -> Outcome:
        _lower_priority()
        config = loads_book(text)
        records = made_records(config)
        if records is None or not 1 <= number <= len(records):
            raise GenerationError(f"puzzle {number}: the puzzles of the book are not made yet")
        record = records[number - 1]
        section = config.sections[(record.section or 1) - 1]
        place = sum(earlier.section == record.section for earlier in records[:number])
        request = _request(section_requests(config.series, section), section, place)
        if wishes:
            request = _with_wishes(request, section.settings(place).spec, wishes)
        repeats = RepeatFilter()
        for other in records:
            if other is not record:
                repeats.is_repeat(other.puzzle, other.solution)
        progress.start("candidates", len(which))
        for number_of_candidate in which:
            graded = generate_puzzle(replace(request, stream=f"{request.stream}{CHOICE}{number_of_candidate}")).graded
            progress.advance()
            if graded.puzzle != record.puzzle and not repeats.is_repeat(graded.puzzle, graded.solution):
                info(dumps(shown_puzzle(graded)))
        return "verified", "", []

    run_and_report(folder, work, sending)


def _request(requests: list[PuzzleRequest], section: SectionConfig, place: int) -> PuzzleRequest:
    """Return the request of the same kind, board and rank as a place of the section, from 1."""
    kinds = place_kinds(section)
    kind = kinds[place - 1]
    alike = [request for n, request in enumerate(requests, start=1) if request_kind(section, n) == kind]
    return alike[kinds[: place - 1].count(kind)]


def _with_wishes(request: PuzzleRequest, spec: PuzzleSpec, wishes: Mapping[str, str]) -> PuzzleRequest:
    """Return a request for a puzzle as ``spec`` asks, but with wishes, before which its own wishes and layout give way.

    Raises GenerationError for wishes that do not fit the place.
    """
    if request.picture is not None:
        raise GenerationError("this place is for its picture: make candidates without wishes")
    read = read_spec({"kind": spec.kind, "total": spec.total, **wishes}, [request.grid])
    unset: dict[str, Any] = {"idea": None}
    if read.idea:
        unset = {name: usual for name, (usual, *_) in NOT_WITH_IDEAS.items() if name not in {"shape", "total"}}
        unset["layout"] = None
    wished = replace(spec, **unset | {name: getattr(read, name) for name in wishes})
    if problems := spec_problems({name: getattr(wished, name) for name in PROPERTIES}, [request.grid]):
        raise GenerationError(problems[0].text)
    return request_for(wished, request.grid, request.stream)


def _lower_priority() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def build(folder: Path, config: str, output: str, ledger: Path, jobs: int, sending: Connection) -> None:
    """Build the book of a project, as the command line does in the folder of the project.

    ``ledger`` is the ledger of a book whose config names none.
    """

    def work(progress: Progress, info: Notify) -> Outcome:
        loaded = load_book(config, lambda line: info(f"warning: {line}"))
        record = config_ledger(loaded.ledger) if loaded.ledger else ledger
        add_finished_to_ledger(loaded, record)
        request = BookRequest(loaded, Path(output), config, LedgerPolicy(record), BuildOptions(jobs))
        report = build_book(request, progress, info)
        findings = shown_findings(report.findings, f"{REJECTED}/" if report.failed else "")
        return "rejected" if report.failed else "verified", report.summary, findings

    run_and_report(folder, work, sending, lambda error: refusal("book", error, text_of(Path(config))))


def check(folder: Path, output: str, jobs: int, sending: Connection) -> None:
    """Verify the finished book of a project, as the command line does in the folder of the project."""

    def work(progress: Progress, info: Notify) -> Outcome:
        del info
        report = verify_book(Path(output), progress, jobs=jobs)
        return "rejected" if report.failed else "verified", report.summary, shown_findings(report.findings, "")

    run_and_report(folder, work, sending)


def upload_guides() -> list[dict[str, Any]]:
    """Return the steps of uploading the finished book of the project in the current folder."""
    return [{**asdict(guide), "basis": str(guide.basis)} for guide in uploading(Path(OUTPUT))]


def is_outdated(text: str) -> bool:
    """Return whether a book was changed after its files were built, in the folder of the project.

    That is a change of its config, its chosen puzzles, or one of its pictures, fonts or templates.
    """
    try:
        book = BookFolder.read(Path(OUTPUT))
        built, config = book.first_edition().manifest, loads_book(text)
        if config_hash(config) != config_hash(BookConfig.model_validate(book.manifest["config"])):
            return True
        now = inputs_of(config, load_design(config.theme, config.language, config.cells).fonts)
        return any(built.get(key) != now[key] for key in ("templates", "pictures_and_fonts"))
    except (*UNREADABLE, PuzzlegenError):
        return True  # a config with problems, a missing file, or a manifest of another version


def shown_findings(findings: Iterable[Finding], folder: str) -> list[dict[str, Any]]:
    """Return findings as in manifest.json, each with the edition and the file that it is about.

    ``folder`` is that of the files, in the folder of finished books, with a slash behind it. The file is a path in the
    folder of finished books, empty for a finding about no page.
    """
    shown = []
    for finding in findings:
        path = folder + str(PurePosixPath(finding.edition, finding.file or INTERIOR)) if finding.page else ""
        place = {
            "number": finding.number,
            "detail": finding.text,
            "edition": finding.edition,
            "file": path,
            "cell": finding.cell,
        }
        shown.append(finding.as_dict(in_studio=True) | place)
    return shown
