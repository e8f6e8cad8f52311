"""Loads kernels that were compiled when the package was built, and calls them.

A *kernel* is a function of the engine that Python calls. Its annotations are its declaration: ``int`` is a number,
``Annotated[Int8, "n"]`` an array, a named tuple of such fields a record, and records may hold records.
``kernel_build`` compiles all kernels into one shared library for each platform. A library belongs to the sources whose
hash ``kernels.json`` beside it names. Where there is none for this machine, one is built if numba is installed.
Otherwise the functions stay plain Python, which gives the same results in about a hundred times the time.

A call passes a table of 64-bit words: a number as it is, an array as its address and sizes. It is checked here, before.
Before a library is first used on a machine, a child process compares what all kernels do with known answers.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, update_wrapper
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from struct import Struct
from struct import error as StructError
from threading import local
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar, get_args, get_origin, get_type_hints

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
Random = Annotated[Int64, "1"]  # see random_numbers
RESULTS = 4  # the most integers that a kernel returns: they replace words 1 to 4 of the table, and word 0 is numba's
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


class Size(NamedTuple):
    """The size of one dimension as declared: ``factor`` times the size called ``name``, plus ``summand``."""

    text: str
    relation: str  # "" if equal; ">= " if at least; "0 or "; "_" if any
    factor: int
    name: str
    summand: int
    most: str  # a size that is at least as large, or ""

    @property
    def is_name(self) -> bool:
        """Whether the size in a call gives the name its value."""
        return (self.relation, self.factor, self.summand) == ("", 1, 0)

    def fits(self, size: int, known: dict[str, int]) -> bool:
        """Return whether a size is as declared. ``known`` has the sizes that have a name."""
        wanted = self.summand + (self.factor * known[self.name] if self.name else 0)
        if self.relation:
            return self.relation == "_" or (size >= wanted if self.relation == ">= " else size in (0, wanted))
        return size == wanted and (not self.most or size <= known[self.most])


class Array(NamedTuple):
    """An array as declared: its type, the size of each dimension, and whether it may be read-only."""

    dtype: np.dtype[Any]
    sizes: tuple[Size, ...]
    const: bool

    def __str__(self) -> str:
        """Return the words of messages."""
        return f"{self.dtype}[{', '.join(size.text for size in self.sizes)}]"


Declared = Array | dict[str, Any] | None  # an array; a record, as what its fields are; or a number
_SIZE: Any = re.compile(r"(>= |0 or |)(?:(?:(\d+) \* )?([a-z]+)(?: \+ (\d+))?|(\d+))(?: <= ([a-z]+))?|(_)")


def _size(text: str) -> Size:
    """Return the size that a text declares. Raises ValueError if it declares none."""
    match = _SIZE.fullmatch(text)
    if not match:
        raise ValueError(f"not the size of an array: {text!r}")
    relation, factor, name, summand, number, most, anything = match.groups()
    return Size(text, anything or relation, int(factor or 1), name or "", int(number or summand or 0), most or "")


@cache
def declared(hint: Any) -> Declared:
    """Return what an annotation declares, always the same object. Raises ValueError if a size cannot be read."""
    if hint in (int, bool):
        return None
    if get_origin(hint) is Annotated:
        dtype, text = hint.__metadata__
        return Array(dtype, tuple(map(_size, text.removeprefix("const ").split(", "))), text.startswith("const "))
    return {name: declared(field) for name, field in get_type_hints(hint, include_extras=True).items()}


def declaration(function: Callable[..., Any]) -> tuple[dict[str, Declared], int]:
    """Return the parameters and the number of results. Raises ValueError if no size gives a name its value."""
    hints = get_type_hints(function, include_extras=True)
    returned = hints.pop("return")
    parameters = {name: declared(hint) for name, hint in hints.items()}
    sizes = [size for _, wanted in leaves(parameters) if wanted for size in wanted.sizes]
    named = {size.name for size in sizes if size.is_name}
    unknown = {name for size in sizes for name in (size.name, size.most)} - named
    if unknown - {""}:
        raise ValueError(f"{function.__name__}: no size is just {', '.join(sorted(unknown - {''}))}")
    return parameters, 0 if returned is type(None) else len(get_args(returned)) or 1


def leaves(fields: dict[str, Any]) -> Iterator[tuple[str, Array | None]]:
    """Yield the arrays and numbers of a record or of all parameters with their names, in the order of a call."""
    for name, wanted in fields.items():
        if isinstance(wanted, dict):
            yield from leaves(wanted)
        else:
            yield name, wanted


def _sizes(fields: dict[str, Any], values: tuple[Any, ...]) -> Iterator[tuple[str, Size, int]]:
    """Yield the declared sizes of the arrays in nested records with their names, and those found."""
    for (name, wanted), value in zip(fields.items(), values, strict=True):
        if isinstance(wanted, Array):
            yield from ((name, *sizes) for sizes in zip(wanted.sizes, value.shape, strict=True))
        elif wanted is not None:
            yield from _sizes(wanted, value)


class Passed(NamedTuple):
    """What calls pass of a record or a read-only array that a thread keeps."""

    value: Any
    wanted: Declared  # as what the value was found sound
    words: list[int]
    shapes: int  # the number of its shapes in _SHAPES


class _Kept(local):
    """What a thread keeps: the last memory of each kind, what calls pass of it and of read-only arrays, and a table."""

    def __init__(self) -> None:
        self.memory: dict[Any, Any] = {}
        self.passed: dict[int, Passed] = {}  # by the id of a value, which is held, so that no other has its id
        self.table = (ctypes.c_int64 * _WORDS)()
        self.address = ctypes.addressof(self.table)


_WORDS = 256  # the longest table; those of make_boards have 100
_KEPT = _Kept()
_SHAPES: dict[Any, int] = {}  # a number for each combination of shapes
_NUMBERS = count()
_MOST_MEMORIES, _MOST_PASSED, _MOST_FITTING = 4, 64, 1000
_LARGEST = 10_000  # cells of boards whose memory is kept: about 5 MB


def kept(make: Callable[..., Memory], *sizes: int) -> Memory:
    """Return what ``make`` creates for some sizes, first cells. A thread keeps the last, as it takes a round's time."""
    memory: Memory | None = _KEPT.memory.get((make, sizes))
    if memory is None:
        memory = make(*sizes)
        if sizes[0] <= _LARGEST:
            _put(_KEPT.memory, (make, sizes), memory, _MOST_MEMORIES)
            kind: Any = type(memory)
            words: list[int] = []
            shapes: list[Any] = []
            _add({"": declared(kind)}, (memory,), words, shapes)
            _keep(memory, declared(kind), words, shapes)
    return memory


def _keep(value: Any, wanted: Declared, words: list[int], shapes: list[Any]) -> None:
    """Keep what calls pass of a value."""
    number = _SHAPES.setdefault(tuple(shapes), next(_NUMBERS))
    _put(_KEPT.passed, id(value), Passed(value, wanted, words, number), _MOST_PASSED)


def _put(store: dict[Any, Any], key: Any, value: Any, most: int) -> None:
    """Put an entry into a dictionary, in place of its oldest ones if it has ``most``."""
    while len(store) >= most:
        del store[next(iter(store))]
    store[key] = value


def _add(fields: dict[str, Declared], values: Any, words: list[int], shapes: list[Any]) -> None:
    """Add what a call passes of the fields of a record. Raises TypeError if a value is not as declared."""
    passed = _KEPT.passed
    for (name, wanted), value in zip(fields.items(), values, strict=True):
        if wanted is None:
            words.append(value)
            continue
        if isinstance(wanted, Array) and not wanted.const:
            _add_array(name, wanted, value, words, shapes)
            continue
        known = passed.get(id(value))
        if known is not None and known.value is value and known.wanted is wanted:
            words += known.words
            shapes.append(known.shapes)
        elif isinstance(wanted, Array):
            first = len(words)
            _add_array(name, wanted, value, words, shapes)
            if not value.flags.writeable and value.size <= 8 * _LARGEST:
                _keep(value, wanted, words[first:], shapes[-1:])
        elif isinstance(value, tuple) and len(value) == len(wanted):
            _add(wanted, value, words, shapes)
        else:
            raise TypeError(f"{name}: expected a tuple of {len(wanted)} fields, found {type(value).__name__}")


def _add_array(name: str, wanted: Array, value: Any, words: list[int], shapes: list[Any]) -> None:
    """Add the address and the sizes of an array to ``words``. Raises TypeError if it is not as declared."""
    dtype, sizes, const = wanted
    if type(value) is not _ndarray or value.dtype != dtype or value.ndim != len(sizes):
        actual = f"{value.dtype} {value.shape}" if isinstance(value, np.ndarray) else type(value).__name__
        raise TypeError(f"{name}: expected {wanted}, found {actual}")
    flags = value.flags
    if flags.carray:  # in C order, aligned and writable
        words.append(_address_of(_empty_at(value)))  # 5 times as fast as value.ctypes.data
    elif const and flags.c_contiguous and flags.aligned:
        words.append(value.ctypes.data)
    else:
        raise TypeError(f"{name}: expected {wanted} in C order, aligned{'' if const else ' and writable'}")
    words += value.shape
    shapes.append(value.shape)


_ndarray, _address_of = np.ndarray, ctypes.addressof  # found faster under names of this module
_empty_at: Any = (ctypes.c_char * 0).from_buffer


class Kernel:
    """A compiled kernel, called as its function, ``__wrapped__``. Raises TypeError for what is not as declared."""

    def __init__(self, library: Any, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self._name = function.__name__
        self._call = library[f"puzzlegen_{function.__name__}"]  # releases the interpreter's lock while it runs
        self._call.argtypes = (ctypes.c_void_p,) * 3
        self.wanted, results = declaration(function)
        words = sum(1 + (len(array.sizes) if array else 0) for _, array in leaves(self.wanted))
        self._pack_into = Struct(f"{8 * (1 + RESULTS)}x{words}q").pack_into
        self._unpack = Struct(f"8x{results}q").unpack_from
        self._fitting: dict[Any, None] = {}  # shapes of arguments that were found to fit each other

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel."""
        here = _KEPT
        words: list[int] = []
        shapes: list[Any] = []
        try:
            if len(arguments) != len(self.wanted):
                raise TypeError(f"{len(arguments)} arguments instead of {len(self.wanted)}")
            _add(self.wanted, arguments, words, shapes)
            key = tuple(shapes)
            if key not in self._fitting:
                self._compare(arguments)
                _put(self._fitting, key, None, _MOST_FITTING)
            self._pack_into(here.table, 0, *words)
        except (TypeError, StructError) as error:
            raise TypeError(f"{self._name}: {error}") from error
        if self._call(here.address, here.address, here.address):
            raise RuntimeError(f"{self._name}: the compiled kernel failed")
        results = self._unpack(here.table)
        return results if len(results) > 1 else results[0] if results else None

    def _compare(self, arguments: tuple[Any, ...]) -> None:
        """Raise TypeError unless all sizes are as declared. The last size of a name gives it its value."""
        sizes = list(_sizes(self.wanted, arguments))
        known = {wanted.name: length for _, wanted, length in sizes if wanted.is_name}
        for name, wanted, length in sizes:
            if not wanted.fits(length, known):
                raise TypeError(f"{name}: a size is {length} instead of {wanted.text}, where {known}")


class Loaded(NamedTuple):
    """What this process uses: a library and its description, or neither and the reason."""

    library: ctypes.CDLL | None = None
    description: dict[str, Any] = {}  # noqa: RUF012  # never changed
    path: Path | None = None
    reason: str = ""

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
            built = json.loads((folder / DESCRIPTION).read_text("utf-8"))
            if built["sources"] == source_hash():
                return str(built["code"])
    return code_hash()


@cache
def load() -> Loaded:
    """Return the library that fits this machine and these sources, checked, or the reason why there is none.

    Where there is none, a line on stderr names the reason, once for this process and those that it starts.
    """
    wish = os.environ.get(VARIABLE, "")
    if wish == INTERPRETED:
        return Loaded(reason=f"{VARIABLE} is {INTERPRETED}")
    if wish:
        return _open(Path(wish))
    loaded = _find()
    if loaded.library is None:
        os.environ[VARIABLE] = INTERPRETED
        print(f"The solver is interpreted, a hundred times slower than compiled: {loaded.reason}", file=sys.stderr)
    return loaded


def _find() -> Loaded:
    """Return the library of the package or that of the user's cache, which is built if numba is installed."""
    if MACHINE not in LIBRARIES:
        return Loaded(reason="no library is built for {} on {}".format(*MACHINE))
    reasons: list[str] = []
    for folder in (BUILT, own_build()):
        loaded, reason = _checked(folder)
        if loaded is not None:
            return loaded._replace(reason="; ".join(reasons))
        reasons += [reason] if reason else []
    if not find_spec("numba"):
        return Loaded(reason="; ".join(reasons) or "this package was built without a library for this platform")
    reason = _build()
    own, problem = _checked(own_build())
    return own or Loaded(reason="; ".join([*reasons, reason or problem]))


def _open(folder: Path) -> Loaded:
    """Load a library without a check. Raises OSError or ValueError if the files are damaged."""
    path = folder / LIBRARIES[MACHINE]
    description = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    return Loaded(ctypes.CDLL(str(path)), description, path)


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
    """Return where a check may be recorded. It spares half a second, so others may write there, too."""
    return [cache_folder(), Path(tempfile.gettempdir()) / f"puzzlegen-{getattr(os, 'getuid', str)()}"]


def _problem(path: Path) -> str:
    """Return what a child process finds wrong with a library, or nothing. Success is recorded for this machine."""
    digest = hashlib.sha256(platform.node().encode() + path.read_bytes()).hexdigest()[:24]
    places = _records()
    if any(os.path.exists(place / f"checked-{digest}") for place in places):  # noqa: PTH110  # it raises nothing
        return ""
    command, env = _child("known_answers", **{VARIABLE: str(path.parent)})
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


def _child(module: str, *words: str, **env: str) -> tuple[list[str], dict[str, str]]:
    """Return the command of a module of this package, which may run in another folder, and its environment."""
    path = os.pathsep.join([str(FOLDER.parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])
    return [sys.executable, "-m", f"puzzlegen.engine.{module}", *words], os.environ | {"PYTHONPATH": path} | env


def _build() -> str:
    """Build the library for this machine in the user's cache, while others wait; return what went wrong, or nothing."""
    from filelock import FileLock  # noqa: PLC0415  # only where something is built

    folder = own_build()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "lock"):
            if all((folder / name).exists() for name in (LIBRARIES[MACHINE], DESCRIPTION)):
                return ""
            code = _exit_code_of(*_child("kernel_build", str(folder)))
    except OSError as error:
        return f"{folder}: no library can be built here: {error.strerror}"
    return f"building the library failed with exit code {code}" if code else ""


def _exit_code_of(command: Sequence[str], env: Mapping[str, str]) -> int:
    """Run a command in a session that Ctrl-C does not reach; this process ends it, so that no traceback is printed."""
    with subprocess.Popen(command, env=env, start_new_session=True) as begun:
        try:
            return begun.wait()
        except BaseException:
            if os.name == "posix":
                os.killpg(begun.pid, signal.SIGKILL)
            begun.kill()
            raise
