"""Opening a ledger file: its schema, its settings, and what is said when something is wrong with it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from puzzlegen.errors import FullError, LedgerError

APPLICATION = 0x505A474C  # "PZGL", in the file's header: tells a ledger from anybody else's SQLite file
PATIENCE = 5.0  # seconds to wait for another program's transaction; ours take well under one

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
)
VERSION = len(SCRIPTS)


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """The ledger at ``path``; with ``write`` it is made if it is not there. Raises LedgerError."""
    if path.is_dir():
        raise LedgerError(f"{path}: found a folder, expected a ledger file: name one with --ledger FILE")
    if not write and not path.exists():
        raise LedgerError(f"{path}: no such ledger: name yours with --ledger FILE, or put it back from your backup")
    with plainly(path):
        connection = _open(path, write=write)
        try:
            if _check(connection, path) == 0 and not write:
                raise LedgerError(f"{path}: an empty file, no ledger: name yours with --ledger FILE")
            if write:
                _prepare(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def is_damaged(path: Path) -> bool:
    """Whether the file at ``path`` cannot be read as a database, or not all of it. Raises LedgerError where it is a
    database of somebody else, or cannot be opened.
    """
    with plainly(path):
        try:
            with closing(_open(path, write=False)) as connection:
                _check(connection, path)
                return bool(connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",))
        except sqlite3.DatabaseError as fault:
            if fault.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                return True
            raise


def _open(path: Path, *, write: bool) -> sqlite3.Connection:
    name = quote(path.absolute().as_posix())  # question mark, hash and percent sign mean something in an address
    base = f"file:{'' if name.startswith('/') else '/'}{name}"  # on Windows C:/ follows a slash
    # Readers open the file for writing too, if they may: SQLite then clears its side files away when the last one
    # leaves. query_only keeps them from changing anything.
    connection = _connection(f"{base}?mode={'rwc' if write else 'rw'}")
    if write:
        return connection
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA user_version")
    except sqlite3.OperationalError as fault:
        connection.close()
        # A log needs an index file beside it, which a folder that cannot be written to cannot have. Without a log
        # nobody is writing there, and the file can be read as it is.
        denied = fault.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
        if not denied or path.with_name(path.name + "-wal").exists():
            raise
        connection = _connection(f"{base}?mode=ro&immutable=1")
    return connection


def _connection(address: str) -> sqlite3.Connection:
    return sqlite3.connect(address, PATIENCE, isolation_level=None, uri=True)


def _check(connection: sqlite3.Connection, path: Path) -> int:
    """The file's version, 0 if it is empty. Refuses what is not a ledger, and a ledger this version does not know."""
    connection.execute("BEGIN")  # one look: somebody else may be preparing the file
    tables = _number(connection, "SELECT count(*) FROM sqlite_master")
    application = _number(connection, "PRAGMA application_id")
    version = _number(connection, "PRAGMA user_version")
    connection.execute("COMMIT")
    if application == 0 and version == 0 and tables == 0:
        return 0  # a new file, or one whose maker was killed before it was prepared
    if application != APPLICATION:
        raise LedgerError(f"{path}: a database, but no ledger of puzzlegen: name another file with --ledger FILE")
    if version > VERSION:
        raise LedgerError(
            f"{path}: the ledger of a newer puzzlegen (its version {version}, this one knows {VERSION}): "
            "upgrade puzzlegen, or name another file with --ledger FILE"
        )
    return version


def _prepare(connection: sqlite3.Connection) -> None:
    """Settings of a connection that writes, and the scripts the file has not run yet."""
    # A write-ahead log lets people list and export while a book is recorded. The switch is not covered by SQLite's own
    # waiting: two first builds at once must wait here.
    _patiently(connection, "PRAGMA journal_mode = WAL")
    # FULL: each commit is on the disk before it returns. NORMAL would lose the last commit in a power cut, and with it
    # a book whose files are already in place; two commits a book cost some milliseconds in a build of minutes.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # Keys are random, so recording touches pages all over the indexes: 64 MB hold those of half a million puzzles.
    connection.execute("PRAGMA cache_size = -64000")
    if _number(connection, "PRAGMA user_version") == VERSION:
        return
    with transaction(connection):
        for script in SCRIPTS[_number(connection, "PRAGMA user_version") :]:
            for statement in script.split(";\n"):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _patiently(connection: sqlite3.Connection, statement: str) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute(statement)
            return
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.05)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of the block or nothing. The right to write is taken at the start, not half-way."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _number(connection: sqlite3.Connection, question: str) -> int:
    return int(connection.execute(question).fetchone()[0])


_ELSE = "or name another file with --ledger FILE"
_MOVE = (
    "put a copy from your backup in its place, or make it again from your finished books and dailies: "
    "puzzlegen ledger rebuild FOLDER... --ledger FILE"
)
_WORDS = {
    sqlite3.SQLITE_BUSY: f"another program is writing to it, waited {PATIENCE:g} s: try again when it is done",
    sqlite3.SQLITE_LOCKED: f"another program is writing to it, waited {PATIENCE:g} s: try again when it is done",
    sqlite3.SQLITE_NOTADB: f"not a ledger: {_MOVE}; {_ELSE}",
    sqlite3.SQLITE_CORRUPT: f"the ledger is damaged: {_MOVE}",
    sqlite3.SQLITE_READONLY: f"cannot be written to: allow it, {_ELSE}",
    sqlite3.SQLITE_PERM: f"cannot be written to: allow it, {_ELSE}",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened: allow reading and writing in its folder, {_ELSE}",
    sqlite3.SQLITE_FULL: "the disk is full: make room",  # another file would not hold what is kept in this one
    sqlite3.SQLITE_IOERR: f"the disk failed or is full: make room and check it, {_ELSE}",
}


# Of damage, though the code of the error is that of a mistake in a question, or there is none.
_SPOILT = ("Could not decode to UTF-8", "unsupported file format", "no such table", "no such column")


def as_written(path: Path, texts: Iterable[object], numbers: Iterable[object] = ()) -> None:
    """Raises LedgerError for values of a row that no ledger of ours holds: SQLite lets any value into any column."""
    if not all(isinstance(one, str) for one in texts) or not all(isinstance(one, int) for one in numbers):
        raise LedgerError(f"{path}: {_WORDS[sqlite3.SQLITE_CORRUPT]}")


@contextmanager
def plainly(path: Path) -> Iterator[None]:
    """Turn what SQLite says of the file at ``path`` into a LedgerError with the remedy; our own mistakes pass."""
    try:
        yield
    except sqlite3.DatabaseError as fault:
        words = _WORDS.get(getattr(fault, "sqlite_errorcode", 0) & 0xFF)
        if any(part in str(fault) for part in _SPOILT):
            words = _WORDS[sqlite3.SQLITE_CORRUPT]
        if words is None:
            raise
        full = getattr(fault, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
        raise (FullError if full else LedgerError)(f"{path}: {words}") from None
    except UnicodeDecodeError:  # SQLite tells of a spoilt schema in its own words
        raise LedgerError(f"{path}: {_WORDS[sqlite3.SQLITE_CORRUPT]}") from None
