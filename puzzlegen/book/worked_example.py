"""Solves the puzzle that a template names as an example, and shows the steps as figures with captions."""

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
from puzzlegen.solver.techniques import DISJOINT, DISJOINT_SAFE, EXHAUSTED, SATISFIED
from puzzlegen.solver.tiers import solve

MAX_FIGURES = 8


def example_of(
    blocks: Sequence[Block], source: str, messages: Messages, steps: int = MAX_FIGURES
) -> WorkedExample | None:
    """Return the example that the blocks name, with its first ``steps`` deductions; None if they name none.

    ``source`` names the template in errors; it is empty for a text of the config. Raises ConfigError when the example
    is not a puzzle that the solver solves.
    """
    example = next((block.puzzle for block in blocks if isinstance(block, Figure) and block.name == "example"), None)
    if example is None:
        return None
    place = f"{source}: " if source else ""
    try:
        puzzle = detect.parse(example)
    except FormatError as error:
        raise ConfigError(f"{place}figure: example {error}") from None
    trace = solve(puzzle, MAX_TIER)
    if trace.status is not Status.SOLVED or not trace.deductions:
        raise ConfigError(f"{place}the example {example} is not a puzzle that the solver can solve: {trace.status}")
    figures = []
    for step in trace.deductions[:steps]:
        figures.append(FigureStep(caption(puzzle, step, messages), step.witnesses, step.mines, step.safe))
    solution = tuple(bool(known) for known in trace.known)
    return WorkedExample(puzzle, solution, tuple(figures), messages.example.before, messages.example.after)


def caption(puzzle: Puzzle, step: Deduction, messages: Messages) -> str:
    """Return the caption of a step, for the figure that rings its clues."""
    captions = messages.example
    if not step.witnesses or step.technique in (DISJOINT.code, DISJOINT_SAFE.code):
        return captions.total
    number = puzzle.cells[step.witnesses[0]]
    if step.technique == SATISFIED.code:
        return captions.satisfied.of(number, number=number) if number else captions.zero
    if step.technique == EXHAUSTED.code:
        need = step.needs[0]
        form = captions.exhausted_more if need < number else captions.exhausted
        return form.of(need, number=number, count=messages.spelled(need))
    if step.tier > 2:
        return (captions.others_fail_total if step.total else captions.others_fail).format(number=number)
    return captions.several_clues[step.technique].format(number=number, other=puzzle.cells[step.witnesses[1]])
