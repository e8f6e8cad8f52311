"""Books of 100, 300 and 1,000 puzzles with hints, with one job and with two: time and peak memory by stage.

    python tests/bench/bench_book.py [PUZZLES ...]

Each book is built in a process of its own, so that its peak memory is its own; the compiled solver is loaded before the
clock runs. Medium 12x12 boards, 4 a page, with answers, contents and hints, on 8.5x11 in. Seconds are those of the wall
clock and those of the processors, which are the same on a busy machine: the latter count this process and its workers.
The peak after a stage is that of all stages up to it. Asked: verifying takes at most the time of all other stages, and
with two jobs it is at least 1.7 times as fast as with one.
"""

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import active_children
from pathlib import Path
from typing import ClassVar

from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.book import build
from puzzlegen.book.build import BookRequest, BuildOptions
from puzzlegen.config.load import loads_book
from puzzlegen.files.build_folder import MANIFEST
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.jobs.ordered_work import Silent

CONFIG = """
title: Benchmark
series: benchmark
sections:
  - {{name: All, count: {count}, size: 12x12, difficulty: medium, per_page: 4}}
front_matter: {{contents: yes}}
aids: {{hints: back}}
output: {{preview: no}}
"""
STAGES = ("generate", "explain", "lay out", "render", "verify")
CHILD = "--one"


def peak() -> float:
    """Most memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def processor_seconds() -> float:
    """Seconds that this process and its workers have used so far."""
    ticks = 0
    for child in active_children():
        with suppress(OSError):
            fields = Path(f"/proc/{child.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


class Gauge(build.StageTimer):
    """The clock of a build that also notes the peak after each stage, and the seconds of the processors."""

    peaks: ClassVar[dict[str, float]] = {}
    processors: ClassVar[dict[str, float]] = {}

    @contextmanager
    def stage(self, name: str, steps: int = 0) -> Iterator[None]:
        begin = processor_seconds()
        with super().stage(name, steps):
            yield
        self.peaks[name] = peak()
        self.processors[name] = processor_seconds() - begin


def one(count: int, jobs: int) -> None:
    """Build a book and print what it took."""
    board = loads_book(CONFIG.format(count=24)).sections[0].size[0]
    (slot,) = requests_for(PuzzleSpec(difficulty="medium"), board, "warm", 1)
    generate_puzzle(slot)
    start = peak()
    build.StageTimer = Gauge
    with tempfile.TemporaryDirectory() as folder:
        config = loads_book(CONFIG.format(count=count))
        request = BookRequest(config, Path(folder) / "book", "benchmark", options=BuildOptions(jobs=jobs))
        report = build.build_book(request, Silent(), lambda _: None)
        assert not report.failed, report.findings
        manifest = json.loads((request.folder / MANIFEST).read_text(encoding="utf-8"))
    figures = {"seconds": manifest["seconds"], "processors": Gauge.processors, "peaks": Gauge.peaks}
    print(json.dumps({"pages": manifest["counts"]["pages"], "start": start, **figures}))


def main() -> None:
    counts = [int(count) for count in sys.argv[1:]] or [100, 300, 1000]
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors")
    for count in counts:
        walls = []
        for jobs in (1, 2):
            command = [sys.executable, __file__, CHILD, str(count), str(jobs)]
            found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
            seconds, processors = found["seconds"], found["processors"]
            print(f"\n{count} puzzles, {found['pages']} pages, {jobs} jobs, {found['start']:.0f} MB before")
            for stage in STAGES:
                figures = f"{seconds[stage]:8.2f} s, of processors {processors[stage]:8.2f} s"
                print(f"{stage:>9} {figures}, peak {found['peaks'][stage]:4.0f} MB")
            others = sum(processors[stage] for stage in STAGES[:-1])
            print(f"verifying takes {processors['verify'] / others:.2f} of the processor time of the other stages")
            walls.append(seconds["verify"])
        print(f"verifying with two jobs is {walls[0] / walls[1]:.2f} times as fast as with one (asked: 1.7)")


if __name__ == "__main__":
    if CHILD in sys.argv:
        one(int(sys.argv[-2]), int(sys.argv[-1]))
    else:
        main()
