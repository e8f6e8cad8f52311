"""Hints: the first step of a puzzle, and the step that is hardest to find, in words."""

from __future__ import annotations

from puzzlegen.language.explanations import in_words
from puzzlegen.language.messages import Words
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import PuzzleTrace, explain


def hints_of(rounds: PuzzleTrace, words: Words) -> tuple[str, ...]:
    """Word the hints of a solved puzzle: the first deduction, and the bottleneck if it is another moment.

    A puzzle in which nothing can be deduced has no hints.
    """
    if not rounds.tier.size:
        return ()
    later = bottleneck(rounds)
    steps = explain(rounds, {1, later})
    told = [steps[0]]  # simple ones come first
    if later > 1:
        hardest = (step for step in steps if step.moment == later)
        told.append(max(hardest, key=lambda step: TECHNIQUES[step.technique].weight))
    return tuple(in_words(rounds.puzzle, step, words) for step in told)


def bottleneck(rounds: PuzzleTrace) -> int:
    """The moment at which a hint helps most, counted from 1: of the hardest tier, after the first moment, the one with
    the fewest deductions available.

    The tier comes first: a hard puzzle has moments with a single clue to find as well, but they hold nobody up.
    """
    moments = range(2, rounds.tier.size + 1)
    return max(moments, key=lambda moment: (rounds.tier[moment - 1], -rounds.available[moment - 1], -moment), default=1)
