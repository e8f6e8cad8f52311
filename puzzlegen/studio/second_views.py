"""The views that make a second project of one, as a copy, an edition or the next volume, and that show its folder."""

from __future__ import annotations

import shutil
from pathlib import Path
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from puzzlegen.config.palettes import load_palettes
from puzzlegen.config.themes import theme_names
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.files.build_folder import MANIFEST, PUZZLES
from puzzlegen.schema.edit import set_value
from puzzlegen.starters.configs import new_seed, write_starter
from puzzlegen.studio.access import page, project_of, work_of, workspace_of
from puzzlegen.studio.form_fields import printer_names
from puzzlegen.studio.process_functions import second_books
from puzzlegen.studio.projects import LEDGER, Project
from puzzlegen.studio.start_views import answers_of, title_problem

EDITION, VOLUME = "edition", "volume"  # the two buttons of the page


async def second_book(request: Request) -> Response:
    """Ask what the second book is, and make it when that is answered."""
    project = project_of(request)
    if project.kind != "book":
        return RedirectResponse(project.address, 303)
    given: dict[str, str] = {}
    problem = ""
    if request.method == "POST":
        given = await answers_of(request)
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
        "palettes": list(load_palettes()),
        "printers": printer_names(),
        "built": (project.output / PUZZLES).is_file(),
    }
    return page("second.html", values, 422 if problem else 200)


async def _make_edition(request: Request, project: Project, given: dict[str, str]) -> str:
    """Make a project for an edition, with a copy of the puzzles of the book, and return its name."""
    puzzles = _puzzles_of(project)
    wishes = [given.get(key) or None for key in ("theme", "printer", "trim")]
    text = await work_of(request).in_preview(project, second_books.edition_in_folder, *wishes, PUZZLES)
    return await _made(request, " ".join([project.title(), *filter(None, wishes)]), text, puzzles)


def _puzzles_of(project: Project) -> Path:
    """Return the file with the puzzles of a book. Raises OutputError for one that is not built."""
    puzzles = project.output / PUZZLES
    if not puzzles.is_file():
        raise OutputError("build the book first: an edition prints its puzzles again")
    return puzzles


async def _make_volume(request: Request, project: Project, given: dict[str, str]) -> str:
    """Make a project for the next volume, and return its name."""
    title = given.get("title", "")
    if problem := title_problem(project, title):
        raise OutputError(f"title: {problem}")
    color = given.get("color") or None
    text = await work_of(request).in_preview(project, second_books.volume_in_folder, title, color)
    return await _made(request, title, text)


async def duplicate(request: Request) -> Response:
    """Make a copy of a project with a seed that no other has, but for one whose puzzles are in a file, and open it."""
    project = project_of(request)
    title, text = project.title(), project.read().text
    if not project.value("puzzles"):
        text = set_value(text, ("series",), new_seed(title))
    name = await _made(request, title, text, ledger=_ledger_of(project))
    return RedirectResponse(workspace_of(request).project(name).address, 303)


async def separate(request: Request) -> Response:
    """Make a project of another config in the folder of a book, and open it.

    An edition, which has the series of the book, prints the puzzles of the book again.
    """
    project, file = project_of(request), request.query_params.get("config", "")
    if file not in project.other_books():
        raise OutputError(f"{file}: there is no such book in {project.folder}: load the page again")
    title, text, puzzles = project.value("title", file), project.read(file).text, None
    if title in ("", project.title()):
        title = f"{project.title()} {file.removesuffix('.yaml')}"
    if project.value("series", file) == project.value("series"):
        puzzles = _puzzles_of(project)
        text = set_value(text, ("puzzles",), PUZZLES)
    name = await _made(request, title, text, puzzles, _ledger_of(project))
    (workspace_of(request).folder / name / file).unlink(missing_ok=True)  # it is the config now; a link was not copied
    return RedirectResponse(workspace_of(request).project(name).address, 303)


async def open_folder(request: Request) -> Response:
    """Show the folder of a project in the program that this computer has for folders, and name it on the start page."""
    from typer import launch  # noqa: PLC0415  # the server needs it for this alone

    project = project_of(request)
    if await run_in_threadpool(launch, str(project.folder)):
        raise OutputError(f"This computer has no program that shows folders. The folder is {project.folder}")
    return RedirectResponse(f"/?{urlencode({'opened': project.name})}", 303)


def _ledger_of(project: Project) -> str:
    return str(project.folder / (project.value("ledger") or LEDGER))


async def _made(request: Request, title: str, text: str, puzzles: Path | None = None, ledger: str = "") -> str:
    """Write a project as ``_write`` does, in a folder named after a title, and return its name."""
    name = workspace_of(request).free_name(title)
    await run_in_threadpool(_write, project_of(request), workspace_of(request).folder / name, text, puzzles, ledger)
    return name


def _write(project: Project, folder: Path, text: str, puzzles: Path | None, ledger: str) -> None:
    """Write a project with the files that its config names, which are beside that of the first one.

    Left out are folders of finished and published files, and the file ``ledger`` with its log and older versions, whose
    names go on with ``-`` or ``.``. Raises OutputError; then there is no new folder.
    """

    def is_left_out(path: Path) -> bool:
        if path in (project.config, project.output) or str(path).removeprefix(ledger)[:1] in ("", "-", "."):
            return True
        return path.name.startswith(".") or path.is_symlink() or (path / MANIFEST).is_file()

    def left_out(of: str, names: list[str]) -> list[str]:
        return [name for name in names if is_left_out(Path(of, name))]

    try:
        shutil.copytree(project.folder, folder, ignore=left_out)
        if puzzles is not None:
            shutil.copyfile(puzzles, folder / PUZZLES)
        write_starter({folder / project.config.name: text})
    except (OSError, shutil.Error, OutputError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise OutputError(f"{folder}: cannot be written: {getattr(error, 'strerror', None) or error}") from None


ROUTES = [
    Route("/second/{project}", second_book, methods=["GET", "POST"]),
    Route("/duplicate/{project}", duplicate, methods=["POST"]),
    Route("/separate/{project}", separate, methods=["POST"]),
    Route("/open/{project}", open_folder, methods=["POST"]),
]
