"""Says whether a daily is well: its newest day, the days ahead, what waits, what is damaged and the pictures left.

For monitors and for editors, who see the remedy of each problem. Nothing is written.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzlegen.config.daily import WEEKDAYS
from puzzlegen.daily.folders import day_folders
from puzzlegen.daily.manifest import is_published
from puzzlegen.daily.plan import NEW_PUZZLE, Plan, Request
from puzzlegen.daily.publishing import planned_change
from puzzlegen.daily.reported_run import days_to_make
from puzzlegen.daily.run_messages import first_three
from puzzlegen.daily.run_state import open_choice
from puzzlegen.daily.schedule import DAYS_TO_NEXT, coming_numbers
from puzzlegen.files.build_folder import damaged
from puzzlegen.wording import pluralize


class StatusLine(NamedTuple):
    """A line on a series. ``action`` is that of the studio which does what the line asks for, empty without one."""

    text: str
    is_well: bool = True
    action: str = ""


def status(request: Request, plan: Plan, *, in_studio: bool = False) -> Iterator[StatusLine]:
    """Yield lines on a series. ``plan`` is that of a run for today.

    ``in_studio``: with its actions in place of commands. Raises LedgerError, and OutputError for a folder that cannot
    be read.
    """
    target = request.publish_to
    coming = () if plan.expected else coming_numbers(request.config, [], request.as_of, DAYS_TO_NEXT)
    first = next((str(day) for day, _ in coming), None)
    options = (*(("--date", first) if first else ()), *(("--publish", str(target)) if target else ()))
    command = shlex.join(["puzzlegen", "daily", request.source, *options])

    def due(words: str) -> StatusLine:
        return StatusLine(words if in_studio else f"{words}: run {command}", False, "publish" if target else "make")

    yield StatusLine(_newest(request, plan))
    if first:
        yield due(f"the first day, {first}, is not made")._replace(action="")
    yield from map(due, _waiting(plan, is_away=bool(target) and not day_folders(request.folder)))
    for line in days_to_make(plan, request, in_studio=in_studio):
        yield StatusLine(line.removeprefix("warning: "), False)
    if target is not None:
        there = sorted(day_folders(target)) if is_published(target) else []
        yield StatusLine(f"published in {target}: {f'newest day {there[-1]}' if there else 'no day'}")
        yield from map(due, _unpublished(request, plan, target, there))
    yield from _pictures(request, in_studio)


def _waiting(plan: Plan, *, is_away: bool) -> Iterator[str]:
    """Yield the work of a plan. ``is_away``: the days are in their published copy only, and need no other files."""
    if waiting := plan.dates(*NEW_PUZZLE):
        yield f"{first_three(waiting)} waits to be issued"
    for work in dict.fromkeys(task.work for task in plan.tasks if task.work not in NEW_PUZZLE):
        dates = plan.dates(work)
        yield f"{pluralize(len(dates), 'day')} ({first_three(dates)}) to be {work}"
    if plan.stale and not plan.tasks and not is_away:
        yield "archive and feeds to be written"


def _newest(request: Request, plan: Plan) -> str:
    issued = [day for day in plan.days if day.date <= request.as_of]
    ahead = plan.days[len(issued) :]
    newest = f"newest day {issued[-1].date}, No. {issued[-1].number}" if issued else "no day yet"
    return newest + (f"; {pluralize(len(ahead), 'day')} ahead, up to {ahead[-1].date}" if ahead else "")


def _unpublished(request: Request, plan: Plan, target: Path, there: Sequence[str]) -> Iterator[str]:
    """Yield what the published copy lacks, which publishing would change; ``there`` are the published days.

    Files that change with work that waits are left out.
    """
    change, published = planned_change(target, request, plan)
    broken = damaged(target, published)
    late = sorted({day.name for day in plan.days if day.date <= request.as_of} - set(there))
    files = [] if late or not plan.is_idle else sorted({*change.changed, *change.gone} - set(broken))
    if late:
        yield f"{pluralize(len(late), 'day')} ({first_three(late)}) not published"
    if broken:
        yield f"{pluralize(len(broken), 'published file')} damaged or missing ({first_three(sorted(broken))})"
    if files:
        yield f"{pluralize(len(files), 'file')} of the published copy not up to date ({first_three(files)})"


def _pictures(request: Request, in_studio: bool) -> Iterator[StatusLine]:
    config = request.config
    weekdays = [n for n, kind in enumerate(config.week.days) if kind and kind.pictures]
    if not weekdays:
        return
    with open_choice(request) as choice:
        for weekday in weekdays:
            left = choice.left(weekday)
            remedy = "" if left else ": add more, or its puzzles show no picture"
            place = WEEKDAYS[weekday].title() if in_studio else f"week.{WEEKDAYS[weekday]}.pictures"
            text = f"{place}: {pluralize(left, 'picture')} left{remedy}"
            yield StatusLine(text, left > 0)
