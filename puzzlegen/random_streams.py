"""Named streams of random numbers that are the same on every machine, and for every version of Python and numpy.

numpy guarantees the bit stream of ``PCG64`` but not the methods of ``Generator`` or the meaning of an integer seed,
so the 128-bit state is set outright from a SHA-256 of the stream's name, and only raw 64-bit words are used.
A stream is named after its purpose, never after a worker or the time: ``stream("my-series", "section 2", "puzzle 7")``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]


class Stream:
    """An endless sequence of 64-bit words, determined by its name."""

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
        """Return the next ``count`` words, shape ``(count,)``, dtype uint64."""
        return self._bits.random_raw(count)

    def below(self, limit: int) -> int:
        """Draw a whole number from 0 to ``limit - 1``; the bias of the multiply-shift is under limit / 2**64."""
        return int(self._bits.random_raw()) * limit >> 64

    def permutation(self, count: int) -> NDArray[np.int32]:
        """Return 0 to ``count - 1`` in random order, shape ``(count,)``: the order that sorts random words."""
        return np.argsort(self.words(count), kind="stable").astype(np.int32)


def stream(*names: str | int) -> Stream:
    """Return the stream with this name. The parts are joined so that different lists of parts give different names."""
    return Stream("\x1f".join(str(part).replace("\x1f", " ") for part in names))


def seeds(names: Iterable[str]) -> NDArray[np.int64]:
    """Return the start of ``stream(name)`` for each name as kernels take it: int64, shape ``(names, 8)``.

    See engine.random_numbers. The kernels draw the same words as the stream.
    """
    digests = b"".join([hashlib.sha256(name.replace("\x1f", " ").encode("utf-8")).digest() for name in names])
    parts = np.frombuffer(digests, ">u4").reshape(-1, 8).astype(np.int64)
    parts[:, 7] |= 1
    return parts
