"""The types that messages are made of: the description of an entry, plural forms and typography."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from puzzlegen.language.locale_formatting import plural_category


@dataclass(frozen=True, slots=True)
class EntrySpec:
    """Describes an entry of the catalogue. It stands beside the field in its annotation.

    ``meaning`` says what the entry is for; ``holds`` are the placeholders it must have, ``may`` those it may have.
    ``tier`` marks a mapping with one entry for each technique of that tier, or of every tier (0).
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
class Typography:
    """The typographic conventions of a language: quotation marks and no-break spaces."""

    quotes: Annotated[tuple[str, str, str, str], EntrySpec("outer and inner quotation marks: open, close, open, close")]
    no_break_before: Annotated[
        Mapping[str, str],
        EntrySpec("marks before which a space is written, and the no-break space it becomes in print"),
    ]
    no_break_after: Annotated[
        Mapping[str, str], EntrySpec("marks after which a space is written, and the no-break space it becomes in print")
    ]

    def spaced(self, text: str) -> str:
        """Return the text with no-break spaces beside the marks; where no space is typed, none is added."""
        for mark, space in self.no_break_before.items():
            text = text.replace(f" {mark}", space + mark)
        for mark, space in self.no_break_after.items():
            text = text.replace(f"{mark} ", mark + space)
        return text
