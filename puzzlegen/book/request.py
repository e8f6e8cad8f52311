"""Defines what a caller asks for when it builds a book."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from puzzlegen.config.book import BookConfig
from puzzlegen.ledger.book_ledger import NO_LEDGER, LedgerPolicy


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How a book is built, which does not change the book.

    Attributes:
        jobs: workers on this machine.
        executor: the address of the workers of a cluster, ``dask://HOST:PORT``, to use instead.
        reprint: a puzzles.jsonl whose puzzles are printed again, instead of new ones.
        fresh: whether to make and prove all puzzles, even those of the last build of the same folder, finished or not.
        force: whether to replace files in the folder that puzzlegen did not make.
    """

    jobs: int = 1
    executor: str | None = None
    reprint: Path | None = None
    fresh: bool = False
    force: bool = False


@dataclass(frozen=True, slots=True)
class BookRequest:
    """A book to build into ``folder``. ``source`` names the config in messages."""

    config: BookConfig
    folder: Path
    source: str
    ledger: LedgerPolicy = NO_LEDGER
    options: BuildOptions = BuildOptions()
