"""Records a book in a ledger, finds puzzles that other books hold, and keeps the puzzles of unfinished builds.

A row of an unfinished build holds the puzzle of one request. Its digest covers the request and the code version that
makes the puzzle, so a row may be missing or unused, but never wrong. ``settle`` of the finished book removes those of
its folder.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.board.symmetry import keys_of
from puzzlegen.errors import FormatError, LedgerError
from puzzlegen.files.build_folder import MANIFEST, PUZZLES, UNREADABLE, BookFolder, damaged
from puzzlegen.files.reading import MAX_RECORDS, read_limited
from puzzlegen.formats import answer, line
from puzzlegen.formats.json_record import parse_record
from puzzlegen.grading.order import LEDGER, RepeatFilter
from puzzlegen.ledger.database import connect, transaction, translate_errors
from puzzlegen.ledger.ledger import Ledger, LedgerEntry, Printing, Repeat, Snapshot, relative_name


@dataclass(frozen=True, slots=True)
class BookIdentity:
    """Identifies a book by its series (the seed), config and folder, and names it by title and sections."""

    series: str
    title: str
    config_sha256: str
    folder: Path
    sections: tuple[str, ...]
    kind: str = "book"


@dataclass(frozen=True, slots=True)
class LedgerPolicy:
    """Which ledger records a book, None for none, and whether the book may repeat puzzles of other books."""

    path: Path | None
    repeats_allowed: bool = False


NO_LEDGER = LedgerPolicy(None)


class BookRecorder:
    """Records one book in a ledger; without a ledger it does nothing."""

    def __init__(self, book: BookIdentity, rules: LedgerPolicy, ledger: Ledger | None) -> None:
        self.book, self.rules, self.ledger = book, rules, ledger
        self._folder = ledger.folder_name(book.folder) if ledger else ""
        self._own = ledger.own_issue(book.kind, book.series, book.config_sha256, self._folder) if ledger else None
        self._before: Snapshot | None = ledger.snapshot(self._own) if ledger else None
        self._printing, self._puzzles = 0, 0
        avoids = self._before is not None and not rules.repeats_allowed
        before = self._before if avoids else None
        self.seen = RepeatFilter() if before is None else RepeatFilter(before.holds, before.held_as)

    def reprint(self, records: Sequence[GradedPuzzle], source: Path) -> None:
        """Print the puzzles of ``source`` again as this book. Raises LedgerError when they belong to another series."""
        if self.ledger is None:
            return
        keys = (keys_of(record.puzzle, record.solution) for record in records)
        own = self.ledger.issue_of_all(self.book.kind, self.book.series, keys)
        self._own = self._own if own is None else own
        self._before = self.ledger.snapshot(self._own)
        repeats = self.repeats(self.entries(records))
        if repeats:
            first = repeats[0]
            also = f" (and {len(repeats) - 1} more)" if len(repeats) > 1 else ""
            raise LedgerError(
                f"{source}: puzzle {first.number}{also} was printed as {first.held}; {self.book.title!r} (series "
                f"{self.book.series!r}, in {self.book.folder}) is another book: keep the series to reprint the same "
                "book, leave --puzzles out for new puzzles, or say --allow-repeats"
            )

    def repeats(self, entries: Sequence[LedgerEntry]) -> list[Repeat]:
        """Return the entries that other books hold; none if repeats are allowed."""
        if self.ledger is None or self.rules.repeats_allowed:
            return []
        return self.ledger.repeats(entries, self._own)

    def picture_holder(self, mines: bytes) -> str | None:
        """Describe the puzzle of another issue with these mines, ready pictures included.

        None without a ledger, if repeats are allowed, and if there is no such puzzle.
        """
        if self.ledger is None or self.rules.repeats_allowed:
            return None
        return self.ledger.picture_holder(mines, self._own)

    def as_dict(self) -> dict[str, Any] | None:
        """Return for manifest.json the ledger, what other books held before this build, and if repeats are allowed."""
        if self.ledger is None or self._before is None:
            return None
        return {
            "file": relative_name(self.book.folder, self.ledger.path),
            "issues": self._before.issues,
            "puzzles": self._before.puzzles,
            "sha256": self._before.sha256,
            "repeats_allowed": self.rules.repeats_allowed,
        }

    def reserve(self, entries: Sequence[LedgerEntry], manifest: Mapping[str, Any], manifest_sha256: str) -> None:
        """Reserve the puzzles before the files are moved into place; ledger.ledger explains the order.

        ``manifest`` is that at the top. Raises LedgerError.
        """
        if self.ledger is None:
            return
        printing = Printing(
            self.book.kind,
            self.book.series,
            self.book.title,
            self._folder,
            self.book.config_sha256,
            manifest_sha256,
            json.dumps({"puzzlegen": manifest["puzzlegen"], **manifest["versions"]}),
            datetime.now(UTC).isoformat(timespec="seconds"),
        )
        self._puzzles, allowed = len(entries), self.rules.repeats_allowed
        self._printing = self.ledger.reserve(printing, entries, self._own, repeats_allowed=allowed)

    def settle(self, entries: Sequence[LedgerEntry]) -> None:
        """Record that the files are in place. Raises LedgerError; the next build then records the book."""
        if self.ledger is None:
            return
        try:
            self.ledger.settle(self._printing, entries)
        except LedgerError as error:
            raise LedgerError(
                f"{error}; the book is finished in {self.book.folder}, the next build will record it"
            ) from None

    @property
    def summary(self) -> str:
        """The message on the ledger for a finished book; empty without a ledger."""
        if self.ledger is None:
            return ""
        again = self.seen.repeats[LEDGER]
        repeats = f"; {again} that repeated other books were made again" if again else ""
        hint = ": does this book share its series with another?" if again >= max(1, self._puzzles) else ""
        return f"recorded in {self.ledger.path}{repeats}{hint}"

    def entries(self, records: Sequence[GradedPuzzle]) -> list[LedgerEntry]:
        """Return the book's puzzles as entries of the ledger; none without a ledger."""
        return ledger_entries(records, self.book.sections) if self.ledger else []


@contextmanager
def open_recorder(book: BookIdentity, rules: LedgerPolicy) -> Iterator[BookRecorder]:
    """Open the ledger, record finished books of killed builds, and find the book in it. Raises LedgerError."""
    if rules.path is None:
        yield BookRecorder(book, rules, None)
        return
    with Ledger(rules.path, write=True) as ledger:
        record_finished_books(ledger)
        yield BookRecorder(book, rules, ledger)


def record_finished_books(ledger: Ledger) -> None:
    """Record the books whose build was killed after their files were in place."""
    for one in ledger.pending():
        folder = ledger.folder_path(one.folder)
        try:
            if damaged(folder, {MANIFEST: one.manifest_sha256}):
                continue
            names = BookFolder.read(folder).section_names
            rows = read_limited(folder / PUZZLES, MAX_RECORDS).decode().splitlines()
            entries = ledger_entries([parse_record(row) for row in rows], names)
        except (*UNREADABLE, FormatError):
            continue  # not in place, or damaged since: nothing to record
        ledger.settle(one.id, entries)


def ledger_entries(records: Sequence[GradedPuzzle], sections: Sequence[str]) -> list[LedgerEntry]:
    """Return the numbered puzzles of a book as entries of a ledger; ``sections`` are the names of its sections."""
    return [
        LedgerEntry(
            record.number or 0,
            sections[record.section - 1] if sections and record.section else "",
            keys_of(record.puzzle, record.solution),
            line.write(record.puzzle),
            answer.write(record.solution),
            record.stream or "",  # unknown for one that was made elsewhere
        )
        for record in records
    ]


class UnfinishedWork:
    """The rows of one build in the ledger at ``path``; a context manager. Not thread-safe.

    Every method raises LedgerError when the file cannot be read or written.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        self._folder = relative_name(path.parent, folder)
        self._db = connect(path, write=True, verify=False)  # the build has its Ledger open

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
            raise LedgerError(f"{self.path}: another run deleted puzzles of this run: start the run again")
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
