"""Reads the tokens of a Markdown text into blocks, and refuses those that pages cannot show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NoReturn
from urllib.parse import unquote

from markdown_it.token import Token

from puzzlegen.config.reading.message_parts import describe
from puzzlegen.config.safe_paths import is_plain_path
from puzzlegen.errors import ConfigError
from puzzlegen.language.foreign_markup import SIGN_ITSELF, quoted
from puzzlegen.language.markdown_parser import MarkdownText, written_numbers
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
from puzzlegen.language.typography import Typography

FIGURE_MARK, BREAK_MARK = "\ufdd0", "\ufdd1"  # noncharacters, which no text contains
BULLET = "•"
MAX_WIDTH = 600  # millimeters of an image: more than any page
MAX_LEVEL = 3  # of lists within lists
_WIDTH = re.compile(r"(\d+(?:\.\d+)?) ?(mm|cm|in|%)")
_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4}
_NO_PAGE = "which no page can show: "
_REFUSED = {  # types of tokens in the words of a writer
    "fence": f"lines between {'`' * 3} (code), {_NO_PAGE}remove these signs",
    "code_block": f"lines that begin with a tab, or four spaces or more (code), {_NO_PAGE}begin them further left",
    "code_inline": f"words between ` (code), {_NO_PAGE}write ** for words that stand out",
    "html_block": f"HTML, {_NO_PAGE}write ** for words that stand out, and two spaces at the end of a line to break it",
    "table_open": f"a table, {_NO_PAGE}write a list",
    "s_open": f"words crossed out with ~~, {_NO_PAGE}write what is to be read",
    "image": "an image, which only own pages can show: put it on one, alone between empty lines",
}
_REFUSED["html_inline"] = _REFUSED["html_block"] + SIGN_ITSELF
_REFUSED["code_inline"] += SIGN_ITSELF
_REFUSED["s_open"] += SIGN_ITSELF
_LEFT_OVER = (  # what CommonMark takes for words after all links are found
    (re.compile(r"!\[[^\]]*\]\("), "an image whose name cannot be read: write ![](picture.png) alone on a line"),
    (re.compile(r"(?<!\w)\[[^\[\]]+\]\([^)]*\)"), "a link whose address has a space: write %20 for it"),
    (
        re.compile(r"(?<![\w*])\*\*(?=\w)|(?<=\w)\*\*(?![\w*])|(?<!\w)__(?=[^\W_])|(?<=[^\W_])__(?!\w)"),
        "which begins or ends words that stand out, without its other half: write it at both ends",
    ),
    (re.compile(r"(?<!\w)\[[^\[\]]+\]\[[^\[\]]*\]"), "a link to an address that no line gives, such as [name]: https://..."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a line; ``kept`` is printed as it is written: addresses and escaped signs."""

    text: str
    bold: bool
    kept: bool = False


class BlockReader:
    """Reads one text. ``source`` names it in errors, with the line, and is empty for texts without lines."""

    def __init__(
        self, text: MarkdownText, source: str, typography: Typography, *, own_page: bool, keep_lines: bool
    ) -> None:
        self.tokens = text.tokens
        self.unused = text.unused
        self.source = source
        self.typography = typography
        self.own_page = own_page
        self.keep_lines = keep_lines
        self.numbers = dict(written_numbers(text.tokens))
        self.lists: list[str] = []  # the widest marker of each open list
        self.quoted = False
        self.marker = ""  # of the item whose words follow, and its line
        self.marked = 0

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks. Raises ConfigError, with the line, for what cannot be printed."""
        for name, line in self.unused:
            self._refuse(line, f"found the address of {quoted(f'[{name}]')}, which no link names{SIGN_ITSELF}")
        for index, token in enumerate(self.tokens):
            line = token.map[0] + 1 if token.map else 1
            match token.type:
                case "ordered_list_open" | "bullet_list_open":
                    self._open_list(index, line)
                case "ordered_list_close" | "bullet_list_close":
                    self.lists.pop()
                case "list_item_open":
                    self._check_item()
                    self.marker, self.marked = self.numbers.get(index, BULLET), line
                case "list_item_close":
                    self._check_item()
                case "blockquote_open":
                    if self.quoted or self.lists:
                        self._refuse(
                            line, "found a quotation within a quotation or a list: end that with an empty line"
                        )
                    self.quoted = True
                case "blockquote_close":
                    self.quoted = False
                case "hr":
                    self._stand_alone(line, "a line between two parts")
                    yield Rule()
                case "heading_open":
                    self._stand_alone(line, "a heading")
                    if token.markup in ("-", "=") and token.map and token.map[1] - token.map[0] > 2:
                        below = f"found {3 * token.markup} below words, which makes a heading of all these lines"
                        self._refuse(
                            token.map[1] - 1, f"{below}: leave an empty line before it, or begin a heading with #"
                        )
                case "inline":
                    yield self._inline(token, self.tokens[index - 1], line)
                case "heading_close" | "paragraph_open" | "paragraph_close":
                    pass
                case other:
                    self._refuse(line, f"found {_REFUSED.get(other, other).replace('`' * 3, token.markup or '`' * 3)}")

    def _refuse(self, line: int, problem: str) -> NoReturn:
        raise ConfigError(f"{place_of(self.source, line)}{problem}")

    def _open_list(self, index: int, line: int) -> None:
        if self.quoted:
            self._refuse(line, "found a list within a quotation, which no page can show: leave out the >")
        if len(self.lists) == MAX_LEVEL:
            self._refuse(line, f"found a list within {MAX_LEVEL} others, which no page can show: begin it further left")
        depth, markers = 0, [BULLET]
        for at in range(index, len(self.tokens)):
            kind = self.tokens[at].type
            depth += kind.endswith("list_open") - kind.endswith("list_close")
            if depth == 1 and at in self.numbers:
                markers.append(self.numbers[at])
            if not depth:
                break
        self.lists.append(max(markers, key=len))

    def _check_item(self) -> None:
        """Refuse an item without words before its end or the list within it: its marker would not be printed."""
        if self.marker:
            found = f"found an item of a list without words, {quoted(self.marker)}"
            self._refuse(self.marked, f"{found}: write some{SIGN_ITSELF}")

    def _stand_alone(self, line: int, what: str) -> None:
        """Refuse a block within a list or a quotation, where it would lose its place."""
        if self.lists or self.quoted:
            self._refuse(line, f"found {what} within a list or a quotation: begin it at the left, after an empty line")

    def _inline(self, token: Token, opened: Token, line: int) -> Block:
        """Return the block of a paragraph or a heading."""
        if self.own_page and any(child.type == "image" for child in token.children or ()):
            self._stand_alone(line, "an image")
            return self._image(token, line)
        if token.content == BREAK_MARK:
            self._stand_alone(line, "a page break")
            return PageBreak()
        if token.content.startswith(FIGURE_MARK):
            name, *named = token.content.removeprefix(FIGURE_MARK).split(" ")
            return Figure(" ".join([name, *named[:-1]]), named[-1] if named else "")
        parts, align = self._aligned(tuple(self._parts(token, line)), line)
        runs = typeset_runs(parts, self.typography)
        if opened.type == "heading_open":
            if not runs:
                self._refuse(line, f"found a heading without words: write some, or remove the #{SIGN_ITSELF}")
            return Heading(int(opened.tag[1:]), runs, align)
        if self.lists:
            if align != "start":
                self._refuse(line, "found an aligned line within a list: leave an empty line before it")
            item = ListItem(runs, self.marker, len(self.lists), self.lists[-1])
            self.marker = ""
            return item
        return Paragraph(runs, align, quoted=self.quoted)

    def _parts(self, token: Token, line: int) -> Iterator[_Part]:
        """Yield the pieces of a paragraph."""
        bold, address, linked, automatic = False, "", "", False
        for child in token.children or ():
            match child.type:
                case "text" | "text_special":
                    self._check_words(child.content, line)
                    yield _Part(child.content, bold, automatic or child.type == "text_special")
                    linked += child.content
                case "link_open":
                    address, linked, automatic = str(child.attrGet("href")), "", child.markup == "autolink"
                    self._check_link(child, address, line)
                case "link_close":
                    shown = _readable(address)
                    if linked.removesuffix("/") not in (shown, address):  # readers on paper need the address
                        yield _Part(f" ({shown})", bold, kept=True)
                    automatic = False
                case "softbreak" | "hardbreak":
                    line += 1
                    yield _Part("\n" if self.keep_lines or child.type == "hardbreak" else " ", bold)
                case "strong_open" | "em_open":
                    bold = True
                case "strong_close" | "em_close":
                    bold = False
                case other:
                    self._refuse(line, f"found {_REFUSED.get(other, other)}")

    def _check_words(self, words: str, line: int) -> None:
        for pattern, problem in _LEFT_OVER:
            if match := pattern.search(words):
                self._refuse(line, f"found {quoted(match[0])}, {problem}{SIGN_ITSELF}")

    def _check_link(self, link: Token, address: str, line: int) -> None:
        if not address or address.startswith("#"):
            found = "a link to a part of the text" if address else "a link without an address"
            self._refuse(line, f"found {found}, which readers on paper cannot follow: write the words alone")
        if title := link.attrGet("title"):
            self._refuse(
                line, f"found the words {quoted(str(title))} behind an address, which no page shows: remove them"
            )

    def _aligned(self, parts: tuple[_Part, ...], line: int) -> tuple[tuple[_Part, ...], TextAlign]:
        """Return the pieces without the arrows that align them, and where they point to."""
        if not parts or not parts[0].text.startswith("-> "):
            return parts, "start"
        parts = (replace(parts[0], text=parts[0].text.removeprefix("-> ")), *parts[1:])
        ends: tuple[tuple[str, TextAlign], ...] = ((" <-", "center"), (" ->", "end"))
        for arrow, align in ends:
            if parts[-1].text.endswith(arrow):
                last = replace(parts[-1], text=parts[-1].text.removesuffix(arrow))
                return (*parts[:-1], last), align
        return self._refuse(line, "-> begins a centered text, as in -> text <-, or one at the right, as in -> text ->")

    def _image(self, token: Token, line: int) -> Image:
        """Return the image of a paragraph that is one."""
        children, place = token.children or [], place_of(self.source, line)
        if len(children) > 1:
            raise ConfigError(f"{place}an image must stand alone: leave an empty line before and after it")
        file, title = unquote(str(children[0].attrGet("src"))), str(children[0].attrGet("title") or "")
        if not is_plain_path(file):
            allowed = "allowed a file in the folder of the text or below"
            raise ConfigError(f"{place}found the image {describe(file)}, {allowed}")
        if not title:
            return Image(file, place=place)
        match = _WIDTH.fullmatch(title)
        if match is None or not 0 < float(match[1]) * _MM.get(match[2], 1.0) <= MAX_WIDTH:
            allowed = 'allowed one such as "60 mm", "2.5 in" or "50%"'
            raise ConfigError(f"{place}found the width {describe(title)}, {allowed}")
        unit: WidthUnit = "%" if match[2] == "%" else "mm"
        if unit == "%" and float(match[1]) > 100:
            raise ConfigError(f"{place}found the width {match[0]}, allowed up to 100%")
        return Image(file, float(match[1]) * _MM.get(match[2], 1.0), unit, place)


def typeset_runs(parts: tuple[_Part, ...], typography: Typography) -> tuple[Run, ...]:
    """Return the pieces of a paragraph as they are printed; quotes look at what stands around them in the paragraph."""
    kept: set[int] = set()
    end = 0
    for part in parts:
        if part.kept:
            kept.update(range(end, end + len(part.text)))
        end += len(part.text)
    letters = typography.letters("".join(part.text for part in parts), kept)
    runs: list[Run] = []
    start = 0
    for part in parts:
        text = "".join(letters[start : start + len(part.text)])
        start += len(part.text)
        if text and runs and runs[-1].bold == part.bold and "\n" not in (text, runs[-1].text):
            runs[-1] = Run(runs[-1].text + text, part.bold)
        elif text:
            runs.append(Run(text, part.bold))
    return tuple(runs)


def _readable(address: str) -> str:
    """Return a web or mail address as it is printed."""
    return re.sub(r"^(https?://(www\.)?|mailto:)", "", address).removesuffix("/")


def place_of(source: str, number: int) -> str:
    """Return the place that begins a message about a line of a text; empty for a text without a name."""
    return f"{source}:{number}: " if source else ""
