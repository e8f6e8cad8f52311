import subprocess
import sys
from pathlib import Path

import pytest

for folder in (".", "e2e"):  # helpers shared by the test folders
    sys.path.insert(0, str(Path(__file__).parent / folder))


def pytest_configure(config: pytest.Config) -> None:
    """Compile the kernels once, before the workers start: each would compile them for itself, and say so on stderr."""
    if not hasattr(config, "workerinput"):
        made = [sys.executable, "-m", "puzzlegen", "generate", "--seed", "warm", "--difficulty", "hard"]
        graded = [sys.executable, "-m", "puzzlegen", "grade", "-q"]
        puzzle = subprocess.run(made, check=True, capture_output=True).stdout
        subprocess.run(graded, check=True, input=puzzle, capture_output=True)
