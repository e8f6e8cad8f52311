"""The types that messages are made of: the description of an entry and plural forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
