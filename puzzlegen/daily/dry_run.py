"""Lists what a run would do: each day with its number, size and difficulty, and the files that would be written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from puzzlegen.board.grid import Grid
from puzzlegen.config.daily import CLASSIC
from puzzlegen.config.day_files import files_of_day
from puzzlegen.daily.file_names import MONTHS
from puzzlegen.daily.fit_check import check_plan, replace_undrawable
from puzzlegen.daily.plan import NEW_PUZZLE, Plan, Request, Task, names_of_series_files
from puzzlegen.daily.schedule import puzzle_kind
from puzzlegen.ledger.issued_day import Day


def report_lines(request: Request, plan: Plan, publish_to: Path | None) -> Iterator[str]:
    """Yield the lines of the report.

    Raises LayoutError or ConfigError where the run would, because words do not fit, and LedgerError for a day that
    cannot be parsed.
    """
    plan = replace_undrawable(request, plan)
    check_plan(request, plan)
    for task in plan.tasks:
        yield f"{task.date}: No. {task.number}, {_puzzle(request, task)}: would be {task.work}"
    for day in plan.withdraw:
        yield f"{day.name}: No. {day.number}: would be withdrawn, and its files removed"
    if plan.tasks:
        count = f"{len(plan.tasks)} folders" if len(plan.tasks) > 1 else f"{request.folder / str(plan.tasks[0].date)}"
        written = ", ".join(files_of_day(request.config.leave_out))
        yield f"{count}: would be written, each with {written}"
    if plan.stale:
        names = ", ".join(names_of_series_files(request.config))
        yield f"{request.folder}: would get {names} and {MONTHS}/, where they change"
    if plan.is_idle:
        yield f"{request.folder}: up to date, nothing would be written"
    if publish_to is not None:
        yield f"{publish_to}: would get what may be public on {request.as_of}"


def _puzzle(request: Request, task: Task) -> str:
    """Return kind, size and difficulty of a day's puzzle: from the config if it is new, else from the ledger."""
    kind = puzzle_kind(request.config, task.date)
    if task.work in NEW_PUZZLE and kind is not None:
        if kind.pictures:
            return f"{kind.kind} of the next picture, or {puzzle_words(kind.board, str(kind.difficulty))} without one"
        return puzzle_words(kind.board, str(kind.difficulty), classic=kind.is_classic)
    return "a puzzle" if task.known is None else words_of_day(task.known)


def words_of_day(day: Day) -> str:
    """Return kind, size and difficulty of an issued puzzle. Raises LedgerError for a day that cannot be parsed."""
    graded = day.graded
    return puzzle_words(graded.puzzle.grid, graded.grade.difficulty, classic=graded.classic_start is not None)


def puzzle_words(grid: Grid, difficulty: str, *, classic: bool = False) -> str:
    """Return kind, size and difficulty of a puzzle, such as ``mosaic 10x10 easy``."""
    kind = CLASSIC if classic else grid.variant.name if grid.variant.tag else ""
    return " ".join(filter(None, (kind, f"{grid.width}x{grid.height}", difficulty)))
