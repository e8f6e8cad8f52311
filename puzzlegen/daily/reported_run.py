"""Runs the plan of a daily and reports the result, for the command line and the studio.

It imports little, because most runs find nothing to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlegen.config.placeholders import placeholders
from puzzlegen.daily.plan import Plan, Request
from puzzlegen.daily.run_messages import (
    RunSummary,
    missed_warnings,
    missing_warnings,
    outdated_settings,
    tells_outdated_settings,
)
from puzzlegen.errors import LayoutError
from puzzlegen.files.build_folder import remove_abandoned

if TYPE_CHECKING:
    from puzzlegen.config.daily import DailyConfig
    from puzzlegen.jobs.ordered_work import Notify, Progress


@contextmanager
def places_in(config: DailyConfig, file: Path) -> Iterator[None]:
    """Add file and line of the config to a LayoutError about one of its keys."""
    try:
        yield
    except LayoutError as error:
        from puzzlegen.config.error_places import with_place  # noqa: PLC0415  # only where it is used

        raise LayoutError(with_place(str(error), config, str(file))) from None


def run_with_report(
    request: Request, plan: Plan, file: Path, progress: Progress, info: Notify, warn: Notify
) -> RunSummary:
    """Do the work of a plan, if there is any, and report what was done and what remains to be done by hand.

    ``file`` is the config. ``info`` and ``warn`` receive messages, ``warn`` those that ``--quiet`` must not
    hide. Raises what ``run_plan`` raises.
    """
    done = RunSummary()
    tells_settings = tells_outdated_settings(plan, request)  # asked first, because the run writes its own settings
    if plan.is_idle:
        remove_abandoned(request.folder)
    else:
        from puzzlegen.daily.run import run_plan  # noqa: PLC0415  # takes most of the time of a run without work

        with places_in(request.config, file):
            done = run_plan(request, plan, progress, info, warn)
    info(done.line(plan, request))
    for line in (*missing_warnings(plan, request), *missed_warnings(plan)):
        warn(line)
    addresses = {"address": request.config.address, "home": request.config.home or ""}
    for (key, *_), problem in placeholders(request.config.series, addresses):
        warn(f"warning: {file}: {key}: {problem}")
    for line in outdated_settings(plan, request) if tells_settings else ():
        info(line)
    if request.config.logo:
        from puzzlegen.daily.day_content import logo_note  # noqa: PLC0415  # few runs have a logo

        if note := logo_note(request.config.logo):
            warn(f"warning: {note}")
    return done
