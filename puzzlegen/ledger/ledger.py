"""Finds who holds a puzzle, records printings, and lists what is recorded.

A book is recorded in three steps, so that the ledger never claims what was not written and a crash loses nothing:

1. ``reserve``: one transaction checks that no other issue holds the puzzles, takes them, and announces the printing
   with the digest of its manifest;
2. the caller moves the files in place, the manifest last;
3. ``settle``: one transaction marks them as printed.

After a crash between 1 and 3 the next build compares the manifest in the folder with the digest (``pending``). If they
are equal, the files were in place, and it settles. If not, the printing is never listed; its puzzles stay reserved to
their issue, which makes the same ones again. The other order (files, then one transaction) could leave a finished book
that no ledger holds; recording first could claim one that was never finished. Days of a series are recorded in the same
three steps, each by itself: see ledger.days.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.errors import LedgerError
from puzzlegen.ledger.database import connect, damaged, transaction, translate_errors


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One printed puzzle.

    ``section`` is the name of its section; ``puzzle`` is in the ``line`` format, ``solution`` in the ``answer`` format.
    """

    number: int
    section: str
    keys: PuzzleKeys
    puzzle: str
    solution: str
    seed: str


@dataclass(frozen=True, slots=True)
class Printing:
    """A finished folder. ``folder`` is relative to the ledger's own folder; ``versions`` is a JSON object."""

    kind: str
    series: str
    title: str
    folder: str
    config_sha256: str
    manifest_sha256: str
    versions: str
    built: str


@dataclass(frozen=True, slots=True)
class Repeat:
    """A puzzle whose clues or mines repeat those of another issue.

    ``what`` is "clues" or "mines"; ``held`` describes the puzzle of the other issue.
    """

    number: int
    what: str
    held: str


@dataclass(frozen=True, slots=True)
class Pending:
    """A reserved printing that is not settled yet: its build was killed or is still running."""

    id: int
    folder: str
    manifest_sha256: str


@dataclass(frozen=True, slots=True)
class Issue:
    """One book or series of days: its puzzles as last printed, and every printing.

    ``held`` counts puzzles of earlier printings too.
    """

    id: int
    kind: str
    series: str
    puzzles: int
    held: int
    printings: tuple[Printing, ...]


_UNFINISHED_SINCE = 3  # version of the ledger that has them
DAILY = "daily"  # kind of an issue whose puzzles are days of a series; ``section`` of each is its date
_PRINTING = "kind, series, title, folder, config_sha256, manifest_sha256, versions, built"
_HOLDERS = " UNION ALL ".join(
    f"SELECT '{what}', issue, id FROM puzzles WHERE {what} = ? AND id <= ?" for what in PuzzleKeys._fields
)


class Ledger:
    """An open ledger; a context manager. Not thread-safe. Opening it reads and checks all of it.

    ``verify`` is false for a ledger that this process has opened, and so checked, before.

    Every method raises LedgerError when the file cannot be read or written.
    """

    def __init__(self, path: Path, *, write: bool, verify: bool = True) -> None:
        self.path = path
        self._db = connect(path, write=write, verify=verify)
        self.version: int = self._one("PRAGMA user_version")[0]  # less than ours only where it is not written to

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def folder_name(self, folder: Path) -> str:
        """Return the name of a folder relative to the ledger's own, so that both can be moved together."""
        return relative_name(self.path.parent, folder)

    def folder_path(self, name: str) -> Path:
        """Return the path of a folder that ``folder_name`` named."""
        return Path(os.path.normpath(self.path.parent / name))

    # --- Who holds a puzzle ----------------------------------------------------------------------------------------

    def own_issue(self, kind: str, series: str, config_sha256: str, folder: str) -> int | None:
        """Return the issue that a book belongs to, None for a new book.

        It is the issue built from this config before, in any folder, else the issue of this series in this folder.
        """
        same = self._row(
            "SELECT issue FROM printings JOIN issues ON issues.id = issue "
            "WHERE config_sha256 = ? AND kind = ? ORDER BY printings.id DESC LIMIT 1",
            (config_sha256, kind),
        )
        if same is not None:
            return int(same[0])
        here = self._row(
            "SELECT issue, kind, series FROM printings JOIN issues ON issues.id = issue "
            "WHERE folder = ? ORDER BY printings.id DESC LIMIT 1",
            (folder,),
        )
        return int(here[0]) if here is not None and here[1:] == (kind, series) else None

    def issue_of_all(self, kind: str, series: str, keys: Iterable[PuzzleKeys]) -> int | None:
        """Return the issue of this series that holds all of these puzzles, if there is one."""
        issues: set[int] | None = None
        for puzzle_keys in keys:
            holders = {row[0] for row in self._rows("SELECT issue FROM puzzles WHERE clues = ?", (puzzle_keys.clues,))}
            issues = holders if issues is None else issues & holders
            if not issues:
                return None
        ours = {row[0] for row in self._rows("SELECT id FROM issues WHERE kind = ? AND series = ?", (kind, series))}
        return min((issues or set()) & ours, default=None)

    def repeats(self, entries: Iterable[LedgerEntry], own: int | None) -> list[Repeat]:
        """Return the entries that other issues hold and ``own`` does not, in their order."""
        repeats = []
        for entry in entries:
            held = self.holder(entry.keys, own)
            if held is not None:
                repeats.append(Repeat(entry.number, held[0], self._describe(held[1])))
        return repeats

    def holder(self, keys: PuzzleKeys, own: int | None, limit: int = 2**63 - 1) -> tuple[str, int] | None:
        """Return ``("clues" or "mines", id)`` of a puzzle that another issue holds and ``own`` does not.

        None if there is none with an id up to ``limit``, or if only the mines are held and show a ready picture, which
        issues may share.
        """
        held = self._held(keys, own, limit)
        if held is not None and held[0] == "mines":
            from puzzlegen.generator.chosen_puzzles import is_ready_picture  # noqa: PLC0415  # imports the solver

            return None if is_ready_picture(keys.mines) else held
        return held

    def picture_holder(self, mines: bytes, own: int | None) -> str | None:
        """Describe the puzzle of another issue with these mines, ready pictures included; None if ``own`` has them too,
        or there is none.
        """
        held = self._held(PuzzleKeys(mines, mines), own)  # no clues have the key of mines
        return None if held is None else self._describe(held[1])

    def _held(self, keys: PuzzleKeys, own: int | None, limit: int = 2**63 - 1) -> tuple[str, int] | None:
        with translate_errors(self.path):  # one query for both keys: most of its time is spent in beginning to read
            rows = self._db.execute(_HOLDERS, (keys.clues, limit, keys.mines, limit)).fetchall()
        for what in PuzzleKeys._fields if rows else ():
            held = [(issue, id_) for key, issue, id_ in rows if key == what]
            if held and all(issue != own for issue, _ in held):
                return what, int(held[0][1])
        return None

    def _describe(self, puzzle: int) -> str:
        number, section, issue, state = self._one(
            "SELECT number, section, issue, state FROM puzzles WHERE id = ?", (puzzle,)
        )
        kind, series = self._one("SELECT kind, series FROM issues WHERE id = ?", (issue,))
        last = self._row("SELECT title, folder FROM printings WHERE issue = ? ORDER BY id DESC LIMIT 1", (issue,))
        name = f"puzzle {number}" if kind != DAILY else f"No. {number} ({section})"
        if last is None:  # a ledger of an earlier version, in which another book used the folder since
            return f"{name} of an unfinished {kind} (series {series!r})"
        title, folder = last[0], self.folder_path(last[1])
        if state == "reserved" and kind != DAILY:
            released = f"puzzlegen ledger forget {folder} --ledger {self.path} releases it"
            return f"{name} of the unfinished {kind} {title!r} (series {series!r}; {released})"
        return f"{name} of {title!r} (series {series!r}, in {folder})"

    # --- Recording ----------------------------------------------------------------------------------------------------

    def reserve(
        self, printing: Printing, entries: Sequence[LedgerEntry], own: int | None, *, repeats_allowed: bool = False
    ) -> int:
        """Step 1: reserve the puzzles for ``own`` (None: a new issue), announce the printing and return its id.

        Raises LedgerError when another issue holds one of them, which must have been recorded since the build began.
        """
        with translate_errors(self.path), transaction(self._db):
            repeats = [] if repeats_allowed else self.repeats(entries, own)
            if repeats:
                first = repeats[0]
                raise LedgerError(
                    f"{self.path}: the {first.what} of puzzle {first.number} were recorded for {first.held} while this "
                    "book was being made: build it again"
                )
            issue = self._new_issue(printing.kind, printing.series) if own is None else own
            self._take(issue, entries)
            # One of another issue stays, so that its puzzles can be released (``forget_unfinished``).
            self._db.execute(
                "DELETE FROM printings WHERE folder = ? AND placed = 0 AND (issue = ? OR config_sha256 = ?)",
                (printing.folder, issue, printing.config_sha256),
            )
            values = {**asdict(printing), "issue": issue}
            names = ("issue", "title", "folder", "config_sha256", "manifest_sha256", "versions", "built")
            columns, marks = ", ".join(names), ", ".join(f":{name}" for name in names)
            done = self._db.execute(f"INSERT INTO printings ({columns}, placed) VALUES ({marks}, 0)", values)
            return int(done.lastrowid or 0)

    def _new_issue(self, kind: str, series: str) -> int:
        done = self._db.execute("INSERT INTO issues (kind, series) VALUES (?, ?)", (kind, series))
        return int(done.lastrowid or 0)

    def _take(self, issue: int, entries: Sequence[LedgerEntry]) -> None:
        """Reserve the puzzles the issue does not hold yet."""
        held = "SELECT 1 FROM puzzles WHERE clues = ? AND issue = ?"
        new = [entry for entry in entries if self._row(held, (entry.keys.clues, issue)) is None]
        self._db.executemany(
            "INSERT INTO puzzles (issue, state, number, section, clues, mines, puzzle, solution, seed) "
            "VALUES (?, 'reserved', ?, ?, ?, ?, ?, ?, ?)",
            ((issue, each.number, each.section, *each.keys, each.puzzle, each.solution, each.seed) for each in new),
        )
        if new:
            (content,) = self._one("SELECT content FROM issues WHERE id = ?", (issue,))
            keys = b"".join(sorted(entry.keys.clues for entry in new))
            digest = hashlib.sha256(content.encode() + keys).hexdigest()
            self._db.execute("UPDATE issues SET held = held + ?, content = ? WHERE id = ?", (len(new), digest, issue))

    def settle(self, printing: int, entries: Iterable[LedgerEntry]) -> None:
        """Step 3: mark the printing as placed. Repeating it changes nothing."""
        with translate_errors(self.path), transaction(self._db):
            row = self._row("SELECT issue, folder, config_sha256 FROM printings WHERE id = ?", (printing,))
            if row is None:  # a later build of the book has announced itself, and will record itself
                return
            issue, folder, config = row
            self._db.execute("UPDATE puzzles SET state = 'earlier' WHERE issue = ? AND state = 'printed'", (issue,))
            self._db.executemany(
                "UPDATE puzzles SET state = 'printed', number = ?, section = ?, puzzle = ?, solution = ?, seed = ? "
                "WHERE clues = ? AND issue = ?",
                (
                    (entry.number, entry.section, entry.puzzle, entry.solution, entry.seed, entry.keys.clues, issue)
                    for entry in entries
                ),
            )
            self._db.execute(
                "DELETE FROM printings WHERE folder = ? AND config_sha256 = ? AND id <> ?", (folder, config, printing)
            )
            self._db.execute("UPDATE printings SET placed = 1 WHERE id = ?", (printing,))
            self._db.execute("DELETE FROM unfinished WHERE folder = ?", (folder,))

    def pending(self) -> list[Pending]:
        """Return the printings that are announced and not settled."""
        rows = self._rows("SELECT id, folder, manifest_sha256 FROM printings WHERE placed = 0")
        return [Pending(*row) for row in rows]

    def manifest_digests(self, folder: str) -> set[str]:
        """Return the digests that the manifest in a folder may have, none if the ledger has no book there.

        They are that of the last printing, and those of builds killed in their last step, whose files may be in place.
        """
        rows = self._rows("SELECT placed, manifest_sha256 FROM printings WHERE folder = ? ORDER BY id DESC", (folder,))
        last = [digest for placed, digest in rows if placed][:1]
        return {*last, *(digest for placed, digest in rows if not placed)} if last else set()

    # --- Listing ------------------------------------------------------------------------------------------------------

    def snapshot(self, own: int | None) -> Snapshot:
        """Return what other issues hold now; later recordings do not change it."""
        (last,) = self._one("SELECT coalesce(max(id), 0) FROM puzzles")
        rows = self._rows("SELECT kind, series, held, content FROM issues WHERE id IS NOT ?", (own,))
        content = "\n".join(sorted(repr(row) for row in rows))
        return Snapshot(
            self, own, last, len(rows), sum(row[2] for row in rows), hashlib.sha256(content.encode()).hexdigest()
        )

    def issues(self) -> list[Issue]:
        """Return every issue with a finished printing, in the order of first recording."""
        printed = dict(self._rows("SELECT issue, count(*) FROM puzzles WHERE state = 'printed' GROUP BY issue"))
        issues = []
        for id_, kind, series, held in self._rows("SELECT id, kind, series, held FROM issues ORDER BY id"):
            rows = self._rows(
                f"SELECT {_PRINTING} FROM printings JOIN issues ON issues.id = issue "
                "WHERE issue = ? AND placed = 1 ORDER BY printings.id",
                (id_,),
            )
            printings = tuple(Printing(*row) for row in rows)
            if printings:
                issues.append(Issue(id_, kind, series, printed.get(id_, 0), held, printings))
        return issues

    def unfinished(self) -> list[tuple[str, int]]:
        """Return the folders of unfinished builds by name, each with the number of its puzzles.

        These are the stored ones, or those reserved by a build that was killed in its last step.
        """
        folders = dict(
            self._rows(
                "SELECT folder, count(*) FROM printings JOIN puzzles ON puzzles.issue = printings.issue "
                "WHERE placed = 0 AND state = 'reserved' GROUP BY folder"
            )
        )
        if self.version >= _UNFINISHED_SINCE:
            folders |= dict(self._rows("SELECT folder, count(*) FROM unfinished GROUP BY folder"))
        if not all(isinstance(folder, str) for folder in folders):
            raise damaged(self.path, "a row of table unfinished has values of wrong types")
        return sorted(folders.items())

    def forget_unfinished(self, folder: str) -> tuple[int, int]:
        """Remove the puzzles stored for builds into the folder, and release those they reserved; return both numbers.

        Puzzles that another unfinished build of the same book reserved too stay reserved.
        """
        with translate_errors(self.path), transaction(self._db):
            stored = self._db.execute("DELETE FROM unfinished WHERE folder = ?", (folder,)).rowcount
            issues = self._rows("SELECT DISTINCT issue FROM printings WHERE folder = ? AND placed = 0", (folder,))
            self._db.execute("DELETE FROM printings WHERE folder = ? AND placed = 0", (folder,))
            return stored, sum(self._release(int(issue)) for (issue,) in issues)

    def _release(self, issue: int) -> int:
        """Delete the reserved puzzles of a book without unfinished builds, and the book if nothing else is known of it.

        Ids of deleted puzzles are used again, so a build at work meanwhile may meet puzzles newer than its snapshot. It
        makes others then, or ``reserve`` stops it.
        """
        if self._row("SELECT 1 FROM printings WHERE issue = ? AND placed = 0", (issue,)) is not None:
            return 0
        gone = self._db.execute("DELETE FROM puzzles WHERE issue = ? AND state = 'reserved'", (issue,)).rowcount
        left = "SELECT 1 FROM puzzles WHERE issue = :issue UNION SELECT 1 FROM printings WHERE issue = :issue"
        if self._db.execute(left, {"issue": issue}).fetchone() is None:
            self._db.execute("DELETE FROM issues WHERE id = ?", (issue,))
        elif gone:
            self._db.execute(
                "UPDATE issues SET held = held - ?, content = content || ' released' WHERE id = ?", (gone, issue)
            )
        return gone

    def puzzles(self, issue: int) -> Iterator[LedgerEntry]:
        """Yield the puzzles of an issue as last printed, by number."""
        rows = self._rows(
            "SELECT number, section, clues, mines, puzzle, solution, seed FROM puzzles "
            "WHERE issue = ? AND state = 'printed' ORDER BY number",
            (issue,),
        )
        for row in rows:
            if tuple(map(type, row)) != (int, str, bytes, bytes, str, str, str):
                raise damaged(self.path, f"a puzzle of issue {issue}")
            number, section, clues, mines, puzzle, solution, seed = row
            yield LedgerEntry(number, section, PuzzleKeys(clues, mines), puzzle, solution, seed)

    def _rows(self, question: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return all rows at once: until the last one is read, no other program can write."""
        with translate_errors(self.path):
            return self._db.execute(question, values).fetchall()

    def _row(self, question: str, values: Sequence[object] = ()) -> tuple[Any, ...] | None:
        with translate_errors(self.path):
            row: tuple[Any, ...] | None = self._db.execute(question, values).fetchone()
            return row

    def _one(self, question: str, values: Sequence[object] = ()) -> tuple[Any, ...]:
        row = self._row(question, values)
        if row is None:  # a row that another one names
            raise damaged(self.path)
        return row


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What issues other than ``own`` held at one time; ``sha256`` identifies that content."""

    ledger: Ledger
    own: int | None
    last: int
    issues: int
    puzzles: int
    sha256: str

    def holds(self, keys: PuzzleKeys) -> bool:
        """Return whether another issue holds a puzzle with these clues or mines, and ``own`` does not."""
        return self.ledger.holder(keys, self.own, self.last) is not None

    def held_as(self, keys: PuzzleKeys) -> str:
        """Describe the puzzle that another issue holds; empty if there is none."""
        return "".join(repeat.held for repeat in self.ledger.repeats([LedgerEntry(0, "", keys, "", "", "")], self.own))


def relative_name(base: Path, path: Path) -> str:
    """Return ``path`` relative to the folder ``base``, with /; the full path if it is on another drive."""
    try:
        return Path(os.path.relpath(path.resolve(), base.resolve())).as_posix()
    except ValueError:
        return path.resolve().as_posix()
