"""Runs every command with each kind of stream and each kind of path, and reports how it ends.

    python tests/e2e/stream_matrix.py FOLDER [WORD...]

The commands, and the arguments and options that are paths, come from the parser of the command line; WORD selects
those whose name holds it. A run that delivers its output ends with 0, or 1 for what it found. Any other run ends with 2
and one line on stderr, which names the stream or the path. Every run ends within ``SECONDS`` of processor time, with
less than ``MEGABYTES`` of memory. Prints each fault, and a JSON object of counts. Exits with 1 if there was a fault.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from puzzlegen.cli.app import app_with
from puzzlegen.cli.options import parse_path

SECONDS, MEGABYTES = 10, 500
STOPPED = 124  # by the signal of timeout
PUZZLE = "4x4:a13f3a2a2a0"
BOOK = """
title: Streams – a book
page: {profile: home-letter}
series: streams
sections: [{name: One, count: 4, size: 5x4, difficulty: easy}]
"""
DAILY = """
title: Streams
series: streams
address: https://daily.example/
start: 2026-12-01
week:
  tuesday: {size: 5x4, difficulty: easy}
"""
DAY = ("--date", "2026-12-01", "--as-of", "2026-12-01")
# Words with which each command delivers its output, in a folder that ``prepare`` made
GOOD: dict[str, tuple[str, ...]] = {
    "book": ("small.yaml", "-o", "new", "--ledger", "new.sqlite", "--jobs", "1"),
    "daily": ("daily.yaml", "-o", "days", *DAY, "--ledger", "ledger.sqlite", "--zip", "days.zip", "--jobs", "1"),
    "generate": ("--size", "5x4", "--difficulty", "easy", "--seed", "a", "--jobs", "1"),
    "complete": ("8x6:b2c0f3i1x", "--seed", "a"),
    "classic": ("--size", "5x4", "--mines", "3", "--seed", "a", "--jobs", "1", "-o", "boards.txt"),
    "solve": (PUZZLE, "--explain"),
    "grade": (PUZZLE,),
    "convert": (PUZZLE,),
    "render": (PUZZLE, "-o", "puzzle.svg"),
    "picture": ("text:HI", "--width", "12", "--preview"),
    "verify": ("days", "--ledger", "ledger.sqlite", "--jobs", "1"),
    "preflight": ("book/interior.pdf", "--profile", "home-letter", "--jobs", "1"),
    "schema": ("book",),
    "doctor": ("--ledger", "ledger.sqlite"),
    "new book": ("new", "--yes"),
    "new picture": ("new", "--yes"),
    "new daily": ("new", "--yes"),
    "new edition": ("small.yaml", "new.yaml", "--theme", "travel"),
    "new volume": ("small.yaml", "new.yaml"),
    "ledger list": ("--ledger", "ledger.sqlite"),
    "ledger show": ("1", "--ledger", "ledger.sqlite"),
    "ledger export": ("--ledger", "ledger.sqlite"),
    "ledger forget": ("book", "--ledger", "ledger.sqlite"),
    "ledger rebuild": ("book", "days", "--daily", "daily.yaml", "--ledger", "new.sqlite"),
}
SERVERS = ("studio",)  # run until they are stopped
ENDS_WITH = {"ledger forget": 2}  # nothing is kept for a finished book
READS_STDIN = ("complete", "solve", "grade", "convert", "render")  # without a puzzle among the words
STREAMS = {
    "stdout closed": "{} >&-",
    "stdout full": "{} >/dev/full",
    "stdout without reader": "{} | true",
    "stdin closed": "{} <&-",
    "stderr closed": "{} 2>&-",
    "all closed": "{} <&- >&- 2>&-",
}


@dataclass(frozen=True)
class Ended:
    """How a run ended; ``memory`` in MB is that of the largest process so far."""

    code: int
    out: bytes
    err: str
    seconds: float


def commands() -> Iterator[tuple[str, Any]]:
    """Yield the name and the definition of each command that can be called, by the parser."""

    def within(group: Any, above: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        for name, found in group.commands.items():
            if hasattr(found, "commands"):
                yield from within(found, (*above, name))
            elif name not in SERVERS:
                yield " ".join((*above, name)), found

    yield from within(typer.main.get_command(app_with()), ())


def paths_of(command: Any) -> Iterator[tuple[str, bool]]:
    """Yield the longest name of each parameter that is a path or a list of puzzles, and whether it is an option."""
    for one in command.params:
        parser = one.type_descriptor.parameter_info.parser if hasattr(one, "type_descriptor") else None
        if parser is parse_path or one.name == "puzzles":
            yield max(one.opts, key=len), one.param_type_name == "option"


def with_path(name: str, option: str, is_option: bool, path: str) -> list[str]:
    """Return the words of a command with another path: the value of an option, or the first argument."""
    words = [*GOOD[name]]
    short = {"--output": "-o"}.get(option, option)
    if not is_option:
        words[0:1] = [path]
    elif short in words:
        words[words.index(short) + 1] = path
    else:
        words += [option, path]
    return words


def prepare(folder: Path) -> None:
    """Make a finished book, a daily and their ledger."""
    (folder / "small.yaml").write_text(BOOK)
    (folder / "daily.yaml").write_text(DAILY)
    for words in (
        ("book", "small.yaml", "-o", "book", "--ledger", "ledger.sqlite", "-q"),
        ("daily", "daily.yaml", "-o", "days", *DAY, "--ledger", "ledger.sqlite", "-q"),
    ):
        subprocess.run([sys.executable, "-m", "puzzlegen", *words], cwd=folder, check=True)
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")


def run(command: str, folder: Path, **environment: str) -> Ended:
    """Run a shell command. Its processes have a limit of processor time, and pipes end when it ends."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (4 * SECONDS, 4 * SECONDS))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        ["timeout", "120", "bash", "-c", f"set -o pipefail; {command}"],
        stdin=subprocess.DEVNULL, capture_output=True, cwd=folder, env=os.environ | environment, check=False,
        preexec_fn=limit,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Ended(done.returncode, done.stdout, done.stderr.decode(errors="replace"), seconds)


def fault(ended: Ended, codes: tuple[int, ...], names: tuple[str, ...] = ()) -> str:
    """Return what is wrong with the end of a run: empty if nothing is. With code 2, a line has one of the ``names``."""
    last = ended.err.splitlines()[-1:] or [""]
    if any(word in ended.err for word in ("Traceback", "Exception ignored", "Error:")):
        return f"a traceback: {ended.err[-300:]}"
    if ended.code not in codes:
        return f"exit code {ended.code}, expected {codes}: {last[0][:200]}"
    if ended.code == 2 and names and not any(name in last[0] for name in names):
        return f"none of {names} in {last[0][:200]!r}"
    if ended.code == 2 and names and len(ended.err.splitlines()) != 1:
        return f"{len(ended.err.splitlines())} lines: {ended.err[:300]!r}"
    if ended.seconds > SECONDS:
        return f"took {ended.seconds:.1f} s of processor time"
    return ""


class Matrix:
    """Runs commands in copies of a folder, and counts runs and faults."""

    def __init__(self, folder: Path) -> None:
        self.whole, self.copy = folder / "whole", folder / "copy"
        self.whole.mkdir()
        prepare(self.whole)
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []

    def check(self, kind: str, words: str, end: Callable[[Ended], str], **environment: str) -> Ended:
        """Run a command and record the result of ``end`` for its exit."""
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(self.whole, self.copy, ignore=shutil.ignore_patterns("pipe"))
        os.mkfifo(self.copy / "pipe")
        ended = run(words, self.copy, **environment)
        self.counts[kind] += 1
        if problem := end(ended):
            self.faults.append(f"{words}: {problem}")
            print(f"FAULT: {self.faults[-1]}", flush=True)
        return ended

    def streams(self, name: str) -> None:
        """Run a command with each kind of stream."""
        command = f"{sys.executable} -m puzzlegen {name} {' '.join(GOOD[name])}"
        due = ENDS_WITH.get(name, 0)
        plain = self.check("plain", command, lambda ended: fault(ended, (due,)))
        for kind, shape in STREAMS.items():
            fails = "stdout" in kind and "reader" not in kind and plain.out
            codes = (2,) if fails or (kind == "all closed" and plain.out) else (due,)
            names = ("stdout",) if fails else ()
            self.check(kind, shape.format(command), lambda ended, c=codes, n=names: fault(ended, c, n))
        ascii_codes = (due,) if plain.out.isascii() else (2,)
        ascii_names = () if plain.out.isascii() else ("stdout: cannot write",)
        environment = {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "ascii"}
        self.check("stdout in ASCII", command, lambda ended: fault(ended, ascii_codes, ascii_names), **environment)
        if name in READS_STDIN:
            rest = " ".join(GOOD[name][1:])
            bare = f"{sys.executable} -m puzzlegen {name} {rest}"
            self.check("stdin closed, no puzzle", f"{bare} <&-", lambda ended: fault(ended, (2,), ("stdin",)))
            self.check("stdin without end", f"{bare} </dev/zero", lambda ended: fault(ended, (2,), ("stdin",)))

    def paths(self, name: str, option: str, is_option: bool) -> None:
        """Run a command with each kind of path in place of one of its paths."""
        python = f"{sys.executable} -m puzzlegen {name}"
        inputs = ("pipe", "/dev/zero", "/dev/full", "none/none", "folder", "''")
        for path in inputs:
            words = " ".join(with_path(name, option, is_option, path))
            named: tuple[str, ...] = (path.strip("'"), option, "none") if path != "''" else ("empty",)
            known = path in ("folder", "none/none")  # may be right for a folder or ledger that will be made
            codes = (0, 1, 2) if known or name == "doctor" else (2,)
            if path == "pipe":  # one without a writer: a command refuses it, or waits as cat does, until a signal
                words, codes = f"timeout {SECONDS} {python} {words}", (*codes, STOPPED)
            else:
                words = f"{python} {words}"
            self.check(f"path {path}", words, lambda ended, c=codes, n=named: fault(ended, c, n))
        words = " ".join(with_path(name, option, is_option, "pipe"))
        feeds = f"cat /dev/zero >pipe & feeder=$!; {python} {words} >/dev/null; code=$?; kill $feeder 2>/dev/null"
        self.check(
            "path of a pipe that is fed", f"{feeds}; exit $code", lambda ended: fault(ended, (0, 1, 2), ("pipe",))
        )


def main() -> int:
    folder, words = Path(sys.argv[1]).resolve(), sys.argv[2:]
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[2])
    found = [(name, one) for name, one in commands() if not words or any(word in name for word in words)]
    missing = [name for name, _ in found if name not in GOOD]
    assert not missing, f"no words for {missing}"
    matrix = Matrix(folder)
    for name, command in found:
        matrix.streams(name)
        for option, is_option in paths_of(command):
            matrix.paths(name, option, is_option)
    for device in ("/dev/full", "/dev/zero", "/dev/null"):
        assert Path(device).is_char_device(), f"{device} was replaced"
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    if largest > MEGABYTES:
        matrix.faults.append(f"{largest} MB of memory")
    counts = {"commands": len(found), "runs": matrix.counts.total(), "faults": len(matrix.faults), "megabytes": largest}
    print(json.dumps(counts | dict(matrix.counts)))
    return 1 if matrix.faults else 0


if __name__ == "__main__":
    sys.exit(main())
