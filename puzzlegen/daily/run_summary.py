"""What a run says of itself: what it did and why, and what is left to the editor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any

from puzzlegen.config.daily import DailyConfig
from puzzlegen.daily.plan import Plan, Request, Work
from puzzlegen.daily.schedule import DAY, wanted
from puzzlegen.daily.store import settings_of

_WHY = {
    Work.FOLLOW: "with the solution of the puzzle that is now before it",
    Work.OPEN: "the next puzzle is out, so its answer is shown",
    Work.HOLD: "the next puzzle is not out, so its answer is not shown",
    Work.DRAW: "was missing, damaged or not finished",
}
_SETTINGS = (
    "title", "author", "language", "cells", "address", "timezone", "paper", "palette", "hold_solution", "par",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Done:
    """How a run went: days by what was done with them, files of the series that were written, seconds."""

    days: Counter[str] = field(default_factory=Counter)
    files: int = 0
    seconds: float = 0.0

    def summary(self, work: Plan, request: Request) -> str:
        """One line."""
        parts = [_part(kind, self.days[kind], work) for kind in Work if self.days[kind]]
        parts.append(f"{work.untouched} untouched")
        if work.skipped:
            parts.append(f"{len(work.skipped)} without a puzzle ({_some(work.skipped)})")
        if self.files:
            parts.append(f"{self.files} {'file' if self.files == 1 else 'files'} of the series written")
        time = f" in {self.seconds:.1f} s" if self.days else ""
        return f"{', '.join(parts)}{time}; {request.folder}"


def _part(kind: Work, count: int, work: Plan) -> str:
    return f"{count} {kind} ({_some(work.dates(kind))}: {_WHY[kind]})" if kind in _WHY else f"{count} {kind}"


def _some(days: Sequence[date]) -> str:
    return ", ".join(map(str, days[:3])) + (" ..." if len(days) > 3 else "")


def lost(work: Plan, request: Request) -> Iterator[str]:
    """A warning of days that were not asked for and are missing or damaged: the archive leads to them."""
    if work.missing:
        one = len(work.missing) == 1
        ways = _stretches(work.missing, request.config, {date.fromisoformat(day.date) for day in work.days})
        how = ", then with ".join(ways[:3]) + (", and so on" if len(ways) > 3 else "")
        found = "is missing or damaged: draw it" if one else "are missing or damaged: draw them"
        yield f"warning: {_some(work.missing)} {found} again with {how}"


def outdated(work: Plan, request: Request) -> Iterator[str]:
    """A line on issued days that are presented otherwise than the config says now."""
    changed = set(map(str, work.dates(Work.ISSUE, Work.REISSUE, Work.REDRAW)))
    now = _settings(request.config)
    differs = {day.date: _differing(settings_of(day), now) for day in work.days if day.date not in changed}
    days = [date.fromisoformat(name) for name, what in differs.items() if what]
    what = ", ".join(name for name in now if any(name in some for some in differs.values()))
    if len(days) == 1:
        yield (
            f"1 issued day ({_some(days)}) keeps the {what} it was issued with: --redraw with its date draws it as the "
            "config says now"
        )
    elif days:
        yield (
            f"{len(days)} issued days ({_some(days)}) keep the {what} they were issued with: --redraw with their dates "
            "draws them as the config says now"
        )


def _stretches(days: Sequence[date], config: DailyConfig, known: set[date]) -> list[str]:
    """The options that name these days, and between them none that would be issued by it."""
    starts = [days[0]]
    ends = []
    for one, other in pairwise(days):
        between = (one + i * DAY for i in range(1, (other - one).days))
        if any(day not in known and wanted(config, day) for day in between):
            ends.append(one)
            starts.append(other)
    lengths = [(end - start).days + 1 for start, end in zip(starts, [*ends, days[-1]], strict=True)]
    return [
        f"--date {start}" + (f" --days {count}" if count > 1 else "")
        for start, count in zip(starts, lengths, strict=True)
    ]


def _settings(config: DailyConfig) -> dict[str, Any]:
    """How the config presents days, by the fields of Series. Paper that the language chooses is left out: to know it,
    all its words would have to be read.
    """
    found = config.model_dump(mode="json", include=set(_SETTINGS)) | {"author": config.author or ""}
    return {name: found[name] for name in _SETTINGS if (name, found[name]) != ("paper", "auto")}


def _differing(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    return [name for name in now if name in then and then[name] != now[name]]
