"""The ledger alone: what it holds, what it refuses, and what it says when its file fails it."""

import sqlite3
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.errors import LedgerError
from puzzlegen.ledger import database
from puzzlegen.ledger.ledger import Ledger, LedgerEntry, Printing


def entry(number: int, clues: int | None = None, mines: int | None = None) -> LedgerEntry:
    keys = PuzzleKeys(*((number if key is None else key).to_bytes(16, "big") for key in (clues, mines)))
    return LedgerEntry(number, "One", keys, f"3x3:{number}", "nnn", f"seed {number}")


def printing(series: str, folder: str = "", config: str = "") -> Printing:
    return Printing("book", series, series.title(), folder or series, config or series, "digest", "{}", "2026-01-01")


def record(ledger: Ledger, one: Printing, entries: Sequence[LedgerEntry], own: int | None = None) -> int:
    ledger.settle(ledger.reserve(one, entries, own), entries)
    found = ledger.own_issue("book", one.series, one.config_sha256, one.folder)
    assert found is not None
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


def test_what_is_recorded_comes_back(path: Path) -> None:
    entries = [entry(number) for number in (1, 2, 3)]
    with Ledger(path, write=True) as ledger:
        issue = record(ledger, printing("alpha"), entries)
    with Ledger(path, write=False) as ledger:
        (found,) = ledger.issues()
        assert (found.id, found.series, found.puzzles, found.held) == (issue, "alpha", 3, 3)
        assert found.printings == (printing("alpha"),)
        assert list(ledger.puzzles(issue)) == entries
    assert [one.name for one in path.parent.iterdir()] == [path.name]  # a closed ledger is one file


def test_clues_and_mines_of_others_are_repeats_and_our_own_are_not(path: Path) -> None:
    with Ledger(path, write=True) as ledger:
        first = record(ledger, printing("alpha"), [entry(1), entry(2)])
        candidates = [entry(5, 1, 50), entry(6, 60, 2), entry(7)]
        found = ledger.repeats(candidates, None)
        assert [(one.number, one.what) for one in found] == [(5, "clues"), (6, "mines")]
        assert found[0].held == f"puzzle 1 of 'Alpha' (series 'alpha', in {path.parent / 'alpha'})"
        assert ledger.repeats(candidates, first) == []
        assert [ledger.snapshot(None).holds(one.keys) for one in candidates] == [True, True, False]
        assert not any(ledger.snapshot(first).holds(one.keys) for one in candidates)
        with pytest.raises(LedgerError, match="the clues of puzzle 5 were recorded for puzzle 1 of 'Alpha'"):
            ledger.reserve(printing("beta"), candidates, None)
        assert [one.series for one in ledger.issues()] == ["alpha"]
        again = ledger.reserve(printing("beta"), candidates, None, repeats_allowed=True)
        ledger.settle(again, candidates)
        assert ledger.repeats([entry(1)], first) == []  # allowed there, so still ours here


def test_a_snapshot_does_not_see_what_is_recorded_later(path: Path) -> None:
    with Ledger(path, write=True) as ledger:
        record(ledger, printing("alpha"), [entry(1)])
        before = ledger.snapshot(None)
        assert (before.issues, before.puzzles) == (1, 1)
        record(ledger, printing("beta"), [entry(2)])
        assert [before.holds(entry(number).keys) for number in (1, 2)] == [True, False]
        after = ledger.snapshot(None)
        assert (after.holds(entry(2).keys), after.puzzles, after.sha256 != before.sha256) == (True, 2, True)


def test_which_book_is_the_same(path: Path) -> None:
    with Ledger(path, write=True) as ledger:
        first = record(ledger, printing("alpha", "a", "one"), [entry(1)])
        for series, config, folder, own in (
            ("alpha", "one", "elsewhere", first),  # the same config
            ("alpha", "edited", "a", first),  # its files are replaced
            ("alpha", "edited", "elsewhere", None),
            ("beta", "other", "a", None),
        ):
            assert ledger.own_issue("book", series, config, folder) == own, (series, config, folder)
        assert ledger.own_issue("daily", "alpha", "one", "a") is None
        assert record(ledger, printing("alpha", "a", "edited"), [entry(1)], first) == first
        assert ledger.own_issue("book", "alpha", "one", "elsewhere") == first  # an earlier config is not forgotten
        second = record(ledger, printing("beta", "a", "other"), [entry(2)])
        assert ledger.own_issue("book", "alpha", "third", "a") is None  # the folder holds another book now
        assert ledger.issue_of_all("book", "alpha", [entry(1).keys]) == first
        assert ledger.issue_of_all("book", "alpha", [entry(1).keys, entry(2).keys]) is None
        assert ledger.issue_of_all("book", "alpha", [entry(2).keys]) is None
        assert ledger.issue_of_all("book", "beta", [entry(2).keys]) == second


def test_puzzles_of_earlier_printings_stay_taken(path: Path) -> None:
    with Ledger(path, write=True) as ledger:
        first = record(ledger, printing("alpha"), [entry(1), entry(2)])
        content = ledger.snapshot(None).sha256
        assert record(ledger, printing("alpha"), [entry(1), entry(2)], first) == first
        assert ledger.snapshot(None).sha256 == content  # the same again is no news
        record(ledger, printing("alpha"), [entry(1, 2, 2), entry(2, 3, 3)], first)
        (found,) = ledger.issues()
        assert (found.puzzles, found.held, len(found.printings)) == (2, 3, 1)
        assert [int.from_bytes(one.keys.clues, "big") for one in ledger.puzzles(first)] == [2, 3]
        assert ledger.snapshot(None).holds(entry(1).keys)


def test_a_killed_build_reserves_and_claims_nothing(path: Path) -> None:
    with Ledger(path, write=True) as ledger:
        ledger.reserve(printing("alpha"), [entry(1)], None)
    with Ledger(path, write=True) as ledger:
        assert ledger.issues() == []
        (pending,) = ledger.pending()
        assert (pending.folder, pending.manifest_sha256) == ("alpha", "digest")
        own = ledger.own_issue("book", "alpha", "alpha", "alpha")
        assert own is not None
        assert ledger.repeats([entry(1)], own) == []
        assert "'Alpha'" in ledger.repeats([entry(1)], None)[0].held
        record(ledger, printing("alpha"), [entry(1)], own)
        assert ledger.pending() == []
        ledger.settle(pending.id, [])  # late: its printing is not there any more
        assert [one.puzzles for one in ledger.issues()] == [1]


def test_a_book_that_took_the_folder_of_an_unfinished_one_can_name_it(path: Path) -> None:
    with Ledger(path, write=True) as ledger:
        ledger.reserve(printing("alpha", "out"), [entry(1)], None)
        record(ledger, printing("beta", "out"), [entry(2)])
        released = f"puzzlegen ledger forget {path.parent / 'out'} --ledger {path} releases it"
        held = f"puzzle 1 of the unfinished book 'Alpha' (series 'alpha'; {released})"
        assert ledger.repeats([entry(1)], None)[0].held == held


def test_forgetting_releases_what_an_unfinished_build_reserved_and_nothing_else(path: Path) -> None:
    with Ledger(path, write=True) as ledger:
        first = record(ledger, printing("alpha", "a"), [entry(1), entry(2)])
        ledger.reserve(printing("alpha", "b", "edited"), [entry(1), entry(2, 3, 3)], first)  # a second edition, killed
        ledger.reserve(printing("beta", "c"), [entry(4)], None)
        ledger.reserve(printing("beta", "d"), [entry(4)], ledger.own_issue("book", "beta", "beta", "c"))
        assert ledger.unfinished() == [("b", 1), ("c", 1), ("d", 1)]
        content = ledger.snapshot(None).sha256
        assert ledger.forget_unfinished("a") == (0, 0)
        assert ledger.forget_unfinished("c") == (0, 0)  # the build into d has the same puzzle
        assert ledger.forget_unfinished("d") == (0, 1)
        assert ledger.forget_unfinished("b") == (0, 1)
        assert ledger.unfinished() == [] and ledger.snapshot(None).sha256 != content
        held = ledger.snapshot(None)
        assert [held.holds(entry(number).keys) for number in (1, 2, 3, 4)] == [True, True, False, False]
        assert (held.issues, held.puzzles) == (1, 2)
        assert ledger.own_issue("book", "beta", "beta", "c") is None
    with Ledger(path, write=False) as ledger:  # the totals agree with what is left
        assert [one.series for one in ledger.issues()] == ["alpha"]


def test_the_manifest_of_a_folder_is_that_of_its_last_printing_or_of_a_killed_build(path: Path) -> None:
    with Ledger(path, write=True) as ledger:
        assert ledger.manifest_digests("a") == set()
        first = record(ledger, replace(printing("alpha", "a"), manifest_sha256="one"), [entry(1)])
        record(ledger, replace(printing("alpha", "a", "edited"), manifest_sha256="two"), [entry(1)], first)
        record(ledger, replace(printing("alpha", "b"), manifest_sha256="three"), [entry(1)], first)
        assert ledger.manifest_digests("a") == {"two"}
        assert ledger.manifest_digests("c") == set()
        ledger.reserve(replace(printing("alpha", "a", "third"), manifest_sha256="four"), [entry(1)], first)
        assert ledger.manifest_digests("a") == {"two", "four"}
        ledger.reserve(replace(printing("beta", "c"), manifest_sha256="five"), [entry(2)], None)
        assert ledger.manifest_digests("c") == set()  # no book was ever recorded there


def _sql(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as raw:
        for statement in statements:
            raw.execute(statement)
    raw.close()


def test_files_that_are_no_ledger_of_ours(path: Path, tmp_path: Path) -> None:
    def refused(write: bool) -> str:
        with pytest.raises(LedgerError) as caught:
            Ledger(path, write=write)
        text = str(caught.value)
        assert text.startswith(f"{path}: ") and "\n" not in text
        return text

    assert "no such ledger" in refused(write=False)
    path.touch()
    assert "it is empty" in refused(write=False)
    path.write_text("title: not a database at all\n" * 100)
    before = path.read_bytes()
    assert "not a ledger" in refused(write=True)
    assert path.read_bytes() == before
    path.unlink()
    _sql(path, "CREATE TABLE songs (name)")
    assert "found a database, expected a ledger" in refused(write=True)
    path.unlink()
    Ledger(path, write=True).__exit__()
    _sql(path, f"PRAGMA user_version = {database.VERSION + 1}")
    assert "upgrade puzzlegen" in refused(write=True)
    assert "upgrade puzzlegen" in refused(write=False)
    path.unlink()
    path.mkdir()
    assert "found a folder" in refused(write=True)
    with pytest.raises(LedgerError, match=r"there is no folder .*no/folder: create it"):
        Ledger(tmp_path / "no" / "folder" / "ledger.sqlite", write=True)


def test_a_damaged_ledger_says_what_to_do(path: Path) -> None:
    with Ledger(path, write=True) as ledger:
        record(ledger, printing("alpha"), [entry(number) for number in range(1, 2000)])
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)  # all but the first page
    path.write_bytes(data)
    with pytest.raises(LedgerError, match=r"damaged \(Page 17.*\): restore it from your backup"):
        Ledger(path, write=True)


def test_a_ledger_that_cannot_be_written_to(path: Path) -> None:
    Ledger(path, write=True).__exit__()
    with (
        Ledger(path, write=False) as ledger,
        pytest.raises(LedgerError, match="cannot be written to: change its permissions"),
    ):
        ledger.reserve(printing("alpha"), [entry(1)], None)


def test_a_full_disk_records_nothing(path: Path) -> None:
    with Ledger(path, write=True) as ledger:
        (pages,) = ledger._one("PRAGMA page_count")
        ledger._one(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(LedgerError, match="the disk is full"):
            ledger.reserve(printing("alpha"), [entry(number) for number in range(1, 2000)], None)
        ledger._one("PRAGMA max_page_count = 100000")
        assert (ledger.snapshot(None).issues, ledger.pending()) == (0, [])


def test_a_locked_ledger_is_waited_for_and_then_given_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Ledger(path, write=True).__exit__()
    holder = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.2)
    with Ledger(path, write=True) as ledger, pytest.raises(LedgerError, match="another program is using it"):
        ledger.reserve(printing("alpha"), [entry(1)], None)
    monkeypatch.setattr(database, "LOCK_SECONDS", 20.0)
    release = threading.Thread(target=lambda: (time.sleep(0.3), holder.execute("COMMIT")))
    release.start()
    with Ledger(path, write=True) as ledger:
        record(ledger, printing("alpha"), [entry(1)])
    release.join()
    holder.close()


def test_a_reader_that_waits_locks_nobody_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as a list of puzzles in a pager."""
    with Ledger(path, write=True) as ledger:
        record(ledger, printing("alpha"), [entry(number) for number in range(1, 500)])
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.0)
    with Ledger(path, write=False) as reader:
        puzzles = reader.puzzles(1)
        next(puzzles)
        with Ledger(path, write=True) as ledger:
            record(ledger, printing("beta"), [entry(1000)])
        assert sum(1 for _ in puzzles) == 498


def _issue_of_one(job: tuple[Path, int]) -> None:
    path, number = job
    with Ledger(path, write=True) as ledger:
        record(ledger, printing(f"series {number}"), [entry(number)])


def test_first_builds_at_the_same_time_all_get_in(path: Path) -> None:
    with ProcessPoolExecutor(4, get_context("spawn")) as pool:
        list(pool.map(_issue_of_one, [(path, number) for number in range(1, 13)]))
    with Ledger(path, write=False) as ledger:
        assert sorted(one.series for one in ledger.issues()) == sorted(f"series {i}" for i in range(1, 13))


def test_reading_goes_on_while_somebody_writes(path: Path) -> None:
    with Ledger(path, write=True) as ledger:
        record(ledger, printing("alpha"), [entry(1)])
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with Ledger(path, write=False) as reader:
            assert [one.series for one in reader.issues()] == ["alpha"]
        holder.close()


def test_folders_are_named_from_the_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "output").mkdir()
    with Ledger(Path("output/ledger.sqlite"), write=True) as ledger:
        for folder, name in (("output/one", "one"), ("elsewhere/two", "../elsewhere/two")):
            assert ledger.folder_name(Path(folder)) == name
            assert ledger.folder_path(name) == Path(folder)


def test_names_that_mean_something_in_an_address(tmp_path: Path) -> None:
    path = tmp_path / "what? 100% #1.sqlite"
    Ledger(path, write=True).__exit__()
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
