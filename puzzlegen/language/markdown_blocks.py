"""Parses Markdown into neutral blocks, such as headings, paragraphs and images, and refuses what pages cannot show.

The rules of parsing are those of a writer: names of images may have spaces, and 5*5*5 is no emphasis.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NoReturn
from urllib.parse import unquote

from puzzlegen.errors import ConfigError
from puzzlegen.files.writing import plain_path
from puzzlegen.language.foreign_markup import SIGN_ITSELF, quoted
from puzzlegen.language.typography import Typography
from puzzlegen.wording import describe

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

TextAlign = Literal["start", "center", "end"]
WidthUnit = Literal["mm", "%"]


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one weight."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title of the page."""

    level: int
    runs: tuple[Run, ...]
    align: TextAlign = "start"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; a ``quoted`` one is indented."""

    runs: tuple[Run, ...]
    align: TextAlign = "start"
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class ListItem:
    """One item of a list.

    ``marker`` is its number such as ``1.``, or a bullet, or empty for a further paragraph. ``level`` is 1, or more in a
    list within another. ``widest`` is the longest marker of its list, which the texts of all items make room for.
    """

    runs: tuple[Run, ...]
    marker: str = "•"
    level: int = 1
    widest: str = "•"


@dataclass(frozen=True, slots=True)
class Figure:
    """A place for a figure, by its name; ``puzzle`` is the one-line text of the puzzle it shows, if any.

    The name of a technique's figure is ``technique`` and the code.
    """

    name: str
    puzzle: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A short line between two parts of a text, or a line ``to_write_on``, as wide as the text unless in the middle."""

    to_write_on: bool = False
    align: TextAlign = "start"


@dataclass(frozen=True, slots=True)
class Image:
    """An image in a ``file``, and its text for screen readers, ``alt``; empty for an ornament.

    ``width`` is in millimeters or percent of the measure, as ``unit`` says; None leaves it to the layout. ``place`` is
    the file and line of the text, which begins messages.
    """

    file: str
    width: float | None = None
    unit: WidthUnit = "mm"
    place: str = ""
    alt: str = ""


@dataclass(frozen=True, slots=True)
class PageBreak:
    """The end of a page."""


Block = Heading | Paragraph | ListItem | Figure | Rule | Image | PageBreak


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
    unused = [(name, reference["map"][0]) for name, reference in references.items() if name not in used]
    unused += [(str(reference.get("label", "")), reference["map"][0]) for reference in again]
    lines = text.split("\n")
    named = [(_written_label(name, lines[row : row + _MOST_LINES]), row + 1) for name, row in unused]
    return MarkdownText(tokens, tuple(sorted(named, key=lambda one: one[1])))


def _written_label(name: str, lines: list[str]) -> str:
    """Return the name of an address as these lines have it first; the parser compares names in capitals."""
    from markdown_it.common.utils import normalizeReference  # noqa: PLC0415  # see _parser

    text = "\n".join(line.lstrip(" \t>") for line in lines)
    labels = (" ".join(match[1].split()) for match in _LABEL.finditer(text))
    return next((label for label in labels if normalizeReference(label) == name), name)


def _parser() -> MarkdownIt:
    """Return a parser of CommonMark that leaves addresses as they are written and tells escaped signs from others."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  # dailies use the blocks, and no Markdown

    parser = MarkdownIt("commonmark", {"store_labels": True}).enable(["table", "strikethrough"]).disable("text_join")
    parser.inline.ruler.at("emphasis", _emphasis)
    for name, rule in (("normalizeLink", str), ("normalizeLinkText", str), ("validateLink", bool)):
        setattr(parser, name, rule)  # an address is printed, not opened
    return parser


def _emphasis(state: StateInline, silent: bool) -> bool:
    """Take ``*`` between letters or digits for itself, as in 5*5*5.

    ``**`` may still end words that such a sign begins: **Mine**sweeper, **5**th.
    """
    from markdown_it.rules_inline.emphasis import tokenize  # noqa: PLC0415  # see _parser

    start, first = state.pos, len(state.delimiters)
    if not tokenize(state, silent):
        return False
    before, after = state.src[start - 1 : start], state.src[state.pos : state.pos + 1]
    if state.src[start] == "*" and after.isalnum() and (before.isalnum() or (before and before in _CLOSING)):
        begun = any(mark.open and mark.marker == ord("*") for mark in state.delimiters[:first])
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
                    self._open_quotation(line)
                case "blockquote_close":
                    self.quoted = False
                case "hr":
                    self._stand_alone(line, "a line between two parts")
                    yield Rule(to_write_on=token.markup.startswith("_"))
                case "heading_open":
                    self._open_heading(token, line)
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
        for position in range(index, len(self.tokens)):
            kind = self.tokens[position].type
            depth += kind.endswith("list_open") - kind.endswith("list_close")
            if depth == 1 and position in self.numbers:
                markers.append(self.numbers[position])
            if not depth:
                break
        self.lists.append(max(markers, key=len))

    def _open_quotation(self, line: int) -> None:
        if self.quoted or self.lists:
            self._refuse(line, "found a quotation within a quotation or a list: end that with an empty line")
        self.quoted = True

    def _open_heading(self, token: Token, line: int) -> None:
        self._stand_alone(line, "a heading")
        if token.markup in ("-", "=") and token.map and token.map[1] - token.map[0] > 2:
            below = f"found {3 * token.markup} below words, which makes a heading of all these lines"
            self._refuse(token.map[1] - 1, f"{below}: leave an empty line before it, or begin a heading with #")

    def _check_item(self) -> None:
        """Refuse an item without words before its end or the list within it: its marker would not be printed."""
        if self.marker:
            empty = f"found an item of a list without words, {quoted(self.marker)}"
            self._refuse(self.marked, f"{empty}: write some{SIGN_ITSELF}")

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
            what = "a link to a part of the text" if address else "a link without an address"
            self._refuse(line, f"found {what}, which readers on paper cannot follow: write the words alone")
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
        alt = children[0].content
        if not (plain := plain_path(file)):
            allowed = "allowed a file in the folder of the text or below"
            raise ConfigError(f"{place}found the image {describe(file)}, {allowed}")
        if not title:
            return Image(plain, place=place, alt=alt)
        match = _WIDTH.fullmatch(title)
        if match is None or not 0 < float(match[1]) * _MM.get(match[2], 1.0) <= MAX_WIDTH:
            allowed = 'allowed one such as "60 mm", "2.5 in" or "50%"'
            raise ConfigError(f"{place}found the width {describe(title)}, {allowed}")
        unit: WidthUnit = "%" if match[2] == "%" else "mm"
        if unit == "%" and float(match[1]) > 100:
            raise ConfigError(f"{place}found the width {match[0]}, allowed up to 100%")
        return Image(plain, float(match[1]) * _MM.get(match[2], 1.0), unit, place, alt)


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
