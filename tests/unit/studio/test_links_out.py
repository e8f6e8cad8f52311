"""The studio neither writes nor reads through links that lead out of its folder or that of a book."""

import shutil
from pathlib import Path

import pytest
from reports import Reports
from small_book import SMALL
from starlette.testclient import TestClient

from puzzlegen.config.load import loads_book
from puzzlegen.errors import OutputError
from puzzlegen.studio import builds, picture_tools
from puzzlegen.studio.access import Access
from puzzlegen.studio.bench import made_file, made_records
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.server import create_app
from puzzlegen.studio.work import RunningWork

DRAWING = b"#.#.#.\n.#.#.#\n######\n#....#\n######\n"
SITE = "http://127.0.0.1:8123"
OUT = "a link that leads out of the folder of the studio or the book: remove it"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the studio or of a book, the current one; the folder ``outside`` is beside it."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "inside").mkdir()
    monkeypatch.chdir(tmp_path / "inside")
    return tmp_path / "inside"


@pytest.fixture
def outside(folder: Path) -> Path:
    return folder.parent / "outside"


def test_uploads_of_images_are_not_kept_behind_a_link(folder: Path, outside: Path) -> None:
    (folder / ".studio").symlink_to(outside)
    with pytest.raises(OutputError, match=OUT):
        picture_tools.keep(folder, "a.txt", DRAWING)
    assert list(outside.iterdir()) == []


def test_an_upload_is_not_read_behind_a_link(folder: Path, outside: Path) -> None:
    key = picture_tools.keep(folder, "a.txt", DRAWING)
    kept = folder / ".studio" / "pictures" / f"{key}.txt"
    kept.rename(outside / "secret.txt")
    kept.symlink_to(outside / "secret.txt")
    with pytest.raises(OutputError, match=OUT):
        picture_tools.shown_upload(folder, key)


def test_pictures_are_not_saved_behind_a_link(folder: Path, outside: Path) -> None:
    (folder / "saved-pictures").symlink_to(outside)
    key = picture_tools.keep(folder, "a.txt", DRAWING)
    access = Access(8123)
    with RunningWork(Workspace(folder), 1) as work:
        client = TestClient(create_app(Workspace(folder), access, work, lambda: None), base_url=SITE)
        client.get(f"/?token={access.token}")
        headers = {"Origin": SITE, "Accept": "application/json"}
        reply = client.post(f"/picture/{key}/save", json={}, headers=headers)
    assert reply.status_code == 422 and OUT in reply.json()["error"]
    assert list(outside.iterdir()) == []


def test_made_puzzles_are_neither_written_nor_read_behind_a_link(
    folder: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builds.os, "nice", lambda _: 0)
    monkeypatch.setattr("puzzlegen.studio.workers.os.setpgrp", lambda: None)
    (folder / ".studio").symlink_to(outside)
    reports = Reports()
    builds.make_puzzles(folder, SMALL, reports)
    state, summary, _ = reports.end
    assert state == "refused" and OUT in summary
    assert list(outside.iterdir()) == []
    ledger = folder / "ledger.sqlite"
    for read in (made_file, made_records, lambda config: builds.add_finished_to_ledger(config, ledger)):
        with pytest.raises(OutputError, match=OUT):
            read(loads_book(SMALL))


def test_links_that_stay_inside_are_followed(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    (folder / ".studio").symlink_to(folder / "elsewhere")
    key = picture_tools.keep(folder, "a.txt", DRAWING)
    assert picture_tools.shown_upload(folder, key)
    shutil.rmtree(folder / "elsewhere")
