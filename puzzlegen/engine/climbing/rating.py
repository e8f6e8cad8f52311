"""Rates a solved puzzle in parts: how near each of its properties is to what is wanted.

Parts are whole numbers, in thousandths: 1000 is best, 0 is bad. All machines compute the same ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.climbing.shape import BOARD, HEIGHT, SHIFT, WIDTH, Places
from puzzlegen.engine.climbing.technique_count import NO_TECHNIQUE, count_uses
from puzzlegen.engine.kernels import kernel, subroutine

# The parts, in the order of their array
DIFFICULTY = 0  # the score and the hardest tier are as wanted; below 0 the further they are away
BOTTLENECKS = 1  # the share of moments with few deductions is as wanted
SPREAD = 2  # these moments are spread over the whole solve
OPENING = 3  # the first moments have many deductions
START = 4  # the first moment proves cells in the wanted region of the board
SKILL = 5  # the wanted technique proves many cells
SOLVE_PARTS = 6  # those above depend on the solve, those below only on the printed clues
VALUES = 6  # the shares of the clues' values are as usual
EVEN = 7  # the clues are spread over the whole board
COMPANY = 8  # clues have another clue in a cell that touches theirs
PARTS = 9

# Entries of ``wanted``, int64: what the parts compare with
LOW, HIGH = 0, 1  # range of the score, in thousandths of a point
SLACK = 2  # distance from this range, in thousandths of a point, at which the part is 0
TIER = 3  # the hardest tier must be at least this
TIGHT = 4  # share of bottlenecks, in thousandths
TECHNIQUE = 5  # an entry of technique_count; NO_TECHNIQUE for no wish
TOP, BOTTOM, LEFT, RIGHT = 6, 7, 8, 9  # the region of the first step: rows TOP to BOTTOM - 1, columns LEFT to RIGHT - 1
WANTED = 10

USES = 4  # cells that the wanted technique proves, for the most of its part
FEW = 2  # deductions in a moment that is a bottleneck: at most this many
OPENING_MOMENTS = 3  # moments of the opening
OPENING_CHOICE = 600  # thousandths of the board's side: the best number of deductions in each of them
# Variance of the number of clues in patches of SQUARE_PATCH cells, in thousandths. It grows with the number of cells.
EVEN_WORST, EVEN_BEST, SQUARE_PATCH = 1500, 300, 9
# Half the sum of the differences between the shares of values and the usual ones, in thousandths. The 33 clues of a
# 10x10 board, drawn at random from the usual shares, are at 150 on average.
VALUES_WORST, VALUES_BEST = 350, 130
LONE_WORST, LONE_BEST = 200, 30  # share of clues without a clue beside them; 43 in handmade puzzles (2026-11-22)


@subroutine
def clamp(value):
    """Return the value, but at least 0 and at most 1000."""
    return min(1000, max(0, value))


@subroutine
def rate_solve(score, tier, available, moment, wanted, board, side, parts):
    """Fill in the parts that depend on the solve. The arguments are those of ``rate``."""
    hardest, tight, choice = 0, 0, 0
    for i in range(tier.size):
        hardest = max(hardest, tier[i])
        tight += available[i] <= FEW
        if i < OPENING_MOMENTS:
            choice += int(available[i])  # numpy adds without a compiler in 32 bits
    away = max(0, wanted[LOW] - score, score - wanted[HIGH])
    missing = max(0, wanted[TIER] - hardest)
    parts[DIFFICULTY] = 1000 - away * 1000 // wanted[SLACK] - 1000 * missing
    moments = max(1, tier.size)
    parts[BOTTLENECKS] = clamp(1000 - 2 * abs(1000 * tight // moments - wanted[TIGHT]))
    seen, most = 0, 0
    for i in range(tier.size):
        seen += available[i] <= FEW
        most = max(most, abs(seen * tier.size - (i + 1) * tight))
    parts[SPREAD] = 1000 - 1000 * most // (tight * moments) if tight > 0 else 0
    first = max(1, min(OPENING_MOMENTS, tier.size))
    parts[OPENING] = clamp(1000 * 1000 * 1000 * choice // (first * OPENING_CHOICE * side))
    begun, inside = 0, 0
    for x in range(board[WIDTH] * board[HEIGHT]):
        if moment[x] == 1:
            row, col = x // board[WIDTH], x % board[WIDTH]
            begun += 1
            inside += (wanted[TOP] <= row < wanted[BOTTOM]) & (wanted[LEFT] <= col < wanted[RIGHT])
    parts[START] = 1000 * inside // max(1, begun)


@subroutine
def rate_skill(technique, board, places, start, cells, clue, mines, tier, moment, by):
    """Return the part SKILL."""
    if technique == NO_TECHNIQUE:
        return 1000
    return clamp(1000 * count_uses(technique, board, places, start, cells, clue, mines, tier, moment, by) // USES)


@subroutine
def rate_evenness(clue, board, places):
    """Return the part EVEN, from the patches with the most cells."""
    patches, shift = places.patches, board[SHIFT]
    count, clues, squares = patches.shape[0], 0, 0
    for i in range(count):
        found = 0
        for k in range(patches.shape[1]):
            x = patches[i, k]
            found += x >= 0 and clue[shift + x] >= 0
        clues += found
        squares += found * found
    if clues == 0:
        return 0
    variance = 1000 * (count * squares - clues * clues) // (count * count)
    variance = variance * SQUARE_PATCH // patches.shape[1]
    return clamp((EVEN_WORST - variance) * 1000 // (EVEN_WORST - EVEN_BEST))


@subroutine
def rate_company(clue, board, places, clues):
    """Return the part COMPANY; ``clues`` is the number of clues."""
    touching, shift = places.touching, board[SHIFT]
    lone = 0
    for x in range(touching.shape[0]):
        if clue[shift + x] < 0:
            continue
        alone = True
        for k in range(touching.shape[1]):
            y = touching[x, k]
            if y >= 0 and clue[shift + y] >= 0:
                alone = False
                break
        lone += alone
    return clamp((LONE_WORST - 1000 * lone // max(1, clues)) * 1000 // (LONE_WORST - LONE_BEST))


@subroutine
def rate_board(clue, usual, board, places, counts, parts):
    """Fill in the parts that depend on the printed clues only.

    ``counts`` int32, as long as ``usual``, is working space.
    """
    counts[:] = 0
    clues = 0
    for i in range(board[WIDTH] * board[HEIGHT]):
        value = clue[board[SHIFT] + i]
        if value >= 0:
            counts[value] += 1
            clues += 1
    difference = 0
    for value in range(usual.size):
        difference += abs(1000 * counts[value] // max(1, clues) - usual[value])
    parts[VALUES] = clamp((VALUES_WORST - difference // 2) * 1000 // (VALUES_WORST - VALUES_BEST)) if clues > 0 else 0
    parts[EVEN] = rate_evenness(clue, board, places)
    parts[COMPANY] = rate_company(clue, board, places, clues)


@kernel(
    "int8[n]", "int32[rounds]", "int32[rounds]", "int32[cells <= n]", f"int64[{WANTED}]", "const int32[values]",
    f"int64[>= {BOARD}]", "const int32[cells, _]", "const int32[_, _]", "int", "int", "int32[values]",
    f"int64[{PARTS}]",
)  # fmt: skip
def rate_into(clue, tier, available, moment, wanted, usual, board, touching, patches, score, side, counts, parts):
    """Fill in all parts of a solved puzzle; see ``rate``."""
    rate_board(clue, usual, board, Places(touching, patches), counts, parts)
    rate_solve(score, tier, available, moment, wanted, board, side, parts)


def rate(
    clue: NDArray[np.int8],
    tier: NDArray[np.int32],
    available: NDArray[np.int32],
    moment: NDArray[np.int32],
    wanted: NDArray[np.int64],
    usual: NDArray[np.int32],
    board: NDArray[np.int64],
    places: Places,
    score: int,
    side: int,
) -> NDArray[np.int64]:
    """Return the parts of a solved puzzle, int64 (PARTS,).

    ``clue`` is that of the start (see rounds.solve_rounds). ``tier`` and ``available`` have an entry a round,
    ``moment`` one a cell. ``usual`` int32 has the usual share of clues of each value, in thousandths.
    ``score`` is that of the puzzle in thousandths of a point, and ``side`` the side of the board in thousandths.
    """
    parts = np.zeros(PARTS, np.int64)
    counts = np.zeros(usual.size, np.int32)
    rate_into(clue, tier, available, moment, wanted, usual, board, *places, score, side, counts, parts)
    return parts
