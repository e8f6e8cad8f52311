"""Dailies that are refused: words, configs, folders and ledgers that cannot be used, and nothing is made."""

import sqlite3
from pathlib import Path

import pytest
from daily_runs import FIRST, daily, refused, tree

from puzzlegen.ledger import database

pytestmark = pytest.mark.usefixtures("copied_days")


@pytest.mark.usefixtures("quick")
def test_ledgers_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = tmp_path / "ledger.sqlite"
    daily(tmp_path, *FIRST)
    before = tree(tmp_path / "d")
    holder = sqlite3.connect(ledger, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.1)
    assert "another program is using it" in refused(tmp_path, "--date", "2026-12-02")
    assert "1 untouched" in daily(tmp_path, *FIRST)  # nothing to write, so nothing to wait for
    holder.close()
    with sqlite3.connect(ledger) as raw:
        raw.execute(f"PRAGMA user_version = {database.VERSION + 1}")
    raw.close()
    assert "the ledger of a newer puzzlegen" in refused(tmp_path, "--date", "2026-12-02")
    ledger.write_text("no database\n" * 100)
    assert "not a ledger" in refused(tmp_path, "--date", "2026-12-02")
    assert tree(tmp_path / "d") == before
