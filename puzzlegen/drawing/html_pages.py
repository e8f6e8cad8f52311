"""Fills HTML templates, and writes the pages on which a puzzle or a classic board is played, each in one file."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from puzzlegen.config.template_lookup import template
from puzzlegen.drawing.script_names import with_short_names
from puzzlegen.errors import ConfigError
from puzzlegen.output.atomic_files import atomic_file

PREVIOUS_ID = "before"  # id of the element with the previous solution in words

_PLACEHOLDER = re.compile(r"\{\{ ([\w.]+) \}\}")
_COMMENT_LINES = re.compile(r"^[ \t]*(//.*|/\*[^*]*(\*(?!/)[^*]*)*\*/[ \t]*)$", re.MULTILINE)
# At the end of a line, comments with quotes stay: they could be the rest of a string.
_COMMENT_ENDS = re.compile(r"""[ \t]+(//[ ][^"'`\n]*|/\*[^*"'`\n]*\*/[ \t]*)$""", re.MULTILINE)
_STRINGS = r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"""
_STYLE_SPACES = re.compile(_STRINGS + r")|\s*([{};,])\s*|:[ ]")
# A slash after one of the characters (,=:[!&|?{}; begins a regular expression. The spaces around + and - stay.
_SCRIPT_SPACES = re.compile(
    _STRINGS + r"|`(?:[^`\\]|\\.)*`|(?<=[(,=:[!&|?{};])[ ]?/(?![/* ])(?:[^/\\\n[]|\\.|\[(?:[^]\\\n]|\\.)*\])+/"
    r"|//.*\n|/\*[^*]*\*/)"
    r"|[ ]?(?!/[/*])([*/%=<>!&|?:;,{}()\[\]^~]+)[ ]?(?=[^\s+/-]|$)"
    r"|(?<=[,;{}(\[])\n(?=.)",
    re.MULTILINE,
)
_END_TAGS = {".css": "</style", ".js": "</script"}  # what would end the element that contains such a file
APP_POLICY = "manifest-src 'self'; worker-src 'self'"  # what pages of a series need to be installed as an app


@dataclass(frozen=True, slots=True)
class PublishedParts:
    """The parts of a play page that is published in a series: link preview, foot, and the previous solution.

    ``head`` fills templates/play/head.html and ``foot`` fills templates/play/foot.html. If there is a previous puzzle,
    ``previous`` fills templates/play/before.html, with the solution in words in ``previous_rows``. ``home`` is the URL
    of the publisher's own site and the text of its link, None for none. All texts are plain; the keys of the mappings
    are the names of placeholders.
    """

    head: Mapping[str, str]
    foot: Mapping[str, str]
    previous: Mapping[str, str] | None = None
    previous_rows: tuple[str, ...] = ()
    home: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class PlayPage:
    """The content of a play page. All texts are plain; ``html_page`` escapes them.

    ``facts`` are the lines under the title, ``rows`` the puzzle in words, ``words`` the labels by their names in the
    catalogue, and ``data`` is the JSON object that the script of the page reads. ``templates`` is the folder of the
    templates of this page; all pages share those in templates/page. ``parts`` are the names of the further styles and
    scripts in this folder that the board needs. ``tools`` are the scripts that the script of the page uses, such as
    ``page/hints.js``.
    """

    language: str
    title: str
    facts: tuple[str, ...]
    rows: tuple[str, ...]
    words: Mapping[str, str]
    data: Mapping[str, Any]
    published: PublishedParts | None = None
    templates: str = "play"
    parts: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


def fill_template(name: str, values: Mapping[str, str]) -> str:
    """Return the template ``templates/<name>`` with each ``{{ placeholder }}`` replaced by its value.

    Values are inserted unchanged, so the caller escapes them, and are not searched for placeholders. Raises ConfigError
    with the line for a template that cannot be read, has an unknown placeholder, or would end its HTML element.
    """
    path = template(name)
    try:
        text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read as text: {error}") from error

    def error_at(position: int, problem: str) -> ConfigError:
        return ConfigError(f"templates/{name}:{text.count(chr(10), 0, position) + 1}: {problem}")

    def value(match: re.Match[str]) -> str:
        if match.group(1) not in values:
            known = ", ".join(sorted(values)) or "none in this file"
            raise error_at(match.start(), f"unknown placeholder {match.group(0)}; there are {known}")
        return values[match.group(1)]

    end = _END_TAGS.get(path.suffix)
    if end is not None and (position := text.lower().find(end)) >= 0:
        raise error_at(position, f"found {end}, which would end the file in the middle of the page; remove it")
    return _PLACEHOLDER.sub(value, text)


@lru_cache(maxsize=32)  # the pages of a series share one, and it takes longer than the rest of a page
def shortened_style(source: str) -> str:
    """Return a style without comments, indentation, and spaces that mean nothing."""
    return _STYLE_SPACES.sub(lambda match: match[1] or match[2] or ":", _without_comments(source))


@lru_cache(maxsize=32)  # the pages of a series share one, and it takes longer than the rest of a page
def shortened_script(source: str) -> str:
    """Return a script without comments, indentation, and spaces beside operators, and with short local names.

    Strings, templates and regular expressions stay as they are, and so do line breaks that may end a statement.
    """
    return with_short_names(_SCRIPT_SPACES.sub(lambda match: match[1] or match[2] or "", _without_comments(source)))


def _without_comments(source: str) -> str:
    lines = map(str.strip, _COMMENT_ENDS.sub("", _COMMENT_LINES.sub("", source)).splitlines())
    return "".join(f"{line}\n" for line in lines if line)


def source_hash(text: str) -> str:
    """Return the hash of a script or style for the content security policy of its page, which allows no other."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def icon_uri() -> str:
    """Return the icon of all pages as a data URI: without one, a browser asks the site for /favicon.ico."""
    return "data:image/svg+xml," + quote(fill_template("page/icon.svg", {}).strip(), safe="=/")


def results_key(address: str) -> str:
    """Return the name under which browsers keep a reader's results of the series at this URL."""
    return f"results:{address}"


def write_html(page: PlayPage, path: Path) -> None:
    """Write a play page. Raises OutputError when the file cannot be written, and the errors of ``html_page``."""
    text = html_page(page)
    with atomic_file(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")


def html_page(page: PlayPage) -> str:
    """Return a play page, the same bytes every time.

    Its content security policy forbids loading, sending and other scripts; a page of a series may load the app of the
    series with its icons. Raises ConfigError like ``fill_template``.
    """
    name = f"{page.templates}/{page.templates}"
    names = (name, *(f"{page.templates}/{part}" for part in page.parts))
    style = shortened_style(
        fill_template("page/page.css", {}) + "".join(fill_template(f"{one}.css", {}) for one in names)
    )
    scripts = [fill_template(one, {}) for one in ("page/page.js", *page.tools, *(f"{one}.js" for one in names))]
    if page.published is not None:
        scripts.append(fill_template("web/install.js", {"up": "../"}))
    script = shortened_script("".join(scripts))
    own_site = "'self' " if page.published else ""  # browsers load the icons of the app by this policy
    policy = (
        f"default-src 'none'; script-src '{source_hash(script)}'; style-src '{source_hash(style)}'; "
        f"img-src {own_site}data:; {f'{APP_POLICY}; ' if page.published else ''}base-uri 'none'; form-action 'none'"
    )
    values = {
        "language": escape(page.language),
        "title": escape(page.title),
        "facts": "<br>".join(map(escape, page.facts)),
        "policy": policy,
        "style": style,
        "script": script,
        "icon": icon_uri(),
        "data": json_in_html(page.data),
        "text": _lines(page.rows),
        "head": "",
        "foot": "",
        **{f"words.{key}": escape(text) for key, text in page.words.items()},
    }
    if page.published is not None:
        values["head"] = fill_template("play/head.html", escape_values(page.published.head)).rstrip("\n")
        values["foot"] = _foot(page.published)
    return fill_template("page/page.html", values | {"main": fill_template(f"{name}.html", values)})


def _foot(published: PublishedParts) -> str:
    home = f"\n  {link(*published.home)}" if published.home else ""
    foot = fill_template("play/foot.html", escape_values(published.foot) | {"home": home}).rstrip("\n")
    if published.previous is None:
        return foot
    previous = escape_values(published.previous) | {"rows": _lines(published.previous_rows), "id": PREVIOUS_ID}
    return fill_template("play/before.html", previous) + foot


def _lines(rows: tuple[str, ...]) -> str:
    return "\n".join(f"<p>{escape(row)}</p>" for row in rows)


def link(address: str, text: str) -> str:
    """Return a link with a plain text."""
    return f'<a href="{escape(address)}">{escape(text)}</a>'


def escape_values(texts: Mapping[str, str]) -> dict[str, str]:
    """Escape plain texts for HTML, between tags and in quoted attributes."""
    return {name: escape(text) for name, text in texts.items()}


def json_in_html(data: Mapping[str, Any]) -> str:
    """Return JSON for an HTML element; without a < it can neither end the element nor open a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
