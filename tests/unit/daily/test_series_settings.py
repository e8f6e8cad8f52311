"""The settings of a series: one list, which config, days, messages and manifests share."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from dailies import some_days, titled

from puzzlegen.config.daily import DailyConfig
from puzzlegen.daily.day_content import series_from_config
from puzzlegen.daily.plan import Plan, Request
from puzzlegen.daily.run_messages import outdated_settings
from puzzlegen.daily.series_site import SiteSettings
from puzzlegen.ledger.days import SETTINGS, Day

LEAST = {"title": "Mines", "series": "mines", "address": "https://example.com/d/", "start": "2026-12-01"}
OTHER: dict[str, Any] = {  # another value of each setting than the default or LEAST has
    "title": "Other mines",
    "author": "Ada",
    "language": "fr",
    "cells": "a1",
    "address": "https://example.com/other/",
    "timezone": "Europe/Berlin",
    "paper": "letter",
    "palette": "moss",
    "hold_solution": False,
    "par": True,
    "leave_out": ["steps.gif", "alt.txt"],
    "home": "https://example.com/",
    "home_name": "Example",
}


def config(**values: Any) -> DailyConfig:
    return DailyConfig.model_validate(LEAST | values)


def outdated(day: Day, now: DailyConfig) -> str:
    request = Request(now, Path("d"), Path("ledger.sqlite"), day.date, 1, day.date)
    return " ".join(outdated_settings(Plan((), (day,), 0, (), False), request))


def day_of(values: DailyConfig) -> Day:
    """Return a day that is issued with the settings of a config."""
    (day,) = some_days(date(2026, 12, 1), 1, titled("Mines"))
    return day.with_series(series_from_config(values), keep_id=False)


def title_of_stored(**changes: Any) -> str:
    """Return the title of a day that is stored with these changes of its settings."""
    day = day_of(config())
    return replace(day, settings_json=json.dumps(json.loads(day.settings_json) | changes)).title


def test_every_setting_is_a_key_of_the_config() -> None:
    assert set(SETTINGS) <= set(DailyConfig.model_fields)
    assert {*OTHER, "logo"} == set(SETTINGS)


@pytest.mark.parametrize("values", [{}, OTHER], ids=["least", "all"])
def test_a_day_keeps_the_settings_of_its_config(values: dict[str, Any]) -> None:
    day = day_of(config(**values))
    assert outdated(day, config(**values)) == ""
    settings = SiteSettings(day.date, day.series)
    assert SiteSettings.of_values(settings.as_dict()) == settings


@pytest.mark.parametrize("name", [name for name in OTHER if name != "home_name"])
def test_another_value_of_a_setting_is_told_in_both_directions(name: str) -> None:
    least, other = config(), config(**{name: OTHER[name]})
    told = {"home": "home, home_name"}.get(name, name)
    assert f" keeps the {told} it was issued with" in outdated(day_of(least), other)
    if name != "paper":  # which the language decides now: to know it, all messages would have to be loaded
        assert f" keeps the {told} it was issued with" in outdated(day_of(other), least)


def test_a_day_that_was_stored_before_a_setting_existed_has_its_default() -> None:
    day = day_of(config())
    assert '"home"' not in day.settings_json
    stored_if_set = {"leave_out": [], "home": "", "home_name": "", "logo": ""}
    assert {name: day.settings[name] for name in stored_if_set} == stored_if_set
    assert replace(day, settings_json="damaged").settings == {}
