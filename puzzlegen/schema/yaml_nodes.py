"""Parses YAML into nodes that know their line and column, and explains mistakes of quoting.

Only the events of PyYAML are used. Its composer recurses (a file of brackets overflows the stack), follows aliases (a
few lines grow to gigabytes), accepts repeated keys silently and turns scalars into YAML 1.1 types. Here a scalar stays
the text that was written, and the schema decides what it means.
"""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, NoReturn

import yaml

from puzzlegen.errors import ConfigError, Loc, Place, Problem
from puzzlegen.files.reading import open_file
from puzzlegen.wording import INVISIBLE, SPACES, character_name, printable, with_usual_spaces

# The start of a line up to its value: indentation, dashes, a key.
_VALUE = re.compile(r"(?P<before> *(?:- +)*(?P<key>[A-Za-z_]\w*): +)(?P<value>\S.*?)\s*")
_CLOSED = {'"': re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL), "'": re.compile(r"'(?:[^']|'')*'", re.DOTALL)}
_AFTER = re.compile(r"\s*(#.*|[,}\]].*)?")  # what may follow a text in quotes on its line
# A value in brackets that a comment cuts, and what follows in them with it, such as {name: Vol #1, count: 3}
_CUT_IN_BRACKETS = re.compile(r"[:,\[{] +(?P<value>(?:[^\s\"'#,\[\]{}][^\"'#,\[\]{}]*? +)?(?P<comment>#\w[^,\]}]*))")


class QuotingProblem(NamedTuple):
    """A mistake of quoting, at a line and column counted from 0."""

    line: int
    column: int
    words: str


def quoting_problem(text: str, line: int) -> QuotingProblem | None:
    """Return the mistake of quoting that explains an error of YAML on a line, counted from 0; None if there is none.

    It is text behind the closing quote, a colon with a space in a text without quotes, a text in brackets that a
    comment cuts, or, on an earlier line, a quote that the next quote of the file closes there.
    """
    lines = text.split("\n")
    if line < len(lines) and (match := _VALUE.fullmatch(lines[line])):
        value, column = match["value"], match.end("before")
        closed = _CLOSED[value[0]].match(value) if value[0] in _CLOSED else None
        if closed is not None and not _AFTER.fullmatch(value[closed.end() :]):
            fixed = in_quotes(value[1:-1] if value[-1] == value[0] else value)
            words = f"found text behind the closing quote; write {match['key']}: {fixed}"
            return QuotingProblem(line, column + closed.end(), words)
        if value[0] not in "\"'[{|>" and (colon := re.search(r":(\s|$)", value)):
            words = f'found ": " in a text without quotes; write {match["key"]}: {in_quotes(value)}'
            return QuotingProblem(line, column + colon.start(), words)
    for number in (line, line - 1):  # in brackets the error shows on the next line
        if 0 <= number < len(lines) and (cut := _CUT_IN_BRACKETS.search(lines[number])):
            comment, value = cut["comment"].strip(), cut["value"].strip()
            words = f"found {printable(comment)} without quotes, where # begins a comment; write {in_quotes(value)}"
            return QuotingProblem(number, cut.start("comment"), words)
    return _unclosed_quote(lines, line)


def _unclosed_quote(lines: list[str], line: int) -> QuotingProblem | None:
    """Return the quote that is not closed on its line and reaches to the line of the error."""
    for number in range(min(line, len(lines) - 1), -1, -1):
        match = _VALUE.fullmatch(lines[number])
        if match is None or match["value"][0] not in _CLOSED:
            continue
        quote, column = match["value"][0], match.end("before")
        rest = lines[number][column:]
        if _CLOSED[quote].match(rest):
            continue
        reached = _CLOSED[quote].match("\n".join([rest, *lines[number + 1 :]]))
        if reached is None or number + reached[0].count("\n") == line:
            words = f"found a quote that is not closed on its line; end the text with {quote}"
            return QuotingProblem(number, column, words)
    return None


def in_quotes(text: str) -> str:
    """Return a text in quotes of the kind that it does not hold."""
    shown = printable(text.replace('\\"', '"'))
    return json.dumps(shown, ensure_ascii=False) if '"' not in shown or "'" in shown else f"'{shown}'"


# The longest possible config has 200 kB and 2,000 values. PyYAML reads about 150 kB a second, so with these limits even
# a malicious file takes under 3 seconds (2026-11, one core).
MAX_BYTES = 400_000
MAX_DEPTH = 30
MAX_NODES = 20_000


class SourcePosition(NamedTuple):
    """A place in a file; both numbers are counted from 1."""

    line: int
    col: int


@dataclass(slots=True)
class Scalar:
    """One value as it was written; ``plain`` is False if it stood in quotes or in a block."""

    mark: SourcePosition
    text: str
    plain: bool


@dataclass(slots=True)
class Sequence:
    """A list."""

    mark: SourcePosition
    items: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Mapping:
    """Keys and values; ``keys`` has the position of each key."""

    mark: SourcePosition
    values: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, SourcePosition] = field(default_factory=dict)


Node = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True)
class RepeatedKey:
    """A key that occurs again; its first value is used."""

    loc: Loc
    mark: SourcePosition
    first: SourcePosition


@dataclass(frozen=True, slots=True)
class CutValue:
    """A value without quotes and the comment behind it that looks like its end: ``text`` and ``rest``, as written."""

    loc: Loc
    mark: SourcePosition
    text: str
    rest: str


@dataclass(frozen=True, slots=True)
class YamlFile:
    """The content of a file: its name for messages, its nodes, its repeated keys and the values that may be cut."""

    name: str
    root: Mapping
    repeats: tuple[RepeatedKey, ...]
    cuts: tuple[CutValue, ...] = ()


WRITE_KEYS = "write its keys, or delete the file"


def read(path: str | Path, if_empty: str = WRITE_KEYS) -> YamlFile:
    """Read a YAML file. ``if_empty`` is the remedy for one without keys.

    Raises ConfigError with one line for a file that cannot be read, and as ``parse`` does.
    """
    name = printable(str(path), 300)
    try:
        if Path(path).is_dir():
            raise ConfigError(f"{name}: found a folder, allowed a YAML file")
        with open_file(path) as file:
            data = file.read(MAX_BYTES + 1)  # bounded, because /dev/zero never ends
    except FileNotFoundError:
        raise ConfigError(f"{name}: no such file{_neighbor(Path(path))}") from None
    except (OSError, ValueError) as error:  # ValueError for a name with a zero byte
        reason = getattr(error, "strerror", None) or str(error)
        raise ConfigError(f"{name}: cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise ConfigError(f"{name}: larger than {MAX_BYTES} bytes, allowed up to that; is this a config?")
    return parse(_decode(data, name), name, if_empty)


def _neighbor(path: Path) -> str:
    """A hint with a YAML file of the same folder that has a similar name."""
    try:
        beside = sorted(file.name for file in path.parent.iterdir() if file.suffix in {".yaml", ".yml"})[:200]
    except OSError:
        return ""
    near = difflib.get_close_matches(path.name[:60], beside, n=1)
    return f'; did you mean "{printable(str(path.with_name(near[0])), 300)}"?' if near else ""


def _decode(data: bytes, name: str) -> str:
    """The text of a file, without the byte order mark that some editors on Windows add."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        encoding = "UTF-32" if b"\0\0" in data[:4] else "UTF-16"
        raise ConfigError(f"{name}: found {encoding} text, allowed UTF-8; save the file again as UTF-8")
    if b"\0" in data:
        raise ConfigError(f"{name}: found a binary file, allowed a YAML file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        mark = SourcePosition(before.count(b"\n") + 1, len(before) - (before.rfind(b"\n") + 1) + 1)
        wrong_byte = f"found the byte 0x{data[error.start]:02X}, which is not UTF-8"
        raise ConfigError(f"{name}:{mark.line}:{mark.col}: {wrong_byte}; save the file again as UTF-8") from None


def parse(text: str, name: str, if_empty: str = WRITE_KEYS) -> YamlFile:
    """Return the nodes of a YAML text that messages call ``name``. ``if_empty`` is the remedy for one without keys.

    Raises ConfigError, one line with the place, for a text that is empty, not YAML or not a group of keys, that has
    several documents, anchors, aliases or tags, or that exceeds the limits of depth and number of nodes.
    """
    return _Builder(as_yaml(text), name, if_empty).build()


# Where a space belongs to YAML, not to a text: at the start and end of a line, behind a key or a dash, before a comment
_SPACE = f"[ {SPACES}]"
_SPACE_OF_YAML = re.compile(rf"^{_SPACE}*(?:-{_SPACE}+)*(?:[\w-]+:{_SPACE}+)?|[{SPACES}]+(?=# |\r?$)", re.MULTILINE)


def as_yaml(text: str) -> str:
    """Return a text without the characters of word processors and web pages that YAML does not expect.

    These are invisible characters, and spaces that are not the usual one where YAML needs that. Lines stay as they are.
    """
    if text.isascii():
        return text
    return _SPACE_OF_YAML.sub(lambda match: with_usual_spaces(match[0]), INVISIBLE.sub("", text))


# Control characters that YAML does not allow. PyYAML would refuse them without the line.
_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")

_SURROGATE = re.compile("[\ud800-\udfff]")  # a surrogate, which an escape can produce and no encoder accepts

# A comment whose # is directly followed by a letter or a digit, as in "vol #1", up to one with a space behind its #.
_REST_OF_VALUE = re.compile(r"(?P<rest>[ \t]+#\w.*?)\s*(?:\s#(?!\w).*)?(?:$|[\r\n])")

# Part of an error message of PyYAML, and our message with the remedy.
_REMEDY_BY_ERROR = (
    ("while scanning a directive", "found % at the start of a line; put the text in quotes"),
    ("mapping values are not", 'found a ":" where none can stand; check indentation, or quote text that holds ": "'),
    ("could not find expected ':'", 'found text that is neither "key: value" nor "- entry"; a ":" may be missing'),
    (r"found character '\t'", "found a tab, allowed spaces; indent with spaces"),
    ("found unexpected end of stream", "found the end of the file inside quotes or brackets; close them"),
    ("found unexpected document separator", "found the end of the document inside quotes; close them"),
    ("expected <block end>", "found text that does not line up with the lines above; check indentation and quotes"),
    ("expected '<document start>'", "found text that does not belong to the lines above; check indentation and quotes"),
    ("'<stream end>'", "found the end of the file inside brackets; close them"),
    (
        "expected the node content",
        "found a comma or bracket where a value belongs; put text that begins with one in quotes",
    ),
    ("expected ',' or", "found brackets that are not closed, or entries without a comma between them"),
    ("that cannot start any token", "found a character that cannot begin a value; put the text in quotes"),
    ("sequence entries are not allowed", 'found "- " where no list can begin; start it on a separate line'),
    ("unknown escape character", r'found an unknown escape after "\"; use single quotes or write "\\"'),
    ("expected alphabetic or numeric", "found * or & at the start of a value; put the text in quotes"),
)


class _Builder:
    """Turns the events of one text into nodes, with a stack in place of recursion."""

    def __init__(self, text: str, name: str, if_empty: str) -> None:
        self.name = name
        self.text = text
        self.if_empty = if_empty
        self.open: list[tuple[Mapping | Sequence, Loc]] = []
        self.pending: list[str | None] = []  # for each open mapping the key without a value yet
        self.root: Node | None = None
        self.documents = 0
        self.nodes = 0
        self.repeats: list[RepeatedKey] = []
        self.cuts: list[CutValue] = []

    def build(self) -> YamlFile:
        if match := _CONTROL.search(self.text):
            line_start = self.text.rfind("\n", 0, match.start()) + 1
            mark = SourcePosition(self.text.count("\n", 0, match.start()) + 1, match.start() - line_start + 1)
            self.refuse(mark, f"found {character_name(match[0])}; remove it")
        loader = yaml.SafeLoader(self.text)
        try:
            while loader.check_event():
                self.take(loader.get_event())  # type: ignore[no-untyped-call]  # missing in its stubs
        except yaml.MarkedYAMLError as error:
            self.explain(error)
        except (yaml.YAMLError, ValueError, OverflowError):  # an escape beyond Unicode, a version number of 5000 digits
            last = loader.get_mark()
            self.refuse(SourcePosition(last.line + 1, last.column + 1), "not valid YAML; check escapes and directives")
        if self.root is None or (isinstance(self.root, Scalar) and is_null(self.root)):
            raise ConfigError(f"{self.name}: found nothing in the file; {self.if_empty}")
        if not isinstance(self.root, Mapping):
            kind = "a list" if isinstance(self.root, Sequence) else "a single value"
            self.refuse(self.root.mark, f'found {kind}, allowed keys with values such as "title: The title"')
        return YamlFile(self.name, self.root, tuple(self.repeats), tuple(self.cuts))

    def refuse(self, mark: SourcePosition, words: str) -> NoReturn:
        raise ConfigError(Problem((), words, place=Place(self.name, *mark)))

    def explain(self, error: yaml.MarkedYAMLError) -> NoReturn:
        place = error.problem_mark or error.context_mark
        if place is not None and (quoting := quoting_problem(self.text, place.line)):
            self.refuse(SourcePosition(quoting.line + 1, quoting.column + 1), quoting.words)
        message = f"{error.context or ''}: {error.problem or ''}"
        words = next(
            (remedy for part, remedy in _REMEDY_BY_ERROR if part in message),
            f"not valid YAML: {printable(error.problem or message, 120)}",
        )
        at_start = "could not find" in message or "end of stream" in message  # the start of the value helps more
        mark = (error.context_mark if at_start else None) or error.problem_mark or error.context_mark
        self.refuse(SourcePosition(mark.line + 1, mark.column + 1) if mark else SourcePosition(1, 1), words)

    def take(self, event: yaml.Event) -> None:
        start = event.start_mark
        mark = SourcePosition(start.line + 1, start.column + 1) if start else SourcePosition(1, 1)
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.refuse(mark, 'found a second document, allowed one; remove the "---" line')
        elif isinstance(event, yaml.CollectionEndEvent):
            self.open.pop()
            self.pending.pop()
        elif isinstance(event, yaml.NodeEvent):
            self.check(event, mark)
            node = _node(event, mark)
            loc = self.place(node)
            if not isinstance(node, Scalar):
                self.open.append((node, loc))
                self.pending.append(None)
            elif node.plain and event.end_mark and (rest := _REST_OF_VALUE.match(self.text, event.end_mark.index)):
                self.cuts.append(CutValue(loc, mark, node.text, rest["rest"]))

    def check(self, event: yaml.NodeEvent, mark: SourcePosition) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.refuse(mark, f"found more than {MAX_NODES} values, allowed up to that; is this a config?")
        if len(self.open) >= MAX_DEPTH and not isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
            self.refuse(mark, f"found values nested deeper than {MAX_DEPTH}, allowed up to that")
        if isinstance(event, yaml.AliasEvent):
            self.refuse(
                mark,
                f'found the alias "*{printable(event.anchor or "")}", not allowed; write the value out, or quote it',
            )
        if event.anchor is not None:
            self.refuse(
                mark, f'found the anchor "&{printable(event.anchor)}", not allowed; remove it, or quote the text'
            )
        if isinstance(event, yaml.ScalarEvent) and (match := _SURROGATE.search(event.value)):
            self.refuse(mark, f"found an escape for U+{ord(match[0]):04X}, which is half a character; remove it")
        if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.refuse(mark, f'found the tag "{printable(tag)}", not allowed; remove it, or quote the text')

    def place(self, node: Node) -> Loc:
        """Add a node to its parent, and return the keys that lead to it."""
        if not self.open:
            self.root = node
            return ()
        parent, loc = self.open[-1]
        if isinstance(parent, Sequence):
            parent.items.append(node)
            return (*loc, len(parent.items) - 1)
        key = self.pending[-1]
        if key is not None:
            self.pending[-1] = None
            parent.values.setdefault(key, node)
            return (*loc, key)
        if not isinstance(node, Scalar):
            self.refuse(node.mark, "found a list or group as a key, allowed plain words")
        self.pending[-1] = node.text
        first = parent.keys.setdefault(node.text, node.mark)
        if first is not node.mark:
            self.repeats.append(RepeatedKey((*loc, node.text), node.mark, first))
        return loc


def _node(event: yaml.NodeEvent, mark: SourcePosition) -> Node:
    if isinstance(event, yaml.ScalarEvent):
        return Scalar(mark, event.value, event.style is None or event.style == "")
    return Mapping(mark) if isinstance(event, yaml.MappingStartEvent) else Sequence(mark)


def is_null(node: Scalar) -> bool:
    """Return whether a value is empty, ``~`` or ``null``, and not in quotes."""
    return node.plain and node.text in {"", "~", "null"}


def plain_values(node: Node) -> object:
    """Return the values alone: dicts, lists, texts and None. The recursion is at most MAX_DEPTH deep."""
    if isinstance(node, Scalar):
        return None if is_null(node) else node.text
    if isinstance(node, Sequence):
        return [plain_values(item) for item in node.items]
    return {key: plain_values(value) for key, value in node.values.items()}


def node_at(root: Node, loc: Loc) -> Node:
    """Return the node at ``loc``, or the nearest existing one above it."""
    node = root
    for step in loc:
        if isinstance(node, Mapping) and step in node.values:
            node = node.values[str(step)]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            break
    return node


def key_position_at(root: Node, loc: Loc) -> SourcePosition:
    """Return the position of the last key of ``loc``."""
    group = node_at(root, loc[:-1])
    return group.keys[str(loc[-1])] if isinstance(group, Mapping) else group.mark
