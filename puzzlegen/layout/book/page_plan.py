"""The parts a book is made of, and the plan that gives each its pages before any page is drawn.

A part knows how many pages it needs without knowing where it stands. Once all are counted, every page number in the
book is fixed; then the parts draw their pages one after the other, and may name any other page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from puzzlegen.layout.core.document import Box, Link, Page, Role
from puzzlegen.layout.core.page_builder import PageGeometry


@dataclass(frozen=True, slots=True)
class PagePlan:
    """Where everything stands, in page numbers from 1; ``pages`` is their number, blank ones included.

    ``starts`` has the first page of each part by its key; ``puzzles``, ``answers`` and ``hints`` have a page for each
    puzzle's number, and are empty in a book without them. ``separate_answers`` has the pages of
    answers in a separate document, where it has more than one page.
    """

    pages: int
    starts: Mapping[str, int]
    puzzles: Mapping[int, int] = field(default_factory=dict)
    answers: Mapping[int, int] = field(default_factory=dict)
    hints: Mapping[int, int] = field(default_factory=dict)
    separate_answers: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """How a part stands in the contents: its title and, for sections, what it holds and how hard that is."""

    title: str
    note: str = ""
    stars: int = 0


@dataclass(frozen=True, slots=True)
class BookPart:
    """A run of pages that belong together.

    ``key`` names it within the book, ``contents_entry`` puts it into the contents. ``draw(first, plan)`` yields
    its pages one at a time; the first of them has the number ``first``. ``recto`` parts open on a right-hand page,
    ``overleaf`` parts on a left-hand one, where they cannot be seen from the page before. ``puzzles``, ``answers`` and
    ``hints`` say on which page of the part, from 0, each puzzle's number stands.
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


def plan_pages(parts: Sequence[BookPart], page: PageGeometry) -> PagePlan:
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
    return PagePlan(used + (used % 2 if page.even else 0), starts, puzzles, answers, hints)


ANSWER_LABEL_HEIGHT = 13.0  # points above an answer's grid: its number and page


def page_links(page: Page, plan: PagePlan, header: float) -> Iterator[Link]:
    """The links of one page: the header of a puzzle leads to its answer, an answer with its label to its puzzle.

    ``header`` is the height of a puzzle's header, in points above its grid.
    """
    goals: dict[Role, Role] = {"puzzle": "answer", "answer": "puzzle"}
    reached = {"puzzle": plan.puzzles, "answer": plan.answers}
    for grid in page.grids:
        goal = goals.get(grid.role)
        if goal is None or grid.number not in reached[goal]:
            continue
        right, bottom = grid.x + grid.width * grid.cell, grid.y + grid.height * grid.cell
        if grid.role == "puzzle":
            area = Box(grid.x, grid.y - header, right, grid.y)
        else:
            area = Box(grid.x, grid.y - ANSWER_LABEL_HEIGHT, right, bottom)
        yield Link(area, goal, grid.number)
