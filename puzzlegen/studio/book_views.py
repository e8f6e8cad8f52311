"""The editor of a book: its form and YAML, its pages as pictures, and its build."""

from __future__ import annotations

import mimetypes
from contextlib import chdir
from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from puzzlegen.config.cross_field_rules import MAX_PROFILES
from puzzlegen.config.palettes import load_palettes
from puzzlegen.config.printers_file import load_printers
from puzzlegen.config.safe_paths import is_plain_path, part_leading_out
from puzzlegen.config.template_lookup import languages
from puzzlegen.config.themes import theme_names
from puzzlegen.errors import ConfigError, GenerationError, LayoutError, OutputError
from puzzlegen.studio import preview
from puzzlegen.studio.book_editor import form_of, loc_of, problems_of, value_of
from puzzlegen.studio.config_edit import move_entry, set_value
from puzzlegen.studio.form_fields import form_fields
from puzzlegen.studio.projects import ConfigText, Project
from puzzlegen.studio.replies import fragment, json_of, number_of, page, project_of, work_of

MAX_WIDTH = 2400  # pixels of a picture of a page


async def editor(request: Request) -> Response:
    """Show the editor of a book."""
    project = project_of(request)
    config = project.read()
    values = {
        "project": project,
        "text": config.text,
        "version": config.version,
        "form": _form(project, config.text),
        "problems": [asdict(one) for one in _problems(project, config.text)],
        "report": _report(request),
    }
    return page("book.html", values)


def _form(project: Project, text: str) -> str:
    """Return the form of a config as HTML; empty for a text that is not YAML."""
    try:
        fields = form_of(project.kind, text)
    except ConfigError:
        return ""
    return fragment("form.html", {"fields": fields, "suggestions": _suggestions()})


def _suggestions() -> dict[str, list[str]]:
    """Return the values offered for fields that take a name, by the path of the field without numbers."""
    return {
        "page/profile": list(load_printers()),
        "page/trim": sorted({name for printer in load_printers().values() for name in printer.trims.sizes}),
        "theme": theme_names(),
        "language": languages(),
        "cover/palette": list(load_palettes()),
    }


def _problems(project: Project, text: str) -> tuple[Any, ...]:
    with chdir(project.folder):  # names of files in the config are those beside it; nothing else runs meanwhile
        return problems_of(project.kind, text)


async def save(request: Request) -> Response:
    """Save a text of the YAML editor, or one value of the form, and return the new state of the editor.

    The body has ``base``, the version that was changed, and either ``text``, or ``loc`` with ``value``, or ``loc`` with
    ``move`` (two places in a list) or ``remove``. A text is saved also when it has problems, so that nothing is lost.
    """
    project, wanted = project_of(request), await json_of(request)
    base = str(wanted.get("base", ""))
    text = str(wanted["text"]) if "text" in wanted else _changed(project, wanted)
    return _state(project, project.save(text.replace("\r\n", "\n"), base))


def _state(project: Project, config: ConfigText) -> Response:
    """Return the state of the editor for a config."""
    return JSONResponse(
        {
            "text": config.text,
            "version": config.version,
            "problems": [asdict(one) for one in _problems(project, config.text)],
            "form": _form(project, config.text),
        }
    )


async def state(request: Request) -> Response:
    """Return the state of the editor for the config on disk."""
    project = project_of(request)
    return _state(project, project.read())


def _changed(project: Project, wanted: dict[str, Any]) -> str:
    """Return the text of a config after one change of the form."""
    text, loc = project.read().text, loc_of(str(wanted.get("loc", "")))
    if not loc:
        raise OutputError("the request names no field: load the page again")
    if "move" in wanted:
        before, after = (int(place) for place in wanted["move"])
        return move_entry(text, loc, before, after)
    if wanted.get("remove"):
        return set_value(text, loc, None)
    if "entry" in wanted:  # a new entry of a list of groups
        return set_value(text, loc, dict(wanted["entry"]))
    return set_value(text, loc, value_of(_kind(project, loc), str(wanted.get("value", ""))))


def _kind(project: Project, loc: tuple[str | int, ...]) -> str:
    """Return the kind of the field at a place."""
    fields, kind = form_fields(project.kind), "line"
    for step in loc:
        if isinstance(step, int):
            continue
        field = next((one for one in fields if one.key == step), None)
        if field is None:
            raise OutputError(f"{step}: there is no such field")
        fields, kind = field.fields, field.kind
    return kind


async def plan(request: Request) -> Response:
    """Return the pages of the saved config, or why there are none."""
    project = project_of(request)
    edition = number_of(request, "edition", 0, MAX_PROFILES)
    try:
        found = await work_of(request).in_preview(project, preview.plan_pages, project.read().text, edition)
    except (ConfigError, GenerationError, LayoutError) as error:
        return JSONResponse({"error": str(error)})
    return JSONResponse(asdict(found))


async def warnings(request: Request) -> Response:
    """Return the warnings of the layout; none for a config that cannot be laid out, whose problems are shown."""
    project = project_of(request)
    try:
        found = await work_of(request).in_preview(project, preview.page_warnings, project.read().text)
    except (ConfigError, GenerationError, LayoutError):
        found = []
    return JSONResponse(found)


async def picture(request: Request) -> Response:
    """Return a PNG of a page, or of the cover for number 0, of a plan."""
    key, number = request.path_params["key"], int(request.path_params["number"])
    width = max(1, number_of(request, "width", 800, MAX_WIDTH))
    data = await work_of(request).in_preview(project_of(request), preview.page_picture, key, number, width)
    if data is None:
        return JSONResponse({"error": "these pages are not laid out anymore"}, 410)
    # The key changes with everything that moves ink, so the browser may keep the picture.
    return Response(data, media_type="image/png", headers={"Cache-Control": "private, max-age=3600, immutable"})


async def build(request: Request) -> Response:
    """Start the build of the saved config."""
    project = project_of(request)
    if _problems(project, project.read().text):
        raise OutputError("the config has problems: mend the fields that are marked, then build")
    work_of(request).start_build(project)
    return await build_report(request)


async def build_report(request: Request) -> Response:
    """Return what is known of the last build."""
    return JSONResponse(_report(request))


def _report(request: Request) -> dict[str, Any] | None:
    """Return what is known of the last build, with the names of its files if it is verified."""
    project = project_of(request)
    found = work_of(request).report(project)
    return found and {**found, "files": project.finished_files() if found["state"] == "verified" else []}


async def stop_build(request: Request) -> Response:
    """Stop the running build; finished puzzles are kept."""
    project = project_of(request)
    running = work_of(request).build(project)
    if running is not None:
        running.stop()
    return await build_report(request)


async def output_file(request: Request) -> Response:
    """Return a finished file of a book. Raises OutputError for a path that is not inside its output folder."""
    project, path = project_of(request), request.path_params["path"]
    if not is_plain_path(path) or part_leading_out(project.folder, f"{project.output.name}/{path}") is not None:
        raise OutputError(f"{path}: there is no such file")
    file = project.output / path
    if not file.is_file():
        raise OutputError(f"{path}: there is no such file; build the book first")
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return FileResponse(file, media_type=kind, filename=file.name if kind == "application/octet-stream" else None)


_BOOK = "/books/{project}"
ROUTES = [
    Route(_BOOK, editor),
    Route(f"{_BOOK}/save", save, methods=["POST"]),
    Route(f"{_BOOK}/config", state),
    Route(f"{_BOOK}/plan", plan),
    Route(f"{_BOOK}/warnings", warnings),
    Route(f"{_BOOK}/pages/{{key}}/{{number:int}}.png", picture),
    Route(f"{_BOOK}/build", build, methods=["POST"]),
    Route(f"{_BOOK}/build", build_report),
    Route(f"{_BOOK}/stop", stop_build, methods=["POST"]),
    Route(f"{_BOOK}/output/{{path:path}}", output_file),
]
