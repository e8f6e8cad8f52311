"""What docs/stability.md promises to keep, in promises.txt: each thing that users name, with facts that they rely on.

``python tests/structure/promises.py --write`` adds what is new, and removes nothing: what goes is taken out of the file
by hand, with the first number of the version. A key of a config has its values and default, an option those that it
lists, a key of JSON the type of its value.
"""

import enum
import inspect
import json
import re
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, get_type_hints

import typer

import puzzlegen
from puzzlegen.api import Properties
from puzzlegen.checking.findings import FINDING_TYPES
from puzzlegen.cli.app import app_with
from puzzlegen.config import day_files
from puzzlegen.config.load import schema_json
from puzzlegen.config.ornaments import ornament_names
from puzzlegen.config.palettes import load_palettes
from puzzlegen.config.themes import ThemeConfig, theme_names
from puzzlegen.files import build_folder
from puzzlegen.files.templates import languages
from puzzlegen.printers.requirements import load_printers

HERE = Path(__file__).resolve().parent
RECORD = HERE / "promises.txt"
ROOT = HERE.parents[1]
Facts = Iterator[tuple[str, str]]  # what is named, and a fact about it, which is empty for that it is there
SWITCH = {"yes", "no", True, False}  # the values of a switch, among other ways to write them


def of_configs() -> Facts:
    """Yield the keys of books, dailies and themes, their values and defaults, and names that are values."""
    for kind in ("book", "daily"):
        yield from of_schema(kind, json.loads(schema_json(kind)))
    yield from of_schema("theme", ThemeConfig.model_json_schema())
    texts = (ROOT / "templates" / "en").glob("*.md")
    lists: dict[str, Iterable[str]] = {
        "profile": load_printers(),
        "palette": load_palettes(),
        "theme": theme_names(),
        "ornaments": ornament_names(),
        "language": languages(),
        "picture": (path.stem for path in (ROOT / "templates" / "pictures").glob("*/*.txt")),
        "placeholder": re.findall(r"\{\{ (\w+)", "".join(path.read_text("utf-8") for path in texts)),
    }
    for name, values in lists.items():
        yield from ((f"names of {name}", value) for value in values)


def of_schema(kind: str, schema: dict[str, Any]) -> Facts:
    """Yield the facts of a JSON Schema; a group at several places is listed once, at the first one."""
    groups, told = schema.get("$defs", {}), dict[str, str]()
    waiting = deque([(kind, schema)])
    while waiting:
        place, node = waiting.popleft()
        yield place, ""
        if not isinstance(node.get("default", {}), dict):
            yield place, f"default {json.dumps(node['default'])}"
        if "$ref" in node:
            group = node["$ref"].rpartition("/")[2]
            if group in told:
                yield place, f"as {told[group]}"
                continue
            told[group], node = place, groups[group]
        yield from ((place, fact) for fact in _values(node))
        for key, inner in node.get("properties", {}).items():
            waiting.append((f"{place}.{key}", inner))
            if key not in node.get("required", ()):
                yield f"{place}.{key}", "may be left out"
        waiting.extend((place, inner) for key in ("anyOf", "oneOf", "allOf") for inner in node.get(key, ()))
        if isinstance(node.get("items"), dict):
            waiting.append((f"{place}[]", node["items"]))


def _values(node: dict[str, Any]) -> Iterator[str]:
    """Yield the values that a part of a schema allows: listed ones, or their types and bounds."""
    values = node.get("enum", [node["const"]] if "const" in node else [])
    yield from ["yes or no"] if set(values) >= SWITCH else map(str, values)
    types = [] if values else node.get("type", [])
    yield from [types] if isinstance(types, str) else types
    yield from (f"{bound} {node[bound]:g}" for bound in ("minimum", "maximum") if bound in node)


def of_commands() -> Facts:
    """Yield the commands, their arguments and options, with defaults and listed values."""
    waiting: list[tuple[str, Any]] = [("puzzlegen", typer.main.get_command(app_with()))]
    while waiting:
        name, command = waiting.pop()
        yield name, ""
        waiting += [(f"{name} {key}", one) for key, one in getattr(command, "commands", {}).items()]
        for number, one in enumerate(command.params):
            options = [text for text in (*one.opts, *one.secondary_opts) if text.startswith("-")]
            place = f"{name} {max(one.opts, key=len) if options else f'argument {number}'}"
            yield from ((f"{name} {option}", "") for option in options)
            yield place, "" if one.required else "may be left out"
            if one.multiple or one.nargs == -1:
                yield place, "several"
            if isinstance(one.default, str | int | float) and not isinstance(getattr(one, "show_default", ""), str):
                yield place, f"default {one.default}"  # that of --jobs is in words
            listed = (one.metavar or "").strip("[]<>").split("|")
            yield from ((place, value) for value in listed if len(listed) > 1)


def of_python() -> Facts:
    """Yield the public names, the arguments of functions, and the fields and methods that the guide names."""
    guide = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    named = {*re.findall(r"\.(\w+)", guide), *re.findall(r"(\w+)=", guide)}
    for name in puzzlegen.__all__:
        value = getattr(puzzlegen, name)
        yield name, ""
        if inspect.isfunction(value):
            yield from _arguments(name, value)
        elif inspect.isclass(value) and issubclass(value, enum.Enum):
            yield from ((f"{name}.{one.name}", str(one.value)) for one in value)
        elif inspect.isclass(value):
            keys = {*getattr(value, "__dataclass_fields__", ()), *dir(value)} & named
            yield from ((f"{name}.{key}", "") for key in keys if not key.startswith("_"))
    yield from ((f"generate {key}=", "") for key in get_type_hints(Properties))


def _arguments(place: str, function: Callable[..., Any]) -> Facts:
    for number, one in enumerate(inspect.signature(function).parameters.values()):
        if one.kind is one.POSITIONAL_OR_KEYWORD:
            yield f"{place} {one.name}=", f"argument {number}"
        if one.kind is not one.VAR_KEYWORD and one.default is not one.empty:
            yield f"{place} {one.name}=", f"default {getattr(one.default, 'name', repr(one.default))}"


def of_files() -> Facts:
    """Yield the names of the files of a book, a day and a published site, and the codes of findings."""
    beside = (
        *day_files.TOP_FILES,
        *day_files.WANTED_FILES,
        *day_files.LASTING_FILES,
        day_files.TODAY,
        day_files.MONTHS,
    )
    names = {"book": (*build_folder.FILES, build_folder.MANIFEST), "day": day_files.DAY_FILES, "site": beside}
    for place, files in {**names, "findings": FINDING_TYPES}.items():
        yield from ((place, name) for name in files)


PUZZLE = "4x4:a13f3a2a2a0"
BOOK = """
title: B
series: promises
page: {profile: home-letter}
sections: [{name: A, count: 2, size: 6x5, difficulty: medium, effort: high, titles: {1: One}}]
"""
DAILY = """
title: D
series: promises
address: https://daily.example/d/
start: 2026-12-01
hold_solution: no
week:
  tuesday: {size: 6x5, difficulty: medium, effort: low, title: One}
  wednesday: {kind: classic, size: 8x8, mines: 9, difficulty: easy}
"""
PRINTED = {  # commands that print JSON, by their name, with their options
    "solve": (PUZZLE, "3x1:a1a", "5x2:e.131.", "--format", "json"),
    "solve --explain": (PUZZLE, "--explain", "--format", "json"),
    "grade": (PUZZLE, "--format", "json"),
    "convert": (PUZZLE, "--to", "json"),
    "generate": ("--size", "6x5", "--seed", "promises", "--effort", "low", "--format", "json"),
    "classic": ("--size", "8x8", "--mines", "9", "--seed", "promises", "--format", "json"),
    "doctor": ("--format", "json"),
    "book": ("book.yaml", "-o", "book"),
    "daily": ("daily.yaml", "-o", "days", "--date", "2026-12-01", "--days", "2", "--as-of", "2026-12-03"),
    "ledger list": ("--ledger", "ledger.sqlite", "--format", "json"),
    "ledger show": ("1", "--ledger", "ledger.sqlite", "--format", "json"),
    "ledger export": ("--ledger", "ledger.sqlite"),
}
WRITTEN = {"puzzles.jsonl": "book/puzzles.jsonl", "puzzle.json": "days/2026-12-0*/puzzle.json"}


def of_json() -> Facts:
    """Yield the keys of what commands print and write as JSON, with the types of their values."""
    from commands import puzzlegen as run  # noqa: PLC0415  # a helper of tests, which is found only now

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "book.yaml").write_text(BOOK, encoding="utf-8")
        (folder / "daily.yaml").write_text(DAILY, encoding="utf-8")
        for command, words in PRINTED.items():
            done = run(*command.split(), *words, cwd=folder)
            assert done.returncode in {0, 1}, done.stderr
            yield from _keys_of_lines(command, done.stdout)
        for place, pattern in WRITTEN.items():
            for path in sorted(folder.glob(pattern)):
                yield from _keys_of_lines(place, path.read_text(encoding="utf-8"))


def _keys_of_lines(place: str, text: str) -> Facts:
    for line in text.splitlines() if text.startswith('{"') else [text] * text.startswith("{"):
        yield from _keys(place, json.loads(line))


def _keys(place: str, value: object) -> Facts:
    yield place, "" if value is None else type(value).__name__
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield from _keys(f"{place} {'NAME' if '.' in key else key}", inner)  # files of a day by their names
    for inner in value if isinstance(value, list) else ():
        yield from _keys(f"{place}[]", inner)


GROUPS = {"configs": of_configs, "commands": of_commands, "python": of_python, "files": of_files, "json": of_json}


def lines_of(facts: Iterable[tuple[str, str]]) -> str:
    """Return facts as the file has them: a line for each name, with all that is known about it."""
    by_name: dict[str, set[str]] = {}
    for name, fact in facts:
        by_name.setdefault(name, set()).update({fact} - {""})
    rows = (f"{name}: {' | '.join(sorted(known))}".removesuffix(": ") for name, known in sorted(by_name.items()))
    return "".join(f"{row}\n" for row in rows)


def read_record() -> dict[str, set[tuple[str, str]]]:
    """Read the facts that were promised, by group."""
    found: dict[str, set[tuple[str, str]]] = {}
    text = RECORD.read_text(encoding="utf-8") if RECORD.exists() else ""
    for group, lines in re.findall(r"^# (\w+)\n((?:[^#].*\n)*)", text, re.MULTILINE):
        rows = [line.partition(": ") for line in lines.splitlines()]
        found[group] = {(name, fact) for name, _, facts in rows for fact in ("", *facts.split(" | "))}
    return found


def main() -> None:
    """Add what is new to the record."""
    sys.path[:0] = [str(HERE.parent / "e2e"), str(HERE.parent)]  # as pytest finds helpers
    before = read_record()
    groups = (f"# {group}\n{lines_of({*before.get(group, ()), *find()})}" for group, find in GROUPS.items())
    RECORD.write_text("".join(groups), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    main()
