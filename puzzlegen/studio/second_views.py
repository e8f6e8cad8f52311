"""The view that makes a second book of a project: an edition of its puzzles, or the next volume."""

from __future__ import annotations

import shutil
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from puzzlegen.config.themes import theme_names
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.files.build_folder import PUZZLES
from puzzlegen.starters.configs import write_starter
from puzzlegen.studio.access import page, project_of, work_of, workspace_of
from puzzlegen.studio.form_fields import printer_names
from puzzlegen.studio.process_functions import second_books
from puzzlegen.studio.projects import CONFIGS, OUTPUT, Project
from puzzlegen.studio.start_views import MAX_FIELD, title_problem

EDITION, VOLUME = "edition", "volume"  # the two buttons of the page


async def second_book(request: Request) -> Response:
    """Ask what the second book is, and make it when that is answered."""
    project = project_of(request)
    if project.kind != "book":
        return RedirectResponse(project.address, 303)
    given: dict[str, str] = {}
    problem = ""
    if request.method == "POST":
        form = await request.form(max_files=0, max_fields=10, max_part_size=MAX_FIELD)
        given = {key: " ".join(str(value).split()) for key, value in form.items()}
        try:
            make = _make_volume if given.get("make") == VOLUME else _make_edition
            return RedirectResponse(f"/books/{await make(request, project, given)}", 303)
        except PuzzlegenError as error:
            problem = str(error)
    values = {
        "project": project,
        "title": given.get("title") or project.title(),
        "given": given,
        "problem": problem,
        "themes": theme_names(),
        "printers": printer_names(),
        "built": (project.output / PUZZLES).is_file(),
    }
    return page("second.html", values, 422 if problem else 200)


async def _make_edition(request: Request, project: Project, given: dict[str, str]) -> str:
    """Make a project for an edition, with a copy of the puzzles of the book, and return its name."""
    puzzles = project.output / PUZZLES
    if not puzzles.is_file():
        raise OutputError("build the book first: an edition prints its puzzles again")
    wishes = [given.get(key) or None for key in ("theme", "printer", "trim")]
    text = await work_of(request).in_preview(project, second_books.edition_in_folder, *wishes, PUZZLES)
    name = workspace_of(request).free_name(" ".join([project.title(), *filter(None, wishes)]))
    await run_in_threadpool(_write, project, workspace_of(request).folder / name, text, puzzles)
    return name


async def _make_volume(request: Request, project: Project, given: dict[str, str]) -> str:
    """Make a project for the next volume, and return its name."""
    title = given.get("title", "")
    if problem := title_problem(project, title):
        raise OutputError(f"title: {problem}")
    text = await work_of(request).in_preview(project, second_books.volume_in_folder, title)
    name = workspace_of(request).free_name(title)
    await run_in_threadpool(_write, project, workspace_of(request).folder / name, text, None)
    return name


def _write(project: Project, folder: Path, text: str, puzzles: Path | None) -> None:
    """Write a project with the files that its config names, which are beside that of the first one.

    Raises OutputError; then there is no new folder.
    """
    beside = CONFIGS[project.kind]

    def left_out(of: str, names: list[str]) -> list[str]:
        hidden = [name for name in names if name.startswith(".") or (Path(of) / name).is_symlink()]
        return hidden + ([OUTPUT, beside] if Path(of) == project.folder else [])

    try:
        shutil.copytree(project.folder, folder, ignore=left_out)
        if puzzles is not None:
            shutil.copyfile(puzzles, folder / PUZZLES)
        write_starter({folder / beside: text})
    except (OSError, shutil.Error, OutputError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise OutputError(f"{folder}: cannot be written: {getattr(error, 'strerror', None) or error}") from None


ROUTES = [Route("/second/{project}", second_book, methods=["GET", "POST"])]
