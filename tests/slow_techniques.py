"""Names the techniques of each round from their definitions in docs/explaining.md, with the slow solver.

It shares no code with the package: what it says is held against the cases of techniques.txt.
"""

from itertools import combinations, pairwise

import slow_solver as slow

MOST_CLUES = 4  # that are tried together; more clues are a combination anyway


def rounds(board, width):
    """Yield the names of each round, and what is known after it, until nothing more is proved.

    ``width`` is that of a board of squares. Steps of two clues that belong to a longer pattern have its name.
    """
    rules = [rule for _, rule in slow.LADDER]
    while True:
        before = dict(board.known)
        done = slow.step(board, rules)
        if done is None:
            return
        index, _, facts = done
        earlier = slow.Board(board.around, board.clues, before, board.total)
        yield set(names(rules[index], earlier, facts, width)), dict(board.known)


def names(rule, board, facts, width):
    """Yield the name of what proved each cell of one round."""
    if rule is slow.single:
        yield from ("satisfied" if value == slow.SAFE else "exhausted" for value in facts.values())
    elif rule is slow.by_total:
        yield "total"
    elif rule is slow.disjoint:
        yield from ("disjoint" if value == slow.SAFE else "disjoint-safe" for value in facts.values())
    elif rule is slow.tier_2:
        found = {x: [Pattern(board, clues, width) for clues in fewest(board, x)] for x in facts}
        patterns = {pattern for each in found.values() for pattern in each}
        for each in found.values():
            if not any(other.covers(pattern) for pattern in each for other in patterns):
                yield min(each, key=Pattern.rank).name
        yield from (pattern.name for pattern in patterns if pattern.name == "1-2-1")
        yield from ("1-2-2-1" for a in patterns for b in patterns if a.back_to_back(b))
    else:
        yield "contradiction" if rule is slow.tier_3 else "deep"


def fewest(board, x):
    """Return all smallest sets of clues that prove a cell together, the main clue first."""
    near = [clue for clue in board.clues if set(board.unknown_around(clue)) and x in board.around[clue]]
    for size in range(2, MOST_CLUES + 1):
        found = []
        for main in near:
            cells = set(board.unknown_around(main))
            others = [c for c in board.clues if c != main and cells & set(board.unknown_around(c))]
            for chosen in combinations(others, size - 1):
                few = slow.Board(board.around, {c: board.clues[c] for c in (main, *chosen)}, board.known)
                if any(clue == main and x in facts for clue, facts in slow.tier_2(few)):
                    found.append((main, *chosen))
        if found:
            return found
    return [(near[0], *(c for c in board.clues if c != near[0]))]


class Pattern:
    """Clues that prove something together, in the order of ``fewest``."""

    RANKS = ("1-1", "1-2", "subset", "difference", "1-2-1", "combination")

    def __init__(self, board, clues, width):
        self.clues, self.width = clues, width
        self.needs = [board.missing(clue) for clue in clues]
        self.name = self._of_two(board) if len(clues) == 2 else self._of_more()

    def _of_two(self, board):
        cells = [set(board.unknown_around(clue)) for clue in self.clues]
        nested = cells[0] <= cells[1] or cells[1] <= cells[0]
        needs, beside = sorted(self.needs), self.is_line(*self.clues)
        if beside and needs == [1, 1] and nested:
            return "1-1"
        one, two = cells if self.needs[0] <= self.needs[1] else reversed(cells)
        if beside and needs == [1, 2] and len(two - one) == 1:
            return "1-2"
        return "subset" if nested else "difference"

    def _of_more(self):
        main, *others = self.clues
        if len(others) == 2 and self.needs == [2, 1, 1] and self.is_line(others[0], main, others[1]):
            return "1-2-1"
        return "combination"

    def is_line(self, *cells):
        """Whether each cell shares a side with the next, always the same one."""
        steps = {b - a for a, b in pairwise(cells)}
        rows = {x // self.width for x in cells}
        return len(steps) == 1 and (steps <= {-self.width, self.width} or (steps <= {-1, 1} and len(rows) == 1))

    def __eq__(self, other):
        return frozenset(self.clues) == frozenset(other.clues) and self.clues[0] == other.clues[0]

    def __hash__(self):
        return hash(self.clues[0])

    def rank(self):
        return self.RANKS.index(self.name)

    def covers(self, other):
        """Whether the other belongs to a longer pattern with this one, which has the name."""
        return self.back_to_back(other) or (
            self.name == "1-2-1" and self != other and set(other.clues) <= set(self.clues)
        )

    def ends(self):
        """The 1 and the 2 of a 1-2."""
        return self.clues if self.needs[0] == 1 else self.clues[::-1]

    def back_to_back(self, other):
        """Whether two 1-2s make a 1-2-2-1."""
        if self.name != "1-2" or other.name != "1-2":
            return False
        (one, two), (last, third) = self.ends(), other.ends()
        return len({one, two, third, last}) == 4 and self.is_line(one, two, third, last)
