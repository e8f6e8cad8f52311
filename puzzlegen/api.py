"""The public functions: what the commands do, with records in place of text. ``docs/api.md`` is the guide.

Every error of the input is a PuzzlegenError with a message of one line. Arguments mean the same in all functions:
``puzzle`` is a Puzzle, a GradedPuzzle or a text in any format; ``kind`` is the name of a variant in the table of
``board.lattices``, such as ``mosaic``; ``max_tier`` is the highest technique tier that the solver may use; ``jobs`` is
a number of threads, by default one a CPU.
"""

from __future__ import annotations

import secrets
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, get_args

from puzzlegen.board.difficulty import EFFORTS, MAX_TIER, Grade
from puzzlegen.board.draft import Draft, draft_of
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, Variant, variant_named
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, Status
from puzzlegen.board.spec import COMPLETION_PROPERTIES, PICTURE_ATTEMPTS, PROPERTIES
from puzzlegen.config.generation import read_spec
from puzzlegen.errors import FormatError, GenerationError, PuzzlegenError, SolverError
from puzzlegen.formats import detect, registry
from puzzlegen.formats.cells import parse_size
from puzzlegen.formats.draft import read as read_draft
from puzzlegen.generator import batch, completion
from puzzlegen.generator.requests import PuzzleRequest, mines_of, picture_request, requests_for
from puzzlegen.grading.grade import grade as graded
from puzzlegen.jobs import ordered_work
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.jobs.pools import open_thread_pool
from puzzlegen.jobs.processors import available_cpus
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import Step, all_steps
from puzzlegen.language.messages import Cells
from puzzlegen.pictures import choices
from puzzlegen.pictures.drawings import check_recognizable, picture_of_image, read_picture
from puzzlegen.single import render_puzzle, solve_puzzles
from puzzlegen.single.render_puzzle import RenderRequest
from puzzlegen.single.solve_puzzles import Answer
from puzzlegen.solver import half_made
from puzzlegen.solver.tiers import run
from puzzlegen.wording import did_you_mean

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = [
    "Answer",
    "Draft",
    "Grade",
    "GradedPuzzle",
    "Grid",
    "Puzzle",
    "PuzzlegenError",
    "Status",
    "Step",
    "Variant",
    "complete",
    "examine",
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
    return (entry.found for entry in detect.read_lines(texts, source, _variant(kind), _form(form)))


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


class Properties(TypedDict, total=False):
    """What a puzzle should be, as ``generate`` takes it: each name is a property of ``board.spec``."""

    kind: Variant | str
    difficulty: str
    max_tier: int
    mines: int
    density: float
    spread: float
    lone_cells: bool
    attempts: int
    layout: str
    hand: str
    fill: bool
    shape: str
    idea: str
    effort: str
    technique: str
    score: float | str
    start: str
    total: bool


def generate(size: str | Grid = "10x10", *, seed: str | None = None, **properties: Unpack[Properties]) -> GradedPuzzle:
    """Make one puzzle, with its solution and its grade.

    ``size`` is ``WxH`` in cells, or a Grid. ``seed`` is any text; the same text gives the same puzzle as
    ``puzzlegen generate --seed``, and None a random one. The other arguments are options of ``puzzlegen generate``:

    {properties}

    Raises GenerationError for options that do not go together, and if no board gives such a puzzle.

    >>> puzzle = generate("6x5", difficulty="easy", seed="api")
    >>> puzzle.puzzle.grid.height, puzzle.grade.difficulty, puzzle.grade.tier
    (5, 'easy', 1)
    """
    return next(generate_many(1, size, seed=seed, jobs=1, **properties))


def generate_many(
    number: int,
    size: str | Grid = "10x10",
    *,
    seed: str | None = None,
    jobs: int | None = None,
    **properties: Unpack[Properties],
) -> Iterator[GradedPuzzle]:
    """Make ``number`` puzzles in order, in ``jobs`` threads, slightly ahead of the iteration.

    The other arguments are those of ``generate``, which makes the first of these puzzles.

    >>> [puzzle.grade.tier for puzzle in generate_many(3, "5x5", difficulty="medium", seed="api")]
    [2, 2, 2]
    """
    if type(number) is not int or number < 0:
        raise GenerationError(f"number: found {number!r}, expected 0 or more")
    if not isinstance(size, str | Grid):
        raise GenerationError(f"size: found {_type(size)}, expected a text such as 12x9, or a Grid")
    given: dict[str, Any] = {**properties}
    fill = given.pop("fill", None)
    kind = size.variant if isinstance(size, Grid) else _variant(given.get("kind") or MINESWEEPER)
    for name in given:
        if name not in PROPERTIES:
            raise GenerationError(f"no such argument{did_you_mean(name, [*PROPERTIES, 'fill'])}", at=(name,))
    board = parse_size(size) if isinstance(size, str) else size
    spec = read_spec({**given, "kind": kind.name}, [board], fill=fill)
    requests = requests_for(spec, spec.board_of(board), secrets.token_hex(8) if seed is None else seed, number)
    return _generated(requests, _jobs(jobs), improved=EFFORTS[spec.resolved_effort].moves > 0)


def _in_words() -> str:
    """Return the properties for the help of ``generate``, a line each."""
    lines = [f"{name}: {meant.meaning}." for name, meant in PROPERTIES.items()]
    lines.append("fill: Add the fewest clues where no clue of a drawn layout would reach a cell; usual for letters.")
    return "\n".join(
        textwrap.fill(line, 120, initial_indent="    ", subsequent_indent=" " * 8) for line in lines
    ).strip()


generate.__doc__ = str(generate.__doc__).replace("{properties}", _in_words())


def picture(
    image: str | Path | Image,
    *,
    width: int = 30,
    threshold: int | None = None,
    invert: bool = False,
    specks: int = choices.SPECKS,
    kind: Variant | str = MOSAIC,
    difficulty: str | None = None,
    seed: str = "picture",
    name: str | None = None,
    attempts: int = PICTURE_ATTEMPTS,
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
    for label, value, low, high in (
        ("width", width, choices.MIN_SIDE, choices.MAX_SIDE),
        ("threshold", threshold, 0, 255),
        ("specks", specks, 0, choices.MAX_SPECKS),
    ):
        if not (label == "threshold" and value is None) and (type(value) is not int or not low <= value <= high):
            raise GenerationError(f"{label}: found {value!r}, expected {low} to {high}")
    given = {"kind": _variant(kind).name, "difficulty": difficulty, "attempts": attempts}
    spec = read_spec(given, ())
    reduction = choices.ReductionOptions(width, None, threshold, invert, specks)
    if isinstance(image, str | Path):
        drawn = read_picture(Path(image), reduction)
    elif hasattr(image, "getchannel"):  # a Pillow image; importing Pillow takes a tenth of a second
        drawn = picture_of_image(image, "image", reduction)
    else:
        raise FormatError(f"image: found {_type(image)}, expected a path or a Pillow image")
    check_recognizable(mines_of(drawn.cells, spec.variant), image if isinstance(image, str | Path) else drawn.name)
    return batch.generate_puzzle(picture_request(spec, name or drawn.name, drawn.cells, seed)).graded


def _generated(requests: Iterator[PuzzleRequest], jobs: int, *, improved: bool) -> Iterator[GradedPuzzle]:
    with open_thread_pool(jobs) as pool:
        for generated in (batch.generate_improved if improved else batch.generate_puzzles)(requests, pool, Silent()):
            yield generated.graded


def complete(
    draft: Draft | Puzzle | str, *, seed: str | None = None, kind: Variant | str = MINESWEEPER, **wanted: Any
) -> GradedPuzzle:
    """Make a puzzle of what its setter has fixed so far: some clues, mines and blanks, and all else left open.

    Args:
        draft: a Draft, a text in the format ``draft`` (see ``docs/formats.md``), or a puzzle, whose blanks are open.
        seed: any text; the same text gives the same puzzle, and None a random one.
        kind: the kind of a text that does not name it.
        wanted: ``difficulty`` or ``max_tier``, ``mines`` or ``density`` and ``spread``, and ``attempts``, as options of
            ``puzzlegen complete``.

    The puzzle has one solution, which the tiers and the exact solver confirm. Raises FormatError for a text that is no
    draft, GenerationError for options that do not go together, and NoCompletionError if there is no such puzzle, with
    wishes that ``clash``, and if none was found.

    >>> draft = Draft(Grid(6, 5), clues={0: 2, 8: None}, blank=frozenset({14, 15}), mines=frozenset({6}))
    >>> made = complete(draft, difficulty="medium", seed="api")
    >>> made.puzzle.cells[0], made.puzzle.cells[8] >= 0, made.puzzle.cells[14], made.solution[6], made.grade.tier
    (2, True, -1, True, 2)
    """
    for name in wanted:
        if name not in COMPLETION_PROPERTIES:
            raise GenerationError(f"no such argument{did_you_mean(name, COMPLETION_PROPERTIES)}", at=(name,))
    wanted_draft = _draft(draft, kind)
    spec = read_spec({**wanted, "kind": wanted_draft.grid.variant.name}, [wanted_draft.grid])
    name = secrets.token_hex(8) if seed is None else seed
    return completion.complete(completion.completion_request(spec, wanted_draft, f"{name}/1")).graded


def examine(draft: Draft | Puzzle | str, *, kind: Variant | str = MINESWEEPER) -> dict[str, Any]:
    """Return what follows from a half-made puzzle, as plain data; at 10x10 in some milliseconds.

    ``cells`` has a letter a cell: y for a mine in every solution, n for a safe cell in every solution, ``?`` for a cell
    that differs and has a clue beside it, ``-`` for one that differs and has none. ``mines``, ``safe``, ``undecided``
    and ``uncovered`` list the cells of each letter, without those that are given. ``proved`` has y and n where the
    techniques prove it. ``clash`` has wishes that cannot all hold, of which none can be left out; then no cell is
    known. The arguments are those of ``complete``. Raises FormatError.

    >>> found = examine("4x4:a13f3a2d")
    >>> found["cells"], found["mines"], found["clash"]
    ('nnnyn??y?n?n????', [3, 7], [])
    >>> [wish["name"] for wish in examine("5x2:e.131.")["clash"]]
    ['the 1 in R2C2', 'the 3 in R2C3', 'the 1 in R2C4']
    """
    return half_made.examine(_draft(draft, kind)).as_dict()


def _draft(draft: Draft | Puzzle | str, kind: Variant | str) -> Draft:
    if isinstance(draft, Draft):
        return draft
    if isinstance(draft, Puzzle):
        return draft_of(draft)
    if not isinstance(draft, str):
        raise FormatError(f"draft: found {_type(draft)}, expected a text, a Draft or a Puzzle")
    return read_draft(draft, _variant(kind))


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
    1. The 2 at R1C2 ...: R1C1 and R1C3 are mines. (0, 2)
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
