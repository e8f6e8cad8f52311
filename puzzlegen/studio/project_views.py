"""Renames and removes books and dailies: the questions, and the answers."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from puzzlegen.config.book import BookConfig
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.reading.validation import field_problem
from puzzlegen.errors import PuzzlegenError
from puzzlegen.studio.moved_projects import REMOVED, remove_project, rename_project
from puzzlegen.studio.projects import Project
from puzzlegen.studio.replies import page, project_of, work_of, workspace_of
from puzzlegen.studio.section_names import SectionNames

MAX_FIELD = 10_000  # bytes of one answer


async def rename(request: Request) -> Response:
    """Ask for a title, and rename the project when it is given."""
    project = project_of(request)
    title, problem = project.title(), ""
    if request.method == "POST":
        form = await request.form(max_files=0, max_fields=5, max_part_size=MAX_FIELD)
        title = " ".join(str(form.get("title", "")).split())
        problem = title_problem(project, title)
        if not problem:
            try:
                await _end(request, project)
                renamed = await run_in_threadpool(rename_project, workspace_of(request), project, title)
                return RedirectResponse(f"/?{urlencode({'renamed': renamed.name})}", 303)
            except PuzzlegenError as error:
                problem = str(error)
    return page("rename.html", {"project": project, "title": title, "problem": problem}, 422 if problem else 200)


def title_problem(project: Project, title: str) -> str:
    """Return what is wrong with a title of a project, in the words of the config loader; empty if nothing is."""
    if not title:
        return "missing; an answer is needed"
    return field_problem(BookConfig if project.kind == "book" else DailyConfig, "title", title)


async def remove(request: Request) -> Response:
    """Ask whether to remove a project, and remove it when that is confirmed."""
    project, problem = project_of(request), ""
    if request.method == "POST":
        try:
            await _end(request, project)
            name = await run_in_threadpool(remove_project, workspace_of(request), project)
            return RedirectResponse(f"/?{urlencode({'removed': name})}", 303)
        except PuzzlegenError as error:
            problem = str(error)
    values = {"project": project, "title": project.title(), "problem": problem}
    values["above"] = workspace_of(request).folder / REMOVED
    return page("remove.html", values, 422 if problem else 200)


async def _end(request: Request, project: Project) -> None:
    """End what the studio does with a project. Raises OutputError while it is being built."""
    await run_in_threadpool(work_of(request).end_project, project)
    names: SectionNames = request.app.state.section_names
    names.forget(project)


ROUTES = [
    Route("/rename/{project}", rename, methods=["GET", "POST"]),
    Route("/remove/{project}", remove, methods=["GET", "POST"]),
]
