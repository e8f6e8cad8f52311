"""PDF files for a printer, sound but for what a case adds to them: interiors, and covers of a book in 6x9."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from puzzlegen.config.book import PageConfig
from puzzlegen.config.pages import resolve_page
from puzzlegen.drawing.fonts import default_fonts, font_name, load_font
from puzzlegen.printers.profile import CoverGeometry, Profile, cover_geometry

FILE = default_fonts().file("regular")
FONT = font_name(FILE, "regular")
pdfmetrics.registerFont(load_font(FILE, "regular"))
WORDS = "Twelve mines"  # the letters that the file embeds; pages show them as /F1+0
Objects = Mapping[str, Any]


def profile(name: str = "kdp", trim: str = "6x9", **more: object) -> Profile:
    """Return the profile of a printer for a trim size."""
    return resolve_page(PageConfig.model_validate({"profile": name, "trim": trim, **more})).profile


@dataclass(frozen=True)
class PrintedFile:
    """A file in the making. Where a value names a page, it is page 3, or the first of a shorter file.

    ``cover`` makes the cover of a book of so many pages. ``blank`` pages have no ink. ``paint`` holds operators that
    are added to the page, ``paint_all`` those for all pages that are not blank. ``page``, ``all_pages`` and ``root``
    are entries of the page, of all pages and of the document catalog, ``resources`` those of the page's resources, and
    ``info`` is the document information, as YAML: a string that begins with a slash is a name, a mapping with
    ``stream`` a stream. ``password`` of the owner encrypts the file; ``tail`` replaces all from its last ``startxref``.
    """

    pages: int = 24
    size: tuple[float, float] = (432, 648)
    cover: int = 0
    font: str = FONT
    blank: tuple[int, ...] = ()
    paint: str = ""
    paint_all: str = ""
    page: Objects = field(default_factory=dict)
    all_pages: Objects = field(default_factory=dict)
    resources: Objects = field(default_factory=dict)
    root: Objects = field(default_factory=dict)
    info: Objects = field(default_factory=dict)
    password: str = ""
    tail: str = ""

    def write(self, path: Path) -> Path:
        """Write the file, and return its path."""
        with Pdf.open(self._sound()) as pdf:
            del pdf.trailer["/Info"]
            self._change(pdf)
            pdf.save(path, encryption=pikepdf.Encryption(owner=self.password, user="") if self.password else False)
        if self.tail:
            data = path.read_bytes()
            path.write_bytes(data[: data.rindex(b"startxref")] + self.tail.encode())
        return path

    def _sound(self) -> io.BytesIO:
        buffer = io.BytesIO()
        made = cover_geometry(profile(), self.cover) if self.cover else None
        size = (made.width, made.height) if made else self.size
        canvas = Canvas(buffer, pagesize=size, invariant=1, initialFontName=self.font)
        for number in range(1, self.pages + 1):
            if made:
                self._front(canvas, made)
            elif number not in self.blank:
                canvas.setFont(self.font, 11)
                canvas.setFillGray(0)
                canvas.drawString(72, 300, WORDS)
                canvas.setLineWidth(0.75)
                canvas.setStrokeGray(0.4)
                canvas.line(72, 320, 300, 320)
            canvas.showPage()
        canvas.save()
        return buffer

    def _front(self, canvas: Canvas, made: CoverGeometry) -> None:
        canvas.setFillColorCMYK(0.1, 0.05, 0.3, 0)
        canvas.rect(0, 0, made.width, made.height, stroke=0, fill=1)
        canvas.setFillColorCMYK(0, 0, 0, 1)
        canvas.setFont(self.font, 24)
        canvas.drawString(made.front[0] + 60, 400, WORDS)

    def _change(self, pdf: Pdf) -> None:
        for number, page in enumerate(pdf.pages, start=1):
            is_named = number == min(3, self.pages)
            added = "\n".join(filter(None, [self.paint_all, self.paint if is_named else ""]))
            if added and number not in self.blank:
                page.contents_add(f"q {added} Q".encode("latin-1"))
            for key, value in (self.all_pages | self.page if is_named else self.all_pages).items():
                page.obj[f"/{key}"] = pdf_object(pdf, value)
            if is_named and self.resources:
                page.obj.Resources = pdf.make_indirect(Dictionary(page.obj.Resources))
                for kind, entries in self.resources.items():
                    page.Resources[f"/{kind}"] = Dictionary(page.Resources.get(f"/{kind}", {}))
                    for key, value in entries.items():
                        page.Resources[f"/{kind}"][f"/{key}"] = pdf_object(pdf, value)
        for key, value in self.root.items():
            pdf.Root[f"/{key}"] = pdf_object(pdf, value)
        for key, value in self.info.items():
            pdf.docinfo[f"/{key}"] = pdf_object(pdf, value)


def pdf_object(pdf: Pdf, value: Any) -> Any:
    """Return a value from YAML as an object of a PDF."""
    if isinstance(value, dict):
        entries = {f"/{key}": pdf_object(pdf, item) for key, item in value.items() if key != "stream"}
        if "stream" not in value:
            return Dictionary(entries)
        return Stream(pdf, value["stream"].encode("latin-1"), entries)
    if isinstance(value, list):
        return Array([pdf_object(pdf, item) for item in value])
    if isinstance(value, str):
        return Name(value) if value.startswith("/") else pikepdf.String(value)
    return value
