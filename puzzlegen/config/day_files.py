"""The table of a day's files, which their writers and every check read, and the names of a series' other files."""

from __future__ import annotations

import hashlib
import re
import sys
from base64 import b64decode
from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum, auto

PUZZLE, PUZZLE_DARK, SOLUTION, SOLUTION_DARK = "puzzle.png", "puzzle-dark.png", "solution.png", "solution-dark.png"
BOARD, BOARD_SOLVED = "board.png", "board-solution.png"
THUMB, CARD, STEPS, VECTOR = "thumb.png", "card.png", "steps.gif", "puzzle.svg"
PRINT, DATA, MAIL, PLAY, ALT = "puzzle.pdf", "puzzle.json", "email.html", "index.html", "alt.txt"
EMBED_PAGE, OEMBED = "embed.html", "oembed.json"  # the board alone for frames of other pages, and data for these
MAIL_PAGE, MAIL_TEXT = "mail.html", "mail.txt"

ANY_SIZE = sys.maxsize
MOST_CELLS = 144  # of a board that mails and feeds have in words; the words of a larger one would be most of them
_PNG, _HTML, _TEXT = "image/png", "text/html", "text/plain"


class Shows(IntEnum):
    """What a picture shows, in the order of alt.txt."""

    PUZZLE = auto()  # with words around it
    PUZZLE_BOARD = auto()
    TITLE = auto()  # title, date and difficulty beside the board
    SOLUTION = auto()
    SOLUTION_BOARD = auto()
    STEPS = auto()


@dataclass(frozen=True, slots=True)
class DayFile:
    """A file of a day.

    ``drawer`` names the function of ``daily.day_files`` that makes its content of the day: a page, the pages of an
    animation, or a text. It is empty for the data, which describe the other files.
    ``shows`` tells what a picture shows, None for other files.
    ``optional``: a config may leave it out, because pages, feeds, puzzle.json and the next day do not need it.
    ``is_answer``: it always shows the answer, so it is not published while the answer is held back. ``pictures`` are
    the files that it shows and that cannot be left out alone. The other fields are the most cells of a board that it
    has in words, one text a row, 0 for never: ``words`` of the puzzle, ``classic_words`` of one on a classic board (by
    default the same), ``solution_words`` of the solution, once it may be shown, and ``previous_words`` of the solution
    of the day before. ``templates`` are the folders of templates that it is filled from. ``lasting_name`` is the name
    of its copy at an address beside the days of a published folder that always has the newest day, empty for none.
    """

    name: str
    drawer: str
    media_type: str = _PNG
    shows: Shows | None = None
    optional: bool = False
    is_answer: bool = False
    pictures: tuple[str, ...] = ()
    words: int = 0
    classic_words: int | None = None
    solution_words: int = 0
    previous_words: int = 0
    templates: tuple[str, ...] = ()
    lasting_name: str = ""

    @property
    def is_text(self) -> bool:
        """Whether the file can be read as text."""
        return self.media_type.startswith("text/") or self.media_type.endswith(("+xml", "json"))

    def has_words(self, cells: int, *, classic: bool) -> bool:
        """Tell whether the file has a puzzle of this many cells in words. ``classic``: on a classic board."""
        return cells <= (self.words if not classic or self.classic_words is None else self.classic_words)


_TABLE = (  # in the order of puzzle.json and of zips
    DayFile(PUZZLE, "puzzle_page", shows=Shows.PUZZLE, lasting_name="today.png"),
    DayFile(PUZZLE_DARK, "dark_puzzle_page", shows=Shows.PUZZLE, optional=True),
    DayFile(SOLUTION, "solution_page", shows=Shows.SOLUTION, is_answer=True),
    DayFile(SOLUTION_DARK, "dark_solution_page", shows=Shows.SOLUTION, optional=True, is_answer=True),
    DayFile(BOARD, "board_page", shows=Shows.PUZZLE_BOARD, optional=True),
    DayFile(BOARD_SOLVED, "solved_board_page", shows=Shows.SOLUTION_BOARD, optional=True, is_answer=True),
    DayFile(THUMB, "thumbnail_page", shows=Shows.PUZZLE_BOARD),
    DayFile(CARD, "link_card_page", shows=Shows.TITLE, optional=True),
    DayFile(STEPS, "animation", "image/gif", Shows.STEPS, optional=True, is_answer=True),
    DayFile(VECTOR, "puzzle_page", "image/svg+xml", Shows.PUZZLE, optional=True),
    DayFile(PRINT, "print_page", "application/pdf"),
    DayFile(
        DATA, "", "application/json", words=ANY_SIZE, solution_words=ANY_SIZE, previous_words=ANY_SIZE,
        lasting_name="today.json",
    ),
    DayFile(
        MAIL, "snippet", _HTML, optional=True, pictures=(BOARD, BOARD_SOLVED), words=MOST_CELLS, templates=("mail",),
    ),
    DayFile(
        MAIL_PAGE, "whole_mail", _HTML, optional=True, pictures=(BOARD, BOARD_SOLVED), words=MOST_CELLS,
        templates=("mail",),
    ),
    DayFile(MAIL_TEXT, "plain_mail", _TEXT, optional=True, words=MOST_CELLS, previous_words=MOST_CELLS),
    # The limit of the size of pages leaves no room for the words of classic boards, up to 30x30 cells
    DayFile(
        PLAY, "day_page", _HTML, words=ANY_SIZE, classic_words=0, previous_words=ANY_SIZE,
        templates=("play", "page", "classic"),
    ),
    DayFile(EMBED_PAGE, "embedded_page", _HTML, templates=("play", "page", "classic")),
    DayFile(OEMBED, "oembed_data", "application/json"),
    DayFile(
        ALT, "alternative_texts", _TEXT, optional=True, words=ANY_SIZE, solution_words=ANY_SIZE,
        previous_words=ANY_SIZE,
    ),
)  # fmt: skip
DAY_FILE = {file.name: file for file in _TABLE}
DAY_FILES = tuple(DAY_FILE)
OPTIONAL_FILES = tuple(file.name for file in _TABLE if file.optional)
ANSWER_FILES = tuple(file.name for file in _TABLE if file.is_answer)
LASTING_FILES = {file.lasting_name: file.name for file in _TABLE if file.lasting_name}


def files_of_day(leave_out: Collection[str] = (), *, hold_answer: bool = False) -> list[str]:
    """Return the names of the files of a day, without those that its series leaves out.

    ``hold_answer``: also without those that always show the answer, which readers may not have yet.
    """
    return [file.name for file in _TABLE if file.name not in leave_out and not (hold_answer and file.is_answer)]


# --- Files beside the days --------------------------------------------------------------------------------------------

FEED, RSS, CALENDAR = "feed.json", "feed.xml", "calendar.ics"
SITEMAP, EMBED = "sitemap.xml", "embed.txt"
HOME = "index.html"  # of the series: the newest month
APP, WORKER = "manifest.webmanifest", "worker.js"  # of the series as an app
MORE = "more.js"  # what pages to play show of the whole series
ICON_SMALL, ICON_LARGE = "icon-192.png", "icon-512.png"
DIGEST, DIGEST_TEXT = "digest.html", "digest.txt"  # the weekly mail
TOP_FILES = (FEED, RSS, CALENDAR, SITEMAP, EMBED, HOME, MORE, APP, WORKER, ICON_SMALL, ICON_LARGE)  # beside the days
WANTED_FILES = (DIGEST, DIGEST_TEXT)  # beside the days, if the config asks for them
LOGO = re.compile(r"logo-[0-9a-f]{8}\.png")  # beside the days, one for each logo that a day was issued with
MONTHS = "archive"  # the folder of the pages of all months
MONTH_RECORD = re.compile(rf"{MONTHS}/[0-9]{{4}}-[0-9]{{2}}\.json")  # in a published copy only: its days of a month
TODAY = "today"  # the folder of the newest day, in a published copy only


def logo_file(logo: str) -> str:
    """Return the file name of a logo, which is a PNG file in Base64.

    It has a digest of the file: another logo has another name, so mails that were sent keep theirs.
    """
    return f"logo-{hashlib.sha256(b64decode(logo)).hexdigest()[:8]}.png"
