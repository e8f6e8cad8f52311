"""Keeping what a build has made in its ledger until it is finished."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from puzzlegen.errors import FormatError, FullError, Interrupted, LedgerError, OutputError, PuzzlegenError, WorkerError
from puzzlegen.formats.common import pluralize
from puzzlegen.formats.json_record import as_dict, dumps, parse_record
from puzzlegen.generator.attempts import GeneratedPuzzle
from puzzlegen.generator.batch import NO_CHECKPOINT, Checkpoint
from puzzlegen.generator.requests import SPARE, PuzzleRequest
from puzzlegen.jobs.code_version import code_version
from puzzlegen.ledger.unfinished_work import UnfinishedWork
from puzzlegen.output.build_folder import write_problem

EVERY = 1.0  # seconds of work in a transaction: what a kill may cost
Say = Callable[[str], None]


class LedgerCheckpoint:
    """A Checkpoint (see generator.batch) in a ledger. What is kept is written about once a second, and by ``flush``.

    ``kept``: how many puzzles of this run's slots the ledger holds, those of earlier runs included.
    """

    def __init__(self, unfinished: UnfinishedWork, say: Say) -> None:
        self._unfinished, self._say = unfinished, say
        self._held = unfinished.slots()
        self._batch: dict[bytes, tuple[PuzzleRequest, str]] = {}
        self._saved = time.monotonic()
        self._begun = False
        self.kept = 0

    def resume(self, requests: Iterable[PuzzleRequest]) -> int:
        """How many of the slots it holds. Says that, and how many puzzles of the folder are of no use to this run."""
        self._begun = True
        if not self._held:  # most builds begin with nothing: no need to work out keys
            return 0
        needless, spares = set(self._held), self._spares()
        for request in requests:
            needless.discard(key(request))
            needless -= {key(replace(request, stream=stream)) for stream in spares.get(request.stream, ())}
            self.kept += self.has(request)
        if self.kept:
            self._say(f"goes on from {_puzzles(self.kept)}")
        if needless:
            more = " more" if self.kept else ""
            self._say(
                f"{_puzzles(len(needless))}{more} kept for this folder, but made for another config or by another "
                "version: not used"
            )
        return self.kept

    def _spares(self) -> dict[str, list[str]]:
        """The spare streams that it holds puzzles of, by the stream whose puzzle was a repeat."""
        found: dict[str, list[str]] = {}
        for text in self._unfinished.texts_with(SPARE):
            with suppress(LedgerError):  # what cannot be read is of no use
                stream = (_parsed(text, self._unfinished.path).graded.stream or "").rpartition("/")[0]
                found.setdefault(stream.rpartition(SPARE)[0], []).append(stream)
        return found

    def has(self, request: PuzzleRequest) -> bool:
        """Whether it held the slot's puzzle when the run began."""
        return bool(self._held) and key(request) in self._held

    def load(self, request: PuzzleRequest) -> GeneratedPuzzle:
        """What it held. Raises LedgerError when it cannot be read."""
        return _parsed(self._unfinished.made(key(request)), self._unfinished.path)

    def store(self, request: PuzzleRequest, generated: GeneratedPuzzle) -> None:
        """Keep what was made. Raises LedgerError when the ledger's file fails, such as on a full disk."""
        made = {"record": as_dict(generated.graded), "rejects": dict(generated.rejects)}
        self._batch[key(request)] = request, dumps(made)
        if time.monotonic() - self._saved >= EVERY:
            self.flush()

    def flush(self) -> None:
        """Write what is not written yet. A file that another program holds for long is tried again later."""
        if self._batch and self._unfinished.keep((key_, text) for key_, (_, text) in self._batch.items()):
            self.kept += self._waiting()
            self._batch.clear()
        self._saved = time.monotonic()

    def _waiting(self) -> int:
        """How many puzzles are not written yet. One of a spare stream takes the place of another, and is none more."""
        return sum(SPARE not in request.stream for request, _ in self._batch.values())

    def told(self, fault: PuzzlegenError | None = None) -> str:
        """Write what is not written yet, and say how to go on; ``fault`` is what stopped the run, if anything did."""
        there, lost, reason = self._unfinished.path, "", ""
        try:
            self.flush()
        except LedgerError as again:
            reason = "" if isinstance(fault, FullError) else f" ({again})"
            lost = f", {self._waiting()} more could not be{reason}"
        if not self._begun and self._held:
            return f"what is kept in {there} stays: the same command goes on from there"
        if not self.kept:
            return f"no finished puzzle could be kept{reason}" if lost else "no puzzle was finished yet"
        are = "is" if self.kept == 1 else "are"
        return f"{_puzzles(self.kept)} {are} kept in {there}{lost}: the same command goes on from there"


def _puzzles(number: int) -> str:
    return pluralize(number, "finished puzzle")


def _nobody(words: str) -> None:
    """Whoever listens to nothing."""


@contextmanager
def open_checkpoint(path: Path | None, folder: Path, *, fresh: bool, say: Say = _nobody) -> Iterator[Checkpoint]:
    """The stock of the book that is built in ``folder``, empty if it is to be made ``fresh``; none without a ledger.

    ``say`` is told what of earlier runs there is. Whoever stops the block, or what does, is told what is kept: raises
    Interrupted, and more words with WorkerError, OutputError and FullError. Raises LedgerError.
    """
    if path is None:
        try:
            yield NO_CHECKPOINT
        except KeyboardInterrupt:
            raise Interrupted("nothing is kept: the same command begins again") from None
        return
    with UnfinishedWork(path, folder) as unfinished:
        if fresh and (gone := unfinished.forget()):
            say(f"--fresh: forgot {_puzzles(gone)} of earlier runs")
        checkpoint = LedgerCheckpoint(unfinished, say)
        try:
            yield checkpoint
        except KeyboardInterrupt:
            raise Interrupted(checkpoint.told()) from None
        except (WorkerError, OutputError, FullError) as fault:
            raise type(fault)(f"{fault}; {checkpoint.told(fault)}") from None
        except OSError as fault:
            raise OutputError(f"{fault.filename or folder}: {write_problem(fault)}; {checkpoint.told()}") from None
        except PuzzlegenError:
            checkpoint.flush()
            raise


def key(request: PuzzleRequest) -> bytes:
    """16 bytes that tell what is asked for, the name of its random stream, and the program that makes it."""
    return hashlib.blake2b(f"{request!r}\n{code_version()}".encode(), digest_size=16).digest()


def _parsed(text: str, path: Path) -> GeneratedPuzzle:
    try:
        found = json.loads(text)
        rejects = {str(reason): int(count) for reason, count in found["rejects"].items()}
        return GeneratedPuzzle(parse_record(dumps(found["record"])), rejects)
    except (FormatError, ValueError, LookupError, TypeError, AttributeError) as fault:
        raise LedgerError(f"{path}: what an unfinished build left cannot be read ({fault}): add --fresh") from None
