"""Plans and does work on a daily of the studio.

All functions but ``run_action`` work in the current folder, which is that of the project.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from puzzlegen.checking.findings import Finding
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.load import load_daily
from puzzlegen.config.safe_paths import part_leading_out
from puzzlegen.daily.clock_check import clock_doubt
from puzzlegen.daily.dry_run import report_lines
from puzzlegen.daily.manifest import read_manifest
from puzzlegen.daily.plan import Plan, Request, plan, today
from puzzlegen.daily.publishing import check_publish_folder, publish
from puzzlegen.daily.reported_run import places_in, run_with_report
from puzzlegen.daily.run_messages import redraw_warnings, reissue_warnings, withdraw_warnings
from puzzlegen.errors import DayError, Interrupted, OutputError
from puzzlegen.jobs.progress import Notify, Progress
from puzzlegen.output.output_paths import config_ledger, default_ledger
from puzzlegen.studio.series_actions import CONFIG, SERIES, STOPPED, Proposal, SeriesAction, published_folder
from puzzlegen.studio.work_process import Outcome, run_and_report


def request_of(action: SeriesAction, config: DailyConfig, jobs: int = 1) -> Request:
    """Return the request to ``daily.plan`` that does an action, as of today in the time zone of the series."""
    ledger = config_ledger(config.ledger) if config.ledger else default_ledger(SERIES)
    now, withdraw = today(config), action.kind == "withdraw"
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
    )


def _warnings_of(request: Request, work: Plan) -> list[str]:
    """Return what has to be confirmed before the work of a plan, in the words of the command line."""
    doubt = clock_doubt(request, work)
    found = [f"warning: {doubt}: is this today's date?"] if doubt else []
    return [*found, *reissue_warnings(work), *withdraw_warnings(work, request), *redraw_warnings(work)]


def propose(action: SeriesAction) -> Proposal:
    """Return what an action would do. Raises what planning raises."""
    doubts: list[str] = []
    config = load_daily(CONFIG, doubts.append)
    request = request_of(action, config)
    work = plan(request)
    target = _publish_folder(action, request)
    with places_in(config, CONFIG):
        lines = (*(f"warning: {line}" for line in doubts), *report_lines(request, work, target))
    return Proposal(lines, tuple(_warnings_of(request, work)), action.command())


def _publish_folder(action: SeriesAction, request: Request) -> Path | None:
    """Return the folder of the published copy, if the action makes one. Raises OutputError if it must not be used."""
    if action.kind != "publish":
        return None
    if part_leading_out(Path(), action.folder) is not None:
        raise OutputError(f"Folder: {action.folder}: a link that leads out of the project: choose another")
    target = Path(action.folder)
    check_publish_folder(target, request, CONFIG)
    return target


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
    planned = plan(request)
    if tuple(_warnings_of(request, planned)) != confirmed:
        raise DayError("the series was changed since the question was asked: look at it, then choose again")
    target = _publish_folder(action, request)
    summary = run_with_report(request, planned, CONFIG, progress, info, info).line(planned, request)
    summary = summary.replace(", 0 untouched", "").replace(" untouched", " unchanged")
    if target is not None:
        progress.start("publish", None)
        published = publish(target, request)
        summary = published.line()
        info(summary)
        if published.problem:
            raise DayError(published.problem)
    return "verified", summary, []


def _verify(progress: Progress, jobs: int) -> Outcome:
    """Verify the series, and its published copy if there is one."""
    from puzzlegen.daily.published_verification import is_published, verify_published  # noqa: PLC0415  # as below
    from puzzlegen.daily.verification import verify_daily  # noqa: PLC0415  # loads icalendar, a tenth of a second

    manifest = read_manifest(SERIES)
    if manifest is None:
        raise OutputError(f"{SERIES.as_posix()}: no day is made yet: make one first")
    report = verify_daily(SERIES, progress, None, jobs)
    found, failed, summary = [_shown(one) for one in report.findings], report.failed, report.summary
    copy = published_folder(Path())
    if is_published(Path(copy)):
        public = verify_published(Path(copy), progress, SERIES / manifest.ledger, jobs)
        found += [_shown(one, copy) for one in public.findings]
        failed, summary = failed or public.failed, f"{summary}; {copy}: {public.summary}"
    return "rejected" if failed else "verified", summary, found


def _shown(finding: Finding, folder: str = "") -> dict[str, Any]:
    """Return a finding with its place in words: folder, day and number, as far as they are known."""
    number = f"No. {finding.number}" if finding.number else ""
    return finding.as_dict() | {"place": ", ".join(filter(None, (folder, finding.edition, number)))}
