"""Visits the nodes of a board outward from recent marks, level by level."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.kernels import subroutine


class Search(NamedTuple):
    """The memory of a search. One lasts for any number of boards of one size."""

    order: Annotated[NDArray[np.int32], "n"]  # the nodes visited, by level
    visited: Annotated[NDArray[np.int8], "n"]  # 1 for a node in ``order``
    tried: Annotated[NDArray[np.int8], "n"]  # 1 for a cell whose values were supposed in vain
    ends: Annotated[NDArray[np.int32], "2"]  # the current level is ``order[ends[0] : ends[1]]``


def new_search(n: int) -> Search:
    """Create the memory for boards of ``n`` nodes."""
    return Search(np.empty(n, np.int32), np.empty(n, np.int8), np.empty(n, np.int8), np.empty(2, np.int32))


@subroutine
def start_at_marks(since, moment, search):
    """Begin a search. Level 0 has the cells marked after the moment ``since``, or all nodes if there is none."""
    count = 0
    for x in range(moment.size):
        marked = moment[x] > since
        search.visited[x] = marked
        search.order[count] = x  # the next one overwrites it if it is not marked
        count += marked
    search.ends[0] = 0
    search.ends[1] = count
    if count == 0:
        next_level(moment[:0], moment[:0], search)


@subroutine
def next_level(start, cells, search):
    """Go to the nodes beside the current level that were not visited, or to all the others if there is none.

    Returns whether there is any. ``start`` and ``cells`` are the neighborhood.
    """
    order, visited, ends = search.order, search.visited, search.ends
    count = ends[1]
    for i in range(ends[0], ends[1]):
        x = order[i]
        for k in range(start[x], start[x + 1]):
            y = cells[k]
            if visited[y] == 0:
                visited[y] = 1
                order[count] = y
                count += 1
    if count == ends[1]:
        for y in range(visited.size):
            if visited[y] == 0:
                visited[y] = 1
                order[count] = y
                count += 1
    ends[0] = ends[1]
    ends[1] = count
    return ends[0] < count
