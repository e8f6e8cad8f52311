"""All messages of a language, by the keys of its file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Literal, NamedTuple

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.ideas import USUAL_DIGITS
from puzzlegen.board.lattices import Variant, missing_messages
from puzzlegen.errors import ConfigError
from puzzlegen.language.locale_formatting import joined, number_text, plural_category
from puzzlegen.language.typography import Typography

Paper = Literal["letter", "a4"]
Spine = Literal["down", "up"]
Cells = Literal["rc", "a1"]
Message = str | Mapping[str, str]  # a text, or the forms of a plural by category
CLASSIC = "classic"  # the name of the messages of classic boards among those of the variants


class TitleWords(NamedTuple):
    """The words over a puzzle: its title, and a sentence about what its clues show, which may be empty."""

    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Messages:
    """The messages of one language.

    ``code`` is the name of its folder in templates. ``cells`` says how explanations name cells: ``rc`` by row and
    column in the language's own way, ``a1`` by column letter and row. ``entries`` are the messages by key, such as
    ``key.heading``, with their placeholders; ``variants`` has those in which a variant of the puzzle differs.

    Keys and placeholders are those of ``templates/en/words.yaml``. ``tests/unit/language/test_message_calls.py``
    compares all calls of ``text``, ``plural``, ``pattern``, ``forms`` and ``group`` with that file.
    """

    code: str
    cells: Cells
    language: str
    paper: Paper
    spine: Spine
    typography: Typography
    numbers: tuple[str, ...]
    entries: Mapping[str, Message]
    variants: Mapping[str, Mapping[str, Message]]

    def text(self, key: str, /, **fields: object) -> str:
        """Return a message with its placeholders filled in."""
        return self.pattern(key).format(**fields)

    def labeled(self, label: str, text: str) -> str:
        """Return a text behind what names it, with the sign of the language between them, or the name alone."""
        return self.text("text.labeled", label=label, text=text) if text else label

    def plural(self, key: str, number: int, /, **fields: object) -> str:
        """Return the form of a plural for ``number``, filled in.

        {count} is the number unless ``fields`` has another text for it.
        """
        forms = self.forms(key)
        form = forms.get(plural_category(self.code, number)) or forms["other"]
        return form.format(**{"count": number} | fields)

    def pattern(self, key: str) -> str:
        """Return a message as it is written, such as for a script that fills in its placeholders."""
        message = self.entries[key]
        assert isinstance(message, str), key
        return message

    def forms(self, key: str) -> Mapping[str, str]:
        """Return the forms of a plural by category, with their placeholders."""
        message = self.entries[key]
        assert not isinstance(message, str), key
        return message

    def group(self, name: str) -> dict[str, Message]:
        """Return the messages of a group by their names in it, with their placeholders, in the order of English."""
        start = f"{name}."
        return {key.removeprefix(start): message for key, message in self.entries.items() if key.startswith(start)}

    def for_variant(self, variant: Variant) -> Messages:
        """Return the messages for puzzles of a variant, with its own entries in place of the usual ones.

        Raises ConfigError for a variant whose rules no messages explain.
        """
        if missing := missing_messages(variant):
            raise ConfigError(f"kind: {missing}")
        return self._with_those_of(variant.words) if variant.words else self

    def for_classic(self) -> Messages:
        """Return the messages for hints of classic boards, whose cells are covered, not blank."""
        return self._with_those_of(CLASSIC)

    def _with_those_of(self, variant: str) -> Messages:
        return replace(self, entries={**self.entries, **self.variants[variant]})

    def kind(self, variant: Variant) -> str:
        """Return the name of a variant's puzzles where it has to be said; empty for minesweeper, which is usual."""
        return self.for_variant(variant).text("picture.game") if variant.words else ""

    def idea(self, recorded: str | None) -> TitleWords | None:
        """Return the words for the idea of a puzzle as it is recorded (see board.ideas); None without an idea."""
        if recorded is None:
            return None
        name, _, digits = recorded.partition(":")
        name = "pi" if digits == USUAL_DIGITS else name
        typeset = self.typography.typeset
        return TitleWords(
            typeset(self.text(f"idea_title.{name}")), typeset(self.text(f"idea_text.{name}", digits=digits))
        )

    def idea_line(self, recorded: str | None) -> str:
        """Return the words for the idea of a puzzle in one line; empty without an idea."""
        words = self.idea(recorded)
        return self.labeled(*words) if words else ""

    def words_over(self, recorded: str | None, title: str) -> TitleWords | None:
        """Return the words over a puzzle: its own title, which may be empty, or that of its idea; None without both."""
        idea = self.idea(recorded)
        if not title:
            return idea
        return TitleWords(self.typography.typeset(title), idea.sentence if idea else "")

    def difficulties(self) -> dict[str, str]:
        """Return the names of all difficulties by code, the easiest first."""
        return {code: self.text(f"difficulty.{code}") for code in DIFFICULTIES}

    def par(self, par: tuple[int, int]) -> str:
        """Return a par time as it is printed with a puzzle; ``par`` are its fewest and its most minutes."""
        low, high = par
        return self.text("puzzle.par_about" if low == high else "puzzle.par", minutes=low, low=low, high=high)

    def minutes(self, par: tuple[int, int]) -> str:
        """Return a par time for a narrow column; ``par`` is as in the method of that name."""
        low, high = par
        return self.text("score.minutes_about" if low == high else "score.minutes", minutes=low, low=low, high=high)

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
        return reduce(lambda a, b: self.text("step.comma", a=a, b=b), parts)

    def number(self, value: float, places: int = 0) -> str:
        """Return a number as the language writes it, with so many decimals."""
        return number_text(value, self.code, places)

    def cell(self, row: int, col: int) -> str:
        """Return the name of a cell, such as R1C1 or A1 for the top left; row and column are counted from 0."""
        if self.cells == "a1":
            return f"{self.column_name(col)}{self.row_name(row)}"
        return self.text("step.cell", row=self.row_name(row), col=self.column_name(col))

    def row_name(self, row: int) -> str:
        """Return the name of a row as the names of its cells have it; counted from 0."""
        return str(row + 1)

    def column_name(self, col: int) -> str:
        """Return the name of a column as the names of its cells have it; counted from 0."""
        return letters(col) if self.cells == "a1" else str(col + 1)


def letters(number: int) -> str:
    """Return the letters of a column, counted from 0.

    >>> letters(0), letters(25), letters(26), letters(59)
    ('A', 'Z', 'AA', 'BH')
    """
    most, last = divmod(number, 26)
    return (letters(most - 1) if most else "") + chr(ord("A") + last)
