"""The messages of a language in groups, one group for each place where they appear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.language.message_types import EntrySpec, Plural
from puzzlegen.solver.techniques import TECHNIQUES


@dataclass(frozen=True, slots=True)
class LegendMessages:
    """Explanations of the marks, on the page with the rules."""

    clue: Annotated[str, EntrySpec("beside a cell with a number")]
    mine: Annotated[str, EntrySpec("beside a disc")]
    safe: Annotated[str, EntrySpec("beside a dot")]


@dataclass(frozen=True, slots=True)
class TechniqueMessages:
    """The name of a technique, and the reason of one of its steps."""

    name: Annotated[str, EntrySpec("the technique's name")]
    reason: Annotated[str, EntrySpec("why a step of it holds; step.follows adds what is proved")]


@dataclass(frozen=True, slots=True)
class DifficultyMessages:
    """The names of the difficulties."""

    easy: Annotated[str, EntrySpec("the difficulty easy")]
    medium: Annotated[str, EntrySpec("the difficulty medium")]
    hard: Annotated[str, EntrySpec("the difficulty hard")]
    expert: Annotated[str, EntrySpec("the difficulty expert")]

    def __getitem__(self, code: str) -> str:
        word: str = getattr(self, code)
        return word

    def all(self) -> dict[str, str]:
        """Return the names by code."""
        return {code: self[code] for code in DIFFICULTIES}


@dataclass(frozen=True, slots=True)
class PuzzleMessages:
    """The lines above a puzzle."""

    answer: Annotated[str, EntrySpec("beside the difficulty: where the answer is", ("page",))]
    answer_sheet: Annotated[str, EntrySpec("the same, where the answers are on separate sheets", ("page",))]
    hint: Annotated[str, EntrySpec("before it: where the hint is", ("page",))]
    par: Annotated[str, EntrySpec("on the second line: the minutes a steady solver needs", ("low", "high"))]
    par_about: Annotated[str, EntrySpec("the same where both are equal", ("minutes",))]
    mines: Annotated[Plural, EntrySpec("on the second line: the printed number of mines", ("count",))]
    online: Annotated[str, EntrySpec("beside the square code that opens the puzzle in a browser; short")]
    time: Annotated[str, EntrySpec("on the second line, before space to write: the reader's own time")]
    name: Annotated[str, EntrySpec("at the head of a worksheet, before space to write: the pupil's name")]
    date: Annotated[str, EntrySpec("beside it: the date")]
    rules: Annotated[str, EntrySpec("the rules in one or two sentences, for pages that stand alone")]


@dataclass(frozen=True, slots=True)
class SectionMessages:
    """The page where a section opens."""

    range: Annotated[str, EntrySpec("the numbers of its puzzles", ("first", "last"))]
    single: Annotated[str, EntrySpec("the number of its only puzzle", ("first",))]
    more: Annotated[str, EntrySpec("that an earlier section, with this name, explains such puzzles", ("name",))]
    no_total: Annotated[str, EntrySpec("in the rules: that no number of mines is printed")]
    total: Annotated[
        str, EntrySpec("in the rules and where such a section opens: what a printed number of mines means")
    ]
    shape: Annotated[
        str, EntrySpec("in the rules and where such a section opens: what it means that boards have a shape")
    ]
    two_pages: Annotated[str, EntrySpec("where such a section opens: that each puzzle covers two facing pages")]


@dataclass(frozen=True, slots=True)
class KeyMessages:
    """The answer key."""

    heading: Annotated[str, EntrySpec("the heading")]
    note: Annotated[str, EntrySpec("the line under the heading")]
    marks: Annotated[str, EntrySpec("behind it: what the marks of answers mean")]
    shuffled: Annotated[str, EntrySpec("a second line there, when the answers do not follow the order of the puzzles")]
    page: Annotated[str, EntrySpec("over an answer: the puzzle's page", ("page",))]


@dataclass(frozen=True, slots=True)
class ContentsMessages:
    """The table of contents."""

    heading: Annotated[str, EntrySpec("the heading")]


@dataclass(frozen=True, slots=True)
class HintMessages:
    """The hints, at the back of the book or at the foot of each page."""

    heading: Annotated[str, EntrySpec("the heading")]
    note: Annotated[str, EntrySpec("the paragraph under the heading", ("cell",))]
    first: Annotated[str, EntrySpec("before the first step")]
    later: Annotated[str, EntrySpec("before the hardest step to find")]
    zero: Annotated[str, EntrySpec("a question that leads to a step, after where to look: at a 0")]
    complete: Annotated[str, EntrySpec("the same: a clue has all its mines")]
    left: Annotated[str, EntrySpec("the same: a clue needs all its blanks")]
    total: Annotated[str, EntrySpec("the same: the printed number of mines decides")]
    compare: Annotated[Plural, EntrySpec("the same: compare a clue with others, by their number", ("clues",))]
    add: Annotated[str, EntrySpec("the same: add up clues, and compare with the printed number", ("clues",))]
    ways: Annotated[str, EntrySpec("the same: all ways to place the mines of a clue agree")]
    mine: Annotated[str, EntrySpec("the same: suppose that a cell is a mine", ("cell",))]
    safe: Annotated[str, EntrySpec("the same: suppose that a cell is safe", ("cell",))]


@dataclass(frozen=True, slots=True)
class ScoreMessages:
    """The score card, a narrow table."""

    heading: Annotated[str, EntrySpec("the heading")]
    number: Annotated[str, EntrySpec("over the puzzles' numbers")]
    difficulty: Annotated[str, EntrySpec("over the marks")]
    par: Annotated[str, EntrySpec("over the par times")]
    time: Annotated[str, EntrySpec("over the space for the reader's times")]
    done: Annotated[str, EntrySpec("over the boxes to tick")]
    minutes: Annotated[str, EntrySpec("a par time", ("low", "high"))]
    minutes_about: Annotated[str, EntrySpec("the same where both are equal", ("minutes",))]


@dataclass(frozen=True, slots=True)
class GalleryMessages:
    """The gallery of pictures."""

    heading: Annotated[str, EntrySpec("the heading")]


@dataclass(frozen=True, slots=True)
class ColophonMessages:
    """The proof statement."""

    series: Annotated[str, EntrySpec("the series of the book, before the typeface", ("series",))]


@dataclass(frozen=True, slots=True)
class NotesMessages:
    """The pages for notes."""

    heading: Annotated[str, EntrySpec("the heading")]


@dataclass(frozen=True, slots=True)
class PictureMessages:
    """The text alternatives of pictures. Short ones have at most 125 characters."""

    game: Annotated[str, EntrySpec("the kind of puzzle, where no series is named")]
    number: Annotated[str, EntrySpec("a puzzle's number in its series", ("number",))]
    size: Annotated[str, EntrySpec("cells across and down", ("width", "height"))]
    puzzle: Annotated[str, EntrySpec("a puzzle with a text version below; name, number, size", ("puzzle",))]
    solution: Annotated[str, EntrySpec("its solution", ("puzzle",))]
    animation: Annotated[str, EntrySpec("a looping animation of its solution", ("puzzle", "steps"))]
    classic_animation: Annotated[
        str, EntrySpec("the same of a classic board, of which no text version is below", ("puzzle", "steps"))
    ]
    row: Annotated[str, EntrySpec("the text version: a row", ("row", "cells"))]
    blank: Annotated[str, EntrySpec("in a row: a cell without a number")]
    mine: Annotated[str, EntrySpec("in a row: a mine")]
    safe: Annotated[str, EntrySpec("in a row: a cell without a number that is safe")]
    outside: Annotated[str, EntrySpec("in a row: no cell of the board")]
    circled: Annotated[str, EntrySpec("in a row of a worked example: a number with a circle around it", ("number",))]


@dataclass(frozen=True, slots=True)
class CoverMessages:
    """The back of a cover, and the guide that shows where it is folded and cut."""

    spine: Annotated[str, EntrySpec("along the spine")]
    barcode: Annotated[str, EntrySpec("in the area that the printer's barcode covers")]
    safe: Annotated[str, EntrySpec("inside the frame that text must stay in")]
    kinds: Annotated[
        str, EntrySpec("on the back: the kinds of puzzles, in place of the rules of a single kind", ("kinds",))
    ]
    size: Annotated[str, EntrySpec("on the back, in a list: the size of all boards", ("size",))]
    sizes: Annotated[str, EntrySpec("the same, if they differ", ("smallest", "largest"))]
    difficulty: Annotated[str, EntrySpec("in the list: the difficulty of all puzzles", ("difficulty",))]
    difficulties: Annotated[str, EntrySpec("the same, if it rises", ("easiest", "hardest"))]
    pictures: Annotated[str, EntrySpec("in the list: all solutions are pictures")]
    some_pictures: Annotated[str, EntrySpec("the same, if only some are")]
    hints_back: Annotated[str, EntrySpec("in the list: the book has hints at its end")]
    hints_foot: Annotated[str, EntrySpec("in the list: each puzzle page has hints at its foot, upside down")]
    answers_back: Annotated[str, EntrySpec("in the list: the answers are at the end of the book")]
    answers_section: Annotated[str, EntrySpec("in the list: the answers of a section follow it")]
    sample: Annotated[str, EntrySpec("below a puzzle of the book on the back", ("number", "difficulty"))]
    badge_puzzles: Annotated[str, EntrySpec("on a disc on the front: the number of puzzles", ("puzzles",))]
    badge_difficulties: Annotated[str, EntrySpec("the same: their difficulty, if it rises", ("easiest", "hardest"))]
    badge_large_print: Annotated[str, EntrySpec("the same: large letters and cells")]


@dataclass(frozen=True, slots=True)
class ExampleMessages:
    """The captions under the figures of a worked example, which are narrow."""

    before: Annotated[str, EntrySpec("the figure before the first step")]
    after: Annotated[str, EntrySpec("the figure after the last step")]
    so_far: Annotated[str, EntrySpec("the figure before the step that shows a technique")]
    proved: Annotated[str, EntrySpec("the figure after that step")]
    total: Annotated[str, EntrySpec("the printed number of mines decides")]
    zero: Annotated[str, EntrySpec("a 0")]
    satisfied: Annotated[Plural, EntrySpec("a number that has its mines", ("number",))]
    exhausted: Annotated[Plural, EntrySpec("a number that needs all its blanks, {count} in words", ("number", "count"))]
    exhausted_more: Annotated[Plural, EntrySpec("the same, when it has some of its mines", ("number", "count"))]
    several_clues: Annotated[
        Mapping[str, str],
        EntrySpec(
            "a tier 2 step; {number} is the first circled number, {other} the second", may=("number", "other"), tier=2
        ),
    ]
    others_fail: Annotated[str, EntrySpec("a number all of whose other placements fail", ("number",))]
    others_fail_total: Annotated[str, EntrySpec("the same, when the printed number of mines is needed", ("number",))]


@dataclass(frozen=True, slots=True)
class StepMessages:
    """The parts of a sentence about a step of the solution."""

    cell: Annotated[str, EntrySpec("a cell by its row and column", ("row", "col"))]
    comma: Annotated[str, EntrySpec("two parts with a comma between them", ("a", "b"))]
    clue: Annotated[str, EntrySpec("a clue with its number", ("cell", "number"))]
    clue_left: Annotated[Plural, EntrySpec("the same, some of its mines found", ("cell", "number", "count"))]
    mines: Annotated[Plural, EntrySpec("cells proved to be mines", ("cells",))]
    safe: Annotated[Plural, EntrySpec("cells proved to be safe", ("cells",))]
    mines_and_safe: Annotated[str, EntrySpec("mines and safe cells in one sentence", ("mines", "safe"))]
    no_placement: Annotated[Plural, EntrySpec("a clue and the placements that fail", ("clue", "tries"))]
    placement: Annotated[str, EntrySpec("a placement that fails, and the clue it breaks", ("cells", "broken"))]
    placement_through: Annotated[
        str, EntrySpec("the same, when other clues are played in between", ("cells", "broken", "chain"))
    ]
    more_placements: Annotated[Plural, EntrySpec("the number of placements that are not listed", ("count",))]
    the_total: Annotated[str, EntrySpec("the printed number of mines, as what a placement breaks")]
    zero: Annotated[str, EntrySpec("the reason of a step at a 0", ("clue",))]
    follows: Annotated[str, EntrySpec("a step: the reason of its technique, and what is proved", ("reason", "proved"))]
    so: Annotated[str, EntrySpec("what is proved, after a contradiction", ("proved",))]
    either: Annotated[str, EntrySpec("what is proved, after cases that all lead to it", ("proved",))]
    suppose_mine: Annotated[Plural, EntrySpec("a supposition: one of these cells is a mine", ("cells",))]
    suppose_safe: Annotated[Plural, EntrySpec("a supposition: one of these cells is safe", ("cells",))]
    ways: Annotated[Plural, EntrySpec("the ways to place the mines of a clue", ("clue", "count"))]
    case: Annotated[str, EntrySpec("one of these ways, and what follows from it", ("number", "supposed", "chain"))]
    needs: Annotated[str, EntrySpec("what follows: the cells that a clue needs", ("clue", "cells"))]
    complete: Annotated[str, EntrySpec("what follows: a clue has all it needs", ("clue", "proved"))]
    together: Annotated[str, EntrySpec("what follows from several clues together", ("clues", "proved"))]
    more_steps: Annotated[Plural, EntrySpec("the consequences that are left out", ("count",))]
    by_total: Annotated[str, EntrySpec("what follows from the printed number of mines", ("proved",))]
    too_many: Annotated[str, EntrySpec("a clash: a clue has too many mines", ("clue",))]
    too_few: Annotated[str, EntrySpec("a clash: a clue has too few cells left for its mines", ("clue",))]
    clash: Annotated[str, EntrySpec("a clash of two clues", ("clues",))]
    total_too_many: Annotated[str, EntrySpec("a clash: more mines than the printed number")]
    total_too_few: Annotated[str, EntrySpec("a clash: fewer mines than the printed number")]
    look_left: Annotated[str, EntrySpec("where to look: a clue in the left third of a row", ("number", "row"))]
    look_middle: Annotated[str, EntrySpec("where to look: a clue in the middle of a row", ("number", "row"))]
    look_right: Annotated[str, EntrySpec("where to look: a clue in the right third of a row", ("number", "row"))]
    look_total: Annotated[str, EntrySpec("where to look: the printed number of mines")]


@dataclass(frozen=True, slots=True)
class DailyMessages:
    """The page, the mail and the printed page of a daily puzzle."""

    play: Annotated[str, EntrySpec("a link: to the page to play on")]
    print: Annotated[str, EntrySpec("a link: to the PDF for the reader's own printer")]
    all: Annotated[str, EntrySpec("a link: to the archive")]
    next_puzzle: Annotated[str, EntrySpec("a link: to the puzzle after this one")]
    solution: Annotated[
        str, EntrySpec("over the solution of the puzzle before; picture.number is filled in", ("number",))
    ]
    solution_text: Annotated[str, EntrySpec("over, and as a link to, that solution row by row in words", ("number",))]
    next: Annotated[str, EntrySpec("below a puzzle: when its solution comes")]
    about: Annotated[str, EntrySpec("below the title where a link to the page is shown; the date in words", ("date",))]
    digest: Annotated[str, EntrySpec("the title of the weekly mail; the title of the series", ("title",))]
    classic: Annotated[str, EntrySpec("the kind of a puzzle: a board of the clickable game")]
    classic_print: Annotated[str, EntrySpec("in place of print for such a board: the PDF has a puzzle with its mines")]
    classic_text: Annotated[str, EntrySpec("over that puzzle, row by row in words")]


@dataclass(frozen=True, slots=True)
class PlayMessages:
    """The page where a puzzle is played in a browser."""

    undo: Annotated[str, EntrySpec("a button: take the last mark back")]
    redo: Annotated[str, EntrySpec("a button: restore that mark")]
    check: Annotated[str, EntrySpec("a button: check the marks so far")]
    hint: Annotated[str, EntrySpec("a button: the next step")]
    restart: Annotated[str, EntrySpec("a button: clear all marks")]
    restart_again: Annotated[str, EntrySpec("after the first press of that button", ("restart",))]
    crosses: Annotated[str, EntrySpec("a button: while it is pressed in, a tap or drag sets crosses")]
    what_if: Annotated[str, EntrySpec("a button: begin to set marks on trial")]
    trial: Annotated[str, EntrySpec("for screen readers: after a mark that is on trial")]
    trial_begun: Annotated[str, EntrySpec("after that button was pressed")]
    keep: Annotated[str, EntrySpec("a button: keep the marks on trial")]
    discard: Annotated[str, EntrySpec("a button: remove the marks on trial")]
    pause: Annotated[str, EntrySpec("a button: stop the clock and hide the board")]
    resume: Annotated[str, EntrySpec("the same button, while the clock is stopped")]
    auto_cross: Annotated[str, EntrySpec("a switch: cells around a number that has its mines get crosses")]
    feedback: Annotated[str, EntrySpec("what the looks of a number mean")]
    complete: Annotated[str, EntrySpec("for screen readers: after a number that has its mines")]
    too_many: Annotated[str, EntrySpec("for screen readers: after a number with too many mines")]
    too_few: Annotated[str, EntrySpec("for screen readers: after a number that lacks cells for its mines")]
    send: Annotated[str, EntrySpec("a button: send the result with another program")]
    hide_time: Annotated[str, EntrySpec("a button: hide the clock")]
    show_time: Annotated[str, EntrySpec("a button: show the clock")]
    whole: Annotated[str, EntrySpec("a button while cells are large: show all of the board, in small cells")]
    larger: Annotated[str, EntrySpec("the same button after that: show larger cells")]
    no_marks_yet: Annotated[str, EntrySpec("checked before there is a mark")]
    correct_so_far: Annotated[Plural, EntrySpec("checked, no mark is wrong; the cells without one", ("count",))]
    mistake: Annotated[str, EntrySpec("checked, a mark is wrong")]
    fix_mistake_first: Annotated[str, EntrySpec("a hint is requested, but a mark is wrong")]
    show: Annotated[str, EntrySpec("a button: show which marks are wrong")]
    show_all: Annotated[str, EntrySpec("a button: show a hint that was shortened in full")]
    wrong_mark: Annotated[str, EntrySpec("for screen readers: after a wrong mark")]
    answer_not_out: Annotated[str, EntrySpec("checked too early, on a page that does not contain the answer")]
    other_marks_ignored: Annotated[str, EntrySpec("a step for an earlier position than the reader's", ("step",))]
    no_technique: Annotated[str, EntrySpec("a hint is requested where no named technique applies")]
    solved: Annotated[str, EntrySpec("all mines are found; time as 4:05", ("time",))]
    hints: Annotated[Plural, EntrySpec("the hints that were taken", ("count",))]
    share: Annotated[str, EntrySpec("the result, to send to others", ("title", "time"))]
    result: Annotated[str, EntrySpec("the name of the field that holds it")]
    copy_result: Annotated[str, EntrySpec("a button: copy the result")]
    copied: Annotated[str, EntrySpec("it is done")]
    not_copied: Annotated[str, EntrySpec("the browser does not allow it")]
    board: Annotated[str, EntrySpec("the name of the grid for screen readers", ("width", "height"))]
    cell: Annotated[str, EntrySpec("a cell for screen readers", ("row", "col", "what"))]
    clue: Annotated[str, EntrySpec("what is in it: a clue", ("number",))]
    witness: Annotated[str, EntrySpec("for screen readers: after a clue that the hint uses")]
    proved: Annotated[str, EntrySpec("for screen readers: after a cell that the hint decides")]
    rules_heading: Annotated[str, EntrySpec("over the rules and keys")]
    rules: Annotated[str, EntrySpec("the rules in short")]
    pointer: Annotated[str, EntrySpec("playing by mouse or finger")]
    drag: Annotated[str, EntrySpec("marking several cells by dragging")]
    pan: Annotated[
        str, EntrySpec("dragging a board larger than the screen with a finger, and marking several cells there")
    ]
    overview: Annotated[str, EntrySpec("what a tap on a small cell does in the view of the whole board")]
    counted: Annotated[str, EntrySpec("how to see the cells that a number counts")]
    key_move: Annotated[str, EntrySpec("keys that move")]
    key_cycle: Annotated[str, EntrySpec("keys that go through the marks")]
    key_marks: Annotated[str, EntrySpec("keys of each mark: M, X, Delete")]
    key_undo: Annotated[str, EntrySpec("keys Z and Y")]
    key_check: Annotated[str, EntrySpec("key C")]
    key_hint: Annotated[str, EntrySpec("keys H and Escape, where the page has hints")]
    kept: Annotated[str, EntrySpec("where marks are saved")]
    text_heading: Annotated[str, EntrySpec("over the puzzle in words")]
    no_script: Annotated[str, EntrySpec("shown where JavaScript is off")]


@dataclass(frozen=True, slots=True)
class ClassicMessages:
    """The page of a classic board. It also uses some entries of PlayMessages."""

    one_number: Annotated[str, EntrySpec("below the size: the proof needs one number at a time")]
    several_numbers: Annotated[str, EntrySpec("the same: the proof combines numbers")]
    assumptions: Annotated[str, EntrySpec("the same: the proof tests assumptions")]
    mines_left: Annotated[Plural, EntrySpec("below the number of mines that have no flag; short")]
    start_at: Annotated[str, EntrySpec("before the first cell is opened", ("row", "col"))]
    open_start_first: Annotated[str, EntrySpec("the reader must open the marked cell first", ("row", "col"))]
    start_anywhere: Annotated[str, EntrySpec("the same as begin, for a board that may be begun anywhere")]
    restart_again: Annotated[str, EntrySpec("after the first press of the button play.restart", ("restart",))]
    new_board: Annotated[str, EntrySpec("a button: play another board")]
    best: Annotated[
        str,
        EntrySpec("after the time: the shortest of boards of this size, without help", ("time",)),
    ]
    flags: Annotated[str, EntrySpec("a button: while it is pressed in, a tap sets a flag")]
    mine_opened: Annotated[str, EntrySpec("a mine was opened", ("row", "col"))]
    wrong_flags: Annotated[Plural, EntrySpec("after that: the number of wrong flags", ("count",))]
    back: Annotated[str, EntrySpec("a button, after a mine: take the last step back")]
    show: Annotated[str, EntrySpec("a button, after a mine: show where all mines are")]
    steps_undone: Annotated[Plural, EntrySpec("after the time: the steps that were taken back", ("count",))]
    flags_differ: Annotated[str, EntrySpec("for screen readers: a number has too few or too many flags", ("number",))]
    opened: Annotated[Plural, EntrySpec("for screen readers: the cells that a step opened", ("count",))]
    board: Annotated[str, EntrySpec("the name of the grid for screen readers", ("width", "height"))]
    covered: Annotated[str, EntrySpec("what is in a cell for screen readers: nothing is known")]
    start: Annotated[str, EntrySpec("the same: the cell to begin at")]
    flag: Annotated[str, EntrySpec("the same: a flag")]
    empty: Annotated[str, EntrySpec("the same: opened, no mine around")]
    hit: Annotated[str, EntrySpec("the same: the mine that was opened")]
    rules: Annotated[str, EntrySpec("the rules in short")]
    example_mine: Annotated[str, EntrySpec("beside a drawing: the circled 1 touches one covered cell, which is a mine")]
    example_safe: Annotated[str, EntrySpec("the same: the circled 1 has its flag, so the cell right of it was safe")]
    mouse: Annotated[str, EntrySpec("playing by mouse")]
    touch: Annotated[str, EntrySpec("playing by finger")]
    drag: Annotated[
        str, EntrySpec("flagging several cells, and marks on trial; names the buttons flags and play.what_if")
    ]
    trial_begun: Annotated[str, EntrySpec("after the button to begin marks on trial was pressed")]
    key_open: Annotated[str, EntrySpec("keys that open")]
    key_flag: Annotated[str, EntrySpec("key F")]
    key_around: Annotated[str, EntrySpec("key C: open what is around a number")]
    key_back: Annotated[str, EntrySpec("key Z: take the last step back")]
    kept: Annotated[str, EntrySpec("where the board is saved, and that the page contains the mines")]
    no_script: Annotated[str, EntrySpec("shown where JavaScript is off")]


@dataclass(frozen=True, slots=True)
class ArchiveMessages:
    """The archive of a series on the web, and its feeds. Most entries are links or labels."""

    about: Annotated[str, EntrySpec("the series in a sentence")]
    about_by: Annotated[str, EntrySpec("the same with its author", ("author",))]
    entry: Annotated[
        str, EntrySpec("the title of a puzzle in a feed; series and number, date in words", ("name", "date"))
    ]
    latest: Annotated[str, EntrySpec("over the newest puzzle")]
    play: Annotated[str, EntrySpec("a button: to the page to play on")]
    print: Annotated[str, EntrySpec("a link: the PDF of a puzzle")]
    solution: Annotated[str, EntrySpec("a link: the solution of a puzzle")]
    months: Annotated[str, EntrySpec("over the list of all months")]
    follow: Annotated[str, EntrySpec("before the links to feeds")]
    calendar: Annotated[str, EntrySpec("among the feeds: the one for calendars")]
    empty: Annotated[str, EntrySpec("when nothing has come out yet")]
    results: Annotated[str, EntrySpec("over the results of the reader")]
    solved_puzzles: Annotated[Plural, EntrySpec("how many puzzles the reader has solved", ("count",))]
    in_a_row: Annotated[Plural, EntrySpec("how many of them follow each other up to now", ("count",))]
    longest_streak: Annotated[str, EntrySpec("the most that ever followed each other", ("count",))]
    best_time: Annotated[str, EntrySpec("the shortest time at a difficulty", ("difficulty", "time"))]
    picture: Annotated[str, EntrySpec("after a difficulty: the kind of a puzzle whose solution is a picture")]
    save_results: Annotated[str, EntrySpec("a link: download the results")]
    results_kept: Annotated[str, EntrySpec("where the results are saved")]
    no_results: Annotated[str, EntrySpec("while there are none")]
    load_results: Annotated[
        str, EntrySpec("a button: add results from a file that was saved here or in another browser")
    ]
    results_added: Annotated[Plural, EntrySpec("after that: how many of the file were new", ("count",))]
    not_results: Annotated[str, EntrySpec("after that: the file holds no results", ("name",))]
    not_saved: Annotated[str, EntrySpec("after that: the browser blocks the storage of pages")]
    newest: Annotated[str, EntrySpec("the reader asked for the puzzle after the newest one")]
    offline: Annotated[str, EntrySpec("over a page that stands for another one, without a network")]
    not_offline: Annotated[str, EntrySpec("below that: what it stands for, and what to do")]
    load_again: Annotated[str, EntrySpec("below that: a link to the other page")]
    offline_pages: Annotated[str, EntrySpec("below that: over links to pages that need no network")]


# The entries that a variant of the puzzle may replace, by group; it keeps the usual ones that it does not replace. In a
# mosaic, for example, cells are filled or empty, and a number also counts its own cell.
VARIANT_ENTRIES: Mapping[str, tuple[str, ...]] = {
    "puzzle": ("mines", "rules"),
    "section": ("no_total", "total"),
    "key": ("marks",),
    "picture": ("game", "mine", "safe"),
    "legend": ("clue", "mine", "safe"),
    "example": (
        "total", "zero", "satisfied", "exhausted", "exhausted_more", "several_clues", "others_fail",
        "others_fail_total",
    ),
    "hints": ("left", "mine", "safe"),
    "step": (
        "mines", "safe", "no_placement", "zero", "suppose_mine", "suppose_safe", "too_many", "too_few", "look_total",
    ),
    "techniques": tuple(TECHNIQUES),
    "play": (
        "answer_not_out", "no_technique", "board", "cell", "rules", "pointer", "key_move", "key_cycle", "key_marks",
    ),
}  # fmt: skip
CLASSIC = "classic"  # the name of the messages of classic boards among those of the variants
# Those that every variant but classic boards must replace, because the usual ones state other rules
VARIANT_RULES = (("puzzle", "rules"), ("picture", "game"), ("legend", "clue"), ("play", "rules"))
