"""Examines, begins and completes half-made puzzles for the page that composes one.

Positions come and go as texts in the format ``draft``. The states of cells are found in the process for
answers to keys, and puzzles in the process for searches, so that no key and no download waits for a search.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from puzzlegen import errors, wording
from puzzlegen.board import ideas
from puzzlegen.board import spec as specs
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.draft import ANY_VALUE, Draft, draft_of
from puzzlegen.board.drawn_layouts import images
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, Status
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.board.symmetry import cell_order, image_cells, image_grid
from puzzlegen.config.generation import read_spec
from puzzlegen.formats import detect, line
from puzzlegen.formats import draft as draft_format
from puzzlegen.formats.cells import parse_size
from puzzlegen.generator import completion
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.grading.grade import grade
from puzzlegen.solver import half_made
from puzzlegen.solver.position import neighbors_of
from puzzlegen.solver.tiers import run
from puzzlegen.studio import form_fields

PATTERNS = 6  # of an idea that are tried for a symmetry, which may not fit a pattern
BUDGET = 2.0  # seconds for the states of cells; boards of 30x30 take up to half a second (2026-11-27)


def read(text: str) -> Draft:
    """Return the position in a text, or the only puzzle that ``puzzlegen solve`` reads there.

    Raises FormatError for another text, and for a board that is too large.
    """
    try:
        draft = draft_format.read(text)
    except errors.FormatError as error:
        try:
            draft = draft_of(detect.parse(text))
        except errors.FormatError as other:
            raise (error if error.row else other) from None  # the first row was one of a position
    _checked(draft.grid)
    return draft


def position_of(text: str) -> str:
    """Return a position, or a puzzle in any format, as the page reads it. Raises FormatError."""
    return draft_format.write(read(text))


def turned(text: str, way: str) -> str:
    """Return a position turned to the ``left`` or ``right`` by one step of its lattice, or mirrored.

    ``left-right`` and ``top-bottom`` mirror it. Raises FormatError, also for a board that is too large then, as one of
    hexagons can be.
    """
    draft = read(text)
    lattice = draft.grid.variant.lattice
    mirrors = {name: lattice.symmetries[name][0] for name in ("left-right", "top-bottom")}
    ways = {"left": 1, "right": len(lattice.transforms) // 2 - 1, **mirrors}
    if way not in ways:
        raise errors.FormatError(f"way: found {wording.describe(way)}, allowed {', '.join(ways)}")
    grid = _checked(image_grid(draft.grid, ways[way]))
    place = {before: after for after, before in enumerate(cell_order(draft.grid, ways[way]).tolist())}
    others = {name: [place[cell] for cell in getattr(draft, name)] for name in ("blank", "mines", "safe", "plain")}
    clues = {place[cell]: value for cell, value in draft.clues.items()}
    return draft_format.write(Draft(grid, clues, total=draft.total, **others))


# --- States of cells --------------------------------------------------------------------------------------------------


def states_of(text: str, guide: str) -> dict[str, Any]:
    """Return what follows from a position: the data of ``half_made.examine``, a verdict in words, and the facts.

    ``line`` is the finished puzzle where the clues prove every cell, else empty. ``guides`` are the symmetries that the
    board can have, and ``partners`` the cells that need a clue so that the layout has the symmetry ``guide``. Raises
    FormatError.
    """
    draft = read(text)
    states = half_made.examine(draft, BUDGET, _known_regions())
    guides = specs.fitting_symmetries(draft.grid)
    answer = {
        **states.as_dict(),
        "guides": guides,
        "partners": _partners(draft, guide) if guide in guides else [],
        "line": "",
        "difficulty": "",
    }
    puzzle = _decided(draft, states)
    if puzzle is None:
        return answer | {"verdict": _open_words(states), "state": "clash" if states.clash else "open"}
    trace = run(puzzle, MAX_TIER)
    if trace.status is not Status.SOLVED:
        return answer | {"verdict": _unproved_words(puzzle), "state": "open"}
    grading = grade(trace)
    return answer | {
        "verdict": f"One solution, {_grade_words(grading.difficulty, grading.score)}",
        "state": "unique",
        "line": line.write(puzzle),
        "difficulty": grading.difficulty,
    }


def _grade_words(difficulty: str, score: float) -> str:
    return f"{difficulty}, {wording.pluralize(round(score), 'point')}"


_REGIONS: half_made.Regions = {}
_MOST_REGIONS = 2000  # that are kept between two keys


def _known_regions() -> half_made.Regions:
    """Return what was found for earlier positions: most keys change one region only."""
    if len(_REGIONS) > _MOST_REGIONS:
        _REGIONS.clear()
    return _REGIONS


def _decided(draft: Draft, states: half_made.CellStates) -> Puzzle | None:
    """Return the puzzle of a position that leaves no cell open, with the values of all clues; None for another one."""
    if states.clash or not set(states.cells).isdisjoint((half_made.UNDECIDED, half_made.UNCOVERED)):
        return None
    cells = list(draft.printed.cells)
    for cell, value in draft.clues.items():
        if value is ANY_VALUE:
            cells[cell] = sum(
                states.cells[beside] == half_made.FORCED_MINE for beside in neighbors_of(draft.grid)[cell]
            )
    return Puzzle(draft.grid, tuple(cells), draft.total)


def _open_words(states: half_made.CellStates) -> str:
    """Return the words about a position that clashes, or that leaves cells open."""
    if states.clash:
        words = wording.cannot_hold([wish.name for wish in states.clash])
        return f"{words[0].upper()}{words[1:]}"
    if states.timed_out:
        return "The time was not enough to examine every cell"
    undecided, uncovered = (len(states.places(letter)) for letter in (half_made.UNDECIDED, half_made.UNCOVERED))
    known = (
        [f"{wording.pluralize(undecided, 'cell')} {'is' if undecided == 1 else 'are'} undecided"] if undecided else []
    )
    if uncovered:
        more = f"{uncovered} more" if undecided else wording.pluralize(uncovered, "cell")
        known.append(f"{more} {'has no clue beside it' if uncovered == 1 else 'have no clue beside them'}")
    return ", ".join(known)


def _unproved_words(puzzle: Puzzle) -> str:
    """Return the words about a puzzle whose clues prove less than the marks of its setter beside them."""
    states = half_made.examine(draft_of(puzzle), BUDGET)
    left = sum(states.cells.count(letter) for letter in (half_made.UNDECIDED, half_made.UNCOVERED))
    if not left and not states.clash:
        return "One solution, but no technique finds it: add a clue"
    return (
        f"Decided only by the mines and safe cells you marked: the clues leave {wording.pluralize(left, 'cell')} open"
    )


def _partners(draft: Draft, guide: str) -> list[int]:
    """Return the cells without a clue where a symmetry of the board puts a clue."""
    clues = set(draft.clues)
    image_cells = images(draft.grid, guide)[:, sorted(clues)].ravel().tolist()
    return sorted(set(image_cells) - clues)


# --- Beginnings and completions ---------------------------------------------------------------------------------------


def shaped(kind: str, size: str, shape: str) -> str:
    """Return an empty position of a shape, empty for a rectangle. Raises FormatError where it does not fit."""
    if shape and shape not in SHAPES:  # which could name a file
        raise errors.FormatError(f"shape: found {wording.describe(shape)}, allowed {', '.join(SHAPES)}")
    return draft_format.write(Draft(_board(kind, size, shape)))


def _board(kind: str, size: str, shape: str = "") -> Grid:
    """Return the board of a kind, a size and a shape. Raises PuzzlegenError."""
    spec = read_spec({"kind": kind, "shape": shape or None}, ())
    return _checked(spec.board_of(_checked(parse_size(size))))


def _checked(grid: Grid) -> Grid:
    """Return a board. Raises FormatError for one that is too large."""
    if max(grid.width, grid.height) > form_fields.MAX_COMPOSED:
        raise errors.FormatError(f"the puzzle has {grid} cells; the desk takes up to {form_fields.MAX_COMPOSED} a side")
    return grid


def begun(form: Sequence[str], number: int) -> dict[str, str]:
    """Return the ``text`` of puzzle ``number`` as the ``form`` of the page says: the fields BEGINNING in their order.

    They are a kind and a size; an idea that the clues show, or one of LETTERS; its digits or letters; a difficulty, and
    a symmetry of the clues; all but the first two may be empty. Where no such puzzle can show the idea, ``problem``
    says what to change, in the words of the page. Raises FormatError and GenerationError where there is no puzzle.
    """
    kind, size, idea, digits, difficulty, guide = form
    drawn = {idea: f"text:{digits}"} if idea in form_fields.LETTERS else {}
    grid = _board(kind, size, drawn.get("shape", ""))
    wanted = "" if drawn else idea and ideas.parse_idea(":".join(filter(None, (idea, digits))))
    if problem := wanted and _problem(wanted, grid, difficulty):
        return {"problem": problem}
    spec = read_spec({"kind": kind, "difficulty": difficulty or None, "layout": drawn.get("layout")}, [grid])
    symmetry = guide if guide in specs.fitting_symmetries(grid) else None
    made = _with_idea(wanted, spec, grid, symmetry, number) if wanted else _usual(spec, grid, symmetry, number)
    if made is None:
        return {"problem": f"No such puzzle was found with the symmetry {symmetry}: set Symmetry guide to none"}
    return {"text": draft_format.write(draft_of(made))}


def _usual(spec: specs.PuzzleSpec, grid: Grid, symmetry: str | None, number: int) -> Puzzle:
    """Return puzzle ``number`` of a spec, with a symmetry if one is given and the spec has no layout."""
    spec = spec if symmetry is None or spec.layout else replace(spec, layout=specs.Layout(symmetry))
    (request,) = requests_for(spec, grid, f"compose/{number}", 1)
    return make_puzzle(request).graded.puzzle


def _problem(wanted: str, grid: Grid, difficulty: str) -> str:
    """Return what to change in the form, as little as possible, so that the board can show an idea, or nothing."""
    idea, digits = ideas.idea_named(wanted)
    if difficulty and difficulty not in idea.difficulties:
        return f"Such puzzles are {', '.join(idea.difficulties)}: set Difficulty to one of these, or to any"
    if not ideas.idea_problem(wanted, grid, None):
        return ""
    nearest = ideas.nearest_board(wanted, grid)
    changes = (
        ("Kind", grid.variant, nearest.variant),
        ("Columns", grid.width, nearest.width),
        ("Rows", grid.height, nearest.height),
    )
    remedy = f"set {', '.join(f'{label} to {new}' for label, old, new in changes if old != new)}"
    if digits and not ideas.idea_problem(ideas.parse_idea(ideas.DIGITS), grid, None):
        remedy += ", or type other digits"
    return f"This board cannot show {digits or 'the clues of this puzzle'}: {remedy}"


def _with_idea(wanted: str, spec: specs.PuzzleSpec, grid: Grid, symmetry: str | None, number: int) -> Puzzle | None:
    """Return puzzle ``number`` with an idea and a symmetry, if one is given; None if none is found with it."""
    if symmetry is None:
        return _usual(replace(spec, idea=wanted), grid, None, number)
    idea, digits = ideas.idea_named(wanted)
    patterns = list(idea.patterns(grid, digits))
    transforms = grid.variant.lattice.symmetries[symmetry]
    even = [pattern for pattern in patterns if all(_is_image(grid, pattern, transform) for transform in transforms)]
    patterns = even or patterns
    for place in range(PATTERNS):
        draft = _drawn(grid, patterns[(number + place * len(patterns) // PATTERNS) % len(patterns)])
        request = completion.completion_request(spec, draft, f"compose/{number}", symmetry)
        with suppress(errors.NoCompletionError):
            puzzle = completion.complete(request).graded.puzzle
            if idea.shows(grid, puzzle.cells, digits, run(puzzle, MAX_TIER).moment.tolist()):
                return puzzle
    return None


def _is_image(grid: Grid, pattern: ideas.Pattern, transform: int) -> bool:
    return image_cells(grid, tuple(pattern), transform) == tuple(pattern)


def _drawn(grid: Grid, pattern: ideas.Pattern) -> Draft:
    """Return a half-made puzzle with the clues and the blanks that a pattern of an idea always has."""
    blank = {cell for cell, allowed in enumerate(pattern) if allowed == ideas.BLANK_BIT}
    printed = {cell: allowed for cell, allowed in enumerate(pattern) if not allowed & ideas.BLANK_BIT}
    return Draft(
        grid, {cell: ANY_VALUE if bits & (bits - 1) else bits.bit_length() - 1 for cell, bits in printed.items()}, blank
    )


def completed(text: str, difficulty: str, number: int, guide: str = "") -> dict[str, Any]:
    """Return proposal ``number`` for a position: the puzzle, facts in ``words``, and ``text``, its position.

    Its clues have the symmetry ``guide`` if the board can have it. An empty ``difficulty`` allows any. Where there is
    none, ``problem`` is the reason, and ``clash`` has the cells of what clashes. Raises FormatError for a text that is
    no position, and GenerationError for an unknown difficulty.
    """
    draft = read(text)
    spec = read_spec({"kind": draft.grid.variant.name, "difficulty": difficulty or None}, [draft.grid])
    symmetry = guide if guide in specs.fitting_symmetries(draft.grid) else None
    try:
        made = completion.complete(completion.completion_request(spec, draft, f"compose/{number}", symmetry)).graded
    except errors.NoCompletionError as error:
        return {"problem": str(error), "clash": [cell for cell, _ in error.clash if cell is not None]}
    grade_words = _grade_words(made.grade.difficulty, made.grade.score)
    return {
        "line": line.write(made.puzzle),
        "text": draft_format.write(draft_of(made.puzzle)),
        "words": ", ".join([grade_words, wording.pluralize(made.puzzle.clues, "clue")]),
    }
