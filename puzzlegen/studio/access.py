"""Lets only the browser window that the studio opened use the studio.

The server listens on 127.0.0.1, but every page in every browser of this machine can send requests there. So a request
needs the token of this run, which the start address carries once and a cookie afterwards. The Host header must be the
studio's own, against addresses of other names that lead to this machine (DNS rebinding). A request that changes
something must come from the studio's own pages, by its Origin header.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SAFE_METHODS = ("GET", "HEAD")
TOKEN_BYTES = 32

# Everything comes from the studio itself; pictures that a page makes while a file is chosen are blobs.
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
# The last page has its style inside, because nothing can be loaded after it.
STOPPED_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'"
# Files of a project other than PDF, whose viewers work in no sandbox. A page to play runs the scripts inside it, but
# cannot use the studio.
FILE_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
REPLY_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with no-referrer browsers send forms with the origin "null"
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@dataclass(frozen=True, slots=True)
class Access:
    """The port of a running studio and the token that its requests need."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(TOKEN_BYTES), repr=False)

    @property
    def hosts(self) -> tuple[str, str]:
        """The allowed values of the Host header."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    @property
    def cookie(self) -> str:
        """The name of the cookie; cookies do not distinguish ports, so two studios need two names."""
        return f"puzzlegen_studio_{self.port}"

    @property
    def start_address(self) -> str:
        """The address that opens the studio."""
        return f"http://{self.hosts[0]}/?token={quote(self.token)}"

    def is_token(self, given: str) -> bool:
        """Return whether a text is the token, in a time that does not depend on the text."""
        return hmac.compare_digest(given.encode(), self.token.encode())


class AccessControl:
    """ASGI middleware that answers requests of others with 403, and adds security headers to all replies."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        if scope["type"] != "http":  # no websockets; the server's own start and end messages pass
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in REPLY_HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        reply = self._reply(scope)
        await (reply or self.app)(scope, receive, send_with_headers)

    def _reply(self, scope: Scope) -> Response | None:
        """Return the answer to a request that must not pass, None for one that may."""
        headers, access = Headers(scope=scope), self.access
        if headers.get("host") not in access.hosts:
            return _refused("open the studio at the address that its window shows")
        query = QueryParams(scope["query_string"])
        if scope["method"] == "GET" and scope["path"] == "/" and access.is_token(query.get("token", "")):
            welcome = RedirectResponse("/", 303)
            welcome.set_cookie(access.cookie, access.token, httponly=True, samesite="strict", path="/")
            return welcome
        if not access.is_token(cookie_parser(headers.get("cookie", "")).get(access.cookie, "")):
            return _refused("this browser has no access: open the studio with the address that the program printed")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return _refused("the request comes from another site")
        if scope["method"] not in SAFE_METHODS and headers.get("origin") not in _origins(access):
            return _refused("the request comes from another site")
        return None


def _origins(access: Access) -> tuple[str, ...]:
    return tuple(f"http://{host}" for host in access.hosts)


def _refused(reason: str) -> Response:
    return PlainTextResponse(f"refused: {reason}\n", 403)
