"""The checkpoint of a book build: what it stores, what a later run gets of it, what it says when it is stopped."""

from pathlib import Path

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.book import reuse as module
from puzzlegen.book.reuse import LedgerCheckpoint, open_checkpoint, request_key
from puzzlegen.errors import Interrupted, WorkerError
from puzzlegen.generator.attempts import GeneratedPuzzle
from puzzlegen.generator.batch import NO_CHECKPOINT, generate_puzzle
from puzzlegen.generator.requests import PuzzleRequest, requests_for

REQUESTS = list(requests_for(PuzzleSpec(difficulty="easy"), Grid(6, 5), "checkpoint", 4))


@pytest.fixture(scope="module")
def puzzles() -> dict[PuzzleRequest, GeneratedPuzzle]:
    return {request: generate_puzzle(request) for request in REQUESTS}


def stored(folder: Path, puzzles: dict[PuzzleRequest, GeneratedPuzzle], count: int) -> Path:
    """A ledger with the first puzzles of an unfinished build."""
    path = folder / "ledger.sqlite"
    with open_checkpoint(path, folder / "book", fresh=False) as checkpoint:
        assert checkpoint.resume(REQUESTS) == 0
        for request in REQUESTS[:count]:
            checkpoint.store(request, puzzles[request])
        checkpoint.flush()
    return path


def test_a_later_run_gets_what_was_stored(tmp_path: Path, puzzles: dict[PuzzleRequest, GeneratedPuzzle]) -> None:
    path, messages = stored(tmp_path, puzzles, 3), []
    with open_checkpoint(path, tmp_path / "book", fresh=False, info=messages.append) as checkpoint:
        assert checkpoint.resume(REQUESTS) == 3 and messages == ["resumes with 3 finished puzzles"]
        assert [checkpoint.has(request) for request in REQUESTS] == [True, True, True, False]
        assert all(checkpoint.load(request) == puzzles[request] for request in REQUESTS[:3])
    with open_checkpoint(path, tmp_path / "other", fresh=False) as checkpoint:
        assert checkpoint.resume(REQUESTS) == 0


def test_puzzles_of_other_code_are_not_used(
    tmp_path: Path, puzzles: dict[PuzzleRequest, GeneratedPuzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, messages, before = stored(tmp_path, puzzles, 2), [], request_key(REQUESTS[0])
    monkeypatch.setattr(module, "code_version", lambda: "later")
    assert request_key(REQUESTS[0]) != before != request_key(REQUESTS[1])
    with open_checkpoint(path, tmp_path / "book", fresh=False, info=messages.append) as checkpoint:
        assert checkpoint.resume(REQUESTS) == 0 and not checkpoint.has(REQUESTS[0])
    (words,) = messages
    assert words.startswith(
        "2 finished puzzles kept for this folder, but made for another config or by another version"
    )


def test_fresh_forgets_what_was_stored(tmp_path: Path, puzzles: dict[PuzzleRequest, GeneratedPuzzle]) -> None:
    path, messages = stored(tmp_path, puzzles, 2), []
    with open_checkpoint(path, tmp_path / "book", fresh=True, info=messages.append) as checkpoint:
        assert checkpoint.resume(REQUESTS) == 0
    assert messages == ["--fresh: forgot 2 finished puzzles of earlier runs"]


@pytest.mark.parametrize(
    ("stop", "raised"), [(KeyboardInterrupt(), Interrupted), (WorkerError("a worker was lost"), WorkerError)]
)
def test_a_stopped_build_says_how_to_resume(
    stop: BaseException, raised: type[BaseException], tmp_path: Path, puzzles: dict[PuzzleRequest, GeneratedPuzzle]
) -> None:
    path = tmp_path / "ledger.sqlite"
    words = r"1 finished puzzle is kept in .*: start the same run again to continue"
    with pytest.raises(raised, match=words), open_checkpoint(path, tmp_path / "book", fresh=False) as checkpoint:
        checkpoint.resume(REQUESTS)
        checkpoint.store(REQUESTS[0], puzzles[REQUESTS[0]])  # written by the message, not by flush
        raise stop
    with open_checkpoint(path, tmp_path / "book", fresh=False) as checkpoint:
        assert isinstance(checkpoint, LedgerCheckpoint) and checkpoint.resume(REQUESTS) == 1


def test_without_a_ledger_nothing_is_stored(tmp_path: Path) -> None:
    with (
        pytest.raises(Interrupted, match="no puzzles are kept: start the run again"),
        open_checkpoint(None, tmp_path, fresh=False) as checkpoint,
    ):
        assert checkpoint is NO_CHECKPOINT
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []
