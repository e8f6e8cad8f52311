"""The view of a daily: its calendar, its days and their files, and the work on them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from puzzlegen.config.day_files import ANSWER_FILES
from puzzlegen.errors import ConfigError, DayError, OutputError
from puzzlegen.schema.daily_fields import MAX_DAYS, parse_day
from puzzlegen.studio import series_actions
from puzzlegen.studio.access import NOT_OURS, download_reply, file_reply, fragment, json_of, page, project_of, work_of
from puzzlegen.studio.config_views import config_routes, editor_values
from puzzlegen.studio.process_functions import series_work
from puzzlegen.studio.projects import Project

SETTINGS_PROBLEM = "the settings have problems: correct the marked fields first"


def _series(request: Request) -> Project:
    """Return the daily that the address names. Raises OutputError if there is none."""
    project = project_of(request)
    if project.kind != "daily":
        raise OutputError(f"{project.name!r}: this is a book: open it from the start page")
    return project


async def view(request: Request) -> Response:
    """Show the view of a daily."""
    project = project_of(request)
    if project.kind != "daily":
        return RedirectResponse(project.address, 303)
    values = {
        **editor_values(project),
        "report": _report(request, project),
        "public": series_actions.published_folder(project.folder),
        "most_days": MAX_DAYS,
    }
    return page("daily.html", values)


async def calendar(request: Request) -> Response:
    """Return a month of the calendar as HTML, or the reason why there is none."""
    project, month = _series(request), request.query_params.get("month", "")
    try:
        shown = await work_of(request).in_preview(project, series_work.series_month, month)
    except ConfigError:
        return JSONResponse({"html": "", "error": SETTINGS_PROBLEM})
    names = [day.date.isoformat() for week in shown.weeks for day in week if day.date.month == shown.month.month]
    running = _is_running(request, project)
    reply = {
        "html": fragment("daily-calendar.html", {"project": project, "shown": shown, "running": running}),
        "running": running,
        "error": shown.problem,
        "today": shown.today.isoformat(),
        "first": shown.first.isoformat(),
        "month": f"{shown.month:%Y-%m}",
        "days": names,
        "made": shown.today_is_made,
        "address": shown.address,
        "snippet": shown.snippet,
        "picture": shown.picture,
    }
    return JSONResponse(reply)


async def status(request: Request) -> Response:
    """Return as HTML whether the daily is well; nothing while its settings have problems."""
    project = _series(request)
    try:
        shown = await work_of(request).in_preview(project, series_work.series_status)
    except ConfigError:
        return JSONResponse({"html": ""})
    return JSONResponse({"html": fragment("daily-status.html", {"project": project, **shown})})


async def proof(request: Request) -> Response:
    """Return the PDF of the coming days for editors."""
    return download_reply(await work_of(request).in_preview(_series(request), series_work.series_proof), "proof.pdf")


async def day(request: Request) -> Response:
    """Return one day as HTML."""
    project = _series(request)
    try:
        wanted = parse_day(request.query_params.get("day", ""))
    except ValueError as error:
        raise DayError(f"day: {error}") from None
    shown = await work_of(request).in_preview(project, series_work.series_day, wanted)
    values = {
        "project": project,
        "running": _is_running(request, project),
        "shown": shown,
        "hidden": ANSWER_FILES,
        "folder": series_actions.SERIES.as_posix(),
        "most_days": MAX_DAYS,
    }
    return JSONResponse({"html": fragment("daily-day.html", values)})


async def question(request: Request) -> Response:
    """Return what an action would do, the warnings to confirm first, and the command that does the same."""
    action = series_actions.read_action(dict(request.query_params))
    try:
        proposal = await work_of(request).in_preview(_series(request), series_work.propose, action)
    except ConfigError:
        raise OutputError(SETTINGS_PROBLEM) from None
    return JSONResponse(asdict(proposal))


async def start(request: Request) -> Response:
    """Start an action. ``confirmed`` in the body are the warnings that the user accepted."""
    project, wanted = _series(request), await json_of(request)
    confirmed = wanted.get("confirmed") or []
    if not isinstance(confirmed, list):
        raise OutputError(f"confirmed: {NOT_OURS}")
    action = series_actions.read_action(wanted)
    work_of(request).start_series_work(project, action, tuple(map(str, confirmed)))
    return await report(request)


async def report(request: Request) -> Response:
    """Return the report of the last work on the daily."""
    return JSONResponse(_report(request, _series(request)))


def _report(request: Request, project: Project) -> dict[str, Any] | None:
    report = work_of(request).report(project)
    if report and report["state"] == "stopped":
        report["summary"] = series_actions.STOPPED
    return report


def _is_running(request: Request, project: Project) -> bool:
    """Return whether the studio works on a daily; days that are not finished are then being drawn."""
    return work_of(request).is_running(project)


async def stop(request: Request) -> Response:
    """Stop the work; finished days are kept."""
    work_of(request).stop(_series(request))
    return await report(request)


async def file(request: Request) -> Response:
    """Return a file of the daily. Raises OutputError for a path that is not inside the folder of its days."""
    project, path = _series(request), request.path_params["path"]
    return file_reply(project.file_in(series_actions.SERIES.as_posix(), path, "make the day first"))


_DAILY = "/dailies/{project}"
ROUTES = [
    Route(_DAILY, view),
    *config_routes(_DAILY),
    Route(f"{_DAILY}/calendar", calendar),
    Route(f"{_DAILY}/status", status),
    Route(f"{_DAILY}/proof", proof),
    Route(f"{_DAILY}/day", day),
    Route(f"{_DAILY}/question", question),
    Route(f"{_DAILY}/work", start, methods=["POST"]),
    Route(f"{_DAILY}/work", report),
    Route(f"{_DAILY}/stop", stop, methods=["POST"]),
    Route(f"{_DAILY}/files/{{path:path}}", file),
]
