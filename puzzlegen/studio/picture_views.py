"""The page that makes a puzzle of an image, without a project; it can add the picture to a book."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.errors import OutputError
from puzzlegen.files.writing import atomic_file
from puzzlegen.pictures.choices import MAX_SIDE, MAX_SPECKS, MIN_SIDE, SPECKS, PictureTexts
from puzzlegen.studio import picture_book
from puzzlegen.studio.access import body_of, download_reply, json_of, number_of, page, text_in, work_of, workspace_of
from puzzlegen.studio.chosen import SectionNames
from puzzlegen.studio.config_editor import MAX_UPLOAD
from puzzlegen.studio.form_fields import PICTURE_FILES, language_names
from puzzlegen.studio.picture_book import UploadOptions, upload_of
from puzzlegen.studio.process_functions import picture_tools, preview
from puzzlegen.studio.projects import ChangedElsewhere, Project, distinct_titles, free_name, path_inside
from puzzlegen.studio.versions import keep_version

SECONDS = 40.0  # for one picture: large ones take a few seconds, noise at tier 3 more
MAX_WORDS = 200  # characters of a title or hint
_POINT = re.compile(r"(0\.[0-9]{1,4}),(0\.[0-9]{1,4})")
SAVED = "saved-pictures"  # in the folder of the studio


async def start(_: Request) -> Response:
    """Show the page that takes an image."""
    return page("picture.html", {"key": "", "limit": MAX_UPLOAD})


async def upload(request: Request) -> Response:
    """Keep an uploaded image, the body of the request, and return the address of its page."""
    name = request.query_params.get("name", "")[:MAX_WORDS] or "picture"
    data = await body_of(request, MAX_UPLOAD, name)
    folder = workspace_of(request).folder
    key = await work_of(request).tools.run(SECONDS, picture_tools.keep, folder, name, data)
    return JSONResponse({"address": f"/picture/{key}"})


async def editor(request: Request) -> Response:
    """Show an upload, its puzzle and the options."""
    workspace, key = workspace_of(request), request.path_params["key"]
    upload = upload_of(workspace.folder, key)
    words = await work_of(request).tools.run(SECONDS, picture_tools.usual_words, workspace.folder, key, "en")
    titled = distinct_titles(workspace.projects())
    values = {
        "key": key,
        "limit": MAX_UPLOAD,
        "upload": upload,
        "words": words,
        "usual": UploadOptions(),
        "sides": (MIN_SIDE, MAX_SIDE),
        "most_specks": MAX_SPECKS,
        "kinds": list(VARIANTS),
        "difficulties": list(DIFFICULTIES),
        "languages": language_names(),
        "files": PICTURE_FILES,
        "books": [_shown_book(project, title) for project, title in titled if project.kind == "book"],
    }
    return page("picture.html", values)


def _shown_book(project: Project, title: str) -> dict[str, Any]:
    """Return the name and title of a book, and its sections that show pictures."""
    sections = picture_book.picture_sections(project.read().text)
    return {
        "name": project.name,
        "title": title,
        "sections": [{"index": section.index, "name": section.name} for section in sections],
    }


async def source(request: Request) -> Response:
    """Return a PNG of the upload."""
    folder, key = workspace_of(request).folder, request.path_params["key"]
    data = await work_of(request).tools.run(SECONDS, picture_tools.shown_upload, folder, key)
    return Response(data, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


async def puzzle(request: Request) -> Response:
    """Return the facts about the puzzle with the options of the address."""
    folder, key = workspace_of(request).folder, request.path_params["key"]
    return JSONResponse(
        await work_of(request).tools.run_latest(SECONDS, picture_tools.made_puzzle, folder, key, _options(request))
    )


async def cells(request: Request) -> Response:
    """Return an SVG of the reduced picture; with ``changes=1``, after its repair."""
    folder, key = workspace_of(request).folder, request.path_params["key"]
    changes = number_of(request, "changes", 0, 1) == 1
    options = _options(request)
    text = await work_of(request).tools.run(SECONDS, picture_tools.cells_picture, folder, key, options, changes)
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=600"})


async def file(request: Request) -> Response:
    """Return a file of the puzzle, to be saved."""
    folder, key, name = workspace_of(request).folder, request.path_params["key"], request.path_params["name"]
    hold = number_of(request, "hold", 0, 1) == 1
    words = _words(dict(request.query_params))
    data = await work_of(request).tools.run(
        SECONDS, picture_tools.picture_file, folder, key, _options(request), words, name, hold
    )
    return download_reply(data, name)


async def save(request: Request) -> Response:
    """Save all files of the puzzle in a new folder. The body has the words; the address has the options."""
    workspace, key, options = workspace_of(request), request.path_params["key"], _options(request)
    wanted = await json_of(request)
    words, hold = _words(wanted), bool(wanted.get("hold"))
    made = {}
    for name in PICTURE_FILES:
        made[name] = await work_of(request).tools.run(
            SECONDS, picture_tools.picture_file, workspace.folder, key, options, words, name, hold
        )
    above = path_inside(workspace.folder, SAVED)
    title = words.title or upload_of(workspace.folder, key).name
    folder = above / free_name(title, "picture", lambda name: os.path.lexists(above / name))
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be made: {error.strerror or error}") from None
    for name, data in made.items():
        with atomic_file(folder / name) as temporary:
            temporary.write_bytes(data)
    return JSONResponse({"folder": str(folder), "files": list(made)})


async def add(request: Request) -> Response:
    """Add the picture to a book. The body has ``book``, ``section`` (a number, null for a new one) and the words."""
    workspace, key, options = workspace_of(request), request.path_params["key"], _options(request)
    wanted = await json_of(request)
    project, section, words = workspace.project(text_in(wanted, "book")), wanted.get("section"), _words(wanted)
    if project.kind != "book" or not (section is None or type(section) is int):
        raise OutputError("the request names no section of a book: load the page again")
    tools = work_of(request).tools
    drawing = await tools.run(SECONDS, picture_tools.drawing, workspace.folder, key, options, words)
    made = await tools.run(SECONDS, picture_tools.made_puzzle, workspace.folder, key, options)
    difficulty = options.difficulty or made.get("difficulty", "")
    if not difficulty:
        raise OutputError(made["problem"])
    before = project.read()
    title = words.title or upload_of(workspace.folder, key).name
    name = await work_of(request).in_preview(project, picture_tools.section_name, before.text)
    new = picture_book.NewSection(name, options.kind, difficulty)
    place = new if section is None else section
    added = await run_in_threadpool(picture_book.addition, project, before.text, title, place)
    known = await work_of(request).in_preview(project, preview.problems_in_print, before.text)
    with _new_file(project, added.file) as path:
        with atomic_file(path) as temporary:
            temporary.write_text(drawing, encoding="utf-8", newline="\n")
        for problem in await work_of(request).in_preview(project, preview.problems_in_print, added.text, known):
            raise OutputError(f"{project.title()}: {problem}")
        keep_version(project, "hour")
        names: SectionNames = request.app.state.section_names
        names.save(project, added.text, before.version)
    shown = _shown_book(project, project.title())
    return JSONResponse({"address": f"/books/{project.name}", "book": project.name, "file": added.file} | shown)


@contextmanager
def _new_file(project: Project, file: str) -> Iterator[Path]:
    """Create an empty file in a project. An error in the block removes it, and the folder that was made for it.

    Raises ChangedElsewhere if it exists, and OutputError if it cannot be made.
    """
    path = project.folder / file
    was_there = path.parent.exists()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(exist_ok=False)
    except FileExistsError:
        raise ChangedElsewhere(f"{file}: another request is adding a picture: try again") from None
    except OSError as error:
        raise OutputError(f"{path}: cannot be made: {error.strerror or error}") from None
    try:
        yield path
    except BaseException:
        path.unlink(missing_ok=True)
        if not was_there:
            with suppress(OSError):  # another request has put a picture there
                path.parent.rmdir()
        raise


def _options(request: Request) -> UploadOptions:
    """Return the options of the address. Raises OutputError for numbers out of range."""
    given = request.query_params
    return UploadOptions(
        width=max(MIN_SIDE, number_of(request, "width", UploadOptions().width, MAX_SIDE)),
        threshold=None if given.get("threshold", "auto") == "auto" else number_of(request, "threshold", 0, 255),
        specks=number_of(request, "specks", SPECKS, MAX_SPECKS),
        invert=number_of(request, "invert", 0, 1) == 1,
        kind=given.get("kind", "mosaic"),
        difficulty=given.get("difficulty", ""),
        touched=tuple((float(x), float(y)) for x, y in _POINT.findall(given.get("touched", ""))),
        seed="".join(filter(str.isprintable, given.get("seed", "")))[:40] or "picture",
    )


def _words(given: dict[str, Any]) -> PictureTexts:
    title, hint = (" ".join(text_in(given, name).split())[:MAX_WORDS] for name in ("title", "hint"))
    return PictureTexts(title, hint, text_in(given, "language", "en"))


_PICTURE = "/picture/{key}"
ROUTES = [
    Route("/picture", start),
    Route("/picture/upload", upload, methods=["POST"]),
    Route(_PICTURE, editor),
    Route(f"{_PICTURE}/source.png", source),
    Route(f"{_PICTURE}/puzzle", puzzle),
    Route(f"{_PICTURE}/cells.svg", cells),
    Route(f"{_PICTURE}/files/{{name}}", file),
    Route(f"{_PICTURE}/save", save, methods=["POST"]),
    Route(f"{_PICTURE}/add", add, methods=["POST"]),
]
