"""Books as cases: book.yaml has damaged manifests and records with what is found, and what stands in a book."""

import re
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import test_content_assembly as content
import test_manifest_check as manifests
import test_records_check as records
from cases import Case, cases, replay
from small_book import SMALL, puzzles_of
from test_shop_text import text_of

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.design import page_counts
from puzzlegen.book.edition import write_puzzles
from puzzlegen.book.explained_puzzles import read_puzzles
from puzzlegen.book.manifest import check_manifest
from puzzlegen.book.verification import verify_book
from puzzlegen.config.load import loads_book
from puzzlegen.files.build_folder import MANIFEST
from puzzlegen.jobs.ordered_work import Silent

DIGEST = re.compile(r"[0-9a-f]{64}")


@cache
def printed(text: str) -> list[GradedPuzzle]:
    return puzzles_of(loads_book(text))


def damaged_manifest(**changes: Any) -> list[str]:
    """Return what is found in a manifest with other values at these places, or without them for null."""
    manifest = manifests.copy_of(manifests.expected_manifest())
    for place, value in changes.items():
        *way, last = place.split(".")
        at = manifest
        for key in way:
            at = at[key]
        if value is None:
            del at[last]
        else:
            at[last] = value
    found = check_manifest(manifest, manifests.expected_manifest(), same_version=True)
    return [DIGEST.sub("DIGEST", str(one.detail)) for one in found]


def damaged_records(changes: dict[int, dict[str, Any]]) -> list[str]:
    """Return what is found where records, by their numbers, have other values, or lack keys for null."""
    rows = records.rows_of(printed(records.TEXT))
    for number, values in changes.items():
        gone = {key for key, value in values.items() if value is None}
        rows[number - 1] = {key: value for key, value in (rows[number - 1] | values).items() if key not in gone}
    return [f"{one.code} {one.detail}" for one in records.checked(Path(), rows).findings]


def printed_again(old: str, new: str) -> int:
    """Return how many puzzles of the small book a config with another text prints again."""
    write_puzzles(Path(), printed(SMALL))
    assert old in SMALL
    return len(read_puzzles(Path("puzzles.jsonl"), loads_book(SMALL.replace(old, new)), "b.yaml"))


def verified(text: str) -> str:
    """Return the summary of a folder with a manifest alone."""
    Path(MANIFEST).write_text(text, encoding="utf-8")
    return verify_book(Path(), Silent()).summary


def shop_text(text: str) -> dict[str, Any]:
    """Return the text of a book for shops, of its description the short lines, which are its own."""
    fields = asdict(text_of(loads_book(text)))
    return fields | {"description": [line for line in fields["description"].splitlines() if 0 < len(line) < 60]}


FUNCTIONS: dict[str, Callable[..., object]] = {
    "manifest": damaged_manifest,
    "records": damaged_records,
    "printed again": printed_again,
    "folder": verified,
    "contents": lambda text: content.content_of(text).aids.contents,
    "copyright page": lambda text: [
        line for line in content.copyright_page(text) if "Copyright" in line or "ISBN" in line
    ],
    "text for shops": shop_text,
    "numbers of pages": lambda *counts: page_counts(counts),
}


@cases(__file__, "book")
def test_books(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]])
