"""Parses Markdown into tokens with the rules of a writer: names of images may have spaces, and 5*5*5 is no emphasis."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.emphasis import tokenize
from markdown_it.token import Token

# An image alone on its line; CommonMark takes a name with a space, or with an open bracket, for words.
_IMAGE = re.compile(r'( *)!\[([^\]]*)\]\( *(?!<)([^<>"]*[^<>"\s]) *("[^"]*")? *\)( *)')
_CLOSING = ")]}"
_MOST_LINES = 9  # of the name of an address
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){1,999})\]:", re.DOTALL)


@dataclass(frozen=True, slots=True)
class MarkdownText:
    """A parsed text: its ``tokens``, and the addresses that no link uses: the name as written, and the line from 1."""

    tokens: list[Token]
    unused: tuple[tuple[str, int], ...]


def parse(text: str) -> MarkdownText:
    """Return the tokens of a Markdown text. Tables and crossed-out words are recognized, to be refused."""
    environment: dict[str, Any] = {}
    tokens = _parser().parse("\n".join(map(_with_quoted_image, text.split("\n"))), environment)
    used = {child.meta.get("label") for token in tokens for child in token.children or ()}
    references = environment.get("references", {})
    again = environment.get("duplicate_refs", [])
    unused = [(name, one["map"][0]) for name, one in references.items() if name not in used]
    unused += [(str(one.get("label", "")), one["map"][0]) for one in again]
    lines = text.split("\n")
    named = [(_written_label(name, lines[row : row + _MOST_LINES]), row + 1) for name, row in unused]
    return MarkdownText(tokens, tuple(sorted(named, key=lambda one: one[1])))


def _written_label(name: str, lines: list[str]) -> str:
    """Return the name of an address as these lines have it first; the parser compares names in capitals."""
    text = "\n".join(line.lstrip(" \t>") for line in lines)
    labels = (" ".join(found[1].split()) for found in _LABEL.finditer(text))
    return next((label for label in labels if normalizeReference(label) == name), name)


def _parser() -> MarkdownIt:
    """Return a parser of CommonMark that leaves addresses as they are written and tells escaped signs from others."""
    parser = MarkdownIt("commonmark", {"store_labels": True}).enable(["table", "strikethrough"]).disable("text_join")
    parser.inline.ruler.at("emphasis", _emphasis)
    for name, rule in (("normalizeLink", str), ("normalizeLinkText", str), ("validateLink", bool)):
        setattr(parser, name, rule)  # an address is printed, not opened
    return parser


def _emphasis(state: StateInline, silent: bool) -> bool:
    """Take ``*`` between letters or digits for itself, as in 5*5*5.

    ``**`` may still end words that such a sign begins: **Mine**sweeper, **5**th.
    """
    start, first = state.pos, len(state.delimiters)
    if not tokenize(state, silent):
        return False
    before, after = state.src[start - 1 : start], state.src[state.pos : state.pos + 1]
    if state.src[start] == "*" and after.isalnum() and (before.isalnum() or (before and before in _CLOSING)):
        begun = any(one.open and one.marker == ord("*") for one in state.delimiters[:first])
        ends_word = state.pos - start > 1 and begun and not (before.isdigit() and after.isdigit())
        for delimiter in state.delimiters[first:]:
            delimiter.open = False
            delimiter.close = delimiter.close and ends_word
    return True


def _with_quoted_image(line: str) -> str:
    """Return a line with the name of its image between < and >, where spaces are allowed."""
    match = _IMAGE.fullmatch(line)
    if match is None:
        return line
    start, words, name, width, end = match.groups()
    return f"{start}![{words}](<{name}>{f' {width}' if width else ''}){end}"


def written_numbers(tokens: list[Token]) -> Iterator[tuple[int, str]]:
    """Yield each item of a numbered list, by its index among the tokens, with its number as it is printed.

    That is the number in the text, with its dot or bracket. Where all items of a list have the same, they count up.
    """
    lists: list[list[int]] = []
    for index, token in enumerate(tokens):
        if token.type in ("ordered_list_open", "bullet_list_open"):
            lists.append([])
        elif token.type == "list_item_open":
            lists[-1].append(index)
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            items = lists.pop()
            numbers = [int(tokens[item].info or 0) for item in items]
            if token.type == "ordered_list_close":
                same = len(set(numbers)) == 1
                for place, (item, number) in enumerate(zip(items, numbers, strict=True)):
                    yield item, f"{number + place if same else number}{tokens[item].markup}"
