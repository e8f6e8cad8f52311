"""A series in the folder of a project, on a fixed day, with stand-ins in place of the pictures of days."""

from datetime import date
from pathlib import Path

import pytest
from daily_runs import standin
from reports import Reports
from small_series import SERIES, TODAY, Runs

from puzzlegen.daily import day_files
from puzzlegen.studio import series_work
from puzzlegen.studio.series_actions import SeriesAction
from puzzlegen.studio.series_work import propose, run_action


@pytest.fixture
def series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a daily, which is the current one; today is 2026-12-10."""
    monkeypatch.setattr(series_work, "today", lambda _: TODAY)
    monkeypatch.setattr(day_files, "write_day", standin)
    folder = tmp_path / "quiet"
    folder.mkdir()
    (folder / "daily.yaml").write_text(SERIES, encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def does(series: Path) -> Runs:
    """Runs an action, by default with all of its warnings confirmed."""

    def work(
        kind: str, day: date | None = None, *, confirmed: tuple[str, ...] | None = None, **more: object
    ) -> Reports:
        action = SeriesAction(kind, day, **more)
        if confirmed is None:
            confirmed = () if kind == "verify" else propose(action).warnings
        reports = Reports()
        run_action(series, action, confirmed, 1, reports)
        return reports

    return work
