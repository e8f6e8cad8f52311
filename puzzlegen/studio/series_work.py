"""Plans and does work on a daily of the studio, makes its calendar, and finds words that do not fit its files.

All functions but ``run_action`` run in the process of a project, in its folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from puzzlegen.checking.findings import Finding
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.day_files import DAY_FILES
from puzzlegen.config.error_places import places_in
from puzzlegen.config.load import load_daily, loads_daily
from puzzlegen.daily.chosen_days import check_unused_in
from puzzlegen.daily.day_content import series_from_config
from puzzlegen.daily.fit_check import boards_on, check_fit
from puzzlegen.daily.folders import check_first_place
from puzzlegen.daily.manifest import is_published, read_manifest
from puzzlegen.daily.plan import Plan, Request, SeriesRecord, clock_doubt, plan, series_in_ledger
from puzzlegen.daily.publishing import check_publish_folder, publish, write_proof
from puzzlegen.daily.reported_run import changes_without_effect, days_to_make, run_with_report
from puzzlegen.daily.run import calendar_days, report_lines, swap_days
from puzzlegen.daily.run_messages import outdated_settings, redraw_warnings, reissue_warnings, withdraw_warnings
from puzzlegen.daily.run_state import Chosen, next_pictures
from puzzlegen.daily.schedule import ONE_DAY, CalendarDay, consecutive_days, number_of, today
from puzzlegen.daily.series_site import newest_picture, newest_snippet
from puzzlegen.daily.status import status
from puzzlegen.errors import ConfigError, DayError, GenerationError, Interrupted, LayoutError, LedgerError, OutputError
from puzzlegen.files.reading import MAX_PDF, read_limited
from puzzlegen.files.writing import config_ledger, default_ledger, part_leading_out
from puzzlegen.formats import line
from puzzlegen.jobs.ordered_work import Notify, Progress
from puzzlegen.ledger.days import Day
from puzzlegen.schema.daily_fields import FIRST_YEAR, LAST_YEAR, MAX_DAYS, parse_day
from puzzlegen.schema.edit import add_entry, set_value
from puzzlegen.studio.config_editor import ShownProblem, problems_of, problems_of_layout, refusal
from puzzlegen.studio.records import SeriesDay, SeriesMonth, month_name
from puzzlegen.studio.series_actions import CONFIG, SERIES, STOPPED, Proposal, SeriesAction, published_folder
from puzzlegen.studio.solve_tools import sentences
from puzzlegen.studio.workers import Outcome, run_and_report


def request_of(action: SeriesAction, config: DailyConfig, jobs: int = 1) -> Request:
    """Return the request to ``daily.plan`` that does an action, as of today in the time zone of the series."""
    ledger = config_ledger(config.ledger) if config.ledger else default_ledger(SERIES)
    now, withdraw = today(config), action.kind == "withdraw"
    if action.kind == "publish" and now < config.start:
        raise DayError(
            f"The first day is {config.start}, and nothing can be public before it. Publish on that day, or set First "
            "day in the settings to today."
        )
    return Request(
        config,
        SERIES,
        ledger,
        action.day or now,
        0 if withdraw else action.days,
        now,
        redraw=action.kind == "redraw",
        reissue=action.kind == "reissue",
        jobs=jobs,
        catch_up=action.kind == "catch-up",
        withdraw=(action.day,) if withdraw and action.day else (),
        publish_to=Path(action.folder) if action.kind == "publish" else None,
        source=str(CONFIG),
    )


def _warnings_of(request: Request, work: Plan) -> list[str]:
    """Return what has to be confirmed before the work of a plan, in the words of the command line."""
    doubt = clock_doubt(request, work)
    doubts = [f"warning: {doubt}: is this today's date?"] if doubt else []
    return [*doubts, *reissue_warnings(work, request), *withdraw_warnings(work, request), *redraw_warnings(work)]


def _plan(request: Request) -> Plan:
    """Return the tasks of a run. Raises what planning raises, and OutputError for a series that is elsewhere."""
    check_first_place(CONFIG, request.folder, request.config.series)
    return plan(request)


def propose(action: SeriesAction) -> Proposal:
    """Return what an action would do. Raises what planning raises."""
    doubts: list[str] = []
    config = load_daily(CONFIG, doubts.append)
    request = request_of(action, config)
    work = _plan(request)
    _publish_folder(action, request, work)
    with places_in(config, CONFIG):
        lines = (*(f"warning: {line}" for line in doubts), *report_lines(request, work))
        return Proposal(lines, tuple(_warnings_of(request, work)), action.command())


def _publish_folder(action: SeriesAction, request: Request, work: Plan) -> Path | None:
    """Return the folder of the published copy, if the action makes one. Raises OutputError if it must not be used."""
    if request.publish_to is None:
        return None
    if part_leading_out(Path(), action.folder) is not None:
        raise OutputError(f"Folder: {action.folder}: a link that leads out of the project: choose another")
    check_publish_folder(request.publish_to, request, work, CONFIG, "Folder")
    return request.publish_to


def run_action(folder: Path, action: SeriesAction, confirmed: tuple[str, ...], jobs: int, sending: Connection) -> None:
    """Do an action in the folder of a project; runs in a separate process. ``confirmed`` are the accepted warnings."""

    def work(progress: Progress, info: Notify) -> Outcome:
        try:
            return _verify(progress, jobs) if action.kind == "verify" else _run(action, confirmed, jobs, progress, info)
        except (Interrupted, KeyboardInterrupt) as stop:
            info(str(stop) or "stopped")
            return "stopped", STOPPED, []

    run_and_report(folder, work, sending)


def _run(action: SeriesAction, confirmed: tuple[str, ...], jobs: int, progress: Progress, info: Notify) -> Outcome:
    config = load_daily(CONFIG)
    request = request_of(action, config, jobs)
    progress.start("plan", None)
    planned = _plan(request)
    if tuple(_warnings_of(request, planned)) != confirmed:
        raise DayError("the series was changed since the question was asked: look at it, then choose again")
    target = _publish_folder(action, request, planned)
    if action.other is not None:
        swap_days(request, action.other, in_studio=True)
        planned = _plan(request)
    summary = run_with_report(request, planned, CONFIG, progress, info, info).line(planned, request)
    for words in days_to_make(planned, request, in_studio=True):
        info(words)
    summary = summary.replace(", 0 untouched", "").replace(" untouched", " unchanged")
    if target is not None:
        progress.start("publish", None)
        published = publish(target, request)
        summary = published.line()
        info(summary)
        if problem := published.problem(in_studio=True):
            raise DayError(problem)
    return "verified", summary, []


def _verify(progress: Progress, jobs: int) -> Outcome:
    """Verify the series, and its published copy if there is one."""
    from puzzlegen.daily.published_verification import verify_published  # noqa: PLC0415  # as below
    from puzzlegen.daily.verification import verify_daily  # noqa: PLC0415  # loads icalendar, a tenth of a second

    manifest = read_manifest(SERIES)
    if manifest is None:
        raise OutputError(f"{SERIES.as_posix()}: no day is made yet: make one first")
    report = verify_daily(SERIES, progress, None, jobs)
    findings, failed, summary = [_shown(finding) for finding in report.findings], report.failed, report.summary
    copy = published_folder(Path())
    if is_published(Path(copy)):
        public = verify_published(Path(copy), progress, SERIES / manifest.ledger, jobs)
        findings += [_shown(finding, copy) for finding in public.findings]
        failed, summary = failed or public.failed, f"{summary}; {copy}: {public.summary}"
    return "rejected" if failed else "verified", summary, findings


def _shown(finding: Finding, folder: str = "") -> dict[str, Any]:
    """Return a finding with its place in words: folder, day and number, as far as they are known."""
    number = f"No. {finding.number}" if finding.number else ""
    return finding.as_dict(in_studio=True) | {"place": ", ".join(filter(None, (folder, finding.edition, number)))}


AHEAD = 366  # days that are checked: the dates of some months are longer than others


def problems_of_fit(text: str) -> tuple[ShownProblem, ...]:
    """Return what does not fit the files of the coming days, by the check that runs before days are made.

    Raises ConfigError for a config with other problems.
    """
    config = loads_daily(text)
    days = consecutive_days(max(today(config), config.start), AHEAD)
    days = [day for day in days if config.puzzle_kind(day)]
    if not days:
        return ()
    number = number_of(config, max(days), [])
    try:
        boards = [board for day in days for board in boards_on(config, day)]
        check_fit(series_from_config(config), boards, [(day, number) for day in days])
    except (ConfigError, GenerationError, LayoutError) as error:
        return problems_of_layout("daily", error.problems) or (ShownProblem("", 0, str(error)),)
    return ()


_WEEK = 7


@dataclass(frozen=True, slots=True)
class _Series:
    """The state of a series today, from its config, its ledger and its folder."""

    config: DailyConfig
    request: Request
    record: SeriesRecord
    work: Plan | None
    problem: str

    @property
    def today(self) -> date:
        return self.request.as_of

    @property
    def first(self) -> date:
        return max(self.today, self.config.start)


def series_month(month: str) -> SeriesMonth:
    """Return a month such as ``2026-11``; for an empty text the month of today, or of the first day if that is later.

    Raises ConfigError for a config that cannot be read, and DayError for another text.
    """
    series = _series()
    first = _first_of_month(month) if month else series.first.replace(day=1)
    begin = first - first.weekday() * ONE_DAY
    days: list[date] = []
    while not days or len(days) % _WEEK or days[-1] + ONE_DAY < (first + timedelta(days=31)).replace(day=1):
        days.append(begin + len(days) * ONE_DAY)
    shown = list(_calendar_days(series, days))
    weeks = tuple(tuple(shown[monday : monday + _WEEK]) for monday in range(0, len(shown), _WEEK))
    notes: tuple[str, ...] = ()
    if series.work:
        notes = (*outdated_settings(series.work, series.request), *changes_without_effect(series.work, series.request))
    made = any(day.date == series.today and day.placed for day in series.record.days)
    snippet, shown_series = "", series_from_config(series.config)
    with suppress(ConfigError):  # a template of the user's that cannot be filled
        snippet = newest_snippet(shown_series)
    return SeriesMonth(
        first, series.today, series.first, weeks, series.problem, notes, made, series.config.address, snippet,
        newest_picture(shown_series),
    )  # fmt: skip


def series_status() -> dict[str, Any]:
    """Return the ``lines`` on a series, the ``public`` folder, empty if none is published, and counts of days.

    ``missed`` counts the missed days, ``ahead`` those that can be in the proof. A series that has not begun, or cannot
    be run, has no lines. Raises ConfigError for a config that cannot be read.
    """
    series, public = _series(), published_folder(Path())
    if series.work is None or series.today < series.config.start:
        return {"lines": [], "public": "", "missed": 0, "ahead": 0}
    target = Path(public) if is_published(Path(public)) else None
    request = replace(series.request, publish_to=target)
    try:
        lines = [line._asdict() for line in status(request, series.work, in_studio=True)]
    except (GenerationError, LedgerError, OutputError) as error:
        lines = [{"text": str(error), "is_well": False}]
    counts = {"missed": len(series.work.missed), "ahead": len(_coming(series))}
    return {"lines": lines, "public": public if target else "", **counts}


PROOF_DAYS = 14


def series_proof() -> bytes:
    """Return a PDF of the made days of the next two weeks. Raises DayError if none is made."""
    series = _series()
    if not (days := _coming(series)):
        raise DayError(f"no day of the next {PROOF_DAYS} is made: make days in the calendar")
    with TemporaryDirectory() as folder:
        write_proof(path := Path(folder) / "proof.pdf", days, series.today)
        return read_limited(path, MAX_PDF)


def _coming(series: _Series) -> list[Day]:
    last = series.today + PROOF_DAYS * ONE_DAY
    return [day for day in series.record.days if day.placed and series.today < day.date <= last]


def _first_of_month(text: str) -> date:
    try:
        first = date.fromisoformat(f"{text}-01")
    except ValueError:
        first = date.min
    if not FIRST_YEAR <= first.year <= LAST_YEAR or month_name(first) != text:
        raise DayError(f"{text!r}: expected a month such as 2026-11")
    return first


def series_day(day: date) -> SeriesDay:
    """Return one day with its files. Raises ConfigError for a config that cannot be read."""
    series = _series()
    (shown,) = _calendar_days(series, [day])
    folder = series.request.folder_of(day)
    files = tuple(name for name in DAY_FILES if (folder / name).is_file())
    missed = len(series.work.missed) if series.work else 0
    others = tuple(made.date for made in series.record.days if made.placed and made.date > series.today)
    choice = series.config.choice_on(day)
    entry = series.config.choices.index(choice) if choice else None
    chosen, count = (choice.puzzle if choice else None) or "", (day - series.first).days + 1
    composed = _composed_from(series, day, chosen)
    return SeriesDay(shown, series.today, series.first, files, count, missed, others, entry, bool(chosen), composed)


def _composed_from(series: _Series, day: date, chosen: str) -> str:
    """Return the puzzle with which the desk opens for a day: that of its ledger, else the one ``chosen``, else none."""
    with suppress(LedgerError):  # of a day that cannot be read
        made = next((made.graded for made in series.record.days if made.date == day), None)
        if made is not None:
            return "" if made.classic_start is not None else line.write(made.puzzle)
    return chosen


def _series() -> _Series:
    config = load_daily(CONFIG)
    request = request_of(SeriesAction("make"), config)
    if request.as_of < config.start:
        request = request_of(SeriesAction("make", day=config.start), config)
    record, work, problem = SeriesRecord(), None, ""
    try:
        record = series_in_ledger(request)
        work = _plan(request)
    except (DayError, LedgerError, OutputError) as error:
        problem = str(error)
    return _Series(config, request, record, work, problem)


def _calendar_days(series: _Series, days: list[date]) -> Iterator[CalendarDay]:
    pictures = dict[date, Chosen]()
    with suppress(GenerationError):  # a picture that no puzzle can have, which a run reports
        coming = consecutive_days(series.first, min((days[-1] - series.first).days + 1, MAX_DAYS))
        pictures = next_pictures(series.request, series.record, coming)
    return calendar_days(series.request, series.record, series.work, days, pictures)


# --- Composed puzzles -------------------------------------------------------------------------------------------------


def free_day(puzzle_line: str) -> dict[str, Any]:
    """Return the first ``day`` from today on that is not made and has no chosen puzzle yet, such as ``2026-12-24``.

    ``ideas`` has the sentences about what a puzzle shows, by their ideas.
    Raises ConfigError for a config that cannot be read, and DayError if no such day is near.
    """
    series = _series()
    taken = {day.date for day in (*series.record.days, *series.record.withdrawn)}
    taken |= {choice.date for choice in series.config.choices}
    for free_date in consecutive_days(series.first, MAX_DAYS):
        if free_date not in taken and series.config.puzzle_kind(free_date):
            return {"day": free_date.isoformat(), "ideas": sentences(puzzle_line, series.config.language)}
    raise DayError(f"no day of the next {MAX_DAYS} is free: remove a day from skip, or a chosen puzzle")


def with_choice(text: str, day: str, puzzle_line: str, title: str, idea: str) -> str:
    """Return the config of a daily with a chosen puzzle for a day; ``title`` and ``idea`` may be empty.

    Raises ConfigError for a config with problems, and DayError for a day that is made, or that cannot have the puzzle.
    """
    series = _series()
    chosen_date = _free_date(series, day)
    given = {"date": day, "puzzle": puzzle_line, "title": title, "idea": idea}
    values = {name: value for name, value in given.items() if value}
    return _with_fitting_choice(series, add_entry(text, ("choices",), values), chosen_date)


def put_back(text: str, day: str, was: str, puzzle_line: str) -> str:
    """Return the config of a daily with another puzzle for a day, in place of the chosen one, which ``was`` another.

    The title stays, and the idea if the clues of the puzzle show it. Raises DayError for a day that is made or has a
    third puzzle, and what ``with_choice`` raises.
    """
    series = _series()
    chosen_date, config = _free_date(series, day), loads_daily(text)
    for index, choice in enumerate(config.choices):
        if (choice.date, choice.puzzle) == (chosen_date, was):
            text = set_value(text, ("choices", index, "puzzle"), puzzle_line)
            if choice.idea not in sentences(puzzle_line, config.language):
                text = set_value(text, ("choices", index, "idea"), None)
            return _with_fitting_choice(series, text, chosen_date)
    raise DayError(f"Day: {day} has another puzzle by now; choose a day below, under Add it to a book or a daily")


def _with_fitting_choice(series: _Series, text: str, chosen_date: date) -> str:
    """Return a config whose choice for a date is new. Raises DayError if it does not fit."""
    problem = next(iter(problems_of("daily", text) or problems_of_fit(text)), None)
    if problem:
        own = not problem.loc or problem.loc.startswith("choices")
        raise DayError(problem.text if own else f"{problem.loc}: {problem.text}")
    try:
        check_unused_in(series.request.ledger, loads_daily(text), [chosen_date])
    except GenerationError as error:
        raise DayError(refusal("daily", error, text)) from None
    return text


def _free_date(series: _Series, day: str) -> date:
    """Return the date of a text. Raises DayError for one that is none, is past, or is made already."""
    try:
        wanted = parse_day(day)
    except ValueError as error:
        raise DayError(f"Day: {error}") from None
    if wanted < series.first:
        raise DayError(f"Day: found {wanted}, before {series.first}: choose a later day")
    if any(made.date == wanted for made in (*series.record.days, *series.record.withdrawn)):
        raise DayError(f"Day: {wanted} is made already: choose another day")
    return wanted
