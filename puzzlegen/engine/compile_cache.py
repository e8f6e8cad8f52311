"""The folder in which compiled kernels are cached.

The kernels are cached in a folder named after a hash of these sources: numba checks only the file a kernel
stands in, so a change in one module would leave callers in another on the old machine code. All installations of the
same sources share it.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import numba
import numpy as np


def _fingerprint() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _wanted_cache() -> Path:
    """Where compiled kernels belong: the user's cache folder, or the one that PUZZLEGEN_CACHE names."""
    base = os.environ.get(VARIABLE) or os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111
    # Path.home() raises where a user has no home, as in containers that run under a number of their own
    return Path(base) / "puzzlegen" / f"kernels-{_fingerprint()}"


def _choose_cache(wanted: Path) -> Path:
    """The folder of the kernels; where it cannot be written to, one for this run, with what it holds already.

    Numba needs a folder that it can write to, even if all kernels are there. Processes that this one starts share the
    new one, so they neither compile again nor say so again. Raises OSError where there is no such folder at all.
    """
    if _writable(wanted):
        with suppress(OSError):  # it may be another user's
            os.utime(wanted)  # it is in use, see forget_old
        return wanted
    try:
        base = tempfile.mkdtemp(prefix="puzzlegen-kernels-")
    except OSError as fault:
        words = f"cannot be written to, nor can any folder for temporary files: name one in {VARIABLE}"
        raise OSError(fault.errno, words, str(wanted)) from None
    atexit.register(shutil.rmtree, base, ignore_errors=True)
    os.environ[VARIABLE] = base
    folder = Path(base) / "puzzlegen" / wanted.name
    with suppress(OSError):  # what cannot be read is compiled
        shutil.copytree(wanted, folder)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


VARIABLE = "PUZZLEGEN_CACHE"
SEASON = 90 * 86400.0  # seconds
WANTED = _wanted_cache()
CACHE = _choose_cache(WANTED)  # another than WANTED if that cannot be written to


def forget_old() -> None:
    """Remove the kernels of versions that nobody has used for a season."""
    for folder in WANTED.parent.glob("kernels-*"):
        with suppress(OSError):
            if folder not in {WANTED, CACHE} and time.time() - folder.stat().st_mtime > SEASON:
                shutil.rmtree(folder, ignore_errors=True)


# The kernels that are compiled last, by what is done
_SOLVING, _MAKING, _CLASSIC = "rounds.solve_one", "thin_incremental.try_all", "no_guess_boards.search_stack"


def is_compiled(*, making: bool, classic: bool = False) -> bool:
    """Whether an earlier run left the kernels for solving, for ``making`` puzzles, or for ``classic`` boards.

    Always if numba interprets.
    """
    interpreted: bool = numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # numba fills its config at import
    last = _CLASSIC if classic else _MAKING if making else _SOLVING
    python = "py{}{}".format(*sys.version_info)  # numba has files of their own for each
    return bool(interpreted) or any(CACHE.rglob(f"{last}-*.{python}.nbi"))
