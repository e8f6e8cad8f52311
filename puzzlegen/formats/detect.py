"""Recognizes the format of a puzzle, and reads streams of lines in which formats may be mixed.

Before that, each line is cleaned by itself of what mail programs, web pages and word processors put into and around it.
Where characters are removed or replaced by fewer, the columns of the original line are kept, so that an error still
names the column that a user sees.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.errors import FormatError, UnknownTextError
from puzzlegen.formats import arrays, line, multiline_reader, puzzlink, source_text, tatham_mines
from puzzlegen.formats import text as text_format
from puzzlegen.formats.cells import quoted
from puzzlegen.formats.json_record import JsonBlock
from puzzlegen.formats.multiline_reader import Block, RowsBlock, UnreadLine, is_comment, is_head, is_heading
from puzzlegen.formats.registry import FORMATS
from puzzlegen.wording import HYPHENS, INVISIBLE, SPACES

_DASHES = HYPHENS + "\u2012\u2013\u2212"  # not the long dash: a word processor makes it of two
_DOTS = "\u00b7\u22c5"
_SQUARES = "\u25a1\u25a2\u25fb\u25fd\u2b1c\u2610\u2753\u2754"  # white squares and question marks
_UPRIGHTS = "\u2502\u2503\u2506\u2507\u250a\u250b\u254e\u254f\u2551"
_WIDE = {0xFF01 + at: chr(0x21 + at) for at in range(94) if chr(0x21 + at) not in "\"'\\"}  # full-width characters
_ALIKE = (
    _WIDE
    | dict.fromkeys(map(ord, SPACES), " ")
    | dict.fromkeys(map(ord, _DASHES), "-")
    | dict.fromkeys(map(ord, _DOTS + _SQUARES), ".")
    | dict.fromkeys(map(ord, _UPRIGHTS), "|")
)
_WINDOWS = {  # bytes that are not UTF-8, as ``surrogateescape`` reads them, mean these in Windows programs
    0xDC00 + byte: _ALIKE.get(ord(character), character)
    for byte in range(0x80, 0x100)
    if (character := bytes([byte]).decode("cp1252", "ignore"))
}
_INVISIBLE = re.compile(f"{INVISIBLE.pattern}|\u20e3")  # also what makes an emoji of a digit
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_QUOTE = re.compile(r"[ \t]*>(?:[ \t]?>)* ?")
_BREAK = re.compile(r"\s*<br\s*/?>\s*$", re.IGNORECASE)
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\s*\w*\s*")
_OPENING = "\"'([{<\u2018\u201a\u201c\u201e\u2039\u00ab"  # what people copy with an address
_CLOSING = "\"')]}>,;!\u2019\u2018\u201d\u201c\u203a\u00bb"
_LINK = re.compile(
    r"""\s*(?:[-*+]\s+|[0-9]{1,4}[.)]\s+)?  # perhaps as an item of a list
    (?:\[[^\]\n]{0,200}\]\(<?(https?://[^\s)>]+)[^)\n]{0,200}\)  # [text](address "title")
    |<(https?://[^\s<>]+)>
    |<a\s[^<>]{0,200}?href=["'](https?://[^\s"'<>]+)["'][^<>]{0,200}>[^<>]{0,200}</a>)\s*[.,;]?\s*""",
    re.VERBOSE | re.IGNORECASE,
)
_BARE = re.compile(
    rf"\s*(?:[-*+]\s+|[0-9]{{1,4}}[.)]\s+)?[{re.escape(_OPENING)}]{{0,9}}"
    r"((?:https?://|(?:[\w-]{1,60}\.){1,9}[a-z]{2,20}(?::[0-9]{1,5})?/[^\s?]{0,100}\?)\S+)\s*",
    re.IGNORECASE,
)
_ADDRESS_MARKS = ("://", "?mines", "?pzprv3", "/p?", "/p.html?")
_SCHEME = re.compile("https?://", re.IGNORECASE)
_PERCENT = re.compile("%[2-7][0-9A-Fa-f]")
_JSON = re.compile(r"\s*(?:\{|\[\s*[\[{\"]|\"[^\"]*\"\s*:)")  # its texts may hold entities that are no marks

_Line = tuple[str, str, Sequence[int] | None]  # stripped, as written, and where its characters were


class _Edited:
    """A text and the place in the original of each of its characters."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: Sequence[int] | None = None  # None while they are as in the original

    def replace(self, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]) -> None:
        """Replace all matches; what is new stands at the place of the match."""
        if pattern.search(self.text) is None:
            return
        places = range(len(self.text)) if self.places is None else self.places
        parts: list[str] = []
        kept: list[int] = []
        end = 0
        for match in pattern.finditer(self.text):
            parts += [self.text[end : match.start()], new(match)]
            kept += [*places[end : match.start()], *[places[match.start()]] * len(parts[-1])]
            end = match.end()
        self.text = "".join([*parts, self.text[end:]])
        self.places = [*kept, *places[end:]]

    def cut(self, begin: int, end: int) -> None:
        """Keep only a part."""
        places = range(len(self.text)) if self.places is None else self.places
        self.text, self.places = self.text[begin:end], places[begin:end]


def clean(raw: str) -> tuple[str, Sequence[int] | None]:
    """Return a line as it was meant, and the place of each character in ``raw``; None where places are the same.

    Removed are marks of quotation, invisible characters, line breaks of HTML, fences of code, and what stands around an
    address. Replaced are entities, percent codes of addresses, and characters that only look different: full-width
    digits, no-break spaces, dashes, white squares, upright lines.
    """
    raw = raw.rstrip("\r\n")
    if raw.isascii() and not any(mark in raw for mark in (">", "&", "`", "~", *_ADDRESS_MARKS)):
        return raw, None
    edited = _edited(raw)
    return edited.text, edited.places


def _edited(raw: str) -> _Edited:
    edited = _Edited(raw)
    if "&" in raw and _JSON.match(raw) is None:
        edited.replace(_ENTITY, lambda match: html.unescape(match[0]))
    if not edited.text.isascii():
        edited.text = edited.text.translate(_ALIKE | _WINDOWS)
        edited.replace(_INVISIBLE, lambda _: "")
    quote = _QUOTE.match(edited.text)
    if quote is not None:
        edited.cut(quote.end(), len(edited.text))
    if ">" in edited.text:
        edited.replace(_BREAK, lambda _: "")
    if _FENCE.fullmatch(edited.text):
        edited.cut(0, 0)
    if any(mark in edited.text for mark in _ADDRESS_MARKS):
        _keep_address(edited)
    return edited


def _keep_address(edited: _Edited) -> None:
    """Reduce a line that is nothing but an address, or a link, to the address."""
    link = _LINK.fullmatch(edited.text)
    if link is not None and link.lastindex is not None:
        edited.cut(*link.span(link.lastindex))
    elif bare := _BARE.fullmatch(edited.text):
        address = bare[1]
        closed = address.removesuffix(".")  # by itself it may be part of the address
        kept = closed if closed[-1:] in _CLOSING else address
        edited.cut(bare.start(1), bare.start(1) + len(kept.rstrip(_CLOSING)))
    else:
        return
    if (scheme := _SCHEME.match(edited.text)) is not None and not scheme[0].islower():
        edited.text = scheme[0].lower() + edited.text[scheme.end() :]  # as long as before
    edited.replace(_PERCENT, lambda match: chr(int(match[0][1:], 16)))


ARGUMENT = "argument"  # the source of puzzles that are arguments of a command

_MOST_TABS = 4  # lines of tabs above a grid that are kept: one is enough to refuse it
_TASK = re.compile("[0-9a-z.#]+")
_SIZED = re.compile(rf"(?:{line.TAG})?([0-9]{{1,4}})x([0-9]{{1,4}}):")


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
    reader = _Reader(variant, form)
    for number, raw in enumerate(lines, start=1):
        yield from reader.take(number, raw)
    yield from reader.end()


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
    """Takes lines and yields puzzles and errors; keeps the lines of a puzzle that is not complete."""

    def __init__(self, variant: Variant, form: str | None) -> None:
        self._variant = variant
        self._form = form
        self._block: Block | None = None
        self._tabs: list[str] = []  # lines of nothing but tabs directly above the next line
        self._asides: list[_Aside] = []  # what no puzzle has used so far
        self._bare = -1  # number of the last line of a puzzle that used none
        self._names: dict[str, int] = {}  # numbers that lines such as ``r = 3;`` assign
        self._unread: UnreadLine | None = None  # the line above, until it is known whether rows stand below it

    def take(self, number: int, raw: str) -> Iterator[tuple[int, Puzzle | FormatError]]:
        """Take the next line, and yield what ends with it."""
        plain = self._block is None and raw.isascii() and "<" not in raw and "&" not in raw  # no HTML
        if plain and _SIZED.match(stripped := raw.strip()):  # most lines of most files
            self._tabs = []
            yield from self._errors_above()
            yield self._accounted(number, self._single_line(stripped, raw, None), number)
            return
        text, places = (raw, None) if self._block is not None and self._block.verbatim else clean(raw)
        stripped, above = text.strip(), None  # above: the puzzle of a block that ends here
        if self._block is not None:
            if self._continues(stripped, text):
                self._add(number, text, places)
                if self._block.complete:
                    yield from self._ended(number)
                return
            for first, above in self._ended(number - 1):
                yield first, above
        if not stripped:
            self._tabs = [*self._tabs[-_MOST_TABS:], text] if "\t" in text else []
            if not self._tabs:
                yield from self._errors_above()
            return
        is_same = above is not None and self._single_line(stripped, text, places) == above
        yield from self._begin_or_pass(number, (stripped, text, places), is_same)
        self._tabs = []

    def _begin_or_pass(self, number: int, line: _Line, is_same: bool) -> Iterator[tuple[int, Puzzle | FormatError]]:
        """Begin what the line begins, unless it is no part of a puzzle, or repeats the puzzle above."""
        if not self._take_aside(number, line[0]) and not is_same:
            yield from self._begin(number, *line)
        elif self._unread is not None and is_comment(line[0]):
            self._unread = replace(self._unread, last=number)  # a comment may stand between rows
        else:
            yield from self._errors_above()

    def _take_aside(self, number: int, stripped: str) -> bool:
        """Take a line that belongs to a puzzle without being part of it. Returns whether it is one."""
        if is_comment(stripped) or is_heading(stripped):
            self._take_comment(number, stripped)
            return True
        assigned = arrays.assignments(stripped) if ";" in stripped or not is_head(stripped) else {}
        if assigned:
            self._names |= assigned
            self._asides.append(_Aside(number, stripped, arrays.stated(stripped), assigned))
        return bool(assigned) or stripped == "#"

    def end(self) -> Iterator[tuple[int, Puzzle | FormatError]]:
        """Yield the puzzle of the lines so far, and an error for what stands below the last puzzle."""
        yield from self._errors_above()
        yield from self._ended(-1)
        for aside in self._asides[:1]:
            words = f"found {quoted(aside.text, 40)} below the last puzzle; write it above the one that it belongs to"
            yield aside.number, aside.error or FormatError(words)

    def _errors_above(self) -> Iterator[tuple[int, FormatError]]:
        """Yield the error of the line above, if there is one that does not belong to rows below."""
        unread, self._unread = self._unread, None
        if unread is not None:
            yield unread.first, unread.error

    def _ended(self, last: int) -> Iterator[tuple[int, Puzzle | FormatError]]:
        """Yield the puzzle of the block, whose last line is number ``last``."""
        block, self._block = self._block, None
        if block is None:
            return
        found = _finished(block)
        if isinstance(found, multiline_reader.NoRowsError):
            self._asides.append(_Aside(block.first, block.lines[0], error=found))
        else:
            text = "\n".join(block.lines) if isinstance(block, JsonBlock) else ""
            yield self._accounted(block.first, found, last, text)

    def _take_comment(self, number: int, words: str) -> None:
        """Keep the numbers of mines that a comment or a heading states, for the puzzle to which it belongs."""
        if mines := source_text.in_words(words):
            below = self._block is None and number == self._bare + 1 and is_comment(words)
            error = FormatError(f"{quoted(words, 40)} {_COMMENT_BELOW}") if below else None
            self._asides.append(_Aside(number, words, mines, error=error))

    def _accounted(
        self, first: int, found: Puzzle | FormatError, last: int, text: str = ""
    ) -> tuple[int, Puzzle | FormatError]:
        """The puzzle that begins on line ``first``, with all that stands beside it, or the error of what has no use.

        ``last`` is the number of its last line; ``text`` is that of an array, in which names may stand.
        """
        asides, self._asides = self._asides, []
        self._bare = -1 if asides else last
        for aside in reversed(asides):
            try:
                found = aside.added_to(found, text)
            except FormatError as error:
                return aside.number, error
        return first, found

    def _continues(self, stripped: str, text: str) -> bool:
        """Whether the next line belongs to the puzzle begun before it."""
        block = self._block
        assert block is not None, "the caller has looked"
        if block.comments and (is_comment(stripped) or is_heading(stripped)):
            return is_comment(stripped)
        if not stripped and isinstance(block, RowsBlock) and block.takes_tabs(text):
            return True
        return block.accepts(stripped)

    def _add(self, number: int, text: str, places: Sequence[int] | None) -> None:
        assert self._block is not None, "the caller has looked"
        if self._block.comments and is_comment(text.strip()):
            self._take_comment(number, text.strip())
            self._block.skip()
        else:
            self._block.add(text, places)

    def _begin(
        self, number: int, stripped: str, text: str, places: Sequence[int] | None
    ) -> Iterator[tuple[int, Puzzle | FormatError]]:
        """Read a line with which a puzzle begins, or which is one."""
        self._block = None if _SIZED.match(stripped) else self._opened_block(stripped, number)
        if self._block is None:
            found = self._single_line(stripped, text, places)
            if self._form is None and isinstance(found, Puzzle) and _TASK.fullmatch(stripped):
                found = self._task(stripped, found)
            yield from self._errors_above()
            first, entry = self._accounted(number, found, number)
            if isinstance(found, FormatError) and isinstance(entry, FormatError):
                self._unread = UnreadLine(number, stripped, first, entry)
            else:
                yield first, entry
            return
        if isinstance(self._block, JsonBlock):
            self._block.names = self._names
        if isinstance(self._block, RowsBlock):
            tabs = self._tabs if self._tabs and self._tabs[-1].count("\t") == text.count("\t") else []
            self._block.first -= len(tabs)
            for above in tabs:
                self._block.add(above)
            if self._unread is not None and self._block.is_spoiled_by(self._unread, stripped):
                self._unread = None
        yield from self._errors_above()
        self._add(number, text, places)
        if self._block.complete:
            yield from self._ended(number)

    def _opened_block(self, stripped: str, number: int) -> Block | None:
        """The block that a line opens; None for a line that is a puzzle by itself, or unknown."""
        for row in FORMATS:
            if self._allows(row.name) and row.block is not None and row.block.begins(stripped):
                return row.block(number, self._variant)
        return None

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

    def _allows(self, name: str) -> bool:
        """Whether a block of that format may begin. The head of a ``text`` grid is read by the block of ``janko``."""
        return self._form in (None, name) or (self._form == "text" and name == "janko")

    def _single_line(self, stripped: str, text: str, places: Sequence[int] | None) -> Puzzle | FormatError:
        """The puzzle of one line, or its error with the column in the raw line."""
        try:
            return _parse_single(stripped, self._variant, self._form)
        except FormatError as error:
            indent = text.find(stripped)
            moved = type(error)(error.text, error.column + indent, error.row) if error.column and indent else error
            return _placed(moved, places)


def _finished(block: Block) -> Puzzle | FormatError:
    if isinstance(block, RowsBlock) and block.spoiled is not None:
        return block.spoiled
    try:
        return block.puzzle()
    except FormatError as error:
        return _placed(error, block.places.get(error.row))


def _placed(error: FormatError, places: Sequence[int] | None) -> FormatError:
    """The error with the column in the line as it was before it was cleaned."""
    if places is None or error.column is None:
        return error
    at = error.column - 1
    column = places[at] + 1 if at < len(places) else (places[-1] + 2 if places else 1)
    return type(error)(error.text, column, error.row)


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
