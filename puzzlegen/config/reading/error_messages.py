"""How a problem in a config is worded: values quoted safely, and the nearest allowed word offered."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

LONGEST_QUOTE = 60  # characters of a value shown in a message; longer ones are cut

# Characters that would change the line they are printed on: control, format (text direction), surrogate, private, and
# the line and paragraph separators. Not the unassigned ones: which those are depends on the version of Python.
_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def unsafe(character: str) -> bool:
    """Whether a character is invisible or steers a terminal or a typesetter."""
    return unicodedata.category(character) in _UNSAFE


def safe(text: str, longest: int = LONGEST_QUOTE) -> str:
    r"""``text`` fit for one line of a message: escaped, and cut to ``longest`` characters.

    >>> safe("two\nlines")
    'two\\nlines'
    """
    cut = text[:longest]
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in cut)
    return shown + "…" if len(text) > longest else shown


def found(value: object) -> str:
    """What was found, in words a reader of the file recognises.

    >>> found("hrad"), found(None), found(["a"])
    ('"hrad"', 'nothing', 'a list')
    """
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a group of keys"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str):
        return f'"{safe(value)}"'
    return safe(str(value))


def did_you_mean(word: object, allowed: Iterable[str]) -> str:
    """``; did you mean "..."?`` for the nearest allowed word, or nothing when none is near.

    >>> did_you_mean("Hrad", ["easy", "hard"])
    '; did you mean "hard"?'
    """
    if not isinstance(word, str) or len(word) > LONGEST_QUOTE:  # difflib is quadratic, and a long value is no slip
        return ""
    by_lower = {name.lower(): name for name in allowed}
    near = difflib.get_close_matches(word.strip().lower(), list(by_lower), n=1, cutoff=0.6)
    return f'; did you mean "{by_lower[near[0]]}"?' if near else ""
