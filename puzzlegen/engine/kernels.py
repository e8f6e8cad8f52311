"""Loads kernels that were compiled when the package was built, and calls them.

A *kernel* is a function of the engine that Python calls. ``kernel_build`` compiles all of them into one shared library
for each platform; ``kernels.json`` beside the libraries says which arguments each takes. A library belongs to the
sources whose hash that file names. Where there is none for this machine, one is built if numba is installed. Otherwise
the functions stay plain Python, which gives the same results in about a hundred times the time.

A library takes the address of the tuple of arguments, and reads the type, shape and memory of arrays from the arrays
themselves. Their layout is part of numpy's binary interface for extension modules, that of a tuple part of Python's.
``_layout_fits`` confirms both when a library is loaded.
Each kernel compares types, shapes and memory order with its declaration before it reads anything else.

Before a library is used on a machine for the first time, a child process loads it and compares what all kernels do
with known answers (see ``known_answers``). Success is recorded in a file.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial, update_wrapper
from importlib.util import find_spec
from operator import index
from pathlib import Path
from struct import Struct
from struct import error as StructError
from typing import Any, NamedTuple, Protocol

import numpy as np

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

# How a size of an argument is compared. Each is followed by three numbers: symbol, factor, summand.
ANY, EQUAL, AT_LEAST, EQUAL_OR_NONE, SYMBOL_AT_MOST = range(5)
DIMENSIONS = 3  # the most an argument has
# Of the bytes that a call passes, in words of 64 bits: the status, the address of the table, that of the tuple of
# arguments, then the numbers among them, the address and sizes of each argument that is an array, symbols, and results
WORDS_BEFORE, FIELDS, SYMBOLS, RESULTS = 3, 4, 8, 4
TABLE_HEAD = (
    3  # words before the rows of a table: _HEAD, where a tuple has its items, the address of the type of arrays
)
_HEAD = object.__basicsize__  # bytes before the fields of an object: more where Python has no global lock
TYPE_WORD = 8  # where a dtype object has its kind, byte order and number, after the head
_READABLE, _WRITABLE = 0x101, 0x501  # flags of numpy: in C order and aligned; also writable
TYPE_BITS = ~0xFF000000  # without the byte of flags


class Builder(Protocol):
    """What ``kernel_build`` does with functions while it builds a library."""

    def subroutine(self, function: Callable[..., Any], *, inline: bool) -> Any:
        """Compile a function for kernels."""

    def kernel(self, function: Callable[..., Any], declared: tuple[Any, ...]) -> Any:
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


def kernel(*declared: str | type[NamedTuple]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark a function that Python calls, with the type and shape of each argument.

    "int" is a number. "int8[n, 2]" is an array in C order with two dimensions, "const int8[n]" one that may be
    read-only. Sizes are numbers, or symbols that stand for the same size in all arguments, with a factor and a summand:
    "2 * n + 1". ``_`` is any size, ">= n" at least so many, "n or 0" also none, "k <= n" the symbol k, which is at most
    n. A named tuple stands for its fields, one argument each; their annotations have the sizes, after "const" or not.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        if builder:
            compiled: Callable[..., Any] = builder.kernel(function, declared)
            return compiled
        found = load()
        return found.kernel(function) if found.library else function

    return decorate


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

    def kernel(self, function: Callable[..., Any]) -> Kernel:
        """Return the compiled form of a kernel."""
        return Kernel(self.library, function, **self.description["kernels"][function.__name__])


class Kernel:
    """A compiled kernel. It is called as the function that it was compiled from, which is ``__wrapped__``.

    A call raises TypeError for an argument of another type, shape or memory order, and for a read-only array.
    """

    def __init__(self, library: Any, function: Callable[..., Any], arguments: list[Any], results: int) -> None:
        update_wrapper(self, function)
        self._call = library[f"puzzlegen_{function.__name__}"]  # releases the interpreter's lock while it runs
        self._call.argtypes = (ctypes.c_char_p,) * 3
        self._name, self.arguments = function.__name__, arguments  # type and sizes of each, as kernels.json has them
        self._count, self._results = len(arguments), results
        self._numbers = [i for i, (dtype, _) in enumerate(arguments) if dtype == "int"]
        head = [_HEAD, tuple.__basicsize__, id(np.ndarray)]
        self._table = array("q", [*head, *(word for one in arguments for word in _table_row(*one))])
        given = WORDS_BEFORE + len(self._numbers)
        between = FIELDS * self._count + SYMBOLS
        self._pack = partial(Struct(f"8x{given - 1}q{8 * (between + RESULTS)}x").pack, self._table.buffer_info()[0])
        self._unpack = Struct(f"q{8 * (given - 1 + between)}x{results}q").unpack_from

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel."""
        if len(arguments) != self._count:
            raise TypeError(f"{self._name}: {len(arguments)} arguments instead of {self._count}")
        numbers = [index(arguments[i]) for i in self._numbers]
        try:
            space = self._pack(id(arguments), *numbers)  # fresh bytes: the kernel writes before anything else sees them
        except StructError as error:
            raise TypeError(f"{self._name}: a number of more than 64 bits") from error
        if self._call(space, space, space):
            raise RuntimeError(f"{self._name}: the compiled kernel failed")
        found = self._unpack(space)
        if found[0]:
            raise TypeError(f"{self._name}: {self._misfit(found[0] - 1, arguments[found[0] - 1])}")
        return found[1:] if self._results > 1 else found[1] if self._results else None

    def _misfit(self, i: int, found: Any) -> str:
        dtype, sizes = self.arguments[i]
        if type(found) is not np.ndarray:
            return f"argument {i + 1} is no numpy array"
        return (
            f"argument {i + 1} has another type, shape or memory order than declared, or is read-only: expected "
            f"{len(sizes)} dimensions of {dtype}, found {found.dtype} {found.shape}"
        )


def _table_row(dtype: str, sizes: list[list[int]]) -> list[int]:
    """Return the words that describe an argument to the library: a type or 0, number of dimensions, flags, sizes."""
    filled = [*sizes, *[[ANY, 0, 0, 0]] * (DIMENSIONS - len(sizes))]
    number = 0 if dtype == "int" else _type_word(np.dtype(dtype.removeprefix("const ")))
    flags = _READABLE if dtype.startswith("const ") else _WRITABLE
    return [number, len(sizes), flags, *(word for size in filled for word in size)]


def _type_word(dtype: np.dtype[Any]) -> int:
    """Return the bytes of a dtype object that tell types and byte orders apart."""
    return int(ctypes.c_int64.from_address(id(dtype) + _HEAD + TYPE_WORD).value & TYPE_BITS)


def _layout_fits() -> bool:
    """Return whether numpy's arrays are laid out as the libraries expect."""
    sample = np.empty((2, 3), np.int32)
    frozen = np.empty(4, ">i8")
    frozen.flags.writeable = False

    def word(owner: Any, at: int) -> int:
        return ctypes.c_int64.from_address(id(owner) + _HEAD + at).value

    sizes = tuple((ctypes.c_int64 * 2).from_address(word(sample, 16)))
    pair = (sample, frozen)
    types = {_type_word(np.dtype(name)) for name in ("i1", "u1", "i4", "u4", "i8", "f8", ">i4", ">i8")}
    return (
        word(sample, -8) == id(np.ndarray)
        and word(pair, tuple.__basicsize__ - _HEAD) == id(sample)
        and word(pair, tuple.__basicsize__ - _HEAD + 8) == id(frozen)
        and word(sample, 0) == sample.ctypes.data
        and (word(sample, 8) & 0xFFFFFFFF) == sample.ndim
        and sizes == sample.shape
        and word(sample, 40) == id(sample.dtype)
        and word(sample, 48) & _WRITABLE == _WRITABLE
        and word(frozen, 48) & _WRITABLE == _READABLE
        and len(types) == 8
    )


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
    if not _layout_fits():
        return _none(f"numpy {np.__version__} lays out arrays in another way")
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
            code = _exit_code_of(command, os.environ | {"PYTHONPATH": _python_path()})
    except OSError as error:
        return f"{folder}: no library can be built here: {error.strerror}"
    return f"building the library failed with exit code {code}" if code else ""


def _exit_code_of(command: Sequence[str], env: Mapping[str, str]) -> int:
    """Run a command in a session of its own, so that Ctrl-C comes to this process alone, which ends all that it began.

    Else the command and its processes print tracebacks.
    """
    with subprocess.Popen(command, env=env, start_new_session=True) as begun:
        try:
            return begun.wait()
        except BaseException:
            if os.name == "posix":
                os.killpg(begun.pid, signal.SIGKILL)
            begun.kill()
            raise
