"""Answers of the form for a new book that do not go together are marked beside one of them."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from test_bad_requests import SITE, WorkHere

from puzzlegen.studio.access import Access
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.server import create_app

ANSWERS = {"title": "Mines", "puzzles": "12", "level": "easy", "printer": "kdp", "trim": "6x9"}
TICKED = {"cover": "yes", "hints": "yes"}


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (TICKED | {"title": "山田"}, "山"),
        (TICKED | {"title": "Mines 🎉"}, "🎉"),
        (TICKED | {"author": "山田"}, "山"),
        (TICKED | {"theme": "large-print", "title": "🎉"}, "🎉"),
        ({"trim": "3x3"}, "3x3"),
        (TICKED, ""),
    ],
)
def test_a_refused_book_shows_what_is_wrong(answers: dict[str, str], words: str, tmp_path: Path) -> None:
    workspace, access = Workspace(tmp_path), Access(8123)
    client = TestClient(
        create_app(workspace, access, WorkHere(workspace), lambda: None),
        SITE,
        headers={"Origin": SITE},
        follow_redirects=False,
    )
    client.get(f"/?token={access.token}")
    reply = client.post("/new/book", data=ANSWERS | answers)
    shown = re.findall(r'(?s)<p class="problem".*?</p>', reply.text)
    assert (reply.status_code, len(shown)) == ((422, 2) if words else (303, 0))
    assert not words or ("they are marked below" in shown[0] and words in shown[1])
    assert reply.text.count('aria-invalid="true"') == bool(words)
