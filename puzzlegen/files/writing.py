"""Writes files completely or not at all, and checks and chooses where: portable names inside the requested folder."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path

from puzzlegen.errors import LedgerError, OutputError
from puzzlegen.wording import INVISIBLE, first_unprintable

MAX_BYTES = 200  # of a name; most systems allow 255, and names made from it (.NAME.1234.part, NAME-journal) need some

MAX_MADE = 60  # characters of a name made from words, which have at most three bytes each

_ACCENTS = re.compile(r"(?<![^\x00-\x7f])[\u0300-\u036f]+|[\u20d0-\u20ff]")  # on Latin letters, and around any
_MARKS = re.compile(r'[/\\<>:"|?*]')
# Device names of Windows, with any ending: opening CON waits for the keyboard, and NUL discards what is written.
_DEVICE = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|CLOCK\$|COM[0-9¹²³]|LPT[0-9¹²³]) *(\..*)?", re.IGNORECASE)


@lru_cache(maxsize=4096)  # the files of a year of days have the same names every day
def is_plain_name(name: str) -> bool:
    """Return whether a text names one and the same file or folder on every system."""
    return (
        name not in {"", ".", ".."}
        and not _MARKS.search(name)
        and not first_unprintable(name)
        and name[-1] not in " ."  # Windows drops them
        and len(name.encode("utf-8", "replace")) <= MAX_BYTES
        and not _DEVICE.fullmatch(name)
    )


def is_plain_path(path: str) -> bool:
    """Return whether a relative path, with / between names, stays under its folder and is portable."""
    return all(map(is_plain_name, path.split("/")))


def plain_path(path: str) -> str | None:
    """Return a relative path that a user wrote without its parts ``.``; None if it leads out or is not portable."""
    plain = "/".join(part for part in path.split("/") if part != ".")
    return plain if is_plain_path(plain) else None


def part_leading_out(folder: Path, path: str) -> Path | None:
    """Return the first part of ``folder/path`` that is a link out of ``folder``; None if there is none.

    Parts that do not exist yet are inside. Raises OSError for a folder that cannot be read.
    """
    top = Path(os.path.realpath(folder))  # unlike Path.resolve, it accepts circular links
    part_path = folder
    for part in path.split("/"):
        part_path = part_path / part
        if part_path.is_symlink() and not Path(os.path.realpath(part_path)).is_relative_to(top):
            return part_path
    return None


def first_part_leading_out(folder: Path, paths: Iterable[str]) -> Path | None:
    """Return the first part of several paths that ``part_leading_out`` finds; None if there is none."""
    return next((leading_out for path in paths if (leading_out := part_leading_out(folder, path))), None)


OUTPUT = Path("output")
BOOK = "book"  # name of the config that ``puzzlegen new`` writes into the folder of each book
LEDGER_NAME = "ledger.sqlite"


def portable_name(words: str, usual: str) -> str:
    """Return a name for a file or folder made from words, the same one on every system; ``usual`` if they have none.

    Letters, digits and their marks stay, in lower case. Latin letters lose their accents, and anything else becomes a
    hyphen. Different words may give one name, so a caller that makes a folder has to see whether it is taken.
    """
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", INVISIBLE.sub("", words.casefold())))
    letters = (
        letter if unicodedata.category(letter)[0] in "LMN" else "-" for letter in unicodedata.normalize("NFC", plain)
    )
    name = re.sub(r"-+", "-", "".join(letters)).strip("-")
    name = name[:MAX_MADE].encode()[: 3 * MAX_MADE].decode(errors="ignore").strip("-")
    return name if is_plain_name(name) else f"{usual}-{name}".strip("-")


def usable_name(name: str, usual: str) -> str:
    """Return the name of a file or folder if it is portable, else one made from it as ``portable_name`` does."""
    return name if is_plain_name(name) else portable_name(name, usual)


def default_folder(config: Path) -> Path:
    """Return the default folder for the output of a config: ``output/<config name>``, or a portable name like it.

    For ``book.yaml`` in a folder it is ``output/<name of that folder>``.
    """
    return OUTPUT / usable_name(config.parent.name if config.stem == BOOK else config.stem, BOOK)


def default_ledger(folder: Path) -> Path:
    """Return the ledger beside the book's folder.

    Books built into neighboring folders, as by default, then never repeat each other. A trial built elsewhere uses
    another ledger.
    """
    return folder.parent / LEDGER_NAME


def config_ledger(name: str) -> Path:
    """Return the ledger that a config names. Raises LedgerError if a link leads out of the current folder."""
    out = first_part_leading_out(Path(), [name])
    if out is not None:
        raise LedgerError(
            f"ledger: {out} is a link that leads out of the current folder: name the ledger with --ledger FILE"
        )
    return Path(name)


def check_links(folder: Path, names: Iterable[str]) -> None:
    """Refuse to write into ``folder/name`` where a link leads out of the folder; the folder itself may be a link.

    Links in the place of files need no check: files are renamed into place, which replaces a link.
    Raises OutputError.
    """
    try:
        out = first_part_leading_out(folder, names)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be read: {error.strerror or error}") from None
    if out is not None:
        raise OutputError(f"{out}: a link that leads out of {folder}, where nothing may be written: remove it")


_PROCESS = re.compile(r"([0-9]{1,9})\.part")


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Provide a temporary path to write to, which replaces ``path`` when the block succeeds and is removed otherwise.

    What killed processes left beside ``path`` is removed first. Raises OutputError when the folder cannot be written to
    or is full, and for a folder, device or pipe, which a file would replace.
    """
    if path.exists() and not path.is_file():
        what = "folder" if path.is_dir() else "device or pipe"
        words = f"cannot be written: found a {what}, expected a file: choose another with -o"
        raise OutputError(words).in_file(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        temporary.unlink(missing_ok=True)  # writing would follow a link of that name
        _remove_abandoned(path)
        yield temporary
        temporary.replace(path)
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror or error}").in_file(path) from error
    except OutputError as error:  # of a writer that writes the temporary file in the same way
        if error.problems[0].place.file != str(temporary):
            raise
        raise error.in_file(path) from error
    finally:
        temporary.unlink(missing_ok=True)


def _remove_abandoned(path: Path) -> None:
    """Remove the temporary files for ``path`` whose processes do not run anymore, as far as possible."""
    start = f".{path.name}."
    for name in os.listdir(path.parent):  # noqa: PTH208  # a Path for each entry takes several times as long
        if name.startswith(start):
            match = _PROCESS.fullmatch(name.removeprefix(start))
            if match and not _is_running(int(match[1])):
                with suppress(OSError):
                    path.with_name(name).unlink()


def _is_running(process: int) -> bool:
    """Tell whether there is a process of this id; always False on Windows, which keeps files that are open."""
    if os.name == "nt":  # os.kill would end the process
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # the process of another user
        return True
    return True
