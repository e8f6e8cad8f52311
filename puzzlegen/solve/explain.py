"""From the engine's raw trace to deductions: witnesses, techniques and words.

The engine notes only which clue proved a cell in which round. Everything else follows from the position before that
round, so it is worked out here, in plain Python, and only when somebody reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.deduction import Deduction, Refutation
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine.rounds import TOTAL
from puzzlegen.engine.rules import MINE, SAFE, UNKNOWN
from puzzlegen.solve.play import Break, Placement, fewest
from puzzlegen.solve.position import Position, around_of
from puzzlegen.solve.recognise import Reading, readings_of
from puzzlegen.solve.techniques import TECHNIQUES
from puzzlegen.words import Words

MOST_TRIES = 4  # refuted placements told in words; the others are only counted
MOST_LINKS = 5  # clues named between such a placement and what it breaks


When = tuple[int, int, int]  # moment, tier, deductions available


def deductions_at(
    puzzle: Puzzle,
    known: NDArray[np.int8],
    moment: NDArray[np.int32],
    by: NDArray[np.int32],
    when: When,
    *,
    one: bool = False,
) -> list[Deduction]:
    """The deductions of one moment of a raw trace, simple ones first; arrays as in solve.logic.Rounds.

    Just ``one`` of tier 3 or 4 is that of the clue with the fewest ways to place its mines: it has the least to try.
    """
    now, tier, _ = when
    clues = {i: value for i, value in enumerate(puzzle.cells) if value >= 0}
    before = np.where((moment >= 0) & (moment < now), known, UNKNOWN)
    position = Position(around_of(puzzle.grid), clues, before.tolist(), puzzle.total)
    cells = np.flatnonzero(moment == now).tolist()
    proved = {x: int(known[x]) for x in cells}
    if tier == 2:
        said = [_read(position, when, *reading) for reading in readings_of(position, puzzle.grid, proved)]
    else:
        said = []
        speakers = sorted({int(by[x]) for x in cells})
        if one and tier > 2:
            speakers = [min(speakers, key=position.choices)]
        for clue in speakers:
            cells_of_it = {x: value for x, value in proved.items() if by[x] == clue}
            said.append(_of_one(position, puzzle.grid, when, clue, cells_of_it))
    return sorted(said, key=lambda step: (TECHNIQUES[step.technique].weight, step.witnesses))


def _split(proved: Placement) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(x for x in sorted(proved) if proved[x] == MINE), tuple(x for x in sorted(proved) if proved[x] == SAFE)


def _of_one(position: Position, grid: Grid, when: When, clue: int, proved: Placement) -> Deduction:
    """Tiers 1, 3 and 4, where the clue the engine names tells everything."""
    moment, tier, available = when
    mines, safe = _split(proved)
    if tier > 1:
        return _tried(position, grid, when, clue, proved)
    if clue == TOTAL:
        return Deduction(moment, tier, "total", (), mines, safe, available, total=True)
    technique = "satisfied" if safe else "exhausted"
    return Deduction(moment, tier, technique, (clue,), mines, safe, available, needs=(position.need(clue),))


def _read(position: Position, when: When, reading: Reading, proved: Placement) -> Deduction:
    moment, tier, available = when
    witnesses = _in_order(position, reading)
    needs = tuple(position.need(d) for d in witnesses)
    return Deduction(moment, tier, reading.technique, witnesses, *_split(proved), available, needs=needs)


def _in_order(position: Position, reading: Reading) -> tuple[int, ...]:
    """Of two clues the one with more cells (1-1, subset) or with the greater need comes first."""
    witnesses = (reading.clue, *reading.others)
    if reading.technique in ("1-1", "subset"):
        return tuple(sorted(witnesses, key=lambda d: -len(position.unknown(d))))
    if reading.technique in ("1-2", "difference"):
        return tuple(sorted(witnesses, key=lambda d: -position.need(d)))
    return witnesses


def _tried(position: Position, grid: Grid, when: When, clue: int, proved: Placement) -> Deduction:
    moment, tier, available = when
    found = fewest(position, grid, clue, proved, tier == 4)
    used = frozenset[int]().union(*(broken.used for _, broken in found))
    witnesses = (clue, *sorted(used - {clue, TOTAL}))
    return Deduction(
        moment,
        tier,
        "contradiction" if tier == 3 else "deep",
        witnesses,
        *_split(proved),
        available,
        tuple(_refutation(placement, broken) for placement, broken in found),
        tuple(position.need(d) for d in witnesses),
        TOTAL in used,
    )


def _refutation(placement: Placement, broken: Break) -> Refutation:
    chain = tuple(None if d == TOTAL else d for d in broken.chain)
    return Refutation(_split(placement)[0], None if broken.broken == TOTAL else broken.broken, chain)


def in_words(puzzle: Puzzle, step: Deduction, words: Words) -> str:
    """One sentence for a deduction, by the words of its technique in the catalogue."""
    words = words.of(puzzle.grid.kind)
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
    return reduce(lambda a, b: words.step.comma.format(a=a, b=b), names)
