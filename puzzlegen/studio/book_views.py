"""The views of a book: its editor with pages, and its build, which is started, checked and shown with its findings."""

from __future__ import annotations

import os
import zipfile
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import mkstemp
from typing import Any

from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from puzzlegen.board.difficulty import MAX_SCORE, MAX_TIER, TECHNIQUE_TIERS
from puzzlegen.config.rules import MAX_PROFILES
from puzzlegen.errors import ConfigError, GenerationError, LayoutError, OutputError
from puzzlegen.studio.access import file_reply, fragment, number_of, page, project_of, work_of
from puzzlegen.studio.config_editor import problems_of_layout
from puzzlegen.studio.config_views import config_routes, editor_values, problems_in
from puzzlegen.studio.form_fields import IDEA_FIELDS
from puzzlegen.studio.process_functions import builds, preview
from puzzlegen.studio.projects import OUTPUT, Project
from puzzlegen.studio.versions import keep_version
from puzzlegen.studio.workers import WorkReport

MAX_WIDTH = 2400  # pixels of a picture of a page


async def build(request: Request) -> Response:
    """Start the build of the saved config."""
    project = project_of(request)
    if await problems_in(request, project.read().text):
        raise OutputError("the config has problems: correct the marked fields, then build")
    keep_version(project, "build")
    work_of(request).start_build(project)
    return await report(request)


async def check(request: Request) -> Response:
    """Start verifying the finished book."""
    work_of(request).start_check(project_of(request))
    return await report(request)


async def report(request: Request) -> Response:
    """Return the report of the last build."""
    return JSONResponse(build_report(request))


def build_report(request: Request) -> dict[str, Any]:
    """Return the report of the last build, with the names of the files, unless they were found to have errors.

    When another program has built the book since, such as the command line, the report is as for a book built earlier.
    """
    project = project_of(request)
    files = project.finished_files()
    report = work_of(request).report(project)
    if report is None or (report["ended"] and project.is_built_after(report["ended"])):
        report = asdict(WorkReport("finished" if files else "none"))
    return {**report, "files": [] if report["state"] in ("running", "rejected") else files}


async def outdated(request: Request) -> Response:
    """Return whether the book was changed after its files were built."""
    project = project_of(request)
    is_outdated = await work_of(request).in_preview(project, builds.is_outdated, project.read().text)
    return JSONResponse({"outdated": is_outdated})


async def stop_build(request: Request) -> Response:
    """Stop the running build; finished puzzles are kept."""
    work_of(request).stop(project_of(request))
    return await report(request)


async def place(request: Request) -> Response:
    """Return a PNG of the page of a finding of the last build, counted from 0, with its place marked."""
    project, number = project_of(request), request.path_params["number"]
    width = max(1, number_of(request, "width", 800, MAX_WIDTH))
    findings = (work_of(request).report(project) or {"findings": []})["findings"]
    if not 0 <= number < len(findings) or not findings[number]["file"]:
        raise OutputError(f"finding {number + 1}: the build has no such finding on a page: load the page again")
    file = _finished(project, findings[number]["file"])
    path = file.relative_to(project.folder).as_posix()
    data = await work_of(request).in_preview(project, builds.finding_picture, path, findings[number], width)
    return Response(data, media_type="image/png")


async def upload_steps(request: Request) -> Response:
    """Return the steps of uploading, as a part of a page; they describe the finished files, not the config."""
    project = project_of(request)
    guides = await work_of(request).in_preview(project, builds.upload_guides)
    return JSONResponse({"html": fragment("uploading.html", {"guides": guides})})


async def output_file(request: Request) -> Response:
    """Return a finished file of a book. Raises OutputError for a path that is not inside its output folder."""
    return file_reply(_finished(project_of(request), request.path_params["path"]))


def _finished(project: Project, path: str) -> Path:
    if project.kind != "book":
        raise OutputError(f"{path}: there is no such file")
    return project.file_in(OUTPUT, path, "build the book first")


async def all_files(request: Request) -> Response:
    """Return all finished files in one ZIP file."""
    project = project_of(request)
    names = project.finished_files()
    if not names:
        raise OutputError("there are no files yet: build the book first")
    packed = await run_in_threadpool(_packed, project, names)
    done = BackgroundTask(packed.unlink, missing_ok=True)
    return FileResponse(packed, media_type="application/zip", filename=f"{project.name}.zip", background=done)


def _packed(project: Project, names: list[str]) -> Path:
    handle, path = mkstemp(prefix="puzzlegen-", suffix=".zip")
    with os.fdopen(handle, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name in names:
            packed.write(_finished(project, name), f"{project.name}/{name}")
    return Path(path)


_BOOK = "/books/{project}"
ROUTES = [
    Route(f"{_BOOK}/build", build, methods=["POST"]),
    Route(f"{_BOOK}/build", report),
    Route(f"{_BOOK}/outdated", outdated),
    Route(f"{_BOOK}/check", check, methods=["POST"]),
    Route(f"{_BOOK}/stop", stop_build, methods=["POST"]),
    Route(f"{_BOOK}/findings/{{number:int}}.png", place),
    Route(f"{_BOOK}/uploading", upload_steps),
    Route(f"{_BOOK}/output.zip", all_files),
    Route(f"{_BOOK}/output/{{path:path}}", output_file),
]


async def editor(request: Request) -> Response:
    """Show the editor of a book."""
    project = project_of(request)
    if project.kind != "book":
        return RedirectResponse(project.address, 303)
    techniques = [name for name, tier in TECHNIQUE_TIERS.items() if tier < MAX_TIER]
    wishes = {"techniques": techniques, **IDEA_FIELDS, "most": MAX_SCORE}
    return page("book.html", {**editor_values(project), "report": build_report(request), "wishes": wishes})


async def plan(request: Request) -> Response:
    """Return the pages of the saved config, or why there are none."""
    project = project_of(request)
    edition = number_of(request, "edition", 0, MAX_PROFILES)
    try:
        planned = await work_of(request).in_preview(project, preview.plan_pages, project.read().text, edition)
    except (ConfigError, GenerationError, LayoutError) as error:
        problems = problems_of_layout(project.kind, error.problems, project.read().text)
        return JSONResponse({"error": str(error), "problems": [asdict(problem) for problem in problems]})
    return JSONResponse(asdict(planned))


async def warnings(request: Request) -> Response:
    """Return the warnings of the layout, or why the book cannot be built although it has pages.

    That is when the printer does not bind so many pages, or so few.
    """
    project = project_of(request)
    text = project.read().text
    try:
        texts = await work_of(request).in_preview(project, preview.page_warnings, text)
    except (ConfigError, GenerationError, LayoutError) as error:
        problems = problems_of_layout(project.kind, error.problems, text)
        return JSONResponse({"warnings": [], "problems": [asdict(problem) for problem in problems]})
    return JSONResponse({"warnings": texts, "problems": []})


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


async def puzzles_on_page(request: Request) -> Response:
    """Return the places of the puzzles on a page of a plan."""
    project, given = project_of(request), request.path_params
    wanted = project.read().text, given["key"], given["number"]
    return JSONResponse(await work_of(request).in_preview(project, preview.puzzles_on_page, *wanted))


BOOK_ROUTES = [
    Route(_BOOK, editor),
    *config_routes(_BOOK),
    Route(f"{_BOOK}/plan", plan),
    Route(f"{_BOOK}/warnings", warnings),
    Route(f"{_BOOK}/pages/{{key}}/{{number:int}}.png", picture),
    Route(f"{_BOOK}/pages/{{key}}/{{number:int}}/puzzles", puzzles_on_page),
]
