"""Unit tests as data: a YAML file of named cases beside a test, each an input and what it gives or its error says.

A file has groups, and a group has ``cases`` by their names. Keys of a case, or of its group where all cases share them:

- ``base``: a text, the first argument. ``put`` stands in it in place of its ``@``, or in place of the line that begins
  with the same key; the lines of ``more`` stand behind its end.
- ``given``: the further arguments: one, a list of several, or keywords.
- ``files``: files of the current folder, by name. A case that has them runs in a folder of its own.
- ``own``: a shipped template, a part of it, and another part: a copy with this change is the user's own.
- ``gives``: the result, as plain values: models as their JSON, grids as text, numbers with four digits.
- ``says``: the lines of the error. ``…`` stands for any text, and ``<name>`` for that of ``words``, which is a group of
  texts in the file; a test adds those that follow from the code. ``<own>`` is the file and the line
  of the change in ``own``.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import chdir
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml
from pydantic import BaseModel

from puzzlegen.errors import PuzzlegenError
from puzzlegen.files.templates import shipped_folder

Case = Mapping[str, Any]


class _Loader(yaml.CSafeLoader):
    """Reads YAML in which no key of a group stands twice: of two cases with one name, the first would be lost."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        names = [key.value for key, _ in node.value]
        twice = {name for name in names if names.count(name) > 1}
        assert not twice, f"{twice} stand twice in the group at line {node.start_mark.line + 1}"
        return super().construct_mapping(node, deep)


def cases(test: str, *names: str) -> pytest.MarkDecorator:
    """Run a test once for each case of YAML files beside it, as its argument ``case``; ``test`` is its ``__file__``."""
    found: dict[str, Case] = {}
    for name in names:
        groups = yaml.load(Path(test).with_name(f"{name}.yaml").read_text(encoding="utf-8"), _Loader)
        words = groups.pop("words", {})
        for group, shared in groups.items():
            common = {key: value for key, value in shared.items() if key != "cases"}
            for title, case in shared["cases"].items():
                assert f"{group}: {title}" not in found, title
                found[f"{group}: {title}"] = {"group": group, "words": words, **common, **case}
    return pytest.mark.parametrize("case", found.values(), ids=map(ascii, found))


def replay(case: Case, function: Callable[..., object], words: Mapping[str, str] | None = None) -> None:
    """Run a case. ``words`` has texts for ``<name>`` in lines of errors. Fails if the function does something else."""
    with TemporaryDirectory() as folder, chdir(folder if "files" in case or "own" in case else "."):
        for name, content in case.get("files", {}).items():
            _write(name, content if isinstance(content, bytes) else content.encode())
        own = _write_own(*case["own"]) if "own" in case else ""
        if "says" not in case:
            assert _plain(call(case, function)) == case["gives"]
            return
        with pytest.raises(PuzzlegenError) as caught:
            call(case, function)
    assert_says(str(caught.value), case["says"], {"own": own, **case["words"], **(words or {})})


def _write(name: str, content: bytes) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(content)


def _write_own(name: str, old: str, new: str) -> str:
    """Write the user's own copy of a template with one change, and return its path and the line of the change."""
    text = (shipped_folder("templates") / name).read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {name}"
    _write(f"templates/{name}", text.replace(old, new, 1).encode())
    return f"templates/{name}:{text[: text.index(old)].count(chr(10)) + 1}"


def call(case: Case, function: Callable[..., Any]) -> Any:
    """Call a function with the input of a case."""
    given = case.get("given", [])
    if isinstance(given, Mapping):
        return function(*_text_of(case), **given)
    return function(*_text_of(case), *(given if isinstance(given, list) else [given]))


def _text_of(case: Case) -> list[str]:
    if "base" not in case:
        return []
    text: str = case["base"]
    if "put" in case:
        part = "@" if "@" in text else rf"\b{case['put'].partition(':')[0]}:.*"
        assert re.search(part, text), f"there is no place for {case['put']}"
        text = re.sub(part, lambda _: case["put"], text, count=1)
    return [text + (case["more"] + "\n" if "more" in case else "")]


def assert_says(message: str, says: str | list[str], words: Mapping[str, str]) -> None:
    """Compare the lines of a message with those that are due."""
    lines, due = message.split("\n"), [says] if isinstance(says, str) else says
    full = [re.sub(r"<([\w ]+)>", lambda name: words.get(name[1], name[0]), line) for line in due]
    patterns = [".*".join(map(re.escape, line.split("…"))) for line in full]
    fits = len(lines) == len(patterns) and all(map(re.fullmatch, patterns, lines))
    assert fits, f"{message}\n\ninstead of\n\n" + "\n".join(full)


def _plain(value: Any) -> Any:
    """A result as plain values of YAML."""
    if isinstance(value, BaseModel):
        return _plain(value.model_dump(mode="json"))
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, set | frozenset):
        return sorted(map(_plain, value))
    if isinstance(value, float):
        return round(value, 4)
    return (
        value if value is None or (isinstance(value, bool | int | str) and not isinstance(value, Enum)) else str(value)
    )
