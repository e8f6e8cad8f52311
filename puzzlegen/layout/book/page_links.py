"""Where a reader of the file can go from a page: from a puzzle to its answer and back."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.layout.book.parts import Plan
from puzzlegen.layout.core.document import Box, Link, Page, Role

LABEL = 13.0  # points above an answer's grid: its number and page


def page_links(page: Page, plan: Plan, header: float) -> Iterator[Link]:
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
            area = Box(grid.x, grid.y - LABEL, right, bottom)
        yield Link(area, goal, grid.number)
