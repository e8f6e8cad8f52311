"""What records of words are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True)
class Said:
    """Beside an entry: what it is for, the placeholders it must hold, and those it may hold.

    ``tier`` is given for entries that come once a technique of that tier, or of any tier (0).
    """

    meaning: str
    holds: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    tier: int | None = None


@dataclass(frozen=True, slots=True)
class Plural:
    """Words that depend on a count; ``singular`` are the counts that take ``one``, as the language has it."""

    one: str
    other: str
    singular: tuple[int, ...] = (1,)

    def of(self, number: int, /, **fields: object) -> str:
        """The words for ``number``, filled in; {count} is the number unless it is given in another form.

        >>> Plural("one puzzle", "{count} puzzles").of(3)
        '3 puzzles'
        """
        return (self.one if number in self.singular else self.other).format(**{"count": number} | fields)


@dataclass(frozen=True, slots=True)
class LegendWords:
    """The marks explained, in how to play."""

    clue: Annotated[str, Said("beside a cell with a number")]
    mine: Annotated[str, Said("beside a disc")]
    safe: Annotated[str, Said("beside a dot")]


@dataclass(frozen=True, slots=True)
class TechniqueWords:
    """A technique as it is told."""

    name: Annotated[str, Said("the technique's name")]
    sentence: Annotated[str, Said("a step of it in one sentence")]
