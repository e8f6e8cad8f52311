"""Explains a solution in sentences: numbered steps, hints, and the same steps as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal, NamedTuple

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Branch, Clash, Consequence, Deduction, Puzzle
from puzzlegen.language.locale_formatting import capitalized
from puzzlegen.language.messages import Messages
from puzzlegen.solver.techniques import (
    COMBINATION,
    DEEP,
    DISJOINT,
    DISJOINT_SAFE,
    ONE_TWO_TWO_ONE,
    SATISFIED,
    TECHNIQUES,
)
from puzzlegen.solver.tiers import PuzzleTrace, solution_path, sticking_points

MAX_PLACEMENTS = 4  # refuted placements listed in a sentence; the others are only counted
MAX_CHAIN = 5  # consequences listed in a sentence, or clues named between such a placement and the clue it breaks
HINT_CHAIN = 8  # the same in the hints of a book: with 3, two buyers missed the very step they had asked for
SUPPOSING = ("suppose", "split")  # methods of proofs that begin with a supposition

HintLevel = Literal["where", "why", "step"]


@dataclass(frozen=True, slots=True)
class Step:
    """A deduction with its sentence and its number in the solution, counted from 1.

    ``where`` and ``why`` are hints that reveal less: where to look, and the reason without what follows.
    """

    number: int
    deduction: Deduction
    where: str
    why: str
    sentence: str
    puzzle: Puzzle

    def __str__(self) -> str:
        """Return the numbered sentence."""
        return f"{self.number}. {self.sentence}"

    def hint(self, level: HintLevel) -> str:
        """Return the step as a hint, with its number."""
        texts = {"where": self.where, "why": self.why, "step": self.sentence}
        return f"{self.number}. {texts[level]}"

    def as_dict(self) -> dict[str, Any]:
        """Return the step as data, with cells named by ``Grid.name``. docs/explaining.md lists the fields."""
        step, grid = self.deduction, self.puzzle.grid
        return {
            "number": self.number,
            "tier": step.tier,
            "technique": step.technique,
            "mines": list(map(grid.name, step.mines)),
            "safe": list(map(grid.name, step.safe)),
            "witnesses": [
                {"cell": grid.name(clue), "number": self.puzzle.cells[clue], "need": need}
                for clue, need in zip(step.witnesses, step.needs, strict=True)
            ],
            "total": step.total,
            "method": step.method,
            "branches": [branch_as_dict(grid, branch) for branch in step.branches],
            "where": self.where,
            "why": self.why,
            "words": self.sentence,
        }


def branch_as_dict(grid: Grid, branch: Branch) -> dict[str, Any]:
    """Return a supposition as data: its cells, what follows from it, and the clues that it ``breaks`` (null: none)."""

    def cells(record: Branch | Consequence) -> dict[str, Any]:
        return {"mines": list(map(grid.name, record.mines)), "safe": list(map(grid.name, record.safe))}

    def clues(record: Consequence | Clash) -> list[str]:
        return list(map(grid.name, record.clues)) or ["total"]

    return {
        "suppose": cells(branch),
        "then": [{"clues": clues(consequence), **cells(consequence)} for consequence in branch.consequences],
        "breaks": None if branch.clash is None else clues(branch.clash),
    }


def iterate_steps(rounds: PuzzleTrace, messages: Messages) -> Iterator[Step]:
    """Yield the steps in order, each worked out on demand: the first step of a large board comes at once."""
    puzzle = rounds.puzzle
    for number, deduction in enumerate(solution_path(rounds), start=1):
        where, why = where_to_look(puzzle, deduction, messages), step_reason(puzzle, deduction, messages)
        yield Step(number, deduction, where, why, step_sentence(puzzle, deduction, messages), puzzle)


def all_steps(rounds: PuzzleTrace, messages: Messages) -> tuple[Step, ...]:
    """Return all steps. For an unsolved puzzle these are the steps proved before it got stuck or broke."""
    return tuple(iterate_steps(rounds, messages))


def step_after(rounds: PuzzleTrace, messages: Messages, count: int = 0) -> Step | None:
    """Return the step after the first ``count`` steps, or None after the last."""
    return next(islice(iterate_steps(rounds, messages), count, None), None)


def where_to_look(puzzle: Puzzle, step: Deduction, messages: Messages) -> str:
    """Return the first level of a hint: the row and part of the row of the main clue.

    Where the same number stands there twice, it names the cell.
    """
    if not step.witnesses:
        return messages.text("step.look_total")
    grid, clue = puzzle.grid, step.witnesses[0]
    row, _ = grid.position(clue)
    number, third = puzzle.cells[clue], grid.third(clue)
    alike = [x for x in range(row * grid.width, (row + 1) * grid.width) if puzzle.cells[x] == number]
    if sum(grid.third(x) == third for x in alike) > 1:
        return _at_cell(puzzle, clue, messages)
    part = ("left", "middle", "right")[third]
    return messages.text(f"step.look_{part}", number=number, row=row + 1)


def _at_cell(puzzle: Puzzle, clue: int, messages: Messages) -> str:
    return messages.text("step.at_cell", number=puzzle.cells[clue], cell=messages.cell(*puzzle.grid.counted(clue)))


def step_reason(puzzle: Puzzle, step: Deduction, messages: Messages) -> str:
    """Return the second level of a hint: the technique and what it needs, without the cells that follow."""
    sentences = _Sentences(puzzle, step, messages.for_variant(puzzle.grid.variant))
    return capitalized(sentences.reason() + ("" if step.branches else "."))


def step_sentence(puzzle: Puzzle, step: Deduction, messages: Messages, *, whole: bool = False) -> str:
    """Return a deduction in words: the reason and what follows, or a supposition followed to the clash.

    A list of placements is shortened unless ``whole``.
    """
    return _Sentences(puzzle, step, messages.for_variant(puzzle.grid.variant)).sentence(whole)


def is_shortened(step: Deduction) -> bool:
    """Return whether the sentence of a deduction leaves something out."""
    longest = max((len(branch.consequences) for branch in step.branches), default=0)
    return longest > MAX_CHAIN or (step.method == "list" and len(step.branches) > MAX_PLACEMENTS)


@dataclass(frozen=True, slots=True)
class _Sentences:
    """Puts a deduction into words. ``longest`` is how many consequences of a supposition are listed at most."""

    puzzle: Puzzle
    step: Deduction
    messages: Messages
    longest: int = MAX_CHAIN

    # Parts

    def cells(self, cells: Iterable[int]) -> str:
        return self.messages.listed(self.names(cells))

    def names(self, cells: Iterable[int]) -> list[str]:
        return [self.messages.cell(*self.puzzle.grid.counted(x)) for x in cells]

    def values(self, mines: Sequence[int], safe: Sequence[int]) -> str:
        """Return such as "R1C1 is a mine; R2C1 is safe"."""
        parts = (
            self.messages.plural("step.mines", len(mines), cells=self.cells(mines)),
            self.messages.plural("step.safe", len(safe), cells=self.cells(safe)),
        )
        if mines and safe:
            return self.messages.text("step.mines_and_safe", mines=parts[0], safe=parts[1])
        return parts[0] if mines else parts[1]

    def proved(self) -> str:
        return self.values(self.step.mines, self.step.safe)

    def clue(self, clue: int, need: int | None = None) -> str:
        """Return a clue such as "the 3 at R1C2", with the mines it still ``need``s if these are fewer."""
        number = self.puzzle.cells[clue]
        cell = self.messages.cell(*self.puzzle.grid.counted(clue))
        if need is None or need == number:
            return self.messages.text("step.clue", cell=cell, number=number)
        return self.messages.plural("step.clue_left", need, cell=cell, number=number)

    def clues(self, clues: Iterable[int]) -> str:
        return self.messages.listed(map(self.clue, clues))

    def main_clue(self) -> str:
        return self.clue(self.step.witnesses[0], self.step.needs[0])

    def named_clues(self) -> tuple[str, str, str]:
        """Return the first clue, the other ones, and all of them in the order of the board or the line."""
        step = self.step
        clues = [
            self.clue(clue, need if step.tier > 1 else None)
            for clue, need in zip(step.witnesses, step.needs, strict=True)
        ]
        in_order = sorted(zip(step.witnesses, step.needs, clues, strict=True))
        if step.technique == ONE_TWO_TWO_ONE.code:  # across joined sides, the line begins at its other 1
            begin = next(i for i, (_, need, _) in enumerate(in_order) if need == in_order[i - 1][1] == 1)
            in_order = in_order[begin:] + in_order[:begin]
        return "".join(clues[:1]), self.messages.listed(clues[1:]), self.messages.listed(clue for *_, clue in in_order)

    # The reason

    def reason(self) -> str:
        """Return why the deduction holds. At tiers 3 and 4 it is a sentence, at others it has no period."""
        step, code = self.step, self.step.technique
        if any(len(consequence.clues) > 1 for branch in step.branches for consequence in branch.consequences):
            code = DEEP.code  # of tier 3, where the shortest proof reads pairs
        clue, others, line = self.named_clues()
        if step.tier == 1 and step.witnesses and self.puzzle.cells[step.witnesses[0]] == 0:
            return self.messages.text("step.zero", clue=clue)
        start = self.start() if step.branches else ""
        return self.messages.text(
            f"techniques.{code}.reason", clue=clue, outer=clue, two=clue, most=clue,
            inner=others, one=others, least=others, others=others, line=line, start=start,
            count=sum(step.needs), more=max(step.needs, default=0) - min(step.needs, default=0),
        )  # fmt: skip

    def start(self, asked: bool = False) -> str:
        """Return the supposition, unless it was ``asked`` for, and the number of placements to follow."""
        step = self.step
        suppose = [
            self.messages.plural(f"step.suppose_{value}", len(cells), cells=self.cells(cells))
            for value, cells in (("mine", step.safe), ("safe", step.mines))
            if cells
        ]
        supposed = [] if asked or step.method not in SUPPOSING else suppose
        if step.method == "suppose":
            return " ".join(supposed)
        ways = capitalized(self.messages.plural("step.ways", len(step.branches), clue=self.main_clue()))
        return " ".join([*supposed[:1], ways])

    # The whole sentence, and the question that leads to it

    def answer(self) -> str:
        """Return the answer to the question: the deduction in words, without a supposition that the question has."""
        return self.of_proof(whole=False, asked=True) if self.step.branches else self.sentence()

    def sentence(self, whole: bool = False) -> str:
        """Return the deduction in words."""
        if self.step.branches:
            return self.of_proof(whole)
        return capitalized(self.messages.text("step.follows", reason=self.reason(), proved=self.proved()))

    def question(self) -> str:
        """Return the question that leads a reader who looks at the main clue to the deduction."""
        step, others = self.step, self.step.witnesses[1:]
        if step.method in SUPPOSING:
            cell = self.cells([*step.safe, *step.mines][:1])
            return self.messages.text("hints.mine" if step.safe else "hints.safe", cell=cell)
        asks = TECHNIQUES[step.technique].asks or "ways"
        if asks == "complete" and self.puzzle.cells[step.witnesses[0]] == 0:
            return self.messages.text("hints.zero")
        named = step.witnesses if asks == "add" else others
        return self.messages.pattern(f"hints.{asks}").format(clues=self.clues(named) if named else "")

    # Tiers 3 and 4

    def of_proof(self, whole: bool, asked: bool = False) -> str:
        """Return the proof and what it proves, without the supposition if it was ``asked`` what follows from that."""
        step = self.step
        end = self.messages.text("step.either" if step.method == "agree" else "step.so", proved=self.proved())
        if step.method == "list":
            return f"{self.listed(whole)} {end}"
        start = self.start(asked)
        if step.method == "suppose":
            return f"{start} {self.chain(step.branches[0], whole)} {end}".lstrip()
        cases = [
            self.messages.text(
                "step.case", number=number, supposed=self.values(branch.mines, ()), chain=self.chain(branch, whole)
            ).rstrip()
            for number, branch in enumerate(step.branches, start=1)
        ]
        return " ".join([start, *cases, end])

    def chain(self, branch: Branch, whole: bool) -> str:
        """Return what follows from a supposition, and the clash; of a long chain only its beginning and end."""
        parts = [capitalized(self.consequence(consequence)) for consequence in branch.consequences]
        if len(parts) > self.longest and not whole:
            listed = self.longest - 1
            parts[listed - 1 : -1] = [self.messages.plural("step.more_steps", len(parts) - listed)]
        return " ".join([*parts, *([self.clash(branch.clash)] if branch.clash is not None else [])])

    def consequence(self, one: Consequence) -> str:
        values = self.values(one.mines, one.safe)
        if not one.clues:
            return self.messages.text("step.by_total", proved=values)
        if len(one.clues) > 1:
            return self.messages.text("step.together", clues=self.clues(one.clues), proved=values)
        if one.mines:
            return self.messages.text("step.needs", clue=self.clue(one.clues[0]), cells=self.cells(one.mines))
        return self.messages.text("step.complete", clue=self.clue(one.clues[0]), proved=values)

    def clash(self, clash: Clash) -> str:
        if not clash.clues:
            return self.messages.text("step.total_too_many" if clash.too_many else "step.total_too_few")
        if len(clash.clues) > 1:
            return self.messages.text("step.clash", clues=self.clues(clash.clues))
        return self.messages.text("step.too_many" if clash.too_many else "step.too_few", clue=self.clue(clash.clues[0]))

    def listed(self, whole: bool) -> str:
        """Return the list of placements that fail, the longest ones first."""
        branches = sorted(self.step.branches, key=lambda branch: -len(branch.consequences))
        most = len(branches) if whole else MAX_PLACEMENTS
        tries = [self.placement(branch, whole) for branch in branches[:most]]
        if len(branches) > most:
            tries.append(self.messages.plural("step.more_placements", len(branches) - most))
        tried = self.messages.either(tries)
        return capitalized(
            self.messages.plural("step.no_placement", self.step.needs[0], clue=self.main_clue(), tries=tried)
        )

    def placement(self, branch: Branch, whole: bool) -> str:
        """Return a placement, what it breaks, and the clues that lead there; of many clues the first and last."""
        assert branch.clash is not None
        cells = self.cells(branch.mines)
        broken = self.clues(branch.clash.clues) or self.messages.text("step.the_total")
        names = [
            "+".join(self.names(consequence.clues)) or self.messages.text("step.the_total")
            for consequence in branch.consequences
        ]
        if len(names) > self.longest and not whole:
            names[self.longest - 2 : -1] = ["…"]
        if not names:
            return self.messages.text("step.placement", cells=cells, broken=broken)
        return self.messages.text(
            "step.placement_through", cells=cells, broken=broken, chain=self.messages.commas(names)
        )


class Hint(NamedTuple):
    """A hint of a book: where to look and a question that leads to a step, and apart from it the step."""

    question: str
    answer: str


def puzzle_hints(rounds: PuzzleTrace, messages: Messages) -> tuple[Hint, ...]:
    """Return the hints of a solved puzzle, one for each place where readers stick (see tiers.sticking_points).

    A puzzle in which nothing can be deduced has no hints.
    """
    return tuple(_hint(rounds.puzzle, of_one_cell(step), messages) for _, step in sticking_points(rounds))


LabeledHint = tuple[str, Hint]


def labeled_hints(hints: Sequence[Hint], messages: Messages) -> list[LabeledHint]:
    """Return the hints of a puzzle, each with the label before it: of two, which comes first; of one, none."""
    labels = (messages.text("hints.first"), messages.text("hints.later")) if len(hints) > 1 else ("",)
    return list(zip(labels, hints, strict=False))


def _hint(puzzle: Puzzle, step: Deduction, messages: Messages) -> Hint:
    sentences = _Sentences(puzzle, step, messages.for_variant(puzzle.grid.variant), HINT_CHAIN)
    where = _at_cell(puzzle, step.witnesses[0], messages) if step.witnesses else messages.text("step.look_total")
    return Hint(f"{where} {sentences.question()}", sentences.answer())


def of_one_cell(step: Deduction) -> Deduction:
    """Return a step that supposes one of several cells, whichever it is, as a step of the first of them."""
    if step.method not in SUPPOSING:
        return step
    return replace(step, mines=step.mines[: 0 if step.safe else 1], safe=step.safe[:1])


class _FigureWords(_Sentences):
    """Puts a deduction into words for figures, which circle its clues, the main one boldly, and shade its cells."""

    def cells(self, cells: Iterable[int]) -> str:
        return self.messages.plural("example.shaded", len(list(cells)))

    def clue(self, clue: int, _need: int | None = None) -> str:
        """Return a clue by its circle. Each figure of a supposition circles only the clues that it speaks of."""
        return self.messages.text(
            "example.circled" if self.step.branches else "example.bold", number=self.puzzle.cells[clue]
        )

    def named_clues(self) -> tuple[str, str, str]:
        main, *others = self.step.witnesses
        other = self.messages.text("example.thin", number=self.puzzle.cells[others[0]])
        if len(others) > 1:
            other = self.messages.text("example.thin_ones")
        return self.clue(main), other, self.messages.text("example.all_circled")

    def of_pair(self) -> str:
        """Return the caption of a step of two clues, which names them by their circles alone."""
        bold, thin, _ = self.named_clues()
        more = self.step.needs[0] - self.step.needs[1]
        words = self.messages.text(f"techniques.{self.step.technique}.caption", bold=bold, thin=thin, more=more)
        return capitalized(words)


def caption(puzzle: Puzzle, step: Deduction, messages: Messages) -> str:
    """Return the caption of a step, for the figure that circles its clues."""
    if not step.witnesses or step.technique in (DISJOINT.code, DISJOINT_SAFE.code):
        return messages.text("example.total")
    number = puzzle.cells[step.witnesses[0]]
    if step.tier == 1:
        return _caption_of_one_clue(number, step, messages)
    if step.method == "agree":
        step = replace(step, technique=COMBINATION.code, branches=())
    elif step.tier > 2:
        return _caption_of_proof(number, step, messages)
    words = _FigureWords(puzzle, step, messages)
    if TECHNIQUES[step.technique].first:
        return words.of_pair()
    reason = capitalized(f"{words.reason()}.")
    if step.technique == COMBINATION.code and not (step.mines and step.safe):
        return f"{reason} {capitalized(words.proved())}."
    return reason


def _caption_of_proof(number: int, step: Deduction, messages: Messages) -> str:
    if step.method == "suppose":
        return messages.text("example.if_mine" if step.safe else "example.if_safe")
    return messages.text("example.others_fail_total" if step.total else "example.others_fail", number=number)


def _caption_of_one_clue(number: int, step: Deduction, messages: Messages) -> str:
    if step.technique == SATISFIED.code:
        return messages.plural("example.satisfied", number, number=number) if number else messages.text("example.zero")
    need = step.needs[0]
    spelled = messages.spelled(need)
    if need < number:
        return messages.plural("example.exhausted_more", need, number=number, count=spelled)
    return messages.plural("example.exhausted", need, number=number, count=spelled)


def captions_of_chain(puzzle: Puzzle, step: Deduction, messages: Messages) -> list[str]:
    """Return the captions of a supposition, a figure each: what is supposed, what follows, the clash, and the result.

    Each of these circles the clues that it speaks of, and shades the cells.
    """
    words, (branch,) = _FigureWords(puzzle, step, messages), step.branches
    assert branch.clash is not None
    follows = [capitalized(words.consequence(consequence)) for consequence in branch.consequences]
    result = messages.text("step.so", proved=words.proved())
    return [words.start(), *follows, words.clash(branch.clash), result]
