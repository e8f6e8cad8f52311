"""A small ledger, the finished book that it records, and all that commands do with a ledger."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.board.symmetry import keys_of
from puzzlegen.errors import DamagedLedger, LedgerError
from puzzlegen.files.build_folder import MANIFEST, PUZZLES
from puzzlegen.formats import answer, line
from puzzlegen.formats.json_record import as_dict, dumps, parse_record
from puzzlegen.ledger.book_ledger import UnfinishedWork, record_finished_books
from puzzlegen.ledger.database import VERSION, tables_of
from puzzlegen.ledger.days import DailyLedger, Day, check, fault_of
from puzzlegen.ledger.ledger import LedgerEntry, Printing
from puzzlegen.ledger.totals import write_totals
from puzzlegen.maintenance.ledger_rebuild import rebuild

RECORD = {
    "puzzle": "4x4:a13f3a2a2a0", "solution": "nnnynnyyynnnynnn", "tier": 2, "difficulty": "medium", "score": 12.5,
    "bottlenecks": 1, "par": [1, 2], "seed": "s", "attempts": 1,
}  # fmt: skip
SETTINGS = {
    "title": "t", "author": "", "language": "en", "cells": "rc", "address": "https://example.org/", "timezone": "UTC",
    "paper": "a4", "palette": "brick", "hold_solution": True, "par": False, "id": "https://example.org/2026-12-01/",
}  # fmt: skip
PRINTED = dumps(as_dict(replace(parse_record(dumps(RECORD)), number=1, section=1))) + "\n"
BOOK_MANIFEST: dict[str, Any] = {  # by the manifest of a finished book
    "kind": "book", "series": "b", "title": "Book", "config_sha256": "c", "puzzlegen": "1", "versions": {},
    "config": {"sections": [{"name": "One"}]}, "files": {PUZZLES: sha256(PRINTED.encode()).hexdigest()},
}  # fmt: skip
DAY = Day(date(2026, 12, 1), 1, json.dumps(RECORD), json.dumps(SETTINGS))


def entry(number: int) -> LedgerEntry:
    """A puzzle that nobody has: its keys are its number."""
    keys = PuzzleKeys(*(number.to_bytes(16, "big") for _ in PuzzleKeys._fields))
    return LedgerEntry(number, "One", keys, f"3x3:{number}", "nnn", f"seed {number}")


def printing(kind: str, series: str) -> Printing:
    """Of a book or a daily in a folder of the name of its series."""
    return Printing(kind, series, series.title(), series, series, "digest", "{}", "2026-12-01T00:00:00+00:00")


def finished_book(folder: Path) -> Path:
    """A folder with as much of a finished book as its ledger is made of."""
    folder.mkdir(parents=True)
    (folder / PUZZLES).write_text(PRINTED, encoding="utf-8")
    (folder / MANIFEST).write_text(dumps(BOOK_MANIFEST), encoding="utf-8")
    return folder


def ledger_of(book: Path, path: Path) -> Path:
    """A ledger of that book, of a daily, of a book whose build was killed, and of an unfinished one."""
    rebuild([book], path, {}, lambda _: None)
    with DailyLedger(path, write=True) as ledger:
        ledger.reserve_day("d", DAY, replace(entry(90), section=DAY.name), None)
        ledger.settle_day(replace(DAY, manifest_sha256="m"), printing("daily", "d"))
        ledger.reserve(printing("book", "killed"), [entry(number) for number in range(91, 120)], None)
    with UnfinishedWork(path, path.parent / "half") as half:
        half.keep((bytes([slot] * 16), dumps(RECORD)) for slot in range(30))
    return path


def _read(path: Path) -> None:
    with DailyLedger(path, write=False) as ledger:
        for issue in ledger.issues():
            list(ledger.puzzles(issue.id))
        for one in ledger.pending():
            ledger.folder_path(one.folder)
        ledger.snapshot(None)
        ledger.own_issue("book", "b", "c", "b")
        ledger.home("d")
        ledger.times_issued("d", DAY.name)
        for day in ledger.days("d"):
            assert day.holds_solution or day.series
        ledger.repeats([entry(number) for number in range(90, 95)], None)


def _record(path: Path) -> None:
    with DailyLedger(path, write=True) as ledger:
        record_finished_books(ledger)
        puzzle, solution = line.parse(str(RECORD["puzzle"])), answer.parse(str(RECORD["solution"]))
        known = replace(entry(1), keys=keys_of(puzzle, solution))
        own = ledger.own_issue("book", "b", "c", "book")
        entries = [known, entry(200)]
        ledger.settle(ledger.reserve(printing("book", "b"), entries, own, repeats_allowed=True), entries)
        new = [replace(entry(number), number=number - 299) for number in range(300, 340)]
        ledger.settle(ledger.reserve(printing("book", "new"), new, None), new)


def _issue(path: Path) -> None:
    with DailyLedger(path, write=True) as ledger:
        day = replace(DAY, date=date(2026, 12, 2), number=2)
        ledger.reserve_day("d", day, replace(entry(400), section=day.name, number=2), None)
        ledger.settle_day(replace(day, manifest_sha256="m"), printing("daily", "d"))


def _go_on(path: Path) -> None:
    with UnfinishedWork(path, path.parent / "half") as half:
        for slot in half.slots():
            half.made(slot)
        half.keep((bytes([slot] * 16), dumps(RECORD)) for slot in range(20, 60))
        half.forget()


def trust(db: sqlite3.Connection) -> None:
    """Make the totals agree with the rows, as somebody who knows them would: nothing else may trip over the rows."""
    db.execute("DELETE FROM totals")
    write_totals(db, tables_of(VERSION))


WORK: tuple[Callable[[Path], None], ...] = (_read, check, _record, _issue, _go_on)


def ledger_errors(path: Path, *works: Callable[[Path], None]) -> list[LedgerError]:
    """Do with the ledger all that commands do, and return the errors up to the first damage.

    Damage has to be repaired before anything else is done.
    """
    faults: list[LedgerError] = []
    for work in works or WORK:
        try:
            work(path)
        except LedgerError as fault:
            faults.append(fault)
            if isinstance(fault, DamagedLedger):
                break
    return faults


def hold_remedy(path: Path, book: Path, faults: list[LedgerError]) -> None:
    """Whatever says that the ledger is damaged names a command: that must do what it says."""
    if any(isinstance(fault, DamagedLedger) for fault in faults):
        rebuild([book], path, {}, lambda _: None)
        assert not fault_of(path)
        with DailyLedger(path, write=False) as ledger:
            (issue,) = ledger.issues()
            assert [one.puzzle for one in ledger.puzzles(issue.id)] == [RECORD["puzzle"]]
