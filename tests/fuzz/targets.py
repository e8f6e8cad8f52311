"""What is fuzzed: each target takes any bytes and raises only where the program is at fault.

What the program refuses it must refuse in its own words: with a PuzzlegenError whose text holds nothing that steers a
terminal. Used by ``test_fuzz.py`` with hypothesis, and by ``run.py`` with atheris.
"""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import chdir, closing, redirect_stderr, redirect_stdout, suppress
from datetime import date
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import typer.main
from ledgers import RECORD, SETTINGS, WORK, finished_book, hold_remedy, ledger_errors, trust

from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.symmetry import keys_of
from puzzlegen.book import build
from puzzlegen.book.print_images import load_logo
from puzzlegen.book.verification import verify_book
from puzzlegen.checking.book_files import Report
from puzzlegen.cli.app import main
from puzzlegen.config.book import LogoConfig
from puzzlegen.config.day_files import DATA
from puzzlegen.config.load import load_book, load_daily
from puzzlegen.daily import publishing
from puzzlegen.daily import run as daily_run
from puzzlegen.daily.manifest import DAY, SERIES, Manifest, manifest_text, read_manifest, series_fingerprint
from puzzlegen.daily.run_messages import RunSummary
from puzzlegen.errors import FormatError, PuzzlegenError
from puzzlegen.files.build_folder import PUZZLES
from puzzlegen.formats import answer, detect, draft, json_record, line, registry
from puzzlegen.generator import batch
from puzzlegen.jobs import dask_cluster
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.ledger.days import DailyLedger, Day, fault_of
from puzzlegen.ledger.ledger import LedgerEntry, Printing
from puzzlegen.maintenance.ledger_rebuild import rebuild
from puzzlegen.pictures.image_decoding import decode
from puzzlegen.pictures.image_reader import PRINT_FORMATS
from puzzlegen.single import puzzle_inputs
from puzzlegen.solver.half_made import examine

Target = Callable[[bytes], None]


@cache
def scratch() -> Path:
    """A folder of this process, gone when it ends."""
    room = tempfile.TemporaryDirectory(prefix="puzzlegen-fuzz-")
    _KEPT.append(room)
    return Path(room.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


def check_message(fault: PuzzlegenError) -> None:
    """Check that a message is printable and not empty."""
    message = str(fault)
    strange = {character for character in message if not character.isprintable() and character != "\n"}
    assert message.strip() and not strange, f"{strange} in {message!r}"


def config(data: bytes) -> None:
    """A book's config, or a daily's."""
    path = scratch() / "c.yaml"
    path.write_bytes(data)
    for load in (load_book, load_daily):
        try:
            load(path)
        except PuzzlegenError as fault:
            check_message(fault)
            assert str(path) in str(fault)


SMALL_DRAFT = 100  # cells of a draft whose states are looked at


def formats(data: bytes) -> None:
    """Puzzles in any format: read without a fault of ours; what is read can be written and read again."""
    text = data.decode("utf-8", "replace")
    for variant in VARIANTS.values():
        for read in detect.read_lines(text.splitlines(), "f", variant):
            assert read.place
            if isinstance(read.found, PuzzlegenError):
                check_message(read.found)
            else:
                _written(read.found)
        try:
            detect.parse(text, variant)
        except PuzzlegenError as fault:
            check_message(fault)
        try:
            read_draft = draft.read(text, variant)
        except PuzzlegenError as fault:
            check_message(fault)
        else:
            assert draft.parse(draft.write(read_draft), variant) == read_draft
            if read_draft.grid.size <= SMALL_DRAFT:
                assert len(examine(read_draft, 1.0).cells) == read_draft.grid.size


def sources(data: bytes) -> None:
    """Files of any bytes that are named as puzzles: each gives a puzzle or an error, and its total can be given."""
    path = scratch() / "source"
    path.write_bytes(data)
    for total in (None, 1):
        found = list(puzzle_inputs.read_puzzles([str(path)], total=total))
        assert found
        for read in found:
            if isinstance(read.found, PuzzlegenError):
                check_message(read.found)


def _written(puzzle: Puzzle) -> None:
    assert line.parse(line.write(puzzle)) == puzzle
    for form in registry.FORMAT_NAMES:
        try:
            text = registry.write(puzzle, form)
        except FormatError as fault:  # it cannot hold the puzzle, or needs its solution
            check_message(fault)
            continue
        if form == "site":  # it tells no size, and may read as the row of a grid
            continue
        again = detect.parse(text, puzzle.grid.variant)
        assert again == puzzle, f"{form}: {text!r} is {line.write(again)}, not {line.write(puzzle)}"


def records(data: bytes) -> None:
    """Lines of a puzzles.jsonl, and answers."""
    text = data.decode("utf-8", "replace")
    for parse in (json_record.parse_record, answer.parse):
        try:
            parse(text)
        except PuzzlegenError as fault:
            check_message(fault)


def manifests(data: bytes) -> None:
    """A manifest in a folder that somebody sent."""
    folder = scratch() / "m"
    folder.mkdir(exist_ok=True)
    (folder / "manifest.json").write_bytes(data)
    if not (folder / PUZZLES).exists():
        shutil.copy(finished_book(scratch() / "as made") / PUZZLES, folder)
    read_manifest(folder)
    for work in (lambda: verify_book(folder, Silent()), lambda: rebuild([folder], scratch() / "r.sqlite", {}, str)):
        try:
            work()
        except PuzzlegenError as fault:
            check_message(fault)
    clear("r.sqlite")


def days(data: bytes) -> None:
    """The puzzle.json in the folder of a day, of which a ledger is made again."""
    folder = scratch() / "d"
    if not folder.exists():
        (folder / "2026-12-01").mkdir(parents=True)
        (scratch() / "d.yaml").write_text(DAILY, encoding="utf-8")
        for place, kind in ((folder, SERIES), (folder / "2026-12-01", DAY)):
            text = manifest_text(Manifest(kind, series_fingerprint("s"), "", {}, "l"))
            (place / "manifest.json").write_text(text, encoding="utf-8")
    (folder / "2026-12-01" / DATA).write_bytes(data)
    try:
        rebuild([folder], scratch() / "days.sqlite", {scratch() / "d.yaml": load_daily(scratch() / "d.yaml")}, str)
    except PuzzlegenError as fault:
        check_message(fault)
    else:
        assert not fault_of(scratch() / "days.sqlite")
    clear("days.sqlite")


def logos(data: bytes) -> None:
    """A publisher's picture: decoded here, where the fuzzer sees which code runs, and in the process for images."""
    with suppress(FormatError, MemoryError):
        decode(data, PRINT_FORMATS, colors=True)
    path = scratch() / "logo.png"
    path.write_bytes(data)
    with chdir(scratch()):
        try:
            load_logo(LogoConfig(file="logo.png"), None)
        except PuzzlegenError as fault:
            check_message(fault)


# --- ledgers


@cache
def good_ledger() -> bytes:
    """The bytes of a ledger with a book and a daily."""
    path = scratch() / "good.sqlite"
    puzzle = line.parse(str(RECORD["puzzle"]))
    solution = answer.parse(str(RECORD["solution"]))
    entry = LedgerEntry(1, "One", keys_of(puzzle, solution), line.write(puzzle), answer.write(solution), "s")
    daily = Printing("daily", "d", "Daily", "d", "c", "", "{}", "2026-12-01T00:00:00+00:00")
    with DailyLedger(path, write=True) as ledger:
        printing = Printing("book", "b", "Book", "b", "c", "m", "{}", "2026-12-01T00:00:00+00:00")
        ledger.settle(ledger.reserve(printing, [entry], None), [entry])
        day = Day(date(2026, 12, 1), 1, json.dumps(RECORD), json.dumps(SETTINGS))
        with suppress(PuzzlegenError):  # the book has the puzzle
            ledger.reserve_day("d", day, entry, None)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO issues (id, kind, series) VALUES (7, 'daily', 'd')")
        db.execute("INSERT INTO days VALUES (7, ?, 1, 1, ?, ?, 1, '')", (day.name, day.record_json, day.settings_json))
        row = (daily.title, daily.folder, daily.config_sha256, daily.manifest_sha256, daily.versions, daily.built)
        db.execute("INSERT INTO printings VALUES (9, 7, ?, ?, ?, ?, ?, ?, 1)", row)
        db.execute("INSERT INTO unfinished VALUES ('half', zeroblob(16), ?)", (day.record_json,))
        trust(db)
    return path.read_bytes()


def _use(path: Path, first: int) -> None:
    """All that commands do with a ledger, in an order that begins anywhere; and whatever says damaged is rebuilt."""
    for words in (["list"], ["show", "d", "--format", "json"]):
        _run(["ledger", *words, "--ledger", str(path)])
    first %= len(WORK)
    faults = ledger_errors(path, *WORK[first:], *WORK[:first])
    for fault in faults:
        check_message(fault)
    hold_remedy(path, finished(), faults)
    clear(path.name)


@cache
def finished() -> Path:
    """The folder of a finished book."""
    return finished_book(scratch() / "finished")


def clear(name: str) -> None:
    """Remove a ledger and all that was put aside of it."""
    for path in scratch().glob(f"{name}*"):
        path.unlink()


def ledger_bytes(data: bytes) -> None:
    """A ledger with some bytes changed: each four of ``data`` are a place and a value."""
    whole = bytearray(good_ledger())
    for i in range(0, len(data) - 3, 4):
        whole[int.from_bytes(data[i : i + 3], "big") % len(whole)] = data[i + 3]
    path = scratch() / "bytes.sqlite"
    path.write_bytes(whole)
    _use(path, len(data) // 4)


_COLUMNS = {
    "issues": ("kind", "series", "held", "content"),
    "printings": ("title", "folder", "config_sha256", "manifest_sha256", "versions", "built", "placed", "issue"),
    "puzzles": ("state", "number", "section", "clues", "mines", "puzzle", "solution", "seed", "issue"),
    "days": ("date", "number", "record", "settings", "placed", "manifest_sha256", "puzzle"),
    "unfinished": ("folder", "slot", "made"),  # new ones last, so that what was found before stays the same
    "sqlite_master": ("type", "name", "tbl_name", "rootpage", "sql"),
    "sqlite_sequence": ("name", "seq"),
    "PRAGMA": ("user_version", "application_id", "schema_version", "auto_vacuum", "journal_mode"),
}
_PLACES = [(table, column) for table, columns in _COLUMNS.items() for column in columns]


def ledger_rows(data: bytes) -> None:
    """A ledger somebody wrote into: the first byte says where, the second of what type, the rest is the value."""
    if len(data) < 2:
        return
    table, column = _PLACES[data[0] % len(_PLACES)]
    text = data[2:].decode("utf-8", "replace")
    value = (data[2:], text, None, int.from_bytes(data[2:10], "big", signed=True), len(data) / 7, text[:1])[data[1] % 6]
    path = scratch() / "rows.sqlite"
    path.write_bytes(good_ledger())
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("PRAGMA writable_schema = ON")
        with suppress(sqlite3.Error), db:
            if table == "PRAGMA":
                db.execute(f"PRAGMA {column} = {value if isinstance(value, int) else len(data)}")
            elif table == "sqlite_master":  # all rows the same would be no database
                db.execute(f"UPDATE sqlite_master SET {column} = ? WHERE rowid = ?", (value, data[-1] % 14))
            else:
                db.execute(f"UPDATE {table} SET {column} = ?", (value,))
                trust(db)
    _use(path, len(data))


# --- the command line

WORDS = [
    "book", "daily", "generate", "classic", "solve", "grade", "convert", "render", "verify", "preflight",
    "schema", "ledger", "list", "show", "export", "--help", "--version", "-q", "--format", "json", "text",
    "line", "site", "answer", "--to", "puzzlink", "tatham", "-o", "out", "x.png", "x.svg", "x.html", "--size",
    "4x4", "0x5", "-n", "1", "0", "-1", "99999999999999999999", "--difficulty", "easy", "expert", "--max-tier",
    "--mines", "--density", "0.3", "nan", "1e999", "--seed", "--total", "--attempts", "--jobs",
    "4x4:a13f3a2a2a0", "a13f3a2a2a0", "3x1:a3a", "-", "--explain", "--language", "de", "--cells", "a1",
    "--solution", "--steps", "all", "2-3", "--theme", "dark", "--caption", "--width", "--scale", "--title",
    "--date", "2026-12-01", "--days", "--as-of", "2026-02-30", "--redraw", "--reissue", "--zip", "x.zip",
    "--ledger", "l.sqlite", "--no-ledger", "--allow-repeats", "--puzzles", "book.yaml", "daily.yaml", "x.pdf",
    "--profile", "kdp", "--trim", "6x9", "--cover", "--spine", "nothing.yaml", "--kind", "mosaic",
    "--log-level", "debug", "", "--preset", "--strategy", "--start", "1,1", "--", "--bleed", "d",
    "doctor", "rebuild", "forget", "--daily", "--fresh", "--executor", "dask://127.0.0.1:1", "done", "--hint",
    "--after",
]  # fmt: skip


def _words(data: bytes) -> list[str]:
    """Words of a command: known ones, and texts. None of them leads out of the folder the command runs in."""
    found, at = [], 0
    while at < len(data) and len(found) < 12:
        first = data[at]
        at += 1
        if first < len(WORDS):
            found.append(WORDS[first])
        else:
            length = first % 24
            found.append(data[at : at + length].decode("utf-8", "replace").replace("/", "").replace("\0", ""))
            at += length
    return [word for word in found if ".." not in word and not word.startswith("~")]


_COMMANDS = cache(typer.main.get_command)  # made of all annotations, which takes longer than most commands


def _nobody(*_: object, **__: object) -> None:
    """A scheduler that does not answer: no network is reached."""
    raise OSError("refused")


def _run(words: list[str]) -> None:
    """Run a command in this process, its heavy work left out, and hold how it ends against the rules for that."""
    out, err = io.StringIO(), io.StringIO()
    code: object = None
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "argv", ["puzzlegen", *words]),
        patch.object(sys, "stdin", io.StringIO("4x4:a13f3a2a2a0\nnonsense\n")),
        # All of these were imported before: what is imported under a patch would keep it for the tests to come.
        patch.object(batch, "generate_puzzles", lambda *_: iter(())),
        patch.object(build, "build_book", lambda *_: Report((), "built")),
        patch.object(daily_run, "run_plan", lambda *_: RunSummary()),
        patch.object(publishing, "write_export", lambda *_: 0),
        patch.object(typer.main, "get_command", _COMMANDS),
        patch.object(dask_cluster, "_import_distributed", lambda: SimpleNamespace(Client=_nobody)),
    ):
        try:
            main()
        except SystemExit as leave:
            code = leave.code
    errors = err.getvalue()
    assert code in (None, 0, 1, 2), f"{words}: left with {code}"
    assert code != 2 or errors.strip(), f"{words}: refused without a word"
    assert "Traceback" not in errors, f"{words}: {errors}"
    data = out.getvalue() if "json" not in words else ""  # JSON has its own way to say them
    assert all(one.isprintable() or one in "\n\t" for one in data + errors), f"{words}: {data + errors!r}"


BOOK = "title: A\nseries: s\nsections:\n  - {name: n, count: 1, size: 5x4, difficulty: easy}\n"
DAILY = "title: t\nseries: s\naddress: https://example.org/\nstart: 2026-01-01\n"


def arguments(data: bytes) -> None:
    """Any words of a command line. Boards are not made: that only takes time."""
    words = [word for word in _words(data) if word != "classic"]
    room = scratch() / "args"
    room.mkdir(exist_ok=True)
    for name, text in (("book.yaml", BOOK), ("daily.yaml", DAILY), ("x.pdf", "%PDF-1.7 no more")):
        (room / name).write_text(text, encoding="utf-8")
    if not (room / "done").exists():
        finished_book(room / "done")
    before = set(scratch().iterdir())
    with chdir(room):
        _run(words)
    assert set(scratch().iterdir()) == before, f"{words}: wrote outside its folder"


TARGETS: dict[str, Target] = {
    one.__name__: one
    for one in (config, formats, sources, records, manifests, days, logos, ledger_bytes, ledger_rows, arguments)
}  # fmt: skip
