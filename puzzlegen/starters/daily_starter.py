"""Writes the first config of a daily."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from puzzlegen.config.daily import WEEKDAYS, DailyConfig, WeekConfig
from puzzlegen.config.load import loads_daily
from puzzlegen.starters.commented_yaml import Example, commented_yaml


@dataclass(frozen=True, slots=True)
class DailyWishes:
    """What a user wants of a first daily. ``address`` is the web address of the folder with all days.

    ``paper`` is that of the page to print: ``a4``, ``letter``, or ``auto``, which follows language and time zone.
    """

    title: str
    author: str | None
    series: str
    language: str
    address: str
    timezone: str
    start: date
    paper: str = "auto"


def daily_starter(wishes: DailyWishes, file: Path) -> str:
    """Return the text of a config, to be written to ``file``. Raises ConfigError when a wish cannot be fulfilled."""
    week = WeekConfig()
    days = {name: getattr(week, name) for name in WEEKDAYS}
    values = {
        "title": wishes.title,
        "author": wishes.author or Example("Your Name"),
        "language": wishes.language,
        "series": wishes.series,
        "address": wishes.address,
        "home": Example("https://www.example.com/"),
        "home_name": Example("The Example Post"),
        "logo": Example("pictures/logo.png"),
        "timezone": wishes.timezone,
        "start": wishes.start,
        "skip": Example(["12-25"]),
        "week": {name: {"size": day.size, "difficulty": day.difficulty} for name, day in days.items() if day},
        "calendar_ahead": Example(7),
        "digest": Example("sunday"),
        "hold_solution": True,
        "par": Example(True),
        "paper": wishes.paper,
        "palette": "brick",
        "leave_out": Example(["steps.gif", "card.png"]),
    }
    text = commented_yaml(DailyConfig, values)
    loads_daily(text)
    return f"{_head(file)}\n{text}"


def _head(file: Path) -> str:
    return f"""\
# A puzzle every day. Change what you like, then make today's puzzle:
#     puzzlegen daily {file}
#
# Issued days keep their puzzles. Keep this file private: whoever knows the series can make tomorrow's puzzle.
# A line that begins with # is a comment. A key in a comment shows an example; remove the # to use it.
# puzzlegen schema daily lists every key. The page docs/daily.md of puzzlegen explains them.
"""
