"""Outcomes of puzzles that the tiers do not solve, within the time budget even for the hardest."""

import random
import re
import time
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solved import is_solved_by

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Puzzle, Status
from puzzlegen.formats import line
from puzzlegen.single.solve_puzzles import solve_puzzle
from puzzlegen.solver import exact
from puzzlegen.solver.bounded_solve import outcome

PIGEONS = "27x27:" + ("za" + "a1a" * 9 + "za") * 9 + ",m82"  # 81 blocks of one mine each, but 82 mines

CONFLICTS = [
    ("3x1:a3a", ["R1C2"]),
    ("1x1:1", ["R1C1"]),
    ("3x2:a3a0b", ["R1C2", "R2C1"]),
    ("5x2:e.131.", ["R2C2", "R2C3"]),
    ("3x3:d8d,m7", ["R2C2", "total"]),
    ("2x1:00,m0", []),
]


@pytest.mark.parametrize(("text", "names"), CONFLICTS)
def test_conflicts(text: str, names: list[str]) -> None:
    result = solve_puzzle(line.parse(text), 4)
    assert result.conflict == names
    assert result.as_dict().get("conflict", []) == names


@pytest.mark.parametrize(
    ("text", "status"),
    [("3x3:d8d", "solved"), ("3x1:a1a", "ambiguous"), ("3x1:c", "ambiguous"), ("4x3:1d1a2b1a", "ambiguous")],
)
def test_statuses(text: str, status: str) -> None:
    data = solve_puzzle(line.parse(text), 4).as_dict()
    assert data["status"] == status
    assert ("solutions" in data) == (status == "ambiguous")
    if status == "ambiguous":
        first, second = data["solutions"]
        assert first != second


def test_searched_means_unique_but_beyond_the_tiers() -> None:
    found = outcome(line.parse("5x2:e.121."), max_tier=1)
    assert (found.status, len(found.solutions), found.timed_out) == (Status.SEARCHED, 1, False)


def test_an_undecided_puzzle_is_stuck_with_a_note() -> None:
    found = outcome(line.parse(PIGEONS), budget_seconds=0.5)
    assert (found.status, found.solutions, found.timed_out) == (Status.STUCK, (), True)
    # What the tiers leave of the time: on a busy machine 0.44 s (2026-11-27)
    assert re.fullmatch(r"0\.[1-5]\d? s of search are not enough to decide whether it has one solution", found.note)


def hard() -> dict[str, Puzzle]:
    source = random.Random(60)
    big, grid = Grid(100, 100), Grid(60, 60)
    some = {
        f"random clues {low} to {high}, {percent} %": Puzzle(
            grid, tuple(source.randint(low, high) if source.randrange(100) < percent else BLANK for _ in range(3600))
        )
        for low, high, percent in ((0, 8, 10), (0, 8, 50), (1, 3, 10), (1, 3, 40))
    }
    wires = tuple(
        1 if row % 6 in (0, 2) or (row % 6 == 1 and col % 3 == 0) else BLANK if row % 6 == 1 else 0
        for row in range(100)
        for col in range(100)
    )  # rows of cells that carry one bit each between clues (Kaye, Minesweeper is NP-complete, 2000)
    return some | {
        "blank": Puzzle(big, (BLANK,) * 10000),
        "blank with a total": Puzzle(big, (BLANK,) * 10000, 3333),
        "all clues 8": Puzzle(big, (8,) * 10000),
        "wires": Puzzle(big, wires),
    }


HARD = hard()


@pytest.mark.parametrize("name", HARD)
def test_hard_puzzles_have_an_outcome_within_the_budget(name: str) -> None:
    start = time.process_time()  # wall-clock time means nothing on a busy machine
    found = outcome(HARD[name], budget_seconds=3)
    assert time.process_time() - start < 5  # the budget, and the time to stop
    expected = Status.AMBIGUOUS if name.startswith("blank") else Status.CONTRADICTION
    assert found.status is expected
    if found.status is Status.AMBIGUOUS:
        assert len(set(found.solutions)) == 2
        assert all(is_solved_by(HARD[name], solution) for solution in found.solutions)


@st.composite
def contradictions(draw: st.DrawFn) -> Puzzle:
    grid = Grid(draw(st.integers(1, 4)), draw(st.integers(1, 3)))
    cells = [draw(st.sampled_from([BLANK, BLANK, 0, 1, 2, 3, 4])) for _ in range(grid.size)]
    blanks = cells.count(BLANK)
    return Puzzle(grid, tuple(cells), draw(st.sampled_from([None, blanks, blanks // 2])))


def holds(puzzle: Puzzle, switches: tuple[int, ...]) -> bool:
    """Return whether these clues (-1 for the total) can hold together, by trying everything."""
    blanks = [x for x, value in enumerate(puzzle.cells) if value == BLANK]
    cells = tuple(value if value < 0 or x in switches else -2 for x, value in enumerate(puzzle.cells))
    alone = Puzzle(puzzle.grid, cells, puzzle.total if -1 in switches else None)
    boards = (set(mines) for r in range(len(blanks) + 1) for mines in combinations(blanks, r))
    return any(is_solved_by(alone, tuple(x in mines for x in range(puzzle.grid.size))) for mines in boards)


@settings(max_examples=60)
@given(contradictions())
def test_no_conflict_is_smaller_than_the_one_found(puzzle: Puzzle) -> None:
    everything = tuple(x for x, value in enumerate(puzzle.cells) if value >= 0)
    everything += (-1,) if puzzle.total is not None else ()
    found = exact.conflict(puzzle)
    assert (found is None) == holds(puzzle, everything)
    if found is not None:
        assert found.least
        assert found.smallest
        switches = found.clues + ((-1,) if found.total else ())
        assert not holds(puzzle, switches)
        assert all(holds(puzzle, fewer) for fewer in combinations(everything, len(switches) - 1))
