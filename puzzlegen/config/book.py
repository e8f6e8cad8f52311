"""What an editor may choose, with its meaning, unit, limits and default beside each field."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetJsonSchemaHandler, model_validator
from pydantic_core import CoreSchema

from puzzlegen.board.grade import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.variants import MAX_DENSITY, MIN_DENSITY, MINESWEEPER, VARIANTS, Variant
from puzzlegen.config import cross_field_rules
from puzzlegen.config.reading.field_types import (
    Group,
    Sizes,
    Switch,
    TrimSize,
    address,
    colour,
    decimal,
    file_name,
    group_or_switch,
    or_switch,
    text,
    together,
    whole_number,
    whole_number_or,
    word,
)

MarginMm = Annotated[float, *decimal(0, 100, "millimetres")] | None


class Part(BaseModel):
    """Base of every group of keys: unknown keys are refused, values never change after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


def raise_first(problems: list[cross_field_rules.Problem]) -> None:
    """Refuse a model made in code that breaks a rule between fields; the loader lists all of them itself."""
    if problems:
        raise together(problems[0].text)


class MarginsConfig(Part):
    """Margins in millimetres in place of those in templates/margins.yaml; those left out stay."""

    inside: MarginMm = Field(None, description="Margin at the spine, in millimetres.")
    outside: MarginMm = Field(None, description="Margin at the outer edge, in millimetres.")
    top: MarginMm = Field(None, description="Margin at the head, in millimetres.")
    bottom: MarginMm = Field(None, description="Margin at the foot, in millimetres.")


class PageConfig(Part):
    """The page the book is printed on, and who prints it."""

    profile: Annotated[str, *text(60)] = Field(
        "kdp",
        description="Who prints it: kdp, ingram, lulu, screen, home-letter, home-a4, or home for the paper that goes "
        "with the language; see templates/printers.yaml.",
    )
    trim: TrimSize | None = Field(
        None,
        description="Size of the cut page: a name the printer has for it such as 8.5x11, or width x height with a unit "
        "such as 210x297 mm. Left out, the printer's usual one.",
    )
    paper: Annotated[str, *text(40)] | None = Field(
        None, description="The printer's paper, such as white or cream; it decides how many pages can be bound."
    )
    binding: Annotated[str, *text(40)] | None = Field(
        None, description="How the leaves are held, where the printer offers several, such as paperback or coil."
    )
    bleed: Switch = Field(False, description="Make the pages larger by the printer's bleed; puzzle pages need none.")
    margins_mm: MarginsConfig | None = Field(
        None, description="Margins of the text block in millimetres in place of those in templates/margins.yaml."
    )
    max_pages: Annotated[int, *whole_number(2, 9999)] | None = Field(
        None,
        description="The most pages the book may have; sections with per_page: auto get the largest cells that keep "
        "it so.",
    )
    single_sided: Switch = Field(
        False,
        description="Print puzzles on right-hand pages only, with pages for notes on the left: nothing shows through "
        "thin paper, and a pencil presses through to nothing.",
    )


def _by_name(value: object) -> object:
    """A profile named alone is a group with nothing else in it."""
    return {"profile": value} if isinstance(value, str) else value


class _OrItsName:
    """Lets an editor that checks against the JSON Schema take a name in place of the group."""

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, handler(core_schema)]}


class KindConfig(Part):
    """What kind of puzzle is wanted, whatever its size."""

    difficulty: Annotated[str, *word(*DIFFICULTIES)] = Field(
        description="How hard each puzzle is, and what it needs: "
        + ", ".join(f"{band.name} {band.meaning}" for band in DIFFICULTIES.values())
        + ".",
    )
    density: Annotated[float, *decimal(MIN_DENSITY, MAX_DENSITY, "a share")] = Field(
        MINESWEEPER.usual_density,
        description=f"Share of the cells that are mines, {MIN_DENSITY:g} to {MAX_DENSITY:g}; usual is "
        + ", ".join(f"{variant.usual_density:g} for {variant}" for variant in VARIANTS.values())
        + ".",
    )
    spread: Annotated[float, *decimal(0, 0.2, "a share")] = Field(
        0.03,
        description="How far the share of mines may vary: each puzzle draws it between density - spread and "
        "density + spread, so that nobody can count the last mines out.",
    )
    lone_cells: Switch = Field(
        True, description="Allow safe cells with mines all around: their clue must always be printed."
    )
    attempts: Annotated[int, *whole_number(1, 1_000_000)] = Field(
        2000, description="How many boards may be tried for one puzzle before the build gives up and says so."
    )


class SectionConfig(KindConfig):
    """A run of puzzles of one size and difficulty, printed one after the other under one name."""

    name: Annotated[str, *text(60)] = Field(description="Name of the section, printed at the head of its pages.")
    kind: Annotated[str, *word(*VARIANTS)] = Field(
        MINESWEEPER.name,
        description="minesweeper; or mosaic, known as Fill-a-Pix too, where a number counts its own cell as well and "
        "cells with numbers may be filled.",
    )
    count: Annotated[int, *whole_number(1, 2000)] = Field(description="How many puzzles the section holds.")
    size: Sizes = Field(
        description="Width x height of each board in cells, each side 3 to 60, such as 10x10; or a list of up to 8, "
        "such as [8x8, 10x12], whose puzzles are shared out evenly. A size named twice gets two shares."
    )
    deal: Annotated[Literal["blocks", "turns"], *word("blocks", "turns")] = Field(
        "blocks",
        description="Order of several sizes: blocks prints all of the first size, then all of the next; turns one of "
        "each size in turn. Within a size the puzzles rise in difficulty.",
    )
    candidates: Annotated[int, *whole_number(1, 1000)] = Field(
        1,
        description="How many puzzles are made for each place in the section, 1 to 1000; the best is printed, by its "
        "difficulty, bottlenecks, opening, clues, and how little it repeats the section’s others. It takes as many "
        "times longer.",
    )
    per_page: Annotated[int | None, *whole_number_or("auto", 1, 24)] = Field(
        None,
        description="How many puzzles share a page, 1 to 24; auto finds the number, with cells of 8.4 mm or more where "
        "the page allows, or the largest cells that keep the book within page.max_pages.",
    )
    total: Switch = Field(
        False,
        description="Print the number of mines over each puzzle; it is a clue, puzzles are made and graded with it.",
    )
    opener: Switch = Field(True, description="Open the section with a page of its own that says what is new in it.")
    intro: Annotated[str, *text(1500, lines="flow")] | None = Field(
        None,
        description="Words printed where the section opens, **bold** as in the templates; an empty line starts a "
        "paragraph, other line breaks count as spaces. Left out, the language’s section-<difficulty>.md speaks.",
    )

    @property
    def variant(self) -> Variant:
        """The row of the table of variants that ``kind`` names."""
        return VARIANTS[self.kind]

    @model_validator(mode="before")
    @classmethod
    def _usual_density(cls, values: Any) -> Any:
        """Fill in the density that is usual for the section's variant."""
        kind = values.get("kind") if isinstance(values, dict) else None
        if isinstance(kind, str) and kind in VARIANTS:
            return {"density": VARIANTS[kind].usual_density, **values}
        return values

    def board(self, number: int) -> Grid:
        """Size of the puzzle made as the section's ``number``-th, counted from 1: the sizes take turns."""
        return self.boards[(number - 1) % len(self.size)]

    @property
    def boards(self) -> list[Grid]:
        """The sizes, as boards of the section's variant."""
        return [replace(size, variant=self.variant) for size in self.size]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        raise_first(
            cross_field_rules.section_problems({name: getattr(self, name) for name in SectionConfig.model_fields})
        )
        return self


class LogoConfig(Part):
    """A picture of the publisher, printed in greys at the foot of the title page."""

    file: Annotated[str, *text(300)] = Field(
        description="A PNG or JPEG file, named from the folder in which puzzlegen runs."
    )
    width_mm: Annotated[float, *decimal(5, 100, "millimetres")] = Field(
        30.0, description="Its printed width in millimetres."
    )


class AidsConfig(Part):
    """What helps the reader with single puzzles; all of it can be left out."""

    hints: Annotated[Literal["none", "back", "foot"], *word("none", "back", "foot")] = Field(
        "none",
        description="Hints in words, a first step and the step that is hardest to find: in a section at the back, or "
        "upside down at the foot of each page of puzzles.",
    )
    par: Switch = Field(False, description="Print the minutes a steady solver needs over each puzzle.")
    time: Switch = Field(False, description="Leave room for the reader's own time over each puzzle.")
    name: Switch = Field(False, description="Leave room for a name and the date at the head of each page of puzzles.")
    rules: Switch = Field(False, description="Print the rules in two lines at the head of each page of puzzles.")
    qr: Switch = Field(
        False, description="Print a QR code for each puzzle at the foot of its page; it opens the puzzle in a browser."
    )
    qr_url: Annotated[str, *address()] = Field(
        "https://puzz.link/p?{puzzle}",
        description="The address in the QR codes. {puzzle} stands for the puzzle as puzz.link writes it behind the ?, "
        "{number} for its number in the book; use one of them.",
    )


class FrontMatterConfig(Part):
    """The pages before the first puzzle."""

    title_page: Switch = Field(True, description="Print a title page.")
    copyright: Annotated[str, *text(2000, lines="kept")] | None = Field(
        None, description="Words of the copyright page, line breaks kept; without them there is no such page."
    )
    contents: Switch = Field(False, description="Print a page of contents with the difficulty of each section.")
    how_to_play: Switch = Field(True, description="Print the rules with a small worked example.")
    techniques: Annotated[Literal["none", "auto", "all"], *word("none", "auto", "all")] = Field(
        "none",
        description="Print the solving techniques, each with a worked example: those the book's puzzles need, or all.",
    )


class AnswerKeyConfig(Part):
    """How the answers are printed."""

    order: Annotated[Literal["number", "shuffled"], *word("number", "shuffled")] = Field(
        "number",
        description="Order of the answers: number follows the puzzles; shuffled keeps the answers of neighbours apart, "
        "so that none gives away the next. The series decides how.",
    )
    grouping: Annotated[Literal["section", "none"], *word("section", "none")] = Field(
        "section", description="Print the answers section by section under its name, or all in one run."
    )
    density: Annotated[Literal["compact", "normal", "large"], *word("compact", "normal", "large")] = Field(
        "normal",
        description="Size of the answers' cells where the page allows: compact 3.3 to 4 mm, normal 3.8 to 4.6 mm, "
        "large 5 to 6 mm. Never under 3.3 mm, and digits never under 7 pt.",
    )
    place: Annotated[Literal["back", "section", "separate"], *word("back", "section", "separate")] = Field(
        "back",
        description="Where the answers stand: back, at the end of the book; section, overleaf after each section; "
        "separate, in answers.pdf beside the book, whose puzzles then name the sheet if there are several.",
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        raise_first(cross_field_rules.key_problems({"grouping": self.grouping, "place": self.place}))
        return self


class BackMatterConfig(Part):
    """The pages after the last puzzle."""

    answer_key: Annotated[AnswerKeyConfig | None, *group_or_switch("order, grouping, density, place")] = Field(
        AnswerKeyConfig(),
        description='Print the answer key, and "answer on page N" beside each puzzle that has its answer there: yes, '
        "no, or how.",
        json_schema_extra=or_switch,
    )
    score_card: Switch = Field(
        False, description="Print a table of all puzzles with room for the reader's times and a box to tick."
    )
    notes_pages: Annotated[int, *whole_number(0, 100)] = Field(
        0, description="How many pages for notes to print at the end, 0 to 100."
    )
    ruling: Annotated[Literal["lines", "dots"], *word("lines", "dots")] = Field(
        "lines", description="What pages for notes are ruled with: faint lines or dots."
    )
    colophon: Switch = Field(
        False,
        description="Print the proof statement and the seed on a last page of their own. Otherwise they stand below "
        "the copyright, if there is one.",
    )


Hex = Annotated[str, *colour()]


class ColoursConfig(Part):
    """Three colours of a cover in place of a palette's."""

    ground: Hex = Field(description="Colour of the whole sheet.")
    ink: Hex = Field(description="Colour of the words on it.")
    accent: Hex = Field(description="Colour of the artwork.")


class CoverConfig(Part):
    """The cover: back, spine and front on one sheet, for printers that take one."""

    make: Switch = Field(False, description="Make cover.pdf, and cover-guide.pdf with its folds, for each printer.")
    palette: Annotated[str, *text(40)] = Field("brick", description="Colours, by their name in templates/covers.yaml.")
    colours: ColoursConfig | None = Field(None, description="Three colours of your own in place of the palette's.")
    back: Annotated[str, *text(1500, lines="flow")] | None = Field(
        None, description="Words on the back, **bold** as in the templates; left out, those of cover-back.md."
    )
    puzzle: Annotated[int, *whole_number(1, cross_field_rules.MAX_PUZZLES)] | None = Field(
        None, description="Number of the puzzle on the front; left out, one of a size that reads well from afar."
    )
    spine_mm: Annotated[float, *decimal(0.5, 100, "millimetres")] | None = Field(
        None, description="Thickness of the book from the printer's own tool, where its paper's is not known here."
    )


class OutputConfig(Part):
    """Files written beside interior.pdf, puzzles.jsonl and manifest.json, which are always written."""

    preview: Switch = Field(True, description="Write preview.png, a contact sheet of all pages.")


class BookConfig(Part):
    """A puzzle book: what is printed, on which page, from which seed."""

    model_config = ConfigDict(title="puzzlegen book")

    title: Annotated[str, *text(120)] = Field(description="Title of the book, one line.")
    subtitle: Annotated[str, *text(160)] | None = Field(None, description="Second line of the title page.")
    author: Annotated[str, *text(120)] | None = Field(None, description="Author or publisher on the title page.")
    logo: LogoConfig | None = Field(None, description="The publisher's logo on the title page.")
    language: Annotated[str, *text(20)] = Field(
        "en",
        description="Language of every printed word: the name of a folder in templates/ that holds words.yaml; en, de, "
        "es, fr, it, nl and pt come with the program.",
    )
    cells: Annotated[Literal["rc", "a1"], *word("rc", "a1")] = Field(
        "rc",
        description="How words name a cell: rc by row and column as the language does, a1 by column letter and row.",
    )
    series: Annotated[str, *text(80)] = Field(
        description="The seed, any words: the same words and options give the same book, others a new one."
    )
    page: Annotated[PageConfig, Group] = Field(PageConfig(), description="The page the book is printed on.")
    profiles: list[Annotated[PageConfig, BeforeValidator(_by_name), _OrItsName()]] = Field(
        [],
        max_length=cross_field_rules.MAX_PROFILES,
        description="Several pages for the same puzzles, each in a folder of its own: names such as kdp and screen, or "
        "groups of the keys of page. What one leaves out is taken from page as far as its printer offers that.",
    )
    theme: Annotated[str, *text(60)] = Field(
        "classic", description="How the book looks: the name of a file in templates/themes, without .yaml."
    )
    sections: list[SectionConfig] = Field(
        min_length=1,
        max_length=cross_field_rules.MAX_SECTIONS,
        description="The sections, in the order they are printed.",
    )
    aids: Annotated[AidsConfig, Group] = Field(AidsConfig(), description="What helps the reader with single puzzles.")
    front_matter: Annotated[FrontMatterConfig, Group] = Field(
        FrontMatterConfig(), description="The pages before the first puzzle."
    )
    back_matter: Annotated[BackMatterConfig, Group] = Field(
        BackMatterConfig(), description="The pages after the last puzzle."
    )
    cover: Annotated[CoverConfig, Group] = Field(CoverConfig(), description="The cover of the book.")
    output: Annotated[OutputConfig, Group] = Field(OutputConfig(), description="Which further files are written.")
    ledger: Annotated[str, *file_name(200)] | None = Field(
        None,
        description="The file that records every puzzle printed, so that no book repeats another's: a path from the "
        "folder where puzzlegen runs. Left out, ledger.sqlite beside the book's folder.",
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        sections = [{"name": section.name, "count": section.count} for section in self.sections]
        raise_first(cross_field_rules.book_problems(sections))
        return self


def config_hash(config: Part) -> str:
    """SHA-256 of what the config says: comments, the order of keys and defaults written out do not change it.

    Ledgers know books by it, so keys that later versions add must not change it while they keep their defaults, and
    neither must the place of the ledger.
    """
    said = config.model_dump(mode="json", exclude_defaults=True, exclude={"ledger"})
    canonical = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
