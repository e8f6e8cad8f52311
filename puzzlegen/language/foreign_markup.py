"""Finds markup of other programs in a text, which would be printed as it is written, and says what to write instead.

CommonMark takes all of it for words. A backslash before its first sign makes it words here too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from puzzlegen.wording import printable

SIGN_ITSELF = "; to print the sign itself, write a backslash before it, or two between double quotes in YAML"
_LONGEST = 30  # characters of a text that a message quotes

# What a line holds, and the message; {} is what was found.
_IN_LINES: tuple[tuple[str, str], ...] = (
    (r"^\s*>?\s*\[![A-Za-z]+\]", "{}, a box for a note, which no page can show: write a quotation with > alone"),
    (
        r"\[\^[^\]\s]+\]|\^\[[^\]]+\]",
        "the footnote {}, which no page can show: put its words into the text, in brackets",
    ),
    (
        r"^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[ xX]\](?=\s|$)",
        "{}, a box to tick, which no page can show: write the item alone",
    ),
    (
        r"(?<!\{)\{:?\s*[#.][\w-][^{}]*\}|(?<!\{)\{\s*[\w-]+=[^{}]*\}",
        "{}, an attribute, which no page can show: remove it",
    ),
    (r"\{%[^%]*%?\}?", "{}, a command of another program: remove it"),
    (r"^\s*:{3,}.*", "{}, the edge of a block, which no page can show: remove it"),
    (r"(?<!\S)\\[A-Za-z]{2,}", "{}, a command of LaTeX: remove it; {{{{ page break }}}} alone on a line ends a page"),
    (r"\$\$.*|(?<!\w)\$[^$]*[\\^_{][^$]*\$(?!\w)", "the formula {}, which no page can show: write it in words"),
    (r"^ {0,3}#{1,6}[^\W\d_].*", "{}: write a space behind # for a heading"),
    (r"^ {0,3}#{7,}.*", "{}: headings begin with up to six #"),
    (r"!?\[\[[^\[\]]+\]\]", "{}, a link between notes: write the words alone, or a picture as ![](picture.png)"),
    (
        r"(?<![=\w])==(?=[^\s=])[^=]*(?<=[^\s=])==(?![=\w])",
        "{}, a marked text, which no page can show: write ** for ==",
    ),
    (r"^={2,6}\s.*\s={2,6}\s*$", "{}: begin a heading with #"),
    (
        r"(?<=\w)\^[^\s^]{1,20}\^|(?<=\w)~\w{1,20}~(?!~)",
        "{}, raised or lowered words, which no page can show: write them without these signs",
    ),
    (r"(?<![~\w])~\w[^~]*(?<=\S)~(?![~\w])", "{}, crossed-out words, which no page can show: write what is to be read"),
    (r"^\+[-=+]{3,}\+\s*$", "{}, the edge of a table, which no page can show: write a list"),
    (r"^\*\[[^\]]+\]:.*", "{}, an abbreviation with its meaning: put the meaning into the text"),
    (r"^\s*\[(?:toc|TOC)\]\s*$", "{}: the book has contents of its own, with contents: yes in front_matter"),
    (
        r"(?<![\w:]):[a-z][a-z0-9_+-]{2,}:(?![\w:])",
        "{}, the name of a small picture, which no page can show: remove it",
    ),
)
_PATTERNS = tuple((re.compile(rf"(?<!\\)(?:{pattern})"), words) for pattern, words in _IN_LINES)
_DEFINITION = re.compile(r"[:~] {1,3}\S")
_FRONT_MATTER = ("---", "+++", ";;;")

Place = Callable[[int], str]


def foreign_markup(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines, counted from 1, with markup that pages cannot show, and what a message says about it."""
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if lines and _begins_settings(lines, first):
        yield first + 1, f'found settings between two lines "{lines[first].strip()}", which no page shows: remove them'
        return
    for number, (before, line) in enumerate(zip(["", *lines], lines, strict=False), start=1):
        for pattern, words in _PATTERNS:
            if match := pattern.search(line):
                yield number, "found " + words.format(quoted(match[0].strip())) + SIGN_ITSELF
        if before.strip() and _DEFINITION.match(line):
            yield number, f"found {quoted(line)}, a definition, which no page can show: write a list" + SIGN_ITSELF


def _begins_settings(lines: Sequence[str], first: int) -> bool:
    """Tell whether a text begins with settings for another program, such as its title, between two equal lines."""
    fence = lines[first].rstrip()
    return fence in _FRONT_MATTER and bool("".join(lines[first + 1 : first + 2]).strip()) and any(
        line.rstrip() in (fence, "...") for line in lines[first + 2 :]
    )  # fmt: skip


def quoted(text: str) -> str:
    """Return words of a text for a message, cut if they are long."""
    return f'"{printable(text, _LONGEST)}"'
