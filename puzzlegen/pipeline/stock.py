"""Keeping what a build has made in its ledger until it is finished."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path

from puzzlegen.errors import FormatError, Interrupted, LedgerError, OutputError, PuzzlegenError, WorkerError
from puzzlegen.formats.record import dumps, parse_record
from puzzlegen.ledger.unfinished import Unfinished
from puzzlegen.pipeline.make import NO_STOCK, Filled, Slot, Stock

EVERY = 1.0  # seconds of work in a transaction: what a kill may cost
_MAKERS = ("board", "engine", "formats", "generate", "grade", "select", "solve", "seeds.py", "pipeline/make.py")
LIBRARIES = ("numpy", "numba")


class LedgerStock:
    """A Stock (see pipeline.make) in a ledger. What is kept is written about once a second, and by ``save``."""

    def __init__(self, unfinished: Unfinished) -> None:
        self._unfinished = unfinished
        self._held = unfinished.slots()
        self._batch: dict[bytes, str] = {}
        self._saved = time.monotonic()
        self.kept = len(self._held)

    def holds(self, slot: Slot) -> bool:
        """Whether it held the slot's puzzle when the run began."""
        return bool(self._held) and key(slot) in self._held  # most builds begin with nothing: no need to work out keys

    def found(self, slot: Slot) -> Filled:
        """What it held. Raises LedgerError when it cannot be read."""
        return _filled(self._unfinished.made(key(slot)), self._unfinished.path)

    def keep(self, slot: Slot, filled: Filled) -> None:
        """Keep what was made. Raises LedgerError when the ledger's file fails, such as on a full disk."""
        made = {"record": filled.record.as_dict(), "rejects": dict(filled.rejects)}
        self._batch[key(slot)] = dumps(made)
        if time.monotonic() - self._saved >= EVERY:
            self.save()

    def save(self) -> None:
        """Write what is not written yet. A file that another program holds for long is tried again later."""
        if self._batch and self._unfinished.keep(self._batch.items()):
            self.kept += len(self._batch)
            self._batch.clear()
        self._saved = time.monotonic()

    def told(self) -> str:
        """Write what is not written yet, and say how to go on."""
        try:
            self.save()
        except LedgerError as fault:
            return f"not all that was made could be kept: {fault}"
        return f"{self.kept} finished puzzles are kept in {self._unfinished.path}: the same command goes on from there"


@contextmanager
def stocked(path: Path | None, folder: Path, *, fresh: bool) -> Iterator[Stock]:
    """The stock of the book that is built in ``folder``, empty if it is to be made ``fresh``; none without a ledger.

    Whoever stops the block, or what does, is told what is kept: raises Interrupted, and more words with WorkerError and
    OutputError. Raises LedgerError.
    """
    if path is None:
        try:
            yield NO_STOCK
        except KeyboardInterrupt:
            raise Interrupted("nothing is kept: the same command begins again") from None
        return
    with Unfinished(path, folder) as unfinished:
        if fresh:
            unfinished.forget()
        stock = LedgerStock(unfinished)
        try:
            yield stock
        except KeyboardInterrupt:
            raise Interrupted(stock.told()) from None
        except (WorkerError, OutputError) as fault:
            raise type(fault)(f"{fault}; {stock.told()}") from None
        except PuzzlegenError:
            stock.save()
            raise


def key(slot: Slot) -> bytes:
    """16 bytes that tell what is asked for, the name of its random stream, and the program that makes it."""
    return hashlib.blake2b(f"{slot!r}\n{maker()}".encode(), digest_size=16).digest()


@cache
def maker() -> str:
    """A digest of the code that makes puzzles: another one may make others from the same stream."""
    digest = hashlib.sha256(repr([version(name) for name in LIBRARIES]).encode())
    here = Path(__file__).parents[1]
    for name in _MAKERS:
        place = here / name
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _filled(text: str, path: Path) -> Filled:
    try:
        found = json.loads(text)
        rejects = {str(reason): int(count) for reason, count in found["rejects"].items()}
        return Filled(parse_record(dumps(found["record"])), rejects)
    except (FormatError, ValueError, LookupError, TypeError, AttributeError) as fault:
        raise LedgerError(f"{path}: what an unfinished build left cannot be read ({fault}): add --fresh") from None
