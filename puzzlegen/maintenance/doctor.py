"""Checks what the program needs on this machine, with a remedy for everything that is missing."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from puzzlegen.config.themes import theme_names
from puzzlegen.drawing.fonts import FAMILIES, family_file
from puzzlegen.engine import kernels
from puzzlegen.errors import LedgerError, NoLedger, PuzzlegenError
from puzzlegen.files.templates import languages, shipped_folder
from puzzlegen.files.writing import OUTPUT
from puzzlegen.jobs.processors import available_cpus
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.printers.requirements import load_printers
from puzzlegen.version import __version__
from puzzlegen.wording import pluralize

OLDEST_PYTHON = (3, 11)
MIN_FREE_BYTES = 500_000_000  # on the disk; a book of 2,000 puzzles and its build folder take a tenth of that
PROGRAMS = {
    "chromium": "the tests of the play pages need it: apt-get install chromium",
    "qpdf": "for an independent check of finished PDFs: apt-get install qpdf",
    "sgt-mines": "the tests of game ids need it: apt-get install sgt-puzzles",
    "sgt-mosaic": "the tests of game ids and make bench need it: apt-get install sgt-puzzles",
}
_PROGRAM_FOLDERS = ("/usr/games", "/usr/lib/games")  # searched after the folders of PATH
_REQUIREMENT = re.compile(r"""([A-Za-z0-9._-]+)[^;]*(?:;.*extra == ["']([\w-]+)["'])?.*""")


class CheckStatus(StrEnum):
    """The result of a check: everything is right; an optional thing is missing; or a required thing is missing."""

    OK = "ok"
    NOTE = "note"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Check:
    """What was checked and found, with a remedy, which is empty if none is needed."""

    what: str
    state: CheckStatus
    found: str
    remedy: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.state:<5}  {self.what}: {self.found}" + (f": {self.remedy}" if self.remedy else "")


def examine(ledger: Path) -> Iterator[Check]:
    """Yield the result of each check. Only the folder of compiled kernels may change."""
    yield from _machine()
    yield from _libraries()
    yield from _kernels()
    yield from _fonts()
    yield from _templates()
    yield from _places()
    for name, use in PROGRAMS.items():
        path = _program(name)
        yield Check(name, CheckStatus.OK, path) if path else Check(name, CheckStatus.NOTE, "not found", use)
    yield _ledger(ledger)


def _machine() -> Iterator[Check]:
    yield Check("puzzlegen", CheckStatus.OK, __version__)
    too_old = sys.version_info < OLDEST_PYTHON
    remedy = f"install Python {'.'.join(map(str, OLDEST_PYTHON))} or newer" if too_old else ""
    system = f"{platform.python_version()} on {platform.system()} {platform.release()}, {platform.machine()}"
    yield Check("Python", CheckStatus.FAULT if too_old else CheckStatus.OK, system, remedy)
    yield Check("cores", CheckStatus.OK, f"{available_cpus()} of {os.cpu_count()} available")


def _libraries() -> Iterator[Check]:
    """Check the required libraries in one line, and each extra in one."""
    try:
        needed = requires("puzzlegen") or []
    except PackageNotFoundError:
        yield Check(
            "libraries", CheckStatus.FAULT, "puzzlegen is not installed", "run pip install -e . in its source folder"
        )
        return
    groups: dict[str, list[str]] = {"": []}
    for line in needed:
        match = _REQUIREMENT.fullmatch(line)
        if match is not None:
            groups.setdefault(match[2] or "", []).append(match[1])
    for extra, names in groups.items():
        installed = {name: _version(name) for name in names}
        missing = [name for name, release in installed.items() if release is None]
        what = f"extra {extra}" if extra else "libraries"
        if not missing:
            yield Check(what, CheckStatus.OK, ", ".join(f"{name} {release}" for name, release in installed.items()))
        elif extra:
            yield Check(what, CheckStatus.NOTE, f"missing {', '.join(missing)}", f"pip install 'puzzlegen[{extra}]'")
        else:
            yield Check(what, CheckStatus.FAULT, f"missing {', '.join(missing)}", f"pip install {' '.join(missing)}")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _kernels() -> Iterator[Check]:
    """Check whether the solver is compiled for this machine."""
    loaded = kernels.load()
    if loaded.library:
        state, refused = (CheckStatus.NOTE, f"; not used: {loaded.reason}") if loaded.reason else (CheckStatus.OK, "")
        yield Check("kernels", state, f"compiled by {loaded.built_by}: {loaded.path}{refused}")
        return
    consequence = f"the solver is interpreted, a hundred times slower: {loaded.reason}"
    remedy = "install with [jit] behind the name of the wheel, which compiles it once, or a wheel for this platform"
    yield Check("kernels", CheckStatus.NOTE, consequence, remedy)


def _fonts() -> Iterator[Check]:
    for name in FAMILIES:
        try:
            family_file(name, "bold")
            yield Check(f"font {name}", CheckStatus.OK, str(family_file(name)))
        except PuzzlegenError as error:
            yield Check(f"font {name}", CheckStatus.FAULT, str(error))


def _templates() -> Iterator[Check]:
    local, shipped = Path("templates"), shipped_folder("templates")
    own = [path for path in local.rglob("*") if path.is_file()] if local.resolve() != shipped.resolve() else []
    replaced = f"; ./templates has {pluralize(len(own), 'file')} in place of shipped ones" if own else ""
    try:
        counts = f"{len(languages())} languages, {len(theme_names())} themes, {len(load_printers())} printers"
        yield Check("templates", CheckStatus.OK, counts + replaced)
    except PuzzlegenError as error:
        yield Check("templates", CheckStatus.FAULT, str(error.problems[0]), "correct the file, or remove it")


def _places() -> Iterator[Check]:
    try:
        ZoneInfo("Europe/Berlin")
        yield Check("time zones", CheckStatus.OK, "found")
    except ZoneInfoNotFoundError:
        yield Check("time zones", CheckStatus.FAULT, "not found", "pip install tzdata")
    places = (
        ("current folder", Path.cwd(), "change its permissions, or work in another folder"),
        ("temporary files", _temporary_folder(), "change its permissions, or name another folder in TMPDIR"),
    )
    for what, folder, remedy in places:
        if folder is None or not os.access(folder, os.W_OK):
            fault = f"{folder} cannot be written to" if folder else "no folder for them can be written to"
            yield Check(what, CheckStatus.FAULT, fault, remedy)
            continue
        free = shutil.disk_usage(folder).free
        enough = free >= MIN_FREE_BYTES
        space = f"{folder}, {free / 1e9:.1f} GB free"
        yield Check(
            what,
            CheckStatus.OK if enough else CheckStatus.NOTE,
            space,
            "" if enough else "free some space before large books",
        )


def _temporary_folder() -> Path | None:
    try:
        return Path(tempfile.gettempdir())
    except OSError:
        return None


def _program(name: str) -> str | None:
    return shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", os.defpath), *_PROGRAM_FOLDERS)))


def _ledger(path: Path) -> Check:
    """Check the ledger for damage and count what it records."""
    try:
        with DailyLedger(path, write=False) as ledger:
            ledger.check()
            issues, pending = ledger.issues(), ledger.pending()
    except NoLedger:
        hint = f"the first book creates it, beside the folder in {OUTPUT}; name another with --ledger FILE"
        return Check("ledger", CheckStatus.OK, f"{path} does not exist yet ({hint})")
    except LedgerError as error:
        return Check("ledger", CheckStatus.FAULT, str(error))
    content = f"{path}, {pluralize(len(issues), 'issue')}, {pluralize(sum(issue.held for issue in issues), 'puzzle')}"
    if pending:
        unfinished = f"{len(pending)} unfinished"
        return Check("ledger", CheckStatus.NOTE, f"{content}; {unfinished}", "run the same command again to resume")
    return Check("ledger", CheckStatus.OK, content)
