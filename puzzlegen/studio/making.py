"""Makes puzzles beside the server: all puzzles of a book for its pages, and candidates for one place."""

from __future__ import annotations

import os
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from puzzlegen.book.checkpoint import open_checkpoint, request_key
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.section import SectionConfig
from puzzlegen.errors import GenerationError
from puzzlegen.formats.json_record import dumps, write_solved
from puzzlegen.generator.batch import generate_book, generate_puzzle
from puzzlegen.generator.requests import PuzzleRequest, section_requests
from puzzlegen.jobs.progress import Notify, Progress
from puzzlegen.jobs.worker_pools import open_local_pool
from puzzlegen.ledger.unfinished_work import UnfinishedWork
from puzzlegen.output.atomic_files import atomic_file
from puzzlegen.selection.printing_order import place_kinds, request_kind
from puzzlegen.selection.repeats import RepeatFilter
from puzzlegen.studio.made_puzzles import made_file, made_records, shown_puzzle, without_choices
from puzzlegen.studio.projects import OUTPUT, path_inside
from puzzlegen.studio.work_process import Outcome, run_and_report

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
            found = generate_book(config, pool, progress, None, checkpoint)
        with atomic_file(path) as temporary:
            rows = "".join(f"{write_solved(record)}\n" for record in found.puzzles)
            temporary.write_text(rows, encoding="utf-8", newline="\n")
        files = sorted(path.parent.glob("puzzles-*.jsonl"), key=lambda one: one.stat().st_mtime, reverse=True)
        for old in files[KEPT_FILES:]:
            old.unlink(missing_ok=True)
        return "verified", f"{len(found.puzzles)} puzzles made", []

    run_and_report(folder, work, sending)


def add_finished_to_ledger(config: BookConfig, ledger: Path) -> None:
    """Give the next build of a book the finished puzzles that it needs, as those of an unfinished build.

    Raises LedgerError, and OutputError for a link out of the folder of the book.
    """
    finished = path_inside(Path(), FINISHED)
    if not finished.is_file():
        return
    wanted = {
        request_key(one)
        for section in config.sections
        for request in section_requests(config.series, section)
        for one in request.candidates()
    }
    with UnfinishedWork(finished, Path(OUTPUT)) as made, UnfinishedWork(ledger, Path(OUTPUT)) as build:
        build.keep((slot, made.made(slot)) for slot in sorted((wanted & made.slots()) - build.slots()))


def make_candidates(folder: Path, text: str, number: int, first: int, count: int, sending: Connection) -> None:
    """Make candidates for the place of puzzle ``number``; each is a line of the report, a JSON object.

    ``first`` is the number of the first candidate, from 1. The same number always gives the same puzzle.
    """

    def work(progress: Progress, info: Notify) -> Outcome:
        _lower_priority()
        config = loads_book(text)
        records = made_records(config)
        if records is None or not 1 <= number <= len(records):
            raise GenerationError(f"puzzle {number}: the puzzles of the book are not made yet")
        record = records[number - 1]
        section = config.sections[(record.section or 1) - 1]
        place = sum(one.section == record.section for one in records[:number])
        request = _request(section_requests(config.series, section), section, place)
        repeats = RepeatFilter()
        for one in records:
            if one is not record:
                repeats.is_repeat(one.puzzle, one.solution)
        progress.start("candidates", count)
        for at in range(first, first + count):
            graded = generate_puzzle(replace(request, stream=f"{request.stream}{CHOICE}{at}")).graded
            progress.advance()
            if graded.puzzle != record.puzzle and not repeats.is_repeat(graded.puzzle, graded.solution):
                info(dumps(shown_puzzle(graded)))
        return "verified", "", []

    run_and_report(folder, work, sending)


def _request(requests: list[PuzzleRequest], section: SectionConfig, place: int) -> PuzzleRequest:
    """Return the request of the same kind, board and rank as a place of the section, from 1."""
    kinds = place_kinds(section)
    kind = kinds[place - 1]
    alike = [one for n, one in enumerate(requests, start=1) if request_kind(section, n) == kind]
    return alike[kinds[: place - 1].count(kind)]


def _lower_priority() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
