"""Reads Markdown templates of front and back matter into neutral blocks for layout.

A template may contain variables as ``{{ name }}``, and figures, each alone on a line: ``{{ figure: marks }}``,
``{{ figure: example PUZZLE }}`` or ``{{ figure: technique CODE PUZZLE }}``. The Markdown may use headings, paragraphs,
lists, **bold** and hard line breaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from puzzlegen.config.reading.text_direction import right_to_left_letter, right_to_left_text
from puzzlegen.config.template_lookup import template
from puzzlegen.errors import ConfigError
from puzzlegen.language.messages import Messages
from puzzlegen.language.rich_text import Block, Figure, Heading, ListItem, Paragraph, Run

FIGURES = {"marks": 0, "example": 1, "technique": 2}  # name -> number of arguments
_VARIABLE = re.compile(r"\{\{\s*(.*?)\s*\}\}")
_FIGURE = re.compile(r"figure:\s*(\w+)((?:\s+\S+)*)")
_FIGURE_LINE = re.compile(r"\s*\{\{\s*figure:")
_SPECIAL = re.compile(r"([!-/:-@\[-`{-~])")  # Markdown allows a backslash before each ASCII mark
_FIGURE_MARK = "\ufdd0"  # a noncharacter, which no template contains


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
    return tuple(Paragraph((Run(part if keep_lines else " ".join(part.split())),)) for part in parts if part)


def blocks(text: str, variables: Mapping[str, str], source: str, messages: Messages) -> tuple[Block, ...]:
    """Return the blocks of a Markdown text, with the quotation marks and spaces of the language.

    ``source`` names the text in errors, with the line. It is empty for texts of a config, whose lines were joined.
    """
    rows = ["", *text.splitlines(), ""]
    for number, (before, row, after) in enumerate(zip(rows, rows[1:], rows[2:], strict=False), start=1):
        if letter := right_to_left_letter(row):
            raise ConfigError(f"{_at(source, number)}{right_to_left_text(letter)}")
        if _FIGURE_LINE.match(row) and (before.strip() or after.strip()):
            raise ConfigError(f"{_at(source, number)}leave an empty line before and after a figure")
    filled = "\n".join(
        _fill(line, variables, _at(source, number)) for number, line in enumerate(text.splitlines(), start=1)
    )
    options: Any = {"typographer": True, "quotes": list(messages.typography.quotes)}
    parser = MarkdownIt("commonmark", options).enable(["smartquotes", "replacements"])
    return tuple(_spaced(block, messages) for block in _blocks(parser.parse(filled), source))


def _spaced(block: Block, messages: Messages) -> Block:
    if isinstance(block, Figure):
        return block
    return replace(block, runs=tuple(replace(run, text=messages.typography.spaced(run.text)) for run in block.runs))


def _fill(line: str, variables: Mapping[str, str], place: str) -> str:
    def value(match: re.Match[str]) -> str:
        name = match.group(1)
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


def _blocks(tokens: Sequence[Token], source: str) -> Iterator[Block]:
    markers: list[str] = []
    numbers: list[int] = []
    pending = ""
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
            case "inline":
                opened = tokens[i - 1]
                runs = _runs(token, source)
                if opened.type == "heading_open":
                    yield Heading(int(opened.tag[1:]), runs)
                elif token.content.startswith(_FIGURE_MARK):
                    name, *named = token.content.removeprefix(_FIGURE_MARK).split(" ")
                    yield Figure(" ".join([name, *named[:-1]]), named[-1] if named else "")
                elif markers:
                    yield ListItem(runs, pending)
                    pending = ""
                else:
                    yield Paragraph(runs)
            case "heading_open" | "heading_close" | "paragraph_open" | "paragraph_close" | "list_item_close":
                pass
            case other:
                raise ConfigError(f"{_line(token, source)}{other.removesuffix('_open')} cannot be printed in a book")


def _runs(token: Token, source: str) -> tuple[Run, ...]:
    runs: list[Run] = []
    bold = False
    for child in token.children or ():
        match child.type:
            case "text":
                runs.append(Run(child.content, bold))
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


def _line(token: Token, source: str) -> str:
    return _at(source, token.map[0] + 1 if token.map else None)


def _at(source: str, number: int | None) -> str:
    """Return the place that begins a message about that line."""
    return "" if not source else f"{source}: " if number is None else f"{source}:{number}: "
