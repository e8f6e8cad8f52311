"""Verifies one day of a series: draws it again and compares every file, then proves what the files show.

Runs in a worker process.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzlegen.board.puzzle import BLANK, Solution
from puzzlegen.checking.findings import DAILY_COMMAND, DRAW, Finding
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.checking.proof import check_no_guess, check_proof
from puzzlegen.config.day_files import ANSWER_FILES, DATA, DAY_FILE, PLAY, PRINT, files_of_day
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import write_day
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.manifest import DAY, PUBLISHED, Manifest, Tools, digest_of_tools, drawings_of
from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.errors import FormatError, OutputError, PuzzlegenError
from puzzlegen.files.build_folder import MANIFEST, Fact, damaged, facts_of
from puzzlegen.files.derived import UNKNOWN, What, differences
from puzzlegen.files.reading import MAX_MANIFEST, read_json, read_limited, text_of
from puzzlegen.files.templates import are_shipped
from puzzlegen.formats import answer, line
from puzzlegen.ledger.days import Day
from puzzlegen.single.classic_page import boards_of_page
from puzzlegen.wording import Step

_Printed = tuple[int, int, tuple[int, ...]]  # width, height and clues of a grid


@dataclass(frozen=True, slots=True)
class DayCheck:
    """A day to verify: in the folder of its series, unpacked from a zip, or in a published copy.

    ``day`` is the placed day of the ledger, None if ``ledger`` has none of that series, date and number. ``before`` are
    the days that can be the previous one: the reserved days up to the last placed one, the latest first. ``due_open``
    tells whether the files have to show the answer, None if the date of the last run is unknown; ``may_be_open`` then
    tells whether they may. ``ledger_name`` is the ledger that the manifest has to name, empty if any will do.

    ``step`` is the remedy for wrong files. The manifest of a published day is the part about it of the manifest of all
    days, which names no answer that is held back.
    """

    folder: Path
    manifest: Manifest
    ledger: Path
    day: Day | None
    before: tuple[Day | None, ...]
    due_open: bool | None
    may_be_open: bool
    step: Step
    ledger_name: str = ""

    @property
    def name(self) -> str:
        """The name of the day, such as ``2026-12-01``."""
        return self.manifest.date

    @property
    def is_copy(self) -> bool:
        """Whether the day is published."""
        return self.manifest.kind == PUBLISHED


def check_day(check: DayCheck) -> list[Finding]:
    """Return all findings about a day. Damaged files of a published copy are found with all its other files."""
    number = check.day.number if check.day else check.manifest.number
    if check.day is None or check.name not in {check.folder.absolute().name, check.folder.resolve().name}:
        files = {} if check.is_copy else check.manifest.files
        findings = [damaged_file(name, check.step) for name in damaged(check.folder, files)]
        findings.append(Finding("D501", 0, 0, f"{check.ledger} has no such day {check.name!r}"))
    else:
        findings = [*_check_ledger_day(check, check.day)]
    return [replace(one, edition=check.name, number=one.number or number) for one in findings]


def _check_ledger_day(check: DayCheck, day: Day) -> Iterator[Finding]:
    manifest, tools = check.manifest, drawing_tools(day.series.language)
    is_open, before = drawings_of(day, check.before).get(manifest.inputs, (bool(check.due_open), check.before[0]))
    hidden = DayPresentation(day, before, is_open and check.may_be_open).holds_solution
    due = dict.fromkeys(files_of_day(day.leave_out, hold_answer=hidden and check.is_copy), UNKNOWN)
    problem = ""
    try:
        with TemporaryDirectory(prefix="puzzlegen-verify-") as again:
            write_day(Path(again), day, before, is_open)
            due |= facts_of(Path(again), due)
    except PuzzlegenError as error:
        problem = f"cannot be drawn again to compare its files: {error}"
    yield from file_findings(check.folder, manifest, due, tools, check.step)
    yield from [Finding("D504", 0, 0, problem)] if problem else []
    yield from () if check.is_copy else _own_manifest_findings(check, day, before, due)
    if check.due_open is not None and is_open != check.due_open:
        if is_open:
            yield Finding("D502", 0, 0, "drawn with its answer, but the next day is not published yet")
        else:
            yield Finding("D504", 0, 0, "drawn without its answer, but the next day is published")
    yield from _content_findings(check.folder, day, before, hidden)


def file_findings(
    folder: Path, manifest: Manifest, due: Mapping[str, Fact], now: Mapping[str, str], step: Step
) -> Iterator[Finding]:
    """Compare files with the manifest that recorded them, and with those that are ``due``, made again with ``now``.

    Other versions may have written other files. Those of a published copy were compared with the manifest before, and
    no answer may be among them.
    """
    is_copy = manifest.kind == PUBLISHED
    different, are_same = list[str](), are_same_tools(manifest.tools, now)
    for what, name in differences(folder, manifest.files, due, are_read=not is_copy):
        if what is What.DAMAGED:
            yield damaged_file(name, step)
        elif what is What.UNDUE and is_copy and name in ANSWER_FILES:
            yield Finding("D502", 0, 0, f"{MANIFEST} names {name}, which must not be published", step=step)
        elif what is What.OTHER or not are_same:
            different.append(name)
        else:
            verb = "names" if what is What.UNDUE else "lacks"
            yield Finding("F101", 0, 0, f"{MANIFEST} {verb} {name}", step=step)
    yield from compare_tools(different, manifest.tools, now, step)


def _content_findings(folder: Path, day: Day, before: Day | None, hidden: bool) -> Iterator[Finding]:
    """Prove what the files of a day show; ``hidden``: none may have its answer."""
    yield from _puzzle_json_findings(folder, day, hidden)
    yield from _text_findings(folder, DayPresentation(day, before, not hidden))
    yield from _pdf_findings(folder, day, before)
    yield from _classic_findings(folder, day)


def damaged_file(name: str, step: Step) -> Finding:
    """Return the finding that a file is not the one of the manifest."""
    return Finding("F101", 0, 0, f"{name} is missing or not the file the manifest describes", step=step)


def draw_again(day: str) -> Step:
    """Return the remedy for damaged files of a day."""
    return DRAW._replace(words="draw it again", command=f"{DAILY_COMMAND} --date {day}")


def _own_manifest_findings(check: DayCheck, day: Day, before: Day | None, due: Collection[str]) -> Iterator[Finding]:
    """Derive the manifest in the folder of the day again, and find files that it should not have."""
    manifest = check.manifest
    if damaged(check.folder, {MANIFEST: day.manifest_sha256}):
        yield Finding("F101", 0, 0, f"{MANIFEST} is not the one in {check.ledger}", step=check.step)
    if manifest.kind != DAY or manifest.inputs not in drawings_of(day, [before]):
        detail = f"{MANIFEST}: the files were drawn from other values than those in {check.ledger}"
        yield Finding("D501", 0, 0, detail)
    if check.ledger_name and manifest.ledger != check.ledger_name:
        yield Finding("D501", 0, 0, f"{MANIFEST} names the ledger {manifest.ledger}, not {check.ledger_name}")
    for name in foreign_files(check.folder, due):
        yield Finding("D506", 0, 0, f"{name}: check that it reveals nothing, or remove it")


def foreign_files(folder: Path, due: Collection[str]) -> list[str]:
    """Return the names of files in a day's folder that are not those ``due``, hidden ones left out."""
    return sorted(path.name for path in folder.iterdir() if path.name not in (*due, MANIFEST) and path.name[0] != ".")


def are_same_tools(then: Tools, now: Mapping[str, str]) -> bool:
    """Tell whether files were written with these versions: ``then`` has them by name, or is their digest."""
    return then in (now, digest_of_tools(now))


def compare_tools(different: Sequence[str], then: Tools, now: Mapping[str, str], step: Step) -> Iterator[Finding]:
    """Return findings for files of other bytes than the versions ``now`` write.

    ``then`` are the versions that wrote the files, by name, or the digest of them. Other versions of the program, its
    libraries or its templates may write other bytes, so for those it is a warning.
    """
    if are_same_tools(then, now):
        for name in different:
            yield Finding("D504", 0, 0, name, step=step)
    elif different:
        names = ["versions"] if isinstance(then, str) else [name for name in now if then.get(name) != now[name]]
        yield Finding("D505", 0, 0, f"{', '.join(different)}: written with other {', '.join(names)}")


def _puzzle_json_findings(folder: Path, day: Day, hidden: bool) -> Iterator[Finding]:
    """Compare puzzle.json with the ledger, and solve its puzzle."""
    try:
        data = read_json(folder / DATA, MAX_MANIFEST)
        puzzle = line.parse(data["puzzle"])
        identity = (data["date"], data["number"], puzzle)
        answers = (data.get("solution"), data.get("mines"), data.get("picture_title"))
    except (OSError, ValueError, LookupError, TypeError, FormatError) as error:
        yield Finding("D503", 0, 0, f"{DATA} cannot be read: {getattr(error, 'strerror', None) or error}")
        return
    if identity != (day.name, day.number, day.puzzle):
        yield Finding("D501", 0, 0, f"{DATA} has another date, number or puzzle than the ledger")
    title = day.picture.title if day.picture else None
    expected = (None, None, None) if hidden else (answer.write(day.solution), sum(day.solution), title)
    for what, found, right in zip(("solution", "number of mines", "picture"), answers, expected, strict=True):
        if found != right:
            yield Finding("D502" if hidden else "A302", 0, 0, f"{DATA} has {found!r} for the {what}, {right!r} is due")
    yield from check_proof(puzzle, day.graded, "the ledger")


def _text_findings(folder: Path, shown: DayPresentation) -> Iterator[Finding]:
    """Check that the texts have puzzle and solutions row by row, and none has the answer if it must be held back."""
    day = shown.day
    letters = answer.write(day.solution)
    held = [letters, letters.replace("y", "1").replace("n", "0")] if shown.holds_solution else []
    for name in files_of_day(day.leave_out):
        if not DAY_FILE[name].is_text or not (folder / name).is_file():  # a missing file is reported as such
            continue
        try:
            text = html.unescape(text_of(folder / name))
        except (OSError, UnicodeDecodeError) as error:
            yield Finding("D503", 0, 0, f"{name} cannot be read as text: {error}")
            continue
        yield from _words_findings(name, text, shown)
        packed = re.sub(r"[\s,]+", "", text)
        if any(one in packed for one in held) or (held and _contains(text, shown.solution_in_words)):
            yield Finding("D502", 0, 0, f"{name} holds the answer")


def _words_findings(name: str, text: str, shown: DayPresentation) -> Iterator[Finding]:
    """Check that the text of a file has the words that it must have. Templates of the user may leave some out."""
    if not are_shipped(DAY_FILE[name].templates):
        return
    if not _contains(text, shown.words_in(name)):
        yield Finding("D503", 0, 0, f"{name} does not have the puzzle row by row")
    if not _contains(text, shown.solution_words_in(name)):
        yield Finding("A302", 0, 0, f"{name} does not have the solution row by row")
    if shown.previous and not _contains(text, shown.previous_words_in(name)):
        yield Finding("A302", 0, 0, f"{name} does not have the solution of {shown.previous.day.name} row by row")


def _contains(text: str, rows: Sequence[str]) -> bool:
    """Tell whether the rows follow each other in the text, with only tags and spaces between them."""
    between = r"\s*(?:<[^>]*>\s*|[\"',]\s*)*"
    return re.search(between.join(map(re.escape, rows)), text) is not None


def _pdf_findings(folder: Path, day: Day, before: Day | None) -> Iterator[Finding]:
    """Check that the PDF shows the puzzle without its answer, and the solution of the day before."""
    try:
        grids = [grid for page in read_pages(folder / PRINT, default_fonts().digits) for grid in page.grids]
    except OutputError as error:
        yield Finding("D503", 0, 0, str(error))
        return
    puzzles = [grid for grid in grids if not grid.is_marked]
    if [_printed(grid) for grid in puzzles] != [_expected(day)]:
        yield Finding("D503", 1, 0, f"{PRINT} does not show the day's puzzle, and it alone without mines")
    for problem in (problem for grid in grids for problem in (*grid.faults, *grid.unseen)):
        yield Finding("D503", 1, 0, f"{PRINT}: {problem}")
    if any(_printed(grid) == _expected(day) and grid.is_marked for grid in grids):
        yield Finding("D502", 1, 0, f"{PRINT} shows the answer")
    solved = [(_printed(grid), *_answer(grid)) for grid in grids if grid.is_marked]
    if solved != ([_expected_answer(before)] if before else []):
        what = f"the solution of {before.name}" if before else "no solution, being the first"
        yield Finding("A302", 1, 0, f"{PRINT} does not show {what}")


def _classic_findings(folder: Path, day: Day) -> Iterator[Finding]:
    """Check that the page plays the classic board of the day, and that this board needs no guess."""
    board = day.graded.classic_board
    if board is None:
        return
    yield from check_no_guess(day.graded)
    try:
        found = boards_of_page(read_limited(folder / PLAY, MAX_MANIFEST).decode())
    except (OSError, UnicodeDecodeError, FormatError) as error:
        yield Finding("D503", 0, 0, f"{PLAY} cannot be read: {error}")
        return
    if found != [board]:
        yield Finding("D503", 0, 0, f"{PLAY} does not play the board of the day, or from another start")


def _printed(grid: PrintedGrid) -> _Printed:
    return grid.width, grid.height, grid.clues


def _answer(grid: PrintedGrid) -> tuple[Solution, Solution]:
    """Return the mines and the filled cells of a printed answer."""
    return grid.mines, grid.filled


def _expected_answer(day: Day) -> tuple[_Printed, Solution, Solution]:
    """Return the size and the clues that the answer of a day must have, its mines and its filled cells."""
    width, height, clues = _expected(day)
    none = (False,) * day.puzzle.grid.size
    if day.graded.answer_is_picture:
        clues = (BLANK,) * day.puzzle.grid.size
    marks = (none, day.solution) if day.puzzle.grid.variant.clue_on_mine else (day.solution, none)
    return (width, height, clues), *marks


def _expected(day: Day) -> _Printed:
    return day.puzzle.grid.width, day.puzzle.grid.height, day.puzzle.cells
