"""The parts of a book, and the plan that fixes all page numbers before any page is drawn.

A part knows how many pages it needs without knowing its position. Counting all parts fixes every page number. Then the
parts draw their pages in order, and may refer to any other page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from puzzlegen.layout.core.columns import Column, ListPage, PagePlan
from puzzlegen.layout.core.document import Page, Place, PlaceKind, Target
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder, PageGeometry


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
    begins, in points from the top of the page, if another part may join there. ``smaller`` has the same part with
    smaller figures, which may leave more of it.
    """

    key: str
    pages: int
    draw: Callable[[int, PagePlan], Iterable[Page]]
    recto: bool = False
    contents_entry: ContentsEntry | None = None
    overleaf: bool = False
    puzzles: Mapping[int, int] = field(default_factory=dict)
    answers: Mapping[int, int] = field(default_factory=dict)
    hints: Mapping[int, int] = field(default_factory=dict)
    own: bool = False
    joins: bool = False
    free_from: float | None = None
    smaller: tuple[BookPart, ...] = ()


def columns_part(
    kind: str, pages: Iterable[Sequence[tuple[float, float, Column]]], context: LayoutContext, heading: str = "",
    title: str = "", *, unnumbered: float = 0,
) -> BookPart:  # fmt: skip
    """Make a part whose pages are of one ``kind`` and consist of columns, each with its left and top in the text block.

    ``heading`` is its entry in the table of contents, and the running head of its pages but the first, which shows it.
    ``title`` is a running head of all its pages instead. The first ``unnumbered`` pages show no page number.
    """
    placed = list(pages)

    def draw(first: int, plan: PagePlan) -> Iterator[Page]:
        for number, columns in enumerate(placed, start=first):
            head = title or (heading if number > first else "")
            builder = PageBuilder(number, kind, context, folio=number - first >= unnumbered, head=head)
            for left, top, column in columns:
                builder.add_column(column, builder.block.left + left, builder.block.top + top, plan)
            yield builder.build()

    targets = [
        (link.place, i)
        for i, columns in enumerate(placed)
        for *_, column in columns
        for _, item in column
        for link in item.links
        if isinstance(link, Target)
    ]
    entry = ContentsEntry(heading) if heading else None
    answers, hints = _of_kind("answer", targets), _of_kind("hint", targets)
    return BookPart(kind, len(placed), draw, contents_entry=entry, answers=answers, hints=hints)


def ending_open(part: BookPart, pages: Sequence[ListPage], context: LayoutContext) -> BookPart:
    """Let another part begin below the list on the last of these pages."""
    return replace(part, free_from=context.geometry.block(1).top + pages[-1].depth)


def _of_kind(kind: PlaceKind, targets: Iterable[tuple[Place, int]]) -> dict[int, int]:
    """Return the page of each target of a kind by the number of its puzzle."""
    return {place.number: page for place, page in targets if place.kind == kind}


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
