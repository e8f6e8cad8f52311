"""The numbered steps of a solution: what ``solve --explain`` prints, what a hint is, and the same as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from puzzlegen.board.deduction import Deduction, Refutation
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.solve.explain import in_words
from puzzlegen.solve.logic import Rounds, walk
from puzzlegen.words import Words


@dataclass(frozen=True, slots=True)
class Step:
    """A deduction with its place in the solution, counted from 1, and its sentence."""

    number: int
    deduction: Deduction
    sentence: str
    puzzle: Puzzle

    def __str__(self) -> str:
        """The numbered sentence."""
        return f"{self.number}. {self.sentence}"

    def as_dict(self) -> dict[str, Any]:
        """The step as data; cells are named R1C1 in every language. docs/explaining.md has the fields."""
        step, grid = self.deduction, self.puzzle.grid
        return {
            "number": self.number,
            "tier": step.tier,
            "technique": step.technique,
            "mines": list(map(grid.name, step.mines)),
            "safe": list(map(grid.name, step.safe)),
            "witnesses": [
                {"cell": grid.name(clue), "number": self.puzzle.cells[clue], "need": need}
                for clue, need in zip(step.witnesses, step.needs, strict=True)
            ],
            "total": step.total or step.technique == "total",
            "refuted": [refuted_as_dict(grid, one) for one in step.refuted],
            "words": self.sentence,
        }


def refuted_as_dict(grid: Grid, one: Refutation) -> dict[str, Any]:
    """A placement that fails, as data: its ``mines``, the clues it leads ``through`` and what it ``breaks``."""
    through = ["total" if clue is None else grid.name(clue) for clue in one.chain]
    breaks = "total" if one.broken is None else grid.name(one.broken)
    return {"mines": list(map(grid.name, one.mines)), "through": through, "breaks": breaks}


def steps_of(rounds: Rounds, words: Words) -> Iterator[Step]:
    """The steps in order, each worked out when it is asked for: the first of a large board is there at once."""
    for number, deduction in enumerate(walk(rounds), start=1):
        yield Step(number, deduction, in_words(rounds.puzzle, deduction, words), rounds.puzzle)


def explained(rounds: Rounds, words: Words) -> tuple[Step, ...]:
    """All the steps: of a puzzle that is not solved, those that were proved before it got stuck or broke."""
    return tuple(steps_of(rounds, words))


def step_after(rounds: Rounds, words: Words, count: int = 0) -> Step | None:
    """The step that follows the first ``count`` of them; None where there are no more."""
    return next(islice(steps_of(rounds, words), count, None), None)
