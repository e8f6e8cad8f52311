"""Solves the puzzle that a template names as an example, and shows the steps as figures with captions."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlegen.board.deduction import Status
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.errors import ConfigError, FormatError
from puzzlegen.formats import detect
from puzzlegen.language.explanations import caption
from puzzlegen.language.messages import Messages
from puzzlegen.language.rich_text import Block, Figure
from puzzlegen.layout.book.book_content import FigureStep, WorkedExample
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
