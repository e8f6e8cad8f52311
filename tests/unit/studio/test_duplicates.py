"""A duplicate of a project has its settings and files, and nothing of what was made or recorded for it."""

import os
import sys
import time
from pathlib import Path

import pytest
from small_configs import QUIET, TINY
from starlette.testclient import TestClient
from test_bad_requests import SITE, WorkHere

from puzzlegen.config.load import loads_book, loads_daily
from puzzlegen.studio.access import Access
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.server import create_app

MADE = ("output/interior.pdf", "public/manifest.json", "public/index.html", ".studio/versions/1/book.yaml")
LEDGERS = ("ledger.sqlite", "ledger.sqlite-wal")
OWN = ("pictures/cat.txt", "ledger.sqlites.txt", "choices.jsonl", "foreword.md")


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    for name, file, text in (("tiny", "book.yaml", f"# mine\n{TINY}"), ("quiet", "daily.yaml", QUIET)):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text(text, encoding="utf-8")
        for path in (*MADE, *LEDGERS, *OWN):
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_text(f"{name} {path}", encoding="utf-8")
    workspace, access = Workspace(tmp_path), Access(8123)
    app = create_app(workspace, access, WorkHere(workspace), lambda: None)
    found = TestClient(app, SITE, headers={"Origin": SITE, "Accept": "application/json"}, follow_redirects=False)
    found.get(f"/?token={access.token}")
    return found


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("name", "address", "config"), [("tiny", "/books/tiny-2", "book.yaml"), ("quiet", "/dailies/quiet-2", "daily.yaml")]
)
def test_a_duplicate_has_the_files_of_its_project_and_nothing_that_was_made(
    client: TestClient, tmp_path: Path, name: str, address: str, config: str
) -> None:
    before = {path: (tmp_path / name / path).read_bytes() for path in files_in(tmp_path / name)}
    reply = client.post(f"/duplicate/{name}")
    assert (reply.status_code, reply.headers["location"]) == (303, address)
    copy = tmp_path / f"{name}-2"
    assert files_in(copy) == {config, *OWN}
    assert all((copy / path).read_bytes() == before[path] for path in OWN)
    assert {path: (tmp_path / name / path).read_bytes() for path in files_in(tmp_path / name)} == before
    assert client.post(f"/duplicate/{name}").headers["location"].endswith(f"{name}-3")


def test_a_duplicate_differs_in_its_seed_alone(client: TestClient, tmp_path: Path) -> None:
    for name, file, loads in (("tiny", "book.yaml", loads_book), ("quiet", "daily.yaml", loads_daily)):
        first = (tmp_path / name / file).read_text(encoding="utf-8")
        series = {loads(first).series}
        for number in (2, 3):
            client.post(f"/duplicate/{name}")
            text = (tmp_path / f"{name}-{number}" / file).read_text(encoding="utf-8")
            series.add(loads(text).series)
            assert all(line.startswith("series: ") for line in set(text.splitlines()) ^ set(first.splitlines()))
        assert len(series) == 3


def test_a_duplicate_of_an_edition_prints_the_same_puzzles(client: TestClient, tmp_path: Path) -> None:
    text = f"{TINY}puzzles: puzzles.jsonl\n"
    (tmp_path / "tiny" / "book.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "tiny" / "puzzles.jsonl").write_text("{}", encoding="utf-8")
    client.post("/duplicate/tiny")
    assert (tmp_path / "tiny-2" / "book.yaml").read_text(encoding="utf-8") == text
    assert (tmp_path / "tiny-2" / "puzzles.jsonl").is_file()


def test_a_ledger_that_the_config_names_stays_with_its_project(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "tiny" / "book.yaml").write_text(f"{TINY}ledger: records/mine.db\n", encoding="utf-8")
    (tmp_path / "tiny" / "records").mkdir()
    for name in ("mine.db", "mine.db-wal", "notes.txt"):
        (tmp_path / "tiny" / "records" / name).write_text("x")
    client.post("/duplicate/tiny")
    assert [path.name for path in (tmp_path / "tiny-2" / "records").iterdir()] == ["notes.txt"]


def test_a_config_that_is_not_yaml_is_not_duplicated(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "tiny" / "book.yaml").write_text("title: [broken\n", encoding="utf-8")
    reply = client.post("/duplicate/tiny")
    assert reply.status_code == 422 and "\n" not in reply.json()["error"]
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["quiet", "tiny"]
    assert client.post("/duplicate/none").status_code == 422


def test_an_edition_beside_a_book_becomes_a_project_with_the_puzzles_of_the_book(
    client: TestClient, tmp_path: Path
) -> None:
    (tmp_path / "tiny" / "large.yaml").write_text(TINY, encoding="utf-8")
    (tmp_path / "tiny" / "other.yaml").write_text(
        TINY.replace("series: ", "series: other-").replace("Tiny", "Another"), encoding="utf-8"
    )
    (tmp_path / "tiny" / "broken.yaml").write_text("sections: [", encoding="utf-8")
    os.mkfifo(tmp_path / "tiny" / "pipe.yaml")
    (tmp_path / "tiny" / "link.yaml").symlink_to("/etc/hostname")
    cards = client.get("/").text
    assert [name for name in ("large", "other", "broken", "pipe", "link") if f"also {name}.yaml" in cards] == [
        "large",
        "other",
    ]
    (tmp_path / "tiny" / "pipe.yaml").unlink()
    refused = client.post("/separate/tiny?config=large.yaml")
    assert (refused.status_code, "build the book first" in refused.json()["error"]) == (422, True)
    (tmp_path / "tiny" / "output" / "puzzles.jsonl").write_text("{}\n", encoding="utf-8")
    made = client.post("/separate/tiny?config=large.yaml")
    assert (made.status_code, made.headers["location"]) == (303, "/books/tiny-large")
    assert loads_book((tmp_path / "tiny-large" / "book.yaml").read_text(encoding="utf-8")).puzzles == "puzzles.jsonl"
    assert files_in(tmp_path / "tiny-large") == {"book.yaml", "puzzles.jsonl", "other.yaml", "broken.yaml", *OWN}
    assert (tmp_path / "tiny-large" / "puzzles.jsonl").read_text(encoding="utf-8") == "{}\n"
    assert client.post("/separate/tiny?config=other.yaml").headers["location"] == "/books/another"
    assert not (tmp_path / "another" / "puzzles.jsonl").exists()
    (tmp_path / "tiny" / "same.yaml").symlink_to("other.yaml")
    assert client.post("/separate/tiny?config=same.yaml").headers["location"] == "/books/another-2"
    assert files_in(tmp_path / "another-2") == {"book.yaml", "large.yaml", "other.yaml", "broken.yaml", *OWN}
    (tmp_path / "quiet" / "large.yaml").write_text(TINY, encoding="utf-8")
    assert client.post("/separate/quiet?config=large.yaml").status_code == 422
    for name in ("../quiet/daily.yaml", "broken.yaml", "book.yaml", ""):
        assert client.post(f"/separate/tiny?config={name}").status_code == 422


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other programs for folders")
def test_the_folder_of_a_project_is_shown_by_the_program_of_the_system(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    refused = client.post("/open/tiny")
    assert refused.status_code == 422 and str(tmp_path / "tiny") in refused.json()["error"]
    program, asked = tmp_path / "bin" / "xdg-open", tmp_path / "asked"
    program.write_text(f'#!/bin/sh\necho "$1" > {asked}.new\n/bin/mv {asked}.new {asked}\n', encoding="utf-8")
    program.chmod(0o755)
    reply = client.post("/open/tiny")
    assert (reply.status_code, reply.headers["location"]) == (303, "/?opened=tiny")
    assert str(tmp_path / "tiny") in client.get("/?opened=tiny").text
    end = time.monotonic() + 60
    while not asked.exists() and time.monotonic() < end:
        time.sleep(0.02)
    assert asked.read_text(encoding="utf-8").strip() == str(tmp_path / "tiny")
    assert client.post("/open/nothing").status_code == 422
