"""Checks the rules between the fields of the config of a daily."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzlegen.config.cross_field_rules import Problem, language_problems
from puzzlegen.config.daily import NO_DAY, WEEKDAYS, DailyConfig, WeekConfig, WeekdayConfig, weekday_problems
from puzzlegen.config.palettes import palette_problems
from puzzlegen.config.reading.validation import readable_fields


def daily_checks(data: dict[str, Any]) -> list[Problem]:
    """Check rules between fields, for the fields that could be read."""
    given = data.get("week")
    week = readable_fields(WeekConfig, given if isinstance(given, dict) else {})
    for name in WEEKDAYS:
        if isinstance(given, dict) and isinstance(given.get(name), dict):
            week[name] = readable_fields(WeekdayConfig, given[name])
        elif week.get(name) is not None:
            week[name] = dict(week[name])
    daily = readable_fields(DailyConfig, data)
    return _daily_problems(daily, week) + language_problems(daily.get("language"))


def _daily_problems(daily: Mapping[str, Any], week: Mapping[str, Any]) -> list[Problem]:
    """Check rules between fields that could be read.

    A weekday in ``week`` is None for no puzzle, or its fields that could be read.
    """
    problems = [
        Problem(("week", name, *loc), words)
        for name, weekday in week.items()
        if weekday is not None
        for loc, words in weekday_problems(weekday)
    ]
    if len(week) == len(WEEKDAYS) and not any(week.values()):
        problems.append(Problem(("week",), NO_DAY))
    if daily.get("home_name") and "home" in daily and not daily["home"]:
        words = "found a text without a link, allowed only with home, the address of your site"
        problems.append(Problem(("home_name",), words))
    return problems + palette_problems(daily.get("palette"))
