"""Recognizes the format of a puzzle, and reads streams of lines in which formats may be mixed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.errors import FormatError, UnknownTextError
from puzzlegen.formats import arrays, line, multiline_reader, puzzlink, source_text, tatham_mines
from puzzlegen.formats import text as text_format
from puzzlegen.formats.cells import another_kind, quoted
from puzzlegen.formats.json_record import JsonBlock
from puzzlegen.formats.multiline_reader import Block, RowsBlock, Source, is_comment
from puzzlegen.formats.registry import FORMAT_NAMES, FORMATS

ARGUMENT = "argument"  # the source of puzzles that are arguments of a command

_MOST_TABS = 4  # lines of tabs above a grid that are kept: one is enough to refuse it
_TASK = re.compile("[0-9a-z.#]+")
_SIZED = re.compile(rf"(?:{line.TAG})?([0-9]{{1,4}})x([0-9]{{1,4}}):")


_HOST = r"(?:https?://)?[^\s?#{\"]{1,200}"
_OTHERS = (  # addresses without a puzzle that is read, and what is expected instead; the first group is another kind
    (
        rf"(?:(?:{_HOST}/p(?:\.html)?|https?://[^\s?#]{{1,200}})\?{puzzlink.OPTIONS})?(?!mines[_/])"
        r"([a-z][a-z0-9]{1,30}?)(?:_edit|_play)?/(?:[a-z]{1,3}:?/)?[0-9]{1,4}/[0-9]{1,4}(?:/|$)",
        f"mines, such as {puzzlink.EXAMPLE}",
    ),
    (
        rf"{_HOST}/p(?:\.html)?\?{puzzlink.OPTIONS}(?!mines\b)([a-z][a-z0-9]{{1,30}}?)(?:_edit|_play)?/?$",
        f"mines, such as {puzzlink.EXAMPLE}",
    ),
    (
        r"https?://[^\s#]{1,200}/(?!mines\.|mosaic\.)([a-z]{1,30})\.html#[0-9][0-9a-zA-Z,.+\-]{0,60}[:#]",
        "mines or mosaic",
    ),
    (
        r"https?://(?:[a-z]{2,3}\.|www\.)?puzzle-(?!minesweeper\.)([a-z]{3,30})\.com(?:/|$)",
        "a saved page of puzzle-minesweeper.com",
    ),
    (
        r"https?://.{0,200}puzzle-minesweeper\.com()",
        "the address does not hold the puzzle; save the page, and give that file",
    ),
    (r"https?://.{0,200}penpa()", "a Penpa+ drawing; export its text under the header minesweeper instead"),
)


@dataclass(frozen=True, slots=True)
class ParsedEntry:
    """One puzzle of a source, or the error in its place, whose message names source and line.

    ``line`` is the number of its first line, counted from 1.
    """

    source: str
    line: int
    found: Puzzle | FormatError

    @property
    def place(self) -> str:
        """``source:line``."""
        return f"{self.source}:{self.line}"

    @property
    def name(self) -> str:
        """The name in messages: the puzzle itself for an argument of a command, else its place."""
        if self.source == ARGUMENT and isinstance(self.found, Puzzle):
            return line.write(self.found)
        return self.place


def parse(text: str, variant: Variant = MINESWEEPER, form: str | None = None) -> Puzzle:
    """Read the only puzzle of a text, in any format, or in the one named ``form``.

    ``variant`` applies where the text does not name one. Raises FormatError for a text that does not hold exactly one
    puzzle.
    """
    found = [puzzle for _, puzzle in _entries(split(text), variant, form)]
    for one in found:
        if isinstance(one, FormatError):
            raise one
    if not found:
        raise FormatError(f"found an empty text, expected a puzzle such as {line.EXAMPLE}")
    if len(found) > 1:
        raise FormatError(f"found {len(found)} puzzles, expected one")
    assert isinstance(found[0], Puzzle), "errors are raised above"
    return found[0]


def split(text: str) -> list[str]:
    """Return the lines of a text, whichever line ends it has."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def read_lines(
    lines: Iterable[str], source: str, variant: Variant = MINESWEEPER, form: str | None = None
) -> Iterator[ParsedEntry]:
    """Read puzzles from lines and continue after errors; skip empty lines and comments.

    A comment begins with ``//``, or with ``# `` unless it is a row of a grid. A heading such as ``Puzzle 1`` is skipped
    too. Formats may be mixed. A puzzle of several lines ends where its format says so, at an empty line, or where
    another puzzle begins. Lines are taken one by one, so a stream may still be arriving; the text kept in memory is
    bounded. ``form`` is the only format that is read, None for all.
    """
    for number, found in _entries(lines, variant, form):
        yield ParsedEntry(source, number, found.at(source, number) if isinstance(found, FormatError) else found)


def _entries(lines: Iterable[str], variant: Variant, form: str | None) -> Iterator[tuple[int, Puzzle | FormatError]]:
    """Each puzzle or error with the number of its first line."""
    return _Reader(lines, variant, form).entries()


_COMMENT_BELOW = "can belong to the puzzle above or below; put an empty line on the side where it does not belong"


@dataclass(frozen=True, slots=True)
class _Aside:
    """A line beside puzzles that states something: a comment, an assignment, or the head of a grid without rows.

    ``names`` are the numbers that it assigns; ``error`` says why no puzzle can use it.
    """

    number: int
    text: str
    mines: tuple[int, ...] = ()
    names: Mapping[str, int] = field(default_factory=dict)
    error: FormatError | None = None

    def added_to(self, found: Puzzle | FormatError, text: str) -> Puzzle | FormatError:
        """Return a puzzle with what this line states; ``text`` is that of an array.

        Raises FormatError if the puzzle cannot use it.
        """
        if self.error is not None:
            raise self.error
        if isinstance(found, FormatError):
            return found
        head = text_format.GridHead(found.grid.variant)
        for name, value in self.names.items():
            is_used = value == -1 or source_text.is_name(name) or re.search(rf"\b{name}\b", text)
            if not is_used and not head.take_named(name, value):
                raise FormatError(f"found {quoted(self.text, 40)}, which the puzzle below does not use; leave it out")
        return replace(head.checked(found), stated=source_text.merged(self.mines, found.stated))


class _Reader:
    """Reads the lines of a source from one puzzle to the next, and accounts for what stands beside them."""

    def __init__(self, lines: Iterable[str], variant: Variant, form: str | None) -> None:
        self._source = Source(lines)
        self._variant = variant
        self._form = form
        # The head of a ``text`` grid is read by the block of ``janko``
        self._forms = {None: FORMAT_NAMES, "text": ("text", "janko")}.get(form, (form,))
        self._tabs: list[str] = []  # lines of nothing but tabs directly above the line in sight
        self._asides: list[_Aside] = []  # what no puzzle has used so far
        self._bare = -1  # number of the last line of a puzzle that used none
        # the line above, until it is known whether rows stand below it
        self._unread: multiline_reader.UnreadLine | None = None

    def entries(self) -> Iterator[tuple[int, Puzzle | FormatError]]:
        """Yield each puzzle or error with the number of its first line."""
        source, above = self._source, None  # above: the puzzle that ends directly above the line in sight
        while source.look():
            is_same = above is not None and source.stripped != "" and self._single_line() == above
            above = None
            if not source.stripped or self._take_aside() or is_same:
                yield from self._passed_by()
            elif block := self._opened_block():
                self._tabs = []
                yield from self._errors_above()
                block.collect()
                found = _result(block)
                above = found if source.raw is not None else None
                yield from self._result_of_block(block, found)
            else:
                self._tabs = []
                yield from self._result_of_line()
        yield from self._errors_above()
        for aside in self._asides[:1]:
            words = f"found {quoted(aside.text, 40)} below the last puzzle; write it above the one that it belongs to"
            yield aside.number, aside.error or FormatError(words)

    def _passed_by(self) -> Iterator[tuple[int, FormatError]]:
        """Leave the line in sight behind; yield the error above it unless rows may still stand directly below."""
        source = self._source
        self._tabs = [*self._tabs[-_MOST_TABS:], source.text] if not source.stripped and "\t" in source.text else []
        if self._unread is not None and is_comment(source.stripped):
            self._unread = replace(self._unread, last=source.number)  # a comment may stand between rows
        elif not self._tabs:
            yield from self._errors_above()
        source.move_on()

    def _take_aside(self) -> bool:
        """Take a line that belongs to a puzzle without being part of it. Returns whether it is one."""
        stripped = self._source.stripped
        is_below = self._source.number == self._bare + 1 and not multiline_reader.is_heading(stripped)
        if is_comment(stripped) or multiline_reader.is_heading(stripped):
            self._take_words(self._source.number, stripped, source_text.in_words(stripped), is_below)
            return True
        assigned = arrays.assignments(stripped) if ";" in stripped or not multiline_reader.is_head(stripped) else {}
        if assigned:
            self._source.names |= assigned
            self._take_words(self._source.number, stripped, arrays.stated(stripped), is_below, assigned)
        return bool(assigned) or stripped == "#"

    def _take_words(
        self, number: int, words: str, mines: tuple[int, ...], is_below: bool, names: Mapping[str, int] | None = None
    ) -> None:
        """Keep the numbers of mines that a line states, and the numbers that it assigns, for the puzzle below."""
        error = FormatError(f"{quoted(words, 40)} {_COMMENT_BELOW}") if is_below and mines else None
        if mines or names:
            self._asides.append(_Aside(number, words, mines, names or {}, error))

    def _errors_above(self) -> Iterator[tuple[int, FormatError]]:
        """Yield the error of the line above, if there is one that does not belong to rows below."""
        unread, self._unread = self._unread, None
        if unread is not None:
            yield unread.first, unread.error

    def _opened_block(self) -> Block | None:
        """The block that the line in sight opens; None for a line that is a puzzle by itself, or unknown."""
        stripped = self._source.stripped
        if _SIZED.match(stripped):
            return None
        blocks = (row.block for row in FORMATS if row.name in self._forms)  # modules are imported one by one
        opened = (block(self._source, self._variant) for block in blocks if block and block.begins(stripped))
        return next(map(self._with_lines_above, opened), None)

    def _with_lines_above(self, block: Block) -> Block:
        """A block with the lines directly above it that belong to its rows."""
        if isinstance(block, RowsBlock):
            if self._tabs and self._tabs[-1].count("\t") == self._source.text.count("\t"):
                block.first -= len(self._tabs)
                for text in self._tabs:
                    block.add(text)
            if self._unread is not None and block.is_spoiled_by(self._unread):
                self._unread = None
        return block

    def _result_of_block(
        self, block: Block, found: Puzzle | FormatError
    ) -> Iterator[tuple[int, Puzzle | FormatError]]:  # fmt: skip
        """Yield the puzzle of a block, or its error; keep a head without rows for the puzzle below."""
        for number, words in self._source.comments:
            self._take_words(number, words, source_text.in_words(words), is_below=False)
        self._source.comments.clear()
        if isinstance(found, multiline_reader.NoRowsError):
            self._asides.append(_Aside(block.first, block.lines[0], error=found))
        else:
            text = "\n".join(block.lines) if isinstance(block, JsonBlock) else ""
            yield self._accounted(block.first, found, text)

    def _result_of_line(self) -> Iterator[tuple[int, Puzzle | FormatError]]:
        """Yield the puzzle of a line; keep its error until it is known whether rows stand below it."""
        stripped, number = self._source.stripped, self._source.number
        found = self._single_line()
        if self._form is None and isinstance(found, Puzzle) and _TASK.fullmatch(stripped):
            found = self._task(stripped, found)
        yield from self._errors_above()
        self._source.move_on()
        first, entry = self._accounted(number, found)
        if isinstance(found, FormatError) and isinstance(entry, FormatError):
            self._unread = multiline_reader.UnreadLine(number, stripped, first, entry)
        else:
            yield first, entry

    def _accounted(self, first: int, found: Puzzle | FormatError, text: str = "") -> tuple[int, Puzzle | FormatError]:
        """The puzzle that begins on line ``first``, with all that stands beside it, or the error of what has no use.

        ``text`` is that of an array, in which names may stand.
        """
        asides, self._asides = self._asides, []
        is_last_taken = self._source.raw is None
        self._bare = -1 if asides else self._source.number - (not is_last_taken)
        for aside in reversed(asides):
            try:
                found = aside.added_to(found, text)
            except FormatError as error:
                return aside.number, error
        return first, found

    def _task(self, stripped: str, found: Puzzle) -> Puzzle | FormatError:
        """A puzzle of a line without a size, or the error if the line is rather a row with letters for blanks."""
        if max(found.cells) == BLANK and set(stripped) - {"y", "n"}:  # not the answer of a board full of mines
            return FormatError(f"{quoted(stripped)}: found no clue, expected a puzzle such as {line.EXAMPLE}")
        is_below = self._unread is not None and len(self._unread.text) == len(stripped)
        if not line.MARKED_ROW.fullmatch(stripped) and not is_below:
            return found
        return FormatError(
            f"{quoted(stripped)}: can be read as a task of {found.grid}, or as a row of a grid with letters "
            f"for blanks; write {found.grid}: in front of a task, and '.' for each blank of a grid"
        )

    def _single_line(self) -> Puzzle | FormatError:
        """The puzzle of the line in sight by itself, or its error with the column in the raw line."""
        stripped = self._source.stripped
        try:
            return _parse_single(stripped, self._variant, self._form)
        except FormatError as error:
            column = error.column and source_text.column_in(self._source.raw or "", stripped, error.column)
            return type(error)(error.text, column, error.row)


def _result(block: Block) -> Puzzle | FormatError:
    try:
        return block.puzzle()
    except FormatError as error:
        return error


def _refuse_other_address(text: str) -> None:
    for pattern, expected in _OTHERS:
        if other := re.match(pattern, text):
            raise FormatError(f"{quoted(text)}: {another_kind(other[1], expected) if other[1] else expected}")


def _parse_single(text: str, variant: Variant, form: str | None) -> Puzzle:
    """The puzzle of one line. A line that begins with a size is nearly always in the ``line`` format."""
    if form in {"line", "site"}:
        return line.parse(text, variant)
    line_error = None
    if form is None and _SIZED.match(text):
        try:
            puzzle = line.parse_clear(text, variant)
        except FormatError as error:
            line_error = error
        else:
            if variant is MINESWEEPER and tatham_mines.may_be_id(text):
                raise FormatError(
                    f"{quoted(text)}: can be read as a line, or as a game id of Mines; choose the format line or tatham"
                )
            return puzzle
    for row in FORMATS:
        if form in (None, row.name) and row.parse_line is not None:
            found = row.parse_line(text, variant)
            if found is not None:
                return found
    _refuse_other_address(text)
    if line_error is not None:
        raise line_error
    if form is not None:
        raise FormatError(f"found {quoted(text)}, expected a puzzle in the format {form}", 1)
    if "://" in text:
        raise FormatError(f"{quoted(text)}: unknown address, expected one such as {puzzlink.EXAMPLE} alone on its line")
    if len(text.split(None, 1)) > 1 and multiline_reader.is_prose(text):
        raise UnknownTextError(
            f"found {quoted(text, 30)}, expected a puzzle such as {line.EXAMPLE}; write // in front of words", 1
        )
    try:
        return line.parse_clear(text, variant)
    except FormatError as error:
        raise UnknownTextError(error.text, error.column) from None
