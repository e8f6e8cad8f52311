"""The decorators that make a plain function a compiled kernel.

Numba counts references to every array at every call and slice, with locked instructions: that was two thirds of the
time of a solve and a third of compiling. A kernel that makes no array needs none of it (``_nrt=False``; numba refuses
to compile one that does), so Python makes all arrays.

By itself numba makes machine code of every function together with all it calls, once more in each of its callers. Ours
call each other ten deep, and only the topmost are ever called from Python. The others are *pieces*, translated for
LLVM and left at that; a kernel takes in each piece it needs once, and LLVM sees the whole once.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self

import numba
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from puzzlegen.engine.compile_cache import CACHE

# Operations that numba types by going through a dozen candidates, each time it meets one
_SLOWLY_TYPED = (operator.getitem, operator.setitem, operator.eq, operator.ne, bool)


def _widest(given: types.Type) -> types.Type:
    """The type a kernel is compiled for where it is given this one: all whole numbers and flags become int64."""
    return types.int64 if isinstance(given, (types.Integer, types.Boolean)) else given


class _KernelLibrary(JITCodeLibrary):
    """The code of a kernel: its own and the pieces', theirs too, as pieces do not take in what they call."""

    def add_linking_library(self, library: Any) -> None:
        for each in (library, *library._linking_libraries):  # callers first: what nobody calls so far is left out
            if each not in self._linking_libraries:
                each._ensure_finalized()
                self._linking_libraries.append(each)

    def _optimize_final_module(self) -> None:  # numba has a pass before this one, for counting references
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


class _PieceLibrary(_KernelLibrary):
    """The code of a piece, as it was translated."""

    def add_llvm_module(self, ll_module: Any) -> None:
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        self._finalized = True


@contextmanager
def _remembering(context: Any) -> Iterator[None]:
    """Let numba look up the type of such an operation once for each types of operands, not once for each operation."""
    slow = [context.resolve_value_type(operation) for operation in _SLOWLY_TYPED]
    slow = [each for each in slow if "get_call_type" not in vars(each)]  # those are set while a caller is compiled
    for each in slow:
        each.get_call_type = _remembered(each.get_call_type)
    try:
        yield
    finally:
        for each in slow:
            del each.get_call_type


def _remembered(look_up: Callable[..., Any]) -> Callable[..., Any]:
    found: dict[Any, Any] = {}

    def remembered(context: Any, args: Any, kws: Any) -> Any:
        if args not in found:
            found[args] = look_up(context, args, kws)
        return found[args]

    return remembered


class _KernelCompiler(Compiler):
    library_class: type[_KernelLibrary] = _KernelLibrary

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *rest: Any) -> None:
        library = self.library_class(targetctx.codegen(), "kernel")
        library.enable_object_caching()
        super().__init__(typingctx, targetctx, library, *rest)

    def compile_extra(self, func: Any) -> Any:
        with _remembering(self.state.typingctx):
            return super().compile_extra(func)


class _PieceCompiler(_KernelCompiler):
    library_class = _PieceLibrary

    def compile_extra(self, func: Any) -> Any:
        self.state.flags.no_compile = True
        result = super().compile_extra(func)
        result = result._replace(entry_point=object())  # by which callers find the code; there is nothing to run
        self.state.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result


class _Place(_CacheLocator):
    """Where machine code is kept: in one folder for all installations of these sources, after which it is named.

    By itself numba has a folder for each path that a source stands at, so that every clone compiles for itself.
    """

    def __init__(self, line: int) -> None:
        self._line = line

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Self:  # noqa: ARG003  # numba's interface
        return cls(py_func.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        return str(CACHE)

    def get_source_stamp(self) -> str:  # of nothing: the folder's name tells the sources
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes = [_Place]  # type: ignore[list-item]  # noqa: RUF012  # as numba writes and types it


class _Cache(FunctionCache):
    _impl_class = _CacheImpl


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    njit: Any = numba.njit  # its types leave out some options
    compiled: Any = njit(nogil=True, error_model="numpy", _nrt=False, no_cfunc_wrapper=True, **options)(function)
    if hasattr(compiled, "get_call_template"):  # not where numba runs interpreted
        template = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: template(tuple(_widest(arg) for arg in args), kws)
    return compiled


def _piece(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    compiled = _compiled(function, no_cpython_wrapper=True, pipeline_class=_PieceCompiler, **options)

    def refuse(*_: Any) -> None:
        raise TypeError(f"{function.__name__} runs inside kernels; from Python only with NUMBA_DISABLE_JIT=1")

    if hasattr(compiled, "get_call_template"):
        compiled._compile_for_args = refuse
        compiled.add_overload = lambda result: compiled.overloads.update({tuple(result.signature.args): result})
    piece: Callable[..., Any] = compiled
    return piece


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a piece: kernels and other pieces call it, Python cannot. LLVM decides what to merge with its callers."""
    return _piece(function)


def part(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a piece that is merged with its one caller.

    For what runs at every step of a trial, short as the step is: ten arrays are 85 arguments. Not for more than that:
    with all that has one caller merged, LLVM took 46 seconds for one function.
    """
    return _piece(function, forceinline=True)


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a kernel that Python calls: compiled on first use and kept on disk with all pieces it needs."""
    compiled = _compiled(function, pipeline_class=_KernelCompiler)
    if hasattr(compiled, "enable_caching"):  # not where numba runs interpreted
        compiled._cache = _Cache(function)
    kept: Callable[..., Any] = compiled
    return kept
