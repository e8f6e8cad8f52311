"""One puzzle as a page to play on: the solver's steps in the reader's words, or only a hash of the answer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from puzzlegen.board.deduction import Deduction
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, Solution
from puzzlegen.drawing.html import PlayPage, Published, write_html
from puzzlegen.errors import LayoutError, SolverError
from puzzlegen.formats import answer, line
from puzzlegen.grading.grade import grade
from puzzlegen.language.alt_text import text_grid
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import in_words
from puzzlegen.language.locales import tag_of
from puzzlegen.language.message_types import Plural
from puzzlegen.language.messages import ClassicWords, PlayWords, StepWords, Words
from puzzlegen.single.answers import solved
from puzzlegen.solver.techniques import RANK
from puzzlegen.solver.tiers import MAX_TIER, PuzzleTrace, walk

MOST_CELLS = 60  # a side; a larger board is not one that a page can show
LONGEST_TITLE = 200
SIMPLE = ("satisfied", "exhausted")  # techniques that need one clue: the first two of RANK
_MARKS = {BLANK: "-", EMPTY: ".", VOID: "#"}
_STATIC = (  # words that stand in the page itself; the script needs the others
    "undo", "redo", "check", "hint", "restart", "show", "result", "copy_result", "rules_heading", "rules", "pointer",
    "key_move", "key_cycle", "key_marks", "key_undo", "key_check", "key_hint", "kept", "text_heading", "no_script",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """``title`` is the language's word for the puzzle if empty. ``link`` ends the text that readers share.

    With ``hold_solution`` the source of the page holds neither solution nor steps: no hints, and the answer is known
    only by a hash. A ``date`` in words stands under the title; ``difficulty`` is a code, and found out if empty;
    ``par`` is the par time in words. ``published`` says where the page stands, for one that does.
    """

    title: str = ""
    link: str = ""
    hold_solution: bool = False
    date: str = ""
    difficulty: str = ""
    par: str = ""
    published: Published | None = None


@dataclass(frozen=True)
class SolvedPuzzle:
    """A puzzle that has been solved. ``rounds`` is how; they do not reach the solution of a puzzle beyond the tiers."""

    rounds: PuzzleTrace
    solution: Solution
    solved: bool

    @cached_property
    def steps(self) -> tuple[Deduction, ...]:
        """The deductions in order, worked out when first asked for: that takes longer than all the rest."""
        return tuple(walk(self.rounds))


def solve_for_play(puzzle: Puzzle) -> SolvedPuzzle:
    """The puzzle, solved. Raises SolverError unless it has just one solution."""
    told = solved(puzzle, MAX_TIER)
    if not told.solved and len(told.solutions) != 1:
        raise SolverError(f"the puzzle {told.advice}, so there is nothing to play")
    return SolvedPuzzle(told.rounds, told.rounds.solution if told.solved else told.solutions[0], told.solved)


def write_play_page(puzzle: Puzzle, path: Path, language: str, options: PlayOptions = PlayOptions()) -> None:
    """Write the page.

    Raises as ``play_page`` does, ConfigError for a language there is none of, OutputError when the file cannot be
    written.
    """
    write_html(play_page(puzzle, load(language), options), path)


def play_page(puzzle: Puzzle, words: Words, options: PlayOptions = PlayOptions()) -> PlayPage:
    """The page of a puzzle.

    Raises SolverError unless the puzzle has just one solution, LayoutError for a board or a title that is too large.
    """
    if max(puzzle.grid.width, puzzle.grid.height) > MOST_CELLS:  # before hours of solving
        raise LayoutError(f"a page to play on takes boards of up to {MOST_CELLS} cells a side, found {puzzle.grid}")
    page_title(options.title, words)
    return page_of(solve_for_play(puzzle), words, options)


def page_of(found: SolvedPuzzle, words: Words, options: PlayOptions = PlayOptions()) -> PlayPage:
    """The same for a puzzle that has been solved. Raises LayoutError for a title that is too long."""
    puzzle = found.rounds.puzzle
    words = words.of(puzzle.grid.variant)
    title = page_title(options.title, words)
    code = options.difficulty or (grade(found.rounds).difficulty if found.solved else "")
    facts = _facts(puzzle, words.difficulty[code] if code else "", options.par, words)
    data = _puzzle_data(puzzle, title, options.link) | {"words": _play_words(words)}
    data |= _held(puzzle, found.solution) if options.hold_solution else _open(found, words)
    static = {name: getattr(words.play, name) for name in (*_STATIC, "hide_time")}
    rows, lines = tuple(text_grid(puzzle, words)), tuple(filter(None, (options.date, facts)))
    return PlayPage(words.code, title, lines, rows, static, data, options.published)


def page_title(wanted: str, words: Words) -> str:
    """The title of a page: the language's word for the game if none is wanted. Raises LayoutError for a long one."""
    title = " ".join(wanted.split()) or words.picture.game
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise LayoutError(f"title: found {title[:40]!r}, expected printable text of up to {LONGEST_TITLE} characters")
    return title


def _facts(puzzle: Puzzle, difficulty: str, par: str, words: Words) -> str:
    size = f"{puzzle.grid.width}\u00a0×\u00a0{puzzle.grid.height}"
    total = "" if puzzle.total is None else words.puzzle.mines.of(puzzle.total)
    return " · ".join(filter(None, (difficulty, size, par, total)))


def script_words(group: PlayWords | ClassicWords | StepWords, without: Iterable[str]) -> dict[str, Any]:
    """The words of a group that a script fills in: all but these; a plural as its forms by category."""
    kept = {field.name: getattr(group, field.name) for field in fields(group)}
    for name in without:
        del kept[name]
    return {name: dict(value.forms) if isinstance(value, Plural) else value for name, value in kept.items()}


def _play_words(words: Words) -> dict[str, Any]:
    found = script_words(words.play, _STATIC) | {"pointer": words.play.pointer}
    cells = {name: getattr(words.picture, name) for name in ("blank", "mine", "safe", "outside")}
    return found | cells | {"language": tag_of(words.code)}


def _puzzle_data(puzzle: Puzzle, title: str, link: str) -> dict[str, Any]:
    variant = puzzle.grid.variant
    return {
        "key": digest(line.write(puzzle))[:16],
        "title": title,
        "link": link,
        "width": puzzle.grid.width,
        "height": puzzle.grid.height,
        "cells": "".join(_MARKS.get(value, str(value)) for value in puzzle.cells),
        "neighbours": variant.neighbours,
        "clueOnMine": variant.clue_on_mine,
    }


def _open(found: SolvedPuzzle, words: Words) -> dict[str, Any]:
    """``steps`` are the deductions in order: technique, witnesses, needs told of, cells proved, sentence.

    ``simple`` are the sentences of single clues: from a reader's own position such a step may be near at hand where the
    solver, that had not yet come so far, took a harder one.
    """
    steps = []
    for step in found.steps:
        cells, text = (*step.mines, *step.safe), _told(found.rounds.puzzle, step, words)
        steps.append([RANK[step.technique], step.witnesses, _needs(step), cells, text])
    parts = script_words(words.step, ())
    return {
        "solution": answer.write(found.solution),
        "techniques": [_capital(words.techniques[code].name) for code in RANK],
        "simple": [words.techniques[code].sentence for code in SIMPLE],
        "parts": {name: parts[name] for name in ("cell", "clue", "mines", "safe")},
        "steps": steps,
    }


def _held(puzzle: Puzzle, solution: Solution) -> dict[str, Any]:
    salt = digest(f"salt {line.write(puzzle)}")[:16]
    return {"salt": salt, "hash": digest(salt + answer.write(solution))}


def _needs(step: Deduction) -> tuple[int, ...]:
    """The needs that its sentence rests on: none at tier 1, from tier 3 on that of the clue that is tried."""
    return () if step.tier == 1 else step.needs if step.tier == 2 else step.needs[:1]


def _told(puzzle: Puzzle, step: Deduction, words: Words) -> str:
    """The sentence of a step, without the technique's name before it: that stands above it."""
    name = re.escape(words.techniques[step.technique].name)
    return _capital(re.sub(rf"^{name}\s*:\s*", "", in_words(puzzle, step, words)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def digest(text: str) -> str:
    """The SHA-256 of a text, hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
