"""Builds the files of a book in a temporary folder, moves them into the output folder together, and reads manifests."""

from __future__ import annotations

import errno
import hashlib
import os
import platform
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, TypeVar

from puzzlegen.errors import OutputError
from puzzlegen.files.reading import MAX_MANIFEST, open_file, read_json
from puzzlegen.files.writing import OUTPUT, atomic_file, default_folder
from puzzlegen.wording import describe

Result = TypeVar("Result")
Fact = tuple[int, str]  # the bytes of a file and its SHA-256
INTERIOR, PUZZLES, MANIFEST, PREVIEW = "interior.pdf", "puzzles.jsonl", "manifest.json", "preview.png"
BOOKLET = "booklet.pdf"  # only with a binding that is folded and stapled
ANSWERS = "answers.pdf"  # only where the config asks for a separate key
COVER, GUIDE = "cover.pdf", "cover-guide.pdf"  # only where the config asks for a cover and the printer takes one
LISTING = "listing"  # folder of pictures and a text for shop listings, only where the config asks for them
LISTING_FRONT, LISTING_BOOK = f"{LISTING}/cover.jpg", f"{LISTING}/book.jpg"  # only with a cover
LISTING_SPREADS = tuple(f"{LISTING}/spread-{number}.jpg" for number in (1, 2, 3))
LISTING_TEXT = f"{LISTING}/shop-text.txt"
LISTING_FILES = (LISTING_FRONT, LISTING_BOOK, *LISTING_SPREADS)
PICTURES = (*LISTING_FILES, PREVIEW)
ALWAYS, COVER_FILES = (INTERIOR, PUZZLES), (COVER, GUIDE)
FILES = (*PICTURES, LISTING_TEXT, PUZZLES, ANSWERS, GUIDE, COVER, BOOKLET, INTERIOR)  # all files that a manifest names
BOOK, EDITIONS = "book", "editions"  # kinds of the manifests of a book, and of that above several
# What reading a manifest raises that is missing, damaged, or of another version.
UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
REJECTED = "rejected"  # folder for a book with errors inside that of the book
DRAFT = "draft"  # folder for drafts inside that of the book, and the kind of their manifests
ABANDONED = 24 * 3600.0  # seconds after which the build folder of another machine counts as that of a killed build
_LOCK = ".building.lock"
_FULL = (errno.ENOSPC, errno.EDQUOT)
_BUILD_FOLDERS = ".building-*"


@dataclass(frozen=True, slots=True)
class BookFolder:
    """The folder of a book, a draft or one of their editions, with what its manifest says.

    All methods raise one of UNREADABLE for what the manifest lacks, or has in another form.
    """

    path: Path
    manifest: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> BookFolder:
        """Read the manifest in a folder."""
        return cls(path, dict(read_json(path / MANIFEST, MAX_MANIFEST)))

    @property
    def has_editions(self) -> bool:
        """Whether it has a folder for each edition."""
        return bool(self.manifest.get("kind") == EDITIONS)

    @property
    def editions(self) -> list[str]:
        """The names of the editions, which are their folders; an empty one for a book without editions."""
        return list(self.manifest.get("editions", {})) or [""]

    @property
    def section_names(self) -> list[str]:
        """The names of the sections."""
        return [str(section["name"]) for section in self.manifest["config"]["sections"]]

    @property
    def ledger(self) -> str:
        """The path of its ledger, relative to the folder; empty if it was built without one."""
        own = self.manifest.get("ledger")
        named = own.get("file") if isinstance(own, dict) else None
        return named if isinstance(named, str) else ""

    def edition(self, name: str) -> BookFolder:
        """Return the folder of an edition."""
        return BookFolder.read(self.path / name) if name else self

    def first_edition(self) -> BookFolder:
        """Return the folder of the first edition, whose manifest has what all editions share."""
        return self.edition(self.editions[0])

    def has_puzzles_of(self, requests_sha256: str) -> bool:
        """Return whether puzzles.jsonl is the file of the manifest, and was made for these requests."""
        made_for, recorded = self.first_edition().manifest["requests_sha256"], self.manifest["files"][PUZZLES]
        return bool(made_for == requests_sha256 and not damaged(self.path, {PUZZLES: recorded}))


@contextmanager
def open_build_folder(folder: Path) -> Iterator[Path]:
    """Open a build folder inside ``folder``, removed at the end, so that an unfinished book never looks finished.

    Raises OutputError when the folder cannot be written to, or another run is writing there, before any work is done.
    """
    new = not folder.exists()
    try:
        with _locked(folder):
            _remove_unused(folder)
            build = Path(_try_write(folder, mkdtemp, prefix=_build_folder_prefix(), dir=folder))
            try:
                yield build
            finally:
                shutil.rmtree(build, ignore_errors=True)
            _remove_unused(folder)
    finally:
        if new:
            with suppress(OSError):  # it holds a book or was never created
                folder.rmdir()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock the folder, and create it if it is missing. The system frees the lock of a killed run.

    Raises OutputError.
    """
    if folder.is_symlink() and not folder.exists():
        raise OutputError(f"{folder}: found a broken link, expected a folder: choose another with -o")
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: found a file, expected a folder: choose another with -o")
    from filelock import FileLock, Timeout  # noqa: PLC0415  # imports asyncio; runs with nothing to do need no lock

    lock = FileLock(folder / _LOCK, blocking=False)
    _try_write(folder, folder.mkdir, parents=True, exist_ok=True)
    try:
        try:
            _try_write(folder, lock.acquire)
        except Timeout:
            raise OutputError(
                f"{folder}: another run is writing there: wait until it ends, or choose another folder with -o"
            ) from None
        yield
    finally:  # also if a signal comes as the lock is taken
        if lock.is_locked:
            # Before release: a run that has opened the file meanwhile sees that it is gone, and retries
            (folder / _LOCK).unlink(missing_ok=True)
            lock.release()


def folder_in_use(top: Path) -> Path | None:
    """Return the first folder, ``top`` or below, in which a run is writing; None if there is none."""
    from filelock import FileLock, Timeout  # noqa: PLC0415  # imports asyncio

    for lock in sorted(top.rglob(_LOCK)):
        try:
            with FileLock(lock, blocking=False):
                pass
        except Timeout:
            return lock.parent
        except OSError:  # of a run that has ended meanwhile, or of another user
            continue
    return None


def _try_write(folder: Path, work: Callable[..., Result], *args: object, **options: object) -> Result:
    """Call ``work``, which writes to the folder. Raises OutputError where that fails.

    Another folder is no remedy for that of another user: a live series cannot continue elsewhere.
    """
    try:
        return work(*args, **options)
    except OSError as error:
        from filelock import Timeout  # noqa: PLC0415  # imports asyncio

        if isinstance(error, Timeout):
            raise
        raise OutputError(f"{folder}: {write_problem(error)}{_remedy(folder, error)}") from None


def _remedy(folder: Path, error: OSError) -> str:
    if error.errno in _FULL:
        return ""  # unfinished puzzles are kept for this folder
    if error.errno in (errno.EACCES, errno.EPERM) and folder.is_dir() and folder.stat().st_uid != os.geteuid():
        try:
            owner = folder.owner()
        except KeyError:  # a user without a name
            owner = str(folder.stat().st_uid)
        return f": it belongs to the user {owner}: run the command as {owner}, or get permission to write there"
    return ": choose another folder with -o"


def write_problem(error: OSError) -> str:
    """Return why a file or folder cannot be written, with the remedy for a full disk."""
    return (
        "the disk is full: free some space"
        if error.errno in _FULL
        else f"cannot be written to: {error.strerror or error}"
    )


def remove_abandoned(folder: Path) -> None:
    """Remove the build folders and locks of killed builds, because the output folder may be published as it is.

    They stay while a run is writing there, as does what cannot be removed.
    """
    if (folder / _LOCK).exists() or any(folder.glob(_BUILD_FOLDERS)):
        with suppress(OutputError), _locked(folder):
            _remove_unused(folder)


def _remove_unused(folder: Path) -> None:
    """Remove build folders that no run uses. The caller holds the lock.

    All build folders of this machine are abandoned then. Locks of other machines may not be visible here, so their
    build folders are judged by age.
    """
    for left in folder.glob(_BUILD_FOLDERS):
        with suppress(OSError):
            if left.name.startswith(_build_folder_prefix()) or time.time() - left.stat().st_mtime > ABANDONED:
                shutil.rmtree(left, ignore_errors=True)


def _build_folder_prefix() -> str:
    """Return how the names of build folders of this machine begin."""
    return f".building-{hashlib.sha256(platform.node().encode()).hexdigest()[:8]}-"


def check_own_files(folder: Path, editions: Iterable[str], *, force: bool = False) -> None:
    """Refuse a folder with files that a book would replace but puzzlegen did not make, unless it is forced to.

    A folder in the place of a file is always refused.

    Files of puzzlegen are named by a manifest beside them, which may be the claim of a killed build. Raises
    OutputError.
    """
    for edition in (*editions, ""):
        known = _named_files(folder / edition)
        for name in (*FILES, MANIFEST):
            if (folder / edition / name).is_dir():
                raise OutputError(f"{folder / edition / name}: found a folder, expected a file: move it away")
            if name not in known and not force and os.path.lexists(folder / edition / name):
                raise OutputError(
                    f"{folder / edition / name}: not made by puzzlegen, and the book would replace it: move it away, "
                    "choose another folder with -o, or say --force"
                )


def check_same_series(folder: Path, series: str) -> None:
    """Raise OutputError for a folder with the finished book of another series: a build would replace it.

    A changed title or theme is an edition or a correction of the same book, and replaces it.
    """
    book = _finished_book(folder)
    if book is not None and (other := str(book.manifest["series"])) != series:
        raise OutputError(
            f"{folder}: holds the book {describe(str(book.manifest['title']))}, whose series is {describe(other)}: "
            "choose another folder with -o, or move that book away"
        )


def _finished_book(folder: Path) -> BookFolder | None:
    """Return the finished book in a folder, which has a series and a title; None if there is none."""
    try:
        book = BookFolder.read(folder)
    except UNREADABLE:
        return None
    is_whole = book.manifest.get("kind") in (BOOK, EDITIONS) and {"series", "title"} <= book.manifest.keys()
    return book if is_whole else None


def check_only_ledger(config: Path, folder: Path, series: str, ledger: Path) -> None:
    """Raise OutputError where ``ledger`` would be the second one of a book, as ``refuse_second_place`` does.

    Without ``-o``, a book goes to another folder where the command is run beside its config, and in the studio. A trial
    that is built elsewhere may have another ledger.
    """

    def ledger_of(place: Path) -> str:
        book = _finished_book(place)
        is_ours = book is not None and book.manifest["series"] == series
        known = book.ledger if book is not None and is_ours else ""
        return "" if (place / known).resolve() == ledger.resolve() else known

    if _finished_book(folder) is None:
        usual = [default_folder(config.resolve()), default_folder(Path(config.name)), OUTPUT]
        folders = [folder, *(usual if folder == default_folder(config) else [])]
        refuse_second_place(config, folders, "the book of this series is", ledger_of)


def refuse_second_place(config: Path, folders: Sequence[Path], what: str, ledger_of: Callable[[Path], str]) -> None:
    """Raise OutputError where the same command, run in a folder above the config, has begun the series already.

    ``config`` is the file, ``folders`` the output folder and others that may have been it. A relative one is another
    folder in each place to run the command in, with another ledger, which would issue the same days again, and not
    know the books of the first. ``what`` begins the message; ``ledger_of`` returns the ledger of the series, relative
    to the folder that has it, and empty words for other folders.
    """
    for place in config.resolve().parents:
        for folder in folders:
            if ledger := ledger_of(place / folder):
                known = (place / folder / ledger).resolve()
                raise OutputError(
                    f"{folders[0]}: {what} in {place / folder}, and its ledger is {known}: run the command in {place}, "
                    "or move both here"
                )


def _named_files(folder: Path) -> set[str]:
    """Return the files that a manifest of puzzlegen names, and the manifest's own name; nothing for other files."""
    try:
        manifest = BookFolder.read(folder).manifest
        return {MANIFEST, *manifest["files"]} if "puzzlegen" in manifest else set()
    except UNREADABLE:
        return set()


def move_files(build: Path, target: Path, names: Iterable[str]) -> None:
    """Move the files of these names, in this order, and wait until they are on the disk.

    Files that the build lacks are removed from ``target``. Raises OutputError when the target cannot be written to.
    """
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name in names:
            if (build / name).exists():
                flush_to_disk(build / name)
                (target / name).parent.mkdir(exist_ok=True)
                _replace(build / name, target / name)
            else:
                (target / name).unlink(missing_ok=True)
        _remove_empty(target / LISTING)
        with suppress(OSError):  # only some systems open folders
            flush_to_disk(target)
    except OSError as error:
        raise OutputError(f"{target}: {write_problem(error)}") from None


def _replace(source: Path, place: Path) -> None:
    """Rename a file into its place. On another file system it is copied beside the place first. Raises OSError."""
    try:
        source.replace(place)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        with atomic_file(place) as beside:
            shutil.copyfile(source, beside)
            flush_to_disk(beside)


def flush_to_disk(path: Path) -> None:
    """Wait until a file, or the list of files of a folder, is on the disk."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_outdated(folder: Path, editions: Iterable[str]) -> None:
    """Remove the files of an earlier draft or failed build, and no others."""
    for name in (*editions, ""):
        if (folder / name).is_dir():
            for file in (*FILES, MANIFEST):
                (folder / name / file).unlink(missing_ok=True)
            _remove_empty(folder / name / LISTING)
            _remove_empty(folder / name)


def _remove_empty(folder: Path) -> None:
    """Remove a folder if it exists and is empty."""
    with suppress(OSError):
        folder.rmdir()


def write(path: Path, text: str) -> None:
    """Write a text file, in place of a link of that name. Raises OutputError when it cannot be written."""
    try:
        if path.is_symlink():  # writing would follow the link
            path.unlink()
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise OutputError(f"{path.name}: {write_problem(error)}") from None


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal. Raises OSError."""
    with open_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fact_of(path: str | Path) -> Fact | None:
    """Return bytes and SHA-256 of a file, None if it cannot be read."""
    try:
        with open_file(path) as file:
            return os.fstat(file.fileno()).st_size, hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def facts_of(folder: Path, names: Iterable[str]) -> dict[str, Fact]:
    """Return bytes and SHA-256 of the files that exist, by name."""
    found = {name: fact_of(f"{folder}/{name}") for name in names}
    return {name: one for name, one in found.items() if one is not None}


def is_recorded(fact: Fact | None, recorded: object) -> bool:
    """Return whether a file with this fact, None for one that cannot be read, is the one of a record.

    A record has its bytes and digest, or like those of books the digest alone. It may be another file's fact.
    """
    return fact is not None and recorded in (fact, fact[1])


def damaged(folder: Path, recorded: Mapping[str, Fact | str], *, by_time: bool = False) -> list[str]:
    """Return the names of recorded files that are missing or changed; all records are as for ``is_recorded``.

    ``by_time``: trust a file of the right size that is not newer than the record, which is written last. Reading the
    130 MB of a year took half the time of a run with nothing to do.
    """
    top = str(folder)
    try:
        written = os.stat(f"{top}/{MANIFEST}").st_mtime_ns if by_time else -1  # noqa: PTH116  # as below
    except OSError:
        return list(recorded)
    return [name for name, fact in recorded.items() if not _is_whole(f"{top}/{name}", fact, written)]


def _is_whole(path: str, recorded: Fact | str, written: int) -> bool:
    try:
        found = os.stat(path)  # noqa: PTH116  # no Path objects for 5,000 files
    except OSError:
        return False
    if isinstance(recorded, tuple) and found.st_size != recorded[0]:
        return False
    return found.st_mtime_ns <= written or is_recorded(fact_of(path), recorded)
