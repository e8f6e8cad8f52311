"""The messages of a run: what it is about to change, what it did and why, and what is left to the editor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any

from puzzlegen.config.daily import DailyConfig
from puzzlegen.daily.manifest import parts_of, read_manifest
from puzzlegen.daily.plan import AS_CONFIGURED, Plan, Request, Work
from puzzlegen.daily.schedule import ONE_DAY
from puzzlegen.ledger.days import SETTINGS

_REASONS = {
    Work.FOLLOW: "the ledger now has another puzzle before it, or other settings",
    Work.OPEN: "the next puzzle is out, so its answer is shown",
    Work.HOLD: "the next puzzle is not out, so its answer is not shown",
    Work.DRAW: "its files were not there, or not those of the ledger",
}


@dataclass(frozen=True, slots=True)
class RunSummary:
    """The result of a run: days by what was done with them, changed files of the series, seconds."""

    days: Counter[str] = field(default_factory=Counter)
    files: int = 0
    seconds: float = 0.0

    def line(self, plan: Plan, request: Request) -> str:
        """Return the summary as one line."""
        parts = [_part(kind, self.days[kind], plan) for kind in Work if self.days[kind]]
        if plan.withdraw:
            parts.append(f"{len(plan.withdraw)} withdrawn ({first_three([day.date for day in plan.withdraw])})")
        parts.append(f"{plan.untouched} untouched")
        if plan.left_out:
            parts.append(f"{len(plan.left_out)} withdrawn before ({first_three(plan.left_out)})")
        if plan.skipped:
            parts.append(f"{len(plan.skipped)} without a puzzle ({first_three(plan.skipped)})")
        if self.files:
            count = f"{self.files} {'file' if self.files == 1 else 'files'}"
            parts.append(f"archive and feeds updated ({count})")
        time = f" in {self.seconds:.1f} s" if self.days else ""
        return f"{', '.join(parts)}{time}; {request.folder}"


def _part(kind: Work, count: int, plan: Plan) -> str:
    why = f" ({first_three(plan.dates(kind))}: {_REASONS[kind]})" if kind in _REASONS else ""
    return f"{count} {kind}{why}"


def first_three(days: Sequence[date | str]) -> str:
    """Return the first three days in a row, and dots for more."""
    return ", ".join(map(str, days[:3])) + (" ..." if len(days) > 3 else "")


# --- Before the run ---------------------------------------------------------------------------------------------------


def reissue_warnings(plan: Plan, request: Request) -> Iterator[str]:
    """Yield a warning if published puzzles will be replaced."""
    if days := [day for day in plan.dates(Work.REISSUE) if day <= request.as_of]:
        yield f"warning: {_range(days)} issued AGAIN: readers of the earlier puzzle find another one under its number"


def withdraw_warnings(plan: Plan, request: Request) -> Iterator[str]:
    """Yield a warning if published puzzles will be taken back."""
    if days := [day.date for day in plan.withdraw if day.date <= request.as_of]:
        yield (
            f"warning: {first_three(days)} WITHDRAWN: readers who have the puzzle keep it; --publish removes it "
            "from its folder; remove it yourself from servers and mailing programs that have a copy"
        )


def redraw_warnings(plan: Plan) -> Iterator[str]:
    """Yield a warning if files of published puzzles will be replaced."""
    if days := plan.dates(Work.REDRAW):
        yield f"warning: {_range(days)} drawn again as the config says now: same puzzles, other files"


def _range(days: Sequence[date]) -> str:
    return str(days[0]) if len(days) == 1 else f"{days[0]} to {days[-1]} ({len(days)} days)"


# --- After the run ----------------------------------------------------------------------------------------------------


def options_for(days: Sequence[date], config: DailyConfig, known: set[date]) -> str:
    """Return the options that request these days and no day that would be issued; ``known`` are the issued days."""
    starts = [days[0]]
    ends = []
    for one, other in pairwise(days):
        between = (one + i * ONE_DAY for i in range(1, (other - one).days))
        if any(day not in known and config.puzzle_kind(day) for day in between):
            ends.append(one)
            starts.append(other)
    lengths = [(end - start).days + 1 for start, end in zip(starts, [*ends, days[-1]], strict=True)]
    options = [
        f"--date {start}" + (f" --days {count}" if count > 1 else "")
        for start, count in zip(starts, lengths, strict=True)
    ]
    return ", then with ".join(options[:3]) + (", and so on" if len(options) > 3 else "")


def tells_outdated_settings(plan: Plan, request: Request) -> bool:
    """Return whether a run, before it begins, has to tell what ``outdated_settings`` will yield.

    That is when the config has other settings than the last run, or when days are redrawn with them; else the editor
    has been told. Without a manifest of the last run, here or in the published copy, the run tells it.
    """
    published = parts_of(read_manifest(request.publish_to)) if request.publish_to else None
    last = read_manifest(request.folder) or (published and published.site)
    return last is None or bool(_differing(last.presentation, _settings(request.config)) or plan.dates(Work.REDRAW))


def outdated_settings(plan: Plan, request: Request) -> Iterator[str]:
    """Yield a line on issued days whose settings are not those of the config now."""
    changed = set(plan.dates(*AS_CONFIGURED))
    now = _settings(request.config)
    differing = {day.date: _differing(day.settings, now) for day in plan.days if day.date not in changed}
    days = [day for day, settings in differing.items() if settings]
    settings = ", ".join(name for name in now if any(name in some for some in differing.values()))
    if len(days) == 1:
        yield (
            f"1 issued day ({first_three(days)}) keeps the {settings} it was issued with: --redraw with its date "
            "draws it as the config says now"
        )
    elif days:
        yield (
            f"{len(days)} issued days ({first_three(days)}) keep the {settings} they were issued with: --redraw with "
            "their dates draws them as the config says now"
        )


def _settings(config: DailyConfig) -> dict[str, Any]:
    """Return the settings of the config as a day keeps them.

    Paper that the language decides is left out: to know it, all messages would have to be loaded.
    """
    settings = config.settings(SETTINGS)
    if config.logo:
        from puzzlegen.daily.day_content import load_logo  # noqa: PLC0415  # few runs have a logo

        settings["logo"] = load_logo(config.logo)
    if config.paper == "auto":
        del settings["paper"]
    return settings


def _differing(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    return [name for name in now if name in then and then[name] != now[name]]
