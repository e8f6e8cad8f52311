"""The numba kernels: numpy arrays in, numpy arrays out. Nothing else is in here, and numba is nowhere else.

Compiled kernels are cached in a folder named after a hash of these sources: numba checks only the file a kernel
stands in, so a change in one module would leave callers in another on the old machine code.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

import numba
import numpy as np


def _fingerprint() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _choose_cache() -> Path:
    """The user's cache folder; a temporary one where that cannot be written (kernels then compile again next time)."""
    base = os.environ.get("PUZZLEGEN_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    folder = Path(base) / "puzzlegen" / f"kernels-{_fingerprint()}"
    return folder if _writable(folder) else Path(tempfile.mkdtemp(prefix="puzzlegen-kernels-"))


CACHE = _choose_cache()
numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]  # numba fills its config at import


# The kernels that are compiled last, by what is done
_SOLVING, _MAKING, _CLASSIC = "rounds.solve_one", "thin.try_all", "perturb.search_stack"


def is_compiled(*, making: bool, classic: bool = False) -> bool:
    """Whether an earlier run left the kernels for solving, for ``making`` puzzles, or for ``classic`` boards.

    Always if numba interprets.
    """
    interpreted: bool = numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # as above
    last = _CLASSIC if classic else _MAKING if making else _SOLVING
    return bool(interpreted) or any(CACHE.rglob(f"{last}-*.nbi"))
