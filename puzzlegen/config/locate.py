"""Where in its file a config says what is found wrong later, when the book is laid out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from puzzlegen.config.book import BookConfig
from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.validation import show
from puzzlegen.config.reading.yaml_nodes import Loc
from puzzlegen.errors import ConfigError

_PATH = re.compile(r"([a-z_]+)((?:\.[a-z_]+|\[\d+\])*): ")
_STEP = re.compile(r"\.([a-z_]+)|\[(\d+)\]")


def placed(text: str, config: BookConfig, name: str, words: str = "") -> str:
    """A message with file, line and column before each line that begins with a key of the config, such as
    ``sections[2].intro: ``; ``name`` is the file.

    A message about ``words`` gets the key whose value holds them. Without such a key, or a file to look into, the
    message stays as it is.
    """
    if words and (loc := _said(config, words)):
        text = f"{show(loc)}: {text}"
    return "\n".join(_placed(line, name) for line in text.splitlines())


@contextmanager
def about(key: str) -> Iterator[None]:
    """Errors about the value of a key of the config begin with that key."""
    try:
        yield
    except ConfigError as fault:
        raise ConfigError(f"{key}: {fault}") from None


def _placed(line: str, name: str) -> str:
    match = _PATH.match(line)
    if match is None or match[1] not in BookConfig.model_fields:
        return line
    steps = (int(index) if index else key for key, index in _STEP.findall(match[2]))
    try:
        root = yaml_nodes.read(name).root
    except ConfigError:
        return line  # made by a program, or gone since
    if yaml_nodes.node_at(root, (match[1],)) is root:  # what nobody wrote has no place
        return f"{name}: {line}"
    mark = yaml_nodes.node_at(root, (match[1], *steps)).mark
    return f"{name}:{mark.line}:{mark.col}: {line}"


def _said(config: BookConfig, words: str) -> Loc:
    """The first key that says the words and nothing else, or else the first that holds them; none: ``()``."""
    wanted = _plain(words)
    texts = [(loc, _plain(text)) for loc, text in _texts((), config.model_dump(mode="json"))]
    exact = (loc for loc, text in texts if text == wanted)
    held = (loc for loc, text in texts if wanted in text)
    return next(exact, ()) or next(held, ()) if wanted else ()


def _texts(loc: Loc, value: Any) -> Iterator[tuple[Loc, str]]:
    if isinstance(value, str):
        yield loc, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _texts((*loc, key), part)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _texts((*loc, index), part)


def _plain(text: str) -> str:
    """Without what setting changes: spaces, quotation marks, dashes, Markdown."""
    return re.sub(r"[\s*_\\'\"‘’‚“”„«»‹›…–—.-]", "", text).casefold()
