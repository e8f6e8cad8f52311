import gc
import os
import pickle
import signal
import sys
from collections.abc import Callable, Generator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

# The suite starts some 150 processes. Each would compile our modules again where the caller keeps Python from writing
# what it compiled, and each pytest all of hypothesis and of the tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from hypothesis import HealthCheck, settings  # noqa: E402  # pytest compiles it for itself

from puzzlegen.checking import book_files  # noqa: E402  # as above
from puzzlegen.engine import kernels  # noqa: E402  # as above
from puzzlegen.files.build_folder import digest  # noqa: E402  # as above
from puzzlegen.jobs import pools  # noqa: E402  # as above

HERE = Path(__file__).parent
UNIT = sorted(path for path in (HERE / "unit").iterdir() if path.is_dir() and path.name != "__pycache__")
HELPERS = ("damage", "e2e", "findings", "fuzz")  # folders with modules that other folders of tests use too
for folder in (HERE, *(HERE / name for name in HELPERS), *UNIT):
    sys.path.insert(0, str(folder))
for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES"):  # what commands say must not hang on who runs the tests
    os.environ.pop(name, None)
os.environ["TZ"] = "UTC"  # nor where; to find the zone of a computer takes 0.15 s for each form of a daily
os.fsync = lambda _: None  # what tests write need not outlast a power cut; programs that they start flush all the same
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # where a script runs the tests in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # else the programs that tests interrupt ignore it too
# A busy machine is no fault of an example. Where time matters, a test measures that of the processor.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


class WithoutLimits(pools.LazyProcessExecutor):
    """Works in a thread where there is one job, also where PDFs are read.

    The product reads them in a process with limits. Under xdist, whose threads keep it from being forked, each
    verification would start a Python for one: a second of the processor, and there are hundreds (2026-11-29).
    """

    def __init__(
        self, jobs: int, work: Callable[..., object] | None = None, limits: pools.ProcessLimits | None = None
    ) -> None:
        super().__init__(jobs, work, limits if jobs > 1 else None)


_WITH_LIMITS = pools.LazyProcessExecutor
pools.LazyProcessExecutor = WithoutLimits


class OnceEach:
    """Calls a function once for each key and keeps the newest results: they follow from the key alone."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: dict[object, Any] = {}

    def result(self, key: object, call: Callable[[], Any]) -> Any:
        """Return the result for a key."""
        if key not in self._results:
            if len(self._results) >= self._most:
                del self._results[next(iter(self._results))]
            self._results[key] = call()
        return self._results[key]


# Most verifications of tests follow a build of the same book in the same process, or read a copy with one file damaged.
# Two parts of them take half of their time: reading the pages, and compressing the overview, which is drawn again.
_PAGES, _PICTURES = OnceEach(600), OnceEach(60)
_read_page, _save = book_files._checked_page, Image.Image.save


def read_once(document: object, number: int, pages: book_files.PageRange) -> book_files.CheckedPage:
    """Read a page of files with the same bytes once."""
    key = digest(pages.file.path), number, pickle.dumps((pages.reading, pages.spec))
    return _PAGES.result(key, lambda: _read_page(document, number, pages))


def compress_once(picture: Image.Image, target: Any, format: str | None = None, **options: Any) -> None:
    """Compress a picture with the same pixels once, where the best compression is wanted."""
    if format != "PNG" or not options.get("optimize"):
        return _save(picture, target, format, **options)

    def compressed() -> bytes:
        _save(picture, out := BytesIO(), format, **options)
        return out.getvalue()

    key = picture.mode, picture.size, sha256(picture.tobytes()).digest(), repr(options)
    Path(target).write_bytes(_PICTURES.result(key, compressed))
    return None


book_files._checked_page, Image.Image.save = read_once, compress_once


@pytest.fixture
def limits_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read PDFs as the product does, for a test of the limits."""
    monkeypatch.setattr(pools, "LazyProcessExecutor", _WITH_LIMITS)
    monkeypatch.setattr(book_files, "_checked_page", _read_page)


def pytest_configure(config: pytest.Config) -> None:
    """Find the kernels before the workers of xdist do, so that changed sources are compiled once."""
    if hasattr(config, "workerinput"):
        return
    if config.getoption("dist", "no") == "loadgroup" and pytest.version_tuple >= (9, 2):
        raise pytest.UsageError("pytest 9.2 makes xdist lose its groups: pip install -e '.[dev]' for an older one")
    kernels.load()


def pytest_make_parametrize_id(val: object) -> str | None:
    """Number cases of long bytes. Archives and color profiles have the second they were made in.

    Each worker of xdist makes its own, and all must collect the same names.
    """
    return "bytes" if isinstance(val, bytes) and len(val) > 20 else None


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


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the artifacts that tests/damage names, each built once; tests change copies."""
    from sound import build_all  # noqa: PLC0415  # loads all that builds books, which few tests need here

    folder = tmp_path_factory.mktemp("sound")
    build_all(folder)
    return folder
