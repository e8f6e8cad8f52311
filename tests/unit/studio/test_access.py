"""Only the window that the studio opened has access to it."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from puzzlegen.studio.access import Access, AccessControl

ACCESS = Access(8123)
HOME = "http://127.0.0.1:8123"


async def reply(_: Request) -> PlainTextResponse:
    return PlainTextResponse("in")


@pytest.fixture
def client() -> TestClient:
    app = Starlette(
        routes=[Route("/", reply), Route("/save", reply, methods=["POST"])],
        middleware=[Middleware(AccessControl, access=ACCESS)],
    )
    return TestClient(app, base_url=HOME, follow_redirects=False)


@pytest.fixture
def inside(client: TestClient) -> TestClient:
    assert client.get(f"/?token={ACCESS.token}").status_code == 303
    return client


def test_the_start_address_gives_a_cookie_that_opens_everything(inside: TestClient) -> None:
    assert inside.get("/").text == "in"
    assert inside.post("/save", headers={"Origin": HOME}).text == "in"


def test_the_cookie_is_strict_and_hidden_from_scripts(client: TestClient) -> None:
    cookie = client.get(f"/?token={ACCESS.token}").headers["set-cookie"]
    assert "HttpOnly" in cookie and "samesite=strict" in cookie.lower()


@pytest.mark.parametrize("query", ["", "?token=", "?token=wrong", "?token=%C3%A9"])
def test_without_the_token_there_is_no_access(client: TestClient, query: str) -> None:
    assert client.get(f"/{query}").status_code == 403
    refused = client.get(f"/{query}", headers={"Accept": "application/json"})  # as a script of an open window asks
    assert refused.status_code == 403 and refused.json()["error"].startswith("this browser has no access: open")


@pytest.mark.parametrize("host", ["127.0.0.1:8124", "evil.example:8123", "127.0.0.1", "localhost"])
def test_another_host_is_refused_even_with_the_cookie(inside: TestClient, host: str) -> None:
    assert inside.get("/", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "http://127.0.0.1:8124", f"{HOME}.evil.example"]
)
def test_a_change_from_another_origin_is_refused(inside: TestClient, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    assert inside.post("/save", headers=headers).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_request_that_another_site_caused_is_refused(inside: TestClient, site: str) -> None:
    assert inside.get("/", headers={"Sec-Fetch-Site": site}).status_code == 403


def test_every_reply_forbids_foreign_content(client: TestClient) -> None:
    headers = client.get("/").headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store"
