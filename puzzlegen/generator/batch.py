"""Generates many puzzles on a pool of workers: without repeats, the best of several candidates, or the hardest.

The hardest puzzle of a board is searched by many climbs without an upper limit of the score.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice, tee
from typing import TYPE_CHECKING, Protocol

from puzzlegen.board.difficulty import HARDEST, MAX_TIER
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.config.error_places import errors_about
from puzzlegen.errors import GenerationError
from puzzlegen.generator.attempts import GeneratedPuzzle, make_puzzle
from puzzlegen.generator.chosen_puzzles import Chosen, chosen_puzzles, is_complete, with_chosen_puzzles
from puzzlegen.generator.requests import PuzzleRequest, section_requests
from puzzlegen.grading.order import BOOK, LEDGER, RepeatFilter, printing_order
from puzzlegen.grading.quality import ChosenPuzzles
from puzzlegen.jobs.ordered_work import Progress, Silent, run_in_order
from puzzlegen.jobs.pools import WorkerPool
from puzzlegen.jobs.run_log import LogLevel, log_event

if TYPE_CHECKING:
    from puzzlegen.config.book import BookConfig

# Reasons to reject a finished puzzle
REPEAT = "a repeat"
BETTER = "a better one was chosen"
CHOSEN = "the config has another for its place"
MAX_REPLACEMENTS = 100  # puzzles generated in place of one repeat before giving up

Generate = Callable[[PuzzleRequest], GeneratedPuzzle]


class Checkpoint(Protocol):
    """Keeps finished puzzles, so that an interrupted run does not generate them again."""

    def resume(self, requests: Iterable[PuzzleRequest]) -> int:
        """Begin a run with these requests. Return the number of their puzzles in the checkpoint."""

    def has(self, request: PuzzleRequest) -> bool:
        """Return whether the checkpoint had the puzzle of the request when the run began."""

    def load(self, request: PuzzleRequest) -> GeneratedPuzzle:
        """Return the puzzle of the request."""

    def store(self, request: PuzzleRequest, generated: GeneratedPuzzle) -> None:
        """Add the puzzle of the request."""

    def flush(self) -> None:
        """Write all puzzles added so far."""


class NoCheckpoint:
    """A checkpoint that stores nothing."""

    def resume(self, requests: Iterable[PuzzleRequest]) -> int:  # noqa: ARG002  # as in Checkpoint; so below
        """Return 0."""
        return 0

    def has(self, request: PuzzleRequest) -> bool:  # noqa: ARG002  # as in Checkpoint
        """Return False."""
        return False

    def load(self, request: PuzzleRequest) -> GeneratedPuzzle:
        """Raise KeyError."""
        raise KeyError(request.stream)

    def store(self, request: PuzzleRequest, generated: GeneratedPuzzle) -> None:
        """Do nothing."""

    def flush(self) -> None:
        """Do nothing."""


NO_CHECKPOINT = NoCheckpoint()


def generate_puzzle(request: PuzzleRequest) -> GeneratedPuzzle:
    """Generate one puzzle. Raises GenerationError."""
    return make_puzzle(request)


def generate_puzzles(
    requests: Iterable[PuzzleRequest], pool: WorkerPool, progress: Progress, checkpoint: Checkpoint = NO_CHECKPOINT
) -> Generator[GeneratedPuzzle, None, None]:
    """Yield the puzzles of the requests, in order. Load those in the checkpoint, generate and store the others.

    Closing the iterator, or an error, drops the requests that have not begun.
    Raises GenerationError for a puzzle that cannot be generated, WorkerError when a worker is lost.
    """

    def finished(request: PuzzleRequest, generated: GeneratedPuzzle) -> None:
        checkpoint.store(request, generated)
        progress.advance()
        details = {"attempts": generated.graded.attempts, "rejects": dict(generated.rejects)}
        if generated.fallbacks:
            details["fallbacks"] = generated.fallbacks
        log_event(LogLevel.DEBUG, "puzzle", **request.log_fields, size=str(request.grid), **details)

    requests, copies = tee(requests)
    missing = (request for request in copies if not checkpoint.has(request))
    generated = run_in_order(generate_puzzle, missing, pool, finished)
    try:
        for request in requests:
            yield checkpoint.load(request) if checkpoint.has(request) else next(generated)
    finally:
        generated.close()


# --- Without repeats, and the best of several -------------------------------------------------------------------------


def without_repeats(
    requests: Iterable[PuzzleRequest],
    generated: Iterable[GeneratedPuzzle],
    repeats: RepeatFilter,
    generate: Generate = generate_puzzle,
) -> Iterator[GeneratedPuzzle]:
    """Yield the puzzles ``generated`` for the requests, with each repeat replaced by a new puzzle.

    Raises GenerationError when MAX_REPLACEMENTS replacements of one puzzle are repeats too.
    """
    for request, puzzle in zip(requests, generated, strict=True):
        if repeats.is_repeat(puzzle.graded.puzzle, puzzle.graded.solution):
            other = _replacement(request, repeats, generate)
            rejects = Counter(puzzle.rejects) + Counter(other.rejects)
            rejects[REPEAT] += 1
            yield replace(other, rejects=rejects)
        else:
            yield puzzle


def _replacement(request: PuzzleRequest, repeats: RepeatFilter, generate: Generate) -> GeneratedPuzzle:
    """Return the first replacement that is no repeat; its rejects include those of the replacements before it.

    Raises GenerationError after MAX_REPLACEMENTS.
    """
    rejects: Counter[str] = Counter()
    for number in range(1, MAX_REPLACEMENTS + 1):
        candidate = generate(request.replacement(number))
        rejects.update(candidate.rejects)
        if not repeats.is_repeat(candidate.graded.puzzle, candidate.graded.solution):
            return replace(candidate, rejects=rejects)
        rejects[REPEAT] += 1
    book, ledger = repeats.repeats[BOOK], repeats.repeats[LEDGER]
    raise GenerationError(
        f"no new {request.label} {request.grid} puzzle for {request.stream!r} in {MAX_REPLACEMENTS} replacements "
        f"(repeats so far: {book} in this run, {ledger} in the ledger): choose a larger size or fewer puzzles"
    )


def best_of(
    requests: Iterable[PuzzleRequest],
    generated: Iterator[GeneratedPuzzle],
    repeats: RepeatFilter,
    generate: Generate,
) -> Iterator[GeneratedPuzzle]:
    """Yield the best new puzzle of each request. ``generated`` has the puzzles of its candidates, in order.

    The rejects of a puzzle include those of the other candidates. The order of the requests matters, because each
    choice changes the freshness of the next candidates. Raises as ``without_repeats`` does.
    """
    chosen = ChosenPuzzles()
    for request in requests:
        options = list(islice(generated, request.aim.candidates))
        rejects = sum((Counter(option.rejects) for option in options), Counter[str]())
        fallbacks = sum(option.fallbacks for option in options)
        ranked = chosen.ranked(option.graded for option in options)
        best = next((record for record in ranked if not repeats.is_repeat(record.puzzle, record.solution)), None)
        if best is None:
            other = _replacement(request, repeats, generate)
            best = chosen.rated(other.graded)
            rejects.update(other.rejects)
            rejects[REPEAT] += len(options)
        elif len(options) > 1:
            rejects[BETTER] += len(options) - 1
        chosen.add(best)
        yield GeneratedPuzzle(best, rejects, fallbacks)


def _without_repeats_or_best(
    requests: Sequence[PuzzleRequest],
    generated: Iterator[GeneratedPuzzle],
    repeats: RepeatFilter,
    generate: Generate,
) -> Iterator[GeneratedPuzzle]:
    """Yield a new puzzle for each request of a section or a day: the best of its candidates if it is to be improved."""
    if requests[0].aim.moves:
        return best_of(requests, generated, repeats, generate)
    return without_repeats(requests, islice(generated, len(requests)), repeats, generate)


def generate_each(
    requests: Sequence[PuzzleRequest], pool: WorkerPool, progress: Progress, repeats: RepeatFilter
) -> Iterator[GeneratedPuzzle]:
    """Yield a new puzzle for each request, which no other request affects unless it is a repeat.

    Raises as ``generate_puzzles`` and ``without_repeats`` do.
    """
    generated = generate_puzzles(
        (candidate for request in requests for candidate in request.candidates()), pool, progress
    )
    try:
        for request in requests:
            yield from _without_repeats_or_best([request], generated, repeats, generate_puzzle)
    finally:
        generated.close()


def generate_improved(
    requests: Iterable[PuzzleRequest], pool: WorkerPool, progress: Progress
) -> Iterator[GeneratedPuzzle]:
    """Yield the best new puzzle of each request, of requests that are to be improved, as in a section of a book.

    Raises as ``generate_puzzles`` and ``without_repeats`` do.
    """
    requests, copies = tee(requests)
    generated = generate_puzzles(
        (candidate for request in copies for candidate in request.candidates()), pool, progress
    )

    def generate(request: PuzzleRequest) -> GeneratedPuzzle:
        return next(generate_puzzles([request], pool, Silent()))

    try:
        yield from best_of(requests, generated, RepeatFilter(), generate)
    finally:
        generated.close()


# --- Books ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BookPuzzles:
    """The puzzles of a book in printing order. ``rejects`` counts rejected attempts by reason; None for a reprint."""

    puzzles: list[GradedPuzzle]
    rejects: Counter[str] | None

    @property
    def attempts(self) -> int | None:
        """Number of boards tried, or None if not known."""
        return None if self.rejects is None else len(self.puzzles) + self.rejects.total()


def generate_book(
    config: BookConfig,
    pool: WorkerPool,
    progress: Progress,
    repeats: RepeatFilter | None = None,
    checkpoint: Checkpoint = NO_CHECKPOINT,
) -> BookPuzzles:
    """Generate all puzzles of a book, numbered in printing order, none of them known to ``repeats``.

    Chosen puzzles take the places of those generated there. Sections of chosen puzzles only generate none.
    Raises GenerationError naming the section that could not be filled, or the chosen puzzle that does not fit, and
    WorkerError when a worker is lost.
    """
    repeats = repeats or RepeatFilter()
    chosen = chosen_puzzles(config)
    refuse_printed(config, chosen, repeats)
    sections = []
    for index, section in enumerate(config.sections, start=1):
        if not is_complete(section, chosen[index]):
            with errors_about("sections", index - 1):
                sections.append((index, section, section_requests(config.series, section)))

    def all_requests() -> Iterator[PuzzleRequest]:  # lazily: with candidates there may be millions
        for *_, requests in sections:
            for request in requests:
                yield from request.candidates()

    def generate(request: PuzzleRequest) -> GeneratedPuzzle:
        return next(generate_puzzles([request], pool, Silent(), checkpoint))

    total = sum(request.aim.candidates for *_, requests in sections for request in requests)
    progress.start("generate", total, checkpoint.resume(all_requests()))
    generated = generate_puzzles(all_requests(), pool, progress, checkpoint)
    made: list[GradedPuzzle] = []
    rejects: Counter[str] = Counter()
    number = count(1)
    for index, section, requests in sections:
        progress.note(f"section {section.name!r}")
        with errors_about("sections", index - 1):
            kept = list(_without_repeats_or_best(requests, generated, repeats, generate))
        for puzzle in kept:
            rejects.update(puzzle.rejects)
        in_order = printing_order((puzzle.graded for puzzle in kept), section)
        made.extend(replace(graded, number=next(number), section=index) for graded in in_order)
    checkpoint.flush()
    puzzles = with_chosen_puzzles(config, made, chosen)
    if outdone := len(made) + len(config.choices) - len(puzzles):
        rejects[CHOSEN] += outdone
    return BookPuzzles(puzzles, rejects)


def refuse_printed(config: BookConfig, chosen: Chosen, repeats: RepeatFilter) -> None:
    """Raise GenerationError for a chosen puzzle that another book of the ledger has."""
    for entry, choice in enumerate(config.choices):
        section = 1 + [section.name for section in config.sections].index(choice.section)
        graded = chosen[section][choice.place]
        if held := repeats.printed_as(graded.puzzle, graded.solution):
            raise GenerationError(
                f"section {choice.section!r}, place {choice.place}: it was printed as {held}; choose another puzzle, "
                "or write it into the choices and build with --allow-repeats",
                at=("choices", entry),
            )


MAX_MINUTES = 24 * 60
SPREAD = 0.1  # how far the share of mines may be from the usual one


@dataclass(frozen=True, slots=True)
class Found:
    """The best puzzle of a search so far, and the number of climbs until then."""

    graded: GradedPuzzle
    climbs: int


def check_minutes(minutes: float) -> None:
    """Raise GenerationError for a time of a search that is out of range."""
    if not 0 < minutes <= MAX_MINUTES:
        raise GenerationError(f"minutes: found {minutes:g}, allowed more than 0, up to {MAX_MINUTES}")


def hardest_puzzles(grid: Grid, seed: str, minutes: float, pool: WorkerPool, progress: Progress) -> Iterator[Found]:
    """Climb again and again from new puzzles, up to tier 4, and yield each puzzle that is harder than all before.

    No climb begins after so many minutes. Climb ``n`` has the random stream ``seed/n``, so that its puzzle does not
    depend on the time. Raises GenerationError for minutes out of range.
    """
    check_minutes(minutes)
    density = grid.variant.usual_density
    first = PuzzleRequest(grid, seed, MAX_TIER, density=density, spread=SPREAD, aim=HARDEST)
    end = time.monotonic() + 60 * minutes

    def requests() -> Iterator[PuzzleRequest]:
        for number in count(1):
            if number > 1 and time.monotonic() >= end:
                return
            yield replace(first, stream=f"{seed}/{number}")

    best: GradedPuzzle | None = None
    for climbs, climbed in enumerate(generate_puzzles(requests(), pool, progress), start=1):
        if best is None or climbed.graded.grade.score > best.grade.score:
            best = climbed.graded
            yield Found(best, climbs)
