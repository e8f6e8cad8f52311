"""The puzzles somebody names: as words of a command, in files, on stdin."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TextIO

from puzzlegen.board.variants import MINESWEEPER, Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats import detect, line
from puzzlegen.formats.common import quoted
from puzzlegen.formats.detect import ARGUMENT, ParsedEntry

# How a puzzle begins.
_PUZZLE = re.compile(rf"\s*(?:[{{\[]|(?:{line.TAG})?[0-9]+x[0-9]+:|pzprv3|[a-z]+://|[^/]*/?p(?:\.html)?\?)")
_ENDING = re.compile(r"\.(?:txt|text|jsonl?|html?|csv|md|ya?ml|pdf|svg|png|gif|gz|zip|pzl|log|out)$", re.IGNORECASE)
LONGEST = 1 << 24  # characters of a line: a million cells take less in every format


def named(texts: Iterable[str], variant: Variant = MINESWEEPER) -> Iterator[ParsedEntry]:
    """What each of the texts names: a puzzle, a file of them, or ``-`` for stdin. Faults come in their place.

    ``variant`` is that of puzzles that do not tell theirs.
    """
    texts = list(texts)
    for number, text in enumerate(texts, start=1):
        if text == "-":
            yield from _of_file("stdin", variant, sys.stdin)
        elif is_many(text):
            yield from _of_file(text, variant)
        else:
            yield _of_argument(text, number, variant, several=len(texts) > 1)


def weight(read: ParsedEntry) -> int:
    """What working on it takes, in cells."""
    return 1 if isinstance(read.found, FormatError) else read.found.grid.size


def _of_argument(text: str, number: int, variant: Variant, several: bool) -> ParsedEntry:
    try:
        return ParsedEntry(ARGUMENT, number, detect.parse(text, variant))
    except FormatError as fault:
        if text and _is(Path.is_dir, text):  # no text at all would be the current folder
            return ParsedEntry(ARGUMENT, number, FormatError(f"{text}: is a directory; name a file in it"))
        if _like_a_file(text):
            return ParsedEntry(ARGUMENT, number, FormatError(f"{quoted(text)}: no such file, and no puzzle either"))
        return ParsedEntry(ARGUMENT, number, FormatError(f"argument {number}, {fault}") if several else fault)


def is_many(text: str) -> bool:
    """Whether it names a file or ``-``, which may hold many puzzles."""
    return text == "-" or _is(Path.is_file, text) or _is(Path.is_fifo, text)  # a pipe is what <(...) of a shell is


def _is(what: Callable[[Path], bool], text: str) -> bool:
    try:
        return what(Path(text))
    except (OSError, ValueError):  # too long for a name, or holds a NUL
        return False


def _like_a_file(text: str) -> bool:
    """Whether what is no puzzle was meant as a file's name, not as a puzzle with a slip in it."""
    if _PUZZLE.match(text) or "\n" in text:
        return False
    return "/" in text or "\\" in text or _ENDING.search(text) is not None


def _of_file(name: str, variant: Variant, given: TextIO | None = None) -> Iterator[ParsedEntry]:
    """The puzzles of a file, or of a stream that is there already; a fault in reading it ends them."""
    try:
        with _opened(name) if given is None else _opened_again(given) as file:
            yield from detect.read_lines(_lines(file, name), name, variant)
    except OSError as fault:
        yield ParsedEntry(name, 0, FormatError(f"{name}: cannot be read: {fault.strerror or fault}"))
    except FormatError as fault:
        yield ParsedEntry(name, 0, fault)


def _opened(name: str | int) -> TextIO:
    """A file, or one that is open already. What is no UTF-8 is for the parsers to refuse, with its line and column."""
    return open(name, encoding="utf-8-sig", errors="surrogateescape", closefd=not isinstance(name, int))


def _opened_again(stream: TextIO) -> AbstractContextManager[TextIO]:
    """A stream by a reader of our own: Python cannot end while a thread left behind waits inside Python's own stdin."""
    try:
        return _opened(stream.fileno())
    except (io.UnsupportedOperation, AttributeError):  # not a real one
        return nullcontext(stream)


def _lines(file: TextIO, source: str) -> Iterator[str]:
    """The lines, as they come. Raises FormatError for one that no puzzle fills."""
    number = 0
    while text := file.readline(LONGEST):
        number += 1
        if len(text) == LONGEST:
            raise FormatError(f"{source}:{number}: a line of {LONGEST} characters or more; no puzzle is as long")
        yield text
