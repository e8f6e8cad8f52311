"""The ``daily`` command: makes one puzzle a day, each in its own folder, with feeds and an archive."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlegen.cli.console import Console, print_data, print_warning
from puzzlegen.cli.options import CPUS, Executor, Jobs, Quiet, RecordLedger, RunLog, parse_path
from puzzlegen.errors import DayError
from puzzlegen.jobs.run_log import open_run_log

if TYPE_CHECKING:
    from puzzlegen.daily.plan import Plan, Request
    from puzzlegen.daily.publishing import PublishSummary

MAX_DAYS = 1100  # three years
PUBLISHED_WITH_PROBLEMS = 3  # exit code by which a script knows that it may upload all the same


def daily(
    config: Annotated[Path, typer.Argument(parser=parse_path, help="YAML config of the daily, or its folder.")],
    first: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The day, or the first of --days [today].")
    ] = None,
    days: Annotated[int, typer.Option(min=1, max=MAX_DAYS, help="How many days in a row.")] = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", parser=parse_path, help="Output folder [output/<config name>].")
    ] = None,
    ledger: RecordLedger = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="YYYY-MM-DD", help="Use this day as today; feeds end with it.")
    ] = None,
    redraw: Annotated[
        bool, typer.Option("--redraw", help="Draw issued days again with the current config; puzzles stay the same.")
    ] = False,
    reissue: Annotated[
        bool,
        typer.Option("--reissue", help="Replace the puzzle of an issued day. Readers may have solved the old one."),
    ] = False,
    catch_up: Annotated[
        bool, typer.Option("--catch-up", help="Issue also the days up to today that were missed, oldest first.")
    ] = False,
    withdraw: Annotated[
        list[str] | None,
        typer.Option(
            metavar="YYYY-MM-DD",
            help="Take back an issued day: its files, feed and calendar entries are removed, its number stays used. "
            "Repeat it for several days.",
        ),
    ] = None,
    swap: Annotated[
        str | None,
        typer.Option(
            metavar="YYYY-MM-DD", help="Exchange the puzzles of this day and that of --date, both made and to come."
        ),
    ] = None,
    bundle: Annotated[
        Path | None,
        typer.Option(
            "--zip",
            parser=parse_path,
            metavar="FILE",
            help="Also write these days to a zip file, with a spreadsheet of texts.",
        ),
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            parser=parse_path,
            metavar="FILE",
            help="Also write a PDF of these days for editors, with answers at the end.",
        ),
    ] = None,
    publish_to: Annotated[
        Path | None,
        typer.Option(
            "--publish",
            parser=parse_path,
            metavar="DIR",
            help="Also copy what may be public by now to this folder: no coming day and no held answer.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="List what the run would issue, draw and write; write nothing.")
    ] = False,
    status: Annotated[
        bool,
        typer.Option("--status", help="Say whether the series is well, and what to do; exits with 1 where it is not."),
    ] = False,
    jobs: Jobs = CPUS,
    executor: Executor = None,
    log: RunLog = None,
    quiet: Quiet = False,
) -> None:
    """Make the puzzles of one or more days, each in its own folder.

    Feeds, a calendar and an archive are updated. A day that is issued never changes. Exits with 3 if --publish had to
    leave out damaged days and published all else.

    Example: puzzlegen daily configs/daily.yaml --date 2026-12-01 --days 31
    """
    from puzzlegen.config.error_places import places_in
    from puzzlegen.config.load import config_at, load_daily
    from puzzlegen.daily.folders import check_first_place
    from puzzlegen.daily.plan import Request, plan
    from puzzlegen.daily.schedule import today
    from puzzlegen.files.writing import config_ledger, default_folder, default_ledger

    options = {"--date": first, "--days": days > 1, "--redraw": redraw, "--reissue": reissue, "--catch-up": catch_up}
    exports: dict[str, Path | None] = {"--zip": bundle, "--proof": proof}
    others = {"--withdraw": withdraw, "--dry-run": dry_run, "--status": status, "--swap": swap}
    given = _check_options({**options, **exports, **others})
    config = config_at(config, "daily")
    loaded = load_daily(config, print_warning)
    folder = output or default_folder(config)
    check_first_place(config, folder, loaded.series)
    now = _day("--as-of", as_of) if as_of is not None else today(loaded)
    request = Request(
        config=loaded,
        folder=folder,
        ledger=ledger or (config_ledger(loaded.ledger) if loaded.ledger else default_ledger(folder)),
        first=_day("--date", first) if first is not None else now,
        count=days * (not withdraw) * (not status or loaded.start <= now),
        as_of=now,
        redraw=redraw,
        reissue=reissue,
        jobs=jobs,
        executor=executor,
        catch_up=catch_up,
        withdraw=tuple(_day("--withdraw", day) for day in withdraw or ()),
        publish_to=publish_to,
        source=str(config),
        is_named=not given.isdisjoint({"--date", "--days", "--zip"}),
    )
    work = plan(request)
    if as_of is None:
        _check_clock(request, work)
    targets = _targets(request, work, config, exports, publish_to)
    report = _REPORTS.get((status, dry_run))
    if report is not None:
        with places_in(loaded, config):
            raise typer.Exit(report(request, work))
    with open_run_log(folder, log), Console(quiet) as console:
        _run(request, work, config, console, swap)
        for write in targets:
            write(console)


def _print_plan(request: Request, work: Plan) -> int:
    from puzzlegen.daily.run import report_lines

    for line in report_lines(request, work):
        print_data(line)
    return 0


def _print_status(request: Request, work: Plan) -> int:
    from puzzlegen.daily.status import status

    lines = list(status(request, work))
    for line in lines:
        print_data(line.text if line.is_well else f"! {line.text}")
    return int(not all(line.is_well for line in lines))


_REPORTS = {(True, False): _print_status, (False, True): _print_plan}  # by --status and --dry-run


def _run(request: Request, work: Plan, config: Path, console: Console, swap: str | None) -> None:
    from puzzlegen.daily.reported_run import days_to_make, run_with_report

    if swap is not None:
        from puzzlegen.daily.plan import plan
        from puzzlegen.daily.run import swap_days

        swap_days(request, _day("--swap", swap))
        console.info(f"{request.first} and {swap} have exchanged their puzzles")
        work = plan(request)
    run_with_report(request, work, config, console, console.info, console.warn)
    for words in days_to_make(work, request):
        console.warn(words)


_ENDINGS = {"--zip": ".zip", "--proof": ".pdf"}  # of the files that a run writes beside the days
_TOGETHER = (  # options that cannot be given with others, and the message
    ("--redraw", {"--reissue"}, "--redraw and --reissue: give one or the other; --redraw keeps the puzzles"),
    ("--reissue", {"--days"}, "--reissue: replaces one day at a time; leave out --days"),
    (
        "--catch-up",
        {"--redraw", "--reissue", "--zip", "--proof"},
        "--catch-up: leave out --redraw, --reissue, --zip and --proof; run the command again with them",
    ),
    (
        "--withdraw",
        {"--date", "--days", "--redraw", "--reissue", "--catch-up", "--zip", "--proof"},
        "--withdraw: names its days itself; leave out --date, --days and all options for other days",
    ),
    ("--dry-run", {"--zip", "--proof"}, "--dry-run: writes nothing; leave out --zip and --proof"),
    (
        "--swap",
        {"--days", "--redraw", "--reissue", "--catch-up", "--withdraw", "--dry-run", "--status"},
        "--swap: exchanges two days; leave out --days and all options for other work",
    ),
    (
        "--status",
        {"--date", "--days", "--redraw", "--reissue", "--catch-up", "--withdraw", "--zip", "--proof", "--dry-run"},
        "--status: only for today; leave out all options for other days and for work",
    ),
)


def _check_options(values: Mapping[str, object]) -> set[str]:
    """Return the options that are given. Raises DayError for those that contradict each other."""
    given = {name for name, value in values.items() if value}
    for name, others, problem in _TOGETHER:
        if name in given and given & others:
            raise DayError(problem)
    for name, what in (("--reissue", "its puzzle is replaced"), ("--swap", "the two exchange their puzzles")):
        if name in given and "--date" not in given:
            raise DayError(f"{name}: name the day with --date; {what}")
    return given


def _check_clock(request: Request, work: Plan) -> None:
    """Raise DayError where today's date is doubtful and not confirmed at the terminal."""
    from puzzlegen.daily.plan import clock_doubt

    doubt = clock_doubt(request, work)
    if doubt and not _is_confirmed(doubt):
        raise DayError(
            f"{doubt}: if this is today's date, add --as-of {request.as_of} this once; else set the computer's clock"
        )


def _targets(
    request: Request, work: Plan, config: Path, exports: Mapping[str, Path | None], publish_to: Path | None
) -> list[Callable[[Console], None]]:
    """Return what to write after the run, and check before it that this is possible. Raises OutputError."""
    targets: list[Callable[[Console], None]] = []
    if not any(exports.values()) and publish_to is None:
        return targets
    from puzzlegen.daily.publishing import check_export, check_publish_folder, publish

    for name, path in exports.items():
        if path is not None:
            check_export(name, _ENDINGS[name], path, request, work)
            targets.append(partial(_report_export, path, request))
    if publish_to is not None:
        check_publish_folder(publish_to, request, work, config)
        targets.append(lambda console: _report_published(publish(publish_to, request), console))
    return targets


def _report_export(path: Path, request: Request, console: Console) -> None:
    from puzzlegen.daily.publishing import write_export
    from puzzlegen.wording import pluralize

    console.info(f"{pluralize(write_export(path, request), 'day')} in {path}")


def _report_published(published: PublishSummary, console: Console) -> None:
    console.info(published.line())
    if problem := published.problem():
        console.warn(problem)
        raise typer.Exit(PUBLISHED_WITH_PROBLEMS)


def _is_confirmed(doubt: str) -> bool:
    """Ask whether the date is right; False without a terminal to answer on."""
    if not _is_terminal():
        return False
    return bool(typer.confirm(f"{doubt}. Is this today's date?", err=True))


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _day(option: str, text: str) -> date:
    from puzzlegen.schema.daily_fields import parse_day

    try:
        return parse_day(text)
    except ValueError as error:
        raise DayError(f"{option}: {error}") from None
