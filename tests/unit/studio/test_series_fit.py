"""Words of a daily that its files have no room for are found beside their fields, before a day is made."""

from pathlib import Path

import pytest
from small_series import SERIES
from starlette.testclient import TestClient

from puzzlegen.errors import LayoutError
from puzzlegen.studio.access import Access
from puzzlegen.studio.config_editor import ShownProblem, problems_of
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.series_actions import SeriesAction
from puzzlegen.studio.series_work import problems_of_fit, propose
from puzzlegen.studio.server import create_app
from puzzlegen.studio.work import RunningWork

LONG = SERIES.replace("title: Quiet", f"title: {'W' * 60}")
REFUSED = "found 60 characters on a line of a picture, about 17 fit; shorten it"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("title: Quiet", "title: Quiet Mornings", ()),
        ("title: Quiet", f"title: {'W' * 60}", (ShownProblem("title", 0, REFUSED),)),
        ("start: 2026-12-01", "start: 2990-12-01", ()),
    ],
)
def test_words_that_do_not_fit_are_found(old: str, new: str, found: tuple[ShownProblem, ...]) -> None:
    text = SERIES.replace(old, new)
    assert text != SERIES and problems_of("daily", text) == ()
    assert problems_of_fit(text) == found


def test_a_problem_without_a_key_is_listed_too() -> None:
    (found,) = problems_of_fit(SERIES.replace("quiet.example/", f"quiet.example/{'a' * 150}/"))
    assert found.loc == "" and "is too long for a line of 120 mm on paper" in found.text


def test_making_refuses_the_same_words(series: Path) -> None:
    (series / "daily.yaml").write_text(LONG, encoding="utf-8")
    with pytest.raises(LayoutError) as refused:
        propose(SeriesAction("make"))
    (found,) = problems_of_fit(LONG)
    assert found.text in str(refused.value)


def test_a_saved_title_that_does_not_fit_is_refused_beside_its_field(tmp_path: Path) -> None:
    folder = tmp_path / "quiet"
    folder.mkdir()
    (folder / "daily.yaml").write_text(SERIES, encoding="utf-8")
    access, change = Access(8123), {"loc": "title", "value": "W" * 60}
    with RunningWork(Workspace(tmp_path), 1) as work:
        app = create_app(Workspace(tmp_path), access, work, lambda: None)
        client = TestClient(app, base_url="http://127.0.0.1:8123")
        client.get(f"/?token={access.token}")
        change["base"] = client.get("/dailies/quiet/config").json()["version"]
        reply = client.post("/dailies/quiet/save", json=change, headers={"Origin": "http://127.0.0.1:8123"})
    assert reply.json()["problems"] == [{"loc": "title", "line": 0, "text": REFUSED}]
