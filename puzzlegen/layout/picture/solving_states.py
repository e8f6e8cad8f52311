"""The states of a solution after each step, and the frames and durations of an animation of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from puzzlegen.board.deduction import Deduction

FRAMES = 60  # max_states frames of an animation: more take too long to watch and make a large file
FIRST, LAST = 1500, 4000  # milliseconds: the puzzle before the first step, the solution after the last
SLOWEST, FASTEST = 1200, 500  # of a step
LENGTH = 36_000  # milliseconds of all steps together, within the limits of a step


def states_after_steps(steps: Sequence[Deduction]) -> list[SolvingState]:
    """Return the state before the first step and after each step."""
    return _states([[step] for step in steps])


def animation_states(steps: Sequence[Deduction], max_states: int = FRAMES) -> list[SolvingState]:
    """Return at most ``max_states`` states. If there are more steps, steps of one or several moments are combined."""
    groups = [[step] for step in steps]
    if len(groups) >= max_states:
        groups = [list(group) for _, group in groupby(steps, key=lambda step: step.moment)]
    if len(groups) >= max_states:
        at = [round(i * len(groups) / (max_states - 1)) for i in range(max_states)]
        groups = [[step for group in groups[a:b] for step in group] for a, b in pairwise(at)]
    return _states(groups)


def frame_durations(count: int) -> list[int]:
    """Return the milliseconds of ``count`` states and of the answer after them."""
    step = min(SLOWEST, max(FASTEST, LENGTH // max(1, count - 1) // 10 * 10))
    return [FIRST, *[step] * (count - 1), LAST]


def _states(groups: Iterable[Sequence[Deduction]]) -> list[SolvingState]:
    states = [SolvingState()]
    for group in groups:
        mines = tuple(cell for step in group for cell in step.mines)
        safe = tuple(cell for step in group for cell in step.safe)
        witnesses = tuple(dict.fromkeys(cell for step in group for cell in step.witnesses))
        lead = witnesses[0] if len(group) == 1 and witnesses else None
        last = states[-1]
        states.append(SolvingState(last.mines + mines, last.safe + safe, mines + safe, witnesses, lead))
    return states


@dataclass(frozen=True, slots=True)
class SolvingState:
    """The state of a solution: the cells known so far, and the last step.

    Cells that the step ``proved`` are shaded, and its ``witnesses`` are ringed. The ring of the ``lead`` is heavy.
    """

    mines: tuple[int, ...] = ()
    safe: tuple[int, ...] = ()
    proved: tuple[int, ...] = ()
    witnesses: tuple[int, ...] = ()
    lead: int | None = None
