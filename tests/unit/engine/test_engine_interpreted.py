"""The engine does the same without its compiler: used for debugging and for coverage."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CASES = Path(__file__).with_name("interpreted_cases.py")


def test_the_engine_runs_interpreted():
    tests = Path(__file__).parents[2]
    paths = [tests.parent, tests, tests / "unit" / "engine", tests / "property"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(map(str, paths))}
    done = subprocess.run([sys.executable, CASES], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "alike", done.stderr
