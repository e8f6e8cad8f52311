"""The score card: a row for every puzzle, with its difficulty and par, and room for the reader's time and a tick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlegen.language.rich_text import Heading
from puzzlegen.layout.book.inputs import Entry, SectionPages
from puzzlegen.layout.book.list_columns import column_width, stack
from puzzlegen.layout.book.parts import Listing, Part, Plan
from puzzlegen.layout.core.document import Frame, Gray, Line, Mark, Page, Text
from puzzlegen.layout.core.marks import difficulty
from puzzlegen.layout.core.sheet import Setting, Sheet
from puzzlegen.layout.core.text import plain
from puzzlegen.layout.core.text_columns import Item, items

LEAST_ROW = 19.0  # points: a pencil writes 6 mm high
NARROWEST = 230.0  # of a column; two of them stand on a page that has the room
RULE = Gray(0.7)
TICK = 8.5  # side of the box to tick
MARK_SIZE = 0.6  # of the small type, as in the headers of puzzles


def score_part(sections: Sequence[SectionPages], setting: Setting) -> Part:
    """The score card of the whole book."""
    sizes, words = setting.sizes, setting.words.score
    across = 2 if setting.page.block(1).width >= 2 * NARROWEST + 30 else 1
    width = column_width(across, setting)
    flow = [item for section in sections for item in _section(section, width, setting)]
    head = items([Heading(1, plain(words.heading))], setting.measure(), setting.text)
    labels = sizes.small + 5.0
    pages = stack(head, flow, across, setting, labels)

    def draw(first: int, _: Plan) -> Iterator[Page]:
        for number, page in enumerate(pages, start=first):
            sheet = Sheet(number, "score-card", setting, head=words.heading if number > first else "")
            sheet.put_column(page.head, sheet.block.left, sheet.block.top)
            for left, top, column in page.columns:
                x, y = sheet.block.left + left, sheet.block.top + top
                sheet.put(_labels(sections, width, setting), dx=x, dy=y - 5.0)
                sheet.put_column(column, x, y)
            yield sheet.page()

    return Part("score-card", len(pages), draw, recto=False, listing=Listing(words.heading))


def _stops(width: float, with_par: bool = True) -> dict[str, float]:
    """Where the columns of the table stand: the right end of the last, the left of the others."""
    time = width * (0.62 if with_par else 0.42)
    return {"number": 0.0, "difficulty": width * 0.13, "par": width * 0.36, "time": time, "done": width}


def _labels(sections: Sequence[SectionPages], width: float, setting: Setting) -> list[Mark]:
    """The names of the columns, and the line below them, from baseline 0."""
    words, size, soft = setting.words.score, setting.sizes.small - 1, setting.theme.soft
    with_par = any(entry.par for section in sections for entry in section.entries)
    stops = _stops(width, with_par)
    marks: list[Mark] = [
        Text(stops[name], 0.0, getattr(words, name), size, anchor="end" if name == "done" else "start", colour=soft)
        for name in ("number", "difficulty", "par", "time", "done")
        if name != "par" or with_par
    ]
    return [*marks, Line(0.0, 5.0, width, 5.0, 0.75, setting.theme.puzzle.inner_colour)]


def _section(section: SectionPages, width: float, setting: Setting) -> list[Item]:
    sizes = setting.sizes
    name = Text(0.0, LEAST_ROW * 0.75, section.name, sizes.small, "bold")
    rows = [_row(entry, width, setting) for entry in section.entries]
    return [Item(LEAST_ROW, (name,), before=LEAST_ROW / 2, keep=True), *rows]


def _row(entry: Entry, width: float, setting: Setting) -> Item:
    sizes, words, soft = setting.sizes, setting.words.score, setting.theme.soft
    stops = _stops(width)
    high = max(LEAST_ROW, sizes.leading * 1.2)
    baseline = high * 0.5 + setting.metrics.cap_height("regular") * sizes.small / 2
    marks: list[Mark] = [Text(stops["number"], baseline, str(entry.number), sizes.small, "bold")]
    rating, _ = difficulty(
        setting.theme.headers.marks, entry.stars, stops["difficulty"], high / 2, sizes.small * MARK_SIZE
    )
    marks += rating
    if entry.par:
        minutes = words.minutes.format(low=entry.par[0], high=entry.par[1])
        marks.append(Text(stops["par"], baseline, minutes, sizes.small, colour=soft))
    marks.append(Frame(width - TICK - 0.5, (high - TICK) / 2, TICK, TICK, 0.75, setting.theme.puzzle.inner_colour))
    marks.append(Line(0.0, high, width, high, 0.75, RULE))
    return Item(high, tuple(marks))
