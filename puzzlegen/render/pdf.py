"""Pages to PDF."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path as FilePath

import pikepdf
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from puzzlegen.layout.document import Colour, Disc, Font, Frame, Gray, Line, Mark, Page, Path, Rect, Ring, Text
from puzzlegen.render.atomic import whole_file
from puzzlegen.render.fonts import ROLES, FontSet, default_fonts, font_name, loaded


def write_pdf(pages: Iterable[Page], path: FilePath, fonts: FontSet | None = None) -> None:
    """Write the pages, taken one at a time: fonts embedded and subset, no transparency, no document information.

    The same pages give the same bytes.

    Raises OutputError when the file cannot be written.
    """
    fonts = fonts or default_fonts()
    names = {font: font_name(fonts.file(font), font) for font in ROLES}
    for font in ROLES:
        pdfmetrics.registerFont(loaded(fonts.file(font), font))
    rl_config.useA85 = 0  # text armour for binary streams: a quarter of the run for nothing
    buffer = io.BytesIO()
    # Without initialFontName reportlab names an unembedded Helvetica on every page, and printers refuse the file.
    canvas = Canvas(buffer, invariant=1, pageCompression=1, initialFontName=names["regular"])
    for page in pages:
        _draw_page(canvas, page, names)
        canvas.showPage()
    canvas.save()
    buffer.seek(0)
    # To memory first: on a full disk qpdf ends the process instead of raising (pikepdf 10.17, 2026-11-21).
    finished = io.BytesIO()
    with pikepdf.open(buffer) as pdf:
        if "/Info" in pdf.trailer:
            del pdf.trailer["/Info"]
        # Recompressed by pikepdf's own zlib: the one Python was built with differs from machine to machine.
        streams = pikepdf.ObjectStreamMode.generate
        pdf.save(finished, deterministic_id=True, recompress_flate=True, object_stream_mode=streams)
    with whole_file(path) as beside:
        beside.write_bytes(finished.getbuffer())


def _draw_page(canvas: Canvas, page: Page, fonts: Mapping[Font, str]) -> None:
    width, height = page.width * page.unit, page.height * page.unit
    canvas.setPageSize((width, height))
    canvas.setTrimBox((0, 0, width, height))
    if page.paper is not None:
        _fill(canvas, page.paper)
        canvas.rect(0, 0, width, height, stroke=0, fill=1)
    pen = _Pen(canvas, height, page.unit, fonts)
    for kind, marks in groupby(page.marks, key=_alike):
        if kind[0] is Line:
            pen.lines(mark for mark in marks if isinstance(mark, Line))
        elif kind[0] is Text:
            pen.texts([mark for mark in marks if isinstance(mark, Text)])
        else:
            for mark in marks:
                pen.draw(mark)


def _alike(mark: Mark) -> tuple[object, ...]:
    """Lines of one pen are drawn as one path, texts of one look in one text object."""
    if isinstance(mark, Line):
        return (Line, mark.width, mark.colour)
    if isinstance(mark, Text):
        return (Text, mark.font, mark.size, mark.colour, mark.spacing)
    return (type(mark),)


def _fill(canvas: Canvas, colour: Colour) -> None:
    if isinstance(colour, Gray):
        canvas.setFillGray(colour.level)
    else:
        canvas.setFillColorRGB(colour.red, colour.green, colour.blue)


def _stroke(canvas: Canvas, colour: Colour) -> None:
    if isinstance(colour, Gray):
        canvas.setStrokeGray(colour.level)
    else:
        canvas.setStrokeColorRGB(colour.red, colour.green, colour.blue)


class _Pen:
    """Turns y over (PDF counts up) and units into points."""

    def __init__(self, canvas: Canvas, height: float, unit: float, fonts: Mapping[Font, str]) -> None:
        self.canvas, self.height, self.unit, self.fonts = canvas, height, unit, fonts

    def at(self, x: float, y: float) -> tuple[float, float]:
        return x * self.unit, self.height - y * self.unit

    def lines(self, lines: Iterable[Line]) -> None:
        segments = []
        for line in lines:
            self.canvas.setLineWidth(line.width * self.unit)
            _stroke(self.canvas, line.colour)
            segments.append((*self.at(line.x1, line.y1), *self.at(line.x2, line.y2)))
        self.canvas.lines(segments)

    def draw(self, mark: Mark) -> None:
        canvas, unit = self.canvas, self.unit
        match mark:
            case Text():
                self.texts([mark])
            case Disc():
                _fill(canvas, mark.fill)
                canvas.circle(*self.at(mark.x, mark.y), mark.radius * unit, stroke=0, fill=1)
            case Ring():
                canvas.setLineWidth(mark.line * unit)
                _stroke(canvas, mark.colour)
                canvas.circle(*self.at(mark.x, mark.y), mark.radius * unit, stroke=1, fill=0)
            case Rect():
                _fill(canvas, mark.fill)
                x, y = self.at(mark.x, mark.y + mark.height)
                canvas.rect(x, y, mark.width * unit, mark.height * unit, stroke=0, fill=1)
            case Frame():
                canvas.setLineWidth(mark.line * unit)
                canvas.setLineJoin(0)
                _stroke(canvas, mark.colour)
                x, y = self.at(mark.x, mark.y + mark.height)
                canvas.rect(x, y, mark.width * unit, mark.height * unit, stroke=1, fill=0)
            case Path():
                _fill(canvas, mark.fill)
                path = canvas.beginPath()
                path.moveTo(*self.at(*mark.points[0]))
                for point in mark.points[1:]:
                    path.lineTo(*self.at(*point))
                path.close()
                if mark.line:
                    canvas.setLineWidth(mark.line * unit)
                    canvas.setLineJoin(0)
                    _stroke(canvas, mark.fill)
                canvas.drawPath(path, stroke=int(mark.line > 0), fill=int(not mark.line))
            case Line():
                self.lines([mark])

    def texts(self, marks: Sequence[Text]) -> None:
        first = marks[0]
        _fill(self.canvas, first.colour)
        name, size, spacing = self.fonts[first.font], first.size * self.unit, first.spacing * self.unit
        text = self.canvas.beginText()
        text.setFont(name, size)
        if spacing:
            text.setCharSpace(spacing)
        for mark in marks:
            x, y = self.at(mark.x, mark.y)
            if mark.anchor != "start":
                width = pdfmetrics.stringWidth(mark.string, name, size) + spacing * (len(mark.string) - 1)
                x -= width / 2 if mark.anchor == "middle" else width
            text.setTextOrigin(x, y)
            text.textOut(mark.string)
        if spacing:
            text.setCharSpace(0)  # outlives the text object otherwise
        self.canvas.drawText(text)
