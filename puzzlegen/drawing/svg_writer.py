"""Writes a page as SVG, the same text every time."""

from __future__ import annotations

import base64
import io
from html import escape
from pathlib import Path as FilePath

from puzzlegen.drawing.color import hex_of, pillow_image
from puzzlegen.drawing.glyphs import text_outline
from puzzlegen.files.writing import atomic_file
from puzzlegen.layout.core import document as d

_SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}  # of a text to the left of its anchor, in widths of it


def write_svg(page: d.Page, path: FilePath, title: str = "") -> None:
    """Write one page.

    Raises OutputError when the file cannot be written.
    """
    with atomic_file(path) as beside:
        beside.write_text(svg(page, title), encoding="utf-8", newline="\n")


def svg(page: d.Page, title: str = "") -> str:
    """Return one page as an SVG document. Screen readers read the ``title``.

    Texts are outlines, because a viewer may lack the font, and some ignore a font that is embedded. Raises OutputError
    when the font package is missing.
    """
    width, height = _number(page.width), _number(page.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' role="img">'
    ]
    if title:
        lines.append(f"<title>{escape(title, quote=False)}</title>")
    if page.paper is not None:
        lines.append(f'<rect width="{width}" height="{height}" fill="{hex_of(page.paper)}"/>')
    lines += [_element(mark) for mark in page.marks]
    return "\n".join([*lines, "</svg>", ""])


def _element(mark: d.Mark) -> str:
    match mark:
        case d.Rect():
            size = f'width="{_number(mark.width)}" height="{_number(mark.height)}"'
            return f'<rect x="{_number(mark.x)}" y="{_number(mark.y)}" {size} fill="{hex_of(mark.fill)}"/>'
        case d.Frame():
            size = f'width="{_number(mark.width)}" height="{_number(mark.height)}"'
            stroke = f'fill="none" stroke="{hex_of(mark.color)}" stroke-width="{_number(mark.line)}"'
            return f'<rect x="{_number(mark.x)}" y="{_number(mark.y)}" {size} {stroke}/>'
        case d.Line():
            ends = f'x1="{_number(mark.x1)}" y1="{_number(mark.y1)}" x2="{_number(mark.x2)}" y2="{_number(mark.y2)}"'
            return f'<line {ends} stroke="{hex_of(mark.color)}" stroke-width="{_number(mark.width)}"/>'
        case d.Disc():
            return f'<circle {_circle(mark)} fill="{hex_of(mark.fill)}"/>'
        case d.Ring():
            stroke = f'stroke="{hex_of(mark.color)}" stroke-width="{_number(mark.line)}"'
            return f'<circle {_circle(mark)} fill="none" {stroke}/>'
        case d.Path():
            return f'<polygon points="{_points(mark.points)}" fill="{hex_of(mark.fill)}"/>'
        case d.Stroke():
            end = "Z" if mark.closed else ""
            steps = "".join(f"M{_points(points)}{end}" for points in mark.lines)
            return f'<path d="{steps}" fill="none" stroke="{hex_of(mark.color)}" stroke-width="{_number(mark.width)}"/>'
        case d.Text():
            return _text(mark)
        case d.Picture():
            return _picture(mark)


def _points(points: d.Points) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _circle(mark: d.Disc | d.Ring) -> str:
    return f'cx="{_number(mark.x)}" cy="{_number(mark.y)}" r="{_number(mark.radius)}"'


def _text(mark: d.Text) -> str:
    outline = text_outline(mark.string, mark.font, mark.spacing / mark.size)
    scale = mark.size / outline.units
    left = -_SHIFTS[mark.anchor] * outline.width
    steps = [f"translate({_number(mark.x)} {_number(mark.y)})"]
    if mark.turn:
        steps.append(f"rotate({mark.turn})")
    steps.append(f"scale({scale:.6f} {-scale:.6f})")
    if left:
        steps.append(f"translate({_number(left)} 0)")
    label = f'"{escape(mark.string)}"'
    return f'<path aria-label={label} transform="{" ".join(steps)}" fill="{hex_of(mark.color)}" d="{outline.path}"/>'


def _picture(mark: d.Picture) -> str:
    buffer = io.BytesIO()
    pillow_image(mark).save(buffer, format="PNG")
    data = base64.b64encode(buffer.getvalue()).decode("ascii")
    box = f'x="{_number(mark.x)}" y="{_number(mark.y)}" width="{_number(mark.width)}" height="{_number(mark.height)}"'
    return f'<image {box} href="data:image/png;base64,{data}"/>'


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
