"""Rates a solved puzzle in parts: how near each of its properties is to what is wanted.

Parts are whole numbers, in thousandths: 1000 is best, 0 is bad. All machines compute the same ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.climbing.shape import HEIGHT, SHIFT, WIDTH
from puzzlegen.engine.climbing.technique_count import NO_TECHNIQUE, count_uses
from puzzlegen.engine.kernel_decorators import kernel, subroutine
from puzzlegen.engine.solving.clue_rules import UNKNOWN

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
COMPANY = 8  # clues have another clue among the eight cells around them
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
WINDOW = 3  # side of the squares in which clues are counted
EVEN_WORST, EVEN_BEST = 1500, 300  # variance of the number of clues in these squares, in thousandths
# Half the sum of the differences between the shares of values and the usual ones, in thousandths. The 33 clues of a
# 10x10 board, drawn at random from the usual shares, are at 150 on average.
VALUES_WORST, VALUES_BEST = 350, 130
LONE_WORST, LONE_BEST = 200, 30  # share of clues without a clue around them; 43 in handmade puzzles (2026-11-22)


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
def rate_skill(technique, board, start, cells, clue, mines, tier, moment, by):
    """Return the part SKILL."""
    if technique == NO_TECHNIQUE:
        return 1000
    return clamp(1000 * count_uses(technique, board, start, cells, clue, mines, tier, moment, by) // USES)


@subroutine
def count_in_window(sums, row, col, high, wide):
    """Return the number of marked cells in a window of a table of sums from the top left corner."""
    return sums[row + high, col + wide] - sums[row, col + wide] - sums[row + high, col] + sums[row, col]


@subroutine
def rate_evenness(clue, known, board, sums):
    """Return the part EVEN, from the squares with the most cells.

    ``sums`` int32 (2, height + 1, width + 1) is working space.
    """
    width, height, shift = board[WIDTH], board[HEIGHT], board[SHIFT]
    sums[:, 0, :] = 0
    sums[:, :, 0] = 0
    for row in range(height):
        clues, cells = 0, 0
        for col in range(width):
            i = row * width + col
            clues += clue[shift + i] >= 0
            cells += clue[shift + i] >= 0 or known[i] == UNKNOWN
            sums[0, row + 1, col + 1] = sums[0, row, col + 1] + clues
            sums[1, row + 1, col + 1] = sums[1, row, col + 1] + cells
    high, wide = min(WINDOW, height), min(WINDOW, width)
    whole, windows, clues, squares = 0, 0, 0, 0
    for row in range(height - high + 1):
        for col in range(width - wide + 1):
            inside = int(count_in_window(sums[1], row, col, high, wide))
            found = int(count_in_window(sums[0], row, col, high, wide))
            if inside > whole:
                whole, windows, clues, squares = inside, 0, 0, 0
            if inside == whole:
                windows += 1
                clues += found
                squares += found * found
    if clues == 0:
        return 0
    variance = 1000 * (windows * squares - clues * clues) // (windows * windows)
    return clamp((EVEN_WORST - variance) * 1000 // (EVEN_WORST - EVEN_BEST))


@subroutine
def rate_company(clue, board, clues):
    """Return the part COMPANY; ``clues`` is the number of clues."""
    width, height, shift = board[WIDTH], board[HEIGHT], board[SHIFT]
    lone = 0
    for row in range(height):
        for col in range(width):
            if clue[shift + row * width + col] < 0:
                continue
            beside = -1  # the clue itself is counted below
            for y in range(max(0, row - 1), min(height, row + 2)):
                for x in range(max(0, col - 1), min(width, col + 2)):
                    beside += clue[shift + y * width + x] >= 0
            lone += beside == 0
    return clamp((LONE_WORST - 1000 * lone // max(1, clues)) * 1000 // (LONE_WORST - LONE_BEST))


@subroutine
def rate_board(clue, known, usual, board, counts, sums, parts):
    """Fill in the parts that depend on the printed clues only.

    Working space: ``counts`` int32, as long as ``usual``, and ``sums`` as in ``rate_evenness``.
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
    parts[EVEN] = rate_evenness(clue, known, board, sums)
    parts[COMPANY] = rate_company(clue, board, clues)


@kernel
def rate_into(clue, known, tier, available, moment, wanted, usual, board, score, side, counts, sums, parts):
    """Fill in all parts of a solved puzzle; see ``rate``."""
    rate_board(clue, known, usual, board, counts, sums, parts)
    rate_solve(score, tier, available, moment, wanted, board, side, parts)


def new_sums(board: NDArray[np.int64]) -> NDArray[np.int32]:
    """Create the working space of ``rate_evenness``."""
    return np.zeros((2, int(board[HEIGHT]) + 1, int(board[WIDTH]) + 1), np.int32)


def rate(
    clue: NDArray[np.int8],
    known: NDArray[np.int8],
    tier: NDArray[np.int32],
    available: NDArray[np.int32],
    moment: NDArray[np.int32],
    wanted: NDArray[np.int64],
    usual: NDArray[np.int32],
    board: NDArray[np.int64],
    score: int,
    side: int,
) -> NDArray[np.int64]:
    """Return the parts of a solved puzzle, int64 (PARTS,).

    ``clue`` and ``known`` are those of the start (see rounds.solve_rounds). ``tier`` and ``available`` have an entry a
    round, ``moment`` one a cell. ``usual`` int32 has the usual share of clues of each value, in thousandths.
    ``score`` is that of the puzzle in thousandths of a point, and ``side`` the side of the board in thousandths.
    """
    parts = np.zeros(PARTS, np.int64)
    counts = np.zeros(usual.size, np.int32)
    rate_into(clue, known, tier, available, moment, wanted, usual, board, score, side, counts, new_sums(board), parts)
    return parts
