"""Steps of journeys: installed commands on real files, and verification that leaves a user nothing to explain."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

CONFIGS = Path(__file__).parents[2] / "configs"
PROGRAM = Path(sys.executable).with_name("puzzlegen")
PROGRESS = re.compile(r"^verify: \d+ of \d+.*\n", re.MULTILINE)  # every few seconds, on a slow machine


def does(folder: Path, command: str, *, code: int = 0) -> str:
    """Run a command line of puzzlegen in a folder and return what it says; it must succeed, or end with this code."""
    done = subprocess.run(
        [PROGRAM, *shlex.split(command)], cwd=folder, capture_output=True, text=True, timeout=600, check=False
    )
    said = done.stdout + done.stderr
    print(f"$ puzzlegen {command}\n{said}")  # pytest shows the whole way where a step fails
    assert done.returncode == code, said
    return said


def warnings_of(said: str) -> list[str]:
    return [line for line in said.splitlines() if "warning" in line.lower() or "error" in line.lower()]


def verifies(folder: Path, what: str, found: str) -> None:
    """Verify a book, a series, a copy or a zip; nothing may be said but what it found, such as ``7 days``.

    One job, because two journeys share two cores: 21 days took 6.7 s of processor time, and 10.9 s with two jobs
    (2026-11-26).
    """
    said = re.sub(PROGRESS, "", does(folder, f"verify {what} --jobs 1"))
    assert said == f"{found} read back and solved: 0 errors\n", f"verify {what}\n{said}"
