"""Lets one studio at a time work in a folder. A second start opens the window of the first.

The system frees the lock of a studio that was killed. The address in the file has the token of the run, so only the
user can read it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from puzzlegen.errors import OutputError
from puzzlegen.files.reading import json_object, read_limited
from puzzlegen.files.writing import atomic_file
from puzzlegen.studio.projects import path_inside

_LOCK, _STATE = ".studio/lock", ".studio/running.json"
_MAX_STATE = 1000  # bytes
_WAIT_SECONDS = 5.0  # for the address of a studio that has just begun


@contextmanager
def only_studio(folder: Path) -> Iterator[bool]:
    """Lock a folder for this studio; give False where another one holds it.

    Raises OutputError for a folder in which nothing can be written.
    """
    lock = FileLock(path_inside(folder, _LOCK))
    try:
        (folder / _LOCK).parent.mkdir(exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout:
        yield False
        return
    except (OSError, NotImplementedError) as error:  # NotImplementedError: a file system without locks
        reason = getattr(error, "strerror", None) or str(error)
        raise OutputError(f"{folder}: cannot be written: {reason}: choose another with --folder") from None
    try:
        tell_address(folder, last_port(folder), "")  # a killed studio has left its own
        yield True
    finally:
        tell_address(folder, last_port(folder), "")
        lock.release()


def last_port(folder: Path) -> int:
    """Return the port of the last studio in a folder, so that its address can stay the same; 0 if there was none."""
    port = _read(folder).get("port")
    return port if isinstance(port, int) and 0 < port < 1 << 16 else 0


def tell_address(folder: Path, port: int, address: str) -> None:
    """Write where this studio is open, for a second start; an empty address for one that ends."""
    with suppress(OSError, OutputError):  # the second start then names the folder only
        _write(folder, port, address)


def address_of_other(folder: Path) -> str:
    """Return the address of the studio that holds the folder. Raises OutputError if it cannot be known."""
    end = time.monotonic() + _WAIT_SECONDS
    while time.monotonic() < end:
        if address := _read(folder).get("address"):
            return str(address)
        time.sleep(0.1)
    raise OutputError(f"{folder}: another studio works there: stop it, or choose another folder with --folder")


def _read(folder: Path) -> dict[str, object]:
    try:
        return json_object(read_limited(path_inside(folder, _STATE), _MAX_STATE))
    except (OSError, OutputError, ValueError):
        return {}


def _write(folder: Path, port: int, address: str) -> None:
    with atomic_file(path_inside(folder, _STATE)) as temporary:
        temporary.touch(mode=0o600)
        temporary.chmod(0o600)
        temporary.write_text(json.dumps({"port": port, "address": address}), encoding="utf-8")
