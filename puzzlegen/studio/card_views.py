"""The pictures of books on the start page; a picture that is not in the cache yet is drawn in a separate process."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from puzzlegen.config.template_lookup import shipped_folder
from puzzlegen.errors import OutputError
from puzzlegen.input_files import time_of_change
from puzzlegen.output.build_folder import MANIFEST
from puzzlegen.studio.projects import OUTPUT
from puzzlegen.studio.replies import work_of, workspace_of
from puzzlegen.version import __version__

# For a book that cannot be laid out: a blank page.
BLANK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 440"><rect width="300" height="440" fill="#fff"/></svg>'
)


def card_file(config: Path) -> Path:
    """Return where the picture of a book is kept; its name changes with the config and with each build.

    Raises OSError if the config is gone.
    """
    state = f"{__version__} {time_of_change(config.parent / OUTPUT / MANIFEST)}"
    key = hashlib.sha256(config.read_bytes() + state.encode()).hexdigest()[:40]
    base = os.environ.get("PUZZLEGEN_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(base) / "puzzlegen" / "studio" / f"{key}.png"


async def project_card(request: Request) -> Response:
    """Return the picture of a book of the user."""
    project = workspace_of(request).project(request.path_params["project"])
    return await _card(request, project.config)


async def ready_card(request: Request) -> Response:
    """Return the picture of a ready book. Raises OutputError for an unknown name."""
    name = request.path_params["name"]
    found = {path.stem: path for path in shipped_folder("configs").glob("*.yaml")}
    if name not in found:
        raise OutputError(f"{name!r}: there is no such ready book")
    return await _card(request, found[name].resolve())


async def _card(request: Request, config: Path) -> Response:
    try:
        file = card_file(config)
    except FileNotFoundError:  # removed since the start page was drawn
        return Response(BLANK, media_type="image/svg+xml")
    if file.is_file():
        return FileResponse(file, media_type="image/png")
    data = await work_of(request).draw_card(config, file)
    return Response(data, media_type="image/png") if data else Response(BLANK, media_type="image/svg+xml")


ROUTES = [Route("/cards/ready/{name}.png", ready_card), Route("/cards/mine/{project}.png", project_card)]
