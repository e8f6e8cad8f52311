"""Writes classic boards in text formats, with the certificate that proves each step from the start."""

from __future__ import annotations

from typing import Any

from puzzlegen.board.deduction import Deduction
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import from_mines
from puzzlegen.formats import answer, line, tatham_mines
from puzzlegen.formats.common import pluralize
from puzzlegen.formats.json_record import dumps
from puzzlegen.generator.classic_boards import GeneratedBoard
from puzzlegen.language.explanations import branch_as_dict
from puzzlegen.solver.classic_game import cascaded, deductions_of_round, on_paper

MAX_EXPLAINED_CELLS = 2500  # each step of a certificate is computed from the whole board


def write_board(board: GeneratedBoard, form: str, certificate: bool) -> str:
    """Return a board as text: form ``tatham``, ``masked``, ``puzzle``, ``text`` or ``json``.

    A certificate follows as lines that begin with #; in JSON it is a key.
    """
    if form == "json":
        data = board_as_dict(board) | ({"certificate": certificate_rounds(board)} if certificate else {})
        return dumps(data)
    lines = [_WRITERS[form](board)]
    if certificate:
        lines += [f"# {text}" for text in certificate_lines(board)]
    return "\n".join(lines)


def board_as_dict(generated: GeneratedBoard) -> dict[str, Any]:
    """Return the JSON object of a board; keys are only ever added. ``start`` is row and column, counted from 1."""
    board = generated.game.board
    row, col = board.grid.position(_start(generated))
    return {
        "classic": tatham_mines.write(board) if board.grid.size >= tatham_mines.MIN_CELLS else None,
        "width": board.grid.width,
        "height": board.grid.height,
        "mines": board.total,
        "start": [row + 1, col + 1],
        "solution": answer.write(board.mines),
        "tier": generated.game.hardest,
        "rounds": int(generated.game.tier.size),
        "drawn": generated.attempts,
        "seed": generated.stream,
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
        " ".join("*" if value < 0 else str(value) for value in cells[at : at + board.grid.width])
        for at in range(0, board.grid.size, board.grid.width)
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
    "puzzle": lambda generated: line.write(on_paper(generated.game)),
    "text": _open_board,
}


# --- Certificates -----------------------------------------------------------------------------------------------------


def certificate_rounds(generated: GeneratedBoard) -> list[dict[str, Any]]:
    """Return the certificate: for each round what is proved, by which techniques, and which cells open.

    ``steps`` have technique, witnesses and proved cells; boards of more than 2500 cells have none.
    """
    game = generated.game
    grid = game.board.grid
    opened_by_zeros = cascaded(game)
    rounds = []
    for number in range(game.tier.size + 1):
        in_round = game.moment == number
        safe, mines, by_zeros = (
            [grid.name(x) for x in (in_round & flags).nonzero()[0].tolist()]
            for flags in ((game.known == 1) & ~opened_by_zeros, game.known == 2, opened_by_zeros)
        )
        one = {
            "round": number,
            "tier": 0 if number == 0 else int(game.tier[number - 1]),
            "opened": safe,
            "by_zeros": by_zeros,
            "mines": mines,
        }
        if number > 0 and grid.size <= MAX_EXPLAINED_CELLS:
            one["steps"] = [_step_as_dict(grid, step) for step in deductions_of_round(game, number)]
        rounds.append(one)
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
    for one in certificate_rounds(generated):
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
            lines += [f"      {_branch_line(branch)}" for branch in step["branches"]]
    return lines


def _branch_line(branch: dict[str, Any]) -> str:
    """Return a supposition, the cells that follow and the clues that break, such as "R1C1 mine > R2C1 safe (R2C2)"."""
    parts = [_cells_text(branch["suppose"])]
    parts += [f"{_cells_text(one)} ({' '.join(one['clues'])})" for one in branch["then"]]
    parts += [f"breaks {' '.join(branch['breaks'])}"] if branch["breaks"] else []
    return " > ".join(parts)


def _cells_text(cells: dict[str, Any]) -> str:
    return " ".join([*(f"{cell} mine" for cell in cells["mines"]), *(f"{cell} safe" for cell in cells["safe"])])
