"""The config of a section: which puzzles it has, where their clues stand, and which shape their boards have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from puzzlegen.board.aims import EFFORTS, LOW, NORMAL, REGIONS, TECHNIQUE_TIERS, default_effort
from puzzlegen.board.clue_layout import (
    ANY_SYMMETRY,
    BLANK_MARK,
    CLUE_MARK,
    FREE,
    MAX_CLUES,
    MIN_CLUES,
    NATURAL,
    NATURAL_MINES,
    RULES,
    USUAL_DENSITIES,
    USUAL_SPREAD,
    Layout,
)
from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import SYMMETRY_NAMES
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.board.variants import (
    KIND_MEANING,
    MAX_DENSITY,
    MIN_DENSITY,
    MINESWEEPER,
    VARIANTS,
    Variant,
    listed_by_kind,
)
from puzzlegen.config import cross_field_rules
from puzzlegen.config.cross_field_rules import Problem
from puzzlegen.config.groups import AllowName, ConfigGroup, raise_first_problem
from puzzlegen.config.layouts import LayoutChoice, layout_keys
from puzzlegen.config.pictures import USUAL_SIZE, PictureConfig, PictureList, picture_count
from puzzlegen.config.reading.field_types import (
    ScoreRange,
    Sizes,
    Switch,
    decimal,
    file_path,
    one_of,
    text,
    whole_number,
    whole_number_or,
)
from puzzlegen.config.shapes import ShapeChoice, shape_keys

Begin = Literal["right", "next page", "same page", "blank pages"]
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
        description=f"A drawing of the clues: a line for each row of the board, with {CLUE_MARK} for a clue and "
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

    @property
    def choice(self) -> LayoutChoice:
        """The layout, for boards of any size."""
        return LayoutChoice(**{name: getattr(self, name) for name in LayoutConfig.model_fields})


def _layout_from_text(value: object) -> object:
    """Read one text, such as half-turn or text:25, as a group with one key."""
    return layout_keys(value) if isinstance(value, str) else value


class ShapeConfig(ConfigGroup):
    """Which cells a board has: those of a ready shape, a drawing, an image or letters."""

    name: Annotated[str, *one_of(*SHAPES)] | None = Field(
        None, description=f"A ready shape, which fills the size: {', '.join(SHAPES)}."
    )
    drawing: _DrawingText | None = Field(
        None,
        description=f"A drawing with {CLUE_MARK} for a cell and {BLANK_MARK} for none, in as many rows as you like; it "
        "is enlarged by the largest whole factor that fits the size.",
    )
    file: Annotated[str, *file_path(200)] | None = Field(
        None,
        description="A file with a drawing (.txt), or an image, which is scaled to the size: its dark parts are cells. "
        "The path is relative to the folder where puzzlegen runs.",
    )
    text: _LayoutText | None = Field(None, description="Letters and digits, as large as the size allows.")

    @property
    def choice(self) -> ShapeChoice:
        """The shape, for boards of any size."""
        return ShapeChoice(**{name: getattr(self, name) for name in ShapeConfig.model_fields})


def _shape_from_text(value: object) -> object:
    """Read one text, such as heart or text:25, as a group with one key."""
    return shape_keys(value) if isinstance(value, str) else value


def copy_file(group: ConfigGroup, key: str, grids: Iterable[Grid]) -> None:
    """Replace a layout or a shape that is in a file by its drawings for these boards or sizes.

    So a finished book has all that its verification needs, and a file that changes meanwhile cannot matter.
    """
    chosen, grids = getattr(group, key), tuple(grids)
    if isinstance(chosen, LayoutConfig | ShapeConfig) and chosen.file is not None and grids:
        copied = {"file": None, "drawing": chosen.choice.copied(grids)}
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
    layout: Annotated[LayoutConfig, BeforeValidator(_layout_from_text), AllowName()] = Field(
        LayoutConfig(),
        description=f"Where the clues stand. {NATURAL} is as in handmade puzzles, {FREE} leaves as few clues as the "
        f"difficulty allows, and the others are symmetric: {', '.join(SYMMETRY_NAMES)}, or {ANY_SYMMETRY} for any that "
        "fits the board. In place of a name: text:25 for clues that draw letters or digits, clues:0.25 for a share of "
        "the cells, file:heart.png for a drawing or an image; or a group of keys. The default is "
        f"{listed_by_kind(lambda kind: kind.usual_layout)}.",
    )
    shape: Annotated[ShapeConfig | None, BeforeValidator(_shape_from_text), AllowName()] = Field(
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
        return board if self.shape is None else self.shape.choice.on(board)

    @model_validator(mode="before")
    @classmethod
    def _usual_mines(cls, values: Any) -> Any:
        """Fill in the share of mines that is usual for the variant and the layout."""
        if not isinstance(values, dict):
            return values
        found = _usual_mines_of(values.get("kind", MINESWEEPER.name), values.get("layout"), values)
        return values if found is None else {**found, **values}


def _usual_mines_of(kind: object, layout: object, given: Mapping[str, Any]) -> dict[str, float] | None:
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


_SIZES_HELP = (
    "Width x height of each board in cells, each side 3 to 60, such as 10x10; or a list of up to 8, such as "
    "[8x8, 10x12], which get the same number of puzzles each. A size listed twice gets twice as many."
)


class MixedKind(ConfigGroup):
    """One of several kinds of puzzles that take turns in a section. What is not given here is as in the section."""

    kind: Annotated[str, *one_of(*VARIANTS)] = Field(description=f"Kind of the puzzles: {', '.join(VARIANTS)}.")
    size: Sizes | None = Field(None, description=_SIZES_HELP)
    difficulty: Annotated[str, *one_of(*DIFFICULTIES)] | None = Field(None, description="How hard each puzzle is.")
    density: Annotated[float, *decimal(MIN_DENSITY, MAX_DENSITY, "a share")] | None = Field(
        None, description="Share of the cells that are mines; the default is what is usual for the kind."
    )
    layout: Annotated[LayoutConfig, BeforeValidator(_layout_from_text), AllowName()] | None = Field(
        None, description="Where the clues stand, as in a section."
    )
    shape: Annotated[ShapeConfig | None, BeforeValidator(_shape_from_text), AllowName()] = Field(
        None, description="Shape of the boards, as in a section."
    )
    total: Switch | None = Field(None, description="Print the number of mines with each puzzle.")

    def within(self, section: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings of these puzzles, given those of the section."""
        shared = {name: section[name] for name in BoardsConfig.model_fields if name in section}
        own = {name: getattr(self, name) for name in MixedKind.model_fields if getattr(self, name) is not None}
        usual = _usual_mines_of(MINESWEEPER.name, section.get("layout"), {}) or {}
        found = _usual_mines_of(self.kind, own.get("layout", section.get("layout")), own) or {}
        not_given = {name: value for name, value in found.items() if shared.get(name) == usual.get(name)}
        return {**shared, **not_given, **own}


def _kind_from_name(value: object) -> object:
    """Read the name of a kind as a group with that name only."""
    return {"kind": value} if isinstance(value, str) else value


def _count_and_size_or_pictures(schema: dict[str, Any]) -> None:
    """Let the JSON Schema of a section require count and size only without pictures."""
    schema["required"] = [name for name in schema["required"] if name not in {"count", "size"}]
    schema["anyOf"] = [{"required": ["count", "size"]}, {"required": ["pictures"]}]


class BoardsConfig(GenerationConfig):
    """Requirements of the puzzles to generate, with their sizes."""

    size: Sizes = Field(description=_SIZES_HELP)
    size_order: Annotated[Literal["grouped", "alternating"], *one_of("grouped", "alternating")] = Field(
        "grouped",
        description="Order of several sizes: grouped prints all puzzles of the first size, then those of the next; "
        "alternating prints one of each size in turn. Within a size the puzzles rise in difficulty.",
    )

    @cached_property
    def boards(self) -> tuple[Grid, ...]:
        """The boards of the variant, one for each size, in its shape."""
        return tuple(self.shaped(size) for size in self.size)

    def board(self, number: int) -> Grid:
        """Return the board of puzzle ``number``, counted from 1; the sizes alternate."""
        return self.boards[(number - 1) % len(self.boards)]


class SectionConfig(BoardsConfig):
    """Puzzles of one difficulty, printed together under one name."""

    model_config = ConfigDict(json_schema_extra=_count_and_size_or_pictures)

    name: Annotated[str, *text(60)] = Field(description="Name of the section, printed in the running head.")
    count: Annotated[int, *whole_number(1, 2000)] = Field(description="Number of puzzles in the section.")
    mix: (
        Annotated[
            list[Annotated[MixedKind, BeforeValidator(_kind_from_name), AllowName()]], Field(min_length=2, max_length=8)
        ]
        | None
    ) = Field(
        None,
        description="Two to eight kinds of puzzles that take turns in the section, so that one page may have several: "
        "names of kinds, or groups with kind and what differs from the section: size, difficulty, density, layout, "
        "shape, total.",
    )
    per_page: Annotated[int | None, *whole_number_or("auto", 1, 24)] = Field(
        None,
        description="Puzzles on a page, 1 to 24. auto takes as many as keep cells at least 8.4 mm wide where possible, "
        "or the largest cells that keep the book within page.max_pages.",
    )
    two_pages: Switch = Field(
        False,
        description="Print each picture over two facing pages, the left and the right half with numbered rows, for "
        "pictures that are too wide for one page.",
    )
    opener: Switch = Field(True, description="Begin the section with a page that introduces it.")
    begin: Annotated[Begin, *one_of("right", "next page", "same page", "blank pages")] | None = Field(
        None,
        description="Where the section begins in a bound book: right is the next right-hand page; next page leaves no "
        "page blank before it; same page puts its heading and puzzles below those of the section before, if a row "
        "fits, and has no opener; blank pages, for the last section, prints its puzzles on pages before it that would "
        "be blank, one each, and the others as with same page. The default is right with an opener, otherwise next "
        "page; if more pages would be blank than is usual, it is next page for all.",
    )
    intro: Annotated[str, *text(1500, lines="flow")] | None = Field(
        None,
        description="Text of the section's first page, with **bold**; an empty line starts a paragraph, and other line "
        "breaks count as spaces. The default is section-<difficulty>.md of the language.",
    )

    pictures: PictureList = Field(
        None,
        description="Pictures that the solutions show, one a puzzle: a folder, or a list of ready pictures such as "
        "cat, files (drawings in text and images), or groups of keys. count is then their number, and size only the "
        "size into which images are fitted, by default 24x24.",
    )

    @model_validator(mode="before")
    @classmethod
    def _count_pictures(cls, values: Any) -> Any:
        """Fill in what pictures determine."""
        if not isinstance(values, dict) or values.get("pictures") is None:
            return values
        return {"count": picture_count(values["pictures"]), "size": USUAL_SIZE, **values}

    def picture(self, number: int) -> PictureConfig | None:
        """Return the picture of the section's puzzle ``number``, counted from 1; None without pictures."""
        return self.pictures[number - 1] if self.pictures else None

    def picture_named(self, name: str | None) -> PictureConfig | None:
        """Return the picture of a name; None if there is none."""
        return next((one for one in self.pictures or () if one.name == name), None)

    @cached_property
    def kinds(self) -> tuple[BoardsConfig, ...]:
        """The settings of the kinds that take turns; those of the section where there is one kind only."""
        if not self.mix:
            return (self,)
        values = {name: getattr(self, name) for name in BoardsConfig.model_fields}
        return tuple(BoardsConfig.model_construct(**one.within(values)) for one in self.mix)

    def settings(self, number: int) -> BoardsConfig:
        """Return the settings of the section's puzzle ``number``, counted from 1."""
        return self.kinds[(number - 1) % len(self.kinds)]

    def board(self, number: int) -> Grid:
        """Return the board of the section's puzzle ``number``, counted from 1; the sizes of its kind alternate."""
        if not self.mix:
            return super().board(number)
        return self.settings(number).board((number - 1) // len(self.mix) + 1)

    @cached_property
    def boards(self) -> tuple[Grid, ...]:
        """The boards of all kinds: one for each picture, or each size and in its shape."""
        if self.pictures:
            return tuple(replace(one.size, variant=self.variant) for one in self.pictures)
        if self.mix:
            return tuple(board for one in self.kinds for board in one.boards)
        return tuple(self.shaped(size) for size in self.size)

    @model_validator(mode="after")
    def _check_cross_field_rules(self) -> Self:
        raise_first_problem(section_problems({name: getattr(self, name) for name in SectionConfig.model_fields}))
        if not self.pictures:
            self._copy_files()
        return self

    def _copy_files(self) -> None:
        """Replace each file of a layout or shape by its drawings for the boards that use it."""
        boards = {"shape": [kind.size for kind in self.kinds], "layout": [kind.boards for kind in self.kinds]}
        for key, of_kinds in boards.items():
            shared: list[Grid] = []
            for i, own in enumerate(of_kinds):
                if self.mix and getattr(self.mix[i], key) is not None:
                    copy_file(self.mix[i], key, own)
                else:
                    shared += own
            copy_file(self, key, shared)
        self.__dict__.pop("kinds")  # made of the settings before


def section_problems(section: Mapping[str, Any]) -> list[Problem]:
    """Check one section by the fields that could be read, each of its kinds by itself."""
    mix = section.get("mix")
    if not mix:
        return cross_field_rules.section_problems(section)
    given = [name for name in ("pictures",) if section.get(name)]
    given += ["kind"] if section.get("kind", MINESWEEPER.name) != MINESWEEPER.name else []
    problems = [
        Problem((name,), f"found {name} and mix, which exclude each other; remove one of them") for name in given
    ]
    for i, one in enumerate(mix):
        for loc, words in cross_field_rules.section_problems(one.within(section)):
            own = loc[0] in MixedKind.model_fields and getattr(one, str(loc[0])) is not None
            problems.append(Problem(("mix", i, *loc) if own else ("mix", i), words if own else f"{loc[0]}: {words}"))
    return problems
