"""Makes what readers are told behind the answers: step-by-step solutions, and remarks on what is special of puzzles.

A step-by-step solution has four boards on the way to the answer, and the steps that matter in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import Deduction, GradedPuzzle, Puzzle
from puzzlegen.board.spec import fitting_symmetries
from puzzlegen.board.symmetry import image_cells
from puzzlegen.language.explanations import of_one_cell, step_sentence, where_to_look
from puzzlegen.language.locale_formatting import capitalized
from puzzlegen.language.messages import Messages
from puzzlegen.solver.person_walk import PersonWalk, person_walk
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import Place, PuzzleTrace, run, solution_path, sticking_points

STAGES = 4  # of a puzzle, so that rows of two or four boards are full
LEAST_STAGES = 3  # of a puzzle with too few steps for four

_Cells = frozenset[int]
_Boards = list[tuple[_Cells, Deduction | None]]  # the cells found so far, and the step that is shown there


@dataclass(frozen=True, slots=True)
class Stage:
    """One board of a step-by-step solution: the cells found so far, which are mines or ``safe``.

    A board just after a step that matters has its ``clues``, the main one first, the cells that it ``proves``, and its
    words: the ``name`` of the technique with its period, empty if the ``sentence`` begins with it.
    """

    mines: tuple[int, ...]
    safe: tuple[int, ...]
    clues: tuple[int, ...] = ()
    proves: tuple[int, ...] = ()
    name: str = ""
    sentence: str = ""


def walkthrough(rounds: PuzzleTrace, messages: Messages) -> tuple[Stage, ...]:
    """Return the stages of a solved puzzle in the order of the walk of a person: four, the last the answer.

    They are the boards after each step where readers stick (see tiers.sticking_points), the answer, and boards halfway
    where most cells are found between two of these. Each contains the one before. A puzzle with too few steps for four
    has three, which may begin with the empty board. A puzzle that one step solves has none.
    """
    if not rounds.hardest:
        return ()
    walk = person_walk(rounds.puzzle, rounds.hardest)
    boards = _boards(walk, sticking_points(rounds))
    return tuple(_stage(cells, step, rounds, messages) for cells, step in boards)


def _boards(walk: PersonWalk, places: Sequence[Place]) -> _Boards:
    """Return the boards to show; none if there are too few."""
    moments = walk.moment.tolist()
    walked = [_Cells(i for i, moment in enumerate(moments) if 0 < moment <= step) for step in range(walk.tier.size + 1)]
    boards: _Boards = []
    for place in places:
        told = of_one_cell(place.step)
        cells = _Cells(x for x in place.known if moments[x] > 0)
        boards.append((cells.union(told.mines, told.safe), told))
    if boards[-1][0] != walked[-1]:
        boards.append((walked[-1], None))
    _insert_halfway(boards, walked)
    if len(boards) < LEAST_STAGES:
        boards.insert(0, (_Cells(), None))
    return boards if len(boards) >= LEAST_STAGES else []


def _insert_halfway(boards: _Boards, walked: Sequence[_Cells]) -> None:
    """Insert boards of the walk into the widest gaps, until there are enough or no gap has one.

    None of them has a cell that the step of the next board proves.
    """
    while len(boards) < STAGES:
        gaps = list(pairwise([_Cells(), *(cells for cells, _ in boards)]))
        between = [_between(*gap, step, walked) for gap, (_, step) in zip(gaps, boards, strict=True)]
        if not any(between):
            return
        widest = max((i for i, some in enumerate(between) if some), key=lambda i: len(gaps[i][1]) - len(gaps[i][0]))
        middle = sum(map(len, gaps[widest])) / 2
        boards.insert(widest, (min(between[widest], key=lambda cells: abs(len(cells) - middle)), None))


def _between(low: _Cells, high: _Cells, step: Deduction | None, walked: Sequence[_Cells]) -> list[_Cells]:
    """Return the boards of the walk between two others, without what the ``step`` of the second proves."""
    proved = () if step is None else (*step.mines, *step.safe)
    return [cells for cells in walked if low < cells < high and cells.isdisjoint(proved)]


def _stage(found: _Cells, step: Deduction | None, rounds: PuzzleTrace, messages: Messages) -> Stage:
    """Return the stage of a board, with its step in words."""
    puzzle, solution = rounds.puzzle, rounds.solution
    mines, safe = (tuple(sorted(i for i in found if solution[i] == is_mine)) for is_mine in (True, False))
    if step is None:
        return Stage(mines, safe)
    name = capitalized(messages.for_variant(puzzle.grid.variant).text(f"techniques.{step.technique}.name"))
    sentence = step_sentence(puzzle, step, messages)
    shown = "" if sentence.casefold().startswith(name.casefold()) else name + "." * (not name.endswith("?"))
    return Stage(mines, safe, step.witnesses, (*step.mines, *step.safe), shown, sentence)


# --- Remarks ----------------------------------------------------------------------------------------------------------

MOST_FACTS = 2  # about one puzzle
_TURNS = "turns"  # the fact on a step that nothing easier replaces
RARE = 6  # a fact is special if at most one of so many puzzles of the section has it
Facts = Mapping[str, str]  # sentences by the names of the facts, and the names of techniques by their codes
_BEGINS = ("no-number", "one-number", "two-numbers")  # that let readers begin


def facts_of(records: Sequence[GradedPuzzle], messages: Messages) -> list[Facts]:
    """Return what may be special about each of these puzzles."""
    of_kinds = ((record.puzzle, messages.for_variant(record.puzzle.grid.variant)) for record in records)
    return [{**_solving_facts(run(some[0], MAX_TIER), some[1]), **dict(_number_facts(*some))} for some in of_kinds]


def _solving_facts(trace: PuzzleTrace, messages: Messages) -> dict[str, str]:
    """Return where a solve begins if there are few places, its techniques, and whether a single step is the hardest."""
    steps = list(solution_path(trace))
    facts = {step.technique: messages.text(f"techniques.{step.technique}.name") for step in steps if step.tier == 2}
    begins = int(trace.available[0]) if trace.tier[0] == 1 else 0
    if begins < len(_BEGINS) and trace.puzzle.total is None:
        facts["begins"] = messages.text(f"remarks.begins.{_BEGINS[begins]}")
    if hard := [place.step for place in sticking_points(trace) if place.step.tier == trace.hardest > 1]:
        step = of_one_cell(hard[0])
        name = capitalized(messages.text(f"techniques.{step.technique}.name"))
        name, where = name + "." * (not name.endswith("?")), where_to_look(trace.puzzle, step, messages)
        facts[_TURNS] = messages.text("remarks.turns", name=name, where=where)
    if once := _lone_step(steps):
        facts["once"] = messages.text(f"remarks.once.{once}")
    return facts


def _lone_step(steps: Sequence[Deduction]) -> str:
    """Return what the only supposition is, or else the only step that is not of single clues; empty for other steps."""
    hard = [step for step in steps if step.tier > 2] or [step for step in steps if step.tier == 2]
    if len(hard) != 1:
        return ""
    if hard[0].tier == 2:
        return "together"
    return "what-if" if hard[0].branches and hard[0] == of_one_cell(hard[0]) else ""  # each cell needs its own


def _number_facts(puzzle: Puzzle, messages: Messages) -> Iterator[tuple[str, str]]:
    """Yield symmetries of the cells with numbers that readers see at once, and a number that is there or is not."""
    grid, clued = puzzle.grid, tuple(value >= 0 for value in puzzle.cells)
    for name in sorted({"half-turn", "left-right"}.intersection(fitting_symmetries(grid))):
        if image_cells(grid, clued, grid.variant.lattice.symmetries[name][0]) == clued:
            yield name, messages.text(f"remarks.symmetry.{name}")
    if puzzle.idea is None and (count := puzzle.cells.count(grid.variant.highest_clue)):  # an idea has its own words
        yield "highest", messages.plural("remarks.highest", count, number=grid.variant.highest_clue)
    missing = [number for number in (0, 1, 2, 3) if puzzle.idea is None and number not in puzzle.cells]
    if missing:
        yield "without", messages.text("remarks.without", number=missing[0])


def remarks_on(records: Sequence[GradedPuzzle], facts: Sequence[Facts], messages: Messages) -> dict[int, str]:
    """Return what is special about puzzles by their numbers: of their ``facts``, if known, the rarest ones.

    These are facts that few of a section have, or a step that nothing easier replaces. No two
    puzzles in a row have the same fact.
    """
    remarks: dict[int, str] = {}
    counts = Counter((record.section, name) for record, own in zip(records, facts, strict=False) for name in own)
    before: set[str] = set()
    for number, (record, own) in enumerate(zip(records, facts, strict=False), start=1):
        section = [one for one in records if one.section == record.section]
        rare = {name: own[name] for name in own if RARE * counts[record.section, name] <= len(section)}
        special = _special(own, rare, messages) | dict(_section_facts(record, section, messages))
        told = sorted(special.keys() - before, key=lambda name: (counts[record.section, name], name))[:MOST_FACTS]
        before = set(told)
        if told:
            remarks[number] = " ".join(special[name] for name in told)
    return remarks


def _special(own: Facts, rare: Facts, messages: Messages) -> dict[str, str]:
    """Return the rare facts of a puzzle, with its techniques as one, and the step that nothing easier replaces."""
    told = {name: words for name, words in own.items() if name == _TURNS or (name in rare and name not in TECHNIQUES)}
    names = [rare[code] for code in TECHNIQUES if code in rare and capitalized(rare[code]) not in own.get(_TURNS, "")]
    return told | ({"techniques": messages.text("remarks.techniques", names=messages.commas(names))} if names else {})


def _section_facts(
    record: GradedPuzzle, section: Sequence[GradedPuzzle], messages: Messages
) -> Iterator[tuple[str, str]]:
    """Yield whether it alone has the fewest numbers or the highest one of its section, if all boards are alike."""
    if len(section) < RARE or len({one.puzzle.grid for one in section}) > 1:
        return
    others = [one.puzzle.cells for one in section if one is not record]
    count, highest = _numbers(record.puzzle.cells), max(record.puzzle.cells)
    if count < min(map(_numbers, others)):
        yield "fewest", messages.text("remarks.fewest", count=messages.number(count))
    if highest > max(map(max, others)):
        yield "high", messages.text("remarks.high", number=highest)


def _numbers(cells: Sequence[int]) -> int:
    return sum(value >= 0 for value in cells)
