"""Comments and docstrings that name a module name one that exists."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from package_files import ROOT as PACKAGE

TESTS = Path(__file__).parents[1]
PACKAGES = "|".join(sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py")))
NAMED = re.compile(rf"(?<![\w.`{{/-])(?:puzzlegen\.)?({PACKAGES})\.([a-z_0-9]+)(?:\.([a-z_0-9]+))?")
FILES = {"yaml", "json"}  # endings of names of files, such as daily.yaml and book.schema.json


def prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of docstrings and the comments, with their numbers."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            text = node.body[0]
            yield from ((number, lines[number - 1]) for number in range(text.lineno, (text.end_lineno or 0) + 1))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def unknown_in(text: str) -> list[str]:
    """Return the modules of the package that a text names and that do not exist."""
    return [match[0] for match in NAMED.finditer(text) if not is_known(*match.groups())]


@cache
def is_known(package: str, module: str, rest: str | None) -> bool:
    files = (f"{module}.py", f"{module}/__init__.py")  # git leaves folders behind that have only bytecode
    return bool({module, rest} & FILES) or any((PACKAGE / package / name).exists() for name in files)


def unknown_modules(source: str) -> Iterator[tuple[int, str]]:
    """Yield the modules of the package that prose names and that do not exist, with their lines."""
    if unknown_in(source):  # else not in its prose either, which takes long to find
        yield from ((number, name) for number, line in prose(source) for name in unknown_in(line))


def test_named_modules_exist() -> None:
    wrong = [
        f"{path.relative_to(TESTS.parent)}:{number}: {name}"
        for path in sorted([*PACKAGE.rglob("*.py"), *TESTS.rglob("*.py")])
        for number, name in unknown_modules(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, wrong


def test_a_module_that_is_gone_is_found() -> None:
    gone = "engine." + "solving.rounds"
    found = unknown_modules(f'"""A solve (see {gone})."""\nx = 1  # as in engine.rounds, board.grid.Grid\n')
    assert list(found) == [(1, gone)]


def test_the_docstring_of_a_module_begins_with_one_line() -> None:
    """What a module holds is one thing if one line can say it."""
    first_lines = {
        path: (ast.get_docstring(ast.parse(path.read_bytes())) or "").partition("\n\n")[0]
        for path in PACKAGE.rglob("*.py")
    }
    assert [str(path) for path, first in first_lines.items() if not first.endswith(".") or "\n" in first] == []
