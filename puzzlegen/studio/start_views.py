"""The start page, and new projects: from a few answers, or as a copy of a ready config."""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from puzzlegen.config.load import load_book
from puzzlegen.config.printers_file import load_printers
from puzzlegen.config.template_lookup import shipped_folder
from puzzlegen.config.themes import theme_names
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.starters.book_wishes import LEVELS, RISING, BookWishes
from puzzlegen.starters.starter_files import write_starter
from puzzlegen.studio.config_edit import set_value
from puzzlegen.studio.new_daily_views import ready_daily
from puzzlegen.studio.offered_names import language_names, printer_names
from puzzlegen.studio.process_modules import book_starter
from puzzlegen.studio.projects import CONFIGS, new_seed
from puzzlegen.studio.replies import page, work_of, workspace_of

MOST_PUZZLES = 2000
LEVEL_NAMES = {RISING: "rising, from easy to hard"}
MAX_FIELD = 10_000  # bytes of one answer
SECONDS = 120.0  # to lay out a book of so many puzzles until it has no warnings


async def start(request: Request) -> Response:
    """Show the projects, the ready configs and what can be begun."""
    workspace = workspace_of(request)
    values = {
        "folder": str(workspace.folder),
        "projects": workspace.projects(),
        "ready": _ready_books(),
        "daily": ready_daily(),
    }
    return page("start.html", values)


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
    problem = ""
    if request.method == "POST":
        form = await request.form(max_files=0, max_fields=30, max_part_size=MAX_FIELD)
        given = {key: str(value).strip() for key, value in form.items()}
        try:
            name = await _make_book(request, given)
        except PuzzlegenError as error:
            problem = str(error)
        else:
            return RedirectResponse(f"/books/{name}", 303)
    values = {
        "printers": printer_names(),
        "trims": sorted({trim for printer in load_printers().values() for trim in printer.trims.sizes}),
        "languages": language_names(),
        "themes": theme_names(),
        "levels": {name: LEVEL_NAMES.get(name, name) for name in LEVELS},
        "most": MOST_PUZZLES,
        "problem": problem,
        "given": given,
    }
    return page("new-book.html", values, 422 if problem else 200)


async def _make_book(request: Request, given: dict[str, str]) -> str:
    """Write the config of a new book, and return the name of its project. Raises PuzzlegenError for a bad answer."""
    title = given.get("title", "")
    if not title:
        raise OutputError("Title: missing; give the book a title")
    puzzles = given.get("puzzles", "")
    if not (puzzles.isascii() and puzzles.isdigit() and len(puzzles) < 6 and 1 <= int(puzzles) <= MOST_PUZZLES):
        raise OutputError(f"Puzzles: found {puzzles!r}, allowed a whole number from 1 to {MOST_PUZZLES}")
    if given.get("level") not in LEVELS:
        raise OutputError(f"Difficulty: allowed {', '.join(LEVELS)}")
    wishes = BookWishes(
        title,
        given.get("author") or None,
        new_seed(title),
        language=given.get("language") or "en",
        printer=given.get("printer") or "kdp",
        trim=given.get("trim") or None,
        theme=given.get("theme") or "classic",
        level=given["level"],
        puzzles=int(puzzles),
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
