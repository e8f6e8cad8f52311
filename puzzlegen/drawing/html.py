"""Pages to play on: the templates of ``templates/play`` or ``templates/classic``, those of ``templates/page`` that they
share, and the data of a puzzle or board, in one file that loads nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from puzzlegen.drawing.html_templates import filled, source_hash
from puzzlegen.drawing.web_font import clue_font
from puzzlegen.output.atomic_files import whole_file

BEFORE = "before"  # the place on a page, by its id, where the last solution stands in words


@dataclass(frozen=True, slots=True)
class Published:
    """Where a page stands and what stands beside it, for previews of links, readers of feeds, and the page's foot.

    ``head`` fills templates/play/head.html, ``foot`` templates/play/foot.html, and where there is a puzzle before this
    one ``before`` fills templates/play/before.html, with its solution in words in ``rows``. All are plain text, the
    mappings by the names of places.
    """

    head: Mapping[str, str]
    foot: Mapping[str, str]
    before: Mapping[str, str] | None = None
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayPage:
    """What stands on the page, as plain text: escaping is done here.

    ``facts`` are the lines under the title, ``rows`` the puzzle in words, ``words`` the labels by their names in the
    catalogue, ``data`` the JSON object that the page's script reads. ``kind`` names the folder of its own templates.
    """

    language: str
    title: str
    facts: tuple[str, ...]
    rows: tuple[str, ...]
    words: Mapping[str, str]
    data: Mapping[str, Any]
    published: Published | None = None
    kind: str = "play"


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
    figures = {"digits": font.uri, "figure_height": f"{font.figure_height:.4f}"}
    own = f"{page.kind}/{page.kind}"
    style = filled("page/page.css", figures) + filled(f"{own}.css", {})
    script = filled("page/page.js", {}) + filled(f"{own}.js", {})
    policy = (
        f"default-src 'none'; script-src '{source_hash(script)}'; style-src '{source_hash(style)}'; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    values = {
        "language": escape(page.language),
        "title": escape(page.title),
        "facts": "<br>".join(map(escape, page.facts)),
        "policy": policy,
        "style": style,
        "script": script,
        "data": _json(page.data),
        "text": _lines(page.rows),
        "head": "",
        "foot": "",
        **{f"words.{name}": escape(text) for name, text in page.words.items()},
    }
    if page.published is not None:
        values["head"] = filled("play/head.html", escaped(page.published.head)).rstrip("\n")
        values["foot"] = _foot(page.published)
    return filled("page/page.html", values | {"main": filled(f"{own}.html", values)})


def _foot(published: Published) -> str:
    foot = filled("play/foot.html", escaped(published.foot)).rstrip("\n")
    if published.before is None:
        return foot
    before = escaped(published.before) | {"rows": _lines(published.rows), "id": BEFORE}
    return filled("play/before.html", before) + foot


def _lines(rows: tuple[str, ...]) -> str:
    return "\n".join(f"<p>{escape(row)}</p>" for row in rows)


def escaped(texts: Mapping[str, str]) -> dict[str, str]:
    """Plain texts as they may stand in HTML, between tags and in quoted attributes."""
    return {name: escape(text) for name, text in texts.items()}


def _json(data: Mapping[str, Any]) -> str:
    """JSON that may stand in an element: with no < in it, nothing can end the element or open a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
