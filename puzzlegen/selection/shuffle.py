"""An order that keeps neighbours apart: for answers that are not to give away the next puzzle's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.random_streams import stream

# Runs of every 5th or 7th number, and the steps from run to run that bring neighbours furthest apart.
_STEPS = {5: (2, 3), 7: (2, 5)}
MANY = 35
LEAST_APART = 4  # of fewer, two must be neighbours


def apart(numbers: Sequence[int], name: str) -> list[int]:
    """The numbers in runs of every 5th, or of every 7th where there are many; the stream of that name picks the runs.

    Two that follow each other never stand side by side, and are about 2/5 of the whole apart. Within a run the numbers
    rise, so that one is still soon found. With fewer than four nothing can be kept apart, and they stay as they are.
    """
    count = len(numbers)
    if count < LEAST_APART:
        return list(numbers)
    if count == LEAST_APART:
        return [numbers[i] for i in (1, 3, 0, 2)]
    every = 5 if count < MANY else 7
    words = stream(name, "apart")
    first, step = words.below(every), _STEPS[every][words.below(2)]
    return [number for run in range(every) for number in numbers[(first + run * step) % every :: every]]


def answer_groups(grouping: str, records: Iterable[GradedPuzzle]) -> list[list[int]]:
    """The numbers of the puzzles whose answers are printed together."""
    groups: dict[int | None, list[int]] = {}
    for record in records:
        groups.setdefault(record.section if grouping == "section" else None, []).append(record.number or 0)
    return list(groups.values())
