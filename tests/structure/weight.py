"""Weighs the package: lines of code by capability, joints, modules, circles of files, functions, repeated decisions.

``python tests/structure/weight.py`` prints every figure beside its limit, and exits with 1 if one is exceeded.
``--list`` also names the modules, circles and places. ``limits.yaml`` has the limits, and says what each capability is.
All limits are absolute: a share punishes shrinking, because it grows when other lines go.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from complexity import complex_functions
from error_texts import taken_apart
from package_files import ROOT, Module, circles, import_graph, imports_of, modules

LIMITS = Path(__file__).with_name("limits.yaml")
SMALL, LARGE, CROWDED = 60, 500, 25  # lines, lines, imported names of the package
CODELESS = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
SLACK = 0.03  # how far the lines of a capability may be below their limit, as a share of it
VAGUE = {"found", "one", "at"}  # names of locals that do not say what they hold


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
    Figure("code_lines", "lines of code, without comments and docstrings", 0.01),
    Figure("joint_lines", "of these, lines of imports, signatures and decorators", 0.01),
    Figure("crowded_modules", f"modules that import over {CROWDED} names of the package"),
    Figure("circles", "circles of files"),
    Figure("functions", "functions", 0.01),
    Figure("functions_over_20", "functions over complexity 20"),
    Figure("functions_over_10", "functions over complexity 10"),
    Figure("vague_names", f"functions with a local named {', '.join(sorted(VAGUE))}", 0.01),
    Figure("kernel_parameters", "parameters of all kernels"),
    Figure("json_readers", "modules that call json.loads"),
    Figure("error_texts", "places where the text of an error is taken apart"),
)


@dataclass(frozen=True)
class Capability:
    """What lines are for: its name, a pattern of the paths of its modules, and its limit in code lines."""

    name: str
    paths: str
    most: int


@dataclass
class Weight:
    """The figures by their keys, code lines by capability, and the modules, circles and places behind figures."""

    figures: dict[str, float] = field(default_factory=dict)
    capabilities: Counter[str] = field(default_factory=Counter)
    behind: dict[str, list[str]] = field(default_factory=dict)
    circles: list[list[str]] = field(default_factory=list)


def code_lines(module: Module) -> set[int]:
    """Return the numbers of the lines with a token that is neither a comment nor in a docstring."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(module.source).readline):
        if token.type not in CODELESS:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(module.tree):
        match node:
            case ast.Module() | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                if ast.get_docstring(node, clean=False) is not None:
                    lines -= _lines(node.body[0])
    return lines


def joint_lines(module: Module, code: set[int]) -> set[int]:
    """Return the lines of code that are imports, signatures and decorators."""
    joints = {number for node in imports_of(module) for number in _lines(node)}
    for function in functions_of(module):
        joints.update(range(function.lineno, function.body[0].lineno))
        for decorator in function.decorator_list:
            joints |= _lines(decorator)
    return joints & code


def functions_of(module: Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return the functions and methods of a module, inner ones too."""
    return [*module.nodes_of(ast.FunctionDef), *module.nodes_of(ast.AsyncFunctionDef)]


def has_vague_name(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Say whether a function assigns to a name that does not say what it holds."""
    return any(
        isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in VAGUE
        for node in ast.walk(function)
    )


def _lines(node: ast.stmt | ast.expr) -> set[int]:
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))


def imported_names(module: Module) -> int:
    """Count the names of the package that a module imports."""
    imports = module.nodes_of(ast.ImportFrom)
    return sum(len(node.names) for node in imports if (node.module or "").split(".")[0] == ROOT.name)


def _is_kernel(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(re.search(r"\bkernel\b", ast.unparse(decorator)) for decorator in function.decorator_list)


def weigh(files: tuple[Module, ...], capabilities: list[Capability]) -> Weight:
    """Measure all figures of these modules."""
    weight = Weight()
    behind: dict[str, list[str]] = {figure.key: [] for figure in FIGURES}
    counts: Counter[str] = Counter()
    for module in files:
        code, functions = code_lines(module), functions_of(module)
        total = len(module.source.splitlines())
        counts["code_lines"] += len(code)
        counts["joint_lines"] += len(joint_lines(module, code))
        counts["functions"] += len(functions)
        counts["kernel_parameters"] += sum(len(one.args.args) for one in functions if _is_kernel(one))
        inside = module.path.relative_to(ROOT).as_posix()
        weight.capabilities[next(one.name for one in capabilities if re.search(one.paths, inside))] += len(code)
        if module.path.name != "__init__.py" and total < SMALL:
            behind["small_modules"].append(f"{module.place} {total}")
        if total > LARGE:
            behind["large_modules"].append(f"{module.place} {total}")
        if (names := imported_names(module)) > CROWDED:
            behind["crowded_modules"].append(f"{module.place} {names}")
        if "json.loads(" in module.source:
            behind["json_readers"].append(module.place)
        behind["vague_names"] += [f"{module.place}:{one.lineno} {one.name}" for one in functions if has_vague_name(one)]
    weight.circles = circles(import_graph(files))
    behind["circles"] = [", ".join(circle) for circle in weight.circles]
    complex_ones = complex_functions(files)
    behind["functions_over_20"] = [f"{one.place} {one.line}" for one in complex_ones if one.figure > 20]
    behind["functions_over_10"] = [f"{one.place} {one.line}" for one in complex_ones]
    behind["error_texts"] = taken_apart(files)
    weight.behind = behind
    weight.figures = {**{key: len(rows) for key, rows in behind.items()}, **counts, "modules": len(files)}
    return weight


@dataclass(frozen=True)
class Limits:
    """The limits of figures, the capabilities with theirs, and the circles of files that still exist."""

    figures: dict[str, float]
    circles: list[list[str]]
    capabilities: list[Capability] = field(default_factory=list)


def read_limits() -> Limits:
    """Read limits.yaml. The limit of circles is their number."""
    data = yaml.safe_load(LIMITS.read_text(encoding="utf-8"))
    circles_left = data.pop("circles")
    capabilities = [Capability(**row) for row in data.pop("capabilities")]
    return Limits({**data, "circles": len(circles_left)}, circles_left, capabilities)


def exceeded(weight: Weight, limits: Limits) -> list[str]:
    """Return a line for each figure above its limit, with what is behind it, and for each circle that is not listed."""
    lines = []
    for figure in FIGURES:
        value, limit = weight.figures[figure.key], limits.figures[figure.key]
        if value > limit:
            lines.append(f"{figure.key}: {value:g} {figure.meaning}, at most {limit:g} are allowed")
    for row in limits.capabilities:
        if (number := weight.capabilities[row.name]) > row.most:
            lines.append(f"capabilities: {number} code lines of {row.name}, at most {row.most} are allowed")
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
    for row in limits.capabilities:
        if (number := weight.capabilities[row.name]) < row.most * (1 - SLACK):
            lines.append(
                f"capabilities: {number} code lines of {row.name}: lower the limit {row.most} in {LIMITS.name}"
            )
    return lines


def main(words: list[str]) -> int:
    """Print all figures beside their limits; return 1 if one is exceeded, else 0."""
    limits = read_limits()
    weight = weigh(modules(), limits.capabilities)
    for figure in FIGURES:
        value, limit = weight.figures[figure.key], limits.figures[figure.key]
        print(f"{value:>8g} of {limit:>8g}  {figure.meaning}" + ("  EXCEEDED" if value > limit else ""))
        if "--list" in words:
            print("".join(f"{' ' * 21}{row}\n" for row in weight.behind.get(figure.key, ())), end="")
    for row in limits.capabilities:
        number = weight.capabilities[row.name]
        print(f"{number:>8} of {row.most:>8}  code lines: {row.name}" + ("  EXCEEDED" if number > row.most else ""))
    problems = exceeded(weight, limits)
    print("".join(f"{line}\n" for line in problems), end="", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
