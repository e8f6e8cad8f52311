"""The ``ledger`` commands: what was printed where."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlegen.cli.console import Talk, put, shown
from puzzlegen.cli.options import path
from puzzlegen.errors import LedgerError

if TYPE_CHECKING:
    from puzzlegen.ledger.ledger import Ledger
    from puzzlegen.ledger.records import Entry, Issue

app = typer.Typer(
    help="Tell what was printed where: the ledger keeps puzzles from being printed twice.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


class TextOrJson(StrEnum):
    """For people or for programs."""

    TEXT = "text"
    JSON = "json"


class ExportFormat(StrEnum):
    """Ways to write the puzzles of a ledger."""

    JSONL = "jsonl"
    LINE = "line"


LedgerFile = Annotated[Path, typer.Option("--ledger", parser=path, metavar="FILE", help="The ledger.")]
DEFAULT = Path("output/ledger.sqlite")  # where ``puzzlegen book`` records by default
Form = Annotated[TextOrJson, typer.Option("--format", help="text or json.")]
COLUMNS = ("issue", "kind", "built", "puzzles", "series", "title", "folder")


@app.command(name="list")
def list_command(ledger: LedgerFile = DEFAULT, form: Form = TextOrJson.TEXT) -> None:
    """List every book and daily recorded, the oldest first, with the folder of its last printing; then the builds that
    did not finish, with how many puzzles are kept for them.

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
            put(dumps(row))
        return
    if not rows:
        Talk(quiet=False).say(f"{ledger}: nothing is recorded yet")
        return
    table = [[shown("-" if row[name] is None else str(row[name])) for name in COLUMNS] for row in rows]
    widths = [max(map(len, column)) for column in zip(COLUMNS, *table, strict=True)]
    for line in [list(COLUMNS), *table]:
        put("  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip())


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
    issue: Annotated[str, typer.Argument(help="Number of the issue, or its series.")],
    ledger: LedgerFile = DEFAULT,
    form: Form = TextOrJson.TEXT,
) -> None:
    """Show one book or daily: where and when it was printed, and its puzzles as last printed.

    Example: puzzlegen ledger show 1
    """
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.ledger.ledger import Ledger

    with Ledger(ledger, write=False) as opened:
        found = _find(opened, issue)
        printings = [
            {
                "title": one.title,
                "folder": str(opened.folder_path(one.folder)),
                "built": one.built,
                "config_sha256": one.config_sha256,
            }
            for one in found.printings
        ]
        if form is TextOrJson.JSON:
            puzzles = [_puzzle(found, entry) for entry in opened.puzzles(found.id)]
            put(dumps(_row(opened, found) | {"held": found.held, "printings": printings, "entries": puzzles}))
            return
        put(shown(f"issue {found.id}: {found.kind}, series {found.series!r}"))
        for one in printings:
            put(shown(f"printed {one['built']} in {one['folder']} as {one['title']!r}"))
        more = f", {found.held - found.puzzles} more of earlier printings" if found.held > found.puzzles else ""
        put(f"{found.puzzles} puzzles{more}")
        for entry in opened.puzzles(found.id):
            put(shown(f"{entry.number}  {entry.section}  {entry.puzzle}"))


def _find(ledger: Ledger, name: str) -> Issue:
    """The issue of that number, else the only one of that series."""
    issues = ledger.issues()
    found = [one for one in issues if str(one.id) == name] or [one for one in issues if one.series == name]
    if len(found) > 1:
        numbers = ", ".join(str(one.id) for one in found)
        raise LedgerError(f"{ledger.path}: issues {numbers} are of series {name!r}: name one by its number")
    if not found:
        raise LedgerError(f"{ledger.path}: no issue {name!r}: puzzlegen ledger list shows all there are")
    return found[0]


@app.command()
def export(
    issues: Annotated[
        list[str] | None, typer.Argument(metavar="[ISSUE]...", help="Numbers or series of issues [all].")
    ] = None,
    ledger: LedgerFile = DEFAULT,
    form: Annotated[ExportFormat, typer.Option("--format", help="jsonl, or line: the puzzles alone.")] = (
        ExportFormat.JSONL
    ),
) -> None:
    """Write the recorded puzzles, one a line, as last printed.

    Example: puzzlegen ledger export --format line | puzzlegen grade
    """
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.ledger.ledger import Ledger

    with Ledger(ledger, write=False) as opened:
        chosen = [_find(opened, name) for name in issues] if issues else opened.issues()
        for issue, entry in _entries(opened, chosen):
            if form is ExportFormat.LINE:
                put(entry.puzzle)
            else:
                put(dumps({"issue": issue.id, "kind": issue.kind, "series": issue.series} | _puzzle(issue, entry)))


def _entries(ledger: Ledger, issues: list[Issue]) -> Iterator[tuple[Issue, Entry]]:
    for issue in issues:
        for entry in ledger.puzzles(issue.id):
            yield issue, entry


def _puzzle(issue: Issue, entry: Entry) -> dict[str, Any]:
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
        list[Path], typer.Argument(parser=path, metavar="FOLDER...", help="Folders of builds that did not finish.")
    ],
    ledger: LedgerFile = DEFAULT,
) -> None:
    """Forget the puzzles kept for builds that were stopped and that nobody will go on with. What was printed stays.

    Example: puzzlegen ledger forget output/mybook
    """
    from puzzlegen.formats.common import pluralize
    from puzzlegen.ledger.ledger import Ledger

    if not ledger.exists():
        raise LedgerError(f"{ledger}: no such ledger: name yours with --ledger FILE")
    with Ledger(ledger, write=True) as opened:
        kept = dict(opened.unfinished())
        for folder in folders:
            if opened.folder_name(folder) not in kept:
                raise LedgerError(
                    f"{ledger}: no puzzles are kept for {folder}: puzzlegen ledger list shows the folders there are"
                )
        for name in dict.fromkeys(map(opened.folder_name, folders)):
            gone = opened.forget_unfinished(name)
            Talk(quiet=False).say(f"{opened.folder_path(name)}: forgot {pluralize(gone, 'finished puzzle')}")


@app.command()
def rebuild(
    folders: Annotated[
        list[Path],
        typer.Argument(
            parser=path, metavar="FOLDER...", help="Finished books and dailies, or a folder that holds them."
        ),
    ],
    ledger: LedgerFile = DEFAULT,
    daily: Annotated[
        list[Path] | None,
        typer.Option("--daily", parser=path, metavar="CONFIG", help="The config of a daily among them."),
    ] = None,
) -> None:
    """Make a lost or damaged ledger again from what it told of. A damaged one is put aside.

    Puzzles of earlier printings and unfinished builds do not come back.

    Example: puzzlegen ledger rebuild output --daily configs/daily.yaml
    """
    from puzzlegen.config.load import load_daily
    from puzzlegen.maintenance.ledger_rebuild import rebuild as make_again

    with Talk(quiet=False) as talk:
        make_again(folders, ledger, [load_daily(path) for path in daily or ()], talk.say)
        talk.say(f"recorded in {ledger}")
