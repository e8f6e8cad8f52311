"""What all files of a day say alike, worked out once: words, names, addresses, the puzzle solved and explained."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from puzzlegen.daily.day import SOLUTION, Day
from puzzlegen.language.alt_text import Subject, puzzle_alt, solution_alt, text_grid
from puzzlegen.language.catalogue import load
from puzzlegen.language.dates import in_words
from puzzlegen.language.messages import Words
from puzzlegen.single.play_page import Known, known


@dataclass(frozen=True, slots=True)
class Yesterday:
    """The solution of the day before, as it is shown with a day.

    ``number`` is such as ``No. 11``, ``label`` ``Solution of No. 11``, ``text_label`` ``Solution of No. 11 as text``.
    """

    day: Day
    number: str
    label: str
    text_label: str
    date: str
    picture: str
    alt: str
    rows: tuple[str, ...]


@dataclass(frozen=True)
class Told:
    """A day in words. Attributes that take time are worked out when first asked for."""

    day: Day
    before: Day | None
    open_: bool = False

    @property
    def held(self) -> bool:
        """Whether the day's answer is held back: in a series that does so, until it is open."""
        return self.day.series.hold_solution and not self.open_

    @cached_property
    def words(self) -> Words:
        """The words of the series' language."""
        return load(self.day.series.language, "a1" if self.day.series.cells == "a1" else "rc")

    @property
    def series(self) -> str:
        """The name of the series, on one line, as the language sets it."""
        return self.words.typography.spaced(" ".join(self.day.series.title.split()))

    @property
    def number(self) -> str:
        """Such as ``No. 12``."""
        return self.number_of(self.day)

    @property
    def solution(self) -> str:
        """Such as ``Solution of No. 12``."""
        return self.words.daily.solution.format(number=self.number)

    @property
    def title(self) -> str:
        """Name and number."""
        return f"{self.series} {self.number}"

    @property
    def date(self) -> str:
        """The date in words, on a line of its own."""
        return self.date_of(self.day)

    @property
    def difficulty(self) -> str:
        """The printed word."""
        return self.words.difficulty[self.day.record.difficulty]

    @property
    def size(self) -> str:
        """Cells across and down, as signs."""
        grid = self.day.record.puzzle.grid
        return f"{grid.width}\u00a0×\u00a0{grid.height}"

    @property
    def facts(self) -> list[str]:
        """Par time if the series shows it, and the number of mines where it is printed."""
        total = self.day.record.puzzle.total
        mines = [] if total is None else [self.words.puzzle.mines.of(total)]
        return [*([self.par] if self.par else []), *mines]

    @property
    def par(self) -> str:
        """The par time in words, empty if the series does not show it."""
        low, high = self.day.record.par
        return self.words.puzzle.par.format(low=low, high=high) if self.day.series.par else ""

    @property
    def about(self) -> str:
        """A sentence for previews of a link."""
        return self.words.daily.about.format(date=self.date)

    @cached_property
    def known(self) -> Known:
        """The puzzle, solved and explained."""
        return known(self.day.record.puzzle)

    @property
    def subject(self) -> Subject:
        """The puzzle as its pictures are told of."""
        return self.subject_of(self.day)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The puzzle in words, a line a row."""
        return tuple(text_grid(self.day.record.puzzle, self.words))

    @property
    def alt(self) -> str:
        """The short text of the puzzle's picture."""
        return puzzle_alt(self.subject, self.words)

    @cached_property
    def yesterday(self) -> Yesterday | None:
        """None on the first day of a series."""
        day = self.before
        if day is None:
            return None
        rows = text_grid(day.record.puzzle, self.words, day.record.solution)
        said, number = self.words.daily, self.number_of(day)
        label, text_label = said.solution.format(number=number), said.solution_text.format(number=number)
        alt = solution_alt(self.subject_of(day), self.words)
        return Yesterday(day, number, label, text_label, self.date_of(day), day.address + SOLUTION, alt, tuple(rows))

    def subject_of(self, day: Day) -> Subject:
        """A day's puzzle as its pictures are told of."""
        return Subject(day.record.puzzle, self.series, day.number, day.record.difficulty)

    def number_of(self, day: Day) -> str:
        """A day's number as it is printed."""
        return self.words.picture.number.format(number=day.number)

    def date_of(self, day: Day) -> str:
        """A day's date in words, with a capital."""
        text = in_words(day.date, self.day.series.language)
        return text[:1].upper() + text[1:]
