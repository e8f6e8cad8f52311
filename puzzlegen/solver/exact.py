"""Counts the solutions of a puzzle, up to two, with clingo: an exact solver that is independent of the tiers.

It shares neither code nor method with them: clingo searches, the tiers deduce. Blank cells that touch no clue
stay out of the program: all that matters of them is how many there are. Searching among them for a printed total made
sparse boards hopeless (60x60, a fifth of the cells clues: over 20 s with them, 0.2 s without).
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

# The rules with a switch for every clue and for the total, and the wish that they be on: under clingo's domain
# heuristic no switch that a model leaves off could be on as well. Without switches the rules are so plain that
# ``_rules`` hands them over ground: reading and grounding text took two thirds of the time of a 12x12 board.
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

FACTS = 8  # a clue, the cells it touches that are blank, and its share of those: about 8 on boards that are puzzles
GROUNDING = 40e-6  # seconds a fact: twice what boards of 100x100 and 200x200 took at most (2026-11-21)

GROWING = 0.3  # seconds given to the wish for a model that breaks few clues
TRYING = 0.3  # seconds given to finding out whether a conflict can spare a clue


@dataclass(frozen=True, slots=True)
class Verdict:
    """Up to two solutions. ``count`` is 0, 1 or 2, where 2 means more than one."""

    solutions: tuple[Solution, ...]

    @property
    def count(self) -> int:
        """How many solutions were found, counting to two."""
        return len(self.solutions)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues (and perhaps the printed total) that cannot all hold.

    ``least``: none can be left out. ``smallest``: there is no conflict of fewer clues (the total counts as one).
    """

    clues: tuple[int, ...]
    total: bool
    least: bool
    smallest: bool


OnModel = Callable[[clingo.Model], bool | None]  # False from it ends the search


class _OutOfTimeError(Exception):
    """The budget is used up."""


class _Program:
    """A program and the moment its time is up. ``text`` is grounded; without it ``control`` is to be given rules."""

    def __init__(self, options: Sequence[str], deadline: float, text: str = "") -> None:
        self.deadline = deadline
        self.control = clingo.Control(list(options), logger=lambda _code, _message: None)
        if text:
            self.control.add("base", [], text)
            self.control.ground([("base", [])])

    def solve(
        self, on_model: Callable[[clingo.Model], bool | None], assumptions: Sequence[int] = ()
    ) -> list[int] | None:
        """None if there is a model, else the assumptions that clash. Raises _OutOfTimeError."""
        with self.control.solve(assumptions=assumptions, on_model=on_model, async_=True) as handle:
            # clingo's wait may end at once with nothing decided: seen 3 times in 87,000 calls on a busy machine
            while not handle.wait(max(0.0, self.deadline - time.monotonic())):
                if time.monotonic() >= self.deadline:
                    handle.cancel()
                    raise _OutOfTimeError
            return None if handle.get().satisfiable else list(handle.core())


def solutions(puzzle: Puzzle, budget: float = 60.0) -> Verdict:
    """Find up to two solutions. Raises SolverError when ``budget`` seconds do not decide it."""
    deadline = time.monotonic() + budget
    found: list[Solution] = []
    undecided = f"the exact solver did not decide this {puzzle.grid} puzzle within {budget:g} s"
    if not _fits(puzzle, budget):
        raise SolverError(undecided)
    clues, near, free = _touched(puzzle)
    program = _Program(["--models=2", "--configuration=tweety"], deadline)
    mine = _rules(program.control, clues, near)
    if puzzle.total is not None:
        with program.control.backend() as backend:
            _count(backend, list(mine.values()), puzzle.total - len(free), puzzle.total)

    def keep(model: clingo.Model) -> bool:
        mines = {i for i, atom in mine.items() if model.is_true(atom)}
        found.extend(_completed(puzzle, mines, free))
        return len(found) < 2

    try:
        program.solve(keep)
    except _OutOfTimeError:
        if len(found) < 2:
            raise SolverError(undecided) from None
    return Verdict(tuple(found[:2]))


def _fits(puzzle: Puzzle, budget: float) -> bool:
    """Whether the program can be grounded in this time: that cannot be stopped halfway."""
    return puzzle.clues * FACTS * GROUNDING < budget


def _touched(puzzle: Puzzle) -> tuple[list[tuple[int, int, list[int]]], list[int], list[int]]:
    """Each clue's cell, its number and the cells it counts that may be mines; all such cells; those no clue counts."""
    around = puzzle.grid.neighbourhood
    start, cells = around.start.tolist(), around.cells.tolist()
    clues = [
        (i, value, [j for j in cells[start[i] : start[i + 1]] if puzzle.hidden[j]])
        for i, value in enumerate(puzzle.cells)
        if value >= 0
    ]
    near = {j for _, _, blanks in clues for j in blanks}
    free = [i for i, hidden in enumerate(puzzle.hidden) if hidden and i not in near]
    return clues, sorted(near), free


def _rules(control: clingo.Control, clues: Iterable[tuple[int, int, list[int]]], near: Iterable[int]) -> dict[int, int]:
    """Add that each of the cells ``near`` is a mine or not, and what the clues count; returns the cells' atoms."""
    with control.backend() as backend:
        mine = {i: backend.add_atom() for i in near}
        backend.add_rule(list(mine.values()), choice=True)
        for _, value, blanks in clues:
            _count(backend, [mine[j] for j in blanks], value, value)
    return mine


def _count(backend: clingo.Backend, atoms: Sequence[int], least: int, most: int) -> None:
    """Add that from ``least`` to ``most`` of the atoms are true."""
    if least > len(atoms) or most < 0:
        backend.add_rule([])  # nothing is
        return
    if most < len(atoms):
        backend.add_weight_rule([], most + 1, [(atom, 1) for atom in atoms])
    if least > 0:
        backend.add_weight_rule([], len(atoms) - least + 1, [(-atom, 1) for atom in atoms])


def _facts(puzzle: Puzzle) -> list[str]:
    """The puzzle as facts."""
    clues, near, free = _touched(puzzle)
    facts = []
    for i, value, blanks in clues:
        facts.append(f"clue({i},{value}).")
        facts += [f"touches({i},{j})." for j in blanks]
    facts += [f"near({i})." for i in near]
    if puzzle.total is not None:
        facts.append(f"total({puzzle.total - len(free)},{puzzle.total}).")
    return facts


def _completed(puzzle: Puzzle, mines: set[int], free: Sequence[int]) -> list[Solution]:
    """Up to two solutions with these mines among the cells that touch a clue."""
    left = 0 if puzzle.total is None else puzzle.total - len(mines)
    choices = [free[:left]]
    if free and puzzle.total is None:
        choices.append(free[:1])
    elif 0 < left < len(free):
        choices.append(free[1 : left + 1])
    return [tuple(i in mines or i in chosen for i in range(puzzle.grid.size)) for chosen in map(set, choices)]


def conflict(puzzle: Puzzle, budget: float = 10.0) -> Conflict | None:
    """A smallest set of clues that cannot all hold; None if all can, or if ``budget`` seconds do not tell.

    The first answer is clingo's unsatisfiable core. Then, in half the time, a smallest one is sought from the other
    side (Ignatiev and others, Smallest MUS extraction, 2015): every conflict meets every set of clues whose removal
    makes the rest hold, so a smallest set that meets all such sets known so far is either a conflict, and then a
    smallest one, or shows another such set. Where that takes too long, clues are left out of the core one by one.
    """
    start = time.monotonic()
    if not _fits(puzzle, budget):
        return None
    search = _Conflicts(_facts(puzzle), start + budget)
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
        clues, least = search.without_spare(clues)
        return _conflict(clues, least, len(clues) == 1)


def _conflict(clues: frozenset[int], least: bool, smallest: bool) -> Conflict:
    return Conflict(tuple(sorted(clues - {_TOTAL})), _TOTAL in clues, least, smallest)


_TOTAL = -1  # the total's switch, beside the cells of the clues


class _Conflicts:
    """The switched program; sets of switches are cells of clues and _TOTAL."""

    def __init__(self, facts: Sequence[str], deadline: float) -> None:
        text = SWITCHED + "".join(facts)
        self.program = _Program(["--models=1", "--heuristic=Domain"], deadline, text)
        self.literal = {
            _switch(atom.symbol): atom.literal for atom in self.program.control.symbolic_atoms.by_signature("on", 1)
        }
        self.switches = frozenset(self.literal)
        self.off: list[frozenset[int]] = []  # sets of switches without which the rest holds

    def core(self, switches: Iterable[int], grow: bool = False) -> frozenset[int] | None:
        """Some of these switches that cannot all be on, or None; if to ``grow``, note how few can be off then."""
        literals = {self.literal[s]: s for s in switches}
        on: set[int] = set()

        def keep(model: clingo.Model) -> None:
            on.clear()
            on.update(_switch(atom) for atom in model.symbols(shown=True))

        clash = self._solve("Vsids", keep, list(literals))
        if clash is not None:
            return frozenset(literals[literal] for literal in clash)
        if not grow:
            return None
        deadline = self.program.deadline
        self.program.deadline = min(deadline, time.monotonic() + GROWING)
        with suppress(_OutOfTimeError):
            self._solve("Domain", keep, list(literals))
        self.program.deadline = deadline
        self.off.append(self.switches - on)
        return None

    def _solve(self, heuristic: str, on_model: OnModel, assumptions: Sequence[int]) -> list[int] | None:
        solver: Any = self.program.control.configuration.solver
        solver.heuristic = heuristic
        return self.program.solve(on_model, assumptions)

    def without_spare(self, clues: frozenset[int]) -> tuple[frozenset[int], bool]:
        """The same conflict without clues it can spare, and whether there was time to be sure of all."""
        least = True
        deadline = self.program.deadline
        for spare in sorted(clues):
            if time.monotonic() > deadline:
                return clues, False
            if spare in clues:
                self.program.deadline = min(deadline, time.monotonic() + TRYING)
                try:
                    clues = self.core(clues - {spare}) or clues
                except _OutOfTimeError:
                    least = False
        return clues, least

    def smallest(self, known: frozenset[int]) -> frozenset[int]:
        """A smallest conflict, given one."""
        while True:
            candidate = self._hitting()
            if len(candidate) >= len(known):
                return known
            known = self.core(candidate, grow=True) or known

    def _hitting(self) -> frozenset[int]:
        facts = [f"set({i})." + "".join(f"member({i},{s})." for s in sorted(off)) for i, off in enumerate(self.off)]
        best: list[frozenset[int]] = [frozenset()]

        def keep(model: clingo.Model) -> None:
            best[0] = frozenset(atom.arguments[0].number for atom in model.symbols(shown=True))

        _Program(["--models=0", "--opt-strategy=usc"], self.program.deadline, HITTING + "".join(facts)).solve(keep)
        return best[0]


def _switch(symbol: clingo.Symbol) -> int:
    argument = symbol.arguments[0]
    return argument.number if argument.type is clingo.SymbolType.Number else _TOTAL
