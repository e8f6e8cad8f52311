"""Writes the HTML page to play one puzzle, with a worked example of the rules.

The page holds the answer and the hardest steps in words, or only a hash of the answer.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import SQUARES, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Deduction, Puzzle, Solution
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.glyphs import digit_paths
from puzzlegen.drawing.svg_writer import svg
from puzzlegen.errors import LayoutError
from puzzlegen.formats import answer, line
from puzzlegen.grading.grade import grade
from puzzlegen.language import explanations
from puzzlegen.language.alt_text import text_grid
from puzzlegen.language.catalogue import load
from puzzlegen.language.locale_formatting import capitalized, tag_of
from puzzlegen.language.messages import Message, Messages
from puzzlegen.layout.puzzle_picture import puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import PictureOptions
from puzzlegen.single.solve_puzzles import SolvedPuzzle, solve_unique
from puzzlegen.solver.tiers import solve
from puzzlegen.web import templates

_STEPS = 2
_UNIT = 10  # units of a drawing in the width of a cell
_MINE, _SAFE, _COVERED, _FLAG = "mine", "safe", "covered", "flag"
_MARK_PATHS = {  # paths around the center of a cell, and their classes; on boards templates/play/puzzle.js draws marks
    _MINE: ("ink", "m-3 0a3 3 0 0 0 6 0 3 3 0 0 0-6 0"),
    _SAFE: ("cross", "m-2-2l4 4m0-4l-4 4"),
    _FLAG: ("ink", "m-2-3l4 2-4 2v2v-6"),
}
# A corner of a classic board, of which four cells are covered
_CLASSIC = Grid(3, 3)
_CLASSIC_COVERED, _CLASSIC_MINE, _CLASSIC_SAFE = (4, 5, 7, 8), 4, 5


@dataclass(frozen=True, slots=True)
class _Figure:
    """A drawing: numbers and marks by cell, the cells it decides, and the number that decides them."""

    grid: Grid
    numbers: Mapping[int, int]
    marks: Mapping[int, str]
    decided: Collection[int]
    circled: Collection[int]


def rules_example(variant: Variant, messages: Messages) -> str:
    """Return the markup of the example of a variant, which is empty if it has none.

    Raises ConfigError for a template of the user's that cannot be filled.
    """
    if not variant.example:
        return ""
    messages = messages.for_variant(variant)
    puzzle, steps = _solved(variant.example)
    marks: dict[int, str] = {}
    parts = []
    for step in steps:
        marks |= dict.fromkeys(step.mines, _MINE) | dict.fromkeys(step.safe, _SAFE)
        numbers = {i: value for i, value in enumerate(puzzle.cells) if value >= 0}
        figure = _Figure(puzzle.grid, numbers, dict(marks), (*step.mines, *step.safe), step.witnesses)
        names = {mark: messages.pattern(f"picture.{mark or 'blank'}") for mark in (_MINE, _SAFE, "")}
        parts.append(_part(figure, names, explanations.caption(puzzle, step, messages), messages))
    return "".join(parts)


@cache
def _solved(text: str) -> tuple[Puzzle, tuple[Deduction, ...]]:
    puzzle = line.parse(text)
    return puzzle, tuple(solve(puzzle, 1).deductions[:_STEPS])


def classic_rules_example(messages: Messages) -> str:
    """Return the markup of the example of a classic board. Raises ConfigError as ``rules_example`` does."""
    names = {_COVERED: messages.text("classic.covered"), _FLAG: messages.text("classic.flag")}
    first = dict.fromkeys(_CLASSIC_COVERED, _COVERED) | {_CLASSIC_MINE: _FLAG}
    second = {i: mark for i, mark in first.items() if i != _CLASSIC_SAFE}
    steps = (
        (first, 0, _CLASSIC_MINE, messages.text("classic.example_mine")),
        (second, 1, _CLASSIC_SAFE, messages.text("classic.example_safe")),
    )
    parts = []
    for marks, clue, decided, text in steps:
        numbers = {i: 1 for i in range(_CLASSIC.size) if i not in marks}
        parts.append(_part(_Figure(_CLASSIC, numbers, marks, (decided,), (clue,)), names, text, messages))
    return "".join(parts)


def _part(figure: _Figure, names: Mapping[str, str], text: str, messages: Messages) -> str:
    rows = []
    for row in range(figure.grid.height):
        places = (figure.grid.cell(row, col) for col in range(figure.grid.width))
        cells = ", ".join(_name(figure, i, names, messages) for i in places)
        rows.append(messages.text("picture.row", row=row + 1, cells=cells))
    drawing = _drawing(figure, ". ".join(rows))
    return templates.fill_template("page/example.html", {"drawing": drawing, "caption": escape(text)})


def _name(figure: _Figure, i: int, names: Mapping[str, str], messages: Messages) -> str:
    number, mark = figure.numbers.get(i), figure.marks.get(i, "")
    if number is None:
        return names[mark]
    shown = messages.text("picture.circled", number=number) if i in figure.circled else str(number)
    return f"{shown} {names[mark]}" if mark else shown


def _drawing(figure: _Figure, label: str) -> str:
    """Return an SVG element: one path for each class, the lines above fills, and texts above all."""
    grid, lattice = figure.grid, figure.grid.variant.lattice
    paths = {"on": "", "tile": "", "": "", "ink": "", "cross": ""}
    texts = []
    corners = [(round(x * _UNIT), round(y * _UNIT)) for x, y in lattice.corners]
    sides = " ".join(f"{to[0] - here[0]} {to[1] - here[1]}" for here, to in pairwise(corners))
    for i in range(grid.size):
        x, y = _center(grid, i)
        outline = f"M{x + corners[0][0]} {y + corners[0][1]}l{sides}z".replace(" -", "-")
        mark = figure.marks.get(i, "")
        is_filled = mark == _MINE and grid.variant.clue_on_mine
        if i in figure.decided:
            paths["on"] += outline
        if is_filled or mark == _COVERED:
            paths["ink" if is_filled else "tile"] += outline
        elif i not in figure.decided:
            paths[""] += outline
        if mark in _MARK_PATHS and not is_filled:
            name, path = _MARK_PATHS[mark]
            paths[name] += f"M{x} {y}{path}"
        out = " out" if is_filled else ""
        if i in figure.numbers:
            texts.append(f'<text{_class(out)} x="{x}" y="{y}">{figure.numbers[i]}</text>')
        if i in figure.circled:
            texts.append(f'<circle{_class("use" + out)} cx="{x}" cy="{y}" r="4"/>')
    left, top = (min(numbers) for numbers in zip(*corners, strict=True))
    width = _UNIT * grid.width + (_UNIT // 2 if lattice.staggered else 0)
    height = round(_UNIT * (lattice.tallness + (grid.height - 1) * lattice.row_height))
    drawn = "".join(f'<path{_class(name)} d="{path}"/>' for name, path in paths.items() if path) + "".join(texts)
    box = f"{left - 1} {top - 1} {width + 2} {height + 2}"
    return f'<svg viewBox="{box}" role="img" aria-label="{escape(label)}">{drawn}</svg>'


def _center(grid: Grid, i: int) -> tuple[int, int]:
    (row, col), lattice = grid.position(i), grid.variant.lattice
    shift = 0.5 if lattice.staggered and row % 2 else 0.0
    return round((col + shift) * _UNIT), round(row * lattice.row_height * _UNIT)


def _class(name: str) -> str:
    return f' class="{name.strip()}"' if name else ""


MAX_SIDE = 60  # cells; larger boards do not fit a screen
MAX_TITLE_LENGTH = 200  # characters
_IN_FULL = 6  # the place of a sentence in full in the row of a step
_PLACE = re.compile(r"\{(clue|outer|two|most|others|inner|one|least)\}")  # of clues in the reason of a technique
_FIRST = ("clue", "outer", "two", "most")  # the first clue of a step; the places of the others have the others
_DIGEST_BYTES = 16  # of ``digest_of``
_LANES, _FACTOR, _BITS = (1, 2, 3, 4), 0x9E3779B1, 0xFFFFFFFF  # of ``digest_of``; the factor is odd
_MARKS = {BLANK: "-", EMPTY: ".", VOID: "#"}
_IN_HTML = (  # messages that the HTML contains; the script gets the others
    "undo", "redo", "check", "hint", "restart", "crosses", "what_if", "keep", "discard", "auto_cross", "feedback",
    "send", "show", "show_all", "result", "copy_result", "rules_heading", "rules", "begin", "pointer", "notes",
    "counted", "key_move", "key_cycle", "key_marks", "key_undo", "key_check", "key_hint", "kept", "text_heading",
    "no_script", "mouse", "touch", "overview",
)  # fmt: skip
_IN_SCRIPT = (  # messages of steps that the script needs
    "cell", "clue", "clue_left", "mines", "safe", "mines_and_safe", "zero", "follows", "so", "suppose_mine",
    "suppose_safe", "needs", "complete", "together", "more_steps", "by_total", "too_many", "too_few", "clash",
    "total_too_many", "total_too_few", "look_left", "look_middle", "look_right", "look_total",
)  # fmt: skip
_OF_TOTAL = ("by_total", "total_too_many", "total_too_few", "look_total")  # those about a printed number of mines
_FOUND_BY_SCRIPT = (  # techniques of the steps that templates/page/hints.js finds
    "satisfied", "exhausted", "total", "1-1", "1-2", "subset", "difference", "1-2-1", "combination", "contradiction",
    "deep",
)  # fmt: skip
# Of this page and that of classic boards
SHARED_SCRIPTS = (
    "page/clock.js", "page/storage.js", "page/hints.js", "page/help.js", "page/view.js", "page/input.js",
    "page/result.js",
)  # fmt: skip
_PICTURE_WIDTH, _PICTURE_CELL = 600, 24  # pixels: of the picture without JavaScript, and of a cell of a large board
MAX_STEPS_BYTES = 2_300  # of steps in words: the page of the largest mosaic would have up to 15,000 more (2026-11-23)


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Options of a page; every text may be empty.

    ``title``: the language's name of the puzzle if empty. ``link``: the URL at the end of the result that players
    share. ``hold_solution``: leave solution and hints out of the source; the answer is checked by a hash.
    ``picture``: the title of the picture that the solution shows; the source hides it, and the page names it in the
    end. ``hint``: words about it, beside the size. ``date``: the date in words, below the title. ``difficulty``: a
    code; computed if empty. ``par``: the par time in words. ``published``: URLs and links of a page that is published.
    ``day``: what the page keeps in the reader's browser with the result, as ``day_data`` returns it.
    """

    title: str = ""
    link: str = ""
    hold_solution: bool = False
    picture: str = ""
    hint: str = ""
    date: str = ""
    difficulty: str = ""
    par: str = ""
    published: templates.PublishedParts | None = None
    day: Mapping[str, Any] | None = None


def write_play_page(puzzle: Puzzle, path: Path, language: str, options: PlayOptions = PlayOptions()) -> None:
    """Write the page of a puzzle.

    Raises SolverError and LayoutError as ``play_page`` does, ConfigError for an unknown language, OutputError when the
    file cannot be written.
    """
    templates.write_html(play_page(puzzle, load(language), options), path)


def play_page(puzzle: Puzzle, messages: Messages, options: PlayOptions = PlayOptions()) -> templates.PlayPage:
    """Return the page of a puzzle.

    Raises SolverError unless the puzzle has exactly one solution, LayoutError for a board or a title that is too large.
    """
    if max(puzzle.grid.width, puzzle.grid.height) > MAX_SIDE:  # checked first: solving could take hours
        raise LayoutError(f"a page to play on takes boards of up to {MAX_SIDE} cells a side, found {puzzle.grid}")
    page_title(options.title, messages)
    return page_of_solved(solve_unique(puzzle, "so there is nothing to play"), messages, options)


def page_of_solved(
    solved: SolvedPuzzle, messages: Messages, options: PlayOptions = PlayOptions()
) -> templates.PlayPage:
    """Return the page of a puzzle that is solved already. Raises LayoutError for a title that is too long."""
    puzzle = solved.rounds.puzzle
    messages = messages.for_variant(puzzle.grid.variant)
    title = page_title(options.title, messages)
    code = options.difficulty or (grade(solved.rounds).difficulty if solved.by_logic else "")
    kind = messages.kind(puzzle.grid.variant) if options.title else ""
    words = (kind, messages.text(f"difficulty.{code}") if code else "")
    facts = _facts(puzzle, words, options.hint, options.par, messages)
    data = _puzzle_data(puzzle, options.link)
    if options.picture:
        data["picture"] = _hidden_title(options.picture, data["key"], solved.solution)
    if options.day:
        data |= {"day": dict(options.day), "level": " · ".join(filter(None, (words[1], options.par)))}
    steps = [] if options.hold_solution else [step for step in solved.steps if _beyond_script(step)]
    data |= hint_data(steps, messages, has_total=puzzle.total is not None, absent=puzzle.grid.variant.absent)
    if options.hold_solution:
        data["hash"] = digest_of(data["key"] + answer.write(solved.solution))
    else:
        data |= _solution_data(solved, steps, messages)
    data["words"] = _play_words(messages, puzzle, data)
    static = {name: messages.pattern(f"play.{name}") for name in (*_IN_HTML, "hide_time", "pause", "whole")}
    static["mine"] = capitalized(messages.pattern("picture.mine"))
    rows, lines = tuple(text_grid(puzzle, messages)), tuple(filter(None, (options.date, facts)))
    optional = {
        "digest": options.hold_solution or options.picture,
        "picture": options.picture,
        ("open", "held")[options.hold_solution]: True,
        "ragged": puzzle.grid.ragged,
    }
    own = ("puzzle", *(name for name, is_needed in optional.items() if is_needed))
    tools = (*SHARED_SCRIPTS, *(f"play/{name}.js" for name in own))
    picture = "" if options.published else _picture(puzzle)
    return templates.PlayPage(
        messages.code, title, lines, rows, static, data, options.published, parts=_parts(puzzle), tools=tools,
        example=rules_example(puzzle.grid.variant, messages), picture=picture,
    )  # fmt: skip


def _picture(puzzle: Puzzle) -> str:
    """Return the puzzle as a drawing in HTML. Screen readers skip it: the page has the puzzle in words, too."""
    width = max(_PICTURE_WIDTH, _PICTURE_CELL * (max(puzzle.grid.width, puzzle.grid.height) + 4))  # margins
    drawing = svg(puzzle_picture(puzzle, FontMetrics(), None, PictureOptions(width))).replace("\n", "")
    return drawing.replace(' xmlns="http://www.w3.org/2000/svg"', "").replace(' role="img"', ' aria-hidden="true"')


def _parts(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the styles and scripts that only some boards need.

    These are boards with boxes, numbers in mines, cells that are not squares, a shape, and joined sides.
    """
    variant = puzzle.grid.variant
    polygons = len(variant.lattice.corners) != len(SQUARES.corners)
    filled = ("play/filled.css",) * variant.clue_on_mine
    parts = ("polygons",) * polygons + ("shaped",) * (VOID in puzzle.cells and not polygons) + ("rim",) * variant.wraps
    boxes = (f"play/boxes-of-{puzzle.boxes}.css",) * bool(puzzle.boxes)
    return filled + boxes + tuple(f"play/{part}{kind}" for part in parts for kind in (".css", ".js"))


def day_data(address: str, number: int, date: str, difficulty: str) -> dict[str, Any]:
    """Return the day of a page in the series at a URL: its number, date (2026-12-01) and difficulty (a code)."""
    return {"key": templates.results_key(address), "number": number, "date": date, "difficulty": difficulty}


def page_title(title: str, messages: Messages) -> str:
    """Return the title of a page: ``title``, else the language's name of the puzzle.

    Raises LayoutError for a title that is too long or not printable.
    """
    title = re.sub(r"\s+", " ", title, flags=re.ASCII).strip() or messages.text("picture.game")
    if len(title) > MAX_TITLE_LENGTH or not "".join(title.split()).isprintable():
        raise LayoutError(
            f"found {title[:40]!r}, expected printable text of up to {MAX_TITLE_LENGTH} characters", at=("title",)
        )
    return title


def _facts(puzzle: Puzzle, first: tuple[str, ...], hint: str, par: str, messages: Messages) -> str:
    """Return the words ``first``, the size, ``hint`` or the idea, ``par`` and a printed total, without empty words."""
    size = f"{puzzle.grid.width}\u00a0×\u00a0{puzzle.grid.height}"
    total = "" if puzzle.total is None else messages.plural("puzzle.mines", puzzle.total)
    facts = (*first, size, hint or messages.idea_line(puzzle.idea), par.replace(" ", "\u00a0"), total)
    return templates.FACTS.join(filter(None, facts))


def script_words(group: Mapping[str, Message], without: Collection[str]) -> dict[str, Any]:
    """Return the messages of a group for a script, ``without`` some; a plural is a dict of its forms."""
    kept = {name: message for name, message in group.items() if name not in without}
    return {name: value if isinstance(value, str) else plural_forms(value) for name, value in kept.items()}


def plural_forms(forms: Mapping[str, str]) -> dict[str, str]:
    """Return the forms of a plural by category, without those that are like the form for other numbers."""
    other = forms["other"]
    return {name: text for name, text in forms.items() if name == "other" or text != other}


def _play_words(messages: Messages, puzzle: Puzzle, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the messages that the script of the page can show with its ``data``."""
    unused = ["answer_not_out" if "solution" in data else "no_technique"]
    unused += [] if "steps" in data else ["other_marks_ignored"]
    words = script_words(messages.group("play"), (*_IN_HTML, *unused))
    names = ("blank", "mine", "safe", *(("outside",) if puzzle.grid.voids else ()))
    cells = {name: messages.pattern(f"picture.{name}") for name in names}
    return words | cells | {"language": tag_of(messages.code)}


def _puzzle_data(puzzle: Puzzle, link: str) -> dict[str, Any]:
    return board_data(puzzle.grid, puzzle.cells) | {
        "key": key_of(puzzle),
        "link": link,
        "cells": "".join(_MARKS.get(value, str(value)) for value in puzzle.cells),
        "total": puzzle.total,
        "clueOnMine": puzzle.grid.variant.clue_on_mine,
    }


def key_of(puzzle: Puzzle) -> str:
    """Return the name under which the page of a puzzle keeps the reader's progress."""
    return sha256_of(line.write(puzzle))[:16]


def board_data(grid: Grid, numbers: Iterable[int]) -> dict[str, Any]:
    """Return what the script of a page needs to place cells, to find neighbors and to draw the ``numbers``.

    Lengths are in widths of a cell.
    """
    variant, lattice = grid.variant, grid.variant.lattice
    return {
        "width": grid.width,
        "height": grid.height,
        "extent": [round(side, 5) for side in lattice.extent(grid.width, grid.height)],
        "neighbors": variant.neighbors,
        "wraps": variant.wraps,
        "digits": {number: digit_paths()[number] for number in sorted(set(numbers)) if number >= 0},
        "lattice": ({"staggered": True} if lattice.staggered else {})
        | {
            "rowHeight": round(lattice.row_height, 5),
            "corners": [(round(x, 5), round(y, 5)) for x, y in lattice.corners],
        },
    }


def hint_data(
    steps: Iterable[Deduction], messages: Messages, has_total: bool, absent: Collection[str] = ()
) -> dict[str, Any]:
    """Return the words that the script composes hints from: the parts of sentences, and the techniques it finds.

    A technique has its name, and its reason without the name, which the page shows above. ``steps`` may use others.
    ``has_total``: the reader knows the number of mines, so that hints may use it. ``absent``: techniques that no puzzle
    of the variant can need.
    """
    parts = script_words(messages.group("step"), ())
    parts |= {f"suppose_{it}": messages.plural(f"step.suppose_{it}", 1, cells="{cells}") for it in ("mine", "safe")}
    names = {name: parts[name] for name in _IN_SCRIPT if has_total or name not in _OF_TOTAL}
    if messages.cells == "a1":
        names |= {"cell": "{col}{row}"}
    by_script = (code for code in _FOUND_BY_SCRIPT if code not in absent and (has_total or code != "total"))
    codes = dict.fromkeys((*by_script, *(step.technique for step in steps)))
    return {
        "parts": names,
        "letters": messages.cells == "a1",
        "techniques": {code: _named(code, messages) for code in codes},
    }


def _named(code: str, messages: Messages) -> tuple[str, str]:
    name, reason = messages.text(f"techniques.{code}.name"), messages.pattern(f"techniques.{code}.reason")
    reason = _PLACE.sub(lambda place: "{first}" if place[1] in _FIRST else "{others}", reason)
    return capitalized(name), _without_name(reason, name)


def _solution_data(solved: SolvedPuzzle, steps: Iterable[Deduction], messages: Messages) -> dict[str, Any]:
    """Return what checks need, and the steps that the script cannot find, as many as fit ``MAX_STEPS_BYTES``.

    ``steps`` are deductions in order: technique, witnesses, needs in the texts, proved cells, the reason, the sentence,
    and the same in full if it was shortened.
    """
    puzzle = solved.rounds.puzzle
    rows = [
        [step.technique, step.witnesses, _needs(step), (*step.mines, *step.safe), *_texts(puzzle, step, messages)]
        for step in steps
    ]
    return {"solution": answer.write(solved.solution)} | ({"steps": _as_many_as_fit(rows)} if rows else {})


def _as_many_as_fit(rows: list[list[Any]]) -> list[list[Any]]:
    """Return rows of steps without the longest sentences in full, then without the last steps, so that they fit."""
    in_full = sorted((len(row[_IN_FULL]), n) for n, row in enumerate(rows) if len(row) > _IN_FULL)
    while len(json.dumps(rows, ensure_ascii=False).encode()) > MAX_STEPS_BYTES:
        if in_full:
            del rows[in_full.pop()[1]][_IN_FULL]
        else:
            rows.pop()
    return rows


def _beyond_script(step: Deduction) -> bool:
    """Return whether the script of the page cannot find a step: a proof by cases, or one by disjoint clues.

    It follows a supposition to its end, over numbers read alone or in pairs, however long that is.
    """
    return step.tier > 2 and step.method != "suppose"


def _hidden_title(title: str, key: str, solution: Solution) -> str:
    """Return a title in hexadecimal, combined by XOR with hashes that only the answer gives; spaces hide its length."""
    text = title.encode("utf-8")
    text += b" " * (-len(text) % (2 * _DIGEST_BYTES))
    hashes = (digest_of(f"{key} picture {i} {answer.write(solution)}") for i in range(len(text) // _DIGEST_BYTES))
    return bytes(a ^ b for a, b in zip(text, bytes.fromhex("".join(hashes)), strict=True)).hex()


def _needs(step: Deduction) -> tuple[int, ...]:
    """Return the needs in the step's texts: those of all witnesses, of a proof by cases that of its first clue."""
    return step.needs[:1] if step.method else step.needs


def _texts(puzzle: Puzzle, step: Deduction, messages: Messages) -> list[str]:
    """Return the reason and the sentence of a step, and a shortened sentence in full.

    They do not begin with the name of the technique, which the page shows above them.
    """
    name = messages.text(f"techniques.{step.technique}.name")
    texts = [explanations.step_reason(puzzle, step, messages), explanations.step_sentence(puzzle, step, messages)]
    if explanations.is_shortened(step):
        texts.append(explanations.step_sentence(puzzle, step, messages, whole=True))
    return [capitalized(_without_name(text, name)) for text in texts]


def _without_name(text: str, name: str) -> str:
    return re.sub(rf"^{re.escape(name)}\s*[:,]\s*", "", text)


def digest_of(text: str) -> str:
    """Return a digest of ASCII text in 32 hexadecimal digits, as templates/play/digest.js makes it.

    It costs a page 300 bytes less than SHA-256. It keeps no secret: who can solve a puzzle knows its answer.
    """
    parts = []
    for state in _LANES:
        for byte in text.encode("ascii"):
            state = (state ^ byte) * _FACTOR & _BITS  # noqa: PLW2901  # each lane has its own state
            state ^= state >> 15  # noqa: PLW2901  # as above
        parts.append(f"{state:08x}")
    return "".join(parts)


def sha256_of(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
