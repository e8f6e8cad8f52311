"""What a page draws, read from its content stream: sizes and colors as they come out on paper.

Every operator that moves the coordinate system, sets a pen or a color, or leaves ink is followed through nested forms,
so that widths and sizes are true however the file scales them. What text says is not decoded and what lies on top of
what is not asked: where ink stands is measured on the rendered page (see ink.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pikepdf

from puzzlegen.checking.printer_rules.pdf_colors import BLACK, PdfColor, space_of

MAX_DEPTH = 12  # forms within forms; deeper ones are a loop or a bomb
SLIM = 8.0  # a filled box this many times longer than wide is a line by another name

Matrix = tuple[float, float, float, float, float, float]
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Type:
    """A run of text: where it starts (points from the page's lower left), its size in points, font resource, look."""

    x: float
    y: float
    size: float
    font: str
    color: PdfColor
    invisible: bool


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stroked path, or a filled box so slim that it is a line: thickness in points, and one point on it."""

    x: float
    y: float
    width: float
    color: PdfColor


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled path with its bounding box (left, bottom, right, top) in points."""

    box: tuple[float, float, float, float]
    color: PdfColor


@dataclass(frozen=True, slots=True)
class Image:
    """A picture: its pixels, its resolution as placed (the lesser of both directions), its color space."""

    name: str
    width: int
    height: int
    dpi: float
    space: str
    soft_mask: bool


@dataclass(frozen=True, slots=True)
class Content:
    """Everything one page draws; ``transparency`` says in words what is see-through."""

    types: tuple[Type, ...]
    strokes: tuple[Stroke, ...]
    fills: tuple[Fill, ...]
    images: tuple[Image, ...]
    transparency: tuple[str, ...]
    fonts: dict[str, Any]

    @property
    def colors(self) -> Iterator[tuple[str, PdfColor]]:
        """Every color used, with what it is used for."""
        for item in self.types:
            if not item.invisible:
                yield "text", item.color
        for stroke in self.strokes:
            yield "a line", stroke.color
        for fill in self.fills:
            yield "an area", fill.color
        for image in self.images:
            yield f"image {image.name}", PdfColor(image.space)


@dataclass(frozen=True, slots=True)
class _State:
    """What q saves and Q brings back."""

    ctm: Matrix = UNIT
    pen: float = 1.0
    stroke: PdfColor = BLACK
    fill: PdfColor = BLACK
    font: str = ""
    size: float = 0.0
    mode: int = 0


@dataclass(slots=True)
class _Found:
    types: list[Type] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    fills: list[Fill] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    transparency: dict[str, None] = field(default_factory=dict)
    fonts: dict[str, Any] = field(default_factory=dict)


def read_content(page: pikepdf.Page) -> Content:
    """What a page draws. Raises pikepdf.PdfError or ValueError where its content cannot be read."""
    found = _Found()
    _Walker(found, inherited(page.obj, "/Resources", pikepdf.Dictionary()), _State(), 0).walk(page.obj)
    return Content(
        tuple(found.types),
        tuple(found.strokes),
        tuple(found.fills),
        tuple(found.images),
        tuple(found.transparency),
        found.fonts,
    )


def inherited(page: Any, key: str, default: Any) -> Any:
    """An entry of a page, or of the page tree above it."""
    at = page
    for _ in range(MAX_DEPTH * 4):
        if key in at:
            return at[key]
        if "/Parent" not in at:
            break
        at = at["/Parent"]
    return default


def times(a: Matrix, b: Matrix) -> Matrix:
    """The transformation that does ``a`` first and then ``b``."""
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def _apply(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5]


def _thickness(m: Matrix) -> float:
    """By how much the transformation scales a pen: the geometric mean of both directions."""
    return math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))


class _Walker:
    """Follows one content stream; forms get a walker of their own with the state they are drawn in."""

    def __init__(self, found: _Found, resources: Any, state: _State, depth: int) -> None:
        self.found, self.resources, self.state, self.depth = found, resources, state, depth
        self.saved: list[_State] = []
        self.path: list[tuple[float, float]] = []  # corners, in points
        self.boxes: list[tuple[float, float, float, float]] = []  # of the subpaths that are finished
        self.text, self.line = UNIT, UNIT
        self.leading = 0.0
        # Named is enough: printers read the lists of fonts and of graphics states.
        for name, font in dict(resources.get("/Font", {})).items():
            self._note_font(name, font)
        for look in dict(resources.get("/ExtGState", {})).values():
            self._note_transparency(look)

    def walk(self, stream: Any) -> None:
        """Follow all instructions of a page or form."""
        for instruction in pikepdf.parse_content_stream(stream):
            operator = str(instruction.operator)
            if operator == "INLINE IMAGE":
                self._inline(instruction.operands[0])
                continue
            step = _STEPS.get(operator)
            if step is not None:
                step(self, instruction.operands)

    # --- state

    def save(self, _: Any) -> None:
        """q."""
        self.saved.append(self.state)

    def restore(self, _: Any) -> None:
        """Q."""
        if self.saved:
            self.state = self.saved.pop()

    def transform(self, given: Any) -> None:
        """cm."""
        self.state = replace(self.state, ctm=times(_matrix(given), self.state.ctm))

    def pen(self, given: Any) -> None:
        """w."""
        self.state = replace(self.state, pen=float(given[0]))

    def extended(self, given: Any) -> None:
        """Operator gs."""
        state = _lookup(self.resources, "/ExtGState", given[0])
        if state is not None and "/LW" in state:
            self.state = replace(self.state, pen=float(state["/LW"]))

    def _note_transparency(self, state: Any) -> None:
        """Alpha, soft masks and blend modes make transparency."""
        for key in ("/ca", "/CA"):
            if float(state.get(key, 1)) < 1:
                self.found.transparency[f"opacity {float(state[key]):.2g}"] = None
        if "/SMask" in state and state["/SMask"] != pikepdf.Name("/None"):
            self.found.transparency["a soft mask"] = None
        blend = state.get("/BM", pikepdf.Name("/Normal"))
        names = [str(name) for name in blend] if isinstance(blend, pikepdf.Array) else [str(blend)]
        if names and names[0] not in ("/Normal", "/Compatible"):
            self.found.transparency[f"blend mode {names[0].removeprefix('/')}"] = None

    # --- color

    def gray(self, given: Any, stroking: bool) -> None:
        """Operators g and G."""
        self._color(PdfColor("grey", _numbers(given)), stroking)

    def rgb(self, given: Any, stroking: bool) -> None:
        """Operators rg and RG."""
        self._color(PdfColor("rgb", _numbers(given)), stroking)

    def cmyk(self, given: Any, stroking: bool) -> None:
        """Operators k and K."""
        self._color(PdfColor("cmyk", _numbers(given)), stroking)

    def space(self, given: Any, stroking: bool) -> None:
        """Operators cs and CS: a new space begins with its own black, or the full ink of a spot color."""
        name = space_of(_lookup(self.resources, "/ColorSpace", given[0]) or given[0])
        first = {"grey": (0.0,), "rgb": (0.0,) * 3, "cmyk": (0.0, 0.0, 0.0, 1.0), "spot": (1.0,)}.get(name, ())
        self._color(PdfColor(name, first), stroking)

    def parts(self, given: Any, stroking: bool) -> None:
        """Operators sc, SC, scn and SCN."""
        now = self.state.stroke if stroking else self.state.fill
        self._color(PdfColor(now.space, _numbers(given)), stroking)

    def _color(self, color: PdfColor, stroking: bool) -> None:
        self.state = replace(self.state, stroke=color) if stroking else replace(self.state, fill=color)

    # --- paths

    def point(self, given: Any) -> None:
        """Operators m, l, c, v and y: the end point, and for curves their handles, which bound them."""
        numbers = _numbers(given)
        a, b, c, d, e, f = self.state.ctm
        self.path += [(x * a + y * c + e, x * b + y * d + f) for x, y in zip(numbers[::2], numbers[1::2], strict=False)]

    def start(self, given: Any) -> None:
        """Operator m begins a new part of the path."""
        self._part()
        self.point(given)

    def rectangle(self, given: Any) -> None:
        """Operator re."""
        self._part()
        x, y, width, height = _numbers(given)
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        self.path += [_apply(self.state.ctm, *corner) for corner in corners]
        self._part()

    def paint(self, fill: bool, stroke: bool) -> None:
        """The painting operators."""
        self._part()
        for box in self.boxes:
            left, bottom, right, top = box
            if fill:
                thin, long = sorted((right - left, top - bottom))
                if thin > 0 and long > SLIM * thin:
                    self.found.strokes.append(Stroke(left, bottom, thin, self.state.fill))
                self.found.fills.append(Fill(box, self.state.fill))
            if stroke:
                width = self.state.pen * _thickness(self.state.ctm)
                self.found.strokes.append(Stroke(left, bottom, width, self.state.stroke))
        self.boxes = []

    def _part(self) -> None:
        if self.path:
            across, up = [x for x, _ in self.path], [y for _, y in self.path]
            self.boxes.append((min(across), min(up), max(across), max(up)))
            self.path = []

    def shade(self, given: Any) -> None:
        """Operator sh fills with a gradient."""
        shading = _lookup(self.resources, "/Shading", given[0])
        space = space_of(shading["/ColorSpace"]) if shading is not None and "/ColorSpace" in shading else "unknown"
        self.found.fills.append(Fill((0.0, 0.0, 0.0, 0.0), PdfColor(space)))

    # --- text

    def begin_text(self, _: Any) -> None:
        """BT."""
        self.text = self.line = UNIT

    def font(self, given: Any) -> None:
        """Tf."""
        name = str(given[0])
        self.state = replace(self.state, font=name, size=float(given[1]))

    def _note_font(self, name: str, font: Any) -> None:
        base = str(font.get("/BaseFont", name)).removeprefix("/")
        other = self.found.fonts.get(base)
        if other is not None and other.objgen != font.objgen:  # two fonts of one name: neither may hide the other
            base = f"{base} as {name.removeprefix('/')}"
        self.found.fonts[base] = font

    def mode(self, given: Any) -> None:
        """Tr."""
        self.state = replace(self.state, mode=int(given[0]))

    def lead(self, given: Any) -> None:
        """TL."""
        self.leading = float(given[0])

    def move_text(self, given: Any) -> None:
        """Td."""
        self.line = times((1, 0, 0, 1, float(given[0]), float(given[1])), self.line)
        self.text = self.line

    def move_and_lead(self, given: Any) -> None:
        """TD."""
        self.leading = -float(given[1])
        self.move_text(given)

    def set_text(self, given: Any) -> None:
        """Tm."""
        self.text = self.line = _matrix(given)

    def next_line(self, _: Any) -> None:
        """T*."""
        self.move_text((0, -self.leading))

    def show(self, given: Any) -> None:
        """Operators Tj and TJ."""
        text = given[-1] if len(given) else b""
        if isinstance(text, pikepdf.Array) and not any(isinstance(part, pikepdf.String) for part in text):
            return
        whole = times(self.text, self.state.ctm)
        size = abs(self.state.size) * math.hypot(whole[2], whole[3])
        font = _lookup(self.resources, "/Font", pikepdf.Name(self.state.font)) if self.state.font else None
        name = str(font.get("/BaseFont", self.state.font)) if font is not None else self.state.font
        color = self.state.stroke if self.state.mode in (1, 5) else self.state.fill
        invisible = self.state.mode in (3, 7)
        self.found.types.append(Type(whole[4], whole[5], size, name.removeprefix("/"), color, invisible))

    def show_next(self, given: Any) -> None:
        """Operators ' and "."""
        self.next_line(given)
        self.show(given)

    # --- forms and images

    def do(self, given: Any) -> None:
        """Do."""
        thing = _lookup(self.resources, "/XObject", given[0])
        if thing is None:
            return
        if thing.get("/Subtype") == pikepdf.Name("/Form"):
            if self.depth >= MAX_DEPTH:
                raise ValueError("forms are nested too deep")
            inner = replace(self.state, ctm=times(_matrix(thing.get("/Matrix", UNIT)), self.state.ctm))
            resources = thing.get("/Resources", self.resources)
            _Walker(self.found, resources, inner, self.depth + 1).walk(thing)
        else:
            self._image(thing, str(given[0]).removeprefix("/"))

    def _inline(self, image: Any) -> None:
        self._image(image.obj if hasattr(image, "obj") else image, "inline")

    def _image(self, image: Any, name: str) -> None:
        width, height = int(image.get("/Width", image.get("/W", 0))), int(image.get("/Height", image.get("/H", 0)))
        m = self.state.ctm
        wide, high = math.hypot(m[0], m[1]) / 72, math.hypot(m[2], m[3]) / 72
        dpi = min(width / wide if wide else math.inf, height / high if high else math.inf)
        stencil = bool(image.get("/ImageMask", image.get("/IM", False)))
        space = self.state.fill.space if stencil else space_of(image.get("/ColorSpace", image.get("/CS")))
        soft = "/SMask" in image
        if soft:
            self.found.transparency[f"image {name} with a soft mask"] = None
        self.found.images.append(Image(name, width, height, dpi, space, soft))


def _numbers(given: Any) -> tuple[float, ...]:
    try:
        return tuple(map(float, given))
    except (TypeError, ValueError):  # a name among them, as that of a pattern
        return tuple(float(part) for part in given if not isinstance(part, pikepdf.Name))


def _matrix(given: Any) -> Matrix:
    a, b, c, d, e, f = (float(part) for part in given)
    return a, b, c, d, e, f


def _lookup(resources: Any, kind: str, name: Any) -> Any:
    """A named resource, None where there is no such name."""
    names = resources.get(kind) if resources is not None else None
    if names is None or not isinstance(name, pikepdf.Name):
        return None
    return names.get(str(name))


def _painter(fill: bool, stroke: bool) -> Any:
    return lambda walker, given: walker.paint(fill, stroke)  # noqa: ARG005  # every step takes its operands


def _colored(step: Any, stroking: bool) -> Any:
    return lambda walker, given: step(walker, given, stroking)


_STEPS: dict[str, Any] = {
    "q": _Walker.save, "Q": _Walker.restore, "cm": _Walker.transform, "w": _Walker.pen, "gs": _Walker.extended,
    "g": _colored(_Walker.gray, False), "G": _colored(_Walker.gray, True),
    "rg": _colored(_Walker.rgb, False), "RG": _colored(_Walker.rgb, True),
    "k": _colored(_Walker.cmyk, False), "K": _colored(_Walker.cmyk, True),
    "cs": _colored(_Walker.space, False), "CS": _colored(_Walker.space, True),
    "sc": _colored(_Walker.parts, False), "SC": _colored(_Walker.parts, True),
    "scn": _colored(_Walker.parts, False), "SCN": _colored(_Walker.parts, True),
    "m": _Walker.start, "l": _Walker.point, "c": _Walker.point, "v": _Walker.point, "y": _Walker.point,
    "re": _Walker.rectangle,
    "f": _painter(True, False), "F": _painter(True, False), "f*": _painter(True, False),
    "S": _painter(False, True), "s": _painter(False, True),
    "B": _painter(True, True), "B*": _painter(True, True), "b": _painter(True, True), "b*": _painter(True, True),
    "n": _painter(False, False), "sh": _Walker.shade,
    "BT": _Walker.begin_text, "Tf": _Walker.font, "Tr": _Walker.mode, "TL": _Walker.lead, "Td": _Walker.move_text,
    "TD": _Walker.move_and_lead, "Tm": _Walker.set_text, "T*": _Walker.next_line,
    "Tj": _Walker.show, "TJ": _Walker.show, "'": _Walker.show_next, '"': _Walker.show_next,
    "Do": _Walker.do,
}  # fmt: skip
