"""Generates one puzzle, or one whose solution is a picture: repeats attempts until one has the requested difficulty.

In the free and the natural layout, one call of the engine makes many attempts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import DIFFICULTIES, LOW, MAX_TIER, NORMAL, Grade, least_usual_score
from puzzlegen.board.drawn_layouts import cells_of
from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import APART, Hand
from puzzlegen.board.puzzle import ClassicBoard, GradedPuzzle, Puzzle, Solution, Status, blank_cells, from_bytes
from puzzlegen.board.spec import FREE_LAYOUT
from puzzlegen.engine import mine_search as limit
from puzzlegen.engine import thin as engine
from puzzlegen.engine.clue_rules import NO_TOTAL
from puzzlegen.engine.thin import Removals, single_removals
from puzzlegen.errors import GenerationError
from puzzlegen.generator import clue_layouts, idea_puzzles, improving
from puzzlegen.generator.classic_boards import BoardRequest, fastest_strategy, find_boards
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.grading.grade import grade
from puzzlegen.grading.quality import missed, parts, reached
from puzzlegen.random_streams import Stream, seeds, stream
from puzzlegen.solver.position import nodes_of
from puzzlegen.solver.tiers import PuzzleTrace, run

MOST_AT_ONCE = 64  # attempts in one call; the first call has few, as easy puzzles seldom need more than one
CLUE_TOO_MANY = "a clue too many was dropped"


class Drawn(NamedTuple):
    """The result of the attempt ``number``: the trace of a puzzle, or the reason why there is none.

    ``effort`` is that of the puzzle, None if it is not known yet. Neither trace nor reason is set if all cells are to
    be mines, or if an array of the engine was too small. The attempt has to be made by other means then.
    """

    number: int
    trace: PuzzleTrace | None = None
    reason: str = ""
    effort: int | None = None


class _PlainBoard(NamedTuple):
    """What the engine needs to know of a board and its layout before anything is drawn (see engine.thin)."""

    present: NDArray[np.int32]  # the cells that the board has
    factors: NDArray[np.float64]  # of each of these: the factor of its rank in the order of removals
    kept: NDArray[np.float64]  # of each value: the same; empty without habits
    bare: NDArray[np.int8]  # of each node: what is known without clues
    clue: NDArray[np.int8]  # of each node: no clue yet
    removals: Removals  # without the order, which is drawn


@lru_cache(maxsize=64)
def _plain_board(grid: Grid, hand: Hand | None) -> _PlainBoard:
    nodes, unclued = nodes_of(grid), blank_cells(grid)
    present = np.flatnonzero(grid.present).astype(np.int32)
    plain = _PlainBoard(
        present=present,
        factors=np.ones(present.size),
        kept=engine.NO_FACTORS,
        bare=nodes.known(unclued),
        clue=nodes.clues(unclued),
        removals=single_removals(present),
    )
    if hand is None:
        return plain
    start, beside = clue_layouts.beside_lists(grid, hand)
    return plain._replace(
        factors=clue_layouts.edge_factors(grid, hand)[present],
        kept=clue_layouts.kept_values(grid, hand),
        removals=plain.removals._replace(beside_start=start, beside=beside),
    )


def drawn_puzzles(request: PuzzleRequest) -> Iterator[Drawn]:
    """Yield the result of each attempt of a request in order: a layout without symmetry, a board without twins.

    The attempts draw what ``attempts.attempt`` draws, and give the same puzzles. Those that need too low a tier for the
    difficulty have a reason and no trace.
    """
    grid = request.grid
    nodes, plain = nodes_of(grid), _plain_board(grid, request.habits)
    around, clue = nodes.around, plain.clue.copy()
    removals = plain.removals._replace(order=np.empty(grid.area, np.int32))
    limits = _limits(request, nodes.shift)
    space = engine.workspace_for(nodes.size, around.cells.size)
    first, most = 0, 2
    while first < request.attempts:
        count = min(most, request.attempts - first)
        outcomes = np.empty((count, 4), np.int32)
        made = engine.make_boards(
            seeds([f"{request.stream}/{number}" for number in range(first, first + count)]), outcomes, plain.present,
            plain.factors, plain.kept, around.coordinates, 0 if request.total else NO_TOTAL, request.cap, limits,
            engine.NO_RANDOM, plain.bare, clue, around.start, around.cells, removals, space,
        )  # fmt: skip
        for number, (outcome, mines, rounds, effort) in enumerate(outcomes[:made].tolist(), start=first):
            if outcome == engine.MADE:
                yield Drawn(number, _trace(request, clue, mines, rounds, space), "", effort or None)
            else:
                yield Drawn(number, None, _reason(request, outcome, mines))
        first += made
        if made == count:
            most = min(2 * most, MOST_AT_ONCE)


def _limits(request: PuzzleRequest, shift: int) -> NDArray[np.int32]:
    """Return what the engine needs to know of the request. ``shift``: see Nodes."""
    limits = np.zeros(limit.LIMITS_SIZE, np.int32)
    hand = request.habits
    fewest, most = improving.mine_limits(request)
    exact = request.mines is not None and hand is None  # a hand draws a word even for a given number
    changed = request.aim.moves > 0 or improving.can_adjust(request)
    lowest = 0 if changed else request.tier
    limits[limit.FEWEST], limits[limit.MOST] = fewest, fewest - 1 if exact else most
    limits[limit.LONE], limits[limit.LOWEST_TIER], limits[limit.SHIFT] = request.lone_cells, lowest, shift
    limits[limit.GRADED_TIER] = MAX_TIER + 1 if request.aim.moves else request.tier  # a climb changes the effort
    limits[limit.NATURAL], limits[limit.KEPT_APART] = hand is not None, hand is not None and hand.company == APART
    return limits


def _reason(request: PuzzleRequest, outcome: int, mines: int) -> str:
    """Return why an attempt gave no puzzle; empty if it has to be made by other means."""
    all_mines = outcome == engine.UNPLACED and request.grid.variant.clue_on_mine  # the engine keeps a safe cell
    if outcome == engine.FULL or all_mines:
        return ""
    if outcome == engine.UNPLACED:
        return improving.unplaced(request.grid, mines)
    if outcome == engine.UNPROVED_BOARD:
        return improving.unprovable(request.grid, request.cap)
    if outcome == engine.SPOILT:
        return CLUE_TOO_MANY
    easiest = [band.name for band in DIFFICULTIES.values() if band.includes(outcome - engine.TOO_EASY, 0.0, 1.0)]
    return f"{easiest[-1]} instead"


def _trace(request: PuzzleRequest, clue: engine.Clues, mines: int, rounds: int, space: engine.Workspace) -> PuzzleTrace:
    """Return the trace that the engine left, as copies: the next attempt uses the same arrays."""
    nodes = nodes_of(request.grid)
    cells, used, trace = slice(nodes.cells), slice(1, rounds + 1), space.trace
    return PuzzleTrace(
        puzzle=from_bytes(request.grid, nodes.printed(clue).tobytes(), mines if request.total else None),
        status=Status.SOLVED,
        known=space.draft.known[cells].copy(),
        moment=trace.moment[cells].copy(),
        by=nodes.clue_cells(trace.by).copy(),
        tier=trace.tier_of[used].copy(),
        available=trace.available[used].copy(),
    )


def picture_mines(request: PuzzleRequest) -> NDArray[np.int8]:
    """Return the mines of the request's picture, int8 of shape ``(size,)``, 1 = mine."""
    assert request.picture is not None
    return cells_of(request.picture.splitlines()).ravel().astype(np.int8)


def thin_picture(request: PuzzleRequest, random: Stream) -> improving.ThinnedPuzzle:
    """Make the puzzle with the picture of the request as its mines. Only the order of removals is random.

    Raises GenerationError for a picture that even all clues do not prove at the cap.
    """
    order = single_removals(random.permutation(request.grid.size))
    return improving.thin(request.grid, picture_mines(request), request.cap, order, total=request.total)


FAR_DENSITY = 0.1  # from the usual share of mines; farther away, fewer puzzles need tier 3 (2026-11-22)
MAX_FAILED_CLIMBS = 30  # climbs that end without what is wished, each of up to some seconds
MAX_FAILED_SEARCHES = 30  # searches for mines without any success, each of up to half a second at 20x20


class Attempt(NamedTuple):
    """The puzzle of one attempt. ``fell_back`` says that thinning used its naive form (see engine.thin).

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
    drawn = next(find_boards(wanted, [f"{name}/board"]))
    if drawn.game.hardest < request.cap:
        raise GenerationError(f"a game that needs only tier {drawn.game.hardest}")
    return drawn.game.board


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
        order = single_removals(improving.shuffled_cells(request.grid, random))
        thinned = improving.thin(request.grid, np.array(board.mines, np.int8), request.cap, order, total=request.total)
        return Attempt(thinned.puzzle, board.mines, thinned.fell_back, board.start)
    if request.idea is not None:
        puzzle, mines, fell_back = idea_puzzles.make(request, random)
        return Attempt(puzzle, tuple(mines.astype(bool).tolist()), fell_back)
    if request.layout != FREE_LAYOUT:
        puzzle, mines, fell_back = clue_layouts.lay_out(request, random)
        return Attempt(puzzle, tuple(mines.astype(bool).tolist()), fell_back)
    fewest, most = improving.mine_limits(request)
    count = fewest if request.mines is not None else fewest + random.below(most - fewest + 1)
    mines = improving.place(request.grid, count, random, lone=request.lone_cells)
    order = single_removals(improving.shuffled_cells(request.grid, random))
    thinned = improving.thin(request.grid, mines, request.cap, order, total=request.total)
    return Attempt(thinned.puzzle, tuple(mines.astype(bool).tolist()), thinned.fell_back)


class _Candidate(NamedTuple):
    """The result of the attempt ``number``: the trace of a solved puzzle, or the reason why there is none.

    ``start`` is that of the attempt. ``effort`` is None if it is not known yet.
    """

    number: int
    trace: PuzzleTrace | None
    reason: str = ""
    effort: int | None = None
    fell_back: bool = False
    start: int | None = None


def attempt_name(request: PuzzleRequest, number: int) -> str:
    """Return the name of the stream of an attempt, counted from 0."""
    return f"{request.stream}/{number}"


def _candidates(request: PuzzleRequest) -> Iterator[_Candidate]:
    """Yield the result of each attempt, in order."""
    if (
        not request.layout.is_open
        or request.picture is not None
        or request.classic
        or request.idea is not None
        or improving.has_twins(request.grid)
        or improving.symmetries_of_hand(request)
    ):
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
    _check_room(request)
    rejects: Counter[str] = Counter()
    fallbacks = failed_climbs = 0
    for candidate in _candidates(request):
        number = candidate.number
        fallbacks += candidate.fell_back
        if candidate.trace is None:
            rejects[candidate.reason] += 1
            if rejects[clue_layouts.NO_MINES_FOUND] == MAX_FAILED_SEARCHES and len(rejects) == 1:
                break
            continue
        trace, grading = _improved(request, number, candidate.trace, candidate.effort)
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
        quality = None
        if request.aim.effort != LOW:
            quality = parts(trace, grading.score, request.difficulty, request.aim, request.habits)
        graded = GradedPuzzle(
            trace.puzzle, trace.solution, grading, attempt_name(request, number), number + 1,
            quality=quality, wishes=wishes, picture=request.picture_name, classic_start=candidate.start,
            idea=request.idea, hand=request.hand,
        )  # fmt: skip
        return GeneratedPuzzle(graded, dict(rejects), fallbacks)
    raise GenerationError(_used_up(request, number + 1, rejects, wished=failed_climbs > 0))


def _check_room(request: PuzzleRequest) -> None:
    """Raise GenerationError if no attempt can succeed because the mines do not fit."""
    most, wanted = clue_layouts.room_for_mines(request), request.mines or 1
    if wanted > most:
        more = " or fewer mines" if request.layout.is_open else ", fewer mines or a layout with fewer clues"
        raise GenerationError(
            f"mines on a board of {request.grid} cells: at most {most} fit, found {wanted}: choose a larger size{more}"
        )


def _improved(request: PuzzleRequest, number: int, trace: PuzzleTrace, effort: int | None) -> tuple[PuzzleTrace, Grade]:
    """Climb from a puzzle, or adjust it to the difficulty, as the request asks; return it with its grade."""
    name = attempt_name(request, number)
    if request.aim.moves:
        trace, effort = improving.climb(request, trace, stream(f"{name}/climb")), None
    if not improving.can_adjust(request):
        return trace, grade(trace, effort)
    grading = None if trace.hardest < request.tier else grade(trace, effort)
    if not _is_as_asked(request, grading):
        adjusted = improving.adjust(request, trace, stream(f"{name}/adjust"))
        if adjusted is not None:
            trace, effort = adjusted
            return trace, grade(trace, effort)
    return trace, grading or grade(trace, effort)


def _is_as_asked(request: PuzzleRequest, grading: Grade | None) -> bool:
    if grading is None or grading.difficulty != request.difficulty:
        return False
    return grading.score >= least_usual_score(grading.difficulty, request.grid)


def _used_up(request: PuzzleRequest, attempts: int, rejects: Counter[str], *, wished: bool) -> str:
    """Return why no attempt gave a puzzle, and the remedy. ``wished``: some had all but what was wished."""
    counted = "; ".join(f"{count} time{'s' * (count > 1)} {reason}" for reason, count in rejects.most_common(3))
    tried = f"{attempts} attempt{'s' * (attempts > 1)} ({counted})"
    if not wished:
        return f"no {request.label} {request.grid} puzzle in {tried}: {_remedy(request, rejects)}"
    wanted = ", ".join(
        f"{name} {value if isinstance(value, str) else f'{value:g}'}" for name, value in request.aim.wishes.items()
    )
    return (
        f"{wanted}: found no such {request.label} {request.grid} puzzle in {tried}: "
        "choose another wish, a larger size, another difficulty or more effort"
    )


def _remedy(request: PuzzleRequest, rejects: Mapping[str, int]) -> str:
    """Return what to choose when the attempts are used up."""
    if request.picture is not None:
        return "the picture is given, so choose a difficulty that was found, another width or another picture"
    if request.idea is not None:
        return "choose another difficulty, another size, another idea or more attempts"
    if request.classic:
        return "choose another difficulty, another number of mines, another size or more attempts"
    return f"choose {', '.join(advice(request, rejects))} or more attempts"


def advice(request: PuzzleRequest, rejects: Mapping[str, int]) -> list[str]:
    """Return what would help a request whose attempts were rejected for these reasons.

    It follows from what came out most often. docs/grading.md has how difficulties depend on size and density.
    """
    instead = {name: rejects.get(_instead(name), 0) for name in DIFFICULTIES}
    often = max(instead, key=lambda name: instead[name])
    usual, _ = request.layout.usual_mines(request.grid.variant, request.habits)
    share = request.density if request.mines is None else request.mines / request.grid.area
    if 2 * sum(instead.values()) < sum(rejects.values()):  # mostly no puzzle at all
        fewer = ["a lower density"] if share >= usual else []
        return [*fewer, "a larger size"] if request.layout.is_open else ["a layout with more clues", *fewer]
    remedies = [f"difficulty {often}"]
    if abs(share - usual) > FAR_DENSITY:
        remedies.insert(0, f"a density of about {usual:g}")
    fixed = request.layout.drawing is not None or request.layout.clues is not None
    if fixed:
        remedies.insert(0, "another layout")
    if DIFFICULTIES[often].tier < DIFFICULTIES[request.difficulty or often].tier and not fixed:
        remedies.insert(0, "a larger size")
    order = list(DIFFICULTIES)
    easier = order.index(often) < order.index(request.difficulty or often)
    if easier and request.aim.effort == LOW and request.layout.drawing is None:  # climbs make few drawn puzzles harder
        remedies.insert(0, f"effort {NORMAL}")
    return remedies


def _instead(name: str) -> str:
    """Return the reason to reject a puzzle of this difficulty."""
    return f"{name} instead"
