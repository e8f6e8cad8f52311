"""All messages of a language in one record, which the catalogue fills from the language's file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Annotated, Any, Literal

from puzzlegen.board.lattices import Variant, missing_messages
from puzzlegen.errors import ConfigError
from puzzlegen.language.locale_formatting import joined, number_text
from puzzlegen.language.message_groups import (
    CLASSIC,
    ArchiveMessages,
    ClassicMessages,
    ColophonMessages,
    ContentsMessages,
    CoverMessages,
    DailyMessages,
    DifficultyMessages,
    ExampleMessages,
    GalleryMessages,
    HintMessages,
    KeyMessages,
    LegendMessages,
    NotesMessages,
    PictureMessages,
    PlayMessages,
    PuzzleMessages,
    ScoreMessages,
    SectionMessages,
    StepMessages,
    TechniqueMessages,
)
from puzzlegen.language.message_types import EntrySpec
from puzzlegen.language.typography import Typography

Paper = Literal["letter", "a4"]
Spine = Literal["down", "up"]
Cells = Literal["rc", "a1"]
OwnMessages = Mapping[str, Any]  # entries by name, or groups of them: those in which a variant differs


@dataclass(frozen=True, slots=True)
class Messages:
    """The messages of one language.

    ``code`` is the name of its folder in templates. ``cells`` says how explanations name cells: ``rc`` by row and
    column in the language's own way, ``a1`` by column letter and row.

    To add a message, add a field with its meaning and placeholders to a group in ``message_groups``, and the text to
    ``words.yaml`` of every language. A catalogue that lacks the entry is refused.
    """

    code: str
    cells: Cells
    language: Annotated[str, EntrySpec("the language's own name")]
    paper: Annotated[Paper, EntrySpec("the paper of printers at home")]
    spine: Annotated[Spine, EntrySpec("how words run on the spine of a book: down, or up")]
    typography: Annotated[Typography, EntrySpec("how type is set")]
    difficulty: Annotated[DifficultyMessages, EntrySpec("the difficulties, as printed; begin with a capital")]
    difficulty_in_text: Annotated[
        DifficultyMessages, EntrySpec("the same within a sentence, after a name of any gender: case is the language's")
    ]
    puzzle: Annotated[PuzzleMessages, EntrySpec("over a puzzle")]
    section: Annotated[SectionMessages, EntrySpec("where a section opens")]
    key: Annotated[KeyMessages, EntrySpec("the answer key")]
    contents: Annotated[ContentsMessages, EntrySpec("the contents")]
    hints: Annotated[HintMessages, EntrySpec("the hints")]
    score: Annotated[ScoreMessages, EntrySpec("the score card")]
    gallery: Annotated[GalleryMessages, EntrySpec("the pictures of a book, small")]
    colophon: Annotated[ColophonMessages, EntrySpec("the proof statement")]
    notes: Annotated[NotesMessages, EntrySpec("pages to write on")]
    picture: Annotated[PictureMessages, EntrySpec("a picture for those who cannot see it")]
    cover: Annotated[CoverMessages, EntrySpec("the guide of a cover")]
    legend: Annotated[LegendMessages, EntrySpec("the marks explained")]
    example: Annotated[ExampleMessages, EntrySpec("under the figures of a worked example")]
    numbers: Annotated[tuple[str, ...], EntrySpec("the numbers 1 to 8 in words, counting mines")]
    step: Annotated[StepMessages, EntrySpec("the parts of a sentence about a step")]
    techniques: Annotated[Mapping[str, TechniqueMessages], EntrySpec("the techniques", tier=0)]
    daily: Annotated[DailyMessages, EntrySpec("a puzzle every day")]
    play: Annotated[PlayMessages, EntrySpec("the page to play on")]
    classic: Annotated[ClassicMessages, EntrySpec("the page of a classic board")]
    archive: Annotated[ArchiveMessages, EntrySpec("the archive of a series, and its feeds")]
    variants: Annotated[Mapping[str, OwnMessages], EntrySpec("messages that differ in a variant of the puzzle")]

    def for_variant(self, variant: Variant) -> Messages:
        """Return the messages for puzzles of a variant, with its own entries in place of the usual ones.

        Raises ConfigError for a variant whose rules no messages explain.
        """
        if missing := missing_messages(variant):
            raise ConfigError(f"kind: {missing}")
        if not variant.words:
            return self
        merged: Messages = _merged(self, self.variants[variant.words])
        return merged

    def for_classic(self) -> Messages:
        """Return the messages for hints of classic boards, whose cells are covered, not blank."""
        merged: Messages = _merged(self, self.variants[CLASSIC])
        return merged

    def kind(self, variant: Variant) -> str:
        """Return the name of a variant's puzzles where it has to be said; empty for minesweeper, which is usual."""
        return self.for_variant(variant).picture.game if variant.words else ""

    def par(self, par: tuple[int, int]) -> str:
        """Return a par time as it is printed with a puzzle; ``par`` are its fewest and its most minutes."""
        low, high = par
        words = self.puzzle
        return words.par_about.format(minutes=low) if low == high else words.par.format(low=low, high=high)

    def minutes(self, par: tuple[int, int]) -> str:
        """Return a par time for a narrow column; ``par`` is as in the method of that name."""
        low, high = par
        words = self.score
        return words.minutes_about.format(minutes=low) if low == high else words.minutes.format(low=low, high=high)

    def spelled(self, count: int) -> str:
        """Return a small number in words, a larger one in digits."""
        return self.numbers[count - 1] if 0 < count <= len(self.numbers) else self.number(count)

    def listed(self, names: Iterable[str]) -> str:
        """Return a list: a, b and c."""
        return joined(names, self.code)

    def either(self, names: Iterable[str]) -> str:
        """Return a list of alternatives: a, b or c."""
        return joined(names, self.code, "or")

    def commas(self, parts: Iterable[str]) -> str:
        """Return the parts with commas between them: a, b, c."""
        return reduce(lambda a, b: self.step.comma.format(a=a, b=b), parts)

    def number(self, value: float, places: int = 0) -> str:
        """Return a number as the language writes it, with so many decimals."""
        return number_text(value, self.code, places)

    def cell(self, row: int, col: int) -> str:
        """Return the name of a cell, such as R1C1 or A1 for the top left; row and column are counted from 0."""
        if self.cells == "a1":
            return f"{self.column_name(col)}{self.row_name(row)}"
        return self.step.cell.format(row=self.row_name(row), col=self.column_name(col))

    def row_name(self, row: int) -> str:
        """Return the name of a row as the names of its cells have it; counted from 0."""
        return str(row + 1)

    def column_name(self, col: int) -> str:
        """Return the name of a column as the names of its cells have it; counted from 0."""
        return letters(col) if self.cells == "a1" else str(col + 1)


def _merged(usual: Any, own: Any) -> Any:
    """Return the usual messages, a record or entries by name, with those of ``own`` in their place."""
    if not isinstance(own, Mapping):
        return own
    if isinstance(usual, Mapping):
        return {**usual, **{name: _merged(usual[name], part) for name, part in own.items()}}
    return replace(usual, **{name: _merged(getattr(usual, name), part) for name, part in own.items()})


def letters(number: int) -> str:
    """Return the letters of a column, counted from 0.

    >>> letters(0), letters(25), letters(26), letters(59)
    ('A', 'Z', 'AA', 'BH')
    """
    most, last = divmod(number, 26)
    return (letters(most - 1) if most else "") + chr(ord("A") + last)
