"""A book of 100 and one of 1,000 puzzles: seconds and peak memory by stage. Times are of the wall clock.

    python tests/bench/bench_book.py [PUZZLES ...]

Each book is built in a process of its own with one job, so that its peak memory is its own; the compiled solver is
loaded before the clock runs. Medium 12x12 boards, 4 a page, with answers and contents, on 8.5x11 in. The peak after a
stage is that of all stages up to it: what a stage adds is the difference. The issue asks that laying out and rendering
take under a quarter of what generating and verifying take.
"""

import json
import platform
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from puzzlegen.book import build
from puzzlegen.book.request import BookRequest
from puzzlegen.config.load import loads_book
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import GenerateOptions
from puzzlegen.jobs.progress import Silent

CONFIG = """
title: Benchmark
series: benchmark
sections:
  - {{name: All, count: {count}, size: 12x12, difficulty: medium, per_page: 4}}
front_matter: {{contents: yes}}
output: {{preview: no}}
"""
STAGES = ("generate", "lay out", "render", "verify")
CHILD = "--one"


def peak() -> float:
    """Most memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Gauge(build.StageTimer):
    """The clock of a build that also notes the peak after each stage."""

    peaks: ClassVar[dict[str, float]] = {}

    @contextmanager
    def stage(self, name: str, steps: int = 0) -> Iterator[None]:
        with super().stage(name, steps):
            yield
        self.peaks[name] = peak()


def one(count: int) -> None:
    """Build a book and print what it took."""
    (slot,) = GenerateOptions(loads_book(CONFIG.format(count=24)).sections[0].size[0], difficulty="medium").requests(
        "warm"
    )
    generate_puzzle(slot)
    start = peak()
    build.StageTimer = Gauge
    with tempfile.TemporaryDirectory() as folder:
        request = BookRequest(loads_book(CONFIG.format(count=count)), Path(folder) / "book", "benchmark")
        report = build.build_book(request, Silent(), lambda _: None)
        assert not report.failed, report.findings
        manifest = json.loads((request.folder / build.MANIFEST).read_text(encoding="utf-8"))
    pages = manifest["counts"]["pages"]
    print(json.dumps({"pages": pages, "seconds": manifest["seconds"], "start": start, "peaks": Gauge.peaks}))


def main() -> None:
    counts = [int(count) for count in sys.argv[1:]] or [100, 1000]
    print(f"Python {platform.python_version()}, {platform.machine()}")
    for count in counts:
        done = subprocess.run([sys.executable, __file__, CHILD, str(count)], capture_output=True, text=True, check=True)
        found = json.loads(done.stdout)
        seconds, peaks = found["seconds"], found["peaks"]
        print(f"\n{count} puzzles, {found['pages']} pages, {found['start']:.0f} MB before")
        for stage in STAGES:
            each = 1000 * seconds[stage] / count
            print(f"{stage:>9} {seconds[stage]:8.2f} s {each:7.1f} ms a puzzle, peak {peaks[stage]:4.0f} MB")
        ours = (seconds["lay out"] + seconds["render"]) / (seconds["generate"] + seconds["verify"])
        print(" : ".join(STAGES) + " = " + " : ".join(f"{seconds[s] / seconds['lay out']:.1f}" for s in STAGES))
        print(f"laying out and rendering take {ours:.0%} of generating and verifying (asked: under 25%)")


if __name__ == "__main__":
    if CHILD in sys.argv:
        one(int(sys.argv[-1]))
    else:
        main()
