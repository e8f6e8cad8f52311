"""Writes pages as PDF.

The drawing operators are written here and not by the canvas of reportlab, which spends most of its time on formatting
numbers (19 s for 400 pages of four 12x12 puzzles, against 3 s here, 2026-11). reportlab chooses the glyphs to embed,
and pikepdf assembles the file. Each page is compressed at once, so that a long book takes little memory.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path as FilePath
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from puzzlegen.drawing import pdf_parts
from puzzlegen.drawing.fonts import ROLES, FontSet, default_fonts, font_name, load_font
from puzzlegen.drawing.inks import pixels_in
from puzzlegen.drawing.reportlab_defaults import new_canvas, pdfmetrics, rl_config
from puzzlegen.files.writing import atomic_file
from puzzlegen.layout.core.document import (
    Bookmark,
    Color,
    Disc,
    Font,
    Frame,
    Line,
    Link,
    Mark,
    Page,
    PagePart,
    Path,
    Picture,
    Place,
    Points,
    Rect,
    Ring,
    Stroke,
    Text,
)
from puzzlegen.printers.profile import Edges
from puzzlegen.printers.requirements import Space

KAPPA = 0.5522847498  # distance of the control points for a circle of radius 1 made of four Bezier curves
NO_BLEED = Edges()
PRINTED = 4  # of a link: not hidden on paper, as checkers of accessible files want
TARGET_MARGIN = 8.0  # points that a reader shows above the place a link leads to
Area = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PdfStyle:
    """What a file may contain; the defaults are what printing houses accept.

    ``bleed`` is the bleed of odd and of even pages. ``bookmarks`` become the outline, ``links`` tells whether links are
    written, with ``whole_pages`` to whole pages, which viewers are asked to show one at a time. ``title`` and
    ``author`` are the document information unless they are empty. ``language`` is that of the text, such as ``en``, for
    screen readers; it is written with the title. A file with ``tags`` is PDF/UA-1, which takes pages with parts, a
    title and a language. With the name of an ``output_condition`` the file is PDF/X-1a:2001, which takes gray or CMYK
    colors, a title and no links.
    """

    space: Space = "grey"
    bleed: tuple[Edges, Edges] = (NO_BLEED, NO_BLEED)
    bookmarks: tuple[Bookmark, ...] = ()
    links: bool = False
    whole_pages: bool = False
    title: str = ""
    author: str = ""
    language: str = ""
    tags: bool = False
    output_condition: str = ""


PRINT = PdfStyle()


def write_pdf(pages: Iterable[Page], path: FilePath, fonts: FontSet | None = None, style: PdfStyle = PRINT) -> None:
    """Write pages, read one at a time, with embedded font subsets and without transparency.

    The same pages give the same bytes. Raises OutputError when the file cannot be written.
    """
    subsets = _FontSubsets(fonts or default_fonts())
    drawn_pages = [_draw_page(page, subsets, style) for page in pages]
    # First to memory, because on a full disk qpdf aborts the process instead of raising (pikepdf 10.17, 2026-11-21).
    finished = io.BytesIO()
    with pikepdf.open(subsets.font_file()) as pdf:
        resources = pdf.make_indirect(Dictionary(Font=pdf.pages[0].Resources.Font, ProcSet=[Name.PDF, Name.Text]))
        if subsets.pictures:
            images = {name: _image(pdf, picture, style.space) for picture, name in subsets.pictures.items()}
            resources.XObject = Dictionary(images)
        del pdf.pages[0]
        for drawn_page in drawn_pages:
            pdf.pages.append(pikepdf.Page(pdf.make_indirect(_page_object(pdf, drawn_page, resources))))
        links = _add_links(pdf, drawn_pages, style.whole_pages) if style.links else list(map(_no_links, drawn_pages))
        if style.bookmarks:
            _add_outline(pdf, style.bookmarks)
        pdf_parts.add_tags(pdf, [(drawn_page.parts, drawn_page.boxes) for drawn_page in drawn_pages], links)
        _set_information(pdf, style)
        # Recompressed by the zlib of pikepdf, because the zlib of Python differs between machines.
        streams, version = pikepdf.ObjectStreamMode.generate, ""
        if style.output_condition:
            streams, version = pikepdf.ObjectStreamMode.disable, pdf_parts.PDF_VERSION
        pdf.save(
            finished,
            deterministic_id=True,
            recompress_flate=True,
            object_stream_mode=streams,
            force_version=version,
        )
    # A copy, because a traceback that refers to a view of the buffer crashes Python 3.12 (3.12.1, 2026-11-22).
    with atomic_file(path) as beside:
        beside.write_bytes(finished.getvalue())


@dataclass(frozen=True, slots=True)
class _DrawnPage:
    """A page ready for the file. ``content`` is compressed.

    ``targets`` are the heights of places that links lead to, and ``areas`` those of ``links``, all in points from the
    bottom left of the page; a file without links has neither. ``parts`` are those of the page, for screen readers, and
    ``boxes`` the areas of its figures by their places among them.
    """

    content: bytes
    width: float
    height: float
    trim: tuple[float, float, float, float]
    targets: Mapping[Place, float] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    areas: tuple[Area, ...] = ()
    parts: tuple[PagePart, ...] | None = None
    boxes: Mapping[int, Area] = field(default_factory=dict)


def _draw_page(page: Page, subsets: _FontSubsets, style: PdfStyle) -> _DrawnPage:
    bleed = style.bleed[0 if page.number % 2 else 1]
    trim_width, trim_height = page.width * page.unit, page.height * page.unit
    width, height = trim_width + bleed.left + bleed.right, trim_height + bleed.top + bleed.bottom
    writer = _PageWriter(subsets, style.space, bleed.left, height - bleed.top, page.unit)
    if page.paper is not None:
        ground = f"{pdf_parts.fill_operator(page.paper, style.space)} 0 0 {width:.3f} {height:.3f} re f"
        writer.code += [ground] if page.parts is None else [pdf_parts.OTHER, ground, "EMC"]
    for begin, part in pdf_parts.tagged_ranges(page):
        writer.code += [begin] if begin else []
        writer.paint(page.marks[part.start : part.stop])
        writer.code += ["EMC"] if begin else []
    targets = {target.place: writer.at(target.x, target.y)[1] for target in page.targets} if style.links else {}
    content = zlib.compress("\n".join(writer.code).encode("latin-1"), 1)
    trim = (bleed.left, bleed.bottom, bleed.left + trim_width, bleed.bottom + trim_height)
    areas = tuple(map(writer.area, page.links)) if style.links else ()
    boxes = writer.boxes(page, style)
    return _DrawnPage(content, width, height, trim, targets, page.links, areas, page.parts, boxes)


def _page_object(pdf: pikepdf.Pdf, drawn_page: _DrawnPage, resources: Any) -> Dictionary:
    content = pikepdf.Stream(pdf, drawn_page.content)
    content.Filter = Name.FlateDecode
    media = _numbers((0.0, 0.0, drawn_page.width, drawn_page.height))
    page = Dictionary(
        Type=Name.Page, MediaBox=media, TrimBox=_numbers(drawn_page.trim), Resources=resources, Contents=content
    )
    if drawn_page.trim != (0.0, 0.0, drawn_page.width, drawn_page.height):
        page.BleedBox = media
    return page


def _image(pdf: pikepdf.Pdf, picture: Picture, space: Space) -> Any:
    pixels, channels = pixels_in(picture, space)
    image = pikepdf.Stream(pdf, pixels)
    image.Type, image.Subtype = Name.XObject, Name.Image
    image.Width, image.Height, image.BitsPerComponent = picture.columns, picture.rows, 8
    image.ColorSpace = {1: Name.DeviceGray, 3: Name.DeviceRGB, 4: Name.DeviceCMYK}[channels]
    return pdf.make_indirect(image)


def _numbers(values: Iterable[float]) -> Array:
    return Array([round(value, 3) for value in values])


def _no_links(drawn_page: _DrawnPage) -> pdf_parts.Links:
    return [None] * len(drawn_page.links)


def _add_links(pdf: pikepdf.Pdf, drawn_pages: list[_DrawnPage], whole_pages: bool) -> list[pdf_parts.Links]:
    """Add the links whose places are in the file; separate answers and contents that are left out are not.

    Returns the links of each page, None for those that are not added.
    """
    if whole_pages:
        pdf.Root.PageLayout = Name.SinglePage
    targets = {
        place: Array(
            [page.obj, Name.Fit] if whole_pages else [page.obj, Name.XYZ, None, round(top + TARGET_MARGIN, 3), None]
        )
        for page, drawn_page in zip(pdf.pages, drawn_pages, strict=True)
        for place, top in drawn_page.targets.items()
    }
    targets |= {Place("page", i): Array([page.obj, Name.Fit]) for i, page in enumerate(pdf.pages, start=1)}
    all_links: list[pdf_parts.Links] = []
    for page, drawn_page in zip(pdf.pages, drawn_pages, strict=True):
        places = zip(drawn_page.links, drawn_page.areas, strict=True)
        links = [_link(pdf, area, targets.get(link.place), link.text) for link, area in places]
        if any(links):
            page.obj.Annots = Array(filter(None, links))
        all_links.append(links)
    return all_links


def _link(pdf: pikepdf.Pdf, area: Area, target: Array | None, text: str) -> pikepdf.Object | None:
    """Return a link, None if its target is not in the file; ``text`` says where it leads, for screen readers."""
    if target is None:
        return None
    link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=_numbers(area), Border=[0, 0, 0], Dest=target)
    if text:
        link.Contents, link.F = String(text), PRINTED
    return pdf.make_indirect(link)


def _add_outline(pdf: pikepdf.Pdf, bookmarks: Iterable[Bookmark]) -> None:
    with pdf.open_outline() as outline:
        outline.root.extend(pikepdf.OutlineItem(mark.title, mark.page - 1, "Fit") for mark in bookmarks)
    pdf.Root.PageMode = Name.UseOutlines


def _set_information(pdf: pikepdf.Pdf, style: PdfStyle) -> None:
    """Write title and author only, because a date would make every build a different file; or what PDF/X needs."""
    if "/Info" in pdf.trailer:
        del pdf.trailer["/Info"]
    if style.output_condition:
        pdf_parts.write_pdf_x(pdf, style.title, style.author, style.output_condition)
    elif style.title:
        pdf.docinfo["/Title"] = style.title
        if style.author:
            pdf.docinfo["/Author"] = style.author
        pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        pdf.Root.PageLabels = Dictionary(Nums=[0, Dictionary(S=Name.D)])
        if style.language:
            pdf.Root.Lang = style.language
        if style.tags:
            pdf_parts.write_pdf_ua(pdf, style.title, style.author, style.language)
    else:  # reportlab sets how a viewer shows its pages
        for key in ("/PageMode", "/PageLabels", "/ViewerPreferences"):
            if key in pdf.Root:
                del pdf.Root[key]


class _FontSubsets:
    """The font subsets of one file: text operands and widths, cached for each string."""

    def __init__(self, fonts: FontSet) -> None:
        self.names: dict[Font, str] = {font: font_name(fonts.file(font), font) for font in ROLES}
        for font in ROLES:
            pdfmetrics.registerFont(load_font(fonts.file(font), font))
        rl_config.useA85 = 0  # ASCII encoding of binary streams takes a quarter of the time and is not needed
        self.buffer = io.BytesIO()
        # Not compressed, because write_pdf compresses all streams: twice takes 15 % more for a short file (2026-11-23).
        # Without initialFontName reportlab lists Helvetica without embedding it, and printers refuse the file.
        regular = self.names["regular"]
        self.canvas = new_canvas(self.buffer, invariant=1, pageCompression=0, initialFontName=regular)
        self.pieces: dict[tuple[Font, str], list[tuple[str, str]]] = {}
        self.widths: dict[tuple[Font, str], float] = {}
        self.pictures: dict[Picture, str] = {}  # the name of each picture in the file

    def operands(self, font: Font, string: str) -> list[tuple[str, str]]:
        """Return ``(font name in the file, operand)`` for each piece of a string; a subset has 256 glyphs."""
        key = (font, string)
        if key not in self.pieces:
            face, document = pdfmetrics.getFont(self.names[font]), self.canvas._doc
            self.pieces[key] = [
                (face.getSubsetInternalName(subset, document), f"({self.canvas._escape(piece)})")
                for subset, piece in face.splitString(string, document)
            ]
        return self.pieces[key]

    def width(self, font: Font, string: str) -> float:
        """Return the sum of the advance widths at size 1."""
        key = (font, string)
        if key not in self.widths:
            self.widths[key] = float(pdfmetrics.stringWidth(string, self.names[font], 1))
        return self.widths[key]

    def font_file(self) -> io.BytesIO:
        """Return a PDF of one empty page with the fonts and all glyphs used so far."""
        self.canvas.showPage()
        self.canvas.save()
        self.buffer.seek(0)
        return self.buffer


class _PageWriter:
    """Writes marks as operators: y is flipped, because it points up in a PDF, and units become points."""

    def __init__(self, subsets: _FontSubsets, space: Space, left: float, top: float, unit: float) -> None:
        self.subsets, self.space, self.left, self.top, self.unit = subsets, space, left, top, unit
        self.code: list[str] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.unit, self.top - y * self.unit

    def area(self, link: Link) -> Area:
        """Return the area of a link as a PDF rectangle."""
        return (*self.at(link.x, link.y + link.height), *self.at(link.x + link.width, link.y))

    def boxes(self, page: Page, style: PdfStyle) -> dict[int, Area]:
        """Return the areas of the figures of a page of PDF/UA-1 in the file, by their places among the parts."""
        parts = (style.tags and page.parts) or ()
        figures = [(place, part.marks) for place, part in enumerate(parts) if part.tags[-1] == "Figure"]
        return {place: self.box(page.marks[marks.start : marks.stop]) for place, marks in figures}

    def box(self, marks: Iterable[Mark]) -> Area:
        """Return the area of marks, whose outermost are lines or shapes, as a PDF rectangle."""
        points = [self.at(*point) for mark in marks for point in _corners(mark)]
        across, up = [x for x, _ in points], [y for _, y in points]
        return min(across), min(up), max(across), max(up)

    def fill(self, color: Color) -> str:
        return pdf_parts.fill_operator(color, self.space)

    def stroke(self, color: Color, line: float) -> str:
        return f"{pdf_parts.stroke_operator(color, self.space)} {line * self.unit:.3f} w"

    def paint(self, marks: Iterable[Mark]) -> None:
        """Write marks; consecutive marks of the same appearance become one operation."""
        for appearance, run in groupby(marks, key=_appearance):
            alike: list[Any] = list(run)
            if appearance[0] is Text:
                self.texts(alike)
            elif appearance[0] is Line:
                self.lines(alike)
            elif appearance[0] is Disc:
                self.code.append(self.fill(alike[0].fill))
                self.code += [self.circle(disc.x, disc.y, disc.radius) for disc in alike]
                self.code.append("f")
            elif appearance[0] is Ring:
                self.code.append(self.stroke(alike[0].color, alike[0].line))
                self.code += [self.circle(ring.x, ring.y, ring.radius) for ring in alike]
                self.code.append("S")
            elif appearance[0] is Rect:
                self.code.append(self.fill(alike[0].fill))
                self.code += [f"{self.rectangle(rect)} f" for rect in alike]
            elif appearance[0] is Frame:
                self.code.append(f"{self.stroke(alike[0].color, alike[0].line)} 0 j")
                self.code += [f"{self.rectangle(frame)} S" for frame in alike]
            elif appearance[0] is Stroke:
                self.strokes(alike)
            elif appearance[0] is Picture:
                for picture in alike:
                    self.picture(picture)
            else:
                self.paths(alike)

    def lines(self, lines: list[Line]) -> None:
        unit, left, top = self.unit, self.left, self.top
        self.code.append(f"{self.stroke(lines[0].color, lines[0].width)} 0 J")
        self.code += [
            f"{left + line.x1 * unit:.3f} {top - line.y1 * unit:.3f} m "
            f"{left + line.x2 * unit:.3f} {top - line.y2 * unit:.3f} l"
            for line in lines
        ]
        self.code.append("S")

    def strokes(self, strokes: list[Stroke]) -> None:
        self.code.append(f"{self.stroke(strokes[0].color, strokes[0].width)} 0 J 0 j")
        for stroke in strokes:
            end = " h" if stroke.closed else ""
            self.code += [self.trail(points) + end for points in stroke.lines]
        self.code.append("S")

    def trail(self, points: Points) -> str:
        return " ".join(
            f"{x:.3f} {y:.3f} {'l' if i else 'm'}" for i, (x, y) in enumerate(self.at(*point) for point in points)
        )

    def circle(self, x: float, y: float, radius: float) -> str:
        (x, y), r = self.at(x, y), radius * self.unit
        k = KAPPA * r
        east, west, north, south = f"{x + r:.3f}", f"{x - r:.3f}", f"{y + r:.3f}", f"{y - r:.3f}"
        x1, x2, y1, y2 = f"{x - k:.3f}", f"{x + k:.3f}", f"{y - k:.3f}", f"{y + k:.3f}"
        mid_x, mid_y = f"{x:.3f}", f"{y:.3f}"
        return (
            f"{east} {mid_y} m {east} {y2} {x2} {north} {mid_x} {north} c {x1} {north} {west} {y2} {west} {mid_y} c "
            f"{west} {y1} {x1} {south} {mid_x} {south} c {x2} {south} {east} {y1} {east} {mid_y} c h"
        )

    def picture(self, picture: Picture) -> None:
        same = replace(picture, x=0.0, y=0.0)  # one copy in the file, even if it is placed many times
        name = self.subsets.pictures.setdefault(same, f"/P{len(self.subsets.pictures)}")
        x, y = self.at(picture.x, picture.y + picture.height)
        wide, high = picture.width * self.unit, picture.height * self.unit
        self.code.append(f"q {wide:.3f} 0 0 {high:.3f} {x:.3f} {y:.3f} cm {name} Do Q")

    def rectangle(self, box: Rect | Frame) -> str:
        x, y = self.at(box.x, box.y + box.height)
        return f"{x:.3f} {y:.3f} {box.width * self.unit:.3f} {box.height * self.unit:.3f} re"

    def paths(self, paths: list[Path]) -> None:
        self.code.append(self.fill(paths[0].fill))
        for path in paths:
            self.code.append(f"{self.trail(path.points)} h f")

    def texts(self, texts: list[Text]) -> None:
        """Write strings; those on one baseline become one operator with the distances between them.

        Every build reads its file back, and the time for that grows with the number of operands.
        """
        first = texts[0]
        font, size, spacing = first.font, first.size * self.unit, first.spacing * self.unit
        self.code.append(f"{self.fill(first.color)} BT {spacing:.3f} Tc")
        selected = ""
        for _, row in groupby(texts, key=lambda text: text.y):
            text_x = 0.0  # the text position, in points from the left
            steps: list[str] = []
            for text in row:
                pieces = self.subsets.operands(font, text.string)
                x, y = self.start(text)
                wide = self.subsets.width(font, text.string) * size + spacing * len(text.string)
                if not steps or spacing or text.turn or len(pieces) > 1 or pieces[0][0] != selected:
                    self.code += _shown(steps)
                    steps = []
                    place, text_x = f"{_TURNS[text.turn]} {x:.3f} {y:.3f} Tm", x
                    for name, string in pieces[:-1]:  # glyphs of several subsets
                        self.code.append(f"{_select(name, size, selected)}{place} {string} Tj")
                        selected, place = name, ""
                    name, string = pieces[-1]
                    steps = [f"{_select(name, size, selected)}{place} [", string]
                    selected = name
                else:
                    step = round((text_x - x) / size * 1000, 1)
                    text_x -= step * size / 1000
                    steps += [f"{step:g}", pieces[0][1]]
                text_x += wide
            self.code += _shown(steps)
        self.code.append("ET")

    def start(self, text: Text) -> tuple[float, float]:
        """Return where the first letter begins, on the baseline."""
        x, y = self.at(text.x, text.y)
        if text.anchor == "start":
            return x, y
        size, spacing = text.size * self.unit, text.spacing * self.unit
        wide = self.subsets.width(text.font, text.string) * size + spacing * (len(text.string) - 1)
        back = wide / 2 if text.anchor == "middle" else wide
        across, down = _ALONG[text.turn]
        return x - back * across, y + back * down


def _corners(mark: Mark) -> Points:
    """Return the points between which a mark lies; of a text the one that it stands at."""
    if isinstance(mark, Line):
        return (mark.x1, mark.y1), (mark.x2, mark.y2)
    if isinstance(mark, Disc | Ring):
        left, top, side = mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius
        return (left, top), (left + side, top + side)
    if isinstance(mark, Path):
        return mark.points
    if isinstance(mark, Stroke):
        return tuple(point for points in mark.lines for point in points)
    if isinstance(mark, Text):
        return ((mark.x, mark.y),)
    return (mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height)


# For each rotation, the first four numbers of the text matrix, and the direction of a line: right and down.
_TURNS = {0: "1 0 0 1", 90: "0 -1 1 0", 180: "-1 0 0 -1", 270: "0 1 -1 0"}
_ALONG = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def _select(name: str, size: float, selected: str) -> str:
    return "" if name == selected else f"{name} {size:.3f} Tf "


def _shown(steps: list[str]) -> list[str]:
    """Return the operator that shows strings with distances between them."""
    return [f"{' '.join(steps)}] TJ"] if steps else []


_APPEARANCE: Mapping[type, tuple[str, ...]] = {
    Text: ("font", "size", "color", "spacing", "turn"),
    Line: ("width", "color"),
    Disc: ("fill",),
    Ring: ("color", "line"),
    Rect: ("fill",),
    Frame: ("color", "line"),
    Stroke: ("width", "color", "closed"),
    Picture: (),
    Path: ("fill",),
}


def _appearance(mark: Mark) -> tuple[object, ...]:
    """Return the appearance that marks must share to be drawn in one operation."""
    kind = type(mark)
    return (kind, *(getattr(mark, name) for name in _APPEARANCE[kind]))
