"""What parallel work gains, what keeping its state costs, and how memory grows.

    python tests/bench/bench_press.py [jobs|state|memory ...] [--puzzles N]

Ratios are of runs side by side, the best of several each, since others may use the machine. The cost of state is in
seconds of the processor, of this process and all its threads.
"""

import argparse
import os
import platform
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from puzzlegen.board.grid import Grid
from puzzlegen.config.load import loads_book
from puzzlegen.ledger.ledger import Ledger
from puzzlegen.pipeline import book as build
from puzzlegen.pipeline.issuing import NO_LEDGER, Rules, issuing
from puzzlegen.pipeline.make import Slot, Wish, fill, fill_all, generate_book, wished_slots
from puzzlegen.pipeline.progress import Silent
from puzzlegen.pipeline.stock import stocked
from puzzlegen.pipeline.workers import Local, Workers, threads, workers
from puzzlegen.select.repeats import Seen

KINDS = (("10x10 easy", Grid(10, 10), "easy", 2000), ("12x12 medium", Grid(12, 12), "medium", 1000),
         ("10x10 hard", Grid(10, 10), "hard", 200), ("20x20 hard", Grid(20, 20), "hard", 120))  # fmt: skip
ROUNDS = 2


def processor() -> str:
    rows = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    return next((row.partition(":")[2].strip() for row in rows if row.startswith("model name")), platform.machine())


@contextmanager
def processes(jobs: int) -> Iterator[Workers]:
    """Worker processes that have started and loaded the kernels."""
    with workers(jobs) as crew:
        assert isinstance(crew.executor, Local)
        crew.executor.begin().result()
        list(fill_all(slots_of(KINDS[0][1], "easy", 60), crew, Silent()))
        yield crew


def slots_of(grid: Grid, difficulty: str, number: int) -> list[Slot]:
    return list(wished_slots(Wish(grid, number=number, difficulty=difficulty), "press"))


def spent(slots: list[Slot], crew: Workers) -> float:
    begin = time.perf_counter()
    for _ in fill_all(slots, crew, Silent()):
        pass
    return time.perf_counter() - begin


def fill_each(slots: list[Slot]) -> float:
    """Seconds of one worker for all of them."""
    begin = time.perf_counter()
    for slot in slots:
        fill(slot)
    return time.perf_counter() - begin


def jobs() -> None:
    """Two against one, by processes and by threads, and what two programs that know nothing of each other reach, which
    is all that this machine gives.
    """
    print("| puzzles | ms each, one job | two processes | two threads | two programs |\n|---|---|---|---|---|")
    with workers(1) as one, processes(2) as two, threads(2) as thin:
        spent(slots_of(KINDS[0][1], "easy", 20), one)
        for name, grid, difficulty, number in KINDS:
            slots = slots_of(grid, difficulty, number)
            times = [[spent(slots, crew) for crew in (one, two, thin)] for _ in range(ROUNDS)]
            alone, both, shared = (min(column) for column in zip(*times, strict=True))
            single = min(two.executor.submit(fill_each, slots).result() for _ in range(ROUNDS))
            pairs = [[two.executor.submit(fill_each, slots) for _ in range(2)] for _ in range(ROUNDS)]
            most = 2 * single / min(max(run.result() for run in pair) for pair in pairs)
            row = f"{1000 * alone / number:.2f} | {alone / both:.2f}x | {alone / shared:.2f}x | {most:.2f}x"
            print(f"| {number} of {name} | {row} |", flush=True)


BOOK = """
title: Benchmark
series: benchmark
sections:
  - {{name: All, count: {count}, size: 10x10, difficulty: medium, per_page: 4}}
output: {{preview: no}}
"""


def state() -> None:
    """A whole build with its ledger and without, and making puzzles with a stock and without."""
    config = loads_book(BOOK.format(count=100))

    def built(rules: bool) -> float:
        with tempfile.TemporaryDirectory() as folder:
            path = Rules(Path(folder) / "ledger.sqlite") if rules else NO_LEDGER
            begin = time.process_time()
            build.book(build.Request(config, Path(folder) / "book", "bench", 1, None, path), Silent(), lambda _: None)
            return time.process_time() - begin

    def made(keep: bool) -> float:
        with tempfile.TemporaryDirectory() as folder, workers(1) as crew:
            path = Path(folder) / "ledger.sqlite" if keep else None
            begin = time.process_time()
            with stocked(path, Path(folder), fresh=False) as stock:
                generate_book(loads_book(BOOK.format(count=1500)), crew, Silent(), None, stock)
            return time.process_time() - begin

    built(True), made(True)
    for name, work in (("a build of 100 medium 10x10", built), ("making 1,500 medium 10x10 alone", made)):
        pairs = [(work(True), work(False)) for _ in range(2 * ROUNDS - 1)]
        kept, bare = (min(column) for column in zip(*pairs, strict=True))
        print(f"{name}: {bare:.2f} s of the processor, with ledger and state {kept:.2f} s: {kept / bare - 1:+.1%}")


def memory(puzzles: int) -> None:
    """Books of 100, one after the other, each recorded, by two jobs: memory of this process every 10,000 puzzles."""
    print("| puzzles | MB, this process | MB, largest worker | seconds |\n|---|---|---|---|")
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, processes(2) as crew:
        for book in range(puzzles // 100 + 1):
            if book % 100 == 0:
                own, most = resident(os.getpid()), max(map(resident, children(crew.executor)))
                print(f"| {book * 100:,} | {own:.0f} | {most:.0f} | {time.perf_counter() - begin:.0f} |", flush=True)
            config = loads_book(BOOK.format(count=100).replace("benchmark", f"book {book}"))
            request = build.Request(config, Path(folder) / f"{book}", "bench", 2, None, Rules(Path(folder) / "ledger"))
            record_one(request, crew)
        with Ledger(Path(folder) / "ledger", write=False) as ledger:
            print(f"{ledger.snapshot(None).puzzles:,} puzzles in the ledger")


def record_one(request: build.Request, crew: Workers) -> None:
    """Make a book's puzzles as a build does, and reserve them in its ledger; no pages."""
    request.folder.mkdir()
    manifest = request.folder / "manifest.json"
    manifest.write_text('{"puzzlegen": "", "versions": {}}')
    with (
        issuing(build.identity(request.config, request.folder), request.rules) as issue,
        stocked(request.rules.path, request.folder, fresh=False) as stock,
    ):
        records = generate_book(request.config, crew, Silent(), Seen(issue.seen._elsewhere), stock).records
        issue.reserve(records, manifest)
        issue.settle(records)


def children(executor: Executor) -> list[int]:
    assert isinstance(executor, Local) and executor._pool is not None
    return list(executor._pool._processes)


def resident(process: int) -> float:
    """Memory of a process now, in MB."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", default=["jobs", "state", "memory"])
    parser.add_argument("--puzzles", type=int, default=100_000)
    asked = parser.parse_args()
    print(f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}; {datetime.now(UTC):%Y-%m-%d}")
    for part in asked.parts:
        print()
        memory(asked.puzzles) if part == "memory" else {"jobs": jobs, "state": state}[part]()


if __name__ == "__main__":
    main()
