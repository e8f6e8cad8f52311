"""Counts the solutions of a puzzle, up to two, with clingo: an exact solver that is independent of the tiers.

It shares neither code nor method with them: clingo searches, the tiers deduce. The program leaves out blank cells that
touch no clue, because only their number matters. Searching among them for a printed total took too long on sparse
boards (60x60, a fifth of the cells clues: over 20 s with them, 0.2 s without).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import clingo

from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.errors import SolverError

# The rules with a switch for each clue and for the total. Clingo's domain heuristic prefers switches that are on, so a
# model never leaves a switch off that could be on as well. ``_add_rules`` passes the simpler rules without switches in
# ground form: reading and grounding text took two thirds of the time of a 12x12 board.
SWITCHED = """
{ mine(C) : near(C) }.
{ on(C) : clue(C, _); on(total) : total(_, _) }.
:- on(C), clue(C, N), #count { D : touches(C, D), mine(D) } != N.
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

GROWING = 0.3  # seconds to search for a model that breaks few clues
TRYING = 0.3  # seconds to find out whether a conflict holds without one of its clues


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


class _OutOfTimeError(Exception):
    """The deadline has passed."""


class _Program:
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

        Raises _OutOfTimeError at the deadline.
        """
        with self.control.solve(assumptions=assumptions, on_model=on_model, async_=True) as handle:
            # clingo's wait may return early without a decision: 3 times in 87,000 calls on a busy machine
            while not handle.wait(max(0.0, self.deadline - time.monotonic())):
                if time.monotonic() >= self.deadline:
                    handle.cancel()
                    raise _OutOfTimeError
            return None if handle.get().satisfiable else list(handle.core())


def solutions(puzzle: Puzzle, budget: float = 60.0) -> Verdict:
    """Find up to two solutions. Raises SolverError if ``budget`` seconds are not enough."""
    deadline = time.monotonic() + budget
    found: list[Solution] = []
    undecided = f"the exact solver did not decide this {puzzle.grid} puzzle within {budget:g} s"
    if not _can_ground(puzzle, budget):
        raise SolverError(undecided)
    clues, near, free = _clues_and_cells(puzzle)
    program = _Program(["--models=2", "--configuration=tweety"], deadline)
    mine = _add_rules(program.control, clues, near)
    if puzzle.total is not None:
        with program.control.backend() as backend:
            _add_count(backend, list(mine.values()), puzzle.total - len(free), puzzle.total)

    def keep(model: clingo.Model) -> bool:
        mines = {i for i, atom in mine.items() if model.is_true(atom)}
        found.extend(_completions(puzzle, mines, free))
        return len(found) < 2

    try:
        program.solve(keep)
    except _OutOfTimeError:
        if len(found) < 2:
            raise SolverError(undecided) from None
    return Verdict(tuple(found[:2]))


def _can_ground(puzzle: Puzzle, budget: float) -> bool:
    """Return whether ``budget`` seconds are enough for grounding, which cannot be interrupted."""
    return puzzle.clues * FACTS * GROUNDING < budget


def _clues_and_cells(puzzle: Puzzle) -> tuple[list[tuple[int, int, list[int]]], list[int], list[int]]:
    """Return the clues, the hidden cells near a clue, and the free cells: hidden ones that no clue counts.

    A clue is its cell, its number and the hidden cells it counts.
    """
    around = puzzle.grid.neighborhood
    start, cells = around.start.tolist(), around.cells.tolist()
    clues = [
        (i, value, [j for j in cells[start[i] : start[i + 1]] if puzzle.hidden[j]])
        for i, value in enumerate(puzzle.cells)
        if value >= 0
    ]
    near = {j for _, _, blanks in clues for j in blanks}
    free = [i for i, hidden in enumerate(puzzle.hidden) if hidden and i not in near]
    return clues, sorted(near), free


def _add_rules(
    control: clingo.Control, clues: Iterable[tuple[int, int, list[int]]], near: Iterable[int]
) -> dict[int, int]:
    """Add a choice for each cell of ``near`` and a rule for each clue. Return the atom "is a mine" of each cell."""
    with control.backend() as backend:
        mine = {i: backend.add_atom() for i in near}
        backend.add_rule(list(mine.values()), choice=True)
        for _, value, blanks in clues:
            _add_count(backend, [mine[j] for j in blanks], value, value)
    return mine


def _add_count(backend: clingo.Backend, atoms: Sequence[int], least: int, most: int) -> None:
    """Add the rule that ``least`` to ``most`` of the atoms are true."""
    if least > len(atoms) or most < 0:
        backend.add_rule([])  # impossible: no model
        return
    if most < len(atoms):
        backend.add_weight_rule([], most + 1, [(atom, 1) for atom in atoms])
    if least > 0:
        backend.add_weight_rule([], len(atoms) - least + 1, [(-atom, 1) for atom in atoms])


def _facts(puzzle: Puzzle) -> list[str]:
    """Return the puzzle as facts for SWITCHED."""
    clues, near, free = _clues_and_cells(puzzle)
    facts = []
    for i, value, blanks in clues:
        facts.append(f"clue({i},{value}).")
        facts += [f"touches({i},{j})." for j in blanks]
    facts += [f"near({i})." for i in near]
    if puzzle.total is not None:
        facts.append(f"total({puzzle.total - len(free)},{puzzle.total}).")
    return facts


def _completions(puzzle: Puzzle, mines: set[int], free: Sequence[int]) -> list[Solution]:
    """Return up to two solutions that have these mines near clues; they differ in the ``free`` cells."""
    left = 0 if puzzle.total is None else puzzle.total - len(mines)
    choices = [free[:left]]
    if free and puzzle.total is None:
        choices.append(free[:1])
    elif 0 < left < len(free):
        choices.append(free[1 : left + 1])
    return [tuple(i in mines or i in chosen for i in range(puzzle.grid.size)) for chosen in map(set, choices)]


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
    if not _can_ground(puzzle, budget):
        return None
    search = _ConflictSearch(_facts(puzzle), start + budget)
    try:
        clues = search.core(search.switches)
    except _OutOfTimeError:
        return None
    if clues is None:
        return None
    try:
        search.program.deadline = (start + budget + time.monotonic()) / 2
        return _conflict(search.smallest(clues), True, True)
    except _OutOfTimeError:
        search.program.deadline = start + budget
        clues, least = search.reduced(clues)
        return _conflict(clues, least, len(clues) == 1)


def _conflict(clues: frozenset[int], least: bool, smallest: bool) -> Conflict:
    return Conflict(tuple(sorted(clues - {_TOTAL})), _TOTAL in clues, least, smallest)


_TOTAL = -1  # the switch of the total; the switch of a clue is the number of its cell


class _ConflictSearch:
    """Searches for conflicts with the program SWITCHED. A set of switches has cells of clues and _TOTAL."""

    def __init__(self, facts: Sequence[str], deadline: float) -> None:
        text = SWITCHED + "".join(facts)
        self.program = _Program(["--models=1", "--heuristic=Domain"], deadline, text)
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
        with suppress(_OutOfTimeError):
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
                except _OutOfTimeError:
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

        _Program(["--models=0", "--opt-strategy=usc"], self.program.deadline, HITTING + "".join(facts)).solve(keep)
        return best[0]


def _switch(symbol: clingo.Symbol) -> int:
    """Return the switch that the atom ``on(...)`` names."""
    argument = symbol.arguments[0]
    return argument.number if argument.type is clingo.SymbolType.Number else _TOTAL
