"""Defines the table of puzzle variants: which cells a clue counts, and all other differences between variants.

A new variant is a new row of ``VARIANTS``. Other modules read the fields of a row and never compare its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from puzzlegen.errors import FormatError

MIN_DENSITY, MAX_DENSITY = 0.05, 0.6  # share of mines among the cells, in all variants

Offset = tuple[int, int]  # (rows down, columns to the right)


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One row of the table. Each variant is a single object, so that ``is`` compares variants.

    ``neighbors`` are the offsets from a clue to the cells it counts, in row-major order. Each needs its opposite,
    because solvers follow the relation both ways. ``(0, 0)`` means that a clue counts its own cell.
    ``symmetries`` are the transforms of ``board.symmetry`` that turn a puzzle of the variant into another one.
    ``clue_on_mine`` says whether a clue may stand on a mine.
    ``usual_density`` is the share of mines that suits most boards of the free layout.
    ``usual_layout`` is the rule of ``board.clue_layout`` for puzzles whose layout is not given.
    ``expert_line`` is the score from which tier 3 puzzles are expert, on a board of endless size, and what is added to
    it for smaller boards, divided by the side in cells (see docs/grading.md).
    ``outline`` lists the corners of a cell as (across, down), in units of a cell's side.
    ``words`` names the group of the catalogue and the templates with the variant's own sentences. It is empty
    only for the rules of minesweeper.
    ``tag`` marks the variant in one-line puzzles and in canonical forms, and is empty for minesweeper.
    ``summary`` says what sets the variant apart from minesweeper, for the lists of kinds in help texts.
    ``on_puzzlink`` says whether puzz.link has the variant, and ``lessons`` whether technique pages show it.
    Raises ValueError when an offset lacks its opposite.
    """

    name: str
    neighbors: tuple[Offset, ...]
    symmetries: tuple[int, ...]
    highest_clue: int
    clue_on_mine: bool
    usual_density: float
    outline: tuple[tuple[float, float], ...]
    usual_layout: str = "free"
    expert_line: tuple[float, float] = (42.0, 280.0)
    words: str = ""
    tag: str = ""
    summary: str = ""
    on_puzzlink: bool = False
    lessons: bool = False

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

    def side_by_side(self, offset: Offset) -> bool:
        """Return whether a cell and the one at this offset share an edge of their outlines."""
        return _share_edge(self, offset)


@lru_cache(maxsize=1024)
def _share_edge(variant: Variant, offset: Offset) -> bool:
    down, right = offset
    moved = {(x + right, y + down) for x, y in variant.outline}
    return len(moved.intersection(variant.outline)) == 2


ALL_SYMMETRIES = tuple(range(8))  # those of a square: four rotations, with and without a reflection
SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))
_BLOCK = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))  # a cell and the eight around it

MINESWEEPER = Variant(
    name="minesweeper",
    neighbors=tuple(offset for offset in _BLOCK if offset != (0, 0)),
    symmetries=ALL_SYMMETRIES,
    highest_clue=8,
    clue_on_mine=False,
    usual_density=0.33,
    outline=SQUARE,
    usual_layout="natural",
    on_puzzlink=True,
    lessons=True,
)
MOSAIC = Variant(  # its mines are called filled cells
    name="mosaic",
    neighbors=_BLOCK,
    symmetries=ALL_SYMMETRIES,
    highest_clue=9,
    clue_on_mine=True,
    usual_density=0.4,
    outline=SQUARE,
    expert_line=(220.0, -700.0),
    words="mosaic",
    tag="mosaic",
    summary="also known as Fill-a-Pix, where a clue counts its own cell too and may stand on a mine",
)
VARIANTS: dict[str, Variant] = {variant.name: variant for variant in (MINESWEEPER, MOSAIC)}
KIND_MEANING = "; or ".join(", ".join(filter(None, (kind.name, kind.summary))) for kind in VARIANTS.values())


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
        raise FormatError(f"kind: found {name!r}, allowed {', '.join(VARIANTS)}")
    return VARIANTS[name]
