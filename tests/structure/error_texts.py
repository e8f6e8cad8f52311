"""Finds where the package turns an error into text and takes that text apart, rather than read fields of the error.

The text of an error is made by ``str(error)``, ``repr(error)``, ``error.args[0]``, ``error.message`` or an f-string.
Here ``error`` is a caught exception, or an argument whose annotation names an error. So is the detail of a finding.
It is followed through local variables, methods of texts and functions of the package, but not through lists, records
and other processes. A place is where it is split, sliced, compared, searched or replaced, or where it is passed to a
function of the package that does so.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from package_files import Module

_SPLITS = frozenset({"partition", "rpartition", "split", "rsplit", "splitlines", "findall", "finditer"})
_TESTS = frozenset({"startswith", "endswith", "find", "rfind", "index", "rindex", "count"})
_CHANGES = frozenset({"removeprefix", "removesuffix", "replace", "translate"})
_TAKES_APART = _SPLITS | _TESTS | _CHANGES
_SEARCHES = frozenset({"match", "search", "fullmatch", "findall", "finditer", "sub", "subn", "split"})  # of patterns
_KEEPS = _CHANGES | {"strip", "lstrip", "rstrip", "lower", "upper", "casefold", "capitalize", "format", "encode"}
_TEXTS = frozenset({"message", "msg"})  # attributes of exceptions, besides args
_DETAIL = "detail"  # attribute of findings, and their key in reports
_Function = ast.FunctionDef | ast.AsyncFunctionDef
Places = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class _Known:
    """A function of the package, with the names that its module knows."""

    module: Module
    node: _Function
    names: dict[str, str]

    @property
    def parameters(self) -> list[ast.arg]:
        """All named parameters, in the order of a call."""
        return [*self.node.args.posonlyargs, *self.node.args.args, *self.node.args.kwonlyargs]

    @property
    def errors(self) -> frozenset[str]:
        """The parameters whose annotation names an error."""
        return frozenset(one.arg for one in self.parameters if _names_error(one.annotation))

    @property
    def has_errors(self) -> bool:
        """Whether the function names an error that it catches, or may use the text of a finding."""
        if _DETAIL in self.module.source:
            return True
        lines = range(self.node.lineno, (self.node.end_lineno or 0) + 1)
        return any(one.lineno in lines for one in self.module.nodes_of(ast.ExceptHandler) if one.name)


@dataclass(frozen=True)
class _Result:
    """The places found in a function and in those it passes texts to, and whether it returns the text of an error."""

    places: Places = frozenset()
    returns_text: bool = False


@dataclass
class _Finder:
    """Reads functions of the package with given parameters as errors and as texts of errors, each once."""

    functions: dict[str, _Known]
    results: dict[tuple[str, frozenset[str], frozenset[str]], _Result] = field(default_factory=dict)

    def result(self, name: str, errors: frozenset[str], texts: frozenset[str]) -> _Result:
        """Read a function; one that is being read already, because it calls itself, finds nothing more."""
        key = (name, errors, texts)
        if key not in self.results:
            self.results[key] = _Result()
            known = self.functions[name]
            errors |= known.errors
            if errors or texts or known.has_errors:
                reader = _Reader(self, known.module, known.names, set(errors), set(texts))
                self.results[key] = reader.read(known.node.body)
        return self.results[key]


@dataclass
class _Reader:
    """Follows the texts of errors through a function, or through the top level of a module."""

    finder: _Finder
    module: Module
    names: dict[str, str]  # what the module calls functions of the package, with their full names
    errors: set[str]
    texts: set[str]
    lists: set[str] = field(default_factory=set)  # variables with the parts of a text
    places: set[tuple[str, int]] = field(default_factory=set)
    returns_text: bool = False

    def read(self, body: list[ast.stmt]) -> _Result:
        """Look through statements until no further variable is found to have the text of an error."""
        before = -1
        while before != len(self.texts) + len(self.lists):
            before = len(self.texts) + len(self.lists)
            for statement in body:
                self._visit(statement)
        return _Result(frozenset(self.places), self.returns_text)

    def _visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return  # read by itself
        name = node.name if isinstance(node, ast.ExceptHandler) else None
        outer = set(self.errors)
        if name:
            self.errors.add(name)
        self._note(node)
        for child in ast.iter_child_nodes(node):
            self._visit(child)
        self.errors = outer

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
                self._assign(target, value)
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                if self._is_list(value):  # a text itself has characters alone
                    self.texts |= _variables(target)
            case ast.Return(value=ast.expr() as value):
                self.returns_text |= self._is_text(value)
            case ast.Call():
                self._note_call(node)
            case ast.Compare(left=left, comparators=comparators) if any(map(self._is_text, (left, *comparators))):
                self._found(node)
            case ast.Subscript(value=value) if self._is_text(value):
                self._found(node)

    def _note_call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute):
            method = node.func.attr
            searched = method in _SEARCHES and any(map(self._is_text, node.args))
            if searched or (method in _TAKES_APART and self._is_text(node.func.value)):
                self._found(node)
        if (found := self._called(node)) and found.places:
            self._found(node)
            self.places |= found.places

    def _found(self, node: ast.expr) -> None:
        self.places.add((self.module.place, node.lineno))

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple | ast.List) and self._is_list(value):
            self.texts |= _variables(target)
        elif isinstance(target, ast.Name) and self._is_list(value):
            self.lists.add(target.id)
        elif isinstance(target, ast.Name) and self._is_text(value):
            self.texts.add(target.id)

    def _is_error(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.errors

    def _is_list(self, node: ast.expr) -> bool:
        """Say whether an expression has several parts of the text of an error."""
        match node:
            case ast.Name(id=name):
                return name in self.lists
            case ast.Attribute(value=value, attr="args"):
                return self._is_error(value)
            case ast.Call(func=ast.Attribute(value=value, attr=method), args=args) if method in _SPLITS:
                return any(map(self._is_text, (value, *args)))
            case ast.Subscript(value=value, slice=ast.Slice()):
                return self._is_list(value)
        return False

    def _is_text(self, node: ast.expr) -> bool:
        """Say whether an expression has the text of an error, or one part of it."""
        match node:
            case ast.Name(id=name):
                return name in self.texts
            case ast.Attribute(value=value, attr=name):
                return name == _DETAIL or (name in _TEXTS and self._is_error(value))
            case ast.Subscript(slice=ast.Constant(value="detail")):
                return True
            case ast.Subscript(value=value, slice=index):
                return self._is_text(value) or (self._is_list(value) and not isinstance(index, ast.Slice))
            case ast.Call():
                return self._gives_text(node)
            case ast.JoinedStr(values=values):
                shown = [one.value for one in values if isinstance(one, ast.FormattedValue)]
                return any(self._is_error(one) or self._is_text(one) for one in shown)
            case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
                return self._is_text(one) or self._is_text(other)
            case ast.BoolOp(values=values):
                return any(map(self._is_text, values))
            case ast.NamedExpr(value=value):
                return self._is_text(value)
        return False

    def _gives_text(self, node: ast.Call) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value="detail"), *_]):
                return True
            case ast.Call(func=ast.Name(id="str" | "repr"), args=[value]):
                return self._is_error(value) or self._is_text(value)
            case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in _KEEPS:
                return self._is_text(value)
            case ast.Call(func=ast.Attribute(attr="join"), args=[value]):
                return self._is_list(value)
        found = self._called(node)
        return found is not None and found.returns_text

    def _called(self, node: ast.Call) -> _Result | None:
        """Return what is found in a function of the package that is called with an error or the text of one."""
        name = self.names.get(ast.unparse(node.func), "")
        if name not in self.finder.functions:
            return None
        given = dict(zip((one.arg for one in self.finder.functions[name].parameters), node.args, strict=False))
        given |= {one.arg: one.value for one in node.keywords if one.arg}
        errors = frozenset(one for one, value in given.items() if self._is_error(value))
        texts = frozenset(one for one, value in given.items() if self._is_text(value))
        return self.finder.result(name, errors, texts) if errors | texts else None


def _names_error(annotation: ast.expr | None) -> bool:
    words = ast.unparse(annotation).replace("|", " ").split() if annotation else []
    return any(word.endswith(("Error", "Exception")) for word in words)


def _variables(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def _names_in(module: Module, files: dict[str, Module]) -> dict[str, str]:
    """Return the full names of the functions of the package that a module calls as ``name`` or ``module.name``."""
    names = {one.name: f"{module.name}.{one.name}" for one in module.tree.body if isinstance(one, _Function)}
    for node in module.nodes_of(ast.ImportFrom):
        for alias in node.names:
            name, full = alias.asname or alias.name, f"{node.module}.{alias.name}"
            names[name] = full
            if full in files:
                functions = (one.name for one in files[full].tree.body if isinstance(one, _Function))
                names |= {f"{name}.{one}": f"{full}.{one}" for one in functions}
    return names


def _functions(module: Module) -> Iterator[tuple[str, _Function]]:
    """Yield every function with a name: its full name, or its line if it is a method or an inner function."""
    tops = set(map(id, module.tree.body))
    found: list[_Function] = [*module.nodes_of(ast.FunctionDef), *module.nodes_of(ast.AsyncFunctionDef)]
    for node in found:
        yield f"{module.name}.{node.name}" if id(node) in tops else f"{module.name}:{node.lineno}", node


def taken_apart(files: tuple[Module, ...]) -> list[str]:
    """Return the places, as ``file:line``, where the text of an error is taken apart."""
    by_name = {one.name: one for one in files}
    names = {one.name: _names_in(one, by_name) for one in files}
    functions = {name: _Known(one, function, names[one.name]) for one in files for name, function in _functions(one)}
    finder = _Finder(functions)
    places: set[tuple[str, int]] = set()
    for one in files:
        places |= _Reader(finder, one, names[one.name], set(), set()).read(one.tree.body).places
    for name in functions:
        places |= finder.result(name, frozenset(), frozenset()).places
    return [f"{file}:{line}" for file, line in sorted(places)]
