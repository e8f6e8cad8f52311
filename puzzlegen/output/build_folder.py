"""The folder of a finished book: built in a room of its own, put in place whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import os
import platform
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import TypeVar

from filelock import FileLock, Timeout

from puzzlegen.errors import OutputError

Made = TypeVar("Made")
INTERIOR, PUZZLES, MANIFEST, PREVIEW = "interior.pdf", "puzzles.jsonl", "manifest.json", "preview.png"
ANSWERS = "answers.pdf"  # only where the config asks for a separate key
COVER, GUIDE = "cover.pdf", "cover-guide.pdf"  # only where the config asks for a cover and the printer takes one
FILES = (PREVIEW, PUZZLES, ANSWERS, GUIDE, COVER, INTERIOR)  # all that a manifest tells of
ABANDONED = 24 * 3600.0  # seconds after which a build room of another machine belongs to a build that was killed
_LOCK = ".building.lock"
_FULL = (errno.ENOSPC, errno.EDQUOT)
_ROOMS = ".building-*"


@contextmanager
def open_build_folder(folder: Path) -> Iterator[Path]:
    """A room inside the folder to build in, gone at the end; so a half-made book never looks finished.

    Raises OutputError when the folder cannot be written to, or another run is at work there, before any work is done.
    """
    new = not folder.exists()
    try:
        with _alone(folder):
            _clear(folder)
            room = Path(_writing(folder, mkdtemp, prefix=_room_name(), dir=folder))
            try:
                yield room
            finally:
                shutil.rmtree(room, ignore_errors=True)
    finally:
        if new:
            with suppress(OSError):  # holds a book, or was never made
                folder.rmdir()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other runs out of the folder, which is made if it is not there. The system frees what a killed run locked,
    and its file is taken over. Raises OutputError.
    """
    if folder.is_symlink() and not folder.exists():
        raise OutputError(f"{folder}: found a link to nothing, expected a folder: choose another with -o")
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: found a file, expected a folder: choose another with -o")
    lock = FileLock(folder / _LOCK, blocking=False)
    _writing(folder, folder.mkdir, parents=True, exist_ok=True)
    try:
        _writing(folder, lock.acquire)
    except Timeout:
        raise OutputError(
            f"{folder}: another run is at work there: wait until it is done, or choose another folder with -o"
        ) from None
    try:
        yield
    finally:
        (folder / _LOCK).unlink(missing_ok=True)  # before it is free: whoever opened it sees that, and begins again
        lock.release()


def _writing(folder: Path, work: Callable[..., Made], *args: object, **options: object) -> Made:
    """Do what writes to the folder. Raises OutputError where that cannot be done."""
    try:
        return work(*args, **options)
    except Timeout:
        raise
    except OSError as fault:
        other = "" if fault.errno in _FULL else ": choose another folder with -o"  # puzzles may be kept for this one
        raise OutputError(f"{folder}: {write_problem(fault)}{other}") from None


def write_problem(fault: OSError) -> str:
    """Why something cannot be written."""
    return "the disk is full: make room" if fault.errno in _FULL else f"cannot be written to: {fault.strerror or fault}"


def remove_abandoned(folder: Path) -> None:
    """Remove the rooms of builds that were killed: the folder may be published as it is. While a run is at work there
    all of them stay, as does what cannot be removed.
    """
    if any(folder.glob(_ROOMS)):
        with suppress(OutputError), _alone(folder):
            _clear(folder)


def _clear(folder: Path) -> None:
    """Remove rooms that nobody is at work in. Whoever calls it keeps other runs of this machine out, so those are its
    own; those of other machines, whose lock may not reach this one, are told by their age.
    """
    for left in folder.glob(_ROOMS):
        with suppress(OSError):
            if left.name.startswith(_room_name()) or time.time() - left.stat().st_mtime > ABANDONED:
                shutil.rmtree(left, ignore_errors=True)


def _room_name() -> str:
    """How the names of rooms begin that this machine makes."""
    return f".building-{hashlib.sha256(platform.node().encode()).hexdigest()[:8]}-"


def move_into_place(room: Path, target: Path, editions: Iterable[str]) -> None:
    """Move what was built into ``target``: the files at the top, and a folder for each edition.

    Of an earlier build no file of the same name stays. When it returns all is on the disk: what the ledger then says of
    it is true after a power cut too. Raises OutputError when the target cannot be written to.
    """
    for name in (*editions, ""):  # the manifest at the top comes last: it names those of the editions
        move_files(room / name, target / name, (*FILES, MANIFEST))


def move_files(room: Path, target: Path, names: Iterable[str]) -> None:
    """Move the files of these names, in this order, and wait until they are on the disk; of those that are not in the
    room none stays in ``target``. Raises OutputError when the target cannot be written to.
    """
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name in names:
            if (room / name).exists():
                flush_to_disk(room / name)
                (target / name).parent.mkdir(exist_ok=True)
                (room / name).replace(target / name)
            else:
                (target / name).unlink(missing_ok=True)
        with suppress(OSError):  # only some systems open folders
            flush_to_disk(target)
    except OSError as fault:
        raise OutputError(f"{target}: {write_problem(fault)}") from None


def flush_to_disk(path: Path) -> None:
    """Wait until the file, or the list of files in a folder, is on the disk."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_rejected(folder: Path, editions: Iterable[str]) -> None:
    """Remove what an earlier failed build left, and nothing else that somebody may have put there."""
    for name in (*editions, ""):
        if (folder / name).is_dir():
            for file in (*FILES, MANIFEST):
                (folder / name / file).unlink(missing_ok=True)
            with suppress(OSError):  # not empty
                (folder / name).rmdir()


def write(path: Path, text: str) -> None:
    """Write a text file. Raises OutputError when it cannot be written."""
    try:
        if path.is_symlink():  # it would be followed
            path.unlink()
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as fault:
        raise OutputError(f"{path.name}: {write_problem(fault)}") from None


def digest(path: Path) -> str:
    """SHA-256 of a file. Raises OSError."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
