"""The command line: parse, call the pipeline, map errors to exit codes.

0 done; 1 a puzzle is not uniquely solvable, or a check found faults; 2 bad usage, config or input; 130 interrupted by
Ctrl-C; 143 by SIGTERM, as systemd, cron and docker stop a run.
stdout carries data only; everything else goes to stderr.
"""

from __future__ import annotations

import secrets
import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from puzzlegen.board.grade import MAX_TIER
from puzzlegen.board.variants import MAX_DENSITY, MIN_DENSITY, MINESWEEPER, Variant
from puzzlegen.cli import classic, daily, doctor, ledger, puzzles
from puzzlegen.cli.console import Talk, fail, put
from puzzlegen.cli.options import KIND_VALUES, LISTED_DIFFICULTIES, USUAL_DENSITY, path, usage_words, variant
from puzzlegen.cli.puzzles import GradeFormat, PuzzleFormat, Quiet
from puzzlegen.errors import GenerationError, Interrupted, LedgerError, PuzzlegenError
from puzzlegen.jobs.run_log import open_run_log

# Everything heavy (numba, clingo, reportlab) is imported by the command that needs it: ``--help`` stays quick.


class Group(TyperGroup):
    """Commands listed in the order they are written here."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # the signature is click's
        """Names in order of definition."""
        return list(self.commands)


app = typer.Typer(
    cls=Group,
    help="Pen-and-paper Minesweeper: generate, prove, grade, and print books.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _start(version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False) -> None:
    if version:
        from puzzlegen.version import __version__

        put(__version__)
        raise typer.Exit


@app.command()
def book(
    config: Annotated[Path, typer.Argument(parser=path, help="The book's YAML config.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", parser=path, help="Folder for the book [output/<config name>].")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Puzzles made at once.")] = daily.CORES,
    executor: daily.Elsewhere = None,
    puzzles: Annotated[
        Path | None, typer.Option(parser=path, help="Print the puzzles of this puzzles.jsonl again; generate none.")
    ] = None,
    ledger: Annotated[
        Path | None,
        typer.Option(
            parser=path, metavar="FILE", help="Where puzzles are recorded [ledger.sqlite beside the book's folder]."
        ),
    ] = None,
    no_ledger: Annotated[bool, typer.Option("--no-ledger", help="Look at no ledger and record nothing.")] = False,
    allow_repeats: Annotated[
        bool, typer.Option("--allow-repeats", help="Puzzles may be those of other books in the ledger.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Make all puzzles again, also those of a run that was stopped.")
    ] = False,
    log: daily.LogOption = None,
    quiet: Quiet = False,
) -> None:
    """Make a book: interior.pdf, puzzles.jsonl, manifest.json, preview.png.

    Its puzzles are recorded, and no other book with the same ledger gets them again. The same command goes on where
    a run was stopped.

    Example: puzzlegen book configs/sampler.yaml -o output/sampler
    """
    from puzzlegen.book import build
    from puzzlegen.config.load import load_book
    from puzzlegen.ledger.book_ledger import Rules, default_ledger
    from puzzlegen.output.path_guards import config_ledger, default_folder

    if no_ledger and (ledger is not None or allow_repeats):
        raise LedgerError("--no-ledger: leave out --ledger and --allow-repeats with it")
    loaded = load_book(config)
    folder = output or default_folder(config)
    if ledger is None and not no_ledger:
        ledger = config_ledger(loaded.ledger) if loaded.ledger else default_ledger(folder)
    with open_run_log(folder, log), Talk(quiet) as talk:
        talk.warm(making=True)
        rules = Rules(ledger, allow_repeats)
        request = build.Request(loaded, folder, str(config), jobs, puzzles, rules, fresh, executor)
        report = build.book(request, talk, talk.say)
        for finding in report.findings:
            talk.say(str(finding))
        talk.say(report.summary)
    if report.failed:
        raise typer.Exit(1)


app.command()(daily.daily)


@app.command()
def generate(
    kind: Annotated[
        Variant,
        typer.Option(
            parser=variant, metavar=KIND_VALUES, help="minesweeper; or mosaic, whose clues count their own cell."
        ),
    ] = MINESWEEPER,
    size: Annotated[str, typer.Option(metavar="WxH", help="Width and height in cells.")] = "10x10",
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="How many puzzles.")] = 1,
    difficulty: Annotated[str | None, typer.Option(help=f"{LISTED_DIFFICULTIES}.")] = None,
    max_tier: Annotated[
        int | None, typer.Option(min=1, max=MAX_TIER, help="Thin under this tier, whatever the grade.")
    ] = None,
    mines: Annotated[int | None, typer.Option(min=1, help="An exact number of mines.")] = None,
    density: Annotated[
        float | None, typer.Option(min=MIN_DENSITY, max=MAX_DENSITY, help=f"Share that are mines [{USUAL_DENSITY}].")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Any text: the same text gives the same puzzles.")] = None,
    total: Annotated[
        bool, typer.Option("--total", help="Print the number of mines with the puzzle, and use it.")
    ] = False,
    attempts: Annotated[int, typer.Option(min=1, help="Boards tried for one puzzle before giving up.")] = 2000,
    form: Annotated[PuzzleFormat, typer.Option("--format", help="How to write them.")] = PuzzleFormat.LINE,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Puzzles made at once.")] = daily.CORES,
    executor: daily.Elsewhere = None,
    quiet: Quiet = False,
) -> None:
    """Make puzzles, one a line.

    Example: puzzlegen generate --size 12x9 -n 5 --difficulty hard --seed monday
    """
    from puzzlegen.formats.common import parse_size
    from puzzlegen.generator import batch
    from puzzlegen.generator.requests import GenerateOptions
    from puzzlegen.jobs.dask_cluster import open_pool

    if difficulty is not None and max_tier is not None:
        raise GenerationError("--difficulty and --max-tier: give one or the other")
    grid = replace(parse_size(size), variant=kind)
    options = GenerateOptions(grid, number, difficulty, max_tier, mines, density, total, attempts)
    if mines is not None and density is not None:
        raise GenerationError("--mines and --density: give one or the other")
    if seed is not None and not seed.isprintable():
        raise GenerationError(f"--seed: found {seed!r}, expected printable text")
    seed = secrets.token_hex(8) if seed is None else seed
    requests = options.requests(seed)
    written = 0
    with Talk(quiet, data=True) as talk:
        talk.warm(making=True)
        try:
            with open_pool(jobs, executor) as pool:
                talk.start("generate", number)
                for generated in batch.generate_puzzles(requests, pool, talk):
                    put(puzzles.written(generated.graded, form))
                    written += 1
        except KeyboardInterrupt:
            again = f"--seed {shlex.quote(seed)} makes them again, and the others"
            raise Interrupted(f"{written} of {number} puzzles are written: {again}") from None


app.command()(classic.classic)
app.command()(puzzles.solve)
app.command()(puzzles.grade)
app.command()(puzzles.convert)
app.command()(puzzles.render)


@app.command()
def verify(
    path: Annotated[
        Path, typer.Argument(parser=path, help="The folder of a book, of all its editions, of a day, or of a daily.")
    ],
    ledger: Annotated[
        Path | None, typer.Option(parser=path, metavar="FILE", help="Look for repeats in this ledger [the book's own].")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Read a book or a daily back and prove it right: clues, answers, page numbers, fonts, repeats.

    Example: puzzlegen verify output/sampler
    """
    from puzzlegen.checking import verify
    from puzzlegen.daily.manifest import read_manifest
    from puzzlegen.daily.verification import verify_daily

    judge = verify.verify if read_manifest(path) is None else verify_daily
    with Talk(quiet) as talk:
        talk.warm()
        report = judge(path, talk, ledger)
    for finding in report.findings:
        put(str(finding))
    talk.say(report.summary)
    if report.failed:
        raise typer.Exit(1)


@app.command()
def preflight(
    path: Annotated[Path, typer.Argument(parser=path, metavar="FILE.pdf", help="The PDF, whoever made it.")],
    profile: Annotated[str, typer.Option(help="Who prints it: kdp, ingram, lulu, home-letter, home-a4 or screen.")],
    trim: Annotated[str | None, typer.Option(help="Size of the cut page, such as 6x9 [the file's own].")] = None,
    paper: Annotated[str | None, typer.Option(help="The printer's paper [the usual one].")] = None,
    binding: Annotated[str | None, typer.Option(help="How the leaves are held [the usual way].")] = None,
    bleed: Annotated[bool, typer.Option("--bleed", help="The pages are larger by the printer's bleed.")] = False,
    cover: Annotated[
        int | None, typer.Option(metavar="PAGES", min=1, help="It is the cover of a book of so many pages.")
    ] = None,
    spine: Annotated[
        float | None, typer.Option(metavar="MM", min=0, max=100, help="Thickness of the book, from the printer's tool.")
    ] = None,
    form: Annotated[GradeFormat, typer.Option("--format", help="text, or json lines.")] = GradeFormat.TEXT,
    quiet: Quiet = False,
) -> None:
    """Hold a PDF against what a printer takes, rule by rule.

    Exits with 1 if the printer would refuse it. Example: puzzlegen preflight interior.pdf --profile kdp
    """
    from puzzlegen.checking import preflight as check
    from puzzlegen.checking.findings import summary_lines
    from puzzlegen.formats.json_record import dumps

    found = check.preflight(check.PreflightRequest(path, profile, trim, paper, binding, bleed, cover, spine))
    lines = [dumps(one.as_dict()) for one in found] if form is GradeFormat.JSON else summary_lines(found)
    with Talk(quiet, data=True) as talk:
        for line in lines:
            put(line)
        errors = sum(one.is_error for one in found)
        read = check.figures_read(profile)
        talk.say(f"{path}: {errors} errors, {len(found) - errors} warnings for {profile}, by its figures of {read}")
    if errors:
        raise typer.Exit(1)


@app.command()
def schema(kind: Annotated[str, typer.Argument(help="book or daily")]) -> None:
    """Print the JSON Schema of a config, for editors that check while typing.

    Example: puzzlegen schema book > book.schema.json
    """
    from puzzlegen.config.json_schema import schema_json

    put(schema_json(kind), end="")


app.command()(doctor.doctor)
app.add_typer(ledger.app, name="ledger")

# The base of typer's usage errors, found by inheritance: typer carries its own copy of click, under changing names.
_UsageError: Any = typer.BadParameter.__mro__[1]


def _last_words(fault: Exception) -> int:
    """The exit code of an error that is not ours; an unknown one is a bug and is raised again."""
    if isinstance(fault, _UsageError):
        fail(f"{usage_words(fault)} (puzzlegen --help lists the commands and options)")
        return 2
    if isinstance(fault, OSError):
        fail(f"{fault.filename or 'file system'}: {fault.strerror or fault}")
        return 2
    raise fault


_INTERRUPTED = 130


@contextmanager
def _heeding_sigterm() -> Iterator[list[int]]:
    """Take SIGTERM in the block for Ctrl-C; the list given then holds it. A second one changes nothing."""
    came: list[int] = []

    def stop(number: int, _: object) -> None:
        if not came:
            came.append(number)
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # the only one that may
        yield came
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield came
    finally:
        signal.signal(signal.SIGTERM, before)


def main() -> None:
    """Run the command line; every error of the input ends in one line and exit code 2."""
    with _heeding_sigterm() as came:
        code = _run()
    sys.exit(128 + came[0] if came and code == _INTERRUPTED else code)


def _run() -> int:
    """The exit code."""
    code: int
    try:
        code = app(standalone_mode=False)
    except PuzzlegenError as fault:
        fail(str(fault))
        code = 2
    except Interrupted as stop:
        fail(f"interrupted: {stop}")
        return _INTERRUPTED
    except (KeyboardInterrupt, typer.Abort):
        code = _INTERRUPTED
    except typer.Exit as leave:
        code = leave.exit_code
    except Exception as fault:
        code = _last_words(fault)
    if code == _INTERRUPTED:  # typer makes this of an interruption
        fail("interrupted")
    return code
