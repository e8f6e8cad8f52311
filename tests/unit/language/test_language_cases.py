"""Languages as cases: catalogues that are refused, Markdown, and what languages make of texts, numbers and steps."""

from collections.abc import Callable
from datetime import date
from typing import Any

from cases import Case, cases, replay
from layout_boards import EN, board

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import KNIGHT
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.formats import line
from puzzlegen.language.alt_text import Subject, animation_alt, puzzle_alt, solution_alt, text_grid, title
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import puzzle_hints, step_sentence
from puzzlegen.language.locale_formatting import (
    date_in_words,
    day_in_words,
    decimal_mark,
    joined,
    month_and_year,
    month_name,
    number_text,
    plural_categories,
    tag_of,
    weekday_name,
)
from puzzlegen.language.markdown import blocks, image_names
from puzzlegen.language.markdown_blocks import Block, Image, ListItem
from puzzlegen.language.messages import letters
from puzzlegen.language.walkthroughs import walkthrough
from puzzlegen.solver.tiers import run, solve

VARIABLES = {"title": "Quiet *Fields*", "author": "Ada", "year": "2026", "series": "one"}


def words(found: tuple[Block, ...]) -> str:
    """Return the words of blocks with | between them: lists with their markers, bold words in <>."""
    shown = []
    for block in found:
        marker = f"{'  ' * (block.level - 1)}{block.marker} " if isinstance(block, ListItem) else ""
        shown.append(marker + "".join(f"<{run.text}>" if run.bold else run.text for run in block.runs))
    return "|".join(shown)


def own_page(text: str) -> str:
    return words(blocks(text, VARIABLES, "own.md", EN, own_page=True))


def images(text: str) -> list[Any]:
    """Return the file and the width of each image, and the names that are read before the page is."""
    found = blocks(text, VARIABLES, "own.md", EN, own_page=True)
    return [[(one.file, one.width) for one in found if isinstance(one, Image)], image_names(text)]


def hints(text: str, language: str = "en") -> list[str]:
    found = puzzle_hints(run(line.parse(text), MAX_TIER), load(language))
    return [f"{hint.question} {hint.answer}" for hint in found]


def first_step(language: str, text: str, cells: str = "rc") -> str:
    puzzle = line.parse(text)
    return step_sentence(puzzle, solve(puzzle).deductions[0], load(language, cells))


def dates(language: str) -> list[str]:
    """Return the first of a month and another day, without their year too."""
    first, other = date(2026, 12, 1), date(2021, 11, 11)
    return [date_in_words(first, language), day_in_words(first, language), day_in_words(other, language)]


def months(language: str, day: date) -> list[str]:
    return [month_and_year(day, language), month_name(day, language), weekday_name(day, language)]


def plural_forms(language: str) -> dict[str, Any]:
    found = plural_categories(language)
    return {"required": [name for name, _ in found.required], "allowed": found.allowed, "single": found.single}


DAY = board(8, 8, 1)[0]
KNIGHT_BOARD = Puzzle(Grid(8, 7, KNIGHT), (BLANK,) * 56)
ROW = Puzzle(Grid(4, 1), (BLANK, 2, EMPTY, VOID), total=1)


def pictures(language: str, series: str = "", number: int | None = None, difficulty: str = "") -> list[str]:
    """Return the texts of a puzzle, its solution and its animation."""
    subject, messages = Subject(DAY, series, number, difficulty), load(language)
    return [puzzle_alt(subject, messages), solution_alt(subject, messages), animation_alt(subject, 31, messages)]


def stages(text: str) -> list[Any]:
    return [(one.mines, one.safe, one.sentence) for one in walkthrough(run(line.parse(text), MAX_TIER), EN)]


FUNCTIONS: dict[str, Callable[..., object]] = {
    "typeset": lambda language, text: load(language).typography.typeset(text),
    "printed words": own_page,
    "own page": own_page,
    "template": lambda text: words(blocks(text, VARIABLES, "t.md", EN)),
    "template words": lambda text, language: words(blocks(text, {}, "x.md", load(language))),
    "images": images,
    "words": lambda language="en": load(language),
    "hints": hints,
    "first step": first_step,
    "list": lambda language, names: load(language).listed(names),
    "choice": lambda language, names: load(language).either(names),
    "commas": EN.commas,
    "joined": lambda language, *words: joined("abc", language, *words),
    "cell": lambda row, col, naming="rc": load("en", naming).cell(row, col),
    "column": letters,
    "spelled": EN.spelled,
    "number": lambda language, value, places=0: load(language).number(value, places),
    "number of any language": lambda language, value, places: number_text(value, language, places),
    "decimal mark": decimal_mark,
    "plural": lambda language, key, count: load(language).plural(key, count),
    "plural in words": lambda number: EN.plural("puzzle.mines", 2, count=number),
    "plural forms": plural_forms,
    "dates": dates,
    "months and weekdays": months,
    "tag": tag_of,
    "spaces": lambda language, text: load(language).typography.spaced(text),
    "pictures": pictures,
    "title of a Knight board": lambda *words: title(Subject(KNIGHT_BOARD, *words), EN),
    "title": lambda *words: title(Subject(DAY, *words), EN),
    "rows of cells": lambda *solution: text_grid(ROW, EN, solution or None),
    "stages": stages,
}


@cases(__file__, "refused", "markdown", "sentences")
def test_language(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]])
