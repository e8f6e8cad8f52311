"""The numbered steps of a solution: what ``solve --explain`` prints, what a hint is, and the same as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from puzzlegen.board.deduction import Deduction, Refutation
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.language.messages import Words
from puzzlegen.solver.tiers import PuzzleTrace, walk


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


def steps_of(rounds: PuzzleTrace, words: Words) -> Iterator[Step]:
    """The steps in order, each worked out when it is asked for: the first of a large board is there at once."""
    for number, deduction in enumerate(walk(rounds), start=1):
        yield Step(number, deduction, in_words(rounds.puzzle, deduction, words), rounds.puzzle)


def explained(rounds: PuzzleTrace, words: Words) -> tuple[Step, ...]:
    """All the steps: of a puzzle that is not solved, those that were proved before it got stuck or broke."""
    return tuple(steps_of(rounds, words))


def step_after(rounds: PuzzleTrace, words: Words, count: int = 0) -> Step | None:
    """The step that follows the first ``count`` of them; None where there are no more."""
    return next(islice(steps_of(rounds, words), count, None), None)


MOST_TRIES = 4  # refuted placements told in words; the others are only counted


MOST_LINKS = 5  # clues named between such a placement and what it breaks


def in_words(puzzle: Puzzle, step: Deduction, words: Words) -> str:
    """One sentence for a deduction, by the words of its technique in the catalogue."""
    words = words.of(puzzle.grid.variant)
    clues = [
        _clue(puzzle, d, need if step.tier > 1 else puzzle.cells[d], words)
        for d, need in zip(step.witnesses, step.needs, strict=True)
    ]
    first, second = (*clues, "", "")[:2]
    fields = {
        "clue": first,
        "others": words.listed(clues[1:]),
        "proved": _proved(puzzle, step, words),
        "outer": first,
        "inner": second,
        "two": first,
        "one": second,
        "most": first,
        "least": second,
        "line": words.listed(clue for _, clue in sorted(zip(step.witnesses, clues, strict=True))),
        "tries": _tries(puzzle, step, first, words),
        "total": words.step.counting if step.total else "",
    }
    return words.techniques[step.technique].sentence.format(**fields)


def _cells(puzzle: Puzzle, cells: Iterable[int], words: Words) -> str:
    return words.listed(words.cell(*puzzle.grid.position(x)) for x in cells)


def _proved(puzzle: Puzzle, step: Deduction, words: Words) -> str:
    mines = words.step.mines.of(len(step.mines), cells=_cells(puzzle, step.mines, words))
    safe = words.step.safe.of(len(step.safe), cells=_cells(puzzle, step.safe, words))
    if step.mines and step.safe:
        return words.step.both.format(mines=mines, safe=safe)
    return mines if step.mines else safe


def _clue(puzzle: Puzzle, clue: int, need: int, words: Words) -> str:
    number = puzzle.cells[clue]
    cell = words.cell(*puzzle.grid.position(clue))
    if need == number:
        return words.step.clue.format(cell=cell, number=number)
    return words.step.clue_left.of(need, cell=cell, number=number)


def _tries(puzzle: Puzzle, step: Deduction, clue: str, words: Words) -> str:
    if not step.refuted:
        return ""
    told = []
    for refutation in sorted(step.refuted, key=lambda r: -len(r.chain))[:MOST_TRIES]:
        at = refutation.broken
        broken = words.step.the_total if at is None else _clue(puzzle, at, puzzle.cells[at], words)
        cells = _cells(puzzle, refutation.mines, words)
        if refutation.chain:
            chain = _chain(puzzle, refutation.chain, words)
            told.append(words.step.try_through.format(cells=cells, broken=broken, chain=chain))
        else:
            told.append(words.step.try_.format(cells=cells, broken=broken))
    if len(step.refuted) > MOST_TRIES:
        told.append(words.step.more_tries.of(len(step.refuted) - MOST_TRIES))
    return words.step.tries.of(step.needs[0], clue=clue, tries=words.either(told))


def _chain(puzzle: Puzzle, chain: Sequence[int | None], words: Words) -> str:
    """The clues on the way to a break, in order: of a long way its beginning and its end."""
    names = [words.step.the_total if d is None else words.cell(*puzzle.grid.position(d)) for d in chain]
    if len(names) > MOST_LINKS:
        names[MOST_LINKS - 2 : -1] = ["…"]
    return words.commas(names)
