"""Writes the parts of a PDF beside its drawings: tags for screen readers, colors of a printer, entries of PDF/X-1a.

Tags are headings, paragraphs and alternative texts of figures. The entries are those of PDF/X-1a:2001 (ISO 15930-1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from puzzlegen.layout.core.document import RGB, Color, Gray, Page, PagePart, PartKind
from puzzlegen.printers.requirements import Space

_TAGS: dict[PartKind, str] = {"heading": "H1", "paragraph": "P", "figure": "Figure"}
_OTHER = "/Artifact BMC"  # marks outside all parts are not read


def tagged_ranges(page: Page) -> Iterator[tuple[str, range]]:
    """Yield all marks of a page in ranges, each with the operator that begins its part; no operator without parts."""
    if not page.parts:
        yield "", range(len(page.marks))
        return
    first = 0
    for place, part in sorted(enumerate(page.parts), key=lambda one: one[1].marks.start):
        if first < part.marks.start:
            yield _OTHER, range(first, part.marks.start)
        yield f"/{_TAGS[part.kind]} <</MCID {place}>> BDC", part.marks
        first = part.marks.stop
    if first < len(page.marks):
        yield _OTHER, range(first, len(page.marks))


def add_tags(pdf: pikepdf.Pdf, pages: Sequence[Sequence[PagePart]]) -> None:
    """Add the structure of a file: ``pages`` has the parts of each page. Without any part the file has no tags."""
    if not any(pages):
        return
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    document = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=root))
    elements, parents = [], []
    for number, (page, parts) in enumerate(zip(pdf.pages, pages, strict=True)):
        own = [pdf.make_indirect(_element(document, page.obj, place, part)) for place, part in enumerate(parts)]
        page.obj.StructParents, page.obj.Tabs = number, Name.S
        elements += own
        parents += [number, pdf.make_indirect(Array(own))]
    document.K = Array(elements)
    root.K = Array([document])
    root.ParentTree, root.ParentTreeNextKey = pdf.make_indirect(Dictionary(Nums=Array(parents))), len(pages)
    pdf.Root.StructTreeRoot, pdf.Root.MarkInfo = root, Dictionary(Marked=True)


def _element(document: pikepdf.Object, page: pikepdf.Object, place: int, part: PagePart) -> Dictionary:
    found = Dictionary(Type=Name.StructElem, S=Name(f"/{_TAGS[part.kind]}"), P=document, Pg=page, K=place)
    if part.text and part.kind == "figure":
        found.Alt = String(part.text)
    elif part.text:
        found.ActualText = String(part.text)
    return found


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

    A gray keeps one component in an RGB file. In a CMYK file it is black ink alone, because thin lines of four inks get
    colored edges when the plates are slightly out of register.
    """
    if space == "cmyk":
        return _inks(color)
    if isinstance(color, Gray):
        return (color.level,)
    if space == "grey":
        return (_luminance(color),)
    return (color.red, color.green, color.blue)


def _luminance(color: RGB) -> float:
    """Return the luminance of a color, with the weights of ITU-R BT.709."""
    return 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue


def _inks(color: Color) -> tuple[float, float, float, float]:
    """Return cyan, magenta, yellow and black; black replaces all the gray in a color, so the sum is at most 300 %."""
    if isinstance(color, Gray):
        return (0.0, 0.0, 0.0, 1.0 - color.level)
    light = max(color.red, color.green, color.blue)
    if light == 0:
        return (0.0, 0.0, 0.0, 1.0)
    cyan, magenta, yellow = (1.0 - part / light for part in (color.red, color.green, color.blue))
    return (cyan, magenta, yellow, 1.0 - light)


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
