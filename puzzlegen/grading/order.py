"""Orders the puzzles of a section and the answers of a book for print, and finds repeated puzzles.

A puzzle is a repeat if its clues or mines equal earlier ones, up to rotation and reflection.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, Solution
from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.board.symmetry import keys_of
from puzzlegen.random_streams import stream

if TYPE_CHECKING:
    from puzzlegen.config.section import SectionConfig

# For runs of every 5th or 7th number: the steps from run to run that separate neighbors the most.
_STEPS = {5: (2, 3), 7: (2, 5)}
Alike = tuple[int, Grid]  # a kind of a section, or a picture, and the board: puzzles alike may trade places
MANY = 35  # from this count on, every 7th number
LEAST_APART = 4  # with fewer numbers, two in a row are always neighbors


def printing_order(puzzles: Iterable[GradedPuzzle], section: SectionConfig) -> list[GradedPuzzle]:
    """Order a section's puzzles, which are in the order of their requests, by rising score within a kind and a size.

    ``section.size_order`` groups or alternates sizes. Kinds always take turns, and then sizes do so within a kind.
    Pictures stay in the order of the config.
    """
    alike: dict[Alike, list[GradedPuzzle]] = {}
    for number, graded in enumerate(puzzles, start=1):
        alike.setdefault(request_kind(section, number), []).append(graded)
    rising = {kind: deque(sorted(some, key=lambda one: one.grade.score)) for kind, some in alike.items()}
    return [rising[kind].popleft() for kind in place_kinds(section)]


def request_kind(section: SectionConfig, number: int) -> Alike:
    """Return what the puzzle of request ``number`` of a section, from 1, shares with those it may trade places with."""
    if section.pictures:
        return number, section.board(number)
    return (number - 1) % len(section.kinds), section.board(number)


def place_kinds(section: SectionConfig) -> list[Alike]:
    """Return the same for each place of a section, in printing order."""
    kinds = [request_kind(section, number) for number in range(1, section.count + 1)]
    if section.size_order == "grouped" and not section.mix and not section.pictures:
        kinds.sort(key=lambda kind: section.boards.index(kind[1]))
    return kinds


def spread_apart(numbers: Sequence[int], name: str) -> list[int]:
    """Order numbers so that two in a row are never neighbors: an answer then does not reveal the next one.

    The result consists of runs of every 5th number, or of every 7th from MANY numbers on. The random stream ``name``
    selects the order of the runs. Successive numbers end up about 2/5 of the list apart. Within a run the numbers rise,
    so that readers find one fast. Fewer than four numbers keep their order, because some must be neighbors.
    """
    count = len(numbers)
    if count < LEAST_APART:
        return list(numbers)
    if count == LEAST_APART:
        return [numbers[i] for i in (1, 3, 0, 2)]
    every = 5 if count < MANY else 7
    words = stream(name, "apart")
    first, step = words.below(every), _STEPS[every][words.below(2)]
    return [number for run in range(every) for number in numbers[(first + run * step) % every :: every]]


def answer_groups(grouping: str, puzzles: Iterable[GradedPuzzle]) -> list[list[int]]:
    """Return the numbers of the puzzles in each group of answers. ``grouping`` is ``section`` for one a section."""
    groups: dict[int | None, list[int]] = {}
    for graded in puzzles:
        groups.setdefault(graded.section if grouping == "section" else None, []).append(graded.number or 0)
    return list(groups.values())


BOOK, LEDGER = "book", "ledger"  # the place of the earlier puzzle


class RepeatFilter:
    """Keeps the keys of puzzles, and recognizes repeats of them.

    ``is_in_ledger`` returns whether a puzzle was printed before, in another book, and ``held_as`` describes that one,
    empty for none. ``repeats`` counts the repeats found, by BOOK and LEDGER.
    """

    def __init__(
        self,
        is_in_ledger: Callable[[PuzzleKeys], bool] = lambda _: False,
        held_as: Callable[[PuzzleKeys], str] = lambda _: "",
    ) -> None:
        self._clues: set[bytes] = set()
        self._mines: set[bytes] = set()
        self._is_in_ledger, self._held_as = is_in_ledger, held_as
        self.repeats: Counter[str] = Counter({BOOK: 0, LEDGER: 0})

    def printed_as(self, puzzle: Puzzle, solution: Solution) -> str:
        """Describe the puzzle of another book of the ledger that this one repeats; empty for none."""
        return self._held_as(keys_of(puzzle, solution))

    def is_repeat(self, puzzle: Puzzle, solution: Solution) -> bool:
        """Return whether the clues or the mines occurred before. If not, keep the keys of both."""
        keys = keys_of(puzzle, solution)
        if keys.clues in self._clues or keys.mines in self._mines:
            self.repeats[BOOK] += 1
            return True
        if self._is_in_ledger(keys):
            self.repeats[LEDGER] += 1
            return True
        self._clues.add(keys.clues)
        self._mines.add(keys.mines)
        return False
