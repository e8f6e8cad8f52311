"""The hints at the back: for each puzzle a first step and the hardest step to find, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlegen.language.messages import Words
from puzzlegen.language.rich_text import Heading, Paragraph, Run
from puzzlegen.layout.book.inputs import Entry, SectionPages
from puzzlegen.layout.book.list_columns import column_width, stack
from puzzlegen.layout.book.parts import Listing, Part, Plan
from puzzlegen.layout.core.document import Mark, Page, Text
from puzzlegen.layout.core.sheet import Setting, Sheet
from puzzlegen.layout.core.text import plain, wrap
from puzzlegen.layout.core.text_columns import Item, items

NARROWEST = 200.0  # of a column: about 45 letters
LEADING = 1.35  # of the small type


def hint_words(entry: Entry, words: Words) -> str:
    """A puzzle's hints as one paragraph."""
    labels = (words.hints.first, words.hints.later)
    return " ".join(f"{label} {hint}" for label, hint in zip(labels, entry.hints, strict=False))


def hints_part(sections: Sequence[SectionPages], setting: Setting) -> Part:
    """The hints of all puzzles by number; a puzzle without any is left out."""
    words = setting.words.hints
    across = 2 if setting.page.block(1).width >= 2 * NARROWEST + 30 else 1
    note = words.note.format(cell=setting.words.cell(1, 2))
    head = items([Heading(1, plain(words.heading)), Paragraph(plain(note))], setting.measure(), setting.text)
    width = min(column_width(across, setting), setting.measure())
    told = [entry for section in sections for entry in section.entries if entry.hints]
    indent = _indent(told, setting)
    flow: list[tuple[int, Item]] = []
    for section in sections:
        rows = [(entry.number, _row(entry, width, indent, setting)) for entry in section.entries if entry.hints]
        flow += [(0, _label(section, setting)), *rows] if rows else []
    pages = stack(head, [item for _, item in flow], across, setting, setting.sizes.leading)
    numbers = iter(number for number, _ in flow)  # columns keep the order of what flows into them
    where = {
        number: i
        for i, page in enumerate(pages)
        for _, _, column in page.columns
        for _, number in zip(column, numbers, strict=False)  # in this order: the other takes a number too many
        if number
    }

    def draw(first: int, _: Plan) -> Iterator[Page]:
        for number, page in enumerate(pages, start=first):
            sheet = Sheet(number, "hints", setting, head=words.heading if number > first else "")
            sheet.put_column(page.head, sheet.block.left, sheet.block.top)
            for left, top, column in page.columns:
                sheet.put_column(column, sheet.block.left + left, sheet.block.top + top)
            yield sheet.page()

    return Part("hints", len(pages), draw, listing=Listing(words.heading), hints=where)


def _indent(entries: Sequence[Entry], setting: Setting) -> float:
    """How far the words stand in from the numbers."""
    widest = max((setting.metrics.width(str(entry.number), "bold") for entry in entries), default=0.0)
    return widest * setting.sizes.small + setting.sizes.small * 0.8


def _label(section: SectionPages, setting: Setting) -> Item:
    sizes = setting.sizes
    name = Text(0.0, sizes.body, section.name, sizes.body, "bold")
    return Item(sizes.body + 5.0, (name,), before=sizes.leading, keep=True)


def _row(entry: Entry, width: float, indent: float, setting: Setting) -> Item:
    size = setting.sizes.small
    leading = size * LEADING
    marks: list[Mark] = [Text(0.0, size, str(entry.number), size, "bold")]
    lines = wrap((Run(hint_words(entry, setting.words)),), width - indent, size, setting.metrics)
    for i, line in enumerate(lines):
        marks += setting.text.line(line, size + i * leading, size, indent)
    return Item(leading * len(lines), tuple(marks), before=leading * 0.4)
