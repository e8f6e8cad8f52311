"""The parts a book is made of, and the plan that gives each its pages before any page is drawn.

A part knows how many pages it needs without knowing where it stands. Once all are counted, every page number in the
book is fixed; then the parts draw their pages one after the other, and may name any other page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from puzzlegen.layout.book.inputs import PageGeometry
from puzzlegen.layout.core.document import Page


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything stands, in page numbers from 1; ``pages`` is their number, blank ones included.

    ``starts`` has the first page of each part by its key; ``puzzles``, ``answers`` and ``hints`` have a page for each
    puzzle's number, and are empty in a book without them. ``sheets`` has the pages of answers in a document of their
    own, where it has more than one.
    """

    pages: int
    starts: Mapping[str, int]
    puzzles: Mapping[int, int] = field(default_factory=dict)
    answers: Mapping[int, int] = field(default_factory=dict)
    hints: Mapping[int, int] = field(default_factory=dict)
    sheets: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Listing:
    """How a part stands in the contents: its title and, for sections, what it holds and how hard that is."""

    title: str
    note: str = ""
    stars: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A run of pages that belong together.

    ``key`` names it within the book, ``listing`` puts it into the contents. ``draw(first, plan)`` gives its ``pages``
    pages one at a time, when the first of them is page ``first``. ``recto`` parts open on a right-hand page,
    ``overleaf`` parts on a left-hand one, where they cannot be seen from the page before. ``puzzles``, ``answers`` and
    ``hints`` say on which page of the part, from 0, each puzzle's number stands.
    """

    key: str
    pages: int
    draw: Callable[[int, Plan], Iterable[Page]]
    recto: bool = True
    listing: Listing | None = None
    overleaf: bool = False
    puzzles: Mapping[int, int] = field(default_factory=dict)
    answers: Mapping[int, int] = field(default_factory=dict)
    hints: Mapping[int, int] = field(default_factory=dict)


def plan_of(parts: Sequence[Part], page: PageGeometry) -> Plan:
    """The plan for parts in that order. Only in a bound book are there rectos to open on."""
    starts: dict[str, int] = {}
    puzzles: dict[int, int] = {}
    answers: dict[int, int] = {}
    hints: dict[int, int] = {}
    used = 0
    for part in parts:
        start = used + 1
        if page.bound and part.overleaf:
            start += start % 2
        elif page.bound and part.recto:
            start += used % 2
        starts[part.key] = start
        for pages, offsets in ((puzzles, part.puzzles), (answers, part.answers), (hints, part.hints)):
            pages.update((number, start + offset) for number, offset in offsets.items())
        used = start - 1 + part.pages
    used += page.last_blank
    return Plan(used + (used % 2 if page.even else 0), starts, puzzles, answers, hints)
