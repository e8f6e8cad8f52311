"""Defines what a puzzle should be (PuzzleSpec): each property with its meaning and values, and layouts of clues."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from puzzlegen.board import hands, ideas, lattices
from puzzlegen.board.difficulty import (
    DIFFICULTIES,
    EFFORTS,
    LOW,
    MAX_TIER,
    NORMAL,
    REGIONS,
    TECHNIQUE_TIERS,
    check_effort,
    check_score,
    check_start,
    check_technique,
    default_effort,
)
from puzzlegen.board.lattices import (
    MAX_DENSITY,
    MIN_DENSITY,
    MINESWEEPER,
    VARIANTS,
    Variant,
)
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.errors import FormatError, Problem

if TYPE_CHECKING:  # numpy takes a tenth of a second to import, and --help does not need it
    from puzzlegen.board.grid import Grid

FREE, NATURAL, ANY_SYMMETRY = "free", "natural", "symmetric"
RULES = (FREE, NATURAL, ANY_SYMMETRY, *lattices.SYMMETRY_NAMES)
MIN_CLUES, MAX_CLUES = 0.2, 0.6  # share of the cells; with fewer, the search for mines fails too often
FILLED_MARK, BLANK_MARK = "#", "."  # of a drawing: of clues, of the cells of a shape, or of a picture
USUAL_SPREAD = 0.03  # how far the share of mines of one puzzle may be from the usual share
_SHARES = sorted(hand.mines for hand in hands.HANDS.values())
HAND_DENSITIES = f"{_SHARES[0]:g} to {_SHARES[-1]:g} by the hand"
USUAL_DENSITIES = "usual is " + lattices.listed_by_kind(
    lambda kind: HAND_DENSITIES if kind.usual_layout == NATURAL else f"{kind.usual_density:g}"
)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the clues of one puzzle may stand.

    ``rule`` is one of RULES. ``free`` removes clues in random order. ``natural`` does so with the habits of a hand (see
    board.hands). The others give a symmetric layout.
    ``clues`` is the share of the cells that have a clue. None removes as many as the rest allows.
    ``drawing`` has a line for each row of the board, with FILLED_MARK where a clue stands and BLANK_MARK elsewhere. The
    clues stand exactly there, so ``rule`` and ``clues`` do not matter. It must leave no cell that no clue reaches.
    """

    rule: str = FREE
    clues: float | None = None
    drawing: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether clues may stand anywhere, as many as it takes."""
        return self.rule in {FREE, NATURAL} and self.clues is None and self.drawing is None

    def for_board(self, grid: Grid) -> Layout:  # noqa: ARG002  # a layout that is resolved already, see board.spec
        """Return the layout itself."""
        return self

    def has_hand(self, variant: Variant) -> bool:  # noqa: ARG002  # see ChosenLayout
        """Return whether puzzles in the layout are made with the habits of a hand."""
        return self.rule == NATURAL and self.drawing is None

    def usual_mines(self, variant: Variant, hand: hands.Hand | None) -> tuple[float, float]:
        """Return the usual share of mines, and how far the share of one puzzle may be from it.

        Handmade minesweeper puzzles have 0.293 with a standard deviation of 0.058 (341 of them, 2026-11-22). Where
        clues may stand on mines none were measured, so a hand does not matter.
        """
        if hand is not None and not variant.clue_on_mine:
            return hand.mines, hand.spread
        return variant.usual_density, USUAL_SPREAD


FREE_LAYOUT = Layout()


@lru_cache(maxsize=64)
def fitting_symmetries(grid: Grid) -> tuple[str, ...]:
    """Return the symmetries that a board of this shape can have, such as quarter turns on a square."""
    from puzzlegen.board.symmetry import image_grid  # noqa: PLC0415  # it imports numpy, which --help does not need

    lattice = grid.variant.lattice
    same = {t for t in range(len(lattice.transforms)) if image_grid(grid, t) == grid}
    return tuple(name for name, transforms in lattice.symmetries.items() if same.issuperset(transforms))


def check_rule(rule: str, grid: Grid) -> None:
    """Raise FormatError if a board of this shape cannot have the symmetry."""
    if rule not in (ANY_SYMMETRY, *lattices.SYMMETRY_NAMES):
        return
    fitting = fitting_symmetries(grid)
    if not fitting:
        raise FormatError(
            f"found {rule} on a board of {grid} cells whose shape has no symmetry; allowed there: {FREE}, {NATURAL}"
        )
    if rule in lattices.SYMMETRY_NAMES and rule not in fitting:
        lattice = grid.variant.lattice
        if rule not in lattice.symmetries:
            why = f"whose cells are {lattice.name}"
        else:
            why = "whose shape does not have it" if grid.voids or lattice.staggered else "which is not square"
        raise FormatError(
            f"found {rule} on a board of {grid} cells, {why}; allowed there: {ANY_SYMMETRY}, {', '.join(fitting)}"
        )


WISHES = ("technique", "score", "start")  # properties that a puzzle is improved for
USUAL_TIER = 3  # the highest tier of a puzzle of any difficulty
PICTURE_ATTEMPTS = 300  # orders of removal for a single picture, where none are given


class ChosenLayout(Protocol):
    """A layout as it is chosen, for boards of any size."""

    def for_board(self, grid: Grid) -> Layout:
        """Return the layout on a board. Raises FormatError where it does not fit."""

    def has_hand(self, variant: Variant) -> bool:
        """Return whether puzzles of a variant in the layout are made with the habits of a hand."""


class ChosenShape(Protocol):
    """A shape as it is chosen, for boards of any size."""

    def on(self, grid: Grid) -> Grid:
        """Return the board of the shape. Raises FormatError where it does not fit."""


@dataclass(frozen=True, slots=True)
class Property:
    """What a property means, in a sentence for configs, options and forms, and the values that it may have.

    A property has ``choices``, which are words, or is a number from ``low`` to ``high`` whose ``unit`` messages name.
    ``usual`` says in words what it is where it is not given. ``in_configs``: books and dailies have it as a key, and
    ``by_kind``: the kinds of a mixed section may differ in it. Other properties are options of commands only.
    """

    meaning: str
    choices: tuple[str, ...] = ()
    low: float = 0
    high: float = 0
    unit: str = ""
    usual: str = ""
    in_configs: bool = True
    by_kind: bool = False


def _property(default: Any, meaning: str, **more: Any) -> Any:
    return field(default=default, metadata={"property": Property(meaning, **more)})


class Mismatch(NamedTuple):
    """A property that differs from what was asked for: its name, what was found, and what is wanted, in words."""

    name: str
    found: str
    wanted: str

    def __str__(self) -> str:
        """Return the mismatch for a message, such as ``size: found 8x8, expected 7x7 or 9x9``."""
        return f"{self.name}: found {self.found}, expected {self.wanted}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleSpec:
    """What a puzzle should be, apart from its size. None leaves a property to what is usual.

    A new property is a field here. The keys of configs and forms (``config.generation``), the options of
    ``puzzlegen generate`` and the arguments of ``api.generate`` follow from it.
    """

    kind: str = _property(MINESWEEPER.name, lattices.KIND_MEANING, choices=tuple(VARIANTS), by_kind=True)
    difficulty: str | None = _property(
        None,
        "How hard each puzzle is, and what it needs: "
        + "; ".join(f"{band.name}: {band.meaning}" for band in DIFFICULTIES.values()),
        choices=tuple(DIFFICULTIES),
        by_kind=True,
    )
    max_tier: int | None = _property(
        None,
        "Highest technique tier a puzzle may need, of any difficulty",
        low=1, high=MAX_TIER, usual=f"{USUAL_TIER} without a difficulty", in_configs=False,
    )  # fmt: skip
    mines: int | None = _property(None, "Exact number of mines", low=1, high=1_000_000, in_configs=False)
    density: float | None = _property(
        None,
        f"Share of the cells that are mines, {MIN_DENSITY:g} to {MAX_DENSITY:g}; {USUAL_DENSITIES}",
        low=MIN_DENSITY, high=MAX_DENSITY, unit="a share", by_kind=True,
    )  # fmt: skip
    spread: float | None = _property(
        None,
        "Random variation of the share of mines, between density - spread and density + spread, so that "
        f"solvers cannot count the last mines; usual is {USUAL_SPREAD:g}, or that of the hand in the {NATURAL} layout "
        "without density",
        low=0, high=0.2, unit="a share",
    )  # fmt: skip
    lone_cells: bool = _property(True, "Allow safe cells with mines all around; their clue must always be printed")
    attempts: int = _property(
        2000, "Boards to try for one puzzle, or ways to remove the clues of a picture, before giving up",
        low=1, high=1_000_000,
    )  # fmt: skip
    layout: ChosenLayout | None = _property(  # noqa: RUF009  # a field of the dataclass
        None,
        f"Where the clues stand. {NATURAL} is as in handmade puzzles, {FREE} leaves as few clues as the difficulty "
        f"allows, and the others are symmetric: {', '.join(lattices.SYMMETRY_NAMES)}, or {ANY_SYMMETRY} for any that "
        "fits the board. In place of a name: text:25 for clues that draw letters or digits, clues:0.25 for a share of "
        "the cells, file:heart.png for a drawing or an image",
        usual=lattices.listed_by_kind(lambda kind: kind.usual_layout), by_kind=True,
    )  # fmt: skip
    hand: str | None = _property(
        None,
        f"Habits of a setter that all puzzles of the layout {NATURAL} share: "
        + "; ".join(f"{hand.name}, {hand.meaning}" for hand in hands.HANDS.values()),
        choices=tuple(hands.HANDS),
        usual="drawn from the seed: one for each section, another than that of the section before, and one for each "
        "week of a daily",
    )
    shape: ChosenShape | None = _property(  # noqa: RUF009  # likewise
        None,
        f"Shape of the boards: {', '.join(SHAPES)}. In place of a name: text:25 for letters or digits, file:heart.png "
        "for a drawing or the dark parts of an image",
        usual="a rectangle", by_kind=True,
    )  # fmt: skip
    idea: str | None = _property(None, ideas.IDEA_MEANING)
    effort: str | None = _property(
        None,
        "Work for the quality of each puzzle: "
        + "; ".join(f"{name} takes {one.meaning}" for name, one in EFFORTS.items()),
        choices=tuple(EFFORTS), usual=f"{NORMAL} with a technique, score or start, otherwise {LOW}",
    )  # fmt: skip
    technique: str | None = _property(
        None,
        f"A technique that the solution of each puzzle must need: {', '.join(TECHNIQUE_TIERS)}",
        choices=tuple(TECHNIQUE_TIERS),
    )
    score: tuple[float, float] | None = _property(
        None,
        "Score of the puzzles, such as 40; for several also 20-60, for scores that rise evenly from the first "
        "puzzle of a size to the last",
    )
    start: str | None = _property(
        None,
        f"The part of the board where each solve must begin: {', '.join(REGIONS)}",
        choices=tuple(REGIONS),
    )
    total: bool = _property(
        False,
        "Print the number of mines with each puzzle; puzzles are then made and graded with this clue",
        by_kind=True,
    )

    @property
    def variant(self) -> Variant:
        """The variant that ``kind`` names."""
        return VARIANTS[self.kind]

    @property
    def highest_tier(self) -> int:
        """The highest tier that thinning may rely on."""
        return highest_tier(self.difficulty, self.max_tier)

    @property
    def resolved_effort(self) -> str:
        """The effort, or its default."""
        return self.effort or default_effort({name: getattr(self, name) for name in WISHES})

    def board_of(self, size: Grid) -> Grid:
        """Return the variant's board of a size, in the shape. Raises FormatError where that does not fit."""
        board = replace(size, variant=self.variant)
        return board if self.shape is None else self.shape.on(board)

    def layout_on(self, board: Grid) -> Layout:
        """Return the layout on a board. Raises FormatError where it does not fit."""
        return Layout(board.variant.usual_layout) if self.layout is None else self.layout.for_board(board)

    def hand_on(self, layout: Layout, name: str) -> str | None:
        """Return the hand of puzzles in a layout, by default that drawn for ``name``; None for one without hands."""
        takes_hand = layout.has_hand(self.variant) and self.idea is None
        return (self.hand or hands.hand_for(name)) if takes_hand else None

    def mines_on(self, layout: Layout, variant: Variant, hand: str | None) -> tuple[float, float]:
        """Return the share of mines and its spread for puzzles in a layout, of a hand: those given, or the usual."""
        density, spread = layout.usual_mines(variant, hands.hand_named(hand))
        if self.density is not None:
            density, spread = self.density, USUAL_SPREAD
        return density, spread if self.spread is None else self.spread

    def mismatch(
        self, grid: Grid, total: int | None, boards: Collection[Grid], difficulty: str | None = None
    ) -> Mismatch | None:
        """Return the first property of a puzzle from elsewhere that differs from what was asked for, or None.

        The puzzle has the board ``grid``, the printed number of mines ``total``, and the ``difficulty`` of its grade,
        None for one that is not graded yet. ``boards`` are those that it may have. How it was made, such as its layout,
        share of mines and wishes, is not asked of it.
        """
        sizes = dict.fromkeys(map(str, boards))
        found_total, wanted_total = "none" if total is None else str(total), "one" if self.total else "none"
        difficulty = difficulty or self.difficulty
        rows = (
            ("kind", grid.variant.name, self.kind, grid.variant == self.variant),
            ("size", str(grid), " or ".join(sizes), str(grid) in sizes),
            ("shape", "other cells", "those of the shape asked for", grid in boards),
            ("total", found_total, wanted_total, self.total == (total is not None)),
            ("difficulty", str(difficulty), str(self.difficulty), self.difficulty in (None, difficulty)),
        )
        return next((Mismatch(name, actual, wanted) for name, actual, wanted, fits in rows if not fits), None)


PROPERTY_DEFAULTS = {one.name: one.default for one in fields(PuzzleSpec)}
PROPERTIES: Mapping[str, Property] = {one.name: one.metadata["property"] for one in fields(PuzzleSpec)}

COMPLETION_PROPERTIES = ("difficulty", "max_tier", "mines", "density", "spread", "attempts")  # for drafts (board.draft)


NO_HAND = f"found {{}}, which only puzzles in the layout {NATURAL} have; leave it out, or set layout to {NATURAL}"
EXCLUSIVE = (("difficulty", "max_tier"), ("mines", "density"))  # of each pair one may be given


def spec_problems(given: Mapping[str, Any], sizes: Sequence[Grid]) -> list[Problem]:
    """Check rules between properties, for boards of these sizes.

    ``given`` are the properties that could be read, by their names, so that one bad value hides no other problem. The
    problems are about these names, or about ``size``.
    """
    variant = VARIANTS[given.get("kind", MINESWEEPER.name)]
    boards = [replace(size, variant=variant) for size in sizes]
    if given.get("shape") is not None:
        try:
            boards = [given["shape"].on(board) for board in boards]
        except FormatError as error:
            return [Problem(("shape",), str(error))]
    checks = {
        "layout": _check_layout, "hand": _check_hand, "effort": _check_effort, "technique": _check_technique,
        "score": _check_score, "start": _check_start, "idea": _check_idea,
    }  # fmt: skip
    problems = _mine_problems(given, boards)
    for name, check in checks.items():
        if given.get(name) is None:
            continue
        try:
            check(given, boards)
        except FormatError as error:
            problems.append(Problem((name,), str(error)))
    return problems


def _mine_problems(given: Mapping[str, Any], boards: Sequence[Grid]) -> list[Problem]:
    """Check density with spread, and the smallest board."""
    density, spread = given.get("density"), given.get("spread")
    if density is None:  # the usual shares allow any spread
        return []
    spread = USUAL_SPREAD if spread is None else spread
    low, high = round(density - spread, 9), round(density + spread, 9)  # 0.6 - 0.03 is 0.5699999999999999
    if low < MIN_DENSITY or high > MAX_DENSITY:
        room = round(min(density - MIN_DENSITY, MAX_DENSITY - density), 9)
        words = f"density {density:g} with spread {spread:g} gives {low:g} to {high:g}"
        remedy = f"allowed {MIN_DENSITY:g} to {MAX_DENSITY:g}; set spread to {room:g}{' or less' if room else ''}"
        return [Problem(("density",), f"{words}, {remedy}")]
    smallest = min(boards, key=lambda board: board.area, default=None)
    if smallest is not None and low * smallest.area < 1:
        words = f"{smallest} cells with a share of mines of {low:g} may hold no mine at all"
        return [Problem(("size",), f"{words}, allowed at least one; raise size or density")]
    return []


def _check_layout(given: Mapping[str, Any], boards: Sequence[Grid]) -> None:
    for board in boards:
        given["layout"].for_board(board)


def _check_hand(given: Mapping[str, Any], _boards: Sequence[Grid]) -> None:
    if not has_hand(given):
        raise FormatError(NO_HAND.format(given["hand"]))


def has_hand(given: Mapping[str, Any]) -> bool:
    """Return whether puzzles with these properties, by name, are made with a hand; also if the layout is not known.

    An idea has its own rule for ``hand`` (see ``_check_idea``).
    """
    variant, layout = VARIANTS[given.get("kind", MINESWEEPER.name)], given.get("layout", FREE_LAYOUT)
    if layout is None:
        return variant.usual_layout == NATURAL
    return "layout" not in given or layout.has_hand(variant)


def _check_effort(given: Mapping[str, Any], _boards: Sequence[Grid]) -> None:
    check_effort(given["effort"], {name: given.get(name) for name in WISHES})


def _check_technique(given: Mapping[str, Any], _boards: Sequence[Grid]) -> None:
    if "difficulty" in given:
        difficulty, variant = given["difficulty"], VARIANTS[given.get("kind", MINESWEEPER.name)]
        tier = highest_tier(difficulty, given.get("max_tier"))
        check_technique(given["technique"], variant, difficulty, tier, total=given.get("total", False))


def _check_score(given: Mapping[str, Any], boards: Sequence[Grid]) -> None:
    for board in boards if given.get("difficulty") is not None else ():
        check_score(given["score"], given["difficulty"], board)


def _check_start(given: Mapping[str, Any], boards: Sequence[Grid]) -> None:
    for board in boards:
        check_start(given["start"], board)


NOT_WITH_IDEAS: dict[str, tuple[object, ...]] = {  # properties that an idea decides itself, and what they may be
    "mines": (None,), "shape": (None,), "technique": (None,), "score": (None,), "start": (None,),
    "total": (False, None), "effort": (LOW, None), "lone_cells": (True, None), "hand": (None,), "density": (None,),
    "spread": (None,),
}  # fmt: skip


def _check_idea(given: Mapping[str, Any], boards: Sequence[Grid]) -> None:
    """Raise FormatError for an idea that puzzles cannot show, and for properties that an idea decides itself."""
    for board in boards:
        if problem := ideas.idea_problem(given["idea"], board, given.get("difficulty")):
            raise FormatError(problem)
    others = [name for name, allowed in NOT_WITH_IDEAS.items() if given.get(name, allowed[0]) not in allowed]
    usual = Layout(VARIANTS[given.get("kind", MINESWEEPER.name)].usual_layout)
    layout = given.get("layout")
    if layout is not None and any(layout.for_board(board) != usual for board in boards):
        others.append("layout")
    if others:
        raise FormatError(f"found {given['idea']} and {others[0]}, which exclude each other; remove one of them")


def highest_tier(difficulty: str | None, max_tier: int | None) -> int:
    """Return the highest tier that thinning may rely on."""
    return DIFFICULTIES[difficulty].cap if difficulty else max_tier or USUAL_TIER
