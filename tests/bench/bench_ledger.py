"""Many puzzles in a ledger: what opening, recording a book and looking up cost. Times are of one processor.

    python tests/bench/bench_ledger.py [PUZZLES]

The keys are random like real ones; texts are as long as those of 10x10 boards. The last lines make real puzzles and
hold the checks against the time it takes to make them. Not measured: the wait for the disk (two commits a book).
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.board.spec import FREE_LAYOUT, PuzzleSpec
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.grading.order import RepeatFilter
from puzzlegen.ledger.ledger import Ledger, LedgerEntry, Printing

BOOK = 1000  # puzzles a book
RANDOM = random.Random(1)


def keys() -> PuzzleKeys:
    return PuzzleKeys(RANDOM.randbytes(16), RANDOM.randbytes(16))


def entries() -> list[LedgerEntry]:
    return [
        LedgerEntry(number, "Section", keys(), "10x10:" + "a2b" * 18, "n" * 100, f"series/Section/{number}/12")
        for number in range(1, BOOK + 1)
    ]


def timed(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def record(ledger: Ledger, book: int, made: list[LedgerEntry]) -> None:
    """What a build does with its open ledger, but for the checks while it generates."""
    name = f"book {book}"
    own = ledger.own_issue("book", name, name, name)
    ledger.snapshot(own)
    assert not ledger.repeats(made, own)
    ledger.settle(ledger.reserve(Printing("book", name, name, name, name, name, "{}", ""), made, own), made)


def main() -> None:
    books = int(sys.argv[1] if len(sys.argv) > 1 else 1_000_000) // BOOK
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.sqlite"
        seconds = []
        with Ledger(path, write=True) as ledger:
            for book in range(books):
                made = entries()
                seconds.append(timed(lambda book=book, made=made: record(ledger, book, made)))
        print(f"{books * BOOK:,} puzzles in {path.stat().st_size / 1e6:.0f} MB")
        for words, some in (("first ten", seconds[:10]), ("last ten", seconds[-10:])):
            print(f"record a book of {BOOK}, {words}: {sum(some) / len(some) * 1000:.0f} ms")
        print(f"open, which checks all of it: {timed(lambda: Ledger(path, write=False).__exit__()):.2f} s")
        with Ledger(path, write=True) as ledger:
            print(f"find what to avoid: {timed(lambda: ledger.snapshot(None)) * 1000:.1f} ms")
            before = ledger.snapshot(None)
            strange = [keys() for _ in range(20_000)]
            lookups = timed(lambda: [before.holds(one) for one in strange]) / len(strange)
            print(f"look up one puzzle: {lookups * 1e6:.0f} microseconds")
            slots = requests_for(PuzzleSpec(difficulty="easy", layout=FREE_LAYOUT), Grid(10, 10), "bench", 300)
            generate_puzzle(next(slots))  # loads the kernels
            made_records: list[GradedPuzzle] = []
            making = timed(lambda: made_records.extend(generate_puzzle(slot).graded for slot in slots))
            seen, alone = RepeatFilter(before.holds), RepeatFilter()
            without, checking = (
                timed(lambda one=one: [one.is_repeat(made.puzzle, made.solution) for made in made_records]) / making
                for one in (alone, seen)
            )
            print(f"make an easy 10x10: {making / len(made_records) * 1e3:.2f} ms")
            print(f"telling repeats adds {without:.1%}, with the ledger {checking:.1%}")


if __name__ == "__main__":
    main()
