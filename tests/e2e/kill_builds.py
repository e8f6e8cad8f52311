"""Kills builds of a book at random moments, as ``kill -9`` does, and resumes them with the same command.

    python tests/e2e/kill_builds.py CONFIG FOLDER KILLS SEED [JOBS]

Each build runs in a process forked from this one, which has built the book once. So all modules and kernels are loaded,
and the time measured is that of a build without the start of Python. This process has no threads. A build that ends
before its moment is compared with the first, uninterrupted one, and the next build starts from an empty folder.
Prints a JSON object. Exits with 1 on the first difference.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

from commands import puzzlegen

from puzzlegen.book import reuse
from puzzlegen.cli import app

LEDGER = "ledger.sqlite"
MESSAGES = Path(tempfile.mkdtemp()) / "messages.txt"  # what the last build wrote to stderr


def content(folder: Path) -> dict[str, bytes]:
    """Return the content of each file by name; manifests without their seconds, which may differ."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
            if path.name == "manifest.json":
                manifest = json.loads(path.read_bytes())
                manifest.pop("seconds", None)
                found[path.relative_to(folder).as_posix()] = json.dumps(manifest).encode()
    return found


def rows(ledger: Path, query: str) -> list[tuple[object, ...]]:
    """Return the rows of a query to a ledger, none if the ledger does not exist."""
    if not ledger.exists():
        return []
    with closing(sqlite3.connect(ledger)) as opened:
        try:
            return opened.execute(query).fetchall()
        except sqlite3.OperationalError:  # killed before the tables were created
            return []


def start_build(arguments: list[str]) -> int:
    """Start a build and return its process id."""
    child = os.fork()
    if child == 0:
        with MESSAGES.open("w", encoding="utf-8") as messages:
            os.dup2(messages.fileno(), 2)
            sys.argv = ["puzzlegen", *arguments]
            try:
                app.main()
            except SystemExit as end:
                os._exit(int(end.code or 0))
        os._exit(9)
    return child


def wait_for(child: int, seconds: float) -> int | None:
    """Return the exit code of a build, None if it does not end in time."""
    end = time.monotonic() + seconds
    while True:
        process, status = os.waitpid(child, os.WNOHANG)
        if process:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= end:
            return None
        time.sleep(0.002)


def main() -> None:
    config, folder, kills, seed = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    arguments = ["book", str(config), "-o", str(folder / "book"), "-q", "--jobs", (sys.argv[5:] or ["1"])[0]]
    issued = "SELECT number, section, puzzle, solution, seed, state FROM puzzles ORDER BY number"

    def clear_folder() -> None:
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    reuse.FLUSH_SECONDS = 0.02  # as if the book were fifty times as long
    assert puzzlegen(*arguments[:-1], "1").returncode == 0
    for thread in threading.enumerate():  # the thread of the run's pool may still be ending
        if thread is not threading.current_thread():
            thread.join(10)
    assert threading.active_count() == 1
    clear_folder()
    start = time.monotonic()
    assert wait_for(start_build(arguments), 600) == 0
    seconds = time.monotonic() - start
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

    clear_folder()
    while killed < kills:
        child = start_build(arguments)
        code = wait_for(child, moments.uniform(0, seconds))
        if code is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            killed += 1
            kept += [row[0] for row in rows(folder / LEDGER, "SELECT count(*) FROM unfinished")]
        elif code == 0:
            compare()
            clear_folder()
        else:
            sys.exit(f"after {killed} kills: a build ended with {code}: {MESSAGES.read_text(encoding='utf-8')}")
    assert wait_for(start_build(arguments), 600) == 0
    compare()
    print(json.dumps({"killed": killed, "compared": compared, "kept": kept, "seconds": seconds}))


if __name__ == "__main__":
    main()
