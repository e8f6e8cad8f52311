"""The scripts in examples/ run as they are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(script: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / script],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


EXPECTED = {
    "daily_email.py": "Answer (y is a mine): ",
    "explain_puzzle.py": "\n2. ",
    "worksheet_pictures.py": "puzzle-3.svg",
}


def test_every_example_is_tested() -> None:
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == set(EXPECTED)


@pytest.mark.parametrize("script", EXPECTED)
def test_an_example_runs(script: str, tmp_path: Path) -> None:
    assert EXPECTED[script] in run(script, tmp_path)
