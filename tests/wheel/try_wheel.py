"""Installs a wheel in a new environment and uses it there: ``python try_wheel.py WHEEL [--unconstrained]``.

Dependencies are installed in the releases of constraints.txt, or with ``--unconstrained`` in those that pip chooses.
Nothing else is installed, above all no compiler. Confirms the known answers of the kernels, makes and solves a puzzle,
makes and verifies a small book, opens the studio, and asks doctor which library is used. Prints sizes and times. Exits
with 1 and a line for the first thing that fails.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

ROOT = Path(__file__).parents[2]
FIRST, LATER = 3.0, 0.6  # seconds that a puzzle may take: the first with the check of the library, and any later one
RUNS = 5  # of the later ones; the quickest counts, because other programs run too
PUZZLE = ("generate", "--size", "10x10", "--seed", "wheel")
BOOK = """
title: A Small Book
author: Nobody
series: small
page: {trim: 6x9}
sections:
  - {name: One, count: 4, size: 6x5, difficulty: easy, per_page: 4}
  - {name: Two, count: 2, size: 8x8, difficulty: hard, per_page: 2}
front_matter:
  copyright: Copyright nobody.
back_matter: {notes_pages: 16}
"""
WORDS = {key: value for key, value in os.environ.items() if not key.startswith(("PUZZLEGEN", "PYTHON", "XDG_CACHE"))}


class FailedTrialError(Exception):
    """Something that the wheel should do does not work."""


class Trial:
    """A new environment with the wheel, in a folder of its own, with an empty cache."""

    def __init__(self, folder: Path, wheel: Path, constraints: dict[str, str]) -> None:
        self.folder, self.environment = folder, folder / "environment"
        venv.create(self.environment, with_pip=True)
        self.programs = self.environment / ("Scripts" if os.name == "nt" else "bin")
        self.suffix = ".exe" if os.name == "nt" else ""
        self.words = WORDS | {"XDG_CACHE_HOME": str(folder / "cache")}
        start = time.perf_counter()
        self.run("python", "-m", "pip", "install", "--quiet", wheel, cwd=ROOT, **constraints)
        size = self.size()
        print(f"installed in {time.perf_counter() - start:.0f} s, {size / 2**20:.0f} MiB of disk with pip")

    def size(self) -> int:
        """Return the bytes of disk that the environment takes: where the system tells, in whole blocks."""
        found = [path.lstat() for path in self.environment.rglob("*")]
        return sum(512 * one.st_blocks if hasattr(one, "st_blocks") else one.st_size for one in found)

    def run(self, program: str, *words: str | Path, cwd: Path | None = None, **variables: str) -> str:
        """Return what a program of the environment prints. Raises FailedTrialError if it fails."""
        command = [str(self.programs / (program + self.suffix)), *map(str, words)]
        done = subprocess.run(
            command, cwd=cwd or self.folder, env=self.words | variables, capture_output=True, text=True, check=False
        )
        if done.returncode or "interpreted" in done.stderr:
            raise FailedTrialError(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def timed(self, **variables: str) -> tuple[str, float]:
        """Return a puzzle and how long it took to make it."""
        start = time.perf_counter()
        puzzle = self.run("puzzlegen", *PUZZLE, **variables)
        return puzzle, time.perf_counter() - start

    def puzzles(self, what: str, **variables: str) -> str:
        """Make the first and later puzzles of a user, print how long they take, and return one of them."""
        puzzle, first = self.timed(**variables)
        again = [self.timed(**variables) for _ in range(RUNS)]
        if {one for one, _ in again} != {puzzle}:
            raise FailedTrialError("the same seed gives another puzzle")
        later = min(seconds for _, seconds in again)
        slow = first > FIRST or later > LATER
        wanted = f": slower than wanted, {FIRST} s and {LATER} s" if slow else ""
        print(f"{what}: first puzzle {first:.2f} s, later ones {later:.2f} s{wanted}")
        return puzzle

    def use_studio(self) -> None:
        """Open the studio, and get the page that the browser would show. Raises FailedTrialError if there is none."""
        command = [str(self.programs / f"puzzlegen{self.suffix}"), "studio", "--no-browser", "--folder", "books"]
        with started(command, self.folder, self.words) as server:
            assert server.stderr
            address = next((found[0] for line in server.stderr if (found := re.search(r"http://\S+", line))), None)
            if address is None:
                raise FailedTrialError("the studio did not start")
            with build_opener(HTTPCookieProcessor(CookieJar())).open(address, timeout=60) as reply:
                page = reply.read().decode("utf-8")
        if "<html" not in page or "puzzlegen" not in page:
            raise FailedTrialError(f"the studio shows something else:\n{page[:1000]}")

    def library(self) -> str:
        """Return the library that doctor names. Raises FailedTrialError if it does not lie in the environment."""
        checks = [json.loads(line) for line in self.run("puzzlegen", "doctor", "--format", "json").splitlines()]
        found = next(check["found"] for check in checks if check["what"] == "kernels")
        named = re.search(r"built[\\/]([a-z0-9_-]+\.(?:so|dylib|dll))", found)
        if named is None or str(self.environment.resolve()) not in found:
            raise FailedTrialError(f"doctor names no library of the wheel: {found}")
        return named[1]


@contextmanager
def started(command: list[str], folder: Path, words: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Run a program until the end of the block."""
    with subprocess.Popen(command, cwd=folder, env=words, stderr=subprocess.PIPE, text=True) as server:
        try:
            yield server
        finally:
            server.terminate()


def try_wheel(folder: Path, wheel: Path, constraints: dict[str, str]) -> None:
    """Use a wheel. Raises FailedTrialError at the first thing that fails."""
    trial = Trial(folder, wheel, constraints)
    packages = {one["name"] for one in json.loads(trial.run("python", "-m", "pip", "list", "--format", "json"))}
    if packages & {"numba", "llvmlite"}:
        raise FailedTrialError("the compiler was installed too")
    puzzle = trial.puzzles("new user")
    answer = trial.run("puzzlegen", "solve", puzzle.strip()).strip()
    if not re.search(r"[yn]{100}$", answer):
        raise FailedTrialError(f"no answer to {puzzle}: {answer}")
    # A file is no folder, on every system. Where there is /proc, the home folder is one where nothing can be made
    (folder / "file").touch()
    (folder / "temporary").mkdir()
    nowhere = Path("/proc") if Path("/proc").is_dir() else folder / "file"
    temporary = str(folder / "temporary")
    trial.puzzles(
        "cache that cannot be written",
        HOME=str(nowhere), XDG_CACHE_HOME=str(nowhere / "cache"), TMPDIR=temporary, TEMP=temporary, TMP=temporary,
    )  # fmt: skip
    trial.run("python", "-m", "puzzlegen.engine.known_answers")
    (folder / "book.yaml").write_text(BOOK, encoding="utf-8")
    start = time.perf_counter()
    trial.run("puzzlegen", "book", "book.yaml", "-o", "out")
    middle = time.perf_counter()
    trial.run("puzzlegen", "verify", "out")
    print(f"a book of 6 puzzles {middle - start:.1f} s, verifying it {time.perf_counter() - middle:.1f} s")
    trial.use_studio()
    print(f"the library is {trial.library()}")


def main(wheel: str, *options: str) -> int:
    """Try a wheel. Returns the exit code."""
    # a relative path, because pip splits the value at spaces; the variables also reach pip's own environments
    fixed = dict.fromkeys(("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"), "constraints.txt")
    with tempfile.TemporaryDirectory(prefix="wheel ", ignore_cleanup_errors=True) as folder:  # a space, as many have
        try:
            try_wheel(Path(folder).resolve(), Path(wheel).resolve(), {} if "--unconstrained" in options else fixed)
        except FailedTrialError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
