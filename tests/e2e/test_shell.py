"""Commands in a shell that closes, fills or cuts their streams, names endless files, or interrupts them at once."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from stream_matrix import GOOD, commands

PUZZLEGEN = f"{sys.executable} -m puzzlegen"


def shell(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell command whose memory is limited."""
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=folder,
        env=os.environ | environment,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("--version >&-", "stdout: it is closed"),
        ("--help >/dev/full", "stdout: cannot be written to: No space left on device"),
        ("schema book", "stdout: cannot write '\\xd7' in the encoding ascii"),
        ("ledger list --ledger $'\\xff.sqlite'", "--ledger: found '\\udcff.sqlite', a name that is not UTF-8"),
        ("preflight /dev/zero --profile kdp", "/dev/zero: found a device or pipe, expected a PDF file"),
        ("ledger list --ledger none.sqlite <&- >&-", "none.sqlite: no such ledger"),
        ("solve <&-", "stdin: cannot be read: it is closed"),
        ("classic --size 4x4 --mines 1 -o /dev/stdout", "/dev/stdout: cannot be written: found a device or pipe"),
    ],
)
def test_one_line_and_exit_code_2(command: str, says: str, tmp_path: Path) -> None:
    done = shell(f"{PUZZLEGEN} {command}", tmp_path, LC_ALL="C.UTF-8", PYTHONIOENCODING="ascii")
    lines = done.stderr.decode().splitlines()
    assert (done.returncode, len(lines)) == (2, 1), done.stderr
    assert lines[0].startswith(says)
    assert list(tmp_path.iterdir()) == []


def test_the_matrix_has_every_command() -> None:
    """`make streams` runs each of them with every kind of stream and path."""
    assert set(GOOD) == {name for name, _ in commands()}


def test_a_reader_that_left_is_no_error(tmp_path: Path) -> None:
    done = shell(f"{PUZZLEGEN} schema book | head -n 0", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("seconds", [0.05, 0.1, 0.2])
def test_ctrl_c_while_it_starts_leaves_no_traceback(seconds: float, tmp_path: Path) -> None:
    """Before puzzlegen runs its first line, Python itself answers the signal; a process needs a moment until then."""
    process = subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "puzzlegen", "solve", "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if b"puzzlegen.cli" in line or b"typer" in line or (b"signal" in line and b"_signal" not in line):
            break
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    errors = [line for line in process.stderr.read().splitlines() if not line.startswith(b"import time:")]
    assert (process.wait(60), errors) == (130, [b"interrupted"])
