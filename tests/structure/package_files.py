"""Reads the modules of the package as syntax trees, and finds which modules import which."""

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

Node = TypeVar("Node", bound=ast.AST)
ROOT = Path(__file__).parents[2] / "puzzlegen"


@dataclass(frozen=True, eq=False)
class Module:
    """A module of the package: its full name, its file, its text and its syntax tree."""

    name: str
    path: Path
    source: str
    tree: ast.Module

    @functools.cached_property
    def _by_type(self) -> dict[type[ast.AST], list[ast.AST]]:
        found: dict[type[ast.AST], list[ast.AST]] = {}
        for node in ast.walk(self.tree):  # once for all counts: walking all trees takes a second
            found.setdefault(type(node), []).append(node)
        return found

    def nodes_of(self, kind: type[Node]) -> list[Node]:
        """Return all nodes of a type, in the order of ast.walk."""
        return cast(list[Node], self._by_type.get(kind, []))

    @property
    def place(self) -> str:
        """The file as a reader of the repository names it."""
        return self.path.relative_to(ROOT.parent).as_posix()


@functools.cache
def modules() -> tuple[Module, ...]:
    """Read all modules of the package, in the order of their paths."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
        source = path.read_text(encoding="utf-8")
        found.append(Module(name, path, source, ast.parse(source)))
    return tuple(found)


def imports_of(module: Module) -> list[ast.Import | ast.ImportFrom]:
    """Return all imports of a module, wherever they are."""
    return [*module.nodes_of(ast.Import), *module.nodes_of(ast.ImportFrom)]


def _run_imports(module: Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports of a module, without those that only a type checker reads."""
    tests = [one for one in module.nodes_of(ast.If) if "TYPE_CHECKING" in ast.unparse(one.test)]
    typed = {id(node) for test in tests for statement in test.body for node in ast.walk(statement)}
    yield from (one for one in imports_of(module) if id(one) not in typed)


def import_graph(files: tuple[Module, ...]) -> dict[str, set[str]]:
    """Return the modules that each module imports when it is loaded or later, imports for types alone left out."""
    names = {one.name for one in files}
    graph: dict[str, set[str]] = {name: set() for name in names}
    for one in files:
        for node in _run_imports(one):
            if isinstance(node, ast.ImportFrom):
                wanted = {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
            else:
                wanted = {alias.name for alias in node.names}
            graph[one.name] |= wanted & names - {one.name, ROOT.name}
    return graph


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules that import each other, directly or through others (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return sorted(found)
