"""Pages to write on: faint lines or dots."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.language.rich_text import Heading
from puzzlegen.layout.book.inputs import Ruling
from puzzlegen.layout.book.parts import Listing, Part, Plan
from puzzlegen.layout.core.document import Disc, Gray, Line, Mark, Page
from puzzlegen.layout.core.sheet import Setting, Sheet
from puzzlegen.layout.core.text import plain
from puzzlegen.layout.core.text_columns import items
from puzzlegen.units import mm

FAINT = Gray(0.72)  # a pencil is darker; a printer still holds it
LINE_PITCH = mm(8)  # wide ruled, for quick hands
DOT_PITCH = mm(6)
DOT = 0.55  # radius


def notes_part(pages: int, ruling: Ruling, setting: Setting) -> Part:
    """So many pages for notes."""

    def draw(first: int, _: Plan) -> Iterator[Page]:
        return (notes_page(number, ruling, setting, number == first) for number in range(first, first + pages))

    return Part("notes", pages, draw, recto=False, listing=Listing(setting.words.notes.heading))


def notes_page(number: int, ruling: Ruling, setting: Setting, headed: bool = False) -> Page:
    """One page for notes, with a heading or a running head."""
    words = setting.words.notes.heading
    sheet = Sheet(number, "notes", setting, head="" if headed else words)
    block = sheet.block
    top = block.top
    if headed:
        for item in items([Heading(1, plain(words))], setting.measure(), setting.text):
            sheet.put(item.marks, dx=block.left, dy=top)
            top += item.height
    pitch = LINE_PITCH if ruling == "lines" else DOT_PITCH
    downs = [block.bottom - i * pitch for i in range(int((block.bottom - top) / pitch) + 1)]
    marks: list[Mark]
    if ruling == "lines":
        marks = [Line(block.left, y, block.right, y, 0.75, FAINT) for y in downs]
    else:
        count = int((block.width - 2 * DOT) / pitch)
        left = block.left + (block.width - count * pitch) / 2
        marks = [Disc(left + i * pitch, y, DOT, FAINT) for y in downs for i in range(count + 1)]
    sheet.put(reversed(marks))
    return sheet.page()
