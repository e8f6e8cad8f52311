"""What tests, docs and examples import, patch and name of the package is there, also in scripts within strings."""

import ast
import importlib
import pkgutil
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
DOTTED = re.compile(r"puzzlegen(\.[A-Za-z_]\w*)+")
NO_MODULE = {"puzzlegen.example", "puzzlegen.yaml"}  # an address and a file


@cache
def is_there(dotted: str) -> bool:
    """Whether a name such as ``puzzlegen.book.build.make_puzzles`` stands for a module or what one has."""
    try:
        pkgutil.resolve_name(dotted)
    except (ImportError, AttributeError):
        return False
    return True


def scripts_of(tree: ast.Module) -> Iterator[ast.Module]:
    """Yield a module, and the scripts in its strings."""
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "import" in node.value:
            try:
                yield ast.parse(node.value)
            except SyntaxError:
                continue


def missing_names(source: str) -> set[str]:
    """Return the names of the package that a script uses and that are not there."""
    used = set()
    for script in scripts_of(ast.parse(source)):
        modules: dict[str, str] = {}  # by what the script calls it
        for node in ast.walk(script):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and DOTTED.fullmatch(node.value):
                used.add(node.value)
            elif isinstance(node, ast.Import):
                used |= {one.name for one in node.names if one.name.startswith("puzzlegen.")}
            elif isinstance(node, ast.ImportFrom) and re.fullmatch(r"puzzlegen(\..*)?", node.module or ""):
                names = {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
                used |= set(names.values())
                modules |= {name: dotted for name, dotted in names.items() if is_module(dotted)}
        bound = {node.id for node in ast.walk(script) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        bound |= {node.arg for node in ast.walk(script) if isinstance(node, ast.arg)}
        modules = {name: dotted for name, dotted in modules.items() if name not in bound}
        for node in ast.walk(script):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
                used.add(f"{modules[node.value.id]}.{node.attr}")
    return {dotted for dotted in used - NO_MODULE if not is_there(dotted)}


def is_module(dotted: str) -> bool:
    return is_there(dotted) and isinstance(pkgutil.resolve_name(dotted), ModuleType)


def test_a_name_that_is_gone_is_found() -> None:
    script = 'from puzzlegen.book import build\nbuild.gone()\nrun("""import os\nfrom puzzlegen.book import away\n""")\n'
    assert missing_names(script + 'patch("puzzlegen" ".lost")\n') == {
        "puzzlegen.book.build.gone",
        "puzzlegen.book.away",
        "puzzlegen.lost",
    }


@pytest.mark.parametrize("folder", ["tests", "docs", "examples", "templates"])
def test_names_of_the_package_are_there(folder: str) -> None:
    importlib.import_module("puzzlegen")
    listed = subprocess.run(["git", "ls-files", f"{folder}/*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [path for path in listed.stdout.split() if not path.startswith("tests/structure/")]  # tests of such tests
    missing = {path: names for path in paths if (names := missing_names((ROOT / path).read_text("utf-8")))}
    assert missing == {}
