"""A new row touches few modules: those in which an example of each kind of row occurs, which CONTRIBUTING names."""

import io
import re
import tokenize
from pathlib import Path

import pytest
from package_files import ROOT, Module, modules
from weight import code_lines

CONTRIBUTING = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
# The chapter of CONTRIBUTING.md, the words by which an example of the kind can be found, and where they occur
TOUCHES = {
    "a text format": ("gmpuzzles", ["formats/gmpuzzles.py", "formats/registry.py"]),
    "a variant": ("knight", ["board/ideas.py", "board/lattices.py"]),
    "a key of a section": (
        "dateline",
        [
            "book/content.py",
            "checking/expected.py",
            "config/rules.py",
            "config/section.py",
            "layout/book/answers.py",
            "layout/book/book_content.py",
            "layout/book/puzzle_heading.py",
            "layout/book/puzzle_pages.py",
        ],
    ),
    "a finding": ("I35", ["checking/findings.py", "checking/printer_rules.py"]),
    "a file of a day": (r"OEMBED|oembed\.json|oembed_data", ["config/day_files.py", "daily/day_files.py"]),
    "a printer": ("lulu", ["cli/book.py", "config/book.py"]),
}


def words_of(module: Module) -> str:
    """Return the names and strings of a module, without comments and docstrings."""
    code = code_lines(module)
    return " ".join(
        token.string
        for token in tokenize.generate_tokens(io.StringIO(module.source).readline)
        if token.type in {tokenize.NAME, tokenize.STRING} and token.start[0] in code
    )


def touched(pattern: str) -> list[str]:
    found = re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])")
    named = [one for one in modules() if re.search(pattern, one.source)]  # the others are not read word by word
    return [one.path.relative_to(ROOT).as_posix() for one in named if found.search(words_of(one))]


@pytest.mark.parametrize("kind", TOUCHES)
def test_a_new_row_touches_the_modules_that_contributing_names(kind: str) -> None:
    pattern, expected = TOUCHES[kind]
    assert touched(pattern) == expected
    chapter = CONTRIBUTING.split(f"\n### {kind}\n", 1)[1].split("\n### ", 1)[0]
    named = [name for name in expected if f"`puzzlegen/{name}`" not in chapter and f"`{name}`" not in chapter]
    assert not named or (kind == "a text format" and named == ["formats/gmpuzzles.py"]), (  # it names formats/NAME.py
        f"name them in CONTRIBUTING.md, {kind}: {named}"
    )
