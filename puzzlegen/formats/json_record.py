"""The ``json`` format: one object a puzzle, one a line; keys are only ever added.

Reading needs only ``puzzle``; arrays of rows from other programs are read too. ``solution`` is an ``answer`` string,
``par`` two numbers of minutes, ``seed`` names a random stream, ``picture`` what the solution shows, ``idea`` what the
clues show, and ``hand`` a hand (see board.hands). ``classic_start`` is row and column, counted from 1, where the
classic game with these mines begins. ``seed`` and ``attempts`` are null for a puzzle that was made elsewhere, and the
keys of the grade for a puzzle beyond the tiers.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from puzzlegen.board.difficulty import Grade, Wishes
from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import AnsweredPuzzle, GradedPuzzle, Puzzle, Solution
from puzzlegen.errors import FormatError
from puzzlegen.files import reading
from puzzlegen.formats import answer, arrays, line, puzzlink, source_text
from puzzlegen.formats.cells import quoted
from puzzlegen.formats.multiline_reader import Block, open_brackets
from puzzlegen.formats.text import GridHead
from puzzlegen.wording import pluralize

ROWS_KEYS = ("puzzle", "grid", "board", "rows", "cells", "problem", "clues")
_NOT_JSON = re.compile(r"//|/\*|#|,\s*[\]}]")
_CELL_TYPES = (list, (list, str))  # of rows, and of a puzzle
_COUNT = re.compile("0|[1-9][0-9]{0,6}")
_EXPECTED = 'expected one JSON object, such as {"puzzle": "4x4:a13f3a2a2a0"}, or an array of rows'
_GRADE_KEYS = ("tier", "difficulty", "score", "bottlenecks", "par", "grading", "seed", "attempts")
_NO_GRADE: dict[str, Any] = dict.fromkeys(_GRADE_KEYS)
FIRST_GRADING = 1  # of records without the key


def as_dict(solved: AnsweredPuzzle) -> dict[str, Any]:
    """Return the JSON object of a puzzle."""
    puzzle = solved.puzzle
    board = {
        "puzzle": line.write(puzzle),
        "width": puzzle.grid.width,
        "height": puzzle.grid.height,
        "clues": puzzle.clues,
        "mines": sum(solved.solution),
        "total": puzzle.total,
        "solution": answer.write(solved.solution),
    }
    return _with_grade(board, solved) if isinstance(solved, GradedPuzzle) else board | _NO_GRADE


def _with_grade(board: dict[str, Any], graded: GradedPuzzle) -> dict[str, Any]:
    place = {"number": graded.number, "section": graded.section} if graded.number is not None else {}
    more: dict[str, Any] = {} if graded.hand is None else {"hand": graded.hand}
    if graded.quality is not None:
        more["quality"] = dict(graded.quality)
    if graded.picture is not None:
        more["picture"] = graded.picture
    if graded.idea is not None:
        more["idea"] = graded.idea
    if graded.wishes is not None:
        more["wishes"] = {name: dict(wish) for name, wish in graded.wishes.items()}
    if graded.classic_start is not None:
        row, col = graded.puzzle.grid.position(graded.classic_start)
        more["classic_start"] = [row + 1, col + 1]
    return {
        **place,
        **board,
        "tier": graded.grade.tier,
        "difficulty": graded.grade.difficulty,
        "score": graded.grade.score,
        "bottlenecks": graded.grade.bottlenecks,
        "par": list(graded.grade.par),
        **({"grading": graded.grade.grading} if graded.grade.grading > FIRST_GRADING else {}),
        "seed": graded.stream,
        "attempts": graded.attempts,
        **more,
    }


def write_solved(solved: AnsweredPuzzle) -> str:
    """Return a puzzle as one line of JSON."""
    return dumps(as_dict(solved))


def dumps(data: dict[str, Any]) -> str:
    """Return one line of JSON."""
    return json.dumps(data, ensure_ascii=False)


def loads(text: str) -> dict[str, Any]:
    """Read one JSON object. Raises FormatError for anything else."""
    data = _json_value(text, _refuse_constant)
    if not isinstance(data, dict):
        raise FormatError(_EXPECTED)
    return data


def _json_value(text: str, on_constant: Callable[[str], None]) -> Any:
    try:
        return json.loads(text, parse_constant=on_constant)
    except json.JSONDecodeError as error:
        remedy = "; JSON has no comments, and no comma in front of a bracket" if _NOT_JSON.search(text) else ""
        raise FormatError(f"not JSON: {error.msg}{remedy}", error.colno, error.lineno - 1) from None
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {error}") from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _blank_constant(name: str) -> None:
    """Read NaN as null, as pandas and numpy write it for a cell without a clue."""
    if name != "NaN":
        _refuse_constant(name)


def parse(text: str, variant: Variant = MINESWEEPER) -> Puzzle:
    """Read the puzzle of a JSON object or of an array of rows, which ``arrays`` reads.

    An object has either ``puzzle``, a text in the ``line`` format or an address, or rows under one of ROWS_KEYS.
    ``total`` is a printed total; any other name of a number of mines states one. Sides and kind must be those of the
    puzzle; ``source_text`` judges the rest. ``variant`` applies where the text does not name one. Raises FormatError if
    there is no puzzle, or one with an error.
    """
    if arrays.is_array(text) or text.lstrip().startswith("["):
        return arrays.parse(text, variant)
    data = _json_value(text, _blank_constant)
    if not isinstance(data, dict):
        raise FormatError(_EXPECTED)
    used = next((key for key in ROWS_KEYS if isinstance(data.get(key), _CELL_TYPES[key == "puzzle"])), None)
    if used is None:
        raise FormatError(f'the JSON object has no text under "puzzle", nor rows under {", ".join(ROWS_KEYS)}')
    head = _head_of(data, used, variant)
    puzzle = head.checked(_puzzle_of(data[used], head))
    total = data.get("total")
    if total is not None and type(total) is not int:
        raise FormatError(f"total: found {quoted(repr(total))}, expected a number or null")
    if total is not None and puzzle.total not in (None, total):
        raise FormatError(f"total: found {total}, but the puzzle ends in ,m{puzzle.total}; leave one of the two out")
    total = puzzle.total if total is None else total
    return replace(puzzle, total=total, stated=head.stated, idea=_known_idea(data))


def _head_of(data: Mapping[str, Any], used: str, variant: Variant) -> GridHead:
    """What an object states about its puzzle, also in objects inside it. Raise FormatError for what may change it.

    In a record of this program ``mines`` counts those of the solution, which are no clue.
    """
    head = GridHead(variant)
    is_record = "solution" in data and used == "puzzle"
    for name, value in _fields(data, used):
        if type(value) in (int, str) and value != "" and head.take_named(name, value):
            continue
        if not source_text.is_name(name):
            source_text.refuse_unused(name, value)
        elif is_record or isinstance(value, list):  # a list has the places of the mines, which are an answer
            continue
        elif _COUNT.fullmatch(str(value)):
            head.stated = source_text.merged(head.stated, (int(value),))
        else:
            source_text.refuse_unused(name, value)
    return head


def _fields(data: Mapping[str, Any], used: str) -> Iterator[tuple[str, Any]]:
    """The keys and values that are not used otherwise, also of objects inside; whole numbers without a fraction."""
    fields = [(name, value) for name, value in data.items() if name not in (used, "total")]
    for name, value in fields:
        if isinstance(value, dict) and not source_text.is_ignored(name):
            fields += value.items()
        else:
            yield name, int(value) if isinstance(value, float) and value.is_integer() else value


def _puzzle_of(found: Any, head: GridHead) -> Puzzle:
    """The puzzle of the cells of an object: rows, or a text in the ``line`` format, or an address."""
    if not isinstance(found, str):
        if any(isinstance(row, dict) for row in found):
            raise FormatError(f"found a list of objects, expected rows, such as {arrays.EXAMPLE}")
        try:
            return arrays.parse("[" + ",\n".join(map(json.dumps, found)) + "]", head.variant)
        except FormatError as error:
            raise FormatError(f"row {error.row + 1} of the array: {error.text}") from None
    try:
        if puzzlink.is_address(found):
            return puzzlink.parse(found)
        size = f"{head.sides['cols']}x{head.sides['rows']}:" if len(head.sides) == 2 else ""
        return line.parse_clear(found if re.match(line.HEAD.pattern + "(?<=:)", found) else size + found, head.variant)
    except FormatError as error:
        raise FormatError(f"puzzle: {error}") from None


def parse_line(text: str, variant: Variant) -> Puzzle | None:
    """Read a JSON value that stands on one line; None for a line that is none."""
    return parse(text, variant) if text[0] in "{[" else None


def parse_record(text: str) -> GradedPuzzle:
    """Read a graded puzzle. Raises FormatError naming the first key that is missing, wrong or contradicts another."""
    data = loads(text)
    puzzle = parse(text)

    def value(key: str, kind: type | tuple[type, ...]) -> Any:
        found = data.get(key)
        if not isinstance(found, kind) or isinstance(found, bool):
            raise FormatError(f"{key}: found {quoted(repr(found))}, expected {'text' if kind is str else 'a number'}")
        return found

    try:
        solution = answer.parse(value("solution", str))
    except FormatError as error:
        raise FormatError(f"solution: {error}" if error.column else error.text) from None
    if len(solution) != puzzle.grid.size:
        raise FormatError(f"solution: found {pluralize(len(solution), 'cell')}, the board has {puzzle.grid.size}")
    return GradedPuzzle(
        puzzle,
        solution,
        Grade(
            value("tier", int),
            value("difficulty", str),
            _score(value("score", (int, float))),
            value("bottlenecks", int),
            _par(data.get("par")),
            grading=_grading(data),
        ),
        None if data.get("seed", "") is None else value("seed", str),
        None if data.get("attempts", "") is None else value("attempts", int),
        value("number", int) if "number" in data else None,
        value("section", int) if "section" in data else None,
        _quality(data["quality"]) if "quality" in data else None,
        value("picture", str) if "picture" in data else None,
        _wishes(data["wishes"]) if "wishes" in data else None,
        _classic_start(data["classic_start"], puzzle, solution) if "classic_start" in data else None,
        _idea(data),
        _hand(data.get("hand")),
    )


def _known_idea(data: Mapping[str, Any]) -> str | None:
    """Return the idea of an object that any program may have written; None for what is no name of one."""
    try:
        return _idea(data)
    except FormatError:
        return None


def _idea(data: Mapping[str, Any]) -> str | None:
    if "idea" not in data:
        return None
    from puzzlegen.board.ideas import idea_named  # noqa: PLC0415  # few records have one

    try:
        idea_named(str(data["idea"]))
    except FormatError as error:
        raise FormatError(f"idea: {error}") from None
    return str(data["idea"])


def _hand(found: object) -> str | None:
    if found is None:
        return None
    from puzzlegen.board.hands import HANDS  # noqa: PLC0415  # puzzles that are read to be solved have none

    if isinstance(found, str) and found in HANDS:
        return found
    raise FormatError(f"hand: found {quoted(repr(found))}, expected {', '.join(HANDS)}")


def _grading(data: dict[str, Any]) -> int:
    found = data.get("grading", FIRST_GRADING)
    if type(found) is not int or found < FIRST_GRADING:
        raise FormatError(f"grading: found {quoted(repr(found))}, expected a number from {FIRST_GRADING}")
    return found


def _classic_start(found: object, puzzle: Puzzle, solution: Solution) -> int:
    if isinstance(found, list) and len(found) == 2 and all(type(place) is int for place in found):
        row, col = found
        if 1 <= row <= puzzle.grid.height and 1 <= col <= puzzle.grid.width:
            start = puzzle.grid.cell(row - 1, col - 1)
            if not solution[start]:
                return start
    raise FormatError("classic_start: expected the row and the column of a safe cell, counted from 1, such as [6, 10]")


def _quality(found: object) -> dict[str, float]:
    if isinstance(found, dict) and all(type(value) in (int, float) and -1e3 < value < 1e3 for value in found.values()):
        return found
    raise FormatError('quality: expected an object of numbers, such as {"score": 71.5}')


def _wishes(found: object) -> Wishes:
    wanted: dict[str, tuple[type, ...]] = {"technique": (str,), "score": (int, float), "start": (str,)}
    if isinstance(found, dict) and all(
        name in wanted
        and isinstance(wish, dict)
        and set(wish) == {"wanted", "reached"}
        and type(wish["wanted"]) in wanted[name]
        and type(wish["reached"]) in (int, float)
        and -1e6 < wish["reached"] < 1e6
        for name, wish in found.items()
    ):
        return found
    raise FormatError('wishes: expected an object such as {"technique": {"wanted": "1-2-1", "reached": 2}}')


def _par(found: object) -> tuple[int, int]:
    if isinstance(found, list) and len(found) == 2 and all(type(minutes) is int for minutes in found):
        return found[0], found[1]
    raise FormatError(f"par: found {quoted(repr(found))}, expected two numbers of minutes")


def _score(found: float) -> float:
    try:
        if math.isfinite(float(found)):
            return float(found)
    except OverflowError:
        pass
    raise FormatError("score: found a number that is not finite, expected one such as 41.5")


def read_records(path: Path) -> list[GradedPuzzle]:
    """Read the records of a puzzles.jsonl. Raises FormatError with file and line."""
    try:
        text = reading.read_limited(path, reading.MAX_RECORDS).decode()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"{path}: cannot be read: {reason}") from None
    records = []
    for number, row in enumerate(text.splitlines(), start=1):
        try:
            records.append(parse_record(row))
        except FormatError as error:
            raise FormatError(f"{path}:{number}: {error}") from None
    return records


class JsonBlock(Block):
    """The lines of a JSON value, or of an array of another language, that takes several."""

    comments = False

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line is the beginning of a value. A line cut off within a word is an error by itself."""
        if arrays.is_array(stripped):
            return True
        whole = stripped[-1] in "[{,:]" or stripped.startswith("[[")
        return stripped[0] in "{[" and whole and open_brackets(stripped) > 0

    def collect(self) -> None:
        """Take all lines up to the end of the value or an empty line."""
        depth = open_brackets(self.take())
        while depth > 0 and self.next:
            depth += open_brackets(self.take())

    def parse(self) -> Puzzle:
        """Return the puzzle."""
        text = "\n".join(self.lines)
        return (
            arrays.parse(text, self.variant, self.source.names) if arrays.is_array(text) else parse(text, self.variant)
        )


BLOCK = JsonBlock
