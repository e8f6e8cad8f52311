"""Checks a whole ledger for damage."""

from __future__ import annotations

from pathlib import Path

from puzzlegen.errors import DamagedLedger, NoLedger
from puzzlegen.ledger.days import DailyLedger


def check(path: Path) -> None:
    """Read the whole ledger at ``path`` and check it.

    Raises DamagedLedger for damage, NoLedger for a missing file, and LedgerError for a file that is not a ledger or
    cannot be opened.
    """
    with DailyLedger(path, write=False) as ledger:
        ledger.check()


def is_intact(path: Path) -> bool:
    """Return whether an undamaged ledger exists at ``path``. Raises LedgerError if it cannot be read."""
    try:
        check(path)
    except (DamagedLedger, NoLedger):
        return False
    return True
