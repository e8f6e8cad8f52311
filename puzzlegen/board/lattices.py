"""Defines the lattices of boards: how cells lie in the plane, and which turns and reflections keep them in place.

A lattice is independent of the rules: minesweeper, mosaics and knight boards all lie on squares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt
from typing import Any, TypeVar

Number = TypeVar("Number", bound=Any)

Offset = tuple[int, int]  # of two cells, in lattice coordinates: (rows down, columns to the right)
Transform = tuple[Offset, Offset]  # a row of the matrix for each coordinate of the image
Point = tuple[float, float]  # (across, down), in widths of a cell


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """How cells lie in the plane.

    A cell at ``(row, col)`` of the board has the lattice coordinates ``(row, col)``. If the lattice is ``staggered``,
    every second row, from the second, lies half a cell to the right, and the lattice coordinates are
    ``(row, col - row // 2)``. So the same offset always leads to the same side.
    ``row_height`` is the distance from row to row, in widths of a cell. ``corners`` are those of a cell, as points
    around its center, clockwise.
    ``transforms`` are the turns and reflections, as matrices over lattice coordinates; the first keeps all in place.
    ``symmetries`` has the transforms, by their places in ``transforms``, that keep a board of each symmetry as it is.
    """

    name: str
    staggered: bool
    row_height: float
    corners: tuple[Point, ...]
    transforms: tuple[Transform, ...]
    symmetries: Mapping[str, tuple[int, ...]]
    tallness: float = field(init=False)
    """The height of the box around a cell, in widths of a cell."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tallness", 2 * max(y for _, y in self.corners))

    def columns(self, row: Number, col: Number) -> Number:
        """Return the second lattice coordinates of cells of the board, as numbers or arrays."""
        found: Number = col - row // 2 if self.staggered else col
        return found

    def center(self, row: Number, col: Number) -> tuple[Number, Number]:
        """Return the center of a cell, or of cells in arrays. The box around the first cell begins at (0, 0)."""
        return col + 0.5 + (row % 2 / 2 if self.staggered else 0.0), self.tallness / 2 + row * self.row_height

    def extent(self, width: int, height: int) -> Point:
        """Return the width and the height of the box around a board of so many columns and rows."""
        return width + (0.5 if self.staggered and height > 1 else 0.0), self.tallness + (height - 1) * self.row_height

    @property
    def straight(self) -> bool:
        """Whether straight lines separate the columns and the rows."""
        return self.row_height == self.tallness

    def side_by_side(self, offset: Offset) -> bool:
        """Return whether a cell and the one at this offset share a side."""
        return _shared_corners(self, offset) == 2

    @property
    def touching(self) -> tuple[Offset, ...]:
        """The offsets of the cells that share a side or a corner with a cell, those that share a side first.

        Each is followed by its opposite, or follows it.
        """
        return _touching(self)

    @property
    def sides(self) -> int:
        """The number of sides of a cell."""
        return len(self.corners)


@lru_cache(maxsize=1024)
def _shared_corners(lattice: Lattice, offset: Offset) -> int:
    down, right = offset
    x, y = (right + down / 2 if lattice.staggered else right), down * lattice.row_height
    moved = [(x + a, y + b) for a, b in lattice.corners]
    return sum(abs(a - c) + abs(b - d) < 1e-6 for a, b in moved for c, d in lattice.corners)


@lru_cache(maxsize=8)
def _touching(lattice: Lattice) -> tuple[Offset, ...]:
    half = [(0, 1), *((1, right) for right in (-1, 0, 1))]  # one of each two opposite offsets
    shared = {offset: _shared_corners(lattice, offset) for offset in half}
    near = sorted((offset for offset in half if shared[offset]), key=lambda offset: -shared[offset])
    return tuple(one for down, right in near for one in ((-down, -right), (down, right)))


def _times(one: Transform, other: Transform) -> Transform:
    """Return the product of two matrices: the transform ``other``, and then ``one``."""
    (a, b), (c, d) = one
    (e, f), (g, h) = other
    return (a * e + b * g, a * f + b * h), (c * e + d * g, c * f + d * h)


def _dihedral(turn: Transform, mirror: Transform, count: int) -> tuple[Transform, ...]:
    """Return ``count`` turns, by the multiples of the first, and then the same turns after the reflection."""
    turns: list[Transform] = [((1, 0), (0, 1))]
    while len(turns) < count:
        turns.append(_times(turn, turns[-1]))
    return (*turns, *(_times(one, mirror) for one in turns))


SQUARES = Lattice(
    name="squares",
    staggered=False,
    row_height=1.0,
    corners=((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    # 1 to 3 turn by 90, 180, 270 degrees counterclockwise; 4 to 7 do the same after a left-right reflection
    transforms=_dihedral(((0, -1), (1, 0)), ((1, 0), (0, -1)), 4),
    symmetries={
        "half-turn": (2,),
        "quarter-turn": (1, 2, 3),
        "left-right": (4,),
        "top-bottom": (6,),
        "both-mirrors": (2, 4, 6),
        "diagonal": (5,),
        "full": (1, 2, 3, 4, 5, 6, 7),
    },
)
_SIDE = 1 / sqrt(3)  # of a hexagon whose two upright sides are 1 apart
HEXAGONS = Lattice(
    name="hexagons",
    staggered=True,
    row_height=1.5 * _SIDE,
    corners=((0.0, -_SIDE), (0.5, -_SIDE / 2), (0.5, _SIDE / 2), (0.0, _SIDE), (-0.5, _SIDE / 2), (-0.5, -_SIDE / 2)),
    # 1 to 5 turn by 60 to 300 degrees; 6 to 11 do the same after a left-right reflection
    transforms=_dihedral(((1, 1), (-1, 0)), ((1, 0), (-1, -1)), 6),
    symmetries={
        "half-turn": (3,),
        "third-turn": (2, 4),
        "sixth-turn": (1, 2, 3, 4, 5),
        "left-right": (6,),
        "top-bottom": (9,),
        "both-mirrors": (3, 6, 9),
        "full": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    },
)
LATTICES = (SQUARES, HEXAGONS)
SYMMETRY_NAMES = tuple(dict.fromkeys(name for lattice in LATTICES for name in lattice.symmetries))
