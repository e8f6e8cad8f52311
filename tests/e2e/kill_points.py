"""Kills builds of a book at each critical point, and resumes them with the same command.

    python tests/e2e/kill_points.py FIRST SECOND FOLDER

FIRST and SECOND are configs of two printings of one book in several editions. At each point a build of SECOND over
FIRST kills itself: one of its functions is replaced by one that kills the process. Then the same command runs again.
Prints one JSON object for each point: what the killed build left, and how the result of the second command differs from
an uninterrupted build.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kill_builds import LEDGER, content, rows

from puzzlegen.book import build as stages
from puzzlegen.book import edition, manifest, reuse
from puzzlegen.book.build import BookRequest
from puzzlegen.book.edition_pages import LayoutCheck
from puzzlegen.checking.book_files import Report
from puzzlegen.config.load import load_book
from puzzlegen.files.build_folder import MANIFEST, digest
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.ledger import ledger as records
from puzzlegen.ledger.book_ledger import BookRecorder, LedgerPolicy, UnfinishedWork

Prepare = Callable[[], None]
PRINTED = "SELECT title, folder, config_sha256, placed FROM printings ORDER BY id"
HELD = "SELECT number, section, puzzle, solution, seed, state FROM puzzles ORDER BY id"
PLACED = "SELECT manifest_sha256 FROM printings WHERE placed = 1 ORDER BY id DESC LIMIT 1"
UNFINISHED = "SELECT count(*) FROM unfinished"
# Files moved: claim, interior, puzzles and manifest of two editions, and claim, puzzles and manifest above them
FILES = 11


def kill_self() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def kill_in(owner: Any, name: str, *, call: int = 1, done: bool = False) -> Prepare:
    """Kill the build when ``owner.name`` is called for the ``call``-th time, or once that call is ``done``."""
    original, calls = getattr(owner, name), 0

    def killing(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call and not done:
            kill_self()
        result = original(*args, **options)
        if calls == call:
            kill_self()
        return result

    return lambda: setattr(owner, name, killing)


def kill_after_move(number: int) -> Prepare:
    """Kill the build when ``number`` files are in their place."""
    original = manifest.move_into_place

    def move(*args: Any) -> None:
        kill_in(Path, "replace", call=number, done=True)()
        original(*args)

    return lambda: setattr(manifest, "move_into_place", move)


def kill_before_commit(number: int) -> Prepare:
    """Kill the build at the end of a transaction of the ledger, before it is committed."""
    original, count = records.transaction, 0

    @contextmanager
    def transaction(connection: Any) -> Iterator[None]:
        nonlocal count
        count += 1
        with original(connection):
            yield
            if count == number:
                kill_self()

    return lambda: setattr(records, "transaction", transaction)


POINTS = {
    "while puzzles are kept": kill_in(UnfinishedWork, "keep", call=2, done=True),
    "one edition made": kill_in(stages, "build_edition", done=True),
    "before reserve": kill_in(BookRecorder, "reserve"),
    "in reserve": kill_before_commit(1),
    "after reserve": kill_in(manifest, "move_into_place"),
    **{f"{number} of {FILES} files moved": kill_after_move(number) for number in range(1, FILES + 1)},
    "before settle": kill_in(BookRecorder, "settle"),
    "in settle": kill_before_commit(2),
    "after settle": kill_in(BookRecorder, "settle", done=True),
}


def build(folder: Path, config: str, prepare: Prepare = lambda: None) -> int:
    """Build the book in a forked process and return its exit code."""
    child = os.fork()
    if child == 0:
        prepare()
        report = build_here(folder, config)
        os._exit(report.failed)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def build_here(folder: Path, config: str) -> Report:
    """Build the book in this process."""
    request = BookRequest(load_book(Path(config)), folder / "book", config, LedgerPolicy(folder / LEDGER))
    return stages.build_book(request, Silent(), lambda _: None)


def ledger_content(folder: Path) -> list[Any]:
    """Return what the ledger records, without times."""
    return [rows(folder / LEDGER, question) for question in (PRINTED, HELD, UNFINISHED)]


def main() -> None:
    first, second, top = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    reuse.FLUSH_SECONDS = 0.0  # keep each puzzle immediately
    # Layout checks and proofreading take most of a build and write nothing.
    edition.check_book, stages.check_layout_with_placeholders = (
        lambda *_: (),
        lambda editions, *_, **_options: LayoutCheck([], [], lengths=[24] * len(editions)),
    )
    build_here(top / "first", first)  # in this process, so that the forked ones find fonts and themes loaded
    shutil.copytree(top / "first", top / "whole")
    assert build(top / "whole", second) == 0
    expected, recorded = content(top / "whole" / "book"), ledger_content(top / "whole")
    for point, prepare in POINTS.items():
        folder = shutil.copytree(top / "first", top / "killed")
        code, left = build(folder, second, prepare), content(folder / "book")
        last_placed = rows(folder / LEDGER, PLACED)
        (first_manifest,) = rows(top / "first" / LEDGER, "SELECT manifest_sha256 FROM printings")
        complete = all(left.get(name) == data for name, data in expected.items())
        second_code = build(folder, second)
        (placed,) = rows(folder / LEDGER, PLACED)
        result = content(folder / "book")
        report = {
            "point": point,
            "code": code,
            "recorded": "first" if last_placed == [first_manifest] else "second",
            "complete": complete,
            "second code": second_code,
            "differing": sorted(
                name for name in expected.keys() | result.keys() if expected.get(name) != result.get(name)
            ),
            "same ledger": ledger_content(folder) == recorded and placed == (digest(folder / "book" / MANIFEST),),
        }
        print(json.dumps(report))
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
