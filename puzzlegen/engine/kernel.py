"""The decorator that makes a plain function a compiled kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core import types


def _widest(given: types.Type) -> types.Type:
    """The type a kernel is compiled for where it is given this one: all whole numbers and flags become int64."""
    return types.int64 if isinstance(given, (types.Integer, types.Boolean)) else given


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile on first use, keep the machine code on disk, release the interpreter lock while running.

    Left alone, numba compiles a kernel once more for each mixture of literals, int32 and int64 its callers pass: 103
    times for 50 kernels, which doubled the time of the first use.
    """
    compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    if hasattr(compiled, "get_call_template"):  # not where numba runs interpreted
        template = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: template(tuple(_widest(arg) for arg in args), kws)
    return compiled  # type: ignore[no-any-return]
