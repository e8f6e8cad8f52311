"""The functions for programs: what the commands do, with records in place of text. ``docs/api.md`` is the guide.

Every error that is the input's fault is a PuzzlegenError whose message is one line.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from puzzlegen.board.deduction import Status
from puzzlegen.board.grid import Grid
from puzzlegen.board.kind import Kind
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.catalogue.load import load
from puzzlegen.errors import FormatError, GenerationError, PuzzlegenError, SolverError
from puzzlegen.formats import registry
from puzzlegen.formats.record import Record
from puzzlegen.formats.size import parse_size
from puzzlegen.grade.grade import Grade
from puzzlegen.grade.grade import grade as graded
from puzzlegen.pipeline import bulk, make, read, rendering
from puzzlegen.pipeline.picture import Drawing
from puzzlegen.pipeline.progress import Silent
from puzzlegen.pipeline.read import Answer
from puzzlegen.pipeline.workers import threads
from puzzlegen.solve.logic import MAX_TIER, run
from puzzlegen.solve.steps import Step, explained
from puzzlegen.words import Cells

__all__ = [
    "Answer",
    "Grade",
    "Grid",
    "Kind",
    "Puzzle",
    "PuzzlegenError",
    "Record",
    "Status",
    "Step",
    "explain",
    "generate",
    "generate_many",
    "grade",
    "parse",
    "parse_many",
    "render",
    "solve",
    "solve_many",
    "write",
]


def parse(text: str, *, kind: Kind | str = Kind.MINESWEEPER) -> Puzzle:
    """Read one puzzle in any format, recognised by itself; ``kind`` is that of a text that does not tell.

    Raises FormatError naming the column, what stands there and what was expected.

    >>> puzzle = parse("4x4:a13f3a2a2a0")
    >>> puzzle.grid.width, puzzle.clues, puzzle.total
    (4, 6, None)
    """
    return registry.parse(text, Kind(kind))


def parse_many(
    lines: Iterable[str], *, source: str = "lines", kind: Kind | str = Kind.MINESWEEPER
) -> Iterator[Puzzle | FormatError]:
    """Read a file's lines, or any: puzzles in any formats, comments, empty lines. A fault comes in its place.

    Lines are taken as they are asked for. A fault is a FormatError whose message begins with ``source:line`` or
    ``source:line:column``.

    >>> for found in parse_many(["4x4:a13f3a2a2a0", "", "4x4:?"], source="mine.txt"):
    ...     print(found if isinstance(found, PuzzlegenError) else write(found))
    4x4:a13f3a2a2a0
    mine.txt:3:5: found '?', expected ...
    """
    return (one.found for one in registry.read_lines(lines, source, Kind(kind)))


def write(puzzle: Puzzle, form: str = "line") -> str:
    """The puzzle in a format: ``line``, ``site``, ``puzzlink`` and others.

    Raises FormatError for a format there is not, or that cannot hold this puzzle.

    >>> write(parse("4x4:a13f3a2a2a0"), "puzzlink")
    'https://puzz.link/p?mines/4/4/g13l3g2g2g0'
    """
    if form not in registry.WRITERS:
        raise FormatError(f"format: found {form!r}, allowed {', '.join(registry.WRITERS)}")
    return registry.WRITERS[form](puzzle)


def generate(
    size: str | Grid = "10x10",
    *,
    difficulty: str | None = None,
    seed: str | None = None,
    max_tier: int | None = None,
    mines: int | None = None,
    density: float | None = None,
    total: bool = False,
    kind: Kind | str = Kind.MINESWEEPER,
    attempts: int = 2000,
) -> Record:
    """Make one puzzle, with its solution and its grade.

    ``difficulty`` is easy, medium, hard or expert; without one, any puzzle that tiers up to ``max_tier`` (3) solve.
    The same ``seed`` gives the same puzzle, that of ``puzzlegen generate --seed``; without one it is new each time.
    ``total`` prints the number of mines with the puzzle. Raises GenerationError when ``attempts`` boards gave none.

    >>> record = generate("6x5", difficulty="easy", seed="api")
    >>> record.puzzle.grid.height, record.difficulty, record.tier
    (5, 'easy', 1)
    """
    return next(
        generate_many(
            1, size, difficulty=difficulty, seed=seed, max_tier=max_tier, mines=mines, density=density,
            total=total, kind=kind, attempts=attempts, jobs=1,
        )
    )  # fmt: skip


def generate_many(
    number: int,
    size: str | Grid = "10x10",
    *,
    difficulty: str | None = None,
    seed: str | None = None,
    max_tier: int | None = None,
    mines: int | None = None,
    density: float | None = None,
    total: bool = False,
    kind: Kind | str = Kind.MINESWEEPER,
    attempts: int = 2000,
    jobs: int | None = None,
) -> Iterator[Record]:
    """Make so many puzzles, in order, each when it is asked for or a little ahead; ``jobs`` threads, one a core.

    See ``generate``; the first of them is the puzzle that it makes.

    >>> [record.tier for record in generate_many(3, "5x5", difficulty="medium", seed="api")]
    [2, 2, 2]
    """
    if difficulty is not None and max_tier is not None:
        raise GenerationError("difficulty and max_tier: give one or the other")
    if mines is not None and density is not None:
        raise GenerationError("mines and density: give one or the other")
    kind = Kind(kind)
    grid = replace(parse_size(size), kind=kind) if isinstance(size, str) else size
    share = grid.kind.usual_density if density is None else density
    wish = make.Wish(grid, number, difficulty, max_tier, mines, share, total, attempts)
    slots = make.wished_slots(wish, secrets.token_hex(8) if seed is None else seed)
    return _filled(slots, _jobs(jobs))


def _filled(slots: Iterator[make.Slot], jobs: int) -> Iterator[Record]:
    with threads(jobs) as crew:
        for filled in make.fill_all(slots, crew, Silent()):
            yield filled.record


def solve(puzzle: Puzzle | str, *, max_tier: int = MAX_TIER) -> Answer:
    """Solve a puzzle by tiers 1 to ``max_tier``, and say why where they do not get to the end.

    It takes 10 seconds at most, whatever the puzzle. A printed total is used, and none is guessed.

    >>> answer = solve("4x4:a13f3a2a2a0")
    >>> answer.status, answer.line, answer.tier
    (<Status.SOLVED: 'solved'>, 'nnnynnyyynnnynnn', 1)
    >>> solve("3x1:a1a").advice
    'has more than one solution'
    """
    return read.solved(_puzzle(puzzle), max_tier)


def solve_many(
    puzzles: Iterable[Puzzle | str], *, max_tier: int = MAX_TIER, jobs: int | None = None
) -> Iterator[Answer]:
    """What ``solve`` says of each, in order, many times faster: in batches, by ``jobs`` threads, one a core.

    Puzzles are taken a batch (a thousand boards of 10x10) at a time, and some batches ahead of the answers.

    >>> [answer.line for answer in solve_many(["3x1:a2a", "2x1:1a", "2x1:b,m2"])]
    ['yny', 'ny', 'yy']
    """

    def work(batch: list[Puzzle]) -> list[Answer]:
        return read.solved_many(batch, max_tier)

    held = bulk.Held(map(_puzzle, puzzles), lambda puzzle: puzzle.grid.size)
    return bulk.in_order(work, held, _jobs(jobs))


def grade(puzzle: Puzzle | str | Answer) -> Grade:
    """How hard it is: tier, score, bottlenecks, minutes, difficulty. An answer is not solved again.

    Raises SolverError, with the reason, where there is no answer by logic alone, and so no grade.

    >>> grade("4x4:a13f3a2a2a0").difficulty
    'easy'
    """
    answer = puzzle if isinstance(puzzle, Answer) else solve(puzzle)
    if not answer.solved:
        raise SolverError(f"{write(answer.puzzle)}: {answer.advice}, so it has no grade")
    return graded(answer.rounds)


def explain(
    puzzle: Puzzle | str, *, max_tier: int = MAX_TIER, language: str = "en", cells: Cells = "rc"
) -> tuple[Step, ...]:
    """The solution as people find it, step by step; in sentences ``cells`` are named by row and column, or as A1.

    Where the puzzle is not solved the steps end with what could be proved. Raises ConfigError for an unknown language.

    >>> for step in explain("3x1:a2a"):
    ...     print(step, step.deduction.mines)
    1. R1C2=2 ...: R1C1 and R1C3 are mines. (0, 2)
    """
    return explained(run(_puzzle(puzzle), max_tier), load(language, cells))


def render(
    puzzle: Puzzle | str,
    path: str | Path,
    *,
    solution: bool = False,
    steps: str = "",
    theme: str = "light",
    caption: str = "",
    width: int | None = None,
    scale: int | None = None,
    title: str = "",
    language: str = "en",
) -> None:
    """Draw a puzzle, its ``solution`` or some ``steps`` of it into a .png, .svg, .pdf or .gif; or make an .html page.

    Options are those of ``puzzlegen render``. Raises OutputError for a name that ends otherwise, and for options that
    do not go together; SolverError where a solution is asked for and there is none.

    >>> render("4x4:a13f3a2a2a0", "puzzle.svg", caption="Monday")
    """
    drawing = Drawing(Path(path), width, scale, theme, solution, steps, caption, language)
    rendering.check(drawing, title)
    rendering.render(_puzzle(puzzle), drawing, title)


def _puzzle(puzzle: Puzzle | str) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else parse(puzzle)


def _jobs(jobs: int | None) -> int:
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs: found {jobs}, expected 1 or more")
    return jobs or os.cpu_count() or 1
