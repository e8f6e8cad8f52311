"""Classic boards as they leave the program: in number, in order, in every format, with their certificates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzlegen.board.deduction import Deduction
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import from_mines
from puzzlegen.errors import FormatError, GenerationError
from puzzlegen.formats import answer, line, tatham
from puzzlegen.formats.record import dumps
from puzzlegen.generate.reveal import Made, Wish, check, make, quickest
from puzzlegen.pipeline import bulk
from puzzlegen.pipeline.classic.page import ClassicPageOptions, write_classic_page
from puzzlegen.solve.reveal import cascaded, explained, on_paper

AUTO = "auto"  # the strategy that is quickest
LARGEST_TOLD = 2500  # cells: every step of a certificate is worked out from the whole board


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


def wished(asked: Asked) -> Wish:
    """The wish, complete. Raises GenerationError for what cannot be, FormatError for a start that cannot be read."""
    if asked.preset is not None and asked.preset not in PRESETS:
        raise GenerationError(f"--preset: found {asked.preset!r}, allowed {', '.join(PRESETS)}")
    if asked.preset is None and asked.size is not None and asked.mines is None:
        raise GenerationError("--size: say how many --mines too")
    grid, mines = PRESETS[asked.preset or "beginner"]
    grid = asked.size or grid
    mines = mines if asked.mines is None else asked.mines
    start = None if asked.start is None else parse_start(asked.start, grid)
    strategy = quickest(grid, mines) if asked.strategy == AUTO else asked.strategy
    wish = Wish(grid, mines, start, asked.around, strategy, asked.max_tier, asked.attempts)
    check(wish)
    return wish


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


def boards(wish: Wish, number: int, seed: str, jobs: int) -> Iterator[Made]:
    """So many boards, in order; the n-th hangs on nothing but wish, seed and n."""
    names = (f"{seed}/classic/{n}" for n in range(1, number + 1))

    def work(batch: list[str]) -> list[Made]:
        return make(wish, batch)

    return bulk.in_order(work, bulk.Held(names, lambda _: wish.grid.size), jobs)


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
        "classic": tatham.write(board) if board.grid.size >= tatham.FEWEST_CELLS else None,
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


def write_pages(made: Sequence[Made], path: Path, language: str) -> list[Path]:
    """A page to play on for each board; several are numbered. Returns where they are."""
    paths = [path] if len(made) == 1 else [path.with_stem(f"{path.stem}-{n}") for n in range(1, len(made) + 1)]
    for one, place in zip(made, paths, strict=True):
        write_classic_page(one.game.board, place, language, ClassicPageOptions(tier=one.game.hardest))
    return paths


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
    row, col = _start(made)
    head = f"# {board.grid}, {board.total} mines, start R{row}C{col}, tier {made.game.hardest}, seed {made.seed}"
    return "\n".join([head, *rows, ""])


_AS_TEXT = {
    "tatham": lambda made: tatham.write(made.game.board),
    "masked": lambda made: tatham.write(made.game.board, masked=True),
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
            _names(grid, (at & flags).nonzero()[0].tolist())
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
            one["steps"] = [_step(grid, step) for step in explained(game, now)]
        rounds.append(one)
    return rounds


def _step(grid: Grid, step: Deduction) -> dict[str, Any]:
    return {
        "technique": step.technique,
        "clues": _names(grid, step.witnesses),
        "opened": _names(grid, step.safe),
        "mines": _names(grid, step.mines),
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
            by = f" at {' '.join(step['clues'])}" if step["clues"] else ""
            lines.append(f"   {step['technique']}{by}: {', '.join(proved)}")
    return lines


def _names(grid: Grid, cells: Sequence[int]) -> list[str]:
    return [f"R{x // grid.width + 1}C{x % grid.width + 1}" for x in cells]
