"""What random damage does to a ledger: no answer changes unless a command calls the ledger damaged."""

import random
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from ledger_corruptions import FRAME, LEDGER, LOG, make_subjects, run_trials
from ledgers import entry, printing

from puzzlegen.errors import DamagedLedger
from puzzlegen.ledger import database
from puzzlegen.ledger.ledger import Ledger
from puzzlegen.ledger.totals import is_log_damaged, remove_partial_frame


@pytest.fixture(scope="module")
def subjects(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return make_subjects(tmp_path_factory.mktemp("subjects"))


def test_no_answer_changes_without_a_word(tmp_path: Path) -> None:
    """``make soak-ledger`` does this a thousand times."""
    counts, faults = run_trials(tmp_path, 12, seed=7)
    assert not faults
    assert sum(refused for _, refused in counts.values()) > 4


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE puzzles SET section = 'Two' WHERE id = 5",
        "DELETE FROM puzzles WHERE id = 5",
        "UPDATE puzzles SET solution = 'y' || substr(solution, 2)",
        "UPDATE days SET settings = '{}'",
        "DELETE FROM unfinished",
        "UPDATE totals SET rows = rows + 1 WHERE name = 'days'",
        "DELETE FROM totals WHERE name = 'days'",
        "INSERT INTO totals VALUES ('songs', 0, zeroblob(8))",
    ],
)
def test_rows_that_another_program_changed_are_damage(statement: str, subjects: list[Path], tmp_path: Path) -> None:
    path = shutil.copy(subjects[0] / LEDGER, tmp_path)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(statement)
    for write in (False, True):
        with pytest.raises(DamagedLedger, match=r"lost or changed|has wrong rows"):
            Ledger(Path(path), write=write)


def test_what_a_killed_process_leaves_is_no_damage(subjects: list[Path], tmp_path: Path) -> None:
    log = tmp_path / LOG
    whole = (subjects[1] / LOG).read_bytes()
    for size in (0, 32, 32 + FRAME, 32 + FRAME + 24, 32 + 5 * FRAME, len(whole)):
        log.write_bytes(whole[:size])
        assert not is_log_damaged(log)
    log.unlink()
    assert not is_log_damaged(log)


def test_what_a_full_disk_cut_off_is_removed(subjects: list[Path], tmp_path: Path) -> None:
    log = tmp_path / LOG
    whole = (subjects[1] / LOG).read_bytes()
    for size, kept in ((20, 0), (32 + FRAME + 100, 32 + FRAME), (32 + 5 * FRAME, 32 + 5 * FRAME)):
        log.write_bytes(whole[:size])
        remove_partial_frame(log)
        assert log.read_bytes() == whole[:kept]
        assert not is_log_damaged(log)
    damage = whole[:50] + bytes([whole[50] ^ 1]) + whole[51:-9]
    log.write_bytes(damage)
    remove_partial_frame(log)
    assert log.read_bytes() == damage


def test_frames_of_an_earlier_log_are_no_damage(tmp_path: Path) -> None:
    path, log = tmp_path / LEDGER, tmp_path / LOG
    with Ledger(path, write=True) as ledger:
        for book in range(4):  # each begins the log anew, because everything in it was copied to the ledger
            entries = [replace(entry(100 * book + number), number=number) for number in range(1, 90 - 20 * book)]
            ledger.settle(ledger.reserve(printing("book", f"{book}"), entries, None), entries)
            assert not is_log_damaged(log)
        data = log.read_bytes()
        salts = {data[at + 8 : at + 16] for at in range(32, len(data), FRAME)}
        assert len(salts) > 1
        log_copy = tmp_path / "copy"
        log_copy.write_bytes(data[:50] + bytes([data[50] ^ 1]) + data[51:])
        assert is_log_damaged(log_copy)


def test_a_lost_log_takes_no_book_with_it(tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    with Ledger(path, write=True) as ledger:
        ledger.settle(ledger.reserve(printing("book", "b"), [entry(1)], None), [entry(1)])
        (tmp_path / "copy").write_bytes(path.read_bytes())  # without its log
    with Ledger(tmp_path / "copy", write=False) as copy:
        assert [issue.series for issue in copy.issues()] == ["b"]


def test_a_new_ledger_has_its_name_only_when_it_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(database, "_give_name", stop)
        with pytest.raises(KeyboardInterrupt):
            Ledger(tmp_path / LEDGER, write=True)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "other").mkdir()
    monkeypatch.setattr(Path, "hardlink_to", lambda *_: (_ for _ in ()).throw(OSError("no links")))
    Ledger(tmp_path / "other" / LEDGER, write=True).__exit__()
    assert [one.name for one in (tmp_path / "other").iterdir()] == [LEDGER]


def test_totals_follow_random_changes(tmp_path: Path) -> None:
    """Every statement keeps them, also those that replace or delete many rows."""
    path, rng = tmp_path / LEDGER, random.Random(3)
    Ledger(path, write=True).__exit__()
    with closing(database.connect(path, write=True)) as db:
        db.execute("INSERT INTO issues (kind, series) VALUES ('book', 's')")
        for _ in range(300):
            row = (f"f{rng.randrange(4)}", bytes([rng.randrange(20)] * 16), "é\x00'\" {rng.random()}")
            db.execute("INSERT OR REPLACE INTO unfinished VALUES (?, ?, ?)", row)
            if rng.random() < 0.1:
                db.execute("DELETE FROM unfinished WHERE folder = ?", (row[0],))
            if rng.random() < 0.1:
                db.execute("UPDATE unfinished SET made = made || 'x' WHERE slot < ?", (row[1],))
    Ledger(path, write=False).__exit__()
