"""Runs the plan of a daily and reports the result, for the command line and the studio.

It imports little, because most runs find nothing to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlegen.config.error_places import places_in
from puzzlegen.config.placeholders import placeholders
from puzzlegen.daily.plan import AS_CONFIGURED, Plan, Request
from puzzlegen.daily.run_messages import (
    RunSummary,
    first_three,
    options_for,
    outdated_settings,
    tells_outdated_settings,
)
from puzzlegen.daily.schedule import title_of
from puzzlegen.errors import LedgerError
from puzzlegen.files.build_folder import remove_abandoned
from puzzlegen.ledger.days import Day
from puzzlegen.wording import IN_CALENDAR, Step

if TYPE_CHECKING:
    from puzzlegen.config.daily import DailyConfig, WeekdayConfig
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
    for line in changes_without_effect(plan, request):
        info(line)
    if request.config.logo:
        from puzzlegen.daily.day_content import logo_note  # noqa: PLC0415  # few runs have a logo

        if note := logo_note(request.config.logo):
            warn(f"warning: {note}")
    return done


def changes_without_effect(plan: Plan, request: Request) -> Iterator[str]:
    """Yield a line for each kind of change in the config that issued days do not follow, with what applies it."""
    done = set(plan.dates(*AS_CONFIGURED))
    found: dict[_Change, list[date]] = {}
    for day in plan.days:
        with suppress(LedgerError):  # of a day that cannot be parsed, which is reported when it is drawn
            if day.date not in done and (change := _change_without_effect(request, day)):
                found.setdefault(change, []).append(day.date)
    for (what, option), days in found.items():
        where = "days that are" if days[1:] else "a day that is"
        yield f"{what} for {first_three(days)} has no effect on {where} issued: {_each(option, days)} applies it"


def _each(option: str, days: Sequence[date]) -> str:
    """Return the option for each day alone: a range would also change the days between."""
    if option == "--withdraw":
        return " ".join(f"{option} {day}" for day in days[:3]) + (", and so on," if days[3:] else "")
    return f"{option} --date {days[0]}" + (", and so on day by day," if days[1:] else "")


_Change = tuple[str, str]  # what the config says otherwise of an issued day, and the option that applies it


def _change_without_effect(request: Request, day: Day) -> _Change | None:
    """Return the change for a day; None for no change.

    Days of the past follow only what names them: a weekday changes for days to come, and old entries are removed.
    """
    config, is_past = request.config, day.date < request.as_of
    if day.date < config.start:
        return "start", "--withdraw"
    if any(days.covers(day.date) and not (is_past and days.yearly) for days in config.skip):
        return "skip", "--withdraw"
    choice = config.choice_on(day.date)
    if choice and day.title != title_of(config, day):
        return "the title in choices", "--redraw"
    return _change_of_puzzle(config, day, request.as_of)


def _change_of_puzzle(config: DailyConfig, day: Day, today: date) -> _Change | None:
    choice = config.choice_on(day.date)
    wanted = choice.puzzle if choice else None
    if (day.date < today and not wanted) or _is_swapped(config, day):
        return None
    if wanted:
        return None if day.has_puzzle(wanted) else ("the puzzle in choices", "--reissue")
    return _change_of_weekday(config.weekday(day.date), day, is_today=day.date == today)


def _is_swapped(config: DailyConfig, day: Day) -> bool:
    """Return whether the puzzle of a day was made or chosen for another date."""
    if day.is_chosen:
        others = [choice.puzzle for choice in config.choices if choice.puzzle and choice.date != day.date]
        return any(map(day.has_puzzle, others))
    return day.graded.stream is not None and not day.graded.stream.startswith(f"{config.series}/{day.date}")


def _change_of_weekday(kind: WeekdayConfig | None, day: Day, *, is_today: bool) -> _Change | None:
    """Return the change for a day that the config does not name. Pictures and the puzzle of today are not compared."""
    what = "the entry removed from choices" if day.is_chosen else "week"
    if kind is None or day.is_chosen:
        return what, "--reissue" if kind else "--withdraw"
    if is_today or kind.pictures:
        return None
    from puzzlegen.daily.run import puzzle_words, words_of_puzzle  # noqa: PLC0415  # as above

    wanted = puzzle_words(kind.board, str(kind.difficulty), classic=kind.is_classic)
    return (what, "--reissue") if words_of_puzzle(day.graded) != wanted else None


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
