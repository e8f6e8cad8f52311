"""The rule that no clue may lose the last clue beside it."""

from __future__ import annotations

from puzzlegen.engine.kernels import subroutine

TAKEN = -3  # TAKEN minus a clue marks it as taken away for the moment; twice gives the clue again


@subroutine
def is_lone(c, clue, beside_start, beside):
    """Return whether no clue stands beside cell ``c``."""
    found = False
    for i in range(beside_start[c], beside_start[c + 1]):
        found = found or clue[beside[i]] >= 0
    return not found


@subroutine
def leaves_lone_clue(order, begin, end, clue, beside_start, beside):
    """Return whether some clue would have no clue beside it without the clues ``order[begin:end]``.

    ``clue`` is negative where there is no clue. The cells beside ``c`` are
    ``beside[beside_start[c] : beside_start[c + 1]]``.
    An empty ``beside`` turns the rule off. The clues to be removed and cells without a clue do not matter.
    """
    if beside.size == 0:
        return False
    for j in range(begin, end):
        if clue[order[j]] >= 0:
            clue[order[j]] = TAKEN - clue[order[j]]
    found = False
    for j in range(begin, end):
        k = order[j]
        for i in range(beside_start[k], beside_start[k + 1]):
            found = found or (clue[beside[i]] >= 0 and is_lone(beside[i], clue, beside_start, beside))
    for j in range(begin, end):
        if clue[order[j]] <= TAKEN:
            clue[order[j]] = TAKEN - clue[order[j]]
    return found
