"""Every message that the package looks up is in the English file, with its placeholders, and each of the file is used.

The calls are read from the source, so that a wrong key or placeholder is an error of this test, not of a run.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import puzzlegen
from puzzlegen.language.catalogue import load, placeholders
from puzzlegen.language.messages import Message

PACKAGE = Path(puzzlegen.__file__).parent
LOOKUPS = {"text": str, "pattern": str, "plural": dict, "forms": dict, "group": object}
GIVES_MESSAGES = {"load", "for_variant", "for_classic"}  # functions that return Messages
ENGLISH = load("en").entries


def name_of(node: ast.expr) -> str:
    """Return the last name of an expression: ``messages`` of ``self.messages`` and of ``messages[0]``."""
    if isinstance(node, ast.Call | ast.Subscript):
        return name_of(node.func if isinstance(node, ast.Call) else node.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def holes_of(message: Message) -> set[str]:
    """Return the placeholders that a call fills; the count of a plural is filled in by itself."""
    return set(placeholders(message)) if isinstance(message, str) else set(placeholders(message["other"])) - {"count"}


@dataclass
class Reader:
    """Reads one module. ``problems`` has what is wrong with its calls, ``used`` the keys that they look up."""

    tree: ast.AST
    in_messages: bool = False  # whether the module is that of Messages, where ``self`` looks up messages

    def __post_init__(self) -> None:
        self.problems: list[str] = []
        self.used: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOOKUPS:
                self.read(node, node.func)
            for name in named_as_messages(node):
                if not name.endswith("messages"):
                    self.problems.append(f"{node.lineno}: {name} are Messages, so its name must end in messages")

    def read(self, call: ast.Call, function: ast.Attribute) -> None:
        receiver, method = name_of(function.value), function.attr
        known = receiver.endswith("messages") or receiver in GIVES_MESSAGES or (receiver == "self" and self.in_messages)
        patterns = list(patterns_of(call.args[0])) if call.args else []
        if not known:
            if method != "group" and any(re.fullmatch(one, key) for one in patterns for key in ENGLISH):
                self.problems.append(f"{call.lineno}: {receiver}.{method} looks up a message in another object")
            return
        if not patterns:
            if not self.in_messages:
                self.problems.append(f"{call.lineno}: the key must be written in the call")
            return
        ends = r"\..*" if method == "group" else ""
        for pattern in patterns:
            found = {key: m for key, m in ENGLISH.items() if re.fullmatch(pattern + ends, key)}
            fitting = {key: message for key, message in found.items() if isinstance(message, LOOKUPS[method])}
            if not fitting:
                names = ", ".join(found)
                words = f"{names} is not for {method}" if found else f"{pattern} is no key of English"
                self.problems.append(f"{call.lineno}: {words}")
            self.check(call, method, fitting)
            self.used |= fitting.keys()

    def check(self, call: ast.Call, method: str, found: dict[str, Message]) -> None:
        """Report placeholders that the call lacks; if it names the keys in full, also those that none of them has."""
        if method in ("text", "plural"):
            filled = {str(word.arg) for word in call.keywords} - ({"count"} if method == "plural" else set())
            holes = [holes_of(message) for message in found.values()]
            if any(not one <= filled for one in holes):
                self.problems.append(f"{call.lineno}: fills in {sorted(filled)}, needed {sorted(set().union(*holes))}")
            elif found and isinstance(call.args[0], ast.Constant) and filled != holes[0]:
                self.problems.append(f"{call.lineno}: fills in {sorted(filled - holes[0])}, which are not there")


def patterns_of(key: ast.expr) -> Iterator[str]:
    """Yield a regular expression for each key that an argument can be."""
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        yield re.escape(key.value)
    elif isinstance(key, ast.IfExp):
        yield from (*patterns_of(key.body), *patterns_of(key.orelse))
    elif isinstance(key, ast.JoinedStr):
        parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[^.]+" for part in key.values)
        yield "".join(parts)


def named_as_messages(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node gives to Messages: by an annotation, or by what it assigns."""
    if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
        if re.fullmatch(r"Messages( \| None)?", ast.unparse(node.annotation)):
            yield node.arg if isinstance(node, ast.arg) else name_of(node.target)
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
        function = node.value.func
        if name_of(function) in GIVES_MESSAGES - {"load"} or ast.unparse(node.value) == "load(language)":
            yield from (name_of(target) for target in node.targets)


def test_every_message_of_the_package_is_in_the_english_file_and_the_other_way_round() -> None:
    used: set[str] = set()
    problems = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        reader = Reader(ast.parse(path.read_text(encoding="utf-8")), in_messages=name == "language/messages.py")
        problems += [f"{name}:{problem}" for problem in reader.problems]
        used |= reader.used
    assert problems == []
    assert ENGLISH.keys() - used == set(), "no code uses these"


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("messages.text('key.headin')", "is no key of English"),
        ("context.messages.text('key.note', page=3)", "fills in ['page'], which are not there"),
        ("messages.for_variant(variant).text('puzzle.answer')", "fills in [], needed ['page']"),
        ("load(language).text('puzzle.answer', pages=3)", "fills in ['pages'], needed ['page']"),
        ("messages.text('puzzle.par' if low < high else 'puzzle.par_about', low=3)", "needed ['high', 'low']"),
        ("messages.text(f'techniques.{code}.reason', clue='')", "needed ['clue', 'count'"),
        ("messages.text(f'{code}.headin')", "is no key of English"),
        ("messages.text('puzzle.mines')", "puzzle.mines is not for text"),
        ("messages.plural('key.note', 3)", "key.note is not for plural"),
        ("messages.plural('step.mines', 3)", "fills in [], needed ['cells']"),
        ("messages.pattern('step.mines.one')", "is no key of English"),
        ("messages.group('steps')", "is no key of English"),
        ("messages.text(key)", "the key must be written in the call"),
        ("words.text('key.heading')", "words.text looks up a message in another object"),
        ("def page(words: Messages): pass", "words are Messages"),
        ("own = messages.for_variant(variant)", "own are Messages"),
    ],
)
def test_a_wrong_lookup_is_reported(code: str, problem: str) -> None:
    assert problem in Reader(ast.parse(code)).problems[0]


def test_right_lookups_are_not() -> None:
    code = "messages.plural('puzzle.mines', 3, count='three'); form.text('title'); match.group('key'); font.text(name)"
    assert Reader(ast.parse(code)).problems == []
