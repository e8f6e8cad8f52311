"""Finds mistakes of quoting in a config, and says how the line must be written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from puzzlegen.config.reading.message_parts import describe, printable
from puzzlegen.input_files import read_limited

# The start of a line up to its value: indentation, dashes, a key.
_VALUE = re.compile(r"(?P<before> *(?:- +)*(?P<key>[A-Za-z_]\w*): +)(?P<value>\S.*?)\s*")
_CLOSED = {'"': re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL), "'": re.compile(r"'(?:[^']|'')*'", re.DOTALL)}
_AFTER = re.compile(r"\s*(#.*|[,}\]].*)?")  # what may follow a text in quotes on its line
_MOST = 400_000  # bytes of a config
# What looks like the rest of a text, up to a comment; a further number belongs to the text
_NUMBER_AS_COMMENT = r"( +#[0-9].*?)\s*(?:\s#(?![0-9]).*)?"
_BARE_COLOR = re.compile(r": +(#[0-9A-Fa-f]{3,8})(?![\w])")


class QuotingProblem(NamedTuple):
    """A mistake of quoting, at a line and column counted from 0."""

    line: int
    column: int
    words: str


def quoting_problem(text: str, line: int) -> QuotingProblem | None:
    """Return the mistake of quoting that explains an error of YAML on a line, counted from 0; None if there is none.

    It is text behind the closing quote, a colon with a space in a text without quotes, a color without quotes, or, on
    an earlier line, a quote that the next quote of the file closes there.
    """
    lines = text.split("\n")
    if line < len(lines) and (match := _VALUE.fullmatch(lines[line])):
        value, column = match["value"], match.end("before")
        closed = _CLOSED[value[0]].match(value) if value[0] in _CLOSED else None
        if closed is not None and not _AFTER.fullmatch(value[closed.end() :]):
            fixed = _in_quotes(value[1:-1] if value[-1] == value[0] else value)
            words = f"found text behind the closing quote; write {match['key']}: {fixed}"
            return QuotingProblem(line, column + closed.end(), words)
        if value[0] not in "\"'[{|>" and (colon := re.search(r":(\s|$)", value)):
            words = f'found ": " in a text without quotes; write {match["key"]}: {_in_quotes(value)}'
            return QuotingProblem(line, column + colon.start(), words)
    for number in (line, line - 1):  # in brackets the error shows on the next line
        if 0 <= number < len(lines) and (color := _BARE_COLOR.search(lines[number])):
            words = f'found {color[1]} without quotes, where # begins a comment; write "{color[1]}"'
            return QuotingProblem(number, color.start(1), words)
    return _unclosed_quote(lines, line)


def numbers_in_comments(file: Path, texts: Mapping[str, str | None]) -> Iterator[str]:
    """Yield a line for each text of a config that loses its number as a comment, such as ``title: Puzzle #1``.

    ``texts`` are the values by keys of the top level. Only a digit directly after the number sign is a mistake.
    """
    try:
        raw = read_limited(file, _MOST).decode("utf-8") if file.is_file() else ""  # a pipe cannot be read again
    except (OSError, UnicodeDecodeError):
        return
    for key, text in texts.items():
        found = re.search(rf"^{key}: +{re.escape(text)}{_NUMBER_AS_COMMENT}$", raw, re.MULTILINE) if text else None
        if text and found:
            line, comment = raw.count("\n", 0, found.start()) + 1, describe(found[1].lstrip())
            yield (
                f"{file}:{line}: {key}: {comment} is read as a comment, so the text is {describe(text)}: write {key}: "
                f"{_in_quotes(text + found[1])}, or put a space after # in a comment"
            )


def _unclosed_quote(lines: list[str], line: int) -> QuotingProblem | None:
    """Return the quote that is not closed on its line and reaches to the line of the error."""
    for number in range(min(line, len(lines) - 1), -1, -1):
        match = _VALUE.fullmatch(lines[number])
        if match is None or match["value"][0] not in _CLOSED:
            continue
        quote, column = match["value"][0], match.end("before")
        rest = lines[number][column:]
        if _CLOSED[quote].match(rest):
            continue
        reached = _CLOSED[quote].match("\n".join([rest, *lines[number + 1 :]]))
        if reached is None or number + reached[0].count("\n") == line:
            words = f"found a quote that is not closed on its line; end the text with {quote}"
            return QuotingProblem(number, column, words)
    return None


def _in_quotes(text: str) -> str:
    """Return a text in quotes of the kind that it does not hold."""
    shown = printable(text.replace('\\"', '"'))
    return json.dumps(shown, ensure_ascii=False) if '"' not in shown or "'" in shown else f"'{shown}'"
