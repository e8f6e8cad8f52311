"""What a day shows: its solved puzzle, its texts in the language of the series, and the publisher's logo.

The logo is made small enough for pages and mails, and kept with the settings of each day, so that an issued day is
drawn with the same logo again, without the file.
"""

from __future__ import annotations

import struct
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageChops, ImageOps

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.book.print_images import load_image
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.day_files import DAY_FILE, SOLUTION, logo_file
from puzzlegen.drawing.color import pillow_image, rgb_bytes
from puzzlegen.drawing.pixel_files import encode_png
from puzzlegen.errors import ConfigError
from puzzlegen.files.reading import unreadable
from puzzlegen.files.templates import cached_by_file
from puzzlegen.language import alt_text
from puzzlegen.language.catalogue import load
from puzzlegen.language.locale_formatting import capitalized, date_in_words
from puzzlegen.language.messages import Messages, TitleWords
from puzzlegen.layout.core.document import RGB, Picture
from puzzlegen.layout.core.theme import contrast
from puzzlegen.layout.link_previews import LOGO_HEIGHT, LOGO_WIDTH
from puzzlegen.ledger.days import SETTINGS, Day, Series
from puzzlegen.single.solve_puzzles import SolvedPuzzle, solve_unique
from puzzlegen.solver.classic_game import Game, play, shown_at
from puzzlegen.web.templates import WHITE, PageLogo
from puzzlegen.wording import single_spaced


def set_words(text: str, series: Series) -> str:
    """Return words of a config, such as a title, as the files of a series show them."""
    return load(series.language, "a1" if series.cells == "a1" else "rc").typography.typeset(single_spaced(text))


def title_of(series: Series) -> str:
    """Return the title of a series."""
    return set_words(series.title, series)


def home_of(series: Series) -> tuple[str, str] | None:
    """Return the URL and the text of the link to the publisher's own site; None for no link."""
    return (series.home, set_words(series.home_name, series)) if series.home else None


MAX_FILE = 1_000_000  # bytes
MAX_WIDTH, MAX_HEIGHT = 400, 96  # pixels
MIN_SIDE = 16  # pixels
MAX_BYTES = 6_000  # a copy is in each play page, and in the ledger for each day
_COLORS = (64, 32, 16)
_PIXEL_RATIO = 2  # pixels of the logo for each pixel of a page, so that it is sharp on all screens
_PIXEL = 0.36  # points on paper, as in the other pictures
_PLATE = 8  # pixels of white around a logo on the dark label of a card
_LIGHT = 1.4  # contrast to white of the darkest label that is light
_CARD_COLORS = 48
_IS_INK = [0] * 8 + [255] * 248  # by how much darker than white; what is white around a logo is cut off
_LEAST_CONTRAST = 2.0  # to white, of some color of a logo
_SIZE = slice(16, 24)  # of width and height in a PNG file


@dataclass(frozen=True, slots=True)
class Logo:
    """A logo as a PNG file, opaque on white.

    ``file`` is its name beside the days of the series. ``width`` and ``height`` are those at which it is shown, in CSS
    pixels. ``alt`` names the publisher, or the series. ``home`` is the URL of the publisher's own site, or empty.
    """

    png: bytes
    file: str
    width: int
    height: int
    alt: str
    home: str

    @property
    def uri(self) -> str:
        """The file as a data URI."""
        return f"data:image/png;base64,{b64encode(self.png).decode('ascii')}"

    def on_page(self, address: str) -> PageLogo:
        """Return the logo for a page that has it at a path or data URI."""
        return PageLogo(address, self.width, self.height, self.alt, self.home)

    def on_label(self, color: RGB) -> Picture:
        """Return the logo for the label of a link card, which has this color.

        White becomes the color of a light label. On a dark one, where few logos can be seen, white is around the logo.
        """
        with Image.open(BytesIO(self.png)) as file:
            image = file.convert("RGB")
        image = _without_margins(image)
        plate = 0 if contrast(color, WHITE) <= _LIGHT else _PLATE
        image.thumbnail((LOGO_WIDTH - 2 * plate, LOGO_HEIGHT - 2 * plate), Image.Resampling.LANCZOS)
        if plate:
            image = ImageOps.expand(image, plate, "white")
        else:
            image = ImageChops.multiply(image, Image.new("RGB", image.size, rgb_bytes(color)))
        few = image.quantize(_CARD_COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).convert("RGB")
        return Picture(0, 0, *few.size, *few.size, few.tobytes(), 3)


def load_logo(file: str) -> str:
    """Return the logo in a file as a value for the settings of days: a PNG file in Base64.

    Raises ConfigError when the file is missing, no PNG or JPEG picture, too large or small, or too detailed.
    """
    return _loaded(Path(file)).value


def logo_note(file: str) -> str:
    """Return a warning about the file of a logo, empty if there is none. Raises ConfigError as ``load_logo`` does."""
    return _loaded(Path(file)).note


def logo_of(series: Series) -> Logo | None:
    """Return the logo of a series; None if it has none."""
    if not series.logo:
        return None
    png = b64decode(series.logo)
    width, height = (round(side / _PIXEL_RATIO) for side in struct.unpack(">II", png[_SIZE]))
    name = set_words(series.home_name or series.title, series)
    return Logo(png, logo_file(series.logo), width, height, name, series.home)


def _without_margins(image: Image.Image) -> Image.Image:
    return image.crop(ImageChops.invert(image.convert("L")).point(_IS_INK).getbbox())


class _Loaded(NamedTuple):
    """A logo as a value for the settings of days, and a warning about its file."""

    value: str
    note: str


def _loaded(path: Path) -> _Loaded:
    try:
        return _load(path)
    except OSError as error:
        raise ConfigError(f"{path}: {unreadable(path, error)}", at=("logo",)) from None


@cached_by_file
def _load(path: Path) -> _Loaded:
    if path.is_file() and (size := path.stat().st_size) > MAX_FILE:
        raise ConfigError(f"{path}: has {size / 1_000_000:.1f} MB, allowed 1 MB: save it smaller", at=("logo",))
    read = load_image(path, "", "rgb", ("logo",))
    image = _without_margins(pillow_image(read).convert("RGB"))
    image.thumbnail((MAX_WIDTH, MAX_HEIGHT))
    if min(image.size) < MIN_SIDE:
        raise ConfigError(
            f"{path}: has {image.width}x{image.height} pixels when it fits {MAX_WIDTH}x{MAX_HEIGHT}, allowed "
            f"{MIN_SIDE} a side or more: use a larger logo, or a less elongated one",
            at=("logo",),
        )
    for count in _COLORS:
        few = image.quantize(count, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        parts, indices = few.getpalette() or [], np.asarray(few)
        colors = [(parts[i], parts[i + 1], parts[i + 2]) for i in range(0, 3 * int(indices.max()) + 3, 3)]
        if all(contrast(RGB(*(part / 255 for part in color)), WHITE) < _LEAST_CONTRAST for color in colors):
            raise ConfigError(f"{path}: can hardly be seen on white: use a version for light grounds", at=("logo",))
        data = encode_png(indices, colors, _PIXEL)
        if len(data) <= MAX_BYTES:
            return _Loaded(b64encode(data).decode("ascii"), read.note)
    raise ConfigError(
        f"{path}: takes {len(data) / 1000:.0f} KB with {image.width}x{image.height} pixels in {_COLORS[-1]} "
        f"colors, allowed {MAX_BYTES // 1000} KB: use a plain logo with few colors, not a photo",
        at=("logo",),
    )


def series_from_config(config: DailyConfig) -> Series:
    """Return the settings with which the config issues days now. Raises ConfigError."""
    logo = load_logo(config.logo) if config.logo else ""
    paper = _paper_of(config) if config.paper == "auto" else config.paper
    return Series(**{**config.settings(SETTINGS), "paper": paper, "logo": logo})


def _paper_of(config: DailyConfig) -> str:
    """Return the paper usual for the language; English is read on both, so there the time zone decides."""
    paper = load(config.language, config.cells).paper
    return "a4" if paper == "letter" and not config.timezone.startswith(("America/", "US/", "Canada/")) else paper


def kind_in_words(day: Day, messages: Messages) -> str:
    """Return the kind of a day's puzzle, empty for minesweeper."""
    if day.graded.classic_board is not None:
        return messages.text("daily.classic")
    return messages.kind(day.puzzle.grid.variant)


def full_kind(day: Day, messages: Messages) -> str:
    """Return the kind of a day's puzzle, also that of minesweeper, and whether its solution shows a picture."""
    kind = kind_in_words(day, messages)
    if day.picture is not None:
        return messages.commas(filter(None, (kind, messages.text("archive.picture"))))
    return kind or messages.text("picture.game")


@dataclass(frozen=True, slots=True)
class PreviousSolution:
    """The solution of the previous day, as the files of a day show it.

    ``number`` is such as ``No. 11``, ``label`` ``Solution of No. 11``, ``text_label`` ``Solution of No. 11 as text``.
    ``picture`` is a URL, ``rows_in_words`` the solution, one text a row of the board.
    """

    day: Day
    number: str
    label: str
    text_label: str
    date: str
    picture: str
    alt: str
    rows_in_words: tuple[str, ...]


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
        return self.messages.text(f"difficulty.{self.day.graded.grade.difficulty}")

    @property
    def size(self) -> str:
        """Width and height in cells, such as ``9 × 11``."""
        grid = self.day.puzzle.grid
        return f"{grid.width}\u00a0×\u00a0{grid.height}"

    @property
    def facts(self) -> list[str]:
        """Kind, hint to a picture, par time if the series shows it, and number of mines if it is a clue."""
        total = self.day.puzzle.total
        mines = [] if total is None else [self.puzzle_messages.plural("puzzle.mines", total)]
        return [*filter(None, (self.kind, self.hint, self.par)), *mines]

    @property
    def answer_note(self) -> str:
        """When the answer appears; empty for a series that shows it at once."""
        return self.messages.text("daily.next") if self.day.holds_solution else ""

    @property
    def kind(self) -> str:
        """The kind of puzzle, empty for minesweeper."""
        return kind_in_words(self.day, self.messages)

    @property
    def hint(self) -> str:
        """The hint to the picture that the solution shows, or what the clues show; empty if there is none.

        It is one of several facts in a row, so a sentence has no full stop.
        """
        if self.over is not None:
            return self.messages.labeled(self.over.title, self.over.sentence.removesuffix("."))
        return set_words(self.day.picture.hint, self.day.series) if self.day.picture else ""

    @property
    def over(self) -> TitleWords | None:
        """The words over the puzzle: its title, and a sentence of what the clues show; None without both."""
        return self.messages.words_over(self.day.graded.idea, self.day.title)

    @property
    def heading(self) -> str:
        """Name and date, and the title of the puzzle if it has one, in one line."""
        name = self.messages.text(
            "archive.entry", name=self.title, date=date_in_words(self.day.date, self.messages.code)
        )
        return self.with_title(name)

    def with_title(self, name: str) -> str:
        """Return a name of the day with the title of the puzzle behind it, if it has one."""
        return " – ".join(filter(None, (name, self.over and self.over.title)))

    @property
    def par(self) -> str:
        """The par time in words, empty if the series does not show it, and for a classic board, which has none."""
        return self.messages.par(self.day.graded.grade.par) if self.day.series.par and self.game is None else ""

    @property
    def rules(self) -> str:
        """The rules in short of what the page plays."""
        return self.puzzle_messages.text("puzzle.rules") if self.game is None else self.messages.text("classic.rules")

    @property
    def print_label(self) -> str:
        """The text of links to the page to print."""
        return self.messages.text("daily.print" if self.game is None else "daily.classic_print")

    @property
    def text_heading(self) -> str:
        """The heading of the puzzle in words."""
        return self.messages.text("play.text_heading" if self.game is None else "daily.classic_text")

    @property
    def text_rules(self) -> str:
        """The rules of the puzzle in words where the page plays another game, else empty."""
        return self.puzzle_messages.text("puzzle.rules") if self.game is not None else ""

    @property
    def about(self) -> str:
        """One sentence for link previews."""
        return self.messages.text("daily.about", date=self.date)

    @cached_property
    def solved(self) -> SolvedPuzzle:
        """The puzzle with its solution and the deductions that lead there."""
        return solve_unique(self.day.puzzle, "so there is nothing to play")

    @property
    def steps(self) -> int:
        """The number of steps of the animated solution: deductions, or rounds of a classic game."""
        return len(self.solved.steps) if self.game is None else int(self.game.tier.size)

    @property
    def subject(self) -> alt_text.Subject:
        """What the alternative texts of its pictures describe."""
        return self._subject_of(self.day)

    @cached_property
    def rows_in_words(self) -> tuple[str, ...]:
        """The puzzle in words, one text a row of the board."""
        return tuple(alt_text.text_grid(self.day.puzzle, self.messages))

    @cached_property
    def solution_in_words(self) -> tuple[str, ...]:
        """The solution in words, one text a row of the board."""
        return tuple(alt_text.text_grid(self.day.puzzle, self.messages, self.day.solution))

    def words_in(self, file: str) -> tuple[str, ...]:
        """Return the rows of the puzzle that a file of the day has in words; none if it has them not."""
        classic = self.day.graded.classic_board is not None
        return self.rows_in_words if DAY_FILE[file].has_words(self.day.puzzle.grid.size, classic=classic) else ()

    def solution_words_in(self, file: str) -> tuple[str, ...]:
        """Return the rows of the solution that a file of the day has in words; none while the answer is held back."""
        has_words = not self.holds_solution and self.day.puzzle.grid.size <= DAY_FILE[file].solution_words
        return self.solution_in_words if has_words else ()

    def previous_words_in(self, file: str) -> tuple[str, ...]:
        """Return the rows of the previous solution that a file of the day has in words."""
        previous = self.previous
        has_words = previous and previous.day.puzzle.grid.size <= DAY_FILE[file].previous_words
        return previous.rows_in_words if previous and has_words else ()

    @property
    def alt(self) -> str:
        """The alternative text of the puzzle's picture."""
        return alt_text.puzzle_alt(self.subject, self.messages)

    @cached_property
    def previous(self) -> PreviousSolution | None:
        """The solution of the previous day; None on the first day of a series."""
        day = self.before
        if day is None:
            return None
        rows = alt_text.text_grid(day.puzzle, self.messages, day.solution)
        number = self._number_of(day)
        label, text_label = self._solution_of(day), self.messages.text("daily.solution_text", number=number)
        alt, picture = alt_text.solution_alt(self._subject_of(day), self.messages), day.address + SOLUTION
        return PreviousSolution(day, number, label, text_label, self._date_of(day), picture, alt, tuple(rows))

    def _subject_of(self, day: Day) -> alt_text.Subject:
        graded = day.graded
        classic = graded.classic_start is not None
        return alt_text.Subject(day.puzzle, self.series, day.number, graded.grade.difficulty, classic)

    def _number_of(self, day: Day) -> str:
        return self.messages.text("picture.number", number=day.number)

    def _solution_of(self, day: Day) -> str:
        label = self.messages.text("daily.solution", number=self._number_of(day))
        return self.messages.labeled(label, set_words(day.picture.title, day.series)) if day.picture else label

    def _date_of(self, day: Day) -> str:
        return capitalized(date_in_words(day.date, self.day.series.language))
