"""Fills HTML templates with escaped values, and adapts the colors of a publisher so that all text is readable.

A page on which a puzzle or a classic board is played is one file. On the board, colors have the same meaning in every
daily: red is a mistake, blue a hint. The palette colors what is around the board: a band at the top, the title, links,
buttons and the icon.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from puzzlegen.config.palettes import COVERS, load_palettes
from puzzlegen.drawing.color import hex_of, rgb
from puzzlegen.errors import ConfigError
from puzzlegen.files.reading import text_of
from puzzlegen.files.templates import shipped_folder, template
from puzzlegen.files.writing import atomic_file
from puzzlegen.layout.core.document import RGB
from puzzlegen.layout.core.theme import Palette, contrast
from puzzlegen.wording import describe, did_you_mean

if TYPE_CHECKING:
    from jinja2 import Environment

TEXT_ID, PREVIOUS_ID = "text", "before"  # ids of the elements with the puzzle and the previous solution in words

_PLACEHOLDER = re.compile(r"\{\{ ([\w.]+) \}\}")
# Spaces that browsers do not show: nothing on a page to play on is preformatted, and its tags on lines are no words
_SPACES = re.compile(r"^ +|(?<=>)\n+(?= *<)", re.MULTILINE)
ON_PHONES = 15  # columns that fit 360 pixels, with cells of 21
BROAD = 1.4  # a board so many times as wide as high needs the whole width of a page
_RANGE = re.compile(r"(?<=\d)–(?=\d)")  # of numbers, such as a par time of 1–3 minutes
FACTS = " · "  # between facts on a line of a page
_WORD_JOINER = "\u2060"  # after a dash, it forbids the line break that browsers allow there
_END_TAGS = {".css": "</style", ".js": "</script"}  # what would end the element that contains such a file
# The order of the data of a page, in which it takes 38 bytes less when compressed than in that of the code (2026-11-28)
_DATA_ORDER = (
    "key", "day", "techniques", "link", "words", "level", "clueOnMine", "parts", "steps", "height", "width", "extent",
    "neighbors", "lattice", "solution", "cells", "digits", "hash", "boards",
)  # fmt: skip
ICON_COLOR = "#0c569f"  # the accent of templates/page/page.css
APP_POLICY = "manifest-src 'self'; worker-src 'self'"  # what pages of a series need to be installed as an app


@dataclass(frozen=True, slots=True)
class PublishedParts:
    """The parts of a play page that is published in a series: link preview, foot, and the previous solution.

    ``head`` fills templates/play/head.html, and ``foot`` fills foot.html and next.html there. If there is a previous
    puzzle, ``previous`` fills before.html, with the solution in words in ``previous_rows``. ``home`` is the URL of the
    publisher's own site and the text of its link, None for none. ``address`` is the URL of the series: a page
    elsewhere does not load its app, which may not be there. ``color`` is that of the icon, such as ``#0c569f``.
    ``style`` follows the styles of the page, and ``logo`` is the markup of the publisher's logo, or empty.
    ``picture`` is the path of the puzzle's picture with its alternative text. All texts are plain; the keys of the
    mappings are the names of placeholders. ``is_embedded``: the page is for a frame of another page, so ``head`` fills
    embed-head.html, and ``foot`` fills embed-foot.html and next.html. ``linked_data`` tells search engines what the
    page is; the page for a frame has none.
    """

    head: Mapping[str, str]
    foot: Mapping[str, str]
    address: str
    color: str
    picture: tuple[str, str]
    previous: Mapping[str, str] | None = None
    previous_rows: tuple[str, ...] = ()
    home: tuple[str, str] | None = None
    style: str = ""
    logo: str = ""
    is_embedded: bool = False
    linked_data: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayPage:
    """The content of a play page. All texts are plain; ``html_page`` escapes them.

    ``facts`` are the lines under the title, ``rows`` the puzzle in words or none, ``words`` the labels by their
    names in the catalogue, and ``data`` is the JSON object that the script of the page reads. ``templates`` is the
    folder of the templates of this page; all pages share those in templates/page. ``tools`` are the scripts that
    the page's script uses, such as ``page/hints.js``, and ``parts`` the styles and scripts that only some boards
    need. ``example`` is the markup of an example of the rules, or empty, and ``picture`` that of a picture of the
    puzzle for readers without JavaScript; a published page shows its own.
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
    example: str = ""
    picture: str = ""


def fill_template(name: str, values: Mapping[str, str]) -> str:
    """Return the template ``templates/<name>`` with each ``{{ placeholder }}`` replaced by its value.

    Values are inserted unchanged, so the caller escapes them, and are not searched for placeholders. A shipped style is
    taken from its minified copy. Raises ConfigError with the line for a template that cannot be read, has an unknown
    placeholder, or would end its HTML element.
    """
    path = template(name)
    text = _text_of(path)
    return _filled(name, text, values, _minified(path, text) if path.suffix == ".css" else text)


def fill_scripts(names: Iterable[str], values: Mapping[str, str]) -> str:
    """Return the scripts of one page, filled as ``fill_template`` does.

    All are taken from their minified copies, which have short names for what they share, or, if one of them is the
    user's, all as they are written.
    """
    texts = {name: _text_of(template(name)) for name in names}
    copies = {name: _minified(template(name), text) for name, text in texts.items()}
    is_shipped = all(copies[name] is not text for name, text in texts.items())
    return "".join(_filled(name, text, values, copies[name] if is_shipped else text) for name, text in texts.items())


def _filled(name: str, text: str, values: Mapping[str, str], copy: str) -> str:
    """Return the ``copy`` of a template with its placeholders filled; ``text`` is the template, for errors."""

    def error_at(position: int, problem: str) -> ConfigError:
        return ConfigError(f"templates/{name}:{text.count(chr(10), 0, position) + 1}: {problem}")

    def value(match: re.Match[str]) -> str:
        if match.group(1) not in values:
            known = ", ".join(sorted(values)) or "none in this file"
            raise error_at(match.start(), f"unknown placeholder {match.group(0)}; there are {known}")
        return values[match.group(1)]

    end = _END_TAGS.get(Path(name).suffix)
    if end is not None and (position := text.lower().find(end)) >= 0:
        raise error_at(position, f"found {end}, which would end the file in the middle of the page; remove it")
    return _PLACEHOLDER.sub(value, copy)


def render(name: str, values: Mapping[str, object]) -> str:
    """Return the Jinja template ``templates/<name>``, with every value escaped that is no ``Markup``.

    Raises ConfigError with the line for a template that cannot be read or filled.
    """
    from jinja2 import TemplateError, TemplateSyntaxError  # noqa: PLC0415  # only pages of a series need it

    try:
        return _environment().get_template(name).render(values)
    except TemplateSyntaxError as error:
        raise ConfigError(f"templates/{name}:{error.lineno}: {error}") from None
    except (TemplateError, ArithmeticError, TypeError) as error:
        line = next(
            (frame.lineno for frame in extract_tb(error.__traceback__)[::-1] if frame.filename.endswith(name)), 1
        )
        known = ", ".join(sorted(values))
        raise ConfigError(f"templates/{name}:{line}: {error}; there are {known}") from None


class Markup(str):
    """Markup, which ``render`` inserts unchanged."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the markup, as Jinja asks for it."""
        return self


@cache
def _environment() -> Environment:
    """Return the environment of the templates. A template of a stranger can run no code in it."""
    from jinja2 import FunctionLoader, StrictUndefined  # noqa: PLC0415  # as above
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415  # as above

    return ImmutableSandboxedEnvironment(
        loader=FunctionLoader(_source),
        autoescape=True,
        finalize=_escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _source(name: str) -> tuple[str, str, Callable[[], bool]]:
    """Return text and path of a template, and a function that tells whether it is still the one to use."""
    path = template(name)
    state = path.stat()
    return _text_of(path), str(path), lambda: template(name) == path and path.stat() == state


def _escaped(value: object) -> object:
    """Escape as ``html.escape`` does, which writes other entities than Jinja, so that all files have the same."""
    return value if hasattr(value, "__html__") else Markup(escape(str(value)))


def _text_of(path: Path) -> str:
    try:
        return text_of(path)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read as text: {error}") from error


def _minified(path: Path, text: str) -> str:
    """Return the minified copy of a style or a script, else its ``text``.

    The first line of a copy has the digest of the file that it was made of, so no copy of another file is taken: a
    user's own template is inserted as it is.
    """
    copy = shipped_folder("templates") / path.parent.name / f"{path.stem}.min{path.suffix}"
    if path.suffix not in _END_TAGS or not copy.is_file():
        return text
    first, _, short = text_of(copy).partition("\n")
    return short if hashlib.sha256(text.encode("utf-8")).hexdigest() in first else text


def source_hash(text: str) -> str:
    """Return the hash of a script or style for the content security policy of its page, which allows no other."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def icon_uri(color: str = ICON_COLOR) -> str:
    """Return the icon of a page as a data URI: without one, a browser asks the site for /favicon.ico."""
    return "data:image/svg+xml," + quote(fill_template("page/icon.svg", {"color": color}).strip(), safe="=/,'")


def theme_script() -> str:
    """Return the script at the head of a page, which sets the colors of the reader. Its names stay in its block."""
    return f"{{{fill_scripts(('page/theme.js', 'page/saved-theme.js'), {})}}}"


def results_key(address: str) -> str:
    """Return the name under which browsers keep a reader's results of the series at this URL."""
    return f"results:{address}"


def write_html(page: PlayPage, path: Path) -> None:
    """Write a play page. Raises OutputError when the file cannot be written, and the errors of ``html_page``."""
    text = html_page(page)
    with atomic_file(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")


def _parts_of(page: PlayPage) -> tuple[str, ...]:
    """Return the styles and scripts of a page, each in its order."""
    own = f"{page.templates}/{page.templates}"
    is_embedded = page.published is not None and page.published.is_embedded
    beside, first = ("", "page/embed-size.js") if is_embedded else ("page/beside.css", "")
    has_more = page.published is not None and not is_embedded
    motion, more = ("", "page/more.js") if has_more else (f"{page.templates}/motion.css", "")
    styles = ("page/page.css", beside, f"{own}.css", motion)
    names = (*styles, first, "page/page.js", *page.tools, f"{own}.js", *page.parts, "page/framed.js", more)
    return tuple(filter(None, names))


def html_page(page: PlayPage) -> str:
    """Return a play page, the same bytes every time.

    Its content security policy forbids loading, sending and other scripts; a page of a series may load more.js and the
    app of the series with its icons. Raises ConfigError like ``fill_template``.
    """
    names = _parts_of(page)
    style = "".join(fill_template(one, {}) for one in names if one.endswith(".css"))
    columns, rows = page.data["extent"]
    style += _board_style(columns, rows, 2 * bool(page.data["wraps"]))
    color, address = ICON_COLOR, ""
    if page.published is not None:
        style, color, address = style + page.published.style, page.published.color, page.published.address
    scripts = [one for one in names if one.endswith(".js")]
    script = f'"use strict";{fill_scripts(scripts, {"address": address})}'
    theme = theme_script() * ("page/more.js" in names)
    values = {
        "language": escape(page.language),
        "title": escape(page.title),
        "facts": _RANGE.sub(f"–{_WORD_JOINER}", "<br>".join(map(_line_of_facts, page.facts))),
        "policy": _policy(filter(None, (theme, script)), style, page.published),
        "theme": f"<script>{theme}</script>" * bool(theme),
        "shape": ' class="broad"' * (columns > BROAD * rows),
        "style": style,
        "script": script,
        "icon": icon_uri(color),
        "data": json_in_html(_smallest(page.data)),
        "text": _lines(page.rows),
        "text_id": TEXT_ID,
        "example": page.example,
        "picture": page.picture,
        "head": "",
        "foot": "",
        "logo": "",
        **{f"words.{key}": escape(text) for key, text in page.words.items()},
    }
    if page.published is not None:
        values["head"] = _head(page.published)
        values["foot"] = _foot(page.published)
        values["logo"] = page.published.logo
        address, alt = map(escape, page.published.picture)
        values["picture"] = f'<img src="{address}" alt="{alt}">'
    values["as_text"] = fill_template("play/text.html", values).rstrip("\n") if page.rows else ""
    values["result"] = fill_template("page/result.html", values).rstrip("\n")
    main = _SPACES.sub("", fill_template(f"{page.templates}/{page.templates}.html", values))
    return fill_template("page/page.html", values | {"main": main})


def _policy(scripts: Iterable[str], style: str, published: PublishedParts | None) -> str:
    """Return the content security policy of a page."""
    own_site = "'self' file: " if published else ""  # for the picture, and the icons of the app
    hashes = " ".join(f"'{source_hash(script)}'" for script in scripts)
    more, app = ("'self' ", f"{APP_POLICY}; ") if published and not published.is_embedded else ("", "")
    return (
        f"default-src 'none'; script-src {more}{hashes}; style-src '{source_hash(style)}'; "
        f"img-src {own_site}data:; {app}base-uri 'none'; form-action 'none'"
    )


def _line_of_facts(line: str) -> str:
    """Return the markup of facts on a line. The styles hide the dot before a fact that begins a line of the screen."""
    first, *others = escape(line).split(FACTS)
    return f"<span>{first}</span>" + "".join(f" <span>· {fact}</span>" for fact in others) if others else first


def _board_style(columns: float, rows: float, rim: int) -> str:
    """Return the styles by which the page has the place of the board before its script runs."""
    sizes = f"main{{--columns:{columns + rim:g};--rows:{rows + rim:g}}}"
    return sizes + ("@media(max-width:27rem){:root{--least:1.3125rem}}" if columns + rim <= ON_PHONES else "")


def _smallest(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return data in their order, without what is false: a script reads a missing key as undefined, which is too."""
    ordered = {key: data[key] for key in _DATA_ORDER if key in data} | dict(data)
    return {key: value for key, value in ordered.items() if value is not None and value is not False}


def _head(published: PublishedParts) -> str:
    name = "play/embed-head.html" if published.is_embedded else "play/head.html"
    values = escape_values(published.head) | {"linked_data": json_in_html(published.linked_data)}
    return _SPACES.sub("", fill_template(name, values)).rstrip("\n")


def _foot(published: PublishedParts) -> str:
    texts = escape_values(published.foot)
    following = fill_template("play/next.html", texts).rstrip("\n")
    if published.is_embedded:
        return fill_template("play/embed-foot.html", texts | {"next": following}).rstrip("\n")
    home = f"\n  {link(*published.home)}" if published.home else ""
    if published.previous is None:
        return fill_template("play/foot.html", texts | {"home": f"\n{following}{home}"}).rstrip("\n")
    previous = escape_values(published.previous) | {"rows": _lines(published.previous_rows), "id": PREVIOUS_ID}
    foot = fill_template("play/foot.html", texts | {"home": home}).rstrip("\n")
    return fill_template("play/before.html", previous | {"next": following}) + foot


def _lines(rows: tuple[str, ...]) -> str:
    return "\n".join(f"<p>{escape(row)}</p>" for row in rows)


def link(address: str, text: str) -> str:
    """Return a link with a plain text."""
    return f'<a href="{escape(address)}">{escape(text)}</a>'


def escape_values(texts: Mapping[str, str]) -> dict[str, str]:
    """Escape plain texts for HTML, between tags and in quoted attributes."""
    return {name: escape(text) for name, text in texts.items()}


def linked_data(kind: str, name: str, address: str, **more: Any) -> dict[str, Any]:
    """Return what a page is as linked data (JSON-LD), with a ``kind`` of Schema.org such as ``Game``."""
    return {"@context": "https://schema.org", "@type": kind, "name": name, "url": address, **more}


def json_in_html(data: Mapping[str, Any]) -> str:
    """Return JSON for an HTML element; without a < it can neither end the element nor open a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


LEAST_CONTRAST = 7.0  # WCAG 2, level AAA, for text of any size
_LEAST_SATURATION = 0.15  # a ground with less saturation looks like white or cream paper
_STEPS = 64  # from a color to black or white
_STYLE_SPACES = re.compile(r"\s*([{};:,])\s*")  # that can be removed from the short styles of a brand
WHITE, BLACK = RGB(1.0, 1.0, 1.0), RGB(0.0, 0.0, 0.0)

# The grounds on which pages and mails have text, as templates/page, web and mail define them.
LIGHT_GROUNDS = tuple(map(rgb, ("#fdfcf9", "#ffffff")))
DARK_GROUNDS = tuple(map(rgb, ("#161719", "#1c1c1e", "#1d1f22")))
ON_LIGHT, ON_DARK = WHITE, DARK_GROUNDS[0]  # of text on a button, for light and dark pages


@dataclass(frozen=True, slots=True)
class PageBrand:
    """The color of a palette on pages and mails, for light and for dark ones."""

    light: RGB
    dark: RGB


@cache
def palette_named(name: str) -> Palette:
    """Return the palette of a name in templates/covers.yaml. Raises ConfigError if there is none."""
    palettes = load_palettes()
    if name not in palettes:
        allowed = f"{', '.join(palettes)}{did_you_mean(name, palettes)}"
        raise ConfigError(f"{COVERS} has no {describe(name)}, only {allowed}", at=("palette",))
    colors = palettes[name]
    return Palette(rgb(colors.ground), rgb(colors.ink), rgb(colors.accent))


def page_palettes() -> list[tuple[str, str, str]]:
    """Return the names of all palettes, each with its color on light and on dark pages."""
    brands = {name: brand_named(name) for name in load_palettes()}
    return [(name, hex_of(brand.light), hex_of(brand.dark)) for name, brand in brands.items()]


@cache
def brand_named(palette: str) -> PageBrand:
    """Return the colors of a palette on pages and mails. Raises ConfigError as ``palette_named`` does."""
    return page_brand(palette_named(palette))


def page_brand(palette: Palette) -> PageBrand:
    """Return the colors of a palette, changed as far as text on pages and on buttons needs."""
    colored = [color for color in (palette.ground, palette.accent) if _saturation(color) >= _LEAST_SATURATION]
    candidates = colored or [palette.accent]
    return PageBrand(
        _readable(candidates, BLACK, (*LIGHT_GROUNDS, ON_LIGHT)), _readable(candidates, WHITE, (*DARK_GROUNDS, ON_DARK))
    )


def brand_style(brand: PageBrand, *names: str) -> str:
    """Return the styles of these names, filled with the colors, which follow those of a page.

    Raises ConfigError as ``fill_template`` does.
    """
    values = color_values(brand)
    return "".join(_STYLE_SPACES.sub(r"\1", fill_template(name, values)).strip() for name in names)


@dataclass(frozen=True, slots=True)
class PageLogo:
    """A logo on a page: its path or data URI, size in CSS pixels, alternative text, and the URL that it leads to."""

    address: str
    width: int
    height: int
    alt: str
    home: str = ""

    @property
    def markup(self) -> str:
        """The logo, with its link if it leads to a URL."""
        size = f'width="{self.width}" height="{self.height}"'
        image = f'<img src="{escape(self.address)}" {size} alt="{escape(self.alt)}">'
        linked = f'<a href="{escape(self.home)}">{image}</a>' if self.home else image
        return f'<p class="logo">{linked}</p>'

    @property
    def style(self) -> str:
        """The style that follows those of the page."""
        return _STYLE_SPACES.sub(r"\1", fill_template("page/logo.css", {"width": str(self.width)})).strip()


def color_values(brand: PageBrand) -> dict[str, str]:
    """Return the colors by the names of their placeholders."""
    colors = {"text": brand.light, "on_button": ON_LIGHT, "dark.text": brand.dark, "dark.on_button": ON_DARK}
    return {name: hex_of(color) for name, color in colors.items()}


def nested_colors(brand: PageBrand) -> dict[str, object]:
    """Return the colors as groups: ``color.text`` and ``color.dark.text`` of a template."""
    flat = color_values(brand)
    return flat | {"dark": {name: flat[f"dark.{name}"] for name in ("text", "on_button")}}


def _readable(candidates: Sequence[RGB], toward: RGB, grounds: Sequence[RGB]) -> RGB:
    """Return the candidate that needs the least change toward black or white to be readable on all grounds, changed."""
    for step in range(_STEPS + 1):
        for color in candidates:
            changed = rgb(hex_of(Palette(toward, toward, toward).blend(color, 1 - step / _STEPS)))
            if all(contrast(changed, ground) >= LEAST_CONTRAST for ground in grounds):
                return changed
    return toward


def _saturation(color: RGB) -> float:
    parts = (color.red, color.green, color.blue)
    return (max(parts) - min(parts)) / max(parts) if max(parts) else 0.0
