"""Making puzzles in number: slots, workers, no repeats, printing order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import TYPE_CHECKING

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.errors import GenerationError
from puzzlegen.formats.record import Record
from puzzlegen.generate.attempt import Order, make
from puzzlegen.grade.grade import DIFFICULTIES, Grade, grade
from puzzlegen.pipeline.progress import Progress
from puzzlegen.select.repeats import BOOK, LEDGER, Seen
from puzzlegen.solve.logic import Rounds

if TYPE_CHECKING:  # pydantic takes a third of a second to import, and ``generate`` has no use for it
    from puzzlegen.config.schema import BookConfig, KindConfig, SectionConfig

AHEAD = 8  # slots begun for each job before their turn: enough that a hard one does not leave the others idle


@dataclass(frozen=True, slots=True)
class Slot:
    """A place that one puzzle must fill: what is wanted and the name of its random stream. The unit of parallel work.

    ``difficulty`` is a band; without one any puzzle under the order's cap will do.
    """

    order: Order
    seed: str
    difficulty: str | None = None


def fill(slot: Slot) -> Record:
    """Make the puzzle for a slot. Depends on nothing but the slot. Raises GenerationError when its budget is spent."""

    latest: list[Grade] = []

    def judge(rounds: Rounds) -> str:
        latest[:] = [grade(rounds)]
        found = latest[0].difficulty
        return "" if slot.difficulty in (None, found) else f"{found} instead"

    made = make(slot.order, slot.seed, judge)
    return record_of(made.puzzle, made.solution, latest[0], made.seed, made.attempts)


def record_of(puzzle: Puzzle, solution: Solution, graded: Grade, seed: str, attempts: int = 1) -> Record:
    """The record of a finished puzzle."""
    return Record(
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
        slot_of(section, section.board(n), f"{series}/{section.name}/{n}") for n in range(1, section.count + 1)
    ]
    return [replace(slot, order=replace(slot.order, total=section.total)) for slot in slots]


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


def dealt(records: Iterable[Record], section: SectionConfig) -> list[Record]:
    """A section's puzzles in printing order: within a size by rising score, the sizes as the section deals them."""
    rising = sorted(records, key=lambda record: record.score)
    if section.deal == "blocks":
        return sorted(rising, key=lambda record: section.boards.index(record.puzzle.grid))
    by_size = {size: deque(record for record in rising if record.puzzle.grid == size) for size in section.boards}
    return [by_size[section.board(n)].popleft() for n in range(1, section.count + 1)]


def fill_all(slots: Iterable[Slot], jobs: int, progress: Progress) -> Iterator[Record]:
    """The puzzles of the slots, in order. The first is made alone, because it compiles the kernels.

    Closing the iterator, or an error in one slot, drops the slots that nobody has begun.
    """
    waiting = iter(slots)
    for slot in islice(waiting, 1 if jobs > 1 else None):
        yield fill(slot)
        progress.advance()
    pool = ThreadPoolExecutor(jobs)
    try:
        begun = deque(pool.submit(fill, slot) for slot in islice(waiting, AHEAD * jobs))
        while begun:
            yield begun.popleft().result()
            progress.advance()
            begun.extend(pool.submit(fill, slot) for slot in islice(waiting, 1))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def without_repeats(slots: Iterable[Slot], records: Iterable[Record], seen: Seen) -> Iterator[Record]:
    """The records, each that repeats one seen before made again from its own spare streams until it does not.

    Raises GenerationError when a slot finds nothing new in a hundred tries: its boards are too few.
    """
    for slot, record in zip(slots, records, strict=True):
        for spare in count(1):
            if not seen.is_repeat(record.puzzle, record.solution):
                break
            if spare > 100:
                book, ledger = seen.repeats[BOOK], seen.repeats[LEDGER]
                raise GenerationError(
                    f"no new {slot.order.label} {slot.order.grid} puzzle for {slot.seed!r} (repeats so far: {book} "
                    f"made now, {ledger} issued before): boards this small run "
                    "out; choose a larger size or fewer puzzles"
                )
            record = fill(replace(slot, seed=f"{slot.seed}/again {spare}"))  # noqa: PLW2901  # the slot's latest try
        yield record


def generate_book(config: BookConfig, jobs: int, progress: Progress, seen: Seen | None = None) -> list[Record]:
    """All puzzles of a book, numbered in printing order: by section, and within it as dealt.

    None of them is in ``seen``, which also counts the repeats that had to be made again.
    Raises GenerationError naming the section that could not be filled.
    """
    by_section = [section_slots(config.series, section) for section in config.sections]
    slots = [slot for group in by_section for slot in group]
    progress.start("generate", len(slots))
    made = without_repeats(slots, fill_all(slots, jobs, progress), seen or Seen())
    numbered = []
    number = count(1)
    for index, (group, section) in enumerate(zip(by_section, config.sections, strict=True), start=1):
        records = dealt([next(made) for _ in group], section)
        numbered += [replace(record, number=next(number), section=index) for record in records]
    return numbered
