"""Judges what a text holds beside its puzzle: ignored by its name, or refused because it may change the puzzle.

A reader uses what it understands and gives the rest to ``refuse``. The rest is ignored if ``IGNORED`` has its name, or
if it says nothing: it has no digit, no known word such as ``mines`` or ``rows``, and is no second grid.
"""

from __future__ import annotations

import re

from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import quoted

IGNORED = {  # names of keys and fields by what they hold; docs/formats.md has the same table
    "its maker and its name": "author, comment, copyright, depth, description, hint, info, language, level, name, "
    "note, notes, series, solver, theme, title, unit, version",
    "ids and dates": "attempts, created, date, day, entry, id, index, number, seed, section, time, timestamp, updated",
    "addresses": "address, before, files, href, link, source, url",
    "its answer": "answer, conflict, differ, proof, proved, solution, solutions, steps",
    "what a player did": "history, marks, moves, progress, solving times, state, status",
    "its grade": "bottlenecks, clues, difficulty, grading, hand, idea, par, picture, quality, rating, score, stars, "
    "tier, wishes",
    "other words of this program": "clash, classic start, date text, difficulty text, picture hint, picture title, "
    "puzzle title, safe, solution text, solved, text, timed out, uncovered, undecided",
}
_NAMES = frozenset(name.replace(" ", "") for names in IGNORED.values() for name in names.split(", "))
_NOTHING = re.compile(r"[yn?\-\s]*")  # an answer, or marks of a player
_KNOWN = re.compile(
    r"mines?|bombs?|total|size|kind|type|variant|rows?|cols?|columns?|width|height|grid|board|cells|clues|puzzle|wrap|torus"
    r"|toroidal|knight|hex|[0-9]",
    re.IGNORECASE,
)
_PUZZLE = re.compile(r"\?(?:[a-z]+=[a-z]*&)*(?:mines\w*/|pzprv3)|(?:^|#)(?:[a-z-]+:)?[0-9]{1,4}x[0-9]{1,4}:")


def plain(name: str) -> str:
    """Return a name as it is compared: ``numMines``, ``num_mines`` and "num mines" are one."""
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def is_ignored(name: str) -> bool:
    """Return whether ``IGNORED`` has a name."""
    return plain(name) in _NAMES


def refuse(name: str, value: object, row: int = 0) -> None:
    """Raise FormatError for a part of a text that is not used and may change the puzzle.

    ``name`` is what stands in front of it on line ``row`` of the text, and ``value`` is plain data, as JSON has it.
    """
    words = value if isinstance(value, str) else "" if value in (None, False, [], {}) else repr(value)
    is_second = isinstance(value, str) and _PUZZLE.search(value)
    if not is_second and (not words or _NOTHING.fullmatch(words) or is_ignored(name)):
        return
    if is_second or isinstance(value, list) or value is True or _KNOWN.search(f"{name} {words}"):
        what = "a second puzzle" if is_second else "what is not used"
        raise FormatError(f"found {what}, {quoted(f'{name}: {words}', 40)}; leave it out", None, row)
