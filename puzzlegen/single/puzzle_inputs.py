"""Reads puzzles that a command names, as arguments, in files or on stdin, and marks of a player to continue from."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import Puzzle, Status
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.errors import FormatError, UnknownTextError
from puzzlegen.files.reading import MAX_TEXT, open_file
from puzzlegen.formats import detect, line
from puzzlegen.formats.cells import quoted
from puzzlegen.formats.detect import ARGUMENT, ParsedEntry
from puzzlegen.formats.json_record import dumps
from puzzlegen.formats.source_text import opened_text
from puzzlegen.single.solve_puzzles import Answer, states_as_text
from puzzlegen.solver.tiers import PuzzleTrace, run
from puzzlegen.wording import cannot_hold

# The start of a puzzle in any format
_PUZZLE = re.compile(
    rf"\s*(?:[{{\[]|(?:{line.TAG})?[0-9]+x[0-9]+:|pzprv3|[\"'(<]*[a-z]+://|[^/]*/?p(?:\.html)?\?|mines/[0-9]+/[0-9]+/)"
)
_ENDING = re.compile(r"\.(?:txt|text|jsonl?|html?|csv|md|ya?ml|pdf|svg|png|gif|gz|zip|pzl|log|out)$", re.IGNORECASE)
SHORT_RUN = 3  # lines in no known format that are reported one by one
MOST_WAITING = 10_000  # errors that wait for the first puzzle
MAX_LINE_LENGTH = 1 << 24  # characters: a million cells take less in every format


def read_puzzles(
    texts: Iterable[str], variant: Variant = MINESWEEPER, form: str | None = None, total: int | None = None
) -> Iterator[ParsedEntry]:
    """Yield the puzzles of each text: a puzzle itself, the name of a file of puzzles, or ``-`` for stdin.

    An error comes in the place of its puzzle. ``variant`` is assumed for puzzles that do not name theirs;
    ``form`` is the only format that is read, None for all. ``total`` becomes that of puzzles that state no mines.
    """
    entries = _of_texts(list(texts), variant, form)
    return entries if total is None else (_with_total(entry, total) for entry in entries)


def _of_texts(texts: list[str], variant: Variant, form: str | None) -> Iterator[ParsedEntry]:
    for number, text in enumerate(texts, start=1):
        if text == "-":
            yield from _of_file("stdin", variant, form, sys.stdin)
        elif may_hold_several(text):
            yield from _of_file(text, variant, form)
        else:
            yield _of_argument(text, number, (variant, form), several=len(texts) > 1)


def _with_total(entry: ParsedEntry, total: int) -> ParsedEntry:
    """The entry with the number of mines of ``--total``; an error if its source states others, or it cannot fit."""
    if isinstance(entry.found, FormatError):
        return entry
    puzzle = entry.found
    stated = puzzle.stated if puzzle.total is None else (puzzle.total,)
    if stated and total not in stated:
        remedy = "leave it out" if len(stated) == 1 else "give one of these"
        numbers = puzzle.stated_text if puzzle.total is None else puzzle.total
        words = f"--total is {total}, but the puzzle states {numbers}; {remedy}"
        return replace(entry, found=FormatError(f"{entry.name}: {words}"))
    try:
        return replace(entry, found=replace(puzzle, total=total, stated=()))
    except FormatError as error:
        return replace(entry, found=FormatError(f"{entry.name}: --total: {error}"))


def cell_count(read: ParsedEntry) -> int:
    """Return the cells of an entry, as a measure of the work it takes."""
    return 1 if isinstance(read.found, FormatError) else read.found.grid.size


def _of_argument(text: str, number: int, meant: tuple[Variant, str | None], several: bool) -> ParsedEntry:
    try:
        return ParsedEntry(ARGUMENT, number, detect.parse(text, *meant))
    except FormatError as error:
        if not_a_file := _about_path(text):
            return ParsedEntry(ARGUMENT, number, not_a_file)
        return ParsedEntry(ARGUMENT, number, FormatError(f"argument {number}, {error}") if several else error)


def _about_path(text: str) -> FormatError | None:
    """Return the error of a text that is the path of a directory, or looks like that of a file that is not there."""
    if text and _check_path(Path.is_dir, text):  # the empty text would be the current folder
        return FormatError(f"{text}: is a directory; name a file in it")
    return FormatError(f"{quoted(text)}: no such file, and no puzzle either") if looks_like_a_file(text) else None


def may_hold_several(text: str) -> bool:
    """Tell whether a text names a file or stdin, which may hold several puzzles."""
    return (
        text == "-" or _check_path(Path.is_file, text) or _check_path(Path.is_fifo, text)
    )  # a shell passes <(...) as a pipe


def _check_path(test: Callable[[Path], bool], text: str) -> bool:
    try:
        return test(Path(text))
    except (OSError, ValueError):  # too long for a file name, or contains a NUL
        return False


def looks_like_a_file(text: str) -> bool:
    """Tell whether a text that is no puzzle was meant as a file name, not as a puzzle with a typo."""
    if _PUZZLE.match(text) or "\n" in text:
        return False
    return "/" in text or "\\" in text or _ENDING.search(text) is not None


def _of_file(name: str, variant: Variant, form: str | None, given: TextIO | None = None) -> Iterator[ParsedEntry]:
    """Yield the puzzles of a file, or of the open stream ``given``; an error in reading ends them.

    A source without any puzzle or error is an error, because a command that prints nothing would seem to have worked.
    """
    empty, nothing = True, "nothing"

    def noted(texts: Iterable[str]) -> Iterator[str]:
        nonlocal nothing
        for text in texts:
            nothing = "only comments" if text.strip() else nothing
            yield text

    try:
        with _opened(name, name) if given is None else _opened_again(given, name) as file:
            for entry in _summarized(detect.read_lines(noted(_lines(file, name, MAX_TEXT)), name, variant, form)):
                empty = False
                yield entry
    except OSError as error:
        yield ParsedEntry(name, 0, FormatError(f"{name}: cannot be read: {error.strerror or error}"))
    except FormatError as error:
        yield ParsedEntry(name, 0, error)
    else:
        if empty:
            words = f"{name}: found {nothing}, expected a puzzle such as {line.EXAMPLE}"
            yield ParsedEntry(name, 0, FormatError(words))


def _summarized(entries: Iterable[ParsedEntry]) -> Iterator[ParsedEntry]:
    """Report many lines in no known format as one error.

    Errors above the first puzzle wait for it. Without any, and with enough lines in no known format among them, one
    error says that the source is no text of puzzles.
    """
    above: list[ParsedEntry] = []
    entries = iter(entries)
    for entry in entries:
        above.append(entry)
        if isinstance(entry.found, Puzzle) or len(above) >= MOST_WAITING:
            yield from _with_short_runs(above)
            yield from _with_short_runs(entries)
            return
    unknown = sum(isinstance(entry.found, UnknownTextError) for entry in above)
    if len(above) > SHORT_RUN and 4 * unknown > len(above):
        source, first = above[0].source, above[0].line
        words = f"found no puzzle, but {len(above)} texts in no known format; the first is in line {first}"
        yield ParsedEntry(source, first, FormatError(f"{source}: {words}"))
    else:
        yield from _with_short_runs(above)


def _with_short_runs(entries: Iterable[ParsedEntry]) -> Iterator[ParsedEntry]:
    """Replace runs of lines in no known format by the error of the first, if there are more than SHORT_RUN."""
    run: list[ParsedEntry] = []  # the first lines of the run, and the last
    length = 0

    def ended() -> Iterator[ParsedEntry]:
        if length > SHORT_RUN:
            words = f"{run[0].found}; so are {length - 1} more up to line {run[-1].line}"
            yield replace(run[0], found=FormatError(words))
        else:
            yield from run

    for entry in entries:
        if isinstance(entry.found, UnknownTextError):
            run = [*run[:SHORT_RUN], entry]
            length += 1
            continue
        yield from ended()
        run, length = [], 0
        yield entry
    yield from ended()


def text_of(source: str) -> tuple[str, str]:
    """Return the text of a file or of stdin (``-``), and the name of its place; any other ``source`` is a text itself.

    The name is empty for a text itself. Raises FormatError for a file that cannot be read, and for a text that looks
    like the name of one.
    """
    if not may_hold_several(source):
        if not_a_file := _about_path(source):
            raise not_a_file
        return source, ""
    name = "stdin" if source == "-" else source
    try:
        with opened_source(source) as file:
            return "".join(_lines(file, name, MAX_LINE_LENGTH)), name
    except OSError as error:
        raise FormatError(f"{name}: cannot be read: {error.strerror or error}") from None


def opened_source(text: str) -> AbstractContextManager[TextIO]:
    """Open the file with this name, or stdin for ``-``. Raises OSError, and FormatError if it holds no text."""
    return _opened_again(sys.stdin, "stdin") if text == "-" else _opened(text, text)


def _opened(name: str | int, source: str) -> TextIO:
    """Open a file, or a file descriptor, as text. Raises FormatError for a file that holds no text."""
    file = os.fdopen(name, "rb", closefd=False) if isinstance(name, int) else open_file(name, pipes=True)
    return opened_text(file, source)


def _opened_again(stream: TextIO, source: str) -> AbstractContextManager[TextIO]:
    """Open a stream again: Python cannot exit while a thread still waits inside its own stdin object."""
    try:
        return _opened(stream.fileno(), source)
    except (io.UnsupportedOperation, AttributeError):  # not a real file
        return nullcontext(stream)


def _lines(file: TextIO, source: str, most: int) -> Iterator[str]:
    """Yield the lines as they arrive. Raises FormatError for a line longer than any puzzle, and ``most`` characters."""
    number = length = 0
    while text := file.readline(MAX_LINE_LENGTH):
        number += 1
        length += len(text)
        if len(text) == MAX_LINE_LENGTH:
            raise FormatError(
                f"{source}:{number}: a line of {MAX_LINE_LENGTH} characters or more; no puzzle is as long"
            )
        if length > most:
            raise FormatError(f"{source}:{number}: the text has more than {most} characters: split it")
        yield text


_VALUES = {"y": MINE, "n": SAFE, "?": UNKNOWN}
_DESCRIPTIONS = {MINE: "a mine", SAFE: "safe"}


def solve_from_marks(answer: Answer, text: str, max_tier: int) -> PuzzleTrace:
    """Solve on from a player's marks.

    Args:
        answer: the result for the puzzle itself.
        text: one letter per cell, as in answers: y a mine, n no mine, ? unknown.
        max_tier: the highest tier to use.

    Raises FormatError for a text of another form, and for the first wrong mark. If the puzzle does not have exactly one
    solution, a mark is wrong where it contradicts what is proved, or all clues together.
    """
    puzzle = answer.rounds.puzzle
    marks = parse_marks(text, puzzle)
    right = _proved(answer)
    wrong = np.flatnonzero((marks != UNKNOWN) & (right != UNKNOWN) & (marks != right))
    if wrong.size:
        cell = int(wrong[0])
        name, marked, is_ = puzzle.grid.name(cell), _DESCRIPTIONS[int(marks[cell])], _DESCRIPTIONS[int(right[cell])]
        raise FormatError(f"--known: {name} is marked as {marked}, but is {is_}; put it right, or mark it ?")
    rounds = run(puzzle, max_tier, marks)
    if rounds.status is Status.CONTRADICTION and answer.status is not Status.CONTRADICTION:
        raise FormatError("--known: these marks cannot all be right: with them the clues have no solution; mark fewer")
    return rounds


def parse_marks(text: str, puzzle: Puzzle) -> NDArray[np.int8]:
    """Read what is known of each cell of a puzzle: MINE, SAFE or UNKNOWN. ``?`` alone knows nothing.

    Raises FormatError for a text of another form.
    """
    size = puzzle.grid.size
    for column, letter in enumerate(text, start=1):
        if letter not in _VALUES:
            raise FormatError(f"--known, column {column}: found {letter!r}, expected y (a mine), n (none) or ?")
    text = "?" * size if text == "?" else text
    if len(text) != size:
        raise FormatError(f"--known: found {len(text)} letters, expected {size}, one for each cell of {puzzle.grid}")
    return np.array([_VALUES[letter] for letter in text], np.int8)


def states_from_marks(puzzle: Puzzle, text: str, form: str) -> tuple[str, str]:
    """Return the state of each cell of a half-made puzzle (see solver.half_made), and what to say about it or nothing.

    ``text`` has a player's marks. ``form`` is answer, text or json. Raises FormatError for wrong marks.
    """
    from puzzlegen.solver.half_made import draft_with_marks, examine  # noqa: PLC0415  # answers do not need it

    states = examine(draft_with_marks(puzzle, parse_marks(text, puzzle)))
    names = [wish.name for wish in states.clash]
    said = "10 seconds were not enough to decide all cells" if states.timed_out else ""
    said = cannot_hold(names) if names else said
    if form == "text":
        return states_as_text(puzzle, states.cells), said
    if form != "json":
        return states.cells, said
    data = {"puzzle": line.write(puzzle)} | states.as_dict() | {"clash": names}
    return dumps(data | {key: [puzzle.grid.name(cell) for cell in data[key]] for key in states.LISTS}), said


def _proved(answer: Answer) -> NDArray[np.int8]:
    """Return what is certain: the only solution, or what was proved."""
    if answer.searched:
        return np.where(np.array(answer.solutions[0]), MINE, SAFE).astype(np.int8)
    if answer.status is Status.CONTRADICTION:
        return np.full(answer.puzzle.grid.size, UNKNOWN, np.int8)
    return answer.rounds.known
