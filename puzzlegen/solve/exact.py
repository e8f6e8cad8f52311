"""An independent second opinion: the rules of the puzzle as a logic program for clingo, which counts to two.

It shares no code with the tiers and no idea either: clingo searches, the tiers deduce.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import clingo

from puzzlegen.board.puzzle import BLANK, Puzzle, Solution
from puzzlegen.errors import SolverError

RULES = """
{ mine(C) : blank(C) }.
:- clue(C, N), #count { D : touches(C, D), mine(D) } != N.
:- total(N), #count { C : mine(C) } != N.
#show mine/1.
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Up to two solutions. ``count`` is 0, 1 or 2, where 2 means more than one."""

    solutions: tuple[Solution, ...]

    @property
    def count(self) -> int:
        """How many solutions were found, counting to two."""
        return len(self.solutions)


def solutions(puzzle: Puzzle, budget: float = 60.0) -> Verdict:
    """Find up to two solutions. Raises SolverError when ``budget`` seconds do not decide it."""
    around = puzzle.grid.neighbourhood
    facts = [f"blank({i})." for i, value in enumerate(puzzle.cells) if value == BLANK]
    for i, value in enumerate(puzzle.cells):
        if value >= 0:
            facts.append(f"clue({i},{value}).")
            facts += [f"touches({i},{j})." for j in around.cells[around.start[i] : around.start[i + 1]]]
    if puzzle.total is not None:
        facts.append(f"total({puzzle.total}).")
    control = clingo.Control(["--models=2"], logger=lambda _code, _message: None)
    control.add("base", [], RULES + "".join(facts))
    control.ground([("base", [])])
    found: list[Solution] = []

    def keep(model: clingo.Model) -> None:
        mines = {atom.arguments[0].number for atom in model.symbols(shown=True)}
        found.append(tuple(i in mines for i in range(puzzle.grid.size)))

    timer = threading.Timer(budget, control.interrupt)
    timer.start()
    try:
        outcome = control.solve(on_model=keep)
    finally:
        timer.cancel()
    if outcome.interrupted and len(found) < 2:
        raise SolverError(f"the exact solver did not decide this {puzzle.grid} puzzle within {budget:g} s")
    return Verdict(tuple(found))
