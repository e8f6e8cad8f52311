"""Chooses the folder in which compiled kernels are cached, and says whether they are compiled.

Numba checks only the file that a kernel is in. A change in one module would leave callers in another module with the
old machine code. So the folder is named after a hash of all sources of the engine, and of the versions of numba and
numpy. All installations of the same sources share it.
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
    """Return where compiled kernels belong: the user's cache folder, or the one that PUZZLEGEN_CACHE names."""
    home = os.path.expanduser("~/.cache")  # noqa: PTH111  # Path.home() raises without a home, as in some containers
    base = os.environ.get(VARIABLE) or os.environ.get("XDG_CACHE_HOME") or home
    return Path(base) / "puzzlegen" / f"kernels-{_fingerprint()}"


def _choose_cache(wanted: Path) -> Path:
    """Return the folder of the kernels; if it is not writable, one for this run, with a copy of its content.

    Numba needs a writable folder even if all kernels are there. Processes that this one starts share the new folder, so
    they neither compile again nor report it again. Raises OSError if no folder is writable.
    """
    if _writable(wanted):
        with suppress(OSError):  # the folder may belong to another user
            os.utime(wanted)  # marks it as used, see forget_old
        return wanted
    try:
        base = tempfile.mkdtemp(prefix="puzzlegen-kernels-")
    except OSError as error:
        words = f"cannot be written to, nor can any folder for temporary files: name one in {VARIABLE}"
        raise OSError(error.errno, words, str(wanted)) from None
    atexit.register(shutil.rmtree, base, ignore_errors=True)
    os.environ[VARIABLE] = base
    folder = Path(base) / "puzzlegen" / wanted.name
    with suppress(OSError):  # what cannot be copied is compiled
        shutil.copytree(wanted, folder)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


VARIABLE = "PUZZLEGEN_CACHE"
MAX_UNUSED = 90 * 86400.0  # seconds
WANTED = _wanted_cache()
CACHE = _choose_cache(WANTED)  # differs from WANTED if that is not writable


def forget_old() -> None:
    """Remove the kernels of versions that were not used for 90 days."""
    for folder in WANTED.parent.glob("kernels-*"):
        with suppress(OSError):
            if folder not in {WANTED, CACHE} and time.time() - folder.stat().st_mtime > MAX_UNUSED:
                shutil.rmtree(folder, ignore_errors=True)


# The kernel that is compiled last, for each kind of work
_SOLVING, _MAKING, _CLASSIC = "rounds.solve_one", "adjustment.adjust_in", "no_guess_boards.search_stack"
_IMPROVING = "rating.rate_into"


def is_compiled(*, making: bool = False, improving: bool = False, classic: bool = False) -> bool:
    """Return whether an earlier run left the kernels for solving, or those of a kind of work.

    The kinds are ``making`` puzzles, ``improving`` them too, and ``classic`` boards.
    Always True where the JIT is off.
    """
    interpreted: bool = numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # numba fills its config at import
    making_last = _IMPROVING if improving else _MAKING if making else None if classic else _SOLVING
    python = "py{}{}".format(*sys.version_info)  # numba keeps separate files for each Python
    needed = [last for last in (making_last, _CLASSIC if classic else None) if last]
    return bool(interpreted) or all(any(CACHE.rglob(f"{last}-*.{python}.nbi")) for last in needed)
