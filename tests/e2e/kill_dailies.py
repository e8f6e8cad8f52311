"""Kills runs of a daily, and runs the same command again.

    python tests/e2e/kill_dailies.py points FOLDER [STEP [OFFSET]]
    python tests/e2e/kill_dailies.py random FOLDER KILLS SEED

All runs publish. ``points`` kills the first run of a series before every file operation and every statement of the
ledger; then a later run, which issues a day, opens one and starts a month; then one that withdraws a day, one that
issues a day again, one that issues days in advance, and one that swaps two of them. STEP takes only every STEP-th
operation. ``random`` draws real files and kills whatever run is next at a random moment, with ``kill -9``. After each
kill the published folder may have no temporary files, and the same command runs until it succeeds; folders and ledger
must then be those of runs that nobody disturbed.

Each run is a process forked from this one, which has loaded all modules and kernels. Operations are seen by an audit
hook of Python. At an operation that opens a file for writing, the file is created or emptied before the kill, as if
its content had not been written yet. Prints a JSON object. Exits with 1 on the first difference.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from daily_runs import standin
from kill_builds import rows, wait_for

from puzzlegen.cli import app
from puzzlegen.daily import day_files

CONFIG = """
title: Killed
series: killed
address: https://daily.example/
start: 2026-11-29
week:
  monday: {size: 5x4, difficulty: easy}
  tuesday: {size: 4x5, difficulty: easy}
  sunday: {size: 6x5, difficulty: easy}
"""
FIRST = ("--date", "2026-11-29", "--days", "2", "--as-of", "2026-11-30")
LATER = ("--date", "2026-12-01", "--as-of", "2026-12-01")
WITHDRAWN = ("--withdraw", "2026-11-30", "--as-of", "2026-12-01")
REISSUED = ("--date", "2026-11-29", "--reissue", "--as-of", "2026-12-01")
COMING = ("--date", "2026-12-06", "--days", "3", "--as-of", "2026-12-01")
SWAPPED = ("--date", "2026-12-06", "--swap", "2026-12-08", "--as-of", "2026-12-01")
CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.link", "os.symlink"}
WRITING = os.O_WRONLY | os.O_RDWR
# What the ledger records, without times
DAYS = """
SELECT date, days.number, puzzles.id, record, settings, placed, manifest_sha256, state
FROM days JOIN puzzles ON puzzles.id = days.puzzle ORDER BY date
"""
HELD = "SELECT id, number, section, puzzle, solution, seed, state FROM puzzles ORDER BY id"
# Once this is recorded, the day is issued again, and the command would issue it once more
REISSUE_DONE = "SELECT 1 FROM puzzles JOIN days ON id = days.puzzle WHERE placed AND seed LIKE '%again after%'"
PRINTED = "SELECT title, folder, config_sha256, placed FROM printings"


def content(folder: Path) -> dict[str, object]:
    """Return all files and folders of a series and of its published copy, and what its ledger records."""
    paths = [path for top in ("d", "p") for path in (folder / top).rglob("*")]
    found: dict[str, object] = {str(path.relative_to(folder)): path.is_file() and path.read_bytes() for path in paths}
    ledger = folder / "ledger.sqlite"
    return found | {"ledger": [rows(ledger, DAYS), rows(ledger, HELD), rows(ledger, PRINTED)]}


def kill_before(operation: int) -> Callable[[], None]:
    """Return a preparation of a run: end the process before its ``operation``-th operation, counted from 1."""
    count = 0

    def step(prepare: Callable[[], object] = lambda: None) -> None:
        nonlocal count
        count += 1
        if count == operation:
            prepare()
            os._exit(77)

    def watch(event: str, values: tuple[Any, ...]) -> None:
        if event in CHANGES:
            step()
        elif event == "open" and isinstance(values[2], int) and values[2] & WRITING:
            path, flags = values[0], values[2]
            if isinstance(path, str) and not path.startswith("/dev/"):
                step(lambda: os.close(_open(path, flags, 0o666)))

    _open, flush, connect = os.open, os.fsync, sqlite3.connect

    def flushing(handle: int) -> None:
        step()
        flush(handle)

    def connecting(*values: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*values, **options)
        connection.set_trace_callback(lambda _: step())
        return connection

    def prepare() -> None:
        os.fsync, sqlite3.connect = flushing, connecting
        sys.addaudithook(watch)

    return prepare


def start(folder: Path, words: tuple[str, ...], prepare: Callable[[], None] = lambda: None) -> int:
    """Start a run and return its process id."""
    child = os.fork()
    if child == 0:
        with (folder / "stderr.txt").open("w") as errors:
            os.dup2(errors.fileno(), 2)
        sys.argv = [
            "puzzlegen",
            "daily",
            str(folder.parent / "daily.yaml"),
            "-o",
            str(folder / "d"),
            "--jobs",
            "1",
            "-q",
            "--publish",
            str(folder / "p"),
            *words,
        ]
        code = 9
        prepare()
        try:
            app.main()
        except SystemExit as end:
            code = int(end.code or 0)
        except BaseException:
            traceback.print_exc()
        sys.stderr.flush()
        os._exit(code)
    return child


def run(folder: Path, words: tuple[str, ...], prepare: Callable[[], None] = lambda: None) -> int:
    """Run the command and return its exit code."""
    code = wait_for(start(folder, words, prepare), 600)
    assert code is not None
    return code


def check_upload(folder: Path, what: str) -> None:
    """Exit with 1 if the published folder of a killed run has files or folders that no upload may carry."""
    if hidden := sorted(path.name for path in (folder / "p").rglob(".*")):
        fail(folder, f"{what}: {hidden} in the published folder")


def fail(folder: Path, what: str) -> None:
    sys.exit(f"{what}: {(folder / 'stderr.txt').read_text()}")


def compare(folder: Path, expected: dict[str, object], what: str) -> None:
    """Exit with 1 if the folder or the ledger differs."""
    now = content(folder)
    differing = sorted(name for name in expected.keys() | now.keys() if expected.get(name) != now.get(name))
    if differing:
        fail(folder, f"{what}: {differing} differ")


def is_done(folder: Path, words: tuple[str, ...], expected: dict[str, object]) -> bool:
    """Return whether a killed run did what the same command would do once more: it was only to publish."""
    if words is SWAPPED:
        now = content(folder)
        return all(now.get(name) == one for name, one in expected.items() if name.startswith("d/"))
    return words is REISSUED and bool(rows(folder / "ledger.sqlite", REISSUE_DONE))


def kill_at_all_points(top: Path, step: int, offset: int) -> dict[str, int]:
    """Kill each kind of run before each ``step``-th operation; returns how many times."""
    killed = dict.fromkeys(("first", "later", "withdraw", "reissue", "coming", "swap"), 0)
    before = top / "nothing"
    before.mkdir()
    for name, words in zip(killed, (FIRST, LATER, WITHDRAWN, REISSUED, COMING, SWAPPED), strict=True):
        whole = shutil.copytree(before, top / f"after-{name}")
        if run(whole, words):
            fail(whole, name)
        expected, operation = content(whole), offset
        while True:
            folder = shutil.copytree(before, top / "killed")
            code = run(folder, words, kill_before(operation))
            if code != 77:
                if code:
                    fail(folder, f"{name} run ended with {code}")
                break
            killed[name] += 1
            check_upload(folder, f"{name} run killed before operation {operation}")
            again = LATER if is_done(folder, words, expected) else words
            if run(folder, again):
                fail(folder, f"{name} run after a kill before operation {operation}")
            compare(folder, expected, f"{name} run after a kill before operation {operation}")
            shutil.rmtree(folder)
            operation += step
        shutil.rmtree(top / "killed")
        before = whole
    return killed


def kill_at_random(top: Path, kills: int, seed: str) -> dict[str, Any]:
    """Kill runs at random moments until ``kills`` were killed; returns the counts."""
    whole, moments, killed, compared = top / "whole", random.Random(seed), 0, 0
    whole.mkdir()
    expected, seconds = [], []
    for words in (FIRST, LATER):
        begin = time.monotonic()
        if run(whole, words):
            fail(whole, "undisturbed run")
        seconds.append(time.monotonic() - begin)
        expected.append(content(whole))
    while killed < kills:
        folder = top / "killed"
        folder.mkdir()
        for words, right, longest in zip((FIRST, LATER), expected, seconds, strict=True):
            while (code := wait_for(child := start(folder, words), moments.uniform(0, longest))) != 0:
                if code is not None:
                    fail(folder, f"after {killed} kills a run ended with {code}")
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                check_upload(folder, f"after {killed} kills")
                killed += 1
            compare(folder, right, f"after {killed} kills")
            compared += 1
        shutil.rmtree(folder)
    return {"killed": killed, "compared": compared, "seconds": seconds}


def main() -> None:
    kind, top, *numbers = sys.argv[1], Path(sys.argv[2]), *sys.argv[3:]
    (top / "daily.yaml").write_text(CONFIG)
    warm = top / "warm"
    warm.mkdir()
    if kind == "points":
        day_files.write_day = standin
    sys.argv = ["puzzlegen", "daily", str(top / "daily.yaml"), "-o", str(warm / "d"), "--jobs", "1", "-q", *FIRST]
    with suppress(SystemExit):
        app.main()  # loads modules and kernels, and what draws the files
    if kind == "points":
        step, offset = [*map(int, numbers), *(1, 1)[len(numbers) :]]
        result: dict[str, Any] = kill_at_all_points(top, step, offset)
    else:
        result = kill_at_random(top, int(numbers[0]), numbers[1])
    print(json.dumps(result))


if __name__ == "__main__":
    main()
