"""Writes the first config of a daily, and what first configs share: wishes of the user, commented YAML, files, seeds.

Each key has its description from the schema as a comment above it. No file is replaced.
"""

from __future__ import annotations

import json
import re
import secrets
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from puzzlegen.board.difficulty import DIFFICULTIES, NORMAL
from puzzlegen.board.lattices import MINESWEEPER
from puzzlegen.config.daily import WEEKDAYS, DailyConfig, WeekConfig
from puzzlegen.config.load import loads_daily
from puzzlegen.errors import OutputError
from puzzlegen.files.build_folder import write_problem
from puzzlegen.files.reading import text_of
from puzzlegen.files.templates import shipped_folder
from puzzlegen.pictures.choices import DRAWING_FILE
from puzzlegen.schema.validation import group_at

RISING = "rising"  # from easy to hard
LEVELS = (RISING, *DIFFICULTIES)


@dataclass(frozen=True, slots=True)
class BookWishes:
    """What a user wants of a first book. ``trim`` None is the printer's usual one; ``cover`` None makes one if it can.

    ``level`` is one of LEVELS. ``puzzles`` None are 120, or fewer where the printer binds fewer. With ``pictures``
    the puzzles are the ready pictures that fit the pages and those of ``picture_files``, and ``puzzles`` does not
    matter. ``hints`` None prints them where a page takes those of any puzzle. ``kind``, ``layout`` and ``effort`` are
    those of all sections, as in a config; ``layout`` None is the usual one of the kind. Pictures have none of these.
    """

    title: str
    author: str | None
    series: str
    language: str = "en"
    printer: str = "kdp"
    trim: str | None = None
    theme: str = "classic"
    level: str = RISING
    puzzles: int | None = None
    cover: bool | None = None
    hints: bool | None = None
    kind: str = MINESWEEPER.name
    layout: str | None = None
    effort: str = NORMAL
    pictures: bool = False
    picture_files: tuple[str, ...] = ()


WIDTH = 100  # columns of a comment
_PLAIN = re.compile(r"\w([\w .-]*\w)?")  # a text that YAML reads unchanged without quotes
_NULL = {"null", "Null", "NULL"}


@dataclass(frozen=True, slots=True)
class Example:
    """A value that stands in a comment: it shows what the key may hold, and has no effect."""

    value: object


def commented_yaml(model: type[BaseModel], values: Mapping[str, Any]) -> str:
    """Return the text of a config that holds ``values``, a value or an Example by the name of each key.

    A group of keys is a mapping, or a sequence of mappings, and its keys have comments too, in a sequence those of the
    first mapping. Groups within groups are written on one line.
    """
    blocks = ("\n".join(_key_lines(model, key, value)) for key, value in values.items())
    return "\n\n".join(blocks) + "\n"


def _key_lines(model: type[BaseModel], key: str, value: object) -> Iterator[str]:
    """Yield the comment and the lines of a key at the top of the file."""
    yield from _comment(model, key, "")
    if isinstance(value, Example):
        yield from (f"# {line}" for line in _value_lines(key, value.value, ""))
        return
    group = group_at(model, (key,))
    if isinstance(value, Mapping) and group is not None:
        yield f"{key}:"
        yield from _group_lines(group, value, "  ")
        return
    items = group_at(model, (key, 0))
    if isinstance(value, Sequence) and not isinstance(value, str) and items is not None:
        yield f"{key}:"
        for index, item in enumerate(value):
            yield from _item_lines(items, item, commented=index == 0)
        return
    yield from _value_lines(key, value, "")


def _group_lines(group: type[BaseModel], values: Mapping[str, Any], indent: str) -> Iterator[str]:
    before = ""
    for key, value in values.items():
        if (comment := "\n".join(_comment(group, key, indent))) != before:  # weekdays share one
            yield comment
        before = comment
        if isinstance(value, Example):
            yield from (f"{indent}# {line}" for line in _value_lines(key, value.value, ""))
        else:
            yield from _value_lines(key, value, indent)


def _item_lines(group: type[BaseModel], values: Mapping[str, Any], *, commented: bool) -> Iterator[str]:
    """Yield the lines of one group of a list. The comment of its first key stands above the dash."""
    for number, (key, value) in enumerate(values.items()):
        if commented:
            yield from _comment(group, key, "  " if number == 0 else "    ")
        if isinstance(value, Example):
            if commented:
                yield from (f"    # {line}" for line in _value_lines(key, value.value, ""))
            continue
        first, *rest = _value_lines(key, value, "    ")
        yield first.replace("    ", "  - ", 1) if number == 0 else first
        yield from rest


def _comment(group: type[BaseModel], key: str, indent: str) -> list[str]:
    words = group.model_fields[key].description or ""
    return [f"{indent}# {line}" for line in textwrap.wrap(words, WIDTH - len(indent), break_on_hyphens=False)]


def _value_lines(key: str, value: object, indent: str) -> Iterator[str]:
    if isinstance(value, str) and "\n" in value:
        yield f"{indent}{key}: |"
        yield from (f"{indent}  {line}" for line in value.splitlines())
    else:
        yield f"{indent}{key}: {_inline(value)}"


def _inline(value: object) -> str:
    """Return a value on one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_inline(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_inline, value)) + "]"
    text = str(value)
    return text if _PLAIN.fullmatch(text) and text not in _NULL else json.dumps(text, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class DailyWishes:
    """What a user wants of a first daily. ``address`` is the web address of the folder with all days.

    ``paper`` is that of the page to print: ``a4``, ``letter``, or ``auto``, which follows language and time zone.
    """

    title: str
    author: str | None
    series: str
    language: str
    address: str
    timezone: str
    start: date
    paper: str = "auto"


def daily_starter(wishes: DailyWishes, file: Path) -> str:
    """Return the text of a config, to be written to ``file``. Raises ConfigError when a wish cannot be fulfilled."""
    week = WeekConfig()
    days = {name: getattr(week, name) for name in WEEKDAYS}
    values = {
        "title": wishes.title,
        "author": wishes.author or Example("Your Name"),
        "language": wishes.language,
        "series": wishes.series,
        "address": wishes.address,
        "home": Example("https://www.example.com/"),
        "home_name": Example("The Example Post"),
        "logo": Example("pictures/logo.png"),
        "timezone": wishes.timezone,
        "start": wishes.start,
        "skip": Example(["12-25"]),
        "week": {name: {"size": day.size, "difficulty": day.difficulty} for name, day in days.items() if day},
        "calendar_ahead": Example(7),
        "digest": Example("sunday"),
        "subscribe": Example("https://www.example.com/newsletter"),
        "feeds": Example("short"),
        "hold_solution": True,
        "par": Example(True),
        "paper": wishes.paper,
        "palette": "brick",
        "leave_out": Example(["steps.gif", "card.png"]),
    }
    text = commented_yaml(DailyConfig, values)
    loads_daily(text)
    return f"{_head(file)}\n{text}"


def _head(file: Path) -> str:
    return f"""\
# A puzzle every day. Change what you like, then make today's puzzle:
#     puzzlegen daily {file}
#
# Issued days keep their puzzles. Keep this file private: whoever knows the series can make tomorrow's puzzle.
# A line that begins with # is a comment. A key in a comment shows an example; remove the # to use it.
# puzzlegen schema daily lists every key. The page docs/daily.md of puzzlegen explains them.
"""


def starter_file(place: Path, name: str) -> Path:
    """Return the file of the config: ``place`` if it is a YAML file, otherwise ``name`` in that folder.

    Raises OutputError if the file exists, or if a file is in the place of the folder.
    """
    file = place if place.suffix.lower() in {".yaml", ".yml"} and not place.is_dir() else place / name
    if file.exists() or file.is_symlink():
        raise OutputError(f"{file}: exists already, and new replaces no file: choose another folder")
    if file.parent.exists() and not file.parent.is_dir():
        raise OutputError(f"{file.parent}: found a file, expected a folder: choose another name")
    return file


def new_seed(words: str) -> str:
    """Return the seed of a new book or daily: words with 64 random bits.

    With 24 bits, whoever knew the title found the puzzle of the next day in hours, by trying all seeds.
    """
    return f"{words[:60]} {secrets.token_hex(8)}"


def sample_pictures(config: Path) -> list[dict[Path, str]]:
    """Return drawings of one picture beside the config, each by its path, as a model for a user's own pictures.

    The largest is the best; the others are for small pages and themes with large cells.
    """
    path = config.parent / "pictures" / "smile.txt"
    sizes = (shipped_folder("templates") / "pictures" / "sample").glob(f"smile-*{DRAWING_FILE}")
    drawings = sorted(map(text_of, sizes), key=len, reverse=True)
    return [{path: drawing} for drawing in drawings]


@contextmanager
def removed_on_error(files: Mapping[Path, str]) -> Iterator[None]:
    """Write new files, and remove them and their empty folders if the block fails. Raises OutputError."""
    write_starter(files)
    try:
        yield
    except BaseException:
        for path in files:
            path.unlink(missing_ok=True)
            with suppress(OSError):  # not empty
                path.parent.rmdir()
                path.parent.parent.rmdir()
        raise


def write_starter(files: Mapping[Path, str]) -> None:
    """Write new files by path, with their folders. Raises OutputError, also for a file that exists."""
    for path, text in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            raise OutputError(f"{path}: exists already, and new replaces no file: choose another folder") from None
        except OSError as error:
            raise OutputError(f"{path}: {write_problem(error)}") from None
