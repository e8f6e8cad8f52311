"""The decorators that make a plain function a compiled kernel or a subroutine of kernels.

They compile with ``numba_linking`` where this version of numba allows it. It relies on private classes of numba, which
any release may change. Otherwise they use plain ``numba.njit`` and only public features: all results are the same, but
compiling takes longer, solving and thinning too. Where ``execution`` has chosen so, functions stay as they are, and
numba is not imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzlegen.engine.execution import is_interpreted

_INTERPRETED = is_interpreted()
if not _INTERPRETED:
    import numba

    from puzzlegen.engine.compile_cache import CACHE

COMPILED = not _INTERPRETED and not numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # numba fills its config at import


def _load_linking() -> Any:
    """Return the module ``numba_linking``, or None where the JIT is off or this numba does not support it."""
    if not COMPILED:
        return None
    try:
        from puzzlegen.engine import numba_linking  # noqa: PLC0415  # the import may fail, see there

        numba_linking.check()
    except Exception:  # an untested version of numba may raise anything
        return None
    return numba_linking


_LINKING: Any = _load_linking()


def subroutine(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function that kernels and other subroutines call, but Python does not. LLVM decides what to inline."""
    compiled: Callable[..., Any] = _LINKING.subroutine(function) if _LINKING else _plain(function)
    return compiled


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a subroutine that is inlined into its only caller.

    For code that runs at every step of a trial where the step is short: ten arrays are 85 arguments. Use it for
    nothing else: with all functions inlined that have one caller, LLVM took 46 seconds for one function.
    """
    compiled: Callable[..., Any] = _LINKING.subroutine(function, forceinline=True) if _LINKING else _plain(function)
    return compiled


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a kernel that Python calls: compiled on first use and kept on disk with all subroutines it needs."""
    compiled: Callable[..., Any] = _LINKING.kernel(function) if _LINKING else _plain(function, cache=True)
    return compiled


def _plain(function: Callable[..., Any], *, cache: bool = False) -> Any:
    """Compile with public features of numba only. The cache is in our folder, which is named after the sources."""
    if _INTERPRETED:
        return function
    folder = numba.config.CACHE_DIR  # type: ignore[attr-defined]  # numba fills its config at import; so below
    numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]  # numba reads it when it decorates a function
    try:
        return numba.njit(nogil=True, error_model="numpy", cache=cache)(function)
    finally:
        numba.config.CACHE_DIR = folder  # type: ignore[attr-defined]  # as above
