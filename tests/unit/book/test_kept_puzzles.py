"""A finished book is built again with the puzzles of the last build, unless a new build would make others."""

import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_book import SMALL

from puzzlegen.book import reuse as kept
from puzzlegen.book.build import BookRequest, BuildOptions, build_book, identity
from puzzlegen.book.reuse import kept_puzzles, requests_hash
from puzzlegen.checking import proof
from puzzlegen.checking.book_files import Report
from puzzlegen.config.load import loads_book
from puzzlegen.files.build_folder import MANIFEST, PUZZLES, digest
from puzzlegen.generator import batch
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.ledger.book_ledger import NO_LEDGER, BookRecorder, LedgerPolicy, open_recorder

TEXT = SMALL + "profiles: [screen]\noutput: {preview: no}\n"
RETITLED = TEXT.replace("A Small Book", "Another Title").replace("Copyright nobody", "No rights")
CONFIG = loads_book(TEXT)
LEDGER = "ledger.sqlite"


def built(folder: Path, text: str = TEXT, *, fresh: bool = False) -> tuple[Report, list[str]]:
    messages: list[str] = []
    policy = LedgerPolicy(folder / LEDGER)
    request = BookRequest(loads_book(text), folder / "book", "b.yaml", policy, BuildOptions(fresh=fresh))
    return build_book(request, Silent(), messages.append), messages


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts puzzles that are made and puzzles that the exact solver proves."""
    counts: Counter[str] = Counter()

    def counted(module: Any, name: str) -> Callable[..., Any]:
        function = getattr(module, name)

        def call(*args: Any) -> Any:
            counts[name] += 1
            return function(*args)

        return call

    monkeypatch.setattr(batch, "make_puzzle", counted(batch, "make_puzzle"))
    monkeypatch.setattr(proof.exact, "solutions", counted(proof.exact, "solutions"))
    return counts


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished")
    assert not built(folder)[0].failed
    return folder


@pytest.fixture
def copy(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "copy"))


def content(folder: Path) -> dict[str, Any]:
    manifest = json.loads((folder / "book" / MANIFEST).read_text(encoding="utf-8"))
    del manifest["seconds"]
    files = {path.name: path.read_bytes() for path in (folder / "book").iterdir() if path.name != MANIFEST}
    return files | {MANIFEST: manifest}


def test_another_title_makes_and_proves_no_puzzle_and_gives_the_book_of_a_fresh_build(
    copy: Path, tmp_path: Path, calls: Counter[str]
) -> None:
    report, messages = built(copy, RETITLED)
    assert not report.failed and any(one.startswith("prints the 8 puzzles of the last build") for one in messages)
    assert calls == Counter()
    again = content(copy)
    report, messages = built(copy, RETITLED, fresh=True)
    assert not report.failed and not any("the last build" in words for words in messages)
    assert calls == {"make_puzzle": 8, "solutions": 8} and content(copy) == again


def taken(folder: Path, text: str = TEXT) -> bool:
    config = loads_book(text)
    found = kept_puzzles(folder / "book", config, BookRecorder(identity(config, folder), NO_LEDGER, None))
    return found is not None


def redone(folder: Path, change: Callable[[list[dict[str, Any]]], object]) -> None:
    """Change records, and make the digest in the manifest fit."""
    path, above = folder / "book" / PUZZLES, folder / "book" / MANIFEST
    rows = [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines()]
    change(rows)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    manifest = json.loads(above.read_text(encoding="utf-8"))
    manifest["files"][PUZZLES] = digest(path)
    above.write_text(json.dumps(manifest), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("A Small Book", "B", True),
        ("trim: 6x9", "trim: 8x10", True),
        ("per_page: 4", "per_page: 2", True),
        ("series: small", "series: other", False),
        ("name: Two", "name: Second", False),
        ("count: 5", "count: 6", False),
        ("name: One,", "name: One, effort: normal,", False),
        ("name: One,", "name: One, density: 0.3,", False),
        ("name: One,", "name: One, total: yes,", False),
    ],
)
def test_puzzles_are_taken_if_the_config_asks_for_the_same(finished: Path, old: str, new: str, same: bool) -> None:
    assert taken(finished, TEXT.replace(old, new)) is same


def test_a_folder_without_a_sound_book_gives_no_puzzles(copy: Path) -> None:
    assert taken(copy)
    assert not taken(copy / "none")
    (copy / "book" / PUZZLES).write_bytes((copy / "book" / PUZZLES).read_bytes() + b"\n")
    assert not taken(copy)
    (copy / "book" / MANIFEST).write_text("[]")
    assert not taken(copy)


def test_another_version_of_the_code_makes_its_own(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "code_version", lambda: "another")
    assert not taken(finished)


def test_records_out_of_place_are_not_taken(copy: Path) -> None:
    redone(copy, lambda rows: rows[0].update(seed=rows[1]["seed"]))
    assert not taken(copy)


@pytest.mark.parametrize("key", ["solution", "puzzle"])
def test_a_tampered_record_cannot_pass(key: str, copy: Path, calls: Counter[str]) -> None:
    """Its digest fits, and the last build is trusted to have asked the exact solver: the tiers still find it."""

    def change(rows: list[dict[str, Any]]) -> None:
        if key == "solution":
            rows[0]["solution"] = rows[0]["solution"][::-1]
        else:
            rows[0]["puzzle"] = rows[0]["puzzle"].replace("3", "2", 1)  # a clue

    redone(copy, change)
    assert taken(copy)
    before = (copy / "book" / MANIFEST).read_bytes()
    report, _ = built(copy, RETITLED)
    assert report.failed and {finding.code for finding in report.findings} & {"P203", "P204", "A302"}
    assert (copy / "book" / MANIFEST).read_bytes() == before


def test_other_books_in_the_ledger_matter_only_if_a_repeat_was_replaced(copy: Path) -> None:
    config = CONFIG

    def found(policy: LedgerPolicy) -> bool:
        with open_recorder(identity(config, copy / "book"), policy) as recorder:
            return kept_puzzles(copy / "book", config, recorder) is not None

    assert found(LedgerPolicy(copy / LEDGER))
    assert found(LedgerPolicy(copy / "new.sqlite"))
    path = copy / "book" / MANIFEST
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["counts"]["repeats"]["ledger"] = 1
    path.write_text(json.dumps(manifest), encoding="utf-8")
    assert found(LedgerPolicy(copy / LEDGER))
    assert not found(LedgerPolicy(copy / LEDGER, repeats_allowed=True))
    assert not found(NO_LEDGER)


def test_the_requests_of_a_config_have_one_digest() -> None:
    assert requests_hash(CONFIG) == requests_hash(loads_book(RETITLED))
