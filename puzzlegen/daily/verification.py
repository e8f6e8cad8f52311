"""Reading the days of a series back and proving them right: files, puzzle, answer, what the ledger issued."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.printed_grids import PrintedGrid, read_pages
from puzzlegen.checking.verify import Report
from puzzlegen.daily.day import ALT, DATA, MAIL, PLAY, PRINT, VECTOR, Day
from puzzlegen.daily.manifest import SERIES, Manifest, mark, read_manifest
from puzzlegen.daily.store import day_of, entry_of, holds, inputs_of
from puzzlegen.errors import FormatError, OutputError, SolverError
from puzzlegen.formats import answer, line
from puzzlegen.grading.grade import grade
from puzzlegen.jobs.progress import Progress
from puzzlegen.language.alt_text import text_grid
from puzzlegen.language.catalogue import load
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.ledger.records import IssuedDay
from puzzlegen.solver import exact
from puzzlegen.solver.tiers import MAX_TIER, run

_TEXTS = (DATA, MAIL, PLAY, ALT, VECTOR)


@dataclass(frozen=True, slots=True)
class _Issued:
    """A series as its ledger has it: days by name, and of each the one before it."""

    ledger: DailyLedger
    series: str
    rows: Mapping[str, IssuedDay]
    days: Mapping[str, Day]
    placed: frozenset[str]
    before: Mapping[str, str | None]

    def is_held(self, manifest: Manifest) -> bool:
        """Whether the day's files may not show its answer: unless they were drawn with it, with a next day out."""
        row, before = self.rows[manifest.date], self.before[manifest.date]
        open_ = manifest.inputs == inputs_of(row, self.rows[before] if before else None, True)
        return holds(row) and not (open_ and any(name > manifest.date for name in self.placed))


def verify_daily(folder: Path, progress: Progress, ledger: Path | None = None) -> Report:
    """Prove a day's folder right, or that of the whole series, against ``ledger``, else the one its manifest names.

    Raises OutputError or LedgerError when manifest or ledger cannot be read.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise OutputError(f"{folder}: no manifest of a daily in it: name the folder of a day or of a series")
    path = ledger or folder / manifest.ledger
    with DailyLedger(path, write=False) as opened:
        words = (one for one in opened.all_series() if mark(one) == manifest.series)
        series = _issued(opened, next(words, ""))
        if manifest.kind != SERIES:
            progress.start("verify", 1)
            findings = _day_findings(folder, manifest, series)
            return _report(findings, 1)
        findings = [_missing(name, "run puzzlegen daily") for name in manifest.damaged(folder)]
        progress.start("verify", len(series.placed))
        for name in sorted(series.placed):
            found = read_manifest(folder / name)
            if found is None:
                what = f"its folder or manifest is missing: {_again(name)}"
                findings.append(Finding("F101", 0, series.days[name].number, what, edition=name))
            else:
                findings += _day_findings(folder / name, found, series)
            progress.advance()
        return _report([*findings, *_repeats(series)], len(series.placed))


def _issued(ledger: DailyLedger, series: str) -> _Issued:
    rows = ledger.days(series)
    names = [row.date for row in rows]
    before = dict(zip(names, [None, *names], strict=False))
    placed = frozenset(row.date for row in rows if row.placed)
    days = {row.date: day_of(row) for row in rows}
    return _Issued(ledger, series, {row.date: row for row in rows}, days, placed, before)


def _report(findings: Sequence[Finding], days: int) -> Report:
    errors = sum(finding.is_error for finding in findings)
    return Report(tuple(findings), f"{days} day{'s' * (days != 1)} read back and solved: {errors} errors")


def _missing(name: str, remedy: str) -> Finding:
    return Finding("F101", 0, 0, f"{name} is missing or not the file the manifest describes: {remedy}")


def _again(day: str) -> str:
    return f"draw it again with puzzlegen daily CONFIG --date {day}"


def _day_findings(folder: Path, manifest: Manifest, series: _Issued) -> list[Finding]:
    name = manifest.date
    day = series.days.get(name)
    findings = [_missing(file, _again(name)) for file in manifest.damaged(folder)]
    if day is None or name not in series.placed or day.number != manifest.number or folder.resolve().name != name:
        findings.append(Finding("D501", 0, manifest.number, f"{series.ledger.path} has no such day {name!r}"))
    else:
        held, before = series.is_held(manifest), series.before[name]
        findings += _of_puzzle(folder, day, held)
        findings += _of_texts(folder, day, held)
        findings += _of_print(folder, day, series.days[before] if before else None)
    return [replace(one, edition=name, number=one.number or manifest.number) for one in findings]


def _of_puzzle(folder: Path, day: Day, held: bool) -> Iterator[Finding]:
    """puzzle.json against the ledger, and its puzzle against both solvers."""
    try:
        data = json.loads((folder / DATA).read_bytes())
        puzzle = line.parse(data["puzzle"])
        said = (data["date"], data["number"], puzzle, data.get("solution"), data.get("mines"))
    except (OSError, ValueError, LookupError, TypeError, FormatError) as fault:
        yield Finding("D503", 0, 0, f"{DATA} cannot be read: {fault}")
        return
    record = day.record
    due = (None, None) if held else (answer.write(record.solution), sum(record.solution))
    if said[:3] != (day.name, day.number, record.puzzle):
        yield Finding("D501", 0, 0, f"{DATA} has another date, number or puzzle than the ledger")
    for what, found, right in zip(("solution", "number of mines"), said[3:], due, strict=True):
        if found != right:
            yield Finding("D502" if held else "A302", 0, 0, f"{DATA} has {found!r} for the {what}, {right!r} is due")
    yield from _of_solvers(puzzle, day)


def _of_solvers(puzzle: Puzzle, day: Day) -> Iterator[Finding]:
    record = day.record
    try:
        solutions, rounds = tuple(exact.solutions(puzzle).solutions), run(puzzle, MAX_TIER)
    except SolverError as fault:
        yield Finding("P203", 0, 0, str(fault))
        return
    if len(solutions) != 1:
        yield Finding("P203", 0, 0, "no solution" if not solutions else "at least two solutions")
        return
    if solutions[0] != record.solution:
        yield Finding("A302", 0, 0, "the ledger's solution is not the puzzle's")
    if rounds.hardest > record.tier or rounds.solution != solutions[0]:
        yield Finding("P204", 0, 0, f"needs tier {rounds.hardest}, recorded tier {record.tier}")
    elif grade(rounds).difficulty != record.difficulty:
        yield Finding("P205", 0, 0, f"{record.difficulty} recorded, graded {grade(rounds).difficulty}")


def _of_texts(folder: Path, day: Day, held: bool) -> Iterator[Finding]:
    """The puzzle row by row in the files for those who cannot see it; the answer in no file, if it is ``held``."""
    record, words = day.record, load(day.series.language, day.series.cells)
    texts = {}
    for name in _TEXTS:
        with suppress(OSError, UnicodeDecodeError):
            texts[name] = html.unescape((folder / name).read_text(encoding="utf-8"))
    due = text_grid(record.puzzle, words)
    for name in (ALT, MAIL):
        if not _holds(texts.get(name, ""), due):
            yield Finding("D503", 0, 0, f"{name} does not have the puzzle row by row")
    if not held:
        return
    solved = text_grid(record.puzzle, words, record.solution)
    letters = answer.write(record.solution)
    digits = letters.replace("y", "1").replace("n", "0")
    for name, text in texts.items():
        packed = re.sub(r"[\s,]+", "", text)
        if letters in packed or digits in packed or _holds(text, solved):
            yield Finding("D502", 0, 0, f"{name} holds the answer")


def _holds(text: str, rows: Sequence[str]) -> bool:
    """Whether the rows stand in the text one after the other, with nothing but tags and spaces between them."""
    between = r"\s*(?:<[^>]*>\s*|[\"',]\s*)*"
    return re.search(between.join(map(re.escape, rows)), text) is not None


def _of_print(folder: Path, day: Day, before: Day | None) -> Iterator[Finding]:
    """The page to print: the day's puzzle without its answer, and the solution of the day before."""
    try:
        grids = [grid for page in read_pages(folder / PRINT) for grid in page.grids]
    except OutputError as fault:
        yield Finding("D503", 0, 0, str(fault))
        return
    puzzles = [grid for grid in grids if not any(grid.mines)]
    if [_cells(grid) for grid in puzzles] != [_due(day)]:
        yield Finding("D503", 1, 0, f"{PRINT} does not show the day's puzzle, and it alone without mines")
    if any(_cells(grid) == _due(day) and any(grid.mines) for grid in grids):
        yield Finding("D502", 1, 0, f"{PRINT} shows the answer")
    shown = [(_cells(grid), grid.mines) for grid in grids if any(grid.mines)]
    if shown != ([(_due(before), before.record.solution)] if before else []):
        what = f"the solution of {before.name}" if before else "no solution, being the first"
        yield Finding("A302", 1, 0, f"{PRINT} does not show {what}")


def _cells(grid: PrintedGrid) -> tuple[int, int, tuple[int, ...]]:
    return grid.width, grid.height, grid.clues


def _due(day: Day) -> tuple[int, int, tuple[int, ...]]:
    puzzle = day.record.puzzle
    return puzzle.grid.width, puzzle.grid.height, puzzle.cells


def _repeats(series: _Issued) -> Iterator[Finding]:
    """Days that have the puzzle of another day, book or daily."""
    entries = [entry_of(series.days[date]) for date in sorted(series.placed)]
    own = series.ledger.series_issue(series.series)
    for repeat in series.ledger.repeats(entries, own):
        yield Finding("P207", 0, repeat.number, f"the {repeat.what} are those of {repeat.held}")
    first: dict[bytes, int] = {}
    for entry in entries:
        for what, key in zip(entry.keys._fields, entry.keys, strict=True):
            if first.setdefault(key, entry.number) != entry.number:
                yield Finding("P206", 0, entry.number, f"the {what} are those of No. {first[key]}")
