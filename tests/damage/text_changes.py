"""Changes to text, JSON and binary files."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kinds import Change
from redoing import read_json, write_json


def other_digit(found: re.Match[str]) -> str:
    """Return a match with another digit in place of that of its first group."""
    text, at = found[0], found.start(1) - found.start()
    return f"{text[:at]}{(int(found[1]) + 1) % 9}{text[at + 1 :]}"


def replaced(name: str, old: str, new: str | Callable[[re.Match[str]], str]) -> Change:
    """Replace the first match of a regular expression in a text file."""

    def change(folder: Path) -> None:
        path = folder / name
        text = path.read_bytes().decode("utf-8")
        changed = re.sub(old, new, text, count=1, flags=re.DOTALL)
        assert changed != text, f"{name} has no {old}"
        path.write_bytes(changed.encode("utf-8"))

    return change


def with_line_ends(name: str, ends: bytes) -> Change:
    """Give all text files of a folder other line ends, as git does with those that hold no zero byte."""

    def change(folder: Path) -> None:
        for path in (folder / name).rglob("*"):
            if path.is_file() and b"\0" not in (data := path.read_bytes())[:8000]:
                path.write_bytes(data.replace(b"\r\n", b"\n").replace(b"\n", ends))

    return change


def set_json(name: str, *way: str | int, to: Any) -> Change:
    """Set the value at a way of keys in a JSON file to ``to``, or to ``to(value)`` of a function."""

    def change(folder: Path) -> None:
        path = folder / name
        data = at = read_json(path)
        for key in way[:-1]:
            at = at[key]
        at[way[-1]] = to(at[way[-1]]) if callable(to) else to
        assert data != read_json(path), f"{name}: nothing changed at {way}"
        write_json(path, data)

    return change


def edited_json(name: str, edit: Callable[[Any], Any], indent: int | None = 2) -> Change:
    """Edit the value of a JSON file in place."""

    def change(folder: Path) -> None:
        data = read_json(folder / name)
        edit(data)
        assert data != read_json(folder / name), f"{name}: nothing changed"
        (folder / name).write_text(json.dumps(data, indent=indent, ensure_ascii=False) + "\n", encoding="utf-8")

    return change


def edited_lines(name: str, edit: Callable[[list[Any]], Any]) -> Change:
    """Edit the objects of a file with one JSON object a line, in place."""

    def change(folder: Path) -> None:
        path = folder / name
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        edit(records)
        text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)
        assert text != path.read_text(encoding="utf-8"), f"{name}: nothing changed"
        path.write_text(text, encoding="utf-8")

    return change


def set_record(at: int, key: str, to: Any) -> Callable[[list[Any]], None]:
    """Return an edit that sets a key of a record to ``to``, or to ``to(value)`` of a function."""

    def edit(records: list[Any]) -> None:
        records[at][key] = to(records[at][key]) if callable(to) else to

    return edit


def appended(name: str, more: bytes) -> Change:
    """Append bytes to a file."""

    def change(folder: Path) -> None:
        with (folder / name).open("ab") as file:
            file.write(more)

    return change


def prepended(name: str, more: bytes) -> Change:
    """Put bytes before a file."""

    def change(folder: Path) -> None:
        (folder / name).write_bytes(more + (folder / name).read_bytes())

    return change


def removed(name: str) -> Change:
    """Remove a file or folder."""

    def change(folder: Path) -> None:
        if (folder / name).is_dir():
            shutil.rmtree(folder / name)
        else:
            (folder / name).unlink()

    return change


def copied(source: str, target: str) -> Change:
    """Copy a file or folder over another."""

    def change(folder: Path) -> None:
        if (folder / source).is_dir():
            shutil.copytree(folder / source, folder / target)
        else:
            shutil.copy(folder / source, folder / target)

    return change


def exchanged(one: str, other: str) -> Change:
    """Exchange two files."""

    def change(folder: Path) -> None:
        kept = (folder / one).read_bytes()
        assert kept != (folder / other).read_bytes()
        (folder / one).write_bytes((folder / other).read_bytes())
        (folder / other).write_bytes(kept)

    return change


def written(name: str, content: bytes) -> Change:
    """Write a file."""

    def change(folder: Path) -> None:
        (folder / name).write_bytes(content)

    return change
