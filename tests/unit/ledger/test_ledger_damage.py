"""Damaged ledgers: found wherever they are opened, and made again by the command that is named then."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from ledgers import WORK, _read, _record, finished_book, hold_remedy, ledger_errors, ledger_of, trust

from puzzlegen.errors import DamagedLedger, LedgerError
from puzzlegen.ledger import database
from puzzlegen.ledger.days import check, fault_of
from puzzlegen.ledger.ledger import Ledger
from puzzlegen.maintenance.ledger_rebuild import rebuild

Spoils = Callable[[Path], None]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    ledger_of(finished_book(folder / "book"), folder / "ledger.sqlite")
    return folder


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return shutil.copytree(whole, tmp_path / "press") / "ledger.sqlite"


def _bytes(at: int, *values: int) -> Spoils:
    def spoil(path: Path) -> None:
        data = bytearray(path.read_bytes())
        data[at : at + len(values)] = values
        path.write_bytes(data)

    return spoil


def _cut(size: int) -> Spoils:
    return lambda path: path.write_bytes(path.read_bytes()[:size]) and None


def _sql(*statements: str) -> Spoils:
    def spoil(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            raw.execute("PRAGMA ignore_check_constraints = ON")
            raw.execute("PRAGMA writable_schema = ON")
            for statement in statements:
                raw.execute(statement)
            with suppress(sqlite3.Error):  # what has no tables has no totals
                trust(raw)

    return spoil


WRONG = {  # a value of another type, for a column of each type; SQLite turns some into the column's own
    "TEXT": ("x'00ff'", "CAST(x'ff' AS TEXT)"), "INTEGER": ("'many'", "1.5"), "BLOB": ("'text'", "7"),
}  # fmt: skip
FIELDS = (0, 16, 18, 19, 20, 21, 22, 23, 27, 28, 31, 32, 35, 39, 43, 44, 47, 51, 52, 55, 56, 59, 60, 63, 68, 95)
COLUMNS = [
    (table, column, value)
    for table, columns in database.tables_of(database.VERSION).items()
    for column, kind in columns.items()
    for value in [WRONG[kind][len(column) % 2]]  # the one or the other: all of them take long
    if table != "totals" and column != "id"  # the number of a row, of which SQLite takes care
]
DAMAGE: dict[str, Spoils] = {
    "file format": _bytes(44, 0, 0, 0, 9),
    "magic": _bytes(0, 0),
    "page size": _bytes(16, 7, 7),
    "version of the format": _bytes(19, 9),
    "application": _bytes(68, 1, 2, 3, 4),
    "encoding": _bytes(56, 0, 0, 0, 2),
    "half a page": _cut(2048),
    "half": _cut(4096 * 8),
    "one page": _cut(4096),
    "garbage page": _bytes(4096 * 3, *[0xA5] * 4096),
    "empty page": _bytes(4096 * 2, *[0] * 4096),
    "no database": lambda path: path.write_text("title: A\n" * 300) and None,
    "version -5": _sql("PRAGMA user_version = -5"),
    "version 0": _sql("PRAGMA user_version = 0"),
    "version 1": _sql("PRAGMA user_version = 1"),
    "belongs to none": _sql("UPDATE puzzles SET issue = 99"),
    "another index": _sql("UPDATE sqlite_master SET rootpage = 2 WHERE name = 'puzzles_by_mines'"),
    "another column": _sql("ALTER TABLE unfinished ADD COLUMN mine TEXT"),
    "a view": _sql("DROP TABLE days", "CREATE VIEW days AS SELECT 1 AS issue"),
    "no state": _sql("UPDATE puzzles SET state = 'lost'"),
    "another kind": _sql("UPDATE issues SET kind = 'song'"),
    "no index": _sql("DROP INDEX puzzles_by_mines"),
    "a trigger": _sql("CREATE TRIGGER t AFTER UPDATE ON printings BEGIN DELETE FROM puzzles; END"),
    "a page for another": _sql("UPDATE sqlite_master SET rootpage = 7 WHERE name = 'puzzles_by_number'"),
    "the definition of the last ids": _sql(
        "UPDATE sqlite_master SET sql = 'CREATE TABLE sqlite_sequence(name,ids)' WHERE name = 'sqlite_sequence'"
    ),
    "no date": _sql("UPDATE days SET date = '../..'"),
} | {f"no {table}": _sql(f"DROP TABLE {table}") for table in database.tables_of(database.VERSION)}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_found_and_mended(name: str, path: Path) -> None:
    DAMAGE[name](path)
    spoilt = path.read_bytes()
    for work in WORK:  # each meets the damage, or not; none of them trips over it
        path.write_bytes(spoilt)
        assert all("\n" not in str(fault) for fault in ledger_errors(path, work))
    path.write_bytes(spoilt)
    faults = ledger_errors(path)
    assert any(isinstance(fault, DamagedLedger) for fault in faults), faults
    path.write_bytes(spoilt)
    with pytest.raises(DamagedLedger, match="puzzlegen ledger rebuild FOLDER") as caught:
        check(path)
    assert str(caught.value).startswith(f"{path}: ")
    hold_remedy(path, path.parent / "book", faults)


@pytest.mark.parametrize(("table", "column", "value"), COLUMNS)
def test_values_of_other_types_are_damage(table: str, column: str, value: str, path: Path) -> None:
    _sql(f"UPDATE {table} SET {column} = {value} WHERE rowid = 1" if table != "unfinished" else
         f"UPDATE {table} SET {column} = {value} WHERE slot = x'{'00' * 16}'")(path)  # fmt: skip
    spoilt = path.read_bytes()
    for work in WORK:  # each meets the value, or not; none of them trips over it
        path.write_bytes(spoilt)
        ledger_errors(path, work)
    path.write_bytes(spoilt)
    faults = ledger_errors(path)
    assert any(isinstance(fault, DamagedLedger) for fault in faults)
    hold_remedy(path, path.parent / "book", faults)


def test_no_field_of_the_header_leads_in_a_circle(path: Path) -> None:
    good, reported = path.read_bytes(), 0
    for at in FIELDS:
        path.write_bytes(good)
        _bytes(at, 255)(path)
        faults = ledger_errors(path, _read, check, _record)
        reported += any(isinstance(fault, DamagedLedger) for fault in faults)
        hold_remedy(path, path.parent / "book", faults)
    assert reported > 12


def test_what_is_no_damage_is_not_made_again(whole: Path, path: Path) -> None:
    book = path.parent / "book"

    def left(says: str) -> None:
        before = path.read_bytes()
        with pytest.raises(LedgerError, match=says) as caught:
            rebuild([book], path, {}, lambda _: None)
        assert not isinstance(caught.value, DamagedLedger)
        assert path.read_bytes() == before

    left("found an undamaged ledger")
    _sql("PRAGMA user_version = 999")(path)
    left("a newer puzzlegen")
    path.unlink()
    _sql("CREATE TABLE songs (name)")(path)
    left("found a database, expected a ledger")
    path.write_bytes((whole / "ledger.sqlite").read_bytes())
    assert not fault_of(path)
    _sql("ANALYZE", "CREATE TABLE notes (day TEXT PRIMARY KEY)")(path)
    assert not fault_of(path)


@pytest.mark.parametrize("empty", [b"", None], ids=["nothing in it", "nothing prepared in it"])
def test_an_empty_ledger_is_made_again(empty: bytes | None, path: Path) -> None:
    path.unlink()
    if empty is None:
        _sql("PRAGMA journal_mode = WAL", "VACUUM")(path)
    else:
        path.write_bytes(empty)
    for write in (False, True):  # nobody leaves an empty ledger: a new one gets its name when it is complete
        with pytest.raises(DamagedLedger, match="it is empty"):
            Ledger(path, write=write)
    rebuild([path.parent / "book"], path, {}, lambda _: None)
    assert not fault_of(path)


@pytest.mark.parametrize("suffix", ["-journal", "-wal"])  # the log is that of an earlier version
@pytest.mark.parametrize("left", ["gone", "empty"])
def test_a_journal_that_is_left_is_not_written_over_the_new_ledger(left: str, suffix: str, path: Path) -> None:
    """A writer is killed, its ledger is lost, its journal stays."""
    book, journal = path.parent / "book", path.with_name(path.name + suffix)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute(f"PRAGMA journal_mode = {'WAL' if suffix == '-wal' else 'DELETE'}")
        writer.execute("PRAGMA cache_size = 5")
        writer.execute("BEGIN")
        writer.execute("UPDATE puzzles SET seed = seed || 'x'")
        writer.execute("UPDATE unfinished SET made = made || made")
        kept = journal.read_bytes()
    path.unlink()
    journal.write_bytes(kept)
    if left == "empty":
        path.touch()
    for write in (False, True):
        with pytest.raises(DamagedLedger, match=rf"only {journal.name} is left of it"):
            Ledger(path, write=write)
    assert journal.read_bytes() == kept
    messages: list[str] = []
    rebuild([book], path, {}, messages.append)
    assert messages[-1] == f"{path} was damaged: it is named {path}.damaged-1 now"
    assert path.with_name(f"{path.name}.damaged-1{suffix}").read_bytes() == kept
    with Ledger(path, write=False) as ledger:
        assert [issue.series for issue in ledger.issues()] == ["b"]
    assert not fault_of(path)


@pytest.mark.parametrize(
    ("text", "damage"), [("CHECK (number > 0)", "CHECK (number > 9)"), ("length(clues) = 16", "length(clues) = 17")]
)
def test_a_changed_byte_in_the_schema_is_damage(text: str, damage: str, path: Path) -> None:
    _sql(f"UPDATE sqlite_master SET sql = replace(sql, '{text}', '{damage}') WHERE name = 'puzzles'")(path)
    with pytest.raises(DamagedLedger, match="the definition of table puzzles is wrong"):
        check(path)
