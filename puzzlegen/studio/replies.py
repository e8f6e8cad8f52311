"""Makes the replies of the studio: pages from templates, JSON, and errors in both forms."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response

from puzzlegen.config.reading.message_parts import describe
from puzzlegen.config.template_lookup import shipped_folder
from puzzlegen.errors import OutputError
from puzzlegen.studio.access import FILE_POLICY
from puzzlegen.studio.projects import ChangedElsewhere, Project, Workspace
from puzzlegen.studio.running_work import RunningWork

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
        found = json.loads(await body_of(request, MAX_BODY, "the request"))
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise OutputError("the text has a character that cannot be saved: type it again") from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise OutputError(NOT_OURS)
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
    message = "\n".join(map(_shortened, str(error).splitlines()))
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"error": message}, status)
    return page("error.html", {"message": message}, status)


def _shortened(line: str) -> str:
    """Return a line of a message without its middle if it is too long; a remedy is at its end."""
    half = MAX_LINE // 2
    return line if len(line) <= MAX_LINE else f"{line[:half]} ... {line[-half:]}"
