"""Makes, checks and writes classic boards for the ``classic`` command: any number, in order, by several workers.

A board is written with the certificate that proves each step from the start. For a given board, the check finds whether
it needs a guess, and the position where logic ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any, NamedTuple

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import ClassicBoard, Deduction, from_mines
from puzzlegen.errors import FormatError, GenerationError
from puzzlegen.formats import answer, json_record, line, source_text, tatham_mines
from puzzlegen.formats.cells import grid_of, quoted
from puzzlegen.formats.source_text import clean
from puzzlegen.generator.classic_boards import BoardRequest, GeneratedBoard, fastest_strategy, find_boards
from puzzlegen.jobs.ordered_work import run_in_order
from puzzlegen.jobs.pools import WorkerPool
from puzzlegen.language.explanations import branch_as_dict
from puzzlegen.single import puzzle_inputs
from puzzlegen.solver import classic_game
from puzzlegen.wording import pluralize

AUTO = "auto"  # the fastest strategy for the size and the number of mines
BATCH_SECONDS = 0.02  # of work on boards that share a kernel call, which alone takes as long as a small board
MAX_BATCH = 64  # boards

PRESETS = {
    "beginner": (Grid(9, 9), 10),
    "intermediate": (Grid(16, 16), 40),
    "expert": (Grid(30, 16), 99),
    "dense-beginner": (Grid(9, 9), 35),
    "dense-intermediate": (Grid(16, 16), 99),
    "dense-expert": (Grid(30, 16), 170),
}


@dataclass(frozen=True, slots=True)
class ClassicRequest:
    """The options of the command. ``size`` and ``mines`` override those of the preset; ``start`` is ``ROW,COL``."""

    preset: str | None = None
    size: Grid | None = None
    mines: int | None = None
    start: str | None = None
    around: bool = True
    strategy: str = AUTO
    max_tier: int = 3
    attempts: int = 10_000


def resolve_request(request: ClassicRequest) -> BoardRequest:
    """Return what the generator needs, with size, mines, start and strategy filled in.

    Raises GenerationError for an unknown preset and for a size without mines, FormatError for a start that cannot be
    parsed.
    """
    if request.preset is not None and request.preset not in PRESETS:
        raise GenerationError(f"--preset: found {request.preset!r}, allowed {', '.join(PRESETS)}")
    if request.preset is None and request.size is not None and request.mines is None:
        raise GenerationError("--size: say how many --mines too")
    grid, mines = PRESETS[request.preset or "beginner"]
    grid = request.size or grid
    mines = mines if request.mines is None else request.mines
    start = None if request.start is None else parse_start(request.start, grid)
    strategy = fastest_strategy(grid, mines) if request.strategy == AUTO else request.strategy
    return BoardRequest(grid, mines, start, request.around, strategy, request.max_tier, request.attempts)


def parse_start(text: str, grid: Grid) -> int:
    """Return the cell of ``ROW,COL``, both counted from 1. Raises FormatError."""
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*", text)
    if match is None:
        raise FormatError(f"--start: found {text[:40]!r}, expected row and column counted from 1, such as 5,5")
    row, col = int(match[1]), int(match[2])
    if not (1 <= row <= grid.height and 1 <= col <= grid.width):
        raise FormatError(
            f"--start: found {row},{col}, expected a row from 1 to {grid.height} and a column from 1 to {grid.width}"
        )
    return grid.cell(row - 1, col - 1)


def generate_boards(request: BoardRequest, number: int, seed: str, pool: WorkerPool) -> Iterator[GeneratedBoard]:
    """Yield ``number`` boards in order. Board n depends only on the request, the seed and n.

    Raises GenerationError as ``find_boards`` does, after all boards before the one that was not found. Raises
    WorkerError when a worker is lost.
    """
    seeds = (f"{seed}/classic/{n}" for n in range(1, number + 1))
    size = _BatchSize()
    batches = iter(lambda: list(islice(seeds, size.boards)), [])
    for batch in run_in_order(partial(_generate_batch, request), batches, pool, size.learn):
        yield from batch.boards
        if batch.error is not None:
            raise batch.error


@dataclass(frozen=True, slots=True)
class _Batch:
    """The boards before the first that was not found, and the error of that one."""

    boards: list[GeneratedBoard]
    error: GenerationError | None
    seconds: float


def _generate_batch(request: BoardRequest, seeds: list[str]) -> _Batch:
    """Generate a board for each seed. A worker calls this."""
    begin, boards, found_error = perf_counter(), [], None
    try:
        for board in find_boards(request, seeds):
            boards.append(board)
    except GenerationError as error:
        found_error = error
    return _Batch(boards, found_error, perf_counter() - begin)


class _BatchSize:
    """Chooses how many boards share a batch: one at first, more if they are fast."""

    def __init__(self) -> None:
        self.boards = 1

    def learn(self, seeds: list[str], batch: _Batch) -> None:
        """Take the seconds of a batch into account. The size at most doubles, as the first boards may be easy ones."""
        wanted = int(BATCH_SECONDS * len(seeds) / max(batch.seconds, 1e-9))
        self.boards = max(1, min(wanted, 2 * self.boards, MAX_BATCH))


MAX_EXPLAINED_CELLS = 2500  # each step of a certificate is computed from the whole board


def write_board(board: GeneratedBoard, form: str, certificate: bool) -> str:
    """Return a board as text: form ``tatham``, ``masked``, ``puzzle``, ``text`` or ``json``.

    A certificate follows as lines that begin with #; in JSON it is a key.
    """
    if form == "json":
        data = board_as_dict(board) | ({"certificate": certificate_rounds(board)} if certificate else {})
        return json_record.dumps(data)
    lines = [_WRITERS[form](board)]
    if certificate:
        lines += [f"# {text}" for text in certificate_lines(board)]
    return "\n".join(lines)


def board_as_dict(generated: GeneratedBoard) -> dict[str, Any]:
    """Return the JSON object of a board; keys are only ever added. ``start`` is row and column, counted from 1."""
    return {
        **_facts(generated.game.board),
        "tier": generated.game.hardest,
        "rounds": int(generated.game.tier.size),
        "drawn": generated.attempts,
        "seed": generated.stream,
    }


def _facts(board: ClassicBoard) -> dict[str, Any]:
    return {
        "classic": tatham_mines.write(board) if board.grid.size >= tatham_mines.MIN_CELLS else None,
        "width": board.grid.width,
        "height": board.grid.height,
        "mines": board.total,
        "start": None if board.start is None else [place + 1 for place in board.grid.position(board.start)],
        "solution": answer.write(board.mines),
    }


def _start(generated: GeneratedBoard) -> int:
    start = generated.game.board.start
    assert start is not None, "every generated board has a start"
    return start


def _open_board(generated: GeneratedBoard) -> str:
    """Return numbers, and ``*`` for mines, one line per row; the start is named in the line above."""
    board = generated.game.board
    cells = from_mines(board.grid, board.mines).cells
    rows = [
        " ".join("*" if value < 0 else str(value) for value in cells[first : first + board.grid.width])
        for first in range(0, board.grid.size, board.grid.width)
    ]
    facts = (
        str(board.grid),
        pluralize(board.total, "mine"),
        f"start {board.grid.name(_start(generated))}",
        f"tier {generated.game.hardest}",
        f"seed {generated.stream}",
    )
    return "\n".join([f"# {', '.join(facts)}", *rows, ""])


_WRITERS = {
    "tatham": lambda generated: tatham_mines.write(generated.game.board),
    "masked": lambda generated: tatham_mines.write(generated.game.board, masked=True),
    "puzzle": lambda generated: line.write(classic_game.on_paper(generated.game)),
    "text": _open_board,
}


# --- Certificates -----------------------------------------------------------------------------------------------------


def certificate_rounds(generated: GeneratedBoard) -> list[dict[str, Any]]:
    """Return the certificate: for each round what is proved, by which techniques, and which cells open.

    ``steps`` have technique, witnesses and proved cells; boards of more than 2500 cells have none.
    """
    game = generated.game
    grid = game.board.grid
    opened_by_zeros = classic_game.cascaded(game)
    rounds = []
    for number in range(game.tier.size + 1):
        in_round = game.moment == number
        safe, mines, by_zeros = (
            [grid.name(x) for x in (in_round & flags).nonzero()[0].tolist()]
            for flags in ((game.known == 1) & ~opened_by_zeros, game.known == 2, opened_by_zeros)
        )
        this_round = {
            "round": number,
            "tier": 0 if number == 0 else int(game.tier[number - 1]),
            "opened": safe,
            "by_zeros": by_zeros,
            "mines": mines,
        }
        if number > 0 and grid.size <= MAX_EXPLAINED_CELLS:
            this_round["steps"] = [_step_as_dict(grid, step) for step in classic_game.deductions_of_round(game, number)]
        rounds.append(this_round)
    return rounds


def _step_as_dict(grid: Grid, step: Deduction) -> dict[str, Any]:
    return {
        "technique": step.technique,
        "clues": list(map(grid.name, step.witnesses)),
        "opened": list(map(grid.name, step.safe)),
        "mines": list(map(grid.name, step.mines)),
        "total": step.total,
        "method": step.method,
        "branches": [branch_as_dict(grid, branch) for branch in step.branches],
    }


def certificate_lines(generated: GeneratedBoard) -> list[str]:
    """Return the certificate as text: a line per round, then a line per step."""
    lines = []
    for this_round in certificate_rounds(generated):
        tier = f"tier {this_round['tier']}" if this_round["round"] else "start"
        parts = [
            f"{name} {' '.join(this_round[key])}"
            for key, name in (("opened", "opens"), ("by_zeros", "zeros open"), ("mines", "mines"))
            if this_round[key]
        ]
        lines.append(f"{this_round['round']}. {tier}: {'; '.join(parts)}")
        for step in this_round.get("steps", ()):
            proved = [*(f"{cell} safe" for cell in step["opened"]), *(f"{cell} mine" for cell in step["mines"])]
            witnesses = [*step["clues"], *(["the number of mines"] if step["total"] else [])]
            by = f" at {' '.join(witnesses)}" if witnesses else ""
            lines.append(f"   {step['technique']}{by}: {', '.join(proved)}")
            lines += [f"      {_branch_line(branch)}" for branch in step["branches"]]
    return lines


def _branch_line(branch: dict[str, Any]) -> str:
    """Return a supposition, the cells that follow and the clues that break, such as "R1C1 mine > R2C1 safe (R2C2)"."""
    parts = [_cells_text(branch["suppose"])]
    parts += [f"{_cells_text(consequence)} ({' '.join(consequence['clues'])})" for consequence in branch["then"]]
    parts += [f"breaks {' '.join(branch['breaks'])}"] if branch["breaks"] else []
    return " > ".join(parts)


def _cells_text(cells: dict[str, Any]) -> str:
    return " ".join([*(f"{cell} mine" for cell in cells["mines"]), *(f"{cell} safe" for cell in cells["safe"])])


_ROW = re.compile(r"[0-8*](?:\s?[0-8*])*")
_START = re.compile(r"\bstart R([0-9]{1,4})C([0-9]{1,4})\b")
_SIZE = re.compile(r"\b(?P<width>[0-9]{1,4})x(?P<height>[0-9]{1,4})\b(?!:)")
_BRACKETS = re.compile(r"^<(\S+)>$")  # as in mails around what must not be broken
MAX_FILE = 50_000_000  # characters of a file of ids
_EXPECTED = f"expected a game id of Mines, such as {tatham_mines.EXAMPLE}, or a saved game"


class GivenGame(NamedTuple):
    """A board with its game id as it was given."""

    name: str
    board: ClassicBoard


def games_named(texts: Sequence[str], start: str | None) -> Iterator[GivenGame]:
    """Yield the games of ids, of files of boards, ``-`` for stdin, and of saved games.

    A file has ids, addresses and what ``classic`` writes: lines of JSON, and numbers with ``*`` for mines. ``start`` is
    ``ROW,COL`` for boards without one. Raises FormatError for a text that is none, for a file without any, and for a
    missing start.
    """
    for text in texts:
        if puzzle_inputs.may_hold_several(text):
            yield from _games_of_file(text, start)
            continue
        try:
            yield from (_game(given, start) for _, given in list(_boards_in(text)) or [(1, text)])
        except FormatError:
            if puzzle_inputs.looks_like_a_file(text):
                raise FormatError(f"{quoted(text)}: no such file, and no game id either") from None
            raise


def _games_of_file(text: str, start: str | None) -> Iterator[GivenGame]:
    source = "stdin" if text == "-" else text
    try:
        with puzzle_inputs.opened_source(text) as file:
            content = file.read(MAX_FILE + 1).strip()
    except OSError as error:
        raise FormatError(f"{source}: cannot be read: {error.strerror or error}") from None
    if len(content) > MAX_FILE:
        raise FormatError(f"{source}: has more than {MAX_FILE} characters; split it")
    boards = list(_boards_in(content))
    if not boards:
        raise FormatError(f"{source}: found {'only comments' if content else 'nothing'}, {_EXPECTED}")
    for number, board in boards:
        try:
            yield _game(board, start)
        except FormatError as error:
            raise error.at(source, number) from None


def _boards_in(content: str) -> Iterator[tuple[int, str]]:
    """Each board of a text with its line: an id or an object of JSON, or its rows below the comment above them."""
    if tatham_mines.is_saved(content):
        yield 1, content
        return
    comment, rows = "", list[str]()
    for number, raw in enumerate([*content.splitlines(), ""], start=1):
        text = _BRACKETS.sub(r"\1", clean(raw).strip())
        if _ROW.fullmatch(text):
            rows.append(text)
            continue
        if rows:
            yield number - len(rows), "\n".join([comment, *rows])
            comment, rows = "", []
        if text.startswith(("#", "//")):
            words = text.lstrip("#/ ").partition(", seed ")[0]  # a seed may be any text
            comment += f", {words}" if _START.search(words) or _stated(words) else ""
        elif text:
            comment = ""
            yield number, text


def _game(text: str, start: str | None) -> GivenGame:
    if "\n" in text and not tatham_mines.is_saved(text):
        comment, *rows = text.split("\n")
        board = _board_of_rows(comment, rows)
        name, facts = tatham_mines.write(board), _facts(board)
        for key, value in _stated(comment):
            _check_fact(key, value, facts[key], name)
        return GivenGame(name, _started(board, start, name))
    data = json_record.loads(text) if text.startswith("{") else {}
    text = str(data.get("classic")) if data else text
    name = tatham_mines.saved_id(text) if tatham_mines.is_saved(text) else text.strip()
    board = tatham_mines.parse(name)
    for key, value in _facts(board).items() if data else ():
        _check_fact(key, data.get(key, value), value, name)
    return GivenGame(name, _started(board, start, name))


def _check_fact(key: str, found: object, expected: object, name: str) -> None:
    """Raise FormatError for a value beside an id that is not that of its board. Of one board there are several ids."""
    if key != "classic" and found != expected:
        raise FormatError(f"found {key} {found}, which is not that of {quoted(name)}; leave it out")


def _stated(words: str) -> list[tuple[str, int]]:
    """The sizes and numbers of mines that a comment states, by the keys of ``_facts``."""
    sizes = [(key, int(size[key])) for size in _SIZE.finditer(words) for key in ("width", "height")]
    return sizes + [("mines", number) for number in source_text.in_words(words)]


def _board_of_rows(comment: str, rows: Sequence[str]) -> ClassicBoard:
    """The board of a comment, which may name the start, and rows of numbers and ``*``, as ``_open_board`` has them."""
    rows = ["".join(row.split()) for row in rows]
    grid, marks = grid_of(len(rows[0]), len(rows)), "".join(rows)
    mines = tuple(mark == "*" for mark in marks)
    cells = from_mines(grid, mines).cells if len(marks) == grid.size else ()
    if marks != "".join("*" if value < 0 else str(value) for value in cells):
        raise FormatError("found rows that differ in length, or a number that is not that of the mines around it")
    start = _START.search(comment)
    return ClassicBoard(grid, mines, parse_start(f"{start[1]},{start[2]}", grid) if start else None)


def _started(board: ClassicBoard, start: str | None, text: str) -> ClassicBoard:
    """The board with the start that its id lacks."""
    if board.start is None and start is None:
        raise FormatError(f"{quoted(text)}: the id has no start; give --start ROW,COL, counted from 1")
    if board.start is not None and start is not None:
        raise FormatError(f"{quoted(text)}: the id has a start; leave out --start")
    return board if start is None else replace(board, start=parse_start(start, board.grid))


def checked_as_text(name: str, checked: classic_game.CheckedGame) -> str:
    """Return the result as text: the name, whether a guess is needed, and then the position where logic ends.

    In the position a digit is an open cell, ``*`` a mine that is proved, ``?`` a cell about which nothing is proved.
    """
    by = f"tier {checked.tier}" if checked.tier else "the first cell opens all"
    if checked.searches:
        by += f", {pluralize(checked.searches, 'step')} by search"
    if not checked.needs_guess:
        return f"{name}: needs no guess ({by})"
    opened = f"{checked.open_cells} of {checked.safe_cells} safe cells are open"
    left = pluralize(checked.board.total - len(checked.mines), "mine")
    head = f"{name}: needs a guess when {opened}, with {left} among the cells marked ? ({by})"
    marks = ["?" if value < 0 else str(value) for value in checked.shown.cells]
    for cell in checked.mines:
        marks[cell] = "*"
    return "\n".join([head, *_rows(checked.board.grid, marks), line.write(checked.shown), ""])


def _rows(grid: Grid, marks: Sequence[str]) -> list[str]:
    return [" ".join(marks[begin : begin + grid.width]) for begin in range(0, grid.size, grid.width)]


def checked_as_dict(name: str, checked: classic_game.CheckedGame) -> dict[str, Any]:
    """Return the JSON object of a result, with the name under ``classic``.

    ``position`` is what the player sees where logic ends, else null.
    """
    grid = checked.board.grid
    return {
        "classic": name,
        "needs_guess": checked.needs_guess,
        "tier": checked.tier,
        "searches": checked.searches,
        "opened": checked.open_cells,
        "safe": checked.safe_cells,
        "position": line.write(checked.shown) if checked.needs_guess else None,
        "proved_mines": [grid.name(cell) for cell in checked.mines] if checked.needs_guess else None,
    }
