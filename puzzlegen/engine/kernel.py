"""The decorators that make a plain function a compiled kernel.

Numba counts references to every array at every call and slice, with locked instructions: that was two thirds of the
time of a solve and a third of compiling. A kernel that makes no array needs none of it (``_nrt=False``; numba refuses
to compile one that does).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core import types


def _widest(given: types.Type) -> types.Type:
    """The type a kernel is compiled for where it is given this one: all whole numbers and flags become int64."""
    return types.int64 if isinstance(given, (types.Integer, types.Boolean)) else given


def _compiled(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    compiled: Any = numba.njit(nogil=True, error_model="numpy", **options)(function)
    if hasattr(compiled, "get_call_template"):  # not where numba runs interpreted
        template = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: template(tuple(_widest(arg) for arg in args), kws)
    result: Callable[..., Any] = compiled
    return result


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a kernel that Python calls: compiled on first use and kept on disk with all kernels it needs."""
    return _compiled(function, cache=True, _nrt=False)


def array_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a kernel that makes arrays. It should leave the work to others: see the note on counting references."""
    return _compiled(function, cache=True)


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a kernel that kernels call: not kept on disk on its own.

    Without its Python entry too (``no_cpython_wrapper``) it would compile faster, and crash whoever calls it to try.
    """
    return _compiled(function, no_cfunc_wrapper=True, _nrt=False)


def part(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a kernel that is called from one place: compiled as part of its caller, not once more on its own."""
    return numba.njit(inline="always")(function)
