"""Random numbers for kernels, the same on every machine: numpy's PCG64 for streams, a 64-bit xorshift for searches.

A stream inside a kernel gives the same words as ``random_streams.Stream``. Its state and its increment are 128-bit
numbers. They are kept as eight parts of 32 bits, the highest first: int64 (8,), state and then increment.
"""

from __future__ import annotations

from puzzlegen.engine.kernels import subroutine

PARTS = 8
# The multiplier of PCG64, lowest 32 bits first
_FACTOR_0, _FACTOR_1, _FACTOR_2, _FACTOR_3 = 0x9FCCF645, 0x4385DF64, 0x1FC65DA4, 0x2360ED05
_LOW = (1 << 32) - 1
_HALF = 1 << 31


@subroutine
def next_word(pcg):
    """Advance a stream and return its next word of 64 bits as two halves: (high, low)."""
    # int: without the JIT, products of numpy integers would overflow. Compiled, they wrap, and the masks restore them.
    a3, a2, a1, a0 = int(pcg[0]), int(pcg[1]), int(pcg[2]), int(pcg[3])
    p00, p01, p02 = a0 * _FACTOR_0, a0 * _FACTOR_1, a0 * _FACTOR_2
    p10, p11, p20 = a1 * _FACTOR_0, a1 * _FACTOR_1, a2 * _FACTOR_0
    column = (p00 & _LOW) + int(pcg[7])
    b0 = column & _LOW
    column = (column >> 32) + ((p00 >> 32) & _LOW) + (p01 & _LOW) + (p10 & _LOW) + int(pcg[6])
    b1 = column & _LOW
    column = (column >> 32) + ((p01 >> 32) & _LOW) + ((p10 >> 32) & _LOW) + int(pcg[5])
    column += (p02 & _LOW) + (p11 & _LOW) + (p20 & _LOW)
    b2 = column & _LOW
    column = (column >> 32) + ((p02 >> 32) & _LOW) + ((p11 >> 32) & _LOW) + ((p20 >> 32) & _LOW) + int(pcg[4])
    column += a0 * _FACTOR_3 + a1 * _FACTOR_2 + a2 * _FACTOR_1 + a3 * _FACTOR_0
    b3 = column & _LOW
    pcg[0], pcg[1], pcg[2], pcg[3] = b3, b2, b1, b0
    high, low = b3 ^ b1, b2 ^ b0
    turn = b3 >> 26
    if turn > 31:
        high, low = low, high
    turn &= 31
    return ((high >> turn) | (low << (32 - turn))) & _LOW, ((low >> turn) | (high << (32 - turn))) & _LOW


@subroutine
def stream_below(limit, pcg):
    """Draw as ``Stream.below`` does; ``limit`` is under 2**31."""
    limit = int(limit)  # as in next_word
    high, low = next_word(pcg)
    return (high * limit + (low * limit >> 32)) >> 32


@subroutine
def stream_permutation(pcg, order, keys, ends):
    """Fill ``order`` int32 (n,) with 0 to n - 1 in random order, as ``Stream.permutation`` does.

    ``keys`` int64 (n,) and ``ends`` int32, at least (n + 1,), are working space. Sorts in linear time: the words are
    random, so n ranges of equal size have about one each.
    """
    n = order.size
    for i in range(n + 1):
        ends[i] = 0
    for i in range(n):
        high, low = next_word(pcg)
        keys[i] = ((high - _HALF) << 32) | low  # ordered as the words are, although signed
        ends[(high * n >> 32) + 1] += 1
    for i in range(n):
        ends[i + 1] += ends[i]
    for i in range(n):
        place = ((keys[i] >> 32) + _HALF) * n >> 32
        order[ends[place]] = i
        ends[place] += 1
    for i in range(1, n):
        moved = order[i]
        j = i
        while j > 0 and keys[order[j - 1]] > keys[moved]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = moved


@subroutine
def draw_ranks(pcg, ranks):
    """Fill ``ranks`` float64 (n,) with the next words, each rounded once, as ``Stream.words(n).astype(float64)``."""
    for i in range(ranks.size):
        high, low = next_word(pcg)
        ranks[i] = float(high) * 4294967296.0 + float(low)  # the product is exact


@subroutine
def sort_ranks(ranks, order, ends):
    """Fill ``order`` int32 (n,) with 0 to n - 1, sorted by ``ranks`` float64 (n,), from 0 to 2**64. Equal ranks stay.

    ``ends`` int32, at least (n + 1,), is working space. Sorts as ``stream_permutation`` does.
    """
    n = order.size
    scale = n / 18446744073709551616.0
    for i in range(n + 1):
        ends[i] = 0
    for i in range(n):
        ends[min(int(ranks[i] * scale), n - 1) + 1] += 1
    for i in range(n):
        ends[i + 1] += ends[i]
    for i in range(n):
        place = min(int(ranks[i] * scale), n - 1)
        order[ends[place]] = i
        ends[place] += 1
    for i in range(1, n):
        moved = order[i]
        j = i
        while j > 0 and ranks[order[j - 1]] > ranks[moved]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = moved


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
