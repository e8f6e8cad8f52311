"""Measures how far a puzzle fulfills the wishes for it."""

from __future__ import annotations

import numpy as np

from puzzlegen.board.aims import TECHNIQUE_TIERS, Aim, Wishes
from puzzlegen.board.difficulty import Grade
from puzzlegen.grading.quality import share_at_start
from puzzlegen.solver.tiers import PuzzleTrace, explain

SCORE_TOLERANCE = 0.05  # of a wanted score, or a point if that is more: scores are not continuous


def reached(trace: PuzzleTrace, grade: Grade, aim: Aim) -> Wishes | None:
    """Return each wish with what the puzzle reached; None without wishes.

    Of ``technique`` it is the number of deductions that need it, of ``score`` the score, and of ``start`` the share of
    the cells proved in the first moment that lie in the region.
    """
    found: dict[str, dict[str, str | float]] = {}
    for name, wanted in aim.wishes.items():
        value: float = grade.score
        if name == "technique":
            value = technique_uses(trace, str(wanted))
        elif name == "start":
            value = share_at_start(trace, str(wanted))
        found[name] = {"wanted": wanted, "reached": value}
    return found or None


def technique_uses(trace: PuzzleTrace, technique: str) -> int:
    """Return how many deductions of the solve need a technique."""
    moments = (np.flatnonzero(trace.tier == TECHNIQUE_TIERS[technique]) + 1).tolist()
    return sum(step.technique == technique for step in explain(trace, moments, only_shortest=True))


def missed(wishes: Wishes | None) -> str:
    """Return which wish a puzzle does not fulfill, and what it has instead; empty if it fulfills all."""
    for name, wish in (wishes or {}).items():
        wanted, found = wish["wanted"], wish["reached"]
        if name == "technique" and not found:
            return f"no {wanted} needed"
        if name == "score" and abs(float(found) - float(wanted)) > max(1.0, SCORE_TOLERANCE * float(wanted)):
            return f"score {found:.0f} instead of {wanted:g}"
        if name == "start" and float(found) < 1:
            return f"a start not only at {wanted}"
    return ""
