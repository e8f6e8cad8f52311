"""Requests made by hand get one line that says what is wrong with them: all routes, with bodies of wrong types."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from own_loop import in_own_loop
from small_configs import QUIET, TINY
from starlette.routing import Route
from starlette.testclient import TestClient

from puzzlegen.errors import PuzzlegenError
from puzzlegen.studio import picture_tools
from puzzlegen.studio.access import Access
from puzzlegen.studio.projects import Project, Workspace
from puzzlegen.studio.server import create_app
from puzzlegen.studio.work import RunningWork

DRAWING = b"..........\n.########.\n.#......#.\n.########.\n" * 2
FEWER = 4  # one of so many combinations is sent, because all take a minute; prime to the lengths of the lists
LONGEST = 1010  # characters of a line of a message
SITE = "http://127.0.0.1:8123"
BODIES = (
    b"", b"\xff\xfe", b"{", b"[]", b"null", b"1", b'"text"', b"true", b"NaN", b"[" * 100_000, b"{}" * 3,
    b'{"number": ' + b"9" * 5000 + b"}", b'{"base": "\xff"}', b'{"title": "\\ud800"}',
)  # fmt: skip
VALUES = (None, -1, 10**30, 1.5, "x", "\0", "9" * 5000, ["a", "b"], {"a": {"b": []}})
KEYS = (
    "base", "book", "by", "confirmed", "day", "days", "difficulty", "digits", "entry", "first", "fit", "folder", "form",
    "guide", "hint", "hold", "idea", "kind", "language", "line", "loc", "move", "number", "puzzle", "remove", "section",
    "shape", "size", "step", "text", "title", "to", "value",
    "way",
)  # fmt: skip
RIGHT: dict[str, tuple[dict[str, Any], ...]] = {  # what makes a route read more keys; other routes get {}
    "/books/{project}/save": ({"loc": "title"}, {"loc": "sections"}),
    "/books/{project}/puzzles": ({"number": 1},),
    "/books/{project}/candidates": ({"number": 1, "first": 1},),
    "/picture/{key}/add": ({"book": "tiny"},),
    "/compose/shape": ({"kind": "minesweeper", "size": "9x9", "shape": "heart"},),
    "/compose/turn": ({"text": "size 4x3\n" + ". . . .\n" * 3, "way": "left"},),
    "/compose/begin": ({"kind": "minesweeper", "size": "9x9", "idea": "digits", "number": 1},),
    "/compose/finish": ({"text": ". 1 .", "number": 1},),
    "/compose/books/{project}/add": ({"line": "6x5:1a0d2a3432d1a3a4d2a2a"},),
    "/dailies/{project}/work": ({"kind": "publish"}, {"kind": "redraw"}),
}
QUERIES = (
    "base", "changes", "day", "days", "difficulty", "edition", "folder", "form", "guides", "hold", "kind", "language",
    "line", "loc", "month", "name", "number", "seed", "solid", "specks", "step", "threshold", "width",
)  # fmt: skip
WORDS = ("x", "9" * 5000, "\0")
NAMES = ("x", "%2e%2e", "%00", "%FF", "a" * 3000, "9" * 30, "%D9%A3")


class WorkHere(RunningWork):
    """Runs what the processes do in this one, and starts neither builds nor making of puzzles."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace, 1)
        self.tools = self.answers = self.searches = self  # type: ignore[assignment]  # it has the methods that views call
        self._known: dict[tuple[object, ...], Any] = {}

    async def in_preview(self, project: Project, call: Callable[..., Any], *args: object) -> Any:
        with chdir(project.folder):
            return self._answer(call, project.name, *args)

    async def run(self, seconds: float, call: Callable[..., Any], *args: object) -> Any:
        return self._answer(call, "", *args)

    run_latest = run

    def _answer(self, call: Callable[..., Any], project: str, *args: object) -> Any:
        """Call a function; the same call is answered from memory, because most requests do not change what it gets."""
        asked = call, project, args
        if asked not in self._known:
            try:
                self._known[asked] = True, call(*args)
            except PuzzlegenError as error:
                self._known[asked] = False, error
        done, found = self._known[asked]
        if not done:
            raise found
        return found

    async def draw_card(self, *_: object) -> None:
        return None

    def start_build(self, *_: object) -> None:
        pass

    start_check = start_series_work = start_making = start_candidates = start_build  # type: ignore[assignment]  # as above


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a studio with a book and a daily."""
    write_configs(tmp_path)
    return tmp_path


def write_configs(folder: Path) -> None:
    for name, file, text in (("tiny", "book.yaml", TINY), ("quiet", "daily.yaml", QUIET)):
        (folder / name).mkdir(exist_ok=True)
        (folder / name / file).write_text(text, encoding="utf-8")


@pytest.fixture
def client(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr("typer.launch", lambda _: 1)  # else each right address shows a folder, or asks ten browsers
    workspace, access = Workspace(folder), Access(8123)
    app = create_app(workspace, access, WorkHere(workspace), lambda: None)
    headers = {"Origin": SITE, "Accept": "application/json"}
    with TestClient(app, SITE, headers=headers, follow_redirects=False, raise_server_exceptions=False) as found:
        found.get(f"/?token={access.token}")
        yield found  # one loop for all requests: a new thread and loop for each request took a fifth of the time


@pytest.fixture
def known(folder: Path) -> dict[str, tuple[str, ...]]:
    """Right values of the parameters in addresses."""
    key = picture_tools.keep(folder, "a.txt", DRAWING)
    return {
        "project": ("tiny", "quiet"),
        "key": (key,),
        "name": ("puzzle.png", "minimal"),
        "number": ("1",),
        "path": ("x",),
    }


def routes(client: TestClient, method: str) -> list[Route]:
    found = [one for one in client.app.routes if isinstance(one, Route) and method in (one.methods or ())]
    return [one for one in found if one.path != "/stop"]


def addresses(route: Route, values: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield the address of a route with each combination of values."""
    names = list(route.param_convertors)
    for chosen in product(*(values[name] for name in names)):
        given = dict(zip(names, chosen, strict=True))
        yield re.sub(r"\{([a-z]+)(:[a-z]+)?\}", lambda match, given=given: given[match[1]], route.path)


class Refused:
    """Collects the replies that are no clear answer to a wrong request."""

    def __init__(self, client: TestClient, folder: Path) -> None:
        self._client, self._folder = client, folder
        self.unclear: list[str] = []

    def send(self, method: str, address: str, body: bytes = b"") -> None:
        reply = self._client.request(method, address, content=body)
        asked = f"{method} {address[:120]} {body[:80]!r}: {reply.status_code}"
        if method == "POST" and reply.status_code < 400:
            write_configs(self._folder)  # a book of 70 pictures would take most of the time
        if reply.status_code >= 500:
            self.unclear.append(asked)
        elif reply.status_code == 422 and reply.headers["content-type"] == "application/json":
            message = reply.json()["error"]
            if not message or max(map(len, message.splitlines())) > LONGEST:
                self.unclear.append(f"{asked} {message[:200]}")


def test_bodies_of_wrong_types_are_refused(client: TestClient, known: dict[str, tuple[str, ...]], folder: Path) -> None:
    found = Refused(client, folder)
    for route in routes(client, "POST"):
        for address in addresses(route, known):
            for body in BODIES:
                found.send("POST", address, body)
            for value in VALUES:
                found.send("POST", address, json.dumps(dict.fromkeys(KEYS, value)).encode())
        for right, key, value in [*product(RIGHT.get(route.path, ()), KEYS, VALUES)][::FEWER]:
            found.send("POST", address, json.dumps({**right, key: value}).encode())
    assert found.unclear[:5] == []


def test_a_body_that_breaks_off_is_no_error_of_the_server(
    client: TestClient, known: dict[str, tuple[str, ...]], folder: Path
) -> None:
    """The server would print a traceback for each: a page that is left during an upload, a browser that is closed."""
    kinds = (b"application/json", b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x")
    cookie = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)
    reading = set()

    async def break_off(address: str, path: str, kind: bytes) -> None:
        parts = [{"type": "http.request", "body": b'--x\r\nContent-Disposition: form-data; name="a', "more_body": True}]

        async def receive() -> dict[str, object]:
            if parts:
                return parts.pop()
            reading.add(path)
            return {"type": "http.disconnect"}

        async def send(message: Mapping[str, object]) -> None:
            assert message.get("status", 200) < 500, (address, kind)

        headers = {"host": SITE[7:], "origin": SITE, "accept": "application/json", "cookie": cookie}
        raw = [(name.encode(), value.encode()) for name, value in headers.items()] + [(b"content-type", kind)]
        query = b"loc=logo" if "dailies" in path else b"loc=cover/artwork/file"
        scope = {"type": "http", "method": "POST", "path": address, "query_string": query, "headers": raw}
        await client.app({**scope, "http_version": "1.1", "scheme": "http", "root_path": ""}, receive, send)

    for route in routes(client, "POST"):
        for address, kind in product(addresses(route, known), kinds):
            in_own_loop(partial(break_off, address, route.path, kind))
        write_configs(folder)  # some routes move or remove them
    assert {"/picture/upload", "/books/{project}/picture", "/dailies/{project}/picture", "/new/book"} <= reading
    assert len(reading) >= 14  # of the routes that read a body


def test_answers_of_forms_are_refused(client: TestClient) -> None:
    for path, key in product(("/new/book", "/new/daily"), ("title", "puzzles", "level", "printer", "trim", "start")):
        for word in WORDS:
            reply = client.post(path, data={"title": "T", "puzzles": "4", key: word})
            assert reply.status_code == 422, (path, key, word)


def test_wrong_words_in_addresses_are_refused(
    client: TestClient, known: dict[str, tuple[str, ...]], folder: Path
) -> None:
    found = Refused(client, folder)
    for method in ("GET", "POST"):
        for route in routes(client, method):
            for address in addresses(route, {name: values[-1:] for name, values in known.items()}):
                for key, word in [*product(QUERIES, WORDS)][::FEWER]:
                    found.send(method, f"{address}?{key}={quote(word)}")
            for name in route.param_convertors:
                wrong = {**{one: values[-1:] for one, values in known.items()}, name: NAMES}
                for address in addresses(route, wrong):
                    found.send(method, address)
    assert found.unclear[:5] == []


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("/books/tiny/save", b"[]", "the request is not what the studio sends: load the page again"),
        ("/books/tiny/save", b"[" * 5000, "the request is not what the studio sends: load the page again"),
        ("/books/tiny/save", b'{"text": 1}', "text: found 1, expected a text: load the page again"),
        ("/books/tiny/save", b'{"loc": "sections", "move": "x"}', "move: the request is not what the studio sends"),
        ("/books/tiny/save", b'{"loc": "sections", "entry": [1]}', "entry: the request is not what the studio sends"),
        ("/books/tiny/puzzles", b'{"number": "1"}', 'number: found "1", expected a whole number: load the page again'),
        ("/solve/read", b'{"text": {}}', "text: found a group of keys, expected a text: load the page again"),
    ],
    ids=["list", "nested", "number", "move", "entry", "text", "group"],
)
def test_the_message_says_what_is_wrong(client: TestClient, path: str, body: bytes, message: str) -> None:
    reply = client.post(path, content=body)
    assert reply.status_code == 422 and reply.json()["error"].startswith(message)


def test_a_change_of_a_config_that_another_program_broke_is_a_conflict(client: TestClient, folder: Path) -> None:
    """In place of the problem of a text that the window does not show, perhaps at the field that was typed into."""
    config = folder / "tiny" / "book.yaml"
    shown = client.get("/books/tiny/config").json()
    chosen = {"base": client.get("/books/tiny/puzzles").json()["version"], "number": 3, "puzzle": None}
    typed = {"base": shown["version"], "loc": "title", "value": "Two", "was": "Tiny", "entries": shown["entries"]}
    moved = {"base": shown["version"], "loc": "sections", "move": [0, 1]}
    picture = f"/books/tiny/picture?name=a.png&loc=logo/file&base={shown['version']}"
    reply = client.post("/books/tiny/puzzles", json=chosen)
    assert (reply.status_code, reply.json()["error"]) == (422, "puzzle 3: the book has 2")
    for broken in (config.read_text(encoding="utf-8") + "title: [\n", "- 1\n", "title: Other\nsections: 3\n"):
        config.write_text(broken, encoding="utf-8")
        for path, body in (("save", typed), ("save", moved), ("puzzles", chosen)):
            reply = client.post(f"/books/tiny/{path}", json=body)
            assert (reply.status_code, "another window or program changed" in reply.text) == (409, True), reply.text
        reply = client.post(picture, content=b"x")
        assert (reply.status_code, "another window or program changed" in reply.text) == (409, True), reply.text
        assert config.read_text(encoding="utf-8") == broken
