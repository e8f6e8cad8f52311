"""The settings of a project as a form and as YAML: shows them with their problems, and saves changes of either."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.board.spec import RULES
from puzzlegen.config.ornaments import NONE, ornament_names
from puzzlegen.config.palettes import load_palettes
from puzzlegen.config.themes import theme_names
from puzzlegen.errors import ConfigError, OutputError
from puzzlegen.printers.requirements import load_printers
from puzzlegen.schema.daily_fields import time_zones
from puzzlegen.schema.edit import add_entry, move_entry, set_value
from puzzlegen.studio.access import NOT_OURS, body_of, fragment, json_of, project_of, text_in, work_of
from puzzlegen.studio.chosen import SectionNames
from puzzlegen.studio.config_editor import (
    MAX_UPLOAD,
    changed_field,
    entries_of,
    form_of,
    leaves,
    loc_of,
    problems_of,
    uploads_in,
    with_picture,
    with_text,
)
from puzzlegen.studio.form_fields import language_names, printer_names
from puzzlegen.studio.picture_book import with_same_hands
from puzzlegen.studio.process_functions import picture_tools, series_work
from puzzlegen.studio.projects import ConfigText, Project, ProjectKind, problems_of_shown
from puzzlegen.studio.versions import REDO, UNDO, WORDS, go_back, keep_version, steps, take_step, versions

NEW_ENTRIES = {  # what is added to lists of the form
    "sections": {"name": "New section", "count": 8, "size": "10x10", "difficulty": "medium"},
    "front_matter/pages": {"text": "# Foreword\n\nWrite here."},
    "back_matter/pages": {"text": "# About the author\n\nWrite here."},
}

# Fields at the end of the form, which few users change.
RARE_FIELDS: dict[ProjectKind, tuple[str, ...]] = {
    "book": ("cells", "series", "profiles", "fillers", "quotations", "output", "ledger", "choices"),
    "daily": ("series", "cells", "first_number", "leave_out", "ledger"),
}
# What empty fields stand for, where the schema has no single default.
PLACEHOLDERS = {
    "page/trim": "the printer's usual size",
    "page/paper": "the printer's usual paper",
    "page/binding": "the printer's usual binding",
    "page/max_pages": "the printer's limit",
    "sections/layout": "natural",
    "sections/shape": "rectangle",
}
GROUP_LINKS = {  # to the groups of the form of a book, which is long
    "page": "Page",
    "sections": "Sections",
    "aids": "Hints",
    "front_matter": "Front pages",
    "back_matter": "Back pages",
    "cover": "Cover",
    "more": "More",
}


def editor_values(project: Project) -> dict[str, Any]:
    """Return the values of a page that holds the editor of a config."""
    config = project.read()
    return {
        "project": project,
        "title": project.title(),
        "text": config.text,
        "version": config.version,
        "form": _form(project, config.text),
        "entries": entries_of(project.kind, config.text),
        "steps": steps(project),
    }


def _form(project: Project, text: str) -> str:
    """Return the form of a config as HTML; empty for a text that is not YAML."""
    try:
        fields = form_of(project.kind, text)
    except ConfigError:
        return ""
    rare = RARE_FIELDS[project.kind]
    values = {
        "fields": [field for field in fields if field.loc not in rare],
        "more": [field for field in fields if field.loc in rare],
        "links": GROUP_LINKS if project.kind == "book" else {},
        "suggestions": _suggestions(),
        "names": _names(),
        "new_entries": NEW_ENTRIES,
        "placeholders": PLACEHOLDERS,
        "uploads": uploads_in(project.kind, fields),
    }
    return fragment("form.html", values)


def _suggestions() -> dict[str, list[str]]:
    """Return the values offered for fields that take a name, by the path of the field."""
    return {
        "page/trim": sorted({name for printer in load_printers().values() for name in printer.trims.sizes}),
        "sections/layout": list(RULES),
        "sections/shape": list(SHAPES),
        "timezone": list(time_zones()),
    }


def _names() -> dict[str, Mapping[str, str]]:
    """Return the values that fields choose from, with the words for them, by the path of the field."""
    palettes = {name: name.capitalize() for name in load_palettes()}
    return {
        "language": language_names(),
        "page/profile": printer_names(),
        "theme": {name: name.capitalize().replace("-", " ") for name in theme_names()},
        "ornaments": {name: name.capitalize().replace("-", " ") for name in (NONE, *ornament_names())},
        "palette": palettes,
        "cover/palette": palettes,
    }


async def problems(request: Request) -> Response:
    """Return the problems of the config on disk."""
    return JSONResponse(await problems_in(request, project_of(request).read().text))


async def problems_in(request: Request, text: str) -> list[dict[str, Any]]:
    """Return the problems of a config, found in the process of its project, in whose folder its files are.

    Words of a daily that do not fit its files are found too. Those of a book are found when its pages are laid out.
    """
    project, work = project_of(request), work_of(request)
    problems = await work.in_preview(project, problems_of, project.kind, text)
    if not problems and project.kind == "daily":
        problems = await work.in_preview(project, series_work.problems_of_fit, text)
    return [asdict(problem) for problem in problems]


async def save(request: Request) -> Response:
    """Save a text of the YAML editor, or one value of the form, and return the new state of the editor.

    The body has ``base``, the version that was changed, and either ``text``, or ``loc`` with ``value``, or ``loc`` with
    ``move`` (two places in a list), ``remove``, or ``entry`` (what is added to the end of a list). A text with
    problems is saved too, so that nothing is lost. A ``value`` is also saved where another window changed other fields
    since: ``was`` is the value before, and ``entries`` the digest of the lists. The reply has then ``merged``.
    """
    project, wanted = project_of(request), await json_of(request)
    base, present = text_in(wanted, "base"), project.read()
    with problems_of_shown(partial(project.check_version, base)):
        text = text_in(wanted, "text") if "text" in wanted else _changed(project, wanted)
    text = text.replace("\r\n", "\n")
    if project.kind == "book" and not {"text", "value"} & wanted.keys():  # a list was changed
        text = await work_of(request).in_preview(project, with_same_hands, present.text, text)
    merged = base != present.version and "value" in wanted and _is_unchanged(project, present.text, wanted)
    keep_version(project, "remove" if wanted.get("remove") else "hour")
    saved = _saved(request, project, text, present.version if merged else base, is_new="text" not in wanted)
    return JSONResponse(await editor_state(request, saved) | {"merged": merged})


def _saved(request: Request, project: Project, text: str, base: str, *, is_new: bool = True) -> ConfigText:
    names: SectionNames = request.app.state.section_names
    return names.save(project, text, base, is_new=is_new) if project.kind == "book" else project.save(text, base)


def _is_unchanged(project: Project, text: str, wanted: dict[str, Any]) -> bool:
    """Return whether the field that a request changes still has its place, and the value that the window showed."""
    try:
        fields = form_of(project.kind, text)
    except ConfigError:
        return False
    shown = {field.loc: field.text.strip() for field in leaves(fields)}
    was = text_in(wanted, "was").replace("\r\n", "\n").strip() if "was" in wanted else None
    same_lists = text_in(wanted, "entries") == entries_of(project.kind, text)
    return same_lists and shown.get(text_in(wanted, "loc")) == was


async def earlier(request: Request) -> Response:
    """Return the earlier versions of a project, the newest first."""
    kept = versions(project_of(request))
    return JSONResponse(
        [{"name": version.name, "seconds": version.seconds, "words": WORDS[version.reason]} for version in kept]
    )


async def back(request: Request) -> Response:
    """Go back to an earlier version. The body has ``name`` and ``base``, as for ``save``."""
    project, wanted = project_of(request), await json_of(request)
    saved = go_back(project, text_in(wanted, "name"), text_in(wanted, "base"))
    _forget_names(request, project)
    return JSONResponse(await editor_state(request, saved))


async def undo(request: Request) -> Response:
    """Undo the last change of any window, or redo one, as the end of the address says. The reply has what ``changed``.

    That is the only field whose value differs, ``choices`` for chosen puzzles, or empty.
    """
    project = project_of(request)
    before = project.read()
    saved = take_step(project, request.url.path.rpartition("/")[2])
    _forget_names(request, project)
    changed = changed_field(project.kind, before.text, saved.text)
    return JSONResponse(await editor_state(request, saved) | {"changed": changed})


def _forget_names(request: Request, project: Project) -> None:
    names: SectionNames = request.app.state.section_names
    names.forget(project)


async def editor_state(request: Request, config: ConfigText) -> dict[str, Any]:
    """Return the state of the editor for a config."""
    return {
        "text": config.text,
        "version": config.version,
        "title": project_of(request).title(),
        "problems": await problems_in(request, config.text),
        "form": _form(project_of(request), config.text),
        "entries": entries_of(project_of(request).kind, config.text),
        "steps": steps(project_of(request)),
    }


async def state(request: Request) -> Response:
    """Return the state of the editor for the config on disk."""
    return JSONResponse(await editor_state(request, project_of(request).read()))


def _changed(project: Project, wanted: dict[str, Any]) -> str:
    """Return the text of a config after one change of the form."""
    text, loc = project.read().text, loc_of(text_in(wanted, "loc"))
    if not loc:
        raise OutputError("the request names no field: load the page again")
    if "move" in wanted:
        match wanted["move"]:
            case [int(before), int(after)]:
                return move_entry(text, loc, before, after)
        raise OutputError(f"move: {NOT_OURS}")
    if wanted.get("remove"):
        return set_value(text, loc, None)
    if "entry" in wanted:
        if not isinstance(wanted["entry"], dict | str):
            raise OutputError(f"entry: {NOT_OURS}")
        return add_entry(text, loc, wanted["entry"])
    return with_text(project.kind, text, loc, text_in(wanted, "value"))


async def upload(request: Request) -> Response:
    """Store the picture in the body, name it in the config, and return the new state of the editor and its ``file``.

    The address has ``loc``, the place of the form, ``name``, that of the uploaded file, and ``base``, the version of
    the config that was changed.
    """
    project, query = project_of(request), request.query_params
    name, place = query.get("name", ""), query.get("loc", "")
    data = await body_of(request, MAX_UPLOAD, "the picture")
    project.check_version(query.get("base", ""))
    with_picture(project.kind, project.read().text, place, "picture")  # refuses the place before it is stored
    store = picture_tools.store_picture if project.kind == "book" else picture_tools.store_daily_logo
    stored = await work_of(request).in_preview(project, store, data, name)
    text = with_picture(project.kind, project.read().text, place, stored)
    keep_version(project, "hour")
    saved = await editor_state(request, project.save(text, query.get("base", "")))
    return JSONResponse(saved | {"file": stored})


def config_routes(address: str) -> list[Route]:
    """Return the routes of the editor of a config below the address of a project."""
    return [
        Route(f"{address}/save", save, methods=["POST"]),
        Route(f"{address}/config", state),
        *(Route(f"{address}/{way}", undo, methods=["POST"]) for way in (UNDO, REDO)),
        Route(f"{address}/versions", earlier),
        Route(f"{address}/versions", back, methods=["POST"]),
        Route(f"{address}/problems", problems),
        Route(f"{address}/picture", upload, methods=["POST"]),
    ]
