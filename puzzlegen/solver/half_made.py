"""Finds which cells of a half-made puzzle are forced, and which wishes of its setter clash.

The tiers are tried first. What they leave open goes to clingo, which finds all cells with the same value in every
solution at once ("cautious consequences"), not only those in which two solutions agree.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import clingo
import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.draft import ANY_VALUE, Draft, draft_of
from puzzlegen.board.puzzle import Puzzle, Status
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.errors import FormatError
from puzzlegen.solver import exact
from puzzlegen.solver.exact import Clue, Program, add_count, add_rules, clues_and_cells, regions
from puzzlegen.solver.position import neighbors_of
from puzzlegen.solver.tiers import PuzzleTrace, run

BUDGET = 10.0  # seconds
# Letters of cells; the first three are those of answers
FORCED_MINE, FORCED_SAFE, UNDECIDED, UNCOVERED = "y", "n", "?", "-"
_FREE = -1  # the number of the free cells in the program


class Wish(NamedTuple):
    """A clue, a mine or another thing that a draft gives: its cell, None for the total, and its name."""

    cell: int | None
    name: str


@dataclass(frozen=True, slots=True)
class CellStates:
    """What follows from a draft, a letter a cell.

    ``cells``: y for a mine in every solution, n for a safe cell in every solution, ``?`` for a cell that differs
    between solutions and has a clue beside it, ``-`` for one that differs and has none. ``proved``: y and n where the
    tiers prove it, else ``?``. ``given`` are the cells whose value the draft itself says. ``clash`` has wishes that
    cannot all hold, of which none can be left out; then nothing is proved. ``timed_out`` says that the time was not
    enough: then a cell with ``?`` may be forced, or the clash could not be named.
    """

    LISTS: ClassVar = {"mines": FORCED_MINE, "safe": FORCED_SAFE, "undecided": UNDECIDED, "uncovered": UNCOVERED}

    draft: Draft
    cells: str
    proved: str
    given: frozenset[int]
    clash: tuple[Wish, ...] = ()
    timed_out: bool = False

    def places(self, letter: str) -> list[int]:
        """Return the cells of a letter, without those whose value the draft itself says."""
        return [cell for cell, shown in enumerate(self.cells) if shown == letter and cell not in self.given]

    def as_dict(self) -> dict[str, Any]:
        """Return plain data: the letters, the numbers of the cells of each state, and what clashes."""
        lists = {key: self.places(letter) for key, letter in self.LISTS.items()}
        letters = {"cells": self.cells, "proved": self.proved}
        return letters | lists | {"clash": [wish._asdict() for wish in self.clash], "timed_out": self.timed_out}


def draft_with_marks(puzzle: Puzzle, marks: NDArray[np.int8]) -> Draft:
    """Return a puzzle and marks of a player, MINE, SAFE or UNKNOWN for each cell, as a draft.

    Raises FormatError for a mine marked where none can be.
    """
    blank = np.array(puzzle.hidden)
    wrong = np.flatnonzero((marks == MINE) & ~blank)
    if wrong.size:
        raise FormatError(
            f"--known: {puzzle.grid.name(int(wrong[0]))} is marked as a mine, but is safe; mark it n or ?"
        )
    mines, safe = (np.flatnonzero((marks == value) & blank).tolist() for value in (MINE, SAFE))
    return replace(draft_of(puzzle), mines=mines, safe=safe)


Regions = MutableMapping[tuple[Any, ...], dict[int, bool] | None]  # what was found of clues that share open cells


def examine(draft: Draft, budget: float = BUDGET, known_regions: Regions | None = None) -> CellStates:
    """Return the state of each cell of a draft. Clues whose value is open count as clues beside a cell.

    ``known_regions`` keeps what is found for the next draft, which may differ in a few cells only.
    """
    deadline = time.monotonic() + budget
    grid, printed, known = draft.grid, draft.printed, draft.known
    hidden = np.array(printed.hidden)
    given = frozenset(np.flatnonzero(~hidden).tolist()) | known.keys()
    marks = np.full(grid.size, UNKNOWN, np.int8)
    marks[list(known)] = [MINE if mine else SAFE for mine in known.values()]
    trace = run(printed, MAX_TIER, marks)
    timed_out = False
    try:
        values = _values(trace, hidden, deadline, known_regions) if printed.total == draft.total else None
    except exact.OutOfTimeError:
        values, timed_out = trace.known, True
    if values is None:
        nothing = UNDECIDED * grid.size
        wishes = clash(draft, max(0.0, deadline - time.monotonic()))
        return CellStates(draft, nothing, nothing, given, wishes, timed_out=not wishes)
    letters = np.array([UNCOVERED, FORCED_SAFE, FORCED_MINE])[values]
    covered = [beside for clue in draft.clues for beside in neighbors_of(grid)[clue]]
    is_covered = np.full(grid.size, timed_out)
    is_covered[covered] = True
    letters[(values == UNKNOWN) & is_covered] = UNDECIDED
    proved = np.array([UNDECIDED, FORCED_SAFE, FORCED_MINE])[trace.known]
    return CellStates(draft, "".join(letters), "".join(proved), given, timed_out=timed_out)


def _values(
    trace: PuzzleTrace, hidden: NDArray[np.bool_], deadline: float, known_regions: Regions | None
) -> NDArray[np.int8] | None:
    """Return the values that are the same in all solutions, UNKNOWN for others; None if there is no solution.

    ``trace`` has what the tiers prove. Raises OutOfTimeError.
    """
    if trace.status is Status.SOLVED:
        return trace.known
    if trace.status is Status.CONTRADICTION:
        return None
    cells = np.flatnonzero((trace.known != UNKNOWN) & hidden)
    proved = dict(zip(cells.tolist(), (trace.known[cells] == MINE).tolist(), strict=True))
    forced = _forced(trace.puzzle, proved, deadline, {} if known_regions is None else known_regions)
    if forced is None:
        return None
    values = trace.known.copy()
    values[list(forced)] = [MINE if mine else SAFE for mine in forced.values()]
    return values


def _forced(
    puzzle: Puzzle, proved: Mapping[int, bool], deadline: float, known_regions: Regions
) -> dict[int, bool] | None:
    """Return the cells that are not proved and have the same value in every solution; None if there is no solution.

    Raises OutOfTimeError.
    """
    clues, free = clues_and_cells(puzzle, proved)
    if puzzle.total is not None:
        return _same_in_all(clues, free, puzzle.total - sum(proved.values()), deadline)
    forced: dict[int, bool] = {}
    for region in regions(clues):  # not depending on each other: twice as fast at 20x20, 8 times at 50x50 (2026-11-27)
        if len(region) == 1 and 0 < region[0].need < len(region[0].cells):
            continue  # each of its cells may be both
        key = tuple((clue.need, *clue.cells) for clue in region)
        if key not in known_regions:
            known_regions[key] = _same_in_all(region, (), None, deadline)
        same = known_regions[key]
        if same is None:
            return None
        forced |= same
    return forced


def _same_in_all(
    clues: Sequence[Clue], free: Sequence[int], left: int | None, deadline: float
) -> dict[int, bool] | None:
    """Return the cells with the same value in all solutions of these clues; None without a solution.

    ``left`` is the number of mines beside the clues and in the ``free`` cells, None if it is not printed. Raises
    OutOfTimeError.
    """
    program = Program(["--models=0", "--enum-mode=cautious", "--configuration=tweety"], deadline)
    mine = add_rules(program.control, clues)
    common: set[tuple[int, bool]] = set()
    with program.control.backend() as backend:
        for cell, literal in mine.items():
            backend.add_rule([_named_atom(backend, cell, True)], [literal])
            backend.add_rule([_named_atom(backend, cell, False)], [-literal])
        if left is not None:
            _add_total(backend, list(mine.values()), len(free), left)

    def keep(model: clingo.Model) -> None:
        common.clear()
        common.update((atom.arguments[0].number, atom.name == "mine") for atom in model.symbols(atoms=True))

    if program.solve(keep) is not None:
        return None
    of_free = {cell: value for place, value in common if place == _FREE for cell in free}
    return of_free | {cell: value for cell, value in common if cell != _FREE}


def _add_total(backend: clingo.Backend, mines: list[int], free: int, left: int) -> None:
    """Add the rule that ``left`` cells are mines, of those beside clues (atoms ``mines``) and of the free ones.

    The free cells are all mines where the others have as few mines as can be, and safe where they have as many.
    """
    add_count(backend, mines, left - free, left)
    safe = [(-literal, 1) for literal in mines]
    backend.add_weight_rule([_named_atom(backend, _FREE, True)], len(mines) - (left - free), safe)
    backend.add_weight_rule([_named_atom(backend, _FREE, False)], left, [(literal, 1) for literal in mines])


def _named_atom(backend: clingo.Backend, cell: int, value: bool) -> int:
    """Add an atom that says that a cell is a mine or safe. Clingo compares solutions by atoms that have names."""
    atom: int = backend.add_atom(clingo.Function("mine" if value else "safe", [clingo.Number(cell)]))
    return atom


def clash(draft: Draft, budget: float = BUDGET) -> tuple[Wish, ...]:
    """Return wishes that cannot all hold, of which none can be left out; none if all can hold.

    A cell whose wish is left out may be a mine or safe. Where ``budget`` seconds are not enough, also none are
    returned.
    """
    given = sorted(_wishes(draft), key=lambda wish_and_clue: wish_and_clue[0])
    clues = [clue._replace(place=index) for index, (_, clue) in enumerate(given)]
    try:
        conflict = exact.clash(clues, draft.total, draft.grid.area, budget)
    except exact.OutOfTimeError:
        conflict = None
    if conflict is None:
        return ()
    return (*(given[index][0] for index in conflict.clues), *([Wish(None, "the total")] if conflict.total else []))


def _wishes(draft: Draft) -> Iterator[tuple[Wish, Clue]]:
    """Yield the wishes of a draft, each as the clue that says the same."""
    grid = draft.grid
    for cell, value in draft.clues.items():
        counted: list[int] = [] if value is ANY_VALUE else list(neighbors_of(grid)[cell])
        clear = () if grid.variant.clue_on_mine else (cell,)
        name = f"the {'clue' if value is ANY_VALUE else value} in {grid.name(cell)}"
        yield Wish(cell, name), Clue(cell, value or 0, counted, clear)
    for cell in draft.mines:
        yield Wish(cell, f"the mine in {grid.name(cell)}"), Clue(cell, 1, [cell])
    for cell in (*draft.safe, *draft.plain):
        yield Wish(cell, f"the safe cell {grid.name(cell)}"), Clue(cell, 0, [], (cell,))
