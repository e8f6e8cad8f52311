"""Installs the package on every supported Python of this machine, from source and from a wheel, and uses it there.

    python try_pythons.py WHEEL

The Pythons are those of the path and of pyenv from 3.11 to 3.14. On each, a new environment gets a copy of the checkout
and another one the wheel, with the releases of constraints.txt, and makes a book: the bytes are the same everywhere. In
the first environment the unit tests of engine and board run too. Its kernels are those of this checkout; the newest
Python compiles them itself, which takes a minute of a processor. Where a Python before 3.11 is found, every way to
install must end with a line that names the oldest that serves.

Prints seconds by the clock. Exits with 1 and the output of what failed; on CI also if there is no Python 3.11 or no
later one.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from try_wheel import BOOK, WORDS, FailedTrialError

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OLDEST = tuple(map(int, PROJECT["requires-python"].removeprefix(">=").split(".")))
NEWEST = (3, 14)
NEEDS = "requires a different Python|needs Python 3.11"  # the words of pip, and those of make
FIXED = dict.fromkeys(("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"), "constraints.txt")
TESTS = ("tests/unit/engine", "tests/unit/board")
BUILT = "puzzlegen/engine/built"
FILES = ("interior.pdf", "puzzles.jsonl")  # of the book
ABOUT = "import ensurepip, sys, venv; print(*sys.version_info[:2], sys.executable)"  # Debian may lack the first


def pythons() -> dict[tuple[int, ...], str]:
    """Return the Pythons of this machine that can make an environment, one of each version, the path before pyenv."""
    path = os.environ.get("PATH", "").split(os.pathsep)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found: dict[tuple[int, ...], str] = {}
    for folder in [*map(Path, path), *sorted(pyenv.glob("versions/*/bin"))]:
        for program in sorted(folder.glob("python3.[0-9]*")):
            if re.fullmatch(r"python3\.\d+", program.name):
                done = subprocess.run([program, "-c", ABOUT], capture_output=True, text=True, check=False)
                if not done.returncode:
                    major, minor, executable = done.stdout.split(maxsplit=2)
                    found.setdefault((int(major), int(minor)), executable.strip())
    return found


def run(command: Iterable[str | Path], folder: Path, **variables: str) -> str:
    """Return what a command prints. Raises FailedTrialError with all of it if it fails."""
    words = [str(word) for word in command]
    joined = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(words, cwd=folder, env=WORDS | variables, **joined, text=True, check=False)
    if done.returncode:
        raise FailedTrialError(f"{' '.join(words)}\nexit code {done.returncode}\n{done.stdout}")
    return done.stdout


def copy_checkout(folder: Path) -> None:
    """Copy what a clone of this checkout has, with changes that are not committed."""
    listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], ROOT)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def install(python: str, environment: Path, source: Path, what: Iterable[str | Path], **words: str) -> Path:
    """Install into a new environment as the README says, in the folder of constraints.txt. Returns its programs."""
    run([python, "-m", "venv", environment], source)
    programs = environment / "bin"
    run([programs / "pip", "install", "--quiet", "--no-compile", *what], source, **FIXED, **words)
    return programs


def book(programs: Path, folder: Path) -> str:
    """Make a book, and return the digest of its files."""
    folder.mkdir()
    (folder / "book.yaml").write_text(BOOK, encoding="utf-8")
    made = run([programs / "puzzlegen", "book", "book.yaml", "-o", "out"], folder, XDG_CACHE_HOME=str(folder / "cache"))
    if "interpreted" in made:
        raise FailedTrialError(made)
    return sha256(b"".join((folder / "out" / name).read_bytes() for name in FILES)).hexdigest()


def from_source(python: str, folder: Path, libraries: Path | None) -> str:
    """Install a copy of the checkout, make a book and run the unit tests. Returns the digest of the book.

    The kernels are those of the folder ``libraries``, or compiled here without one.
    """
    source = folder / "source"
    copy_checkout(source)
    words = {}
    if libraries:
        shutil.copytree(libraries, source / BUILT)
        words = {"PUZZLEGEN_LIBRARIES": "none"}
    extra = [one for one in PROJECT["optional-dependencies"]["dev"] if one.startswith(("pytest>", "hypothesis"))]
    programs = install(python, folder / "environment", source, [".[jit]", *extra], **words)
    digest = book(programs, folder / "book")
    shutil.rmtree(source / "puzzlegen")  # the tests import what is installed
    run([programs / "pytest", "-q", "-p", "no:cacheprovider", *TESTS], source, PYTHONDONTWRITEBYTECODE="1")
    return digest


def from_wheel(python: str, folder: Path, wheel: Path) -> str:
    """Install the wheel and make a book. Returns the digest of the book."""
    return book(install(python, folder / "environment", ROOT, [wheel]), folder / "book")


def refused(python: str, folder: Path, wheel: Path) -> None:
    """Try each way to install on a Python that is too old. Raises FailedTrialError unless it is named as the reason."""
    copy_checkout(folder / "source")
    run([python, "-m", "venv", folder / "environment"], folder)
    pip = [folder / "environment" / "bin" / "pip", "install", "--quiet"]
    for command, fixed in (
        ([*pip, "."], FIXED),
        ([*pip, wheel], {}),  # with constraints, pip names a conflict of releases: no code of a wheel runs before
        (["make", "book", f"PYTHON={python}"], FIXED),
        (["make", "test", f"PYTHON={python}"], FIXED),
    ):
        try:
            run(command, folder / "source", **fixed)
        except FailedTrialError as error:
            if re.search(NEEDS, str(error)) and "Traceback" not in str(error):
                continue
            raise
        raise FailedTrialError(f"{' '.join(map(str, command))}: installed with a Python that is too old")


def main(wheel: str) -> int:
    """Try all Pythons, two at a time. Returns the exit code."""
    found = pythons()
    good = {version: python for version, python in found.items() if OLDEST <= version <= NEWEST}
    if OLDEST not in good or len(good) == 1:
        names = ", ".join(f"3.{version[1]}" for version in sorted(good)) or "none"
        needed = ".".join(map(str, OLDEST))
        print(
            f"this machine needs Python {needed} and a later one and has {names}: pyenv install 3.13", file=sys.stderr
        )
        if os.environ.get("CI"):
            return 1
    older = max((version for version in found if version < OLDEST), default=None)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pythons ") as name, ThreadPoolExecutor(2) as both:
        folder, made = Path(name), Path(wheel).resolve()
        work = {}
        compiling = max(good, default=None)
        tried: list[tuple[Callable[..., str | None], tuple[int, ...], Path | None]] = [
            (from_source, version, None if version == compiling else ROOT / BUILT) for version in sorted(good)[::-1]
        ]
        tried += [(from_wheel, version, made) for version in good]
        tried += [(refused, older, made)] if older else []
        for way, version, given in tried:
            what = f"Python 3.{version[1]} {way.__name__.replace('_', ' ')}"
            (folder / what).mkdir()
            work[what] = both.submit(way, found[version], folder / what, given)
        books, failed = set(), 0
        for what, future in work.items():
            try:
                digest = future.result()
            except FailedTrialError as error:
                failed += 1
                print(f"{what}: {error}", file=sys.stderr)
            else:
                books |= {digest} - {None}
                print(f"{what}: passed after {time.monotonic() - began:.0f} s", flush=True)
    if len(books) > 1:
        print("the books of the Pythons have other bytes than each other", file=sys.stderr)
    print(f"{len(work) - failed} passed, {failed + (len(books) > 1)} failed")
    return 1 if failed or len(books) > 1 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
