"""Removes clues incrementally, in time that grows hardly faster than the board, and naively as the specification.

Both ways have the same result; the naive one needs a full solve for every clue tried. A trial of the other removes a
clue and finds out whether every fact still has a proof (see incidence). Clues that have to go together, such as the
images of one under a symmetry, are removed one after the other in one trial. The first that is refused refuses all,
because fewer clues never prove more.

1. Refuse cheaply: a cell that touches no clue any more; a mine and a safe cell that touch the same clues, so that they
   could change places.
2. Sweep: the facts that may rest on the clue are visited in order of rank. A fact that still has a proof from lower
   ranks stays. Otherwise it becomes pending, and its dependants are visited in turn. A pending fact that the facts
   swept so far can prove gets that proof, and a rank just above what the proof needs.
3. After the sweep, every fact that is not pending has a proof that is not circular. What is pending is proved from
   those, with the lowest tier that proves something. If nothing does, the trial is refused and undone. If nothing is
   pending, the clue is gone. With a printed total, pending cells may also be held by it (see removal_trial).

Both answers are certificates. Accepted means every fact has a proof from lower ranks, or is held. Refused means some
cells cannot be proved even when all others are known.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine import thinning_state as sizes
from puzzlegen.engine.clue_rules import MINE, NO_TOTAL, SAFE, UNKNOWN
from puzzlegen.engine.drawn_boards import CROWDED, Draft, draw_board, effort_of_draft, is_solution, new_draft
from puzzlegen.engine.incidence import (
    clear,
    free_stale,
    leaves_twins,
    link_all,
    log_proof,
    relink_clue,
    set_proof,
    undo,
    unlink_clue,
)
from puzzlegen.engine.kernels import Cells, Float64, Int32, Int64, Nodes, Starts, inlined, kept, kernel, subroutine
from puzzlegen.engine.mine_search import KEPT_APART, LIMITS_SIZE, LOWEST_TIER, MOVES, leaves_lone_clue, search
from puzzlegen.engine.position import SCRATCH_ROWS, Scratch, Trace, new_scratch, new_trace, scratch_in, start_position
from puzzlegen.engine.random_numbers import PARTS
from puzzlegen.engine.refutation import refute
from puzzlegen.engine.removal_trial import hold, leaves_undecided, restore_held, save_held, sweep
from puzzlegen.engine.rounds import SOLVED, solve
from puzzlegen.engine.thinning_state import (
    AGENDA,
    BLANKS,
    FREE_NODE,
    GROUP,
    IS_MINE,
    LIST_ROWS,
    LOG,
    MAX_TRAIL,
    NODES_USED,
    NONE,
    OVERFLOWED,
    PENDING,
    RANK,
    TOTAL_PRINTED,
    TRIAL,
    State,
    new_state,
)

NO_CELLS = np.empty(0, np.int32)


class Removals(NamedTuple):
    """What thinning tries to remove, in order, and a rule for what stays.

    The clues of the cells ``order[first[i] : first[i + 1]]`` go together or not at all. No cell is listed twice. Cells
    without a clue do not matter. If ``beside`` is not empty, no removal may leave a clue without a clue beside it: the
    cells beside ``c`` are ``beside[beside_start[c] : beside_start[c + 1]]``.
    """

    order: Annotated[Int32, "listed <= n"]
    first: Annotated[Int32, ">= 1"]
    beside_start: Annotated[Int32, "0 or n + 1"] = NO_CELLS
    beside: Annotated[Int32, "_"] = NO_CELLS


def single_removals(order: NDArray[np.int32]) -> Removals:
    """Return the removals that try the clue of each cell in ``order`` by itself."""
    return Removals(order, np.arange(order.size + 1, dtype=np.int32))


def thin_naive(start, cells, clue, known, total, cap, removals):
    """Remove clues wherever the rest still solves at tier ``cap``. ``clue`` is changed in place.

    ``start`` and ``cells`` are the neighborhood, int32 (see board.grid). ``clue`` int8 (n,) is the printed number,
    negative where there is none. ``known`` int8 (n,) is the start position *without* the clues: what is printed as
    void, empty or pre-set. A cell that loses its clue becomes unknown. ``total`` is the printed number of mines or
    NO_TOTAL. ``removals`` are Removals, or int32 cells to be tried one by one. Returns how many clues were removed, or
    -1 if even all do not solve.
    """
    removals = removals if isinstance(removals, Removals) else single_removals(removals)
    n = clue.size
    position, before = np.empty(n, np.int8), clue.copy()
    scratch = new_scratch(n, cells.size)
    return try_each(start, cells, clue, known, total, cap, removals, before, position, new_trace(n), scratch)


@kernel
def try_each(
    start: Starts, cells: Cells, clue: Nodes, known: Nodes, total: int, cap: int, removals: Removals, before: Nodes,
    position: Nodes, trace: Trace, scratch: Scratch,
) -> int:  # fmt: skip
    """Thin in the given arrays. ``before`` is a copy of ``clue``, ``position`` int8 (n,) working space."""
    order, first, beside_start, beside = removals
    removed = -1
    begin = end = first[0]
    for i in range(-1, first.size - 1):  # -1: the test with all clues in place
        present = 0
        if i >= 0:
            begin, end = first[i], first[i + 1]
            for j in range(begin, end):
                present += clue[order[j]] >= 0
            if present == 0 or leaves_lone_clue(order, begin, end, clue, beside_start, beside):
                continue
            for j in range(begin, end):
                clue[order[j]] = -1
        for x in range(clue.size):
            position[x] = SAFE if clue[x] >= 0 else known[x]
        status, _ = solve(start, cells, clue, position, total, cap, trace, scratch)
        if status == SOLVED:
            removed += max(present, 1)
        elif i < 0:
            return -1
        else:
            for j in range(begin, end):
                clue[order[j]] = before[order[j]]
    return removed


FIRST_SHARED = LIST_ROWS - SCRATCH_ROWS  # row of the lists, from which on they are the memory of the solver too
LONGEST_TRAIL = 24  # cells; more find few more proofs, but long ones, which break soon
# Outcomes of a drawn board
MADE = 0  # a puzzle as wanted
UNPLACED = 1  # the mines do not fit
UNPROVED_BOARD = 2  # all clues together do not solve it
SPOILT = 3  # thinning went too far, which must not happen
FULL = 4  # an array of thinning was too small
TOO_EASY = 8  # TOO_EASY plus the highest tier it needs
GAP = 1 << 10  # between the ranks of two moments of the first solve: room for ranks given later


class Thinned(NamedTuple):
    """The result: ``dropped`` clues were removed, -1 if even all do not solve; ``fell_back``: by the naive way."""

    dropped: int
    fell_back: bool = False


@subroutine
def list_by_moment(rounds, trace, state):
    """List the blanks in the row GROUP, ordered by the moment that proved them; those never proved come first."""
    lists, moment = state.lists, trace.moment
    ends = lists[AGENDA]
    for i in range(rounds + 1):
        ends[i] = 0
    for x in range(moment.size):
        if moment[x] != 0:
            lists[GROUP, 0] += 1
            ends[max(moment[x], 0)] += 1
    for i in range(rounds):
        ends[i + 1] += ends[i]
    for x in range(moment.size - 1, -1, -1):
        if moment[x] != 0:
            m = max(moment[x], 0)
            lists[GROUP, ends[m]] = x
            ends[m] -= 1
    ends[0] = 0


@subroutine
def first_proofs(rounds, trace, state):
    """Give the blanks the proofs that a solve of ``rounds`` moments found.

    Those never proved have moment -1: the solve, without the printed total, did not reach them, and the total holds
    them.
    """
    cell, lists, counters = state.cell, state.lists, state.counters
    moment, by = trace.moment, trace.by
    list_by_moment(rounds, trace, state)
    counters[TRIAL] = 1
    lists[LOG, 0] = 0
    counters[MAX_TRAIL] = lists.shape[1]
    for i in range(1, lists[GROUP, 0] + 1):
        x = lists[GROUP, i]
        if moment[x] < 0:
            hold(x, state)
        else:
            cell[x, RANK] = moment[x] * GAP
    for i in range(1, lists[GROUP, 0] + 1):
        x = lists[GROUP, i]
        if moment[x] < 0:
            continue
        tier = trace.tier_of[moment[x]]
        if tier > 1 and not refute(by[x], x, moment[x] * GAP, tier, state):
            counters[OVERFLOWED] = 1  # cannot be: the solve found this very proof
        set_proof(x, moment[x] * GAP, by[x], tier, state)
    counters[MAX_TRAIL] = LONGEST_TRAIL


@inlined
def still_solved_without(k, becomes_blank, cap, state):
    """Remove clue ``k`` and return whether the rest still solves at ``cap``."""
    cell, counters = state.cell, state.counters
    unlink_clue(k, becomes_blank, state)
    if becomes_blank:
        log_proof(k, state)
        cell[k, RANK] = PENDING
    return (
        not leaves_undecided(k, state)
        and not leaves_twins(k, state)
        and sweep(k, cap, state)
        and not counters[OVERFLOWED]
    )


@inlined
def can_go(order, begin, end, bare, clue, cap, state):
    """Remove the clues ``order[begin:end]`` for good if the rest still solves at ``cap``. Returns whether it did."""
    lists, node, counters = state.lists, state.node, state.counters
    counters[TRIAL] += 1
    lists[LOG, 0] = 0
    if counters[FREE_NODE] == NONE and counters[NODES_USED] > node.shape[0] // 8 * 7:
        free_stale(state)
    save_held(state)
    gone = begin
    while gone < end:
        k = order[gone]
        gone += 1
        if clue[k] >= 0 and not still_solved_without(k, bare[k] == UNKNOWN, cap, state):
            undo(state)
            restore_held(state)
            while gone > begin:
                gone -= 1
                k = order[gone]
                if clue[k] >= 0:
                    relink_clue(k, bare[k] == UNKNOWN, state)
            return False
    return True


@inlined
def remove_all(removals, bare, clue, cap, state):
    """Try to remove the clues, in the order of ``removals``. Those that can go become -1 in ``clue``.

    Returns how many they are. Stops where OVERFLOWED.
    """
    order, first, beside_start, beside = removals
    removed = 0
    for i in range(first.size - 1):
        begin = first[i]
        end = first[i + 1]
        if state.counters[OVERFLOWED]:
            break
        present = 0
        for j in range(begin, end):
            present += clue[order[j]] >= 0
        if (
            present > 0
            and not leaves_lone_clue(order, begin, end, clue, beside_start, beside)
            and can_go(order, begin, end, bare, clue, cap, state)
        ):
            for j in range(begin, end):
                clue[order[j]] = -1
            removed += present
    return removed


@subroutine
def make_board(removals, limits, random, start, cells, bare, total, cap, clue, known, trace, scratch, state):
    """Remove clues of one board. With MOVES among the ``limits``, search its mines first (see mine_search).

    ``known`` is working space, and holds the mines that a search begins with, as MINE. Other arguments are those of
    ``make_boards``. Returns the number of clues removed, or -1 if all clues together do not solve the board or the
    search finds no mines.
    """
    cell, lists, counters = state.cell, state.lists, state.counters
    clear(start, cells, state)
    status = SOLVED
    rounds = 0
    if limits[MOVES] == 0:
        start_position(bare, clue, known)
        status, rounds = solve(start, cells, clue, known, total, cap, trace, scratch)
    for x in range(clue.size):
        cell[x, IS_MINE] = known[x] == MINE
    if status != SOLVED:
        return -1
    if limits[MOVES] == 0 and total != NO_TOTAL:
        start_position(bare, clue, known)
        status, rounds = solve(start, cells, clue, known, NO_TOTAL, cap, trace, scratch)
    for row in range(LIST_ROWS):
        lists[row, 0] = 0
    link_all(clue, bare, state)
    counters[TOTAL_PRINTED] = total != NO_TOTAL
    counters[MAX_TRAIL] = LONGEST_TRAIL
    if limits[MOVES] == 0:
        first_proofs(rounds, trace, state)
    elif not search(clue, limits, random, cap, state):
        return -1
    return remove_all(removals, bare, clue, cap, state)


@subroutine
def draw_puzzle(
    seed, removals, limits, random, start, cells, coordinates, present, factors, kept, bare, total_printed, cap, clue,
    draft, trace, scratch, state,
):  # fmt: skip
    """Draw one board and remove its clues. Returns (outcome, number of mines, moments of the final solve, effort).

    Arguments are those of ``make_boards``. The final solve is left in ``trace`` and in the draft's ``known``. It proves
    the puzzle, and does not rely on what thinning did. The effort is that of ``mean_effort``, 0 if it is not computed.
    """
    order, first, beside_start, beside = removals
    drawn, mines = draw_board(
        seed, limits, factors, kept, start, cells, present, beside_start, beside, order, clue, draft
    )
    if drawn == CROWDED:
        return UNPLACED, mines, 0, 0
    if limits[KEPT_APART]:
        beside = beside[:0]
    removals = Removals(order, first, beside_start, beside)
    known = draft.known
    total = mines if total_printed else NO_TOTAL
    removed = make_board(removals, limits, random, start, cells, bare, total, cap, clue, known, trace, scratch, state)
    if removed < 0:
        return UNPROVED_BOARD, mines, 0, 0
    if state.counters[OVERFLOWED]:
        return FULL, mines, 0, 0
    start_position(bare, clue, known)
    status, rounds = solve(start, cells, clue, known, total, cap, trace, scratch)
    if status != SOLVED or not is_solution(MINE, draft.mines, known):
        return SPOILT, mines, rounds, 0
    hardest = 0
    for i in range(1, rounds + 1):
        hardest = max(hardest, trace.tier_of[i])
    if hardest < limits[LOWEST_TIER]:
        return TOO_EASY + hardest, mines, rounds, 0
    effort = effort_of_draft(limits, start, cells, coordinates, clue, bare, total, hardest, draft, scratch)
    return MADE, mines, rounds, effort


class Workspace(NamedTuple):
    """The memory of ``make_boards`` for boards of one number of cells and pairs of neighbors."""

    draft: Draft
    trace: Trace
    scratch: Scratch
    state: State


@kernel
def make_boards(
    seeds: Annotated[Int64, f"boards, {PARTS}"], outcomes: Annotated[Int32, "boards, 4"],
    present: Annotated[Int32, "listed"], factors: Annotated[Float64, "listed"], kept: Annotated[Float64, "_"],
    coordinates: Annotated[Int32, "const 0 or n + 1, 3"], total: int, cap: int,
    limits: Annotated[Int32, f"{LIMITS_SIZE}"], random: Annotated[Int64, "1"], bare: Nodes, clue: Nodes, start: Starts,
    cells: Cells, removals: Removals, space: Workspace,
) -> int:  # fmt: skip
    """Make boards from the streams that begin with ``seeds``, int64 (boards, 8), until one is as wanted.

    Row i of ``outcomes``, int32 (boards, 4), receives what ``draw_puzzle`` returns for board i. Returns the number of
    boards made. The last one is in the arrays. Without seeds, the one board in the arrays is thinned or searched, and
    ``make_board`` says what is returned.

    ``present`` int32 lists the cells of a drawn board. ``clue`` is negative everywhere else. ``factors``, as many, and
    ``kept``: see ``draw_board``. ``coordinates``: see engine.grading. Of boards whose clues are kept apart, the fields
    of Removals about clues beside each other refuse nothing, and say which touch.
    ``total`` is the printed number of mines, or NO_TOTAL; any other number prints that of a drawn or searched board.
    ``cap``: the highest tier. ``limits``: see mine_search. ``bare`` int8 (n,): what is known without any clue.
    ``clue`` int8 (n,): the clues, negative where there is none.
    """
    draft, trace, scratch, state = space
    if seeds.shape[0] == 0:
        known = draft.known
        return int(
            make_board(removals, limits, random, start, cells, bare, total, cap, clue, known, trace, scratch, state)
        )
    for i in range(seeds.shape[0]):
        outcome, count, rounds, effort = draw_puzzle(
            seeds[i], removals, limits, random, start, cells, coordinates, present, factors, kept, bare,
            total != NO_TOTAL, cap, clue, draft, trace, scratch, state,
        )  # fmt: skip
        outcomes[i, 0] = outcome
        outcomes[i, 1] = count
        outcomes[i, 2] = rounds
        outcomes[i, 3] = effort
        if outcome in (MADE, FULL):
            return i + 1
    return len(seeds)


Clues = NDArray[np.int8]


def workspace_for(n: int, pairs: int, times: int = 1) -> Workspace:
    """Return memory for boards of ``n`` nodes with ``pairs`` neighbors in all; ``times``: see ``new_state``.

    Each thread keeps the last, because creating it takes as long as thinning a quarter of a 10x10 board.
    """
    return kept(_new_workspace, n, pairs, times, sizes.NODES_PER_CELL, sizes.HEAP_PER_CELL)


def _new_workspace(n: int, pairs: int, times: int, *_: int) -> Workspace:
    state = new_state(n, pairs, times)
    # Boards are drawn and solved before and after thinning, never while its lists are in use
    draft, scratch = new_draft(n, state.lists, state.cell), scratch_in(state.links[BLANKS], state.lists[FIRST_SHARED:])
    return Workspace(draft, new_trace(n), scratch, state)


NO_SEEDS = np.empty((0, PARTS), np.int64)
NO_OUTCOMES = np.empty((0, 4), np.int32)
NO_SEARCH = np.zeros(LIMITS_SIZE, np.int32)
NO_RANDOM = np.ones(1, np.int64)
NO_FACTORS = np.empty(0)
NO_COORDINATES = np.empty((0, 3), np.int32)


def no_drawing(
    removals: Removals,
) -> tuple[
    NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.float64], NDArray[np.float64], NDArray[np.int32]
]:
    """Return the first six arguments of ``make_boards`` where no board is drawn."""
    return NO_SEEDS, NO_OUTCOMES, removals.order, np.empty(removals.order.size), NO_FACTORS, NO_COORDINATES


def thin(
    start: NDArray[np.int32],
    cells: NDArray[np.int32],
    clue: Clues,
    known: NDArray[np.int8],
    total: int,
    cap: int,
    removals: Removals | NDArray[np.int32],
) -> Thinned:
    """Remove clues wherever the rest still solves at tier ``cap``. ``clue`` is changed in place.

    Takes the arguments of ``thin_naive.thin_naive`` and removes the same clues.
    """
    removals = removals if isinstance(removals, Removals) else single_removals(removals)
    before = clue.copy()
    for times in (1, sizes.MORE):
        clue[:] = before
        space = workspace_for(clue.size, cells.size, times)
        dropped = make_boards(
            *no_drawing(removals), total, cap, NO_SEARCH, NO_RANDOM, known, clue, start, cells, removals, space
        )
        if dropped < 0 or not space.state.counters[OVERFLOWED]:
            return Thinned(dropped)
    return Thinned(dropped + thin_naive(start, cells, clue, known, total, cap, removals), True)
