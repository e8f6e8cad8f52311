"""Random numbers that are the same on every machine, Python and numpy version.

numpy guarantees the bit stream of ``PCG64`` but not the methods of ``Generator`` or the meaning of an integer seed,
so the 128-bit state is set outright from a SHA-256 of the stream's name, and only raw 64-bit words are used.
Streams are named by what they are for, never by worker or clock: ``stream("my-series", "section 2", "puzzle 7")``.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]


class Stream:
    """A named endless sequence of 64-bit words."""

    def __init__(self, name: str) -> None:
        digest = hashlib.sha256(name.encode("utf-8")).digest()
        self.name = name
        self._bits = np.random.PCG64(0)
        self._bits.state = {
            "bit_generator": "PCG64",
            "state": {
                "state": int.from_bytes(digest[:16], "big"),
                "inc": int.from_bytes(digest[16:], "big") | 1,  # PCG's increment must be odd
            },
            "has_uint32": 0,
            "uinteger": 0,
        }

    def words(self, count: int) -> Words:
        """The next ``count`` words, shape ``(count,)``, dtype uint64."""
        return self._bits.random_raw(count)

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit - 1``; the bias of the multiply-shift is under limit / 2**64."""
        return int(self._bits.random_raw()) * limit >> 64

    def permutation(self, count: int) -> NDArray[np.int32]:
        """The numbers 0 to ``count - 1`` in random order, shape ``(count,)``: the order that sorts random words."""
        return np.argsort(self.words(count), kind="stable").astype(np.int32)


def stream(*names: str | int) -> Stream:
    """The stream of that name; the parts are joined so that no two lists of parts share a name."""
    return Stream("\x1f".join(str(part).replace("\x1f", " ") for part in names))
