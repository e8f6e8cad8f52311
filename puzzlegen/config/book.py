"""The config of a book: each field with its meaning, unit, limits and default."""

from __future__ import annotations

from itertools import zip_longest
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.config import rules
from puzzlegen.config.own_pages import (
    MAX_PAGES,
    ArtworkConfig,
    BackPageConfig,
    ChoiceConfig,
    FrontPageConfig,
    LogoConfig,
    Volumes,
    choices_from_file,
    file_from_name,
)
from puzzlegen.config.palettes import OwnColors, colors_from_one
from puzzlegen.config.pictures import OnePicture
from puzzlegen.config.section import SectionConfig
from puzzlegen.schema.fields import (
    OptionalGroup,
    Switch,
    TrimSize,
    allow_switch,
    decimal,
    file_path,
    group_or_yes_no,
    isbn_number,
    one_of,
    puzzle_address,
    text,
    whole_number,
)
from puzzlegen.schema.validation import AllowName, ConfigGroup, raise_first_problem

CONTENTS_FROM = 30  # puzzles: a shorter book is leafed through faster than its contents are read

CoverLayout = Annotated[
    Literal["digit", "pattern", "honeycomb", "picture", "isometric", "words", "framed"],
    *one_of("digit", "pattern", "honeycomb", "picture", "isometric", "words", "framed"),
]
VOLUME = "volume"  # the badge with its number
AnswerPlace = Literal["back", "section", "next spread", "separate"]
MOST_BADGES = 3  # on the front of a cover
MarginMm = Annotated[float, *decimal(0, 100, "millimeters")] | None


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
        description="The printer, or the tablet to write on: kdp, kdp-hardcover, ingram, lulu, home-letter, home-a4, "
        "screen, tablet, remarkable-2, remarkable-paper-pro, supernote, boox, kindle-scribe, ipad, or home for the "
        "paper usual with the language; see templates/printers.yaml.",
    )
    trim: TrimSize | None = Field(
        None,
        description="Size of the trimmed page: the printer's name for it, such as 8.5x11, a paper size such as a5, or "
        "width x height with a unit, such as 210x297 mm or 6x9 in. The default is the printer's usual one.",
    )
    paper: Annotated[str, *text(40)] | None = Field(
        None, description="The printer's paper, such as white or cream; it limits the number of pages."
    )
    ink: Annotated[Literal["black", "color"], *one_of("black", "color")] = Field(
        "black",
        description="Print the pages in black, or in color where the printer has it: headings, frames, ornaments and "
        "grounds in the colors of the cover, and pictures in their own. Color needs another paper and costs more.",
    )
    binding: Annotated[str, *text(40)] | None = Field(
        None,
        description="The binding, if the printer offers several: paperback, coil, or saddle for booklets, whose "
        "sheets are folded and stapled.",
    )
    creep_mm: Annotated[float, *decimal(0, 10, "millimeters")] | None = Field(
        None,
        description="How far the innermost sheet of a booklet stands out when it is folded, in millimeters; its pages "
        "are moved by that toward the fold. The default is what the thickness of the paper makes.",
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
    folio: Switch = Field(
        True,
        description="Print page numbers; no is for pages of a magazine, without contents, hints and answers that name "
        "pages.",
    )


def _profile_from_name(value: object) -> object:
    """Read the name of a profile as a group with that profile only."""
    return {"profile": value} if isinstance(value, str) else value


class AidsConfig(ConfigGroup):
    """Optional help for readers with each puzzle."""

    hints: Annotated[Literal["none", "back", "foot"], *one_of("none", "back", "foot")] = Field(
        "none",
        description="Hints in words, for the two steps that are hardest to find; one for easy puzzles. back is a "
        "section at the back, foot is upside down at the foot of each puzzle page.",
    )
    hint_answers: Annotated[Literal["turned", "apart"], *one_of("turned", "apart")] | None = Field(
        None,
        description="Answers to the hints: turned is upside down below each hint at the back, apart is on pages of "
        "their own. Left out, they are turned; those of hints at the foot are always apart.",
    )
    labels: Annotated[Literal["none", "hints", "all"], *one_of("none", "hints", "all")] = Field(
        "hints",
        description="Names of rows and columns outside the frames of puzzles: hints prints them in books with hints, "
        "all in every book, none in no book.",
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

    @property
    def prints_labels(self) -> bool:
        """Whether rows and columns of puzzles have names."""
        return self.labels == "all" or (self.labels == "hints" and self.hints != "none")

    @model_validator(mode="after")
    def _check_cross_field_rules(self) -> Self:
        raise_first_problem(rules.hint_problems({"hints": self.hints, "hint_answers": self.hint_answers}))
        return self

    @property
    def turns_answers(self) -> bool:
        """Whether the answers to hints are upside down below them."""
        return self.hints == "back" and self.hint_answers != "apart"


class FrontMatterConfig(ConfigGroup):
    """The pages before the first puzzle."""

    title_page: Switch = Field(True, description="Print a title page.")
    gift: Switch = Field(
        False, description="Print a first page for a gift, with lines for the name of the reader and of the giver."
    )
    copyright: Annotated[str, *text(2000, lines="kept")] | None = Field(
        None, description="Text of the copyright page, with its line breaks; left out, there is no such page."
    )
    contents: Switch | None = Field(
        None,
        description="Print a table of contents with the difficulty of each section; left out, books of two or more "
        f"sections with {CONTENTS_FROM} puzzles or more have one.",
    )
    series: Switch = Field(
        False, description="Print the series, the seed of the book, with the proof statement and the typeface."
    )
    how_to_play: Switch = Field(True, description="Print the rules with a small worked example.")
    techniques: Annotated[Literal["none", "auto", "all"], *one_of("none", "auto", "all")] = Field(
        "none",
        description="Print the solving techniques, each with a worked example: auto for those puzzles need, or all.",
    )
    pages: list[Annotated[FrontPageConfig, BeforeValidator(file_from_name), AllowName()]] = Field(
        [],
        max_length=MAX_PAGES,
        description="Pages of your own, such as a dedication or foreword: names of Markdown files, "
        "relative to the folder where puzzlegen runs, or groups of keys.",
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
        description="Cell size wanted for the answers: compact about 3.7 mm, normal 4.2 mm, large 5.5 mm. Each section "
        "gets the columns and rows that come nearest and fill the page. Cells are never smaller than 3.3 mm, digits "
        "never smaller than 7 pt.",
    )
    place: Annotated[AnswerPlace, *one_of("back", "section", "next spread", "separate")] = Field(
        "back",
        description="Place of the answers: back is the end of the book, section is after each section, next spread is "
        "small at the foot of the pages behind those of the puzzle, so that a reader turns one leaf, separate is the "
        "file answers.pdf. With several answer sheets, each puzzle names its sheet.",
    )

    @model_validator(mode="after")
    def _check_cross_field_rules(self) -> Self:
        raise_first_problem(rules.answer_key_problems(self.model_dump()))
        return self


class BackMatterConfig(ConfigGroup):
    """The pages after the last puzzle."""

    answer_key: Annotated[AnswerKeyConfig | None, *group_or_yes_no("order, grouping, density, place")] = Field(
        AnswerKeyConfig(),
        description='Print the answer key, and "answer on page N" with each puzzle: yes, no, or a group of keys.',
        json_schema_extra=allow_switch,
    )
    walkthroughs: Annotated[Literal["none", "hard", "all"], *one_of("none", "hard", "all")] = Field(
        "none",
        description="Print step-by-step solutions before the answers, four small boards for each puzzle, with "
        "the steps that matter in words: for puzzles that are hard or harder, all, or none.",
    )
    gallery: Switch = Field(
        False,
        description="Print a gallery after the answers: all pictures of mosaics, small, with their names and the "
        "numbers of their puzzles.",
    )
    remarks: Switch = Field(False, description="Print facts about puzzles behind the answers.")
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
    pages: list[Annotated[BackPageConfig, BeforeValidator(file_from_name), AllowName()]] = Field(
        [],
        max_length=MAX_PAGES,
        description="Pages of your own, such as a request for reviews: names of Markdown files, "
        "relative to the folder where puzzlegen runs, or groups of keys.",
    )

    volumes: Volumes = Field([])

    def walks_through(self, tier: int) -> bool:
        """Whether puzzles of this tier have step-by-step solutions."""
        return self.walkthroughs == "all" or (self.walkthroughs == "hard" and tier >= DIFFICULTIES["hard"].tier)


class CoverConfig(ConfigGroup):
    """The cover: back, spine and front on one sheet, for printers that take covers."""

    make: Switch = Field(
        False, description="Make cover.pdf, and cover-guide.pdf that shows its folds, for each printer."
    )
    layout: CoverLayout = Field(
        "digit",
        description="What the front shows: digit, one giant clue; pattern, colored tiles to all edges; picture, a "
        "picture of cells; isometric, columns seen at an angle; words, the title as large as possible; framed, a "
        "puzzle of the book in a double frame.",
    )
    title_lines: list[Annotated[str, *text(60)]] = Field(
        [], max_length=6, description="Lines of the title on the front; the default is lines of even length."
    )
    badges: list[Annotated[str, *text(40)]] | None = Field(
        None,
        max_length=MOST_BADGES,
        description="Words on discs on the front: volume, puzzles, difficulty and large print stand for what is true "
        "of the book, other words are your own. The default is volume, if it has a number, puzzles, and large print if "
        "the theme has it.",
    )
    picture: OnePicture | None = Field(
        None,
        description="Picture of the layout picture: the name of a ready one or a file; the default is one of the book.",
    )
    artwork: Annotated[ArtworkConfig | None, BeforeValidator(file_from_name), AllowName()] = Field(
        None,
        description="Artwork of your own, in place of what the layout draws: a PNG or JPEG file, relative to the "
        "folder where puzzlegen runs, or a group of keys. A front of 6x9 in takes 1838x2775 pixels, one of 8.5x11 in "
        "2588x3375.",
    )
    palette: Annotated[str, *text(40)] = Field("brick", description="Palette, by its name in templates/covers.yaml.")
    colors: Annotated[OwnColors | None, BeforeValidator(colors_from_one), AllowName()] = Field(
        None,
        description='Your own colors in place of the palette: one, such as "#1f6fd1", or a group of ground, ink and '
        "accent.",
    )
    back: Annotated[str, *text(1500, lines="flow")] | None = Field(
        None, description="Text on the back, with **bold**; the default is cover-back.md of the language."
    )
    facts: Switch = Field(
        True,
        description="List on the back what the book has: sizes, difficulty, pictures, hints and answers.",
    )
    about: Annotated[str, *text(600, lines="flow")] | None = Field(
        None, description="Words about the author or the publisher on the back, with **bold**."
    )
    category: Annotated[str, *text(60)] | None = Field(
        None, description="Category for booksellers, beside the barcode, such as Games / Puzzles."
    )
    price: Annotated[str, *text(40)] | None = Field(None, description="Price, below the category.")
    website: Annotated[str, *text(60)] | None = Field(None, description="Address of the publisher, below the price.")
    puzzle: Annotated[int, *whole_number(1, rules.MAX_PUZZLES)] | None = Field(
        None,
        description="Number of the puzzle of the layout framed; the default is one that is readable from a distance.",
    )
    spine_mm: Annotated[float, *decimal(0.5, 100, "millimeters")] | None = Field(
        None,
        description="Spine width from the printer's calculator; make: yes needs it if the thickness of the paper is "
        "not known here.",
    )
    isbn: Annotated[str, *isbn_number()] | None = Field(
        None,
        description="ISBN-13 of the book, with or without hyphens. The back gets its barcode if the printer leaves "
        "that to the publisher; KDP prints its own.",
    )
    own_barcode: Switch = Field(
        False, description="Print the barcode of the ISBN also for a printer that prints its own, such as KDP."
    )

    def volume_badges(self) -> list[str]:
        """Return the badges with that of the volume, as far as there is space for it on a front that has any."""
        badges = self.badges or []
        return [VOLUME] * (VOLUME not in badges and 0 < len(badges) < MOST_BADGES) + badges

    @model_validator(mode="after")
    def _check_cross_field_rules(self) -> Self:
        raise_first_problem(rules.cover_problems({"isbn": self.isbn, "own_barcode": self.own_barcode}))
        return self


FILLERS = ("notes", "ornament", "quotation", "tip")


def _filler_list(value: object) -> object:
    """Read one filler as a list with it only, and none as an empty list."""
    if isinstance(value, str):
        return [] if value == "none" else [value]
    return value


class OutputConfig(ConfigGroup):
    """Files to write besides interior.pdf, puzzles.jsonl and manifest.json."""

    preview: Switch = Field(True, description="Write preview.png, a contact sheet of all pages.")
    listing: Switch = Field(
        False,
        description="Write pictures and a text for shop listings into the folder listing: the front, the closed book, "
        "three pairs of facing pages, and description, keywords and categories. The limits of shops are in "
        "templates/listing.yaml and templates/shops.yaml.",
    )


class BookConfig(ConfigGroup):
    """A puzzle book: its content, its page, its look and its seed."""

    model_config = ConfigDict(title="puzzlegen book")

    title: Annotated[str, *text(120)] = Field(description="Title of the book, one line.")
    subtitle: Annotated[str, *text(160)] | None = Field(None, description="Second line of the title page.")
    volume: Annotated[int, *whole_number(1, 999)] | None = Field(
        None, description="Number of the volume, printed below the title on the title page, the cover and the spine."
    )
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
    profiles: list[Annotated[PageConfig, BeforeValidator(_profile_from_name), AllowName()]] = Field(
        [],
        max_length=rules.MAX_PROFILES,
        description="Editions of the book for several printers, each in its own folder: names such as kdp and screen, "
        "or groups with the keys of page. Keys left out are taken from page as far as the printer offers them.",
    )
    theme: Annotated[str, *text(60)] = Field(
        "classic", description="How the book looks: the name of a file in templates/themes, without .yaml."
    )
    ornaments: Annotated[str, *text(60)] | None = Field(
        None,
        description="Pictures and borders in place of those of the theme: seasonal, nautical, geometric, garden, "
        "night-sky, children, detective, the name of a file in templates/ornaments, or none.",
    )
    sections: list[SectionConfig] = Field(
        min_length=1,
        max_length=rules.MAX_SECTIONS,
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
    fillers: (
        Annotated[
            list[Annotated[str, *one_of(*FILLERS)]],
            BeforeValidator(_filler_list),
            Field(max_length=len(FILLERS)),
            AllowName(),
        ]
        | None
    ) = Field(
        None,
        description="What pages show that would be blank, one of these or a list that they take in turn: notes (pages "
        "for notes, only behind the first section), ornament, quotation (a text of quotations), tip (advice for "
        "solving), or none. The default is none; if more pages would be blank than is usual, it is ornament.",
    )
    quotations: list[Annotated[str, *text(600, lines="flow")]] = Field(
        [],
        max_length=50,
        description="Your own texts for blank pages, with **bold**, for fillers: quotation. An empty line starts a "
        "paragraph, such as one with the name of who wrote it.",
    )
    cover: Annotated[CoverConfig, OptionalGroup] = Field(CoverConfig(), description="The cover of the book.")
    output: Annotated[OutputConfig, OptionalGroup] = Field(OutputConfig(), description="Further files to write.")
    ledger: Annotated[str, *file_path("output/ledger.sqlite", is_option=True)] | None = Field(
        None,
        description="File that records every puzzle, so that no book repeats one: a path relative to the folder where "
        "puzzlegen runs. Left out, it is ledger.sqlite beside the output folder.",
    )
    puzzles: Annotated[str, *file_path("output/first/puzzles.jsonl")] | None = Field(
        None,
        description="The puzzles.jsonl of a finished book whose puzzles this one prints again, in another theme or on "
        "other pages: a path relative to the folder where puzzlegen runs. Series and sections must be the same.",
    )
    choices: Annotated[
        list[ChoiceConfig],
        BeforeValidator(choices_from_file),
        Field(max_length=rules.MAX_PUZZLES),
        AllowName(),
    ] = Field(
        [],
        description="Puzzles that you chose for places of the book: the name of a file with one JSON object a line, or "
        "a list of groups with section, place and puzzle. The other puzzles do not change.",
    )

    @model_validator(mode="after")
    def _check_cross_field_rules(self) -> Self:
        sections = [{"name": section.name, "count": section.count} for section in self.sections]
        places = [(choice.section, choice.place) for choice in self.choices]
        problems = rules.book_problems(sections) + rules.choice_problems(sections, places)
        raise_first_problem(problems)
        self._draw_hands()
        return self

    def _draw_hands(self) -> None:
        """Give each section without a hand one that its neighbors do not have."""
        before: str | None = None
        for section, after in zip_longest(self.sections, self.sections[1:]):
            section.draw_hand(self.series, before, after.hand if after else None)
            before = section.hand or before


def config_values(config: BookConfig) -> dict[str, Any]:
    """Return the values of a config as JSON values, from which ``BookConfig.model_validate`` makes the same config.

    Entries of ``profiles`` have only the keys that are set, because they take the others from ``page``.
    """
    profiles = [page.model_dump(mode="json", exclude_unset=True) for page in config.profiles]
    return config.model_dump(mode="json") | {"profiles": profiles}
