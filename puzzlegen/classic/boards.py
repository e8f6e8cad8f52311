"""Classic boards as they leave the program: in number, in order, in every format, with their certificates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from puzzlegen.board.deduction import Deduction
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import from_mines
from puzzlegen.classic.play_page import ClassicPageOptions, write_classic_page
from puzzlegen.errors import FormatError, GenerationError
from puzzlegen.formats import answer, line, tatham_mines
from puzzlegen.formats.common import pluralize
from puzzlegen.formats.json_record import dumps
from puzzlegen.generator.classic_boards import ClassicWish, Made, make, quickest
from puzzlegen.jobs.executors import WorkerPool
from puzzlegen.jobs.ordered_work import run_in_order
from puzzlegen.language.explanations import refuted_as_dict
from puzzlegen.solver.classic_game import cascaded, deductions_of_round, on_paper

AUTO = "auto"  # the strategy that is quickest
LARGEST_TOLD = 2500  # cells: every step of a certificate is worked out from the whole board
BATCH_SECONDS = 0.02  # of work on boards that share a call of the kernels, which alone takes as long as a small board
MOST_TOGETHER = 64  # boards


PRESETS = {
    "beginner": (Grid(9, 9), 10),
    "intermediate": (Grid(16, 16), 40),
    "expert": (Grid(30, 16), 99),
    "dense-beginner": (Grid(9, 9), 35),
    "dense-intermediate": (Grid(16, 16), 99),
    "dense-expert": (Grid(30, 16), 170),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What the words of the command ask for. A preset has size and mines, but those that are given go before."""

    preset: str | None = None
    size: Grid | None = None
    mines: int | None = None
    start: str | None = None
    around: bool = True
    strategy: str = AUTO
    max_tier: int = 3
    attempts: int = 10_000


def wished(asked: Asked) -> ClassicWish:
    """The wish, complete. Raises GenerationError for a preset there is none of and for a size without mines,
    FormatError for a start that cannot be read.
    """
    if asked.preset is not None and asked.preset not in PRESETS:
        raise GenerationError(f"--preset: found {asked.preset!r}, allowed {', '.join(PRESETS)}")
    if asked.preset is None and asked.size is not None and asked.mines is None:
        raise GenerationError("--size: say how many --mines too")
    grid, mines = PRESETS[asked.preset or "beginner"]
    grid = asked.size or grid
    mines = mines if asked.mines is None else asked.mines
    start = None if asked.start is None else parse_start(asked.start, grid)
    strategy = quickest(grid, mines) if asked.strategy == AUTO else asked.strategy
    return ClassicWish(grid, mines, start, asked.around, strategy, asked.max_tier, asked.attempts)


def parse_start(text: str, grid: Grid) -> int:
    """The cell ``ROW,COL``, both counted from 1. Raises FormatError."""
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*", text)
    if match is None:
        raise FormatError(f"--start: found {text[:40]!r}, expected row and column counted from 1, such as 5,5")
    row, col = int(match[1]), int(match[2])
    if not (1 <= row <= grid.height and 1 <= col <= grid.width):
        raise FormatError(
            f"--start: found {row},{col}, expected a row from 1 to {grid.height} and a column from 1 to {grid.width}"
        )
    return grid.cell(row - 1, col - 1)


def boards(wish: ClassicWish, number: int, seed: str, pool: WorkerPool) -> Iterator[Made]:
    """So many boards, in order, each as soon as it is its turn; the n-th hangs on nothing but wish, seed and n.

    Raises as generator.classic_boards.make does, after all boards before the one that was not found; WorkerError when
    a worker is lost.
    """
    names = (f"{seed}/classic/{n}" for n in range(1, number + 1))
    pace = _Pace()
    batches = iter(lambda: list(islice(names, pace.together)), [])
    for batch in run_in_order(partial(_worked, wish), batches, pool, pace.learn):
        yield from batch.made
        if batch.fault is not None:
            raise batch.fault


@dataclass(frozen=True, slots=True)
class _Batch:
    """The boards before the first that was not found, and the error of that one."""

    made: list[Made]
    fault: GenerationError | None
    seconds: float


def _worked(wish: ClassicWish, seeds: list[str]) -> _Batch:
    """Run by a worker."""
    begin, made, fault = perf_counter(), [], None
    try:
        for one in make(wish, seeds):
            made.append(one)
    except GenerationError as error:
        fault = error
    return _Batch(made, fault, perf_counter() - begin)


class _Pace:
    """How many boards go together: one at first, more where they turn out to be quick."""

    def __init__(self) -> None:
        self.together = 1

    def learn(self, seeds: list[str], batch: _Batch) -> None:
        """Hear how long a batch took. At most twice as many next time: the first ones may be lucky."""
        quick = int(BATCH_SECONDS * len(seeds) / max(batch.seconds, 1e-9))
        self.together = max(1, min(quick, 2 * self.together, MOST_TOGETHER))


def written(made: Made, form: str, certificate: bool) -> str:
    """A board as text. With ``certificate``, lines that begin with # follow; in JSON it is a key of its own."""
    if form == "json":
        return dumps(as_dict(made) | ({"certificate": certified(made)} if certificate else {}))
    lines = [_AS_TEXT[form](made)]
    if certificate:
        lines += [f"# {told}" for told in told_certificate(made)]
    return "\n".join(lines)


def as_dict(made: Made) -> dict[str, Any]:
    """The JSON object; keys are only ever added. ``start`` is row and column, counted from 1."""
    board = made.game.board
    return {
        "classic": tatham_mines.write(board) if board.grid.size >= tatham_mines.MIN_CELLS else None,
        "width": board.grid.width,
        "height": board.grid.height,
        "mines": board.total,
        "start": list(_start(made)),
        "solution": answer.write(board.mines),
        "tier": made.game.hardest,
        "rounds": int(made.game.tier.size),
        "drawn": made.drawn,
        "seed": made.seed,
    }


def write_page(made: Made, number: int | None, path: Path, language: str) -> Path:
    """A page to play on, with the board's ``number``, if any, in the file's name. Returns where it is."""
    place = path if number is None else path.with_stem(f"{path.stem}-{number}")
    write_classic_page(made.game.board, place, language, ClassicPageOptions(tier=made.game.hardest))
    return place


def _start(made: Made) -> tuple[int, int]:
    start = made.game.board.start
    assert start is not None, "every board that is made has one"
    row, col = made.game.board.grid.position(start)
    return row + 1, col + 1


def _drawn(made: Made) -> str:
    """The open board: numbers, ``*`` for a mine; the start in the line above, where it tears nothing."""
    board = made.game.board
    cells = from_mines(board.grid, board.mines).cells
    rows = [
        " ".join("*" if value < 0 else str(value) for value in cells[at : at + board.grid.width])
        for at in range(0, board.grid.size, board.grid.width)
    ]
    assert board.start is not None, "every board that is made has one"
    start = board.grid.name(board.start)
    head = (
        f"# {board.grid}, {pluralize(board.total, 'mine')}, start {start}, tier {made.game.hardest}, seed {made.seed}"
    )
    return "\n".join([head, *rows, ""])


_AS_TEXT = {
    "tatham": lambda made: tatham_mines.write(made.game.board),
    "masked": lambda made: tatham_mines.write(made.game.board, masked=True),
    "puzzle": lambda made: line.write(on_paper(made.game)),
    "text": _drawn,
}


def certified(made: Made) -> list[dict[str, Any]]:
    """The certificate: round by round what is proved and by what, and what opens.

    ``steps`` name technique, witnesses and proved cells; they are left out on boards of more than 2500 cells.
    """
    game = made.game
    grid = game.board.grid
    opens = cascaded(game)
    rounds = []
    for now in range(game.tier.size + 1):
        at = game.moment == now
        safe, mines, by_zeros = (
            [grid.name(x) for x in (at & flags).nonzero()[0].tolist()]
            for flags in ((game.known == 1) & ~opens, game.known == 2, opens)
        )
        one = {
            "round": now,
            "tier": 0 if now == 0 else int(game.tier[now - 1]),
            "opened": safe,
            "by_zeros": by_zeros,
            "mines": mines,
        }
        if now > 0 and grid.size <= LARGEST_TOLD:
            one["steps"] = [_step(grid, step) for step in deductions_of_round(game, now)]
        rounds.append(one)
    return rounds


def _step(grid: Grid, step: Deduction) -> dict[str, Any]:
    return {
        "technique": step.technique,
        "clues": list(map(grid.name, step.witnesses)),
        "opened": list(map(grid.name, step.safe)),
        "mines": list(map(grid.name, step.mines)),
        "total": step.total or step.technique == "total",
        "refuted": [refuted_as_dict(grid, one) for one in step.refuted],
    }


def told_certificate(made: Made) -> list[str]:
    """The certificate in lines: a round, then its steps."""
    lines = []
    for one in certified(made):
        tier = f"tier {one['tier']}" if one["round"] else "start"
        parts = [
            f"{name} {' '.join(one[key])}"
            for key, name in (("opened", "opens"), ("by_zeros", "zeros open"), ("mines", "mines"))
            if one[key]
        ]
        lines.append(f"{one['round']}. {tier}: {'; '.join(parts)}")
        for step in one.get("steps", ()):
            proved = [*(f"{cell} safe" for cell in step["opened"]), *(f"{cell} mine" for cell in step["mines"])]
            witnesses = [*step["clues"], *(["the number of mines"] if step["total"] else [])]
            by = f" at {' '.join(witnesses)}" if witnesses else ""
            lines.append(f"   {step['technique']}{by}: {', '.join(proved)}")
            lines += [f"      {_tried(one)}" for one in step["refuted"]]
    return lines


def _tried(one: dict[str, Any]) -> str:
    placed = f"mines {' '.join(one['mines'])}" if one["mines"] else "no mine"
    through = f" by way of {' '.join(one['through'])}" if one["through"] else ""
    return f"not {placed}: breaks {one['breaks']}{through}"
