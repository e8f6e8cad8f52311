"""The content of a book as layout takes it: texts, sections with puzzles, lessons, answer key and reader aids."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from puzzlegen.board.lattices import Variant
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, Solution
from puzzlegen.language import alt_text
from puzzlegen.language.explanations import Hint
from puzzlegen.language.markdown_blocks import Block
from puzzlegen.language.messages import TitleWords
from puzzlegen.language.walkthroughs import Stage
from puzzlegen.layout.book.own_pages import OwnPages
from puzzlegen.layout.core.document import Color, Picture
from puzzlegen.layout.core.page_builder import LayoutContext

Ruling = Literal["lines", "dots"]
HintPlace = Literal["none", "back", "foot"]
Filler = Literal["notes", "ornament", "text"]  # what a page shows that would be blank
Begin = Literal["right", "next page", "same page", "blank pages"]


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """A graded puzzle of the book, with what is printed beside it.

    ``difficulty`` is the printed word and ``stars``, 1 to 4, the solid marks beside it. ``par`` is the range of
    minutes printed with the puzzle, or None. ``hints`` are in the order of the solution, and so are the boards of
    the ``walkthrough``, the step-by-step solution. ``code`` is a QR code that leads to the puzzle: rows of bytes, one
    for each module, 1 for dark. ``clue`` is a few words about the picture that the solution shows. ``title`` stands
    with the answer: the name of the picture, or the puzzle's own title. ``words`` stand over the board: the own title
    or that of the idea, and the sentence of the idea. ``remark`` says what is special about the puzzle.
    """

    graded: GradedPuzzle
    difficulty: str
    stars: int
    par: tuple[int, int] | None = None
    hints: tuple[Hint, ...] = ()
    walkthrough: tuple[Stage, ...] = ()
    code: tuple[bytes, ...] = ()
    clue: str = ""
    title: str = ""
    words: TitleWords | None = None
    remark: str = ""
    number: int = field(init=False, repr=False, compare=False)
    puzzle: Puzzle = field(init=False, repr=False, compare=False)
    solution: Solution = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Take the number in the book, from 1, the puzzle and its mines from the record: layout asks for them often."""
        object.__setattr__(self, "number", self.graded.number or 0)
        object.__setattr__(self, "puzzle", self.graded.puzzle)
        object.__setattr__(self, "solution", self.graded.solution)

    @property
    def own_title(self) -> str:
        """The puzzle's own title; empty without one. The name of a picture may stand only with its answer."""
        return "" if self.graded.picture is not None else self.title


def puzzle_words(entry: PuzzleEntry, context: LayoutContext, part: Puzzle | None = None) -> str:
    """Return what screen readers read in place of a puzzle: its kind, number, size and difficulty, and its rows.

    With ``part`` these are the rows of that part of it. A document without tags has no such words.
    """
    if not context.tagged:
        return ""
    rows = alt_text.text_grid(entry.puzzle if part is None else part, context.messages)
    return "\n".join([_title(entry, context), *rows])


def answer_words(entry: PuzzleEntry, context: LayoutContext) -> str:
    """Return which answer it is, and the rows of the solved puzzle."""
    if not context.tagged:
        return ""
    rows = alt_text.text_grid(entry.puzzle, context.messages, entry.solution)
    return "\n".join([context.messages.text("picture.solution", puzzle=_title(entry, context)), *rows])


def figure_words(
    puzzle: Puzzle, known: tuple[Sequence[int], Sequence[int]], circled: Collection[int], context: LayoutContext
) -> str:
    """Return the rows of a board with the mines and the safe cells that are ``known``, and its circled clues."""
    if not context.tagged:
        return ""
    mines, safe = known
    marked = {**dict.fromkeys(safe, False), **dict.fromkeys(mines, True)}
    cells = [marked.get(i) for i in range(puzzle.grid.size)]
    return "\n".join(alt_text.text_grid(puzzle, context.messages, cells, circled))


def _title(entry: PuzzleEntry, context: LayoutContext) -> str:
    subject = alt_text.Subject(entry.puzzle, number=entry.number, difficulty=entry.graded.grade.difficulty)
    return alt_text.title(subject, context.messages)


@dataclass(frozen=True, slots=True)
class FigureStep:
    """One figure of a worked example: its caption, the witnesses of the step, and the cells it proves or supposes."""

    caption: str
    witnesses: tuple[int, ...]
    mines: tuple[int, ...]
    safe: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A small puzzle solved in figures: before the first step, after each step, and the finished answer.

    ``before`` and ``after`` are the captions of the first and the last figure. The last figure is left out if it has
    no caption or the steps do not prove every cell.
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


AUTO = 0  # puzzles per page, when the layout chooses the number


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One step of a puzzle, or of a part of one, before and after it.

    ``mines`` and ``safe`` are the cells known before the step. ``before`` is the caption of the first figure, and
    ``after`` begins that of the last, behind which the caption of the step follows. Between them are the figures of the
    ``chain`` of a supposition. At the sides ``cut`` the board
    goes on: top, left, bottom or right. ``joined`` are the row and the column before which opposite sides of the board
    are joined; 0 for none.
    """

    puzzle: Puzzle
    mines: tuple[int, ...]
    safe: tuple[int, ...]
    step: FigureStep
    before: str = ""
    after: str = ""
    chain: tuple[FigureStep, ...] = ()
    cut: frozenset[str] = frozenset()
    joined: tuple[int, int] = (0, 0)

    @property
    def other_clues(self) -> int:
        """The number of clues that the step does not need."""
        named = {clue for step in (*self.chain, self.step) for clue in step.witnesses}
        return sum(value >= 0 for value in self.puzzle.cells) - len(named)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson on one technique: its text with a Figure block, and a step that uses it.

    ``words`` names the kinds of puzzles it is for, see Variant.words.
    """

    text: tuple[Block, ...]
    excerpt: Excerpt
    words: str = ""


@dataclass(frozen=True, slots=True)
class BookSection:
    """One section: its opener, if it has one, and its puzzles, with ``per_page`` puzzles on each page or AUTO.

    ``intro`` may hold Figure blocks named ``example`` and ``marks``. ``dateline`` is a line above the name in a heading
    on a page of puzzles, and without an opener ``intro`` is the text below it; both make the name a headline. With
    ``spread`` each puzzle has two facing pages. ``begin`` is where it begins: on the next right-hand page, on the next
    page, or on the last page of the part before it; None is the last page with an opener, otherwise the next one. The
    puzzles of a section that begins on blank pages take those of the sections before it, one each; the others follow on
    the last page of the section before. With ``finale`` its last puzzle has a page behind the others, below this
    heading. ``headline`` is printed in place of the name. ``names_kinds``: the kind of each puzzle stands over it.
    """

    name: str
    entries: tuple[PuzzleEntry, ...]
    per_page: int
    intro: tuple[Block, ...] = ()
    example: WorkedExample | Excerpt | None = None
    opener: bool = True
    spread: bool = False
    begin: Begin | None = None
    dateline: str = ""
    finale: str = ""
    headline: str = ""
    names_kinds: bool = False

    @property
    def rising(self) -> BookSection:
        """The section without the puzzle of its finale."""
        return replace(self, entries=self.entries[:-1], finale="") if self.finale else self

    @property
    def ending(self) -> BookSection | None:
        """The puzzle of its finale alone, below the heading of that page; None without a finale.

        The heading has the name of the section above it, unless all puzzles are alone on their pages, where it leaves
        larger cells without.
        """
        if not self.finale:
            return None
        name = self.name * (self.per_page != 1)
        headed = replace(self, opener=False, intro=(), dateline=name, headline=self.finale, finale="")
        return replace(headed, entries=self.entries[-1:], per_page=1)

    @property
    def joins(self) -> bool:
        """Whether it may begin on a page of the part before it."""
        return self.opener if self.begin is None else self.begin in ("same page", "blank pages")

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The variants of its puzzles, in the order of the pages."""
        return tuple(dict.fromkeys(entry.puzzle.grid.variant for entry in self.entries))


Density = Literal["compact", "normal", "large"]
KeyPlace = Literal["back", "section", "next spread", "separate"]


@dataclass(frozen=True, slots=True)
class AnswerKeyPlan:
    """How the answers are printed.

    ``order`` lists the puzzles' numbers in the order of their answers; if it is empty, answers are in the order of the
    book. ``by_section`` groups answers under the names of the sections. ``place`` is at the back, after each section,
    on the spread after that of the puzzle, or in a separate document, in which case the book has no answers.
    """

    order: tuple[int, ...] = ()
    by_section: bool = True
    density: Density = "normal"
    place: KeyPlace = "back"


@dataclass(frozen=True, slots=True)
class ReaderAids:
    """Optional aids for readers, beyond puzzles, rules and answers.

    ``hints`` are printed at the back, or upside down at the foot of each puzzle page. Their answers are upside down
    below them with ``turned_answers``, else on separate pages. ``time`` leaves space to write
    the solving time. ``name`` (with a date) and ``rules`` are printed at the head of each puzzle page. ``labels`` are
    the names of rows and columns outside the frames of puzzles. ``walkthroughs`` prints those of the entries.
    ``foot_answers``, which the layout takes from the answer key, prints answers of that density at the foot of puzzle
    pages. ``gallery`` shows all pictures at the end. ``notes`` is the number of note pages at the end.
    ``single_sided`` puzzles stand on right-hand pages only, with note pages between them, so that no ink shows through.
    """

    contents: bool = False
    hints: HintPlace = "none"
    turned_answers: bool = False
    time: bool = False
    name: bool = False
    rules: bool = False
    labels: bool = False
    walkthroughs: bool = False
    foot_answers: Density | None = None
    gallery: bool = False
    score_card: bool = False
    notes: int = 0
    ruling: Ruling = "lines"
    single_sided: bool = False


@dataclass(frozen=True, slots=True)
class OtherVolume:
    """Another book of the series: its title, what is in it, its number, empty without one, and the color of it."""

    title: str
    about: str
    number: str
    color: Color


@dataclass(frozen=True, slots=True)
class BookContent:
    """The texts of a book and the choice of its parts. An empty text leaves out its page. ``own`` are pages of the
    publisher in the order of the config.

    ``rules`` of each variant come before the sections, ``techniques`` before the lessons, and ``colophon`` is the last
    page. The book has at most ``max_pages`` pages; sections with AUTO puzzles per page then get the largest cells that
    allow it. Where they can, they make at least ``min_pages`` pages. If more than the share ``blank_share`` of the
    pages would be blank, sections that leave that to the layout begin on the next page. ``fillers`` are what blank
    pages show in turn, with ``filler_texts`` for the kind text; None leaves them blank unless they are too many.
    ``auto_per_page`` is the most puzzles per page that are chosen, None for no limit but that of the theme. The pages
    of a ``tagged`` book have a structure for screen readers.
    """

    title: str
    subtitle: str = ""
    author: str = ""
    copyright: tuple[Block, ...] = ()
    rules: tuple[VariantRules, ...] = ()
    title_page: bool = True
    key: AnswerKeyPlan | None = AnswerKeyPlan()
    max_pages: int | None = None
    min_pages: int = 1
    blank_share: float | None = None
    auto_per_page: int | None = None
    fillers: tuple[Filler, ...] | None = None
    filler_texts: tuple[tuple[Block, ...], ...] = ()
    colophon: tuple[Block, ...] = ()
    techniques: tuple[Block, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    aids: ReaderAids = ReaderAids()
    logo: Picture | None = None
    own: tuple[OwnPages, ...] = ()
    volume: str = ""
    other_volumes: tuple[OtherVolume, ...] = ()
    tagged: bool = False
