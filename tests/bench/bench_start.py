"""Time whole processes from their start, and kernels, next to an earlier state, and write a section of benchmarks.md.

    python tests/bench/bench_start.py [--before FOLDER] [--wheel FILE] [--seed 1] [--out docs/benchmarks.md]

FOLDER is a checkout of the earlier state with its environment in .venv. Both states run in turns, command by command
and board by board, on the same boards and seeds. Times are seconds of the processors of a process with all that it
starts, because other work on the machine changes them least; ratios compare what ran at the same time. Everything is
compiled and written as bytecode before, but for the row of the first puzzle after an installation.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench_engine import time_peer_sat
from benchmark_page import made, options, shown, table, write_section

HERE = Path(__file__).resolve().parents[2]
WORKER = Path(__file__).with_name("start_kernels.py")
ROUNDS = 9
GENERATE, SOLVE = ("generate", "--size", "10x10", "--difficulty", "easy", "--quiet"), ("solve", "4x4:a13f3a2a2a0")
SAMPLER, HARD = "sampler book, one job", "1,000 hard 10x10, one job"
FIRST = "first puzzle after an installation"
SAT_BOARDS = {10: 10, 20: 5}  # side: boards for python-sat
WANTED = 0.97  # the least ratio old/new of a kernel


class Spent(NamedTuple):
    """Seconds of the processors, and the most memory of one process, in MB."""

    seconds: float
    memory: float


class State:
    """A checkout with its environment, whose commands run in a separate folder."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.python = str(root / ".venv" / "bin" / "python")
        folder.mkdir()

    def run(self, *words: str, cache: Path | None = None) -> Spent:
        """Run a command of puzzlegen and return what it took, with what it started."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        if cache is not None:
            environment |= {"PUZZLEGEN_CACHE": str(cache), "NUMBA_CACHE_DIR": str(cache), "TMPDIR": str(cache)}
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(
                [self.python, "-m", "puzzlegen", *words],
                cwd=self.folder, env=environment, stdout=subprocess.DEVNULL, stderr=errors,
            )  # fmt: skip
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            if process.returncode:
                raise RuntimeError(f"{self.root}: {' '.join(words)}: {errors.read().decode(errors='replace')}")
        return Spent(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)

    def environment_megabytes(self) -> float | None:
        """Return the size of what a plain installation would bring, or None if that cannot be told."""
        done = subprocess.run([self.python, str(WORKER), "size"], capture_output=True, text=True, check=True)
        return float(done.stdout)


class Kernels:
    """A process of a state that times kernels when asked, one board at a time."""

    def __init__(self, state: State) -> None:
        self._process = subprocess.Popen(
            [state.python, str(WORKER), "time"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def time(self, what: str, side: int, cap: int, seed: int) -> float:
        """Return the least seconds of the processor a puzzle, in a few calls."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps([what, side, cap, seed]), file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


BOARDS = {10: 15, 20: 9, 40: 5, 70: 3, 100: 3}  # side: boards, or stacks of puzzles
TURNS = 3  # of each state on each board
CAPS = (1, 2, 3)
ONE_A_CALL = "solve one a call"
KERNELS = {"thin": CAPS, "solve": CAPS, ONE_A_CALL: (3,)}
ROWS = [(what, cap) for what, caps in KERNELS.items() for cap in caps]


class Pair(NamedTuple):
    """Median microseconds a puzzle in each state, and the median of old/new on each board."""

    times: tuple[float, ...]
    faster: float


def processes(states: list[State], seed: int) -> dict[str, list[list[Spent]]]:
    """Return what each command took in each state, in turns: by label, by state, by round."""
    daily = (HERE / "configs" / "daily.yaml").read_text(encoding="utf-8")
    day = "2026-12-01"
    for state in states:
        (state.folder / "daily.yaml").write_text(daily, encoding="utf-8")
        state.run("daily", "daily.yaml", "--as-of", day, "--quiet")
    commands = {
        "`generate` of one 10x10": (*GENERATE, "--seed", str(seed)),
        "`solve` of one 4x4": SOLVE,
        "`--help`": ("--help",),
        "`daily` with nothing to do": ("daily", "daily.yaml", "--as-of", day, "--quiet"),
    }
    found: dict[str, list[list[Spent]]] = {}
    for label, words in commands.items():
        for state in states:
            state.run(*words)  # writes bytecode
        rounds = [[state.run(*words) for state in states] for _ in range(ROUNDS)]
        found[label] = [list(column) for column in zip(*rounds, strict=True)]
    found[FIRST] = [[first_puzzle(state, seed)] for state in states]
    hard = ("generate", "-n", "1000", "--size", "10x10", "--difficulty", "hard", "--jobs", "1", "--quiet")
    found[HARD] = [[state.run(*hard, "--seed", str(seed))] for state in states]
    sampler = str(HERE / "configs" / "sampler.yaml")
    found[SAMPLER] = [[state.run("book", sampler, "-o", "sampler", "--jobs", "1", "--quiet")] for state in states]
    return found


def first_puzzle(state: State, seed: int) -> Spent:
    """Make one puzzle with an empty cache folder."""
    with tempfile.TemporaryDirectory() as name:
        return state.run(*GENERATE, "--seed", str(seed), cache=Path(name))


def kernel_times(states: list[State], seed: int) -> dict[tuple[str, int, int], Pair]:
    """Return what each kernel takes, by kernel, side and cap."""
    workers = [Kernels(state) for state in states]
    found = {}
    for what, cap in ROWS:
        for side, count in BOARDS.items():
            boards = []
            for i in range(count):
                turns = [[one.time(what, side, cap, 1000 * seed + i) for one in workers] for _ in range(TURNS)]
                boards.append([min(column) for column in zip(*turns, strict=True)])
            times = tuple(1e6 * statistics.median(column) for column in zip(*boards, strict=True))
            found[what, side, cap] = Pair(times, statistics.median(one[0] / one[-1] for one in boards))
    for worker in workers:
        worker.close()
    return found


def process_rows(found: dict[str, list[list[Spent]]]) -> Iterator[tuple[str, list[str]]]:
    """Yield a row for each command: seconds before and after, their ratio, and the most memory after."""
    for label, columns in found.items():
        middle = [statistics.median(one.seconds for one in column) for column in columns]
        memory = [max(one.memory for one in column) for column in columns]
        yield label, [*map(shown, middle), *ratio(middle), *(f"{one:.0f}" for one in memory)]


def ratio(pair: list[float]) -> list[str]:
    """Return new against old in percent, nothing without an earlier state."""
    return [f"{100 * pair[1] / pair[0]:.0f} %"] if len(pair) > 1 else []


def about_kernels(found: dict[tuple[str, int, int], Pair]) -> Iterator[str]:
    """Yield the lines about kernels: a table of times, and one of ratios if there is an earlier state."""
    heads = [f"{side}x{side}" for side in BOARDS]
    times = [(f"{w}, cap {c}, µs", [shown(found[w, s, c].times[-1]) for s in BOARDS]) for w, c in ROWS]
    yield from table(heads, times)
    if len(next(iter(found.values())).times) < 2:
        return
    yield from ["How many times faster than before, median of the ratios on the same boards:", ""]
    yield from table(heads, [(f"{w}, cap {c}", [f"{found[w, s, c].faster:.2f}" for s in BOARDS]) for w, c in ROWS])
    slow = [f"{w} {s}x{s}, cap {c} ({one.faster:.3f})" for (w, s, c), one in found.items() if one.faster < WANTED]
    yield from [f"Slower by more than 3 %: {', '.join(slow) or 'none'}.", ""]


def about_sat(found: dict[tuple[str, int, int], Pair], seed: int) -> Iterator[str]:
    """Yield a line that compares thinning at cap 3 to python-sat, where it is installed."""
    peer = {side: time_peer_sat(side, count, seed) for side, count in SAT_BOARDS.items()}
    each = [f"{1000 * ms / found['thin', s, 3].times[-1]:.1f} times at {s}x{s}" for s, ms in peer.items() if ms]
    words = f"takes {', '.join(each)} what `thin` takes at cap 3, by the wall's clock" if each else "is not installed"
    yield from [f"python-sat {words}.", ""]


def report(states: list[State], seed: int, wheel: Path | None) -> list[str]:
    """Return the lines of the section."""
    load = os.getloadavg()[0]
    found = processes(states, seed)
    times = kernel_times(states, seed)
    names = ["before", "now"][-len(states) :]
    heads = [*(f"{name}, s" for name in names), *["ratio"][: len(states) - 1], *(f"{name}, MB" for name in names)]
    sizes = [f"{state.environment_megabytes():.0f} MB {name}" for state, name in zip(states, names, strict=True)]
    if wheel is not None:
        sizes.append(f"the wheel {wheel.stat().st_size / 1e6:.2f} MB")
    return [
        "## Start",
        "",
        f"{made(seed, 'bench-start')}.",
        "",
        f"Seconds of processors of whole processes with all that they start, medians of {ROUNDS} rounds for the first",
        "four rows, else of one run; memory of the largest process. The states take turns. The load of the machine was",
        f"{load:.1f} before: where it is above 0.5, compare only the ratios.",
        "",
        *table(heads, process_rows(found)),
        f"Size of puzzlegen with all that it requires: {', '.join(sizes)}.",
        "",
        "Kernels, µs of the processor a puzzle: the median over boards of the least of some calls. A third of the",
        "cells are mines. `thin` begins with all clues. `solve` gets puzzles that thinning leaves, 100 of 10x10 to 1",
        "of 100x100 a call. One a call, the call from Python weighs more.",
        "",
        *about_kernels(times),
        *about_sat(times, seed),
    ]


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--before", type=Path, help="a checkout of the earlier state, with its .venv")
    parser.add_argument("--wheel", type=Path, help="the wheel to weigh")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as name:
        roots = [*filter(None, [asked.before]), HERE]
        states = [State(root.resolve(), Path(name) / str(i)) for i, root in enumerate(roots)]
        lines = report(states, asked.seed, asked.wheel)
    write_section(asked.out, lines, keep="`generate` of one 10x10")


if __name__ == "__main__":
    sys.exit(main())
