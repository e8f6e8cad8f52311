"""What builds have made before they finish: a killed one goes on from there.

A row holds what was made for one slot of one build. The slot's digest says what was asked for and by which program it
is made, so a row can be missing or needless but never wrong; ``settle`` of the finished book removes those of its
folder.
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
    """The rows of one build in the ledger at ``path``; a context manager. Every method raises LedgerError when the
    file fails it. Not for threads.

    It has a connection of its own, because it keeps its promises in another way than a ledger of what was printed:
    ``synchronous = NORMAL`` does not wait for the disk. A killed process loses nothing by that. A power cut may lose
    the last seconds of puzzles, never more and never a half one (the log is in order and has checksums), and they are
    made again.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        self._folder = relative_name(path.parent, folder)
        self._db = connect(path, write=True)
        with translate_errors(path):
            self._db.execute("PRAGMA synchronous = NORMAL")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def slots(self) -> frozenset[bytes]:
        """The slots that have been made."""
        with translate_errors(self.path):
            rows = self._db.execute("SELECT slot FROM unfinished WHERE folder = ?", (self._folder,))
            return frozenset(row[0] for row in rows)

    def made(self, slot: bytes) -> str:
        """What was made for a slot."""
        with translate_errors(self.path):
            row = self._db.execute(
                "SELECT made FROM unfinished WHERE folder = ? AND slot = ?", (self._folder, slot)
            ).fetchone()
        if row is None:
            raise LedgerError(f"{self.path}: another run took away what this one has made: run it again")
        return str(row[0])

    def texts_with(self, words: str) -> list[str]:
        """What was made, of all slots, where these words stand in it."""
        with translate_errors(self.path):
            rows = self._db.execute(
                "SELECT made FROM unfinished WHERE folder = ? AND instr(made, ?)", (self._folder, words)
            )
            return [str(row[0]) for row in rows]

    def keep(self, made: Iterable[tuple[bytes, str]]) -> bool:
        """Keep what was made for some slots, all of it or nothing; False if another program holds the file by now."""
        rows = [(self._folder, slot, text) for slot, text in made]
        with translate_errors(self.path):
            try:
                with transaction(self._db):
                    self._db.executemany("INSERT OR REPLACE INTO unfinished VALUES (?, ?, ?)", rows)
            except sqlite3.OperationalError as fault:
                if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
                return False
        return True

    def forget(self) -> int:
        """Remove all of the build; returns how many rows that were."""
        with translate_errors(self.path), transaction(self._db):
            return self._db.execute("DELETE FROM unfinished WHERE folder = ?", (self._folder,)).rowcount
