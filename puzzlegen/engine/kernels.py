"""Loads kernels that were compiled when the package was built, and calls them.

A *kernel* is a function of the engine that Python calls. Its annotations are its declaration: ``int`` is a number,
``Annotated[Int8, "n"]`` an array, a named tuple of such arrays a record, which may hold records in turn.
``kernel_build`` compiles all kernels into one shared library for each platform. A library belongs to the sources whose
hash ``kernels.json`` beside it names. Where there is none for this machine, one is built if numba is installed.
Otherwise the functions stay plain Python, which gives the same results in about a hundred times the time.

A call passes one table of 64-bit words: a number as it is, an array as its address and sizes, in the order of the
parameters. Types, memory order and sizes are compared here, before the call.

Before a library is used on a machine for the first time, a child process loads it and compares what all kernels do
with known answers (see ``known_answers``). Success is recorded in a file.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache, update_wrapper
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from struct import Struct
from struct import error as StructError
from threading import local
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.sources import FOLDER, code_hash, source_hash

BUILT = FOLDER / "built"  # the libraries and the file that describes them
DESCRIPTION = "kernels.json"
CACHE_VARIABLE = "PUZZLEGEN_CACHE"
# "interpreted": use no library. A path: use the description of this name and the library beside it without a check.
VARIABLE = "PUZZLEGEN_KERNELS"
INTERPRETED = "interpreted"
LIBRARIES = {
    ("linux", "x86_64"): "linux-x86_64.so",
    ("linux", "aarch64"): "linux-aarch64.so",
    ("darwin", "arm64"): "macos-arm64.dylib",
    ("darwin", "x86_64"): "macos-x86_64.dylib",
    ("win32", "AMD64"): "windows-x86_64.dll",
}
MACHINE = (sys.platform, platform.machine())

# Arrays as kernels and records declare them: Annotated[Int8, "n, 2"] has two dimensions and C order. A size is a name,
# which stands for the same size in all arguments of a call; a multiple and a sum, "2 * n + 1"; ">= n"; "0 or n";
# "k <= n" for the name k, which is at most n; or "_" for any. After "const" the array may be read-only.
UInt8 = Annotated[NDArray[np.uint8], np.dtype(np.uint8)]
Int8 = Annotated[NDArray[np.int8], np.dtype(np.int8)]
Int32 = Annotated[NDArray[np.int32], np.dtype(np.int32)]
UInt32 = Annotated[NDArray[np.uint32], np.dtype(np.uint32)]
Int64 = Annotated[NDArray[np.int64], np.dtype(np.int64)]
Float64 = Annotated[NDArray[np.float64], np.dtype(np.float64)]
# Arguments of many kernels: the neighborhood (see board.grid), and an entry a node
Starts = Annotated[Int32, "const n + 1"]
Cells = Annotated[Int32, "const pairs"]
Coordinates = Annotated[Int32, "const n + 1, 3"]
Nodes = Annotated[Int8, "n"]
Random = Annotated[Int64, "1"]
RESULTS = 4  # the most that a kernel returns; the first words of a table, after one that numba fills


Memory = TypeVar("Memory")


class Builder(Protocol):
    """What ``kernel_build`` does with functions while it builds a library."""

    def subroutine(self, function: Callable[..., Any], *, inline: bool) -> Any:
        """Compile a function for kernels."""

    def kernel(self, function: Callable[..., Any]) -> Any:
        """Compile a function for Python."""


builder: Builder | None = None  # kernel_build sets it before it imports the rest of the engine


def subroutine(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function that kernels and other subroutines call, but Python does not. LLVM decides what to inline."""
    compiled: Callable[..., Any] = builder.subroutine(function, inline=False) if builder else function
    return compiled


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a subroutine that is inlined into its only caller.

    For code that runs at every step of a trial where the step is short: ten arrays are 85 arguments. Use it for
    nothing else: with all functions inlined that have one caller, LLVM took 46 seconds for one function.
    """
    compiled: Callable[..., Any] = builder.subroutine(function, inline=True) if builder else function
    return compiled


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function that Python calls. It returns nothing, an integer, or a tuple of up to RESULTS integers."""
    if builder:
        compiled: Callable[..., Any] = builder.kernel(function)
        return compiled
    library = load().library
    return Kernel(library, function) if library else function


class Leaf(NamedTuple):
    """An array as declared: type, the text of each size, and whether it may be read-only."""

    dtype: np.dtype[Any]
    sizes: tuple[str, ...]
    const: bool


Declared = Leaf | list[Any] | None  # an array; a record, as a list of what its fields are; a number


@cache
def declared(hint: Any) -> Declared:
    """Return what the annotation of a parameter or a field declares."""
    if hint in (int, bool):
        return None
    if get_origin(hint) is Annotated:
        dtype, text = hint.__metadata__
        return Leaf(dtype, tuple(text.removeprefix("const ").split(", ")), text.startswith("const "))
    return [declared(field) for field in get_type_hints(hint, include_extras=True).values()]


def leaves(values: Any, kind: type) -> list[Any]:
    """Return the values in nested tuples or lists, those of ``kind`` in their order."""
    if isinstance(values, (list, tuple)) and not isinstance(values, Leaf):
        return [leaf for one in values for leaf in leaves(one, kind)]
    return [values] if isinstance(values, kind) else []


class Passed(NamedTuple):
    """What calls pass of a record or a read-only array that is kept; ``shapes`` is a number for its shapes."""

    value: Any
    words: list[int]
    shapes: int


class _Memory(local):
    """What a thread keeps: the last memory of each kind, and what calls pass of it and of read-only arrays."""

    def __init__(self) -> None:
        self.made: dict[Any, Any] = {}
        self.passed: dict[int, Passed] = {}


_MEMORY = _Memory()
_SHAPES: dict[Any, int] = {}  # a number for each combination of shapes
_NUMBERS = count()
LARGEST_KEPT = 10_000  # cells: about 5 MB
_NOTHING: Any = ctypes.c_char * 0


def kept(make: Callable[..., Memory], *sizes: int) -> Memory:
    """Return what ``make`` creates for some sizes, the first of them cells. A thread keeps the last few.

    Creating the memory of a solve takes Python longer than a round, and so does finding where its arrays are.
    """
    found = _MEMORY.made.get((make, sizes))
    if found is None:
        found = make(*sizes)
        if sizes[0] <= LARGEST_KEPT:
            _put(_MEMORY.made, (make, sizes), found, 4)
            _keep(found, declared(cast(Any, type(found))))
    return cast(Memory, found)


def _keep(value: Any, wanted: Declared) -> None:
    words: list[int] = []
    shapes: list[Any] = []
    _add(value, wanted, words, shapes)
    _put(_MEMORY.passed, id(value), Passed(value, words, _SHAPES.setdefault(tuple(shapes), next(_NUMBERS))), 64)


def _put(store: dict[Any, Any], key: Any, value: Any, most: int) -> None:
    while len(store) >= most:
        del store[next(iter(store))]
    store[key] = value


def _add(value: Any, wanted: Declared, words: list[int], shapes: list[Any]) -> None:
    """Add what a call passes of a value to ``words``. Raises TypeError if it is not as declared."""
    if wanted is None:
        words.append(value)
        return
    if isinstance(wanted, list):
        for one, field in zip(value, wanted, strict=True):
            _add(one, field, words, shapes)
        return
    if type(value) is not np.ndarray or value.dtype != wanted.dtype or value.ndim != len(wanted.sizes):
        raise TypeError(f"expected {wanted}, found {getattr(value, 'dtype', type(value))} {np.shape(value)}")
    if value.flags.carray:  # in C order, aligned and writable
        words.append(ctypes.addressof(_NOTHING.from_buffer(value)))
    elif wanted.const and value.flags.c_contiguous and value.flags.aligned:
        words.append(value.ctypes.data)
    else:
        raise TypeError(f"an array is not in C order, not aligned, or read-only: expected {wanted}")
    shape = value.shape
    words += shape
    shapes.append(shape)


class Kernel:
    """A compiled kernel. It is called as the function that it was compiled from, which is ``__wrapped__``.

    A call raises TypeError for an argument of another type, shape or memory order, and for a read-only array.
    """

    def __init__(self, library: Any, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self._name = function.__name__
        self._call = library[f"puzzlegen_{function.__name__}"]  # releases the interpreter's lock while it runs
        self._call.argtypes = (ctypes.c_char_p,) * 3
        hints = get_type_hints(function, include_extras=True)
        returned = hints.pop("return")
        self.wanted = [declared(hint) for hint in hints.values()]
        self._sizes = [text for leaf in leaves(self.wanted, Leaf) for text in leaf.sizes]
        words = len(self._sizes) + len(leaves(self.wanted, Leaf | None))  # type: ignore[arg-type]
        self._pack = Struct(f"{8 * (1 + RESULTS)}x{words}q").pack
        results = 0 if returned is type(None) else len(get_args(returned)) or 1
        self._unpack = Struct(f"8x{results}q").unpack_from
        self._fitting: set[Any] = set()  # shapes of arguments that were found to fit each other

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel."""
        words: list[int] = []
        shapes: list[Any] = []
        known = _MEMORY.passed
        try:
            for value, wanted in zip(arguments, self.wanted, strict=True):
                if wanted is None:
                    words.append(value)
                    continue
                passed = known.get(id(value))
                if passed is not None and passed.value is value:
                    words += passed.words
                    shapes.append(passed.shapes)
                    continue
                _add(value, wanted, words, shapes)
                if type(value) is np.ndarray and not value.flags.writeable:
                    _keep(value, wanted)
            key = tuple(shapes)
            if key not in self._fitting:
                self._compare([size for one in leaves(arguments, np.ndarray) for size in one.shape])
                self._fitting.add(key)
            table = self._pack(*words)  # fresh bytes: the kernel writes its results there
        except (TypeError, ValueError, StructError) as error:
            raise TypeError(f"{self._name}: {error}") from error
        if self._call(table, table, table):
            raise RuntimeError(f"{self._name}: the compiled kernel failed")
        results = self._unpack(table)
        return results if len(results) > 1 else results[0] if results else None

    def _compare(self, sizes: list[int]) -> None:
        """Raise TypeError unless all sizes are as declared: first those that are names, then those made of them."""
        named = [(text.split(" <= ")[0], size) for text, size in zip(self._sizes, sizes, strict=True)]
        known = {name: size for name, size in named if name.isidentifier()}
        for text, size in zip(self._sizes, sizes, strict=True):
            if text != "_" and not _fits(size, text, known):
                raise TypeError(f"a size is {size} instead of {text}, with {known}")


_SIZE: Any = re.compile(r"(>= |0 or |)(?:(?:(\d+) \* )?([a-z]+)(?: \+ (\d+))?|(\d+))(?: <= ([a-z]+))?")


def _fits(size: int, text: str, known: dict[str, int]) -> bool:
    relation, factor, name, summand, number, most = _SIZE.fullmatch(text).groups()
    wanted = int(number) if number else int(factor or 1) * known[name] + int(summand or 0)
    if relation == "0 or " and size == 0:
        return True
    return (size >= wanted if relation == ">= " else size == wanted) and (not most or size <= known[most])


class Loaded(NamedTuple):
    """What this process uses: a library and its description, or neither and the reason."""

    library: ctypes.CDLL | None
    description: dict[str, Any]
    path: Path | None
    reason: str

    @property
    def built_by(self) -> str:
        """The compiler and its version, or "interpreted"."""
        return self.description["built_by"] if self.library else INTERPRETED


def cache_folder() -> Path:
    """Return the folder of this user for what can be made again: PUZZLEGEN_CACHE, or the usual one."""
    home = os.path.expanduser("~/.cache")  # noqa: PTH111  # Path.home() raises without a home, as in some containers
    return Path(os.environ.get(CACHE_VARIABLE) or os.environ.get("XDG_CACHE_HOME") or home) / "puzzlegen"


def own_build() -> Path:
    """Return the folder of the library that this user has built for these sources."""
    return cache_folder() / f"kernels-{source_hash()[:16]}"


@cache
def engine_version() -> str:
    """Return a hash of the engine's code, which stays the same if only comments change (see sources.code_hash)."""
    for folder in (BUILT, own_build()):
        with suppress(OSError, ValueError, KeyError):
            found = json.loads((folder / DESCRIPTION).read_text("utf-8"))
            if found["sources"] == source_hash():
                return str(found["code"])
    return code_hash()


@cache
def load() -> Loaded:
    """Return the library that fits this machine and these sources, checked, or the reason why there is none.

    Where there is none, a line on stderr names the reason, once for this process and those that it starts.
    """
    wish = os.environ.get(VARIABLE, "")
    if wish == INTERPRETED:
        return _none(f"{VARIABLE} is {INTERPRETED}")
    if wish:
        return _open(Path(wish))
    found = _find()
    if found.library is None:
        os.environ[VARIABLE] = INTERPRETED
        print(f"The solver is interpreted, a hundred times slower than compiled: {found.reason}", file=sys.stderr)
    return found


def _find() -> Loaded:
    """Return the library of the package or that of the user's cache, which is built if numba is installed."""
    if MACHINE not in LIBRARIES:
        return _none("no library is built for {} on {}".format(*MACHINE))
    reasons: list[str] = []
    for folder in (BUILT, own_build()):
        found, reason = _checked(folder)
        if found is not None:
            return found._replace(reason="; ".join(reasons))
        reasons += [reason] if reason else []
    if not find_spec("numba"):
        return _none("; ".join(reasons) or "this package was built without a library for this platform")
    reason = _build()
    found, problem = _checked(own_build())
    return found or _none("; ".join([*reasons, reason or problem]))


def _none(reason: str) -> Loaded:
    return Loaded(None, {}, None, reason)


def _open(folder: Path) -> Loaded:
    """Load a library without a check. Raises OSError or ValueError if the files are damaged."""
    path = folder / LIBRARIES[MACHINE]
    description = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    return Loaded(ctypes.CDLL(str(path)), description, path, "")


def _checked(folder: Path) -> tuple[Loaded | None, str]:
    """Return the library in a folder, or None and what is wrong with it; no words where there is none."""
    path = folder / LIBRARIES[MACHINE]
    try:
        if not path.is_file() or json.loads((folder / DESCRIPTION).read_text("utf-8"))["sources"] != source_hash():
            return None, ""
        problem = _problem(path)
        return (None, f"{path}: {problem}") if problem else (_open(folder), "")
    except (OSError, ValueError, KeyError) as error:
        return None, f"{path}: {error}"


CHECK_SECONDS = 60  # the check takes half a second; a kernel that does not end would hold up every command


def _records() -> list[Path]:
    """Return where a check may be recorded: the user's cache, or where that cannot be written, temporary files.

    A record only spares a check of half a second, so it does no harm where others can write too.
    """
    user = getattr(os, "getuid", lambda: "")()
    return [cache_folder(), Path(tempfile.gettempdir()) / f"puzzlegen-{user}"]


def _problem(path: Path) -> str:
    """Return what a child process finds wrong with a library, or nothing. Success is recorded for this machine."""
    digest = hashlib.sha256(platform.node().encode() + path.read_bytes()).hexdigest()[:24]
    places = _records()
    for place in places:
        with suppress(OSError):
            if (place / f"checked-{digest}").exists():
                return ""
    command = [sys.executable, "-m", "puzzlegen.engine.known_answers"]
    env = os.environ | {VARIABLE: str(path.parent), "PYTHONPATH": _python_path()}
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=CHECK_SECONDS)
    except subprocess.TimeoutExpired:
        return f"the check of its kernels took more than {CHECK_SECONDS} s"
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        return f"the check of its kernels failed: {last[0]}"
    for place in places:
        with suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            (place / f"checked-{digest}").touch()
            break
    return ""


def _python_path() -> str:
    """Return the search path for a child, which may run in another folder, with this package in front."""
    return os.pathsep.join([str(FOLDER.parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])


def _build() -> str:
    """Build the library for this machine in the user's cache, and return what went wrong, or nothing.

    One process builds while others wait.
    """
    from filelock import FileLock  # noqa: PLC0415  # only where something is built

    folder = own_build()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "lock"):
            if all((folder / name).exists() for name in (LIBRARIES[MACHINE], DESCRIPTION)):
                return ""
            command = [sys.executable, "-m", "puzzlegen.engine.kernel_build", str(folder)]
            done = subprocess.run(command, env=os.environ | {"PYTHONPATH": _python_path()}, check=False)
    except OSError as error:
        return f"{folder}: no library can be built here: {error.strerror}"
    return f"building the library failed with exit code {done.returncode}" if done.returncode else ""
