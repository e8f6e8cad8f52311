"""Searches for the proof of a cell that is shortest to tell, by suppositions (tiers 3 and 4) or by the printed total.

A person supposes that a cell is what it is not, and follows single clues to a clash. Only where that takes too long, a
clue is split into its two or three placements. ``ProofSearch`` finds such proofs; docs/explaining.md has how many steps
have one. A proof by the printed total needs as few disjoint clues as possible.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import comb
from typing import NamedTuple

from puzzlegen.board.puzzle import Branch, Clash, Consequence, Method
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.solver.position import Position, Values, mines_and_safe, placements_of

MAX_CONSEQUENCES = 5  # listed after one supposition; a longer chain is hard to remember
MAX_LONG_CHAIN = 20  # consequences of a supposition, where nothing shorter proves a cell
MAX_PLACEMENTS = 3  # of a clue that is split
MAX_NODES = 1500  # of the search for a shorter chain than the first; it ends early in 1 of 100 searches


class Literal(NamedTuple):
    """The statement that a cell has a value, MINE or SAFE."""

    cell: int
    value: int


@dataclass(frozen=True, slots=True)
class _Rule:
    """A clue, the printed total or a pair of clues: exactly ``count`` of the ``literals`` are true.

    For a pair (a, b) the literals are "mine" for the cells of a alone and "safe" for those of b alone. ``clues`` is
    empty for the total.
    """

    clues: tuple[int, ...]
    literals: tuple[Literal, ...]
    count: int


class _Rules:
    """The rules of a position: clues and the total, with ``deep`` pairs of clues as well."""

    def __init__(self, position: Position, deep: bool) -> None:
        cells_of = {clue: cells for clue in position.clues if (cells := position.unknown(clue))}
        self.rules = [_counting((clue,), cells, position.need(clue)) for clue, cells in cells_of.items()]
        if position.total is not None:
            free = [x for x, value in enumerate(position.known) if value == UNKNOWN]
            self.rules.append(_counting((), free, position.remaining()[0]))
        if deep:
            pairs = {(a, b) for a, cells in cells_of.items() for x in cells for b in position.clues_at(x) if a < b}
            self.rules += [_difference(position, a, b) for a, b in sorted(pairs) if cells_of[a] != cells_of[b]]
        self.at: dict[int, list[tuple[int, int]]] = {}  # of each cell: rules, and the value that makes the literal true
        for number, rule in enumerate(self.rules):
            for x, value in rule.literals:
                self.at.setdefault(x, []).append((number, value))


def _counting(clues: tuple[int, ...], cells: Iterable[int], mines: int) -> _Rule:
    return _Rule(clues, tuple(Literal(x, MINE) for x in cells), mines)


def _difference(position: Position, a: int, b: int) -> _Rule:
    first, second = set(position.unknown(a)), set(position.unknown(b))
    literals = [Literal(x, MINE) for x in sorted(first - second)] + [Literal(x, SAFE) for x in sorted(second - first)]
    return _Rule((a, b), tuple(literals), position.need(a) - position.need(b) + len(second - first))


@dataclass(frozen=True, slots=True)
class _Firing:
    """A rule that decided cells. ``premises`` are the cells that made it do so; None: the supposition."""

    rule: int | None
    premises: tuple[int, ...]


class _Play:
    """A position in which cells are supposed, and rules are applied one by one.

    ``goal`` is a literal that ends the play like a clash does.
    """

    def __init__(self, rules: _Rules, supposed: Values, goal: Literal | None = None) -> None:
        self.rules, self.goal = rules, goal
        self.values: Values = {}
        self.firings: list[_Firing] = [_Firing(None, ())]
        self.source: dict[int, int] = {}  # of each decided cell: its firing
        self.true = [0] * len(rules.rules)
        self.false = [0] * len(rules.rules)
        self.broken: int | None = None
        self.over = False
        for x, value in supposed.items():
            self._decide(x, value)

    def _decide(self, cell: int, value: int) -> None:
        """Give a cell its value; note a rule that is broken."""
        self.values[cell] = value
        self.source[cell] = len(self.firings) - 1
        for number, true_value in self.rules.at.get(cell, ()):
            rule = self.rules.rules[number]
            if value == true_value:
                self.true[number] += 1
                broken = self.true[number] > rule.count
            else:
                self.false[number] += 1
                broken = self.false[number] > len(rule.literals) - rule.count
            if broken and not self.over:
                self.broken, self.over = number, True
        if self.goal == (cell, value):
            self.broken, self.over = None, True

    def can_fire(self, number: int) -> bool:
        """Return whether a rule decides cells."""
        rule, true, false = self.rules.rules[number], self.true[number], self.false[number]
        size = len(rule.literals)
        return true + false < size and (true == rule.count or false == size - rule.count)

    def fire(self, number: int) -> list[int]:
        """Let a rule decide its other cells; return them."""
        rule = self.rules.rules[number]
        to_true = self.false[number] == len(rule.literals) - rule.count
        premises, rest = [], []
        for x, value in rule.literals:
            if x not in self.values:
                rest.append((x, value if to_true else MINE + SAFE - value))
            elif (self.values[x] == value) != to_true:
                premises.append(x)
        self.firings.append(_Firing(number, tuple(premises)))
        for x, value in rest:
            self._decide(x, value)
        return [x for x, _ in rest]

    def undo(self, cells: list[int]) -> None:
        """Take back the last firing, which decided ``cells`` and ended nothing."""
        self.firings.pop()
        for x in cells:
            value = self.values.pop(x)
            del self.source[x]
            for number, true_value in self.rules.at.get(x, ()):
                if value == true_value:
                    self.true[number] -= 1
                else:
                    self.false[number] -= 1

    def touched(self, cells: Iterable[int]) -> Iterator[int]:
        """Yield the rules at the cells that decide others, each once."""
        numbers = dict.fromkeys(number for x in cells for number, _ in self.rules.at.get(x, ()))
        return filter(self.can_fire, numbers)

    def play_on(self, most: int) -> int:
        """Apply rules in waves until the play is over, or for ``most`` waves. Return the waves it took."""
        fresh = list(self.values)
        for wave in range(1, most + 1):
            now, fresh = list(self.touched(fresh)), []
            if not now or self.over:
                return wave - 1
            for number in now:
                if self.can_fire(number):
                    fresh += self.fire(number)
                    if self.over:
                        return wave
        return most

    # What the end of the play needs

    def _ending(self) -> tuple[Clash | None, tuple[int, ...]]:
        """Return the clash, and the cells that it needs."""
        if self.broken is None:
            assert self.goal is not None
            return None, (self.goal.cell,)
        rule = self.rules.rules[self.broken]
        true = [x for x, value in rule.literals if self.values.get(x) == value]
        false = [x for x, value in rule.literals if x in self.values and self.values[x] != value]
        too_many = len(true) > rule.count
        order = list(self.values)
        cells = sorted(true if too_many else false, key=order.index)
        needed = rule.count + 1 if too_many else len(rule.literals) - rule.count + 1
        return Clash(rule.clues, too_many), tuple(cells[:needed])

    def branch(self) -> Branch:
        """Return the supposition with those consequences that the end needs, in order."""
        clash, wanted = self._ending()
        cells = set(wanted)
        consequences: list[Consequence] = []
        for number in range(len(self.firings) - 1, 0, -1):
            decided = [x for x in cells if self.source[x] == number]
            if decided:
                firing = self.firings[number]
                assert firing.rule is not None
                consequences.append(
                    Consequence(self.rules.rules[firing.rule].clues, *mines_and_safe(self._of(decided)))
                )
                cells.update(firing.premises)
        supposed = [x for x, number in self.source.items() if number == 0]
        return Branch(*mines_and_safe(self._of(supposed)), tuple(reversed(consequences)), clash)

    def _of(self, cells: Iterable[int]) -> Values:
        return {x: self.values[x] for x in cells}


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that cells have a value.

    ``clue`` is the clue whose placements are the ``branches``, or the first clue of the only one; None for the total.
    """

    method: Method
    proved: Values
    clue: int | None
    branches: tuple[Branch, ...]

    @property
    def length(self) -> int:
        """The number of consequences to tell."""
        return sum(len(branch.consequences) for branch in self.branches)


def joined(proofs: Iterable[Proof]) -> list[Proof]:
    """Join proofs that differ only in the cell that is supposed: whichever of the cells it is, the rest is the same."""
    groups: dict[Hashable, list[Proof]] = {}
    for number, proof in enumerate(proofs):
        branch = proof.branches[0]
        same = (branch.consequences, branch.clash, bool(branch.mines)) if proof.method == "suppose" else number
        groups.setdefault(same, []).append(proof)
    return [_join(group) for group in groups.values()]


def _join(proofs: list[Proof]) -> Proof:
    if len(proofs) == 1:
        return proofs[0]
    proved = {x: value for proof in proofs for x, value in proof.proved.items()}
    supposed = {x: MINE + SAFE - value for x, value in proved.items()}
    first = proofs[0].branches[0]
    return replace(
        proofs[0], proved=proved, branches=(Branch(*mines_and_safe(supposed), first.consequences, first.clash),)
    )


def _values_of(found: Branch | Consequence) -> Values:
    return dict.fromkeys(found.mines, MINE) | dict.fromkeys(found.safe, SAFE)


class ProofSearch:
    """Finds proofs of cells in one position.

    With ``deep``, pairs of clues are followed as well. ``only_shortest`` leaves out suppositions with a longer chain
    than one before them.
    """

    def __init__(self, position: Position, deep: bool, only_shortest: bool) -> None:
        self.position, self.rules, self.only_shortest = position, _Rules(position, deep), only_shortest

    # One supposition

    def by_supposition(self, proved: Values) -> Iterator[Proof]:
        """Yield for each cell the proof by supposing that it has the other value, if there is one short enough."""
        return self._suppositions(proved, MAX_CONSEQUENCES)

    def by_long_supposition(self, proved: Values) -> Iterator[Proof]:
        """Yield proofs as ``by_supposition`` does, with chains that are too long to keep in mind."""
        return self._suppositions(proved, MAX_LONG_CHAIN)

    def _suppositions(self, proved: Values, most: int) -> Iterator[Proof]:
        for x, value in proved.items():
            branch = self._shortest({x: MINE + SAFE - value}, most)
            if branch is not None:
                most = len(branch.consequences) if self.only_shortest else most
                yield Proof("suppose", {x: value}, _first_clue(branch), (branch,))

    def _shortest(self, supposed: Values, most: int = MAX_CONSEQUENCES, goal: Literal | None = None) -> Branch | None:
        """Return the shortest way from a supposition to a clash or to the goal; None if there is none of that length.

        The waves show one way, and how many consequences every way has at least. Between the two, all sets of rules
        are tried.
        """
        play = _Play(self.rules, supposed, goal)
        fewest = play.play_on(most)
        if not play.over:
            return None
        best = play.branch()
        nodes = [MAX_NODES]
        for depth in range(max(fewest, 1), min(len(best.consequences) - 1, most) + 1):
            again = _Play(self.rules, supposed, goal)
            if _deepen(again, list(again.touched(supposed)), set(), depth, nodes):
                best = again.branch()
                break
        return self._one_by_one(best) if len(best.consequences) <= most else None

    def _one_by_one(self, branch: Branch) -> Branch:
        """Return a branch that reads two clues one after the other where this is enough.

        Of a single clue it has all that the clue decides: who counts its blank cells expects them all.
        """
        known = _values_of(branch)
        consequences: list[Consequence] = []
        for both in branch.consequences:
            proved = {x: value for x, value in _values_of(both).items() if x not in known}
            for clues, values in self._divided(both.clues, proved, known):
                consequences += [Consequence(clues, *mines_and_safe(values))] if values else []
                known |= values
        return replace(branch, consequences=tuple(consequences))

    def _divided(self, clues: tuple[int, ...], proved: Values, known: Values) -> list[tuple[tuple[int, ...], Values]]:
        """Return clues with what they prove: of two, one after the other, if the second proves what is left."""
        for a, b in (clues, clues[::-1]) if len(clues) == 2 else ():
            first = self._alone(a, known)
            second = self._alone(b, known | first)
            if proved.items() <= (first | second).items():
                return [((a,), first), ((b,), second)]
        return [(clues, (len(clues) == 1 and self._alone(clues[0], known)) or proved)]

    def _alone(self, clue: int, known: Values) -> Values:
        """Return what a clue proves alone where some more cells are known."""
        cells = self.position.unknown(clue)
        free = [x for x in cells if x not in known]
        need = self.position.need(clue) - sum(known.get(x) == MINE for x in cells)
        return dict.fromkeys(free, MINE if need else SAFE) if need in (0, len(free)) else {}

    # The placements of one clue

    def by_placements(self, proved: Values) -> Iterator[Proof]:
        """Yield proofs of cells by the two or three placements that a clue has, or has left if a cell is supposed."""
        for clue in self.position.clues:
            if self.position.placement_count(clue) in range(2, MAX_PLACEMENTS + 1):
                yield from self._agreeing(clue, proved)
            else:
                yield from self._split(clue, proved)

    def _agreeing(self, clue: int, proved: Values) -> Iterator[Proof]:
        """Yield proofs of the cells on which all placements of the clue agree."""
        placements = _placements(self.position, clue)
        common: set[Literal] | None = None
        for placement in placements:
            play = _Play(self.rules, placement)
            play.play_on(MAX_CONSEQUENCES)
            if not play.over:
                literals = {Literal(*item) for item in play.values.items()}
                common = literals if common is None else common & literals
        for x, value in proved.items():
            if common is None or (x, value) not in common:
                continue
            branches = [self._shortest(placement, goal=Literal(x, value)) for placement in placements]
            if None not in branches:
                yield Proof("agree", {x: value}, clue, tuple(branch for branch in branches if branch is not None))

    def _split(self, clue: int, proved: Values) -> Iterator[Proof]:
        """Yield proofs of cells of the clue: each of its few placements that disagree leads to a clash."""
        for x in self.position.unknown(clue):
            if x not in proved:
                continue
            mines = self.position.need(clue) - (proved[x] == SAFE)
            if comb(len(self.position.unknown(clue)) - 1, mines) not in range(2, MAX_PLACEMENTS + 1):
                continue
            contrary = [placement for placement in _placements(self.position, clue) if placement[x] != proved[x]]
            branches = [self._shortest(placement) for placement in contrary]
            if None not in branches:
                yield Proof("split", {x: proved[x]}, clue, tuple(branch for branch in branches if branch is not None))


def _placements(position: Position, clue: int) -> list[Values]:
    placements = placements_of(position, clue, others=False)
    return [placements.values(mask) for mask in placements.masks]


def _first_clue(branch: Branch) -> int | None:
    """Return the first clue that the branch names."""
    assert branch.clash is not None
    named = [*(step.clues for step in branch.consequences), branch.clash.clues]
    return next((clues[0] for clues in named if clues), None)


def _deepen(play: _Play, candidates: list[int], skipped: set[int], depth: int, nodes: list[int]) -> bool:
    """Return whether the play is over after at most ``depth`` of the ``candidates`` and the rules that follow.

    Each set of rules is tried once: a rule that was passed over (``skipped``) is not tried later. A play that is over
    is left as it is.
    """
    passed: list[int] = []
    for i, number in enumerate(candidates):
        nodes[0] -= 1
        if nodes[0] < 0:
            break
        if not play.can_fire(number):
            continue
        cells = play.fire(number)
        if play.over:
            return True
        if depth > 1:
            rest = candidates[i + 1 :]
            new = [other for other in play.touched(cells) if other not in skipped and other not in rest]
            if _deepen(play, rest + new, skipped, depth - 1, nodes):
                return True
        play.undo(cells)
        skipped.add(number)
        passed.append(number)
    skipped.difference_update(passed)
    return False


Cells = frozenset[int]
Choice = tuple[int, int, tuple[int, ...]]  # cells of the kind that the clues need; minus the number of clues; the clues


def disjoint_proofs(position: Position, proved: Values) -> Iterator[tuple[tuple[int, ...], Values]]:
    """Yield sets of clues without a common unknown cell, and the cells that each set proves.

    ``proved`` are cells that such sets prove. Clues that need all mines left prove that the cells outside them are
    safe; clues that need all safe cells left prove that they are mines.
    """
    for value in (SAFE, MINE):
        left = {x for x in proved if proved[x] == value}
        while left:
            chosen = _heaviest(_candidates(position, value, min(left)))
            inside = {x for clue in chosen for x in position.unknown(clue)}
            yield chosen, dict.fromkeys(sorted(left - inside), value)
            left &= inside


def _candidates(position: Position, value: int, left_out: int) -> dict[Cells, tuple[int, int]]:
    """Return the sets of cells to choose from, each with its clue and what that needs, without those of a cell."""
    candidates: dict[Cells, tuple[int, int]] = {}
    for clue in sorted(position.clues):
        cells = frozenset(position.unknown(clue))
        if cells and left_out not in cells and cells not in candidates:
            need = position.need(clue)
            candidates[cells] = clue, need if value == SAFE else len(cells) - need
    return candidates


def _heaviest(candidates: dict[Cells, tuple[int, int]]) -> tuple[int, ...]:
    """Return the disjoint clues that need most together, and the fewest of those."""
    order = _region_by_region(candidates)
    beginning_at: dict[int, list[Cells]] = {}
    for cells in candidates:
        beginning_at.setdefault(min(map(order.index, cells)), []).append(cells)

    @cache
    def best(begin: int, taken: Cells) -> Choice:
        if begin == len(order):
            return 0, 0, ()
        rest = taken - {order[begin]}
        choices = [best(begin + 1, rest)]
        for cells in beginning_at.get(begin, ()):
            if not cells & taken:
                clue, need = candidates[cells]
                more, fewer, clues = best(begin + 1, (rest | cells) - {order[begin]})
                choices.append((more + need, fewer - 1, (clue, *clues)))
        return max(choices, key=lambda choice: choice[:2])

    return tuple(sorted(best(0, frozenset())[2]))


def _region_by_region(candidates: dict[Cells, tuple[int, int]]) -> list[int]:
    """Return the cells, those that candidates connect next to each other, so that few searches meet."""
    order: dict[int, None] = {}
    for cells in candidates:
        todo = [cells]
        while todo:
            new = [x for x in sorted(todo.pop()) if x not in order]
            order.update(dict.fromkeys(new))
            todo += [other for other in candidates if any(x in other for x in new)]
    return list(order)
