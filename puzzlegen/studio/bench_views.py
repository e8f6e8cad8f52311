"""The puzzle bench of a book: its puzzles as pictures, changes of them, and making puzzles in the background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from puzzlegen.errors import ConfigError, GenerationError, OutputError
from puzzlegen.files.reading import json_object
from puzzlegen.schema.edit import set_value
from puzzlegen.studio.access import json_of, project_of, text_in, whole_number_in, work_of
from puzzlegen.studio.chosen import KEY, SectionNames, check_choices, read_choices, save_choices
from puzzlegen.studio.process_functions import bench, preview, solve_tools
from puzzlegen.studio.projects import ConfigText, problems_of_shown
from puzzlegen.studio.versions import keep_version

CANDIDATES = 6  # made at a time
MAX_CANDIDATES = 10_000  # numbers of candidates for one place
CANDIDATE_WISHES = ("difficulty", "technique", "idea", "score")


async def puzzles(request: Request) -> Response:
    """Return the puzzles of the book, or why there are none."""
    project = project_of(request)
    try:
        state = read_choices(project)
        found = await work_of(request).in_preview(project, bench.bench_puzzles, state.config)
    except (ConfigError, GenerationError) as error:
        listed = (one for one in error.problems if one.place.line or not one.place.file)  # not how many more there are
        words = "\n".join(dict.fromkeys(one.text if one.place.file else str(one) for one in listed))
        unfit = any(KEY in problem.loc[:1] for problem in error.problems)
        return JSONResponse({"error": words, "unfit": unfit, "puzzles": None, "version": read_choices(project).version})
    return JSONResponse({"puzzles": found, "version": state.version})


async def change(request: Request) -> Response:
    """Change the choices. The body has ``base`` and ``number``, and one of these.

    ``puzzle`` chooses a puzzle for the place, with the ``title`` over it and its ``idea`` if it has them, and null
    removes the choice. With ``apart``, a puzzle that does not fit the section gets a new one. ``to`` moves the
    puzzle to the place of another number. ``fit``, without a number, removes choices that do not fit the book anymore.
    """
    project, wanted = project_of(request), await json_of(request)
    number, text = 0 if wanted.get("fit") else whole_number_in(wanted, "number"), project.read().text
    work = work_of(request)
    with problems_of_shown(partial(check_choices, project, str(wanted.get("base")))):
        if wanted.get("fit"):
            content = await work.in_preview(project, bench.fitting, text, read_choices(project).content)
        elif "puzzle" in wanted:
            puzzle = None if wanted["puzzle"] is None else text_in(wanted, "puzzle")
            words = tuple(
                None if wanted.get(key) is None else text_in(wanted, key).strip() for key in ("title", "idea")
            )
            try:
                content = await work.in_preview(project, bench.pinned, text, number, puzzle, *words)
            except GenerationError:
                if not wanted.get("apart"):
                    raise
                check_choices(project, text_in(wanted, "base"))
                await place_apart(request, text_in(wanted, "puzzle"), words, number, instead=True)
                return await puzzles(request)
        else:
            content = await work.in_preview(project, bench.moved, text, number, whole_number_in(wanted, "to"))
    keep_version(project, "hour")
    save_choices(project, content, text_in(wanted, "base"))
    return await puzzles(request)


async def place_apart(
    request: Request, puzzle_line: str, words: Sequence[str | None], before: int | None, *, instead: bool = False
) -> int:
    """Save a puzzle at a new place, as ``bench.with_place_for`` says, with its title and idea; return its number.

    Raises OutputError for a puzzle that the pages of the book cannot hold.
    """
    project, work = project_of(request), work_of(request)
    state = read_choices(project)
    placed = partial(bench.with_place_for, instead=instead)
    text, rows, number = await work.in_preview(project, placed, state.config, puzzle_line, before)
    whole = set_value(text, (KEY,), rows or None)
    known = await work.in_preview(project, preview.problems_in_print, state.config)
    for problem in await work.in_preview(project, preview.problems_in_print, whole, known):
        raise OutputError(f"{project.title()}: {problem}")
    content = await work.in_preview(project, bench.pinned, whole, number, puzzle_line, *words)
    keep_version(project, "hour")
    names: SectionNames = request.app.state.section_names
    names.save(project, text, ConfigText(state.config).version)
    save_choices(project, content, replace(state, config=text).version)
    return number


async def picture(request: Request) -> Response:
    """Return an SVG of the puzzle in the address, or of the puzzle after ``step`` steps of its solution."""
    puzzle_line, given = request.query_params.get("line", ""), request.query_params.get("step")
    if given is not None and (not given.isdecimal() or len(given) > 5):
        raise OutputError("step: expected a whole number")
    step = None if given is None else int(given)
    text = await work_of(request).in_preview(project_of(request), solve_tools.step_picture, puzzle_line, step)
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=86400, immutable"})


async def steps(request: Request) -> Response:
    """Return the steps of the solution of the puzzle in the address, in the language of the book."""
    project, puzzle_line = project_of(request), request.query_params.get("line", "")
    found = await work_of(request).in_preview(project, bench.steps_in_language, project.read().text, puzzle_line)
    return JSONResponse({"steps": found})


async def start_candidates(request: Request) -> Response:
    """Start making candidates for the place of ``number``, from candidate ``first`` on, with the wishes given."""
    project, wanted = project_of(request), await json_of(request)
    number, first = whole_number_in(wanted, "number"), whole_number_in(wanted, "first")
    if not 1 <= first <= MAX_CANDIDATES:
        raise OutputError(f"first: found {first}, allowed 1 to {MAX_CANDIDATES}")
    wishes = {name: text_in(wanted, name) for name in CANDIDATE_WISHES if wanted.get(name)}
    work_of(request).start_candidates(project, project.read().text, number, range(first, first + CANDIDATES), wishes)
    return candidates_report(request)


def candidates_report(request: Request) -> Response:
    """Return what is known of the candidates that are made or were made last."""
    found = work_of(request).report(project_of(request), "candidates")
    shown = [json_object(line) for line in found["lines"]] if found else []
    state, summary = (found["state"], found["summary"]) if found else ("none", "")
    return JSONResponse({"state": state, "summary": summary, "candidates": shown})


async def start_making(request: Request) -> Response:
    """Make the puzzles of the saved config in the background, unless they are made or being made."""
    project, text = project_of(request), project_of(request).read().text
    try:
        name, made = await work_of(request).in_preview(project, preview.puzzles_asked_for, text)
    except (ConfigError, GenerationError):
        name, made = "", True  # the problem is shown beside its field
    if not made:
        work_of(request).start_making(project, text, name)
    return making_report(request)


async def stop_making(request: Request) -> Response:
    """Stop making puzzles; finished ones are kept."""
    work_of(request).stop(project_of(request), "making")
    return making_report(request)


def making_report(request: Request) -> Response:
    """Return the progress of making puzzles."""
    found = work_of(request).report(project_of(request), "making")
    keys = ("state", "done", "total", "seconds", "summary")
    return JSONResponse({key: found[key] for key in keys} if found else {"state": "none"})


_BOOK = "/books/{project}"
ROUTES = [
    Route(f"{_BOOK}/puzzles", puzzles),
    Route(f"{_BOOK}/puzzles", change, methods=["POST"]),
    Route(f"{_BOOK}/puzzle.svg", picture),
    Route(f"{_BOOK}/steps", steps),
    Route(f"{_BOOK}/candidates", start_candidates, methods=["POST"]),
    Route(f"{_BOOK}/candidates", candidates_report),
    Route(f"{_BOOK}/making", start_making, methods=["POST"]),
    Route(f"{_BOOK}/making", making_report),
    Route(f"{_BOOK}/making/stop", stop_making, methods=["POST"]),
]
