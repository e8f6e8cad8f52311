"""Requests for classic boards, and boards in order whatever the number of workers."""

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.errors import GenerationError
from puzzlegen.generator.classic_boards import BoardRequest
from puzzlegen.jobs.pools import open_thread_pool
from puzzlegen.single.classic_boards import (
    MAX_BATCH,
    _Batch,
    _BatchSize,
    generate_boards,
)


def test_boards_are_the_same_with_any_number_of_workers() -> None:
    request = BoardRequest(Grid(7, 5), 6)
    found = []
    for workers in (1, 3):
        with open_thread_pool(workers) as pool:
            found.append([board.game.board.mines for board in generate_boards(request, 8, "s", pool)])
    assert found[0] == found[1] and len(set(found[0])) == 8


def test_boards_before_one_that_is_not_found_are_yielded() -> None:
    request = BoardRequest(Grid(6, 5), 17, strategy="redraw", cap=1, attempts=1)
    with open_thread_pool(1) as pool, pytest.raises(GenerationError, match="needs no guessing in 1 attempts"):
        list(generate_boards(request, 50, "s", pool))


def test_batches_grow_while_boards_are_fast() -> None:
    size = _BatchSize()
    sizes = []
    for _ in range(9):
        size.learn(["seed"] * size.boards, _Batch([], None, 1e-6))
        sizes.append(size.boards)
    assert sizes == [2, 4, 8, 16, 32, 64, MAX_BATCH, MAX_BATCH, MAX_BATCH]
    size.learn(["seed"] * 64, _Batch([], None, 1.0))
    assert size.boards == 1
