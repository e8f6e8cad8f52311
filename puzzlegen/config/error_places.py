"""Adds file, line and column of the config to messages about problems found after loading, such as in layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from puzzlegen.config.book import BookConfig
from puzzlegen.config.daily import DailyConfig
from puzzlegen.errors import ConfigError
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.validation import key_path
from puzzlegen.schema.yaml_nodes import Loc

_PATH = re.compile(r"([a-z_]+)((?:\.[a-z_]+|\[\d+\])*): ")
_STEP = re.compile(r"\.([a-z_]+)|\[(\d+)\]")


def with_place(text: str, config: BookConfig | DailyConfig, name: str, words: str = "") -> str:
    """Put file, line and column before each line of a message that begins with a key, such as ``sections[2].intro: ``.

    Entries of lists are counted from 1, and a section gets its name. ``name`` is the file. A message about ``words``
    gets the key whose value contains them. Without such a key, or without the file, the message has no place.
    """
    if words and (loc := _key_holding(config, words)):
        text = f"{key_path(loc)}: {text}"
    return "\n".join(_line_with_place(line, config, name) for line in text.splitlines())


@contextmanager
def errors_about(key: str) -> Iterator[None]:
    """Put a key of the config before the message of every ConfigError raised within the block."""
    try:
        yield
    except ConfigError as error:
        raise ConfigError(f"{key}: {error}") from None


def _line_with_place(line: str, config: BookConfig | DailyConfig, name: str) -> str:
    match = _PATH.match(line)
    if match is None or match[1] not in type(config).model_fields:
        return line
    loc: Loc = (match[1], *(int(index) - 1 if index else key for key, index in _STEP.findall(match[2])))
    if isinstance(config, BookConfig) and loc[0] == "sections" and len(loc) > 1:  # people know a section by its name
        line = f"{key_path(loc, config.sections[int(loc[1])].name)}: {line[match.end() :]}"
    try:
        root = yaml_nodes.read(name).root
    except ConfigError:
        return line  # the config was made by a program, or its file is gone
    if yaml_nodes.node_at(root, (match[1],)) is root:  # a default has no place in the file
        return f"{name}: {line}"
    mark = yaml_nodes.node_at(root, loc).mark
    return f"{name}:{mark.line}:{mark.col}: {line}"


def _key_holding(config: BookConfig | DailyConfig, words: str) -> Loc:
    """The first key whose value is exactly the words, else the first whose value contains them, else ``()``."""
    wanted = _letters_only(words)
    texts = [(loc, _letters_only(text)) for loc, text in _text_values((), config.model_dump(mode="json"))]
    exact = (loc for loc, text in texts if text == wanted)
    containing = (loc for loc, text in texts if wanted in text)
    return next(exact, ()) or next(containing, ()) if wanted else ()


def _text_values(loc: Loc, value: Any) -> Iterator[tuple[Loc, str]]:
    if isinstance(value, str):
        yield loc, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _text_values((*loc, key), part)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _text_values((*loc, index), part)


def _letters_only(text: str) -> str:
    """The text without what typesetting changes: spaces, quotation marks, dashes, Markdown."""
    return re.sub(r"[\s*_\\'\"‘’‚“”„«»‹›…–—.-]", "", text).casefold()
