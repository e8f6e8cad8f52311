"""What random damage does to a ledger: no answer changes unless a command calls the ledger damaged."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from ledger_corruptions import LEDGER, make_subjects, run_trials

from puzzlegen.errors import DamagedLedger
from puzzlegen.ledger import database
from puzzlegen.ledger.ledger import Ledger


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
