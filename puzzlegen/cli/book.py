"""The commands about books: ``book``, ``verify``, ``preflight`` and ``schema``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from puzzlegen.cli.console import Console, escape_controls, print_data, print_warning
from puzzlegen.cli.options import (
    CPUS,
    MAX_NUMBER,
    Executor,
    Jobs,
    Quiet,
    RecordLedger,
    RunLog,
    TextOrJson,
    TextOrJsonFormat,
    parse_path,
)
from puzzlegen.errors import ConfigError, LedgerError
from puzzlegen.jobs.run_log import open_run_log


def book(
    config: Annotated[Path, typer.Argument(parser=parse_path, help="YAML config of the book, or its folder.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", parser=parse_path, help="Output folder [output/<config name>].")
    ] = None,
    jobs: Jobs = CPUS,
    executor: Executor = None,
    puzzles: Annotated[
        Path | None,
        typer.Option(parser=parse_path, metavar="FILE", help="Print the puzzles of this puzzles.jsonl; generate none."),
    ] = None,
    ledger: RecordLedger = None,
    no_ledger: Annotated[bool, typer.Option("--no-ledger", help="Use no ledger: check and record nothing.")] = False,
    allow_repeats: Annotated[
        bool, typer.Option("--allow-repeats", help="Allow puzzles that the ledger has for other books.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Make and prove all puzzles again, also those of an earlier build.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace files in the output folder that puzzlegen did not make.")
    ] = False,
    draft: Annotated[
        bool,
        typer.Option("--draft", help="Build a draft for a quick look: DRAFT on each page, no proof, no ledger."),
    ] = False,
    pages: Annotated[
        str | None, typer.Option(metavar="A-B", help="Draw only these pages, such as 10-20, in a draft.")
    ] = None,
    log: RunLog = None,
    quiet: Quiet = False,
) -> None:
    """Build a book: interior.pdf, puzzles.jsonl, manifest.json, preview.png.

    The ledger records the puzzles, so that no other book repeats them. Run the same command again to continue an
    interrupted build. A draft goes to the folder draft inside the output folder.

    Example: puzzlegen book configs/sampler.yaml -o output/sampler
    """
    from puzzlegen.book.build import BookRequest, BuildOptions, build_book
    from puzzlegen.config.load import config_at, load_book
    from puzzlegen.config.placeholders import book_placeholders
    from puzzlegen.files.build_folder import check_only_ledger, check_same_series
    from puzzlegen.files.writing import BOOK, config_ledger, default_folder, default_ledger
    from puzzlegen.ledger.book_ledger import LedgerPolicy

    if no_ledger and (ledger is not None or allow_repeats):
        raise LedgerError("--no-ledger: leave out --ledger and --allow-repeats")
    wanted_pages = None if pages is None else _page_range(pages)
    config = config_at(config, BOOK)
    loaded = load_book(config, print_warning)
    folder = output or default_folder(config)
    check_same_series(folder, loaded.series)
    if ledger is None and not no_ledger:
        ledger = config_ledger(loaded.ledger) if loaded.ledger else default_ledger(folder)
        check_only_ledger(config, folder, loaded.series, ledger)
    with open_run_log(folder, log), Console(quiet) as console:
        rules = LedgerPolicy(ledger, allow_repeats)
        options = BuildOptions(jobs, executor, puzzles, fresh, force)
        request = BookRequest(loaded, folder, str(config), rules, options)
        if draft or wanted_pages:
            from puzzlegen.book.build import build_draft

            console.info(build_draft(request, wanted_pages, console, console.info))
            return
        report = build_book(request, console, console.info)
        for finding in report.findings:
            console.info(str(finding))
        for problem in book_placeholders(loaded):
            console.warn(f"warning: {config}: {problem}")
        console.info(report.summary)
    if report.failed:
        raise typer.Exit(1)


def _page_range(text: str) -> tuple[int, int]:
    """Parse the value of ``--pages``: two page numbers, or one."""
    match = re.fullmatch(r"([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if first > last:
        raise ConfigError(f"--pages: found {text!r}, expected the first and the last page, such as 10-20")
    return first, last


def verify(
    path: Annotated[
        Path,
        typer.Argument(
            parser=parse_path,
            help="Folder of a book, of all its editions, of a day, of a daily or its published copy; or a zip of days.",
        ),
    ],
    ledger: Annotated[
        Path | None,
        typer.Option(parser=parse_path, metavar="FILE", help="Look for repeats in this ledger [the book's own]."),
    ] = None,
    jobs: Jobs = CPUS,
    quiet: Quiet = False,
) -> None:
    """Check the files of a finished book or daily.

    Clues, answers, page numbers, fonts and repeats are checked. Exits with 1 if there are errors.

    Example: puzzlegen verify output/sampler
    """
    from puzzlegen.book.verification import verify_book
    from puzzlegen.daily.manifest import is_published, read_manifest
    from puzzlegen.daily.published_verification import verify_published
    from puzzlegen.daily.verification import is_zip, verify_daily, verify_zip

    with Console(quiet) as console:
        if is_zip(path):
            report = verify_zip(path, console, ledger, jobs)
        elif is_published(path):
            report = verify_published(path, console, ledger, jobs)
        elif read_manifest(path) is not None:
            report = verify_daily(path, console, ledger, jobs)
        else:
            report = verify_book(path, console, ledger, jobs)
    for finding in report.findings:
        print_data(escape_controls(str(finding)))
    console.info(report.summary)
    if report.failed:
        raise typer.Exit(1)


def preflight(
    path: Annotated[Path, typer.Argument(parser=parse_path, metavar="FILE.pdf", help="The PDF, from any program.")],
    profile: Annotated[
        str,
        typer.Option(
            help="The printer or tablet: kdp, kdp-hardcover, ingram, lulu, home-letter, home-a4, screen, tablet, "
            "remarkable-2, remarkable-paper-pro, supernote, boox, kindle-scribe or ipad."
        ),
    ],
    trim: Annotated[str | None, typer.Option(help="Size of the trimmed page, such as 6x9 [as in the file].")] = None,
    paper: Annotated[str | None, typer.Option(help="Paper, by the printer's name for it [its usual one].")] = None,
    binding: Annotated[str | None, typer.Option(help="Binding, by the printer's name for it [its usual one].")] = None,
    bleed: Annotated[bool, typer.Option("--bleed", help="The pages include the printer's bleed.")] = False,
    cover: Annotated[
        int | None,
        typer.Option(metavar="PAGES", min=1, max=MAX_NUMBER, help="The file is the cover of a book of PAGES pages."),
    ] = None,
    spine: Annotated[
        float | None, typer.Option(metavar="MM", min=0, max=100, help="Spine width, from the printer's calculator.")
    ] = None,
    isbn: Annotated[str, typer.Option(help="ISBN-13 whose barcode the cover must have.", show_default=False)] = "",
    form: TextOrJsonFormat = TextOrJson.TEXT,
    jobs: Jobs = CPUS,
    quiet: Quiet = False,
) -> None:
    """Check a PDF against the rules of a printer.

    Exits with 1 if the printer would refuse it.

    Example: puzzlegen preflight interior.pdf --profile kdp
    """
    from puzzlegen.checking import preflight as check
    from puzzlegen.checking.findings import summary_lines
    from puzzlegen.checking.pdf_file import PDF_LIMITS
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.jobs.ordered_work import Workers
    from puzzlegen.jobs.pools import open_local_pool
    from puzzlegen.wording import pluralize

    request = check.PreflightRequest(path, profile, trim, paper, binding, bleed, cover, spine, isbn)
    with open_local_pool(jobs, limits=PDF_LIMITS) as pool:
        findings = check.preflight(request, Workers(pool))
    lines = [dumps(finding.as_dict()) for finding in findings] if form is TextOrJson.JSON else summary_lines(findings)
    with Console(quiet, data=True) as console:
        for line in lines:
            print_data(escape_controls(line))
        errors = sum(finding.is_error for finding in findings)
        read = check.figures_date(profile)
        counts = f"{pluralize(errors, 'error')}, {pluralize(len(findings) - errors, 'warning')}"
        console.info(f"{path}: {counts} for {profile}, by its figures of {read}")
    if errors:
        raise typer.Exit(1)


def schema(kind: Annotated[str, typer.Argument(help="book or daily")]) -> None:
    """Print the JSON Schema of a config, for editors that check while typing.

    Example: puzzlegen schema book > book.schema.json
    """
    from puzzlegen.config.load import schema_json

    print_data(schema_json(kind), end="")
