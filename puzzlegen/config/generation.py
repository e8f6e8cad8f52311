"""The requirements of puzzles in the configs of books and dailies, with their layouts and shapes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from puzzlegen.board.clue_layout import (
    ANY_SYMMETRY,
    BLANK_MARK,
    FILLED_MARK,
    FREE,
    MAX_CLUES,
    MIN_CLUES,
    NATURAL,
    NATURAL_MINES,
    RULES,
    USUAL_DENSITIES,
    USUAL_SPREAD,
    Layout,
    check_rule,
)
from puzzlegen.board.difficulty import DIFFICULTIES, EFFORTS, LOW, NORMAL, REGIONS, TECHNIQUE_TIERS, default_effort
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import (
    KIND_MEANING,
    MAX_DENSITY,
    MIN_DENSITY,
    MINESWEEPER,
    SYMMETRY_NAMES,
    VARIANTS,
    Variant,
    listed_by_kind,
)
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.errors import FormatError
from puzzlegen.pictures.choices import drawing_rows, file_rows, scaled_rows, text_rows
from puzzlegen.schema.fields import ScoreRange, Switch, decimal, file_path, one_of, text, whole_number
from puzzlegen.schema.validation import AllowName, ConfigGroup, field_problem
from puzzlegen.wording import describe, did_you_mean

_DrawingText = Annotated[str, *text(30_000, lines="kept")]  # one of 60x60 cells for each of 8 sizes
_LayoutText = Annotated[str, *text(40, lines="kept")]


class LayoutConfig(ConfigGroup):
    """Where the clues stand: a rule, a share, or exactly the cells of a drawing."""

    rule: Annotated[str, *one_of(*RULES)] | None = Field(
        None,
        description="free removes clues at random, as many as can go; natural leaves no clue without a clue beside it "
        "and varies the number of mines, as in handmade puzzles; the others give a symmetric layout: "
        f"{', '.join(SYMMETRY_NAMES)}, or {ANY_SYMMETRY} for any that fits the board. Quarter turns and diagonals need "
        "square boards of square cells, third and sixth turns hexagons. The default is "
        + listed_by_kind(lambda kind: kind.usual_layout)
        + ".",
    )
    clues: Annotated[float, *decimal(MIN_CLUES, MAX_CLUES, "a share")] | None = Field(
        None,
        description=f"Share of the cells that have a clue, {MIN_CLUES:g} to {MAX_CLUES:g}; the default is as few as "
        "the rule allows, about a third.",
    )
    drawing: _DrawingText | None = Field(
        None,
        description=f"A drawing of the clues: a line for each row of the board, with {FILLED_MARK} for a clue and "
        f"{BLANK_MARK} for a blank.",
    )
    file: Annotated[str, *file_path(200)] | None = Field(
        None,
        description="A file with a drawing (.txt), or an image (PNG, JPEG, GIF, WebP, BMP or SVG), which is scaled to "
        "the board: its dark cells get clues. The path is relative to the folder where puzzlegen runs.",
    )
    text: _LayoutText | None = Field(
        None, description="Letters and digits that the clues draw, as large as the board allows."
    )
    fill: Switch | None = Field(
        None,
        description="Add the fewest clues where no clue would reach a cell of the drawing; the default is yes for "
        "text, no for drawing and file.",
    )

    def for_board(self, grid: Grid) -> Layout:
        """Return the layout for a board. Raises FormatError where it does not fit."""
        drawn, others = _given(self, "drawing", "file", "text"), _given(self, "rule", "clues")
        if len(drawn) > 1 or (drawn and others):
            raise FormatError(f"found {' and '.join(drawn + others)}, which exclude each other; remove all but one")
        if not drawn:
            if self.fill is not None:
                raise FormatError("found fill, which only a drawing, file or text can have; remove it")
            rule = self.rule or (grid.variant.usual_layout if self.clues is None else FREE)
            check_rule(rule, grid)
            return Layout(rule, self.clues)
        from puzzlegen.board.drawn_layouts import drawn_layout  # noqa: PLC0415  # imports numpy

        fill = self.text is not None if self.fill is None else self.fill
        rows = _unscaled_rows(self, grid) if self.text is None else text_rows(self.text, grid)
        return drawn_layout(grid, tuple(rows), fill=fill)


def _layout_from_text(value: object) -> object:
    """Read KEY:VALUE, or any other text as a rule."""
    return _keys_of_text(value, "rule", ("text", "clues", "file")) if isinstance(value, str) else value


def parse_layout(value: str | None, *, fill: bool | None = None) -> LayoutConfig:
    """Parse an option: a name, or text:LETTERS, clues:SHARE or file:PATH; None for the usual layout.

    The path may lead anywhere, unlike one in a config, which may be foreign. Raises FormatError.
    """
    keys: Any = {} if value is None else _layout_from_text(value)
    if keys.get("rule", FREE) not in RULES:
        forms = f"{', '.join(RULES)}, text:LETTERS, clues:SHARE or file:PATH"
        raise FormatError(f"found {describe(value)}, allowed {forms}{did_you_mean(value, RULES)}")
    if "clues" in keys:
        if problem := field_problem(LayoutConfig, "clues", keys["clues"]):
            raise FormatError(problem)
        keys["clues"] = float(keys["clues"])
    return LayoutConfig.model_construct(**keys, fill=fill)


LayoutField = Annotated[LayoutConfig, BeforeValidator(_layout_from_text), AllowName()]
"""A layout, which may be written as one text, such as half-turn or text:25."""


class ShapeConfig(ConfigGroup):
    """Which cells a board has: those of a ready shape, a drawing, an image or letters."""

    name: Annotated[str, *one_of(*SHAPES)] | None = Field(
        None, description=f"A ready shape, which fills the size: {', '.join(SHAPES)}."
    )
    drawing: _DrawingText | None = Field(
        None,
        description=f"A drawing with {FILLED_MARK} for a cell and {BLANK_MARK} for none, in as many rows as you like; "
        "it is enlarged by the largest whole factor that fits the size.",
    )
    file: Annotated[str, *file_path(200)] | None = Field(
        None,
        description="A file with a drawing (.txt), or an image, which is scaled to the size: its dark parts are cells. "
        "The path is relative to the folder where puzzlegen runs.",
    )
    text: _LayoutText | None = Field(None, description="Letters and digits, as large as the size allows.")

    def on(self, grid: Grid) -> Grid:
        """Return the board: the grid with voids around the shape, without rows and columns that have no cell.

        Ready shapes fill the grid, but a hexagon of hexagons is the largest regular one that fits. Drawings and texts
        are enlarged by the largest whole factor that fits, and images are scaled without distortion. So a board may be
        smaller than the grid.
        Raises FormatError where the shape does not fit, and for a cell that no clue can reach.
        """
        given = _given(self, "name", "drawing", "file", "text")
        if len(given) != 1:
            raise FormatError(
                f"found {' and '.join(given) or 'no shape'}, expected one of name, drawing, file and text"
            )
        from puzzlegen.board.drawn_layouts import cells_of  # noqa: PLC0415  # imports numpy
        from puzzlegen.board.shape_cells import board_of, ready_cells  # noqa: PLC0415  # imports numpy

        if self.name is not None:
            return board_of(grid, ready_cells(self.name, grid))
        rows = scaled_rows(_unscaled_rows(self, grid), grid) if self.text is None else text_rows(self.text, grid)
        return board_of(grid, cells_of(rows))


def _shape_from_text(value: object) -> object:
    """Read KEY:VALUE, or any other text as the name of a ready shape."""
    return _keys_of_text(value, "name", ("text", "file")) if isinstance(value, str) else value


def parse_shape(value: str) -> ShapeConfig:
    """Parse an option: the name of a ready shape, text:LETTERS or file:PATH, which may lead anywhere.

    Raises FormatError.
    """
    keys: Any = _shape_from_text(value)
    if keys.get("name", value) in SHAPES or "name" not in keys:
        return ShapeConfig.model_construct(**keys)
    forms = f"{', '.join(SHAPES)}, text:LETTERS or file:PATH"
    raise FormatError(f"found {describe(value)}, allowed {forms}{did_you_mean(value, SHAPES)}")


ShapeField = Annotated[ShapeConfig | None, BeforeValidator(_shape_from_text), AllowName()]
"""A shape, which may be written as one text, such as heart or text:25."""


def _given(chosen: LayoutConfig | ShapeConfig, *names: str) -> list[str]:
    return [name for name in names if getattr(chosen, name) is not None]


def _keys_of_text(value: str, name: str, keys: Sequence[str]) -> dict[str, str]:
    key, colon, rest = value.partition(":")
    return {key: rest} if colon and key in keys else {name: value}


def _unscaled_rows(chosen: LayoutConfig | ShapeConfig, grid: Grid) -> Sequence[str]:
    """Return the rows of a drawing or a file; an image has the size of the board."""
    if chosen.drawing is not None:
        return drawing_rows(chosen.drawing, grid)
    return file_rows(Path(chosen.file or ""), grid)


def copy_file(group: ConfigGroup, key: str, grids: Iterable[Grid]) -> None:
    """Replace a layout or a shape that is in a file by its drawings for these boards or sizes.

    So a finished book has all that its verification needs, and a file that changes meanwhile cannot matter.
    """
    chosen, grids = getattr(group, key), tuple(grids)
    if isinstance(chosen, LayoutConfig | ShapeConfig) and chosen.file is not None and grids:
        drawings = dict.fromkeys("\n".join(_unscaled_rows(chosen, grid)) for grid in grids)
        copied = {"file": None, "drawing": "\n\n".join(drawings)}
        object.__setattr__(group, key, chosen.model_copy(update=copied))  # groups are frozen for their users


class GenerationConfig(ConfigGroup):
    """Requirements of the puzzles to generate, apart from their size."""

    kind: Annotated[str, *one_of(*VARIANTS)] = Field(
        MINESWEEPER.name,
        description=f"{KIND_MEANING}.",
    )
    difficulty: Annotated[str, *one_of(*DIFFICULTIES)] = Field(
        description="How hard each puzzle is, and what it needs: "
        + "; ".join(f"{band.name}: {band.meaning}" for band in DIFFICULTIES.values())
        + ".",
    )
    density: Annotated[float, *decimal(MIN_DENSITY, MAX_DENSITY, "a share")] = Field(
        MINESWEEPER.usual_density,
        description=f"Share of the cells that are mines, {MIN_DENSITY:g} to {MAX_DENSITY:g}; {USUAL_DENSITIES}.",
    )
    spread: Annotated[float, *decimal(0, 0.2, "a share")] = Field(
        USUAL_SPREAD,
        description="Random variation of the share of mines, between density - spread and density + spread, so that "
        f"solvers cannot count the last mines; usual is {NATURAL_MINES[1]:g} in the natural layout without density, "
        f"else {USUAL_SPREAD:g}.",
    )
    lone_cells: Switch = Field(
        True, description="Allow safe cells with mines all around; their clue must always be printed."
    )
    attempts: Annotated[int, *whole_number(1, 1_000_000)] = Field(
        2000, description="Boards to try for one puzzle before the build stops with an error."
    )
    layout: LayoutField = Field(
        LayoutConfig(),
        description=f"Where the clues stand. {NATURAL} is as in handmade puzzles, {FREE} leaves as few clues as the "
        f"difficulty allows, and the others are symmetric: {', '.join(SYMMETRY_NAMES)}, or {ANY_SYMMETRY} for any that "
        "fits the board. In place of a name: text:25 for clues that draw letters or digits, clues:0.25 for a share of "
        "the cells, file:heart.png for a drawing or an image; or a group of keys. The default is "
        f"{listed_by_kind(lambda kind: kind.usual_layout)}.",
    )
    shape: ShapeField = Field(
        None,
        description=f"Shape of the boards: {', '.join(SHAPES)}. In place of a name: text:25 for letters or digits, "
        "file:heart.png for a drawing or the dark parts of an image; or a group of keys. The default is a rectangle.",
    )
    effort: Annotated[str, *one_of(*EFFORTS)] | None = Field(
        None,
        description="Work for the quality of each puzzle: "
        + "; ".join(f"{name} takes {one.meaning}" for name, one in EFFORTS.items())
        + f". The default is {NORMAL} with a technique, score or start, otherwise {LOW}.",
    )
    technique: Annotated[str, *one_of(*TECHNIQUE_TIERS)] | None = Field(
        None,
        description=f"A technique that the solution of each puzzle must need: {', '.join(TECHNIQUE_TIERS)}.",
    )
    score: ScoreRange | None = Field(
        None,
        description="Score of the puzzles, such as 40; in a section also 20-60, for scores that rise evenly from the "
        "first puzzle of a size to the last.",
    )
    start: Annotated[str, *one_of(*REGIONS)] | None = Field(
        None,
        description=f"The part of the board where each solve must begin: {', '.join(REGIONS)}.",
    )
    total: Switch = Field(
        False,
        description="Print the number of mines with each puzzle; puzzles are then made and graded with this clue.",
    )

    @property
    def wishes(self) -> dict[str, object]:
        """The keys that wish for something, with their values or None."""
        return {"technique": self.technique, "score": self.score, "start": self.start}

    @property
    def resolved_effort(self) -> str:
        """The effort, or its default."""
        return self.effort or default_effort(self.wishes)

    @property
    def variant(self) -> Variant:
        """The variant that ``kind`` names."""
        return VARIANTS[self.kind]

    def shaped(self, size: Grid) -> Grid:
        """Return the variant's board of a size, in the shape. Raises FormatError where that does not fit."""
        board = replace(size, variant=self.variant)
        return board if self.shape is None else self.shape.on(board)

    @model_validator(mode="before")
    @classmethod
    def _usual_mines(cls, values: Any) -> Any:
        """Fill in the share of mines that is usual for the variant and the layout."""
        if not isinstance(values, dict):
            return values
        found = usual_mines_of(values.get("kind", MINESWEEPER.name), values.get("layout"), values)
        return values if found is None else {**found, **values}


def usual_mines_of(kind: object, layout: object, given: Mapping[str, Any]) -> dict[str, float] | None:
    """Return density and spread that are usual for a kind and a layout; None for a kind that cannot be read."""
    if not isinstance(kind, str) or kind not in VARIANTS:
        return None
    rules = layout.model_dump() if isinstance(layout, LayoutConfig) else _layout_from_text(layout)
    if not isinstance(rules, dict):
        rules = {}
    rule = rules.get("rule")
    if all(value is None for value in rules.values()):
        rule = VARIANTS[kind].usual_layout
    density, spread = Layout(rule if rule in RULES else FREE).usual_mines(VARIANTS[kind])
    return {"density": density, "spread": USUAL_SPREAD if "density" in given else spread}
