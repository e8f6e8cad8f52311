"""The config of a section of a book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, create_model, model_validator

from puzzlegen.board import spec
from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import hand_for
from puzzlegen.board.lattices import MINESWEEPER, VARIANTS
from puzzlegen.config import rules
from puzzlegen.config.generation import GenerationConfig, copy_file, property_field
from puzzlegen.config.pictures import USUAL_SIZE, PictureConfig, PictureList, picture_count
from puzzlegen.errors import Problem
from puzzlegen.schema.fields import PuzzleTitle, Sizes, Switch, not_allowed, one_of, text, whole_number, whole_number_or
from puzzlegen.schema.validation import AllowName, ConfigGroup, raise_first_problem
from puzzlegen.wording import describe

Begin = Literal["right", "next page", "same page", "blank pages"]
_SIZES_HELP = (
    "Width x height of each board in cells, each side 3 to 60, such as 10x10; or a list of up to 8, such as "
    "[8x8, 10x12], which get the same number of puzzles each. A size listed twice gets twice as many."
)


if TYPE_CHECKING:

    class _KindProperties(spec.PuzzleSpec, ConfigGroup):
        pass

else:
    _KindProperties = create_model(
        "_KindProperties", __base__=ConfigGroup,
        **{name: property_field(name, default=None) for name, meant in spec.PROPERTIES.items() if meant.by_kind},
    )  # fmt: skip


class MixedKind(_KindProperties):
    """One of several kinds of puzzles that take turns in a section. What is not given here is as in the section."""

    kind: Annotated[str, *one_of(*VARIANTS)] = Field(description=f"Kind of the puzzles: {', '.join(VARIANTS)}.")
    size: Sizes | None = Field(None, description=_SIZES_HELP)

    def within(self, section: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings of these puzzles, given those of the section."""
        shared = {name: section[name] for name in BoardsConfig.model_fields if name in section}
        own = {name: getattr(self, name) for name in MixedKind.model_fields if getattr(self, name) is not None}
        settings = {**shared, **own}
        return settings if spec.has_hand(settings) else {**settings, "hand": None}


def _kind_from_name(value: object) -> object:
    """Read the name of a kind as a group with that name only."""
    return {"kind": value} if isinstance(value, str) else value


PLACE = "^[1-9][0-9]{0,3}$"  # the number of a puzzle in its section, as a key


def _with_places(value: Any) -> Any:
    """Read titles with the numbers of puzzles as programs write them, which are texts in files. Raises FieldError."""
    if not isinstance(value, dict | None):
        raise not_allowed(describe(value), "titles behind numbers, such as {3: Happy birthday}")
    return value and {str(place): title for place, title in value.items()}


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
        return tuple(self.spec.board_of(size) for size in self.size)

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
    opener: Switch = Field(True, description="Begin the section with an introduction: text and a worked example.")
    begin: Annotated[Begin, *one_of("right", "next page", "same page", "blank pages")] | None = Field(
        None,
        description="Where the section begins: right is the next right-hand page of a bound book; next page leaves no "
        "page blank before it; same page puts its heading and puzzles below those of the section before, if a row "
        "fits, and has no opener; blank pages, for the last section, prints its puzzles on pages before it that would "
        "be blank, one each, and the others as with same page. The default with an opener is the rest of the page "
        "before, if the opener fits there, otherwise next page.",
    )
    intro: Annotated[str, *text(1500, lines="flow")] | None = Field(
        None,
        description="Text of the section's first page, with **bold**; an empty line starts a paragraph, and other line "
        "breaks count as spaces. The default is section-<difficulty>.md of the language. With begin: same page it "
        "stands below the name, which is set as a headline.",
    )
    dateline: Annotated[str, *text(80)] | None = Field(
        None,
        description="Line above the name of a section with begin: same page, which is set as a headline: the issue, "
        "the date or the author.",
    )

    finale: Switch = Field(
        False,
        description="Print the last puzzle of the section, the hardest one, alone on a page behind the others, below a "
        "heading. The section has boards of one kind and one size.",
    )
    titles: Annotated[dict[str, PuzzleTitle] | None, BeforeValidator(_with_places)] = Field(
        None,
        description="Titles over puzzles, by the numbers of the puzzles in the section, such as {3: Happy birthday}. "
        "They are printed with the answers too, and take the place of the titles of ideas.",
        json_schema_extra={"propertyNames": {"pattern": PLACE}},
    )
    pictures: PictureList = Field(
        None,
        description="Pictures that the solutions show, one a puzzle: a folder, or a list of ready pictures such as "
        "cat, categories of them such as animals, files (drawings in text and images), or groups of keys. count is "
        "then their number, and size only the size into which images are fitted, by default 24x24.",
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
        return next((picture for picture in self.pictures or () if picture.name == name), None)

    @cached_property
    def kinds(self) -> tuple[BoardsConfig, ...]:
        """The settings of the kinds that take turns; those of the section where there is one kind only."""
        if not self.mix:
            return (self,)
        values = {name: getattr(self, name) for name in BoardsConfig.model_fields}
        return tuple(BoardsConfig.model_construct(**settings.within(values)) for settings in self.mix)

    @property
    def is_mixed(self) -> bool:
        """Whether several variants take turns."""
        return len({board.variant for board in self.kinds}) > 1

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
            return tuple(replace(picture.size, variant=self.variant) for picture in self.pictures)
        if self.mix:
            return tuple(board for kind in self.kinds for board in kind.boards)
        return tuple(self.spec.board_of(size) for size in self.size)

    @model_validator(mode="after")
    def _check_cross_field_rules(self) -> Self:
        raise_first_problem(section_problems({name: getattr(self, name) for name in SectionConfig.model_fields}))
        if not self.pictures:
            self._copy_files()
        return self

    def draw_hand(self, series: str, *others: str | None) -> None:
        """Give a section without a hand any but ``others``, if puzzles of it are made with one."""
        takes_hand = self.pictures is None and self.idea is None
        if self.hand is None and takes_hand and any(kind.layout.has_hand(kind.variant) for kind in self.kinds):
            hand = hand_for(f"{series}/{self.name}", *others)
            object.__setattr__(self, "hand", hand)  # groups are frozen for their users
        self.__dict__.pop("kinds", None)  # made of the settings before, and of the section itself

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
        return rules.section_problems(section)
    given = [name for name in ("pictures", "finale") if section.get(name)]
    given += ["kind"] if section.get("kind", MINESWEEPER.name) != MINESWEEPER.name else []
    problems = [
        Problem((name,), f"found {name} and mix, which exclude each other; remove one of them") for name in given
    ]
    kinds = [settings.within(section) for settings in mix]
    if section.get("hand") and not any(kind["hand"] for kind in kinds):
        problems += [Problem(("hand",), spec.NO_HAND.format(section["hand"]))]
    for i, kind in enumerate(kinds):
        problems += [_of_kind(problem, i, mix[i]) for problem in rules.section_problems(kind)]
    return problems


def _of_kind(problem: Problem, i: int, kind: MixedKind) -> Problem:
    """Return a problem of the kind at place ``i``, about a key of this kind or of the section."""
    key = str(problem.loc[0])
    own = key in MixedKind.model_fields and getattr(kind, key) is not None
    return problem.within("mix", i) if own else Problem(("mix", i), f"{key}: {problem.text}")
