"""Reads Markdown of templates and of a publisher's own pages into neutral blocks for layout.

A text may contain variables as ``{{ name }}``. The Markdown may use headings, paragraphs, lists, quotations, rules,
links, **bold** and hard line breaks. A paragraph or heading as ``-> text <-`` is centered, and one as ``-> text ->`` is
set at the right.

A template may also contain figures, each alone on a line: ``{{ figure: marks }}``, ``{{ figure: example PUZZLE }}`` or
``{{ figure: technique CODE PUZZLE }}``. Own pages may contain images, and ``{{ page break }}`` alone on a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from puzzlegen.characters import single_spaced
from puzzlegen.config.reading.message_parts import describe
from puzzlegen.config.reading.text_direction import right_to_left_letter, right_to_left_text
from puzzlegen.config.safe_paths import is_plain_path
from puzzlegen.config.template_lookup import template
from puzzlegen.errors import ConfigError
from puzzlegen.language.messages import Messages
from puzzlegen.language.rich_text import (
    Block,
    Figure,
    Heading,
    Image,
    ListItem,
    PageBreak,
    Paragraph,
    Rule,
    Run,
    TextAlign,
    WidthUnit,
)

FIGURES = {"marks": 0, "example": 1, "technique": 2}  # name -> number of arguments
_VARIABLE = re.compile(r"\{\{\s*(.*?)\s*\}\}")
_FIGURE = re.compile(r"figure:\s*(\w+)((?:\s+\S+)*)")
_LONE_LINE = re.compile(r"\s*\{\{\s*(figure|page break)\b")
PAGE_BREAK = "page break"
_SPECIAL = re.compile(r"([!-/:-@\[-`{-~])")  # Markdown allows a backslash before each ASCII mark
_FIGURE_MARK, _BREAK_MARK = "\ufdd0", "\ufdd1"  # noncharacters, which no text contains
_WIDTH = re.compile(r"(\d+(?:\.\d+)?) ?(mm|cm|in|%)")
MAX_WIDTH = 600  # millimeters of an image: more than any page
_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4}


def template_blocks(name: str, variables: Mapping[str, str], messages: Messages) -> tuple[Block, ...]:
    """Return the blocks of ``templates/<language>/<name>``.

    Raises ConfigError, with file and line, for a missing template, an unknown variable or figure, and Markdown that
    cannot be printed.
    """
    name = f"{messages.code}/{name}"
    path = template(name)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    return blocks(text, variables, f"templates/{name}", messages)


def section_intro(name: str, variables: Mapping[str, str], messages: Messages) -> tuple[Block, ...]:
    """Return the blocks of ``templates/<language>/section-<name>.md``, named after a difficulty or a variant."""
    return template_blocks(f"section-{name}.md", variables, messages)


def plain_paragraphs(text: str, messages: Messages, keep_lines: bool = False) -> tuple[Block, ...]:
    """Return plain text of a config as paragraphs.

    An empty line starts a paragraph. Other line breaks are kept with ``keep_lines`` and count as spaces otherwise.
    """
    parts = (part.strip() for part in re.split(r"\n\s*\n", messages.typography.spaced(text)))
    return tuple(Paragraph((Run(part if keep_lines else single_spaced(part)),)) for part in parts if part)


def blocks(
    text: str,
    variables: Mapping[str, str],
    source: str,
    messages: Messages,
    *,
    own_page: bool = False,
    keep_lines: bool = False,
) -> tuple[Block, ...]:
    """Return the blocks of a Markdown text, with the quotation marks and spaces of the language.

    ``source`` names the text in errors, with the line. It is empty for texts of a config, whose lines were joined. An
    ``own_page`` may have images and page breaks, but no figures. ``keep_lines`` keeps the line breaks of paragraphs.
    Raises ConfigError for what cannot be printed.
    """
    rows = ["", *text.splitlines(), ""]
    for number, (before, row, after) in enumerate(zip(rows, rows[1:], rows[2:], strict=False), start=1):
        if letter := right_to_left_letter(row):
            raise ConfigError(f"{_at(source, number)}{right_to_left_text(letter)}")
        if (lone := _LONE_LINE.match(row)) and (before.strip() or after.strip()):
            raise ConfigError(f"{_at(source, number)}leave an empty line before and after a {lone.group(1)}")
    filled = "\n".join(
        _fill(line, variables, _at(source, number), own_page) for number, line in enumerate(text.splitlines(), start=1)
    )
    options: Any = {"typographer": True, "quotes": list(messages.typography.quotes)}
    parser = MarkdownIt("commonmark", options).enable(["smartquotes", "replacements"])
    tokens = parser.parse(filled)
    if keep_lines:
        for child in (child for token in tokens for child in token.children or () if child.type == "softbreak"):
            child.type = "hardbreak"
    return tuple(_spaced(block, messages) for block in _blocks(tokens, source, own_page))


def image_names(text: str) -> list[str]:
    """Return the files of the images in a Markdown text, each once."""
    inlines = (child for token in MarkdownIt("commonmark").parse(text) for child in token.children or ())
    return list(dict.fromkeys(unquote(str(child.attrGet("src"))) for child in inlines if child.type == "image"))


def plain_text(runs: tuple[Run, ...]) -> str:
    """Return the words of runs, without line breaks."""
    return " ".join("".join(run.text for run in runs).split("\n"))


def _spaced(block: Block, messages: Messages) -> Block:
    if isinstance(block, Figure | Rule | Image | PageBreak):
        return block
    return replace(block, runs=tuple(replace(run, text=messages.typography.spaced(run.text)) for run in block.runs))


def _fill(line: str, variables: Mapping[str, str], place: str, own_page: bool) -> str:
    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        if own_page and name == PAGE_BREAK:
            if match.group(0) != line.strip():
                raise ConfigError(f"{place}a page break must stand alone on its line")
            return _BREAK_MARK
        if own_page and name.startswith("figure:"):
            raise ConfigError(f"{place}only templates have figures; show a picture instead, as ![](picture.png)")
        if figure := _FIGURE.fullmatch(name):
            if figure.group(1) not in FIGURES:
                raise ConfigError(f"{place}unknown figure {figure.group(1)!r}; there are {', '.join(FIGURES)}")
            if match.group(0) != line.strip():
                raise ConfigError(f"{place}a figure must stand alone on its line")
            named = figure.group(2).split()
            if len(named) != FIGURES[figure.group(1)]:
                raise ConfigError(
                    f"{place}wrong number of words after figure: {figure.group(1)}; write figure: example 4x4:..., "
                    "figure: technique 1-2 4x4:... or figure: marks"
                )
            return " ".join([f"{_FIGURE_MARK}{figure.group(1)}", *named])
        if name not in variables:
            raise ConfigError(f"{place}unknown variable {name!r}; there are {', '.join(sorted(variables))}")
        return _SPECIAL.sub(r"\\\1", variables[name].replace("\n", " "))

    filled = _VARIABLE.sub(value, line)
    if "{{" in filled or "}}" in filled:  # those of values are escaped
        raise ConfigError(f"{place}a variable is not closed: write {{{{ name }}}}, with two braces on both sides")
    return filled


def _blocks(tokens: Sequence[Token], source: str, own_page: bool) -> Iterator[Block]:
    markers: list[str] = []
    numbers: list[int] = []
    pending = ""
    quotes = 0
    for i, token in enumerate(tokens):
        match token.type:
            case "ordered_list_open":
                numbers.append(int(token.attrGet("start") or 1))
                markers.append("ordered")
            case "bullet_list_open":
                numbers.append(0)
                markers.append("bullet")
            case "ordered_list_close" | "bullet_list_close":
                numbers.pop()
                markers.pop()
            case "list_item_open":
                pending = f"{numbers[-1]}." if markers[-1] == "ordered" else "•"
                numbers[-1] += 1
            case "blockquote_open":
                quotes += 1
            case "blockquote_close":
                quotes -= 1
            case "hr":
                yield Rule()
            case "inline":
                opened = tokens[i - 1]
                if own_page and (image := _image(token, source)):
                    yield image
                    continue
                runs, align = _aligned(_runs(token, source), _line(token, source))
                if opened.type == "heading_open":
                    yield Heading(int(opened.tag[1:]), runs, align)
                elif token.content == _BREAK_MARK:
                    yield PageBreak()
                elif token.content.startswith(_FIGURE_MARK):
                    name, *named = token.content.removeprefix(_FIGURE_MARK).split(" ")
                    yield Figure(" ".join([name, *named[:-1]]), named[-1] if named else "")
                elif markers:
                    yield ListItem(runs, pending)
                    pending = ""
                else:
                    yield Paragraph(runs, align, quoted=quotes > 0)
            case "heading_open" | "heading_close" | "paragraph_open" | "paragraph_close" | "list_item_close":
                pass
            case other:
                raise ConfigError(f"{_line(token, source)}{other.removesuffix('_open')} cannot be printed in a book")


def _image(token: Token, source: str) -> Image | None:
    """Return the image of a paragraph that is one; None if the paragraph has no image."""
    children, place = token.children or [], _line(token, source)
    if all(child.type != "image" for child in children):
        return None
    if len(children) > 1:
        raise ConfigError(f"{place}an image must stand alone: leave an empty line before and after it")
    file, title = unquote(str(children[0].attrGet("src"))), str(children[0].attrGet("title") or "")
    if not is_plain_path(file):
        raise ConfigError(f"{place}found the image {describe(file)}, allowed a file in the folder of the text or below")
    if not title:
        return Image(file, place=place)
    match = _WIDTH.fullmatch(title)
    if match is None or not 0 < float(match[1]) * _MM.get(match[2], 1.0) <= MAX_WIDTH:
        raise ConfigError(f'{place}found the width {describe(title)}, allowed one such as "60 mm", "2.5 in" or "50%"')
    unit: WidthUnit = "%" if match[2] == "%" else "mm"
    if unit == "%" and float(match[1]) > 100:
        raise ConfigError(f"{place}found the width {match[0]}, allowed up to 100%")
    return Image(file, float(match[1]) * _MM.get(match[2], 1.0), unit, place)


def _aligned(runs: tuple[Run, ...], place: str) -> tuple[tuple[Run, ...], TextAlign]:
    """Return the runs without the arrows that align them, and where they point to."""
    if not runs or not runs[0].text.startswith("-> "):
        return runs, "start"
    first = replace(runs[0], text=runs[0].text.removeprefix("-> "))
    runs = (first, *runs[1:])
    ends: tuple[tuple[str, TextAlign], ...] = ((" <-", "center"), (" ->", "end"))
    for arrow, align in ends:
        if runs[-1].text.endswith(arrow):
            last = replace(runs[-1], text=runs[-1].text.removesuffix(arrow))
            return tuple(run for run in (*runs[:-1], last) if run.text), align
    raise ConfigError(f"{place}-> begins a centered text, as in -> text <-, or one at the right, as in -> text ->")


def _runs(token: Token, source: str) -> tuple[Run, ...]:
    runs: list[Run] = []
    bold = False
    target, linked = "", ""
    for child in token.children or ():
        match child.type:
            case "text":
                runs.append(Run(child.content, bold))
                linked += child.content
            case "link_open":
                target, linked = str(child.attrGet("href")), ""
            case "link_close":
                address = _readable(target)
                if linked.removesuffix("/") not in (address, target):  # readers on paper need the address
                    runs.append(Run(f" ({address})", bold))
            case "softbreak":
                runs.append(Run(" ", bold))
            case "hardbreak":
                runs.append(Run("\n", bold))
            case "strong_open" | "em_open":
                bold = True
            case "strong_close" | "em_close":
                bold = False
            case other:
                raise ConfigError(f"{_line(token, source)}{other} cannot be printed in a book")
    return tuple(run for run in runs if run.text)


def _readable(address: str) -> str:
    """Return a web or mail address as it is printed."""
    return re.sub(r"^(https?://(www\.)?|mailto:)", "", unquote(address)).removesuffix("/")


def _line(token: Token, source: str) -> str:
    return _at(source, token.map[0] + 1 if token.map else None)


def _at(source: str, number: int | None) -> str:
    """Return the place that begins a message about that line."""
    return "" if not source else f"{source}: " if number is None else f"{source}:{number}: "
