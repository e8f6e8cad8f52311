"""The steps of a solution as positions to draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from puzzlegen.board.deduction import Deduction

FRAMES = 60  # of a moving picture: more are a film nobody waits for, and a large file
FIRST, LAST = 1500, 4000  # milliseconds: the puzzle before the first step, the solution after the last
SLOWEST, QUICKEST = 1200, 500  # of a step
LENGTH = 36_000  # of all steps together, where they are neither too slow nor too quick for it


def states_after_steps(steps: Sequence[Deduction]) -> list[SolvingState]:
    """The puzzle before the first step, and after each; one more than there are steps."""
    return _states([[step] for step in steps])


def animation_states(steps: Sequence[Deduction], most: int = FRAMES) -> list[SolvingState]:
    """The same with ``most`` positions at most: where there are more steps, those that were possible at the same
    moment are taken together, and if need be those of several moments."""
    groups = [[step] for step in steps]
    if len(groups) >= most:
        groups = [list(group) for _, group in groupby(steps, key=lambda step: step.moment)]
    if len(groups) >= most:
        at = [round(i * len(groups) / (most - 1)) for i in range(most)]
        groups = [[step for group in groups[a:b] for step in group] for a, b in pairwise(at)]
    return _states(groups)


def frame_durations(count: int) -> list[int]:
    """Milliseconds of ``count`` positions and the finished picture after them."""
    step = min(SLOWEST, max(QUICKEST, LENGTH // max(1, count - 1) // 10 * 10))
    return [FIRST, *[step] * (count - 1), LAST]


def _states(groups: Iterable[Sequence[Deduction]]) -> list[SolvingState]:
    found = [SolvingState()]
    for group in groups:
        mines = tuple(cell for step in group for cell in step.mines)
        safe = tuple(cell for step in group for cell in step.safe)
        witnesses = tuple(dict.fromkeys(cell for step in group for cell in step.witnesses))
        lead = witnesses[0] if len(group) == 1 and witnesses else None
        last = found[-1]
        found.append(SolvingState(last.mines + mines, last.safe + safe, mines + safe, witnesses, lead))
    return found


@dataclass(frozen=True, slots=True)
class SolvingState:
    """How far a puzzle is solved: cells found so far, and of these what the last step proved.

    ``proved`` cells are shaded and ``witnesses`` ringed; with one ``lead`` its ring is the heavy one.
    """

    mines: tuple[int, ...] = ()
    safe: tuple[int, ...] = ()
    proved: tuple[int, ...] = ()
    witnesses: tuple[int, ...] = ()
    lead: int | None = None
