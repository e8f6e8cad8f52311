"""Finds what a PDF lacks of the PDF/X standard that it names, and names the kinds of its color spaces.

Colors, transparency, fonts, encryption, notes and actions are left to the rules of printers, which apply to every file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pikepdf

PDF_VERSIONS = {"PDF/X-1a:2001": "1.3", "PDF/X-1a:2003": "1.4"}  # the latest one that each is a subset of
REGISTRY = "http://www.color.org"
BOX_SLACK = 0.01  # points: rounding in the file
_FORBIDDEN_FILTERS = {"/LZWDecode", "/JBIG2Decode", "/JPXDecode"}
_FORBIDDEN_KEYS = {
    "/Alternates": "alternate images",
    "/OPI": "a picture that is replaced in print",
    "/Ref": "pages of another file",
    "/TR": "a transfer curve",
    "/TR2": "a transfer curve",
    "/HTP": "a halftone phase",
}
_FORBIDDEN_SPACES = {"/DeviceRGB", "/CalRGB", "/CalGray", "/Lab", "/ICCBased"}
_DEPTH = 20  # nested objects; deeper nesting is an attack


def named_standard(pdf: pikepdf.Pdf) -> str:
    """Return the PDF/X standard that a file names in its information, such as PDF/X-1a:2001; empty without one."""
    information = _information(pdf)
    conformance, version = (str(information.get(key, "")) for key in ("/GTS_PDFXConformance", "/GTS_PDFXVersion"))
    return conformance or version


def pdf_x_faults(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Describe what a file that names PDF/X-1a:2001 or PDF/X-1a:2003 does against its standard."""
    standard = named_standard(pdf)
    latest = PDF_VERSIONS.get(standard)
    if latest is None:
        return
    if _number(pdf.pdf_version) > _number(latest):
        yield f"PDF {pdf.pdf_version}, allowed up to {latest}"
    yield from _information_faults(pdf)
    yield from _output_intent_faults(pdf)
    for number, page in enumerate(pdf.pages, start=1):
        if (fault := _box_fault(page)) is not None:
            yield f"page {number}: {fault}"
    faults: dict[str, None] = {}
    for thing in pdf.objects:
        _note_forbidden(thing, faults, 0)
    yield from faults


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _information(pdf: pikepdf.Pdf) -> Any:
    information = pdf.trailer.get("/Info")
    return information if isinstance(information, pikepdf.Dictionary) else pikepdf.Dictionary()


def _information_faults(pdf: pikepdf.Pdf) -> Iterator[str]:
    information = _information(pdf)
    if named_standard(pdf) == "PDF/X-1a:2001" and str(information.get("/GTS_PDFXVersion", "")) != "PDF/X-1:2001":
        yield "GTS_PDFXVersion is not PDF/X-1:2001"
    missing = [key[1:] for key in ("/Title", "/CreationDate", "/ModDate") if not str(information.get(key, ""))]
    if missing:
        yield f"the document information lacks {' and '.join(missing)}"
    if str(information.get("/Trapped", "")) not in ("/True", "/False"):
        yield "Trapped is neither True nor False"
    if "/ID" not in pdf.trailer:
        yield "the file has no document ID"


def _output_intent_faults(pdf: pikepdf.Pdf) -> Iterator[str]:
    intents: Any = pdf.Root.get("/OutputIntents", [])
    ours = [intent for intent in intents if intent.get("/S") == pikepdf.Name.GTS_PDFX]
    if len(ours) != 1:
        yield f"{len(ours)} output intents for PDF/X, required: one"
        return
    intent = ours[0]
    if not str(intent.get("/OutputConditionIdentifier", "")):
        yield "the output intent names no printing condition"
    if "/DestOutputProfile" not in intent and str(intent.get("/RegistryName", "")) != REGISTRY:
        yield "the output intent has neither a color profile nor the registry of its condition"


def _box_fault(page: pikepdf.Page) -> str | None:
    boxes = {name: _rectangle(page.obj[name]) for name in ("/TrimBox", "/ArtBox", "/BleedBox") if name in page.obj}
    if ("/TrimBox" in boxes) == ("/ArtBox" in boxes):
        return "required: a trim box or an art box, not both"
    inner = boxes.get("/TrimBox") or boxes["/ArtBox"]
    media = _rectangle(page.mediabox)
    bleed = boxes.get("/BleedBox", media)
    if not (_holds(bleed, inner) and _holds(media, bleed)):
        return "the trim box is not within the bleed box, or that not within the page"
    return None


def _rectangle(box: Any) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(side) for side in box)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _holds(outer: tuple[float, ...], inner: tuple[float, ...]) -> bool:
    low = all(inner[i] >= outer[i] - BOX_SLACK for i in (0, 1))
    return low and all(inner[i] <= outer[i] + BOX_SLACK for i in (2, 3))


def _note_forbidden(thing: Any, found: dict[str, None], depth: int) -> None:
    """Note what the standard forbids in an object and the direct objects in it."""
    if depth > _DEPTH:
        return
    if isinstance(thing, pikepdf.Array):
        children: Any = list(thing)
        _note_spaces(children, found)
    elif isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
        for key, words in _FORBIDDEN_KEYS.items():
            if key in thing and not (key in ("/TR", "/TR2") and thing[key] in _NO_CURVE):
                found[words] = None
        if isinstance(thing, pikepdf.Stream):
            _note_stream(thing, found)
        _note_spaces([thing.get("/ColorSpace")], found)
        children = [value for key, value in thing.items() if key != "/Parent"]
    else:
        return
    for child in children:
        if isinstance(child, pikepdf.Object) and not child.is_indirect:
            _note_forbidden(child, found, depth + 1)


def _note_stream(stream: pikepdf.Stream, found: dict[str, None]) -> None:
    filters: Any = stream.get("/Filter")
    for name in map(str, filters if isinstance(filters, pikepdf.Array) else [filters]):
        if name in _FORBIDDEN_FILTERS:
            found[f"data compressed with {name[1:].removesuffix('Decode')}"] = None
    if stream.get("/Subtype") == pikepdf.Name.PS:
        found["embedded PostScript"] = None


_NO_CURVE = (pikepdf.Name.Identity, pikepdf.Name.Default)


def _note_spaces(values: Any, found: dict[str, None]) -> None:
    """Note color spaces among the elements of an array, which may describe one, such as an indexed space."""
    for value in values:
        if isinstance(value, pikepdf.Name) and str(value) in _FORBIDDEN_SPACES:
            found[f"colors in {str(value)[1:]}"] = None


MAX_DEPTH = 12  # nested color spaces; deeper nesting is a loop


@dataclass(frozen=True, slots=True)
class PdfColor:
    """A color as the file states it: ``space`` is grey, rgb, cmyk, spot, lab, pattern or unknown; parts are 0 to 1."""

    space: str
    parts: tuple[float, ...] = ()

    @property
    def ink(self) -> float | None:
        """The share of black, 0 to 1, if the color is gray in any space; else None."""
        if self.space == "grey" and self.parts:
            return 1.0 - self.parts[0]
        if self.space == "rgb" and self.parts and max(self.parts) - min(self.parts) < 0.005:
            return 1.0 - self.parts[0]
        if self.space == "cmyk" and self.parts and max(self.parts[:3]) < 0.005:
            return self.parts[3]
        return None

    @property
    def coverage(self) -> float:
        """The sum of all inks, 1.0 for 100 %; a color that is not CMYK counts as one ink."""
        return sum(self.parts) if self.space == "cmyk" else 1.0

    def __str__(self) -> str:
        return f"{self.space} {' '.join(f'{part:.2g}' for part in self.parts)}".strip()


BLACK = PdfColor("grey", (0.0,))


_NAMES = {
    "/DeviceGray": "grey", "/G": "grey", "/CalGray": "grey",
    "/DeviceRGB": "rgb", "/RGB": "rgb", "/CalRGB": "rgb",
    "/DeviceCMYK": "cmyk", "/CMYK": "cmyk",
    "/Separation": "spot", "/DeviceN": "spot",
    "/Lab": "lab", "/Pattern": "pattern",
}  # fmt: skip
_CHANNELS = {1: "grey", 3: "rgb", 4: "cmyk"}


def space_of(space: Any, depth: int = 0) -> str:
    """Return the kind of a color space: grey, rgb, cmyk, spot, lab, pattern or unknown."""
    if isinstance(space, pikepdf.Name):
        return _NAMES.get(str(space), "unknown")
    if not isinstance(space, pikepdf.Array) or not len(space) or depth > MAX_DEPTH:
        return "unknown"
    kind = str(space[0])
    if kind == "/ICCBased":
        return _CHANNELS.get(int(space[1].get("/N", 0)), "unknown")
    if kind in ("/Indexed", "/I"):
        return space_of(space[1], depth + 1)
    if kind == "/Separation" and str(space[1]) in ("/Black", "/All"):
        return "cmyk" if str(space[1]) == "/All" else "grey"
    return _NAMES.get(kind, "unknown")
