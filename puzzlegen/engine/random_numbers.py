"""Random numbers for kernels, the same on every machine: a 64-bit xorshift generator."""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import subroutine


@subroutine
def random_below(limit, random):
    """Return a random integer from 0 to ``limit - 1``, ``limit`` under 2**31: the high half of the next state.

    ``random`` int64: entry 0 is the state, which must not be 0 at the start.
    """
    x = random[0]
    x ^= x << 13
    x ^= (x >> 7) & 0x01FFFFFFFFFFFFFF
    x ^= x << 17
    random[0] = x
    return ((x >> 33) & 0x7FFFFFFF) * limit >> 31
