"""Checks a whole ledger for damage."""

from __future__ import annotations

from pathlib import Path

from puzzlegen.errors import DamagedLedger, NoLedger
from puzzlegen.ledger.days import DailyLedger


def check(path: Path) -> None:
    """Read all of the ledger at ``path``.

    Raises DamagedLedger for damage, NoLedger for a missing file, and LedgerError for a file that is no ledger or cannot
    be opened.
    """
    with DailyLedger(path, write=False) as ledger:
        ledger.check()


def is_intact(path: Path) -> bool:
    """Return whether there is a ledger without damage. Raises LedgerError where it cannot be read."""
    try:
        check(path)
    except (DamagedLedger, NoLedger):
        return False
    return True
