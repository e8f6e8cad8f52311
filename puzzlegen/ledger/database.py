"""Opens a ledger file: its schema, its settings, and the messages for a file that cannot be used."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from urllib.parse import quote

from puzzlegen.errors import DamagedLedger, FullError, LedgerError, NoLedger
from puzzlegen.ledger.totals import keep_totals, write_totals, wrong_total

APPLICATION = 0x505A474C  # "PZGL", in the file's header: distinguishes a ledger from other SQLite files
LOCK_SECONDS = 20.0  # to wait for another program, which may read a ledger of a million puzzles to check it: 12 s
SIDE_FILES = ("-journal", "-wal", "-shm")  # suffixes of what SQLite keeps beside a ledger, by now only the first

# One script a version, in order: a ledger of version n has run the first n of them. Never change one that was
# released; add the next. Puzzles are never deleted, so their ids rise with time: a build looks at those up to the id
# it began with, and books recorded while it works cannot change its puzzles.
SCRIPTS = (
    """
    CREATE TABLE issues (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,                -- 'book'
        series TEXT NOT NULL,              -- the seed in words
        held INTEGER NOT NULL DEFAULT 0,   -- how many puzzles it holds, those of earlier printings included
        content TEXT NOT NULL DEFAULT ''   -- a digest of them that grows with them
    );
    CREATE INDEX issues_by_series ON issues (series);
    CREATE TABLE printings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,  -- the greatest of a folder is what lies in it; never used again
        issue INTEGER NOT NULL REFERENCES issues,
        title TEXT NOT NULL,
        folder TEXT NOT NULL,              -- from the ledger's own folder, with /
        config_sha256 TEXT NOT NULL,
        manifest_sha256 TEXT NOT NULL,
        versions TEXT NOT NULL,            -- a JSON object: puzzlegen, python, libraries
        built TEXT NOT NULL,               -- UTC
        placed INTEGER NOT NULL CHECK (placed IN (0, 1)),  -- 0 until its files are in the folder
        UNIQUE (folder, config_sha256, placed)
    );
    CREATE INDEX printings_by_issue ON printings (issue);
    CREATE INDEX printings_by_config ON printings (config_sha256);
    CREATE TABLE puzzles (
        id INTEGER PRIMARY KEY,
        issue INTEGER NOT NULL REFERENCES issues,
        state TEXT NOT NULL CHECK (state IN ('reserved', 'printed', 'earlier')),
        number INTEGER NOT NULL CHECK (number > 0),
        section TEXT NOT NULL,
        clues BLOB NOT NULL CHECK (length(clues) = 16),
        mines BLOB NOT NULL CHECK (length(mines) = 16),
        puzzle TEXT NOT NULL,
        solution TEXT NOT NULL,
        seed TEXT NOT NULL,
        UNIQUE (clues, issue)
    );
    CREATE INDEX puzzles_by_mines ON puzzles (mines, issue);
    CREATE UNIQUE INDEX puzzles_by_number ON puzzles (issue, number) WHERE state = 'printed';
    """,
    """
    CREATE TABLE days (                    -- of issues of kind 'daily'
        issue INTEGER NOT NULL REFERENCES issues,
        date TEXT NOT NULL,                -- 2026-12-01
        number INTEGER NOT NULL CHECK (number > 0),
        puzzle INTEGER NOT NULL REFERENCES puzzles,
        record TEXT NOT NULL,              -- the puzzle's record, a JSON object
        settings TEXT NOT NULL,            -- how its files present it, a JSON object
        placed INTEGER NOT NULL CHECK (placed IN (0, 1)),  -- 0 until its files are in the folder
        manifest_sha256 TEXT NOT NULL,     -- of the manifest placed last, empty before
        PRIMARY KEY (issue, date),
        UNIQUE (issue, number)
    );
    """,
    """
    CREATE TABLE unfinished (              -- what builds that did not finish have made so far
        folder TEXT NOT NULL,              -- of the build, from the ledger's own folder, with /
        slot BLOB NOT NULL CHECK (length(slot) = 16),  -- a digest of what was asked for and of what makes it
        made TEXT NOT NULL,                -- a JSON object
        PRIMARY KEY (folder, slot)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE totals (                  -- of the other tables, see ledger.totals
        name TEXT PRIMARY KEY,
        rows INTEGER NOT NULL,
        digest BLOB NOT NULL               -- the sum of the digests of its rows
    );
    """,
)
VERSION = len(SCRIPTS)
_TOTALS_SINCE = 4  # the first version of the ledger with totals
KINDS = {"book", "daily"}  # of issues


def connect(path: Path, *, write: bool, verify: bool = True) -> sqlite3.Connection:
    """Open the ledger at ``path`` and read all of it; with ``write``, make it if it is missing.

    ``verify`` is false for a second connection of a process that has read all of it already. Raises LedgerError.
    """
    if path.is_dir():
        raise LedgerError(f"{path}: found a folder, expected a ledger file: name one with --ledger FILE")
    if path.exists() and not path.is_file():
        raise LedgerError(f"{path}: found a device or pipe, expected a ledger file: name one with --ledger FILE")
    if write:
        check_folder(path)
    _check_left(path)
    if not path.exists():
        if not write:
            raise NoLedger(f"{path}: no such ledger: name another with --ledger FILE, or restore it from your backup")
        _create(path)
    with translate_errors(path):
        connection = _open(path, write=write)
        try:
            version = _check(connection, path, verify=verify)
            if write:
                _prepare(connection, path, version)
        except BaseException:
            connection.close()
            raise
    return connection


def check_folder(path: Path) -> None:
    """Raise LedgerError where the folder of the ledger is missing.

    The folder is not created, because an empty ledger under a mistyped name would not prevent repeats.
    """
    if not path.parent.is_dir():
        raise LedgerError(f"{path}: there is no folder {path.parent}: create it, or correct the name of the ledger")


def _create(path: Path) -> None:
    """Create a ledger without rows. It gets its name when it is complete, so an empty file is always a damaged one."""
    temporary = path.with_name(f".{path.name}.new-{os.getpid()}")
    try:
        with translate_errors(path), closing(_open(temporary, write=True)) as connection:
            _prepare(connection, temporary, 0)
        with suppress(FileExistsError):  # another process created the ledger meanwhile
            _give_name(temporary, path)
    except OSError as error:
        raise LedgerError(f"{path}: cannot be created: {error.strerror}") from None
    finally:
        with suppress(OSError):
            temporary.unlink()


def _give_name(temporary: Path, path: Path) -> None:
    """Name a file that no other program uses. Raises FileExistsError rather than replace a file."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(path) from None
        temporary.rename(path)


def _check_left(path: Path) -> None:
    """Raise DamagedLedger if only a journal or log is left of a ledger. SQLite would write it over a new one."""
    # They are looked at first: SQLite makes them after the ledger and removes them before it.
    left = [name for name in (path.name + suffix for suffix in SIDE_FILES) if _is_filled(path.with_name(name))]
    if left and not _is_filled(path):
        raise damaged(path, f"only {left[0]} is left of it")


def _is_filled(file: Path) -> bool:
    """Return whether a file exists and is not empty. Another program may remove it meanwhile."""
    try:
        return file.stat().st_size > 0
    except OSError:
        return False


def _open(path: Path, *, write: bool) -> sqlite3.Connection:
    name = quote(path.absolute().as_posix())  # question mark, hash and percent sign have a meaning in a URI
    base = f"file:{'' if name.startswith('/') else '/'}{name}"  # on Windows C:/ follows a slash
    # Readers open the file for writing too where permitted, so that SQLite takes back what a killed process began
    address = f"{base}?mode={'rwc' if write else 'rw'}"
    connection = sqlite3.connect(address, timeout=LOCK_SECONDS, isolation_level=None, uri=True)
    connection.execute(f"PRAGMA query_only = {'OFF' if write else 'ON'}")
    return connection


def _check(connection: sqlite3.Connection, path: Path, *, verify: bool) -> int:
    """Return the version of the file; with ``verify``, read all of it. Raises LedgerError for files of other kinds."""
    connection.execute("BEGIN")  # one consistent view, also while another process upgrades the file
    tables = _tables(connection)
    application = _number(connection, "PRAGMA application_id")
    version = _number(connection, "PRAGMA user_version")
    if application == 0 and version == 0 and not tables:
        raise damaged(path, "it is empty; delete it to begin a new one")
    if application != APPLICATION and not tables_of(1).keys() <= tables.keys():
        raise LedgerError(
            f"{path}: found a database, expected a ledger of puzzlegen: name another file with --ledger FILE"
        )
    if application == APPLICATION and version > VERSION:
        raise LedgerError(
            f"{path}: the ledger of a newer puzzlegen (version {version}, supported up to {VERSION}): "
            "upgrade puzzlegen, or name another file with --ledger FILE"
        )
    if application != APPLICATION or version < 1:
        raise damaged(path, "its header is wrong")
    if wrong := _wrong_part(connection, version):
        raise damaged(path, f"the definition of {wrong} is wrong")
    if verify:
        _check_content(connection, path, version)
    kinds = {row[0] for row in connection.execute("SELECT DISTINCT kind FROM issues")}
    if not kinds <= KINDS:
        raise damaged(path, "an issue of unknown kind")
    connection.execute("COMMIT")
    return version


@cache
def tables_of(version: int) -> dict[str, dict[str, str]]:
    """Return the tables of a ledger of that version: their columns with their types, as the scripts create them."""
    with _empty_ledger(version) as empty:
        return _tables(empty)


@cache
def schema_of(version: int) -> frozenset[tuple[str, str, str]]:
    """Return the kind, name and statement of all that a ledger of that version consists of."""
    with _empty_ledger(version) as empty:
        return _schema(empty)


def _wrong_part(connection: sqlite3.Connection, version: int) -> str:
    """Return what is wrong, missing or too much in a ledger; empty if nothing is. More tables do no harm."""
    ours = {*tables_of(VERSION), "sqlite_sequence"}  # in which SQLite keeps the last id of AUTOINCREMENT
    parts = sorted(_schema(connection) ^ schema_of(version))
    return next((f"{kind} {name}" for kind, name, _ in parts if kind != "table" or name in ours), "")


def _empty_ledger(version: int) -> AbstractContextManager[sqlite3.Connection]:
    empty = sqlite3.connect(":memory:")
    empty.executescript("".join(SCRIPTS[:version]))
    return closing(empty)


def _schema(connection: sqlite3.Connection) -> frozenset[tuple[str, str, str]]:
    """Return kind, name and statement of tables, indexes and anything else. One changed byte may change a CHECK.

    Statements have neither comments nor line breaks.
    """
    query = "SELECT type, name, sql FROM sqlite_master WHERE type = 'table' OR name NOT LIKE 'sqlite_%'"
    rows = connection.execute(query)
    return frozenset((kind, name, " ".join(re.sub(r"--[^\n]*", " ", str(sql)).split())) for kind, name, sql in rows)


def _tables(connection: sqlite3.Connection) -> dict[str, dict[str, str]]:
    tables: dict[str, dict[str, str]] = {}
    rows = connection.execute(
        "SELECT tables.name, columns.name, columns.type FROM sqlite_master AS tables "
        "JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'"
    )
    for table, column, kind in rows:
        tables.setdefault(table, {})[column] = kind
    return tables


def check_pages(connection: sqlite3.Connection, path: Path) -> None:
    """Read the whole file. Raises DamagedLedger for damaged pages and for references to missing rows."""
    (problem,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if problem != "ok":
        raise damaged(path, str(problem).splitlines()[-1].replace(":", ","))
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise damaged(path, "a row refers to a missing one")


def _check_content(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Read all pages and rows. Raises DamagedLedger.

    All of it, because an index that lost an entry would hide a puzzle from the books that must not repeat it. This
    takes 1.2 s for 100,000 puzzles (2026-11-22, Xeon 2.5 GHz), half of it in the digests.
    """
    check_pages(connection, path)
    tables = tables_of(version)
    problem = wrong_total(connection, tables) if version >= _TOTALS_SINCE else ""
    if problem:
        raise damaged(path, problem)
    for table, columns in tables.items():
        _check_types(connection, path, table, columns)


def _check_types(connection: sqlite3.Connection, path: Path, table: str, columns: Mapping[str, str]) -> None:
    """Raise DamagedLedger for a value of a wrong type, which SQLite accepts in any column."""
    wrong = " OR ".join(f"typeof({column}) <> '{kind.lower()}'" for column, kind in columns.items())
    if connection.execute(f"SELECT 1 FROM {table} NOT INDEXED WHERE {wrong} LIMIT 1").fetchone() is not None:
        raise damaged(path, f"a row of table {table} has values of wrong types")


def _prepare(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Set up a connection that writes, and run the scripts that a file of that version has not run yet.

    A ledger of an earlier version is copied first.
    """
    # A journal keeps what a transaction replaces. Versions until 2026-11-28 used a write-ahead log, whose damaged end
    # SQLite drops without an error, so that it needed a reader of its own.
    connection.execute("PRAGMA journal_mode = DELETE")
    # EXTRA: each commit is on the disk before it returns, the removal of the journal too. With less, a power cut could
    # take back the last commit, and with it a book whose files are already in place.
    connection.execute("PRAGMA synchronous = EXTRA")
    connection.execute("PRAGMA foreign_keys = ON")
    # Keys are random, so recording touches pages in all parts of the indexes: 64 MB hold those of 500,000 puzzles.
    connection.execute("PRAGMA cache_size = -64000")
    if version < VERSION:
        if version > 0:
            _copy(connection, path.with_name(f"{path.name}.version-{version}"))
        with transaction(connection):
            version = _number(connection, "PRAGMA user_version")  # another process may have run them meanwhile
            for script in SCRIPTS[version:]:
                for statement in script.split(";\n"):
                    connection.execute(statement)
            if version < _TOTALS_SINCE:
                write_totals(connection, tables_of(VERSION))
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
    keep_totals(connection, tables_of(VERSION))


def _copy(connection: sqlite3.Connection, path: Path) -> None:
    """Copy the open ledger to ``path``, unless a copy is there from an earlier attempt."""
    temporary = path.with_name(f".{path.name}.new-{os.getpid()}")
    try:
        with closing(sqlite3.connect(temporary)) as copy:
            connection.backup(copy)
        with suppress(FileExistsError):
            _give_name(temporary, path)
    finally:
        with suppress(OSError):
            temporary.unlink()


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit all of the block or nothing. The write lock is taken at the start."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


_OTHER_FILE = "or name another file with --ledger FILE"
_RESTORE = (
    "restore it from your backup, without the -journal and -wal files beside it, or rebuild it from your finished "
    "books and dailies: puzzlegen ledger rebuild FOLDER... --ledger FILE"
)
_PROBLEMS = {
    sqlite3.SQLITE_BUSY: f"another program is using it, waited {LOCK_SECONDS:g} s: try again later",
    sqlite3.SQLITE_LOCKED: f"another program is using it, waited {LOCK_SECONDS:g} s: try again later",
    sqlite3.SQLITE_READONLY: f"cannot be written to: change its permissions, {_OTHER_FILE}",
    sqlite3.SQLITE_PERM: f"cannot be written to: change its permissions, {_OTHER_FILE}",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened: permit reading and writing in its folder, {_OTHER_FILE}",
    sqlite3.SQLITE_FULL: "the disk is full: free some space",  # another file would lack the kept puzzles
    sqlite3.SQLITE_IOERR: "the disk failed or is full: free some space and check it",
}
_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)

# Messages that mean damage although their error code is that of a wrong query, or missing.
_DAMAGE_MESSAGES = ("Could not decode to UTF-8", "unsupported file format", "no such table", "no such column")


def damaged(path: Path, what: str = "") -> DamagedLedger:
    """Return the error for a damaged ledger; ``what`` describes the damage."""
    return DamagedLedger(f"{path}: the ledger is damaged{f' ({what})' if what else ''}: {_RESTORE}")


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Raise errors of SQLite about the file at ``path`` as LedgerError with a remedy; errors of our queries pass."""
    try:
        yield
    except sqlite3.IntegrityError:  # an index that does not match its table, or an error in our query
        with translate_errors(path), closing(_open(path, write=False)) as again:
            check_pages(again, path)
        raise
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise DamagedLedger(f"{path}: not a ledger: {_RESTORE}; {_OTHER_FILE}") from None
        if code == sqlite3.SQLITE_CORRUPT or any(part in str(error) for part in _DAMAGE_MESSAGES):
            raise damaged(path) from None
        if code not in _PROBLEMS:
            raise
        raise (FullError if code in _FULL else LedgerError)(f"{path}: {_PROBLEMS[code]}") from None
    except UnicodeDecodeError:  # SQLite reports a damaged schema with the damaged text
        raise damaged(path) from None
