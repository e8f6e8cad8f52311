"""Seeds of new books and dailies."""

import re

from puzzlegen.starters.configs import new_seed


def test_a_seed_has_64_random_bits_and_fits_a_config() -> None:
    seeds = {new_seed("A very long title of more than sixty letters, which is cut off") for _ in range(50)}
    assert len(seeds) == 50
    assert all(re.fullmatch(r".{60} [0-9a-f]{16}", seed) for seed in seeds)
