"""Searches the hardest puzzle, or one with the fewest clues, for some minutes, and reports each that is better."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import PROPERTY_DEFAULTS, PuzzleSpec
from puzzlegen.cli.console import Console, print_data
from puzzlegen.cli.run_on_puzzles import solved_text
from puzzlegen.errors import GenerationError, Interrupted
from puzzlegen.generator import fewest_clues
from puzzlegen.generator.batch import Found, hardest_puzzles
from puzzlegen.jobs.pools import WorkerPool
from puzzlegen.wording import pluralize

# Properties that may be given with --hardest (False) and with --fewest (True)
ASKED_OF = {False: frozenset[str](), True: frozenset({"difficulty", "max_tier", "shape"})}
MINUTES = 1.0  # of a search, where none are given


@dataclass(frozen=True)
class BestSearch:
    """The options of a search: what is best, how long it takes, how many clues are enough, and the format to write."""

    hardest: bool
    fewest: bool
    minutes: float | None
    clues: int | None
    seed: str
    form: str

    def check(self, given: Mapping[str, object]) -> None:
        """Raise GenerationError for options that do not go together. ``given`` are the other ones, by name."""
        if self.hardest and self.fewest:
            raise GenerationError("--hardest and --fewest: give one or the other")
        if self.clues is not None and not self.fewest:
            raise GenerationError("--clues: only together with --fewest")
        if not (self.hardest or self.fewest):
            raise GenerationError("--minutes: only together with --hardest or --fewest")
        if others := ", ".join(self._misplaced(given)):
            raise GenerationError(f"--{'fewest' if self.fewest else 'hardest'}: leave out {others}")

    def _misplaced(self, given: Mapping[str, object]) -> list[str]:
        """Return the options that the search does not take."""
        usual = {**PROPERTY_DEFAULTS, "fill": None, "number": None}
        differ = {name for name, value in given.items() if value != usual[name]}
        return [f"--{name.replace('_', '-')}" for name in given if name in differ - ASKED_OF[self.fewest]]

    def run(self, spec: PuzzleSpec, size: Grid, pool: WorkerPool, console: Console) -> None:
        """Search, report each puzzle that is better than before, and print the last."""
        board = spec.board_of(size)
        minutes = MINUTES if self.minutes is None else self.minutes
        console.start("search", None)
        if self.hardest:
            self._report(hardest_puzzles(board, self.seed, minutes, pool, console), _effort, console)
            return
        least = fewest_clues.fewest_possible(board)
        request = fewest_clues.request_of(spec, board, self.seed, self.clues or 0)
        puzzles = fewest_clues.fewest_puzzles(request, minutes, console)
        self._report(puzzles, lambda found: _clues(found, least), console)

    def _report(self, search: Iterator[Found], described: Callable[[Found], str], console: Console) -> None:
        best: Found | None = None
        try:
            for best in search:
                console.info(described(best))
        except KeyboardInterrupt:
            there = "no puzzle was found yet" if best is None else "the best puzzle so far is printed"
            raise Interrupted(f"{there}: --seed {shlex.quote(self.seed)} makes the same puzzles again") from None
        finally:
            if best is not None:
                print_data(solved_text(best.graded, self.form))


def _effort(found: Found) -> str:
    grade = found.graded.grade
    return f"climb {found.climbs}: score {grade.score:g}, tier {grade.tier}"


def _clues(found: Found, least: int | None) -> str:
    clues = found.graded.puzzle.clues
    bound = "" if least is None else f", of at least {least}" if clues > least else ", and no such board has fewer"
    return f"trial {found.climbs}: {pluralize(clues, 'clue')}{bound}"
