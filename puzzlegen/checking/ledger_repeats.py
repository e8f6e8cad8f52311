"""Finds the puzzles of a book that other books in the ledger hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.checking.findings import Finding
from puzzlegen.ledger.book_ledger import Identity, Issuing, Rules
from puzzlegen.ledger.ledger import Ledger
from puzzlegen.ledger.records import Repeat


def findings_against(
    path: Path | None, folder: Path, manifest: dict[str, Any], records: Sequence[GradedPuzzle]
) -> tuple[Finding, ...]:
    """What a finished book in ``folder`` repeats of other books in a ledger: the one at ``path``, else the one the
    manifest names if it is there. Raises LedgerError.
    """
    own = manifest.get("ledger")
    named = own.get("file") if isinstance(own, dict) else None
    if path is None and isinstance(named, str) and (folder / named).is_file():
        path = folder / named
    if path is None:
        return ()
    allowed = isinstance(own, dict) and own.get("repeats_allowed") is True
    series, title, config = (str(manifest.get(key)) for key in ("series", "title", "config_sha256"))
    with Ledger(path, write=False) as ledger:
        book = Issuing(Identity(series, title, config, folder, ()), Rules(path, allowed), ledger)
        return repeat_findings(book.repeats(book.entries(records)))


def repeat_findings(repeats: Iterable[Repeat]) -> tuple[Finding, ...]:
    """Turn the repeats that a ledger reports into findings."""
    return tuple(Finding("P207", 0, one.number, f"the {one.what} are those of {one.held}") for one in repeats)
