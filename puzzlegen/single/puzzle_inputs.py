"""Reads the puzzles that a command names: as arguments, in files, or on stdin."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from puzzlegen.board.variants import MINESWEEPER, Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats import detect, line
from puzzlegen.formats.common import quoted
from puzzlegen.formats.detect import ARGUMENT, ParsedEntry

# The start of a puzzle in any format
_PUZZLE = re.compile(rf"\s*(?:[{{\[]|(?:{line.TAG})?[0-9]+x[0-9]+:|pzprv3|[a-z]+://|[^/]*/?p(?:\.html)?\?)")
_ENDING = re.compile(r"\.(?:txt|text|jsonl?|html?|csv|md|ya?ml|pdf|svg|png|gif|gz|zip|pzl|log|out)$", re.IGNORECASE)
MAX_LINE_LENGTH = 1 << 24  # characters: a million cells take less in every format


def read_puzzles(
    texts: Iterable[str], variant: Variant = MINESWEEPER, form: str | None = None, total: int | None = None
) -> Iterator[ParsedEntry]:
    """Yield the puzzles of each text: a puzzle itself, the name of a file of puzzles, or ``-`` for stdin.

    An error comes in the place of its puzzle. ``variant`` is assumed for puzzles that do not name theirs;
    ``form`` is the only format that is read, None for all. ``total`` becomes that of puzzles that state no mines.
    """
    found = _of_texts(list(texts), variant, form)
    return found if total is None else (_with_total(entry, total) for entry in found)


def _of_texts(texts: list[str], variant: Variant, form: str | None) -> Iterator[ParsedEntry]:
    for number, text in enumerate(texts, start=1):
        if text == "-":
            yield from _of_file("stdin", variant, form, sys.stdin)
        elif may_hold_several(text):
            yield from _of_file(text, variant, form)
        else:
            yield _of_argument(text, number, (variant, form), several=len(texts) > 1)


def _with_total(entry: ParsedEntry, total: int) -> ParsedEntry:
    """The entry with the number of mines of ``--total``; an error if its source states another, or if it cannot be."""
    if isinstance(entry.found, FormatError):
        return entry
    stated = entry.found.stated if entry.found.total is None else entry.found.total
    if stated not in (None, total):
        return replace(
            entry, found=FormatError(f"{entry.name}: --total is {total}, but the puzzle states {stated}; leave it out")
        )
    try:
        return replace(entry, found=replace(entry.found, total=total))
    except FormatError as error:
        return replace(entry, found=FormatError(f"{entry.name}: --total: {error}"))


def cell_count(read: ParsedEntry) -> int:
    """Return the cells of an entry, as a measure of the work it takes."""
    return 1 if isinstance(read.found, FormatError) else read.found.grid.size


def _of_argument(text: str, number: int, meant: tuple[Variant, str | None], several: bool) -> ParsedEntry:
    try:
        return ParsedEntry(ARGUMENT, number, detect.parse(text, *meant))
    except FormatError as error:
        if text and _check_path(Path.is_dir, text):  # the empty text would be the current folder
            return ParsedEntry(ARGUMENT, number, FormatError(f"{text}: is a directory; name a file in it"))
        if _looks_like_a_file(text):
            return ParsedEntry(ARGUMENT, number, FormatError(f"{quoted(text)}: no such file, and no puzzle either"))
        return ParsedEntry(ARGUMENT, number, FormatError(f"argument {number}, {error}") if several else error)


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


def _looks_like_a_file(text: str) -> bool:
    """Tell whether a text that is no puzzle was meant as a file name, not as a puzzle with a typo."""
    if _PUZZLE.match(text) or "\n" in text:
        return False
    return "/" in text or "\\" in text or _ENDING.search(text) is not None


def _of_file(name: str, variant: Variant, form: str | None, given: TextIO | None = None) -> Iterator[ParsedEntry]:
    """Yield the puzzles of a file, or of the open stream ``given``; an error in reading ends them."""
    try:
        with _opened(name) if given is None else _opened_again(given) as file:
            yield from detect.read_lines(_lines(file, name), name, variant, form)
    except OSError as error:
        yield ParsedEntry(name, 0, FormatError(f"{name}: cannot be read: {error.strerror or error}"))
    except FormatError as error:
        yield ParsedEntry(name, 0, error)


def _opened(name: str | int) -> TextIO:
    """Open a file, or a file descriptor. The parsers report bytes that are not UTF-8, with line and column."""
    return open(name, encoding="utf-8-sig", errors="surrogateescape", closefd=not isinstance(name, int))


def _opened_again(stream: TextIO) -> AbstractContextManager[TextIO]:
    """Open a stream again: Python cannot exit while a thread still waits inside its own stdin object."""
    try:
        return _opened(stream.fileno())
    except (io.UnsupportedOperation, AttributeError):  # not a real file
        return nullcontext(stream)


def _lines(file: TextIO, source: str) -> Iterator[str]:
    """Yield the lines as they arrive. Raises FormatError for a line longer than any puzzle."""
    number = 0
    while text := file.readline(MAX_LINE_LENGTH):
        number += 1
        if len(text) == MAX_LINE_LENGTH:
            raise FormatError(
                f"{source}:{number}: a line of {MAX_LINE_LENGTH} characters or more; no puzzle is as long"
            )
        yield text
