"""Pages to PDF.

The drawing operators are written here, and not by reportlab's canvas, which spends most of its time on wording numbers
(19 s for 400 pages of four 12x12 puzzles, against 3 s here, 2026-11). reportlab still chooses the glyphs to embed, and
pikepdf puts the file together. Pages are compressed as they come, so that a thick book takes little memory.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path as FilePath
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from puzzlegen.drawing.fonts import ROLES, FontSet, default_fonts, font_name, load_font
from puzzlegen.drawing.pdf_color import fill_operator, stroke_operator
from puzzlegen.layout.core.document import (
    Bookmark,
    Box,
    Color,
    Disc,
    Font,
    Frame,
    Line,
    Mark,
    Page,
    Path,
    Picture,
    Rect,
    Ring,
    Role,
    Text,
)
from puzzlegen.output.atomic_files import whole_file
from puzzlegen.printers.figures import Space
from puzzlegen.printers.profile import Edges

KAPPA = 0.5522847498  # length of the handles that make four Bezier curves a circle of radius 1
NO_BLEED = Edges()


@dataclass(frozen=True, slots=True)
class PdfStyle:
    """What a file is allowed to hold; as it stands, what a printing house takes.

    ``bleed`` is what odd and even pages have beyond their trim. ``bookmarks`` become the outline, ``links`` says
    whether the pages' links are written, ``title`` and ``author`` go into the document information if not empty.
    """

    space: Space = "grey"
    bleed: tuple[Edges, Edges] = (NO_BLEED, NO_BLEED)
    bookmarks: tuple[Bookmark, ...] = ()
    links: bool = False
    title: str = ""
    author: str = ""


PRINT = PdfStyle()


def write_pdf(pages: Iterable[Page], path: FilePath, fonts: FontSet | None = None, style: PdfStyle = PRINT) -> None:
    """Write the pages, taken one at a time: fonts embedded and subset, no transparency, and nothing ``style`` forbids.

    The same pages give the same bytes.

    Raises OutputError when the file cannot be written.
    """
    letters = _Letters(fonts or default_fonts())
    sheets = [_sheet(page, letters, style) for page in pages]
    # To memory first: on a full disk qpdf ends the process instead of raising (pikepdf 10.17, 2026-11-21).
    finished = io.BytesIO()
    with pikepdf.open(letters.carrier()) as pdf:
        resources = pdf.make_indirect(Dictionary(Font=pdf.pages[0].Resources.Font, ProcSet=[Name.PDF, Name.Text]))
        if letters.pictures:
            resources.XObject = Dictionary({name: _image(pdf, one) for one, name in letters.pictures.items()})
        del pdf.pages[0]
        for sheet in sheets:
            pdf.pages.append(pikepdf.Page(pdf.make_indirect(_page_object(pdf, sheet, resources))))
        if style.links:
            _add_links(pdf, sheets)
        if style.bookmarks:
            _add_outline(pdf, style.bookmarks)
        _set_information(pdf, style)
        # Recompressed by pikepdf's own zlib: the one Python was built with differs from machine to machine.
        streams = pikepdf.ObjectStreamMode.generate
        pdf.save(finished, deterministic_id=True, recompress_flate=True, object_stream_mode=streams)
    with whole_file(path) as beside:
        beside.write_bytes(finished.getbuffer())


@dataclass(frozen=True, slots=True)
class _Target:
    """A place a link leads to: points from the foot of the page."""

    role: Role
    number: int
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class _Jump:
    """A link: its area in points from the foot of the page, and the grid it leads to."""

    area: tuple[float, float, float, float]
    role: Role
    number: int


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page ready to be put into the file. ``content`` is compressed."""

    content: bytes
    width: float
    height: float
    trim: tuple[float, float, float, float]
    targets: tuple[_Target, ...] = ()
    jumps: tuple[_Jump, ...] = ()


def _sheet(page: Page, letters: _Letters, style: PdfStyle) -> _Sheet:
    bleed = style.bleed[0 if page.number % 2 else 1]
    trim_width, trim_height = page.width * page.unit, page.height * page.unit
    width, height = trim_width + bleed.left + bleed.right, trim_height + bleed.top + bleed.bottom
    pen = _Pen(letters, style.space, bleed.left, height - bleed.top, page.unit)
    if page.paper is not None:
        pen.code.append(f"{fill_operator(page.paper, style.space)} 0 0 {width:.3f} {height:.3f} re f")
    pen.paint(page.marks)
    targets: tuple[_Target, ...] = ()
    jumps: tuple[_Jump, ...] = ()
    if style.links:
        targets = tuple(_Target(grid.role, grid.number, *pen.at(grid.x, grid.y)) for grid in page.grids if grid.number)
        jumps = tuple(_Jump(pen.area(link.area), link.role, link.number) for link in page.links)
    content = zlib.compress("\n".join(pen.code).encode("latin-1"), 1)
    trim = (bleed.left, bleed.bottom, bleed.left + trim_width, bleed.bottom + trim_height)
    return _Sheet(content, width, height, trim, targets, jumps)


def _page_object(pdf: pikepdf.Pdf, sheet: _Sheet, resources: Any) -> Dictionary:
    content = pikepdf.Stream(pdf, sheet.content)
    content.Filter = Name.FlateDecode
    media = _numbers((0.0, 0.0, sheet.width, sheet.height))
    page = Dictionary(
        Type=Name.Page, MediaBox=media, TrimBox=_numbers(sheet.trim), Resources=resources, Contents=content
    )
    if sheet.trim != (0.0, 0.0, sheet.width, sheet.height):
        page.BleedBox = media
    return page


def _image(pdf: pikepdf.Pdf, picture: Picture) -> Any:
    image = pikepdf.Stream(pdf, picture.pixels)
    image.Type, image.Subtype = Name.XObject, Name.Image
    image.Width, image.Height, image.BitsPerComponent = picture.columns, picture.rows, 8
    image.ColorSpace = Name.DeviceGray
    return pdf.make_indirect(image)


def _numbers(values: Iterable[float]) -> Array:
    return Array([round(value, 3) for value in values])


def _add_links(pdf: pikepdf.Pdf, sheets: list[_Sheet]) -> None:
    places = {
        (target.role, target.number): (pdf.pages[index].obj, target)
        for index, sheet in enumerate(sheets)
        for target in sheet.targets
    }
    for page, sheet in zip(pdf.pages, sheets, strict=True):
        notes = []
        for jump in sheet.jumps:
            if (jump.role, jump.number) not in places:
                continue  # answers in a file of their own
            goal, target = places[jump.role, jump.number]
            room = 24.0  # above the grid, so that its heading shows too
            there = Array([goal, Name.XYZ, None, round(target.top + room, 3), None])
            link = Dictionary(
                Type=Name.Annot, Subtype=Name.Link, Rect=_numbers(jump.area), Border=[0, 0, 0], Dest=there
            )
            notes.append(pdf.make_indirect(link))
        if notes:
            page.obj.Annots = Array(notes)


def _add_outline(pdf: pikepdf.Pdf, bookmarks: Iterable[Bookmark]) -> None:
    with pdf.open_outline() as outline:
        outline.root.extend(pikepdf.OutlineItem(mark.title, mark.page - 1, "Fit") for mark in bookmarks)
    pdf.Root.PageMode = Name.UseOutlines


def _set_information(pdf: pikepdf.Pdf, style: PdfStyle) -> None:
    """Title and author only: a date would make every build another file."""
    if "/Info" in pdf.trailer:
        del pdf.trailer["/Info"]
    if style.title:
        pdf.docinfo["/Title"] = style.title
        if style.author:
            pdf.docinfo["/Author"] = style.author
        pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        pdf.Root.PageLabels = Dictionary(Nums=[0, Dictionary(S=Name.D)])
    else:  # reportlab writes how its own pages are to be shown
        for key in ("/PageMode", "/PageLabels", "/ViewerPreferences"):
            if key in pdf.Root:
                del pdf.Root[key]


class _Letters:
    """The fonts of one file: text as operators, and widths; each string is worked out once."""

    def __init__(self, fonts: FontSet) -> None:
        self.names: dict[Font, str] = {font: font_name(fonts.file(font), font) for font in ROLES}
        for font in ROLES:
            pdfmetrics.registerFont(load_font(fonts.file(font), font))
        rl_config.useA85 = 0  # text armour for binary streams: a quarter of the run for nothing
        self.buffer = io.BytesIO()
        # Without initialFontName reportlab names an unembedded Helvetica, and printers refuse the file.
        self.canvas = Canvas(self.buffer, invariant=1, pageCompression=1, initialFontName=self.names["regular"])
        self.pieces: dict[tuple[Font, str], list[tuple[str, str]]] = {}
        self.widths: dict[tuple[Font, str], float] = {}
        self.pictures: dict[Picture, str] = {}  # and the name of each in the file

    def of(self, font: Font, string: str) -> list[tuple[str, str]]:
        """``(name of the font in the file, operand)`` for each piece of the string: a subset holds 256 glyphs."""
        key = (font, string)
        if key not in self.pieces:
            face, document = pdfmetrics.getFont(self.names[font]), self.canvas._doc
            self.pieces[key] = [
                (face.getSubsetInternalName(subset, document), f"({self.canvas._escape(piece)})")
                for subset, piece in face.splitString(string, document)
            ]
        return self.pieces[key]

    def width(self, font: Font, string: str) -> float:
        """Sum of the advances at size 1."""
        key = (font, string)
        if key not in self.widths:
            self.widths[key] = float(pdfmetrics.stringWidth(string, self.names[font], 1))
        return self.widths[key]

    def carrier(self) -> io.BytesIO:
        """A file of one empty page that holds the fonts with all glyphs asked for so far."""
        self.canvas.showPage()
        self.canvas.save()
        self.buffer.seek(0)
        return self.buffer


class _Pen:
    """Marks to operators: turns y over (PDF counts up) and units into points."""

    def __init__(self, letters: _Letters, space: Space, left: float, top: float, unit: float) -> None:
        self.letters, self.space, self.left, self.top, self.unit = letters, space, left, top, unit
        self.code: list[str] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.unit, self.top - y * self.unit

    def area(self, box: Box) -> tuple[float, float, float, float]:
        """A box as a PDF rectangle."""
        return (*self.at(box.left, box.bottom), *self.at(box.right, box.top))

    def fill(self, color: Color) -> str:
        return fill_operator(color, self.space)

    def stroke(self, color: Color, line: float) -> str:
        return f"{stroke_operator(color, self.space)} {line * self.unit:.3f} w"

    def paint(self, marks: Iterable[Mark]) -> None:
        """Runs of marks of one look become one operation."""
        for look, run in groupby(marks, key=_look):
            alike: list[Any] = list(run)
            if look[0] is Text:
                self.texts(alike)
            elif look[0] is Line:
                self.lines(alike)
            elif look[0] is Disc:
                self.code.append(self.fill(alike[0].fill))
                self.code += [self.circle(disc.x, disc.y, disc.radius) for disc in alike]
                self.code.append("f")
            elif look[0] is Ring:
                self.code.append(self.stroke(alike[0].color, alike[0].line))
                self.code += [self.circle(ring.x, ring.y, ring.radius) for ring in alike]
                self.code.append("S")
            elif look[0] is Rect:
                self.code.append(self.fill(alike[0].fill))
                self.code += [f"{self.rectangle(rect)} f" for rect in alike]
            elif look[0] is Frame:
                self.code.append(f"{self.stroke(alike[0].color, alike[0].line)} 0 j")
                self.code += [f"{self.rectangle(frame)} S" for frame in alike]
            elif look[0] is Picture:
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
        same = replace(picture, x=0.0, y=0.0)  # one copy in the file, however often it is placed
        name = self.letters.pictures.setdefault(same, f"/P{len(self.letters.pictures)}")
        x, y = self.at(picture.x, picture.y + picture.height)
        wide, high = picture.width * self.unit, picture.height * self.unit
        self.code.append(f"q {wide:.3f} 0 0 {high:.3f} {x:.3f} {y:.3f} cm {name} Do Q")

    def rectangle(self, box: Rect | Frame) -> str:
        x, y = self.at(box.x, box.y + box.height)
        return f"{x:.3f} {y:.3f} {box.width * self.unit:.3f} {box.height * self.unit:.3f} re"

    def paths(self, paths: list[Path]) -> None:
        self.code.append(self.fill(paths[0].fill))
        for path in paths:
            points = [self.at(*point) for point in path.points]
            steps = [f"{x:.3f} {y:.3f} {'l' if i else 'm'}" for i, (x, y) in enumerate(points)]
            self.code.append(f"{' '.join(steps)} h f")

    def texts(self, texts: list[Text]) -> None:
        """Strings on one baseline become one operator with the steps between them: a row of clues, mostly.

        The file is read back after every build, and the time that takes goes by the number of operands in it.
        """
        first = texts[0]
        font, size, spacing = first.font, first.size * self.unit, first.spacing * self.unit
        self.code.append(f"{self.fill(first.color)} BT {spacing:.3f} Tc")
        selected = ""
        for _, row in groupby(texts, key=_baseline):
            pen = 0.0  # where the text position is, in points from the left
            steps: list[str] = []
            for text in row:
                pieces = self.letters.of(font, text.string)
                x, y = self.start(text)
                wide = self.letters.width(font, text.string) * size + spacing * len(text.string)
                if not steps or spacing or text.turn or len(pieces) > 1 or pieces[0][0] != selected:
                    self.code += _shown(steps)
                    steps = []
                    place, pen = f"{_TURNS[text.turn]} {x:.3f} {y:.3f} Tm", x
                    for name, string in pieces[:-1]:  # glyphs of several subsets
                        self.code.append(f"{_select(name, size, selected)}{place} {string} Tj")
                        selected, place = name, ""
                    name, string = pieces[-1]
                    steps = [f"{_select(name, size, selected)}{place} [", string]
                    selected = name
                else:
                    step = round((pen - x) / size * 1000, 1)
                    pen -= step * size / 1000
                    steps += [f"{step:g}", pieces[0][1]]
                pen += wide
            self.code += _shown(steps)
        self.code.append("ET")

    def start(self, text: Text) -> tuple[float, float]:
        """Where the first letter begins, on the baseline."""
        x, y = self.at(text.x, text.y)
        if text.anchor == "start":
            return x, y
        size, spacing = text.size * self.unit, text.spacing * self.unit
        wide = self.letters.width(text.font, text.string) * size + spacing * (len(text.string) - 1)
        back = wide / 2 if text.anchor == "middle" else wide
        across, down = _ALONG[text.turn]
        return x - back * across, y + back * down


# For each turn, the first four numbers of the text matrix, and the way a line runs: to the right, and down.
_TURNS = {0: "1 0 0 1", 90: "0 -1 1 0", 180: "-1 0 0 -1"}
_ALONG = {0: (1, 0), 90: (0, 1), 180: (-1, 0)}


def _baseline(text: Text) -> float:
    return text.y


def _select(name: str, size: float, selected: str) -> str:
    return "" if name == selected else f"{name} {size:.3f} Tf "


def _shown(steps: list[str]) -> list[str]:
    """The operator that shows strings with steps between them."""
    return [f"{' '.join(steps)}] TJ"] if steps else []


_LOOKS: Mapping[type, tuple[str, ...]] = {
    Text: ("font", "size", "color", "spacing", "turn"),
    Line: ("width", "color"),
    Disc: ("fill",),
    Ring: ("color", "line"),
    Rect: ("fill",),
    Frame: ("color", "line"),
    Picture: (),
    Path: ("fill",),
}


def _look(mark: Mark) -> tuple[object, ...]:
    """What marks must share to be drawn in one operation."""
    kind = type(mark)
    return (kind, *(getattr(mark, name) for name in _LOOKS[kind]))
