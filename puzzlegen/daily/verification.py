"""Verifies days of a series from their files: they are complete, agree with the ledger, and have one solution each."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from puzzlegen.checking.findings import Finding
from puzzlegen.checking.printed_grids import PrintedGrid, read_pages
from puzzlegen.checking.proof import check_proof
from puzzlegen.checking.verify import Report
from puzzlegen.daily.file_names import ALT, DATA, MAIL, PLAY, PRINT, VECTOR
from puzzlegen.daily.manifest import SERIES, Manifest, inputs_of_day, read_manifest, series_fingerprint
from puzzlegen.errors import FormatError, OutputError
from puzzlegen.formats import answer, line
from puzzlegen.jobs.progress import Progress
from puzzlegen.language.alt_text import text_grid
from puzzlegen.language.catalogue_loader import load
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.ledger.issued_day import Day, entry_of_day

_TEXTS = (DATA, MAIL, PLAY, ALT, VECTOR)


@dataclass(frozen=True, slots=True)
class IssuedSeries:
    """A series in its ledger: the days by name, in order of dates, reserved ones included."""

    ledger: DailyLedger
    seed: str
    days: Mapping[str, Day]

    @property
    def placed(self) -> list[Day]:
        """The days that are finished, by date."""
        return [day for day in self.days.values() if day.placed]

    def before(self, day: Day) -> Day | None:
        """Return the day before in the series."""
        return max((one for one in self.days.values() if one.date < day.date), key=lambda one: one.date, default=None)

    def must_hide_answer(self, day: Day, manifest: Manifest) -> bool:
        """Tell whether the files may not show the answer: it is held back, and they were drawn without it.

        A day that was drawn with its answer may show it if a later day is published.
        """
        drawn_open = manifest.inputs == inputs_of_day(day, self.before(day), True)
        return day.holds_solution and not (drawn_open and any(one.date > day.date for one in self.placed))


def verify_daily(folder: Path, progress: Progress, ledger: Path | None = None) -> Report:
    """Verify the folder of a day or of a whole series against ``ledger``, else against the one its manifest names.

    Raises OutputError or LedgerError when manifest or ledger cannot be read.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise OutputError(f"{folder}: no manifest of a daily in it: name the folder of a day or of a series")
    with DailyLedger(ledger or folder / manifest.ledger, write=False) as opened:
        seeds = (one for one in opened.all_series() if series_fingerprint(one) == manifest.series)
        seed = next(seeds, "")
        series = IssuedSeries(opened, seed, {day.name: day for day in opened.days(seed)})
        if manifest.kind == SERIES:
            return _verify_series(folder, manifest, series, progress)
        progress.start("verify", 1)
        return _report(_day_findings(folder, manifest, series), 1)


def _verify_series(folder: Path, manifest: Manifest, series: IssuedSeries, progress: Progress) -> Report:
    findings = [_damaged(name, "run puzzlegen daily") for name in manifest.damaged_files(folder)]
    progress.start("verify", len(series.placed))
    for day in series.placed:
        found = read_manifest(folder / day.name)
        if found is None:
            problem = f"its folder or manifest is missing: {_draw_again(day.name)}"
            findings.append(Finding("F101", 0, day.number, problem, edition=day.name))
        else:
            findings += _day_findings(folder / day.name, found, series)
        progress.advance()
    return _report([*findings, *_repeats(series)], len(series.placed))


def _report(findings: Sequence[Finding], days: int) -> Report:
    errors = sum(finding.is_error for finding in findings)
    return Report(tuple(findings), f"{days} day{'s' * (days != 1)} read back and solved: {errors} errors")


def _damaged(name: str, remedy: str) -> Finding:
    return Finding("F101", 0, 0, f"{name} is missing or not the file the manifest describes: {remedy}")


def _draw_again(day: str) -> str:
    return f"draw it again with puzzlegen daily CONFIG --date {day}"


def _day_findings(folder: Path, manifest: Manifest, series: IssuedSeries) -> list[Finding]:
    name = manifest.date
    day = series.days.get(name)
    findings = [_damaged(file, _draw_again(name)) for file in manifest.damaged_files(folder)]
    if day is None or not day.placed or day.number != manifest.number or folder.resolve().name != name:
        findings.append(Finding("D501", 0, manifest.number, f"{series.ledger.path} has no such day {name!r}"))
    else:
        hidden = series.must_hide_answer(day, manifest)
        findings += _puzzle_json_findings(folder, day, hidden)
        findings += _text_findings(folder, day, hidden)
        findings += _pdf_findings(folder, day, series.before(day))
    return [replace(one, edition=name, number=one.number or manifest.number) for one in findings]


def _puzzle_json_findings(folder: Path, day: Day, hidden: bool) -> Iterator[Finding]:
    """Compare puzzle.json with the ledger, and solve its puzzle."""
    try:
        data = json.loads((folder / DATA).read_bytes())
        puzzle = line.parse(data["puzzle"])
        identity = (data["date"], data["number"], puzzle)
        answers = (data.get("solution"), data.get("mines"))
    except (OSError, ValueError, LookupError, TypeError, FormatError) as error:
        yield Finding("D503", 0, 0, f"{DATA} cannot be read: {error}")
        return
    if identity != (day.name, day.number, day.puzzle):
        yield Finding("D501", 0, 0, f"{DATA} has another date, number or puzzle than the ledger")
    expected = (None, None) if hidden else (answer.write(day.solution), sum(day.solution))
    for what, found, right in zip(("solution", "number of mines"), answers, expected, strict=True):
        if found != right:
            yield Finding("D502" if hidden else "A302", 0, 0, f"{DATA} has {found!r} for the {what}, {right!r} is due")
    yield from check_proof(puzzle, day.graded, "the ledger")


def _text_findings(folder: Path, day: Day, hidden: bool) -> Iterator[Finding]:
    """Check that the texts have the puzzle row by row, and none has the answer if it must be hidden."""
    messages = load(day.series.language, day.series.cells)
    texts = {}
    for name in _TEXTS:
        with suppress(OSError, UnicodeDecodeError):
            texts[name] = html.unescape((folder / name).read_text(encoding="utf-8"))
    expected = text_grid(day.puzzle, messages)
    for name in (ALT, MAIL):
        if not _contains(texts.get(name, ""), expected):
            yield Finding("D503", 0, 0, f"{name} does not have the puzzle row by row")
    if not hidden:
        return
    solved = text_grid(day.puzzle, messages, day.solution)
    letters = answer.write(day.solution)
    digits = letters.replace("y", "1").replace("n", "0")
    for name, text in texts.items():
        packed = re.sub(r"[\s,]+", "", text)
        if letters in packed or digits in packed or _contains(text, solved):
            yield Finding("D502", 0, 0, f"{name} holds the answer")


def _contains(text: str, rows: Sequence[str]) -> bool:
    """Tell whether the rows follow each other in the text, with only tags and spaces between them."""
    between = r"\s*(?:<[^>]*>\s*|[\"',]\s*)*"
    return re.search(between.join(map(re.escape, rows)), text) is not None


def _pdf_findings(folder: Path, day: Day, before: Day | None) -> Iterator[Finding]:
    """Check that the PDF shows the puzzle without its answer, and the solution of the day before."""
    try:
        grids = [grid for page in read_pages(folder / PRINT) for grid in page.grids]
    except OutputError as error:
        yield Finding("D503", 0, 0, str(error))
        return
    puzzles = [grid for grid in grids if not any(grid.mines)]
    if [_printed(grid) for grid in puzzles] != [_expected(day)]:
        yield Finding("D503", 1, 0, f"{PRINT} does not show the day's puzzle, and it alone without mines")
    if any(_printed(grid) == _expected(day) and any(grid.mines) for grid in grids):
        yield Finding("D502", 1, 0, f"{PRINT} shows the answer")
    solved = [(_printed(grid), grid.mines) for grid in grids if any(grid.mines)]
    if solved != ([(_expected(before), before.solution)] if before else []):
        what = f"the solution of {before.name}" if before else "no solution, being the first"
        yield Finding("A302", 1, 0, f"{PRINT} does not show {what}")


def _printed(grid: PrintedGrid) -> tuple[int, int, tuple[int, ...]]:
    return grid.width, grid.height, grid.clues


def _expected(day: Day) -> tuple[int, int, tuple[int, ...]]:
    return day.puzzle.grid.width, day.puzzle.grid.height, day.puzzle.cells


def _repeats(series: IssuedSeries) -> Iterator[Finding]:
    """Find days with the puzzle of another day, book or daily."""
    entries = [entry_of_day(day) for day in series.placed]
    own = series.ledger.series_issue(series.seed)
    for repeat in series.ledger.repeats(entries, own):
        yield Finding("P207", 0, repeat.number, f"the {repeat.what} are those of {repeat.held}")
    first: dict[bytes, int] = {}
    for entry in entries:
        for what, key in zip(entry.keys._fields, entry.keys, strict=True):
            if first.setdefault(key, entry.number) != entry.number:
                yield Finding("P206", 0, entry.number, f"the {what} are those of No. {first[key]}")
