"""Reads what shops and printers ask for beside the book itself, each from a file in templates.

``listing.yaml`` has the sizes of pictures for shops, ``shops.yaml`` the limits of their texts, and ``uploading.yaml``
the steps of uploading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from puzzlegen.files.templates import cached_by_file, template
from puzzlegen.printers.requirements import MEGABYTE, Figures
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.fields import decimal, field_error, one_of, whole_number
from puzzlegen.schema.fields import text as line
from puzzlegen.schema.validation import AllowName, ConfigGroup, validate
from puzzlegen.wording import printable

LISTING_FILE = "listing.yaml"

PixelsField = Annotated[int, *whole_number(500, 10_000)]


class _Cover(Figures):
    height: PixelsField = Field(description="Height of the picture in pixels; its width follows from the trim.")
    max_mb: Annotated[float, *decimal(0.2, 100, "megabytes")] = Field(description="Largest file.")

    @property
    def max_bytes(self) -> int:
        """The largest file in bytes."""
        return round(self.max_mb * MEGABYTE)


class _Picture(_Cover):
    width: PixelsField = Field(description="Width of the picture in pixels.")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height


class ListingSizes(ConfigGroup):
    """The sizes of all pictures for shop listings."""

    cover: _Cover = Field(description="The flat front.")
    book: _Picture = Field(description="The closed book.")
    spread: _Picture = Field(description="Two facing pages.")


def load_listing_sizes() -> ListingSizes:
    """Return the sizes from the user's own ``templates/listing.yaml`` or else the shipped one.

    Raises ConfigError with one line a problem if the file is missing or wrong.
    """
    return _read_sizes(template(LISTING_FILE))


@cached_by_file
def _read_sizes(path: Path) -> ListingSizes:
    return validate(yaml_nodes.read(path), ListingSizes)


SHOPS_FILE = "shops.yaml"

LettersField = Annotated[int, *whole_number(20, 100_000)] | None
CountField = Annotated[int, *whole_number(1, 100)] | None


@dataclass(frozen=True, slots=True)
class ShopText:
    """The texts about a book for the forms of shops. ``short`` is a description of few words."""

    description: str
    short: str
    keywords: tuple[str, ...]
    categories: tuple[str, ...]


class Shop(Figures):
    """What the form of a shop takes: the most characters of each text, and the most keywords and categories."""

    name: Annotated[str, *line(40)] = Field(description="The shop.")
    description: LettersField = Field(None, description="Most characters of the description.")
    short_description: LettersField = Field(None, description="Most characters of the short one, if the form has one.")
    keywords: CountField = Field(None, description="Most keywords.")
    keyword: LettersField = Field(None, description="Most characters of a keyword.")
    all_keywords: LettersField = Field(None, description="Most characters of all keywords in one line.")
    between: Annotated[str, *line(3)] | None = Field(None, description="What separates keywords in one line.")
    categories: CountField = Field(None, description="Most categories.")
    note: Annotated[str, *line(200)] | None = Field(None, description="A line for the user about the form.")

    def keyword_lines(self, text: ShopText) -> tuple[str, ...]:
        """Return the keywords as the form takes them: one a field, or all in one line."""
        return text.keywords if self.between is None else (self.between.join(text.keywords),)

    def problems(self, text: ShopText) -> list[str]:
        """Return what of a text is longer than the form takes."""
        longest = max(map(len, text.keywords), default=0)
        measured = (
            ("the description", len(text.description), self.description, "characters"),
            ("the short description", len(text.short), self.short_description, "characters"),
            ("a keyword", longest, self.keyword, "characters"),
            ("the line of all keywords", len("".join(self.keyword_lines(text))), self.all_keywords, "characters"),
            ("the list", len(text.keywords), self.keywords, "keywords"),
            ("the list", len(text.categories), self.categories, "categories"),
        )
        return [
            f"{what} has {length} {unit}, {self.name} takes {most}"
            for what, length, most, unit in measured
            if most is not None and length > most
        ]


class Subjects(Figures):
    """The subjects of all books of puzzles, by the readers they are for."""

    adults: list[Annotated[str, *line(100)]] = Field(min_length=1, description="Subjects of books for adults.")
    children: list[Annotated[str, *line(100)]] = Field(min_length=1, description="Subjects of books for children.")


class Titles(Figures):
    """Words that ``shop`` does not take in titles and subtitles."""

    shop: Annotated[str, *line(40)] = Field(description="The shop.")
    words: list[Annotated[str, *line(40)]] = Field(description="The words, in small letters.")

    def refused(self, title: str) -> list[str]:
        """Return the words of a title that the shop does not take."""
        lower = title.casefold()
        return [word for word in self.words if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", lower)]


class Shops(ConfigGroup):
    """The forms of all shops, the words that they refuse in titles, and the subjects for them."""

    shops: list[Shop] = Field(min_length=1, description="The shops, in the order of their texts.")
    titles: Titles = Field(description="Words that are refused in titles.")
    subjects: Subjects = Field(description="The subjects of the books.")


def load_shops() -> Shops:
    """Return the limits from the user's own ``templates/shops.yaml`` or else the shipped one.

    Raises ConfigError with one line a problem if the file is missing or wrong.
    """
    return _read_shops(template(SHOPS_FILE))


@cached_by_file
def _read_shops(path: Path) -> Shops:
    return validate(yaml_nodes.read(path), Shops)


UPLOADING_FILE = "uploading.yaml"
# The conditions for ``when`` of a step, and the values that a step may contain in braces.
FACTS = ("cover", "no cover", "booklet", "no booklet", "own barcode", "printer barcode", "text", "color")
VALUES = (
    "interior", "cover", "booklet", "text", "pages", "trim", "paper", "ink", "binding", "bleed", "spine", "sheet",
    "isbn", "binds",
)  # fmt: skip


def _step_from_text(value: object) -> object:
    return {"text": value} if isinstance(value, str) else value


def _check_values(words: str) -> str:
    """Return a text after a check that its braces contain names of values."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(words) if name is not None]
    except ValueError as error:
        raise field_error(f"{error}: braces may only contain the name of a value") from None
    for name in names:
        if name not in VALUES:
            raise field_error(f"found {{{printable(name)}}}, allowed {', '.join(VALUES)}")
    return words


class UploadStep(ConfigGroup):
    """One step: what to do, and the fact about the book on which it depends."""

    text: Annotated[str, *line(400), AfterValidator(_check_values)] = Field(
        description="What to do, with values of the book in braces."
    )
    when: Annotated[str, *one_of(*FACTS)] | None = Field(
        None, description="The condition of the step: a fact about the book."
    )


class UploadGuide(Figures):
    """The steps of some printers."""

    printers: list[Annotated[str, *line(40)]] = Field(min_length=1, description="Names of printers in printers.yaml.")
    address: Annotated[str, *line(100)] | None = Field(None, description="Address where books are uploaded, if any.")
    steps: list[Annotated[UploadStep, BeforeValidator(_step_from_text), AllowName()]] = Field(
        min_length=1, description="The steps in their order."
    )

    def steps_for(self, facts: Mapping[str, bool], values: Mapping[str, str]) -> Iterator[str]:
        """Yield the steps that a book needs, with its values filled in."""
        for step in self.steps:
            if step.when is None or facts[step.when]:
                yield step.text.format_map(values)


class _UploadGuides(ConfigGroup):
    """The steps of all printers."""

    guides: list[UploadGuide] = Field(description="Printers with the same steps are in one entry.")


def load_upload_guide(printer: str) -> UploadGuide | None:
    """Return the steps of a printer, or None for a printer without steps.

    They are in the user's own ``templates/uploading.yaml`` or else in the shipped one. Raises ConfigError if the file
    is missing or wrong, with one line for each problem.
    """
    return next((guide for guide in _read_guides(template(UPLOADING_FILE)).guides if printer in guide.printers), None)


@cached_by_file
def _read_guides(path: Path) -> _UploadGuides:
    return validate(yaml_nodes.read(path), _UploadGuides)
