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
from puzzlegen.language import alt_text, locale_formatting
from puzzlegen.language.alt_text import Subject
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import puzzle_hints, step_sentence
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


NAMES = {
    **{code: load(code) for code in ("de", "en", "es", "fr", "it")},
    **{name: getattr(alt_text, name) for name in ("animation_alt", "puzzle_alt", "solution_alt", "text_grid", "title")},
    **{name: getattr(locale_formatting, name) for name in dir(locale_formatting) if not name.startswith("_")},
    "a1": load("en", "a1"),
    "DAY": Subject(board(8, 8, 1)[0], number=214, difficulty="medium"),
    "KNIGHT": Puzzle(Grid(8, 7, KNIGHT), (BLANK,) * 56),
    "ROW": Puzzle(Grid(4, 1), (BLANK, 2, EMPTY, VOID), total=1),
    **{"MAX_TIER": MAX_TIER, "Subject": Subject, "date": date, "letters": letters, "line": line, "run": run},
    "walkthrough": walkthrough,
}


def values(*expressions: str) -> Any:
    """Return what expressions of languages give, alone if there is one."""
    found = [eval(one, dict(NAMES)) for one in expressions]
    return found[0] if len(found) == 1 else found


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
    "words of languages": values,
}


@cases(__file__, "refused", "markdown", "sentences")
def test_language(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]])
