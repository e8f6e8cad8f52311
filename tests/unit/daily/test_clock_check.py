"""The check of today's date: compared with the last run, or with the newest day where the manifest is lost."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from dailies import SERIES, some_days

from puzzlegen.config.daily import DailyConfig
from puzzlegen.daily.manifest import SERIES as SERIES_KIND
from puzzlegen.daily.manifest import Manifest, manifest_text
from puzzlegen.daily.plan import Plan, Request, clock_doubt
from puzzlegen.files.build_folder import MANIFEST

CONFIG = DailyConfig.model_validate(
    {"title": "D", "series": "clock", "address": "https://daily.example/", "start": "2026-12-01"}
)
DAYS = tuple(replace(day, placed=True) for day in some_days(date(2026, 12, 1), 10, SERIES))


def doubt(folder: Path, today: str, presentation: dict[str, object] | None) -> str | None:
    if presentation is not None:
        manifest = Manifest(SERIES_KIND, "", "", {}, "l.sqlite", presentation=presentation)
        (folder / MANIFEST).write_text(manifest_text(manifest))
    at = date.fromisoformat(today)
    return clock_doubt(Request(CONFIG, folder, folder / "l.sqlite", at, 1, at), Plan((), DAYS, 0, (), False))


@pytest.mark.parametrize(
    ("today", "expected"),
    [
        ("2026-12-03", None),
        ("2026-12-02", "2026-12-02: 3 days before the last run, which was on 2026-12-05"),
        ("2027-01-19", None),
        ("2027-01-20", "2027-01-20: 46 days after the last run, which was on 2026-12-05"),
    ],
)
def test_today_is_compared_with_the_last_run(today: str, expected: str | None, tmp_path: Path) -> None:
    assert doubt(tmp_path, today, {"as_of": "2026-12-05"}) == expected


@pytest.mark.parametrize("presentation", [None, {}, {"as_of": 5}, {"as_of": "soon"}])
def test_without_a_last_run_it_is_compared_with_the_newest_day(
    presentation: dict[str, object] | None, tmp_path: Path
) -> None:
    assert doubt(tmp_path, "2026-12-01", presentation) is None  # the days may have been issued in advance
    assert doubt(tmp_path, "2027-01-24", presentation) is None
    expected = "2027-01-25: 46 days after the last issued day, which is 2026-12-10"
    assert doubt(tmp_path, "2027-01-25", presentation) == expected
