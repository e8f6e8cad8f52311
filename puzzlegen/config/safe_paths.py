"""Names of files and folders that come out of a file: each must be one plain name on every system, and stay inside."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from puzzlegen.config.reading.error_messages import unsafe

MAX_BYTES = 200  # of a name: most systems allow 255, of which names beside it (.NAME.1234.part, NAME-wal) need some

_MARKS = re.compile(r'[/\\<>:"|?*]')
# What Windows keeps for devices, whatever ending follows: opening CON waits for the keyboard, NUL swallows a book.
_DEVICE = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|CLOCK\$|COM[0-9¹²³]|LPT[0-9¹²³]) *(\..*)?", re.IGNORECASE)


@lru_cache(maxsize=4096)  # the files of a year of days have the same names every day
def is_plain_name(name: str) -> bool:
    """Whether a text is the name of one file or folder, and the same one, on every system."""
    return (
        name not in {"", ".", ".."}
        and not _MARKS.search(name)
        and not any(unsafe(character) for character in name)
        and name[-1] not in " ."  # Windows drops them
        and len(name.encode("utf-8", "replace")) <= MAX_BYTES
        and not _DEVICE.fullmatch(name)
    )


def is_plain_path(path: str) -> bool:
    """Whether a text names, with /, a file somewhere under the folder it is seen from."""
    return all(map(is_plain_name, path.split("/")))


def leads_out(folder: Path, path: str) -> Path | None:
    """The first part of ``folder/path`` that a link takes out of ``folder``; None where all stays inside.

    What is not there yet leads nowhere. Raises OSError for a folder that cannot be looked into.
    """
    top = Path(os.path.realpath(folder))  # unlike Path.resolve, does not mind links that go in circles
    here = folder
    for part in path.split("/"):
        here = here / part
        if here.is_symlink() and not Path(os.path.realpath(here)).is_relative_to(top):
            return here
    return None


def first_out(folder: Path, paths: Iterable[str]) -> Path | None:
    """The first of several paths' parts that leads out, as ``leads_out`` says."""
    return next((found for path in paths if (found := leads_out(folder, path))), None)
