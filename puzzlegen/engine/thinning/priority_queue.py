"""A heap of (rank, cell), lowest first: int64, shape (2, room)."""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import subroutine


@subroutine
def push(size, rank, cell, heap):
    """Add an entry; ``size`` is the number of entries before."""
    i = size
    while i > 0:
        parent = (i - 1) >> 1
        if heap[0, parent] <= rank:
            break
        heap[0, i] = heap[0, parent]
        heap[1, i] = heap[1, parent]
        i = parent
    heap[0, i] = rank
    heap[1, i] = cell


@subroutine
def pop(size, heap):
    """Take the lowest entry off: (rank, cell); ``size`` is the number of entries before."""
    rank, cell = heap[0, 0], heap[1, 0]
    last = size - 1
    moved, moved_cell = heap[0, last], heap[1, last]
    i = 0
    while 2 * i + 1 < last:
        child = 2 * i + 1
        if child + 1 < last and heap[0, child + 1] < heap[0, child]:
            child += 1
        if heap[0, child] >= moved:
            break
        heap[0, i] = heap[0, child]
        heap[1, i] = heap[1, child]
        i = child
    heap[0, i] = moved
    heap[1, i] = moved_cell
    return rank, cell
