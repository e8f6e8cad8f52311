"""Weighs the package: lines by kind, modules, imports, circles of files, complexity, texts of errors taken apart.

``python tests/structure/weight.py`` prints every figure beside its limit, and exits with 1 if one is exceeded.
``--list`` also names the modules, circles and places. ``limits.yaml`` has the limits.
"""

import ast
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from complexity import complex_functions
from error_texts import taken_apart
from package_files import ROOT, Module, circles, import_graph, imports_of, modules

LIMITS = Path(__file__).with_name("limits.yaml")
KINDS = ("code", "import", "docstring", "blank", "comment")
SMALL, LARGE, CROWDED = 60, 500, 25  # lines, lines, imported names of the package


@dataclass(frozen=True)
class Figure:
    """A figure of the package, with what it counts, and how far it may be below its limit, as a share of it."""

    key: str
    meaning: str
    slack: float = 0.0


FIGURES = (
    Figure("modules", "modules", 0.01),
    Figure("small_modules", f"modules under {SMALL} lines"),
    Figure("large_modules", f"modules over {LARGE} lines"),
    Figure("code_and_import_lines", "lines of code and of imports", 0.01),
    Figure("import_share", "imports, in percent of these lines", 0.01),
    Figure("crowded_modules", f"modules that import over {CROWDED} names of the package"),
    Figure("circles", "circles of files"),
    Figure("functions_over_20", "functions over complexity 20"),
    Figure("functions_over_10", "functions over complexity 10"),
    Figure("error_texts", "places where the text of an error is taken apart"),
)


@dataclass
class Weight:
    """The figures by their keys, and the modules, circles and places behind some of them."""

    lines: Counter[str] = field(default_factory=Counter)
    figures: dict[str, float] = field(default_factory=dict)
    behind: dict[str, list[str]] = field(default_factory=dict)
    circles: list[list[str]] = field(default_factory=list)


def lines_of(module: Module) -> Counter[str]:
    """Count the lines of a module by kind: code, import, docstring, blank, comment."""
    bodies = [
        *(node.body for node in module.nodes_of(ast.Module)),
        *(node.body for node in module.nodes_of(ast.ClassDef)),
        *(node.body for node in module.nodes_of(ast.FunctionDef)),
        *(node.body for node in module.nodes_of(ast.AsyncFunctionDef)),
    ]
    docstrings: set[int] = set()
    for body in bodies:
        match body:
            case [ast.Expr(value=ast.Constant(value=str())) as first, *_]:
                docstrings |= _lines(first)
    imports = {number for node in imports_of(module) for number in _lines(node)}
    count: Counter[str] = Counter()
    for number, line in enumerate(module.source.splitlines(), 1):
        if number in docstrings:
            count["docstring"] += 1
        elif number in imports:
            count["import"] += 1
        else:
            words = line.strip()
            count["comment" if words.startswith("#") else "code" if words else "blank"] += 1
    return count


def _lines(node: ast.stmt) -> set[int]:
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))


def imported_names(module: Module) -> int:
    """Count the names of the package that a module imports."""
    imports = module.nodes_of(ast.ImportFrom)
    return sum(len(node.names) for node in imports if (node.module or "").split(".")[0] == ROOT.name)


def weigh(files: tuple[Module, ...]) -> Weight:
    """Measure all figures of these modules."""
    weight = Weight()
    small, large, crowded = [], [], []
    for one in files:
        count = lines_of(one)
        weight.lines += count
        if one.path.name != "__init__.py" and count.total() < SMALL:
            small.append(f"{one.place} {count.total()}")
        if count.total() > LARGE:
            large.append(f"{one.place} {count.total()}")
        if (names := imported_names(one)) > CROWDED:
            crowded.append(f"{one.place} {names}")
    weight.circles = circles(import_graph(files))
    found = complex_functions(files)
    weight.behind = {
        "small_modules": small,
        "large_modules": large,
        "crowded_modules": crowded,
        "circles": [", ".join(circle) for circle in weight.circles],
        "functions_over_20": [f"{one.place} {one.line}" for one in found if one.figure > 20],
        "functions_over_10": [f"{one.place} {one.line}" for one in found],
        "error_texts": taken_apart(files),
    }
    code_and_imports = weight.lines["code"] + weight.lines["import"]
    weight.figures = {key: len(rows) for key, rows in weight.behind.items()}
    weight.figures["modules"] = len(files)
    weight.figures["code_and_import_lines"] = code_and_imports
    weight.figures["import_share"] = round(100 * weight.lines["import"] / max(code_and_imports, 1), 1)
    return weight


@dataclass(frozen=True)
class Limits:
    """The limits of figures, and the circles of files that still exist."""

    figures: dict[str, float]
    circles: list[list[str]]


def read_limits() -> Limits:
    """Read limits.yaml. The limit of circles is their number."""
    data = yaml.safe_load(LIMITS.read_text(encoding="utf-8"))
    found = data.pop("circles")
    return Limits({**data, "circles": len(found)}, found)


def exceeded(weight: Weight, limits: Limits) -> list[str]:
    """Return a line for each figure above its limit, with what is behind it, and for each circle that is not listed."""
    lines = []
    for figure in FIGURES:
        value, limit = weight.figures[figure.key], limits.figures[figure.key]
        if value > limit:
            lines.append(f"{figure.key}: {value:g} {figure.meaning}, at most {limit:g} are allowed")
    known = [set(circle) for circle in limits.circles]
    new = [circle for circle in weight.circles if not any(set(circle) <= one for one in known)]
    return lines + [f"circles: {', '.join(circle)} import each other: remove one of the imports" for circle in new]


def improved(weight: Weight, limits: Limits) -> list[str]:
    """Return a line for each limit that must be lowered, because its figure is below it by more than the slack."""
    lines = []
    for figure in FIGURES:
        value, limit = weight.figures[figure.key], limits.figures[figure.key]
        if value < limit * (1 - figure.slack):
            lines.append(f"{figure.key}: {value:g} {figure.meaning}: lower the limit {limit:g} in {LIMITS.name}")
    return lines


def main(words: list[str]) -> int:
    """Print all figures beside their limits; return 1 if one is exceeded, else 0."""
    weight, limits = weigh(modules()), read_limits()
    print(f"{weight.lines.total()} lines: " + ", ".join(f"{kind} {weight.lines[kind]}" for kind in KINDS))
    for figure in FIGURES:
        value, limit = weight.figures[figure.key], limits.figures[figure.key]
        print(f"{value:>8g} of {limit:>8g}  {figure.meaning}" + ("  EXCEEDED" if value > limit else ""))
        if "--list" in words:
            print("".join(f"{' ' * 21}{row}\n" for row in weight.behind.get(figure.key, ())), end="")
    problems = exceeded(weight, limits)
    print("".join(f"{line}\n" for line in problems), end="", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
