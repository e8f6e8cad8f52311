import gc
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

# The suite starts some 150 processes. Each would compile our modules again where the caller keeps Python from writing
# what it compiled, and each pytest all of hypothesis and of the tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from hypothesis import HealthCheck, settings  # noqa: E402  # pytest compiles it for itself

HERE = Path(__file__).parent
COMPILING = pytest.StashKey[list[subprocess.Popen[bytes]]]()
UNIT = sorted(path for path in (HERE / "unit").iterdir() if path.is_dir() and path.name != "__pycache__")
for folder in (HERE, HERE / "damage", HERE / "e2e", HERE / "fuzz", *UNIT):  # helpers shared by the test folders
    sys.path.insert(0, str(folder))
for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES"):  # what commands say must not hang on who runs the tests
    os.environ.pop(name, None)
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # where a script runs the tests in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # else the programs that tests interrupt ignore it too
# A busy machine is no fault of an example. Where time matters, a test measures that of the processor.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the kernels once, because each worker of xdist would compile them again and report it on stderr.

    Two processes compile: one the kernels that generate puzzles, which take longest, the other the rest. The workers
    import and collect meanwhile; the tests begin when all kernels are compiled.
    """
    if hasattr(config, "workerinput"):
        return
    if config.getoption("dist", "no") == "loadgroup" and pytest.version_tuple >= (9, 2):
        raise pytest.UsageError("pytest 9.2 makes xdist lose its groups: pip install -e '.[dev]' for an older one")
    config.stash[COMPILING] = compiling()


def compiling() -> list[subprocess.Popen[bytes]]:
    paths = os.pathsep.join(str(path) for path in (HERE.parent, HERE, HERE / "unit" / "engine", HERE / "e2e"))
    env = os.environ | {"PYTHONPATH": paths}
    return [
        subprocess.Popen([sys.executable, HERE / "compile_kernels.py", part], env=env)
        for part in ("generate", "others")
    ]


def wait_until_compiled(config: pytest.Config) -> None:
    for process in config.stash.get(COMPILING, []):
        assert process.wait() == 0, process.args


def pytest_collection_finish(session: pytest.Session) -> None:
    wait_until_compiled(session.config)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep what is collected out of garbage collections, which would look through all of it again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run tests that share a fixture of their module in one worker, so that each such fixture is set up only once.

    Tests with the studio share one studio and its books, each with a process. The workers begin with these groups.
    The many tests without such fixtures come last, so both end together. Tests in a browser get their mark.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        fixtures = item._fixtureinfo.name2fixturedefs.values() if isinstance(item, pytest.Function) else ()
        shared = any(fixture.scope == "module" for named in fixtures for fixture in named)
        if not item.get_closest_marker("xdist_group"):
            if "studio" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group("studio"))
            elif shared:
                item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any) -> None:
    wait_until_compiled(node.config)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Where nothing was collected, leave no process behind."""
    for process in config.stash.get(COMPILING, []):
        process.wait()
