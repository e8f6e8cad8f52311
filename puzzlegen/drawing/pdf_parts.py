"""Writes the parts of a PDF beside its drawings: tags for screen readers, colors of a printer, entries of PDF/X-1a.

Tags are those of PDF/UA-1 (ISO 14289-1). The other entries are those of PDF/X-1a:2001 (ISO 15930-1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from itertools import count
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from puzzlegen.drawing.inks import inks_of
from puzzlegen.layout.core.document import RGB, Color, Gray, Page, PagePart
from puzzlegen.layout.core.theme import gray_level
from puzzlegen.printers.requirements import Space

OTHER = "/Artifact BMC"  # marks outside all parts are not read


def tagged_ranges(page: Page) -> Iterator[tuple[str, range]]:
    """Yield all marks of a page in ranges, each with the operator that begins its part; no operator without parts."""
    if page.parts is None:
        yield "", range(len(page.marks))
        return
    first = 0
    for number, part in sorted(_with_marks(page.parts), key=lambda one: one[1].marks.start):
        if first < part.marks.start:
            yield OTHER, range(first, part.marks.start)
        yield f"/{part.tags[-1]} <</MCID {number}>> BDC", part.marks
        first = part.marks.stop
    if first < len(page.marks):
        yield OTHER, range(first, len(page.marks))


def _with_marks(parts: Iterable[PagePart]) -> Iterator[tuple[int, PagePart]]:
    """Yield the parts that have marks, numbered from 0."""
    return zip(count(), (part for part in parts if part.marks), strict=False)


Links = Sequence[pikepdf.Object | None]
Box = tuple[float, float, float, float]
Boxes = Mapping[int, Box]


def add_tags(
    pdf: pikepdf.Pdf, pages: Sequence[tuple[Sequence[PagePart] | None, Boxes]], links: Sequence[Links]
) -> None:
    """Add the structure of a file. Without any part the file has no tags.

    ``pages`` has the parts of each page, with the areas of its figures by their places among them, and ``links`` its
    links, None for one that the file has not.
    """
    if all(parts is None for parts, _ in pages):
        return
    structure = _Structure(pdf)
    for page, (parts, boxes), some in zip(pdf.pages, pages, links, strict=True):
        structure.add_page(page.obj, parts or (), boxes, some)
    structure.write()


@dataclass(slots=True)
class _Element:
    """An element of the structure: its object in the file, the page of its first marks, and what it holds in order."""

    object: pikepdf.Object
    page: pikepdf.Object | None = None
    kids: list[Any] = field(default_factory=list)

    def add_marks(self, page: pikepdf.Object, number: int) -> None:
        """Add the marks with this number on a page; those of further pages need to name it."""
        if self.page is None:
            self.page = self.object.Pg = page
        self.kids.append(number if self.page.objgen == page.objgen else Dictionary(Type=Name.MCR, Pg=page, MCID=number))


class _Structure:
    """The structure of a file, made part by part in the order of reading."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf
        self.root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self.elements: list[_Element] = []
        document = self.element("Document", self.root)
        self.open = [document]  # the last element with marks, and those around it from the outermost
        self.beside = [document]  # the same of the last link without marks
        self.level = 0  # of the last heading
        self.marked: list[pikepdf.Object] = []  # the elements of the marks of each page
        self.linked: list[tuple[pikepdf.Object, pikepdf.Object]] = []  # links with their elements

    def element(self, tag: str, around: pikepdf.Object) -> _Element:
        """Make an element; a heading is at most one level below the one before, as texts of publishers may not be."""
        if heading := re.fullmatch("H([1-6])", tag):
            self.level = min(int(heading[1]), self.level + 1)
            tag = f"H{self.level}"
        made = Dictionary(Type=Name.StructElem, S=Name(f"/{tag}"), P=around)
        self.elements.append(_Element(self.pdf.make_indirect(made)))
        return self.elements[-1]

    def opened(self, part: PagePart, tags: Sequence[str], box: Box | None) -> _Element:
        """Return the innermost element of a part, made unless the part continues the one before, with its area.

        Links without marks may stand at the foot of a page, within a paragraph that continues on the next.
        """
        around = self.open if part.marks else self.beside
        del around[1 + part.shared :]
        for tag in tags[part.shared :]:
            made = self.element(tag, around[-1].object)
            around[-1].kids.append(made.object)
            around.append(made)
        if part.text:
            words = part.marks and tags[-1] != "Figure"
            around[-1].object["/ActualText" if words else "/Alt"] = String(part.text)
        if box is not None:
            around[-1].object.A = Dictionary(O=Name.Layout, BBox=[round(side, 3) for side in box])
        return around[-1]

    def add_page(self, page: pikepdf.Object, parts: Sequence[PagePart], boxes: Boxes, links: Links) -> None:
        """Add the parts of a page, the areas of its figures, and the links that parts are."""
        page.StructParents, page.Tabs = len(self.marked), Name.S
        marked: list[pikepdf.Object] = []
        for place, part in enumerate(parts):
            link = None if part.link is None else links[part.link]
            lost = part.link is not None and link is None  # words of a link to nowhere are words
            if lost and not part.marks:
                continue
            element = self.opened(part, part.tags[:-1] if lost else part.tags, boxes.get(place))
            if part.marks:
                element.add_marks(page, len(marked))
                marked.append(element.object)
            if link is not None:
                element.kids.append(Dictionary(Type=Name.OBJR, Pg=page, Obj=link))
                self.linked.append((link, element.object))
        self.marked.append(self.pdf.make_indirect(Array(marked)))

    def write(self) -> None:
        """Write the elements and the table of their marks and links into the file."""
        for element in self.elements:
            if element.kids:
                alone = len(element.kids) == 1 and element is not self.open[0]
                element.object.K = element.kids[0] if alone else Array(element.kids)
        parents: list[Any] = [entry for pair in enumerate(self.marked) for entry in pair]
        for number, (link, element_object) in enumerate(self.linked, start=len(self.marked)):
            link.StructParent = number
            parents += [number, element_object]
        self.root.K = Array([self.open[0].object])
        self.root.ParentTree = self.pdf.make_indirect(Dictionary(Nums=Array(parents)))
        self.root.ParentTreeNextKey = len(self.marked) + len(self.linked)
        self.pdf.Root.StructTreeRoot, self.pdf.Root.MarkInfo = self.root, Dictionary(Marked=True)


_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>{author}
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
_XMP_AUTHOR = "\n<dc:creator><rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq></dc:creator>"


def write_pdf_ua(pdf: pikepdf.Pdf, title: str, author: str, language: str) -> None:
    """Write the metadata of PDF/UA-1 into a file, whose pages must have tags, and mend the fonts of reportlab."""
    shown = _XMP_AUTHOR.format(escape(author)) if author else ""
    packet = _XMP.format(title=escape(title), author=shown, language=escape(language))
    metadata = pikepdf.Stream(pdf, packet.encode())
    metadata.Type, metadata.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = pdf.make_indirect(metadata)
    for font in pdf.pages[0].Resources.Font.values():
        font.ToUnicode.write(_letters_alone(font.ToUnicode.read_bytes()))


def _letters_alone(table: bytes) -> bytes:
    """Return the table of a font's characters without the codes that reportlab does not use, and maps to U+0000."""
    lines = [line for line in table.split(b"\n") if not line.endswith(b"> <0000>")]
    letters = sum(re.fullmatch(rb"<..> <....>", line) is not None for line in lines)
    return re.sub(rb"\d+ beginbfchar", b"%d beginbfchar" % letters, b"\n".join(lines))


_FILL = {1: "g", 3: "rg", 4: "k"}
_STROKE = {1: "G", 3: "RG", 4: "K"}


@cache
def fill_operator(color: Color, space: Space) -> str:
    """Return the operator that sets the color of areas and letters."""
    parts = components(color, space)
    return f"{' '.join(f'{part:.4g}' for part in parts)} {_FILL[len(parts)]}"


@cache
def stroke_operator(color: Color, space: Space) -> str:
    """Return the operator that sets the color of lines."""
    parts = components(color, space)
    return f"{' '.join(f'{part:.4g}' for part in parts)} {_STROKE[len(parts)]}"


def components(color: Color, space: Space) -> tuple[float, ...]:
    """Return the components of a color: one for gray, three for RGB, four for CMYK.

    A gray keeps one component in an RGB file. In a CMYK file it is black ink alone.
    """
    if isinstance(color, RGB) and color.red == color.green == color.blue and space == "cmyk":
        color = Gray(color.red)
    if isinstance(color, Gray):
        return (0.0, 0.0, 0.0, 1.0 - color.level) if space == "cmyk" else (color.level,)
    if space == "cmyk":
        return inks_of(color)
    if space == "grey":
        return (gray_level(color),)
    return (color.red, color.green, color.blue)


PDF_VERSION = "1.3"  # PDF/X-1a:2001 is a subset of this version, which has no object streams and no transparency
REGISTRY = "http://www.color.org"  # of the ICC: a condition that is registered there needs no color profile in the file
DATE = "D:20000101000000Z"  # the standard requires dates, and a date of today would make every build a different file


def write_pdf_x(pdf: pikepdf.Pdf, title: str, author: str, condition: str) -> None:
    """Write the information and the output intent of PDF/X-1a:2001 into a file.

    ``condition`` is the printing condition, by its name in the registry of the ICC. The pages must have gray and CMYK
    colors, embedded fonts and trim boxes, and no transparency. The document ID is written when the file is saved.
    """
    for key in ("/PageMode", "/PageLabels", "/ViewerPreferences"):
        if key in pdf.Root:
            del pdf.Root[key]
    information: Any = pdf.docinfo
    for key in list(information):
        del information[key]
    information["/Title"] = title
    if author:
        information["/Author"] = author
    information["/Creator"] = information["/Producer"] = "puzzlegen"
    information["/CreationDate"] = information["/ModDate"] = DATE
    information["/Trapped"] = Name("/False")
    information["/GTS_PDFXVersion"] = "PDF/X-1:2001"
    information["/GTS_PDFXConformance"] = "PDF/X-1a:2001"
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=condition,
        OutputCondition=condition,
        RegistryName=REGISTRY,
        Info=condition,
    )
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
