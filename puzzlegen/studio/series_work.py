"""Plans and does work on a daily of the studio, and writes the command line that does the same.

All functions but ``run_action`` work in the current folder, which is that of the project. Output and ledger are where
``puzzlegen daily daily.yaml`` puts them, so the studio and the command line can take turns.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from datetime import date
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal, get_args

from puzzlegen.checking.findings import Finding
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.load import load_daily
from puzzlegen.config.reading.date_fields import parse_day
from puzzlegen.config.reading.message_parts import describe
from puzzlegen.config.safe_paths import is_plain_path, part_leading_out
from puzzlegen.daily.clock_check import clock_doubt
from puzzlegen.daily.dry_run import report_lines
from puzzlegen.daily.manifest import PUBLISHED, read_manifest
from puzzlegen.daily.plan import Plan, Request, plan, today
from puzzlegen.daily.publishing import check_publish_folder, publish
from puzzlegen.daily.reported_run import places_in, run_with_report
from puzzlegen.daily.run_messages import redraw_warnings, reissue_warnings, withdraw_warnings
from puzzlegen.errors import DayError, Interrupted, OutputError
from puzzlegen.jobs.progress import Progress
from puzzlegen.output.build_folder import MANIFEST
from puzzlegen.output.output_paths import config_ledger, default_folder, default_ledger
from puzzlegen.studio.projects import CONFIGS
from puzzlegen.studio.work_process import Outcome, run_and_report

ActionKind = Literal["make", "catch-up", "redraw", "reissue", "withdraw", "publish", "verify"]

CONFIG = Path(CONFIGS["daily"])
SERIES = default_folder(CONFIG)  # the folder of all days, inside that of the project
PUBLIC = "public"  # usual folder of the published copy
MAX_DAYS = 1100  # three years, the limit of the command line too
STOPPED = "stopped; finished days are kept: do the same again to continue"
_ONE_DAY = ("redraw", "reissue", "withdraw")


@dataclass(frozen=True, slots=True)
class SeriesAction:
    """An action: ``day`` is its only or first day, None for today; ``folder`` is that of the published copy."""

    kind: ActionKind
    day: date | None = None
    days: int = 1
    folder: str = ""

    def command(self) -> str:
        """Return the command that does the same in the folder of the project."""
        words = ["puzzlegen", "daily", str(CONFIG)]
        if self.kind == "verify":
            words = ["puzzlegen", "verify", SERIES.as_posix()]
        elif self.kind == "withdraw":
            words += ["--withdraw", str(self.day)]
        elif self.kind == "publish":
            words += ["--publish", self.folder]
        elif self.kind == "catch-up":
            words += ["--catch-up"]
        elif self.day is not None:
            words += ["--date", str(self.day)]
        if self.kind == "make" and self.days > 1:
            words += ["--days", str(self.days)]
        if self.kind in ("redraw", "reissue"):
            words.append(f"--{self.kind}")
        return shlex.join(words)


def read_action(wanted: dict[str, Any]) -> SeriesAction:
    """Return the action that a request of the studio's pages describes. Raises OutputError or DayError."""
    asked = wanted.get("kind")
    kind: ActionKind | None = next((one for one in get_args(ActionKind) if one == asked), None)
    if kind is None:
        raise OutputError(f"found {describe(asked)}, allowed {', '.join(get_args(ActionKind))}: load the page again")
    text = str(wanted.get("day") or "")
    try:
        day = parse_day(text) if text else None
    except ValueError as error:
        raise DayError(f"day: {error}") from None
    if day is None and kind in _ONE_DAY:
        raise DayError(f"{kind}: the request names no day: load the page again")
    days = str(wanted.get("days") or "1").strip()
    if not (days.isascii() and days.isdecimal() and len(days) < 6 and 1 <= int(days) <= MAX_DAYS):
        raise DayError(f"Days: found {describe(days)}, allowed a whole number from 1 to {MAX_DAYS}")
    folder = str(wanted.get("folder") or "").strip()
    if kind == "publish" and not is_plain_path(folder):
        raise OutputError(f"Folder: found {describe(folder)}, allowed a folder inside the project, such as {PUBLIC}")
    return SeriesAction(kind, day, int(days) if kind == "make" else 1, folder)


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


def warnings_of(request: Request, work: Plan) -> list[str]:
    """Return what has to be confirmed before the work of a plan, in the words of the command line."""
    doubt = clock_doubt(request, work)
    found = [f"warning: {doubt}: is this today's date?"] if doubt else []
    return [*found, *reissue_warnings(work), *withdraw_warnings(work, request), *redraw_warnings(work)]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an action would do, line by line, what has to be confirmed first, and the command that does the same."""

    lines: tuple[str, ...]
    warnings: tuple[str, ...]
    command: str


def propose(action: SeriesAction) -> Proposal:
    """Return what an action would do. Raises what planning raises."""
    config = load_daily(CONFIG)
    request = request_of(action, config)
    work = plan(request)
    target = _publish_folder(action, request)
    with places_in(config, CONFIG):
        lines = tuple(report_lines(request, work, target))
    return Proposal(lines, tuple(warnings_of(request, work)), action.command())


def _publish_folder(action: SeriesAction, request: Request) -> Path | None:
    """Return the folder of the published copy, if the action makes one. Raises OutputError if it must not be used."""
    if action.kind != "publish":
        return None
    if part_leading_out(Path(), action.folder) is not None:
        raise OutputError(f"Folder: {action.folder}: a link that leads out of the project: choose another")
    target = Path(action.folder)
    check_publish_folder(target, request, CONFIG)
    return target


def published_folder(folder: Path) -> str:
    """Return the name of the published copy in the folder of a project, or the usual name if there is none yet."""
    for manifest in sorted((*folder.glob(f"*/{MANIFEST}"), *folder.glob(f"*/*/{MANIFEST}"))):
        found = read_manifest(manifest.parent)
        if found is not None and found.kind == PUBLISHED:
            return manifest.parent.relative_to(folder).as_posix()
    return PUBLIC


def run_action(folder: Path, action: SeriesAction, confirmed: tuple[str, ...], jobs: int, sending: Connection) -> None:
    """Do an action in the folder of a project; runs in a separate process. ``confirmed`` are the accepted warnings."""

    def work(progress: Progress, say: Any) -> Outcome:
        try:
            return _verify(progress, jobs) if action.kind == "verify" else _run(action, confirmed, jobs, progress, say)
        except (Interrupted, KeyboardInterrupt) as stop:
            say(str(stop) or "stopped")
            return "stopped", STOPPED, []

    run_and_report(folder, work, sending)


def _run(action: SeriesAction, confirmed: tuple[str, ...], jobs: int, progress: Progress, say: Any) -> Outcome:
    config = load_daily(CONFIG)
    request = request_of(action, config, jobs)
    progress.start("plan", None)
    planned = plan(request)
    if tuple(warnings_of(request, planned)) != confirmed:
        raise DayError("the series was changed since the question was asked: look at it, then choose again")
    target = _publish_folder(action, request)
    summary = run_with_report(request, planned, CONFIG, progress, say, say).line(planned, request)
    if target is not None:
        progress.start("publish", None)
        published = publish(target, request)
        for line in published.warnings():
            say(line)
        summary = published.line()
        say(summary)
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
