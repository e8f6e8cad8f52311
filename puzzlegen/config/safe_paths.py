"""Checks names of files and folders that a config or a manifest gives: portable, and inside their folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from puzzlegen.config.reading.message_parts import is_unprintable

MAX_BYTES = 200  # of a name; most systems allow 255, and names made from it (.NAME.1234.part, NAME-wal) need some

_MARKS = re.compile(r'[/\\<>:"|?*]')
# Device names of Windows, with any ending: opening CON waits for the keyboard, and NUL discards what is written.
_DEVICE = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|CLOCK\$|COM[0-9¹²³]|LPT[0-9¹²³]) *(\..*)?", re.IGNORECASE)


@lru_cache(maxsize=4096)  # the files of a year of days have the same names every day
def is_plain_name(name: str) -> bool:
    """Return whether a text names one and the same file or folder on every system."""
    return (
        name not in {"", ".", ".."}
        and not _MARKS.search(name)
        and not any(is_unprintable(character) for character in name)
        and name[-1] not in " ."  # Windows drops them
        and len(name.encode("utf-8", "replace")) <= MAX_BYTES
        and not _DEVICE.fullmatch(name)
    )


def is_plain_path(path: str) -> bool:
    """Return whether a relative path, with / between names, stays under its folder and is portable."""
    return all(map(is_plain_name, path.split("/")))


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
    return next((found for path in paths if (found := part_leading_out(folder, path))), None)
