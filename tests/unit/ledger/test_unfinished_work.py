"""Puzzles of unfinished builds in the ledger."""

import sqlite3
from pathlib import Path

import pytest

from puzzlegen.errors import LedgerError
from puzzlegen.ledger.book_ledger import UnfinishedWork
from puzzlegen.ledger.ledger import Ledger

ONE, TWO = b"1" * 16, b"2" * 16


def test_stored_puzzles_are_read_by_a_later_run(tmp_path: Path) -> None:
    with UnfinishedWork(tmp_path / "ledger.sqlite", tmp_path / "book") as work:
        assert work.slots() == frozenset()
        assert work.keep([(ONE, '{"puzzle": "old"}'), (TWO, '{"puzzle": "2x2:d"}')])
        assert work.keep([(ONE, '{"puzzle": "1x1:a"}')])
    with UnfinishedWork(tmp_path / "ledger.sqlite", tmp_path / "book") as work:
        assert work.slots() == {ONE, TWO}
        assert work.made(ONE) == '{"puzzle": "1x1:a"}'
        assert work.texts_with("2x2") == ['{"puzzle": "2x2:d"}']


def test_each_build_has_its_own_rows(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with UnfinishedWork(path, tmp_path / "one") as one, UnfinishedWork(path, tmp_path / "two") as two:
        one.keep([(ONE, "1"), (TWO, "2")])
        two.keep([(ONE, "3")])
        assert (two.slots(), two.texts_with("1")) == ({ONE}, [])
        assert one.forget() == 2
        assert (one.slots(), two.made(ONE)) == (frozenset(), "3")
    with Ledger(path, write=False) as ledger:
        assert ledger.unfinished() == [("two", 1)]


def test_a_row_that_another_run_removed_is_an_error(tmp_path: Path) -> None:
    refused = pytest.raises(LedgerError, match="another run deleted puzzles of this run")
    with UnfinishedWork(tmp_path / "ledger.sqlite", tmp_path / "book") as work, refused:
        work.made(ONE)


def test_nothing_is_stored_while_another_program_locks_the_ledger(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with UnfinishedWork(path, tmp_path / "book") as work:
        work._db.execute("PRAGMA busy_timeout = 0")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert not work.keep([(ONE, "1")])
        other.close()
        assert work.slots() == frozenset()
        assert work.keep([(ONE, "1")])


def test_a_batch_with_a_wrong_row_stores_nothing(tmp_path: Path) -> None:
    with UnfinishedWork(tmp_path / "ledger.sqlite", tmp_path / "book") as work:
        with pytest.raises(sqlite3.IntegrityError):
            work.keep([(ONE, "1"), (b"short", "2")])
        assert work.slots() == frozenset()
