"""Worked examples: the puzzle a template names, solved by our own solver, in figures with a few words each."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlegen.board.deduction import Deduction, Status
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import ConfigError, FormatError
from puzzlegen.formats import registry
from puzzlegen.layout.records import Step, WorkedExample
from puzzlegen.layout.text import Block, Figure
from puzzlegen.solve.logic import MAX_TIER, solve

MOST_FIGURES = 8

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def example_of(blocks: Sequence[Block], source: str, steps: int = MOST_FIGURES) -> WorkedExample | None:
    """The example that the blocks of a template name, with its first ``steps`` deductions; None if they name none.

    ``source`` names the template in errors. Raises ConfigError when it is not a puzzle or the solver does not solve it.
    """
    named = next((block.puzzle for block in blocks if isinstance(block, Figure) and block.name == "example"), None)
    if named is None:
        return None
    try:
        puzzle = registry.parse(named)
    except FormatError as fault:
        raise ConfigError(f"{source}: figure: example {fault}") from None
    trace = solve(puzzle, MAX_TIER)
    if trace.status is not Status.SOLVED or not trace.deductions:
        raise ConfigError(f"{source}: the example {named} is not a puzzle the solver can solve: {trace.status}")
    figures = []
    for step in trace.deductions[:steps]:
        figures.append(Step(caption(puzzle, step), step.witnesses, step.mines, step.safe))
    return WorkedExample(puzzle, tuple(bool(known) for known in trace.known), tuple(figures))


def caption(puzzle: Puzzle, step: Deduction) -> str:
    """A step in a few words, for the figure that rings its clues."""
    if not step.witnesses:
        return "The number of mines settles the rest."
    clue = step.witnesses[0]
    number = puzzle.cells[clue]
    if step.technique == "satisfied":
        if number == 0:
            return "A 0 touches no mine: all around it is safe."
        return f"The {number} has {'its mine' if number == 1 else 'all its mines'}: the rest is safe."
    if step.technique == "exhausted":
        need = step.needs[0]
        more = " more" if need < number else ""
        blanks = "one blank is left: a mine" if need == 1 else f"{_NUMBERS[need]} blanks are left: mines"
        return f"The {number} needs {_NUMBERS[need]}{more}, and {blanks}."
    if step.tier > 2:
        return f"Every other way to complete the heavily ringed {number} breaks another" + (
            " or the total." if step.total else "."
        )
    return _TOGETHER[step.technique].format(number=number, other=puzzle.cells[step.witnesses[1]])


# What ringed numbers say together, in a few words. {number} is the first of them, {other} the second.
_TOGETHER = {
    "1-1": "1-1: the mine of one ringed number is the other's too, so the other's last cells are safe.",
    "1-2": "1-2: the two numbers can share one mine only, so the other mine lies where they do not meet.",
    "subset": "All the {other} has left lies beside the {number} too: that settles the rest of the {number}.",
    "difference": "The {number} needs so much more than the {other} that it fills all its own cells.",
    "1-2-1": "1-2-1: no 1 has room for both mines of the {number}, so they lie on either side.",
    "1-2-2-1": "1-2-2-1: the mines lie before the two in the middle.",
    "combination": "However the heavily ringed {number} is completed, the others allow only this.",
}
