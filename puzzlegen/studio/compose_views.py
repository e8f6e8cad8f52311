"""The page on which a puzzle is composed: what follows from its marks, proposals to finish it, books and dailies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from puzzlegen.board.lattices import VARIANTS, Variant
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.errors import OutputError
from puzzlegen.formats.registry import FORMAT_NAMES
from puzzlegen.schema.fields import MAX_PUZZLE_TITLE
from puzzlegen.studio.access import json_of, page, project_of, text_in, whole_number_in, work_of, workspace_of
from puzzlegen.studio.bench_views import place_apart
from puzzlegen.studio.chosen import read_choices, save_choices
from puzzlegen.studio.form_fields import BEGINNING, IDEA_FIELDS, LETTERS, MAX_COMPOSED, PUZZLE_FILES, language_names
from puzzlegen.studio.process_functions import bench, compose_tools, preview, series_work
from puzzlegen.studio.projects import CONFIGS, Project, ProjectKind, Workspace, distinct_titles
from puzzlegen.studio.versions import keep_version

STATES_SECONDS = 15.0  # for the states of cells, which have a shorter budget themselves
SECONDS = 40.0  # for a search
MIN_SIDE, USUAL_SIDE = 3, 10
BIRTHDAY = "2105"  # day and month of an example, which boards can show
MAX_NUMBER = 1_000_000  # of a proposal
BETWEEN = " – "  # title and name over a puzzle
TOO_LONG = f"title and name have {{count}} characters, with {MAX_PUZZLE_TITLE} at most: shorten one of them"


async def compose(request: Request) -> Response:
    """Show the page. A puzzle or a position in the address is what it begins with."""
    titled = distinct_titles(workspace_of(request).projects())
    values = {
        "kinds": {name: _kind(variant) for name, variant in VARIANTS.items()},
        "sides": (MIN_SIDE, MAX_COMPOSED, USUAL_SIDE),
        "shapes": list(SHAPES),
        **IDEA_FIELDS,
        "letters": LETTERS,
        "birthday": BIRTHDAY,
        "formats": FORMAT_NAMES,
        "languages": language_names(),
        "files": PUZZLE_FILES,
        "title_over": {"longest": MAX_PUZZLE_TITLE, "between": BETWEEN, "too_long": TOO_LONG},
        "kept": _drafts(workspace_of(request)),
        "projects": {kind: [pair for pair in titled if pair[0].kind == kind] for kind in CONFIGS},
    }
    return page("compose.html", values)


def _kind(variant: Variant) -> dict[str, Any]:
    """Return what the board of the page needs to know about a kind."""
    return {
        "highest": variant.highest_clue,
        "staggered": variant.lattice.staggered,
        "clueOnMine": variant.clue_on_mine,
        "wraps": variant.wraps,
    }


async def states(request: Request) -> Response:
    """Return what follows from a position. The body has ``text``, and ``guide``, a symmetry or empty."""
    wanted = await json_of(request)
    text, guide = text_in(wanted, "text"), text_in(wanted, "guide")
    return JSONResponse(await work_of(request).answers.run(STATES_SECONDS, compose_tools.states_of, text, guide))


def _drafts(workspace: Workspace) -> dict[str, str]:
    """Return the drafts and their version."""
    kept = workspace.drafts()
    return {"text": kept.text, "version": kept.version}


async def drafts(request: Request) -> Response:
    """Return the drafts of all windows. A body has their new ``text``, and ``base``, the version that was changed."""
    if request.method == "POST":
        wanted = await json_of(request)
        workspace_of(request).keep_drafts(text_in(wanted, "text"), text_in(wanted, "base"))
    return JSONResponse(_drafts(workspace_of(request)))


def _position(call: Callable[..., str], *names: str) -> Callable[[Request], Awaitable[Response]]:
    """Return a view whose reply has the position that ``call`` makes of the texts with these names in the body."""

    async def view(request: Request) -> Response:
        wanted = await json_of(request)
        given = (text_in(wanted, name) for name in names)
        return JSONResponse({"text": await work_of(request).answers.run(STATES_SECONDS, call, *given)})

    return view


async def begin(request: Request) -> Response:
    """Return the position of a made puzzle, or why no board of the size can show it.

    The body has the fields BEGINNING and ``number``.
    """
    wanted = await json_of(request)
    form = tuple(text_in(wanted, name) for name in BEGINNING)
    draft = await work_of(request).searches.run_latest(SECONDS, compose_tools.begun, form, _number(wanted))
    return JSONResponse(draft)


async def finish(request: Request) -> Response:
    """Return a proposal to finish a position. The body has ``text``, ``difficulty``, ``guide`` and ``number``."""
    wanted = await json_of(request)
    given = text_in(wanted, "text"), text_in(wanted, "difficulty"), _number(wanted), text_in(wanted, "guide")
    return JSONResponse(await work_of(request).searches.run_latest(SECONDS, compose_tools.completed, *given))


def _number(wanted: dict[str, Any]) -> int:
    """Return the number of a proposal. Raises OutputError for one that the page does not send."""
    number = whole_number_in(wanted, "number")
    if not 1 <= number <= MAX_NUMBER:
        raise OutputError(f"number: found {number}, allowed 1 to {MAX_NUMBER}: load the page again")
    return number


async def places(request: Request) -> Response:
    """Return the places of the book in the address that the puzzle ``line`` fits, their pages, and what all ask for.

    ``new`` are those before which a new one can be. ``ideas`` has the sentences about what the puzzle shows.
    """
    project, puzzle_line = _project(request, "book"), request.query_params.get("line", "")
    text, work = project.read().text, work_of(request)
    fitting = await work.in_preview(project, bench.fitting_places, text, puzzle_line)
    pages = await work.in_preview(project, preview.pages_of_puzzles, text)
    paged = {key: [place | {"page": pages.get(place["number"])} for place in fitting[key]] for key in ("places", "new")}
    return JSONResponse(fitting | paged)


async def add(request: Request) -> Response:
    """Add a puzzle to the book in the address.

    The body has ``line``, ``title``, the name of the setter ``by``, the ``idea`` that the sentence over it is about,
    and ``number``, the place of the puzzle; null for a new place at the end, or ``before`` that of a number.
    With ``was``, the puzzle that the place had, title and idea stay those of the book.
    """
    project, wanted, work = _project(request, "book"), await json_of(request), work_of(request)
    puzzle_line, words = text_in(wanted, "line"), (_title(wanted), text_in(wanted, "idea"))
    number, before = (None if wanted.get(key) is None else whole_number_in(wanted, key) for key in ("number", "before"))
    if number is None:
        number = await place_apart(request, puzzle_line, words, before)
    else:
        state = read_choices(project)
        if "was" in wanted:
            given = state.config, number, text_in(wanted, "was"), puzzle_line
            content = await work.in_preview(project, bench.put_back, *given)
        else:
            content = await work.in_preview(project, bench.pinned, state.config, number, puzzle_line, *words)
        keep_version(project, "hour")
        save_choices(project, content, state.version)
    address = f"{project.address}?puzzle={number}"
    return JSONResponse({"address": address, "title": project.title(), "place": f"puzzle {number}"})


async def free_day(request: Request) -> Response:
    """Return the first ``day`` of the daily in the address that can have the puzzle ``line``, and what it shows."""
    project, puzzle_line = _project(request, "daily"), request.query_params.get("line", "")
    return JSONResponse(await work_of(request).in_preview(project, series_work.free_day, puzzle_line))


async def add_day(request: Request) -> Response:
    """Choose a puzzle for a day of the daily in the address.

    The body has ``line``, ``title``, the name of the setter ``by``, the ``idea`` that the sentence over it is about,
    and ``day``, such as ``2026-12-24``. With ``was``, the puzzle that the day had, title and idea stay
    those of the daily.
    """
    project, wanted = _project(request, "daily"), await json_of(request)
    before, day = project.read(), text_in(wanted, "day")
    puzzle_line, work = text_in(wanted, "line"), work_of(request)
    if "was" in wanted:
        text = await work.in_preview(
            project, series_work.put_back, before.text, day, text_in(wanted, "was"), puzzle_line
        )
    else:
        given = before.text, day, puzzle_line, _title(wanted), text_in(wanted, "idea")
        text = await work.in_preview(project, series_work.with_choice, *given)
    keep_version(project, "hour")
    project.save(text, before.version)
    return JSONResponse({"address": project.address, "title": project.title(), "place": f"the puzzle of {day}"})


def _project(request: Request, kind: ProjectKind) -> Project:
    project = project_of(request)
    if project.kind != kind:
        raise OutputError(f"{project.name}: found a {project.kind}, expected a {kind}: load the page again")
    return project


def _title(wanted: dict[str, Any]) -> str:
    """Return the title over a puzzle, with the name of its setter behind it. Raises OutputError for a long one."""
    words = (" ".join(text_in(wanted, name).split()) for name in ("title", "by"))
    title = BETWEEN.join(filter(None, words))
    if len(title) > MAX_PUZZLE_TITLE:
        raise OutputError(TOO_LONG.format(count=len(title)))
    return title


_BOOK, _DAILY = "/compose/books/{project}", "/compose/dailies/{project}"
ROUTES = [
    Route("/compose", compose),
    Route("/compose/drafts", drafts, methods=["GET", "POST"]),
    Route("/compose/states", states, methods=["POST"]),
    Route("/compose/read", _position(compose_tools.position_of, "text"), methods=["POST"]),
    Route("/compose/shape", _position(compose_tools.shaped, "kind", "size", "shape"), methods=["POST"]),
    Route("/compose/turn", _position(compose_tools.turned, "text", "way"), methods=["POST"]),
    Route("/compose/begin", begin, methods=["POST"]),
    Route("/compose/finish", finish, methods=["POST"]),
    Route(f"{_BOOK}/places", places),
    Route(f"{_BOOK}/add", add, methods=["POST"]),
    Route(f"{_DAILY}/places", free_day),
    Route(f"{_DAILY}/add", add_day, methods=["POST"]),
]
