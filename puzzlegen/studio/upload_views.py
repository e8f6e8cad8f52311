"""Takes uploaded pictures of a book: the artwork of its cover, its logo, and pictures of its own pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from puzzlegen.studio.config_views import editor_state
from puzzlegen.studio.replies import body_of, project_of, work_of
from puzzlegen.studio.upload_places import with_picture
from puzzlegen.studio.uploads import MAX_UPLOAD, store_picture


async def upload(request: Request) -> Response:
    """Store the picture in the body, name it in the config, and return the new state of the editor.

    The address has ``loc``, the place of the form, ``name``, that of the uploaded file, and ``base``, the version of
    the config that was changed.
    """
    project, query = project_of(request), request.query_params
    name, place = query.get("name", ""), query.get("loc", "")
    data = await body_of(request, MAX_UPLOAD, "the picture")
    with_picture(project.read().text, place, name or "picture")  # refuses the place before anything is written
    stored = await work_of(request).in_preview(project, store_picture, data, name)
    text = with_picture(project.read().text, place, stored.file)
    return await editor_state(request, project.save(text, query.get("base", "")))


ROUTES = [Route("/books/{project}/picture", upload, methods=["POST"])]
