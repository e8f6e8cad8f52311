"""Completes drafts: finds mines that fit what a setter wants, removes needless clues, and proves the result.

An attempt places mines at random, moves them until the wanted values fit (engine.mine_fitting), prints every clue that
may be printed, and removes those that are not wanted and that the rest does not need. Where the clues cannot prove all
mines, it moves mines near the cells that are not proved. The first puzzle of the wanted difficulty is the result. The
tiers and the exact solver prove it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen import errors, random_streams, wording
from puzzlegen.board import drawn_layouts
from puzzlegen.board.draft import ANY_VALUE, Draft
from puzzlegen.board.puzzle import EMPTY, GradedPuzzle, Puzzle, Status
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.engine import clue_rules, mine_search, rounds, thin
from puzzlegen.engine import mine_fitting as fitting
from puzzlegen.engine.position import new_trace
from puzzlegen.generator import attempts, improving, requests
from puzzlegen.grading.grade import grade
from puzzlegen.solver import exact, half_made, position, tiers

UNFIT = "no mines were found that fit"
UNPROVED = "the clues that are allowed do not prove the mines"
BUDGET = 10.0  # seconds of the exact solver, for the proof of a puzzle and to find out whether wishes clash
REPAIRS_A_CELL = 6  # changes of mines that one attempt tries where the clues do not prove them all
REPAIRS_AN_ATTEMPT = 10  # so many changes count as one more attempt
# Share of mines with which an attempt begins, and its spread, where none is given, other than for mosaics
FIRST_MINES = 0.31, 0.09
KEPT_IN = 3  # where the exact solver found mines that fit, every cell but one in so many begins as there

Mines = NDArray[np.int8]


@dataclass(frozen=True)
class CompletionRequest:
    """A draft, and what its completion should be.

    Of ``puzzle`` the difficulty, the cap, the attempts, the random stream and the shares of mines matter. ``limited``
    keeps to these shares, which only say how an attempt begins otherwise. The clues have the ``symmetry``, if any.
    """

    draft: Draft
    puzzle: requests.PuzzleRequest
    limited: bool = False
    symmetry: str | None = None


def completion_request(spec: PuzzleSpec, draft: Draft, name: str, symmetry: str | None = None) -> CompletionRequest:
    """Return the request for a completion from the random stream ``name``, with clues of a symmetry of the board.

    Raises GenerationError for a number of mines beside a total that the draft prints.
    """
    if draft.total is not None and spec.mines is not None:
        raise errors.GenerationError(
            f"found {spec.mines}, but the draft prints a total of {draft.total}", at=("mines",)
        )
    limited = spec.mines is not None or spec.density is not None
    if spec.density is None and not draft.grid.variant.clue_on_mine:
        density, spread = FIRST_MINES
        spec = replace(spec, density=density, spread=spread if spec.spread is None else spec.spread)
    return CompletionRequest(draft, requests.request_for(spec, draft.grid, name), limited, symmetry)


def _with_images(draft: Draft, images: NDArray[np.int32]) -> Draft:
    """Return a draft with clues and blanks at the images of those that it has. Raises NoCompletionError for a clash."""
    unclued = {*draft.plain} if draft.grid.variant.clue_on_mine else {*draft.plain, *draft.mines}
    bare = unclued | set(draft.blank)
    clues = {int(image): cell for cell in draft.clues for image in images[:, cell]}
    for image in sorted(bare & clues.keys()):
        clash = [(cell, draft.grid.name(cell)) for cell in (clues[image], image)]
        raise errors.NoCompletionError(
            f"the clue in {clash[0][1]} needs one in {clash[1][1]} for the symmetry, where none may stand; "
            "change one of them, or choose another symmetry",
            clash=clash,
        )
    blank = {int(image) for cell in bare for image in images[:, cell]} - unclued
    return replace(draft, clues=dict.fromkeys(clues, ANY_VALUE) | dict(draft.clues), blank=frozenset(blank))


class _Field(NamedTuple):
    """A draft as the engine takes it: arrays with an entry a node (see solver.position).

    ``known`` is what is known without any clue. ``loose`` are the nodes of clues that may be printed and need not be.
    """

    nodes: position.Nodes
    given: fitting.Given
    known: NDArray[np.int8]
    loose: NDArray[np.int32]
    total: int
    images: NDArray[np.int32]  # of each cell, shape (images, cells); itself where clues need no symmetry

    def clues(self, mines: Mines) -> NDArray[np.int8]:
        """Return all clues that may be printed beside these mines, negative where there is none."""
        start, cells = self.nodes.around.start, self.nodes.around.cells
        sums = np.append(0, np.cumsum(mines[cells], dtype=np.int32))
        printed = (self.given.role == fitting.CARRIES) & (mines == 0)
        printed[: self.nodes.shift] = False  # on boards where mines may have clues, these nodes are cells
        own = printed[self.nodes.shift :][: self.images.shape[1]]
        own &= own[self.images].all(axis=0)
        return np.where(printed, sums[start[1:]] - sums[start[:-1]], -1).astype(np.int8)

    def removals(self, random: random_streams.Stream) -> thin.Removals:
        """Return the clues that may go in a random order, images together."""
        order = self.loose[random.permutation(self.loose.size)]
        if len(self.images) == 1:
            return thin.single_removals(order)
        shift = self.nodes.shift
        groups = dict.fromkeys(tuple(sorted(set(self.images[:, cell - shift].tolist()))) for cell in order.tolist())
        first = np.cumsum([0, *map(len, groups)], dtype=np.int32)
        return thin.Removals(np.array([shift + cell for group in groups for cell in group], np.int32), first)


def _field_of(draft: Draft, images: NDArray[np.int32]) -> _Field:
    """Return the arrays of a draft."""
    grid, nodes = draft.grid, position.nodes_of(draft.grid)
    shift = nodes.shift
    fixed, wanted, role = np.full((3, nodes.size), fitting.FREE, np.int8)
    wanted[:], role[:] = fitting.ANY, fitting.CARRIES
    role[:shift], fixed[shift:] = fitting.BLANK, 0 if shift else fitting.FREE
    printed = draft.unclued.array
    bare = np.flatnonzero((printed == EMPTY) | ~grid.present)
    fixed[bare], role[bare], role[shift + bare] = 0, fitting.GIVEN, fitting.GIVEN
    fixed[list(draft.safe)], fixed[list(draft.mines)] = 0, 1
    role[[shift + cell for cell in draft.blank]] = fitting.GIVEN if shift else fitting.BLANK
    if not shift:
        fixed[list(draft.clues)] = 0
    for cell, value in draft.clues.items():
        wanted[shift + cell] = fitting.ANY if value is ANY_VALUE else value
    loose = role[shift : shift + grid.size] == fitting.CARRIES
    loose[list(draft.clues)] = False
    total = clue_rules.NO_TOTAL if draft.total is None else draft.total
    return _Field(
        nodes, fitting.Given(fixed, wanted, role), nodes.known(printed),
        nodes.clue_nodes(np.flatnonzero(loose).astype(np.int32)), total, images,
    )  # fmt: skip


def _out_of_reach(field: _Field) -> NDArray[np.int64]:
    """Return the cells that have to be proved and can have no clue beside them, whatever the mines are."""
    given, around = field.given, field.nodes.around
    carries = ((given.role == fitting.CARRIES) & (given.fixed != 1)).astype(np.int32)
    carries[: field.nodes.shift] = 0
    sums = np.append(0, np.cumsum(carries[around.cells]))
    needed = (given.role == fitting.BLANK) | ((given.role == fitting.CARRIES) & (given.fixed == 1))
    return np.flatnonzero(needed & (sums[around.start[1:]] == sums[around.start[:-1]]))[: field.nodes.cells]


class _Completer:
    """Makes the attempts of one request."""

    def __init__(self, request: CompletionRequest) -> None:
        self.request, self.draft, grid = request, request.draft, request.draft.grid
        images = np.arange(grid.size, dtype=np.int32)[None]
        if request.symmetry is not None:
            images = drawn_layouts.images(grid, request.symmetry)
            self.draft = _with_images(self.draft, images)
        self.field = _field_of(self.draft, images)
        self.base: Mines | None = None  # mines that fit, of the exact solver
        self.searched = False  # whether it was asked for them, as it is once the search has found none
        self.repairs = 0  # changes tried so far
        self.trace = new_trace(self.field.nodes.size)
        low, high = improving.mine_limits(request.puzzle)
        total = request.draft.total
        self.begin = (low, high) if total is None else (total, total)
        self.limits = self.begin if total is not None or request.limited else (0, request.draft.grid.area)
        if (cells := _out_of_reach(self.field)).size:
            if total is None:
                raise self._no_clue_beside(cells)
            self.field.given.role[cells] = fitting.GIVEN  # the total may prove them

    def _no_clue_beside(self, cells: NDArray[np.int64]) -> errors.NoCompletionError:
        """Return the error about cells that no clue can reach; those around the first are what clashes."""
        draft, first = self.draft, int(cells[0])
        name = draft.grid.name(first)
        others = f" (nor beside {wording.pluralize(cells.size - 1, 'other cell')})" if cells.size > 1 else ""
        return errors.NoCompletionError(
            f"no clue can stand beside {name}{others}, so nothing could prove it; allow a clue there, or print a total",
            clash=[
                half_made.Wish(cell, f"the {'mine' if cell in draft.mines else 'blank'} in {draft.grid.name(cell)}")
                for cell in sorted({first, *position.neighbors_of(draft.grid)[first]})
            ],
        )

    def attempt(self, name: str) -> tuple[tiers.PuzzleTrace | None, str]:
        """Return the solve of a puzzle, or the reason why there is none. Raises NoCompletionError if wishes clash."""
        random = random_streams.stream(name)
        mines = self._fitted(self._first(random), self.field.given, random)
        if mines is None:
            self._find_base()
            return None, UNFIT
        order = self.field.removals(random)
        clue = self._thinned(mines, order)
        if clue is None:
            mines = self._repaired(mines, random)
            clue = None if mines is None else self._thinned(mines, order)
        if mines is None or clue is None:
            return None, UNPROVED
        return self._proved(clue, mines)

    def _first(self, random: random_streams.Stream) -> Mines:
        """Draw the mines to begin with."""
        fixed, (low, high) = self.field.given.fixed, self.begin
        share = (low + random.below(high - low + 1)) / self.draft.grid.area
        drawn = random.words(fixed.size) >> np.uint64(11) < np.uint64(share * 2.0**53)
        if self.base is not None and random.below(2):
            drawn = np.where(random.words(fixed.size) % np.uint64(KEPT_IN) > 0, self.base == 1, drawn)
        return np.where(fixed == fitting.FREE, drawn, fixed).astype(np.int8)

    def _fitted(self, first: Mines, given: fitting.Given, random: random_streams.Stream) -> Mines | None:
        """Move mines until they fit. Return None if none were found."""
        around, seed = self.field.nodes.around, int(random.words(1)[0])
        search = fitting.fitted(around.start, around.cells, given, first, self.limits, seed)
        return None if search.wrong else search.mines

    def _find_base(self) -> None:
        """Let the exact solver find mines that fit. Raises NoCompletionError if there are none."""
        draft, mines = self.draft, self.request.puzzle.mines
        if draft.total is None and mines is not None:
            draft = replace(draft, total=min(mines, draft.grid.area))
        printed = draft.printed
        if self.searched:
            return
        self.searched = True
        try:
            solutions = exact.solutions(printed, BUDGET, draft.known).solutions if printed.total == draft.total else ()
        except exact.UndecidedError:
            return
        if not solutions:
            raise clash_error(draft)
        self.base = np.zeros(self.field.nodes.size, np.int8)
        self.base[: draft.grid.size] = solutions[0]

    def _thinned(self, mines: Mines, order: thin.Removals) -> NDArray[np.int8] | None:
        """Return the clues that are left of all that may be printed; None if even all do not prove the mines."""
        clue, field = self.field.clues(mines), self.field
        thinned = thin.thin(
            field.nodes.around.start, field.nodes.around.cells, clue, field.known, field.total,
            self.request.puzzle.cap, order,
        )  # fmt: skip
        return None if thinned.dropped < 0 else clue

    def _unproved(self, mines: Mines) -> NDArray[np.int64]:
        """Return the cells that all clues that may be printed do not prove."""
        around, clue = self.field.nodes.around, self.field.clues(mines)
        known = np.where(clue >= 0, clue_rules.SAFE, self.field.known).astype(np.int8)
        rounds.solve_rounds(
            around.start, around.cells, clue, known, self.field.total, self.request.puzzle.cap, self.trace
        )
        return np.flatnonzero(known == clue_rules.UNKNOWN)

    def _repaired(self, mines: Mines, random: random_streams.Stream) -> Mines | None:
        """Change mines near cells that are not proved until the clues prove all. Return None if that fails.

        A change stays if no more cells are unproved than before, or with a small chance if there are more.
        """
        given, unproved = self.field.given, self._unproved(mines)
        for _ in range(REPAIRS_A_CELL * self.draft.grid.area):
            if not unproved.size:
                return mines
            self.repairs += 1
            cell = self._near(int(unproved[random.below(unproved.size)]), random)
            if given.fixed[cell] != fitting.FREE:
                continue
            first, fixed = mines.copy(), given.fixed.copy()
            first[cell] = fixed[cell] = 1 - mines[cell]
            changed = self._fitted(first, given._replace(fixed=fixed), random)
            if changed is None:
                continue
            now = self._unproved(changed)
            more = now.size - unproved.size
            if more <= 0 or (more <= mine_search.CHANCE.size and random.below(1 << 20) < mine_search.CHANCE[more - 1]):
                mines, unproved = changed, now
        return None

    def _near(self, cell: int, random: random_streams.Stream) -> int:
        """Return the cell itself or one that the same clue counts."""
        start, cells = self.field.nodes.around.start, self.field.nodes.around.cells
        if random.below(2):
            for _ in range(2):
                beside = cells[start[cell] : start[cell + 1]]
                cell = int(beside[random.below(beside.size)]) if beside.size else cell
        return cell

    def _proved(self, clue: NDArray[np.int8], mines: Mines) -> tuple[tiers.PuzzleTrace | None, str]:
        """Return the solve of the puzzle with these clues, or the reason why it is none."""
        draft, printed = self.draft, self.field.nodes.printed(clue)
        cells = np.where(printed >= 0, printed, draft.unclued.array)
        puzzle = Puzzle(draft.grid, tuple(cells.tolist()), draft.total)
        trace = tiers.run(puzzle, self.request.puzzle.cap)
        solved = trace.status is Status.SOLVED and np.array_equal(trace.solution, mines[: draft.grid.size])
        return (trace, "") if solved else (None, attempts.CLUE_TOO_MANY)


def clash_error(draft: Draft) -> errors.NoCompletionError:
    """Return the error of a draft that no mines fit: it names wishes that clash."""
    wishes = half_made.clash(draft, BUDGET)
    remedy = "change one of them or leave it out" if len(wishes) > 1 else "change it or leave it out"
    words = wording.cannot_hold([wish.name for wish in wishes]) if wishes else "what is given cannot all hold"
    return errors.NoCompletionError(f"{words}; {remedy}", clash=wishes)


def confirm(graded: GradedPuzzle) -> GradedPuzzle:
    """Return a puzzle that the tiers have solved, if the exact solver finds the same solution and no other.

    Raises SolverError if it does not, which would be an error of a solver.
    """
    if exact.solutions(graded.puzzle).solutions != (graded.solution,):
        raise errors.SolverError(f"the solvers differ on {graded.puzzle}")
    return graded


def complete(request: CompletionRequest) -> attempts.GeneratedPuzzle:
    """Complete a draft. The result depends only on the request.

    Raises NoCompletionError if no puzzle can be as wanted, with the wishes that clash, and if the attempts are used up.
    """
    completer, puzzle = _Completer(request), request.puzzle
    rejects: Counter[str] = Counter()
    number = 0
    while number + completer.repairs // REPAIRS_AN_ATTEMPT < puzzle.attempts:
        name = attempts.attempt_name(puzzle, number)
        trace, reason = completer.attempt(name)
        number += 1
        if trace is None:
            rejects[reason] += 1
            continue
        grading = grade(trace)
        if puzzle.difficulty in (None, grading.difficulty):
            graded = confirm(GradedPuzzle(trace.puzzle, trace.solution, grading, name, number))
            return attempts.GeneratedPuzzle(graded, dict(rejects))
        rejects[f"{grading.difficulty} instead"] += 1
    raise errors.NoCompletionError(_used_up(puzzle, number, rejects))


def _used_up(puzzle: requests.PuzzleRequest, number: int, rejects: Mapping[str, int]) -> str:
    """Return why no attempt gave a puzzle, and the remedy."""
    counted = "; ".join(f"{count} times {reason}" for reason, count in Counter(rejects).most_common(3))
    most = max(rejects, key=lambda reason: rejects[reason])
    remedy = {
        UNFIT: "leave out a clue, a mine or a safe cell",
        UNPROVED: "let more cells have clues, or choose another difficulty",
    }.get(most, "choose another difficulty, or leave out some clues")
    return (
        f"no {puzzle.label} {puzzle.grid} puzzle with what is given in {wording.pluralize(number, 'attempt')} "
        f"({counted}): {remedy}"
    )
