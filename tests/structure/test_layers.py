"""The import table of the architecture, compared with the code."""

import ast
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2] / "puzzlegen"

# Package or module -> the packages it imports, exactly. A package may only import packages listed above it.
IMPORTS: dict[str, str] = {
    "version": "",
    "units": "",
    "wording": "",
    "errors": "wording",
    "random_streams": "",
    "engine": "",
    "board": "errors",
    "files": "errors wording",
    "jobs": "engine errors version",
    "schema": "board errors files units wording",
    "pictures": "board errors files wording",
    "formats": "board errors files wording",
    "solver": "board engine errors",
    "printers": "errors files schema units wording",
    "config": "board errors files pictures printers schema units wording",
    "language": "board errors files schema solver wording",
    "grading": "board config engine random_streams solver",
    "generator": "board config engine errors files formats grading jobs pictures random_streams solver wording",
    "ledger": "board errors files formats generator grading",
    "layout": "board config errors language printers schema units wording",
    "drawing": "errors files layout printers",
    "web": "config drawing errors files language layout wording",
    "checking": "board config errors files formats grading jobs language ledger printers schema solver units wording",
    "single": (
        "board drawing engine errors files formats generator grading jobs language layout pictures solver web wording"
    ),
    "book": (
        "board checking config drawing engine errors files formats generator grading jobs language layout ledger "
        "pictures printers schema solver units version wording"
    ),
    "daily": (
        "board book checking config drawing errors files formats generator grading jobs language layout ledger "
        "pictures schema single solver version web wording"
    ),
    "starters": "board book config errors files layout pictures printers schema",
    "maintenance": (
        "board config daily drawing engine errors files formats generator grading jobs ledger printers schema "
        "solver version wording"
    ),
    "studio": (
        "board book checking config daily drawing errors files formats generator grading jobs language layout "
        "ledger pictures printers schema single solver starters version wording"
    ),
    "api": "board config errors formats generator grading jobs language pictures single solver wording",
    "__init__": "api version",
    "cli": (
        "board book checking config daily drawing errors files formats generator jobs language ledger maintenance "
        "pictures printers schema single solver starters studio version wording"
    ),
    "__main__": "cli",
}


def imports_of(path: Path) -> set[str]:
    """Full names of all modules and names that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
            if node.module == "puzzlegen":
                names |= {f"puzzlegen.{alias.name}" for alias in node.names}
    return names


def package_of(name: str) -> str:
    """``board`` of ``puzzlegen.board.grid``; ``puzzlegen.__version__`` is defined in ``version``."""
    return name.split(".")[1].replace("__version__", "version")


def test_imports_match_the_table() -> None:
    found: dict[str, set[str]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        package = path.relative_to(ROOT).parts[0].removesuffix(".py")
        names = imports_of(path)
        ours = {package_of(name) for name in names if name.startswith("puzzlegen.")}
        found.setdefault(package, set()).update(ours - {package})
        outside = {name.split(".")[0] for name in names}
        assert package == "engine" or "numba" not in outside, f"{path}: only engine imports numba"
        if path.name != "reportlab_defaults.py":
            assert "reportlab" not in outside, f"{path}: reportlab is imported where the environment cannot change it"
        if package == "layout":
            assert not outside & {"reportlab", "PIL", "pikepdf", "pypdfium2"}, f"{path}: layout uses no drawing library"
        if path.name == "exact.py":
            assert ours <= {"board", "errors", "solver"}, f"{path}: the exact solver shares no code with the tiers"
            assert not any(name.startswith("puzzlegen.solver") for name in names), path
    assert {package: set(allowed.split()) for package, allowed in IMPORTS.items()} == found


def test_a_plain_installation_has_all_that_is_imported() -> None:
    about = tomllib.loads((ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    base = {canonicalize_name(Requirement(need).name) for need in about["dependencies"]}
    base |= set(map(canonicalize_name, (about["name"], "pydantic-core")))  # the second is a part of pydantic
    brought_by = packages_distributions()
    names = {name.split(".")[0] for path in ROOT.rglob("*.py") for name in imports_of(path)}
    missing = {
        name
        for name in names - sys.stdlib_module_names
        if not base & {canonicalize_name(one) for one in brought_by.get(name, ())}
    }
    # Of the extras "languages" and "jit": without the first one line says what to install; the second is to build
    assert missing == {"babel", "llvmlite", "numba"}


def test_imports_only_point_up_the_table() -> None:
    order = list(IMPORTS)
    for package, allowed in IMPORTS.items():
        assert all(order.index(other) < order.index(package) for other in allowed.split()), package
