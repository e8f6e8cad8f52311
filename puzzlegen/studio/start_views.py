"""The start page, and new projects: from a few answers, or as a copy of a ready config."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from puzzlegen.config.book import BookConfig, PageConfig
from puzzlegen.config.groups import ConfigGroup
from puzzlegen.config.load import load_book
from puzzlegen.config.printers_file import load_printers
from puzzlegen.config.reading.message_parts import describe
from puzzlegen.config.reading.validation import field_problem
from puzzlegen.config.template_lookup import language_problem, shipped_folder
from puzzlegen.config.themes import theme_names
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.starters.book_wishes import LEVELS, RISING, BookWishes
from puzzlegen.starters.starter_files import new_seed, write_starter
from puzzlegen.studio.config_edit import set_value
from puzzlegen.studio.moved_projects import removed_project
from puzzlegen.studio.new_daily_views import ready_daily
from puzzlegen.studio.offered_names import language_names, printer_names
from puzzlegen.studio.process_modules import book_starter
from puzzlegen.studio.projects import CONFIGS
from puzzlegen.studio.replies import page, work_of, workspace_of

MOST_PUZZLES = 2000
LEVEL_NAMES = {RISING: "rising, from easy to hard"}
MAX_FIELD = 10_000  # bytes of one answer
_WHOLE = re.compile(r"[0-9]{1,9}")
ANSWERS: dict[str, tuple[type[ConfigGroup], str]] = {  # questions whose answers become fields of the config
    "title": (BookConfig, "title"),
    "author": (BookConfig, "author"),
    "language": (BookConfig, "language"),
    "theme": (BookConfig, "theme"),
    "printer": (PageConfig, "profile"),
    "trim": (PageConfig, "trim"),
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
    """Return what was renamed or removed just now; empty if nothing was."""
    workspace, query = workspace_of(request), request.query_params
    try:
        if "renamed" in query:
            renamed = workspace.project(query["renamed"])
            return f"The {renamed.kind} is called “{renamed.title()}” now, in the folder {renamed.name}."
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
    for path in sorted(shipped_folder("configs").glob("*.yaml")):
        if path.stem == "daily":
            continue
        config = load_book(path)
        count = sum(section.count for section in config.sections)
        found.append({"name": path.stem, "title": config.title, "subtitle": config.subtitle or "", "count": count})
    return found


async def copy_ready(request: Request) -> Response:
    """Make a project from a ready config, with a seed that no other book has."""
    names = {one["name"] for one in _ready_books()}
    name = request.path_params["name"]
    if name not in names:
        raise OutputError(f"{name!r}: there is no such ready book")
    text = (shipped_folder("configs") / f"{name}.yaml").read_text(encoding="utf-8")
    text = set_value(text, ("series",), new_seed(name))
    workspace = workspace_of(request)
    project = workspace.free_name(name)
    write_starter({workspace.folder / project / CONFIGS["book"]: text})
    return RedirectResponse(f"/books/{project}", 303)


async def new_book(request: Request) -> Response:
    """Ask the questions of a new book, and make it when they are answered."""
    given: dict[str, str] = {}
    problems: dict[str, str] = {}
    problem = ""
    if request.method == "POST":
        form = await request.form(max_files=0, max_fields=30, max_part_size=MAX_FIELD)
        given = {key: str(value).strip() for key, value in form.items()}
        problems = book_answer_problems(given)
        if not problems:
            try:
                name = await _make_book(request, given)
                return RedirectResponse(f"/books/{name}", 303)
            except PuzzlegenError as error:
                key, _, words = str(error).partition(": ")
                key = key.removeprefix("page.")
                problems, problem = ({key: words}, "") if key in ANSWERS and words else ({}, str(error))
    values = {
        "printers": printer_names(),
        "trims": sorted({trim for printer in load_printers().values() for trim in printer.trims.sizes}),
        "languages": language_names(),
        "themes": theme_names(),
        "levels": {name: LEVEL_NAMES.get(name, name) for name in LEVELS},
        "most": MOST_PUZZLES,
        "problem": problem,
        "problems": problems,
        "given": given,
    }
    return page("new-book.html", values, 422 if problem or problems else 200)


def book_answer_problems(given: dict[str, str]) -> dict[str, str]:
    """Return what is wrong with the answers, by the name of the question, in the words of the config loader."""
    found = {}
    for key, (group, field) in ANSWERS.items():
        answer = given.get(key, "")
        problem = field_problem(group, field, answer) if answer else ""
        if key == "language" and answer:
            problem = language_problem(answer) or problem
        if key == "theme" and answer not in ("", *theme_names()):
            problem = f"found {describe(answer)}, allowed {', '.join(theme_names())}"
        if problem:
            found[key] = problem
    if not given.get("title"):
        found["title"] = "missing; an answer is needed"
    puzzles = given.get("puzzles", "")
    if not (_WHOLE.fullmatch(puzzles) and 1 <= int(puzzles) <= MOST_PUZZLES):
        found["puzzles"] = f"found {describe(puzzles)}, allowed a whole number from 1 to {MOST_PUZZLES}"
    if given.get("level") not in LEVELS:
        found["level"] = f"allowed {', '.join(LEVELS)}"
    return found


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
        symmetric=given.get("clues") == "symmetric",
    )
    workspace = workspace_of(request)
    name = workspace.free_name(title)
    file = workspace.folder / name / CONFIGS["book"]
    write_starter({file: await work_of(request).tools.run(SECONDS, book_starter.book_starter, wishes, file)})
    return name


ROUTES = [
    Route("/", start),
    Route("/new/book", new_book, methods=["GET", "POST"]),
    Route("/new/copy/{name}", copy_ready, methods=["POST"]),
]
