"""Kills builds of a book at the moments that matter, and lets the same command go on.

    python tests/e2e/points.py FIRST SECOND FOLDER

FIRST and SECOND are configs of the same book, the second of another printing, in several editions. At each point a
build of SECOND over FIRST kills itself, by a function that was put in the place of one of its own, and the same command
is given again. Prints a JSON object a point: what the first command left, and what differs in the end from builds that
nobody disturbed.
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

from killing import LEDGER, content, rows

from puzzlegen.book import build as stages
from puzzlegen.book import checkpoint, edition_build
from puzzlegen.book.request import BookRequest
from puzzlegen.checking.verify import Report
from puzzlegen.config.load import load_book
from puzzlegen.jobs.progress import Silent
from puzzlegen.ledger import ledger as records
from puzzlegen.ledger.book_ledger import BookRecorder, LedgerPolicy
from puzzlegen.ledger.unfinished_work import UnfinishedWork
from puzzlegen.output.build_folder import MANIFEST, digest

Prepare = Callable[[], None]
PRINTED = "SELECT title, folder, config_sha256, placed FROM printings ORDER BY id"
HELD = "SELECT number, section, puzzle, solution, seed, state FROM puzzles ORDER BY id"
UNFINISHED = "SELECT count(*) FROM unfinished"
FILES = 8  # that are moved: interior, puzzles and manifest of two editions, puzzles and manifest above them


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def at(place: Any, name: str, *, call: int = 1, done: bool = False) -> Prepare:
    """Die when the function is called for the so manieth time, or has ``done`` its work then."""
    whole, calls = getattr(place, name), 0

    def dying(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call and not done:
            die()
        found = whole(*args, **options)
        if calls == call:
            die()
        return found

    return lambda: setattr(place, name, dying)


def moved(number: int) -> Prepare:
    """Die when so many files are in their place."""
    whole = stages.move_into_place

    def place(*args: Any) -> None:
        at(Path, "replace", call=number, done=True)()
        whole(*args)

    return lambda: setattr(stages, "move_into_place", place)


def before_commit(number: int) -> Prepare:
    """Die at the end of this transaction of the ledger: all is written and nothing holds yet."""
    whole, count = records.transaction, 0

    @contextmanager
    def transaction(connection: Any) -> Iterator[None]:
        nonlocal count
        count += 1
        with whole(connection):
            yield
            if count == number:
                die()

    return lambda: setattr(records, "transaction", transaction)


POINTS = {
    "while puzzles are kept": at(UnfinishedWork, "keep", call=2, done=True),
    "one edition made": at(stages, "build_edition", done=True),
    "before reserve": at(BookRecorder, "reserve"),
    "in reserve": before_commit(1),
    "after reserve": at(stages, "move_into_place"),
    **{f"{number} of {FILES} files moved": moved(number) for number in range(1, FILES + 1)},
    "before settle": at(BookRecorder, "settle"),
    "in settle": before_commit(2),
    "after settle": at(BookRecorder, "settle", done=True),
}


def build(room: Path, config: str, prepare: Prepare = lambda: None) -> int:
    """Build the book in a process of its own; its exit code."""
    child = os.fork()
    if child == 0:
        prepare()
        report = make(room, config)
        os._exit(report.failed)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def make(room: Path, config: str) -> Report:
    request = BookRequest(load_book(Path(config)), room / "book", config, LedgerPolicy(room / LEDGER))
    return stages.build_book(request, Silent(), lambda _: None)


def state(room: Path) -> list[Any]:
    """What is recorded, but for times."""
    return [rows(room / LEDGER, question) for question in (PRINTED, HELD, UNFINISHED)]


def main() -> None:
    first, second, top = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    checkpoint.FLUSH_SECONDS = 0.0  # each puzzle is kept at once
    # Trying pages out and reading them back takes most of a build, and writes nothing.
    edition_build.check_book, stages.check_layout_with_placeholders = lambda *_: (), lambda *_: []
    make(top / "first", first)  # in this process: fonts and themes are loaded then
    shutil.copytree(top / "first", top / "whole")
    assert build(top / "whole", second) == 0
    expected, recorded = content(top / "whole" / "book"), state(top / "whole")
    for point, prepare in POINTS.items():
        room = shutil.copytree(top / "first", top / "room")
        code, left = build(room, second, prepare), content(room / "book")
        told = rows(room / LEDGER, "SELECT manifest_sha256 FROM printings WHERE placed = 1 ORDER BY id DESC LIMIT 1")
        (old,) = rows(top / "first" / LEDGER, "SELECT manifest_sha256 FROM printings")
        whole = all(left.get(name) == data for name, data in expected.items())
        again = build(room, second)
        (last,) = rows(room / LEDGER, "SELECT manifest_sha256 FROM printings WHERE placed = 1 ORDER BY id DESC LIMIT 1")
        now = content(room / "book")
        said = {
            "point": point,
            "code": code,
            "claims": "first" if told == [old] else "second",
            "whole": whole,
            "again": again,
            "differing": sorted(name for name in expected.keys() | now.keys() if expected.get(name) != now.get(name)),
            "recorded": state(room) == recorded and last == (digest(room / "book" / MANIFEST),),
        }
        print(json.dumps(said))
        shutil.rmtree(room)


if __name__ == "__main__":
    main()
