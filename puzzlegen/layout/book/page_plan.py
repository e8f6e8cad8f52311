"""The parts of a book, and the plan that fixes all page numbers before any page is drawn.

A part knows how many pages it needs without knowing its position. Counting all parts fixes every page number. Then the
parts draw their pages in order, and may refer to any other page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from puzzlegen.layout.core.document import Page
from puzzlegen.layout.core.page_builder import PageGeometry


@dataclass(frozen=True, slots=True)
class PagePlan:
    """The page numbers of a book, counted from 1; ``pages`` is how many there are, blank pages included.

    ``starts`` maps the key of each part to its first page. ``puzzles``, ``answers`` and ``hints`` map the numbers of
    puzzles to pages; they are empty in a book without them. ``separate_answers`` maps to the pages of a separate
    answer document, if it has more than one page.
    """

    pages: int
    starts: Mapping[str, int]
    puzzles: Mapping[int, int] = field(default_factory=dict)
    answers: Mapping[int, int] = field(default_factory=dict)
    hints: Mapping[int, int] = field(default_factory=dict)
    separate_answers: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """The entry of a part in the table of contents; ``note`` and ``stars`` describe the puzzles of a section."""

    title: str
    note: str = ""
    stars: int = 0


@dataclass(frozen=True, slots=True)
class BookPart:
    """A run of pages that belong together.

    ``key`` identifies the part within the book. ``draw(first, plan)`` yields its pages one at a time; the first of
    them has the number ``first``. ``recto`` parts open on a right-hand page, ``overleaf`` parts on a left-hand page,
    which cannot be seen from the page before. ``puzzles``, ``answers`` and ``hints`` map the numbers of puzzles to
    pages of the part, counted from 0. ``own``: its pages are the publisher's own. ``joins``: its first page is also the
    last page of the part before it, and only adds to that. ``free_from`` is where the free space of its last page
    begins, in points from the top of the page, if another part may join there.
    """

    key: str
    pages: int
    draw: Callable[[int, PagePlan], Iterable[Page]]
    recto: bool = True
    contents_entry: ContentsEntry | None = None
    overleaf: bool = False
    puzzles: Mapping[int, int] = field(default_factory=dict)
    answers: Mapping[int, int] = field(default_factory=dict)
    hints: Mapping[int, int] = field(default_factory=dict)
    own: bool = False
    joins: bool = False
    free_from: float | None = None


def plan_pages(parts: Sequence[BookPart], page: PageGeometry) -> PagePlan:
    """Number the pages of all parts in order. Only the parts of a bound book open on rectos."""
    starts: dict[str, int] = {}
    puzzles: dict[int, int] = {}
    answers: dict[int, int] = {}
    hints: dict[int, int] = {}
    used = 0
    for part in parts:
        start = used + 1
        if part.joins:
            start = used
        elif page.bound and part.overleaf:
            start += start % 2
        elif page.bound and part.recto:
            start += used % 2
        starts[part.key] = start
        for pages, offsets in ((puzzles, part.puzzles), (answers, part.answers), (hints, part.hints)):
            pages.update((number, start + offset) for number, offset in offsets.items())
        used = start - 1 + part.pages
    used += page.last_blank
    return PagePlan(used + -used % page.multiple, starts, puzzles, answers, hints)
