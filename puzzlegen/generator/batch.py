"""Making puzzles in number: slots, workers, no repeats, printing order."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, islice, tee
from typing import TYPE_CHECKING, Protocol

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.errors import GenerationError
from puzzlegen.generator.attempts import Order, make
from puzzlegen.generator.compile_lock import compile_once
from puzzlegen.grading.grade import DIFFICULTIES, Grade, grade
from puzzlegen.jobs.executors import WorkerPool
from puzzlegen.jobs.ordered_work import run_in_order
from puzzlegen.jobs.progress import Progress, Silent
from puzzlegen.jobs.run_log import LogLevel, log_event
from puzzlegen.selection.quality import Candidate, Shelf, parts
from puzzlegen.selection.repeats import BOOK, LEDGER, Seen
from puzzlegen.solver.tiers import PuzzleTrace

if TYPE_CHECKING:  # pydantic takes a third of a second to import, and ``generate`` has no use for it
    from puzzlegen.config.book import BookConfig, KindConfig, SectionConfig


@dataclass(frozen=True, slots=True)
class Slot:
    """A place that one puzzle must fill: what is wanted and the name of its random stream. The unit of parallel work.

    ``difficulty`` is a band; without one any puzzle under the order's cap will do. ``rated``: whether its quality is
    told, because it will be compared with others; that needs a difficulty. ``place``: its section's name and its number
    there, for people; no part of what is asked for.
    """

    order: Order
    seed: str
    difficulty: str | None = None
    rated: bool = False
    place: tuple[str, int] | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Filled:
    """What became of a slot: its puzzle, and how many attempts were rejected before, by reason."""

    record: GradedPuzzle
    rejects: Mapping[str, int]


def fill(slot: Slot) -> Filled:
    """Make the puzzle for a slot. Depends on nothing but the slot. Raises GenerationError when its budget is spent."""
    compile_once()
    latest: list[Grade] = []

    def judge(rounds: PuzzleTrace) -> str:
        latest[:] = [grade(rounds)]
        found = latest[0].difficulty
        return "" if slot.difficulty in (None, found) else f"{found} instead"

    made = make(slot.order, slot.seed, judge)
    record = record_of(made.puzzle, made.solution, latest[0], made.seed, made.attempts)
    if slot.rated:
        record = replace(record, quality=parts(made.puzzle, latest[0], made.rounds.available.tolist()))
    return Filled(record, made.rejects)


def record_of(
    puzzle: Puzzle, solution: Solution, graded: Grade, seed: str | None, attempts: int | None
) -> GradedPuzzle:
    """The record of a finished puzzle."""
    return GradedPuzzle(
        puzzle,
        solution,
        graded.tier,
        graded.difficulty,
        graded.score,
        graded.bottlenecks,
        graded.par,
        seed,
        attempts,
    )


@dataclass(frozen=True, slots=True)
class Wish:
    """What ``puzzlegen generate`` is asked for. Without a difficulty, any puzzle under ``max_tier`` (3 if None)."""

    grid: Grid
    number: int = 1
    difficulty: str | None = None
    max_tier: int | None = None
    mines: int | None = None
    density: float = 0.33
    total: bool = False
    attempts: int = 2000


def wished_slots(wish: Wish, seed: str) -> Iterator[Slot]:
    """One slot a puzzle, named as they are taken. Raises GenerationError for an unknown difficulty."""
    if wish.difficulty is None:
        cap, label = wish.max_tier or 3, f"tier {wish.max_tier or 3}"
    elif wish.difficulty in DIFFICULTIES:
        cap, label = DIFFICULTIES[wish.difficulty].cap, wish.difficulty
    else:
        raise GenerationError(f"difficulty: found {wish.difficulty!r}, allowed {', '.join(DIFFICULTIES)}")
    order = Order(wish.grid, cap, label, wish.density, mines=wish.mines, total=wish.total, attempts=wish.attempts)
    return (Slot(order, f"{seed}/{number}", wish.difficulty) for number in range(1, wish.number + 1))


def section_slots(series: str, section: SectionConfig) -> list[Slot]:
    """The slots of a section. Streams are named by series and section, so that sections do not disturb each other."""
    slots = [
        replace(
            slot_of(section, section.board(n), f"{series}/{section.name}/{n}"),
            rated=section.candidates > 1,
            place=(section.name, n),
        )
        for n in range(1, section.count + 1)
    ]
    return [replace(slot, order=replace(slot.order, total=section.total)) for slot in slots]


def candidates_of(slot: Slot, count: int) -> Iterator[Slot]:
    """The slots of those that a slot's puzzle is chosen among: its own, and more with streams of their own."""
    yield slot
    for number in range(2, count + 1):
        yield replace(slot, seed=f"{slot.seed}/candidate {number}")


def slot_of(kind: KindConfig, grid: Grid, seed: str) -> Slot:
    """The slot of one puzzle of that kind and size, from the random stream of that name."""
    order = Order(
        grid=grid,
        cap=DIFFICULTIES[kind.difficulty].cap,
        label=kind.difficulty,
        density=kind.density,
        spread=kind.spread,
        lone=kind.lone_cells,
        attempts=kind.attempts,
    )
    return Slot(order, seed, kind.difficulty)


def dealt(records: Iterable[GradedPuzzle], section: SectionConfig) -> list[GradedPuzzle]:
    """A section's puzzles in printing order: within a size by rising score, the sizes as the section deals them."""
    rising = sorted(records, key=lambda record: record.score)
    if section.deal == "blocks":
        return sorted(rising, key=lambda record: section.boards.index(record.puzzle.grid))
    by_size = {size: deque(record for record in rising if record.puzzle.grid == size) for size in section.boards}
    return [by_size[section.board(n)].popleft() for n in range(1, section.count + 1)]


class Stock(Protocol):
    """Where finished puzzles are kept, so that a killed run need not make them again."""

    def begin(self, slots: Iterable[Slot]) -> int:
        """A run that asks for these slots begins: how many of their puzzles it holds, which it may tell people of."""

    def holds(self, slot: Slot) -> bool:
        """Whether it held the slot's puzzle when the run began."""

    def found(self, slot: Slot) -> Filled:
        """What it holds."""

    def keep(self, slot: Slot, filled: Filled) -> None:
        """Keep what was made."""

    def save(self) -> None:
        """Make sure that what was made will be found."""


class NoStock:
    """Keeps nothing."""

    def begin(self, slots: Iterable[Slot]) -> int:  # noqa: ARG002  # as in Stock; so below
        """Nothing."""
        return 0

    def holds(self, slot: Slot) -> bool:  # noqa: ARG002
        """Nothing."""
        return False

    def found(self, slot: Slot) -> Filled:
        """There is nothing. Raises KeyError."""
        raise KeyError(slot.seed)

    def keep(self, slot: Slot, filled: Filled) -> None:
        """Forget it."""

    def save(self) -> None:
        """Nothing is to be done."""


NO_STOCK = NoStock()


_STREAM = re.compile(
    r"(?:/again after (?P<after>[0-9]+))?(?:/candidate (?P<candidate>[0-9]+))?(?:/again (?P<again>[0-9]+))?$"
)


def _place(slot: Slot) -> dict[str, str | int]:
    """What people know a slot by: section and number, or the day. Not the seed: it begins with the words of the series,
    which would give the puzzles to come away.
    """
    found = _STREAM.search(slot.seed)
    assert found is not None  # all of it may be missing
    more = {name: int(number) for name, number in found.groupdict().items() if number is not None}
    if slot.place is None:
        return {"slot": slot.seed[: found.start()].rpartition("/")[2], **more}
    section, number = slot.place
    return {"section": section, "number": number, **more}


def fill_all(slots: Iterable[Slot], pool: WorkerPool, progress: Progress, stock: Stock = NO_STOCK) -> Iterator[Filled]:
    """What fills the slots, in order; those that the stock holds are not made again, and what is made is kept there.

    Closing the iterator, or an error in one slot, drops the slots that nobody has begun.
    """

    def finished(slot: Slot, filled: Filled) -> None:
        stock.keep(slot, filled)
        progress.advance()
        told = {"attempts": filled.record.attempts, "rejects": dict(filled.rejects)}
        log_event(LogLevel.DEBUG, "puzzle", **_place(slot), size=str(slot.order.grid), **told)

    slots, lacking = tee(slots)
    made = run_in_order(fill, (slot for slot in lacking if not stock.holds(slot)), pool, finished)
    try:
        for slot in slots:
            yield stock.found(slot) if stock.holds(slot) else next(made)
    finally:
        made.close()


SPARE = "/again "  # before the number of a spare stream of a slot


def without_repeats(
    slots: Iterable[Slot], made: Iterable[Filled], seen: Seen, again: Callable[[Slot], Filled] = fill
) -> Iterator[Filled]:
    """What was made, each that repeats one seen before made ``again`` from its own spare streams until it does not.

    Raises GenerationError when a slot finds nothing new in a hundred tries: its boards are too few.
    """
    for slot, filled in zip(slots, made, strict=True):
        if seen.is_repeat(filled.record.puzzle, filled.record.solution):
            other = _another(slot, seen, again)
            rejects = Counter(filled.rejects) + Counter(other.rejects)
            rejects[REPEAT] += 1
            yield replace(other, rejects=rejects)
        else:
            yield filled


# Why a finished puzzle was not taken
REPEAT = "a repeat"
BETTER = "a better one was chosen"


def _another(slot: Slot, seen: Seen, again: Callable[[Slot], Filled]) -> Filled:
    """The first of a slot's spare streams whose puzzle is new; the rejects of the others, and they, count as its own.

    Raises GenerationError after a hundred.
    """
    rejects: Counter[str] = Counter()
    for spare in range(1, 101):
        filled = again(replace(slot, seed=f"{slot.seed}{SPARE}{spare}"))
        rejects.update(filled.rejects)
        if not seen.is_repeat(filled.record.puzzle, filled.record.solution):
            return replace(filled, rejects=rejects)
        rejects[REPEAT] += 1
    book, ledger = seen.repeats[BOOK], seen.repeats[LEDGER]
    raise GenerationError(
        f"no new {slot.order.label} {slot.order.grid} puzzle for {slot.seed!r} (repeats so far: {book} "
        f"made now, {ledger} issued before): boards this small run "
        "out; choose a larger size or fewer puzzles"
    )


def best_of(
    slots: Iterable[Slot], made: Iterator[Filled], count: int, seen: Seen, again: Callable[[Slot], Filled]
) -> Iterator[Filled]:
    """The best of the ``count`` candidates that were ``made`` for each slot of a section, with its score and without
    repeats; the rejects of the others count as its own.

    The choice goes in the order of the slots, as what is chosen decides what then feels new. Of equals the first is
    taken. Raises as without_repeats does.
    """
    shelf = Shelf()

    def rated(filled: Filled) -> Filled:
        return replace(filled, record=replace(filled.record, quality=shelf.rated(_candidate(filled))))

    for slot in slots:
        options = [rated(filled) for filled in islice(made, count)]
        best = sorted(options, key=_score, reverse=True)  # stable: of equals the first stays first
        new = (one for one in best if not seen.is_repeat(one.record.puzzle, one.record.solution))
        rejects = sum((Counter(one.rejects) for one in options), Counter[str]())
        chosen = next(new, None)
        if chosen is None:
            chosen = rated(_another(slot, seen, again))
            rejects.update(chosen.rejects)
            rejects[REPEAT] += len(options)
        elif len(options) > 1:
            rejects[BETTER] += len(options) - 1
        shelf.put(_candidate(chosen))
        yield replace(chosen, rejects=rejects)


def _candidate(filled: Filled) -> Candidate:
    record = filled.record
    return Candidate(record.puzzle, record.quality or {}, record.score, record.bottlenecks)


def _score(filled: Filled) -> float:
    return (filled.record.quality or {})["score"]


@dataclass(frozen=True, slots=True)
class Puzzles:
    """The puzzles of a book in printing order, and how many attempts were rejected on the way, by reason; None where
    nobody knows, as of puzzles that are printed again.
    """

    records: list[GradedPuzzle]
    rejects: Counter[str] | None

    @property
    def attempts(self) -> int | None:
        """How many there were."""
        return None if self.rejects is None else len(self.records) + self.rejects.total()


def generate_book(
    config: BookConfig, pool: WorkerPool, progress: Progress, seen: Seen | None = None, stock: Stock = NO_STOCK
) -> Puzzles:
    """All puzzles of a book, numbered in printing order: by section, and within it as dealt.

    None of them is in ``seen``, which also counts the repeats that had to be made again.
    Raises GenerationError naming the section that could not be filled, WorkerError when a worker is lost.
    """
    by_section = [section_slots(config.series, section) for section in config.sections]
    all_seen = seen or Seen()

    def slots() -> Iterator[Slot]:  # made as they are needed: with candidates there may be millions
        for group, section in zip(by_section, config.sections, strict=True):
            for slot in group:
                yield from candidates_of(slot, section.candidates)

    def again(slot: Slot) -> Filled:
        return next(fill_all([slot], pool, Silent(), stock))

    total = sum(section.count * section.candidates for section in config.sections)
    progress.start("generate", total, stock.begin(slots()))
    made = fill_all(slots(), pool, progress, stock)
    records: list[GradedPuzzle] = []
    rejects: Counter[str] = Counter()
    number = count(1)
    for index, (group, section) in enumerate(zip(by_section, config.sections, strict=True), start=1):
        progress.note(f"section {section.name!r}")
        if section.candidates > 1:
            filled = list(best_of(group, made, section.candidates, all_seen, again))
        else:
            filled = list(without_repeats(group, islice(made, len(group)), all_seen, again))
        for one in filled:
            rejects.update(one.rejects)
        in_order = dealt([one.record for one in filled], section)
        records.extend(replace(record, number=next(number), section=index) for record in in_order)
    stock.save()
    return Puzzles(records, rejects)
