"""Generates classic boards for the ``classic`` command: any number, in order, by several workers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from time import perf_counter

from puzzlegen.board.grid import Grid
from puzzlegen.errors import FormatError, GenerationError
from puzzlegen.generator.classic_boards import BoardRequest, GeneratedBoard, fastest_strategy, find_boards
from puzzlegen.jobs.ordered_work import run_in_order
from puzzlegen.jobs.worker_pools import WorkerPool

AUTO = "auto"  # the fastest strategy for the size and the number of mines
BATCH_SECONDS = 0.02  # of work on boards that share a kernel call, which alone takes as long as a small board
MAX_BATCH = 64  # boards

PRESETS = {
    "beginner": (Grid(9, 9), 10),
    "intermediate": (Grid(16, 16), 40),
    "expert": (Grid(30, 16), 99),
    "dense-beginner": (Grid(9, 9), 35),
    "dense-intermediate": (Grid(16, 16), 99),
    "dense-expert": (Grid(30, 16), 170),
}


@dataclass(frozen=True, slots=True)
class ClassicRequest:
    """The options of the command. ``size`` and ``mines`` override those of the preset; ``start`` is ``ROW,COL``."""

    preset: str | None = None
    size: Grid | None = None
    mines: int | None = None
    start: str | None = None
    around: bool = True
    strategy: str = AUTO
    max_tier: int = 3
    attempts: int = 10_000


def resolve_request(request: ClassicRequest) -> BoardRequest:
    """Return what the generator needs, with size, mines, start and strategy filled in.

    Raises GenerationError for an unknown preset and for a size without mines, FormatError for a start that cannot be
    parsed.
    """
    if request.preset is not None and request.preset not in PRESETS:
        raise GenerationError(f"--preset: found {request.preset!r}, allowed {', '.join(PRESETS)}")
    if request.preset is None and request.size is not None and request.mines is None:
        raise GenerationError("--size: say how many --mines too")
    grid, mines = PRESETS[request.preset or "beginner"]
    grid = request.size or grid
    mines = mines if request.mines is None else request.mines
    start = None if request.start is None else parse_start(request.start, grid)
    strategy = fastest_strategy(grid, mines) if request.strategy == AUTO else request.strategy
    return BoardRequest(grid, mines, start, request.around, strategy, request.max_tier, request.attempts)


def parse_start(text: str, grid: Grid) -> int:
    """Return the cell of ``ROW,COL``, both counted from 1. Raises FormatError."""
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*", text)
    if match is None:
        raise FormatError(f"--start: found {text[:40]!r}, expected row and column counted from 1, such as 5,5")
    row, col = int(match[1]), int(match[2])
    if not (1 <= row <= grid.height and 1 <= col <= grid.width):
        raise FormatError(
            f"--start: found {row},{col}, expected a row from 1 to {grid.height} and a column from 1 to {grid.width}"
        )
    return grid.cell(row - 1, col - 1)


def generate_boards(request: BoardRequest, number: int, seed: str, pool: WorkerPool) -> Iterator[GeneratedBoard]:
    """Yield ``number`` boards in order. Board n depends only on the request, the seed and n.

    Raises GenerationError as ``find_boards`` does, after all boards before the one that was not found. Raises
    WorkerError when a worker is lost.
    """
    seeds = (f"{seed}/classic/{n}" for n in range(1, number + 1))
    size = _BatchSize()
    batches = iter(lambda: list(islice(seeds, size.boards)), [])
    for batch in run_in_order(partial(_generate_batch, request), batches, pool, size.learn):
        yield from batch.boards
        if batch.error is not None:
            raise batch.error


@dataclass(frozen=True, slots=True)
class _Batch:
    """The boards before the first that was not found, and the error of that one."""

    boards: list[GeneratedBoard]
    error: GenerationError | None
    seconds: float


def _generate_batch(request: BoardRequest, seeds: list[str]) -> _Batch:
    """Generate a board for each seed. A worker calls this."""
    begin, boards, found_error = perf_counter(), [], None
    try:
        for board in find_boards(request, seeds):
            boards.append(board)
    except GenerationError as error:
        found_error = error
    return _Batch(boards, found_error, perf_counter() - begin)


class _BatchSize:
    """Chooses how many boards share a batch: one at first, more if they are fast."""

    def __init__(self) -> None:
        self.boards = 1

    def learn(self, seeds: list[str], batch: _Batch) -> None:
        """Take the seconds of a batch into account. The size at most doubles, as the first boards may be easy ones."""
        wanted = int(BATCH_SECONDS * len(seeds) / max(batch.seconds, 1e-9))
        self.boards = max(1, min(wanted, 2 * self.boards, MAX_BATCH))
