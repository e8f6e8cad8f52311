"""The ``daily`` command: dated puzzles, each issued once."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from puzzlegen.cli.console import Talk
from puzzlegen.cli.options import path
from puzzlegen.errors import DayError
from puzzlegen.jobs.executors import available_cpus
from puzzlegen.jobs.run_log import LOG, LogLevel, open_run_log

CORES = min(available_cpus(), 256)
MAX_DAYS = 1100  # three years

LogOption = Annotated[
    LogLevel | None, typer.Option("--log-level", help=f"Add to {LOG} in the folder, JSON lines, from this level on.")
]
Elsewhere = Annotated[
    str | None,
    typer.Option(
        "--executor", metavar="dask://HOST:PORT", help="Make puzzles with the workers of this dask scheduler, not here."
    ),
]


def daily(
    config: Annotated[Path, typer.Argument(parser=path, help="The daily's YAML config.")],
    first: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The day, or the first of several [today].")
    ] = None,
    days: Annotated[int, typer.Option(min=1, max=MAX_DAYS, help="How many days in a row.")] = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", parser=path, help="Folder of the series [output/<config name>].")
    ] = None,
    ledger: Annotated[
        Path | None,
        typer.Option(
            parser=path, metavar="FILE", help="Where puzzles are recorded [ledger.sqlite beside the series' folder]."
        ),
    ] = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="YYYY-MM-DD", help="Take this day for today; feeds end with it.")
    ] = None,
    redraw: Annotated[
        bool, typer.Option("--redraw", help="Draw issued days again as the config says now: the same puzzles.")
    ] = False,
    reissue: Annotated[
        bool, typer.Option("--reissue", help="Give issued days another puzzle. Readers of the first are left alone.")
    ] = False,
    bundle: Annotated[
        Path | None,
        typer.Option(
            "--zip", parser=path, metavar="FILE", help="Put these days into one zip, with a spreadsheet of their texts."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Days made at once.")] = CORES,
    executor: Elsewhere = None,
    log: LogOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on stderr but errors.")] = False,
) -> None:
    """Make the puzzle of a day, or of several, each in a folder of its own, with feeds, calendar and archive.

    A day that is issued never changes. Example: puzzlegen daily configs/daily.yaml --date 2026-12-01 --days 31
    """
    from puzzlegen.config.load import load_daily
    from puzzlegen.daily.plan import Request, Work, plan, today
    from puzzlegen.daily.run_summary import RunSummary, missing_warnings, outdated_settings
    from puzzlegen.ledger.book_ledger import default_ledger
    from puzzlegen.output.build_folder import clear_abandoned
    from puzzlegen.output.path_guards import config_ledger, default_folder

    if redraw and reissue:
        raise DayError("--redraw and --reissue: give one or the other; the first keeps the puzzles")
    if reissue and first is None:
        raise DayError("--reissue: say which day with --date; its puzzle is replaced")
    if reissue and days > 1:
        raise DayError("--reissue: one day at a time; leave --days out")
    loaded = load_daily(config)
    folder = output or default_folder(config)
    ledger = ledger or (config_ledger(loaded.ledger) if loaded.ledger else default_ledger(folder))
    now = _day("--as-of", as_of) if as_of is not None else today(loaded)
    begin = _day("--date", first) if first is not None else now
    request = Request(loaded, folder, ledger, begin, days, now, redraw, reissue, jobs, executor)
    work = plan(request)
    if bundle is not None:
        from puzzlegen.daily.zip_export import check_zip, write_requested_zip

        check_zip(bundle, request, work)
    with open_run_log(folder, log), Talk(quiet) as talk:
        done = RunSummary()
        if work.is_idle:
            clear_abandoned(folder)
        else:
            if work.tasks:
                talk.warm(making=bool(work.dates(Work.ISSUE, Work.REISSUE)))
            from puzzlegen.daily.run import run_plan

            done = run_plan(request, work, talk, talk.say, talk.warn)
        talk.say(done.line(work, request))
        for line in missing_warnings(work, request):
            talk.warn(line)
        for line in outdated_settings(work, request):
            talk.say(line)
        if bundle is not None:
            talk.say(f"{write_requested_zip(bundle, request)} days in {bundle}")


def _day(option: str, text: str) -> date:
    from puzzlegen.config.reading.date_fields import parse_day

    try:
        return parse_day(text)
    except ValueError as fault:
        raise DayError(f"{option}: {fault}") from None
