"""Explains a solution in sentences: numbered steps, hints, and the same steps as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from puzzlegen.board.deduction import Deduction, Refutation
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.language.messages import Messages
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import PuzzleTrace, explain, solution_path

MAX_PLACEMENTS = 4  # refuted placements listed in a sentence; the others are only counted
MAX_CHAIN = 5  # clues named between such a placement and the clue it breaks


@dataclass(frozen=True, slots=True)
class Step:
    """A deduction with its sentence and its number in the solution, counted from 1."""

    number: int
    deduction: Deduction
    sentence: str
    puzzle: Puzzle

    def __str__(self) -> str:
        """Return the numbered sentence."""
        return f"{self.number}. {self.sentence}"

    def as_dict(self) -> dict[str, Any]:
        """Return the step as data, with cells named R1C1 in every language. docs/explaining.md lists the fields."""
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
            "total": step.total,
            "refuted": [refuted_as_dict(grid, one) for one in step.refuted],
            "words": self.sentence,
        }


def refuted_as_dict(grid: Grid, one: Refutation) -> dict[str, Any]:
    """Return a refuted placement as data: its ``mines``, the clues it leads ``through`` and what it ``breaks``."""
    through = ["total" if clue is None else grid.name(clue) for clue in one.chain]
    breaks = "total" if one.broken is None else grid.name(one.broken)
    return {"mines": list(map(grid.name, one.mines)), "through": through, "breaks": breaks}


def iterate_steps(rounds: PuzzleTrace, messages: Messages) -> Iterator[Step]:
    """Yield the steps in order, each worked out on demand: the first step of a large board comes at once."""
    for number, deduction in enumerate(solution_path(rounds), start=1):
        yield Step(number, deduction, step_sentence(rounds.puzzle, deduction, messages), rounds.puzzle)


def all_steps(rounds: PuzzleTrace, messages: Messages) -> tuple[Step, ...]:
    """Return all steps. For an unsolved puzzle these are the steps proved before it got stuck or broke."""
    return tuple(iterate_steps(rounds, messages))


def step_after(rounds: PuzzleTrace, messages: Messages, count: int = 0) -> Step | None:
    """Return the step after the first ``count`` steps, or None after the last."""
    return next(islice(iterate_steps(rounds, messages), count, None), None)


def step_sentence(puzzle: Puzzle, step: Deduction, messages: Messages) -> str:
    """Return the sentence of a deduction: the message of its technique, filled in."""
    messages = messages.for_variant(puzzle.grid.variant)
    clues = [
        _clue(puzzle, d, need if step.tier > 1 else puzzle.cells[d], messages)
        for d, need in zip(step.witnesses, step.needs, strict=True)
    ]
    first, second = (*clues, "", "")[:2]
    fields = {
        "clue": first,
        "others": messages.listed(clues[1:]),
        "proved": _proved(puzzle, step, messages),
        "outer": first,
        "inner": second,
        "two": first,
        "one": second,
        "most": first,
        "least": second,
        "line": messages.listed(clue for _, clue in sorted(zip(step.witnesses, clues, strict=True))),
        "tries": _tries(puzzle, step, first, messages),
        "total": messages.step.using_total if step.total else "",
    }
    return messages.techniques[step.technique].sentence.format(**fields)


def _cells(puzzle: Puzzle, cells: Iterable[int], messages: Messages) -> str:
    return messages.listed(messages.cell(*puzzle.grid.position(x)) for x in cells)


def _proved(puzzle: Puzzle, step: Deduction, messages: Messages) -> str:
    mines = messages.step.mines.of(len(step.mines), cells=_cells(puzzle, step.mines, messages))
    safe = messages.step.safe.of(len(step.safe), cells=_cells(puzzle, step.safe, messages))
    if step.mines and step.safe:
        return messages.step.mines_and_safe.format(mines=mines, safe=safe)
    return mines if step.mines else safe


def _clue(puzzle: Puzzle, clue: int, need: int, messages: Messages) -> str:
    number = puzzle.cells[clue]
    cell = messages.cell(*puzzle.grid.position(clue))
    if need == number:
        return messages.step.clue.format(cell=cell, number=number)
    return messages.step.clue_left.of(need, cell=cell, number=number)


def _tries(puzzle: Puzzle, step: Deduction, clue: str, messages: Messages) -> str:
    if not step.refuted:
        return ""
    listed = []
    for refutation in sorted(step.refuted, key=lambda r: -len(r.chain))[:MAX_PLACEMENTS]:
        at = refutation.broken
        broken = messages.step.the_total if at is None else _clue(puzzle, at, puzzle.cells[at], messages)
        cells = _cells(puzzle, refutation.mines, messages)
        if refutation.chain:
            chain = _chain(puzzle, refutation.chain, messages)
            listed.append(messages.step.placement_through.format(cells=cells, broken=broken, chain=chain))
        else:
            listed.append(messages.step.placement.format(cells=cells, broken=broken))
    if len(step.refuted) > MAX_PLACEMENTS:
        listed.append(messages.step.more_placements.of(len(step.refuted) - MAX_PLACEMENTS))
    return messages.step.no_placement.of(step.needs[0], clue=clue, tries=messages.either(listed))


def _chain(puzzle: Puzzle, chain: Sequence[int | None], messages: Messages) -> str:
    """Return the clues that lead to the broken clue, in order; of a long chain only its beginning and end."""
    names = [messages.step.the_total if d is None else messages.cell(*puzzle.grid.position(d)) for d in chain]
    if len(names) > MAX_CHAIN:
        names[MAX_CHAIN - 2 : -1] = ["…"]
    return messages.commas(names)


def puzzle_hints(rounds: PuzzleTrace, messages: Messages, steps: Iterable[Deduction] | None = None) -> tuple[str, ...]:
    """Return the hints of a solved puzzle: the first deduction, and the bottleneck if it is in another round.

    A puzzle in which nothing can be deduced has no hints. ``steps`` are all its deductions, if they are known already.
    """
    if not rounds.tier.size:
        return ()
    hard_round = bottleneck(rounds)
    moments = {1, hard_round}
    steps = explain(rounds, moments) if steps is None else [step for step in steps if step.moment in moments]
    hints = [steps[0]]  # simple ones come first
    if hard_round > 1:
        hardest = (step for step in steps if step.moment == hard_round)
        hints.append(max(hardest, key=lambda step: TECHNIQUES[step.technique].weight))
    return tuple(step_sentence(rounds.puzzle, step, messages) for step in hints)


def bottleneck(rounds: PuzzleTrace) -> int:
    """Return the round in which a hint helps most, counted from 1.

    It is the round of the hardest tier, after the first round, with the fewest deductions available. The tier comes
    first: a hard puzzle also has rounds with a single clue to find, but those are easy.
    """
    moments = range(2, rounds.tier.size + 1)
    return max(moments, key=lambda moment: (rounds.tier[moment - 1], -rounds.available[moment - 1], -moment), default=1)
