"""What records of words are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from puzzlegen.language.locales import plural_category


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
    """A message that depends on a count: one form for each plural category of its language."""

    forms: Mapping[str, str]
    language: str

    def of(self, number: int, /, **fields: object) -> str:
        """Return the form for ``number``, filled in; {count} is the number unless ``fields`` has another text for it.

        >>> Plural({"one": "one puzzle", "other": "{count} puzzles"}, "en").of(3)
        '3 puzzles'
        """
        form = self.forms.get(plural_category(self.language, number)) or self.forms["other"]
        return form.format(**{"count": number} | fields)


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
