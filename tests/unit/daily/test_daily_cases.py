"""Dailies as cases: daily.yaml has days, settings and mails with what they show, and what is refused."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import test_series_settings as settings
import test_series_site as site
from cases import Case, cases, replay
from dailies import SERIES as SERIES_OF_DAYS
from dailies import some_days, titled
from made_days import SERIES, day, made
from mail_clients import problems

from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.day_files import DATA
from puzzlegen.config.palettes import load_palettes
from puzzlegen.daily.day_content import DayPresentation, series_from_config
from puzzlegen.daily.day_files import picture_options
from puzzlegen.daily.manifest import DAY, Manifest, inputs_of_day, manifest_text
from puzzlegen.daily.manifest import SERIES as SERIES_KIND
from puzzlegen.daily.plan import Plan, Request, clock_doubt, work_on
from puzzlegen.daily.schedule import DueDay
from puzzlegen.daily.series_site import SiteSettings
from puzzlegen.files.build_folder import MANIFEST
from puzzlegen.files.templates import languages
from puzzlegen.layout.puzzle_picture_parts import LIGHT

FIRST = date(2026, 12, 1)
DAYS = tuple(replace(one, placed=True) for one in some_days(FIRST, 10, SERIES_OF_DAYS))
KEYS = {"title": "D", "series": "s", "address": "https://daily.example/", "start": "2026-12-01"}


def config(**keys: object) -> DailyConfig:
    return DailyConfig.model_validate(KEYS | keys)


def doubt(today: str, presentation: dict[str, object] | None = None) -> str | None:
    """Return the doubt of today's date with ten days since 2026-12-01 and this record of the last run, if any."""
    if presentation is not None:
        manifest = Manifest(SERIES_KIND, "", "", {}, "l.sqlite", presentation=presentation)
        Path(MANIFEST).write_text(manifest_text(manifest), encoding="utf-8")
    at = date.fromisoformat(today)
    return clock_doubt(Request(config(), Path(), Path("l.sqlite"), at, 1, at), Plan((), DAYS, 0, (), False))


def work(drawn_after: int | None, was_open: bool, is_open: bool, is_whole: bool) -> object:
    """Return the work on the third day, which was drawn after the first (0), the second (1) or no day."""
    before = None if drawn_after is None else DAYS[drawn_after]
    manifest = Manifest(DAY, "s", inputs_of_day(DAYS[2], before, was_open), {DATA: (1, "x")}, "")
    return work_on(DueDay(DAYS[2], DAYS[0], is_open), manifest, is_whole)


def dates(timezone: str) -> list[str]:
    """Return the date of the first day of July in both feeds."""
    files = site.made(some_days(date(2026, 7, 1), 1, titled("Mines", timezone=timezone)))
    return [site.feed_of(files)["items"][0]["date_published"], site.rss_of(files).entries[0].published]


def number_in_pictures(language: str) -> list[str]:
    """Return what is said of the number above a solution and above a puzzle."""
    shown = DayPresentation(day(series=replace(SERIES, language=language)), None)
    return [picture_options(shown, LIGHT, solved=solved).head.number for solved in (True, False)]


def is_read(**values: Any) -> bool:
    """Return whether settings of a site with these values are read."""
    least = settings.day_of(settings.config())
    return SiteSettings.of_values(SiteSettings(least.date, least.series).as_dict() | values) is not None


FUNCTIONS: dict[str, Callable[..., object]] = {
    "doubt": doubt,
    "work": work,
    "dates": dates,
    "paper": lambda **keys: series_from_config(config(**keys)).paper,
    "numbers": number_in_pictures,
    "files": lambda **keys: made(Path(), day(series=replace(SERIES, **keys))),
    "stored settings": settings.title_of_stored,
    "settings of a site": is_read,
    "mail": problems,
    "mail with a head": lambda page: problems(page, True),
}
WORDS = {"palettes": ", ".join(load_palettes()), "languages": ", ".join(languages())}


@cases(__file__, "daily", "mails")
def test_daily(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]], WORDS)
