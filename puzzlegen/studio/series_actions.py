"""Actions on a daily of the studio, as its pages request them, and the command lines that do the same.

Output and ledger are where ``puzzlegen daily daily.yaml`` puts them, so the studio and the command line can take turns.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Literal, get_args

from puzzlegen.daily.manifest import PUBLISHED, read_manifest
from puzzlegen.errors import DayError, OutputError
from puzzlegen.files.build_folder import MANIFEST
from puzzlegen.files.writing import default_folder, is_plain_path
from puzzlegen.schema.daily_fields import MAX_DAYS, parse_day
from puzzlegen.studio.projects import CONFIGS
from puzzlegen.wording import describe

ActionKind = Literal["make", "catch-up", "redraw", "reissue", "withdraw", "swap", "publish", "verify"]

CONFIG = Path(CONFIGS["daily"])
SERIES = default_folder(CONFIG)  # the folder of all days, inside that of the project
PUBLIC = "public"  # usual folder of the published copy
STOPPED = "stopped; finished days are kept: do the same again to continue"
_ONE_DAY = ("redraw", "reissue", "withdraw", "swap")


@dataclass(frozen=True, slots=True)
class SeriesAction:
    """An action: ``day`` is its only or first day, None for today; ``folder`` is that of the published copy.

    ``other`` is the day with which it exchanges its puzzle.
    """

    kind: ActionKind
    day: date | None = None
    days: int = 1
    folder: str = ""
    other: date | None = None

    def command(self) -> str:
        """Return the command that does the same in the folder of the project."""
        words = ["puzzlegen", "daily", str(CONFIG)]
        if self.kind == "verify":
            words = ["puzzlegen", "verify", SERIES.as_posix()]
        elif self.kind == "withdraw":
            words += ["--withdraw", str(self.day)]
        elif self.kind == "publish":
            words += ["--publish", self.folder]
        elif self.kind == "catch-up":
            words += ["--catch-up"]
        elif self.day is not None:
            words += ["--date", str(self.day)]
        if self.kind == "make" and self.days > 1:
            words += ["--days", str(self.days)]
        if self.kind in ("redraw", "reissue"):
            words.append(f"--{self.kind}")
        if self.kind == "swap":
            words += ["--swap", str(self.other)]
        return shlex.join(words)


def read_action(wanted: dict[str, Any]) -> SeriesAction:
    """Return the action that a request of the studio's pages describes. Raises OutputError or DayError."""
    asked = wanted.get("kind")
    kind: ActionKind | None = next((name for name in get_args(ActionKind) if name == asked), None)
    if kind is None:
        raise OutputError(f"found {describe(asked)}, allowed {', '.join(get_args(ActionKind))}: load the page again")
    day, other = _day(wanted, "day"), _day(wanted, "other")
    if (day is None and kind in _ONE_DAY) or (other is None and kind == "swap"):
        raise DayError(f"{kind}: the request names no day: load the page again")
    days = str(wanted.get("days") or "1").strip()
    if not (days.isascii() and days.isdecimal() and len(days) < 6 and 1 <= int(days) <= MAX_DAYS):
        raise DayError(f"Days: found {describe(days)}, allowed a whole number from 1 to {MAX_DAYS}")
    folder = str(wanted.get("folder") or "").strip()
    if kind == "publish" and not is_plain_path(folder):
        raise OutputError(f"Folder: found {describe(folder)}, allowed a folder inside the project, such as {PUBLIC}")
    return SeriesAction(kind, day, int(days) if kind == "make" else 1, folder, other if kind == "swap" else None)


def _day(wanted: dict[str, Any], key: str) -> date | None:
    text = str(wanted.get(key) or "")
    try:
        return parse_day(text) if text else None
    except ValueError as error:
        raise DayError(f"{key}: {error}") from None


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an action would do, line by line, what has to be confirmed first, and the command that does the same."""

    lines: tuple[str, ...]
    warnings: tuple[str, ...]
    command: str


def published_folder(folder: Path) -> str:
    """Return the name of the published copy in the folder of a project, or the usual name if there is none yet."""
    for manifest in sorted((*folder.glob(f"*/{MANIFEST}"), *folder.glob(f"*/*/{MANIFEST}"))):
        copy_manifest = read_manifest(manifest.parent)
        if copy_manifest is not None and copy_manifest.kind == PUBLISHED:
            return manifest.parent.relative_to(folder).as_posix()
    return PUBLIC
