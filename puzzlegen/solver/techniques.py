"""The technique table: every named kind of step, once. Grades, the catalogue of words and tests all read it here.

The names are common Minesweeper lore (players' wikis have told of 1-1, 1-2, 1-2-1 and 1-2-2-1 for decades); docs/
explaining.md has them with pictures. All of them speak of what clues *still* need: ``need`` is the mines a clue still
misses, ``U`` its unknown neighbours, and "a 1" is a clue with need 1, whatever number is printed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Technique:
    """A named kind of step.

    ``weight`` is what a moment of it costs, in moments of a single clue. ``fields`` are the placeholders of the
    sentence that tells it (see explain.in_words); its name and that sentence are in the catalogue, a language each.
    ``meaning`` defines it.
    """

    code: str
    tier: int
    weight: float
    fields: tuple[str, ...]
    meaning: str


_ROWS = (
    Technique(
        "satisfied", 1, 1.0, ("clue", "proved"),
        "A clue with need 0: all of U is safe.",
    ),
    Technique(
        "exhausted", 1, 1.0, ("clue", "proved"),
        "A clue whose need is the size of U: all of U are mines.",
    ),
    Technique(
        "total", 1, 1.0, ("proved",),
        "No mine of the printed total is left, or as many as there are unknown cells.",
    ),
    Technique(
        "1-1", 2, 3.0, ("others", "clue", "proved"),
        "Two 1s side by side, U of the one inside U of the other: the other's further cells are safe.",
    ),
    Technique(
        "1-2", 2, 3.0, ("one", "two", "proved"),
        "A 1 and a 2 side by side, the 2 with one cell of its own: that is a mine, the 1's own cells are safe.",
    ),
    Technique(
        "subset", 2, 3.0, ("inner", "outer", "proved"),
        "Two clues, U of the one inside U of the other: their difference in need fills or empties the rest.",
    ),
    Technique(
        "difference", 2, 4.0, ("most", "least", "proved"),
        "Two clues, need(a) - need(b) = cells of a alone: those are mines and the cells of b alone are safe.",
    ),
    Technique(
        "1-2-1", 2, 4.0, ("clue", "others", "proved"),
        "A 2 between two 1s in a line: no two mines of the 2 may go to the same 1.",
    ),
    Technique(
        "1-2-2-1", 2, 4.0, ("line", "proved"),
        "Two 1-2s back to back in a line: each 2 has a mine before the other 2.",
    ),
    Technique(
        "combination", 2, 6.0, ("clue", "others", "proved"),
        "Every placement of a clue's mines that flips the proved cell breaks one other clue; three clues or more.",
    ),
    Technique(
        "contradiction", 3, 16.0, ("tries", "total", "proved"),
        "Every placement that flips the proved cell breaks a clue when single clues are played forward.",
    ),
    Technique(
        "deep", 4, 40.0, ("tries", "total", "proved"),
        "As contradiction, played forward with clues read together (tier 2) as well.",
    ),
)  # fmt: skip

TECHNIQUES = {technique.code: technique for technique in _ROWS}
RANK = {code: i for i, code in enumerate(TECHNIQUES)}  # simplest first: what a cell is explained by if several would do
