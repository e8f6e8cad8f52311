"""The solver by tiers and the exact solver, on puzzles with known results."""

import clingo
import pytest
from solved import is_solved_by

from puzzlegen.board.puzzle import Status
from puzzlegen.errors import SolverError
from puzzlegen.formats import answer, line
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import step_sentence
from puzzlegen.solver import exact
from puzzlegen.solver.tiers import run, solve

SAMPLE, SOLUTION = "b1c211a1a2a1c31a3b1", "yynnnnnnnynnnnnnyynnnnyyn"

# no, one and many solutions, found by hand
COUNTS = [
    ("3x1:a3a", 0),
    ("2x2:1a1a", 2),
    ("3x1:a1a", 2),
    ("3x1:a2a", 1),
    ("1x1:0", 1),
    ("1x1:1", 0),
    ("1x1:a", 2),
    ("2x1:aa,m2", 1),
    ("2x1:aa,m1", 2),
    ("3x3:d8d", 1),
    ("3x3:d8d,m7", 0),
    ("3x2:a2a0b", 1),
    ("3x2:a3a0b", 0),
    ("4x2:d.12.", 2),
    ("5x2:e.121.", 1),
    ("2x2:#1b", 2),
    ("2x2:#2b", 1),
    (SAMPLE, 1),
]


@pytest.mark.parametrize(("text", "count"), COUNTS)
def test_the_exact_solver_counts_up_to_two_solutions(text: str, count: int) -> None:
    puzzle = line.parse(text)
    found = exact.solutions(puzzle).solutions
    assert len(found) == count
    assert len(set(found)) == count
    assert all(is_solved_by(puzzle, solution) for solution in found)


def test_a_wait_that_ends_early_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """clingo's wait did so 3 times in 87,000 calls: a puzzle of 4 ms was "not decided within 60 s"."""
    waits = []
    wait = clingo.SolveHandle.wait

    def early(handle: clingo.SolveHandle, timeout: float | None = None) -> bool:
        waits.append(timeout)
        return len(waits) > 2 and wait(handle, timeout)

    monkeypatch.setattr(clingo.SolveHandle, "wait", early)
    assert exact.solutions(line.parse(SAMPLE)).count == 1
    assert len(waits) == 3


@pytest.mark.parametrize(("text", "count"), COUNTS)
def test_the_tiers_agree_with_the_number_of_solutions(text: str, count: int) -> None:
    rounds = run(line.parse(text), 4)
    if rounds.status is Status.SOLVED:
        assert count == 1
        assert rounds.solution == exact.solutions(line.parse(text)).solutions[0]
    if rounds.status is Status.CONTRADICTION:
        assert count == 0


def test_the_sample() -> None:
    rounds = run(line.parse(SAMPLE), 1)
    assert rounds.status is Status.SOLVED
    assert answer.write(rounds.solution) == SOLUTION
    assert rounds.hardest == 1


def test_the_sample_explained() -> None:
    trace = solve(line.parse(SAMPLE))
    first = trace.deductions[0]
    assert (
        step_sentence(trace.puzzle, first, load("en")) == "The 1 at R5C5 needs every blank it has left: R5C4 is a mine."
    )
    proved = [x for step in trace.deductions for x in step.mines + step.safe]
    assert sorted(proved) == [i for i, value in enumerate(trace.puzzle.cells) if value == -1]


def test_the_solution_of_a_stuck_puzzle_raises() -> None:
    rounds = run(line.parse("3x1:a1a"))
    assert rounds.status is Status.STUCK
    with pytest.raises(SolverError):
        _ = rounds.solution


@pytest.mark.parametrize("tier", [0, 5])
def test_tiers_outside_the_range_raise(tier: int) -> None:
    with pytest.raises(SolverError, match="must be 1 to 4"):
        run(line.parse(SAMPLE), tier)


def test_the_exact_solver_keeps_its_budget() -> None:
    """81 blocks of nine cells have one mine each, but the total is 82. Counting finds that at once, search never."""
    body = ("za" + "a1a" * 9 + "za") * 9
    with pytest.raises(SolverError, match=r"27x27 puzzle: 0\.3 s of search are not enough"):
        exact.solutions(line.parse(f"27x27:{body},m82"), budget=0.3)
