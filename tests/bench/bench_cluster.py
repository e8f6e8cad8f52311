"""What handing work to a dask cluster costs, in seconds of the processor: here, in the scheduler, in the workers.

    python tests/bench/bench_cluster.py dask://HOST:PORT

Processor time, because the machine may be busy. The first table is of units without work, so all of it is overhead;
the second of puzzles in a book's way: made there, kept in a ledger and checked for repeats here.
"""

import pickle
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import distributed

from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import FREE_LAYOUT, PuzzleSpec
from puzzlegen.book.reuse import open_checkpoint
from puzzlegen.generator.batch import generate_puzzle, generate_puzzles, without_repeats
from puzzlegen.generator.requests import requests_for
from puzzlegen.grading.order import RepeatFilter
from puzzlegen.jobs.dask_cluster import open_cluster_pool
from puzzlegen.jobs.ordered_work import Silent, run_in_order

UNITS = 1000
KINDS = (("10x10 easy", Grid(10, 10), "easy", 2000), ("10x10 medium", Grid(10, 10), "medium", 1500),
         ("20x20 hard", Grid(20, 20), "hard", 120))  # fmt: skip


@dataclass
class Spent:
    """Seconds of the processor."""

    here: float = 0.0
    scheduler: float = 0.0
    workers: float = 0.0


def clocks(client: distributed.Client) -> tuple[float, float, float]:
    scheduler = client.run_on_scheduler(time.process_time)
    return time.process_time(), scheduler, sum(client.run(time.process_time).values())


@contextmanager
def measured(client: distributed.Client) -> Iterator[Spent]:
    begin, spent = clocks(client), Spent()
    yield spent
    spent.here, spent.scheduler, spent.workers = (now - then for now, then in zip(clocks(client), begin, strict=True))


def main(address: str) -> None:
    client = distributed.Client(address.replace("dask:", "tcp:"), set_as_default=False)
    with open_cluster_pool(address) as pool:
        single = replace(pool, unit_seconds=1e-9)
        list(run_in_order(abs, range(50), single))
        begin = time.perf_counter()
        with measured(client) as spent:
            list(run_in_order(abs, range(UNITS), single))
        wall = time.perf_counter() - begin
        print("| units | here, ms a unit | scheduler, ms a unit | workers, ms a unit | units a second |")
        print("|---|---|---|---|---|")
        shares = [1000 * part / UNITS for part in (spent.here, spent.scheduler, spent.workers)]
        print(f"| {UNITS} | {shares[0]:.2f} | {shares[1]:.2f} | {shares[2]:.2f} | {UNITS / wall:,.0f} |\n")
        print("| puzzles | here, µs each | scheduler, µs each | workers, µs each | bytes each |\n|---|---|---|---|---|")
        for name, grid, difficulty, count in KINDS:
            slots = list(requests_for(PuzzleSpec(difficulty=difficulty, layout=FREE_LAYOUT), grid, "cluster", count))
            size = len(pickle.dumps([generate_puzzle(slot) for slot in slots[:50]])) / 50
            with (
                tempfile.TemporaryDirectory() as room,
                open_checkpoint(Path(room) / "l", Path(room), fresh=False) as stock,
            ):
                list(generate_puzzles(slots[:20], pool, Silent()))
                with measured(client) as spent:
                    made = generate_puzzles(slots, pool, Silent(), stock)
                    assert len(list(without_repeats(slots, made, RepeatFilter()))) == count
                    stock.flush()
            shares = [1e6 * part / count for part in (spent.here, spent.scheduler, spent.workers)]
            print(f"| {count} of {name} | {shares[0]:.0f} | {shares[1]:.0f} | {shares[2]:,.0f} | {size:.0f} |")


main(sys.argv[1])
