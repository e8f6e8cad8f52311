"""Work on a daily that is killed loses nothing, and the next run continues it."""

import os
import signal
import time
from datetime import UTC, datetime
from multiprocessing import active_children
from pathlib import Path

import pytest
from small_series import SERIES

from puzzlegen.config.day_files import OPTIONAL_FILES
from puzzlegen.errors import OutputError
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.series_actions import SeriesAction
from puzzlegen.studio.work import RunningWork

DAYS = 300  # more days than are made before the run is killed
CONFIG = SERIES.replace("skip: [2026-12-04]", f"leave_out: [{', '.join(OPTIONAL_FILES)}]").replace(
    "saturday: none", "saturday: {size: 5x4, difficulty: easy}"
)


def test_a_killed_run_is_continued(tmp_path: Path) -> None:
    folder, today = tmp_path / "quiet", datetime.now(UTC).date()
    folder.mkdir()
    (folder / "daily.yaml").write_text(CONFIG.replace("start: 2026-12-01", f"start: {today}"), encoding="utf-8")
    workspace = Workspace(tmp_path)
    project, action = workspace.project("quiet"), SeriesAction("make", today, DAYS)
    with RunningWork(workspace, jobs=1) as work:
        work.start_series_work(project, action, ())
        with pytest.raises(OutputError, match="other work on it is running"):
            work.start_series_work(project, action, ())
        while work.is_running(project) and not (work.report(project) or {})["done"]:
            time.sleep(0.05)
        (process,) = [one for one in active_children() if one.name == "work for quiet"]
        os.kill(process.pid or 0, signal.SIGKILL)
        build = work._work.get((project.name, "build"))
        assert build is not None
        build.wait()
        killed = build.report()
        assert killed["state"] == "stopped" and 0 < killed["done"] < DAYS
        days = killed["done"] + 2  # one more day than were placed or reserved
        work.start_series_work(project, SeriesAction("make", today, days), ())
        again = work._work.get((project.name, "build"))
        assert again is not None
        again.wait()
        report = again.report()
    assert report["state"] == "verified" and " unchanged" in report["summary"], report
    assert len(list((folder / "output" / "daily").glob("20*"))) == days
