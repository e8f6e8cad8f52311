import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
for folder in (".", "e2e", "fuzz"):  # helpers shared by the test folders
    sys.path.insert(0, str(HERE / folder))
for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES"):  # what commands say must not hang on who runs the tests
    os.environ.pop(name, None)
# A busy machine is no fault of an example. Where time matters, a test measures that of the processor.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the kernels once, before the workers start: each would compile them for itself, and say so on stderr.

    Two processes at a time: what takes longest, making a puzzle, beside all the rest.
    """
    if hasattr(config, "workerinput"):
        return
    if config.getoption("dist", "no") == "loadgroup" and pytest.version_tuple >= (9, 2):
        raise pytest.UsageError("pytest 9.2 makes xdist lose its groups: pip install -e '.[dev]' for an older one")
    command = [sys.executable, "-m", "puzzlegen"]
    paths = os.pathsep.join(str(path) for path in (HERE.parent, HERE, HERE / "unit"))
    made = [*command, "generate", "--seed", "warm", "--difficulty", "hard"]
    with subprocess.Popen([sys.executable, HERE / "warm.py"], env=os.environ | {"PYTHONPATH": paths}) as others:
        puzzle = subprocess.run(made, check=True, capture_output=True).stdout
        assert others.wait() == 0
    subprocess.run([*command, "grade", "-q"], check=True, input=puzzle, capture_output=True)
