"""Dailies whose config changes: issued days keep their puzzle, number and words, unless an option says otherwise."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from daily_runs import (
    FIRST,
    alt,
    daily,
    tree,
)

pytestmark = pytest.mark.usefixtures("copied_days")


@pytest.mark.usefixtures("quick")
def test_feeds_and_calendars_know_a_day_by_the_same_id_for_ever(tmp_path: Path) -> None:
    def ids() -> list[list[str]]:
        feed = json.loads((tmp_path / "d" / "feed.json").read_text())
        guids = re.findall(r"<guid [^>]*>(.*)</guid>", (tmp_path / "d" / "feed.xml").read_text())
        uids = re.findall("UID:(.*)", (tmp_path / "d" / "calendar.ics").read_text())
        return [[item["id"] for item in feed["items"]], guids, uids]

    daily(tmp_path, *FIRST, "--days", "3")
    before = ids()
    assert [len(some) for some in before] == [3, 3, 3]
    for address in ("https://other.example/new/", "https://example.net/"):
        daily(tmp_path, *FIRST, "--days", "3", "--redraw", address=address)
        assert ids() == before
        assert alt(tmp_path, 2).startswith(f"2 {address}2026-12-02/")
    assert 'isPermaLink="true"' not in (tmp_path / "d" / "feed.xml").read_text()  # none is where its id says
    daily(tmp_path, "--date", "2026-12-02", "--reissue", address="https://example.edu/")
    assert ids() == before


@pytest.mark.usefixtures("quick")
def test_the_state_of_a_series_does_not_depend_on_where_it_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = Path(__file__).parents[2]
    monkeypatch.chdir(top)  # its templates are those that are shipped
    daily(tmp_path, *FIRST, "--days", "2")
    before = tree(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert "2 untouched; " in daily(tmp_path, *FIRST, "--days", "2")
    own = tmp_path / "elsewhere" / "templates" / "web" / "archive.css"
    own.parent.mkdir(parents=True)
    shutil.copyfile(top / "templates" / "web" / "archive.css", own)
    os.utime(own, (0, 0))
    assert "2 untouched; " in daily(tmp_path, *FIRST, "--days", "2")  # no other words in it
    assert tree(tmp_path / "d") == {name[2:]: one for name, one in before.items() if name.startswith("d/")}
    own.write_text(own.read_text() + "/* wider */\n")
    assert "archive and feeds updated (" in daily(tmp_path, *FIRST, "--days", "2")
