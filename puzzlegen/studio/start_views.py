"""The start page: new books and dailies, from answers or a ready config; renaming and removing; pictures of books.

A picture that is not in the cache yet is drawn in a separate process.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from puzzlegen.board.difficulty import EFFORTS, NORMAL
from puzzlegen.board.lattices import MINESWEEPER, VARIANTS
from puzzlegen.board.spec import RULES
from puzzlegen.config.book import BookConfig, PageConfig
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.load import load_book, load_daily
from puzzlegen.config.section import SectionConfig
from puzzlegen.config.themes import theme_names, theme_problems
from puzzlegen.errors import OutputError, Problem, PuzzlegenError
from puzzlegen.files.build_folder import MANIFEST
from puzzlegen.files.reading import MAX_MANIFEST, read_limited, text_of, time_of_change
from puzzlegen.files.templates import language_problem, shipped_folder
from puzzlegen.printers.requirements import load_printers
from puzzlegen.schema.daily_fields import parse_day, system_time_zone, time_zones, today_in
from puzzlegen.schema.edit import set_value
from puzzlegen.schema.validation import ConfigGroup, field_problem
from puzzlegen.starters.configs import LEVELS, RISING, BookWishes, DailyWishes, daily_starter, new_seed, write_starter
from puzzlegen.studio.access import page, project_of, work_of, workspace_of
from puzzlegen.studio.chosen import SectionNames
from puzzlegen.studio.form_fields import language_names, printer_names
from puzzlegen.studio.moved_projects import REMOVED, remove_project, removed_project, rename_project
from puzzlegen.studio.process_functions import book_starter
from puzzlegen.studio.projects import CONFIGS, OUTPUT, Project, Workspace
from puzzlegen.version import __version__
from puzzlegen.wording import describe

MAX_FIELD = 10_000  # bytes of one answer
PAPERS = ("auto", "a4", "letter")
CONFIG = CONFIGS["daily"]


async def answers_of(request: Request) -> dict[str, str]:
    """Return the answers of a form by the names of its questions, without needless spaces."""
    form = await request.form(max_files=0, max_fields=30, max_part_size=MAX_FIELD)
    return {key: " ".join(str(value).split()) for key, value in form.items()}


def ready_daily() -> dict[str, str]:
    """Return title and author of the ready daily."""
    config = load_daily(shipped_folder("configs") / "daily.yaml")
    return {"title": config.title, "author": config.author or ""}


async def new_daily(request: Request) -> Response:
    """Ask the questions of a new daily, and make it when they are answered."""
    zone = system_time_zone()
    usual = {"timezone": zone or "", "start": today_in(zone or "UTC").isoformat(), "language": "en", "paper": "auto"}
    values = {"languages": language_names(), "papers": PAPERS, "zones": time_zones(), "given": usual}

    async def make(given: dict[str, str]) -> str:
        return f"/dailies/{await run_in_threadpool(make_daily, workspace_of(request), given)}"

    return await _asked(request, "new-daily.html", values, answer_problems, make)


async def _asked(
    request: Request,
    form: str,
    values: dict[str, Any],
    problems_of: Callable[[dict[str, str]], dict[str, str]],
    make: Callable[[dict[str, str]], Awaitable[str]],
) -> Response:
    """Return a form with what is wrong with its answers, or make what it asks for and lead to the address of that."""
    problem, problems = "", {}
    if request.method == "POST":
        given = await answers_of(request)
        values, problems = values | {"given": given}, problems_of(given)
        try:
            if not problems:
                return RedirectResponse(await make(given), 303)
        except PuzzlegenError as error:
            key = str(error.problems[0].loc[-1]) if error.problems[0].loc else ""
            problems, problem = ({key: error.problems[0].beside_value}, "") if key in given else ({}, str(error))
    return page(form, values | {"problem": problem, "problems": problems}, 422 if problem or problems else 200)


def answer_problems(given: dict[str, str]) -> dict[str, str]:
    """Return what is wrong with the answers, by the name of the question, in the words of the config loader."""
    found = {}
    for key in ("title", "author", "address", "timezone", "language", "start", "paper"):
        answer = given.get(key, "")
        if key == "author" and not answer:
            continue
        problem = _answer_problem(DailyConfig, key, answer) if answer else MISSING
        if not problem and key == "language":
            problem = language_problem(answer) or ""
        if problem:
            found[key] = problem
    return found


def make_daily(workspace: Workspace, given: dict[str, str]) -> str:
    """Write the config of a new daily, and return the name of its project. Raises PuzzlegenError for a bad answer."""
    title = given["title"]
    wishes = DailyWishes(
        title,
        given.get("author") or None,
        new_seed(title),
        given["language"],
        given["address"],
        given["timezone"],
        parse_day(given["start"]),
        given["paper"],
    )
    return _write(workspace, title, CONFIG, daily_starter(wishes, Path(CONFIG)))


def _write(workspace: Workspace, title: str, config: str, text: str) -> str:
    name = workspace.free_name(title)
    write_starter({workspace.folder / name / config: text})
    return name


async def copy_daily(request: Request) -> Response:
    """Make a project from the ready daily, with a seed that no other daily has, and today as its first day."""
    name = await run_in_threadpool(copy_ready_daily, workspace_of(request))
    return RedirectResponse(f"/dailies/{name}", 303)


def copy_ready_daily(workspace: Workspace) -> str:
    """Write a copy of the ready daily, and return the name of its project."""
    file = shipped_folder("configs") / "daily.yaml"
    ready = load_daily(file)
    text = set_value(text_of(file), ("series",), new_seed(ready.title))
    text = set_value(text, ("start",), today_in(ready.timezone).isoformat())
    return _write(workspace, "daily", CONFIG, text)


MOST_PUZZLES = 2000
USUAL_LAYOUT = "the usual one of the kind"
LEVEL_NAMES = {RISING: "rising, from easy to hard"}
_WHOLE = re.compile(r"[0-9]{1,9}")
ANSWERS: dict[str, tuple[type[ConfigGroup], str]] = {  # questions whose answers become fields of the config
    "title": (BookConfig, "title"),
    "author": (BookConfig, "author"),
    "language": (BookConfig, "language"),
    "theme": (BookConfig, "theme"),
    "printer": (PageConfig, "profile"),
    "trim": (PageConfig, "trim"),
    "kind": (SectionConfig, "kind"),
    "layout": (SectionConfig, "layout"),
    "effort": (SectionConfig, "effort"),
}
SECONDS = 120.0  # to lay out a book of so many puzzles until it has no warnings


async def start(request: Request) -> Response:
    """Show the projects, the ready configs and what can be begun."""
    workspace = workspace_of(request)
    values = {
        "folder": str(workspace.folder),
        "projects": workspace.projects(),
        "ready": _ready_books(),
        "daily": ready_daily(),
        "notice": _notice(request),
    }
    return page("start.html", values)


def _notice(request: Request) -> str:
    """Return what was renamed, opened or removed just now; empty if nothing was."""
    workspace, query = workspace_of(request), request.query_params
    try:
        if "renamed" in query:
            renamed = workspace.project(query["renamed"])
            return f"The {renamed.kind} is called “{renamed.title()}” now, in the folder {renamed.name}."
        if "opened" in query:
            opened = workspace.project(query["opened"])
            return f"The folder of “{opened.title()}” should open in another window: {opened.folder}"
        if "removed" in query:
            removed = removed_project(workspace, query["removed"])
            back = f"To get it back, move this folder to {workspace.folder}."
            return f"“{removed.title()}” was removed. It lies in {removed.folder}. {back}"
    except OutputError:  # moved since, or an address made by hand
        pass
    return ""


@cache  # reading them takes 0.3 s of the processor (2026-11-23)
def _ready_books() -> list[dict[str, Any]]:
    """Return the ready configs of books: the names of their files, their titles and numbers of puzzles."""
    found = []
    for path in _ready_files().values():
        config = load_book(path)
        count = sum(section.count for section in config.sections)
        found.append({"name": path.stem, "title": config.title, "subtitle": config.subtitle or "", "count": count})
    return found


def _ready_files() -> dict[str, Path]:
    files = sorted(shipped_folder("configs").glob("*.yaml"))
    return {file.stem: file for file in files if file.stem != "daily"}


def _ready_file(request: Request) -> Path:
    """Return the ready config of a book that an address names. Raises OutputError for an unknown name."""
    name, files = request.path_params["name"], _ready_files()
    if name not in files:
        raise OutputError(f"{name!r}: there is no such ready book")
    return files[name]


async def copy_ready(request: Request) -> Response:
    """Make a project from a ready config, with a seed that no other book has."""
    file = _ready_file(request)
    text = set_value(text_of(file), ("series",), new_seed(file.stem))
    project = _write(workspace_of(request), file.stem, CONFIGS["book"], text)
    return RedirectResponse(f"/books/{project}", 303)


async def new_book(request: Request) -> Response:
    """Ask the questions of a new book, and make it when they are answered."""
    values: dict[str, Any] = {
        "printers": printer_names(),
        "trims": sorted({trim for printer in load_printers().values() for trim in printer.trims.sizes}),
        "languages": language_names(),
        "themes": theme_names(),
        **_choices_of_sections(),
        "levels": {name: LEVEL_NAMES.get(name, name) for name in LEVELS},
        "most": MOST_PUZZLES,
        "given": {},
    }

    async def make(given: dict[str, str]) -> str:
        return f"/books/{await _make_book(request, given)}"

    return await _asked(request, "new-book.html", values, book_answer_problems, make)


def _choices_of_sections() -> dict[str, object]:
    """Return the kinds, with what sets each apart, the layouts and the efforts that the form offers."""
    return {
        "kinds": {name: ", ".join(filter(None, (name, kind.summary))) for name, kind in VARIANTS.items()},
        "layouts": {"": USUAL_LAYOUT} | {name: name for name in RULES},
        "efforts": list(EFFORTS),
    }


def book_answer_problems(given: dict[str, str]) -> dict[str, str]:
    """Return what is wrong with the answers, by the name of the question, in the words of the config loader."""
    found = {}
    for key, (group, field) in ANSWERS.items():
        answer = given.get(key, "")
        problem = _answer_problem(group, field, answer)
        if key == "language" and answer:
            problem = language_problem(answer) or problem
        if key == "theme" and answer and theme_problems(answer):
            problem = theme_problems(answer)[0].beside_value
        if problem:
            found[key] = problem
    if not given.get("title"):
        found["title"] = MISSING
    puzzles = given.get("puzzles", "")
    if not (_WHOLE.fullmatch(puzzles) and 1 <= int(puzzles) <= MOST_PUZZLES):
        found["puzzles"] = Problem.not_allowed(
            (), describe(puzzles), f"a whole number from 1 to {MOST_PUZZLES}"
        ).beside_value
    if given.get("level") not in LEVELS:
        found["level"] = Problem.not_allowed((), describe(given.get("level")), ", ".join(LEVELS)).beside_value
    return found


MISSING = "missing; an answer is needed"


def _answer_problem(group: type[ConfigGroup], key: str, answer: str) -> str:
    """Return what is wrong with an answer; nothing is with none."""
    problem = field_problem(group, key, answer) if answer else None
    return problem.beside_value if problem else ""


async def _make_book(request: Request, given: dict[str, str]) -> str:
    """Write the config of a new book, and return the name of its project.

    Raises PuzzlegenError for answers that do not fit each other, such as a size that the printer does not offer.
    """
    title = given["title"]
    wishes = BookWishes(
        title,
        given.get("author") or None,
        new_seed(title),
        language=given.get("language") or "en",
        printer=given.get("printer") or "kdp",
        trim=given.get("trim") or None,
        theme=given.get("theme") or "classic",
        level=given["level"],
        puzzles=int(given["puzzles"]),
        cover=None if given.get("cover") else False,
        hints=bool(given.get("hints")),
        kind=given.get("kind") or MINESWEEPER.name,
        layout=given.get("layout") or None,
        effort=given.get("effort") or NORMAL,
    )
    workspace = workspace_of(request)
    name = workspace.free_name(title)
    file = workspace.folder / name / CONFIGS["book"]
    write_starter({file: await work_of(request).tools.run(SECONDS, book_starter.book_starter, wishes, file)})
    return name


async def rename(request: Request) -> Response:
    """Ask for a title, and rename the project when it is given."""
    project = project_of(request)
    title, problem = project.title(), ""
    if request.method == "POST":
        title = (await answers_of(request)).get("title", "")
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
        return MISSING
    return _answer_problem(BookConfig if project.kind == "book" else DailyConfig, "title", title)


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


# For a book that cannot be laid out: a blank page.
BLANK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 440"><rect width="300" height="440" fill="#fff"/></svg>'
)


def card_file(config: Path) -> Path:
    """Return where the picture of a book is kept; its name changes with the config and with each build.

    Raises OSError if the config is gone.
    """
    state = f"{__version__} {time_of_change(config.parent / OUTPUT / MANIFEST)}"
    key = hashlib.sha256(read_limited(config, MAX_MANIFEST) + state.encode()).hexdigest()[:40]
    base = os.environ.get("PUZZLEGEN_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(base) / "puzzlegen" / "studio" / f"{key}.png"


async def project_card(request: Request) -> Response:
    """Return the picture of a book of the user."""
    project = workspace_of(request).project(request.path_params["project"])
    return await _card(request, project.config)


async def ready_card(request: Request) -> Response:
    """Return the picture of a ready book."""
    return await _card(request, _ready_file(request).resolve())


async def _card(request: Request, config: Path) -> Response:
    try:
        file = card_file(config)
    except FileNotFoundError:  # removed since the start page was drawn
        return Response(BLANK, media_type="image/svg+xml")
    if file.is_file():
        return FileResponse(file, media_type="image/png")
    data = await work_of(request).draw_card(config, file)
    return Response(data, media_type="image/png") if data else Response(BLANK, media_type="image/svg+xml")


ROUTES = [
    Route("/", start),
    Route("/new/book", new_book, methods=["GET", "POST"]),
    Route("/new/copy/{name}", copy_ready, methods=["POST"]),
    Route("/new/daily", new_daily, methods=["GET", "POST"]),
    Route("/new/copy-daily", copy_daily, methods=["POST"]),
    Route("/rename/{project}", rename, methods=["GET", "POST"]),
    Route("/remove/{project}", remove, methods=["GET", "POST"]),
    Route("/cards/ready/{name}.png", ready_card),
    Route("/cards/mine/{project}.png", project_card),
]
