"""Resumes builds after interrupts, kills, lost workers and full disks."""

import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from commands import puzzlegen, started
from filelock import FileLock
from interrupted_books import QUICK, UNFINISHED, write
from kill_builds import LEDGER, content, rows
from kill_points import FILES, POINTS
from ledgers import trust

from puzzlegen.book import reuse
from puzzlegen.book.build import BookRequest, BuildOptions, build_book
from puzzlegen.config.load import loads_book
from puzzlegen.errors import FullError, Interrupted, WorkerError
from puzzlegen.files import build_folder as folders
from puzzlegen.jobs import pools as executors
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.ledger.book_ledger import LedgerPolicy, UnfinishedWork
from puzzlegen.ledger.database import connect
from puzzlegen.ledger.ledger import Ledger

pytestmark = pytest.mark.processes

HERE = Path(__file__).parent
EDITIONS = """
title: {title}
series: stopped
profiles: [{{profile: screen, trim: 6x9}}, {{profile: screen, trim: 8.5x11}}]
sections:
  - {{name: Tiny, count: {count}, size: 3x4, difficulty: easy, per_page: 4}}
front_matter: {{how_to_play: no}}
output: {{preview: {preview}}}
"""


class InterruptAfter(Silent):
    """Interrupts the build after a number of puzzles, as Ctrl-C does."""

    def __init__(self, after: int) -> None:
        self.left = after

    def advance(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left <= 0:
            raise KeyboardInterrupt


def kept_of(message: str) -> int:
    """Return the number of kept puzzles that a message names."""
    found = re.search(r"(\d+) finished puzzles? (?:is|are) kept", message)
    assert found is not None, message
    return int(found[1])


class Counts(Silent):
    """Counts the puzzles that a build generates, and those it resumed with."""

    def __init__(self) -> None:
        self.stage, self.before, self.made = "", 0, 0
        self.messages: list[str] = []

    def say(self, message: str) -> None:
        if not message.startswith("warning: ") and " a page, cells of " not in message:  # what the layout chose
            self.messages.append(message)

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        self.stage = stage
        if stage == "generate":
            self.before = done

    def advance(self, steps: int = 1) -> None:
        self.made += steps if self.stage == "generate" else 0


def request(folder: Path, text: str = QUICK, *, jobs: int = 1, fresh: bool = False) -> BookRequest:
    return BookRequest(
        loads_book(text), folder / "book", "stopped", LedgerPolicy(folder / LEDGER), BuildOptions(jobs, fresh=fresh)
    )


def made(folder: Path, text: str = QUICK, *, jobs: int = 1, fresh: bool = False) -> Counts:
    counts = Counts()
    report = build_book(request(folder, text, jobs=jobs, fresh=fresh), counts, counts.say)
    assert not report.failed
    return counts


def stopped(folder: Path, after: int, text: str = QUICK) -> str:
    with pytest.raises(Interrupted) as stop:
        build_book(request(folder, text), InterruptAfter(after), lambda _: None)
    return str(stop.value)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of an uninterrupted build."""
    folder = tmp_path_factory.mktemp("whole")
    made(folder)
    return content(folder / "book")


def test_builds_killed_at_random_moments_end_like_an_uninterrupted_one(tmp_path: Path) -> None:
    (tmp_path / "builds").mkdir()
    slow = QUICK.replace("expert,", "expert, effort: normal,")  # to kill while making
    config = write(tmp_path, slow)
    command = [sys.executable, str(HERE / "kill_builds.py"), str(config), str(tmp_path / "builds"), "20", "moments"]
    env = os.environ | {"PYTHONPATH": str(HERE.parents[1])}
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, env=env)
    assert done.returncode == 0, done.stderr
    message = json.loads(done.stdout)
    assert message["killed"] == 20 and message["compared"] >= 1
    most = max(message["kept"])  # candidates, of which each puzzle has several
    assert any(0 < kept < most for kept in message["kept"]), message  # some were killed half-way through the puzzles


@pytest.fixture(scope="module")
def points(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """What kill_points.py reports for each point; all in one process, which imports everything once."""
    folder = tmp_path_factory.mktemp("points")
    books = (("first", "Stopped", 4, "yes"), ("second", "Stopped Again", 3, "no"))  # whose preview has to go
    for name, title, count, preview in books:
        (folder / f"{name}.yaml").write_text(EDITIONS.format(title=title, count=count, preview=preview))
    (folder / "first").mkdir()
    command = [HERE / "kill_points.py", folder / "first.yaml", folder / "second.yaml", folder]
    env = os.environ | {"PYTHONPATH": str(HERE.parents[1])}
    done = subprocess.run(
        [sys.executable, *map(str, command)], capture_output=True, text=True, timeout=600, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    return {report["point"]: report for report in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("point", POINTS)
def test_a_build_killed_at_each_point_resumes(point: str, points: dict[str, dict[str, object]]) -> None:
    settled = point == "after settle"
    placed = settled or point in (f"{FILES} of {FILES} files moved", "before settle", "in settle")
    assert points[point] == {
        "point": point,
        "code": -signal.SIGKILL,
        "recorded": "second" if settled else "first",  # the ledger never names files that are not in place
        "complete": placed,
        "second code": 0,
        "differing": [],
        "same ledger": True,
    }


def test_an_interrupted_build_says_how_to_resume_and_generates_only_the_rest(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    message = stopped(tmp_path, 5)
    kept = int(message.split()[0])
    assert 5 <= kept < 12  # what was finished meanwhile is kept too
    assert message == f"{kept} finished puzzles are kept in {tmp_path / LEDGER}: start the same run again to continue"
    message = stopped(tmp_path, 1)  # again: those of before, and what came since
    assert kept_of(message) == rows(tmp_path / LEDGER, UNFINISHED)[0][0] > kept
    kept = kept_of(message)
    assert list((tmp_path / "book").iterdir()) == [] if (tmp_path / "book").exists() else True
    counts = made(tmp_path)
    assert (counts.before, counts.made) == (kept, 12 - kept)
    assert counts.messages[0] == f"resumes with {kept} finished puzzles" and "not used" not in counts.messages[1]
    assert content(tmp_path / "book") == whole
    assert rows(tmp_path / LEDGER, UNFINISHED) == [(0,)]


def test_fresh_generates_every_puzzle_again(tmp_path: Path, whole: dict[str, bytes]) -> None:
    stopped(tmp_path, 5)
    kept = rows(tmp_path / LEDGER, UNFINISHED)[0][0]
    counts = made(tmp_path, fresh=True)
    assert (counts.before, counts.made) == (0, 12)
    assert counts.messages[0] == f"--fresh: forgot {kept} finished puzzles of earlier runs"
    assert "--fresh" not in made(tmp_path, fresh=True).messages[0]  # nothing was left
    assert content(tmp_path / "book") == whole


def test_another_config_uses_only_kept_puzzles_that_it_would_generate(tmp_path: Path) -> None:
    other = QUICK.replace("size: 8x8, difficulty: expert", "size: 8x8, difficulty: easy")
    first = kept_of(stopped(tmp_path, 10))
    assert first == rows(tmp_path / LEDGER, UNFINISHED)[0][0]
    message = stopped(tmp_path, 1, other)
    due = rows(tmp_path / LEDGER, UNFINISHED)[0][0] - 8  # the 8 of the section that changed are of no use
    assert kept_of(message) == due > first - 8
    counts = made(tmp_path, other)
    assert (counts.before, counts.made) == (due, 12 - due)
    assert counts.messages[:2] == [
        f"resumes with {due} finished puzzles",
        "8 finished puzzles more kept for this folder, but made for another config or by another version: not used",
    ]
    assert rows(tmp_path / LEDGER, UNFINISHED) == [(0,)]
    alone = tmp_path / "alone"
    alone.mkdir()
    made(alone, other)
    assert content(tmp_path / "book") == content(alone / "book")


def test_another_code_version_uses_no_kept_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(tmp_path, 5)
    monkeypatch.setattr(reuse, "code_version", lambda: "a later version")
    counts = made(tmp_path)
    assert counts.before == 0
    assert re.match(r"[5-9] finished puzzles kept for this folder, but made for another config", counts.messages[0])


def test_kept_puzzles_include_replacements_of_repeats(tmp_path: Path) -> None:
    few = QUICK.replace(
        "count: 8, size: 8x8, difficulty: expert", "count: 12, size: 3x3, layout: free, difficulty: easy"
    )
    made(tmp_path, few)
    repeats = json.loads((tmp_path / "book" / "manifest.json").read_text())["counts"]["repeats"]["book"]
    assert repeats > 3
    shutil.rmtree(tmp_path / "book")
    (tmp_path / LEDGER).unlink()
    kept = kept_of(stopped(tmp_path, 17, few))  # all are made, and those that take the place of repeats
    assert rows(tmp_path / LEDGER, UNFINISHED)[0][0] > kept == 16
    counts = made(tmp_path, few)
    assert counts.before == kept
    assert counts.messages[0] == f"resumes with {kept} finished puzzles" and "not used" not in counts.messages[1]


def test_unfinished_builds_are_listed_and_can_be_forgotten(tmp_path: Path) -> None:
    ledger = ("--ledger", LEDGER)
    with Ledger(tmp_path / LEDGER, write=True):
        pass  # made, and empty
    done = puzzlegen("ledger", "list", *ledger, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"{LEDGER}: no books or dailies are recorded\n")
    assert puzzlegen("ledger", "list", *ledger, "--format", "json", cwd=tmp_path).stdout == ""
    kept = kept_of(stopped(tmp_path, 5))
    listed = puzzlegen("ledger", "list", *ledger, cwd=tmp_path).stdout.splitlines()
    assert [line.split() for line in listed[1:]] == [["-", "unfinished", "-", str(kept), "-", "-", "book"]]
    found = json.loads(puzzlegen("ledger", "list", *ledger, "--format", "json", cwd=tmp_path).stdout)
    assert (found["issue"], found["kind"], found["puzzles"], found["folder"]) == (None, "unfinished", kept, "book")
    for folders_named in (("other",), ("book", "other")):  # all or nothing
        done = puzzlegen("ledger", "forget", *folders_named, *ledger, cwd=tmp_path)
        assert done.returncode == 2
        message = f"{LEDGER}: no puzzles are kept for other; puzzlegen ledger list shows the folders\n"
        assert done.stderr == message
    done = puzzlegen("ledger", "forget", "./book/", "book", *ledger, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"book: forgot {kept} finished puzzles\n"
    assert rows(tmp_path / LEDGER, UNFINISHED) == [(0,)]
    assert puzzlegen("ledger", "forget", "book", "--ledger", "none.sqlite", cwd=tmp_path).returncode == 2
    assert not (tmp_path / "none.sqlite").exists()


def test_unreadable_kept_puzzles_are_reported(tmp_path: Path) -> None:
    stopped(tmp_path, 5)
    with sqlite3.connect(tmp_path / LEDGER) as opened:
        opened.execute("UPDATE unfinished SET made = '{\"record\": 7}'")
        trust(opened)
    done = puzzlegen("book", str(write(tmp_path)), "-o", str(tmp_path / "book"), "-q")
    assert done.returncode == 2
    assert "what an unfinished build left cannot be read" in done.stderr and done.stderr.count("\n") == 1
    assert puzzlegen("book", str(write(tmp_path)), "-o", str(tmp_path / "book"), "-q", "--fresh").returncode == 0


def test_processes_generate_the_same_puzzles_as_one_thread(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "THREAD_ONLY_SECONDS", 0.0)
    made(tmp_path, jobs=2)
    assert content(tmp_path / "book") == whole


def test_a_worker_error_keeps_finished_puzzles(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Dies(Silent):
        left = 4

        def advance(self, steps: int = 1) -> None:
            self.left -= steps
            if self.left == 0:
                raise WorkerError("a worker was stopped from outside")

    with pytest.raises(
        WorkerError, match=r"from outside; [4-9] finished puzzles are kept in .*start the same run again"
    ):
        build_book(request(tmp_path), Dies(), lambda _: None)
    assert 4 <= made(tmp_path).before < 10
    assert content(tmp_path / "book") == whole


# --- Two runs, and clocks ---------------------------------------------------------------------------------------------


def test_a_second_run_on_a_folder_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "book"
    out.mkdir()
    with FileLock(out / folders._LOCK):
        done = puzzlegen("book", str(write(tmp_path)), "-o", str(out), "-q")
        assert done.returncode == 2
        assert done.stderr == (
            f"{out}: another run is writing there: wait until it ends, or choose another folder with -o\n"
        )
    assert puzzlegen("book", str(write(tmp_path)), "-o", str(out), "-q").returncode == 0  # a lock left behind
    assert {path.name for path in out.iterdir()} == {"interior.pdf", "puzzles.jsonl", "manifest.json"}


def test_a_clock_that_goes_back_breaks_nothing(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [2_000_000_000.0]

    def back() -> float:
        now[0] -= 3600
        return now[0]

    monkeypatch.setattr(time, "time", back)
    build_book(request(tmp_path), Silent(), lambda _: None)
    assert content(tmp_path / "book") == whole
    seconds = json.loads((tmp_path / "book" / "manifest.json").read_text())["seconds"]
    assert all(0 <= spent < 600 for spent in seconds.values())


def test_a_clock_that_goes_forward_by_days_breaks_nothing(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock jumps during the build; its build folder is not taken for an abandoned one."""
    now = [time.time()]

    class Jumps(Silent):
        def advance(self, steps: int = 1) -> None:
            now[0] += 3 * 86400
            folders.remove_abandoned(tmp_path / "book")

    monkeypatch.setattr(time, "time", lambda: now[0])
    build_book(request(tmp_path), Jumps(), lambda _: None)
    assert content(tmp_path / "book") == whole
    seconds = json.loads((tmp_path / "book" / "manifest.json").read_text())["seconds"]
    assert all(0 <= spent < 600 for spent in seconds.values())


# --- Full disks -------------------------------------------------------------------------------------------------------


def _mounted(place: Path, options: str) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _unmount(place: Path) -> None:
    subprocess.run(["umount", str(place)], check=True)


def _may_mount() -> bool:
    """Return whether this user may mount a file system; most containers and users may not."""
    if os.geteuid() or not shutil.which("mount"):
        return False
    with tempfile.TemporaryDirectory() as name:
        if not _mounted(Path(name), "size=4k"):
            return False
        _unmount(Path(name))
    return True


def _by_ballast(config: Path, place: Path, whole: dict[str, bytes]) -> None:
    """Use a file system of 300 kB that other files fill, each time a little less."""
    assert _mounted(place, "size=300k")
    try:
        ballast, codes = place / "ballast", set()
        for size in (290, 260, 230, 200, 150, 100):  # kB: it fills up at one place after another
            ballast.write_bytes(b"x" * 1000 * size)
            done = puzzlegen("book", str(config), "-o", str(place / "book"), "-q", "--jobs", "1")
            codes.add(done.returncode)
            assert done.returncode in (0, 2), done.stderr
            if done.returncode == 2:
                assert len(done.stderr.splitlines()) == 1, done.stderr
                assert any(word in done.stderr for word in ("full", "No space left")), done.stderr
                assert not (place / "book" / "manifest.json").exists()
        assert 2 in codes
        ballast.unlink()
        subprocess.run(["mount", "-o", "remount,size=30m", str(place)], check=True)
        assert_builds_with_space(config, place, whole)
    finally:
        _unmount(place)


def _by_limit(config: Path, place: Path, whole: dict[str, bytes]) -> None:
    """Limit the size of files, as a quota does: first when the ledger is created, then when it keeps puzzles.

    Pages cannot be the first that is too large: a ledger with their puzzles is larger.
    """
    book, small = place / "book", 8_000  # bytes: fewer than a new ledger has

    def build(limit: int) -> str:
        def limited() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        done = started("book", str(config), "-o", str(book), "-q", "--jobs", "1", preexec_fn=limited)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
        assert not (book / "manifest.json").exists()
        return done.stderr

    full = f"{place / LEDGER}: the disk failed or is full"
    assert build(small).startswith(full)
    for left in place.glob(f"{LEDGER}*"):
        left.unlink()
    connect(place / LEDGER, write=True).close()
    assert build(small) == f"{full}: free some space and check it; no finished puzzle could be kept\n"
    assert rows(place / LEDGER, UNFINISHED) == [(0,)]
    assert_builds_with_space(config, place, whole)


@pytest.mark.parametrize("kept", [0, 1, 3])
def test_a_ledger_on_a_full_disk_says_what_it_keeps(
    kept: int, tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    left, keep = [kept], UnfinishedWork.keep

    def fills_up(self: UnfinishedWork, made: Iterable[tuple[bytes, str]]) -> bool:
        left[0] -= 1
        if left[0] < 0:
            raise FullError(f"{self.path}: the disk is full: free some space")
        return keep(self, made)

    with monkeypatch.context() as patched:
        patched.setattr(reuse, "FLUSH_SECONDS", 0.0)
        patched.setattr(UnfinishedWork, "keep", fills_up)
        with pytest.raises(FullError) as error:
            build_book(request(tmp_path), Silent(), lambda _: None)
    ledger = tmp_path / LEDGER
    again = ": start the same run again to continue"
    due = {
        0: "; no finished puzzle could be kept",
        1: f"; 1 finished puzzle is kept in {ledger}, [0-9]+ more could not be{again}",
        3: f"; 3 finished puzzles are kept in {ledger}, [0-9]+ more could not be{again}",
    }
    assert re.fullmatch(f"{ledger}: the disk is full: free some space{due[kept]}", str(error.value)), str(error.value)
    assert made(tmp_path).before == kept
    assert content(tmp_path / "book") == whole


def assert_builds_with_space(config: Path, place: Path, whole: dict[str, bytes]) -> None:
    done = puzzlegen("book", str(config), "-o", str(place / "book"), "-q")
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert content(place / "book") == whole


@pytest.mark.parametrize("fills_up", [_by_limit, *([_by_ballast] if _may_mount() else [])])
def test_a_full_disk_keeps_what_fits_and_the_build_resumes_with_space(
    fills_up: Callable[[Path, Path, dict[str, bytes]], None], tmp_path: Path, whole: dict[str, bytes]
) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    fills_up(write(tmp_path), place, whole)
