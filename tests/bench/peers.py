"""Other ways to thin a board, timed next to ours: a SAT solver, and Tatham's generator of the related Mosaic."""

from __future__ import annotations

import shutil
import subprocess
import time
from itertools import combinations

try:
    from pysat.solvers import Cadical153 as Solver
except ImportError:  # the ``bench`` extra is not installed
    Solver = None


class SatThinning:
    """Thinning down to what has one solution, with one incremental solver.

    A literal for each clue switches it on. When clue ``k`` goes, a second solution must break it, so it must differ
    from the first within a step of ``k``: one short clause instead of one over the whole board, which is what makes
    this peer quick. It keeps fewer clues than we do: it asks for uniqueness, not for a deduction.
    """

    def __init__(self, around, clue, mines):
        self.around = around
        self.mines = mines
        self.size = len(clue)
        self.top = 2 * self.size
        self.solver = Solver()
        for c in range(self.size):
            if clue[c] >= 0:
                self._state_clue(c, int(clue[c]))

    def _state_clue(self, c, number):
        switch = self.size + c + 1
        self.solver.add_clause([-switch, -(c + 1)])
        cells = [x + 1 for x in self.around[c]]
        for some in combinations(cells, number + 1):
            self.solver.add_clause([-switch, *(-x for x in some)])
        for some in combinations(cells, len(cells) - number + 1):
            self.solver.add_clause([-switch, *some])

    def thin(self, clue, order):
        """Drop what can go; returns how many clues went."""
        on = {c for c in range(self.size) if clue[c] >= 0}
        dropped = 0
        for k in order:
            if k not in on:
                continue
            on.remove(k)
            self.top += 1
            near = [k, *self.around[k]]
            self.solver.add_clause([-self.top, *(-(x + 1) if self.mines[x] else x + 1 for x in near)])
            if self.solver.solve(assumptions=[self.top, *(self.size + c + 1 for c in on)]):
                on.add(k)
            else:
                dropped += 1
            self.solver.add_clause([-self.top])
        return dropped


def time_sat(around, clue, mines, order):
    """Seconds python-sat takes, building its clauses included; None where it is not installed."""
    if Solver is None:
        return None
    began = time.perf_counter()
    SatThinning(around, clue, mines).thin(clue, order)
    return time.perf_counter() - began


def time_mosaic(side, count):
    """Seconds a puzzle ``sgt-mosaic --generate`` takes; None where it is not installed."""
    program = shutil.which("sgt-mosaic") or shutil.which("mosaic", path="/usr/lib/games:/usr/games")
    if program is None:
        return None
    began = time.perf_counter()
    subprocess.run([program, "--generate", str(count), f"{side}x{side}"], check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - began) / count
