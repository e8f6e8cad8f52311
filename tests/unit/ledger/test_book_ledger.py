"""Recording a book: its puzzles are reserved, its files moved, then all is settled; other books never repeat them."""

from dataclasses import replace
from pathlib import Path

import pytest
from small_book import SMALL, puzzles_of

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.manifest import as_json, sha256_of
from puzzlegen.config.load import loads_book
from puzzlegen.errors import LedgerError
from puzzlegen.ledger.book_ledger import NO_LEDGER, BookIdentity, BookRecorder, LedgerPolicy, open_recorder
from puzzlegen.ledger.ledger import Ledger

SECTIONS = ("One", "Two", "Three")


@pytest.fixture(scope="module")
def records() -> list[GradedPuzzle]:
    return puzzles_of(loads_book(SMALL))


def identity(folder: Path, series: str = "small") -> BookIdentity:
    return BookIdentity(series, f"Book {series}", f"{series:0>64}", folder, SECTIONS)


def reserve(recorder: BookRecorder, records: list[GradedPuzzle], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    manifest = {"puzzlegen": "1", "versions": {}}
    (folder / "manifest.json").write_text(as_json(manifest), encoding="utf-8", newline="\n")
    recorder.reserve(recorder.entries(records), manifest, sha256_of(manifest))


def test_a_book_is_listed_once_it_is_settled(tmp_path: Path, records: list[GradedPuzzle]) -> None:
    policy = LedgerPolicy(tmp_path / "ledger.sqlite")
    with open_recorder(identity(tmp_path / "a"), policy) as recorder:
        reserve(recorder, records, tmp_path / "a")
        assert recorder.ledger is not None and recorder.ledger.issues() == []
        recorder.settle(recorder.entries(records))
        assert recorder.summary == f"recorded in {policy.path}"
    with Ledger(tmp_path / "ledger.sqlite", write=False) as ledger:
        (issue,) = ledger.issues()
        entries = list(ledger.puzzles(issue.id))
    assert [entry.section for entry in entries] == ["One"] * 5 + ["Two"] * 2 + ["Three"]
    assert [entry.number for entry in entries] == list(range(1, 9)) and (issue.puzzles, issue.series) == (8, "small")


def test_another_book_sees_the_puzzles_and_the_same_one_does_not(tmp_path: Path, records: list[GradedPuzzle]) -> None:
    policy = LedgerPolicy(tmp_path / "ledger.sqlite")
    with open_recorder(identity(tmp_path / "a"), policy) as recorder:
        reserve(recorder, records, tmp_path / "a")
        recorder.settle(recorder.entries(records))
    with open_recorder(identity(tmp_path / "a"), policy) as recorder:
        assert recorder.repeats(recorder.entries(records)) == []
    with open_recorder(identity(tmp_path / "b", "other"), policy) as recorder:
        assert [one.number for one in recorder.repeats(recorder.entries(records))] == list(range(1, 9))
        assert recorder.seen.is_repeat(records[0].puzzle, records[0].solution)
        with pytest.raises(LedgerError, match=r"puzzles\.jsonl: puzzle 1 \(and 7 more\) was printed as puzzle 1 of"):
            recorder.reprint(records, Path("puzzles.jsonl"))
        with pytest.raises(LedgerError, match="build it again"):
            reserve(recorder, records, tmp_path / "b")
    with open_recorder(identity(tmp_path / "b", "other"), replace(policy, repeats_allowed=True)) as recorder:
        assert recorder.repeats(recorder.entries(records)) == []
        assert not recorder.seen.is_repeat(records[0].puzzle, records[0].solution)


def test_a_new_config_of_the_series_reprints_the_same_issue(tmp_path: Path, records: list[GradedPuzzle]) -> None:
    policy = LedgerPolicy(tmp_path / "ledger.sqlite")
    with open_recorder(identity(tmp_path / "a"), policy) as recorder:
        reserve(recorder, records, tmp_path / "a")
        recorder.settle(recorder.entries(records))
    moved = replace(identity(tmp_path / "elsewhere"), config_sha256="f" * 64)
    with open_recorder(moved, policy) as recorder:
        recorder.reprint(records, Path("puzzles.jsonl"))
        reserve(recorder, records, tmp_path / "elsewhere")
        recorder.settle(recorder.entries(records))
        assert recorder.ledger is not None and [len(one.printings) for one in recorder.ledger.issues()] == [2]


def test_the_next_build_records_a_book_whose_build_was_killed(tmp_path: Path, records: list[GradedPuzzle]) -> None:
    policy = LedgerPolicy(tmp_path / "ledger.sqlite")
    with open_recorder(identity(tmp_path / "a"), policy) as recorder:
        reserve(recorder, records, tmp_path / "a")  # killed: its files are not in place
    with open_recorder(identity(tmp_path / "b", "other"), policy) as recorder:
        assert recorder.ledger is not None and recorder.ledger.issues() == []
        assert len(recorder.repeats(recorder.entries(records))) == 8  # reserved all the same


def test_without_a_ledger_nothing_is_recorded(tmp_path: Path, records: list[GradedPuzzle]) -> None:
    with open_recorder(identity(tmp_path / "a"), NO_LEDGER) as recorder:
        recorder.reprint(records, Path("puzzles.jsonl"))
        assert recorder.entries(records) == [] and recorder.as_dict() is None and recorder.summary == ""
        recorder.reserve([], {}, "")
        recorder.settle([])
    assert list(tmp_path.iterdir()) == []
