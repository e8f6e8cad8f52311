"""Worked examples: the puzzle a template names, solved by our own solver, in figures with a few words each."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlegen.board.deduction import Deduction, Status
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import ConfigError, FormatError
from puzzlegen.formats import detect
from puzzlegen.language.messages import Messages
from puzzlegen.language.rich_text import Block, Figure
from puzzlegen.layout.book.book_content import FigureStep, WorkedExample
from puzzlegen.solver.techniques import EXHAUSTED, SATISFIED
from puzzlegen.solver.tiers import solve

MOST_FIGURES = 8


def example_of(
    blocks: Sequence[Block], source: str, messages: Messages, steps: int = MOST_FIGURES
) -> WorkedExample | None:
    """The example that the blocks of a template name, with its first ``steps`` deductions; None if they name none.

    ``source`` names the template in errors, empty for words of the config. Raises ConfigError when it is not a puzzle
    or the solver does not solve it.
    """
    named = next((block.puzzle for block in blocks if isinstance(block, Figure) and block.name == "example"), None)
    if named is None:
        return None
    at = f"{source}: " if source else ""
    try:
        puzzle = detect.parse(named)
    except FormatError as fault:
        raise ConfigError(f"{at}figure: example {fault}") from None
    trace = solve(puzzle, MAX_TIER)
    if trace.status is not Status.SOLVED or not trace.deductions:
        raise ConfigError(f"{at}the example {named} is not a puzzle the solver can solve: {trace.status}")
    figures = []
    for step in trace.deductions[:steps]:
        figures.append(FigureStep(caption(puzzle, step, messages), step.witnesses, step.mines, step.safe))
    solution = tuple(bool(known) for known in trace.known)
    return WorkedExample(puzzle, solution, tuple(figures), messages.example.before, messages.example.after)


def caption(puzzle: Puzzle, step: Deduction, messages: Messages) -> str:
    """A step in a few words, for the figure that rings its clues."""
    said = messages.example
    if not step.witnesses:
        return said.total
    number = puzzle.cells[step.witnesses[0]]
    if step.technique == SATISFIED.code:
        return said.satisfied.of(number, number=number) if number else said.zero
    if step.technique == EXHAUSTED.code:
        need = step.needs[0]
        form = said.exhausted_more if need < number else said.exhausted
        return form.of(need, number=number, count=messages.spelled(need))
    if step.tier > 2:
        return (said.others_fail_total if step.total else said.others_fail).format(number=number)
    return said.several_clues[step.technique].format(number=number, other=puzzle.cells[step.witnesses[1]])
