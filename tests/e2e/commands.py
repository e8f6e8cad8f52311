"""Runs commands: most in this process, because starting one takes longer than a small book, some in others."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir, nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from puzzlegen.cli import console
from puzzlegen.cli.app import main
from puzzlegen.jobs import pools as executors

console.LOG_SECONDS = 1e6  # no line of progress among the others on a busy machine; tests of progress set less
Done = subprocess.CompletedProcess[str]


class OneThread(executors.LazyProcessExecutor):
    """Works as with one job."""

    def __init__(self, jobs: int, work: Callable[..., object] | None = None, limits: object = None) -> None:
        super().__init__(1, work)


def puzzlegen(*words: str, stdin: str = "", cwd: Path | None = None) -> Done:
    """Run a command in this process: its exit code and its two streams, as of a process of its own.

    Worker processes, which take longer to start than most tests, work only where ``--jobs`` asks for several.
    """
    several = "--jobs" in words and words[words.index("--jobs") + 1] != "1"
    out, err = io.StringIO(), io.StringIO()
    with (
        nullcontext() if several else patch.object(executors, "LazyProcessExecutor", OneThread),
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "argv", ["puzzlegen", *words]),
        patch.object(sys, "stdin", io.StringIO(stdin)),
        chdir(cwd or Path.cwd()),
    ):
        try:
            main()
        except SystemExit as leave:
            return Done(words, int(leave.code or 0), out.getvalue(), err.getvalue())
    raise AssertionError("main always leaves")


def run(*words: str) -> tuple[int, str, str]:
    """As ``puzzlegen``: exit code, stdout, stderr."""
    done = puzzlegen(*words)
    return done.returncode, done.stdout, done.stderr


def started(
    *words: str, stdin: str = "", cwd: Path | None = None, preexec_fn: Callable[[], None] | None = None
) -> Done:
    """Run a command in a separate process.

    With a limit set by ``preexec_fn`` it writes no bytecode: Python keeps a part of a file that reaches the limit of
    size, and all that follow fail to import the module.
    """
    return subprocess.run(
        [sys.executable, *(["-B"] if preexec_fn else []), "-m", "puzzlegen", *words],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd,
        preexec_fn=preexec_fn,
        timeout=600,
        check=False,
    )


def built(folder: Path, text: str) -> Path:
    """Build the book of a config in ``folder``, without a ledger, and return the folder of its files."""
    (folder / "book.yaml").write_text(text, encoding="utf-8")
    done = puzzlegen("book", "book.yaml", "-o", "out", "--no-ledger", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "out"


def records(book: Path) -> list[dict[str, object]]:
    """Return the records of the puzzles of a book."""
    return [json.loads(text) for text in (book / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()]
