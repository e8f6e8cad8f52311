"""The public functions: what the commands do, with records in place of text. ``docs/api.md`` is the guide.

Every error of the input is a PuzzlegenError with a message of one line. Arguments mean the same in all functions:
``puzzle`` is a Puzzle, a GradedPuzzle or a text in any format; ``kind`` is the name of a variant in the table of
``board.lattices``, such as ``mosaic``; ``max_tier`` is the highest technique tier that the solver may use; ``jobs`` is
a number of threads, by default one a CPU.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from puzzlegen.board.clue_layout import NATURAL
from puzzlegen.board.difficulty import DIFFICULTIES, MAX_TIER, Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MAX_DENSITY, MIN_DENSITY, MINESWEEPER, MOSAIC, Variant, variant_named
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, Status
from puzzlegen.config.generation import parse_layout, parse_shape
from puzzlegen.errors import FormatError, GenerationError, PuzzlegenError, SolverError
from puzzlegen.formats import detect, registry
from puzzlegen.formats.cells import parse_size
from puzzlegen.generator import batch
from puzzlegen.generator.requests import (
    GenerateOptions,
    PicturePuzzleOptions,
    PuzzleRequest,
    mines_of,
    read_aim,
    read_scores,
)
from puzzlegen.grading.grade import grade as graded
from puzzlegen.jobs import ordered_work
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.jobs.pools import open_thread_pool
from puzzlegen.jobs.processors import available_cpus
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import Step, all_steps
from puzzlegen.language.messages import Cells
from puzzlegen.pictures.choices import MAX_SIDE, MAX_SPECKS, MIN_SIDE, SPECKS, ReductionOptions
from puzzlegen.pictures.drawings import check_recognizable, picture_of_image, read_picture
from puzzlegen.single import render_puzzle, solve_puzzles
from puzzlegen.single.render_puzzle import RenderRequest
from puzzlegen.single.solve_puzzles import Answer
from puzzlegen.solver.tiers import run

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = [
    "Answer",
    "Grade",
    "GradedPuzzle",
    "Grid",
    "Puzzle",
    "PuzzlegenError",
    "Status",
    "Step",
    "Variant",
    "explain",
    "generate",
    "generate_many",
    "grade",
    "parse",
    "parse_many",
    "picture",
    "render",
    "solve",
    "solve_many",
    "write",
]


def parse(text: str, *, kind: Variant | str = MINESWEEPER, form: str | None = None) -> Puzzle:
    """Read one puzzle in any format of ``docs/formats.md``; the format is recognized unless ``form`` names it.

    ``kind`` applies to texts that do not name their kind. Raises FormatError with the column, what was found there and
    what was expected, also for a text that can be read as different puzzles.

    >>> puzzle = parse("4x4:a13f3a2a2a0")
    >>> puzzle.grid.width, puzzle.clues, puzzle.total
    (4, 6, None)
    """
    if not isinstance(text, str):
        raise FormatError(f"text: found {_type(text)}, expected a text")
    return detect.parse(text, _variant(kind), _form(form))


def parse_many(
    lines: Iterable[str] | str, *, source: str = "lines", kind: Variant | str = MINESWEEPER, form: str | None = None
) -> Iterator[Puzzle | FormatError]:
    """Read puzzles from lines or from one text, in any mix of formats, with comments and empty lines.

    Lines are taken one by one as results are requested. An error does not end the iteration: it yields a FormatError in
    the place of the puzzle, and its message begins with ``source:line`` or ``source:line:column``.

    >>> for found in parse_many(["4x4:a13f3a2a2a0", "", "4x4:?"], source="mine.txt"):
    ...     print(found if isinstance(found, PuzzlegenError) else write(found))
    4x4:a13f3a2a2a0
    mine.txt:3:5: found '?', expected ...
    """
    texts = detect.split(lines) if isinstance(lines, str) else _texts(lines, source)
    return (one.found for one in detect.read_lines(texts, source, _variant(kind), _form(form)))


def _form(name: str | None) -> str | None:
    if name is not None and name not in registry.FORMAT_NAMES:
        raise FormatError(f"form: found {name!r}, allowed {', '.join(registry.FORMAT_NAMES)}")
    return name


def _texts(lines: Iterable[str], source: str) -> Iterator[str]:
    for number, text in enumerate(lines, start=1):
        if not isinstance(text, str):
            raise FormatError(f"{source}:{number}: found {_type(text)}, expected a text")
        yield text


def write(puzzle: Puzzle | GradedPuzzle, form: str = "line") -> str:
    """Return a puzzle in one of the formats of ``docs/formats.md``.

    Args:
        puzzle: a GradedPuzzle, or a Puzzle for the formats that do not contain the solution.
        form: line, site, puzzlink, pzprv3, gmpuzzles, janko, text, tatham, answer or json.

    Raises FormatError for an unknown format, one that needs the solution, and one that cannot hold this puzzle.

    >>> write(parse("4x4:a13f3a2a2a0"), "puzzlink")
    'https://puzz.link/p?mines/4/4/g13l3g2g2g0'
    """
    if isinstance(puzzle, GradedPuzzle):
        return registry.write_solved(puzzle, form)
    return registry.write(_puzzle(puzzle), form)


def generate(
    size: str | Grid = "10x10",
    *,
    difficulty: str | None = None,
    seed: str | None = None,
    max_tier: int | None = None,
    mines: int | None = None,
    density: float | None = None,
    total: bool = False,
    kind: Variant | str = MINESWEEPER,
    layout: str | None = None,
    fill: bool | None = None,
    shape: str | None = None,
    effort: str | None = None,
    technique: str | None = None,
    score: float | str | None = None,
    start: str | None = None,
    attempts: int = 2000,
) -> GradedPuzzle:
    """Make one puzzle, with its solution and its grade.

    Args:
        size: ``WxH`` in cells, or a Grid.
        difficulty: easy, medium, hard or expert; None for any puzzle that tiers up to ``max_tier`` solve.
        seed: any text; the same text gives the same puzzle as ``puzzlegen generate --seed``. None for a random one.
        max_tier: highest tier a puzzle may need, by default 3; only without ``difficulty``.
        mines: exact number of mines; only without ``density``.
        density: share of the cells that are mines, 0.05 to 0.6.
        total: print the number of mines with the puzzle, as one of its clues.
        kind: minesweeper, mosaic or another variant (see ``docs/variants.md``).
        layout: where the clues stand: free, natural, symmetric, the name of a symmetry, or ``text:LETTERS``,
            ``clues:SHARE`` or ``file:PATH`` (see ``docs/layouts.md``); None for natural, or free for a mosaic.
        fill: add the fewest clues where no clue of a drawn layout would reach a cell; None does so for letters only.
        shape: the cells of the board, fitted to the size: the name of a ready shape, ``text:LETTERS`` or ``file:PATH``
            (see ``docs/shapes.md``); None for a rectangle.
        effort: low, normal or high: the work for the quality of the puzzle (see ``docs/quality.md``).
        technique: a technique that the solution must need, such as 1-2-1.
        score: the score that the puzzle should have; of several puzzles a text such as 20-60 for scores that rise.
        start: the part of the board where the solve begins, such as top-left.
        attempts: boards to try before giving up.

    Raises GenerationError for options that do not go together, and if no board gives such a puzzle.

    >>> puzzle = generate("6x5", difficulty="easy", seed="api")
    >>> puzzle.puzzle.grid.height, puzzle.grade.difficulty, puzzle.grade.tier
    (5, 'easy', 1)
    """
    return next(
        generate_many(
            1, size, difficulty=difficulty, seed=seed, max_tier=max_tier, mines=mines, density=density,
            total=total, kind=kind, layout=layout, fill=fill, shape=shape, effort=effort, technique=technique,
            score=score, start=start, attempts=attempts, jobs=1,
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
    kind: Variant | str = MINESWEEPER,
    layout: str | None = None,
    fill: bool | None = None,
    shape: str | None = None,
    effort: str | None = None,
    technique: str | None = None,
    score: float | str | None = None,
    start: str | None = None,
    attempts: int = 2000,
    jobs: int | None = None,
) -> Iterator[GradedPuzzle]:
    """Make ``number`` puzzles in order, in ``jobs`` threads, slightly ahead of the iteration.

    The other arguments are those of ``generate``, which makes the first of these puzzles.

    >>> [puzzle.grade.tier for puzzle in generate_many(3, "5x5", difficulty="medium", seed="api")]
    [2, 2, 2]
    """
    if difficulty is not None and max_tier is not None:
        raise GenerationError("difficulty and max_tier: give one or the other")
    if mines is not None and density is not None:
        raise GenerationError("mines and density: give one or the other")
    _check_numbers(number, density, mines, max_tier, attempts)
    variant = _variant(kind)
    if not isinstance(size, str | Grid):
        raise GenerationError(f"size: found {_type(size)}, expected a text such as 12x9, or a Grid")
    grid = replace(parse_size(size), variant=variant) if isinstance(size, str) else size
    if layout is not None and not isinstance(layout, str):
        raise GenerationError(f"layout: found {_type(layout)}, expected a text such as {NATURAL}")
    if shape is not None and not isinstance(shape, str):
        raise GenerationError(f"shape: found {_type(shape)}, expected a text such as heart")
    try:
        grid = parse_shape(shape).on(grid) if shape is not None else grid
    except FormatError as error:
        raise GenerationError(f"shape: {error}") from None
    try:
        resolved = parse_layout(layout, fill=fill).for_board(grid)
    except FormatError as error:
        raise GenerationError(f"layout: {error}") from None
    if score is not None and type(score) not in (int, float, str):
        raise GenerationError(f"score: found {_type(score)}, expected a number, or a text such as 20-60")
    wanted = None if score is None else str(score)
    options = GenerateOptions(
        grid, number, difficulty, max_tier, mines, density, total, attempts, resolved,
        read_aim(effort, technique, wanted, start), read_scores(wanted),
    )  # fmt: skip
    requests = options.requests(secrets.token_hex(8) if seed is None else seed)
    return _generated(requests, _jobs(jobs), improved=options.aim.moves > 0)


def picture(
    image: str | Path | Image,
    *,
    width: int = 30,
    threshold: int | None = None,
    invert: bool = False,
    specks: int = SPECKS,
    kind: Variant | str = MOSAIC,
    difficulty: str | None = None,
    seed: str = "picture",
    name: str | None = None,
    attempts: int = 300,
) -> GradedPuzzle:
    """Make a puzzle whose solution is a picture, the same as ``puzzlegen picture`` makes.

    Args:
        image: a file (PNG, JPEG, GIF, WebP, BMP, SVG, or a drawing in a .txt), or an open Pillow image.
        width: cells in a row, 5 to 60; the rows follow from the image. A drawing keeps its size.
        threshold: the shade, 0 to 255, below which a part of the image is filled; None separates the picture from an
            even ground, else dark from light.
        invert: fill the other parts.
        specks: the size, in percent of a cell, below which parts of an image are removed.
        kind: mosaic fills the cells of the picture, another variant draws its outline with mines.
        difficulty: easy, medium, hard or expert; None for any puzzle up to tier 3.
        seed: any text; another one removes other clues.
        name: the name of the picture; None for that of the file.
        attempts: orders of removal to try before giving up.

    The result has the picture in ``solution``, row by row, and its name in ``picture``. As few cells as possible are
    changed where no puzzle would be unique. Raises FormatError for an image that cannot be read or recognized, and
    GenerationError for options out of range, a picture beyond repair, or one that no puzzle of the difficulty has.
    """
    _check_numbers(1, None, None, None, attempts)
    for label, value, low, high in (
        ("width", width, MIN_SIDE, MAX_SIDE),
        ("threshold", threshold, 0, 255),
        ("specks", specks, 0, MAX_SPECKS),
    ):
        if not (label == "threshold" and value is None) and (type(value) is not int or not low <= value <= high):
            raise GenerationError(f"{label}: found {value!r}, expected {low} to {high}")
    if difficulty is not None and difficulty not in DIFFICULTIES:
        raise GenerationError(f"difficulty: found {difficulty!r}, allowed {', '.join(DIFFICULTIES)}")
    reduction = ReductionOptions(width, None, threshold, invert, specks)
    if isinstance(image, str | Path):
        found = read_picture(Path(image), reduction)
    elif hasattr(image, "getchannel"):  # a Pillow image; importing Pillow takes a tenth of a second
        found = picture_of_image(image, "image", reduction)
    else:
        raise FormatError(f"image: found {_type(image)}, expected a path or a Pillow image")
    options = PicturePuzzleOptions(_variant(kind), difficulty, seed, attempts)
    check_recognizable(mines_of(found.cells, options.kind), image if isinstance(image, str | Path) else found.name)
    request, _ = options.request(name or found.name, found.cells)
    return batch.generate_puzzle(request).graded


def _check_numbers(number: int, density: float | None, mines: int | None, max_tier: int | None, attempts: int) -> None:
    """Raise GenerationError for a number out of range, as the command line does."""
    for name, value, low, high in (
        ("number", number, 0, None),
        ("mines", mines, 1, None),
        ("max_tier", max_tier, 1, MAX_TIER),
        ("attempts", attempts, 1, None),
    ):
        if value is not None and (type(value) is not int or value < low or (high is not None and value > high)):
            raise GenerationError(f"{name}: found {value!r}, expected {low} {f'to {high}' if high else 'or more'}")
    if density is not None and not (isinstance(density, int | float) and MIN_DENSITY <= density <= MAX_DENSITY):
        raise GenerationError(f"density: found {density!r}, expected {MIN_DENSITY} to {MAX_DENSITY}")


def _generated(requests: Iterator[PuzzleRequest], jobs: int, *, improved: bool) -> Iterator[GradedPuzzle]:
    with open_thread_pool(jobs) as pool:
        for generated in (batch.generate_improved if improved else batch.generate_puzzles)(requests, pool, Silent()):
            yield generated.graded


def solve(puzzle: Puzzle | str | GradedPuzzle, *, max_tier: int = MAX_TIER) -> Answer:
    """Solve a puzzle with the techniques of tiers 1 to ``max_tier``; the answer has the reason if it is not solved.

    A printed total is used as a clue. Any puzzle takes at most 10 seconds. Raises FormatError for a text that is none.

    >>> answer = solve("4x4:a13f3a2a2a0")
    >>> answer.status, answer.line, answer.tier
    (<Status.SOLVED: 'solved'>, 'nnnynnyyynnnynnn', 1)
    >>> solve("3x1:a1a").advice
    'has more than one solution'
    """
    return solve_puzzles.solve_puzzle(_puzzle(puzzle), max_tier)


def solve_many(
    puzzles: Iterable[Puzzle | str | GradedPuzzle], *, max_tier: int = MAX_TIER, jobs: int | None = None
) -> Iterator[Answer]:
    """Solve many puzzles in batches and yield the answers in order, much faster than ``solve`` one by one.

    A batch has the cells of a thousand 10x10 boards; some batches are read ahead of the answers. Raises FormatError at
    the first text that is no puzzle, and names it by its index: ``puzzles[0]`` is the first.

    >>> [answer.line for answer in solve_many(["3x1:a2a", "2x1:1a", "2x1:b,m2"])]
    ['yny', 'ny', 'yy']
    """

    def work(batch: list[Puzzle]) -> list[Answer]:
        return solve_puzzles.solve_puzzles(batch, max_tier)

    if isinstance(puzzles, str | Puzzle | GradedPuzzle):
        raise FormatError("puzzles: found one, expected several, such as a list; solve takes one")
    held = ordered_work.Batches(_puzzles(puzzles), lambda puzzle: puzzle.grid.size)
    return ordered_work.run_batches_flat(work, held, _jobs(jobs))


def grade(puzzle: Puzzle | str | GradedPuzzle | Answer) -> Grade:
    """Grade a puzzle: tier, score, bottlenecks, minutes, difficulty. An Answer is not solved again.

    Raises SolverError with the reason for a puzzle that logic alone does not solve.

    >>> grade("4x4:a13f3a2a2a0").difficulty
    'easy'
    """
    answer = puzzle if isinstance(puzzle, Answer) else solve(puzzle)
    if not answer.solved:
        raise SolverError(f"{write(answer.puzzle)}: {answer.advice}, so it has no grade")
    return graded(answer.rounds)


def explain(
    puzzle: Puzzle | str | GradedPuzzle, *, max_tier: int = MAX_TIER, language: str = "en", cells: Cells = "rc"
) -> tuple[Step, ...]:
    """Return the steps of a human-like solution, each with its deduction and a sentence.

    ``cells`` is ``rc`` to name cells by row and column, or ``a1`` by column letter and row. For a puzzle that is not
    solved, the steps end with the last one that can be proved. Raises ConfigError for an unknown language.

    >>> for step in explain("3x1:a2a"):
    ...     print(step, step.deduction.mines)
    1. R1C2=2 ...: R1C1 and R1C3 are mines. (0, 2)
    """
    if cells not in get_args(Cells):
        raise FormatError(f"cells: found {cells!r}, allowed {', '.join(get_args(Cells))}")
    return all_steps(run(_puzzle(puzzle), max_tier), load(language, cells))


def render(
    puzzle: Puzzle | str | GradedPuzzle,
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
    picture: bool = False,
) -> None:
    """Draw a puzzle, its ``solution`` or ``steps`` as .png, .svg, .pdf or .gif, or make an .html page to play.

    ``picture`` draws the solution of a mosaic as a picture: solid cells without clues. The other arguments are those of
    ``puzzlegen render``. Raises OutputError for another ending of the name and for
    options that do not go together, and SolverError if a solution is requested and there is none.

    >>> render("4x4:a13f3a2a2a0", "puzzle.svg", caption="Monday")
    """
    request = RenderRequest(Path(path), width, scale, theme, solution, steps, caption, language, title, picture=picture)
    render_puzzle.check_request(request)
    render_puzzle.render(_puzzle(puzzle), request)


def _puzzle(puzzle: Puzzle | str | GradedPuzzle) -> Puzzle:
    if isinstance(puzzle, Puzzle):
        return puzzle
    if isinstance(puzzle, GradedPuzzle):
        return puzzle.puzzle
    if not isinstance(puzzle, str):
        raise FormatError(f"puzzle: found {_type(puzzle)}, expected a text, a Puzzle or a GradedPuzzle")
    return parse(puzzle)


def _puzzles(puzzles: Iterable[Puzzle | str | GradedPuzzle]) -> Iterator[Puzzle]:
    for number, puzzle in enumerate(puzzles):
        try:
            yield _puzzle(puzzle)
        except FormatError as fault:
            raise FormatError(f"puzzles[{number}]: {fault}") from None


def _variant(kind: Variant | str) -> Variant:
    return kind if isinstance(kind, Variant) else variant_named(kind)


def _type(value: object) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"


def _jobs(jobs: int | None) -> int:
    if jobs is not None and (type(jobs) is not int or jobs < 1):
        raise PuzzlegenError(f"jobs: found {jobs!r}, expected 1 or more")
    return jobs or available_cpus()
