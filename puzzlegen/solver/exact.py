"""Counts the solutions of a puzzle, up to two, with clingo: an exact solver that is independent of the tiers.

It shares neither code nor method with them: clingo searches, the tiers deduce. The program leaves out blank cells that
touch no clue, because only their number matters. Searching among them for a printed total took too long on sparse
boards (60x60, a fifth of the cells clues: over 20 s with them, 0.2 s without). Large boards are searched in parts that
share no open cell.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import clingo
import numpy as np

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.errors import SolverError

# The rules with a switch for each clue and for the total. Clingo's domain heuristic prefers switches that are on, so a
# model never leaves a switch off that could be on as well. ``add_rules`` passes the simpler rules without switches in
# ground form: reading and grounding text took two thirds of the time of a 12x12 board.
SWITCHED = """
{ mine(C) : near(C) }.
{ on(C) : clue(C, _); on(total) : total(_, _) }.
:- on(C), clue(C, N), #count { D : touches(C, D), mine(D) } != N.
:- on(C), clear(C, D), mine(D).
:- on(total), total(_, Most), #count { C : mine(C) } > Most.
:- on(total), total(Least, _), #count { C : mine(C) } < Least.
#heuristic on(C) : clue(C, _). [1, true]
#heuristic on(total) : total(_, _). [1, true]
#show on/1.
"""

HITTING = """
1 { hit(C) : member(S, C) } :- set(S).
#minimize { 1, C : hit(C) }.
#show hit/1.
"""

FACTS = 8  # facts a clue: itself, its blank neighbors, and its share of the cells; about 8 on usual puzzles
GROUNDING = 40e-6  # seconds to ground a fact: twice the most that boards of 100x100 and 200x200 took (2026-11-21)
ADDING = 80e-6  # seconds to add the rule of a clue without grounding: twice the most that 300x300 took (2026-11-26)
PART = 1000  # clues in a program: all of a board of 30x30, so that no usual board is divided

GROWING = 0.3  # seconds to search for a model that breaks few clues
TRYING = 0.3  # seconds to find out whether a conflict holds without one of its clues


class Clue(NamedTuple):
    """A clue: its cell, the mines that it still needs, and the open cells that it counts.

    ``clear`` are cells that must be safe for it too; only ``clash`` has them, where clues do not stand yet.
    """

    place: int
    need: int
    cells: list[int]
    clear: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Up to two solutions. ``count`` is 0, 1 or 2, where 2 means more than one."""

    solutions: tuple[Solution, ...]

    @property
    def count(self) -> int:
        """Number of solutions found, at most two."""
        return len(self.solutions)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues that cannot all hold, and the printed total if ``total`` is set.

    ``least`` says that each of them is necessary. ``smallest`` says that no conflict has fewer clues; the total counts
    as a clue. A flag that is not set may only mean that there was no time to find out.
    """

    clues: tuple[int, ...]
    total: bool
    least: bool
    smallest: bool


OnModel = Callable[[clingo.Model], bool | None]  # called with each model; False ends the search


class OutOfTimeError(Exception):
    """The deadline has passed."""


class Program:
    """A clingo program with a deadline in seconds of ``time.monotonic``.

    ``text`` is grounded at once. Without it the caller adds ground rules to ``control``.
    """

    def __init__(self, options: Sequence[str], deadline: float, text: str = "") -> None:
        self.deadline = deadline
        self.control = clingo.Control(list(options), logger=lambda _code, _message: None)
        if text:
            self.control.add("base", [], text)
            self.control.ground([("base", [])])

    def solve(self, on_model: OnModel, assumptions: Sequence[int] = ()) -> list[int] | None:
        """Search for models. Return None if there is one, else assumptions that cannot all hold.

        Raises OutOfTimeError at the deadline.
        """
        with self.control.solve(assumptions=assumptions, on_model=on_model, async_=True) as handle:
            # clingo's wait may return early without a decision: 3 times in 87,000 calls on a busy machine
            while not handle.wait(max(0.0, self.deadline - time.monotonic())):
                if time.monotonic() >= self.deadline:
                    handle.cancel()
                    raise OutOfTimeError
            return None if handle.get().satisfiable else list(handle.core())


ENOUGH = "are not enough to decide whether it has one solution"


class UndecidedError(SolverError):
    """The time was not enough. ``reason`` says how long there was a search, or why there was none."""

    def __init__(self, grid: Grid, reason: str) -> None:
        super().__init__(f"the exact solver did not decide this {grid} puzzle: {reason}")
        self.reason = reason


def solutions(puzzle: Puzzle, budget: float = 60.0, proved: Mapping[int, bool] | None = None) -> Verdict:
    """Find up to two solutions. ``proved`` has cells that need no search: True for a mine, False for a safe cell.

    Raises UndecidedError if ``budget`` seconds are not enough.
    """
    search = _Search(puzzle, proved or {}, time.monotonic() + budget)
    try:
        return Verdict(tuple(search.run()))
    except OutOfTimeError:
        raise UndecidedError(puzzle.grid, f"{budget:.2g} s of search {ENOUGH}") from None


class _Search:
    """Searches for up to two solutions of what is open: the cells that are not proved, and the clues beside them."""

    def __init__(self, puzzle: Puzzle, proved: Mapping[int, bool], deadline: float) -> None:
        self.puzzle = puzzle
        self.deadline = deadline
        self.mines = {cell for cell, mine in proved.items() if mine}
        self.clues, self.free = clues_and_cells(puzzle, proved)

    def run(self) -> list[Solution]:
        """Return up to two solutions. Raises OutOfTimeError and UndecidedError."""
        parts = _parts(self.clues)
        if self.puzzle.total is None:
            return self._of_parts(parts)
        if len(parts) > 1:  # only parts with several solutions depend on the total
            several: list[Clue] = []
            for part in parts:
                models = self._models(part, 2)
                if not models:
                    return []
                if len(models) > 1:
                    several += part
                else:
                    self.mines |= models[0]
            self.clues = several
        return self._of_total()

    def _of_parts(self, parts: Sequence[list[Clue]]) -> list[Solution]:
        """Combine the solutions of parts that do not depend on each other."""
        other: set[int] | None = set(self.free[:1]) or None  # mines of a second solution that the first has not
        without: set[int] = set()
        for part in parts:
            models = self._models(part, 2 if other is None else 1)
            if not models:
                return []
            self.mines |= models[0]
            if len(models) > 1:
                other, without = models[1], models[0]
        second = [] if other is None else [(self.mines - without) | other]
        return [self._solution(mines) for mines in (self.mines, *second)]

    def _of_total(self) -> list[Solution]:
        """Search all open clues at once, with the number of mines that are left for them and the free cells."""
        assert self.puzzle.total is not None, "the caller has looked"
        left = self.puzzle.total - len(self.mines)
        solutions: list[Solution] = []

        def complete(mines: set[int]) -> bool:
            rest = left - len(mines)
            choices = [self.free[:rest]] + ([self.free[1 : rest + 1]] if 0 < rest < len(self.free) else [])
            solutions.extend(self._solution(self.mines | mines | set(chosen)) for chosen in choices)
            return len(solutions) < 2

        self._search(self.clues, complete, left)
        return solutions[:2]

    def _models(self, clues: Sequence[Clue], limit: int) -> list[set[int]]:
        """Return up to ``limit`` sets of mines beside these clues that agree with them."""
        models: list[set[int]] = []

        def keep(mines: set[int]) -> bool:
            models.append(mines)
            return len(models) < limit

        self._search(clues, keep)
        return models

    def _search(self, clues: Sequence[Clue], on_mines: Callable[[set[int]], bool], left: int | None = None) -> None:
        """Call ``on_mines`` with each set of mines that agrees with the clues, until it returns False.

        ``left`` is the number of mines in all cells beside these clues and the free cells. Raises OutOfTimeError, and
        UndecidedError before a program is made for which there is no time.
        """
        remaining = self.deadline - time.monotonic()
        if len(clues) * ADDING > remaining:
            raise UndecidedError(
                self.puzzle.grid,
                f"{max(remaining, 0):.2g} s were left to search {len(clues)} clues with open cells, which {ENOUGH}",
            )
        program = Program(["--models=2", "--configuration=tweety"], self.deadline)
        mine = add_rules(program.control, clues)
        if left is not None:
            with program.control.backend() as backend:
                add_count(backend, list(mine.values()), left - len(self.free), left)
        ended = False

        def on_model(model: clingo.Model) -> bool:
            nonlocal ended
            ended = not on_mines({cell for cell, atom in mine.items() if model.is_true(atom)})
            return not ended

        try:
            program.solve(on_model)
        except OutOfTimeError:
            if not ended:
                raise

    def _solution(self, mines: Collection[int]) -> Solution:
        return tuple(cell in mines for cell in range(self.puzzle.grid.size))


def clues_and_cells(puzzle: Puzzle, proved: Mapping[int, bool]) -> tuple[list[Clue], list[int]]:
    """Return the clues that are not satisfied by proved cells, and the free cells: open ones that no clue counts.

    A cell is open if it may be a mine and is not proved.
    """
    around = puzzle.grid.neighborhood
    start, cells, is_open = around.start.tolist(), around.cells.tolist(), puzzle.hidden
    needs = [(place, value) for place, value in enumerate(puzzle.cells) if value >= 0]
    if proved:
        needs, is_open = _open_part(puzzle, proved)
    clues = [Clue(i, need, [j for j in cells[start[i] : start[i + 1]] if is_open[j]]) for i, need in needs]
    near = {j for clue in clues for j in clue.cells}
    return clues, [i for i, flag in enumerate(is_open) if flag and i not in near]


def _open_part(puzzle: Puzzle, proved: Mapping[int, bool]) -> tuple[list[tuple[int, int]], tuple[bool, ...]]:
    """Return the clues that proved cells leave open, each with the mines that it needs, and flags of open cells."""
    around, size = puzzle.grid.neighborhood, puzzle.grid.size
    is_open, is_mine = np.array(puzzle.hidden), np.zeros(size, bool)
    is_open[list(proved)] = False
    is_mine[[cell for cell, mine in proved.items() if mine]] = True
    counted_by = np.repeat(np.arange(size), np.diff(around.start))
    opened = np.bincount(counted_by, is_open[around.cells], size)
    needed = puzzle.array - np.bincount(counted_by, is_mine[around.cells], size).astype(int)
    places = np.flatnonzero((puzzle.array >= 0) & ((opened > 0) | (needed != 0)))
    return list(zip(places.tolist(), needed[places].tolist(), strict=True)), tuple(is_open.tolist())


def _parts(clues: list[Clue]) -> list[list[Clue]]:
    """Divide clues into parts that share no open cell: one for few clues, else regions of about PART clues."""
    if len(clues) <= PART:
        return [clues] if clues else []
    parts: list[list[Clue]] = [[]]
    for region in regions(clues):
        if len(parts[-1]) + len(region) > PART:
            parts.append([])
        parts[-1] += region
    return [part for part in parts if part]


def regions(clues: Sequence[Clue]) -> Iterator[list[Clue]]:
    """Yield the clues that are connected by open cells."""
    beside: dict[int, list[int]] = defaultdict(list)
    for index, clue in enumerate(clues):
        for cell in clue.cells:
            beside[cell].append(index)
    waiting = set(range(len(clues)))
    for first in range(len(clues)):
        if first not in waiting:
            continue
        waiting.remove(first)
        region = [first]
        for index in region:  # it grows meanwhile
            for cell in clues[index].cells:
                others = [other for other in beside.pop(cell, ()) if other in waiting]
                waiting.difference_update(others)
                region += others
        yield [clues[index] for index in region]


def add_rules(control: clingo.Control, clues: Sequence[Clue]) -> dict[int, int]:
    """Add a choice for each cell of the clues and a rule for each clue. Return the atom "is a mine" of each cell."""
    with control.backend() as backend:
        mine = {cell: backend.add_atom() for cell in sorted({cell for clue in clues for cell in clue.cells})}
        backend.add_rule(list(mine.values()), choice=True)
        for clue in clues:
            add_count(backend, [mine[cell] for cell in clue.cells], clue.need, clue.need)
    return mine


def add_count(backend: clingo.Backend, atoms: Sequence[int], least: int, most: int) -> None:
    """Add the rule that ``least`` to ``most`` of the atoms are true."""
    if least > len(atoms) or most < 0:
        backend.add_rule([])  # impossible: no model
        return
    if most < len(atoms):
        backend.add_weight_rule([], most + 1, [(atom, 1) for atom in atoms])
    if least > 0:
        backend.add_weight_rule([], len(atoms) - least + 1, [(-atom, 1) for atom in atoms])


def _facts(clues: Sequence[Clue], total: int | None, free: int) -> str:
    """Return clues as facts for SWITCHED. ``free`` is the number of open cells that no clue counts."""
    facts = []
    for clue in clues:
        facts.append(f"clue({clue.place},{clue.need}).")
        facts += [f"touches({clue.place},{cell})." for cell in clue.cells]
        facts += [f"clear({clue.place},{cell})." for cell in clue.clear]
    facts += [f"near({cell})." for cell in {cell for clue in clues for cell in (*clue.cells, *clue.clear)}]
    if total is not None:
        facts.append(f"total({total - free},{total}).")
    return "".join(facts)


def clash(clues: Sequence[Clue], total: int | None, cells: int, budget: float) -> Conflict | None:
    """Find clues that cannot all hold and of which none can be left out. Return None if all can hold.

    ``cells`` is the number of cells of the board, any of which may be a mine unless a clue says that it is safe.
    Raises OutOfTimeError if ``budget`` seconds are not enough to find any.
    """
    near = {cell for clue in clues for cell in (*clue.cells, *clue.clear)}
    search = _ConflictSearch(_facts(clues, total, cells - len(near)), time.monotonic() + budget)
    core = search.core(search.switches)
    return None if core is None else _conflict(*search.reduced(core), False)


def conflict(puzzle: Puzzle, budget: float = 10.0) -> Conflict | None:
    """Find a smallest set of clues that cannot all hold.

    Return None if all clues can hold, or if ``budget`` seconds are not enough to find a conflict.

    The first conflict is clingo's unsatisfiable core. Half of the remaining time goes to a smallest one, by hitting
    sets (Ignatiev and others, Smallest MUS extraction, 2015). Call a set of clues a correction if the others hold
    without it. Each conflict shares a clue with each correction. So a smallest set that hits all corrections found so
    far either is a conflict, and then a smallest one, or leads to another correction. If the time is not enough, clues
    are removed from the core one by one.
    """
    start = time.monotonic()
    if puzzle.clues * FACTS * GROUNDING > budget:  # grounding cannot be interrupted
        return None
    all_clues, free = clues_and_cells(puzzle, {})
    search = _ConflictSearch(_facts(all_clues, puzzle.total, len(free)), start + budget)
    try:
        clues = search.core(search.switches)
    except OutOfTimeError:
        return None
    if clues is None:
        return None
    try:
        search.program.deadline = (start + budget + time.monotonic()) / 2
        return _conflict(search.smallest(clues), True, True)
    except OutOfTimeError:
        search.program.deadline = start + budget
        clues, least = search.reduced(clues)
        return _conflict(clues, least, len(clues) == 1)


def _conflict(clues: frozenset[int], least: bool, smallest: bool) -> Conflict:
    return Conflict(tuple(sorted(clues - {_TOTAL})), _TOTAL in clues, least, smallest)


_TOTAL = -1  # the switch of the total; the switch of a clue is the number of its cell


class _ConflictSearch:
    """Searches for conflicts with the program SWITCHED. A set of switches has cells of clues and _TOTAL."""

    def __init__(self, facts: str, deadline: float) -> None:
        self.program = Program(["--models=1", "--heuristic=Domain"], deadline, SWITCHED + facts)
        self.literal = {
            _switch(atom.symbol): atom.literal for atom in self.program.control.symbolic_atoms.by_signature("on", 1)
        }
        self.switches = frozenset(self.literal)
        self.corrections: list[frozenset[int]] = []  # sets of switches; the others hold without them

    def core(self, switches: Iterable[int], grow: bool = False) -> frozenset[int] | None:
        """Return some of these switches that cannot all be on, or None if all can.

        With ``grow``, None also adds a correction that is as small as can be found in GROWING seconds.
        """
        literals = {self.literal[s]: s for s in switches}
        on: set[int] = set()

        def keep(model: clingo.Model) -> None:
            on.clear()
            on.update(_switch(atom) for atom in model.symbols(shown=True))

        failed = self._solve("Vsids", keep, list(literals))
        if failed is not None:
            return frozenset(literals[literal] for literal in failed)
        if not grow:
            return None
        deadline = self.program.deadline
        self.program.deadline = min(deadline, time.monotonic() + GROWING)
        with suppress(OutOfTimeError):
            self._solve("Domain", keep, list(literals))
        self.program.deadline = deadline
        self.corrections.append(self.switches - on)
        return None

    def _solve(self, heuristic: str, on_model: OnModel, assumptions: Sequence[int]) -> list[int] | None:
        solver: Any = self.program.control.configuration.solver
        solver.heuristic = heuristic
        return self.program.solve(on_model, assumptions)

    def reduced(self, clues: frozenset[int]) -> tuple[frozenset[int], bool]:
        """Remove unnecessary clues from a conflict. Return it, and whether there was time to try all of them."""
        least = True
        deadline = self.program.deadline
        for clue in sorted(clues):
            if time.monotonic() > deadline:
                return clues, False
            if clue in clues:
                self.program.deadline = min(deadline, time.monotonic() + TRYING)
                try:
                    clues = self.core(clues - {clue}) or clues
                except OutOfTimeError:
                    least = False
        return clues, least

    def smallest(self, known: frozenset[int]) -> frozenset[int]:
        """Return a smallest conflict, given any conflict."""
        while True:
            candidate = self._smallest_hitting_set()
            if len(candidate) >= len(known):
                return known
            known = self.core(candidate, grow=True) or known

    def _smallest_hitting_set(self) -> frozenset[int]:
        """Return a smallest set of switches that shares one with each correction."""
        facts = [
            f"set({i})." + "".join(f"member({i},{s})." for s in sorted(correction))
            for i, correction in enumerate(self.corrections)
        ]
        best: list[frozenset[int]] = [frozenset()]

        def keep(model: clingo.Model) -> None:
            best[0] = frozenset(atom.arguments[0].number for atom in model.symbols(shown=True))

        Program(["--models=0", "--opt-strategy=usc"], self.program.deadline, HITTING + "".join(facts)).solve(keep)
        return best[0]


def _switch(symbol: clingo.Symbol) -> int:
    """Return the switch that the atom ``on(...)`` names."""
    argument = symbol.arguments[0]
    return argument.number if argument.type is clingo.SymbolType.Number else _TOTAL
