"""Finds where a decision about files that follow from something else is taken: each has one place (decision 30).

``python tests/structure/decisions.py`` prints the places of each decision.
"""

import ast
from collections.abc import Callable, Iterator

from package_files import Module, modules
from weight import functions_of

Function = ast.FunctionDef | ast.AsyncFunctionDef
FACTS = {"digest", "fact_of", "facts_of"}  # functions that read bytes or digest of a file
OPENNESS = {"may_show_answer", "shows_answer", "holds_solution", "hold_solution"}
PRESENTED = ("shown.", "self.holds")  # of a day as it is presented, which is decided before
WRITERS = {"write", "write_text", "write_bytes", "_move"}


def name_of(node: ast.expr) -> str:
    """Return the last name of a function or value, such as ``digest`` of ``build_folder.digest(path)``."""
    match node:
        case ast.Call():
            return name_of(node.func)
        case ast.Attribute():
            return node.attr
        case ast.Name():
            return node.id
    return ""


def calls(node: ast.AST, names: set[str]) -> bool:
    """Say whether there is a call of one of these names in a part of the code."""
    return any(isinstance(one, ast.Call) and one.args and name_of(one) in names for one in ast.walk(node))


def pairs_neighbors(function: Function) -> bool:
    """Say whether a function looks for the day before or after another: in one of the ways that were in use.

    They are ``zip([None, *days], days)``, ``days[: days.index(day)]``, ``one.date < day.date`` for each ``one``, and a
    loop that keeps the day ``before``.
    """
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name("zip")) if any(ast.unparse(one).startswith("[None, *") for one in node.args):
                return True
            case ast.Slice() if calls(node, {"index"}):
                return True
            case ast.Compare(left=left, ops=[ast.Lt() | ast.Gt()], comparators=[right]) if name_of(right) == "date":
                loops = [one for one in ast.walk(function) if isinstance(one, ast.comprehension)]
                each = {name for one in loops for name in (ast.unparse(one.target), f"{ast.unparse(one.target)}.date")}
                if ast.unparse(left) in each:
                    return True
            case ast.For() if any(
                isinstance(one, ast.Name) and one.id == "before" and isinstance(one.ctx, ast.Store)
                for statement in node.body
                for one in ast.walk(statement)
            ):
                return True
    return False


def compares_with_record(function: Function) -> bool:
    """Say whether a function compares bytes or digest of a file, or asks ``is_recorded`` to, which is the one place."""
    read = {
        ast.unparse(target)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and name_of(node.value) in FACTS
        for target in node.targets
    }
    return function.name == "is_recorded" or any(
        calls(one, FACTS) or ".of(content).fact" in ast.unparse(one) or not read.isdisjoint(names_in(one))
        for one in ast.walk(function)
        if isinstance(one, ast.Compare) and not all(isinstance(op, ast.Is | ast.IsNot) for op in one.ops)
    )


def names_in(node: ast.AST) -> set[str]:
    """Return the names in a part of the code."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def writes_manifest(function: Function) -> bool:
    """Say whether a function writes a file named manifest.json."""
    written = [one for one in ast.walk(function) if isinstance(one, ast.Call) and name_of(one) in WRITERS]
    return any("MANIFEST" in ast.unparse(one) for one in written)


def decides_openness(function: Function) -> bool:
    """Say whether a function asks by itself whether an answer may be shown, other than of a day as it is presented."""
    asked: list[ast.expr] = []
    for node in ast.walk(function):
        match node:
            case ast.BoolOp():
                asked += node.values
            case ast.UnaryOp():
                asked.append(node.operand)
            case ast.If() | ast.IfExp():
                asked.append(node.test)
            case ast.Call():
                asked.append(node.func)
    return any(name_of(one) in OPENNESS and not ast.unparse(one).startswith(PRESENTED) for one in asked)


DECISIONS: dict[str, Callable[[Function], bool]] = {
    "the day before and after another": pairs_neighbors,
    "whether a file is the recorded one": compares_with_record,
    "what a manifest contains on the disk": writes_manifest,
    "whether an answer may be shown": decides_openness,
}
DAILY = ("puzzlegen.daily.", "puzzlegen.maintenance.", "puzzlegen.studio.series")


def places(decision: str, files: tuple[Module, ...]) -> Iterator[str]:
    """Yield the functions that take a decision, as ``daily/plan.py work_on``."""
    for module in files:
        if decision.startswith(("the day", "whether an answer")) and not module.name.startswith(DAILY):
            continue
        for function in functions_of(module):
            if DECISIONS[decision](function):
                yield f"{module.place.removeprefix('puzzlegen/')} {function.name}"


if __name__ == "__main__":
    for decision in DECISIONS:
        found = list(places(decision, modules()))
        print(f"{len(found)}  {decision}", *found, sep="\n   ")
