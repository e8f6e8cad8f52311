"""Compiles kernels with numba's private linker classes, which takes a sixth of the time of plain ``numba.njit``.

By default, numba optimizes a function together with everything it calls and generates machine code for it. It does so
again in each caller. Our functions call each other ten levels deep, and Python calls only the top level. Here a
subroutine is only translated to LLVM code. A kernel links each subroutine it needs once, and LLVM optimizes the whole
once.

Numba also counts references to every array at every call and slice, with locked instructions. That took two thirds of
the time of a solve and a third of the compile time. ``_nrt=False`` turns it off; numba then refuses to compile code
that creates arrays, so Python creates all of them.

Importing this module fails where a numba version has moved these classes, and ``check`` fails where they behave
differently. ``kernel_decorators`` then uses plain ``numba.njit``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self

import numba
import numpy as np
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from puzzlegen.engine.compile_cache import CACHE

# Numba tries a dozen candidates for the types of these operations, each time they occur
_SLOWLY_TYPED = (operator.getitem, operator.setitem, operator.eq, operator.ne, bool)


def _widest(given: types.Type) -> types.Type:
    """Return the type to compile for: int64 for all integers and booleans, the given type otherwise."""
    return types.int64 if isinstance(given, (types.Integer, types.Boolean)) else given


class _KernelLibrary(JITCodeLibrary):
    """The code of a kernel, linked with the code of all subroutines it calls directly or indirectly."""

    def add_linking_library(self, library: Any) -> None:
        for each in (library, *library._linking_libraries):  # callers first: LLVM drops what has no caller yet
            if each not in self._linking_libraries:
                each._ensure_finalized()
                self._linking_libraries.append(each)

    def _optimize_final_module(self) -> None:  # numba runs another pass first, which prepares for counting references
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


class _SubroutineLibrary(_KernelLibrary):
    """The code of a subroutine as translated: neither optimized nor turned into machine code."""

    def add_llvm_module(self, ll_module: Any) -> None:
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        self._finalized = True


@contextmanager
def _type_lookups_cached(context: Any) -> Iterator[None]:
    """Make numba look up the types of each slow operation once for each combination of operand types."""
    slow = [context.resolve_value_type(operation) for operation in _SLOWLY_TYPED]
    slow = [each for each in slow if "get_call_type" not in vars(each)]  # already set while a caller is compiled
    for each in slow:
        each.get_call_type = _cached(each.get_call_type)
    try:
        yield
    finally:
        for each in slow:
            del each.get_call_type


def _cached(look_up: Callable[..., Any]) -> Callable[..., Any]:
    results: dict[Any, Any] = {}

    def cached(context: Any, args: Any, kws: Any) -> Any:
        if args not in results:
            results[args] = look_up(context, args, kws)
        return results[args]

    return cached


class _KernelCompiler(Compiler):
    library_class: type[_KernelLibrary] = _KernelLibrary

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *rest: Any) -> None:
        library = self.library_class(targetctx.codegen(), "kernel")
        library.enable_object_caching()
        super().__init__(typingctx, targetctx, library, *rest)

    def compile_extra(self, func: Any) -> Any:
        with _type_lookups_cached(self.state.typingctx):
            return super().compile_extra(func)


class _SubroutineCompiler(_KernelCompiler):
    library_class = _SubroutineLibrary

    def compile_extra(self, func: Any) -> Any:
        self.state.flags.no_compile = True
        result = super().compile_extra(func)
        result = result._replace(entry_point=object())  # a key by which callers find the code; it cannot be called
        self.state.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result


class _CacheFolder(_CacheLocator):
    """Keeps machine code in one folder for all installations of the same sources, named after their content.

    By default, numba has a folder for each path of a source file, so every clone compiles its own.
    """

    def __init__(self, line: int) -> None:
        self._line = line

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Self:  # noqa: ARG003  # numba's interface
        return cls(py_func.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        return str(CACHE)

    def get_source_stamp(self) -> str:  # empty: the name of the folder identifies the sources
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes = [_CacheFolder]  # type: ignore[list-item]  # noqa: RUF012  # as numba writes and types it


class _Cache(FunctionCache):
    _impl_class = _CacheImpl


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    njit: Any = numba.njit  # its type annotations lack some options
    compiled: Any = njit(nogil=True, error_model="numpy", _nrt=False, no_cfunc_wrapper=True, **options)(function)
    template = compiled.get_call_template
    compiled.get_call_template = lambda args, kws: template(tuple(_widest(arg) for arg in args), kws)
    return compiled


def subroutine(function: Callable[..., Any], **options: Any) -> Any:
    """Compile a subroutine. Calling it from Python raises TypeError, as it has no machine code."""
    compiled = _compiled(function, no_cpython_wrapper=True, pipeline_class=_SubroutineCompiler, **options)

    def refuse(*_: Any) -> None:
        raise TypeError(f"{function.__name__} runs inside kernels; from Python only with NUMBA_DISABLE_JIT=1")

    compiled._compile_for_args = refuse
    compiled.add_overload = lambda result: compiled.overloads.update({tuple(result.signature.args): result})
    return compiled


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a kernel on first use and keep it on disk, with all subroutines it needs."""
    compiled = _compiled(function, pipeline_class=_KernelCompiler)
    compiled._cache = _Cache(function)
    return compiled


def check() -> None:
    """Compile and run a small kernel, once for each cache folder. Raises any exception where numba works differently.

    A file in the folder records success. The name of the folder depends on the version of numba.
    """
    record = CACHE / "linking-checked"
    if record.exists():
        return
    add = subroutine(_add, forceinline=True)
    add_twice = subroutine(_caller_of(add))
    add_four_times = kernel(_caller_of(add_twice))
    counts = np.arange(3, dtype=np.int32)
    add_four_times(counts, 2)
    if counts.tolist() != [0, 1, 10]:
        raise RuntimeError(f"numba {numba.__version__} links kernels in another way")
    record.touch()


def _add(counts: Any, i: Any) -> None:
    counts[i] += i


def _caller_of(inner: Any) -> Callable[[Any, Any], None]:
    def call_twice(counts: Any, i: Any) -> None:
        inner(counts, i)
        inner(counts, i)

    return call_twice
