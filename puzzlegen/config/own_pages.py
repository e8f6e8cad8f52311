"""The config of a publisher's own pages, logo and artwork, and of puzzles chosen for places of a section."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from puzzlegen.config.generation import PUZZLE_IDEA_MEANING, PuzzleIdea
from puzzlegen.config.palettes import Hex
from puzzlegen.config.rules import MAX_PUZZLES
from puzzlegen.errors import FormatError
from puzzlegen.files.reading import MAX_RECORDS, first_problem, json_object, read_text
from puzzlegen.schema.fields import (
    PUZZLE_MEANING,
    PuzzleLine,
    PuzzleTitle,
    Switch,
    cross_field_error,
    decimal,
    field_error,
    file_path,
    one_of,
    text,
    whole_number,
)
from puzzlegen.schema.validation import ConfigGroup
from puzzlegen.wording import describe

if TYPE_CHECKING:
    from puzzlegen.config.book import BookConfig

MAX_LETTERS = 100_000  # of a text: about forty pages
MAX_PAGES = 50  # entries in a list of own pages
FRONT_PLACES = ("cover", "title_page", "copyright", "contents", "how_to_play", "techniques")
BACK_PLACES = ("puzzles", "hints", "walkthroughs", "answer_key", "gallery", "score_card", "notes", "colophon")
Begin = Literal["right", "next page"]
_READ, _SHAPE = text(MAX_LETTERS, lines="source", is_set=False)  # which is checked with its lines later
_Markdown = Annotated[str, _READ, _SHAPE]
PageAlign = Literal["top", "center"]


class OwnPageConfig(ConfigGroup):
    """Pages of the publisher: a Markdown file, or a text in the config."""

    file: Annotated[str, *file_path("pages/about.md")] | None = Field(
        None,
        description="A Markdown file, relative to the folder where puzzlegen runs. It may hold headings, paragraphs, "
        "lists, quotations, **words that stand out**, links, ![](pictures.png) and values such as {{ title }}.",
    )
    text: _Markdown | None = Field(None, description="The Markdown text itself, in place of a file.")
    begin: Annotated[Begin, *one_of("right", "next page")] = Field(
        "next page", description="Where it begins: on the next right-hand page (right), or on the next page."
    )
    align: Annotated[PageAlign, *one_of("top", "center")] = Field(
        "top",
        description="top begins at the top; center sets each line of the text in the middle, on a page without "
        "number, as for a dedication.",
    )
    contents: Switch = Field(False, description="List its first heading in the table of contents.")

    @model_validator(mode="after")
    def _read_file(self) -> Self:
        """Read the file now. So a finished book has all that its verification needs, and later changes cannot matter.

        A config that was read before has both the file, for messages, and its text.
        """
        if self.text is None:
            if self.file is None:
                raise cross_field_error("found neither file nor text; name a Markdown file, or write the text here")
            object.__setattr__(self, "text", _text_of(Path(self.file)))  # groups are frozen for their users
        return self

    @property
    def markdown(self) -> str:
        """The text."""
        return self.text or ""


class LogoConfig(ConfigGroup):
    """The logo of the publisher, printed in grays at the foot of the title page."""

    file: Annotated[str, *file_path("logo.png")] = Field(
        description="A PNG or JPEG file, relative to the folder where puzzlegen runs."
    )
    width_mm: Annotated[float, *decimal(5, 100, "millimeters")] = Field(
        30.0, description="Its printed width in millimeters."
    )


class ArtworkConfig(ConfigGroup):
    """The publisher's own artwork on the cover, in place of what the layout draws."""

    file: Annotated[str, *file_path("artwork.png")] = Field(
        description="A PNG or JPEG file, relative to the folder where puzzlegen runs. It must have the resolution that "
        "the printer asks for at its printed size, with bleed."
    )
    place: Annotated[Literal["front", "sheet"], *one_of("front", "sheet")] = Field(
        "front", description="front: on the front alone. sheet: over back, spine and front."
    )
    focus: Annotated[
        Literal["center", "top", "bottom", "left", "right"], *one_of("center", "top", "bottom", "left", "right")
    ] = Field("center", description="The part that stays where the picture has other proportions and is cropped.")
    fit: Annotated[Literal["behind", "above", "full"], *one_of("behind", "above", "full")] = Field(
        "behind",
        description="behind: behind the title, on the whole front. above: above title, author and badges, which cover "
        "nothing of it. full: on the whole front, without title and author, which are part of the artwork.",
    )
    title: Annotated[Literal["top", "bottom", "none"], *one_of("top", "bottom", "none")] = Field(
        "top",
        description="Where the title stands with fit: behind, on a band of the ground color if it could not be read "
        "otherwise; none is the same as fit: full.",
    )

    @property
    def words(self) -> Literal["top", "bottom", "above", "none"]:
        """Where the words of the front stand, above for those below artwork that is above them."""
        if self.fit == "behind":
            return self.title
        return "above" if self.fit == "above" else "none"

    @model_validator(mode="after")
    def _check_place(self) -> Self:
        if self.fit == "above" and self.place == "sheet":
            raise cross_field_error("fit: above is for place: front; choose another fit, or place: front")
        return self


class FrontPageConfig(OwnPageConfig):
    """Own pages before the puzzles."""

    after: Annotated[str, *one_of(*FRONT_PLACES)] = Field(
        "copyright",
        description=f"The part of the book that it follows: {', '.join(FRONT_PLACES)}. The book need not have "
        "that part. cover is the very beginning.",
    )


class BackPageConfig(OwnPageConfig):
    """Own pages behind the puzzles."""

    after: Annotated[str, *one_of(*BACK_PLACES)] = Field(
        "colophon",
        description=f"The part of the book that it follows: {', '.join(BACK_PLACES)}. The book need not have that "
        "part. colophon is the very end.",
    )


class VolumeConfig(ConfigGroup):
    """Another book of the series."""

    title: Annotated[str, *text(120)] = Field(description="Its title.")
    volume: Annotated[int, *whole_number(1, 999)] | None = Field(None, description="Its number, on a disc.")
    color: Hex = Field("#808080", description="The color of its cover.")
    about: Annotated[str, *text(300)] | None = Field(None, description="What is in it, in one or two lines.")


Volumes = Annotated[
    list[VolumeConfig],
    Field(
        max_length=MAX_PAGES,
        description="Other books of the series, shown behind all other parts with small covers. new volume adds the "
        "volumes before it.",
    ),
]


def file_from_name(value: object) -> object:
    """Read the name of a file as a group with that file only."""
    return {"file": value} if isinstance(value, str) else value


def _text_of(path: Path) -> str:
    """Return the text of a file. Raises a field error for one that is missing, empty, too long or not a text."""
    try:
        words = read_text(path, 4 * MAX_LETTERS, "a Markdown file").expandtabs(4)
    except FormatError as error:
        raise field_error(str(error)) from None
    if not words.strip():
        raise field_error(f"{path}: it has no words; write some, or leave the page out")
    if len(words) > MAX_LETTERS:
        raise field_error(f"{path}: has {len(words)} characters, allowed {MAX_LETTERS}; divide it into several files")
    try:
        clean: str = _READ.func(words)  # type: ignore[call-arg]  # a function of one argument
    except PydanticCustomError as error:
        raise field_error(f"{path}: {error.message()}") from None
    return clean


_READ_PATH, _ = file_path("choices.jsonl")


class ChoiceConfig(ConfigGroup):
    """One chosen puzzle and its place."""

    section: Annotated[str, *text(60)] = Field(description="Name of the section.")
    place: Annotated[int, *whole_number(1, 2000)] = Field(
        description="Place in the section, in printing order, from 1."
    )
    puzzle: PuzzleLine = Field(description=PUZZLE_MEANING)
    title: PuzzleTitle | None = Field(
        None,
        description="Title over the puzzle. A title in titles of the section takes precedence.",
        repr=False,  # it does not decide which puzzles a book has, see book.reuse
    )
    idea: PuzzleIdea | None = Field(
        None, description=f"{PUZZLE_IDEA_MEANING} By default it is the idea of the section."
    )


def choices_from_file(value: object) -> object:
    """Read the name of a file as the list of its lines, one JSON object each. So a finished book has all choices.

    Raises a field error for a file that is missing, too large or damaged, with the line.
    """
    if not isinstance(value, str):
        return value
    path = Path(_READ_PATH.func(value))  # type: ignore[call-arg]  # a function of one argument
    try:
        rows = read_text(path, MAX_RECORDS, "a file of chosen puzzles").splitlines()
    except FormatError as error:
        raise field_error(str(error)) from None
    if len(rows) > MAX_PUZZLES:
        raise field_error(f"{path}: has {len(rows)} lines, allowed {MAX_PUZZLES}")
    return [_choice(row, f"{path}, line {number}") for number, row in enumerate(rows, start=1)]


def _choice(row: str, place: str) -> ChoiceConfig:
    """Read one line of a file."""
    try:
        found = json_object(row)
    except ValueError:
        found = {}
    fields = ChoiceConfig.model_fields
    keys = [name for name, info in fields.items() if info.is_required()]
    if not set(keys) <= set(found) <= set(fields):
        more = ", ".join(name for name in fields if name not in keys)
        raise field_error(
            f"{place}: found {describe(row)}, expected one JSON object with {', '.join(keys)}, and perhaps {more}"
        )
    try:
        return ChoiceConfig.model_validate(found)
    except ValidationError as error:
        raise field_error(f"{place}: {first_problem(error)}") from None


def own_titles(config: BookConfig) -> dict[int, str]:
    """Return the titles that the user gave to puzzles, by their numbers in the book."""
    titles: dict[int, str] = {}
    before = 0  # puzzles of earlier sections
    for section in config.sections:
        chosen = {one.place: one.title for one in config.choices if one.section == section.name and one.title}
        given = {int(place): title for place, title in (section.titles or {}).items()}
        titles |= {before + place: title for place, title in (chosen | given).items()}
        before += section.count
    return titles
