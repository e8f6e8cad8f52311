"""Kills builds of a book at random moments, as ``kill -9`` does, and lets the same command go on.

    python tests/e2e/killing.py CONFIG FOLDER KILLS SEED [JOBS]

Every build is a process of its own, forked from this one, which has built the book once, and so has imported all and
loaded the kernels, and has no threads: so its time is a build's, and not Python's start. Builds that end before their
moment are compared with the first, which nobody disturbed, and the next begins from nothing. Prints a JSON object.
Exits with 1 on the first difference.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

from commands import puzzlegen

from puzzlegen.book import checkpoint
from puzzlegen.cli import app

LEDGER = "ledger.sqlite"


def content(folder: Path) -> dict[str, bytes]:
    """Every file by name; of manifests what may not differ."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
            if path.name == "manifest.json":
                said = json.loads(path.read_bytes())
                said.pop("seconds", None)
                found[path.relative_to(folder).as_posix()] = json.dumps(said).encode()
    return found


def rows(ledger: Path, question: str) -> list[tuple[object, ...]]:
    """What a ledger says; nothing where there is none yet."""
    if not ledger.exists():
        return []
    with closing(sqlite3.connect(ledger)) as opened:
        try:
            return opened.execute(question).fetchall()
        except sqlite3.OperationalError:  # killed before it had its tables
            return []


def begin(words: list[str]) -> int:
    """Start a build; its number."""
    child = os.fork()
    if child == 0:
        with Path(os.devnull).open("w") as nothing:
            os.dup2(nothing.fileno(), 2)
            sys.argv = ["puzzlegen", *words]
            try:
                app.main()
            except SystemExit as leave:
                os._exit(int(leave.code or 0))
        os._exit(9)
    return child


def ended(child: int, patience: float) -> int | None:
    """The build's exit code if it ends in time."""
    end = time.monotonic() + patience
    while True:
        process, status = os.waitpid(child, os.WNOHANG)
        if process:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= end:
            return None
        time.sleep(0.002)


def main() -> None:
    config, folder, kills, seed = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    words = ["book", str(config), "-o", str(folder / "book"), "-q", "--jobs", (sys.argv[5:] or ["1"])[0]]
    issued = "SELECT number, section, puzzle, solution, seed, state FROM puzzles ORDER BY number"

    def anew() -> None:
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    checkpoint.FLUSH_SECONDS = 0.02  # as if the book were fifty times as long
    assert puzzlegen(*words[:-1], "1").returncode == 0
    assert threading.active_count() == 1
    anew()
    start = time.monotonic()
    assert ended(begin(words), 600) == 0
    whole = time.monotonic() - start
    expected, printed = content(folder / "book"), rows(folder / LEDGER, issued)
    moments, killed, compared, kept = random.Random(seed), 0, 0, []

    def compare() -> None:
        nonlocal compared
        compared += 1
        now = content(folder / "book")
        differing = [name for name in expected.keys() | now.keys() if expected.get(name) != now.get(name)]
        left = rows(folder / LEDGER, "SELECT count(*) FROM unfinished")
        if differing or rows(folder / LEDGER, issued) != printed or left != [(0,)]:
            sys.exit(f"after {killed} kills: {differing} differ, {left} rows left")

    anew()
    while killed < kills:
        child = begin(words)
        code = ended(child, moments.uniform(0, whole))
        if code is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            killed += 1
            kept += [row[0] for row in rows(folder / LEDGER, "SELECT count(*) FROM unfinished")]
        elif code == 0:
            compare()
            anew()
        else:
            sys.exit(f"after {killed} kills: a build ended with {code}")
    assert ended(begin(words), 600) == 0
    compare()
    print(json.dumps({"killed": killed, "compared": compared, "kept": kept, "seconds": whole}))


if __name__ == "__main__":
    main()
