"""What layout takes: page geometry in points, and the book's parts in reading order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.board.variants import Variant
from puzzlegen.language.rich_text import Block
from puzzlegen.layout.core.document import Picture

Ruling = Literal["lines", "dots"]
HintPlace = Literal["none", "back", "foot"]


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """One numbered puzzle of the book. ``difficulty`` is the printed word, ``stars`` 1 to 4 the marks beside it.

    ``par`` is the band of minutes printed with it, None where none is. ``hints`` are sentences, the first step first.
    ``code`` is a square code that leads to it: rows of bytes, one a module, 1 for dark.
    """

    number: int
    puzzle: Puzzle
    solution: Solution
    difficulty: str
    stars: int
    par: tuple[int, int] | None = None
    hints: tuple[str, ...] = ()
    code: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class FigureStep:
    """One figure of a worked example: what it says, the clues it rests on, and the cells it proves."""

    caption: str
    witnesses: tuple[int, ...]
    mines: tuple[int, ...]
    safe: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A small puzzle solved in figures: before, one figure a step, after (only when the steps prove every cell).

    ``before`` and ``after`` are the words under the first and the last; a figure without words after is left out.
    """

    puzzle: Puzzle
    solution: Solution
    steps: tuple[FigureStep, ...]
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class VariantRules:
    """How to play one variant. ``text`` may hold Figure blocks named ``marks`` and ``example``."""

    variant: Variant
    text: tuple[Block, ...]
    example: WorkedExample | None = None


AUTO = 0  # puzzles a page: as many as the layout finds best


@dataclass(frozen=True, slots=True)
class Lesson:
    """A technique: words with a Figure block, and the one step it shows, on a position where ``mines`` and ``safe``
    are known before. ``before`` and ``after`` are the words under the first and the last figure.
    """

    text: tuple[Block, ...]
    puzzle: Puzzle
    mines: tuple[int, ...]
    safe: tuple[int, ...]
    step: FigureStep
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class BookSection:
    """One section: an opener, if it has one, and its puzzles, ``per_page`` a page or AUTO.

    ``intro`` may hold Figure blocks named ``example`` and ``marks``.
    """

    name: str
    entries: tuple[PuzzleEntry, ...]
    per_page: int
    intro: tuple[Block, ...] = ()
    example: WorkedExample | None = None
    opener: bool = True

    @property
    def variant(self) -> Variant:
        """The variant of its puzzles."""
        return self.entries[0].puzzle.grid.variant


Density = Literal["compact", "normal", "large"]
KeyPlace = Literal["back", "section", "separate"]


@dataclass(frozen=True, slots=True)
class AnswerKeyPlan:
    """How the answers are printed.

    ``order`` has the puzzles' numbers in the order of their answers; left empty, they come in the order of the book.
    ``by_section`` groups them under the names of the sections. ``place``: at the back, after each section, or in a
    document of their own, which leaves the book without them.
    """

    order: tuple[int, ...] = ()
    by_section: bool = True
    density: Density = "normal"
    place: KeyPlace = "back"


@dataclass(frozen=True, slots=True)
class ReaderAids:
    """What the book offers its readers beyond puzzles, rules and answers; all of it can be left out.

    ``hints`` stand in a section at the back or, upside down, at the foot of each page. ``time`` leaves room for the
    reader's own; ``name`` for a name and the date, and ``rules`` prints the rules, at the head of each page of puzzles.
    ``notes`` is a number of pages at the end to write on. ``single_sided`` puzzles stand on right-hand
    pages only, and the pages between are for notes, so that no ink shows through.
    """

    contents: bool = False
    hints: HintPlace = "none"
    time: bool = False
    name: bool = False
    rules: bool = False
    score_card: bool = False
    notes: int = 0
    ruling: Ruling = "lines"
    single_sided: bool = False


@dataclass(frozen=True, slots=True)
class BookContent:
    """The words around the puzzles, and which parts there are: a text left empty leaves out its page.

    ``rules``, of each variant in the book, come before the sections. ``max_pages``: the book takes no more,
    and sections with AUTO puzzles a page get the largest cells that leave it so. ``techniques`` come
    before the lessons. ``colophon`` is
    the book's last page.
    """

    title: str
    subtitle: str = ""
    author: str = ""
    copyright: tuple[Block, ...] = ()
    rules: tuple[VariantRules, ...] = ()
    title_page: bool = True
    key: AnswerKeyPlan | None = AnswerKeyPlan()
    max_pages: int | None = None
    colophon: tuple[Block, ...] = ()
    techniques: tuple[Block, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    aids: ReaderAids = ReaderAids()
    logo: Picture | None = None
