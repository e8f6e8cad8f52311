"""The folder for temporary files of one run of the studio and its processes.

Neither a killed server nor the processes that it kills can remove what they have begun to write. So a server locks its
folder, the system frees the lock of a killed one, and the next run removes folders without a server.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock

from puzzlegen.errors import OutputError

PREFIX = "puzzlegen-studio-"
_LOCK = ".lock"
_VARIABLE = "TMPDIR"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Let this process, and those that it starts, keep temporary files in a folder, which is removed at the end.

    Raises OutputError if no folder can be made.
    """
    before, variable = tempfile.tempdir, os.environ.get(_VARIABLE)
    try:
        _remove_abandoned(Path(tempfile.gettempdir()))
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(f"temporary files cannot be written: {reason}: name a folder in {_VARIABLE}") from None
    try:
        with FileLock(folder / _LOCK):
            tempfile.tempdir = os.environ[_VARIABLE] = str(folder)
            yield folder
    finally:
        tempfile.tempdir = before
        if variable is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = variable
        shutil.rmtree(folder, ignore_errors=True)


def _remove_abandoned(above: Path) -> None:
    """Remove the folders of this user whose servers have ended."""
    for folder in above.glob(f"{PREFIX}*"):
        with suppress(OSError):  # another run removes it, or it has a lock: Timeout is an OSError
            if _is_own(folder) and (folder / _LOCK).is_file():
                with FileLock(folder / _LOCK, blocking=False):
                    pass
                shutil.rmtree(folder, ignore_errors=True)


def _is_own(folder: Path) -> bool:
    """Return whether a path is a folder of this user, and no link."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    return not hasattr(os, "geteuid") or folder.stat().st_uid == os.geteuid()
