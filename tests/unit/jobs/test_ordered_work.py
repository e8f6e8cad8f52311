"""Working on many puzzles: in their order, as they come, in bounded memory, and with the answers of one at a time."""

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, Status, from_mines
from puzzlegen.errors import SolverError
from puzzlegen.jobs import ordered_work
from puzzlegen.jobs.ordered_work import ArrivingBatches, Batches, run_batches, run_batches_flat
from puzzlegen.solver.bounded_solve import outcome, outcomes
from puzzlegen.solver.tiers import run, run_stack


def one(_: object) -> int:
    return 1


def mixed(count: int, seed: int) -> list[Puzzle]:
    """Boards of several sizes, some solvable, some with gaps, some with lies; mosaics, totals, voids."""
    rng = np.random.default_rng(seed)
    grids = [Grid(6, 4), Grid(3, 7), Grid(6, 4, MOSAIC), Grid(1, 1), Grid(51, 50)]
    found = []
    for number in range(count):
        grid = grids[rng.choice(5, p=(0.4, 0.25, 0.25, 0.08, 0.02))]
        mines = rng.random(grid.size) < rng.choice((0.1, 0.3))
        void = rng.random(grid.size) < 0.03
        cells = np.where(void, VOID, from_mines(grid, (mines & ~void).tolist()).cells)
        kept = rng.random(grid.size) < rng.choice((0.5, 0.8, 1.0))
        cells = np.where(kept | (cells < 0), cells, BLANK if grid.variant.clue_on_mine else EMPTY)
        if grid.variant.clue_on_mine or number % 2:
            cells = np.where(cells == EMPTY, BLANK, cells)
        if number % 7 == 6:
            cells = np.where((cells >= 0) & (rng.random(grid.size) < 0.1), 8, cells)
        total = int((mines & ~void).sum()) if number % 3 == 0 and VOID not in cells else None
        found.append(Puzzle(grid, tuple(cells.tolist()), total))
    return found


@pytest.mark.parametrize("max_tier", [1, 4])
def test_many_are_solved_as_each_alone(max_tier: int) -> None:
    puzzles = mixed(120, 5)
    for puzzle, many in zip(puzzles, outcomes(puzzles, max_tier), strict=True):
        alone = outcome(puzzle, max_tier)
        assert (many.status, many.solutions, many.conflict) == (alone.status, alone.solutions, alone.conflict)
        assert many.rounds.puzzle is puzzle
        for name in ("known", "moment", "by", "tier", "available"):
            assert (getattr(many.rounds, name) == getattr(alone.rounds, name)).all(), name
    # stuck is only what takes too long to decide
    assert {many.status for many in outcomes(puzzles, 1)} == set(Status) - {Status.STUCK}


def test_a_stack_reads_as_a_sequence_of_traces() -> None:
    puzzles = [puzzle for puzzle in mixed(40, 6) if puzzle.grid == Grid(6, 4)]
    stack = run_stack(puzzles, 3)
    assert len(stack) == len(puzzles)
    for i, puzzle in enumerate(puzzles):
        alone = run(puzzle, 3)
        assert stack[i].status is alone.status
        assert (stack[i].known == alone.known).all()
        assert stack[i].tier.tolist() == alone.tier.tolist()


def test_no_tier_outside_1_to_4() -> None:
    with pytest.raises(SolverError, match="tier 5: must be 1 to 4"):
        outcomes([Puzzle(Grid(1, 1), (0,))], 5)


def slow_for_odd(batch: list[int]) -> list[int]:
    time.sleep(0.01 * (batch[0] % 2))
    return [-number for number in batch]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_order(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordered_work, "BATCH_CELLS", 3)
    expected = [-number for number in range(50)]
    assert list(run_batches_flat(slow_for_odd, Batches(range(50), one), jobs)) == expected
    with ArrivingBatches(range(50), one) as arriving:
        assert list(run_batches_flat(slow_for_odd, arriving, jobs)) == expected
    assert list(run_batches_flat(slow_for_odd, Batches([], one), jobs)) == []
    with ArrivingBatches[int]([], one) as arriving:
        assert list(run_batches_flat(slow_for_odd, arriving, jobs)) == []


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_result_waits_for_no_later_input(jobs: int) -> None:
    answered = threading.Semaphore(0)

    def coming() -> Iterator[int]:
        for number in range(4):
            yield number
            assert answered.acquire(timeout=60), "the answer waits for the next line"

    with ArrivingBatches(coming(), one) as arriving:
        for _ in run_batches_flat(lambda batch: batch, arriving, jobs):
            answered.release()


def test_faults_come_after_what_was_read_before() -> None:
    def broken() -> Iterator[int]:
        yield 1
        yield 2
        raise OSError("the cable")

    found = []
    with ArrivingBatches(broken(), one) as arriving, pytest.raises(OSError, match="the cable"):
        for number in run_batches_flat(list, arriving, 2):
            found.append(number)
    assert found == [1, 2]
    with pytest.raises(ZeroDivisionError):
        list(run_batches(lambda batch: 1 // (batch[0] - 1), Batches([1], one), 2))


def test_reading_does_not_run_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordered_work, "BATCH_CELLS", 10)
    monkeypatch.setattr(ordered_work, "MAX_READ_CELLS", 20)
    read = 0

    def endless() -> Iterator[int]:
        nonlocal read
        while True:
            read += 1
            yield read

    with ArrivingBatches(endless(), one) as arriving:
        results = run_batches_flat(list, arriving, 2)
        assert [next(results) for _ in range(30)] == list(range(1, 31))
        time.sleep(0.1)
        assert read <= 30 + 20 + 4 * 10 + 1
