"""Random streams give the same numbers on every machine and version."""

import numpy as np

from puzzlegen.random_streams import stream


def test_golden_words() -> None:
    """These words must never change, because all printed puzzles depend on them."""
    assert stream("series", "section 2", 7).words(3).tolist() == [
        4667455278290132765,
        16189558653485418838,
        18353108858777755904,
    ]


def test_a_permutation_is_complete_and_golden() -> None:
    order = stream("order").permutation(50)
    assert sorted(order.tolist()) == list(range(50))
    assert order[:6].tolist() == [30, 15, 37, 36, 29, 28]


def test_different_lists_of_parts_have_different_names() -> None:
    assert stream("a", "bc").name != stream("ab", "c").name
    assert stream("a\x1fb").name != stream("a", "b").name


def test_below_covers_its_range() -> None:
    random = stream("below")
    assert {random.below(7) for _ in range(300)} == set(range(7))
    assert np.all([random.below(1) == 0 for _ in range(5)])
