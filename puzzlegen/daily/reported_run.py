"""Runs the plan of a daily and reports the result, for the command line and the studio.

It imports little, because most runs find nothing to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlegen.config.error_places import places_in
from puzzlegen.config.placeholders import placeholders
from puzzlegen.daily.plan import Plan, Request
from puzzlegen.daily.run_messages import (
    RunSummary,
    first_three,
    options_for,
    outdated_settings,
    tells_outdated_settings,
)
from puzzlegen.files.build_folder import remove_abandoned
from puzzlegen.wording import IN_CALENDAR, Step

if TYPE_CHECKING:
    from puzzlegen.jobs.ordered_work import Notify, Progress


def run_with_report(
    request: Request, plan: Plan, file: Path, progress: Progress, info: Notify, warn: Notify
) -> RunSummary:
    """Do the work of a plan, if there is any, and report what was done.

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
    addresses = {"address": request.config.address, "home": request.config.home or ""}
    for words in placeholders(request.config.series, addresses):
        warn(f"warning: {file}: {words}")
    for line in outdated_settings(plan, request) if tells_settings else ():
        info(line)
    if request.config.logo:
        from puzzlegen.daily.day_content import logo_note  # noqa: PLC0415  # few runs have a logo

        if note := logo_note(request.config.logo):
            warn(f"warning: {note}")
    return done


def days_to_make(plan: Plan, request: Request, *, in_studio: bool = False) -> Iterator[str]:
    """Yield warnings of days that were not requested: missing or damaged ones, and dates that were never issued."""
    if plan.missing:  # the archive links to them
        options = options_for(plan.missing, request.config, {day.date for day in plan.days})
        is_one = len(plan.missing) == 1
        problem, again = ("is", "draw it again") if is_one else ("are", "draw them again")
        remedy = Step(again, options, IN_CALENDAR).told(in_studio=in_studio)
        yield f"warning: {first_three(plan.missing)} {problem} missing or damaged: {remedy}"
    if plan.missed:
        count = f" ({len(plan.missed)} days)" if len(plan.missed) > 1 else ""
        remedy = Step("issue what was missed", "--catch-up", "by Fill the gaps").told(in_studio=in_studio)
        skip = "list it under Days without a puzzle" if in_studio else "add it to skip in the config"
        yield f"warning: no puzzle was issued for {first_three(plan.missed)}{count}: {remedy}, or {skip}"
