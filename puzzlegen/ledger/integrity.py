"""Whether a ledger is in order: all of it read, as the program reads it."""

from __future__ import annotations

from pathlib import Path

from puzzlegen.errors import DamagedLedger, NoLedger
from puzzlegen.ledger.days import DailyLedger


def check(path: Path) -> None:
    """Read all of the ledger at ``path``. Raises DamagedLedger where it is not as it was written, NoLedger where there
    is none, and LedgerError where it is somebody else's or cannot be opened.
    """
    with DailyLedger(path, write=False) as ledger:
        ledger.check()


def is_intact(path: Path) -> bool:
    """Whether there is a ledger without damage. Raises LedgerError where that cannot be told."""
    try:
        check(path)
    except (DamagedLedger, NoLedger):
        return False
    return True
