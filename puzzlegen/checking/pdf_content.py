"""Reads the content streams of a PDF page: text sizes, images and colors as the file states them.

All operators that change the coordinate system or a color, or that leave ink, are followed through nested forms, so
that sizes are true at every scale. Text is not decoded, and covered objects are not left out. The corners of paths are
not read here, which halves the time of a page: widths of lines come with the shapes (``page_objects``), and where ink
is on the page is measured on the rendered page (``rendering``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pikepdf

from puzzlegen.checking.pdf_x import BLACK, PdfColor, space_of
from puzzlegen.checking.rendering import IDENTITY, Matrix, product

MAX_INSTRUCTIONS = 5_000_000  # of a page, with those of its forms each time they are drawn
MAX_DEPTH = 12  # nested forms; deeper nesting is a loop or an attack


class TextRun(NamedTuple):
    """A run of text of one size, in points."""

    size: float
    color: PdfColor
    invisible: bool


@dataclass(frozen=True, slots=True)
class Image:
    """An image: its name, its resolution where it is placed (the lower one of both directions), its color space."""

    name: str
    dpi: float
    space: str


@dataclass(slots=True)
class PageContent:
    """What a page draws: texts, the colors of lines and areas, images, and the font objects by name.

    Texts, colors and causes of transparency that are equal are kept once, as the keys of a dictionary. ``count`` is the
    number of instructions.
    """

    texts: dict[TextRun, None] = field(default_factory=dict)
    strokes: dict[PdfColor, None] = field(default_factory=dict)
    fills: dict[PdfColor, None] = field(default_factory=dict)
    images: list[Image] = field(default_factory=list)
    transparency: dict[str, None] = field(default_factory=dict)
    fonts: dict[str, Any] = field(default_factory=dict)
    count: int = 0

    @property
    def colors(self) -> Iterator[tuple[str, PdfColor]]:
        """Every color, with what it is used for."""
        for text in self.texts:
            if not text.invisible:
                yield "text", text.color
        for stroke in self.strokes:
            yield "a line", stroke
        for fill in self.fills:
            yield "an area", fill
        for image in self.images:
            yield f"image {image.name}", PdfColor(image.space)


@dataclass(slots=True)
class _State:
    """The graphics state: what operator q saves and Q restores."""

    ctm: Matrix = IDENTITY
    stroke: PdfColor = BLACK
    fill: PdfColor = BLACK
    font_size: float = 0.0
    text_mode: int = 0


def read_content(pdf: pikepdf.Pdf, page: pikepdf.Page) -> PageContent:
    """Return what a page of a file draws. Raises pikepdf.PdfError or ValueError where its content cannot be read."""
    content = PageContent()
    _Interpreter(pdf, content, inherited(page.obj, "/Resources", pikepdf.Dictionary()), _State(), 0).run(page.obj)
    return content


def _without_corners(pdf: pikepdf.Pdf, content: Any) -> Any:
    """Return the content of a page or form without those lines that only build paths, where this is safe.

    The parser would read them before it drops them: 5.2 instead of 1.5 ms for a page of answers (2026-11-22). A line is
    left out if it has only numbers and operators of paths, and the line before it ends in an operator. Within a string
    such a line is missing without harm, because texts are not decoded.
    """
    stream = content if isinstance(content, pikepdf.Stream) else content.get("/Contents")
    if not isinstance(stream, pikepdf.Stream):
        return content  # several streams, or none
    data = stream.read_bytes()
    if b"BI" in data:  # perhaps the bytes of an image
        return content
    kept = []
    complete = True  # the line before ends in an operator
    for line in data.split(b"\n"):
        if not (complete and _builds_path(line)):
            kept.append(line)
        complete = line[-1:].isalpha()
    return pikepdf.Stream(pdf, b"\n".join(kept))


def _builds_path(line: bytes) -> bool:
    """Tell whether a line has only numbers and operators that build a path. Their letters also make up ``cm``."""
    return line[-1:] in _PATH_ENDS and not line.translate(None, _PATH_CHARACTERS) and b"cm" not in line


_PATH_ENDS = (b"m", b"l", b"c", b"v", b"y", b"h")  # moving, lines, curves, and closing a part
_PATH_CHARACTERS = b"0123456789.- " + b"".join(_PATH_ENDS)


def inherited(page: Any, key: str, default: Any) -> Any:
    """Return an entry of a page, or of the page tree above it."""
    node = page
    for _ in range(MAX_DEPTH * 4):
        if key in node:
            return node[key]
        if "/Parent" not in node:
            break
        node = node["/Parent"]
    return default


class _Interpreter:
    """Interprets one content stream. Each form gets its own interpreter, with the state in which it is drawn."""

    def __init__(self, pdf: pikepdf.Pdf, content: PageContent, resources: Any, state: _State, depth: int) -> None:
        self.pdf, self.content, self.resources, self.state, self.depth = pdf, content, resources, state, depth
        self.saved: list[_State] = []
        self.text_matrix = IDENTITY
        # Printers check all fonts and graphics states that are listed, even unused ones.
        for name, font in dict(resources.get("/Font", {})).items():
            self._note_font(name, font)
        for graphics_state in dict(resources.get("/ExtGState", {})).values():
            self._note_transparency(graphics_state)

    def run(self, stream: Any) -> None:
        """Interpret all instructions of a page or form."""
        for instruction in pikepdf.parse_content_stream(_without_corners(self.pdf, stream), _OPERATORS):
            self.content.count += 1
            if self.content.count > MAX_INSTRUCTIONS:
                raise ValueError(f"it draws more than {MAX_INSTRUCTIONS} objects")
            operator = str(instruction.operator)
            if operator == "INLINE IMAGE":
                self._inline(instruction.operands[0])
                continue
            handler = _HANDLERS.get(operator)
            if handler is not None:
                handler(self, instruction.operands)

    # --- state

    def save(self, _: Any) -> None:
        """Operator q."""
        self.saved.append(copy(self.state))

    def restore(self, _: Any) -> None:
        """Operator Q."""
        if self.saved:
            self.state = self.saved.pop()

    def transform(self, operands: Any) -> None:
        """Operator cm."""
        self.state.ctm = product(_matrix(operands), self.state.ctm)

    def _note_transparency(self, state: Any) -> None:
        """Note opacity, soft masks and blend modes."""
        for key in ("/ca", "/CA"):
            if float(state.get(key, 1)) < 1:
                self.content.transparency[f"opacity {float(state[key]):.2g}"] = None
        if "/SMask" in state and state["/SMask"] != pikepdf.Name("/None"):
            self.content.transparency["a soft mask"] = None
        blend = state.get("/BM", pikepdf.Name("/Normal"))
        names = [str(name) for name in blend] if isinstance(blend, pikepdf.Array) else [str(blend)]
        if names and names[0] not in ("/Normal", "/Compatible"):
            self.content.transparency[f"blend mode {names[0].removeprefix('/')}"] = None

    # --- color

    def gray(self, operands: Any, stroking: bool) -> None:
        """Operators g and G."""
        self._color(PdfColor("grey", _numbers(operands)), stroking)

    def rgb(self, operands: Any, stroking: bool) -> None:
        """Operators rg and RG."""
        self._color(PdfColor("rgb", _numbers(operands)), stroking)

    def cmyk(self, operands: Any, stroking: bool) -> None:
        """Operators k and K."""
        self._color(PdfColor("cmyk", _numbers(operands)), stroking)

    def space(self, operands: Any, stroking: bool) -> None:
        """Operators cs and CS: a new space begins with its black, or with the full ink of a spot color."""
        name = space_of(_lookup(self.resources, "/ColorSpace", operands[0]) or operands[0])
        first = {"grey": (0.0,), "rgb": (0.0,) * 3, "cmyk": (0.0, 0.0, 0.0, 1.0), "spot": (1.0,)}.get(name, ())
        self._color(PdfColor(name, first), stroking)

    def parts(self, operands: Any, stroking: bool) -> None:
        """Operators sc, SC, scn and SCN."""
        now = self.state.stroke if stroking else self.state.fill
        self._color(PdfColor(now.space, _numbers(operands)), stroking)

    def _color(self, color: PdfColor, stroking: bool) -> None:
        if stroking:
            self.state.stroke = color
        else:
            self.state.fill = color

    # --- paths

    def paint(self, fill: bool, stroke: bool) -> None:
        """Operators that fill or stroke a path."""
        if fill:
            self.content.fills[self.state.fill] = None
        if stroke:
            self.content.strokes[self.state.stroke] = None

    def shade(self, operands: Any) -> None:
        """Operator sh fills with a gradient."""
        shading = _lookup(self.resources, "/Shading", operands[0])
        space = space_of(shading["/ColorSpace"]) if shading is not None and "/ColorSpace" in shading else "unknown"
        self.content.fills[PdfColor(space)] = None

    # --- text

    def begin_text(self, _: Any) -> None:
        """Operator BT."""
        self.text_matrix = IDENTITY

    def font(self, operands: Any) -> None:
        """Operator Tf."""
        self.state.font_size = float(operands[1])

    def _note_font(self, name: str, font: Any) -> None:
        base = str(font.get("/BaseFont", name)).removeprefix("/")
        other = self.content.fonts.get(base)
        if other is not None and other.objgen != font.objgen:  # two fonts of one name: neither may hide the other
            base = f"{base} as {name.removeprefix('/')}"
        self.content.fonts[base] = font

    def mode(self, operands: Any) -> None:
        """Operator Tr."""
        self.state.text_mode = int(operands[0])

    def set_text(self, operands: Any) -> None:
        """Operator Tm."""
        self.text_matrix = _matrix(operands)

    def show(self, operands: Any) -> None:
        """Operators Tj, TJ, ' and \"."""
        text = operands[-1] if len(operands) else b""
        if isinstance(text, pikepdf.Array) and not any(isinstance(part, pikepdf.String) for part in text):
            return
        matrix = product(self.text_matrix, self.state.ctm)
        size = abs(self.state.font_size) * math.hypot(matrix[2], matrix[3])
        color = self.state.stroke if self.state.text_mode in (1, 5) else self.state.fill
        self.content.texts[TextRun(size, color, self.state.text_mode in (3, 7))] = None

    # --- forms and images

    def do(self, operands: Any) -> None:
        """Operator Do."""
        thing = _lookup(self.resources, "/XObject", operands[0])
        if thing is None:
            return
        if thing.get("/Subtype") == pikepdf.Name("/Form"):
            if self.depth >= MAX_DEPTH:
                raise ValueError("forms are nested too deep")
            inner = copy(self.state)
            inner.ctm = product(_matrix(thing.get("/Matrix", IDENTITY)), self.state.ctm)
            resources = thing.get("/Resources", self.resources)
            _Interpreter(self.pdf, self.content, resources, inner, self.depth + 1).run(thing)
        else:
            self._image(thing, str(operands[0]).removeprefix("/"))

    def _inline(self, image: Any) -> None:
        self._image(image.obj if hasattr(image, "obj") else image, "inline")

    def _image(self, image: Any, name: str) -> None:
        width, height = int(image.get("/Width", image.get("/W", 0))), int(image.get("/Height", image.get("/H", 0)))
        m = self.state.ctm
        wide, high = math.hypot(m[0], m[1]) / 72, math.hypot(m[2], m[3]) / 72
        dpi = min(width / wide if wide else math.inf, height / high if high else math.inf)
        stencil = bool(image.get("/ImageMask", image.get("/IM", False)))
        space = self.state.fill.space if stencil else space_of(image.get("/ColorSpace", image.get("/CS")))
        if "/SMask" in image:
            self.content.transparency[f"image {name} with a soft mask"] = None
        self.content.images.append(Image(name, dpi, space))


def _numbers(operands: Any) -> tuple[float, ...]:
    try:
        return tuple(map(float, operands))
    except (TypeError, ValueError):  # operands of patterns include a name
        return tuple(float(part) for part in operands if not isinstance(part, pikepdf.Name))


def _matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(part) for part in operands)
    return a, b, c, d, e, f


def _lookup(resources: Any, kind: str, name: Any) -> Any:
    """Return a named resource, None if there is no such name."""
    names = resources.get(kind) if resources is not None else None
    if names is None or not isinstance(name, pikepdf.Name):
        return None
    return names.get(str(name))


def _painter(fill: bool, stroke: bool) -> Any:
    return lambda interpreter, operands: interpreter.paint(fill, stroke)  # noqa: ARG005  # all handlers take the operands


def _colored(handler: Any, stroking: bool) -> Any:
    return lambda interpreter, operands: handler(interpreter, operands, stroking)


_HANDLERS: dict[str, Any] = {
    "q": _Interpreter.save, "Q": _Interpreter.restore, "cm": _Interpreter.transform,
    "g": _colored(_Interpreter.gray, False), "G": _colored(_Interpreter.gray, True),
    "rg": _colored(_Interpreter.rgb, False), "RG": _colored(_Interpreter.rgb, True),
    "k": _colored(_Interpreter.cmyk, False), "K": _colored(_Interpreter.cmyk, True),
    "cs": _colored(_Interpreter.space, False), "CS": _colored(_Interpreter.space, True),
    "sc": _colored(_Interpreter.parts, False), "SC": _colored(_Interpreter.parts, True),
    "scn": _colored(_Interpreter.parts, False), "SCN": _colored(_Interpreter.parts, True),
    "f": _painter(True, False), "F": _painter(True, False), "f*": _painter(True, False),
    "S": _painter(False, True), "s": _painter(False, True), "B": _painter(True, True), "B*": _painter(True, True),
    "b": _painter(True, True), "b*": _painter(True, True), "sh": _Interpreter.shade,
    "BT": _Interpreter.begin_text, "Tf": _Interpreter.font, "Tr": _Interpreter.mode, "Tm": _Interpreter.set_text,
    "Tj": _Interpreter.show, "TJ": _Interpreter.show, "'": _Interpreter.show, '"': _Interpreter.show,
    "Do": _Interpreter.do,
}  # fmt: skip
_OPERATORS = " ".join((*_HANDLERS, "BI", "ID", "EI"))  # of the others the parser makes nothing
