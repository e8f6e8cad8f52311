"""The page to play on: the templates of ``templates/play`` and a puzzle's data in one file that loads nothing."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from puzzlegen.errors import ConfigError
from puzzlegen.render.atomic import whole_file
from puzzlegen.render.webfont import clue_font
from puzzlegen.resources import template

_PLACE = re.compile(r"\{\{ ([\w.]+) \}\}")
_ENDS = {"play.css": "</style", "play.js": "</script"}  # what would end the element that holds the file


@dataclass(frozen=True, slots=True)
class PlayPage:
    """What stands on the page, as plain text: escaping is done here.

    ``facts`` is the line under the title, ``rows`` the puzzle in words, ``words`` the labels by their names in the
    catalogue's group ``play``, ``data`` the JSON object that templates/play/play.js reads.
    """

    language: str
    title: str
    facts: str
    rows: tuple[str, ...]
    words: Mapping[str, str]
    data: Mapping[str, Any]


def write_html(page: PlayPage, path: Path) -> None:
    """Write the page. Raises OutputError when the file cannot be written, and as ``html`` does."""
    text = html(page)
    with whole_file(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")


def html(page: PlayPage) -> str:
    """The page, the same bytes every time.

    Its policy forbids it to load or send anything, and to run any script but its own. Raises ConfigError for a
    template of the user's that cannot be read or names something unknown, with its line.
    """
    font = clue_font()
    style = _filled("play.css", {"digits": font.uri, "figure_height": f"{font.figure_height:.4f}"})
    script = _filled("play.js", {})
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    values = {
        "language": escape(page.language),
        "title": escape(page.title),
        "facts": escape(page.facts),
        "policy": policy,
        "style": style,
        "script": script,
        "data": _json(page.data),
        "text": "\n".join(f"<p>{escape(row)}</p>" for row in page.rows),
        **{f"words.{name}": escape(text) for name, text in page.words.items()},
    }
    return _filled("play.html", values)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _json(data: Mapping[str, Any]) -> str:
    """JSON that may stand in an element: with no < in it, nothing can end the element or open a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _filled(name: str, values: Mapping[str, str]) -> str:
    """A template with its places filled, all at once: what is filled in is not looked at again."""
    path = template(f"play/{name}")
    try:
        text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read as text: {error}") from error

    def fault(at: int, says: str) -> ConfigError:
        return ConfigError(f"templates/play/{name}:{text.count(chr(10), 0, at) + 1}: {says}")

    def value(match: re.Match[str]) -> str:
        if match.group(1) not in values:
            known = ", ".join(sorted(values)) or "none in this file"
            raise fault(match.start(), f"unknown place {match.group(0)}; there are {known}")
        return values[match.group(1)]

    end = _ENDS.get(name)
    if end is not None and (at := text.lower().find(end)) >= 0:
        raise fault(at, f"found {end}, which would end the file in the middle of the page; take it out")
    return _PLACE.sub(value, text)
