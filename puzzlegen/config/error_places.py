"""Adds file, line and column of the config to messages about problems found after loading, such as in layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlegen.errors import ConfigError, GenerationError, LayoutError, Loc, Place, Problem
from puzzlegen.schema import yaml_nodes

if TYPE_CHECKING:
    from puzzlegen.config.book import BookConfig
    from puzzlegen.config.daily import DailyConfig


@contextmanager
def places_in(config: BookConfig | DailyConfig, file: str | Path) -> Iterator[None]:
    """Let problems with values of the config, which the block raises, begin with file, line and column.

    A section gets its name too. An error about words is about the key whose value contains them. Without such a key, or
    without the file, a problem has no place; without a name of it, only the key is looked for.
    """
    try:
        yield
    except (ConfigError, GenerationError, LayoutError) as error:
        words = error.words if isinstance(error, LayoutError) else ""
        loc, place = _key_holding(config, words), _place_in_files(config, words)
        placed = error.within(*loc) if loc else error
        if place:
            placed = placed.having(*(problem._replace(place=place) for problem in placed.problems))
        raise placed.having(*(_with_place(problem, config, str(file)) for problem in placed.problems)) from None


@contextmanager
def errors_about(*loc: str | int) -> Iterator[None]:
    """Make every ConfigError and GenerationError within the block one about the value at ``loc``."""
    try:
        yield
    except (ConfigError, GenerationError) as error:
        raise error.within(*loc) from None


def _with_place(problem: Problem, config: BookConfig | DailyConfig, name: str) -> Problem:
    loc = problem.loc
    if problem.place.file or not {*loc[:1]} & {*type(config).model_fields}:
        return problem
    if loc[0] == "sections" and len(loc) > 1:
        if isinstance(loc[1], str):  # the message names the section
            return problem
        problem = problem._replace(section=dict(config)["sections"][loc[1]].name)
    try:
        root = yaml_nodes.read(name).root
    except ConfigError:
        return problem  # the config was made by a program, or its file is gone
    if yaml_nodes.node_at(root, loc[:1]) is root:  # a default has no place in the file
        return problem._replace(place=Place(name))
    mark = yaml_nodes.node_at(root, loc).mark
    return problem._replace(place=Place(name, *mark))


def _key_holding(config: BookConfig | DailyConfig, words: str) -> Loc:
    """The first key whose value is exactly the words, else the first whose value contains them, else ``()``."""
    wanted = _letters_only(words)
    texts = [(loc, _letters_only(text)) for loc, text in _text_values((), config.model_dump(mode="json"))]
    exact = (loc for loc, text in texts if text == wanted)
    containing = (loc for loc, text in texts if wanted in text)
    return next(exact, ()) or next(containing, ()) if wanted else ()


def _place_in_files(config: BookConfig | DailyConfig, words: str) -> Place | None:
    """The line of a file with an own page where the words begin; a line on paper may have words of two lines there."""
    matters = (getattr(config, key, None) for key in ("front_matter", "back_matter"))
    wanted = _letters_only(words)
    for own in (page for matter in matters if matter for page in matter.pages if wanted and page.file):
        lines = [_letters_only(line) for line in own.markdown.split("\n")]
        if (start := "".join(lines).find(wanted)) >= 0:
            ends = enumerate(accumulate(map(len, lines)), start=1)
            return Place(own.file, next(number for number, end in ends if end > start))
    return None


def _text_values(loc: Loc, value: Any) -> Iterator[tuple[Loc, str]]:
    if isinstance(value, str):
        yield loc, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _text_values((*loc, key), part)


def _letters_only(text: str) -> str:
    """The text without what typesetting changes: spaces, quotation marks, dashes, Markdown."""
    return re.sub(r"[\s*_\\'\"‘’‚“”„«»‹›…–—.-]", "", text).casefold()
