"""Runs a command on many puzzles in batches, and prints the results in the order of the input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import typer

from puzzlegen.board.lattices import Variant
from puzzlegen.cli.console import Console, print_data
from puzzlegen.errors import FormatError

if TYPE_CHECKING:  # these take a third of a second to import
    from puzzlegen.board.puzzle import AnsweredPuzzle, Puzzle
    from puzzlegen.formats.detect import ParsedEntry

# Gets some of the entries and their puzzles, and returns a result for each.
BatchWork: TypeAlias = "Callable[[list[ParsedEntry], list[Puzzle]], list[PuzzleResult]]"


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """The result of a command for one puzzle: data for stdout, messages for stderr, and its exit code."""

    data: str | None = None
    messages: tuple[str, ...] = ()
    code: int = 0


def entries_named(
    puzzles: list[str] | None, kind: Variant, form: str | None = None, total: int | None = None
) -> Iterator[ParsedEntry]:
    """Read the puzzles that the arguments of a command name, or those on stdin if there are none.

    ``form`` is the only format that is read, None for all. ``total`` is the number of mines of each, None if not given.
    """
    from puzzlegen.single import puzzle_inputs

    return puzzle_inputs.read_puzzles(puzzles or ["-"], kind, form, total)


def run_on_each(entries: Iterable[ParsedEntry], work: BatchWork, jobs: int, console: Console, stage: str) -> None:
    """Run a command on each of its puzzles, and exit with the highest code of all."""
    with console:
        code = run_in_batches(entries, work, jobs, console, stage)
    if code:
        raise typer.Exit(code)


def run_in_batches(
    entries: Iterable[ParsedEntry], work: BatchWork, jobs: int, console: Console, stage: str
) -> int:  # fmt: skip
    """Work on puzzles in batches, print the results in order as they arrive, and return the highest exit code.

    A puzzle that cannot be read gives a warning in its place, and the code 2.
    """
    from puzzlegen.jobs import ordered_work
    from puzzlegen.single import puzzle_inputs

    def work_on_batch(batch: list[ParsedEntry]) -> list[PuzzleResult]:
        readable = [(entry, entry.found) for entry in batch if not isinstance(entry.found, FormatError)]
        done = iter(work([entry for entry, _ in readable], [puzzle for _, puzzle in readable]) if readable else [])
        return [
            PuzzleResult(messages=(str(entry.found),), code=2) if isinstance(entry.found, FormatError) else next(done)
            for entry in batch
        ]

    code = 0
    console.start(stage, None)
    with ordered_work.ArrivingBatches(entries, puzzle_inputs.cell_count) as arriving:
        for results in ordered_work.run_batches(work_on_batch, arriving, jobs):
            data = [result.data for result in results if result.data is not None]
            if data:
                print_data("\n".join(data))
            for result in results:
                for message in result.messages:
                    (console.warn if result.code == 2 or result.data is None else console.info)(message)
            code = max(code, *(result.code for result in results))
            console.advance(len(results))
    return code


def solved_text(solved: AnsweredPuzzle, form: str) -> str:
    """Return a puzzle and its solution in a format, with an empty line at the end where it takes several lines.

    Raises FormatError for a puzzle that the format cannot hold.
    """
    from puzzlegen.formats import registry

    several = registry.format_for(form, solved.puzzle.grid.variant).several_lines
    return registry.write_solved(solved, form) + "\n" * several


def unsolved_text(puzzle: Puzzle, form: str) -> str:
    """Return a puzzle in a format that does not contain the solution, as ``solved_text`` does."""
    from puzzlegen.formats import registry

    several = registry.format_for(form, puzzle.grid.variant).several_lines
    return registry.write(puzzle, form) + "\n" * several


def needs_solution(puzzle: Puzzle, form: str) -> bool:
    """Return whether a format contains the solution of such a puzzle."""
    from puzzlegen.formats import registry

    try:
        return registry.format_for(form, puzzle.grid.variant).needs_solution
    except FormatError:  # raised again when the puzzle is written
        return False
