"""Adds tags to a PDF, which screen readers need: headings, paragraphs, and alternative texts of figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from puzzlegen.layout.core.document import Page, PagePart, PartKind

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
