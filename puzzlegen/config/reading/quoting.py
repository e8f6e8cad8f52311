"""Finds mistakes of quoting in a config, and says how the line must be written."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from puzzlegen.config.reading.message_parts import printable

# The start of a line up to its value: indentation, dashes, a key.
_VALUE = re.compile(r"(?P<before> *(?:- +)*(?P<key>[A-Za-z_]\w*): +)(?P<value>\S.*?)\s*")
_CLOSED = {'"': re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL), "'": re.compile(r"'(?:[^']|'')*'", re.DOTALL)}
_AFTER = re.compile(r"\s*(#.*|[,}\]].*)?")  # what may follow a text in quotes on its line
# A value in brackets that a comment cuts, and what follows in them with it, such as {name: Vol #1, count: 3}
_CUT_IN_BRACKETS = re.compile(r"[:,\[{] +(?P<value>(?:[^\s\"'#,\[\]{}][^\"'#,\[\]{}]*? +)?(?P<comment>#\w[^,\]}]*))")


class QuotingProblem(NamedTuple):
    """A mistake of quoting, at a line and column counted from 0."""

    line: int
    column: int
    words: str


def quoting_problem(text: str, line: int) -> QuotingProblem | None:
    """Return the mistake of quoting that explains an error of YAML on a line, counted from 0; None if there is none.

    It is text behind the closing quote, a colon with a space in a text without quotes, a text in brackets that a
    comment cuts, or, on an earlier line, a quote that the next quote of the file closes there.
    """
    lines = text.split("\n")
    if line < len(lines) and (match := _VALUE.fullmatch(lines[line])):
        value, column = match["value"], match.end("before")
        closed = _CLOSED[value[0]].match(value) if value[0] in _CLOSED else None
        if closed is not None and not _AFTER.fullmatch(value[closed.end() :]):
            fixed = in_quotes(value[1:-1] if value[-1] == value[0] else value)
            words = f"found text behind the closing quote; write {match['key']}: {fixed}"
            return QuotingProblem(line, column + closed.end(), words)
        if value[0] not in "\"'[{|>" and (colon := re.search(r":(\s|$)", value)):
            words = f'found ": " in a text without quotes; write {match["key"]}: {in_quotes(value)}'
            return QuotingProblem(line, column + colon.start(), words)
    for number in (line, line - 1):  # in brackets the error shows on the next line
        if 0 <= number < len(lines) and (cut := _CUT_IN_BRACKETS.search(lines[number])):
            comment, value = cut["comment"].strip(), cut["value"].strip()
            words = f"found {printable(comment)} without quotes, where # begins a comment; write {in_quotes(value)}"
            return QuotingProblem(number, cut.start("comment"), words)
    return _unclosed_quote(lines, line)


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


def in_quotes(text: str) -> str:
    """Return a text in quotes of the kind that it does not hold."""
    shown = printable(text.replace('\\"', '"'))
    return json.dumps(shown, ensure_ascii=False) if '"' not in shown or "'" in shown else f"'{shown}'"
