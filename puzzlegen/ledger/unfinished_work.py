"""Stores the puzzles of unfinished builds in the ledger, from which an interrupted build resumes.

A row holds the puzzle of one request of one build. Its digest covers the request and the code version that makes the
puzzle, so a row may be missing or unused, but never wrong. ``settle`` of the finished book removes those of its folder.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from puzzlegen.errors import LedgerError
from puzzlegen.ledger.database import connect, transaction, translate_errors
from puzzlegen.ledger.ledger import relative_name


class UnfinishedWork:
    """The rows of one build in the ledger at ``path``; a context manager. Not thread-safe.

    Every method raises LedgerError when the file cannot be read or written. It uses a separate connection with
    ``synchronous = NORMAL``, which does not wait for the disk. A killed process loses nothing by that. A power cut may
    lose the last seconds of puzzles, never part of one (the log is in order and has checksums), and they are made
    again.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        self._folder = relative_name(path.parent, folder)
        self._db = connect(path, write=True, verify=False)  # the build has its Ledger open
        with translate_errors(path):
            self._db.execute("PRAGMA synchronous = NORMAL")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def slots(self) -> frozenset[bytes]:
        """Return the digests of the stored requests."""
        with translate_errors(self.path):
            rows = self._db.execute("SELECT slot FROM unfinished WHERE folder = ?", (self._folder,))
            return frozenset(row[0] for row in rows)

    def made(self, slot: bytes) -> str:
        """Return the stored puzzle of a request, as JSON."""
        with translate_errors(self.path):
            row = self._db.execute(
                "SELECT made FROM unfinished WHERE folder = ? AND slot = ?", (self._folder, slot)
            ).fetchone()
        if row is None:
            raise LedgerError(f"{self.path}: another run deleted puzzles of this run: run the same command again")
        return str(row[0])

    def texts_with(self, words: str) -> list[str]:
        """Return the stored puzzles whose JSON contains ``words``."""
        with translate_errors(self.path):
            rows = self._db.execute(
                "SELECT made FROM unfinished WHERE folder = ? AND instr(made, ?)", (self._folder, words)
            )
            return [str(row[0]) for row in rows]

    def keep(self, made: Iterable[tuple[bytes, str]]) -> bool:
        """Store puzzles by their digest, all or none; return False if another program locks the file."""
        rows = [(self._folder, slot, text) for slot, text in made]
        with translate_errors(self.path):
            try:
                with transaction(self._db):
                    self._db.executemany("INSERT OR REPLACE INTO unfinished VALUES (?, ?, ?)", rows)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
                return False
        return True

    def forget(self) -> int:
        """Remove all rows of the build and return their number."""
        with translate_errors(self.path), transaction(self._db):
            return self._db.execute("DELETE FROM unfinished WHERE folder = ?", (self._folder,)).rowcount
