"""Takes the puzzles of a finished book again, if a new build of its folder would make the same ones."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.book.records_check import check_records
from puzzlegen.checking.puzzle_proof import Proof, keep_proofs
from puzzlegen.config.book import BookConfig
from puzzlegen.errors import PuzzlegenError
from puzzlegen.generator.batch import BookPuzzles
from puzzlegen.generator.requests import section_requests
from puzzlegen.jobs.code_version import code_version
from puzzlegen.ledger.book_ledger import BookRecorder
from puzzlegen.output.build_folder import DRAFT, MANIFEST, PUZZLES, digest
from puzzlegen.selection.repeats import BOOK, LEDGER
from puzzlegen.solver.tiers import run

EXACT_SOLVER = "clingo"


@dataclass(frozen=True, slots=True)
class KeptPuzzles:
    """The puzzles of the last build. ``repeats`` counts those it replaced because they repeated others, by place.

    ``confirmed``: the exact solver in use confirmed each of them.
    """

    puzzles: BookPuzzles
    repeats: Mapping[str, int]
    confirmed: bool


def requests_hash(config: BookConfig) -> str:
    """Return the SHA-256 of everything that decides which puzzles a book has, apart from those of other books.

    It covers the requests with their streams, the order of each section, the chosen puzzles, and the code that makes
    puzzles.
    """
    text = hashlib.sha256(code_version().encode())
    for section in config.sections:
        order = (section.count, section.size_order, section.boards, len(section.kinds))
        text.update(repr((section_requests(config.series, section), order)).encode())
    if config.choices:
        text.update(repr(config.choices).encode())
    return text.hexdigest()


def kept_puzzles(folder: Path, config: BookConfig, recorder: BookRecorder) -> KeptPuzzles | None:
    """Return the puzzles of the book or draft in ``folder`` if a new build would make the same; otherwise None.

    They must be those that the manifest names, made from the same requests by the same code, and in their places. A
    replaced repeat depends on the other books in the ledger, so either these are the same, or there was none.
    """
    try:
        above = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        names = [*above.get("editions", {}), ""]
        manifest = json.loads((folder / names[0] / MANIFEST).read_text(encoding="utf-8"))
        if manifest["requests_sha256"] != requests_hash(config) or above["files"][PUZZLES] != digest(folder / PUZZLES):
            return None
        counts = manifest["counts"]
        rejects = Counter({str(reason): int(number) for reason, number in counts["rejects"].items()})
        repeats = {place: int(counts["repeats"][place]) for place in (BOOK, LEDGER)}
        confirmed = manifest["kind"] != DRAFT and manifest["versions"][EXACT_SOLVER] == version(EXACT_SOLVER)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None  # another version, a reprint, an unfinished or damaged book
    report = check_records(folder / PUZZLES, config, reprinted=False, same_version=True)
    if report.findings or not _same_repeats(above, repeats, recorder, report.records):
        return None
    return KeptPuzzles(BookPuzzles(list(report.records), rejects), repeats, confirmed)


def _same_repeats(
    manifest: Mapping[str, Any], repeats: Mapping[str, int], recorder: BookRecorder, records: tuple[Any, ...]
) -> bool:
    """Return whether a new build would replace the same repeats of other books."""
    now, then = recorder.as_dict(), manifest.get("ledger")
    if now is not None and isinstance(then, dict) and now["sha256"] == then.get("sha256"):
        return bool(now["repeats_allowed"] == then.get("repeats_allowed"))
    return repeats[LEDGER] == 0 and not recorder.repeats(recorder.entries(records))


def keep_their_proofs(kept: KeptPuzzles) -> None:
    """Take over what the exact solver found in the last build. The tiers solve and grade each puzzle again.

    So a wrong record cannot pass: each step of the tiers is a proof, and their solution must be the one on record.
    """
    if not kept.confirmed:
        return
    for record in kept.puzzles.puzzles:
        try:
            keep_proofs([(record.puzzle, Proof((record.solution,), run(record.puzzle, MAX_TIER)))])
        except PuzzlegenError:
            continue  # the check of the book will report it
