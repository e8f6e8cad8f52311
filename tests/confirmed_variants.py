"""Puzzles of the variants with other neighbors, and their confirmation with neighbors found from where cells lie.

Each is counted by clingo, with rules written here, and solved round by round by the slow solver. So no code is shared
with the program but the record of the puzzle.
"""

from __future__ import annotations

from dataclasses import replace

import clingo
import slow_solver as slow
from paper_neighbors import cells_counted

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, KNIGHT, ORTHOGONAL, WRAP_AROUND, Variant
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.board.spec import ANY_SYMMETRY, FREE, NATURAL, Layout, PuzzleSpec, fitting_symmetries
from puzzlegen.generator.requests import PuzzleRequest, request_for
from puzzlegen.random_streams import Stream, stream
from puzzlegen.solver.tiers import run

ROWS = (HEXAGONAL, KNIGHT, ORTHOGONAL, WRAP_AROUND)
LEAST, MOST, LARGE = 4, 13, 20  # cells a side; LARGE in every tenth puzzle
LAYOUTS = (FREE, NATURAL, ANY_SYMMETRY)
COUNTING = """
{ mine(C) : blank(C) }.
:- clue(C, N), #count { D : counts(C, D), mine(D) } != N.
:- total(N), #count { C : mine(C) } != N.
#show mine/1.
"""


def hexagon(side: int) -> Grid:
    """The board of hexagons in the shape of a hexagon, ``side`` cells a side."""
    across = 2 * side - 1
    middle = across // 2

    def voids(row: int) -> list[int]:
        away = abs(row - middle)
        left = (away + middle % 2 - row % 2) // 2  # a row lies half a cell to the right if its number is odd
        return [row * across + col for col in range(across) if not left <= col < left + across - away]

    return Grid(across, across, HEXAGONAL, tuple(cell for row in range(across) for cell in voids(row)))


def board(variant: Variant, i: int, draw: Stream, most: int) -> Grid:
    """The board of puzzle ``i``, of sides up to ``most``."""
    width, height = (LEAST + draw.below(most - LEAST + 1) for _ in range(2))
    grid = Grid(width + (width == height), height, variant)
    if variant.wraps or i // 4 % 3 == 0:
        return grid
    if variant is HEXAGONAL and i // 4 % 3 == 1:
        return hexagon(3 + draw.below(most // 2 - 1))
    voids = [row * grid.width + grid.width - 1 for row in range(1, height, 2)]  # hexagons: rows take turns in length
    if variant is not HEXAGONAL:
        voids = sorted({draw.below(grid.size) for _ in range(grid.size // 8)})
    return replace(grid, voids=tuple(voids))


def slot(variant: Variant, seed: int, i: int, most: int = 0) -> PuzzleRequest:
    """What puzzle ``i`` of a variant is to be, with sides up to ``most`` if that is given."""
    draw = stream("soak variants", variant.name, seed, i)
    grid = board(variant, i, draw, most or (LARGE if i % 10 == 9 else MOST))
    rule = LAYOUTS[i // 12 % len(LAYOUTS)]
    if rule == ANY_SYMMETRY and not fitting_symmetries(grid):
        rule = FREE
    band = list(DIFFICULTIES.values())[i % 4]
    spec = PuzzleSpec(kind=variant.name, difficulty=band.name, total=i // 4 % 2 == 1, attempts=300, layout=Layout(rule))
    return request_for(spec, grid, f"soak variants/{variant}/{seed}/{i}")


def counted(puzzle: Puzzle) -> list[tuple[bool, ...]]:
    """Up to two solutions, from clingo."""
    facts = [f"blank({cell})." for cell, hidden in enumerate(puzzle.hidden) if hidden]
    around = cells_counted(puzzle.grid)
    for cell, value in enumerate(puzzle.cells):
        if value >= 0:
            facts += [f"clue({cell},{value}).", *(f"counts({cell},{other})." for other in around[cell])]
    facts += [] if puzzle.total is None else [f"total({puzzle.total})."]
    control = clingo.Control(["2"], logger=lambda *_: None)
    control.add("base", [], COUNTING + "".join(facts))
    control.ground([("base", [])])
    found: list[tuple[bool, ...]] = []

    def keep(model: clingo.Model) -> None:
        mines = {symbol.arguments[0].number for symbol in model.symbols(shown=True)}
        found.append(tuple(cell in mines for cell in range(puzzle.grid.size)))

    control.solve(on_model=keep)
    return found


def fault_of(wanted: PuzzleRequest, record: GradedPuzzle) -> str:
    """What is wrong with a finished puzzle; nothing if all is right."""
    puzzle, grade = record.puzzle, record.grade
    if grade.difficulty != wanted.difficulty:
        return f"is {grade.difficulty}"
    found = counted(puzzle)
    if found != [record.solution]:
        return f"clingo finds {'another solution' if len(found) == 1 else f'{len(found)} solutions'}"
    trace = run(puzzle, grade.tier)
    given = {cell: slow.SAFE for cell, hidden in enumerate(puzzle.hidden) if not hidden}
    clues = {cell: value for cell, value in enumerate(puzzle.cells) if value >= 0}
    position = slow.Board(cells_counted(puzzle.grid), clues, given, puzzle.total)
    moments, rounds = slow.solve(position, grade.tier)
    if max((tier for tier, _ in rounds), default=0) != grade.tier:
        return f"tier {grade.tier}, the slow solver needs another"
    if rounds != list(zip(trace.tier.tolist(), trace.available.tolist(), strict=True)):
        return "the slow solver goes through other rounds"
    if moments != {cell: int(moment) for cell, moment in enumerate(trace.moment) if moment > 0}:
        return "the slow solver proves cells in other rounds"
    proved = tuple(position.known.get(cell) == slow.MINE for cell in range(puzzle.grid.size))
    return "" if proved == record.solution and not position.unknown() else "the slow solver proves something else"
