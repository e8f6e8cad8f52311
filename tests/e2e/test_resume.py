"""Builds that are stopped in every way, and go on."""

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
from killing import LEDGER, content, rows
from points import FILES, POINTS
from stopping import QUICK, UNFINISHED, write

from puzzlegen.book import checkpoint
from puzzlegen.book.build import build_book
from puzzlegen.book.request import BookRequest, BuildOptions
from puzzlegen.config.load import loads_book
from puzzlegen.errors import FullError, Interrupted, WorkerError
from puzzlegen.jobs import worker_pools as executors
from puzzlegen.jobs.progress import Silent
from puzzlegen.ledger.book_ledger import LedgerPolicy
from puzzlegen.ledger.database import connect
from puzzlegen.ledger.ledger import Ledger
from puzzlegen.ledger.unfinished_work import UnfinishedWork
from puzzlegen.output import build_folder as folders

HERE = Path(__file__).parent
EDITIONS = """
title: {title}
series: stopped
profiles: [{{profile: screen, trim: 6x9}}, {{profile: screen, trim: 8.5x11}}]
sections:
  - {{name: Tiny, count: {count}, size: 3x4, difficulty: easy, per_page: 4}}
front_matter: {{how_to_play: no}}
output: {{preview: no}}
"""


class Stops(Silent):
    """Progress whose watcher presses Ctrl-C when so many puzzles are made."""

    def __init__(self, after: int) -> None:
        self.left = after

    def advance(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left == 0:
            raise KeyboardInterrupt


def kept_of(said: str) -> int:
    """The number of puzzles that words say are kept."""
    found = re.search(r"(\d+) finished puzzles? (?:is|are) kept", said)
    assert found is not None, said
    return int(found[1])


class Counts(Silent):
    """Progress that counts what is made, and remembers how much was done before."""

    def __init__(self) -> None:
        self.stage, self.before, self.made = "", 0, 0
        self.said: list[str] = []

    def say(self, words: str) -> None:
        if not words.startswith("warning: "):
            self.said.append(words)

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
        build_book(request(folder, text), Stops(after), lambda _: None)
    return str(stop.value)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What nobody disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    made(folder)
    return content(folder / "book")


def test_builds_killed_at_random_moments_end_as_an_undisturbed_one(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    config = write(tmp_path, QUICK.replace("count: 8", "count: 4"))
    words = [sys.executable, str(HERE / "killing.py"), str(config), str(tmp_path / "here"), "20", "moments"]
    env = os.environ | {"PYTHONPATH": str(HERE.parents[1])}
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False, env=env)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["killed"] == 20 and said["compared"] >= 1
    assert any(0 < kept < 8 for kept in said["kept"]), said  # some were killed half-way through the puzzles


@pytest.fixture(scope="module")
def points(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """Builds that killed themselves, and went on, by the moment; all in one process, which imports everything once."""
    folder = tmp_path_factory.mktemp("points")
    for name, title, count in (("first", "Stopped", 4), ("second", "Stopped Again", 3)):
        (folder / f"{name}.yaml").write_text(EDITIONS.format(title=title, count=count))
    (folder / "first").mkdir()
    words = [HERE / "points.py", folder / "first.yaml", folder / "second.yaml", folder]
    env = os.environ | {"PYTHONPATH": str(HERE.parents[1])}
    done = subprocess.run(
        [sys.executable, *map(str, words)], capture_output=True, text=True, timeout=600, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    return {said["point"]: said for said in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("point", POINTS)
def test_a_build_killed_at_the_moment(point: str, points: dict[str, dict[str, object]]) -> None:
    settled = point == "after settle"
    placed = settled or point in (f"{FILES} of {FILES} files moved", "before settle", "in settle")
    assert points[point] == {
        "point": point,
        "code": -signal.SIGKILL,
        "claims": "second" if settled else "first",  # never what is not in its place
        "whole": placed,
        "again": 0,
        "differing": [],
        "recorded": True,
    }


def test_a_stopped_build_says_how_to_go_on_and_makes_only_the_rest(tmp_path: Path, whole: dict[str, bytes]) -> None:
    said = stopped(tmp_path, 5)
    kept = int(said.split()[0])
    assert 5 <= kept < 12  # what was finished meanwhile is kept too
    assert said == f"{kept} finished puzzles are kept in {tmp_path / LEDGER}: the same command goes on from there"
    said = stopped(tmp_path, 1)  # again: those of before, and what came since
    assert kept_of(said) == rows(tmp_path / LEDGER, UNFINISHED)[0][0] > kept
    kept = kept_of(said)
    assert list((tmp_path / "book").iterdir()) == [] if (tmp_path / "book").exists() else True
    counts = made(tmp_path)
    assert (counts.before, counts.made) == (kept, 12 - kept)
    assert counts.said[0] == f"resumes with {kept} finished puzzles" and "not used" not in counts.said[1]
    assert content(tmp_path / "book") == whole
    assert rows(tmp_path / LEDGER, UNFINISHED) == [(0,)]


def test_fresh_makes_all_again(tmp_path: Path, whole: dict[str, bytes]) -> None:
    stopped(tmp_path, 5)
    kept = rows(tmp_path / LEDGER, UNFINISHED)[0][0]
    counts = made(tmp_path, fresh=True)
    assert (counts.before, counts.made) == (0, 12)
    assert counts.said[0] == f"--fresh: forgot {kept} finished puzzles of earlier runs"
    assert "--fresh" not in made(tmp_path, fresh=True).said[0]  # nothing was left
    assert content(tmp_path / "book") == whole


def test_another_config_takes_only_what_it_would_make_itself(tmp_path: Path) -> None:
    other = QUICK.replace("size: 8x8, difficulty: expert", "size: 8x8, difficulty: easy")
    first = kept_of(stopped(tmp_path, 10))
    assert first == rows(tmp_path / LEDGER, UNFINISHED)[0][0]
    said = stopped(tmp_path, 1, other)
    due = rows(tmp_path / LEDGER, UNFINISHED)[0][0] - 8  # the 8 of the section that changed are of no use
    assert kept_of(said) == due > first - 8
    counts = made(tmp_path, other)
    assert (counts.before, counts.made) == (due, 12 - due)
    assert counts.said[:2] == [
        f"resumes with {due} finished puzzles",
        "8 finished puzzles more kept for this folder, but made for another config or by another version: not used",
    ]
    assert rows(tmp_path / LEDGER, UNFINISHED) == [(0,)]
    alone = tmp_path / "alone"
    alone.mkdir()
    made(alone, other)
    assert content(tmp_path / "book") == content(alone / "book")


def test_another_program_makes_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(tmp_path, 5)
    monkeypatch.setattr(checkpoint, "code_version", lambda: "a later version")
    counts = made(tmp_path)
    assert counts.before == 0
    assert re.match(r"[5-9] finished puzzles kept for this folder, but made for another config", counts.said[0])


def test_puzzles_made_in_place_of_repeats_are_of_use_too(tmp_path: Path) -> None:
    few = QUICK.replace("count: 8, size: 8x8, difficulty: expert", "count: 12, size: 3x3, difficulty: easy")
    made(tmp_path, few)
    repeats = json.loads((tmp_path / "book" / "manifest.json").read_text())["counts"]["repeats"]["book"]
    assert repeats > 3
    shutil.rmtree(tmp_path / "book")
    (tmp_path / LEDGER).unlink()
    kept = kept_of(stopped(tmp_path, 17, few))  # all are made, and those that take the place of repeats
    assert rows(tmp_path / LEDGER, UNFINISHED)[0][0] > kept == 16
    counts = made(tmp_path, few)
    assert counts.before == kept
    assert counts.said[0] == f"resumes with {kept} finished puzzles" and "not used" not in counts.said[1]


def test_builds_that_did_not_finish_are_listed_and_can_be_forgotten(tmp_path: Path) -> None:
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
    for words in (("other",), ("book", "other")):  # all or nothing
        done = puzzlegen("ledger", "forget", *words, *ledger, cwd=tmp_path)
        assert done.returncode == 2
        said = f"{LEDGER}: no puzzles are kept for other; puzzlegen ledger list shows the folders\n"
        assert done.stderr == said
    done = puzzlegen("ledger", "forget", "./book/", "book", *ledger, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"book: forgot {kept} finished puzzles\n"
    assert rows(tmp_path / LEDGER, UNFINISHED) == [(0,)]
    assert puzzlegen("ledger", "forget", "book", "--ledger", "none.sqlite", cwd=tmp_path).returncode == 2
    assert not (tmp_path / "none.sqlite").exists()


def test_what_cannot_be_read_is_told_of(tmp_path: Path) -> None:
    stopped(tmp_path, 5)
    with sqlite3.connect(tmp_path / LEDGER) as opened:
        opened.execute("UPDATE unfinished SET made = '{\"record\": 7}'")
    done = puzzlegen("book", str(write(tmp_path)), "-o", str(tmp_path / "book"), "-q")
    assert done.returncode == 2
    assert "what an unfinished build left cannot be read" in done.stderr and done.stderr.count("\n") == 1
    assert puzzlegen("book", str(write(tmp_path)), "-o", str(tmp_path / "book"), "-q", "--fresh").returncode == 0


def test_processes_make_what_one_thread_makes(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "THREAD_ONLY_SECONDS", 0.0)
    made(tmp_path, jobs=2)
    assert content(tmp_path / "book") == whole


def test_an_error_of_the_workers_leaves_what_is_finished(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Dies(Silent):
        left = 4

        def advance(self, steps: int = 1) -> None:
            self.left -= steps
            if self.left == 0:
                raise WorkerError("a worker was stopped from outside")

    with pytest.raises(WorkerError, match=r"from outside; [4-9] finished puzzles are kept in .*the same command"):
        build_book(request(tmp_path), Dies(), lambda _: None)
    assert 4 <= made(tmp_path).before < 10
    assert content(tmp_path / "book") == whole


# --- Two runs, and clocks ---------------------------------------------------------------------------------------------


def test_the_second_run_on_a_folder_leaves(tmp_path: Path) -> None:
    out = tmp_path / "book"
    out.mkdir()
    with FileLock(out / folders._LOCK):
        done = puzzlegen("book", str(write(tmp_path)), "-o", str(out), "-q")
        assert done.returncode == 2
        assert done.stderr == (
            f"{out}: another run is at work there: wait until it is done, or choose another folder with -o\n"
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
    said = []
    build_book(request(tmp_path), Silent(), said.append)
    assert content(tmp_path / "book") == whole
    seconds = json.loads((tmp_path / "book" / "manifest.json").read_text())["seconds"]
    assert all(0 <= spent < 600 for spent in seconds.values())


def test_a_clock_that_goes_forward_by_days_breaks_nothing(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle, and whoever looks then takes no room of a living build for one that was left."""
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
    words = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def _unmount(place: Path) -> None:
    subprocess.run(["umount", str(place)], check=True)


def _may_mount() -> bool:
    """Whether a file system can be mounted here: not in most containers, and not by most users."""
    if os.geteuid() or not shutil.which("mount"):
        return False
    with tempfile.TemporaryDirectory() as name:
        if not _mounted(Path(name), "size=4k"):
            return False
        _unmount(Path(name))
    return True


def _by_ballast(config: Path, place: Path, whole: dict[str, bytes]) -> None:
    """A file system of 300 kB that others fill up, each time a little less."""
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
        is_made_when_there_is_room(config, place, whole)
    finally:
        _unmount(place)


def _by_limit(config: Path, place: Path, whole: dict[str, bytes]) -> None:
    """Files that may not grow, as under a quota: first the ledger, where it is made and where puzzles are kept, then
    the book's pages.
    """
    book, small = place / "book", 8_000  # bytes: fewer than a new ledger has, or the log of twelve puzzles

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
    assert build(small) == f"{full}: make room and check it\n"
    said = build(len(whole["interior.pdf"]) - 1000)
    assert "interior.pdf: cannot be written: " in said
    assert f"; 12 finished puzzles are kept in {place / LEDGER}: the same command goes on from there" in said
    assert rows(place / LEDGER, UNFINISHED) == [(12,)]
    is_made_when_there_is_room(config, place, whole)


@pytest.mark.parametrize("kept", [0, 1, 3])
def test_a_ledger_on_a_disk_that_is_full_says_what_it_keeps(
    kept: int, tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    left, keep = [kept], UnfinishedWork.keep

    def fills_up(self: UnfinishedWork, made: Iterable[tuple[bytes, str]]) -> bool:
        left[0] -= 1
        if left[0] < 0:
            raise FullError(f"{self.path}: the disk is full: make room")
        return keep(self, made)

    with monkeypatch.context() as patched:
        patched.setattr(checkpoint, "FLUSH_SECONDS", 0.0)
        patched.setattr(UnfinishedWork, "keep", fills_up)
        with pytest.raises(FullError) as fault:
            build_book(request(tmp_path), Silent(), lambda _: None)
    ledger = tmp_path / LEDGER
    due = {
        0: "; no finished puzzle could be kept",
        1: f"; 1 finished puzzle is kept in {ledger}, [0-9]+ more could not be: the same command goes on from there",
        3: f"; 3 finished puzzles are kept in {ledger}, [0-9]+ more could not be: the same command goes on from there",
    }
    assert re.fullmatch(f"{ledger}: the disk is full: make room{due[kept]}", str(fault.value)), str(fault.value)
    assert made(tmp_path).before == kept
    assert content(tmp_path / "book") == whole


def is_made_when_there_is_room(config: Path, place: Path, whole: dict[str, bytes]) -> None:
    done = puzzlegen("book", str(config), "-o", str(place / "book"), "-q")
    assert (done.returncode, done.stderr) == (0, "")
    assert content(place / "book") == whole


@pytest.mark.parametrize("fills_up", [_by_limit, *([_by_ballast] if _may_mount() else [])])
def test_a_disk_that_fills_up_keeps_what_fits_and_goes_on_when_there_is_room(
    fills_up: Callable[[Path, Path, dict[str, bytes]], None], tmp_path: Path, whole: dict[str, bytes]
) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    fills_up(write(tmp_path), place, whole)
