"""The real programs of Simon Tatham's collection: the judges of the ids that we write."""

import os
import shutil
import subprocess

import pytest


def echoed(game: str, given: str) -> str:
    """What ``sgt-GAME --generate 1 GIVEN`` prints: an id back if it is right, a board made for parameters.

    Skips the test where the program is missing; in CI that is a failure. Fails the test on an id that is refused.
    """
    program = shutil.which(f"sgt-{game}", path=f"{os.environ.get('PATH', os.defpath)}:/usr/games")
    if program is None:
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing(f"sgt-{game} is not installed: apt-get install sgt-puzzles")
    done = subprocess.run([program, "--generate", "1", given], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
