"""Steps of journeys: installed commands on real files, and verification that leaves a user nothing to explain."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("puzzlegen")


def does(folder: Path, command: str) -> str:
    """Run a command line of puzzlegen in a folder and return what it says; it must succeed."""
    done = subprocess.run(
        [PROGRAM, *shlex.split(command)], cwd=folder, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def verifies(folder: Path, what: str, found: str) -> None:
    """Verify a book, a series, a copy or a zip; nothing may be said but what it found, such as ``7 days``."""
    said = does(folder, f"verify {what}")
    assert re.fullmatch(rf"{found} read back and solved: 0 errors\n", said), f"verify {what}\n{said}"
