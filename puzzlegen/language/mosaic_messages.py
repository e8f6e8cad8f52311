"""The words that are other ones where the puzzle is a mosaic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from puzzlegen.language.message_types import LegendWords, Plural, Said, TechniqueWords


@dataclass(frozen=True, slots=True)
class MosaicPuzzleWords:
    """Over a mosaic."""

    mines: Annotated[Plural, Said("on the second line: the printed number of filled cells", ("count",))]
    rules: Annotated[str, Said("the rules in one or two sentences, for pages that stand alone")]


@dataclass(frozen=True, slots=True)
class MosaicSectionWords:
    """Where a section of mosaics opens."""

    no_total: Annotated[str, Said("in the rules: that no number of filled cells is printed")]
    total: Annotated[str, Said("in the rules and where such a section opens: what a printed number of them says")]


@dataclass(frozen=True, slots=True)
class MosaicKeyWords:
    """The answers of mosaics."""

    marks: Annotated[str, Said("behind the line under the heading: what the marks of answers mean")]


@dataclass(frozen=True, slots=True)
class MosaicPictureWords:
    """A picture of a mosaic for those who cannot see it."""

    game: Annotated[str, Said("the kind of puzzle, where no series is named")]
    mine: Annotated[str, Said("in a row: a filled cell")]
    safe: Annotated[str, Said("in a row: an empty cell")]


@dataclass(frozen=True, slots=True)
class MosaicExampleWords:
    """Under the figures of a worked mosaic, as in ExampleWords."""

    total: Annotated[str, Said("the printed number of filled cells decides")]
    zero: Annotated[str, Said("a 0")]
    satisfied: Annotated[Plural, Said("a number that has its filled cells", ("number",))]
    exhausted: Annotated[Plural, Said("a number that needs all its cells, {count} in words", ("number", "count"))]
    exhausted_more: Annotated[Plural, Said("the same, when it has some of them", ("number", "count"))]
    together: Annotated[
        Mapping[str, str], Said("a tier 2 step; the first ringed number, the second", may=("number", "other"), tier=2)
    ]


@dataclass(frozen=True, slots=True)
class MosaicStepWords:
    """The parts of a sentence about a step in a mosaic."""

    mines: Annotated[Plural, Said("cells proved to be filled", ("cells",))]
    safe: Annotated[Plural, Said("cells proved to be empty", ("cells",))]
    tries: Annotated[Plural, Said("a clue and the placements that fail", ("clue", "tries"))]
    counting: Annotated[str, Said("set into a sentence when the printed number of filled cells is needed")]


@dataclass(frozen=True, slots=True)
class MosaicPlayWords:
    """The page to play a mosaic on."""

    held: Annotated[str, Said("checked too early, where the page does not hold the answer")]
    stuck: Annotated[str, Said("a hint is wanted where no named technique goes on")]
    rules: Annotated[str, Said("the rules in short")]
    pointer: Annotated[str, Said("playing by mouse or finger")]
    key_cycle: Annotated[str, Said("keys that go through the marks")]
    key_marks: Annotated[str, Said("keys of each mark: M, X, Delete")]


@dataclass(frozen=True, slots=True)
class MosaicWords:
    """What is said otherwise of a mosaic: cells are filled or empty, and a number counts its own cell too.

    The fields are those of Words, each with the entries that take the place of the usual ones (see Words.of).
    """

    puzzle: Annotated[MosaicPuzzleWords, Said("over a puzzle")]
    section: Annotated[MosaicSectionWords, Said("where a section opens")]
    key: Annotated[MosaicKeyWords, Said("the answer key")]
    picture: Annotated[MosaicPictureWords, Said("a picture for those who cannot see it")]
    legend: Annotated[LegendWords, Said("the marks explained")]
    example: Annotated[MosaicExampleWords, Said("under the figures of a worked example")]
    step: Annotated[MosaicStepWords, Said("the parts of a sentence about a step")]
    techniques: Annotated[Mapping[str, TechniqueWords], Said("the techniques", tier=0)]
    play: Annotated[MosaicPlayWords, Said("the page to play on")]
