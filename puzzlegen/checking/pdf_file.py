"""Opens a PDF once for all checks, reads the facts that printers have rules about, and checks what no page shows.

No page shows actions, bytes behind the end, earlier states of the file, and sizes of images.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, takewhile
from pathlib import Path
from typing import Any, BinaryIO

import pikepdf
import pypdfium2

from puzzlegen.checking.findings import Finding
from puzzlegen.checking.page_objects import PageObjects, Shape
from puzzlegen.checking.pdf_content import PageContent, inherited, read_content
from puzzlegen.checking.pdf_x import named_standard, pdf_x_faults
from puzzlegen.checking.rendering import Box, Rendered
from puzzlegen.errors import OutputError
from puzzlegen.files import limits
from puzzlegen.files.limits import limited
from puzzlegen.files.reading import check_pdf, open_file
from puzzlegen.jobs.pools import ProcessLimits
from puzzlegen.wording import pluralize

READ_ERRORS = (
    pikepdf.PdfError,
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    RecursionError,
)  # of broken files
MAX_DAMAGE = 1000  # places of a file that are damaged and can be read nevertheless
PDF_LIMITS = ProcessLimits(limits.begin, limits.reason, limits.check)
_PAGE_BYTES = 10_000_000  # of a file that may take as long to open as a page to read
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


class PdfFile(AbstractContextManager["PdfFile"]):
    """A PDF that several checks read: pikepdf and PDFium open it once each, when it is first needed.

    A copy that is sent to a worker opens the file there, and closes it with its last reference. A context manager,
    which closes it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._pdf: pikepdf.Pdf | None = None
        self._document: pypdfium2.PdfDocument | None = None
        self._damage: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[type[PdfFile], tuple[Path]]:
        return PdfFile, (self.path,)

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def objects(self) -> Iterator[pikepdf.Pdf]:
        """Give the objects of the file. Raises OutputError when it is not a PDF, or cannot be read in the block."""
        try:
            if self._pdf is None:
                check_pdf(self.path)
                with limited(self.path, 1 + self.path.stat().st_size // _PAGE_BYTES):
                    self._pdf = pikepdf.open(self.path)
                    _ = self._pdf.objects  # reads all: what is wrong is reported now, whoever reads them first
                self._damage = tuple(self._pdf.get_warnings())
            if len(self._damage) > MAX_DAMAGE:  # a tree of pages may name one page any number of times
                raise OutputError(f"{self.path}: damaged in {len(self._damage)} places: export it again")
            yield self._pdf
        except pikepdf.PasswordError:
            raise OutputError(f"{self.path}: the file is locked with a password: save it without one") from None
        except (pikepdf.PdfError, OSError) as error:
            damaged = "the file is damaged: export it again"
            reason = getattr(error, "strerror", None) or damaged
            raise OutputError(f"{self.path}: cannot be read as a PDF: {reason}") from error

    @contextmanager
    def document(self) -> Iterator[pypdfium2.PdfDocument]:
        """Give the file to read and render its pages. Raises OutputError for what cannot be read in the block."""
        try:
            if self._document is None:
                check_pdf(self.path)
                with limited(self.path):
                    self._document = pypdfium2.PdfDocument(self.path)
            yield self._document
        except (pypdfium2.PdfiumError, OSError) as error:
            raise OutputError(f"{self.path}: cannot be read as a PDF: {error}") from None

    def damage(self) -> list[str]:
        """Describe what cannot be read of the objects. The content of pages is read with each page."""
        with self.objects() as pdf:
            pdf.get_warnings()  # of what was read of pages
            for thing in pdf.objects:
                if isinstance(thing, pikepdf.Stream):
                    with suppress(pikepdf.PdfError):  # get_warnings() below has it; pictures are not decoded
                        thing.get_stream_buffer()
            return [*self._damage, *pdf.get_warnings()]

    def pages(self) -> int:
        """Return the number of pages. Raises OutputError."""
        with self.objects() as pdf:
            return len(pdf.pages)

    def close(self) -> None:
        """Close the file. It is opened again when it is needed again."""
        if self._pdf is not None:
            self._pdf.close()
        if self._document is not None:
            self._document.close()
        self._pdf = self._document = None


class BookPdfs(AbstractContextManager["BookPdfs"]):
    """The PDFs in the folder of a book by their names, each opened once. A context manager, which closes them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, PdfFile] = {}

    def __getitem__(self, name: str) -> PdfFile:
        return self._files.setdefault(name, PdfFile(self.folder / name))

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            file.close()


def file_facts(file: PdfFile) -> FileFacts:
    """Return the facts of a whole file. Raises OutputError for one that cannot be read."""
    with file.objects() as pdf:
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
            path=file.path,
            size=file.path.stat().st_size,
            pages=len(pdf.pages),
            encrypted=pdf.is_encrypted,
            damage=tuple(file.damage()),
            outline=outline is not None and "/First" in outline,
            metadata=tuple(metadata),
            layers="/OCProperties" in root,
            hidden=tuple(words for words, found in hidden.items() if found),
            standard=named_standard(pdf),
            faults=tuple(pdf_x_faults(pdf)),
        )


def page_facts(file: PdfFile, number: int, shown: Rendered, drawn: PageObjects) -> PageFacts:
    """Return the facts of a page, counted from 1. Raises OutputError when it cannot be read."""
    with file.objects() as pdf:
        try:
            page = pdf.pages[number - 1]
            pdf.get_warnings()  # of what was read before
            content = read_content(pdf, page)
            return _page(number, page, content, tuple(pdf.get_warnings()), shown, drawn)
        except READ_ERRORS as error:
            raise OutputError(f"{file.path}: page {number} cannot be read: {error}") from None


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


END, START = b"%%EOF", b"startxref"
MAX_STREAM = 300_000_000  # bytes of an unpacked stream: the largest image in 16 bits
_MOST_DEFLATED = 1040  # bytes that one deflated byte unpacks to at most
MAX_ROW = 1_000_000  # columns of a row: some filters take memory for it that no other figure of the file shows
MAX_SAMPLES = 150_000_000  # of an image: 50 million pixels in RGB, the largest images that users may give
_CHUNK = 1 << 20  # bytes read at a time
_SAMPLES = {"/DeviceGray": 1, "/CalGray": 1, "/Indexed": 1, "/Separation": 1, "/DeviceRGB": 3, "/CalRGB": 3, "/Lab": 3}
HEADER = 1024  # bytes at the beginning, where a file says that it is linearized
_IDLE = b"\r\n\t \0"
_VIEW = "/GoTo"  # the only action that shows a page and does nothing else
# The keys that lead from the root of a file, a page or an annotation to all of its actions
_KEYS = ("/A", "/AA", "/OpenAction", "/Next", "/Annots", "/Outlines", "/First", "/AcroForm", "/Fields", "/Kids")
_PAGES = ("/Page", "/Pages")


def check_structure(file: PdfFile, *, web_links: bool = False) -> list[Finding]:
    """Find actions other than going to a page (I27), bytes behind the end (I30) and earlier states of the file (I31).

    ``web_links``: links to the web are a warning. Raises OutputError for a file that cannot be read as a PDF.
    """
    findings = []
    try:
        with file.objects() as pdf:
            found = list(_actions_of_file(pdf))
        with open_file(file.path) as raw:
            extra, states = _end_and_states(raw)
    except (*READ_ERRORS, OSError) as error:
        raise OutputError(f"{file.path}: cannot be read as a PDF: {error}") from None
    for page, place, kind in dict.fromkeys(found):
        advisory = web_links and kind == "URI"
        findings.append(Finding("I27", page, 0, f"an action {kind} in {place}", advisory=advisory))
    if extra:
        findings.append(Finding("I30", 0, 0, f"{extra} bytes"))
    if states > 1:
        findings.append(
            Finding("I31", 0, 0, f"it was changed {pluralize(states - 1, 'time')} without being written anew")
        )
    return findings


def _actions_of_file(pdf: pikepdf.Pdf) -> Iterator[tuple[int, str, str]]:
    """Yield page, place and kind of each action; page 0 for the whole file."""
    seen: set[tuple[int, int]] = set()
    for number, page in enumerate(pdf.pages, start=1):
        for key, kind in _actions(page.obj, seen):
            yield number, "a link or note" if key == "/A" else "the page", kind
    places = {"/OpenAction": "the opening of the file", "/AA": "events of the file"}
    for key, kind in _actions(pdf.Root, seen):
        yield 0, places.get(key, "a bookmark or form field"), kind


def _actions(start: Any, seen: set[tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """Yield key and kind of the actions that ``start`` leads to, each once."""
    waiting: list[tuple[str, Any]] = [("", start)]
    while waiting:
        key, value = waiting.pop()
        if isinstance(value, pikepdf.Array):
            if key != "/OpenAction":  # there, an array is the page to show
                waiting += [(key, one) for one in value]
            continue
        if not isinstance(value, pikepdf.Dictionary) or (value.is_indirect and value.objgen in seen):
            continue
        if value.is_indirect:
            seen.add(value.objgen)
        if key in ("/A", "/OpenAction", "/AA", "/Next") and value.get("/S", _VIEW) != _VIEW:
            yield key, str(value["/S"]).removeprefix("/")
        waiting += _below(key, value)


def _below(key: str, value: pikepdf.Dictionary) -> Iterator[tuple[str, Any]]:
    """Yield what may have actions in an object that is found under ``key``, each with its own key."""
    if key == "/AA":
        yield from (("/AA", one) for one in value.values())
    for name in _KEYS:
        below = value.get(name)
        if below is not None and not _is_page(below):
            yield key if name == "/Next" and "/S" in value else name, below


def _is_page(value: Any) -> bool:
    return isinstance(value, pikepdf.Dictionary) and str(value.get("/Type", "")) in _PAGES


def _end_and_states(file: BinaryIO) -> tuple[int, int]:
    """Count the bytes behind the last mark of the end, apart from line ends and zeros, and the states of the file.

    Each change that is added to the end of a file begins a new state. A mapped file would count as memory in use.
    """
    states = extra = 0
    linearized = b"/Linearized" in file.read(HEADER)  # such a file has a second table at its beginning
    file.seek(0)
    overlap, last, at = b"", -1, 0
    while chunk := file.read(_CHUNK):
        text = overlap + chunk
        begin = at - len(overlap)
        found = text.rfind(END)
        last = begin + found if found >= 0 else last
        kept = text[-len(START) + 1 :]
        states += text.count(START) - kept.count(START)
        overlap, at = kept, at + len(chunk)
    if last >= 0:
        file.seek(last + len(END))
        extra = _stripped_length(file)
    return extra, states - linearized


def _stripped_length(file: BinaryIO) -> int:
    """Return the bytes from here to the end of a file, without line ends, spaces and zeros at both ends."""
    first = last = None
    begin = 0
    while chunk := file.read(_CHUNK):
        left = len(chunk) - len(chunk.lstrip(_IDLE))
        if left < len(chunk):
            first = begin + left if first is None else first
            last = begin + len(chunk.rstrip(_IDLE))
        begin += len(chunk)
    return 0 if first is None or last is None else last - first


def check_limits(file: PdfFile) -> list[int]:
    """Refuse a file that holds more than may be read, before anything of its pages is. Returns the number of pages.

    Raises OutputError.
    """
    try:
        with file.objects() as pdf, limited(file.path, len(pdf.pages)):
            for found in pdf.objects:
                if isinstance(found, pikepdf.Stream) and (problem := next(_excess(found), "")):
                    raise OutputError(f"{file.path}: holds {problem}")
            return [len(pdf.pages)]
    except (*READ_ERRORS, OSError) as error:
        raise OutputError(f"{file.path}: cannot be read as a PDF: {error}") from None


def _excess(stream: pikepdf.Stream) -> Iterator[str]:
    """Yield what of a stream would take too much memory to read."""
    if stream.get("/Subtype") == "/Image":
        width, height = int(stream.get("/Width", 0)), int(stream.get("/Height", 0))
        if width * height * _samples(stream.get("/ColorSpace")) > MAX_SAMPLES:
            most = f"{MAX_SAMPLES // 3_000_000} million in color: save the file with 600 dpi or less"
            yield f"an image of {width}x{height} pixels, allowed up to {most}"
    filters, parameters = (_as_list(stream.get(key)) for key in ("/Filter", "/DecodeParms"))
    for one in parameters:
        if isinstance(one, pikepdf.Dictionary) and int(one.get("/Columns", 1)) > MAX_ROW:
            yield f"rows of {one['/Columns']} columns, allowed up to {MAX_ROW}: export it again"
    if _unpacked(stream.read_raw_bytes(), [str(name) for name in filters]) > MAX_STREAM:
        yield f"more than {MAX_STREAM // 1_000_000} MB in one packed stream: export it again"


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, pikepdf.Array) else [] if value is None else [value]


def _unpacked(data: bytes, filters: Sequence[str]) -> int:
    """Return the bytes that a stream unpacks to, as far as it is deflated and may reach MAX_STREAM."""
    deflated = list(takewhile(lambda name: name in ("/FlateDecode", "/Fl"), filters))
    if len(data) * _MOST_DEFLATED ** len(deflated) > MAX_STREAM:
        with suppress(zlib.error):  # what cannot be unpacked is reported with its page
            for _ in deflated:
                data = zlib.decompressobj().decompress(data, MAX_STREAM + 1)
    return len(data)


def _samples(space: Any) -> int:
    """Return the values that a pixel in a color space has; 1 for a mask, 4 for spaces that are not known."""
    if space is None:
        return 1
    if isinstance(space, pikepdf.Array):
        if str(space[0]) == "/ICCBased":
            return int(space[1].get("/N", 4))
        space = space[0]
    return _SAMPLES.get(str(space), 4)
