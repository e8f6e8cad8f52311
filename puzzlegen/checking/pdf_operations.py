"""Cutting the content of a page into operations by regular expressions: pdfminer spends half of its time on that.

What content is usually made of is cut here, exactly as pdfminer does, which a property test holds it to. The rest
(pictures in the stream, comments, dictionaries, strings with odd escapes) is left to pdfminer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pdfminer.psparser import LIT

Operation = tuple[list[Any], bytes]  # operands and operator

_END = {b"end": rb"#/%\[\]()<>{}\s"}  # what ends a name or an operator
# An operator with nothing but numbers before it, which most are, in one go; digits few enough to fit a float.
_NUMBERS = re.compile(rb"\s*+((?:[+-]?(?:[0-9]{1,9}+(?:\.[0-9]*+)?|\.[0-9]++)\s++)*+)([A-Za-z][^%(end)s]*+)" % _END)
_TOKEN = re.compile(
    rb"\s*+(?:"
    rb"([+-]?(?:[0-9]*+\.[0-9]++|[0-9]++\.))"
    rb"|([+-]?[0-9]++)"
    rb"|([A-Za-z][^%(end)s]*+|['\"*])"
    rb"|/([^%(end)s]*+)(?!\#)"
    rb"|\(([^()\\]*+(?:\\(?:[0-7]{1,3}+|[nrtbf()\\])[^()\\]*+)*+)\)"
    rb"|(\[)|(\])"
    rb"|.)" % _END,
    re.DOTALL,
)
_REAL, _WHOLE, _OPERATOR, _NAME, _STRING, _OPEN, _CLOSE = range(1, 8)
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(.))")
_MEANT = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_NOT_HERE = {b"BI", b"ID", b"EI", b"true", b"false"}  # pictures in the stream, and words that are values


def operations(data: bytes) -> list[Operation] | None:
    """The operations in order; None if pdfminer must cut them.

    Operands are numbers, PSLiteral for names, bytes for strings, lists for arrays. Those after the last operator are
    left out.
    """
    data = data.rstrip()
    try:
        return _cut(data)
    except ValueError:  # a number too long, or an octal one beyond a byte
        return None


def _cut(data: bytes) -> list[Operation] | None:
    found: list[Operation] = []
    operands: list[Any] = []
    outer: list[list[Any]] = []  # the arrays that are not closed yet
    at, end = 0, len(data)
    while at < end:
        if not operands and not outer and (match := _NUMBERS.match(data, at)):
            numbers, operator = match.groups()
            if operator in _NOT_HERE:
                return None
            found.append(([float(number) for number in numbers.split()], operator))
            at = match.end()
            continue
        match = _TOKEN.match(data, at)
        assert match is not None  # it takes any one character
        at = match.end()
        kind = match.lastindex or 0
        if kind == _OPERATOR:
            if outer or match[_OPERATOR] in _NOT_HERE:
                return None
            found.append((operands, match[_OPERATOR]))
            operands = []
        elif kind == _OPEN:
            outer.append(operands)
            operands = []
        elif kind == _CLOSE and outer:
            outer[-1].append(operands)
            operands = outer.pop()
        elif kind in _VALUES:
            operands.append(_VALUES[kind](match[kind]))
        else:
            return None
    return None if outer else found


def _string(raw: bytes) -> bytes:
    return _ESCAPE.sub(_meant, raw) if b"\\" in raw else raw


def _meant(escape: re.Match[bytes]) -> bytes:
    return bytes((int(escape[1], 8),)) if escape[1] else _MEANT.get(escape[2], escape[2])


def _name(raw: bytes) -> Any:
    try:
        return LIT(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return LIT(raw)


_VALUES: dict[int, Callable[[bytes], Any]] = {_REAL: float, _WHOLE: int, _NAME: _name, _STRING: _string}
