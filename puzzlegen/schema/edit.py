"""Changes single values of a YAML text; comments and all other lines stay."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import CommentMark, YAMLError
from ruamel.yaml.scalarstring import LiteralScalarString
from ruamel.yaml.tokens import CommentToken

from puzzlegen.errors import ConfigError, Loc
from puzzlegen.schema import yaml_nodes

MAX_WIDTH = 10_000  # columns: lines are never broken, because a break changes the text of a quoted value
_FIRST_ENTRY = re.compile(r"^( *)[^ #\n-][^\n]*:[ ]*(?:#[^\n]*)?\n(?:[ ]*(?:#[^\n]*)?\n)*( *)- ", re.MULTILINE)


def set_value(text: str, loc: Loc, value: Any) -> str:
    """Return the YAML text with the value at ``loc`` replaced or added; None removes the key or the list entry.

    Groups and lists on the way that do not exist are added. A text with several lines becomes a block. Raises
    ConfigError for a text that is not YAML, and for a place that cannot exist.
    """
    root = _load(text)
    group: Any = root
    above: Any = None
    for place, step in enumerate(loc[:-1], start=1):
        below = _child(group, step)
        if not isinstance(below, CommentedMap | CommentedSeq):
            if value is None:
                return text
            value = _written(value)
            for inner in reversed(loc[place:]):
                value, inside = CommentedSeq() if isinstance(inner, int) else CommentedMap(), value
                _put(value, inner, inside, loc)
            _put(group, step, value, loc)
            return _dump(root, text)
        above, group = group, below
    if value is None and above is not None and list(_keys(group)) == [loc[-1]]:
        _empty(above, loc[-2], loc[-1])
    elif value is None:
        _remove(group, loc[-1])
    else:
        _put(group, loc[-1], _written(value), loc)
    return _dump(root, text)


def add_entry(text: str, loc: Loc, value: Any) -> str:
    """Return the YAML text with an entry added to the end of the list at ``loc``, which need not exist.

    Raises ConfigError for a text that is not YAML, and for a place that cannot exist.
    """
    entries = _at(_load(text), loc)
    return set_value(text, (*loc, len(entries) if isinstance(entries, CommentedSeq) else 0), value)


def group_at(text: str, loc: Loc) -> dict[str, Any]:
    """Return a copy of the group at ``loc``, to be added elsewhere. Raises ConfigError for a text that is not YAML."""
    return dict(_at(_load(text), loc))


def as_group(text: str, loc: Loc, key: str) -> str:
    """Return the YAML text with a plain value at ``loc`` written as a group with that value as ``key``.

    A text without a plain value there stays as it is. Raises ConfigError for a text that is not YAML.
    """
    value = _at(_load(text), loc)
    return set_value(text, loc, {key: value}) if isinstance(value, str) else text


def move_entry(text: str, loc: Loc, before: int, after: int) -> str:
    """Return the YAML text with the entry ``before`` of the list at ``loc`` moved to the place ``after``, from 0.

    Comments directly above an entry, and those within it, move with it. Raises ConfigError for a text that is not YAML,
    and for places that do not exist.
    """
    root = _load(text)
    entries = _at(root, loc)
    if not isinstance(entries, CommentedSeq) or not (0 <= before < len(entries) and 0 <= after < len(entries)):
        raise ConfigError(f"there is no entry {before + 1} that could move to place {after + 1}", at=loc)
    if not entries.fa.flow_style():
        return _with_moved_lines(text, entries, before, after)
    entries.insert(after, entries.pop(before))
    return _dump(root, text)


def _with_moved_lines(text: str, entries: CommentedSeq, before: int, after: int) -> str:
    """Return the text with the lines of one entry moved; lines between entries stay where they are."""
    column, lines = entries.lc.col, [f"{line}\n" for line in text.removesuffix("\n").split("\n")]
    starts, end = [], entries.lc.line
    while end < len(lines) and re.match(rf" {{{column}}}(?: |- |-$)|[ ]*(?:#|$)", lines[end]):
        if re.match(rf" {{{column}}}-", lines[end]):
            starts.append(end)
        end += 1
    if len(starts) != len(entries):
        raise ConfigError("the list is written in a way that the form cannot move: move the entry in the YAML")
    first = [_first_comment_above(lines, start, column) for start in starts]
    ends = [_last_line(lines, start, stop, column) for start, stop in zip(starts, [*first[1:], end], strict=True)]
    blocks = [lines[start:stop] for start, stop in zip(first, ends, strict=True)]
    between = [lines[stop:start] for stop, start in zip(ends, [*first[1:], len(lines)], strict=True)]
    blocks.insert(after, blocks.pop(before))
    moved = [line for block, rest in zip(blocks, between, strict=True) for line in (*block, *rest)]
    return "".join([*lines[: first[0]], *moved])


def _first_comment_above(lines: list[str], start: int, column: int) -> int:
    """Return the first of the lines directly above an entry that are comments at its column, or the entry's line."""
    while start and lines[start - 1].startswith(f"{' ' * column}#"):
        start -= 1
    return start


def _last_line(lines: list[str], start: int, stop: int, column: int) -> int:
    """Return the end of an entry, without empty lines and outer comments behind it."""
    while stop > start + 1 and re.match(rf" {{0,{column}}}#|[ ]*$", lines[stop - 1]):
        stop -= 1
    return stop


def _load(text: str) -> CommentedMap:
    yaml_nodes.parse(text, "config")  # refuses aliases, tags and endless nesting before a parser that recurses
    try:
        root = _yaml(text).load(yaml_nodes.as_yaml(text))
    except YAMLError as error:
        raise ConfigError(f"config: cannot be changed by the form: {error}") from None
    assert isinstance(root, CommentedMap)
    return root


def _dump(root: CommentedMap, text: str) -> str:
    out = io.StringIO()
    _yaml(text).dump(root, out)
    return out.getvalue()


def _yaml(text: str) -> YAML:
    """Return a reader and writer that indents list entries as the text does."""
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = MAX_WIDTH
    entry = _FIRST_ENTRY.search(text)
    offset = max(0, len(entry[2]) - len(entry[1])) if entry else 2
    yaml.indent(mapping=2, sequence=offset + 2, offset=offset)
    return yaml


def _at(root: Any, loc: Loc) -> Any:
    """Return what is at ``loc``; None for a place that does not exist."""
    for step in loc:
        root = _child(root, step)
    return root


def _child(at: Any, step: str | int) -> Any:
    if isinstance(at, CommentedSeq) and isinstance(step, int):
        return at[step] if 0 <= step < len(at) else None
    return at.get(step) if isinstance(at, CommentedMap) else None


def _put(at: Any, step: str | int, value: Any, loc: Loc) -> None:
    if isinstance(at, CommentedSeq) and isinstance(step, int) and 0 <= step <= len(at):
        if step == len(at):
            comment = _take_comment(at, step - 1) if step else ""
            at.append(value)
            _give_comment(at, step, comment)
        else:
            at[step] = value
    elif isinstance(at, CommentedMap) and isinstance(step, str):
        _put_key(at, step, value)
    else:
        raise ConfigError("there is no such place in the config", at=loc)


def _put_key(at: CommentedMap, step: str, value: Any) -> None:
    """Set a key. A new one comes before the comment on what follows its group."""
    last = next(reversed(at), step)
    comment = _take_comment(at, last) if step not in at and last in at else ""
    outer = re.search(rf"^(?: *\n)* {{0,{at.lc.col - 1}}}#", comment, re.MULTILINE) if at.lc.col else None
    start = outer.start() if outer else len(comment)
    _give_comment(at, last, comment[:start])
    at[step] = value
    _give_comment(at, step, comment[start:])


def _remove(at: Any, step: str | int) -> None:
    """Remove a key or an entry. The comment lines behind it stay: they mostly describe what follows."""
    keys = list(_keys(at))
    if step not in keys:
        return
    place = keys.index(step)
    comment = _take_comment(at, step)
    del at[step]
    if place:
        _give_comment(at, keys[place - 1], comment)
    elif comment and len(keys) > 1:
        first = 0 if isinstance(at, CommentedSeq) else keys[1]
        at.yaml_set_comment_before_after_key(first, before=_without_marks(comment), indent=at.lc.col)


def _keys(at: Any) -> Iterable[Any]:
    return range(len(at)) if isinstance(at, CommentedSeq) else at


def _empty(above: Any, key: str | int, step: str | int) -> None:
    """Remove the last key or entry of the group or list at ``key``, whose comment lines stay behind it.

    It is written as ``{}`` or ``[]`` on the line of its key, because the writer of ruamel.yaml puts that below the
    comments, at the first column, where it is no YAML (0.19.1).
    """
    behind = _take_comment(above[key], step)
    emptied = above[key] = type(above[key])()
    emptied.fa.set_flow_style()
    tokens, slot = above.ca.items.get(key), 1 if isinstance(above, CommentedSeq) else 3
    first = (tokens and tokens[slot]) or []
    if first:
        tokens[slot] = None
    _give_comment(above, key, "".join(" " * comment.start_mark.column + comment.value for comment in first) + behind)


def _without_marks(comment: str) -> str:
    return "\n".join(line.strip().removeprefix("#").removeprefix(" ") for line in comment.strip("\n").splitlines())


def _last_leaf(group: Any, step: str | int) -> tuple[Any, Any]:
    """Return the innermost group or list, and its last key or place, which end where the value at ``step`` ends."""
    below = group[step]
    while isinstance(below, CommentedMap | CommentedSeq) and below and not below.fa.flow_style():
        group, step = below, (len(below) - 1 if isinstance(below, CommentedSeq) else list(below)[-1])
        below = group[step]
    return group, step


def _take_comment(at: Any, step: str | int) -> str:
    """Remove and return the comment lines behind a value; a comment on its own line of text stays."""
    group, key = _last_leaf(at, step)
    slot = 0 if isinstance(group, CommentedSeq) else 2
    tokens = group.ca.items.get(key)
    if not tokens or tokens[slot] is None:
        return ""
    line, _, following = tokens[slot].value.partition("\n")
    tokens[slot].value = line + "\n"
    return str(following)


def _give_comment(at: Any, step: str | int, comment: str) -> None:
    """Put comment lines behind a value."""
    if not comment:
        return
    group, key = _last_leaf(at, step)
    slot = 0 if isinstance(group, CommentedSeq) else 2
    tokens = group.ca.items.setdefault(key, [None, None] if slot == 0 else [None, None, None, None])
    if tokens[slot] is None:
        tokens[slot] = CommentToken("\n" * (not isinstance(group[key], LiteralScalarString)), CommentMark(0), None)
    tokens[slot].value += comment


def _written(value: Any) -> Any:
    """Return a value as the writer must have it: yes and no, blocks for several lines, groups with order."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and "\n" in value:
        return LiteralScalarString(value.replace("\r\n", "\n").rstrip("\n") + "\n")
    if isinstance(value, dict):
        return CommentedMap({key: _written(entry) for key, entry in value.items()})
    if isinstance(value, list):
        return CommentedSeq([_written(entry) for entry in value])
    return value
