"""The requirements of puzzles in the configs of books and dailies, with their layouts and shapes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema, create_model

from puzzlegen.board import lattices
from puzzlegen.board.grid import Grid
from puzzlegen.board.ideas import IDEA_CHOICES, IDEA_DIGITS, IDEAS, parse_idea
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.board.spec import (
    ANY_SYMMETRY,
    BLANK_MARK,
    EXCLUSIVE,
    FILLED_MARK,
    FREE,
    MAX_CLUES,
    MIN_CLUES,
    NATURAL,
    PROPERTIES,
    PROPERTY_DEFAULTS,
    RULES,
    Layout,
    PuzzleSpec,
    check_rule,
    spec_problems,
)
from puzzlegen.errors import FormatError, GenerationError, PuzzlegenError
from puzzlegen.pictures import choices
from puzzlegen.schema.fields import (
    ScoreRange,
    Switch,
    decimal,
    field_error,
    file_path,
    not_allowed,
    one_of,
    text,
    whole_number,
)
from puzzlegen.schema.validation import AllowName, ConfigGroup, field_problem, read_field
from puzzlegen.wording import describe, did_you_mean

_DrawingText = Annotated[str, *text(30_000, lines="kept")]  # one of 60x60 cells for each of 8 sizes
_LayoutText = Annotated[str, *text(40, lines="kept")]


class LayoutConfig(ConfigGroup):
    """Where the clues stand: a rule, a share, or exactly the cells of a drawing."""

    rule: Annotated[str, *one_of(*RULES)] | None = Field(
        None,
        description="free removes clues at random, as many as can go; natural removes them with the habits of a "
        "hand, as in handmade puzzles; the others give a symmetric layout: "
        f"{', '.join(lattices.SYMMETRY_NAMES)}, or {ANY_SYMMETRY} for any that fits the board. Quarter turns and "
        "diagonals need square boards of square cells, third and sixth turns hexagons. The default is "
        + lattices.listed_by_kind(lambda kind: kind.usual_layout)
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
    file: Annotated[str, *file_path("pictures/cat.png")] | None = Field(
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
            rule = self._rule(grid.variant)
            check_rule(rule, grid)
            return Layout(rule, self.clues)
        from puzzlegen.board.drawn_layouts import drawn_layout  # noqa: PLC0415  # imports numpy

        fill = self.text is not None if self.fill is None else self.fill
        rows = _unscaled_rows(self, grid) if self.text is None else choices.text_rows(self.text, grid)
        return drawn_layout(grid, tuple(rows), fill=fill)

    def _rule(self, variant: lattices.Variant) -> str:
        return self.rule or (variant.usual_layout if self.clues is None else FREE)

    def has_hand(self, variant: lattices.Variant) -> bool:
        """Return whether puzzles of a variant in the layout are made with the habits of a hand."""
        return self._rule(variant) == NATURAL and not _given(self, "drawing", "file", "text")


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
            raise FormatError(problem.text)
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
    file: Annotated[str, *file_path("pictures/cat.png")] | None = Field(
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
        rows = (
            choices.scaled_rows(_unscaled_rows(self, grid), grid)
            if self.text is None
            else choices.text_rows(self.text, grid)
        )
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


ShapeField = Annotated[ShapeConfig, BeforeValidator(_shape_from_text), AllowName()]
"""A shape, which may be written as one text, such as heart or text:25."""


def _given(chosen: LayoutConfig | ShapeConfig, *names: str) -> list[str]:
    return [name for name in names if getattr(chosen, name) is not None]


def _keys_of_text(value: str, name: str, keys: Sequence[str]) -> dict[str, str]:
    key, colon, rest = value.partition(":")
    return {key: rest} if colon and key in keys else {name: value}


def _unscaled_rows(chosen: LayoutConfig | ShapeConfig, grid: Grid) -> Sequence[str]:
    """Return the rows of a drawing or a file; an image has the size of the board."""
    if chosen.drawing is not None:
        return choices.drawing_rows(chosen.drawing, grid)
    return choices.file_rows(Path(chosen.file or ""), grid)


def copy_file(group: ConfigGroup, key: str, grids: Iterable[Grid]) -> None:
    """Replace a layout or a shape that is in a file by its drawings for these boards or sizes.

    So a finished book has all that its verification needs, and a file that changes meanwhile cannot matter.
    """
    chosen, grids = getattr(group, key), tuple(grids)
    if isinstance(chosen, LayoutConfig | ShapeConfig) and chosen.file is not None and grids:
        drawings = dict.fromkeys("\n".join(_unscaled_rows(chosen, grid)) for grid in grids)
        copied = {"file": None, "drawing": "\n\n".join(drawings)}
        object.__setattr__(group, key, chosen.model_copy(update=copied))  # groups are frozen for their users


def _idea_reader(names: Iterable[str]) -> BeforeValidator:
    """Return what reads one of these ideas, with its digits, and raises FieldError for another text."""
    known = tuple(names)

    def read(value: object) -> str:
        if not isinstance(value, str) or value.partition(":")[0] not in known:
            raise not_allowed(describe(value), ", ".join(known), did_you_mean(value, known))
        try:
            return parse_idea(value)
        except FormatError as error:
            raise field_error(str(error)) from None

    return BeforeValidator(read)


IdeaField = Annotated[
    str,
    _idea_reader(IDEA_CHOICES),
    WithJsonSchema(
        {"anyOf": [{"type": "string", "enum": list(IDEA_CHOICES)}, {"type": "string", "pattern": IDEA_DIGITS}]}
    ),
]


PuzzleIdea = Annotated[
    str,
    _idea_reader(IDEAS),
    WithJsonSchema({"type": "string", "examples": ["checkerboard", "digits:2026"]}),
]
PUZZLE_IDEA_MEANING = (
    "What is special about its clues, which a sentence over it says, such as checkerboard or digits:2026. The clues "
    "must show it."
)

_TYPES: dict[str, Any] = {  # others by their values
    "layout": LayoutField, "shape": ShapeField, "score": ScoreRange, "idea": IdeaField,
}  # fmt: skip
_WRITTEN_AS = dict.fromkeys(("layout", "shape"), "; or a group of keys")  # what configs take and options do not


def property_field(name: str, **given: Any) -> tuple[Any, Any]:
    """Return the type and the field of a property in a group of keys.

    ``given`` replaces parts of the field, such as its default.
    """
    meant = PROPERTIES[name]
    words = f"{meant.meaning}{_WRITTEN_AS.get(name, '')}." + (f" The default is {meant.usual}." if meant.usual else "")
    parts: dict[str, Any] = {"default": PROPERTY_DEFAULTS[name], "description": words} | given
    return _property_type(name, parts["default"]), Field(**parts)


def _property_type(name: str, default: object) -> Any:
    """Return the type of a property, which reads its value; with the default None it may be None."""
    meant = PROPERTIES[name]
    if name in _TYPES:
        kind: Any = _TYPES[name]
    elif isinstance(PROPERTY_DEFAULTS[name], bool):
        kind = Switch
    elif meant.choices:
        kind = Annotated[(str, *one_of(*meant.choices))]
    elif meant.unit:
        kind = Annotated[(float, *decimal(meant.low, meant.high, meant.unit))]
    else:
        kind = Annotated[(int, *whole_number(int(meant.low), int(meant.high)))]
    return kind | None if default is None else kind


_IN_CONFIGS = [name for name, meant in PROPERTIES.items() if meant.in_configs]
_GIVEN: dict[str, dict[str, Any]] = {  # what differs where a config has the property
    "difficulty": {"default": ...},
    "layout": {"default": LayoutConfig()},
}

if TYPE_CHECKING:

    class _Properties(PuzzleSpec, ConfigGroup):
        difficulty: str
        layout: LayoutConfig = LayoutConfig()
        shape: ShapeConfig | None = None

else:
    _Properties = create_model(
        "_Properties", __base__=ConfigGroup,
        **{name: property_field(name, **_GIVEN.get(name, {})) for name in _IN_CONFIGS},
    )  # fmt: skip
_ALL: dict[str, Any] = {name: property_field(name) for name in PROPERTIES}
_Options = create_model("_Options", __base__=ConfigGroup, **_ALL)


def read_spec(given: Mapping[str, object], sizes: Sequence[Grid], *, fill: bool | None = None) -> PuzzleSpec:
    """Return what a command or a function of the API asks for, on boards of these sizes.

    ``given`` are properties by name, of which None are left to what is usual. They are read as in configs, but the path
    of a file may lead anywhere. ``fill`` is part of the layout. Raises GenerationError about the property.
    """
    read: dict[str, Any] = {name: _read(name, value, fill) for name, value in given.items() if value is not None}
    if fill is not None and "layout" not in read:
        read["layout"] = LayoutConfig.model_construct(fill=fill)
    for first, second in EXCLUSIVE:
        if first in read and second in read:
            raise GenerationError(f"found {first} and {second}, which exclude each other; leave one out", at=(first,))
    spec = PuzzleSpec(**read)
    if problems := spec_problems({name: getattr(spec, name) for name in PROPERTIES}, sizes):
        raise GenerationError(problems[0])
    return spec


def _read(name: str, value: object, fill: bool | None) -> object:
    """Return a property from a text or a number. Raises GenerationError."""
    try:
        if name not in ("layout", "shape"):
            return read_field(_Options, name, value)
        if not isinstance(value, str):
            raise FormatError(f"found {describe(value)}, expected a text")
        return parse_layout(value, fill=fill) if name == "layout" else parse_shape(value)
    except PuzzlegenError as error:
        raise GenerationError(error.problems[0].text, at=(name,)) from None


class GenerationConfig(_Properties):
    """Requirements of the puzzles to generate, apart from their size: the properties of ``board.spec``."""

    @property
    def spec(self) -> PuzzleSpec:
        """The requirements without what only configs have."""
        return PuzzleSpec(**{name: getattr(self, name) for name in _IN_CONFIGS})

    @property
    def variant(self) -> lattices.Variant:
        """The variant that ``kind`` names."""
        return lattices.VARIANTS[self.kind]
