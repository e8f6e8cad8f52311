"""The files of a day: one table of what each is and what it shows, which their writers and every check read."""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import dataclass

PUZZLE, PUZZLE_DARK, SOLUTION, SOLUTION_DARK = "puzzle.png", "puzzle-dark.png", "solution.png", "solution-dark.png"
BOARD, BOARD_SOLVED = "board.png", "board-solution.png"
THUMB, CARD, STEPS, VECTOR = "thumb.png", "card.png", "steps.gif", "puzzle.svg"
PRINT, DATA, MAIL, PLAY, ALT = "puzzle.pdf", "puzzle.json", "email.html", "index.html", "alt.txt"
MAIL_PAGE, MAIL_TEXT = "mail.html", "mail.txt"

ANY_SIZE = sys.maxsize
MOST_CELLS = 144  # of a board that mails and feeds have in words; the words of a larger one would be most of them
_PNG, _HTML, _TEXT = "image/png", "text/html", "text/plain"


@dataclass(frozen=True, slots=True)
class DayFile:
    """A file of a day.

    ``optional``: a config may leave it out, because pages, feeds, puzzle.json and the next day do not need it.
    ``is_answer``: it always shows the answer, so it is not published while the answer is held back. ``pictures`` are
    the files that it shows and that cannot be left out alone. The other fields are the most cells of a board that it
    has in words, one text a row, 0 for never: ``words`` of the puzzle, ``classic_words`` of one on a classic board (by
    default the same), ``solution_words`` of the solution, once it may be shown, and ``previous_words`` of the solution
    of the day before. ``templates`` are the folders of templates that it is filled from.
    """

    name: str
    media_type: str = _PNG
    optional: bool = False
    is_answer: bool = False
    pictures: tuple[str, ...] = ()
    words: int = 0
    classic_words: int | None = None
    solution_words: int = 0
    previous_words: int = 0
    templates: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether the file can be read as text."""
        return self.media_type.startswith("text/") or self.media_type.endswith(("+xml", "json"))

    def has_words(self, cells: int, *, classic: bool) -> bool:
        """Tell whether the file has a puzzle of this many cells in words. ``classic``: on a classic board."""
        return cells <= (self.words if not classic or self.classic_words is None else self.classic_words)


_TABLE = (  # in the order of puzzle.json and of zips
    DayFile(PUZZLE),
    DayFile(PUZZLE_DARK, optional=True),
    DayFile(SOLUTION, is_answer=True),
    DayFile(SOLUTION_DARK, optional=True, is_answer=True),
    DayFile(BOARD, optional=True),
    DayFile(BOARD_SOLVED, optional=True, is_answer=True),
    DayFile(THUMB),
    DayFile(CARD, optional=True),
    DayFile(STEPS, "image/gif", optional=True, is_answer=True),
    DayFile(VECTOR, "image/svg+xml", optional=True),
    DayFile(PRINT, "application/pdf"),
    DayFile(
        DATA, "application/json", words=ANY_SIZE, solution_words=ANY_SIZE, previous_words=ANY_SIZE,
    ),
    DayFile(
        MAIL, _HTML, optional=True, pictures=(BOARD, BOARD_SOLVED), words=MOST_CELLS, templates=("mail",),
    ),
    DayFile(
        MAIL_PAGE, _HTML, optional=True, pictures=(BOARD, BOARD_SOLVED), words=MOST_CELLS, templates=("mail",),
    ),
    DayFile(MAIL_TEXT, _TEXT, optional=True, words=MOST_CELLS, previous_words=MOST_CELLS),
    # The limit of the size of pages leaves no room for the words of classic boards, up to 30x30 cells
    DayFile(
        PLAY, _HTML, words=ANY_SIZE, classic_words=0, previous_words=ANY_SIZE, templates=("play", "page", "classic"),
    ),
    DayFile(
        ALT, _TEXT, optional=True, words=ANY_SIZE, solution_words=ANY_SIZE, previous_words=ANY_SIZE,
    ),
)  # fmt: skip
DAY_FILE = {file.name: file for file in _TABLE}
DAY_FILES = tuple(DAY_FILE)
OPTIONAL_FILES = tuple(file.name for file in _TABLE if file.optional)
ANSWER_FILES = tuple(file.name for file in _TABLE if file.is_answer)


def files_of_day(leave_out: Collection[str] = (), *, hold_answer: bool = False) -> list[str]:
    """Return the names of the files of a day, without those that its series leaves out.

    ``hold_answer``: also without those that always show the answer, which readers may not have yet.
    """
    return [file.name for file in _TABLE if file.name not in leave_out and not (hold_answer and file.is_answer)]
