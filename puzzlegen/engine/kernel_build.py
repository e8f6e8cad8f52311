"""Builds the shared libraries of compiled kernels: ``python -m puzzlegen.engine.kernel_build FOLDER [PLATFORM ...]``.

The Python source of the engine is the only source. Numba translates kernels and subroutines to LLVM code, LLVM
optimizes them as one module for each of two parts and each platform, and a linker makes a shared library of the parts.
``kernels`` says how it is loaded. Numba and llvmlite are needed here only; their exact versions are fixed, because
private classes are used.

By default, numba optimizes a function together with everything it calls and generates machine code for it. It does so
again in each caller. Our functions call each other ten levels deep, and Python calls only the top level. So a function
is only translated here. That takes half of the time of optimizing each kernel by itself, as each subroutine is in
a module once.

Numba also counts references to every array at every call and slice, with locked instructions. That took two thirds of
the time of a solve. ``_nrt=False`` turns it off; numba then refuses to compile code that creates arrays, so Python
creates all of them.
"""

from __future__ import annotations

import gc
import json
import operator
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_origin, get_type_hints

import llvmlite
import numba
from llvmlite import ir
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from puzzlegen.engine import kernels
from puzzlegen.engine.kernel_linking import TARGETS, compile_object, link_library
from puzzlegen.engine.kernels import RESULTS, declaration
from puzzlegen.engine.sources import code_hash, source_hash

_WORD = ir.IntType(64)
# Numba tries a dozen candidates for the types of these operations, each time they occur
_SLOWLY_TYPED = (operator.getitem, operator.setitem, operator.eq, operator.ne, bool)


# --- Translation of single functions


class _Library(JITCodeLibrary):
    """The code of a function as translated, neither optimized nor turned into machine code, and that of its callees."""

    def add_linking_library(self, library: Any) -> None:
        for each in (library, *library._linking_libraries):
            if each not in self._linking_libraries:
                self._linking_libraries.append(each)

    def add_llvm_module(self, ll_module: Any) -> None:
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        self._finalized = True


class _Translator(Compiler):
    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *rest: Any) -> None:  # noqa: ARG002  # numba's
        super().__init__(typingctx, targetctx, _Library(targetctx.codegen(), "kernel"), *rest)

    def compile_extra(self, func: Any) -> Any:
        self.state.flags.no_compile = True
        with _type_lookups_cached(self.state.typingctx):
            result = super().compile_extra(func)
        result = result._replace(entry_point=object())  # a key by which callers find the code; it cannot be called
        self.state.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result


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


def _translated(function: Callable[..., Any], **options: Any) -> Any:
    """Return numba's form of a function, which is translated for each combination of types that its callers pass."""
    njit: Any = numba.njit  # its type annotations lack some options
    compiled: Any = njit(
        nogil=True, error_model="numpy", _nrt=False, no_cfunc_wrapper=True, no_cpython_wrapper=True,
        pipeline_class=_Translator, **options,
    )(function)  # fmt: skip
    template = compiled.get_call_template
    compiled.get_call_template = lambda args, kws: template(tuple(map(_widest, args)), kws)
    compiled.add_overload = lambda result: compiled.overloads.update({tuple(result.signature.args): result})
    return compiled


def _widest(given: types.Type) -> types.Type:
    """Return the type to compile for: int64 for all integers and booleans, the given type otherwise."""
    return types.int64 if isinstance(given, (types.Integer, types.Boolean)) else given


# --- The entry of a kernel: reads its arguments from the table of a call, and writes its results there


def _numba_type(hint: Any) -> types.Type:
    """Return the type that numba compiles a parameter or a field of a record for."""
    if hint in (int, bool):
        return types.int64
    if get_origin(hint) is Annotated:
        dtype, sizes = hint.__metadata__
        return types.Array(numba.from_dtype(dtype), sizes.count(", ") + 1, "C")
    return types.NamedTuple([_numba_type(field) for field in get_type_hints(hint, include_extras=True).values()], hint)


def _reader(wanted: Any) -> Any:
    """Return a function for compiled code that takes the address of a table and returns the arguments there."""

    @intrinsic
    def read(typing: Any, table: Any) -> Any:  # noqa: ARG001  # numba's interface
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001  # numba's form
            words = builder.inttoptr(args[0], _WORD.as_pointer())
            places = count(1 + RESULTS)

            def word() -> Any:
                return builder.load(builder.gep(words, [_WORD(next(places))]))

            def value(of: Any) -> Any:
                if hasattr(of, "types"):  # a tuple
                    return context.make_tuple(builder, of, [value(member) for member in of.types])
                if not isinstance(of, types.Array):
                    return word()
                array = context.make_array(of)(context, builder)
                data, shape = builder.inttoptr(word(), array.data.type), [word() for _ in range(of.ndim)]
                itemsize = _WORD(context.get_abi_sizeof(context.get_data_type(of.dtype)))
                strides = [itemsize]
                for size in shape[:0:-1]:
                    strides.insert(0, builder.mul(strides[0], size))
                populate_array(array, data, shape, strides, itemsize, None)
                return array._getvalue()

            return value(wanted)

        return wanted(types.int64), generate

    return read


@intrinsic
def _write_results(typing: Any, table: Any, result: Any) -> Any:  # noqa: ARG001  # numba's interface
    """Write the integers of a result into a table."""
    is_tuple = isinstance(result, types.BaseTuple)
    members = list(result) if is_tuple else [] if result == types.none else [result]
    if len(members) > RESULTS or not all(isinstance(member, (types.Integer, types.Boolean)) for member in members):
        raise TypeError(f"a kernel returns {result}: use int(), at most {RESULTS} times")

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001  # numba's form
        words = builder.inttoptr(args[0], _WORD.as_pointer())
        for i, member in enumerate(members):
            number = builder.extract_value(args[1], i) if is_tuple else args[1]
            number = context.cast(builder, number, member, types.int64)
            builder.store(number, builder.gep(words, [_WORD(1 + i)]))
        return context.get_dummy_value()

    return types.none(types.int64, result), generate


_write: Any = _write_results  # which compiled code calls without the argument ``typing``


def _entry(function: Any) -> Callable[[int], None]:
    """Return the entry of a kernel, in Python: it takes the address of a table (see kernels)."""
    hints = get_type_hints(function.py_func, include_extras=True)
    del hints["return"]
    read = _reader(types.Tuple([_numba_type(hint) for hint in hints.values()]))

    def entry(table: int) -> None:
        _write(table, function(*read(table)))

    return entry


class Translator:
    """Collects the kernels of the engine while its modules are imported (see kernels.builder)."""

    def __init__(self) -> None:
        """Begin without kernels."""
        self.kernels: list[Any] = []

    def subroutine(self, function: Callable[..., Any], *, inline: bool) -> Any:
        """Translate a function that kernels call."""
        return _translated(function, forceinline=inline)

    def kernel(self, function: Callable[..., Any]) -> Any:
        """Take a kernel down for ``translate``. Raises ValueError for a declaration that cannot be read."""
        declaration(function)
        self.kernels.append(_translated(function))
        return self.kernels[-1]

    def translate(self, modules: Sequence[str]) -> dict[str, Any]:
        """Translate the kernels of some modules with everything they call. Returns the entry of each by its name."""
        entries = {}
        for function in self.kernels:
            if function.py_func.__module__ in modules:
                entry = _translated(_entry(function))
                entry.compile((types.int64,))
                (compiled,) = entry.overloads.values()
                entries[function.__name__] = compiled
        return entries


# --- One module for each part of the kernels, and one library for each platform

# Modules with kernels; they import all others. A process for each part translates and optimizes it. What kernels of
# both parts call is in the library twice: 250 kB instead of 193, and 50 s of processor time instead of 43 (2026-11-27).
_PARTS = (
    ("thin",),
    (
        "adjustment", "climb", "clue_patterns", "drawn_boards", "grading", "mine_fitting", "mine_search",
        "no_guess_boards", "rating", "rounds",
    ),
)  # fmt: skip


class Part(NamedTuple):
    """Some kernels: their names, and an object file with all of them for each library."""

    kernels: list[str]
    objects: dict[str, bytes]


def compile_part(modules: Sequence[str], libraries: Sequence[str]) -> Part:
    """Compile the kernels of some modules of the engine. The process must not have imported the engine before."""
    gc.disable()  # it took a fifth of the time; without it, a process takes up to 0.7 GB
    translator = Translator()
    kernels.builder = translator
    modules = [f"puzzlegen.engine.{name}" for name in modules]
    for name in modules:
        import_module(name)
    translated = translator.translate(modules)
    module = link_module(translated)
    return Part(list(translated), {library: compile_object(module, TARGETS[library]) for library in libraries})


def link_module(translated: dict[str, Any]) -> Any:
    """Return the LLVM code of some kernels as one module. Only their entries can be called from outside."""
    libraries: list[Any] = []
    for entry in translated.values():
        for each in (entry.library, *entry.library._linking_libraries):
            libraries += [] if each in libraries else [each]
    module = libraries[0]._final_module
    for library in libraries[1:]:
        module.link_in(library._final_module)
    entries = {entry.fndesc.llvm_func_name: name for name, entry in translated.items()}
    for function in module.functions:
        if function.name in entries:
            function.name = f"puzzlegen_{entries[function.name]}"
        elif not function.is_declaration:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    return module


def build(folder: Path, libraries: Sequence[str], tell: Callable[[str], None]) -> None:
    """Build libraries and their description in a folder. ``tell`` gets a line before the work begins.

    Raises OSError or CalledProcessError if a library cannot be linked. Files that are there are replaced only at the
    end, the description last.
    """
    tell("Compiling the solver, about half a minute")
    with ProcessPoolExecutor(len(_PARTS), get_context("spawn")) as processes:
        pending = [processes.submit(compile_part, modules, libraries) for modules in _PARTS]
        answers = _known_answers()
        parts = [part.result() for part in pending]
    names = [name for part in parts for name in part.kernels]
    if set(names) != answers.keys():  # a module with a kernel is missing in _PARTS
        raise ValueError(f"kernels compiled or with known answers alone: {sorted(answers.keys() ^ set(names))}")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        for library in libraries:
            link_library([part.objects[library] for part in parts], names, library, Path(work) / library)
        description = {"sources": source_hash(), "code": code_hash(), "built_by": _BUILT_BY, "answers": answers}
        (Path(work) / kernels.DESCRIPTION).write_text(json.dumps(description, indent=1), "utf-8")
        for name in TARGETS.keys() - libraries:  # of other sources, so they would not fit the description
            (folder / name).unlink(missing_ok=True)
        for name in (*libraries, kernels.DESCRIPTION):
            (Path(work) / name).replace(folder / name)


_BUILT_BY = f"numba {numba.__version__}, llvmlite {llvmlite.__version__}"


def _known_answers() -> Any:
    asked = [sys.executable, "-m", "puzzlegen.engine.known_answers", "--print"]
    environment = os.environ | {kernels.VARIABLE: kernels.INTERPRETED}
    return json.loads(subprocess.run(asked, env=environment, capture_output=True, text=True, check=True).stdout)


def main(folder: str, *libraries: str) -> None:
    """Build into a folder: the library for this machine, or those named, or ``all``. Nothing is done if it fits."""
    wanted = list(TARGETS) if libraries == ("all",) else list(libraries or [kernels.LIBRARIES[kernels.MACHINE]])
    with suppress(OSError, ValueError, KeyError):
        there = json.loads((Path(folder) / kernels.DESCRIPTION).read_text("utf-8"))
        fits = (there["sources"], there["built_by"]) == (source_hash(), _BUILT_BY)
        if fits and all((Path(folder) / library).is_file() for library in wanted):
            return
    build(Path(folder), wanted, lambda words: print(words, file=sys.stderr, flush=True))
    times = os.times()
    seconds = times.user + times.system + times.children_user + times.children_system
    print(f"Compiled the solver: {seconds:.0f} s of processor time", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
