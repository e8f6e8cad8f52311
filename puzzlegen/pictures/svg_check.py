"""Checks that an SVG drawing runs no script, refers to no other file and does not grow without end."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from xml.parsers import expat

from puzzlegen.errors import FormatError

MAX_BYTES = 5_000_000  # of an SVG file
MAX_ELEMENTS = 200_000  # with every use of an element counted again
MAX_DEPTH = 200  # of elements within elements
MAX_RATIO = 60  # of the longer to the shorter side: the most cells a side that a puzzle has
_LENGTH = re.compile(r"\s*([0-9.]+(?:[eE][0-9]+)?)\s*(px|pt|pc|mm|cm|in)?\s*")
_UNITS = {None: 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_OUTSIDE = re.compile(r"url\(\s*['\"]?\s*(?!#|data:image/(?:png|jpe?g|gif|webp)[;,])|@import", re.IGNORECASE)
_INSIDE = re.compile(r"\s*(?:#|data:image/(?:png|jpe?g|gif|webp)[;,]|$)", re.IGNORECASE)


@dataclass(slots=True)
class _Element:
    """An element of the drawing: its children, and the id of the element that it uses again."""

    children: list[_Element] = field(default_factory=list)
    uses: str = ""
    size: int = 0  # elements with everything used counted again; 0 until computed, -1 while it is


def check_svg(data: bytes) -> tuple[float, float]:
    """Return the width and height of a drawing.

    Raises FormatError for scripts, references to other files, entities, XML that is broken or no drawing, one without
    a size, and one that grows too large.
    """
    if len(data) > MAX_BYTES:
        raise FormatError(f"has {len(data)} bytes, allowed {MAX_BYTES} for an SVG; simplify it, or save it as PNG")
    return _Check().run(data)


class _Check:
    """Walks through the XML of one drawing."""

    def __init__(self) -> None:
        self._stack: list[_Element] = []
        self._by_id: dict[str, _Element] = {}
        self._root: _Element | None = None
        self._size: tuple[float, float] | None = None
        self._count = 0
        self._style: list[str] = []
        self._in_style = False

    def run(self, data: bytes) -> tuple[float, float]:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        parser.ProcessingInstructionHandler = self._instruction
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            raise FormatError(f"cannot be read as SVG: {error}") from None
        if _OUTSIDE.search("".join(self._style)):
            raise _outside("a style sheet")
        try:
            drawn = self._expanded(self._root) if self._root is not None else 0
        except RecursionError:  # elements that use one another in a long chain
            drawn = MAX_ELEMENTS + 1
        if drawn > MAX_ELEMENTS:
            raise FormatError(f"draws more than {MAX_ELEMENTS} elements; simplify it, or save it as PNG")
        if self._size is None:
            raise FormatError("has no size; add a viewBox, or save it as PNG")
        return self._size

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = _local(name)
        if not self._stack:
            if local != "svg":
                raise FormatError(f"found XML of the kind {local[:40]!r}, expected SVG")
            self._size = _size(attributes)
        self._count += 1
        self._in_style = local == "style"
        if self._count > MAX_ELEMENTS or len(self._stack) > MAX_DEPTH:
            raise FormatError(
                f"has more than {MAX_ELEMENTS} elements, or {MAX_DEPTH} within each other; "
                "simplify it, or save it as PNG"
            )
        if local == "script":
            raise FormatError("contains a script; remove it, or save the drawing as PNG")
        element = _Element()
        for key, value in attributes.items():
            self._attribute(local, _local(key), value, element)
        if self._stack:
            self._stack[-1].children.append(element)
        else:
            self._root = element
        self._stack.append(element)

    def _attribute(self, element: str, key: str, value: str, node: _Element) -> None:
        if key.lower().startswith("on"):
            raise FormatError(f"contains a script ({key[:40]}); remove it, or save the drawing as PNG")
        if key == "href" and element != "a":  # links of text lead nowhere when it is drawn
            if not _INSIDE.match(value):
                raise _outside(repr(value[:60]))
            node.uses = value.strip().removeprefix("#") if value.strip().startswith("#") else ""
        elif key == "id":
            self._by_id.setdefault(value, node)
        elif _OUTSIDE.search(value):
            raise _outside(repr(value[:60]))

    def _characters(self, text: str) -> None:
        if self._in_style:
            self._style.append(text)

    def _end(self, _: str) -> None:
        self._stack.pop()
        self._in_style = False

    def _entity(self, *_: object) -> None:
        raise FormatError("declares entities; save the drawing as plain SVG or as PNG")

    def _instruction(self, target: str, _: str) -> None:
        if target == "xml-stylesheet":
            raise _outside("a style sheet")

    def _expanded(self, element: _Element) -> int:
        """Return the number of elements drawn for one element. An element within itself is drawn once."""
        if element.size == 0:
            element.size = -1
            total = 1 + sum(max(0, self._expanded(child)) for child in element.children)
            if element.uses in self._by_id:
                total += max(0, self._expanded(self._by_id[element.uses]))
            element.size = min(total, MAX_ELEMENTS + 1)
        return element.size


def _local(name: str) -> str:
    return name.rpartition(" ")[2]


def _outside(what: str) -> FormatError:
    return FormatError(f"refers to something outside ({what}), which is not loaded; embed it, or save it as PNG")


def _size(attributes: dict[str, str]) -> tuple[float, float] | None:
    """Return width and height by the attributes of the root; None if they do not say it."""
    sides = [_length(attributes.get(key, "")) for key in ("width", "height")]
    box = attributes.get("viewBox", "").replace(",", " ").split()
    if not all(sides) and len(box) == 4:
        sides = [_length(text) for text in box[2:]]
    if not all(sides):
        return None
    width, height = sides
    if max(width, height) > MAX_RATIO * min(width, height):
        raise FormatError(f"is {width:g}x{height:g}, which is too narrow for a picture")
    return width, height


def _length(text: str) -> float:
    """Return a length in pixels; 0 for one that is no plain length."""
    match = _LENGTH.fullmatch(text)
    try:
        value = float(match[1]) * _UNITS[match[2]] if match else 0.0
    except ValueError:
        return 0.0
    return value if math.isfinite(value) and 0 < value < 1e9 else 0.0
