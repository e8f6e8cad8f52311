"""Measures what parallel builds gain, what checkpoints cost, and how memory grows.

    python tests/bench/bench_builds.py [--puzzles 100000] [--seed 1] [--out docs/benchmarks.md]

Each ratio compares the best of several alternating runs, because the machine may be busy. Writes a section of
docs/benchmarks.md.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmark_page import made, options, table, write_section

from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import FREE_LAYOUT, PuzzleSpec
from puzzlegen.book import build
from puzzlegen.book.build import BookRequest, BuildOptions
from puzzlegen.book.reuse import LedgerCheckpoint, open_checkpoint
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.generator.batch import generate_book, generate_puzzle, generate_puzzles
from puzzlegen.generator.requests import PuzzleRequest, requests_for
from puzzlegen.grading.order import RepeatFilter
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.jobs.pools import LazyProcessExecutor, WorkerPool, open_local_pool, open_thread_pool
from puzzlegen.ledger.book_ledger import (
    BookRecorder,
    LedgerPolicy,
    UnfinishedWork,
    open_recorder,
    record_finished_books,
)
from puzzlegen.ledger.ledger import Ledger, Snapshot

KINDS = (("10x10 easy", Grid(10, 10), "easy", 8000), ("12x12 medium", Grid(12, 12), "medium", 4000),
         ("10x10 hard", Grid(10, 10), "hard", 600), ("20x20 hard", Grid(20, 20), "hard", 400))  # fmt: skip
ROUNDS = 2
BOOKS = (100, 400)  # puzzles


@contextmanager
def processes(jobs: int) -> Iterator[WorkerPool]:
    """Worker processes that have started and loaded the kernels."""
    with open_local_pool(jobs) as pool:
        assert isinstance(pool.executor, LazyProcessExecutor)
        pool.executor.start_processes().result()
        list(generate_puzzles(slots_of(KINDS[0][1], "easy", 60), pool, Silent()))
        yield pool


def slots_of(grid: Grid, difficulty: str, number: int, seed: int = 0) -> list[PuzzleRequest]:
    return list(requests_for(PuzzleSpec(difficulty=difficulty, layout=FREE_LAYOUT), grid, f"press/{seed}", number))


def spent(slots: list[PuzzleRequest], pool: WorkerPool) -> float:
    begin = time.perf_counter()
    for _ in generate_puzzles(slots, pool, Silent()):
        pass
    return time.perf_counter() - begin


def fill_each(slots: list[PuzzleRequest]) -> float:
    """Seconds of one worker for all of them."""
    begin = time.perf_counter()
    for slot in slots:
        generate_puzzle(slot)
    return time.perf_counter() - begin


def jobs(seed: int) -> list[str]:
    """Two against one, by processes and by threads, and what two programs that know nothing of each other reach, which
    is all that this machine gives.
    """
    rows = []
    with open_local_pool(1) as one, processes(2) as two, open_thread_pool(2) as thin:
        spent(slots_of(KINDS[0][1], "easy", 20), one)
        for name, grid, difficulty, number in KINDS:
            slots = slots_of(grid, difficulty, number, seed)
            times = [[spent(slots, pool) for pool in (one, two, thin)] for _ in range(ROUNDS)]
            alone, both, shared = (min(column) for column in zip(*times, strict=True))
            single = min(two.executor.submit(fill_each, slots).result() for _ in range(ROUNDS))
            pairs = [[two.executor.submit(fill_each, slots) for _ in range(2)] for _ in range(ROUNDS)]
            most = 2 * single / min(max(run.result() for run in pair) for pair in pairs)
            ratios = [f"{ratio:.2f}x" for ratio in (alone / both, alone / shared, most)]
            rows.append((f"{number:,} of {name}", [f"{1000 * alone / number:.2f}", *ratios]))
    return [
        "Making puzzles by two jobs against one, and by two independent programs, which is",
        "the most that the machine gives:",
        "",
        *table(("ms each, one job", "two processes", "two threads", "two programs"), rows),
        "Two jobs can be more than twice as fast: a single job works in a thread next to the one that submits work.",
        "",
    ]


BOOK = """
title: Benchmark
series: benchmark
sections:
  - {{name: All, count: {count}, size: 10x10, difficulty: medium, per_page: 4}}
output: {{preview: no}}
"""


def state() -> list[str]:
    """What a whole build spends on its ledger and on keeping state, counted call by call inside the build: two builds
    side by side differ by more than that from one moment to the next.
    """
    rows = []
    for count in BOOKS:
        config = loads_book(BOOK.format(count=count))
        best = min(kept_track(config) for _ in range(ROUNDS + 1))
        shares = [(f"{all_:.2f}", f"{part:.3f}, {part / all_:.1%}") for all_, part in (best[:2], best[2:])]
        rows.append((f"{count} medium 10x10", [*shares[0], *shares[1]]))
    return [
        "Whole builds with a new ledger, and what they spend on it and on keeping what a stopped build goes on from:",
        "",
        *table(("seconds", "of them ledger and state", "s of the processor", "of them ledger and state"), rows),
    ]


def kept_track(config: BookConfig) -> tuple[float, float, float, float]:
    """Seconds of a build, those of them in its ledger and stock, and both again in the processor's time."""
    with tempfile.TemporaryDirectory() as folder, ledger_time() as inside:
        begin, busy = time.perf_counter(), time.process_time()
        rules = LedgerPolicy(Path(folder) / "ledger.sqlite")
        request = BookRequest(config, Path(folder) / "book", "bench", rules)
        build.build_book(request, Silent(), lambda _: None)
        return time.perf_counter() - begin, inside[0], time.process_time() - busy, inside[1]


@contextmanager
def ledger_time() -> Iterator[list[float]]:
    """Sums up the time of every call into a ledger, a stock or what issues a book: seconds, and of this thread."""
    sums, depth = [0.0, 0.0], [0]

    def timed(call: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(call)
        def run(*args: Any, **options: Any) -> Any:
            depth[0] += 1
            begin, busy = time.perf_counter(), time.thread_time()
            try:
                return call(*args, **options)
            finally:
                depth[0] -= 1
                if not depth[0]:  # what calls itself again is counted once
                    sums[0] += time.perf_counter() - begin
                    sums[1] += time.thread_time() - busy

        return run

    with ExitStack() as stack:
        for owner in (Ledger, Snapshot, UnfinishedWork, LedgerCheckpoint, BookRecorder):
            for name, call in list(vars(owner).items()):
                if callable(call):
                    stack.enter_context(patch.object(owner, name, timed(call)))
        stack.enter_context(patch("puzzlegen.ledger.book_ledger.record_finished_books", timed(record_finished_books)))
        yield sums


def in_books(puzzles: int) -> list[str]:
    """Memory, as books of 100 are made one after the other."""
    rows, begin = [], time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, processes(2) as pool:
        for book in range(puzzles // 100 + 1):
            if book % max(1, puzzles // 1000) == 0:
                sizes = resident(os.getpid()), max(map(resident, children(pool.executor)))
                rows.append((f"{book * 100:,}", [f"{value:.0f}" for value in (*sizes, time.perf_counter() - begin)]))
            if book == puzzles // 100:
                break
            config = loads_book(BOOK.format(count=100).replace("benchmark", f"book {book}"))
            request = BookRequest(
                config, Path(folder) / f"{book}", "bench", LedgerPolicy(Path(folder) / "ledger"), BuildOptions(jobs=2)
            )
            record_one(request, pool)
        with Ledger(Path(folder) / "ledger", write=False) as ledger:
            held = ledger.snapshot(None).puzzles
    return [
        "Memory as books of 100 medium 10x10 are made one after the other by two jobs, each kept, held against the",
        f"ledger and recorded, without pages; {held:,} puzzles are in the ledger at the end:",
        "",
        *table(("MB, the process", "MB, largest worker", "seconds"), rows),
    ]


def in_one_run(puzzles: int) -> list[str]:
    """Memory, as ``generate`` makes as many in one run."""
    rows, begin, asked = [], time.perf_counter(), ["--size", "10x10", "--difficulty", "medium", "--seed", "press"]
    command = [sys.executable, "-m", "puzzlegen", "generate", "-n", str(puzzles), *asked, "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as run:
        for number, _ in enumerate(run.stdout or (), start=1):
            if (number % max(1, puzzles // 10) == 0 and number < puzzles) or number == 1:
                rows.append((f"{number:,}", [f"{resident(run.pid):.0f}", f"{time.perf_counter() - begin:.0f}"]))
    return [
        "Memory of `puzzlegen generate`, as many medium 10x10 in one run by two jobs:",
        "",
        *table(("MB", "seconds"), [*rows, ("end", ["", f"{time.perf_counter() - begin:.0f}"])]),
    ]


def record_one(request: BookRequest, pool: WorkerPool) -> None:
    """Make a book's puzzles as a build does, and reserve them in its ledger; no pages."""
    request.folder.mkdir()
    with (
        open_recorder(build.identity(request.config, request.folder), request.ledger) as issue,
        open_checkpoint(request.ledger.path, request.folder, fresh=False) as stock,
    ):
        records = generate_book(request.config, pool, Silent(), RepeatFilter(issue.seen._is_in_ledger), stock).puzzles
        entries = issue.entries(records)
        issue.reserve(entries, {"puzzlegen": "", "versions": {}}, "")
        issue.settle(entries)


def children(executor: Executor) -> list[int]:
    assert isinstance(executor, LazyProcessExecutor) and executor._pool is not None
    return list(executor._pool._processes)


def resident(process: int) -> float:
    """Memory of a process now, in MB."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--puzzles", type=int, default=100_000, help="how many to watch the memory for")
    asked = parser.parse_args()
    parts = (jobs(asked.seed), state(), in_books(asked.puzzles), in_one_run(asked.puzzles))
    lines = [line for part in parts for line in part]
    section = ["## Whole builds", "", f"{made(asked.seed, 'bench-builds')}.", "", *lines]
    kept = next(f"{number:,} of {name}" for name, _, _, number in KINDS if name == "12x12 medium")
    write_section(asked.out, section, keep=kept)


if __name__ == "__main__":
    main()
