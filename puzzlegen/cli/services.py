"""The commands ``ledger`` (what was printed), ``doctor`` (checks this computer) and ``studio`` (the local web app)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlegen.cli.console import Console, escape_controls, print_data, print_warning
from puzzlegen.cli.options import CPUS, DEFAULT_LEDGER, Jobs, LedgerFile, TextOrJson, TextOrJsonFormat, parse_path
from puzzlegen.errors import LedgerError

if TYPE_CHECKING:
    from puzzlegen.ledger.ledger import Issue, Ledger, LedgerEntry

app = typer.Typer(
    help="Read or repair the ledger, which records every printed puzzle.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


class ExportFormat(StrEnum):
    """Ways to write the puzzles of a ledger."""

    JSONL = "jsonl"
    LINE = "line"


COLUMNS = ("issue", "kind", "built", "puzzles", "series", "title", "folder")


@app.command(name="list")
def list_command(ledger: LedgerFile = DEFAULT_LEDGER, form: TextOrJsonFormat = TextOrJson.TEXT) -> None:
    """List all books and dailies with their folders, then unfinished builds.

    Example: puzzlegen ledger list
    """
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.ledger.ledger import Ledger

    with Ledger(ledger, write=False) as opened:
        rows = [_row(opened, issue) for issue in opened.issues()]
        for folder, kept in opened.unfinished():
            known = {"kind": "unfinished", "puzzles": kept, "folder": str(opened.folder_path(folder))}
            rows.append(dict.fromkeys(COLUMNS) | known)
    if form is TextOrJson.JSON:
        for row in rows:
            print_data(dumps(row))
        return
    if not rows:
        Console(quiet=False).info(f"{ledger}: no books or dailies are recorded")
        return
    table = [[escape_controls("-" if row[name] is None else str(row[name])) for name in COLUMNS] for row in rows]
    widths = [max(map(len, column)) for column in zip(COLUMNS, *table, strict=True)]
    for line in [list(COLUMNS), *table]:
        print_data("  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip())


def _row(ledger: Ledger, issue: Issue) -> dict[str, Any]:
    last = issue.printings[-1]
    return {
        "issue": issue.id,
        "kind": issue.kind,
        "built": last.built,
        "puzzles": issue.puzzles,
        "series": issue.series,
        "title": last.title,
        "folder": str(ledger.folder_path(last.folder)),
    }


@app.command()
def show(
    issue: Annotated[str, typer.Argument(help="Number or series of the issue.")],
    ledger: LedgerFile = DEFAULT_LEDGER,
    form: TextOrJsonFormat = TextOrJson.TEXT,
) -> None:
    """Show all printings of a book or daily, and the puzzles of the last one.

    Example: puzzlegen ledger show 1
    """
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.ledger.ledger import Ledger

    with Ledger(ledger, write=False) as opened:
        shown = _find(opened, issue)
        printings = [
            {
                "title": printing.title,
                "folder": str(opened.folder_path(printing.folder)),
                "built": printing.built,
                "config_sha256": printing.config_sha256,
            }
            for printing in shown.printings
        ]
        if form is TextOrJson.JSON:
            puzzles = [_puzzle(shown, entry) for entry in opened.puzzles(shown.id)]
            print_data(dumps(_row(opened, shown) | {"held": shown.held, "printings": printings, "entries": puzzles}))
            return
        print_data(escape_controls(f"issue {shown.id}: {shown.kind}, series {shown.series!r}"))
        for printing in printings:
            print_data(escape_controls(f"printed {printing['built']} in {printing['folder']} as {printing['title']!r}"))
        more = f", {shown.held - shown.puzzles} more of earlier printings" if shown.held > shown.puzzles else ""
        print_data(f"{shown.puzzles} puzzles{more}")
        for entry in opened.puzzles(shown.id):
            print_data(escape_controls(f"{entry.number}  {entry.section}  {entry.puzzle}"))


def _find(ledger: Ledger, name: str) -> Issue:
    """The issue of that number, else the only one of that series. Raises LedgerError if there is none."""
    issues = ledger.issues()
    named = [issue for issue in issues if str(issue.id) == name] or [issue for issue in issues if issue.series == name]
    if len(named) > 1:
        numbers = ", ".join(str(issue.id) for issue in named)
        raise LedgerError(f"{ledger.path}: the series {name!r} has the issues {numbers}; give one of these numbers")
    if not named:
        raise LedgerError(f"{ledger.path}: no issue {name!r}; puzzlegen ledger list shows all issues")
    return named[0]


@app.command()
def export(
    issues: Annotated[
        list[str] | None, typer.Argument(metavar="ISSUE", help="Numbers or series of issues [all].")
    ] = None,
    ledger: LedgerFile = DEFAULT_LEDGER,
    form: Annotated[
        ExportFormat, typer.Option("--format", help="jsonl with all fields, or line with the puzzles alone.")
    ] = (ExportFormat.JSONL),
) -> None:
    """Print the puzzles of the last printings, one a line.

    Example: puzzlegen ledger export --format line | puzzlegen grade
    """
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.ledger.ledger import Ledger

    with Ledger(ledger, write=False) as opened:
        chosen = [_find(opened, name) for name in issues] if issues else opened.issues()
        for issue, entry in _entries(opened, chosen):
            if form is ExportFormat.LINE:
                print_data(entry.puzzle)
            else:
                print_data(
                    dumps({"issue": issue.id, "kind": issue.kind, "series": issue.series} | _puzzle(issue, entry))
                )


def _entries(ledger: Ledger, issues: list[Issue]) -> Iterator[tuple[Issue, LedgerEntry]]:
    for issue in issues:
        for entry in ledger.puzzles(issue.id):
            yield issue, entry


def _puzzle(issue: Issue, entry: LedgerEntry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "date" if issue.kind == "daily" else "section": entry.section,
        "puzzle": entry.puzzle,
        "solution": entry.solution,
        "seed": entry.seed,
    }


@app.command()
def forget(
    folders: Annotated[
        list[Path], typer.Argument(parser=parse_path, metavar="FOLDER", help="Output folders of unfinished builds.")
    ],
    ledger: LedgerFile = DEFAULT_LEDGER,
) -> None:
    """Delete the puzzles kept for unfinished builds, and release those they reserved. Printed puzzles stay recorded.

    Example: puzzlegen ledger forget output/mybook
    """
    from puzzlegen.files.build_folder import folder_in_use
    from puzzlegen.ledger.book_ledger import record_finished_books
    from puzzlegen.ledger.ledger import Ledger
    from puzzlegen.wording import pluralize

    if not ledger.exists():
        raise LedgerError(f"{ledger}: no such ledger: name another with --ledger FILE")
    with Ledger(ledger, write=True) as opened:
        kept = dict(opened.unfinished())
        for folder in folders:
            if opened.folder_name(folder) not in kept:
                raise LedgerError(
                    f"{ledger}: no puzzles are kept for {folder}; puzzlegen ledger list shows the folders"
                )
            if folder_in_use(folder) is not None:
                raise LedgerError(f"{folder}: a run is writing there: wait until it ends, or stop it")
        record_finished_books(opened)  # one that was killed after its files were in place keeps its puzzles
        for name in dict.fromkeys(map(opened.folder_name, folders)):
            stored, released = opened.forget_unfinished(name)
            counts = (("forgot", stored, "finished puzzle"), ("released", released, "reserved puzzle"))
            done = " and ".join(f"{verb} {pluralize(count, puzzle)}" for verb, count, puzzle in counts if count)
            done = done or "its book was finished, and is recorded now"
            Console(quiet=False).info(f"{opened.folder_path(name)}: {done}")


@app.command()
def rebuild(
    folders: Annotated[
        list[Path],
        typer.Argument(
            parser=parse_path,
            metavar="FOLDER",
            help="Folders of finished books and dailies, or a folder that contains them.",
        ),
    ],
    ledger: LedgerFile = DEFAULT_LEDGER,
    daily: Annotated[
        list[Path] | None,
        typer.Option("--daily", parser=parse_path, metavar="CONFIG", help="The config of each daily among them."),
    ] = None,
) -> None:
    """Rebuild a lost or damaged ledger from finished books and dailies. A damaged file is kept under another name.

    Puzzles of earlier printings and of unfinished builds cannot be recovered.

    Example: puzzlegen ledger rebuild output --daily configs/daily.yaml
    """
    from puzzlegen.config.load import load_daily
    from puzzlegen.maintenance.ledger_rebuild import rebuild as rebuild_ledger

    with Console(quiet=False) as console:
        rebuild_ledger(folders, ledger, {path: load_daily(path, print_warning) for path in daily or ()}, console.info)
        console.info(f"recorded in {ledger}")


def doctor(
    ledger: Annotated[
        Path, typer.Option("--ledger", parser=parse_path, metavar="FILE", help="The ledger to check.")
    ] = DEFAULT_LEDGER,
    form: TextOrJsonFormat = TextOrJson.TEXT,
) -> None:
    """Check that this computer has what puzzlegen needs.

    Versions, CPUs, compiled code, fonts, programs and the ledger are checked. Exits with 1 if something does not work.

    Example: puzzlegen doctor
    """
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.maintenance.doctor import CheckStatus, examine

    failed = False
    for check in examine(ledger):
        failed = failed or check.state is CheckStatus.FAULT
        print_data(dumps(check.as_dict()) if form is TextOrJson.JSON else escape_controls(str(check)))
    if failed:
        raise typer.Exit(1)


def studio(
    folder: Annotated[
        Path | None,
        typer.Option(parser=parse_path, metavar="DIR", help="Folder of your books [puzzlegen in Documents]."),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the address; 0 takes the last one, or a free one.")
    ] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the web browser.")] = True,
    jobs: Jobs = CPUS,
) -> None:
    """Open the studio: books made and looked at in the web browser, without a terminal.

    Only this computer can reach it.

    Example: puzzlegen studio
    """
    from puzzlegen.studio.server import default_folder, run_studio

    with Console(quiet=False) as console:
        run_studio(folder or default_folder(), port, jobs, browser=browser, info=console.info)
