"""Chooses, before the engine is first imported, whether its functions are compiled or interpreted.

Both give the same results. Interpreted, they take about a hundred times as long, but importing numba and loading
compiled code takes half a second (2026-11-22). So interpreting is quicker for one small puzzle in a process.
"""

from __future__ import annotations

import sys

_DECORATORS = "puzzlegen.engine.kernel_decorators"
_chosen = {"interpreted": False}


def interpret() -> None:
    """Interpret the engine in this process. Does nothing if it has been imported already."""
    if _DECORATORS not in sys.modules:
        _chosen["interpreted"] = True


def is_interpreted() -> bool:
    """Return whether ``interpret`` has chosen so."""
    return _chosen["interpreted"]


def kernels_loaded() -> bool:
    """Return whether this process has imported the engine with compiled functions."""
    decorators = sys.modules.get(_DECORATORS)
    return decorators is not None and bool(decorators.COMPILED)
