"""What a page draws, in the order of drawing: letters, lines, rectangles and other shapes, with where they are.

pdfminer interprets the page; its content is cut by ``operations``, and of what comes out only what is asked here is
kept: pdfplumber's own objects hold three times as much and took a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar, LTContainer, LTCurve, LTLine, LTRect
from pdfminer.pdfinterp import PDFPageInterpreter
from pdfminer.pdftypes import stream_value
from pdfminer.utils import apply_matrix_pt

from puzzlegen.checking.pdf_operations import operations

Item = dict[str, Any]  # x0, x1, top, bottom in points from the top left, order of drawing, and what belongs to its kind


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a page draws, by kind. ``curves`` are all shapes but rectangles and straight lines."""

    chars: list[Item] = field(default_factory=list)
    lines: list[Item] = field(default_factory=list)
    rects: list[Item] = field(default_factory=list)
    curves: list[Item] = field(default_factory=list)


def drawn(page: Any) -> Drawn:
    """What a page of pdfplumber draws; pdfminer's errors come as they are."""
    device = _Device(page.pdf.rsrcmgr, pageno=page.page_number)
    _Interpreter(page.pdf.rsrcmgr, device).process_page(page.page_obj)
    found = Drawn()
    kinds = {LTChar: found.chars, LTLine: found.lines, LTRect: found.rects, LTCurve: found.curves}
    left, top = page.mediabox[:2]
    for order, thing in enumerate(_flat(device.get_result())):
        kind = kinds.get(type(thing))
        if kind is None:
            continue
        item: Item = {
            "x0": thing.x0 + left,
            "x1": thing.x1 + left,
            "top": page.height - thing.y1 + top,
            "bottom": page.height - thing.y0 + top,
            "order": order,
        }
        kind.append(item)
        if type(thing) is LTChar:
            colour = thing.graphicstate.ncolor
            item["text"], item["fontname"] = thing.get_text(), thing.fontname
            item["matrix"], item["upright"] = thing.matrix, thing.upright
            item["doctop"], item["height"] = item["top"], thing.height  # asked for where words are made of letters
            item["non_stroking_color"] = colour if isinstance(colour, tuple) else (colour,)
        else:
            item["stroke"], item["fill"] = thing.stroke, thing.fill
            item["non_stroking_color"] = thing.non_stroking_color
    return found


def _flat(container: Any) -> Iterator[Any]:
    """What a page or a form on it holds, in the order of drawing."""
    for item in container:
        if isinstance(item, LTContainer):
            yield from _flat(item)
        else:
            yield item


class _Device(PDFPageAggregator):
    """pdfminer's, which need not transform the handles of curves: it bounds them by their ends."""

    def paint_path(self, gstate: Any, stroke: bool, fill: bool, evenodd: bool, path: Sequence[Any]) -> None:
        """Keep one shape, or each part of it."""
        shape = "".join(part[0] for part in path)
        if shape.rfind("m") != 0 or "c" not in shape:  # several, or perhaps a line or a rectangle
            super().paint_path(gstate, stroke, fill, evenodd, path)
            return
        ends = [apply_matrix_pt(self.ctm, (path[0] if part[0] == "h" else part)[-2:]) for part in path]
        self.cur_item.add(LTCurve(gstate.linewidth, ends, stroke, fill, evenodd, gstate.scolor, gstate.ncolor))


class _Interpreter(PDFPageInterpreter):
    """pdfminer's, with the content cut by us where we can."""

    def execute(self, streams: Sequence[Any]) -> None:
        """Do what a page or a form says."""
        cut, at = None, None
        if len(streams) == 1:
            stream = stream_value(streams[0])
            at = stream.objid
            if at is not None and at not in self.parent_stream_ids:
                cut = operations(stream.get_data())
        if cut is None or at is None:
            super().execute(streams)
            return
        self.stream_ids = {at}  # pdfminer refuses forms that draw themselves
        for operands, operator in cut:
            method, takes = _method(operator)
            if method is not None and len(operands) == takes:
                method(self, *operands)
                continue
            self.argstack += operands
            if method is not None and len(given := self.pop(takes)) == takes:
                method(self, *given)


@cache
def _method(operator: bytes) -> tuple[Any, int]:
    """What pdfminer does for an operator, None if it knows it not, and how many operands that takes."""
    name = operator.decode("utf-8", "ignore")
    for sign, letters in (("*", "_a"), ('"', "_w"), ("'", "_q")):
        name = name.replace(sign, letters)
    method = getattr(PDFPageInterpreter, f"do_{name}", None)
    return method, method.__code__.co_argcount - 1 if method else 0
