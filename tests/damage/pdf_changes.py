"""Changes to PDF files: content streams edited as text, pages, document parts, and glyphs of embedded fonts."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pikepdf
from fontTools.ttLib import TTFont
from kinds import Change
from pikepdf import Array, Dictionary, Name

Code = Callable[[str], str]  # an edit of a content stream
_FRAME = re.compile(r"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re S")
_COLUMN = re.compile(r"^([\d.]+) [\d.]+ m \1 [\d.]+ l$", re.MULTILINE)
_ROW = re.compile(r"1 0 0 1 ([\d.]+) ([\d.]+) Tm \[ (.*?)\] TJ")
_ADVANCE = 0.497  # ems: the width of a digit of Source Sans


# --- Whole files ------------------------------------------------------------------------------------------------------


def edited_pdf(name: str, edit: Callable[[pikepdf.Pdf], object], **options: object) -> Change:
    """Edit a PDF and save it again."""

    def change(folder: Path) -> None:
        path = folder / name
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            edit(pdf)
            pdf.save(path, **options)

    return change


def on_page(number: int, edit: Code) -> Callable[[pikepdf.Pdf], None]:
    """Return an edit of the content stream of a page, counted from 1, or from -1 for the last."""

    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[number - 1 if number > 0 else number]
        code = page.Contents.read_bytes().decode("latin-1")
        changed = edit(code)
        assert changed != code, f"page {number}: nothing changed"
        page.Contents = pdf.make_stream(changed.encode("latin-1"))

    return change


def painted(name: str, number: int, edit: Code) -> Change:
    """Edit the content stream of a page of a file."""
    return edited_pdf(name, on_page(number, edit))


# --- Content streams --------------------------------------------------------------------------------------------------


def sub(old: str, new: str | Callable[[re.Match[str]], str], count: int = 1) -> Code:
    """Replace the first matches of a regular expression."""

    def edit(code: str) -> str:
        changed, found = re.subn(old, new, code, count=count, flags=re.DOTALL)
        assert found, f"no {old}"
        return changed

    return edit


def more(added: str) -> Code:
    """Paint more at the end of a page."""
    return lambda code: f"{code}\nq {added} Q"


def inside(before: str, after: str = "") -> Code:
    """Put operators before and after the whole page."""
    return lambda code: f"q {before}\n{code}\n{after} Q"


@dataclass(frozen=True)
class Clue:
    """A printed clue: its cell, and where its text begins."""

    col: int
    row: int
    digit: str
    x: float
    y: float


@dataclass(frozen=True)
class Board:
    """A grid as its operators say; positions in points from the bottom left. ``start`` and ``end`` are in the code."""

    left: float
    bottom: float
    width: float
    height: float
    cell: float
    size: float
    font: str
    clues: tuple[Clue, ...]
    start: int
    end: int

    @property
    def blank(self) -> tuple[int, int]:
        """A cell without a clue: column and row from the top."""
        held = {(clue.col, clue.row) for clue in self.clues}
        rows, columns = round(self.height / self.cell), round(self.width / self.cell)
        return next((col, row) for row in range(rows) for col in range(columns) if (col, row) not in held)

    def corner(self, col: int, row: int) -> tuple[float, float]:
        """Return the bottom left corner of a cell."""
        return self.left + col * self.cell, self.bottom + self.height - (row + 1) * self.cell


def board(code: str, at: int = 0) -> Board:
    """Return the grid of an index on a page."""
    frames = list(_FRAME.finditer(code))
    frame = frames[at]
    left, bottom, width, height = map(float, frame.groups())
    lines = sorted({float(match[1]) for match in _COLUMN.finditer(code[: frame.start()]) if left < float(match[1])})
    cell = min(abs(two - one) for one, two in pairwise(lines))
    text = code.index("BT", frame.end())
    end = code.index("ET", text)
    font, size = re.search(r"/(F\d\+0) ([\d.]+) Tf", code[text:end]).groups()
    clues = []
    for row in _ROW.finditer(code, text, end):
        x, y = float(row[1]), float(row[2])
        for digit, step in re.findall(r"\((\d)\)|(-?[\d.]+)", row[3]):
            if digit:
                col, line = int((x - left) / cell), int((bottom + height - y - 0.3 * cell) / cell)
                clues.append(Clue(col, line, digit, x, y))
                x += _ADVANCE * float(size)
            else:
                x -= float(step) / 1000 * float(size)
    return Board(left, bottom, width, height, cell, float(size), font, tuple(clues), frame.start(), end)


WHITE_CLUE = "1 g {x:.2f} {y:.2f} {s:.2f} {s:.2f} re f"  # for at_clue


def at_clue(template: str, at: int = 0, clue: int = 0) -> Code:
    """Paint over the cell of a clue; the template knows x, y (bottom left), s (side), and what ``Board`` has."""

    def edit(code: str) -> str:
        grid = board(code, at)
        one = grid.clues[clue]
        x, y = grid.corner(one.col, one.row)
        return more(template.format(x=x, y=y, s=grid.cell, g=grid, c=one))(code)

    return edit


def at_blank(template: str, at: int = 0) -> Code:
    """Paint into a blank cell, as ``at_clue`` does."""

    def edit(code: str) -> str:
        grid = board(code, at)
        x, y = grid.corner(*grid.blank)
        return more(template.format(x=x, y=y, s=grid.cell, g=grid))(code)

    return edit


def at_grid(template: str, at: int = 0) -> Code:
    """Paint over a grid; the template knows g."""
    return lambda code: more(template.format(g=board(code, at)))(code)


def in_grid(edit: Code, at: int = 0) -> Code:
    """Edit only the operators of a grid: its lines, frame and clues."""

    def change(code: str) -> str:
        grid = board(code, at)
        earlier = [match.end() for match in re.finditer(r"\bET\b", code[: grid.start])]
        start = earlier[-1] if earlier else 0
        return code[:start] + edit(code[start : grid.end]) + code[grid.end :]

    return change


def in_clues(edit: Code, at: int = 0) -> Code:
    """Edit only the text of the clues of a grid."""

    def change(code: str) -> str:
        grid = board(code, at)
        start = code.rindex("BT", grid.start, grid.end)
        return code[:start] + edit(code[start : grid.end]) + code[grid.end :]

    return change


def clues_moved(cells: float) -> Code:
    """Move the first row of clues of a grid sideways by so many cells, to the left if there is room."""

    def edit(code: str) -> str:
        grid = board(code)
        x = grid.clues[0].x + (-cells if grid.clues[0].col else cells) * grid.cell
        return in_clues(sub(r"1 0 0 1 [\d.]+", f"1 0 0 1 {x:.3f}"))(code)

    return edit


# --- Pages and document parts -----------------------------------------------------------------------------------------


def without_page(number: int) -> Callable[[pikepdf.Pdf], None]:
    """Drop a page, counted from 1, or from -1 for the last."""

    def edit(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[number - 1 if number > 0 else number]

    return edit


def page_twice(number: int) -> Callable[[pikepdf.Pdf], None]:
    """Put a page in twice."""
    return lambda pdf: pdf.pages.insert(number, pdf.pages[number - 1])


def pages_exchanged(one: int, other: int) -> Callable[[pikepdf.Pdf], None]:
    """Exchange the contents of two pages."""

    def edit(pdf: pikepdf.Pdf) -> None:
        first, second = pdf.pages[one - 1], pdf.pages[other - 1]
        kept = first.Contents.read_bytes()
        assert kept != second.Contents.read_bytes()
        first.Contents = pdf.make_stream(second.Contents.read_bytes())
        second.Contents = pdf.make_stream(kept)

    return edit


def blank_page(number: int) -> Callable[[pikepdf.Pdf], None]:
    """Put in a blank page before a page; from -1 for behind the last."""

    def edit(pdf: pikepdf.Pdf) -> None:
        pdf.add_blank_page(page_size=tuple(float(side) for side in pdf.pages[0].mediabox[2:]))
        if number > 0:
            page = pdf.pages[-1]
            pdf.pages.insert(number - 1, page)
            del pdf.pages[-1]

    return edit


def emptied(number: int) -> Callable[[pikepdf.Pdf], None]:
    """Remove all that is painted on a page."""
    return on_page(number, lambda _: "")


def from_other_book(source: str, number: int, target: int) -> Change:
    """Replace a page of the interior with one of another file of the same folder."""

    def change(folder: Path) -> None:
        path = folder / "interior.pdf"
        with pikepdf.open(path, allow_overwriting_input=True) as pdf, pikepdf.open(folder / source) as other:
            pdf.pages[target - 1] = other.pages[number - 1]
            pdf.save(path)

    return change


def on_root(key: str, value: Callable[[pikepdf.Pdf], object]) -> Callable[[pikepdf.Pdf], None]:
    """Set a key of the document catalog."""

    def edit(pdf: pikepdf.Pdf) -> None:
        pdf.Root[key] = value(pdf)

    return edit


def on_page_object(number: int, key: str, value: Callable[[pikepdf.Pdf], object]) -> Callable[[pikepdf.Pdf], None]:
    """Set a key of a page."""

    def edit(pdf: pikepdf.Pdf) -> None:
        pdf.pages[number - 1].obj[key] = value(pdf)

    return edit


def script(_: pikepdf.Pdf) -> Dictionary:
    """Return an action that runs a script."""
    return Dictionary(S=Name.JavaScript, JS="app.alert(1)")


def web_link(_: pikepdf.Pdf) -> Dictionary:
    """Return an action that opens a web page."""
    return Dictionary(S=Name.URI, URI="https://example.org/")


def launch(_: pikepdf.Pdf) -> Dictionary:
    """Return an action that starts a program."""
    return Dictionary(S=Name.Launch, F="program")


def attachment(pdf: pikepdf.Pdf) -> None:
    """Attach a file."""
    pdf.attachments["answers.txt"] = pikepdf.AttachedFileSpec(pdf, b"mines", filename="answers.txt")


def information(pdf: pikepdf.Pdf) -> None:
    """Write document information."""
    pdf.docinfo["/Title"] = "Another"


def metadata(pdf: pikepdf.Pdf) -> None:
    """Write XMP metadata."""
    with pdf.open_metadata() as data:
        data["dc:title"] = "Another"


def bookmark(pdf: pikepdf.Pdf) -> None:
    """Write a bookmark."""
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("Here", 0))


def picture_over_clue(pdf: pikepdf.Pdf, number: int) -> None:
    """Paint a white picture over a clue."""
    image = pdf.make_stream(b"\xff")
    image.Type, image.Subtype, image.Width, image.Height = Name.XObject, Name.Image, 1, 1
    image.BitsPerComponent, image.ColorSpace = 8, Name.DeviceGray
    _painted_object(pdf, number, image, "{s:.2f} 0 0 {s:.2f} {x:.2f} {y:.2f} cm /Damage Do")


def form_over_clue(pdf: pikepdf.Pdf, number: int) -> None:
    """Paint a form with a white rectangle over a clue."""
    form = pdf.make_stream(b"1 g 2 2 30 30 re f")
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 40, 40])
    _painted_object(pdf, number, form, "1 0 0 1 {x:.2f} {y:.2f} cm /Damage Do")


def _painted_object(pdf: pikepdf.Pdf, number: int, drawn: pikepdf.Object, template: str) -> None:
    page = pdf.pages[number - 1]
    page.obj.Resources = pdf.make_indirect(Dictionary(page.obj.Resources))
    page.Resources.XObject = Dictionary(Damage=pdf.make_indirect(drawn))
    on_page(number, at_clue(template))(pdf)


def graphics_state(pdf: pikepdf.Pdf, number: int, **state: object) -> None:
    """Paint the first grid with a graphics state, such as a transparency."""
    page = pdf.pages[number - 1]
    page.obj.Resources = pdf.make_indirect(Dictionary(page.obj.Resources))
    page.Resources.ExtGState = Dictionary(Damage=Dictionary(**state))
    on_page(number, inside("/Damage gs"))(pdf)


def note_over_clue(pdf: pikepdf.Pdf, number: int) -> None:
    """Put a white square as an annotation over a grid."""
    page = pdf.pages[number - 1]
    grid = board(page.Contents.read_bytes().decode("latin-1"))
    area = Array([grid.left, grid.bottom, grid.left + grid.width, grid.bottom + grid.height])
    note = Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=area, IC=Array([1, 1, 1]), C=Array([1, 1, 1]), F=4)
    page.obj.Annots = Array([pdf.make_indirect(note)])


def layered(pdf: pikepdf.Pdf, number: int) -> None:
    """Put a page on a layer that is switched off."""
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="layer"))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
    page = pdf.pages[number - 1]
    page.obj.Resources = pdf.make_indirect(Dictionary(page.obj.Resources))
    page.Resources.Properties = Dictionary(Damage=layer)
    on_page(number, inside("/OC /Damage BDC", "EMC"))(pdf)


# --- Fonts ------------------------------------------------------------------------------------------------------------


def edited_font(edit: Callable[[TTFont, Callable[[str], str]], object]) -> Callable[[pikepdf.Pdf], None]:
    """Edit the embedded font of the clues; ``edit`` gets the font and a function from digits to names of glyphs."""

    def change(pdf: pikepdf.Pdf) -> None:
        descriptor = _clue_font(pdf).FontDescriptor
        font = TTFont(io.BytesIO(descriptor.FontFile2.read_bytes()))
        names = font["cmap"].tables[0].cmap
        edit(font, lambda digit: names[ord(digit)])
        out = io.BytesIO()
        font.save(out)
        descriptor.FontFile2 = pdf.make_stream(out.getvalue(), Length1=len(out.getvalue()))

    return change


def _clue_font(pdf: pikepdf.Pdf) -> pikepdf.Object:
    return next(page.Resources.Font["/F2+0"] for page in pdf.pages if "/F2+0" in page.Resources.get("/Font", {}))


def outlines_exchanged(one: str, other: str) -> Callable[[pikepdf.Pdf], None]:
    """Exchange the outlines of two digits."""

    def edit(font: TTFont, name: Callable[[str], str]) -> None:
        glyphs, first, second = font["glyf"], name(one), name(other)
        glyphs[first], glyphs[second] = glyphs[second], glyphs[first]

    return edited_font(edit)


def outline_copied(source: str, target: str) -> Callable[[pikepdf.Pdf], None]:
    """Let a digit look like another character."""

    def edit(font: TTFont, name: Callable[[str], str]) -> None:
        font["glyf"][name(target)] = font["glyf"][name(source)]

    return edited_font(edit)


def unembedded(pdf: pikepdf.Pdf) -> None:
    """Remove the embedded font of the clues."""
    del _clue_font(pdf).FontDescriptor["/FontFile2"]


def texts_exchanged(pdf: pikepdf.Pdf) -> None:
    """Let the file say that the digits 1 and 2 mean each other, which does not change what is seen."""
    font = _clue_font(pdf)
    text = font.ToUnicode.read_bytes()
    assert b"<0031>" in text and b"<0032>" in text, text[:400]
    swapped = text.replace(b"<0031>", b"<....>").replace(b"<0032>", b"<0031>").replace(b"<....>", b"<0032>")
    font.ToUnicode = pdf.make_stream(swapped)


def widths_changed(pdf: pikepdf.Pdf) -> None:
    """Let the digits claim twice their width."""
    font = _clue_font(pdf)
    first = int(font.FirstChar)
    for digit in "0123456789":
        font.Widths[ord(digit) - first] = 994
