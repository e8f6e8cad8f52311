"""Dailies are created from a few answers or as a copy, and only files of their days are shown."""

from datetime import date
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from puzzlegen.config.load import load_daily
from puzzlegen.schema.daily_fields import today_in
from puzzlegen.studio.access import Access
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.server import create_app
from puzzlegen.studio.start_views import answer_problems, copy_ready_daily, make_daily
from puzzlegen.studio.work import RunningWork

ANSWERS = {
    "title": "Quiet Mornings",
    "author": "",
    "address": "https://quiet.example/daily",
    "timezone": "Europe/Lisbon",
    "language": "pt",
    "start": "2026-12-01",
    "paper": "letter",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path)


@pytest.fixture
def client(workspace: Workspace) -> TestClient:
    access = Access(8123)
    app = create_app(workspace, access, RunningWork(workspace, 1), lambda: None)
    found = TestClient(app, base_url="http://127.0.0.1:8123", follow_redirects=False)
    found.get(f"/?token={access.token}")
    return found


def test_answers_become_a_config(workspace: Workspace) -> None:
    assert answer_problems(ANSWERS) == {}
    name = make_daily(workspace, ANSWERS)
    config = load_daily(workspace.folder / name / "daily.yaml")
    assert (name, config.title, config.author) == ("quiet-mornings", "Quiet Mornings", None)
    assert (config.address, config.timezone, config.language) == ("https://quiet.example/daily/", "Europe/Lisbon", "pt")
    assert (config.start, config.paper) == (date(2026, 12, 1), "letter")
    assert make_daily(workspace, ANSWERS) == "quiet-mornings-2"
    assert load_daily(workspace.folder / "quiet-mornings-2" / "daily.yaml").series != config.series


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("title", "", "missing"),
        ("address", "http://quiet.example/", 'did you mean "https://quiet.example/"'),
        ("timezone", "Lisbon", 'did you mean "Europe/Lisbon"'),
        ("language", "xx", "xx"),
        ("start", "2026-02-30", "that month has days 1 to 28"),
        ("paper", "a3", "a4"),
    ],
)
def test_problems_stand_beside_their_questions(client: TestClient, key: str, answer: str, words: str) -> None:
    found = answer_problems({**ANSWERS, key: answer})
    assert list(found) == [key] and words in found[key]
    reply = client.post("/new/daily", data={**ANSWERS, key: answer}, headers={"Origin": "http://127.0.0.1:8123"})
    assert reply.status_code == 422 and f'id="{key}-problem"' in reply.text


def test_a_copy_has_its_own_seed_and_begins_today(workspace: Workspace) -> None:
    first, second = (load_daily(workspace.folder / copy_ready_daily(workspace) / "daily.yaml") for _ in range(2))
    assert first.series != second.series
    assert first.start == today_in(first.timezone)


def test_books_and_dailies_open_in_their_own_views(client: TestClient, workspace: Workspace) -> None:
    name = make_daily(workspace, ANSWERS)
    (workspace.folder / "book").mkdir()
    (workspace.folder / "book" / "book.yaml").write_text("title: x\n")
    assert client.get(f"/books/{name}").headers["location"] == f"/dailies/{name}"
    assert client.get("/dailies/book").headers["location"] == "/books/book"
    assert client.get("/dailies/book/work").status_code == 422
    assert client.get("/dailies/book/files/a.png").status_code == 422
    assert client.get(f"/dailies/{name}").status_code == 200
    assert f'href="/dailies/{name}"' in client.get("/").text


@pytest.mark.parametrize(
    "path", ["../ledger.sqlite", "..%2fledger.sqlite", "%2e%2e/ledger.sqlite", "link/secret.txt", "missing.png", ""]
)
def test_only_files_of_the_series_are_shown(
    client: TestClient, workspace: Workspace, tmp_path_factory: pytest.TempPathFactory, path: str
) -> None:
    name, outside = make_daily(workspace, ANSWERS), tmp_path_factory.mktemp("outside")
    (outside / "secret.txt").write_text("secret")
    folder = workspace.folder / name / "output" / "daily"
    folder.mkdir(parents=True)
    (folder.parent / "ledger.sqlite").write_text("secret")
    (folder / "link").symlink_to(outside)
    reply = client.get(f"/dailies/{name}/files/{path}")
    assert reply.status_code in (404, 422) and "secret" not in reply.text.replace("secret.txt", "")


def test_files_of_projects_are_shown_in_a_sandbox(client: TestClient, workspace: Workspace) -> None:
    name = make_daily(workspace, ANSWERS)
    folder = workspace.folder / name / "output" / "daily" / "2026-12-01"
    book = workspace.folder / "book" / "output"
    for one in (folder, book):
        one.mkdir(parents=True)
        for file in ("index.html", "puzzle.svg", "page.xhtml", "puzzle.png", "puzzle.pdf"):
            (one / file).write_text("<p>x</p>")
    (book.parent / "book.yaml").write_text("title: x")
    for address in (f"/dailies/{name}/files/2026-12-01", "/books/book/output"):
        for file in ("index.html", "puzzle.svg", "page.xhtml", "puzzle.png"):
            policy = client.get(f"{address}/{file}").headers["content-security-policy"]
            assert policy.startswith("sandbox allow-scripts;") and "allow-same-origin" not in policy
        assert "sandbox" not in client.get(f"{address}/puzzle.pdf").headers["content-security-policy"]
    assert client.get(f"/books/{name}/output/daily/2026-12-01/index.html").status_code == 422
