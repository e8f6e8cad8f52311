"""Positions for the tests of explanations."""

from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.formats import line
from puzzlegen.solver.position import Position, neighbors_of


def position_of(text: str, marks: str = "") -> Position:
    """The position of a puzzle; ``marks`` has y, n or ? for each cell."""
    puzzle = line.parse(text)
    known = [UNKNOWN if hidden else SAFE for hidden in puzzle.hidden]
    for cell, mark in enumerate(marks):
        known[cell] = {"y": MINE, "n": SAFE, "?": known[cell]}[mark]
    clues = {cell: value for cell, value in enumerate(puzzle.cells) if value >= 0}
    return Position(neighbors_of(puzzle.grid), clues, known, puzzle.total)
