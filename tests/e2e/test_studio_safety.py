"""No request leads out of the folder of the studio, and no other site or program uses it."""

import http.client
import io
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Browser
from small_configs import TINY
from studio_pages import Studio

Reply = tuple[int, dict[str, str], bytes]
Sends = Callable[..., Reply]
SECRET = "only for me"
ARTWORK = "/books/tiny/picture?loc=cover/artwork/file"


@pytest.fixture
def sends(studio: Studio) -> Sends:
    """Sends a request as it is, where a browser would simplify its path; with the cookie unless ``Cookie`` is given."""
    address = urlsplit(studio.address)
    host, port = address.hostname or "", address.port or 0

    def send(path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Reply:
        connection = http.client.HTTPConnection(host, port, timeout=60)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
            reply = connection.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()
        finally:
            connection.close()

    cookie = send(f"/?{address.query}")[1]["set-cookie"].partition(";")[0]
    origin = f"{address.scheme}://{address.netloc}"
    return lambda path, method="GET", body=None, **headers: send(
        path, method, body, **{"Cookie": cookie, "Origin": origin, "Accept": "application/json", **headers}
    )


@pytest.fixture
def book(studio: Studio) -> Iterator[Path]:
    """The folder of a book, with a link to a file outside."""
    folder, secret = studio.config("tiny", TINY), studio.folder.parent / "secret.txt"
    secret.write_text(SECRET, encoding="utf-8")
    (folder / "output").mkdir()
    (folder / "output" / "link.txt").symlink_to(secret)
    yield folder
    secret.unlink()


def picture() -> bytes:
    out = io.BytesIO()
    Image.new("L", (9, 9)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.usefixtures("book")
def test_no_path_leads_out_of_the_folder(studio: Studio, sends: Sends) -> None:
    secret = studio.folder.parent / "secret.txt"
    for above in ("..", "%2e%2e", "..%2f..", "%5c..%5c.."):
        for start in ("/books/tiny/output", "/static", "/picture", "/cards/mine", "/dailies", "/books"):
            for steps in (2, 3, 4):
                status, _, body = sends(f"{start}/{'/'.join([above] * steps)}/secret.txt")
                assert status >= 400 and SECRET not in body.decode(), (above, start)
    for path in (f"/books/tiny/output/{secret}", f"/books/tiny/output/{quote(str(secret), '')}", f"/static/{secret}"):
        assert sends(path)[0] >= 400, path
    status, _, body = sends("/books/tiny/output/link.txt")
    assert (status, SECRET in body.decode()) == (422, False)
    body = sends("/picture/upload?name=a.png", "POST", picture())[2]
    added = json.dumps({"book": "../tiny", "section": None, "title": "", "hint": ""}).encode()
    assert b"there is no such book" in sends(f"{json.loads(body)['address']}/add", "POST", added)[2]


def test_an_upload_stays_in_its_book_under_a_plain_name(
    book: Path, studio: Studio, sends: Sends, tmp_path: Path
) -> None:
    before = {path for path in studio.folder.parent.rglob("*") if ".studio" not in path.parts}

    def upload(name: str, place: str = ARTWORK) -> tuple[int, str]:
        version = json.loads(sends("/books/tiny/config")[2])["version"]
        status, _, body = sends(f"{place}&base={version}&name={quote(name, '')}", "POST", picture())
        return status, body.decode()

    names = (
        "../../../up.png",
        "/etc/root.png",
        r"..\..\back.png",
        "<b>&\r\n\0\u202e'\".png",
        ".htaccess",
        "CON",
        "ß €.png",
    )
    for name in names:
        assert upload(name)[0] == 200, name
    stored = {path.name for path in (book / "pictures").iterdir()}
    assert stored == {"up.png", "root.png", "back.png", "b.png", "htaccess.png", "picture-con.png", "ss.png"}
    after = {path for path in studio.folder.parent.rglob("*") if ".studio" not in path.parts}
    assert after - before == {book / "pictures", *(book / "pictures").iterdir()}
    assert upload("a.png", "/books/tiny/picture?loc=../secret")[0] == 422
    for path in (book / "pictures").iterdir():
        path.unlink()
    (book / "pictures").rmdir()
    (book / "pictures").symlink_to(tmp_path)
    status, words = upload("a.png")
    assert status == 422 and "a link that leads out of the folder" in words
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": ""},
        {"Cookie": "puzzlegen_studio=x"},
        {"Host": "books.example"},
        {"Origin": "http://books.example"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_requests_of_others_are_refused_everywhere(book: Path, sends: Sends, headers: dict[str, str]) -> None:
    changes = (
        "/stop",
        "/books/tiny/save",
        "/books/tiny/build",
        f"{ARTWORK}&name=a.png",
        "/picture/upload",
        "/solve/read",
    )
    replies = {path: sends(path, "POST", b"{}", **headers) for path in changes}
    if "Origin" not in headers:  # which browsers do not send when they open a page
        replies |= {path: sends(path, **headers) for path in ("/", "/books/tiny", "/static/book.js", "/nowhere")}
    assert {path: status for path, (status, _, body) in replies.items() if status != 403} == {}
    for path, (_, _, body) in replies.items():  # a script of a page reads JSON
        assert body.startswith(b"refused: ") or json.loads(body)["error"], path
    assert sends("/books/tiny")[0] == 200


class OtherSite(BaseHTTPRequestHandler):
    """A site on another port of this machine, which browsers count as the same site: they send it the cookie."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>Other</title>")

    def log_message(self, *_: object) -> None:
        pass


ATTACK = """async home => {
  const send = (path, method, body) => fetch(home + path, { method, body, mode: "no-cors", credentials: "include" })
    .catch(() => {});  // the reply cannot be read
  const load = (name, src) => new Promise((done) => {
    const part = Object.assign(document.createElement(name), { src, onload: done, onerror: done });
    document.body.append(part);
  });
  await Promise.all([
    send("/books/tiny/save", "POST", "{}"), send("/stop", "POST", "{}"), send("/books/tiny/config", "GET"),
    load("img", home + "/static/icon.svg"), load("script", home + "/static/common.js"), load("iframe", home + "/"),
  ]);
  const form = Object.assign(document.createElement("form"), { method: "post", action: home + "/stop" });
  document.body.append(form);
  form.submit();
}"""


def test_a_page_of_another_port_cannot_use_the_studio(
    browser: Browser, studio: Studio, sends: Sends, book: Path
) -> None:
    home = studio.address.partition("/?")[0]
    context = browser.new_context()
    context.new_page().goto(studio.address)
    found: list[tuple[str, int]] = []
    with HTTPServer(("127.0.0.1", 0), OtherSite) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.on("response", lambda reply: found.append((reply.url.removeprefix(home), reply.status)))
        page.evaluate(ATTACK, home)
        page.wait_for_url(f"{home}/stop")
        server.shutdown()
    context.close()
    assert ("/stop", 403) in found and {status for _, status in found} == {403}
    assert sends("/")[0] == 200 and (book / "book.yaml").read_text(encoding="utf-8") == TINY
