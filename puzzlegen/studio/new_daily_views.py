"""The page that makes a daily: from a few answers, or as a copy of the ready config."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.load import load_daily
from puzzlegen.config.reading.date_fields import parse_day, system_time_zone, time_zones, today_in
from puzzlegen.config.reading.validation import field_problem
from puzzlegen.config.template_lookup import language_problem, shipped_folder
from puzzlegen.errors import PuzzlegenError
from puzzlegen.starters.daily_starter import DailyWishes, daily_starter
from puzzlegen.starters.starter_files import new_seed, write_starter
from puzzlegen.studio.config_edit import set_value
from puzzlegen.studio.offered_names import language_names
from puzzlegen.studio.projects import CONFIGS, Workspace
from puzzlegen.studio.replies import page, workspace_of

MAX_FIELD = 10_000  # bytes of one answer
PAPERS = ("auto", "a4", "letter")
CONFIG = CONFIGS["daily"]
_OPTIONAL = ("author",)


def ready_daily() -> dict[str, str]:
    """Return title and author of the ready daily."""
    config = load_daily(shipped_folder("configs") / "daily.yaml")
    return {"title": config.title, "author": config.author or ""}


async def new_daily(request: Request) -> Response:
    """Ask the questions of a new daily, and make it when they are answered."""
    zone = system_time_zone()
    given = {"timezone": zone, "start": today_in(zone).isoformat(), "language": "en", "paper": "auto"}
    problems: dict[str, str] = {}
    problem = ""
    if request.method == "POST":
        form = await request.form(max_files=0, max_fields=30, max_part_size=MAX_FIELD)
        given = {key: str(value).strip() for key, value in form.items()}
        problems = answer_problems(given)
        if not problems:
            try:
                name = await run_in_threadpool(make_daily, workspace_of(request), given)
                return RedirectResponse(f"/dailies/{name}", 303)
            except PuzzlegenError as error:
                problem = str(error)
    values = {
        "languages": language_names(),
        "papers": PAPERS,
        "zones": time_zones(),
        "problem": problem,
        "problems": problems,
        "given": given,
    }
    return page("new-daily.html", values, 422 if problem or problems else 200)


def answer_problems(given: dict[str, str]) -> dict[str, str]:
    """Return what is wrong with the answers, by the name of the question, in the words of the config loader."""
    found = {}
    for key in ("title", "author", "address", "timezone", "language", "start", "paper"):
        answer = given.get(key, "")
        if key in _OPTIONAL and not answer:
            continue
        problem = field_problem(DailyConfig, key, answer) if answer else "missing; an answer is needed"
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
    return _write(workspace, title, daily_starter(wishes, Path(CONFIG)))


def _write(workspace: Workspace, title: str, text: str) -> str:
    name = workspace.free_name(title)
    write_starter({workspace.folder / name / CONFIG: text})
    return name


async def copy_daily(request: Request) -> Response:
    """Make a project from the ready daily, with a seed that no other daily has, and today as its first day."""
    name = await run_in_threadpool(copy_ready_daily, workspace_of(request))
    return RedirectResponse(f"/dailies/{name}", 303)


def copy_ready_daily(workspace: Workspace) -> str:
    """Write a copy of the ready daily, and return the name of its project."""
    file = shipped_folder("configs") / "daily.yaml"
    ready = load_daily(file)
    changes: dict[str, Any] = {"series": new_seed(ready.title), "start": today_in(ready.timezone).isoformat()}
    text = file.read_text(encoding="utf-8")
    for key, value in changes.items():
        text = set_value(text, (key,), value)
    return _write(workspace, "daily", text)


ROUTES = [
    Route("/new/daily", new_daily, methods=["GET", "POST"]),
    Route("/new/copy-daily", copy_daily, methods=["POST"]),
]
