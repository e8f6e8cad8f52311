"""The log of a run: which events it has, and where it cannot be written."""

import json
from pathlib import Path
from typing import Any

import pytest

from puzzlegen.errors import Interrupted, OutputError
from puzzlegen.jobs.run_log import LOG, LogLevel, log_event, open_run_log


def events(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(row) for row in (folder / LOG).read_text(encoding="utf-8").splitlines()]


def test_a_run_has_a_beginning_events_and_an_end(tmp_path: Path) -> None:
    with open_run_log(tmp_path, LogLevel.INFO):
        log_event(LogLevel.DEBUG, "puzzle")
        log_event(LogLevel.INFO, "stage", name="été", path=Path("a"))
    begin, stage, end = events(tmp_path)
    assert (begin["event"], end["event"], end["level"]) == ("begin", "end", "info")
    assert (stage["name"], stage["path"]) == ("été", "a")
    assert "puzzlegen" in begin and end["seconds"] >= 0


def test_a_later_run_appends_to_the_log(tmp_path: Path) -> None:
    for _ in range(2):
        with open_run_log(tmp_path, LogLevel.INFO):
            pass
    assert [one["event"] for one in events(tmp_path)] == ["begin", "end"] * 2


def test_events_wait_until_the_folder_exists(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    with open_run_log(folder, LogLevel.INFO):
        log_event(LogLevel.INFO, "stage")
        folder.mkdir()
    assert [one["event"] for one in events(folder)] == ["begin", "stage", "end"]


def test_a_refused_request_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(OutputError), open_run_log(tmp_path / "book", LogLevel.DEBUG):
        raise OutputError("refused")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "event", "level"),
    [
        (OutputError("no room"), "failed", "error"),
        (Interrupted("stopped"), "interrupted", "warning"),
        (KeyboardInterrupt(), "interrupted", "warning"),
        (ValueError("a defect"), "fault", "error"),
    ],
)
def test_the_last_event_is_the_error_that_ended_the_run(
    error: BaseException, event: str, level: str, tmp_path: Path
) -> None:
    with pytest.raises(type(error)), open_run_log(tmp_path, LogLevel.WARNING):
        raise error
    (last,) = events(tmp_path)
    assert (last["event"], last["level"], last["message"]) == (event, level, str(error))
    assert ("trace" in last) == (event == "fault")


def test_no_level_means_no_log(tmp_path: Path) -> None:
    with open_run_log(tmp_path, None):
        log_event(LogLevel.ERROR, "stage")
    assert list(tmp_path.iterdir()) == []


def test_the_log_is_closed_at_the_end(tmp_path: Path) -> None:
    with open_run_log(tmp_path, LogLevel.DEBUG):
        pass
    log_event(LogLevel.ERROR, "late")
    assert events(tmp_path)[-1]["event"] == "end"


def test_a_log_that_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / LOG).symlink_to(tmp_path / "elsewhere")
    refused = pytest.raises(OutputError, match=r"log\.jsonl: found no regular file, so the log cannot be written")
    with refused, open_run_log(tmp_path, LogLevel.INFO):
        pass
