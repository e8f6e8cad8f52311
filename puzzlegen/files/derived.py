"""Files that follow from something else: what must be there is stated once, in a table, and compared once.

A table has each file that must be in a folder by its path. The record, a manifest in that folder, has the bytes and the
digest of each file that was put there. Four verbs compare the two with the files that are there: ``stale`` tells what
has to change, ``make`` changes it, ``differences`` reports it, and a table of files that lie elsewhere is a copy, into
a folder by ``make`` and into a zip by ``pack``.

A folder is complete at any time but for the files that are on their way. ``make`` first records a claim: it names all
files, old and new, so that the next run knows whose they are, but it does not vouch for those on their way. So a run
that is killed is repeated, and what it had not done is done.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from puzzlegen.errors import OutputError
from puzzlegen.files.build_folder import MANIFEST, Fact, damaged, is_recorded, move_files, write_problem
from puzzlegen.files.reading import MAX_PDF, read_limited
from puzzlegen.files.writing import atomic_file

UNKNOWN: Fact = (0, "")  # of a file that is on its way, or is taken as it is
_SINCE = (1980, 1, 1, 0, 0, 0)  # the earliest date of the format of zips: the same files give the same bytes on any day
_MODE = 0o644 << 16  # readable by all once unpacked


@dataclass(frozen=True, slots=True)
class Derived:
    """A file that must be there: its content, or the file to copy, with the bytes and the digest that it must have."""

    source: bytes | Path
    fact: Fact

    @classmethod
    def of(cls, content: bytes) -> Derived:
        """Return a file with this content."""
        return cls(content, (len(content), hashlib.sha256(content).hexdigest()))

    def read(self) -> bytes:
        """Return the content. Raises OutputError for a file that cannot be read, or is not as it was recorded."""
        if isinstance(self.source, bytes):
            return self.source
        try:
            content = read_limited(self.source, MAX_PDF)
        except OSError as error:
            words = f"cannot be read: {error.strerror or error}; make its day again"
            raise OutputError(words).in_file(self.source) from error
        if self.fact != UNKNOWN and not is_recorded(Derived.of(content).fact, self.fact):
            raise OutputError("changed since the run: start it again").in_file(self.source)
        return content


Table = Mapping[str, Derived]


def folder_of(name: str) -> str:
    """Return the folder of a file of a table; empty for a file beside the folders."""
    return name.rpartition("/")[0]


class Change(NamedTuple):
    """What brings a folder up to date: files to write, files to remove, and the record afterwards and meanwhile."""

    changed: Table
    gone: tuple[str, ...]
    recorded: dict[str, Fact]
    claim: dict[str, Fact]


def stale(folder: Path, table: Table, recorded: Mapping[str, Fact], kept: Collection[str] = ()) -> Change:
    """Compare a table with the record of a folder and the files there. Files that are ``kept`` stay as they are."""
    broken, due = set(damaged(folder, recorded, by_time=True)), {one: table[one] for one in table if one not in kept}
    changed = {name: one for name, one in due.items() if recorded.get(name) != one.fact or name in broken}
    after = {name: one.fact for name, one in due.items()} | {name: recorded[name] for name in kept}
    gone = tuple(name for name in recorded if name not in after)
    return Change(changed, gone, after, {**recorded, **after, **dict.fromkeys(changed, UNKNOWN)})


def make(build: Path, folder: Path, change: Change, record: Callable[[Mapping[str, Fact], bool], str]) -> int:
    """Make a change, and return how many files were written. Raises OutputError.

    ``build`` is a temporary folder on the same disk. ``record`` gives the text of the manifest of some files, and of
    the claim if they are not finished. Files of one folder are moved together; the manifest is the last file that is
    written, as ``damaged`` relies on.
    """
    if change.changed or change.gone:
        _move(build, folder, {MANIFEST: Derived.of(record(change.claim, False).encode())})
        for _, names in groupby(change.changed, key=folder_of):
            _move(build, folder, {name: change.changed[name] for name in names})
        move_files(build, folder, change.gone)
        for below in set(map(folder_of, change.gone)) - {""}:
            with suppress(OSError):  # other files are in it
                (folder / below).rmdir()
    manifest = Derived.of(record(change.recorded, True).encode())
    if damaged(folder, {MANIFEST: manifest.fact}):
        _move(build, folder, {MANIFEST: manifest})
    return len(change.changed)


def _move(build: Path, folder: Path, files: Table) -> None:
    for name, one in files.items():
        if one.source == build / name:
            continue
        content = one.read()
        try:
            (build / name).parent.mkdir(exist_ok=True)
            (build / name).write_bytes(content)
        except OSError as error:
            raise OutputError(f"{folder}: {write_problem(error)}") from None
    move_files(build, folder, files)


def pack(path: Path, table: Table) -> None:
    """Write a table as a zip, whose bytes depend only on the files. Nothing is compressed, because libraries differ."""
    from zipfile import ZIP_STORED, ZipFile, ZipInfo  # noqa: PLC0415  # most runs write no zip

    with atomic_file(path) as beside, ZipFile(beside, "w", ZIP_STORED) as archive:
        for name, one in table.items():
            entry = ZipInfo(name, _SINCE)
            entry.create_system = 3  # Unix, wherever it is made
            entry.external_attr = _MODE
            archive.writestr(entry, one.read())


What = Enum("What", ["DAMAGED", "UNNAMED", "UNDUE", "OTHER"])


def differences(
    folder: Path, recorded: Mapping[str, Fact], due: Mapping[str, Fact], *, are_read: bool = True
) -> Iterator[tuple[What, str]]:
    """Compare a folder with its record, and both with what is ``due`` there, by name alone where that is UNKNOWN.

    A file is DAMAGED if it is missing or not the recorded one, UNNAMED if it is due and not recorded, UNDUE if it is
    recorded and not due, and OTHER if it has other bytes than due. ``are_read`` is false where the files were compared
    with the record before.
    """
    for name in damaged(folder, recorded) if are_read else ():
        yield What.DAMAGED, name
    for name in sorted(due.keys() - recorded.keys()):
        yield What.UNNAMED, name
    for name in sorted(recorded.keys() - due.keys()):
        yield What.UNDUE, name
    made = {name: fact for name, fact in due.items() if fact != UNKNOWN}
    for name in _other_bytes(folder, made) if are_read else _other_records(recorded, made):
        yield What.OTHER, name


def _other_bytes(folder: Path, made: Mapping[str, Fact]) -> list[str]:
    return [name for name in damaged(folder, made) if (folder / name).exists()]


def _other_records(recorded: Mapping[str, Fact], made: Mapping[str, Fact]) -> list[str]:
    return [name for name, fact in made.items() if recorded.get(name, fact) != fact]
