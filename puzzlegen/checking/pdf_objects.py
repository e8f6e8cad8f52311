"""Reads the objects that a PDF page draws, in drawing order: letters, lines, rectangles and other shapes.

pdfminer interprets the page, with two changes for speed. Content streams are split into operations by regular
expressions, because pdfminer spends half of its time there. A property test compares the operations with those of
pdfminer, and what the expressions do not cover (inline images, comments, dictionaries, strings with rare escapes) is
left to pdfminer. Only the attributes that are needed are kept, because the objects of pdfplumber take three times as
much memory and a quarter of the time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar, LTContainer, LTCurve, LTLine, LTRect
from pdfminer.pdfinterp import PDFPageInterpreter
from pdfminer.pdftypes import stream_value
from pdfminer.psparser import LIT
from pdfminer.utils import apply_matrix_pt

Item = dict[str, Any]  # x0, x1, top, bottom in points from the top left; drawing order; attributes of its kind


@dataclass(frozen=True, slots=True)
class PageObjects:
    """The objects of a page by kind. ``curves`` are all shapes except rectangles and straight lines."""

    chars: list[Item] = field(default_factory=list)
    lines: list[Item] = field(default_factory=list)
    rects: list[Item] = field(default_factory=list)
    curves: list[Item] = field(default_factory=list)


def read_objects(page: Any) -> PageObjects:
    """Return the objects of a page of pdfplumber. Raises the errors of pdfminer."""
    device = _Device(page.pdf.rsrcmgr, pageno=page.page_number)
    _Interpreter(page.pdf.rsrcmgr, device).process_page(page.page_obj)
    found = PageObjects()
    kinds = {LTChar: found.chars, LTLine: found.lines, LTRect: found.rects, LTCurve: found.curves}
    left, top = page.mediabox[:2]
    for order, shape in enumerate(_flat(device.get_result())):
        kind = kinds.get(type(shape))
        if kind is None:
            continue
        item: Item = {
            "x0": shape.x0 + left,
            "x1": shape.x1 + left,
            "top": page.height - shape.y1 + top,
            "bottom": page.height - shape.y0 + top,
            "order": order,
        }
        kind.append(item)
        if type(shape) is LTChar:
            color = shape.graphicstate.ncolor
            item["text"], item["fontname"] = shape.get_text(), shape.fontname
            item["matrix"], item["upright"] = shape.matrix, shape.upright
            item["doctop"], item["height"] = item["top"], shape.height  # needed by extract_words of pdfplumber
            item["non_stroking_color"] = color if isinstance(color, tuple) else (color,)
        else:
            item["stroke"], item["fill"] = shape.stroke, shape.fill
            item["non_stroking_color"] = shape.non_stroking_color
    return found


def _flat(container: Any) -> Iterator[Any]:
    """Yield the objects of a page and of its forms, in drawing order."""
    for item in container:
        if isinstance(item, LTContainer):
            yield from _flat(item)
        else:
            yield item


class _Device(PDFPageAggregator):
    """The device of pdfminer, which bounds curves by their end points without transforming their control points."""

    def paint_path(self, gstate: Any, stroke: bool, fill: bool, evenodd: bool, path: Sequence[Any]) -> None:
        """Add a shape to the page, or each part of it."""
        shape = "".join(part[0] for part in path)
        if shape.rfind("m") != 0 or "c" not in shape:  # several parts, or possibly a line or a rectangle
            super().paint_path(gstate, stroke, fill, evenodd, path)
            return
        ends = [apply_matrix_pt(self.ctm, (path[0] if part[0] == "h" else part)[-2:]) for part in path]
        self.cur_item.add(LTCurve(gstate.linewidth, ends, stroke, fill, evenodd, gstate.scolor, gstate.ncolor))


class _Interpreter(PDFPageInterpreter):
    """The interpreter of pdfminer, with content split by ``operations`` where possible."""

    def execute(self, streams: Sequence[Any]) -> None:
        """Interpret the content streams of a page or form."""
        split, stream_id = None, None
        if len(streams) == 1:
            stream = stream_value(streams[0])
            stream_id = stream.objid
            if stream_id is not None and stream_id not in self.parent_stream_ids:
                split = operations(stream.get_data())
        if split is None or stream_id is None:
            super().execute(streams)
            return
        self.stream_ids = {stream_id}  # pdfminer rejects forms that draw themselves
        for operands, operator in split:
            method, count = _method(operator)
            if method is not None and len(operands) == count:
                method(self, *operands)
                continue
            self.argstack += operands
            if method is not None and len(popped := self.pop(count)) == count:
                method(self, *popped)


@cache
def _method(operator: bytes) -> tuple[Any, int]:
    """Return the method of pdfminer for an operator, None if unknown, and its number of operands."""
    name = operator.decode("utf-8", "ignore")
    for sign, letters in (("*", "_a"), ('"', "_w"), ("'", "_q")):
        name = name.replace(sign, letters)
    method = getattr(PDFPageInterpreter, f"do_{name}", None)
    return method, method.__code__.co_argcount - 1 if method else 0


# --- splitting a content stream into operations

Operation = tuple[list[Any], bytes]  # operands and operator

_END = {b"end": rb"#/%\[\]()<>{}\s"}  # characters that end a name or an operator
# An operator after numbers only, which is the usual case, in one match; with few enough digits to fit a float.
_NUMBERS = re.compile(rb"\s*+((?:[+-]?(?:[0-9]{1,9}+(?:\.[0-9]*+)?|\.[0-9]++)\s++)*+)([A-Za-z][^%(end)s]*+)" % _END)
_TOKEN = re.compile(
    rb"\s*+(?:"
    rb"([+-]?(?:[0-9]*+\.[0-9]++|[0-9]++\.))"
    rb"|([+-]?[0-9]++)"
    rb"|([A-Za-z][^%(end)s]*+|['\"*])"
    rb"|/([^%(end)s]*+)(?!\#)"
    rb"|\(([^()\\]*+(?:\\(?:[0-7]{1,3}+|[nrtbf()\\])[^()\\]*+)*+)\)"
    rb"|(\[)|(\])"
    rb"|.)" % _END,
    re.DOTALL,
)
_REAL, _WHOLE, _OPERATOR, _NAME, _STRING, _OPEN, _CLOSE = range(1, 8)
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(.))")
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_UNSUPPORTED = {b"BI", b"ID", b"EI", b"true", b"false"}  # inline images, and words that are values


def operations(data: bytes) -> list[Operation] | None:
    """Split a content stream into operations, in order; None if only pdfminer can do so.

    Operands are numbers, PSLiteral for names, bytes for strings, lists for arrays. Operands after the last operator
    are omitted.
    """
    data = data.rstrip()
    try:
        return _split(data)
    except ValueError:  # a number is too long, or an octal escape exceeds a byte
        return None


def _split(data: bytes) -> list[Operation] | None:
    found: list[Operation] = []
    operands: list[Any] = []
    outer: list[list[Any]] = []  # arrays that are still open
    at, end = 0, len(data)
    while at < end:
        if not operands and not outer and (match := _NUMBERS.match(data, at)):
            numbers, operator = match.groups()
            if operator in _UNSUPPORTED:
                return None
            found.append(([float(number) for number in numbers.split()], operator))
            at = match.end()
            continue
        match = _TOKEN.match(data, at)
        assert match is not None  # the last alternative matches any character
        at = match.end()
        kind = match.lastindex or 0
        if kind == _OPERATOR:
            if outer or match[_OPERATOR] in _UNSUPPORTED:
                return None
            found.append((operands, match[_OPERATOR]))
            operands = []
        elif kind == _OPEN:
            outer.append(operands)
            operands = []
        elif kind == _CLOSE and outer:
            outer[-1].append(operands)
            operands = outer.pop()
        elif kind in _VALUES:
            operands.append(_VALUES[kind](match[kind]))
        else:
            return None
    return None if outer else found


def _string(raw: bytes) -> bytes:
    return _ESCAPE.sub(_unescape, raw) if b"\\" in raw else raw


def _unescape(escape: re.Match[bytes]) -> bytes:
    return bytes((int(escape[1], 8),)) if escape[1] else _ESCAPED.get(escape[2], escape[2])


def _name(raw: bytes) -> Any:
    try:
        return LIT(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return LIT(raw)


_VALUES: dict[int, Callable[[bytes], Any]] = {_REAL: float, _WHOLE: int, _NAME: _name, _STRING: _string}
