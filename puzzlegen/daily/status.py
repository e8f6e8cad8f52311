"""Says whether a daily is well: its newest day, the days ahead, what waits, what is damaged and the pictures left.

For monitors and for editors, who see the remedy of each problem. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.config.daily import WEEKDAYS
from puzzlegen.daily.folders import day_folders
from puzzlegen.daily.manifest import read_manifest
from puzzlegen.daily.plan import NEW_PUZZLE, Plan, Request
from puzzlegen.daily.reported_run import days_to_make
from puzzlegen.daily.run_messages import first_three
from puzzlegen.daily.run_state import PictureChoice, is_used
from puzzlegen.files.build_folder import damaged
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.wording import pluralize


def status(request: Request, plan: Plan) -> Iterator[tuple[str, bool]]:
    """Yield lines on a series, each with whether all is well there. ``plan`` is that of a run for today.

    Raises LedgerError, and OutputError for a folder that cannot be read.
    """
    yield _newest(request, plan), True
    command = f"puzzlegen daily {request.source}"
    if waiting := plan.dates(*NEW_PUZZLE):
        yield f"{first_three(waiting)} waits to be issued: run {command}", False
    for work in dict.fromkeys(task.work for task in plan.tasks if task.work not in NEW_PUZZLE):
        dates = plan.dates(work)
        yield f"{pluralize(len(dates), 'day')} ({first_three(dates)}) to be {work}: run {command}", False
    if plan.stale and not plan.tasks:
        yield f"archive and feeds to be written: run {command}", False
    for line in days_to_make(plan, request):
        yield line.removeprefix("warning: "), False
    yield from _published(request, plan, command)
    yield from _pictures(request)


def _newest(request: Request, plan: Plan) -> str:
    issued = [day for day in plan.days if day.date <= request.as_of]
    ahead = plan.days[len(issued) :]
    newest = f"newest day {issued[-1].date}, No. {issued[-1].number}" if issued else "no day yet"
    return newest + (f"; {pluralize(len(ahead), 'day')} ahead, up to {ahead[-1].date}" if ahead else "")


def _published(request: Request, plan: Plan, command: str) -> Iterator[tuple[str, bool]]:
    target = request.publish_to
    if target is None:
        return
    again = f"run {command} --publish {target}"
    manifest = read_manifest(target)
    there = sorted(day_folders(target)) if manifest else []
    issued = [day.name for day in plan.days if day.date <= request.as_of]
    yield f"published in {target}: {f'newest day {there[-1]}' if there else 'no day'}", True
    if late := sorted(set(issued) - set(there)):
        yield f"{pluralize(len(late), 'day')} ({first_three(late)}) not published: {again}", False
    if manifest and (broken := damaged(target, manifest.files)):
        names = first_three(sorted(broken))
        yield f"{pluralize(len(broken), 'published file')} damaged or missing ({names}): {again}", False


def _pictures(request: Request) -> Iterator[tuple[str, bool]]:
    config = request.config
    weekdays = [n for n, kind in enumerate(config.week.days) if kind and kind.pictures]
    if not weekdays or not request.ledger.is_file():
        return
    with DailyLedger(request.ledger, write=False) as ledger:
        choice = PictureChoice(config, lambda mines: is_used(ledger, config.series, mines))
        for weekday in weekdays:
            left = choice.left(weekday)
            remedy = "" if left else ": add more, or its puzzles show no picture"
            yield f"week.{WEEKDAYS[weekday]}.pictures: {pluralize(left, 'picture')} left{remedy}", left > 0
