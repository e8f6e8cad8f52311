"""Other people's puzzles: solving, grading and explaining what was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from puzzlegen.board.deduction import Status
from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.engine.rules import MINE, UNKNOWN
from puzzlegen.errors import SolverError
from puzzlegen.formats import answer, line
from puzzlegen.formats.record import Record
from puzzlegen.grade.grade import grade
from puzzlegen.solve import exact
from puzzlegen.solve.explain import in_words
from puzzlegen.solve.logic import MAX_TIER, Rounds, run, solve

_ADVICE = {
    Status.STUCK: "has one solution, but the tiers allowed do not reach it",
    Status.AMBIGUOUS: "has more than one solution",
    Status.CONTRADICTION: "has no solution: its clues cannot all hold",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a puzzle. ``solutions`` holds two that differ if it is ambiguous."""

    rounds: Rounds
    status: Status
    solutions: tuple[Solution, ...] = ()

    @property
    def solved(self) -> bool:
        """Whether the tiers proved every cell."""
        return self.status is Status.SOLVED

    @property
    def advice(self) -> str:
        """Why it is not solved, in words."""
        return _ADVICE.get(self.status, "solved")

    @property
    def line(self) -> str:
        """One letter a cell: y mine, n safe, ? not proved."""
        return "".join("?" if value == UNKNOWN else "y" if value == MINE else "n" for value in self.rounds.known)

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of ``solve --format json``."""
        data: dict[str, Any] = {
            "puzzle": line.write(self.rounds.puzzle),
            "status": str(self.status),
            "tier": self.rounds.hardest,
            "solution": self.line,
        }
        if self.status is Status.AMBIGUOUS:
            data["solutions"] = [answer.write(solution) for solution in self.solutions]
        return data


def solved(puzzle: Puzzle, max_tier: int) -> Answer:
    """Solve with the tiers; where they get stuck, let the exact solver say why."""
    rounds = run(puzzle, max_tier)
    if rounds.status is not Status.STUCK:
        return Answer(rounds, rounds.status)
    found = exact.solutions(puzzle).solutions
    status = {0: Status.CONTRADICTION, 1: Status.STUCK, 2: Status.AMBIGUOUS}[len(found)]
    return Answer(rounds, status, found)


def explained(puzzle: Puzzle, max_tier: int) -> list[str]:
    """One numbered sentence a deduction."""
    return [f"{i}. {in_words(puzzle, step)}" for i, step in enumerate(solve(puzzle, max_tier).deductions, start=1)]


def graded(puzzle: Puzzle) -> dict[str, Any]:
    """The JSON object of ``grade --format json``; an unsolved puzzle has no grade, and its status instead."""
    outcome = solved(puzzle, MAX_TIER)
    data: dict[str, Any] = {"puzzle": line.write(puzzle), "solved": outcome.solved, "status": str(outcome.status)}
    if outcome.solved:
        found = grade(outcome.rounds)
        data |= {
            "tier": found.tier,
            "difficulty": found.difficulty,
            "score": found.score,
            "bottlenecks": found.bottlenecks,
            "par": list(found.par),
        }
    return data


def grade_line(data: dict[str, Any]) -> str:
    """The same for people."""
    if not data["solved"]:
        return f"{data['puzzle']}  {data['status']}"
    return "{puzzle}  {difficulty}, tier {tier}, score {score}, {bottlenecks} bottlenecks".format_map(data)


def solved_record(puzzle: Puzzle, seed: str) -> Record:
    """The record of a puzzle read from elsewhere. Raises SolverError unless the tiers solve it."""
    outcome = solved(puzzle, MAX_TIER)
    if not outcome.solved:
        raise SolverError(f"{line.write(puzzle)}: {outcome.advice}, so it has no answer to write")
    found = grade(outcome.rounds)
    return Record(
        puzzle, outcome.rounds.solution, found.tier, found.difficulty, found.score, found.bottlenecks, found.par, seed
    )
