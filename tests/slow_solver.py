"""A slow solver written from the definition of the tiers, in sets and dictionaries: it shares no code with the engine.

It works in rounds: the lowest tier that can prove anything, everything that tier can prove, together.
"""

from __future__ import annotations

from itertools import combinations

UNKNOWN, SAFE, MINE = 0, 1, 2
MOST_CELLS = 32


class BrokenClueError(Exception):
    """The clues cannot all hold."""


class Board:
    """``clues`` maps cells to numbers, ``known`` cells to SAFE or MINE, ``around`` cells to their neighbors."""

    def __init__(self, around, clues, known, total=None):
        self.around = around
        self.clues = dict(clues)
        self.known = dict(known)
        self.total = total

    def supposing(self, facts):
        return Board(self.around, self.clues, {**self.known, **facts}, self.total)

    def unknown_around(self, clue):
        return [x for x in self.around[clue] if x not in self.known]

    def missing(self, clue):
        return self.clues[clue] - sum(self.known.get(x) == MINE for x in self.around[clue])

    def unknown(self):
        return [x for x in self.around if x not in self.known]

    def breaks(self, clue):
        return not 0 <= self.missing(clue) <= len(self.unknown_around(clue))

    def placements(self, clue):
        """Every placement of the clue's missing mines, each a dictionary of facts."""
        cells = self.unknown_around(clue)
        if self.breaks(clue):
            return
        for mines in combinations(cells, self.missing(clue)):
            yield {x: MINE if x in mines else SAFE for x in cells}

    def check(self):
        """Raise if a single clue, or the total, cannot hold."""
        if any(self.breaks(clue) for clue in self.clues):
            raise BrokenClueError
        if self.total is not None:
            left = self.total - sum(value == MINE for value in self.known.values())
            if not 0 <= left <= len(self.unknown()):
                raise BrokenClueError


def single(board):
    """Tier 1, clue by clue: what each proves."""
    for clue in board.clues:
        cells = board.unknown_around(clue)
        if cells and board.missing(clue) == 0:
            yield clue, dict.fromkeys(cells, SAFE)
        elif cells and board.missing(clue) == len(cells):
            yield clue, dict.fromkeys(cells, MINE)


def by_total(board):
    """The printed total: none left or all left."""
    if board.total is None:
        return
    cells = board.unknown()
    left = board.total - sum(value == MINE for value in board.known.values())
    if cells and left == 0:
        yield None, dict.fromkeys(cells, SAFE)
    elif cells and left == len(cells):
        yield None, dict.fromkeys(cells, MINE)


def disjoint(board):
    """Disjoint clues and the printed total: clues that need all mines left make all else safe, and the reverse.

    The rule applies where at most MOST_CELLS unknown cells touch a clue (see engine.clue_rules).
    """
    if board.total is None or len({x for clue in board.clues for x in board.unknown_around(clue)}) > MOST_CELLS:
        return
    unknown = set(board.unknown())
    left = board.total - sum(value == MINE for value in board.known.values())
    needs = {frozenset(board.unknown_around(clue)): board.missing(clue) for clue in board.clues}
    for value, target, free in ((SAFE, left, False), (MINE, len(unknown) - left, True)):
        weights = {cells: len(cells) - need if free else need for cells, need in needs.items() if cells}
        sums = [(sum(weights[cells] for cells in chosen), chosen) for chosen in disjoint_sets(list(weights))]
        outside = set()
        if max(need for need, _ in sums) == target:
            outside = set().union(*(unknown.difference(*chosen) for need, chosen in sums if need == target))
        if outside:
            yield None, dict.fromkeys(outside, value)


def disjoint_sets(sets):
    """Every choice of these sets in which no two share an element."""
    if not sets:
        yield []
        return
    first, *rest = sets
    yield from disjoint_sets(rest)
    for chosen in disjoint_sets([one for one in rest if not one & first]):
        yield [first, *chosen]


def in_common(placements):
    first, *rest = placements
    return {x: value for x, value in first.items() if all(other[x] == value for other in rest)}


def combination(board, survives):
    """Tiers 2 to 4, clue by clue: what all surviving placements share."""
    for clue in board.clues:
        if not board.unknown_around(clue):
            continue
        alive = [facts for facts in board.placements(clue) if survives(board.supposing(facts))]
        if not alive:
            raise BrokenClueError
        if facts := in_common(alive):
            yield clue, facts


def no_clue_breaks(board):
    return not any(board.breaks(clue) for clue in board.clues)


def plays_on(board, rules):
    """Whether the rules, one after the other and from the start after any progress, run out without a contradiction."""
    try:
        run(board, rules)
    except BrokenClueError:
        return False
    return True


def tier_2(board):
    return combination(board, no_clue_breaks)


def tier_3(board):
    return combination(board, lambda tried: plays_on(tried, [single, by_total]))


def tier_4(board):
    return combination(board, lambda tried: plays_on(tried, [single, by_total, tier_2]))


LADDER = [(1, single), (1, by_total), (2, tier_2), (3, disjoint), (3, tier_3), (4, tier_4)]


def step(board, rules):
    """Apply everything the first rule with anything to say proves; returns (its index, clues that spoke, facts)."""
    for index, rule in enumerate(rules):
        found = list(rule(board))
        if found:
            facts = {}
            for _, more in found:
                facts = {**more, **facts}
            board.known.update(facts)
            return index, len(found), facts
    return None


def run(board, rules):
    while True:
        board.check()
        if step(board, rules) is None:
            return


def solve(board, cap):
    """Solve up to tier ``cap``; returns (moment of each proved cell, [(tier, clues that spoke) for each round])."""
    ladder = [(tier, rule) for tier, rule in LADDER if tier <= cap]
    moment = {}
    rounds = []
    while True:
        board.check()
        done = step(board, [rule for _, rule in ladder])
        if done is None:
            return moment, rounds
        index, speaking, facts = done
        rounds.append((ladder[index][0], speaking))
        for x in facts:
            moment[x] = len(rounds)
