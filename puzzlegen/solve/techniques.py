"""The technique table: every named kind of step, once. Grades, words, captions and tests all read it here.

The names are common Minesweeper lore (players' wikis have told of 1-1, 1-2, 1-2-1 and 1-2-2-1 for decades); docs/
explaining.md has them with pictures. All of them speak of what clues *still* need: ``need`` is the mines a clue still
misses, ``U`` its unknown neighbours, and "a 1" is a clue with need 1, whatever number is printed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Technique:
    """A named kind of step.

    ``weight`` is what a moment of it costs, in moments of a single clue. ``words`` says it, with the fields {clue},
    {others}, {proved}, {tries} and {total} (see explain.in_words); ``meaning`` defines it.
    """

    code: str
    name: str
    tier: int
    weight: float
    words: str
    meaning: str


_ROWS = (
    Technique(
        "satisfied", "satisfied clue", 1, 1.0,
        "{clue} already touches all its mines: {proved}.",
        "A clue with need 0: all of U is safe.",
    ),
    Technique(
        "exhausted", "exhausted clue", 1, 1.0,
        "{clue} needs every blank it has left: {proved}.",
        "A clue whose need is the size of U: all of U are mines.",
    ),
    Technique(
        "total", "mine total", 1, 1.0,
        "The printed number of mines settles the rest: {proved}.",
        "No mine of the printed total is left, or as many as there are unknown cells.",
    ),
    Technique(
        "1-1", "1-1", 2, 3.0,
        "1-1: the mine of {others} is one of {clue} too, so the rest of {clue} holds none: {proved}.",
        "Two 1s side by side, U of the one inside U of the other: the other's further cells are safe.",
    ),
    Technique(
        "1-2", "1-2", 2, 3.0,
        "1-2: {one} can give {two} one mine only, so the other stands where they do not meet: {proved}.",
        "A 1 and a 2 side by side, the 2 with one cell of its own: that is a mine, the 1's own cells are safe.",
    ),
    Technique(
        "subset", "subset", 2, 3.0,
        "All unknown cells of {inner} touch {outer} too, which settles the rest of {outer}: {proved}.",
        "Two clues, U of the one inside U of the other: their difference in need fills or empties the rest.",
    ),
    Technique(
        "difference", "difference", 2, 4.0,
        "{most} needs so many more mines than {least} that it fills all the cells it does not share: {proved}.",
        "Two clues, need(a) - need(b) = cells of a alone: those are mines and the cells of b alone are safe.",
    ),
    Technique(
        "1-2-1", "1-2-1", 2, 4.0,
        "1-2-1: two mines of {clue} fit beside {others} in one way only: {proved}.",
        "A 2 between two 1s in a line: no two mines of the 2 may go to the same 1.",
    ),
    Technique(
        "1-2-2-1", "1-2-2-1", 2, 4.0,
        "1-2-2-1: each 1 at the end of {line} lets its 2 have one mine only, the other 2 has both: {proved}.",
        "Two 1-2s back to back in a line: each 2 has a mine before the other 2.",
    ),
    Technique(
        "combination", "combination", 2, 6.0,
        "All ways to complete {clue} beside {others} agree: {proved}.",
        "Every placement of a clue's mines that flips the proved cell breaks one other clue; three clues or more.",
    ),
    Technique(
        "contradiction", "contradiction", 3, 16.0,
        "{tries}, going on clue by clue{total}. So {proved}.",
        "Every placement that flips the proved cell breaks a clue when single clues are played forward.",
    ),
    Technique(
        "deep", "deep contradiction", 4, 40.0,
        "{tries}, going on with clues read together{total}. So {proved}.",
        "As contradiction, played forward with clues read together (tier 2) as well.",
    ),
)  # fmt: skip

TECHNIQUES = {technique.code: technique for technique in _ROWS}
RANK = {code: i for i, code in enumerate(TECHNIQUES)}  # simplest first: what a cell is explained by if several would do
