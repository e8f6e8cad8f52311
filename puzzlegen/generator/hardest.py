"""Searches the hardest puzzle of a board by many climbs without an upper limit of the score."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

from puzzlegen.board.aims import HARDEST
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.grid import Grid
from puzzlegen.errors import GenerationError
from puzzlegen.generator.batch import generate_puzzles
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.jobs.progress import Progress
from puzzlegen.jobs.worker_pools import WorkerPool

MAX_MINUTES = 24 * 60
SPREAD = 0.1  # how far the share of mines may be from the usual one


@dataclass(frozen=True, slots=True)
class Found:
    """The hardest puzzle so far, and the number of climbs until then."""

    graded: GradedPuzzle
    climbs: int


def hardest_puzzles(grid: Grid, seed: str, minutes: float, pool: WorkerPool, progress: Progress) -> Iterator[Found]:
    """Climb again and again from new puzzles, up to tier 4, and yield each puzzle that is harder than all before.

    No climb begins after so many minutes. Climb ``n`` has the random stream ``seed/n``, so that its puzzle does not
    depend on the time. Raises GenerationError for minutes out of range.
    """
    if not 0 < minutes <= MAX_MINUTES:
        raise GenerationError(f"minutes: found {minutes:g}, allowed more than 0, up to {MAX_MINUTES}")
    density = grid.variant.usual_density
    first = PuzzleRequest(grid, seed, MAX_TIER, density=density, spread=SPREAD, aim=HARDEST)
    end = time.monotonic() + 60 * minutes

    def requests() -> Iterator[PuzzleRequest]:
        for number in count(1):
            if number > 1 and time.monotonic() >= end:
                return
            yield replace(first, stream=f"{seed}/{number}")

    best: GradedPuzzle | None = None
    for climbs, one in enumerate(generate_puzzles(requests(), pool, progress), start=1):
        if best is None or one.graded.grade.score > best.grade.score:
            best = one.graded
            yield Found(best, climbs)
