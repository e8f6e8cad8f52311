"""The texts of a day in the language of its series: title, date, facts, alternative texts; and its solved puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.day_files import DAY_FILE, SOLUTION
from puzzlegen.daily.series_logo import load_logo
from puzzlegen.daily.series_words import home_of, set_words, title_of
from puzzlegen.language.alt_text import Subject, puzzle_alt, solution_alt, text_grid
from puzzlegen.language.catalogue_loader import load
from puzzlegen.language.locale_formatting import capitalized, date_in_words
from puzzlegen.language.messages import Messages
from puzzlegen.ledger.issued_day import Day, Series
from puzzlegen.single.solve_puzzles import SolvedPuzzle, solve_unique
from puzzlegen.solver.classic_game import Game, play, shown_at


def series_from_config(config: DailyConfig) -> Series:
    """Return the settings with which the config issues days now. Raises ConfigError."""
    return Series(
        title=config.title,
        author=config.author or "",
        language=config.language,
        cells=config.cells,
        address=config.address,
        timezone=config.timezone,
        paper=_paper_of(config) if config.paper == "auto" else config.paper,
        palette=config.palette,
        hold_solution=config.hold_solution,
        par=config.par,
        leave_out=tuple(config.leave_out),
        home=config.home or "",
        home_name=config.home_text,
        logo=load_logo(config.logo) if config.logo else "",
    )


def _paper_of(config: DailyConfig) -> str:
    """Return the paper usual for the language; English is read on both, so there the time zone decides."""
    paper = load(config.language, config.cells).paper
    return "a4" if paper == "letter" and not config.timezone.startswith(("America/", "US/", "Canada/")) else paper


def kind_in_words(day: Day, messages: Messages) -> str:
    """Return the kind of a day's puzzle, empty for minesweeper."""
    if day.graded.classic_board is not None:
        return messages.daily.classic
    return messages.kind(day.puzzle.grid.variant)


def full_kind(day: Day, messages: Messages) -> str:
    """Return the kind of a day's puzzle, also that of minesweeper, and whether its solution shows a picture."""
    kind = kind_in_words(day, messages)
    if day.picture is not None:
        return messages.commas(filter(None, (kind, messages.archive.picture)))
    return kind or messages.picture.game


@dataclass(frozen=True, slots=True)
class PreviousSolution:
    """The solution of the previous day, as the files of a day show it.

    ``number`` is such as ``No. 11``, ``label`` ``Solution of No. 11``, ``text_label`` ``Solution of No. 11 as text``.
    ``picture`` is a URL, ``rows`` the solution in words, one text a row of the board.
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
class DayPresentation:
    """A day in words. Its puzzle is solved once, when ``solved`` is first used.

    ``before`` is the previous day of the series. ``is_open``: the answer is shown though the series holds answers back,
    because the next puzzle is out.
    """

    day: Day
    before: Day | None
    is_open: bool = False

    @property
    def holds_solution(self) -> bool:
        """Whether the files may not show the day's own answer."""
        return self.day.series.hold_solution and not self.is_open

    @property
    def home(self) -> tuple[str, str] | None:
        """URL and text of the link to the publisher's own site; None for no link."""
        return home_of(self.day.series)

    @cached_property
    def messages(self) -> Messages:
        """The messages of the series' language."""
        return load(self.day.series.language, "a1" if self.day.series.cells == "a1" else "rc")

    @cached_property
    def game(self) -> Game | None:
        """The classic game on a board of that kind, played from its start to its end; None for other puzzles."""
        board, difficulty = self.day.graded.classic_board, self.day.graded.grade.difficulty
        return None if board is None else play(board, DIFFICULTIES[difficulty].cap)

    @cached_property
    def pictured(self) -> Puzzle:
        """What pictures of the puzzle show: the puzzle, or of a classic board the cells that open first."""
        return self.day.puzzle if self.game is None else shown_at(self.game, 1)

    @property
    def puzzle_messages(self) -> Messages:
        """The messages for the variant of the day's puzzle."""
        return self.messages.for_variant(self.day.puzzle.grid.variant)

    @property
    def series(self) -> str:
        """The title of the series on one line, with the spaces of the language."""
        return title_of(self.day.series)

    @property
    def number(self) -> str:
        """The number in words, such as ``No. 12``."""
        return self._number_of(self.day)

    @property
    def solution(self) -> str:
        """The label of the solution, such as ``Solution of No. 12``, with the title of a picture: ``...: Cat``."""
        return self._solution_of(self.day)

    @property
    def title(self) -> str:
        """The title of the series with the number."""
        return f"{self.series} {self.number}"

    @property
    def date(self) -> str:
        """The date in words, with a capital."""
        return self._date_of(self.day)

    @property
    def difficulty(self) -> str:
        """The difficulty in words."""
        return self.messages.difficulty[self.day.graded.grade.difficulty]

    @property
    def size(self) -> str:
        """Width and height in cells, such as ``9 × 11``."""
        grid = self.day.puzzle.grid
        return f"{grid.width}\u00a0×\u00a0{grid.height}"

    @property
    def facts(self) -> list[str]:
        """Kind, hint to a picture, par time if the series shows it, and number of mines if it is a clue."""
        total = self.day.puzzle.total
        mines = [] if total is None else [self.puzzle_messages.puzzle.mines.of(total)]
        return [*filter(None, (self.kind, self.hint, self.par)), *mines]

    @property
    def kind(self) -> str:
        """The kind of puzzle, empty for minesweeper."""
        return kind_in_words(self.day, self.messages)

    @property
    def hint(self) -> str:
        """The hint to the picture that the solution shows, empty if there is none."""
        return set_words(self.day.picture.hint, self.day.series) if self.day.picture else ""

    @property
    def par(self) -> str:
        """The par time in words, empty if the series does not show it, and for a classic board, which has none."""
        return self.messages.par(self.day.graded.grade.par) if self.day.series.par and self.game is None else ""

    @property
    def rules(self) -> str:
        """The rules in short of what the page plays."""
        return self.puzzle_messages.puzzle.rules if self.game is None else self.messages.classic.rules

    @property
    def print_label(self) -> str:
        """The text of links to the page to print."""
        return self.messages.daily.print if self.game is None else self.messages.daily.classic_print

    @property
    def text_heading(self) -> str:
        """The heading of the puzzle in words."""
        return self.messages.play.text_heading if self.game is None else self.messages.daily.classic_text

    @property
    def text_rules(self) -> str:
        """The rules of the puzzle in words where the page plays another game, else empty."""
        return self.puzzle_messages.puzzle.rules if self.game is not None else ""

    @property
    def about(self) -> str:
        """One sentence for link previews."""
        return self.messages.daily.about.format(date=self.date)

    @cached_property
    def solved(self) -> SolvedPuzzle:
        """The puzzle with its solution and the deductions that lead there."""
        return solve_unique(self.day.puzzle, "so there is nothing to play")

    @property
    def steps(self) -> int:
        """The number of steps of the animated solution: deductions, or rounds of a classic game."""
        return len(self.solved.steps) if self.game is None else int(self.game.tier.size)

    @property
    def subject(self) -> Subject:
        """What the alternative texts of its pictures describe."""
        return self._subject_of(self.day)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The puzzle in words, one text a row of the board."""
        return tuple(text_grid(self.day.puzzle, self.messages))

    @cached_property
    def solution_rows(self) -> tuple[str, ...]:
        """The solution in words, one text a row of the board."""
        return tuple(text_grid(self.day.puzzle, self.messages, self.day.solution))

    def words_in(self, file: str) -> tuple[str, ...]:
        """Return the rows of the puzzle that a file of the day has in words; none if it has them not."""
        classic = self.day.graded.classic_board is not None
        return self.rows if DAY_FILE[file].has_words(self.day.puzzle.grid.size, classic=classic) else ()

    def solution_words_in(self, file: str) -> tuple[str, ...]:
        """Return the rows of the solution that a file of the day has in words; none while the answer is held back."""
        has_words = not self.holds_solution and self.day.puzzle.grid.size <= DAY_FILE[file].solution_words
        return self.solution_rows if has_words else ()

    def previous_words_in(self, file: str) -> tuple[str, ...]:
        """Return the rows of the previous solution that a file of the day has in words."""
        previous = self.previous
        has_words = previous and previous.day.puzzle.grid.size <= DAY_FILE[file].previous_words
        return previous.rows if previous and has_words else ()

    @property
    def alt(self) -> str:
        """The alternative text of the puzzle's picture."""
        return puzzle_alt(self.subject, self.messages)

    @cached_property
    def previous(self) -> PreviousSolution | None:
        """The solution of the previous day; None on the first day of a series."""
        day = self.before
        if day is None:
            return None
        rows = text_grid(day.puzzle, self.messages, day.solution)
        messages, number = self.messages.daily, self._number_of(day)
        label, text_label = self._solution_of(day), messages.solution_text.format(number=number)
        alt, picture = solution_alt(self._subject_of(day), self.messages), day.address + SOLUTION
        return PreviousSolution(day, number, label, text_label, self._date_of(day), picture, alt, tuple(rows))

    def _subject_of(self, day: Day) -> Subject:
        graded = day.graded
        classic = graded.classic_start is not None
        return Subject(day.puzzle, self.series, day.number, graded.grade.difficulty, classic)

    def _number_of(self, day: Day) -> str:
        return self.messages.picture.number.format(number=day.number)

    def _solution_of(self, day: Day) -> str:
        label = self.messages.daily.solution.format(number=self._number_of(day))
        return f"{label}: {set_words(day.picture.title, day.series)}" if day.picture else label

    def _date_of(self, day: Day) -> str:
        return capitalized(date_in_words(day.date, self.day.series.language))
