"""Checks the rules between the fields of the config of a daily."""

from __future__ import annotations

from typing import Any

from puzzlegen.config.cross_field_rules import Problem
from puzzlegen.config.daily import WEEKDAYS, DailyConfig, WeekConfig, WeekdayConfig, daily_problems
from puzzlegen.config.language_problems import language_problems
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
    return daily_problems(daily, week) + language_problems(daily.get("language"))
