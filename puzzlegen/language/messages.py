"""Every word that is printed, as one record: the catalogue fills it from a language's file, everybody else reads it.

To print a new word: add an entry to its group here (or a new group), with what it is for and its placeholders, and the
words themselves to ``templates/<language>/words.yaml`` of every language. The loader refuses a catalogue that lacks
the entry, so there is no way to forget one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import reduce
from typing import Annotated, Any, Literal

from puzzlegen.board.grade import DIFFICULTIES
from puzzlegen.board.variants import Variant
from puzzlegen.language.locales import joined, number_text
from puzzlegen.language.message_types import LegendWords, Plural, Said, TechniqueWords
from puzzlegen.language.mosaic_messages import MosaicWords

Paper = Literal["letter", "a4"]
Cells = Literal["rc", "a1"]


@dataclass(frozen=True, slots=True)
class Typography:
    """A language's habits of setting type."""

    quotes: Annotated[tuple[str, str, str, str], Said("outer and inner quotation marks: open, close, open, close")]
    no_break_before: Annotated[
        Mapping[str, str], Said("marks before which a space is written, and the no-break space it becomes in print")
    ]
    no_break_after: Annotated[
        Mapping[str, str], Said("marks after which a space is written, and the no-break space it becomes in print")
    ]

    def spaced(self, text: str) -> str:
        """The text with the spaces beside marks made no-break ones; where there is no space none is put."""
        for mark, space in self.no_break_before.items():
            text = text.replace(f" {mark}", space + mark)
        for mark, space in self.no_break_after.items():
            text = text.replace(f"{mark} ", mark + space)
        return text


@dataclass(frozen=True, slots=True)
class DifficultyWords:
    """The difficulties."""

    easy: Annotated[str, Said("the difficulty easy")]
    medium: Annotated[str, Said("the difficulty medium")]
    hard: Annotated[str, Said("the difficulty hard")]
    expert: Annotated[str, Said("the difficulty expert")]

    def __getitem__(self, code: str) -> str:
        word: str = getattr(self, code)
        return word

    def all(self) -> dict[str, str]:
        """The words by code."""
        return {code: self[code] for code in DIFFICULTIES}


@dataclass(frozen=True, slots=True)
class PuzzleWords:
    """Over a puzzle."""

    answer: Annotated[str, Said("beside the difficulty: where the answer is", ("page",))]
    sheet: Annotated[str, Said("the same, where the answers are on sheets of their own", ("page",))]
    hint: Annotated[str, Said("before it: where the hint is", ("page",))]
    par: Annotated[str, Said("on the second line: the minutes a steady solver needs", ("low", "high"))]
    mines: Annotated[Plural, Said("on the second line: the printed number of mines", ("count",))]
    online: Annotated[str, Said("beside the square code that opens the puzzle in a browser; short")]
    time: Annotated[str, Said("on the second line, before room to write: the reader's own time")]
    name: Annotated[str, Said("at the head of a worksheet, before room to write: the pupil's name")]
    date: Annotated[str, Said("beside it: the date")]
    rules: Annotated[str, Said("the rules in one or two sentences, for pages that stand alone")]


@dataclass(frozen=True, slots=True)
class SectionWords:
    """Where a section opens."""

    range: Annotated[str, Said("the numbers of its puzzles", ("first", "last"))]
    single: Annotated[str, Said("the number of its only puzzle", ("first",))]
    no_total: Annotated[str, Said("in the rules: that no number of mines is printed")]
    total: Annotated[str, Said("in the rules and where such a section opens: what a printed number of mines says")]


@dataclass(frozen=True, slots=True)
class KeyWords:
    """The answer key."""

    heading: Annotated[str, Said("its heading")]
    note: Annotated[str, Said("the line under the heading")]
    marks: Annotated[str, Said("behind it: what the marks of answers mean")]
    shuffled: Annotated[str, Said("a second line there, when the answers do not follow the order of the puzzles")]
    page: Annotated[str, Said("over an answer: the puzzle's page", ("page",))]


@dataclass(frozen=True, slots=True)
class ContentsWords:
    """The contents."""

    heading: Annotated[str, Said("its heading")]


@dataclass(frozen=True, slots=True)
class HintWords:
    """The hints, at the back of the book or at the foot of each page."""

    heading: Annotated[str, Said("their heading")]
    note: Annotated[str, Said("the paragraph under the heading", ("cell",))]
    first: Annotated[str, Said("before the first step")]
    later: Annotated[str, Said("before the hardest step to find")]


@dataclass(frozen=True, slots=True)
class ScoreWords:
    """The score card, a narrow table."""

    heading: Annotated[str, Said("its heading")]
    number: Annotated[str, Said("over the puzzles' numbers")]
    difficulty: Annotated[str, Said("over the marks")]
    par: Annotated[str, Said("over the par times")]
    time: Annotated[str, Said("over the room for the reader's times")]
    done: Annotated[str, Said("over the boxes to tick")]
    minutes: Annotated[str, Said("a par time", ("low", "high"))]


@dataclass(frozen=True, slots=True)
class NotesWords:
    """Pages to write on."""

    heading: Annotated[str, Said("their heading")]


@dataclass(frozen=True, slots=True)
class PictureWords:
    """A picture for those who cannot see it, and the words on one. Short texts stay under 126 characters."""

    game: Annotated[str, Said("the kind of puzzle, where no series is named")]
    number: Annotated[str, Said("a puzzle's number in its series", ("number",))]
    size: Annotated[str, Said("cells across and down", ("width", "height"))]
    puzzle: Annotated[str, Said("a puzzle with a text version below; name, number, size", ("puzzle",))]
    solution: Annotated[str, Said("its solution", ("puzzle",))]
    moving: Annotated[str, Said("it is solved again and again in a moving picture", ("puzzle", "steps"))]
    row: Annotated[str, Said("the text version: a row", ("row", "cells"))]
    blank: Annotated[str, Said("in a row: a cell without a number")]
    mine: Annotated[str, Said("in a row: a mine")]
    safe: Annotated[str, Said("in a row: a cell without a number that is safe")]
    outside: Annotated[str, Said("in a row: no cell of the board")]


@dataclass(frozen=True, slots=True)
class CoverWords:
    """On the guide that shows where a cover is folded and cut."""

    spine: Annotated[str, Said("along the spine")]
    barcode: Annotated[str, Said("in the area the printer's barcode covers")]
    safe: Annotated[str, Said("inside the frame that words must stay in")]


@dataclass(frozen=True, slots=True)
class ExampleWords:
    """Under the figures of a worked example, which is narrow: a few words."""

    before: Annotated[str, Said("the figure before the first step")]
    after: Annotated[str, Said("the figure after the last step")]
    so_far: Annotated[str, Said("the figure before the step that shows a technique")]
    proved: Annotated[str, Said("the figure after that step")]
    total: Annotated[str, Said("the printed number of mines decides")]
    zero: Annotated[str, Said("a 0")]
    satisfied: Annotated[Plural, Said("a number that has its mines", ("number",))]
    exhausted: Annotated[Plural, Said("a number that needs all its blanks, {count} in words", ("number", "count"))]
    exhausted_more: Annotated[Plural, Said("the same, when it has some of its mines", ("number", "count"))]
    together: Annotated[
        Mapping[str, str], Said("a tier 2 step; the first ringed number, the second", may=("number", "other"), tier=2)
    ]
    tried: Annotated[str, Said("a number all of whose other placements fail", ("number",))]
    tried_total: Annotated[str, Said("the same, when the printed number of mines is needed", ("number",))]


@dataclass(frozen=True, slots=True)
class StepWords:
    """The parts of a sentence about a step."""

    cell: Annotated[str, Said("a cell by its row and column", ("row", "col"))]
    comma: Annotated[str, Said("two parts with a comma between them", ("a", "b"))]
    clue: Annotated[str, Said("a clue with its number", ("cell", "number"))]
    clue_left: Annotated[Plural, Said("the same, some of its mines found", ("cell", "number", "count"))]
    mines: Annotated[Plural, Said("cells proved to be mines", ("cells",))]
    safe: Annotated[Plural, Said("cells proved to be safe", ("cells",))]
    both: Annotated[str, Said("mines and safe cells in one sentence", ("mines", "safe"))]
    tries: Annotated[Plural, Said("a clue and the placements that fail", ("clue", "tries"))]
    try_: Annotated[str, Said("a placement that fails, and the clue it breaks", ("cells", "broken"))]
    try_through: Annotated[str, Said("the same, when other clues are played in between", ("cells", "broken", "chain"))]
    more_tries: Annotated[Plural, Said("placements not told", ("count",))]
    the_total: Annotated[str, Said("the printed number of mines, as what a placement breaks")]
    counting: Annotated[str, Said("set into a sentence when the printed number of mines is needed")]


@dataclass(frozen=True, slots=True)
class DailyWords:
    """A puzzle every day: its page, its mail and its printed page."""

    play: Annotated[str, Said("a link: to the page to play on")]
    print: Annotated[str, Said("a link: to the PDF for the reader's own printer")]
    all: Annotated[str, Said("a link: to the archive")]
    solution: Annotated[str, Said("over the solution of the puzzle before; picture.number is filled in", ("number",))]
    solution_text: Annotated[str, Said("over, and as a link to, that solution row by row in words", ("number",))]
    next: Annotated[str, Said("below a puzzle: when its solution comes")]
    about: Annotated[str, Said("below the title where a link to the page is shown; the date in words", ("date",))]


@dataclass(frozen=True, slots=True)
class PlayWords:
    """The page to play on, in a browser."""

    undo: Annotated[str, Said("a button: take the last mark back")]
    redo: Annotated[str, Said("a button: and put it there again")]
    check: Annotated[str, Said("a button: is all right so far?")]
    hint: Annotated[str, Said("a button: the next step")]
    restart: Annotated[str, Said("a button: clear all marks")]
    hide_time: Annotated[str, Said("a button: the clock goes")]
    show_time: Annotated[str, Said("a button: the clock comes back")]
    nothing: Annotated[str, Said("checked before there is a mark")]
    right: Annotated[Plural, Said("checked, no mark is wrong; the cells without one", ("count",))]
    wrong: Annotated[str, Said("checked, a mark is wrong")]
    wrong_first: Annotated[str, Said("a hint is wanted, but a mark is wrong")]
    show: Annotated[str, Said("a button: show which marks are wrong")]
    wrong_mark: Annotated[str, Said("read out after a wrong mark, when they are shown")]
    held: Annotated[str, Said("checked too early, where the page does not hold the answer")]
    before: Annotated[str, Said("a step, told for an earlier position than the reader's", ("step",))]
    stuck: Annotated[str, Said("a hint is wanted where no named technique goes on")]
    solved: Annotated[str, Said("all mines are found; time as 4:05", ("time",))]
    hints: Annotated[Plural, Said("the hints that were taken", ("count",))]
    share: Annotated[str, Said("the result, to send to others", ("title", "time"))]
    result: Annotated[str, Said("the name of the field that holds it")]
    copy_result: Annotated[str, Said("a button: copy the result")]
    copied: Annotated[str, Said("it is done")]
    not_copied: Annotated[str, Said("the browser does not allow it")]
    board: Annotated[str, Said("the name of the grid, read out", ("width", "height"))]
    cell: Annotated[str, Said("a cell, read out", ("row", "col", "what"))]
    clue: Annotated[str, Said("what is in it: a clue", ("number",))]
    witness: Annotated[str, Said("read out after a clue the hint rests on")]
    proved: Annotated[str, Said("read out after a cell the hint settles")]
    rules_heading: Annotated[str, Said("over the rules and keys")]
    rules: Annotated[str, Said("the rules in short")]
    pointer: Annotated[str, Said("playing by mouse or finger")]
    key_move: Annotated[str, Said("keys that move")]
    key_cycle: Annotated[str, Said("keys that go through the marks")]
    key_marks: Annotated[str, Said("keys of each mark: M, X, Delete")]
    key_undo: Annotated[str, Said("keys Z and Y")]
    key_check: Annotated[str, Said("key C")]
    key_hint: Annotated[str, Said("keys H and Escape, where the page has hints")]
    kept: Annotated[str, Said("where marks are saved")]
    text_heading: Annotated[str, Said("over the puzzle in words")]
    no_script: Annotated[str, Said("shown where scripts are off")]


@dataclass(frozen=True, slots=True)
class ClassicWords:
    """The page of a classic board: cells are opened and flagged. What it shares with the page to play on is there."""

    single: Annotated[str, Said("below the size: what the proof from the start took; one number at a time")]
    together: Annotated[str, Said("the same; numbers read together")]
    tried: Annotated[str, Said("the same; trying out what follows")]
    mines_left: Annotated[Plural, Said("below the number of mines that have no flag; short")]
    begin: Annotated[str, Said("before the first cell is opened", ("row", "col"))]
    not_yet: Annotated[str, Said("another cell is wanted first", ("row", "col"))]
    anywhere: Annotated[str, Said("the same as begin, for a board that may be begun anywhere")]
    flags: Annotated[str, Said("a button: while it is pressed in, a tap sets a flag")]
    larger: Annotated[str, Said("a button: while it is pressed in, cells are large")]
    lost: Annotated[str, Said("a mine was opened", ("row", "col"))]
    wrong_flags: Annotated[Plural, Said("then: the flags that stand on no mine", ("count",))]
    back: Annotated[str, Said("a button, after a mine: take the last step back")]
    show: Annotated[str, Said("a button, after a mine: show where all mines are")]
    went_back: Annotated[Plural, Said("after the time: the steps that were taken back", ("count",))]
    few_flags: Annotated[str, Said("read out: too few or too many flags stand around a number", ("number",))]
    opened: Annotated[Plural, Said("read out: cells that a step has opened", ("count",))]
    board: Annotated[str, Said("the name of the grid, read out", ("width", "height"))]
    covered: Annotated[str, Said("what is in a cell, read out: nothing is known")]
    start: Annotated[str, Said("the same: the cell to begin at")]
    flag: Annotated[str, Said("the same: a flag")]
    empty: Annotated[str, Said("the same: opened, no mine around")]
    hit: Annotated[str, Said("the same: the mine that was opened")]
    rules: Annotated[str, Said("the rules in short")]
    mouse: Annotated[str, Said("playing by mouse")]
    touch: Annotated[str, Said("playing by finger")]
    key_open: Annotated[str, Said("keys that open")]
    key_flag: Annotated[str, Said("key F")]
    key_around: Annotated[str, Said("key C: open what is around a number")]
    key_back: Annotated[str, Said("key Z: take the last step back")]
    kept: Annotated[str, Said("where the board is saved, and that the page knows the mines")]
    no_script: Annotated[str, Said("shown where scripts are off")]


@dataclass(frozen=True, slots=True)
class ArchiveWords:
    """The archive of a series on the web, and its feeds. Most stand as links or labels."""

    about: Annotated[str, Said("the series in a sentence")]
    about_by: Annotated[str, Said("the same with its author", ("author",))]
    entry: Annotated[str, Said("the title of a puzzle in a feed; series and number, date in words", ("name", "date"))]
    latest: Annotated[str, Said("over the newest puzzle")]
    play: Annotated[str, Said("a button: to the page to play on")]
    print: Annotated[str, Said("a link: the PDF of a puzzle")]
    solution: Annotated[str, Said("a link: the solution of a puzzle")]
    months: Annotated[str, Said("over the list of all months")]
    follow: Annotated[str, Said("before the links to feeds")]
    calendar: Annotated[str, Said("among the feeds: the one for calendars")]
    empty: Annotated[str, Said("when nothing has come out yet")]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language. ``code`` is its folder's name; ``cells`` says how explanations name cells."""

    code: str
    cells: Cells
    language: Annotated[str, Said("the language's own name")]
    paper: Annotated[Paper, Said("the paper of printers at home")]
    typography: Annotated[Typography, Said("how type is set")]
    difficulty: Annotated[DifficultyWords, Said("the difficulties, as printed; begin with a capital")]
    difficulty_in_text: Annotated[
        DifficultyWords, Said("the same within a sentence, after a name of any gender: case is the language's")
    ]
    puzzle: Annotated[PuzzleWords, Said("over a puzzle")]
    section: Annotated[SectionWords, Said("where a section opens")]
    key: Annotated[KeyWords, Said("the answer key")]
    contents: Annotated[ContentsWords, Said("the contents")]
    hints: Annotated[HintWords, Said("the hints")]
    score: Annotated[ScoreWords, Said("the score card")]
    notes: Annotated[NotesWords, Said("pages to write on")]
    picture: Annotated[PictureWords, Said("a picture for those who cannot see it")]
    cover: Annotated[CoverWords, Said("the guide of a cover")]
    legend: Annotated[LegendWords, Said("the marks explained")]
    example: Annotated[ExampleWords, Said("under the figures of a worked example")]
    numbers: Annotated[tuple[str, ...], Said("the numbers 1 to 8 in words, counting mines")]
    step: Annotated[StepWords, Said("the parts of a sentence about a step")]
    techniques: Annotated[Mapping[str, TechniqueWords], Said("the techniques", tier=0)]
    daily: Annotated[DailyWords, Said("a puzzle every day")]
    play: Annotated[PlayWords, Said("the page to play on")]
    classic: Annotated[ClassicWords, Said("the page of a classic board")]
    archive: Annotated[ArchiveWords, Said("the archive of a series, and its feeds")]
    mosaic: Annotated[MosaicWords, Said("what is said otherwise of a mosaic")]

    def of(self, variant: Variant) -> Words:
        """The words for puzzles of a variant: those of its group in place of the usual ones."""
        if not variant.words:
            return self
        group = getattr(self, variant.words)
        parts = {field.name: getattr(group, field.name) for field in fields(group)}
        return replace(self, **{name: self._with(name, part) for name, part in parts.items()})

    def _with(self, name: str, part: Any) -> Any:
        """The group of that name with other entries in place of its own."""
        if isinstance(part, Mapping):
            return part
        return replace(getattr(self, name), **{field.name: getattr(part, field.name) for field in fields(part)})

    def spelled(self, count: int) -> str:
        """A small number in words."""
        return self.numbers[count - 1] if 0 < count <= len(self.numbers) else self.number(count)

    def listed(self, names: Iterable[str]) -> str:
        """The names in a row: a, b and c."""
        return joined(names, self.code)

    def either(self, names: Iterable[str]) -> str:
        """The names as alternatives: a or b or c."""
        return joined(names, self.code, "or")

    def commas(self, parts: Iterable[str]) -> str:
        """The parts with commas between them: a, b, c."""
        return reduce(lambda a, b: self.step.comma.format(a=a, b=b), parts)

    def number(self, value: float, places: int = 0) -> str:
        """A number as the language writes it, with so many decimals."""
        return number_text(value, self.code, places)

    def cell(self, row: int, col: int) -> str:
        """A cell's name, row and column counted from 0: R1C1 or A1 is the top left."""
        if self.cells == "a1":
            return f"{letters(col)}{row + 1}"
        return self.step.cell.format(row=row + 1, col=col + 1)


def letters(number: int) -> str:
    """A column by letters, counted from 0.

    >>> letters(0), letters(25), letters(26), letters(59)
    ('A', 'Z', 'AA', 'BH')
    """
    most, last = divmod(number, 26)
    return (letters(most - 1) if most else "") + chr(ord("A") + last)
