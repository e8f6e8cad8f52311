"""The config of a book: each field with its meaning, unit, limits and default."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetJsonSchemaHandler, model_validator
from pydantic_core import CoreSchema

from puzzlegen.board.aims import EFFORTS, LOW, NORMAL, REGIONS, TECHNIQUE_TIERS, default_effort
from puzzlegen.board.clue_layout import (
    ANY_SYMMETRY,
    BLANK_MARK,
    CLUE_MARK,
    FREE,
    MAX_CLUES,
    MIN_CLUES,
    NATURAL_MINES,
    RULES,
    SYMMETRIES,
    USUAL_DENSITIES,
    USUAL_SPREAD,
    Layout,
)
from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.board.variants import KIND_MEANING, MAX_DENSITY, MIN_DENSITY, MINESWEEPER, VARIANTS, Variant
from puzzlegen.config import cross_field_rules
from puzzlegen.config.layouts import LayoutChoice
from puzzlegen.config.pictures import USUAL_SIZE, PictureConfig, PictureList, picture_count
from puzzlegen.config.reading.field_types import (
    OptionalGroup,
    ScoreRange,
    Sizes,
    Switch,
    TrimSize,
    allow_switch,
    color,
    cross_field_error,
    decimal,
    file_path,
    group_or_yes_no,
    one_of,
    puzzle_address,
    text,
    whole_number,
    whole_number_or,
)
from puzzlegen.config.shapes import ShapeChoice

MarginMm = Annotated[float, *decimal(0, 100, "millimeters")] | None


class ConfigGroup(BaseModel):
    """Base of every group of keys: unknown keys are refused, and values are frozen."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


def raise_first_problem(problems: list[cross_field_rules.Problem]) -> None:
    """Raise the first problem of a model made in code. For files, the loader reports all problems itself."""
    if problems:
        raise cross_field_error(problems[0].text)


class MarginsConfig(ConfigGroup):
    """Margins that replace those of templates/margins.yaml; margins left out stay."""

    inside: MarginMm = Field(None, description="Margin at the spine, in millimeters.")
    outside: MarginMm = Field(None, description="Margin at the outer edge, in millimeters.")
    top: MarginMm = Field(None, description="Margin at the head, in millimeters.")
    bottom: MarginMm = Field(None, description="Margin at the foot, in millimeters.")


class PageConfig(ConfigGroup):
    """The page of the book, and its printer."""

    profile: Annotated[str, *text(60)] = Field(
        "kdp",
        description="The printer: kdp, ingram, lulu, screen, home-letter, home-a4, or home for the paper usual "
        "with the language; see templates/printers.yaml.",
    )
    trim: TrimSize | None = Field(
        None,
        description="Size of the trimmed page: the printer's name for it, such as 8.5x11, or width x height with a "
        "unit, such as 210x297 mm. The default is the printer's usual one.",
    )
    paper: Annotated[str, *text(40)] | None = Field(
        None, description="The printer's paper, such as white or cream; it limits the number of pages."
    )
    binding: Annotated[str, *text(40)] | None = Field(
        None, description="The binding, if the printer offers several, such as paperback or coil."
    )
    bleed: Switch = Field(False, description="Add the printer's bleed to the pages; puzzle pages need none.")
    margins_mm: MarginsConfig | None = Field(
        None, description="Margins of the text block in millimeters, which replace those of templates/margins.yaml."
    )
    max_pages: Annotated[int, *whole_number(2, 9999)] | None = Field(
        None,
        description="Most pages that the book may have; sections with per_page: auto get the largest cells that fit.",
    )
    single_sided: Switch = Field(
        False,
        description="Print puzzles on right-hand pages only, with pages for notes on the left, for thin paper.",
    )


def _profile_from_name(value: object) -> object:
    """Read the name of a profile as a group with that profile only."""
    return {"profile": value} if isinstance(value, str) else value


class _AllowName:
    """Let the JSON Schema accept a name in place of the group."""

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, handler(core_schema)]}


_DrawingText = Annotated[str, *text(8000, lines="kept")]
_LayoutText = Annotated[str, *text(40, lines="kept")]


class LayoutConfig(ConfigGroup):
    """Where the clues stand: a rule, a share, or exactly the cells of a drawing."""

    rule: Annotated[str, *one_of(*RULES)] | None = Field(
        None,
        description="free removes clues at random, as many as can go; natural leaves no clue without a clue beside it "
        "and varies the number of mines, as in handmade puzzles; the others give a symmetric layout: "
        f"{', '.join(SYMMETRIES)}, or {ANY_SYMMETRY} for any that fits the board. Quarter turns and diagonals need "
        "square boards. The default is "
        + ", ".join(f"{one.usual_layout} for {one}" for one in VARIANTS.values())
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


def _layout_from_name(value: object) -> object:
    """Read the name of a rule as a group with that rule only."""
    return {"rule": value} if isinstance(value, str) else value


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


def _shape_from_name(value: object) -> object:
    """Read the name of a ready shape as a group with that name only."""
    return {"name": value} if isinstance(value, str) else value


class GenerationConfig(ConfigGroup):
    """Requirements of the puzzles to generate, apart from their size."""

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
    layout: Annotated[LayoutConfig, BeforeValidator(_layout_from_name), _AllowName()] = Field(
        LayoutConfig(),
        description=f"Where the clues stand: {', '.join(RULES)}; or a group of keys for a share of clues, a drawing, "
        "an image or a text; see docs/layouts.md.",
    )
    shape: Annotated[ShapeConfig | None, BeforeValidator(_shape_from_name), _AllowName()] = Field(
        None,
        description=f"Shape of the boards: {', '.join(SHAPES)}; or a group of keys for a drawing, an image or a text; "
        "see docs/shapes.md. The default is a rectangle.",
    )

    def shaped(self, grid: Grid) -> Grid:
        """Return the board of the shape within a grid. Raises FormatError where it does not fit."""
        return grid if self.shape is None else self.shape.choice.on(grid)

    @model_validator(mode="before")
    @classmethod
    def _usual_mines(cls, values: Any) -> Any:
        """Fill in the share of mines that is usual for the variant and the layout."""
        if not isinstance(values, dict):
            return values
        kind, layout = values.get("kind", MINESWEEPER.name), values.get("layout")
        if not isinstance(kind, str) or kind not in VARIANTS:
            return values
        given = layout.model_dump() if isinstance(layout, LayoutConfig) else layout
        if not isinstance(given, dict):
            given = {"rule": given}
        rule = given.get("rule")
        if all(value is None for value in given.values()):
            rule = VARIANTS[kind].usual_layout
        density, spread = Layout(rule if rule in RULES else FREE).usual_mines(VARIANTS[kind])
        return {"density": density, "spread": USUAL_SPREAD if "density" in values else spread, **values}


def _count_and_size_or_pictures(schema: dict[str, Any]) -> None:
    """Let the JSON Schema of a section require count and size only without pictures."""
    schema["required"] = [name for name in schema["required"] if name not in {"count", "size"}]
    schema["anyOf"] = [{"required": ["count", "size"]}, {"required": ["pictures"]}]


class SectionConfig(GenerationConfig):
    """Puzzles of one difficulty, printed together under one name."""

    model_config = ConfigDict(json_schema_extra=_count_and_size_or_pictures)

    name: Annotated[str, *text(60)] = Field(description="Name of the section, printed in the running head.")
    kind: Annotated[str, *one_of(*VARIANTS)] = Field(
        MINESWEEPER.name,
        description=f"{KIND_MEANING}.",
    )
    count: Annotated[int, *whole_number(1, 2000)] = Field(description="Number of puzzles in the section.")
    size: Sizes = Field(
        description="Width x height of each board in cells, each side 3 to 60, such as 10x10; or a list of up to 8, "
        "such as [8x8, 10x12], which get the same number of puzzles each. A size listed twice gets twice as many."
    )
    size_order: Annotated[Literal["grouped", "alternating"], *one_of("grouped", "alternating")] = Field(
        "grouped",
        description="Order of several sizes: grouped prints all puzzles of the first size, then those of the next; "
        "alternating prints one of each size in turn. Within a size the puzzles rise in difficulty.",
    )
    effort: Annotated[str, *one_of(*EFFORTS)] | None = Field(
        None,
        description="Work for the quality of each puzzle: "
        + "; ".join(f"{name} takes {one.meaning}" for name, one in EFFORTS.items())
        + f". The default is {NORMAL} with a technique, score or start, otherwise {LOW}; see docs/quality.md.",
    )
    technique: Annotated[str, *one_of(*TECHNIQUE_TIERS)] | None = Field(
        None,
        description=f"A technique that the solution of each puzzle must need: {', '.join(TECHNIQUE_TIERS)}.",
    )
    score: ScoreRange | None = Field(
        None,
        description="Score of the puzzles, such as 40, or 20-60 for scores that rise evenly from the first puzzle of "
        "a size to the last.",
    )
    start: Annotated[str, *one_of(*REGIONS)] | None = Field(
        None,
        description=f"The part of the board where each solve must begin: {', '.join(REGIONS)}.",
    )
    per_page: Annotated[int | None, *whole_number_or("auto", 1, 24)] = Field(
        None,
        description="Puzzles on a page, 1 to 24. auto takes as many as keep cells at least 8.4 mm wide where possible, "
        "or the largest cells that keep the book within page.max_pages.",
    )
    total: Switch = Field(
        False,
        description="Print the number of mines above each puzzle; puzzles are then made and graded with this clue.",
    )
    opener: Switch = Field(True, description="Begin the section with a page that introduces it.")
    intro: Annotated[str, *text(1500, lines="flow")] | None = Field(
        None,
        description="Text of the section's first page, with **bold**; an empty line starts a paragraph, and other line "
        "breaks count as spaces. The default is section-<difficulty>.md of the language.",
    )

    pictures: PictureList = Field(
        None,
        description="Pictures that the solutions show, one a puzzle: a folder, or a list of ready pictures such as "
        "cat, files (drawings in text and images), or groups of keys; see docs/pictures.md. count is then their "
        "number, and size only the size into which images are fitted, by default 24x24.",
    )

    @model_validator(mode="before")
    @classmethod
    def _count_pictures(cls, values: Any) -> Any:
        """Fill in what pictures determine."""
        if not isinstance(values, dict) or values.get("pictures") is None:
            return values
        return {"count": picture_count(values["pictures"]), "size": USUAL_SIZE, **values}

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

    def picture(self, number: int) -> PictureConfig | None:
        """Return the picture of the section's puzzle ``number``, counted from 1; None without pictures."""
        return self.pictures[number - 1] if self.pictures else None

    def picture_named(self, name: str | None) -> PictureConfig | None:
        """Return the picture of a name; None if there is none."""
        return next((one for one in self.pictures or () if one.name == name), None)

    def board(self, number: int) -> Grid:
        """Return the board of the section's puzzle ``number``, counted from 1; the sizes alternate."""
        return self.boards[(number - 1) % len(self.boards)]

    @cached_property
    def boards(self) -> tuple[Grid, ...]:
        """The boards of the section's variant, one for each picture, or each size and in its shape."""
        if self.pictures:
            return tuple(replace(one.size, variant=self.variant) for one in self.pictures)
        return tuple(self.shaped(replace(size, variant=self.variant)) for size in self.size)

    @model_validator(mode="after")
    def _check_cross_field_rules(self) -> Self:
        raise_first_problem(
            cross_field_rules.section_problems({name: getattr(self, name) for name in SectionConfig.model_fields})
        )
        return self


class LogoConfig(ConfigGroup):
    """The logo of the publisher, printed in grays at the foot of the title page."""

    file: Annotated[str, *text(300)] = Field(
        description="A PNG or JPEG file, relative to the folder where puzzlegen runs."
    )
    width_mm: Annotated[float, *decimal(5, 100, "millimeters")] = Field(
        30.0, description="Its printed width in millimeters."
    )


class AidsConfig(ConfigGroup):
    """Optional help for readers with each puzzle."""

    hints: Annotated[Literal["none", "back", "foot"], *one_of("none", "back", "foot")] = Field(
        "none",
        description="Hints in words, for the first step and for the hardest one: back is a section at the back, "
        "foot is upside down at the foot of each puzzle page.",
    )
    par: Switch = Field(False, description="Print above each puzzle the minutes that a steady solver needs.")
    time: Switch = Field(False, description="Leave space above each puzzle for the reader's own time.")
    name: Switch = Field(False, description="Leave space for a name and the date at the head of each puzzle page.")
    rules: Switch = Field(False, description="Print the rules in two lines at the head of each puzzle page.")
    qr: Switch = Field(
        False,
        description="Print a QR code for each puzzle at the foot of its page, which opens the puzzle in a browser.",
    )
    qr_url: Annotated[str, *puzzle_address()] = Field(
        "https://puzz.link/p?{puzzle}",
        description="Address in the QR codes. {puzzle} is the puzzle as puzz.link writes it behind the ?, {number} its "
        "number in the book; use at least one of them.",
    )


class FrontMatterConfig(ConfigGroup):
    """The pages before the first puzzle."""

    title_page: Switch = Field(True, description="Print a title page.")
    copyright: Annotated[str, *text(2000, lines="kept")] | None = Field(
        None, description="Text of the copyright page, with its line breaks; left out, there is no such page."
    )
    contents: Switch = Field(False, description="Print a table of contents with the difficulty of each section.")
    how_to_play: Switch = Field(True, description="Print the rules with a small worked example.")
    techniques: Annotated[Literal["none", "auto", "all"], *one_of("none", "auto", "all")] = Field(
        "none",
        description="Print the solving techniques, each with a worked example: auto for those puzzles need, or all.",
    )


class AnswerKeyConfig(ConfigGroup):
    """How the answers are printed."""

    order: Annotated[Literal["number", "shuffled"], *one_of("number", "shuffled")] = Field(
        "number",
        description="Order of the answers: number is that of the puzzles; shuffled keeps answers of neighboring "
        "puzzles apart. The series determines the shuffled order.",
    )
    grouping: Annotated[Literal["section", "none"], *one_of("section", "none")] = Field(
        "section", description="Group the answers by section, or none for one continuous list."
    )
    density: Annotated[Literal["compact", "normal", "large"], *one_of("compact", "normal", "large")] = Field(
        "normal",
        description="Cell size of the answers where the page allows: compact 3.3 to 4 mm, normal 3.8 to 4.6 mm, large "
        "5 to 6 mm. Cells are never smaller than 3.3 mm, digits never smaller than 7 pt.",
    )
    place: Annotated[Literal["back", "section", "separate"], *one_of("back", "section", "separate")] = Field(
        "back",
        description="Place of the answers: back is the end of the book, section is after each section, separate is the "
        "file answers.pdf. With several answer sheets, each puzzle names its sheet.",
    )

    @model_validator(mode="after")
    def _check_cross_field_rules(self) -> Self:
        raise_first_problem(cross_field_rules.answer_key_problems({"grouping": self.grouping, "place": self.place}))
        return self


class BackMatterConfig(ConfigGroup):
    """The pages after the last puzzle."""

    answer_key: Annotated[AnswerKeyConfig | None, *group_or_yes_no("order, grouping, density, place")] = Field(
        AnswerKeyConfig(),
        description='Print the answer key, and "answer on page N" with each puzzle: yes, no, or a group of keys.',
        json_schema_extra=allow_switch,
    )
    score_card: Switch = Field(
        False, description="Print a table of all puzzles with space for the reader's times and a box to tick."
    )
    notes_pages: Annotated[int, *whole_number(0, 100)] = Field(
        0, description="Number of pages for notes at the end, 0 to 100."
    )
    ruling: Annotated[Literal["lines", "dots"], *one_of("lines", "dots")] = Field(
        "lines", description="Ruling of the pages for notes: faint lines or dots."
    )
    colophon: Switch = Field(
        False,
        description="Print the proof statement and the seed on a separate last page. Otherwise they stand below the "
        "copyright, if there is one.",
    )


Hex = Annotated[str, *color()]


class ColorsConfig(ConfigGroup):
    """Three colors of a cover, which replace those of a palette."""

    ground: Hex = Field(description="Color of the whole sheet.")
    ink: Hex = Field(description="Color of the text.")
    accent: Hex = Field(description="Color of the artwork.")


class CoverConfig(ConfigGroup):
    """The cover: back, spine and front on one sheet, for printers that take covers."""

    make: Switch = Field(
        False, description="Make cover.pdf, and cover-guide.pdf that shows its folds, for each printer."
    )
    palette: Annotated[str, *text(40)] = Field("brick", description="Palette, by its name in templates/covers.yaml.")
    colors: ColorsConfig | None = Field(None, description="Three colors that replace those of the palette.")
    back: Annotated[str, *text(1500, lines="flow")] | None = Field(
        None, description="Text on the back, with **bold**; the default is cover-back.md of the language."
    )
    puzzle: Annotated[int, *whole_number(1, cross_field_rules.MAX_PUZZLES)] | None = Field(
        None,
        description="Number of the puzzle on the front; the default is one of a size that is readable from a distance.",
    )
    spine_mm: Annotated[float, *decimal(0.5, 100, "millimeters")] | None = Field(
        None, description="Spine width from the printer's calculator, if the thickness of the paper is not known here."
    )


class OutputConfig(ConfigGroup):
    """Files to write besides interior.pdf, puzzles.jsonl and manifest.json."""

    preview: Switch = Field(True, description="Write preview.png, a contact sheet of all pages.")


class BookConfig(ConfigGroup):
    """A puzzle book: its content, its page, its look and its seed."""

    model_config = ConfigDict(title="puzzlegen book")

    title: Annotated[str, *text(120)] = Field(description="Title of the book, one line.")
    subtitle: Annotated[str, *text(160)] | None = Field(None, description="Second line of the title page.")
    author: Annotated[str, *text(120)] | None = Field(None, description="Author or publisher on the title page.")
    logo: LogoConfig | None = Field(None, description="The publisher's logo on the title page.")
    language: Annotated[str, *text(20)] = Field(
        "en",
        description="Language of all printed text: the name of a folder in templates/ with a words.yaml; en, de, es, "
        "fr, it, nl and pt are shipped.",
    )
    cells: Annotated[Literal["rc", "a1"], *one_of("rc", "a1")] = Field(
        "rc",
        description="How text names a cell: rc by row and column (R1C2 in English), a1 by column letter and row (B1).",
    )
    series: Annotated[str, *text(80)] = Field(
        description="The seed, any text: the same text and options give the same book, another text a new one."
    )
    page: Annotated[PageConfig, OptionalGroup] = Field(
        PageConfig(), description="The page of the book, and its printer."
    )
    profiles: list[Annotated[PageConfig, BeforeValidator(_profile_from_name), _AllowName()]] = Field(
        [],
        max_length=cross_field_rules.MAX_PROFILES,
        description="Editions of the book for several printers, each in its own folder: names such as kdp and screen, "
        "or groups with the keys of page. Keys left out are taken from page as far as the printer offers them.",
    )
    theme: Annotated[str, *text(60)] = Field(
        "classic", description="How the book looks: the name of a file in templates/themes, without .yaml."
    )
    sections: list[SectionConfig] = Field(
        min_length=1,
        max_length=cross_field_rules.MAX_SECTIONS,
        description="The sections, in the order they are printed.",
    )
    aids: Annotated[AidsConfig, OptionalGroup] = Field(
        AidsConfig(), description="Optional help for readers with each puzzle."
    )
    front_matter: Annotated[FrontMatterConfig, OptionalGroup] = Field(
        FrontMatterConfig(), description="The pages before the first puzzle."
    )
    back_matter: Annotated[BackMatterConfig, OptionalGroup] = Field(
        BackMatterConfig(), description="The pages after the last puzzle."
    )
    cover: Annotated[CoverConfig, OptionalGroup] = Field(CoverConfig(), description="The cover of the book.")
    output: Annotated[OutputConfig, OptionalGroup] = Field(OutputConfig(), description="Further files to write.")
    ledger: Annotated[str, *file_path(200)] | None = Field(
        None,
        description="File that records every puzzle, so that no book repeats one: a path relative to the folder where "
        "puzzlegen runs. Left out, it is ledger.sqlite beside the output folder.",
    )

    @model_validator(mode="after")
    def _check_cross_field_rules(self) -> Self:
        sections = [{"name": section.name, "count": section.count} for section in self.sections]
        raise_first_problem(cross_field_rules.book_problems(sections))
        return self


def config_values(config: BookConfig) -> dict[str, Any]:
    """Return the values of a config as JSON values, from which ``BookConfig.model_validate`` makes the same config.

    Entries of ``profiles`` have only the keys that are set, because they take the others from ``page``.
    """
    profiles = [page.model_dump(mode="json", exclude_unset=True) for page in config.profiles]
    return config.model_dump(mode="json") | {"profiles": profiles}


def config_hash(config: ConfigGroup) -> str:
    """Return the SHA-256 of the values of a config. Comments, the order of keys and written defaults do not change it.

    Ledgers identify books by it, so a key of a later version must not change it while it has its default value, and
    neither must the path of the ledger.
    """
    values = config.model_dump(mode="json", exclude_defaults=True, exclude={"ledger"})
    canonical = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
