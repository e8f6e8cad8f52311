"""Writes a file completely or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from puzzlegen.errors import OutputError

_PROCESS = re.compile(r"([0-9]{1,9})\.part")


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Provide a temporary path to write to, which replaces ``path`` when the block succeeds and is removed otherwise.

    What killed processes left beside ``path`` is removed first. Raises OutputError when the folder cannot be written to
    or is full, and for a folder, device or pipe, which a file would replace.
    """
    if path.exists() and not path.is_file():
        found = "folder" if path.is_dir() else "device or pipe"
        raise OutputError(f"{path}: cannot be written: found a {found}, expected a file: choose another with -o")
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        temporary.unlink(missing_ok=True)  # writing would follow a link of that name
        _remove_abandoned(path)
        yield temporary
        temporary.replace(path)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from error
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
