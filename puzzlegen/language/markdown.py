"""Reads Markdown of templates and of a publisher's own pages into neutral blocks for layout.

A text may contain variables as ``{{ name }}``. The Markdown may use headings, paragraphs, lists, quotations, rules,
links, **bold** and hard line breaks. A paragraph or heading as ``-> text <-`` is centered, and one as ``-> text ->`` is
set at the right. Everything else to which Markdown or its dialects give a meaning is refused with its line, because it
would be printed as signs. ``typography.py`` sets the words.

A template may also contain figures, each alone on a line: ``{{ figure: marks }}``, ``{{ figure: example PUZZLE }}`` or
``{{ figure: technique CODE PUZZLE }}``. Own pages may contain images, and ``{{ page break }}`` alone on a line.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from urllib.parse import unquote

from puzzlegen.errors import ConfigError
from puzzlegen.files.reading import text_of
from puzzlegen.files.templates import template
from puzzlegen.language.foreign_markup import foreign_markup
from puzzlegen.language.markdown_blocks import (
    BREAK_MARK,
    FIGURE_MARK,
    Block,
    BlockReader,
    Paragraph,
    Run,
    parse,
    place_of,
)
from puzzlegen.language.messages import Messages
from puzzlegen.wording import unset_letter, unset_letter_text

FIGURES = {"marks": (0,), "example": (0, 1), "technique": (2,)}  # name -> numbers of arguments
PAGE_BREAK = "page break"
_VARIABLE = re.compile(r"\{\{\s*(.*?)\s*\}\}")
_FIGURE = re.compile(r"figure:\s*(\w+)((?:\s+\S+)*)")
_LONE_LINE = re.compile(r"\s*\{\{\s*(figure|page break)\b")
_SPECIAL = re.compile(r"([!-/:-@\[-`{-~])")  # Markdown allows a backslash before each ASCII mark


def template_blocks(name: str, variables: Mapping[str, str], messages: Messages) -> tuple[Block, ...]:
    """Return the blocks of ``templates/<language>/<name>``.

    Raises ConfigError, with file and line, for a missing template, an unknown variable or figure, and Markdown that
    cannot be printed.
    """
    name = f"{messages.code}/{name}"
    path = template(name)
    try:
        text = text_of(path)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    return blocks(text, variables, f"templates/{name}", messages)


def section_intro(name: str, variables: Mapping[str, str], messages: Messages) -> tuple[Block, ...]:
    """Return the blocks of ``templates/<language>/section-<name>.md``, named after a difficulty or a variant."""
    return template_blocks(f"section-{name}.md", variables, messages)


def plain_paragraphs(text: str, messages: Messages) -> tuple[Block, ...]:
    """Return plain text of a config as paragraphs with its line breaks; an empty line starts a paragraph."""
    parts = (part.strip() for part in re.split(r"\n\s*\n", text))
    return tuple(Paragraph((Run(messages.typography.typeset(part)),)) for part in parts if part)


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
    text = unicodedata.normalize("NFC", text)
    rows = ["", *text.splitlines(), ""]
    for number, (before, row, after) in enumerate(zip(rows, rows[1:], rows[2:], strict=False), start=1):
        if letter := unset_letter(row):
            raise ConfigError(f"{place_of(source, number)}{unset_letter_text(letter)}")
        if (lone := _LONE_LINE.match(row)) and (before.strip() or after.strip()):
            raise ConfigError(f"{place_of(source, number)}leave an empty line before and after a {lone.group(1)}")
    for number, problem in foreign_markup(text.splitlines()):
        raise ConfigError(f"{place_of(source, number)}{problem}")
    values = {name: messages.typography.typeset(value) for name, value in variables.items()}
    filled = "\n".join(
        _fill(line, values, place_of(source, number), own_page)
        for number, line in enumerate(text.splitlines(), start=1)
    )
    reader = BlockReader(parse(filled), source, messages.typography, own_page=own_page, keep_lines=keep_lines)
    return tuple(reader.blocks())


def image_names(text: str) -> list[str]:
    """Return the files of the images in a Markdown text, each once."""
    inlines = (child for token in parse(text).tokens for child in token.children or ())
    return list(dict.fromkeys(unquote(str(child.attrGet("src"))) for child in inlines if child.type == "image"))


def plain_text(runs: tuple[Run, ...]) -> str:
    """Return the words of runs, without line breaks."""
    return " ".join("".join(run.text for run in runs).split("\n"))


def _fill(line: str, variables: Mapping[str, str], place: str, own_page: bool) -> str:
    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        if own_page and name == PAGE_BREAK:
            if match.group(0) != line.strip():
                raise ConfigError(f"{place}a page break must stand alone on its line")
            return BREAK_MARK
        if own_page and name.startswith("figure:"):
            raise ConfigError(f"{place}only templates have figures; show a picture instead, as ![](picture.png)")
        if figure := _FIGURE.fullmatch(name):
            if figure.group(1) not in FIGURES:
                raise ConfigError(f"{place}unknown figure {figure.group(1)!r}; there are {', '.join(FIGURES)}")
            if match.group(0) != line.strip():
                raise ConfigError(f"{place}a figure must stand alone on its line")
            named = figure.group(2).split()
            if len(named) not in FIGURES[figure.group(1)]:
                raise ConfigError(
                    f"{place}wrong number of words after figure: {figure.group(1)}; write figure: example 4x4:..., "
                    "figure: technique 1-2 4x4:... or figure: marks"
                )
            return " ".join([f"{FIGURE_MARK}{figure.group(1)}", *named])
        if name not in variables:
            raise ConfigError(f"{place}unknown variable {name!r}; there are {', '.join(sorted(variables))}")
        return _SPECIAL.sub(r"\\\1", variables[name].replace("\n", " "))

    filled = _VARIABLE.sub(value, line)
    if "{{" in filled or "}}" in filled:  # those of values are escaped
        raise ConfigError(f"{place}a variable is not closed: write {{{{ name }}}}, with two braces on both sides")
    return filled
