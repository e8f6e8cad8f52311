"""Shortens the names of local variables and functions in a script, because pages to play must stay small."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from string import ascii_letters, ascii_uppercase
from typing import NamedTuple

_TOKENS = re.compile(
    r"(?P<text>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|//.*|/\*[^*]*\*/"
    r"|(?:(?<=[(,=:\[!&|?{};])|(?<=return))[ ]?/(?![/* ])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*)"
    r"|(?P<name>[A-Za-z_$][\w$]*)|(?P<space>\s+)|(?P<sign>\.\.\.|=>|.)"
)
_DECLARE = ("const", "let", "function")
_OPEN, _CLOSE = "([{", ")]}"
_SHORTEST = 3  # characters of a name that is worth to be shortened
# Properties of the window that a script may use without declaring them
_OF_THE_WINDOW = frozenset(
    (
        "alert", "blur", "close", "closed", "confirm", "document", "event", "external", "find", "focus", "frames",
        "history", "length", "location", "name", "navigator", "open", "opener", "origin", "page", "parent",
        "performance", "print", "prompt", "screen", "scroll", "self", "status", "stop", "top", "window",
    )
)  # fmt: skip


class _Token(NamedTuple):
    kind: str
    text: str
    depth: int  # of open brackets
    inside: str  # the innermost open bracket, or nothing


def with_short_names(script: str) -> str:
    """Return a script whose local names have two characters.

    A name is replaced everywhere or nowhere. It stays if it is also the name of a property or a key, if a string or a
    template contains it, if it is declared outside all brackets, where other scripts can use it, or if the window has a
    property of this name.
    """
    tokens = list(_tokens(script))
    code = [token for token in tokens if token.kind in ("name", "sign")]
    kept = set(_OF_THE_WINDOW)
    for token in tokens:
        if token.kind == "text":
            kept.update(re.findall(r"[\w$]+", token.text))
    edge = _Token("sign", "", 0, "")
    for before, token, after in zip([edge, *code], code, [*code[1:], edge], strict=False):
        is_key = token.inside == "{" and before.text in ("{", ",") and after.text in (",", "}", "=", ":", "(")
        if token.kind == "name" and (before.text == "." or is_key or (before.text in _DECLARE and not token.depth)):
            kept.add(token.text)
    counts = Counter(token.text for token in tokens if token.kind == "name")
    wanted = [name for name in set(_declared(code)) - kept if len(name) >= _SHORTEST]
    pairs = map("".join, product(ascii_letters, ascii_uppercase))
    free = (pair for pair in pairs if pair not in counts)
    short = dict(zip(sorted(wanted, key=lambda name: (-counts[name], name)), free, strict=False))
    return "".join(short.get(token.text, token.text) if token.kind == "name" else token.text for token in tokens)


def _declared(code: Sequence[_Token]) -> Iterator[str]:
    """Yield the names that are declared: by const, let and function, also in arrays of names, and as parameters."""
    for at, token in enumerate(code):
        if token.text in _DECLARE:
            after = code[at + 1]
            if after.kind == "name":
                yield after.text
                if token.text == "function":
                    yield from _listed(code, at + 2)
            elif after.text == "[":
                yield from _listed(code, at + 1)
        elif token.text == "=>" and code[at - 1].text == ")":
            depth = code[at - 1].depth
            begin = next(n for n in range(at - 2, -1, -1) if code[n].text == "(" and code[n].depth == depth)
            yield from _listed(code, begin)


def _listed(code: Sequence[_Token], begin: int) -> Iterator[str]:
    """Yield the names in a list in brackets that begins at this token; not those of default values."""
    for before, token in pairwise(code[begin:]):
        if token.depth <= code[begin].depth:
            return
        if token.kind == "name" and before.text in ("(", "[", ",", "..."):
            yield token.text


def _tokens(script: str) -> Iterator[_Token]:
    open_brackets: list[str] = []
    for match in _TOKENS.finditer(script):
        kind, text = str(match.lastgroup), match[0]
        if text in _CLOSE and open_brackets:
            open_brackets.pop()
        yield _Token(kind, text, len(open_brackets), open_brackets[-1] if open_brackets else "")
        if text in _OPEN:
            open_brackets.append(text)
