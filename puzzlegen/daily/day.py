"""What was issued on a day, and the names of the files that are made of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from puzzlegen.board.graded_puzzle import GradedPuzzle

if TYPE_CHECKING:  # its many records take a seventh of a second to make, and a run with nothing to do needs none
    from puzzlegen.language.messages import Cells

PUZZLE, PUZZLE_DARK, SOLUTION, SOLUTION_DARK = "puzzle.png", "puzzle-dark.png", "solution.png", "solution-dark.png"
BOARD, BOARD_SOLVED = "board.png", "board-solution.png"
THUMB, CARD, STEPS, VECTOR = "thumb.png", "card.png", "steps.gif", "puzzle.svg"
PRINT, DATA, MAIL, PLAY, ALT = "puzzle.pdf", "puzzle.json", "email.html", "index.html", "alt.txt"
DAY_FILES = (
    PUZZLE, PUZZLE_DARK, SOLUTION, SOLUTION_DARK, BOARD, BOARD_SOLVED, THUMB, CARD, STEPS, VECTOR,
    PRINT, DATA, MAIL, PLAY, ALT,
)  # fmt: skip
FEED, RSS, CALENDAR = "feed.json", "feed.xml", "calendar.ics"  # of a series, beside its days


@dataclass(frozen=True, slots=True)
class Series:
    """How a series presents itself. Each day keeps what held when it was issued.

    ``address`` is where its folder is published: https and a closing slash. ``paper`` is ``a4`` or ``letter``;
    ``palette`` a name in templates/covers.yaml, for the card; ``timezone`` an IANA name. ``par`` says whether par times
    are shown; days of a ledger that does not say were issued when they always were.
    """

    title: str
    author: str
    language: str
    cells: Cells
    address: str
    timezone: str
    paper: str
    palette: str
    hold_solution: bool
    par: bool = True


@dataclass(frozen=True, slots=True)
class Day:
    """An issued daily. ``number`` is its serial number in the series; ``record`` has its puzzle, proof and grade.

    ``first_address`` is the address under which it was first issued, empty for the present one.
    """

    date: date
    number: int
    record: GradedPuzzle
    series: Series
    first_address: str = ""

    @property
    def name(self) -> str:
        """The name of its folder, such as ``2026-12-01``."""
        return self.date.isoformat()

    @property
    def address(self) -> str:
        """Its address, with a closing slash."""
        return f"{self.series.address}{self.name}/"

    @property
    def id(self) -> str:
        """By which feeds and calendars know it for ever, also where it has moved: they would show it as new."""
        return self.first_address or self.address
