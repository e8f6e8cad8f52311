"""How many puzzles share a page, where the editor leaves it to the layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from puzzlegen.errors import LayoutError
from puzzlegen.layout.book.book_content import AUTO, BookSection
from puzzlegen.layout.book.page_arrangement import MAX_PER_PAGE, board_sizes, cell_size, section_arrangement
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.layout.core.theme import Theme

COMFORTABLE_PER_PAGE = 6  # puzzles a page when nobody asks for a thin book: more make a page restless
Count = Callable[[Sequence[BookSection]], int]


@dataclass(frozen=True, slots=True)
class PerPageOption:
    """A number of puzzles a page, the side of a cell it gives in points, and the pages it takes."""

    per_page: int
    cell: float
    pages: int


def per_page_options(section: BookSection, page: PageGeometry, theme: Theme) -> list[PerPageOption]:
    """What a section can be set with, from the fewest pages to the most; each has larger cells than the one before.

    Where fewer a page take no more pages and lose no cell size, pages are filled alike: 6 and 6 rather than 8 and 4.
    Raises LayoutError when its cells would be too small even with a page for each puzzle.
    """
    count, boards = len(section.entries), board_sizes(section)
    wanted = [section.per_page] if section.per_page != AUTO else range(theme.max_per_page or MAX_PER_PAGE, 0, -1)
    found: list[PerPageOption] = []
    for per_page in wanted:
        one = PerPageOption(per_page, cell_size(page, boards, per_page, theme), -(-count // per_page))
        if one.cell < theme.min_cell:
            continue
        if found and (one.cell, -one.pages) < (found[-1].cell, -found[-1].pages):
            continue
        if found and found[-1].pages == one.pages:
            found.pop()  # as many pages, cells as large or larger
        found.append(one)
    if not found:
        section_arrangement(replace(section, per_page=section.per_page or 1), page, theme)  # says what would fit
    return found


def with_fewest_pages(sections: Sequence[BookSection], page: PageGeometry, theme: Theme) -> tuple[BookSection, ...]:
    """The sections on the fewest pages. Raises LayoutError when cells would be too small."""
    return _with_options(sections, (per_page_options(section, page, theme)[0] for section in sections))


def with_comfortable_cells(
    sections: Sequence[BookSection], page: PageGeometry, theme: Theme
) -> tuple[BookSection, ...]:
    """The sections on the fewest pages with cells readers like and not too many puzzles on any; where there are no
    such cells, with the largest there are. Raises LayoutError when cells would be too small.
    """
    good = max(theme.comfortable_cell, theme.min_cell)
    found = [per_page_options(section, page, theme) for section in sections]
    return _with_options(
        sections,
        (
            next((one for one in row if one.cell >= good and one.per_page <= COMFORTABLE_PER_PAGE), row[-1])
            for row in found
        ),
    )


def with_largest_cells(
    sections: Sequence[BookSection], page: PageGeometry, theme: Theme, max_pages: int, count: Count
) -> tuple[BookSection, ...]:
    """The sections, all considered together, with the largest cells that keep the book within its pages: the smallest
    cell as large as can be, then the sum of all. ``count`` tells the pages of the book with such sections.

    Raises LayoutError when cells would be too small, or when no choice keeps the book within its pages.
    """
    options = [per_page_options(section, page, theme) for section in sections]
    thin = _with_options(sections, (found[0] for found in options))
    least = count(thin)
    if least > max_pages:
        raise LayoutError(_too_many(sections, max_pages, least))
    costs = [
        [count((*thin[:i], replace(section, per_page=one.per_page), *thin[i + 1 :])) - least for one in found]
        for i, (section, found) in enumerate(zip(sections, options, strict=True))
    ]
    room = max_pages - least
    while True:
        picks = largest_cells([[one.cell for one in found] for found in options], costs, room)
        settled = _with_options(sections, (found[pick] for found, pick in zip(options, picks, strict=True)))
        over = count(settled) - max_pages
        if over <= 0:
            return settled
        room -= over  # only where the pages of one part depend on those of another


def _with_options(sections: Sequence[BookSection], picked: Iterable[PerPageOption]) -> tuple[BookSection, ...]:
    return tuple(replace(one, per_page=choice.per_page) for one, choice in zip(sections, picked, strict=True))


def largest_cells(cells: Sequence[Sequence[float]], costs: Sequence[Sequence[int]], room: int) -> list[int]:
    """One choice for each row of ``cells``, by position: the least cell chosen as large as can be, then their sum.

    The costs chosen, whole numbers, add up to no more than ``room``. Cells and costs rise along each row, and the
    first choices fit. Rows with one choice have no say in what the least cell is.
    """
    bars = sorted({cell for row in cells if len(row) > 1 for cell in row}, reverse=True)
    firsts = [0] * len(cells)
    for bar in bars:
        firsts = [next((i for i, cell in enumerate(row) if cell >= bar or len(row) == 1), -1) for row in cells]
        if min(firsts) >= 0 and sum(row[i] for row, i in zip(costs, firsts, strict=True)) <= room:
            break
    spare = room - sum(row[i] for row, i in zip(costs, firsts, strict=True))
    # best[used]: the largest sum of cells at that much more than the first choices cost, and the choices.
    best: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}
    for row, cost, first in zip(cells, costs, firsts, strict=True):
        grown: dict[int, tuple[float, list[int]]] = {}
        for used, (total, picks) in best.items():
            for i in range(first, len(row)):
                more = used + cost[i] - cost[first]
                if more <= spare and (more not in grown or total + row[i] > grown[more][0]):
                    grown[more] = (total + row[i], [*picks, i])
        best = _drop_dominated(grown)
    return max(best.values(), key=lambda one: one[0])[1]


def _drop_dominated(grown: dict[int, tuple[float, list[int]]]) -> dict[int, tuple[float, list[int]]]:
    """Only what gains by costing more."""
    kept: dict[int, tuple[float, list[int]]] = {}
    most = -1.0
    for used in sorted(grown):
        if grown[used][0] > most + 1e-9:
            kept[used] = grown[used]
            most = grown[used][0]
    return kept


def _too_many(sections: Sequence[BookSection], max_pages: int, least: int) -> str:
    fixed = any(section.per_page != AUTO for section in sections)
    return (
        f"page.max_pages: found {max_pages}, and the book has {least} pages at the smallest allowed cells; "
        f"allow {least} pages or take fewer puzzles" + (" or per_page: auto in all sections" if fixed else "")
    )
