"""One finished puzzle: attempt after attempt within a budget, until one is neither too hard nor too easy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from puzzlegen.board.deduction import Status
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.errors import GenerationError
from puzzlegen.generator.mine_placement import mine_count, place
from puzzlegen.generator.thinning import thin
from puzzlegen.random_streams import stream
from puzzlegen.solver.tiers import PuzzleTrace, run


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted. ``density`` and ``spread`` are shares of the cells; ``mines``, if given, overrides both.

    ``cap`` is the highest tier thinning may rely on; ``label`` names the difficulty in messages; ``attempts`` is the
    budget. ``lone`` allows safe cells with mines all around, whose clue can never be dropped.
    """

    grid: Grid
    cap: int
    label: str
    density: float = 0.33
    spread: float = 0.03
    mines: int | None = None
    total: bool = False
    lone: bool = True
    attempts: int = 2000


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle with its proof: the solve at the cap. ``seed`` names the stream that makes it again."""

    puzzle: Puzzle
    solution: Solution
    rounds: PuzzleTrace
    seed: str
    attempts: int
    rejects: dict[str, int]


def attempt(order: Order, seed: str) -> tuple[Puzzle, Solution]:
    """Place and thin once. Raises GenerationError when the mines cannot be placed or proved."""
    random = stream(seed)
    size = order.grid.size
    count = order.mines if order.mines is not None else mine_count(size, order.density, order.spread, random)
    mines = place(order.grid, count, random, lone=order.lone)
    puzzle = thin(order.grid, mines, order.cap, random.permutation(size), total=order.total)
    return puzzle, tuple(mines.astype(bool).tolist())


def make(order: Order, seed: str, judge: Callable[[PuzzleTrace], str]) -> Made:
    """Attempt until ``judge`` accepts, which it does by returning no reason against.

    The judge sees the solve at the cap. Raises GenerationError when the budget is spent, naming the reasons.
    """
    rejects: Counter[str] = Counter()
    room = order.grid.size - 1
    if (order.mines or 1) > room:  # no attempt could succeed
        raise GenerationError(
            f"mines on a {order.grid} board: at most {room} fit, {order.mines or 1} asked for: "
            "choose a larger size or fewer mines"
        )
    for number in range(order.attempts):
        name = f"{seed}/{number}"
        try:
            puzzle, solution = attempt(order, name)
        except GenerationError as fault:
            rejects[str(fault)] += 1
            continue
        rounds = run(puzzle, order.cap)
        # The solve is the proof. Thinning has been wrong before (1 board in 1000, for an hour of its life).
        solved = rounds.status is Status.SOLVED and rounds.solution == solution
        reason = judge(rounds) if solved else "a clue too many was dropped"
        if not reason:
            return Made(puzzle, solution, rounds, name, number + 1, dict(rejects))
        rejects[reason] += 1
    counted = "; ".join(f"{count} times {reason}" for reason, count in rejects.most_common(3))
    raise GenerationError(
        f"no {order.label} {order.grid} puzzle in {order.attempts} attempts ({counted}): "
        "choose a larger size, an easier difficulty, another density or more attempts"
    )
