"""Defines how the cells of boards lie (lattices), and the variants of the game played on them.

A lattice is independent of the rules: minesweeper, mosaics and knight boards all lie on squares. A variant is a row of
``VARIANTS``: which cells a clue counts, and all other differences. Other modules read the fields of a row and never
compare its name, so a new variant is a new row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt
from typing import Any, TypeVar

from puzzlegen.errors import FormatError

Number = TypeVar("Number", bound=Any)

Offset = tuple[int, int]  # of two cells, in lattice coordinates: (rows down, columns to the right)
Transform = tuple[Offset, Offset]  # a row of the matrix for each coordinate of the image
Point = tuple[float, float]  # (across, down), in widths of a cell
NO_CELL = -1  # in a table of cells


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
        column: Number = col - row // 2 if self.staggered else col
        return column

    def center(self, row: Number, col: Number) -> tuple[Number, Number]:
        """Return the center of a cell, or of cells in arrays. The box around the first cell begins at (0, 0)."""
        return col + 0.5 + (row % 2 / 2 if self.staggered else 0.0), self.tallness / 2 + row * self.row_height

    def extent(self, width: int, height: int) -> Point:
        """Return the width and the height of the box around a board of so many columns and rows."""
        return width + (0.5 if self.staggered and height > 1 else 0.0), self.tallness + (height - 1) * self.row_height

    def is_ragged(self, voids: Collection[int]) -> bool:
        """Return whether the rows of a board with these voids begin at different places, so that it has no columns."""
        return self.staggered and bool(voids)

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
    return tuple(offset for down, right in near for offset in ((-down, -right), (down, right)))


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
    return (*turns, *(_times(turn, mirror) for turn in turns))


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


MIN_DENSITY, MAX_DENSITY = 0.05, 0.6  # share of mines among the cells, in all variants


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One row of the table. Each variant is a single object, so that ``is`` compares variants.

    ``neighbors`` are the offsets from a clue to the cells it counts, in the coordinates of the ``lattice``. Each needs
    its opposite, because solvers follow the relation both ways. ``(0, 0)`` means that a clue counts its own cell.
    ``wraps`` joins the left side of the board to the right one, and the top to the bottom.
    ``clue_on_mine`` says whether a clue may stand on a mine.
    ``usual_density`` is the share of mines that suits most boards of the free layout.
    ``usual_layout`` is the rule of ``board.spec`` for puzzles whose layout is not given.
    ``expert_line`` is the score from which tier 3 puzzles are expert, on a board of endless size, and what is added to
    it for smaller boards, divided by the side in cells (see docs/grading.md).
    ``words`` names the group of the catalogue and the templates with the variant's own sentences. It is empty
    only for the rules of minesweeper.
    ``tag`` marks the variant in one-line puzzles and in canonical forms, and is empty for minesweeper.
    ``summary`` says what sets the variant apart from minesweeper, for the lists of kinds in help texts.
    ``absent`` are techniques of clues side by side that no puzzle of the variant can need.
    ``example`` is a puzzle whose first two steps show the rules below a page to play on; empty shows none.
    ``on_puzzlink`` says whether puzz.link has the variant.
    Raises ValueError when an offset lacks its opposite.
    """

    name: str
    neighbors: tuple[Offset, ...]
    clue_on_mine: bool
    usual_density: float
    lattice: Lattice = SQUARES
    wraps: bool = False
    usual_layout: str = "free"
    expert_line: tuple[float, float] = (24.0, 60.0)
    words: str = ""
    tag: str = ""
    summary: str = ""
    absent: tuple[str, ...] = ()
    example: str = ""
    on_puzzlink: bool = False

    def __post_init__(self) -> None:
        offsets = set(self.neighbors)
        if any((-down, -right) not in offsets for down, right in offsets):
            raise ValueError(f"{self.name}: every offset among neighbors needs its opposite")

    def __str__(self) -> str:
        return self.name

    def __lt__(self, other: Variant) -> bool:
        return self.name < other.name

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the name only. Workers look up the row in their own table."""
        return variant_named, (self.name,)

    @property
    def highest_clue(self) -> int:
        """The number of cells that a clue counts, at most."""
        return len(self.neighbors)

    @property
    def least_side(self) -> int:
        """The fewest cells a side of a board: where sides are joined, no cell may be counted twice."""
        return 1 + 2 * max(abs(part) for offset in self.neighbors for part in offset) if self.wraps else 1


_BLOCK = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))  # a cell and the eight around it
_AROUND = tuple(offset for offset in _BLOCK if offset != (0, 0))

MINESWEEPER = Variant(
    name="minesweeper",
    neighbors=_AROUND,
    clue_on_mine=False,
    usual_density=0.33,
    usual_layout="natural",
    example="3x3:2c2d",
    on_puzzlink=True,
)
MOSAIC = Variant(  # its mines are called filled cells
    name="mosaic",
    neighbors=_BLOCK,
    clue_on_mine=True,
    usual_density=0.4,
    expert_line=(49.0, 0.0),
    words="mosaic",
    tag="mosaic",
    summary="also known as Fill-a-Pix, where a clue counts its own cell too and may stand on a mine",
    example="mosaic:3x3:d4a4b",
)
ORTHOGONAL = Variant(
    name="orthogonal",
    neighbors=((-2, 0), (-1, 0), (0, -2), (0, -1), (0, 1), (0, 2), (1, 0), (2, 0)),
    clue_on_mine=False,
    usual_density=0.33,
    usual_layout="natural",
    expert_line=(28.0, 0.0),
    words="orthogonal",
    tag="orthogonal",
    summary="where a clue counts the two cells on each side of it, up, down, left and right",
    absent=("1-2-1", "1-2-2-1"),  # clues in a line share too few cells
    example="orthogonal:3x3:a2a4d2",
)
KNIGHT = Variant(
    name="knight",
    neighbors=((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)),
    clue_on_mine=False,
    usual_density=0.33,
    usual_layout="natural",
    expert_line=(25.0, -20.0),
    words="knight",
    tag="knight",
    summary="where a clue counts the cells that are a knight's move of chess away",
    absent=("1-1", "1-2", "1-2-1", "1-2-2-1"),  # clues side by side share no cell
    example="knight:3x3:1e2b",
)
WRAP_AROUND = Variant(
    name="wrap-around",
    neighbors=_AROUND,
    clue_on_mine=False,
    usual_density=0.33,
    wraps=True,
    usual_layout="natural",
    expert_line=(25.5, 140.0),
    words="wrap-around",
    tag="wrap-around",
    summary="where the left side is joined to the right one, and the top to the bottom",
    example="wrap-around:4x3:0d3f",
)
HEXAGONAL = Variant(
    name="hexagonal",
    neighbors=((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)),
    clue_on_mine=False,
    usual_density=0.33,
    lattice=HEXAGONS,
    usual_layout="natural",
    expert_line=(12.0, 50.0),
    words="hexagonal",
    tag="hexagonal",
    summary="with six-sided cells, where a clue counts the six cells around it",
    absent=("1-2-1",),  # where two clues in a line prove nothing, the third adds nothing
    example="hexagonal:3x2:2a1c",
)
_ROWS = (MINESWEEPER, MOSAIC, ORTHOGONAL, KNIGHT, WRAP_AROUND, HEXAGONAL)
VARIANTS: dict[str, Variant] = {variant.name: variant for variant in _ROWS}
KIND_MEANING = "; or ".join(", ".join(filter(None, (kind.name, kind.summary))) for kind in VARIANTS.values())


def listed_by_kind(value: Callable[[Variant], str]) -> str:
    """Return the value of minesweeper, and those of the kinds that have another, such as ``0.31, 0.4 for mosaic``."""
    usual = value(MINESWEEPER)
    texts = ((value(variant), variant) for variant in VARIANTS.values())
    return ", ".join([usual, *(f"{text} for {variant}" for text, variant in texts if text != usual)])


def missing_messages(variant: Variant) -> str:
    """Return why texts about a variant would be wrong, and the remedy; empty if there are messages for its rules."""
    if variant.words or (variant.neighbors, variant.clue_on_mine) == (
        MINESWEEPER.neighbors,
        MINESWEEPER.clue_on_mine,
    ):
        return ""
    return (
        f"found {variant}, but no messages explain its rules, which differ from those of {MINESWEEPER}; "
        "set words in its row of VARIANTS and add this group to variants in words.yaml"
    )


def variant_named(name: str) -> Variant:
    """Find a variant by its name. Raises FormatError for an unknown one."""
    if not isinstance(name, str) or name not in VARIANTS:
        raise FormatError(f"found {name!r}, allowed {', '.join(VARIANTS)}").within("kind")
    return VARIANTS[name]
