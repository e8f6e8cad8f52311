"""Reads the facts of a PDF that printers have rules about, with pikepdf and from the rendered pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pikepdf

from puzzlegen.checking.page_objects import PageObjects, Shape
from puzzlegen.checking.page_rendering import Box, Rendered
from puzzlegen.checking.printer_rules.page_content import PageContent, inherited, read_content
from puzzlegen.checking.printer_rules.pdf_x_faults import named_standard, pdf_x_faults
from puzzlegen.errors import OutputError

READ_ERRORS = (
    pikepdf.PdfError,
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    RecursionError,
)  # of broken files
LINE_RATIO = 8.0  # a filled box so many times longer than wide is printed as a line
WHITE = 0.98  # lighter grays leave no ink
Rectangle = tuple[float, float, float, float]  # left, bottom, right, top in points, as in the file


@dataclass(frozen=True, slots=True)
class FileFacts:
    """The facts of the whole file.

    ``hidden`` describes scripts, attachments and forms. ``standard`` is the PDF/X standard that the file names, empty
    without one, and ``faults`` describes what it does against that standard.
    """

    path: Path
    size: int
    pages: int
    encrypted: bool
    damage: tuple[str, ...]
    outline: bool
    metadata: tuple[str, ...]
    layers: bool
    hidden: tuple[str, ...]
    standard: str
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FontFacts:
    """One font of a page."""

    name: str
    embedded: bool
    kind: str


@dataclass(frozen=True, slots=True)
class PageFacts:
    """The facts of one page, counted from 1.

    Boxes are those of the file, None where it has none. ``notes`` counts annotations other than ``links``. ``lines``
    has the widths in points of all visible lines, with the thickness of filled boxes that are printed as lines.
    ``damage`` describes what cannot be read of its content. ``ink`` bounds all ink, in points from the top left of the
    rendered page; None on a blank page.
    """

    number: int
    media: Rectangle
    crop: Rectangle
    trim: Rectangle | None
    bleed: Rectangle | None
    rotation: int
    unit: float
    notes: int
    links: int
    content: PageContent
    fonts: tuple[FontFacts, ...]
    lines: tuple[float, ...]
    damage: tuple[str, ...]
    shown: Rendered
    ink: Box | None

    @property
    def finished(self) -> Rectangle:
        """The trimmed page according to the file: its trim box, else its media box."""
        return self.trim or self.media

    def from_top_left(self, box: Rectangle) -> Box:
        """Return a box of the file in points from the top left of the rendered page."""
        left, top = self.crop[0], self.crop[3]
        return box[0] - left, top - box[3], box[2] - left, top - box[1]


@contextmanager
def open_pdf(path: Path) -> Iterator[pikepdf.Pdf]:
    """Open a PDF. Raises OutputError when it is not a PDF, or cannot be read within the block."""
    try:
        with pikepdf.open(path) as pdf:
            yield pdf
    except pikepdf.PasswordError:
        raise OutputError(f"{path}: the file is locked with a password: save it without one") from None
    except (pikepdf.PdfError, OSError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or str(error).removeprefix(f"{path}: ")
        raise OutputError(f"{path}: cannot be read as a PDF: {reason}") from None


def file_facts(path: Path, pdf: pikepdf.Pdf) -> FileFacts:
    """Return the facts of a whole file."""
    root, info = pdf.Root, pdf.trailer.get("/Info")
    names: Any = root.get("/Names", pikepdf.Dictionary())
    hidden = {
        "a script": "/JavaScript" in names,
        "attached files": "/EmbeddedFiles" in names,
        "a form": "/AcroForm" in root,
    }
    metadata = [str(key).removeprefix("/") for key in info] if isinstance(info, pikepdf.Dictionary) else []
    if "/Metadata" in root:
        metadata.append("XMP")
    outline: Any = root.get("/Outlines")
    return FileFacts(
        path=path,
        size=path.stat().st_size,
        pages=len(pdf.pages),
        encrypted=pdf.is_encrypted,
        damage=tuple(_damage(pdf)),
        outline=outline is not None and "/First" in outline,
        metadata=tuple(metadata),
        layers="/OCProperties" in root,
        hidden=tuple(words for words, found in hidden.items() if found),
        standard=named_standard(pdf),
        faults=tuple(pdf_x_faults(pdf)),
    )


def _damage(pdf: pikepdf.Pdf) -> list[str]:
    """Describe what cannot be read of the objects of a file. The content of its pages is read with each page."""
    for one in pdf.objects:
        if isinstance(one, pikepdf.Stream):
            with suppress(pikepdf.PdfError):  # get_warnings() below has it; pictures are not decoded
                one.get_stream_buffer()
    return pdf.get_warnings()


def page_facts(path: Path, pdf: pikepdf.Pdf, number: int, shown: Rendered, drawn: PageObjects) -> PageFacts:
    """Return the facts of a page, counted from 1. Raises OutputError when it cannot be read."""
    try:
        page = pdf.pages[number - 1]
        pdf.get_warnings()  # the same for every page
        content = read_content(pdf, page)
        return _page(number, page, content, tuple(pdf.get_warnings()), shown, drawn)
    except READ_ERRORS as error:
        raise OutputError(f"{path}: page {number} cannot be read: {error}") from None


def _page(
    number: int, page: pikepdf.Page, content: PageContent, damage: tuple[str, ...], shown: Rendered, drawn: PageObjects
) -> PageFacts:
    notes: Any = page.obj.get("/Annots", [])
    links = [note.get("/Subtype") == pikepdf.Name.Link for note in notes]
    return PageFacts(
        number=number,
        media=_rectangle(page.mediabox),
        crop=_rectangle(page.cropbox),
        trim=_rectangle(page.obj["/TrimBox"]) if "/TrimBox" in page.obj else None,
        bleed=_rectangle(page.obj["/BleedBox"]) if "/BleedBox" in page.obj else None,
        rotation=int(inherited(page.obj, "/Rotate", 0)) % 360,
        unit=float(page.obj.get("/UserUnit", 1)),
        notes=sum(not link for link in links),
        links=sum(links),
        content=content,
        fonts=tuple(_font(name, font) for name, font in content.fonts.items()),
        lines=tuple(line_widths(chain(drawn.lines, drawn.rects, drawn.curves))),
        damage=damage,
        shown=shown,
        ink=shown.bounds(),
    )


def line_widths(shapes: Iterable[Shape]) -> Iterator[float]:
    """Yield the widths of all visible strokes, and the thickness of filled boxes that are printed as lines."""
    for shape in shapes:
        if shape.fill is not None and shape.fill < WHITE:
            short, long = sorted((shape.x1 - shape.x0, shape.bottom - shape.top))
            if short > 0 and long > LINE_RATIO * short:
                yield short
        if shape.stroke is not None and shape.stroke < WHITE:
            yield shape.width


def _rectangle(box: Any) -> Rectangle:
    x0, y0, x1, y1 = (float(side) for side in box)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _font(name: str, font: Any) -> FontFacts:
    kind = str(font.get("/Subtype", "")).removeprefix("/")
    holder = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
    descriptor: Any = holder.get("/FontDescriptor", pikepdf.Dictionary())
    files = ("/FontFile", "/FontFile2", "/FontFile3")
    return FontFacts(name, kind == "Type3" or any(key in descriptor for key in files), kind)
