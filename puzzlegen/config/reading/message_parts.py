"""Parts of messages about configs: the value found, safe to print, and the nearest allowed word."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

LONGEST_QUOTE = 60  # characters of a value shown in a message; longer ones are cut

# Categories of characters that change how a line is printed: control, format (text direction), surrogate, private use,
# line and paragraph separators. Unassigned ones are not included, because they depend on the version of Python.
_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def is_unprintable(character: str) -> bool:
    """Return whether a character is invisible or controls a terminal or a typesetter."""
    return unicodedata.category(character) in _UNSAFE


def printable(text: str, longest: int = LONGEST_QUOTE) -> str:
    r"""Return a text for one line of a message: control characters escaped, and cut to ``longest`` characters.

    >>> printable("two\nlines")
    'two\\nlines'
    """
    cut = text[:longest]
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in cut)
    return shown + "…" if len(text) > longest else shown


def describe(value: object) -> str:
    """Return a value as a user of the file would describe it.

    >>> describe("hrad"), describe(None), describe(["a"])
    ('"hrad"', 'nothing', 'a list')
    """
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a group of keys"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str):
        return f'"{printable(value)}"'
    return printable(str(value))


def did_you_mean(word: object, allowed: Iterable[str]) -> str:
    """Return ``; did you mean "..."?`` with the nearest allowed word, or an empty text if none is near.

    >>> did_you_mean("Hrad", ["easy", "hard"])
    '; did you mean "hard"?'
    """
    if (
        not isinstance(word, str) or len(word) > LONGEST_QUOTE
    ):  # difflib is quadratic, and a long value is no typing error
        return ""
    by_lower = {name.lower(): name for name in allowed}
    near = difflib.get_close_matches(word.strip().lower(), list(by_lower), n=1, cutoff=0.6)
    return f'; did you mean "{by_lower[near[0]]}"?' if near else ""
