"""Loads kernels that were compiled when the package was built.

A *kernel* is a function of the engine that Python calls (see ``kernel_calls``). ``kernel_build`` compiles all kernels
into one shared library for each platform. A library belongs to the sources whose hash ``kernels.json`` beside it names.
Where there is none for this machine, one is built if numba is installed. Otherwise the functions stay plain Python,
which gives the same results in about a hundred times the time.

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
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from puzzlegen.engine.kernel_calls import Kernel
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
