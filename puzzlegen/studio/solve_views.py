"""The page that solves and explains any puzzle, without a project."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from puzzlegen.board.lattices import VARIANTS
from puzzlegen.errors import OutputError
from puzzlegen.formats.registry import FORMAT_NAMES
from puzzlegen.studio.access import download_reply, json_of, number_of, page, text_in, work_of
from puzzlegen.studio.form_fields import PUZZLE_FILES, language_names
from puzzlegen.studio.process_functions import solve_tools

SECONDS = 40.0  # for one puzzle: at most 10 to solve it, the rest for the words of its steps or its animation
MAX_STEP = 99_999
KEPT = {"Cache-Control": "private, max-age=3600"}  # the address has the whole puzzle


async def solve(request: Request) -> Response:
    """Show the page."""
    values = {
        "kinds": list(VARIANTS),
        "formats": FORMAT_NAMES,
        "languages": language_names(),
        "files": PUZZLE_FILES,
        "given": request.query_params.get("line", ""),
    }
    return page("solve.html", values)


async def read(request: Request) -> Response:
    """Return the puzzles of a text. The body has ``text``, ``kind`` and ``form``, which is empty for any format."""
    wanted = await json_of(request)
    form = text_in(wanted, "form") or None
    if form not in (None, *FORMAT_NAMES):
        raise OutputError(f"format: found {form!r}, allowed {', '.join(FORMAT_NAMES)}")
    given = text_in(wanted, "text"), text_in(wanted, "kind"), form
    return JSONResponse(await work_of(request).tools.run(SECONDS, solve_tools.read_puzzles, *given))


async def answer(request: Request) -> Response:
    """Return the facts about a puzzle."""
    return JSONResponse(await work_of(request).tools.run(SECONDS, solve_tools.describe, _line(request)))


async def steps(request: Request) -> Response:
    """Return the steps of a puzzle in words."""
    puzzle_line, language = _line(request), _language(request)
    shown = await work_of(request).tools.run(SECONDS, solve_tools.solution_steps, puzzle_line, language)
    return JSONResponse({"steps": shown})


async def picture(request: Request) -> Response:
    """Return an SVG of a puzzle, or of the puzzle after ``step`` steps."""
    step = number_of(request, "step", 0, MAX_STEP) if "step" in request.query_params else None
    return _svg(await work_of(request).tools.run(SECONDS, solve_tools.step_picture, _line(request), step))


async def answer_picture(request: Request) -> Response:
    """Return an SVG of solution ``number``, from 0; with ``solid`` 1 it is drawn as a picture."""
    number, solid = number_of(request, "number", 0, 1), number_of(request, "solid", 0, 1) == 1
    call = solve_tools.solid_picture if solid else solve_tools.answer_picture
    return _svg(await work_of(request).tools.run(SECONDS, call, _line(request), number))


async def text(request: Request) -> Response:
    """Return a puzzle as text in the format ``form``."""
    form = request.query_params.get("form", "")
    return JSONResponse(
        {"text": await work_of(request).tools.run(SECONDS, solve_tools.puzzle_text, _line(request), form)}
    )


async def file(request: Request) -> Response:
    """Return a file of a puzzle, to be saved."""
    name = request.path_params["name"]
    data = await work_of(request).tools.run(SECONDS, solve_tools.puzzle_file, _line(request), name, _language(request))
    return download_reply(data, name)


def _svg(text: str) -> Response:
    return Response(text, media_type="image/svg+xml", headers=KEPT)


def _line(request: Request) -> str:
    return request.query_params.get("line", "")


def _language(request: Request) -> str:
    return request.query_params.get("language", "en")


ROUTES = [
    Route("/solve", solve),
    Route("/solve/read", read, methods=["POST"]),
    Route("/solve/answer", answer),
    Route("/solve/steps", steps),
    Route("/solve/puzzle.svg", picture),
    Route("/solve/answer.svg", answer_picture),
    Route("/solve/text", text),
    Route("/solve/files/{name}", file),
]
