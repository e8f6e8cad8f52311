"""The worked example below the rules of a page to play on: two small drawings, each with what follows in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from types import MappingProxyType

from puzzlegen.board.deduction import Deduction
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.variants import HEXAGONAL, KNIGHT, MINESWEEPER, MOSAIC, ORTHOGONAL, WRAP_AROUND, Variant
from puzzlegen.drawing.html_pages import fill_template
from puzzlegen.formats import line
from puzzlegen.language.explanations import caption
from puzzlegen.language.messages import Messages
from puzzlegen.solver.tiers import solve

_STEPS = 2
# The first two steps of each decide all that its drawings show. A variant without an entry has no example.
_PUZZLES: Mapping[Variant, str] = MappingProxyType(
    {
        MINESWEEPER: "3x3:2c2d",
        MOSAIC: "mosaic:3x3:d4a4b",
        ORTHOGONAL: "orthogonal:3x3:a2a4d2",
        KNIGHT: "knight:3x3:1e2b",
        WRAP_AROUND: "wrap-around:4x3:0d3f",
        HEXAGONAL: "hexagonal:3x2:2a1c",
    }
)
_UNIT = 10  # units of a drawing in the width of a cell
_MINE, _SAFE, _COVERED, _FLAG = "mine", "safe", "covered", "flag"
_MARKS = {  # paths around the center of a cell, and their classes
    _MINE: ("ink", "m-3 0a3 3 0 0 0 6 0 3 3 0 0 0-6 0"),
    _SAFE: ("cross", "m-2-2l4 4m0-4l-4 4"),
    _FLAG: ("ink", "m-2-3l4 2-4 2v2v-6"),
}
# A corner of a classic board, of which four cells are covered
_CLASSIC = Grid(3, 3)
_CLASSIC_COVERED, _CLASSIC_MINE, _CLASSIC_SAFE = (4, 5, 7, 8), 4, 5


@dataclass(frozen=True, slots=True)
class _Figure:
    """A drawing: numbers and marks by cell, the cells it decides, and the number that decides them."""

    grid: Grid
    numbers: Mapping[int, int]
    marks: Mapping[int, str]
    decided: Collection[int]
    circled: Collection[int]


def rules_example(variant: Variant, messages: Messages) -> str:
    """Return the markup of the example of a variant, which is empty if it has none.

    Raises ConfigError for a template of the user's that cannot be filled.
    """
    if variant not in _PUZZLES:
        return ""
    messages = messages.for_variant(variant)
    puzzle, steps = _solved(_PUZZLES[variant])
    marks: dict[int, str] = {}
    parts = []
    for step in steps:
        marks |= dict.fromkeys(step.mines, _MINE) | dict.fromkeys(step.safe, _SAFE)
        numbers = {i: value for i, value in enumerate(puzzle.cells) if value >= 0}
        figure = _Figure(puzzle.grid, numbers, dict(marks), (*step.mines, *step.safe), step.witnesses)
        names = {_MINE: messages.picture.mine, _SAFE: messages.picture.safe, "": messages.picture.blank}
        parts.append(_part(figure, names, caption(puzzle, step, messages), messages))
    return "".join(parts)


@cache
def _solved(text: str) -> tuple[Puzzle, tuple[Deduction, ...]]:
    puzzle = line.parse(text)
    return puzzle, tuple(solve(puzzle, 1).deductions[:_STEPS])


def classic_rules_example(messages: Messages) -> str:
    """Return the markup of the example of a classic board. Raises ConfigError as ``rules_example`` does."""
    classic = messages.classic
    names = {_COVERED: classic.covered, _FLAG: classic.flag}
    first = dict.fromkeys(_CLASSIC_COVERED, _COVERED) | {_CLASSIC_MINE: _FLAG}
    second = {i: mark for i, mark in first.items() if i != _CLASSIC_SAFE}
    steps = ((first, 0, _CLASSIC_MINE, classic.example_mine), (second, 1, _CLASSIC_SAFE, classic.example_safe))
    parts = []
    for marks, clue, decided, text in steps:
        numbers = {i: 1 for i in range(_CLASSIC.size) if i not in marks}
        parts.append(_part(_Figure(_CLASSIC, numbers, marks, (decided,), (clue,)), names, text, messages))
    return "".join(parts)


def _part(figure: _Figure, names: Mapping[str, str], text: str, messages: Messages) -> str:
    rows = []
    for row in range(figure.grid.height):
        places = (figure.grid.cell(row, col) for col in range(figure.grid.width))
        cells = ", ".join(_name(figure, i, names, messages.picture.circled) for i in places)
        rows.append(messages.picture.row.format(row=row + 1, cells=cells))
    drawing = _drawing(figure, ". ".join(rows))
    return fill_template("page/example.html", {"drawing": drawing, "caption": escape(text)})


def _name(figure: _Figure, i: int, names: Mapping[str, str], circled: str) -> str:
    number, mark = figure.numbers.get(i), figure.marks.get(i, "")
    if number is None:
        return names[mark]
    shown = circled.format(number=number) if i in figure.circled else str(number)
    return f"{shown} {names[mark]}" if mark else shown


def _drawing(figure: _Figure, label: str) -> str:
    """Return an SVG element: one path for each class, the lines above fills, and texts above all."""
    grid, lattice = figure.grid, figure.grid.variant.lattice
    paths = {"on": "", "tile": "", "": "", "ink": "", "cross": ""}
    texts = []
    corners = [(round(x * _UNIT), round(y * _UNIT)) for x, y in lattice.corners]
    sides = " ".join(f"{to[0] - here[0]} {to[1] - here[1]}" for here, to in pairwise(corners))
    for i in range(grid.size):
        x, y = _center(grid, i)
        outline = f"M{x + corners[0][0]} {y + corners[0][1]}l{sides}z".replace(" -", "-")
        mark = figure.marks.get(i, "")
        is_filled = mark == _MINE and grid.variant.clue_on_mine
        if i in figure.decided:
            paths["on"] += outline
        if is_filled or mark == _COVERED:
            paths["ink" if is_filled else "tile"] += outline
        elif i not in figure.decided:
            paths[""] += outline
        if mark in _MARKS and not is_filled:
            name, path = _MARKS[mark]
            paths[name] += f"M{x} {y}{path}"
        out = " out" if is_filled else ""
        if i in figure.numbers:
            texts.append(f'<text{_class(out)} x="{x}" y="{y}">{figure.numbers[i]}</text>')
        if i in figure.circled:
            texts.append(f'<circle{_class("use" + out)} cx="{x}" cy="{y}" r="4"/>')
    left, top = (min(one) for one in zip(*corners, strict=True))
    width = _UNIT * grid.width + (_UNIT // 2 if lattice.staggered else 0)
    height = round(_UNIT * (lattice.tallness + (grid.height - 1) * lattice.row_height))
    drawn = "".join(f'<path{_class(name)} d="{path}"/>' for name, path in paths.items() if path) + "".join(texts)
    box = f"{left - 1} {top - 1} {width + 2} {height + 2}"
    return f'<svg viewBox="{box}" role="img" aria-label="{escape(label)}">{drawn}</svg>'


def _center(grid: Grid, i: int) -> tuple[int, int]:
    (row, col), lattice = grid.position(i), grid.variant.lattice
    shift = 0.5 if lattice.staggered and row % 2 else 0.0
    return round((col + shift) * _UNIT), round(row * lattice.row_height * _UNIT)


def _class(name: str) -> str:
    return f' class="{name.strip()}"' if name else ""
