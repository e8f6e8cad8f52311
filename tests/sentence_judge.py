"""Judges the sentences of a solution: parses each back into cells, values and clues, and checks all that it claims.

It shares no code with the solver or the languages. The grammar is written from English words, and what a sentence
claims is checked by trying all placements, from the printed clues and from what the sentences before it told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, pairwise

from puzzlegen.board.puzzle import Puzzle

MINE, SAFE = True, False
Values = dict[int, bool]

CELL = r"R\d+C\d+"
CELLS = rf"{CELL}(?:, {CELL})*(?:,? and {CELL})?"
CLUE = rf"[Tt]he \d+ at {CELL}(?: \(needs \d+ more\))?"
CLUES = rf"{CLUE}(?:, {CLUE})*(?:,? and {CLUE})?"
IS_MINE, IS_SAFE = r"(?:is a mine|are mines|is filled|are filled)", r"(?:is safe|are safe|is empty|are empty)"
VALUES = rf"{CELLS} (?:{IS_MINE}|{IS_SAFE})(?:; {CELLS} {IS_SAFE})?"
ONE = r"(?:mine|filled cell)"
COUNTS = r"(?:counts|touches)"
REASONS = {
    "zero": rf"(?P<a>{CLUE}) (?:touches|counts) no (?:mines|filled cells)",
    "complete": rf"(?P<a>{CLUE}) already has all its {ONE}s",
    "all left": rf"(?P<a>{CLUE}) needs every (?:blank|open cell|covered cell) it has left",
    "total": rf"The printed number of {ONE}s decides the other cells",
    "inside, as many": rf"1-1: (?P<a>{CLUE}) also counts the {ONE} of (?P<b>{CLUE}), so the other cells of the "
    r"first are (?:safe|empty)",
    "one shared": rf"1-2: (?P<b>{CLUE}) and (?P<a>{CLUE}) can share only one {ONE}, so the (?:second has its other "
    rf"{ONE} where they do not meet|cell that only the second counts is (?:a mine|filled))"
    rf"(?P<both>, and all cells only the first counts are (?:safe|empty))?",
    "inside": rf"(?P<a>{CLUE}) also {COUNTS} every unknown cell of (?P<b>{CLUE}), which decides the other cells of the "
    r"first",
    "difference": rf"(?P<a>{CLUE}) needs (?P<more>\d+) more than (?P<b>{CLUE}), one for each cell only it counts, so "
    r"those are (?:mines|filled)(?P<both>, and all cells only the other counts are (?:safe|empty))?",
    "each side": rf"1-2-1: (?P<others>{CLUES}) can each (?:touch|count) only one {ONE} of (?P<a>{CLUE}), so "
    r"there is one on each side",
    "line": rf"1-2-2-1 along (?P<others>{CLUES}): each 1 can share only one {ONE} with the 2 beside it, so that 2 has "
    rf"its other (?:mine|one) toward the other 2(?P<both>, and no 1 has a {ONE} elsewhere)?",
    "ways": rf"All ways to (?:place the mines|fill the cells) of (?P<a>{CLUE}) together with those of "
    rf"(?P<others>{CLUES}) agree",
    "all mines": rf"The unknown cells of (?P<others>{CLUES}), none counted twice, hold all the {ONE}s left "
    r"\((?P<count>\d+)\), so the other cells are (?:safe|empty)",
    "all safe": rf"The unknown cells of (?P<others>{CLUES}), none counted twice, include all the (?:safe|empty) cells "
    r"left, so the other cells are (?:mines|filled)",
}
THEN = {
    "needs": rf"(?P<clues>{CLUE}) then needs (?P<mines>{CELLS})\.",
    "complete": rf"(?P<clues>{CLUE}) is then complete, so (?P<values>{VALUES})\.",
    "together": rf"(?P<clues>{CLUES}) together then mean that (?P<values>{VALUES})\.",
    "total": rf"The total then means that (?P<values>{VALUES})\.",
    "more": r"\d+ more steps? follows?\.",
}
CLASH = (
    rf"But (?:(?P<clash>{CLUE}) would have too (?P<amount>many|few) {ONE}s|(?P<clashes>{CLUES}) could not both hold|"
    r"the total (?P<total>would be exceeded|could not be reached))\."
)
END = rf"(?:So|In every possible case,) (?P<proved>{VALUES})\."


class WrongSentence(AssertionError):
    """A sentence that cannot be parsed, or claims what does not follow."""


class Judge:
    """Follows the sentences of the solution of a puzzle, from the printed clues on."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, grid = puzzle, puzzle.grid
        start, cells = grid.neighborhood.start.tolist(), grid.neighborhood.cells.tolist()
        self.around = [cells[a:b] for a, b in pairwise(start)]
        self.clues = {x: value for x, value in enumerate(puzzle.cells) if value >= 0}
        self.known: Values = {x: SAFE for x, hidden in enumerate(puzzle.hidden) if not hidden}
        self.total = puzzle.total
        self.size = grid.size
        self.cell_named = {f"R{row + 1}C{col + 1}": x for x in range(grid.size) for row, col in [grid.counted(x)]}
        self.sentence = ""

    def demand(self, holds: bool, why: str) -> None:
        if not holds:
            raise WrongSentence(f"{why}: {self.sentence}")

    def judge(self, sentence: str) -> None:
        """Check a sentence, and learn what it proves. Raises WrongSentence."""
        self.sentence = sentence
        proved = self.plain(sentence) or self.supposition(sentence) or self.ways(sentence) or self.placements(sentence)
        self.demand(bool(proved), "not understood, or proves nothing")
        self.demand(not proved.keys() & self.known.keys(), "tells what is known")
        self.known |= proved

    def judge_hint(self, question: str, answer: str) -> None:
        """Check the answer to a question, from all that is known where the hint is given. Raises WrongSentence."""
        pattern = rf"What would follow if (?P<cell>{CELL}) were (?P<value>a mine|safe|filled|empty)\?"
        supposed = re.search(pattern, question)
        self.judge(f"Suppose {supposed['cell']} is {supposed['value']}. {answer}" if supposed else answer)
        self.named(question, self.known)

    # Parts of a sentence

    def cells(self, text: str | None) -> list[int]:
        return [self.cell_named[name] for name in re.findall(CELL, text or "")]

    def values(self, text: str) -> Values:
        """Return the values that a text such as "R1C1 is a mine; R2C1 and R2C2 are safe" gives."""
        found: Values = {}
        for part in text.split("; "):
            found |= dict.fromkeys(self.cells(part), bool(re.search(IS_MINE, part)))
        return found

    def named(self, text: str | None, known: Values) -> list[int]:
        """Return the clues of a text; their numbers and what they still need must be right."""
        found = []
        for number, cell, needs in re.findall(rf"he (\d+) at ({CELL})(?: \(needs (\d+) more\))?", text or ""):
            clue = self.cell_named[cell]
            self.demand(self.clues.get(clue) == int(number), f"{cell} is no {number}")
            self.demand(not needs or int(needs) == self.need(clue, known), f"{cell} does not need {needs}")
            found.append(clue)
        return found

    def unknown(self, clue: int, known: Values) -> set[int]:
        return {x for x in self.around[clue] if x not in known}

    def need(self, clue: int, known: Values) -> int:
        return self.clues[clue] - sum(known.get(x) == MINE for x in self.around[clue])

    def left(self, known: Values) -> tuple[int, set[int]]:
        """Return how many mines of the total are left, and the unknown cells."""
        assert self.total is not None
        return self.total - sum(known.values()), set(range(self.size)) - known.keys()

    def models(self, clues: Iterable[int], known: Values) -> Iterator[Values]:
        """Yield each way to give values to the unknown cells of some clues so that each clue holds."""
        todo = list(clues)
        if not todo:
            yield {}
            return
        first, *rest = todo
        free = sorted(self.unknown(first, known))
        for mines in combinations(free, max(0, self.need(first, known))):
            chosen = {x: x in mines for x in free}
            if self.need(first, known | chosen) == 0:
                for more in self.models(rest, known | chosen):
                    yield chosen | more

    def agreed(self, clues: Iterable[int], known: Values) -> Values | None:
        """Return what all ways to satisfy some clues agree on; None if there is no way."""
        shared: Values | None = None
        for model in self.models(clues, known):
            shared = model if shared is None else {x: v for x, v in shared.items() if model[x] == v}
        return shared

    # Steps of single clues, and of several clues together

    def plain(self, sentence: str) -> Values:
        for name, pattern in REASONS.items():
            if match := re.fullmatch(rf"{pattern}: (?P<proved>{VALUES})\.", sentence):
                groups = {"b": None, "others": None, "a": None, "both": None, "more": None} | match.groupdict()
                proved = self.values(match["proved"])
                first, second, others = (self.named(groups[key], self.known) for key in ("a", "b", "others"))
                self.demand(self.claims(name, first, second, others, proved, bool(groups["both"])), f"not so ({name})")
                self.demand(
                    not groups.get("count") or int(groups["count"]) == self.left(self.known)[0], "another number"
                )
                needs = [self.need(clue, self.known) for clue in (*first, *second)]
                self.demand(not groups["more"] or int(groups["more"]) == needs[0] - needs[1], "another difference")
                return proved
        return {}

    def claims(  # one case for each sentence
        self, name: str, first: list[int], second: list[int], others: list[int], proved: Values, both: bool
    ) -> bool:
        """Return whether a sentence of a kind says what is so, and all that its clues prove."""
        known = self.known
        if name in ("total", "all mines", "all safe"):
            return self.of_total(name, others, proved)
        clues = [*first, *second, *others]
        if proved != self.agreed(clues, known):
            return False
        free = [self.unknown(clue, known) for clue in clues]
        need = [self.need(clue, known) for clue in clues]
        if len(clues) > 1 and any(count in (0, len(cells)) for count, cells in zip(need, free, strict=True)):
            return False  # one of the clues says something alone
        match name:
            case "zero":
                return self.clues[first[0]] == 0 and proved == dict.fromkeys(free[0], SAFE)
            case "complete":
                return need == [0] and proved == dict.fromkeys(free[0], SAFE)
            case "all left":
                return need == [len(free[0])] and proved == dict.fromkeys(free[0], MINE)
            case "inside, as many":
                return free[1] < free[0] and need == [1, 1] and proved == dict.fromkeys(free[0] - free[1], SAFE)
            case "inside":
                value = need[0] > need[1]
                return free[1] < free[0] and proved == dict.fromkeys(free[0] - free[1], value)
            case "one shared" | "difference":
                mines, safe = free[0] - free[1], free[1] - free[0]
                if name == "one shared" and not (need == [2, 1] and len(mines) == 1):
                    return False
                if name == "difference" and need[0] - need[1] != len(mines):
                    return False
                return both and proved == dict.fromkeys(mines, MINE) | dict.fromkeys(safe, SAFE)
            case "each side":
                ends = [self.unknown(clue, known) for clue in others]
                pairs = [{x, y} for x, y in combinations(free[0], 2)]
                apart = all(
                    any(pair <= end for end in ends) or all(len(pair & end) == 1 for end in ends) for pair in pairs
                )
                return need == [2, 1, 1] and apart
            case "line":
                own = [free[1] - free[0], free[2] - free[3]]
                mines = {x for x, value in proved.items() if value == MINE}
                if need != [1, 2, 2, 1] or [len(cells) for cells in own] != [1, 1] or mines != own[0] | own[1]:
                    return False
                return mines <= free[1] & free[2] and both
            case _:  # ways
                return len(clues) > 2

    def of_total(self, name: str, clues: list[int], proved: Values) -> bool:
        if self.total is None:
            return False
        mines, free = self.left(self.known)
        if name == "total":
            return mines in (0, len(free)) and proved == dict.fromkeys(free, mines > 0)
        zones = [self.unknown(clue, self.known) for clue in clues]
        inside = set().union(*zones)
        if sum(map(len, zones)) != len(inside):
            return False
        needs = sum(self.need(clue, self.known) for clue in clues)
        enough = needs == mines if name == "all mines" else len(inside) - needs == len(free) - mines
        return enough and proved == dict.fromkeys(free - inside, name == "all safe")

    # Suppositions

    def supposition(self, sentence: str) -> Values:
        pattern = (
            rf"Suppose (?:at least one of )?(?P<cells>{CELLS}) (?P<value>{IS_MINE}|{IS_SAFE})\. (?P<chain>.*){END}"
        )
        match = re.fullmatch(pattern, sentence)
        if match is None or "ways left" in match["chain"]:
            return {}
        value = bool(re.fullmatch(IS_MINE, match["value"]))
        cells = self.cells(match["cells"])
        for x in cells:
            self.demand(self.play(match["chain"], self.known | {x: value}), "no clash")
        proved = self.values(match["proved"])
        self.demand(proved == dict.fromkeys(cells, not value), "proves something else")
        return proved

    def play(self, text: str, known: Values) -> bool:
        """Follow the consequences of a text. Return whether it ends in a clash; ``known`` takes up what follows."""
        shortened = False
        while text := text.strip():
            if match := re.match(CLASH, text):
                self.demand(not text[match.end() :].strip(), "goes on behind a clash")
                if shortened:  # the steps left out may end at another clue
                    self.close(known)
                return (shortened and self.is_impossible(known)) or self.is_clash(match, known)
            name, match = next(((n, m) for n, p in THEN.items() if (m := re.match(p, text))), ("", None))
            self.demand(match is not None, f"not understood: {text!r}")
            assert match is not None
            if name == "more":
                shortened = True
                self.close(known)
            elif shortened:  # what was left out is known by now, unless it led to another clash
                said = self.said(name, match)
                self.demand(said.items() <= known.items() or self.is_impossible(known), "does not follow")
            else:
                said = self.said(name, match)
                clues = self.named(match.groupdict().get("clues"), self.known)
                follows = self.by_total(known) if name == "total" else self.agreed(clues, known)
                # where clues have no way left, the chain could end here, but all that is said follows
                self.demand(follows is None or said.items() <= follows.items(), "does not follow")
                some = said != (follows or said)
                self.demand(not some or name not in ("needs", "complete"), "leaves out cells of a clue")
                known |= said
            text = text[match.end() :]
        return False

    def said(self, name: str, match: re.Match[str]) -> Values:
        return dict.fromkeys(self.cells(match["mines"]), MINE) if name == "needs" else self.values(match["values"])

    def by_total(self, known: Values) -> Values:
        mines, free = self.left(known)
        return dict.fromkeys(free, mines > 0) if mines in (0, len(free)) else {}

    def is_clash(self, match: re.Match[str], known: Values) -> bool:
        if match["total"]:
            mines, free = self.left(known)
            return mines < 0 if match["total"] == "would be exceeded" else mines > len(free)
        if match["clashes"]:
            return self.agreed(self.named(match["clashes"], self.known), known) is None
        (clue,) = self.named(match["clash"], self.known)
        need = self.need(clue, known)
        return need < 0 if match["amount"] == "many" else need > len(self.unknown(clue, known))

    def close(self, known: Values) -> None:
        """Add what single clues, the total and pairs of clues prove, until nothing more follows or a clue breaks."""
        while not self.broken(known):
            new: Values = {}
            for clue in self.clues:
                new |= self.agreed([clue], known) or {}
            if self.total is not None:
                new |= self.by_total(known)
            if not new:
                zones = {clue: cells for clue in self.clues if (cells := self.unknown(clue, known))}
                pairs = ((a, b) for a, b in combinations(zones, 2) if zones[a] & zones[b])
                new = next((found for pair in pairs if (found := self.agreed(pair, known)) != {}), {}) or {}
            if not new:
                return
            known |= new

    def broken(self, known: Values) -> bool:
        counts = ((self.need(clue, known), len(self.unknown(clue, known))) for clue in self.clues)
        if self.total is not None:
            mines, free = self.left(known)
            counts = chain(counts, [(mines, len(free))])
        return any(not 0 <= need <= cells for need, cells in counts)

    # All ways to place the mines of a clue

    def ways(self, sentence: str) -> Values:
        start = rf"(?:Suppose (?P<cells>{CELLS}) (?P<value>{IS_MINE}|{IS_SAFE})\. )?"
        pattern = rf"{start}(?P<clue>{CLUE}) has (?P<count>\d+) ways left\. (?P<cases>Case 1: .*?) {END}"
        match = re.fullmatch(pattern, sentence)
        if match is None:
            return {}
        (clue,) = self.named(match["clue"], self.known)
        is_mine = bool(re.fullmatch(IS_MINE, match["value"] or ""))
        supposed = dict.fromkeys(self.cells(match["cells"]), is_mine)
        proved = self.values(match["proved"])
        listed = []
        for case in re.split(r" ?Case \d+: ", match["cases"])[1:]:
            head = re.match(rf"(?P<values>{VALUES})\. ?", case)
            self.demand(head is not None, "a case without cells")
            assert head is not None
            mines = {x for x, value in self.values(head["values"]).items() if value == MINE}
            listed.append(mines)
            placed = self.known | {x: x in mines for x in self.unknown(clue, self.known)}
            if not self.play(case[head.end() :], placed) and not self.broken(placed):
                agrees = "In every possible case" in sentence and proved.items() <= placed.items()
                self.demand(agrees, "a case proves nothing")
        models = [model for model in self.models([clue], self.known) if supposed.items() <= model.items()]
        possible = [{x for x, value in model.items() if value} for model in models]
        self.demand(len(listed) == int(match["count"]), "cases are not counted")
        self.demand(sorted(map(sorted, listed)) == sorted(map(sorted, possible)), "not all ways")
        return proved

    def placements(self, sentence: str) -> Values:
        pattern = rf"(?P<clue>{CLUE}) cannot have its {ONE}s? at (?P<tries>.*?)\. {END}"
        match = re.fullmatch(pattern, sentence)
        if match is None:
            return {}
        (clue,) = self.named(match["clue"], self.known)
        proved = self.values(match["proved"])
        wrong = [model for model in self.models([clue], self.known) if not proved.items() <= model.items()]
        for model in wrong:
            known = self.known | model
            self.close(known)
            self.demand(self.is_impossible(known), "a placement does not fail")
        listed = [set(self.cells(text)) for text in re.findall(rf"({CELLS}) \(breaks", match["tries"])]
        more = re.search(r"in (\d+|one) other ways?", match["tries"])
        left_out = 0 if more is None else 1 if more[1] == "one" else int(more[1])
        self.demand(len(listed) + left_out == len(wrong), "not all placements")
        mines = [{x for x, value in model.items() if value} for model in wrong]
        self.demand(all(one in mines for one in listed), "a placement that is none")
        return proved

    def is_impossible(self, known: Values) -> bool:
        """Return whether a clue, or two clues together, cannot hold."""
        if self.broken(known):
            return True
        zones = {clue: cells for clue in self.clues if (cells := self.unknown(clue, known))}
        return any(zones[a] & zones[b] and self.agreed([a, b], known) is None for a, b in combinations(zones, 2))
