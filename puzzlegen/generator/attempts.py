"""Generates one puzzle: repeats attempts until one has the requested difficulty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from puzzlegen.board.aims import LOW, NORMAL
from puzzlegen.board.classic_board import ClassicBoard
from puzzlegen.board.clue_layout import FREE_LAYOUT
from puzzlegen.board.deduction import Status
from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.engine.thinning.thin_naive import single_removals
from puzzlegen.errors import GenerationError
from puzzlegen.generator.classic_boards import BoardRequest, fastest_strategy, find_boards
from puzzlegen.generator.climbing import adjust, can_adjust, climb
from puzzlegen.generator.clue_layouts import NO_MINES_FOUND, lay_out, room_for_mines
from puzzlegen.generator.drawn_puzzles import CLUE_TOO_MANY, drawn_puzzles
from puzzlegen.generator.mine_placement import has_twins, mine_limits, place, shuffled_cells
from puzzlegen.generator.picture_puzzles import picture_mines, thin_picture
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.generator.thinning import thin
from puzzlegen.grading.grade import grade
from puzzlegen.grading.quality import parts
from puzzlegen.grading.wishes import missed, reached
from puzzlegen.random_streams import stream
from puzzlegen.solver.tiers import PuzzleTrace, run

FAR_DENSITY = 0.1  # from the usual share of mines; farther away, fewer puzzles need tier 3 (2026-11-22)
MAX_FAILED_CLIMBS = 30  # climbs that end without what is wished, each of up to some seconds
MAX_FAILED_SEARCHES = 30  # searches for mines without any success, each of up to half a second at 20x20


class Attempt(NamedTuple):
    """The puzzle of one attempt. ``fell_back`` says that thinning used its naive form (see generator.thinning).

    ``start`` is where the classic game with its mines begins, if the request asks for one.
    """

    puzzle: Puzzle
    solution: Solution
    fell_back: bool = False
    start: int | None = None


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A generated puzzle, and counts of the attempts for it.

    ``rejects`` counts the rejected attempts by reason. ``fallbacks`` counts the attempts whose thinning fell back.
    """

    graded: GradedPuzzle
    rejects: Mapping[str, int]
    fallbacks: int = 0


def no_guess_board(request: PuzzleRequest, name: str) -> ClassicBoard:
    """Return the board of an attempt whose game needs the cap of the request, and no higher tier.

    Raises GenerationError if no board is found, and for one whose game needs less.
    """
    assert request.mines is not None, "a request for a classic board sets the number of mines"
    strategy = fastest_strategy(request.grid, request.mines)
    wanted = BoardRequest(request.grid, request.mines, strategy=strategy, cap=request.cap)
    found = next(find_boards(wanted, [f"{name}/board"]))
    if found.game.hardest < request.cap:
        raise GenerationError(f"a game that needs only tier {found.game.hardest}")
    return found.game.board


def attempt(request: PuzzleRequest, name: str) -> Attempt:
    """Place mines and thin clues once, in the layout of the request, from the stream ``name``.

    Raises GenerationError when the mines cannot be placed or proved.
    """
    random = stream(name)
    if request.picture is not None:
        thinned = thin_picture(request, random)
        return Attempt(thinned.puzzle, tuple(picture_mines(request).astype(bool).tolist()), thinned.fell_back)
    if request.classic:
        board = no_guess_board(request, name)
        order = single_removals(shuffled_cells(request.grid, random))
        thinned = thin(request.grid, np.array(board.mines, np.int8), request.cap, order, total=request.total)
        return Attempt(thinned.puzzle, board.mines, thinned.fell_back, board.start)
    if request.layout != FREE_LAYOUT:
        puzzle, mines, fell_back = lay_out(request, random)
        return Attempt(puzzle, tuple(mines.astype(bool).tolist()), fell_back)
    fewest, most = mine_limits(request)
    count = fewest if request.mines is not None else fewest + random.below(most - fewest + 1)
    mines = place(request.grid, count, random, lone=request.lone)
    order = single_removals(shuffled_cells(request.grid, random))
    thinned = thin(request.grid, mines, request.cap, order, total=request.total)
    return Attempt(thinned.puzzle, tuple(mines.astype(bool).tolist()), thinned.fell_back)


class _Candidate(NamedTuple):
    """The result of the attempt ``number``: the trace of a solved puzzle, or the reason why there is none.

    ``start`` is that of the attempt. ``points`` are its points of effort, None if they are not known yet.
    """

    number: int
    trace: PuzzleTrace | None
    reason: str = ""
    points: int | None = None
    fell_back: bool = False
    start: int | None = None


def attempt_name(request: PuzzleRequest, number: int) -> str:
    """Return the name of the stream of an attempt, counted from 0."""
    return f"{request.stream}/{number}"


def _candidates(request: PuzzleRequest) -> Iterator[_Candidate]:
    """Yield the result of each attempt, in order."""
    if not request.layout.is_open or request.picture is not None or request.classic or has_twins(request.grid):
        yield from (_attempted(request, number) for number in range(request.attempts))
        return
    for drawn in drawn_puzzles(request):
        if drawn.trace is None and not drawn.reason:
            yield _attempted(request, drawn.number)
        else:
            yield _Candidate(*drawn)


def _attempted(request: PuzzleRequest, number: int) -> _Candidate:
    """Make one attempt, and prove its puzzle."""
    try:
        puzzle, solution, fell_back, start = attempt(request, attempt_name(request, number))
    except GenerationError as error:
        return _Candidate(number, None, str(error))
    trace = run(puzzle, request.cap)
    # This solve proves the puzzle. It does not rely on thinning, which once had a bug (1 board in 1000).
    if trace.status is not Status.SOLVED or trace.solution != solution:
        return _Candidate(number, None, CLUE_TOO_MANY, fell_back=fell_back)
    return _Candidate(number, trace, fell_back=fell_back, start=start)


def make_puzzle(request: PuzzleRequest) -> GeneratedPuzzle:
    """Repeat attempts until a puzzle has the requested difficulty. The result depends only on the request.

    Raises GenerationError, with the most frequent reasons, when the attempts are used up, and at once if the mines
    cannot fit.
    """
    rejects: Counter[str] = Counter()
    fallbacks = failed_climbs = 0
    most = room_for_mines(request)
    if (request.mines or 1) > most:  # no attempt can succeed
        raise GenerationError(
            f"mines on a board of {request.grid} cells: at most {most} fit, found {request.mines or 1}: "
            "choose a larger size, fewer mines or a layout with fewer clues"
            if not request.layout.is_open
            else f"mines on a board of {request.grid} cells: at most {most} fit, found {request.mines or 1}: "
            "choose a larger size or fewer mines"
        )
    for found in _candidates(request):
        number = found.number
        fallbacks += found.fell_back
        if found.trace is None:
            rejects[found.reason] += 1
            if rejects[NO_MINES_FOUND] == MAX_FAILED_SEARCHES and len(rejects) == 1:
                break
            continue
        trace, points = found.trace, found.points
        if request.aim.moves:
            trace, points = climb(request, trace, stream(f"{attempt_name(request, number)}/climb")), None
        grading = grade(trace, points)
        if request.difficulty != grading.difficulty and can_adjust(request):
            adjusted = adjust(request, trace, stream(f"{attempt_name(request, number)}/adjust"))
            if adjusted is not None:
                trace, grading = adjusted, grade(adjusted)
        if request.difficulty not in (None, grading.difficulty):
            rejects[_instead(grading.difficulty)] += 1
            continue
        wishes = reached(trace, grading, request.aim)
        if reason := missed(wishes):
            rejects[reason] += 1
            failed_climbs += 1
            if failed_climbs == MAX_FAILED_CLIMBS:
                break
            continue
        quality = parts(trace, grading.score, request.difficulty, request.aim) if request.aim.effort != LOW else None
        graded = GradedPuzzle(
            trace.puzzle, trace.solution, grading, attempt_name(request, number), number + 1,
            quality=quality, wishes=wishes, picture=request.picture_name, classic_start=found.start,
        )  # fmt: skip
        return GeneratedPuzzle(graded, dict(rejects), fallbacks)
    counted = "; ".join(f"{count} time{'s' * (count > 1)} {reason}" for reason, count in rejects.most_common(3))
    tried = f"{number + 1} attempt{'s' * (number > 0)} ({counted})"
    if failed_climbs:
        wanted = ", ".join(
            f"{name} {value if isinstance(value, str) else f'{value:g}'}" for name, value in request.aim.wishes.items()
        )
        raise GenerationError(
            f"{wanted}: found no such {request.label} {request.grid} puzzle in {tried}: "
            "choose another wish, a larger size, another difficulty or more effort"
        )
    raise GenerationError(f"no {request.label} {request.grid} puzzle in {tried}: {_remedy(request, rejects)}")


def _remedy(request: PuzzleRequest, rejects: Mapping[str, int]) -> str:
    """Return what to choose when the attempts are used up."""
    if request.picture is not None:
        return "the picture is given, so choose a difficulty that was found, another width or another picture"
    if request.classic:
        return "choose another difficulty, another number of mines, another size or more attempts"
    return f"choose {', '.join(advice(request, rejects))} or more attempts"


def advice(request: PuzzleRequest, rejects: Mapping[str, int]) -> list[str]:
    """Return what would help a request whose attempts were rejected for these reasons.

    It follows from what came out most often. docs/grading.md has how difficulties depend on size and density.
    """
    instead = {name: rejects.get(_instead(name), 0) for name in DIFFICULTIES}
    often = max(instead, key=lambda name: instead[name])
    share, (usual, _) = (request.mines or 0) / request.grid.area, request.layout.usual_mines(request.grid.variant)
    share = share if request.mines is not None else request.density
    if 2 * sum(instead.values()) < sum(rejects.values()):  # mostly no puzzle at all
        fewer = ["a lower density"] if share >= usual else []
        return [*fewer, "a larger size"] if request.layout.is_open else ["a layout with more clues", *fewer]
    found = [f"difficulty {often}"]
    if abs(share - usual) > FAR_DENSITY:
        found.insert(0, f"a density of about {usual:g}")
    fixed = request.layout.drawing is not None or request.layout.clues is not None
    if fixed:
        found.insert(0, "another layout")
    if DIFFICULTIES[often].tier < DIFFICULTIES[request.difficulty or often].tier and not fixed:
        found.insert(0, "a larger size")
    order = list(DIFFICULTIES)
    easier = order.index(often) < order.index(request.difficulty or often)
    if easier and request.aim.effort == LOW and request.layout.drawing is None:  # climbs make few drawn puzzles harder
        found.insert(0, f"effort {NORMAL}")
    return found


def _instead(name: str) -> str:
    """Return the reason to reject a puzzle of this difficulty."""
    return f"{name} instead"
