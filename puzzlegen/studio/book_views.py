"""The editor of a book: its settings and its pages."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from puzzlegen.config.cross_field_rules import MAX_PROFILES
from puzzlegen.errors import ConfigError, GenerationError, LayoutError
from puzzlegen.studio.book_editor import problems_of_layout
from puzzlegen.studio.build_views import build_report
from puzzlegen.studio.config_views import config_routes, editor_values
from puzzlegen.studio.process_modules import preview
from puzzlegen.studio.replies import number_of, page, project_of, work_of

MAX_WIDTH = 2400  # pixels of a picture of a page


async def editor(request: Request) -> Response:
    """Show the editor of a book."""
    project = project_of(request)
    if project.kind != "book":
        return RedirectResponse(project.address, 303)
    return page("book.html", {**editor_values(project), "report": build_report(request)})


async def plan(request: Request) -> Response:
    """Return the pages of the saved config, or why there are none."""
    project = project_of(request)
    edition = number_of(request, "edition", 0, MAX_PROFILES)
    try:
        found = await work_of(request).in_preview(project, preview.plan_pages, project.read().text, edition)
    except (ConfigError, GenerationError, LayoutError) as error:
        problems = problems_of_layout(project.kind, str(error), project.read().text)
        return JSONResponse({"error": str(error), "problems": [asdict(one) for one in problems]})
    return JSONResponse(asdict(found))


async def warnings(request: Request) -> Response:
    """Return the warnings of the layout, or why the book cannot be built although it has pages.

    That is when the printer does not bind so many pages, or so few.
    """
    project = project_of(request)
    text = project.read().text
    try:
        found = await work_of(request).in_preview(project, preview.page_warnings, text)
    except (ConfigError, GenerationError, LayoutError) as error:
        problems = problems_of_layout(project.kind, str(error), text)
        return JSONResponse({"warnings": [], "problems": [asdict(one) for one in problems]})
    return JSONResponse({"warnings": found, "problems": []})


async def picture(request: Request) -> Response:
    """Return a PNG of a page, or of the cover for number 0, of a plan."""
    key, number = request.path_params["key"], int(request.path_params["number"])
    width = max(1, number_of(request, "width", 800, MAX_WIDTH))
    drawn = partial(preview.page_picture, guides=number_of(request, "guides", 0, 1) == 1)
    project = project_of(request)
    data = await work_of(request).in_preview(project, drawn, project.read().text, key, number, width)
    if data is None:
        return JSONResponse({"error": "these pages are not laid out anymore"}, 410)
    # The key changes with everything that moves ink, so the browser may keep the picture.
    return Response(data, media_type="image/png", headers={"Cache-Control": "private, max-age=3600, immutable"})


_BOOK = "/books/{project}"
ROUTES = [
    Route(_BOOK, editor),
    *config_routes(_BOOK),
    Route(f"{_BOOK}/plan", plan),
    Route(f"{_BOOK}/warnings", warnings),
    Route(f"{_BOOK}/pages/{{key}}/{{number:int}}.png", picture),
]
