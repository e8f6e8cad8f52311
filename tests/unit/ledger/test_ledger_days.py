"""Days of a series in the ledger: reserved, placed, issued again; and never a puzzle that somebody has."""

import sqlite3
from dataclasses import replace
from datetime import date as Date
from pathlib import Path

import pytest
from test_ledger import entry, printing, record

from puzzlegen.errors import LedgerError
from puzzlegen.ledger import database
from puzzlegen.ledger.days import DailyLedger, Day
from puzzlegen.ledger.ledger import Ledger, LedgerEntry, Printing

FIRST, SECOND = "2026-12-01", "2026-12-02"
HOW = '{"language": "en"}'


def day(date: str, number: int, record: str = "{}") -> Day:
    return Day(Date.fromisoformat(date), number, record, HOW)


def puzzle(date: str, number: int, clues: int) -> LedgerEntry:
    return replace(entry(clues), number=number, section=date)


def printed(folder: str = "daily") -> Printing:
    return Printing("daily", "alpha", "Alpha", folder, "config", "", "{}", "2026-12-01")


def issue(ledger: DailyLedger, date: str, number: int, clues: int) -> Day:
    ledger.reserve_day("alpha", day(date, number), puzzle(date, number, clues), None)
    done = replace(day(date, number), placed=True, manifest_sha256="digest")
    ledger.settle_day(done, printed())
    return done


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


def test_days_come_back_by_date(path: Path) -> None:
    with DailyLedger(path, write=True) as ledger:
        second = issue(ledger, SECOND, 2, 20)
        first = issue(ledger, FIRST, 1, 10)
    with DailyLedger(path, write=False) as ledger:
        assert ledger.days("alpha") == [first, second]
        assert ledger.days("beta") == []
        assert (ledger.home("alpha"), ledger.home("beta")) == ("daily", None)
        (found,) = ledger.issues()
        assert (found.kind, found.series, found.puzzles, found.held) == ("daily", "alpha", 2, 2)
        assert [(one.number, one.section) for one in ledger.puzzles(found.id)] == [(1, FIRST), (2, SECOND)]


def test_a_reserved_day_is_kept_and_not_claimed(path: Path) -> None:
    with DailyLedger(path, write=True) as ledger:
        ledger.reserve_day("alpha", day(FIRST, 1), puzzle(FIRST, 1, 10), None)
        assert ledger.issues() == []
        (kept,) = ledger.days("alpha")
        assert (kept.placed, kept.manifest_sha256) == (False, "")
        assert ledger.snapshot(None).holds(entry(10).keys)  # for its own series too
        ledger.reserve_day("alpha", kept, None, kept)  # the next run
        ledger.settle_day(replace(kept, manifest_sha256="digest"), printed())
        assert [one.placed for one in ledger.days("alpha")] == [True]
        assert [one.puzzles for one in ledger.issues()] == [1]


def test_no_puzzle_twice_in_books_and_dailies(path: Path) -> None:
    with DailyLedger(path, write=True) as ledger:
        record(ledger, printing("book"), [entry(1)])
        issue(ledger, FIRST, 1, 10)
        (repeat,) = ledger.repeats([entry(10)], None)
        assert repeat.held == f"No. 1 (2026-12-01) of 'Alpha' (series 'alpha', in {path.parent / 'daily'})"
        assert ledger.snapshot(ledger.own_issue("book", "book", "book", "book")).holds(entry(10).keys)
        for clues in (1, 10):
            with pytest.raises(LedgerError, match="2026-12-02 or its puzzle was recorded by another run"):
                ledger.reserve_day("alpha", day(SECOND, 2), puzzle(SECOND, 2, clues), None)
        assert [one.name for one in ledger.days("alpha")] == [FIRST]


def test_what_another_run_recorded_in_between_is_not_overwritten(path: Path) -> None:
    with DailyLedger(path, write=True) as ledger:
        first = issue(ledger, FIRST, 1, 10)
        for wrong in (
            lambda: ledger.reserve_day("alpha", day(FIRST, 1), puzzle(FIRST, 1, 11), None),  # it is new no more
            lambda: ledger.reserve_day("alpha", day(SECOND, 1), puzzle(SECOND, 1, 12), None),  # the number is taken
            lambda: ledger.reserve_day("alpha", first, None, day(FIRST, 1, '{"another": 1}')),
        ):
            with pytest.raises(LedgerError, match="run the command again"):
                wrong()
        assert ledger.days("alpha") == [first]
        assert ledger._one("SELECT count(*) FROM puzzles") == (1,)


def test_a_day_issued_again_keeps_its_number_and_its_old_puzzle_stays_taken(path: Path) -> None:
    with DailyLedger(path, write=True) as ledger:
        first = issue(ledger, FIRST, 1, 10)
        issue(ledger, SECOND, 2, 20)
        again = replace(day(FIRST, 1, '{"new": 1}'))
        ledger.reserve_day("alpha", again, puzzle(FIRST, 1, 11), first)
        assert [one.puzzles for one in ledger.issues()] == [2]  # the old one until the new one is in place
        ledger.settle_day(replace(again, manifest_sha256="new"), printed())
        (found,) = ledger.issues()
        assert (found.puzzles, found.held, ledger.times_issued("alpha", FIRST)) == (2, 3, 2)
        assert [int.from_bytes(one.keys.clues, "big") for one in ledger.puzzles(found.id)] == [11, 20]
        assert ledger.snapshot(None).holds(entry(10).keys)


def _first_version(path: Path) -> None:
    raw = sqlite3.connect(path)
    for statement in database.SCRIPTS[0].split(";\n"):
        raw.execute(statement)
    raw.execute("INSERT INTO issues (kind, series, held) VALUES ('book', 'old', 1)")
    raw.execute("INSERT INTO printings VALUES (1, 1, 'Old', 'old', 'c', 'm', '{}', '2026-01-01', 1)")
    keys = entry(7).keys
    raw.execute("INSERT INTO puzzles VALUES (1, 1, 'printed', 7, 'One', ?, ?, '3x3:7', 'nnn', 's')", tuple(keys))
    raw.execute(f"PRAGMA application_id = {database.APPLICATION}")
    raw.execute("PRAGMA user_version = 1")
    raw.commit()
    raw.close()


def test_a_ledger_of_the_first_version_is_read_as_it_is_and_upgraded_when_written_to(path: Path) -> None:
    _first_version(path)
    before = path.read_bytes()
    with DailyLedger(path, write=False) as ledger:
        assert (ledger.version, ledger.days("alpha"), len(ledger.issues())) == (1, [], 1)
    assert path.read_bytes() == before
    with DailyLedger(path, write=True) as ledger:
        assert ledger.version == database.VERSION
        with DailyLedger(path.with_name(f"{path.name}.version-1"), write=False) as copy:
            assert (copy.version, len(copy.issues())) == (1, 1)
        assert ledger.snapshot(None).holds(entry(7).keys)
        issue(ledger, FIRST, 1, 10)
    with Ledger(path, write=False) as plain:
        issues = [(one.kind, one.series, one.puzzles) for one in plain.issues()]
        assert issues == [("book", "old", 1), ("daily", "alpha", 1)]


def test_a_withdrawn_day_keeps_its_row_and_its_puzzle_stays_taken(path: Path) -> None:
    with DailyLedger(path, write=True) as ledger:
        first = issue(ledger, FIRST, 1, 10)
        second = issue(ledger, SECOND, 2, 20)
        for _ in range(2):  # a second call changes nothing
            ledger.withdraw_day("alpha", second)
            assert ledger.days("alpha") == [first]
            assert ledger.withdrawn_days("alpha") == [replace(second, placed=False)]
        assert [one.puzzles for one in ledger.issues()] == [1]
        assert ledger.snapshot(None).holds(entry(20).keys)
        with pytest.raises(LedgerError, match="run the command again"):
            ledger.reserve_day("alpha", day("2026-12-03", 2), puzzle("2026-12-03", 2, 30), None)  # its number
        with pytest.raises(LedgerError, match="was changed by another run"):
            ledger.withdraw_day("alpha", replace(first, number=9))
        again = replace(day(SECOND, 2, '{"new": 1}'))
        ledger.reserve_day("alpha", again, puzzle(SECOND, 2, 21), second)
        assert ledger.unfinished_reissues("alpha") == {second.date}
        ledger.settle_day(replace(again, manifest_sha256="new"), printed())
        assert [one.name for one in ledger.days("alpha")] == [FIRST, SECOND]
        assert ledger.withdrawn_days("alpha") == [] and ledger.unfinished_reissues("alpha") == set()
