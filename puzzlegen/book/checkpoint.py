"""Stores the finished puzzles of a build in its ledger, so that a stopped build can resume."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from puzzlegen.errors import FormatError, FullError, Interrupted, LedgerError, OutputError, PuzzlegenError, WorkerError
from puzzlegen.formats.common import pluralize
from puzzlegen.formats.json_record import as_dict, dumps, parse_record
from puzzlegen.generator.attempts import GeneratedPuzzle
from puzzlegen.generator.batch import NO_CHECKPOINT, Checkpoint
from puzzlegen.generator.requests import AGAIN, PuzzleRequest
from puzzlegen.jobs.code_version import code_version
from puzzlegen.jobs.progress import Notify
from puzzlegen.ledger.unfinished_work import UnfinishedWork
from puzzlegen.output.build_folder import write_problem

FLUSH_SECONDS = 1.0  # between two transactions: at most this much work is lost by a kill


class LedgerCheckpoint:
    """A Checkpoint (see generator.batch) in a ledger, written about once a second and by ``flush``.

    ``kept`` counts the puzzles of this run that the ledger holds, those of earlier runs included.
    """

    def __init__(self, unfinished: UnfinishedWork, info: Notify) -> None:
        self._unfinished, self._info = unfinished, info
        self._held = unfinished.slots()
        self._batch: dict[bytes, tuple[PuzzleRequest, str]] = {}
        self._saved = time.monotonic()
        self._begun = False
        self.kept = 0

    def resume(self, requests: Iterable[PuzzleRequest]) -> int:
        """Return how many of the requests are done. Reports that, and how many stored puzzles this run cannot use."""
        self._begun = True
        if not self._held:  # most builds begin with nothing: no need to compute keys
            return 0
        unused, spares = set(self._held), self._spares()
        for request in requests:
            unused.discard(request_key(request))
            unused -= {request_key(replace(request, stream=stream)) for stream in spares.get(request.stream, ())}
            self.kept += self.has(request)
        if self.kept:
            self._info(f"resumes with {_puzzles(self.kept)}")
        if unused:
            more = " more" if self.kept else ""
            self._info(
                f"{_puzzles(len(unused))}{more} kept for this folder, but made for another config or by another "
                "version: not used"
            )
        return self.kept

    def _spares(self) -> dict[str, list[str]]:
        """Return the spare streams of the stored puzzles, by the stream whose puzzle was a repeat."""
        found: dict[str, list[str]] = {}
        for text in self._unfinished.texts_with(AGAIN):
            with suppress(LedgerError):  # an unreadable puzzle cannot be used
                stream = (_parsed(text, self._unfinished.path).graded.stream or "").rpartition("/")[0]
                found.setdefault(stream.rpartition(AGAIN)[0], []).append(stream)
        return found

    def has(self, request: PuzzleRequest) -> bool:
        """Return whether the puzzle was stored when the run began."""
        return bool(self._held) and request_key(request) in self._held

    def load(self, request: PuzzleRequest) -> GeneratedPuzzle:
        """Return a stored puzzle. Raises LedgerError when it cannot be read."""
        return _parsed(self._unfinished.made(request_key(request)), self._unfinished.path)

    def store(self, request: PuzzleRequest, generated: GeneratedPuzzle) -> None:
        """Store a puzzle. Raises LedgerError when the ledger's file fails, such as on a full disk."""
        made = {"record": as_dict(generated.graded), "rejects": dict(generated.rejects)}
        self._batch[request_key(request)] = request, dumps(made)
        if time.monotonic() - self._saved >= FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what is not written yet. If another program locks the file, try again at the next flush."""
        if self._batch and self._unfinished.keep((key_, text) for key_, (_, text) in self._batch.items()):
            self.kept += self._unwritten()
            self._batch.clear()
        self._saved = time.monotonic()

    def _unwritten(self) -> int:
        """Count the puzzles not written yet. A puzzle of a spare stream replaces another and is not counted."""
        return sum(AGAIN not in request.stream for request, _ in self._batch.values())

    def summary(self, error: PuzzlegenError | None = None) -> str:
        """Flush, and describe what is kept and how to resume; ``error`` is what stopped the run, if anything did."""
        there, lost, reason = self._unfinished.path, "", ""
        try:
            self.flush()
        except LedgerError as again:
            reason = "" if isinstance(error, FullError) else f" ({again})"
            lost = f", {self._unwritten()} more could not be{reason}"
        if not self._begun and self._held:
            return f"the puzzles of earlier runs in {there} are kept: run the same command again to continue"
        if not self.kept:
            return f"no finished puzzle could be kept{reason}" if lost else "no puzzle was finished yet"
        are = "is" if self.kept == 1 else "are"
        return f"{_puzzles(self.kept)} {are} kept in {there}{lost}: run the same command again to continue"


def _puzzles(number: int) -> str:
    return pluralize(number, "finished puzzle")


def _ignore(message: str) -> None:
    """Do nothing."""


@contextmanager
def open_checkpoint(path: Path | None, folder: Path, *, fresh: bool, info: Notify = _ignore) -> Iterator[Checkpoint]:
    """Open the checkpoint of the book built in ``folder``, emptied if ``fresh``; without a ledger it stores nothing.

    ``info`` receives messages on puzzles of earlier runs. Raises Interrupted for Ctrl-C, and adds what is kept to
    WorkerError, OutputError and FullError. Raises LedgerError.
    """
    if path is None:
        try:
            yield NO_CHECKPOINT
        except KeyboardInterrupt:
            raise Interrupted("no puzzles are kept: run the same command to start again") from None
        return
    with UnfinishedWork(path, folder) as unfinished:
        if fresh and (gone := unfinished.forget()):
            info(f"--fresh: forgot {_puzzles(gone)} of earlier runs")
        checkpoint = LedgerCheckpoint(unfinished, info)
        try:
            yield checkpoint
        except KeyboardInterrupt:
            raise Interrupted(checkpoint.summary()) from None
        except (WorkerError, OutputError, FullError) as error:
            raise type(error)(f"{error}; {checkpoint.summary(error)}") from None
        except OSError as error:
            raise OutputError(f"{error.filename or folder}: {write_problem(error)}; {checkpoint.summary()}") from None
        except PuzzlegenError:
            checkpoint.flush()
            raise


def request_key(request: PuzzleRequest) -> bytes:
    """Return 16 bytes that identify the request, its random stream and the code version that makes the puzzle."""
    return hashlib.blake2b(f"{request!r}\n{code_version()}".encode(), digest_size=16).digest()


def _parsed(text: str, path: Path) -> GeneratedPuzzle:
    try:
        found = json.loads(text)
        rejects = {str(reason): int(count) for reason, count in found["rejects"].items()}
        return GeneratedPuzzle(parse_record(dumps(found["record"])), rejects)
    except (FormatError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise LedgerError(f"{path}: what an unfinished build left cannot be read ({error}): add --fresh") from None
