"""Other people's puzzles: solving, grading and explaining what was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from puzzlegen.board.deduction import Status
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.engine.solving.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.formats import answer, line
from puzzlegen.formats.common import pluralize
from puzzlegen.generator.batch import record_of
from puzzlegen.grading.grade import grade
from puzzlegen.solver.outcome import Outcome, outcome, outcomes
from puzzlegen.solver.tiers import PuzzleTrace

_LETTERS = bytes.maketrans(bytes((UNKNOWN, SAFE, MINE)), b"?ny")


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """What is known of a puzzle, as it is told."""

    outcome: Outcome

    def __repr__(self) -> str:
        return f"<Answer {self.status}: {line.write(self.puzzle)}>"

    @property
    def puzzle(self) -> Puzzle:
        """What was solved."""
        return self.outcome.puzzle

    @property
    def tier(self) -> int:
        """The highest tier used; 0 if nothing had to be deduced."""
        return self.rounds.hardest

    @property
    def solution(self) -> Solution | None:
        """True for each mine, where there is one solution and it was found; else None."""
        if self.solved:
            return self.rounds.solution
        return self.solutions[0] if self.status is Status.STUCK and self.solutions else None

    @property
    def rounds(self) -> PuzzleTrace:
        """What the tiers proved."""
        return self.outcome.rounds

    @property
    def status(self) -> Status:
        """How it ended."""
        return self.outcome.status

    @property
    def solutions(self) -> tuple[Solution, ...]:
        """Two that differ if it is ambiguous; one if the tiers are stuck and there is just one."""
        return self.outcome.solutions

    @property
    def solved(self) -> bool:
        """Whether the tiers proved every cell."""
        return self.status is Status.SOLVED

    @property
    def advice(self) -> str:
        """Why it is not solved, in words."""
        words = "solved"
        if self.status is Status.AMBIGUOUS:
            words = "has more than one solution"
        elif self.status is Status.CONTRADICTION:
            names = self.conflict
            words = f"has no solution: {_listed(names)} cannot {'all hold' if len(names) > 1 else 'hold'}"
        elif self.status is Status.STUCK:
            unique = "has one solution, but" if self.outcome.solutions else "may have one solution:"
            words = f"{unique} the tiers allowed do not reach it"
        return "; ".join(filter(None, (words, self.outcome.note)))

    @property
    def conflict(self) -> list[str]:
        """The clues that cannot all hold, as R1C1, and the total as "total"; empty unless it is a contradiction."""
        conflict = self.outcome.conflict
        if conflict is None:
            return []
        grid = self.puzzle.grid
        return [grid.name(clue) for clue in conflict.clues] + (["total"] if conflict.total else [])

    @property
    def line(self) -> str:
        """One letter a cell: y mine, n safe, ? not proved. From clues that cannot all hold nothing is proved."""
        if self.status is Status.CONTRADICTION:
            return "?" * self.puzzle.grid.size
        return self.outcome.known.tobytes().translate(_LETTERS).decode()

    @property
    def differ(self) -> tuple[int, ...]:
        """The cells in which the two solutions of an ambiguous puzzle differ; else none."""
        if len(self.solutions) < 2:
            return ()
        return tuple(i for i, (one, other) in enumerate(zip(*self.solutions, strict=True)) if one != other)

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of ``solve --format json``."""
        data: dict[str, Any] = {
            "puzzle": line.write(self.puzzle),
            "status": str(self.status),
            "tier": self.rounds.hardest,
            "solution": self.line,
        }
        if self.status is Status.AMBIGUOUS:
            data["solutions"] = [answer.write(solution) for solution in self.outcome.solutions]
            data["differ"] = [self.puzzle.grid.name(cell) for cell in self.differ]
        if self.status is Status.CONTRADICTION:
            data["conflict"] = self.conflict
        if self.outcome.note:
            data["note"] = self.outcome.note
        return data


MOST_NAMED = 12  # clues of a conflict named in a sentence; JSON has them all


def _listed(names: list[str]) -> str:
    if len(names) > MOST_NAMED:
        return f"{len(names)} clues"
    *most, last = ["the total" if name == "total" else name for name in names]
    return f"{', '.join(most)} and {last}" if most else last


def solved(puzzle: Puzzle, max_tier: int) -> Answer:
    """Solve with the tiers; where they get stuck, let the exact solver say why. Takes 10 s at most."""
    return Answer(outcome(puzzle, max_tier))


def solved_many(puzzles: Sequence[Puzzle], max_tier: int) -> list[Answer]:
    """What ``solved`` says of each, much faster."""
    return [Answer(found) for found in outcomes(puzzles, max_tier)]


def graded(told: Answer) -> dict[str, Any]:
    """The JSON object of ``grade --format json``; an unsolved puzzle has no grade, and its status instead."""
    rounds = told.rounds
    data: dict[str, Any] = {"puzzle": line.write(rounds.puzzle), "solved": told.solved, "status": str(told.status)}
    if told.solved:
        found = grade(rounds)
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
    tight = pluralize(data["bottlenecks"], "bottleneck")
    return "{puzzle}  {difficulty}, tier {tier}, score {score}".format_map(data) + f", {tight}"


def solved_record(told: Answer) -> GradedPuzzle:
    """The record of a puzzle read from elsewhere, which the tiers solve: nobody knows its seed."""
    rounds = told.rounds
    return record_of(rounds.puzzle, rounds.solution, grade(rounds), seed=None, attempts=None)
