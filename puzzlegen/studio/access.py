"""Lets only the browser window that the studio opened use the studio, and makes all replies: pages, JSON, errors.

The server listens on 127.0.0.1, but every page in every browser of this machine can send requests there. So a request
needs the token of this run, which the start address carries once and a cookie afterwards. The Host header must be the
studio's own, against addresses of other names that lead to this machine (DNS rebinding). A request that changes
something must come from the studio's own pages, by its Origin header.
"""

from __future__ import annotations

import hmac
import json
import mimetypes
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import Request, cookie_parser
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from puzzlegen.errors import OutputError, Place, Problem
from puzzlegen.files.reading import json_object
from puzzlegen.files.templates import shipped_folder
from puzzlegen.studio.projects import ChangedElsewhere, Project, Workspace
from puzzlegen.studio.work import RunningWork
from puzzlegen.wording import describe

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
            return _refused(headers, "open the studio at the address that its window shows")
        query = QueryParams(scope["query_string"])
        if scope["method"] == "GET" and scope["path"] == "/" and access.is_token(query.get("token", "")):
            welcome = RedirectResponse("/", 303)
            welcome.set_cookie(access.cookie, access.token, httponly=True, samesite="strict", path="/")
            return welcome
        if not access.is_token(cookie_parser(headers.get("cookie", "")).get(access.cookie, "")):
            return _refused(headers, NO_ACCESS)
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return _refused(headers, "the request comes from another site")
        origins = [f"http://{host}" for host in access.hosts]
        if scope["method"] not in SAFE_METHODS and headers.get("origin") not in origins:
            return _refused(headers, "the request comes from another site")
        return None


NO_ACCESS = "this browser has no access: open the studio with the address that the program printed"


def _refused(headers: Headers, reason: str) -> Response:
    """Return the reply to a refused request, for a script of a window that was open before as JSON."""
    if "application/json" in headers.get("accept", ""):
        return JSONResponse({"error": reason}, 403)
    return PlainTextResponse(f"refused: {reason}\n", 403)


NOT_OURS = "the request is not what the studio sends: load the page again"
MAX_LINE = 1000  # characters of a line of a message, which may quote a request
MAX_BODY = 1_000_000  # bytes of a request with a config; uploads have their own limit

# Only shipped templates: a folder ``templates`` beside the user's books cannot replace them.
TEMPLATES = ImmutableSandboxedEnvironment(
    loader=FileSystemLoader(shipped_folder("templates") / "studio"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(name: str, values: Mapping[str, Any], status: int = 200) -> Response:
    """Return a page made from the template ``templates/studio/<name>``."""
    return HTMLResponse(TEMPLATES.get_template(name).render(values), status)


def fragment(name: str, values: Mapping[str, Any]) -> str:
    """Return a part of a page made from a template."""
    return TEMPLATES.get_template(name).render(values)


def file_reply(path: Path) -> Response:
    """Return a file of a project: to be looked at, or to be saved if its kind is not known.

    It may come from elsewhere, so nothing in it can use the studio.
    """
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {} if kind == "application/pdf" else {"Content-Security-Policy": FILE_POLICY}
    name = path.name if kind == "application/octet-stream" else None
    return FileResponse(path, media_type=kind, filename=name, headers=headers)


def download_reply(data: bytes, name: str) -> Response:
    """Return a reply that the browser saves under a plain name."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(data, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def workspace_of(request: Request) -> Workspace:
    """Return the folder of the studio."""
    found: Workspace = request.app.state.workspace
    return found


def work_of(request: Request) -> RunningWork:
    """Return the processes of the studio."""
    found: RunningWork = request.app.state.work
    return found


def project_of(request: Request) -> Project:
    """Return the project that the address names. Raises OutputError if there is none."""
    return workspace_of(request).project(request.path_params["project"])


def number_of(request: Request, name: str, default: int, most: int) -> int:
    """Return a whole number of the query, ``default`` if it is not given. Raises OutputError for another value."""
    text = request.query_params.get(name, str(default))
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= most):
        raise OutputError(f"{name}: found {describe(text)}, allowed a whole number from 0 to {most}")
    return int(text)


async def body_of(request: Request, most: int, what: str) -> bytes:
    """Return the body of a request. Raises OutputError, beginning with ``what``, for more than ``most`` bytes.

    A body that is too long is read to its end, because browsers show no reply to a request that they could not send.
    """
    parts, size = list[bytes](), 0
    async for part in request.stream():
        size += len(part)
        if size <= most:
            parts.append(part)
        else:
            parts.clear()
    if size > most:
        raise OutputError(f"{what} has {size / 1e6:.3g} MB, allowed {most / 1e6:g} MB")
    return b"".join(parts)


async def json_of(request: Request) -> dict[str, Any]:
    """Return the JSON object of a request. Raises OutputError for another body, or one that is too long."""
    try:
        found = json_object(await body_of(request, MAX_BODY, "the request"))
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise OutputError("the text has a character that cannot be saved: type it again") from None
    except (ValueError, RecursionError):  # what can just be read may be nested too deep to be written
        raise OutputError(NOT_OURS) from None
    return found


def text_in(wanted: Mapping[str, Any], key: str, default: str = "") -> str:
    """Return a text of a JSON object. Raises OutputError for a value of another type."""
    found = wanted.get(key, default)
    if not isinstance(found, str):
        raise OutputError(f"{key}: found {describe(found)}, expected a text: load the page again")
    return found


def whole_number_in(wanted: Mapping[str, Any], key: str) -> int:
    """Return a whole number of a JSON object. Raises OutputError for a missing one, and for another value."""
    found = wanted.get(key)
    if type(found) is not int:
        raise OutputError(f"{key}: found {describe(found)}, expected a whole number: load the page again")
    return found


def error_reply(request: Request, error: Exception) -> Response:
    """Return the reply for an error of the input: JSON for scripts, a page for the address line."""
    status = 409 if isinstance(error, ChangedElsewhere) else 422
    message = "\n".join(map(_shortened, map(_without_line, getattr(error, "problems", (error,)))))
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"error": message}, status)
    return page("error.html", {"message": message}, status)


def _without_line(problem: Problem | Exception) -> str:
    """Return a problem as pages name it: that of a config by its keys, because pages do not show its lines."""
    if isinstance(problem, Problem) and problem.loc and problem.place.file == "config":
        problem = problem._replace(place=Place(""))
    return str(problem)


def _shortened(line: str) -> str:
    """Return a line of a message without its middle if it is too long; a remedy is at its end."""
    half = MAX_LINE // 2
    return line if len(line) <= MAX_LINE else f"{line[:half]} ... {line[-half:]}"
