"""Lays out the back of a cover: text, a list of facts, words about the author, a puzzle of the book, and the barcode.

The text is at the top. At the foot is the puzzle as it is printed in the book, on a white card, with the facts and the
barcode beside it. Type and card are as large as the panel allows; without enough space the facts move below the text,
the card becomes smaller, and in the end it is left out.

The barcode of an ISBN is an EAN-13 with its quiet zones and the number in digits, in black on a white box. Its sizes
are those of the general specifications of GS1, which allow 80 to 200 % of the nominal size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from barcode.ean import EuropeanArticleNumber13

from puzzlegen.config.themes import TypeSizes
from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.columns import column_height, excess_lines, fill_columns
from puzzlegen.layout.core.document import BLACK, Box, Gray, Mark, Metrics, Rect, Text, board_size, moved, place_board
from puzzlegen.layout.core.grid_marks import puzzle_marks
from puzzlegen.layout.core.text import TextStyle, text_items, text_run, wrap_text
from puzzlegen.layout.core.theme import Palette
from puzzlegen.layout.cover.panels import MARGIN, BackText, Sample, trimmed
from puzzlegen.printers.profile import CoverGeometry
from puzzlegen.schema.isbn import isbn_digits, isbn_label
from puzzlegen.units import mm
from puzzlegen.wording import pluralize

WHITE = Gray(1.0)
MODULE = mm(0.33)  # nominal width of the thinnest bar
BAR_HEIGHT = mm(22.85)  # nominal, without the longer guard bars
GUARD = 5  # modules by which guard bars are longer
LEFT_QUIET, RIGHT_QUIET = 11, 7  # modules that stay white beside the bars
BARS = 95  # modules
MODULES = LEFT_QUIET + BARS + RIGHT_QUIET
DIGIT_HEIGHT = mm(2.6)  # height of the digits below the bars at the nominal size
DIGIT_GAP = 1.0  # modules between the bars and the digits
SMALLEST, LARGEST = 0.8, 2.0  # of the nominal size
TITLE = 7.5  # points: the line with the ISBN above the bars
TITLE_GAP = 3.0  # points between that line and the bars
EDGE = 2.5  # points from the edge of the white box to the digits and to the line


def barcode_scale(area: Box, metrics: Metrics) -> float:
    """Return the size of the largest barcode that fits an area, as a share of the nominal one."""
    line = TITLE * metrics.cap_height("regular") + TITLE_GAP
    high = (area.height - 2 * EDGE - line) / (BAR_HEIGHT + DIGIT_GAP * MODULE + DIGIT_HEIGHT)
    return min(LARGEST, area.width / (MODULES * MODULE), high)


def barcode_marks(isbn: str, area: Box, metrics: Metrics) -> Iterator[Mark]:
    """Draw the barcode of an ISBN in the middle of an area, as large as fits.

    ``isbn`` is printed above the bars as it is written. The area must be large enough for SMALLEST.
    """
    digits, scale = isbn_digits(isbn), barcode_scale(area, metrics)
    module = MODULE * scale
    bars_high, digit_high = BAR_HEIGHT * scale, DIGIT_HEIGHT * scale
    line = TITLE * metrics.cap_height("regular") + TITLE_GAP
    high = line + bars_high + DIGIT_GAP * module + digit_high
    left = (area.left + area.right - MODULES * module) / 2 + LEFT_QUIET * module
    top = (area.top + area.bottom - high) / 2 + line
    yield Rect(area.left, area.top, area.width, area.height, WHITE)
    title = isbn_label(isbn)
    size = min(TITLE, BARS * module / metrics.width(title, "regular"))
    yield Text(left + BARS * module / 2, top - TITLE_GAP, title, size, "regular", "middle")
    (pattern,) = EuropeanArticleNumber13(digits, guardbar=True).build()
    offset = 0
    for bar, run in groupby(pattern):
        count = len(list(run))
        if bar != "0":
            longer = GUARD * module if bar == "G" else 0.0
            yield Rect(left + offset * module, top, count * module, bars_high + longer, BLACK)
        offset += count
    yield from _digits(digits, left, top + bars_high + DIGIT_GAP * module + digit_high, module, metrics)


def _digits(digits: str, left: float, baseline: float, module: float, metrics: Metrics) -> Iterator[Mark]:
    """Write the number below the bars: the first digit in the quiet zone, each other one below its bars."""
    size = DIGIT_HEIGHT * module / MODULE / metrics.figure_height("regular")
    yield Text(left - (LEFT_QUIET - 4) * module, baseline, digits[0], size, "regular", "middle")
    for i, digit in enumerate(digits[1:]):
        start = 3 + 7 * i if i < 6 else 8 + 7 * i  # behind the first guard bars, and behind those in the middle
        yield Text(left + (start + 3.5) * module, baseline, digit, size, "regular", "middle")


LARGEST_BODY, SMALLEST_BODY, BODY_STEP = 17.0, 10.0, 0.25  # points
BODY_SHARE = 1 / 31  # of the panel's width: the largest body type
LEADING, HEADING, SMALL, MEASURE = 1.42, 2.1, 0.84, 36  # of the body type
CARD_SHARE = 0.6  # of the width between the margins: the widest card
CARD_SIZES = (1.0, 0.82, 0.66, 0.5, 0.0)  # of the widest card, tried one after the other; 0 leaves it out
LARGE_CARD, LARGE_CARD_BODY = 0.8, 0.86  # cards over the first share need type over the second one, of the largest
CARD_EDGE = 0.06  # of the side of a card: white around the grid
SMALLEST_CELL = 10.0  # points: digits of at least 7 points
NARROWEST_FACTS = 96.0  # points
GUTTER = 16.0  # points between the card and what is beside it
BAR_WIDTH, BAR = 2.6, 0.28  # of the body type: the bar above the text
CAPTION_LEADING = 1.3  # of the small type, from one line below the card to the next
RULE = 0.75  # points: the line above the words about the author
BULLET, BULLET_INDENT = 0.4, 1.15  # of the body type


@dataclass(frozen=True, slots=True)
class _Block:
    """Marks with their top left corner at the origin, and their height."""

    height: float = 0.0
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class _Panel:
    """The space on a back: within the margins, and the area of the barcode. ``largest`` is the largest body type."""

    inner: Box
    code: Box | None
    largest: float
    palette: Palette
    metrics: Metrics
    sizes: TypeSizes = field(default_factory=TypeSizes)

    def with_body(self, body: float) -> _Panel:
        """Return the same with other type sizes."""
        sizes = TypeSizes.model_construct(  # type of a cover may be smaller and larger than that of a theme
            body=body,
            leading=body * LEADING,
            small=body * SMALL,
            heading=body * HEADING,
            display=body * 3,
            measure=body * MEASURE,
        )
        return replace(self, sizes=sizes)

    @property
    def widest_card(self) -> float:
        """The width of the widest card, beside the barcode."""
        wide = (self.inner.right - self.inner.left) * CARD_SHARE
        return wide if self.code is None else min(wide, self.code.left - GUTTER - self.inner.left)


def back_marks(text: BackText, geometry: CoverGeometry, palette: Palette, metrics: Metrics) -> Iterator[Mark]:
    """Set the back of a cover. Raises LayoutError for a text that does not fit."""
    whole = trimmed(geometry.back, geometry.bleed)
    area = replace(whole, right=whole.right - geometry.hinge)
    margin = area.width * MARGIN
    code = None if geometry.barcode is None else trimmed(geometry.barcode, geometry.bleed)
    foot = area.bottom - margin if code is None else code.bottom
    inner = Box(area.left + margin, area.top + margin, area.right - margin, foot)
    panel = _Panel(inner, code, min(LARGEST_BODY, area.width * BODY_SHARE), palette, metrics)
    if code is not None and geometry.isbn:
        yield from barcode_marks(geometry.isbn, code, metrics)
    yield from _fitted(text, panel)


def _fitted(text: BackText, panel: _Panel) -> list[Mark]:
    """Return the marks with the largest card, and then the largest type, that fit."""
    for share in CARD_SIZES if text.sample is not None else CARD_SIZES[-1:]:
        least = panel.largest * LARGE_CARD_BODY if share > LARGE_CARD else SMALLEST_BODY
        body = max(panel.largest, SMALLEST_BODY)
        while body >= min(least, panel.largest):
            for beside in (True, False) if share else (False,):
                marks = _arranged(text, panel.with_body(body), share, beside)
                if marks is not None:
                    return marks
            body -= BODY_STEP
    smallest = panel.with_body(SMALLEST_BODY)
    over = _upper(text, smallest, facts=True).height + _lines(text.lines, smallest).height - _space(smallest)
    flow = text_items(text.text, _measure(smallest), _style(smallest))
    lines = excess_lines(flow, max(0.0, sum(item.height for item in flow) - over), smallest.sizes.leading)
    raise LayoutError(
        f"the words do not fit above the barcode: shorten them by {pluralize(lines, 'line')}", at=("cover", "back")
    )


def _arranged(text: BackText, panel: _Panel, share: float, beside: bool) -> list[Mark] | None:
    """Return the marks of a back, None if they do not fit.

    ``share`` is the width of the card as a share of the widest one, 0 for none. ``beside``: the facts are beside the
    card, otherwise below the text.
    """
    inner, sizes = panel.inner, panel.sizes
    upper, lines = _upper(text, panel, facts=not beside), _lines(text.lines, panel)
    if not share or text.sample is None:
        return _without_card(upper, lines, panel)
    caption = sizes.small * (0.4 + CAPTION_LEADING * len(text.sample.lines))
    room = inner.height - upper.height - sizes.leading * 1.2 - caption
    side = min(panel.widest_card, room)
    if side < panel.widest_card * share:
        return None
    card = _card(text.sample, side, panel)
    if card is None:
        return None
    (width, height), drawn = card
    top = inner.bottom - caption - height
    left = inner.left + width + GUTTER
    column = Box(left, top, inner.right, inner.bottom if panel.code is None else panel.code.top - GUTTER * 0.6)
    facts = _facts(text.facts, column.width, panel) if beside else _Block()
    gap = sizes.leading * 0.6 if text.lines and facts.height else 0.0
    wide = max((panel.metrics.width(line, "regular") * sizes.small for line in text.lines), default=0.0)
    # The short lines begin where the barcode below them does.
    lines_left, lines_right = (column.left, column.right) if panel.code is None else (panel.code.left, panel.code.right)
    captions = _captions(text.sample.lines, width, panel)
    narrow = (
        (beside and column.width < NARROWEST_FACTS) or wide > lines_right - lines_left or captions[0].size < sizes.least
    )
    if narrow or facts.height + gap + lines.height > column.height:
        return None
    return [
        *moved(upper.marks, inner.left, inner.top),
        *moved(drawn, inner.left, top),
        *moved(captions, inner.left, inner.bottom),
        *moved(facts.marks, column.left, column.top),
        *moved(lines.marks, lines_left, column.bottom - lines.height),
    ]


def _captions(lines: Sequence[str], width: float, panel: _Panel) -> list[Text]:
    """Return lines below a card, in small type or as much smaller as they are wider; the last one at the origin."""
    small = panel.sizes.small
    size = min(small, *(width / panel.metrics.width(line, "regular") for line in lines))
    first = CAPTION_LEADING * small * (1 - len(lines))
    tops = (first + CAPTION_LEADING * small * i for i in range(len(lines)))
    return [Text(0.0, top, line, size, color=panel.palette.ink) for top, line in zip(tops, lines, strict=True)]


def _without_card(upper: _Block, lines: _Block, panel: _Panel) -> list[Mark] | None:
    """Return the marks of a back without a card: the short lines are at its foot, or above a barcode beside text."""
    inner, x, foot = panel.inner, panel.inner.left, panel.inner.bottom
    high = upper.height + (lines.height + panel.sizes.leading) * bool(lines.marks)
    if _beside_barcode(panel) and panel.code is not None:
        x, foot, high = panel.code.left, panel.code.top - GUTTER * 0.6, upper.height
    if high > _space(panel):
        return None
    return [*moved(upper.marks, inner.left, inner.top), *moved(lines.marks, x, foot - lines.height)]


def _space(panel: _Panel) -> float:
    """Return the height for the text where there is no card."""
    if panel.code is None or _beside_barcode(panel):
        return panel.inner.height
    return panel.code.top - GUTTER - panel.inner.top


def _beside_barcode(panel: _Panel) -> bool:
    """Tell whether the text is so narrow, compared with the panel, that the barcode is beside it."""
    return panel.code is not None and panel.inner.left + _measure(panel) <= panel.code.left - GUTTER


def _measure(panel: _Panel) -> float:
    return min(panel.sizes.measure, panel.inner.width)


def _style(panel: _Panel) -> TextStyle:
    return TextStyle(panel.sizes, panel.metrics, panel.palette.ink)


def _upper(text: BackText, panel: _Panel, *, facts: bool) -> _Block:
    """Set the bar, the text, perhaps the facts, and the words about the author, from top to bottom."""
    sizes = panel.sizes
    bar = Rect(0.0, 0.0, sizes.body * BAR_WIDTH, sizes.body * BAR, panel.palette.accent)
    blocks = [_Block(sizes.body * (BAR + 0.5), (bar,)), _flowed(text, panel)]
    if facts and text.facts:
        blocks.append(_Block(sizes.leading * 0.75))
        blocks.append(_facts(text.facts, _measure(panel), panel))
    if text.about:
        blocks.append(_about(text, panel))
    return _stacked(blocks)


def _flowed(text: BackText, panel: _Panel) -> _Block:
    """Set the text, with its headlines in the heavy weight of the front."""
    (column,) = fill_columns(text_items(text.text, _measure(panel), _style(panel)), [float("inf")])
    marks = [mark for y, item in column for mark in moved(item.marks, 0.0, y)]
    headlines = [mark for mark in marks if isinstance(mark, Text) and mark.size == panel.sizes.heading]
    # The lines were broken for a lighter weight, so the heavy one is smaller by as much as it is wider.
    width = panel.metrics.width
    ratio = min((width(mark.string, mark.font) / width(mark.string, "display") for mark in headlines), default=1.0)
    heavy = [
        replace(mark, font="display", size=mark.size * ratio) if isinstance(mark, Text) and mark in headlines else mark
        for mark in marks
    ]
    return _Block(column_height(column), tuple(heavy))


def _about(text: BackText, panel: _Panel) -> _Block:
    """Set the words about the author in smaller type below a line."""
    sizes = panel.sizes
    body = max(sizes.body * 0.9, 9.0)
    smaller = sizes.model_copy(update={"body": body, "leading": body * LEADING})
    style = TextStyle(smaller, panel.metrics, panel.palette.ink)
    (column,) = fill_columns(text_items(text.about, _measure(panel), style), [float("inf")])
    drop = sizes.leading * 1.5
    rule = Rect(0.0, drop - sizes.leading * 0.55, sizes.body * BAR_WIDTH, RULE, panel.palette.accent)
    words = [mark for y, item in column for mark in moved(item.marks, 0.0, drop + y)]
    return _Block(drop + column_height(column), (rule, *words))


def _facts(facts: Sequence[str], width: float, panel: _Panel) -> _Block:
    """Set the facts as a list, each with a square before it."""
    sizes, metrics = panel.sizes, panel.metrics
    square, indent, leading = sizes.body * BULLET, sizes.body * BULLET_INDENT, sizes.body * 1.28
    middle = metrics.cap_height("regular") * sizes.body / 2
    marks: list[Mark] = []
    baseline = metrics.cap_height("regular") * sizes.body
    for i, fact in enumerate(facts):
        baseline += sizes.leading * 0.28 if i else 0.0
        marks.append(Rect(0.0, baseline - middle - square / 2, square, square, panel.palette.accent))
        for line in wrap_text(text_run(fact), width - indent, sizes.body, metrics):
            marks += _style(panel).line(line, baseline, sizes.body, indent)
            baseline += leading
    return _Block(max(0.0, baseline - leading + sizes.body * 0.3) if facts else 0.0, tuple(marks))


def _lines(lines: Sequence[str], panel: _Panel) -> _Block:
    """Set short lines in small type."""
    size = panel.sizes.small
    drop = panel.metrics.cap_height("regular") * size
    leading = size * 1.4
    ink = panel.palette.ink
    marks = tuple(Text(0.0, drop + i * leading, line, size, color=ink) for i, line in enumerate(lines))
    return _Block(drop + (len(lines) - 1) * leading if lines else 0.0, marks)


def _card(sample: Sample, side: float, panel: _Panel) -> tuple[tuple[float, float], list[Mark]] | None:
    """Draw a puzzle as in the book on a white card; its size comes first. None if its cells would be too small."""
    grid = sample.puzzle.grid
    board = board_size(grid)
    edge = side * CARD_EDGE
    cell = min((side - 2 * edge) / board.width, (side - 2 * edge) / board.height)
    if cell < SMALLEST_CELL:
        return None
    width, height = board.width * cell + 2 * edge, board.height * cell + 2 * edge
    place = place_board(grid, 0, "ornament", (edge, edge), cell)
    drawn = puzzle_marks(sample.puzzle, place, sample.style, panel.metrics)
    return (width, height), [Rect(0.0, 0.0, width, height, WHITE), *drawn]


def _stacked(blocks: Iterable[_Block]) -> _Block:
    marks: list[Mark] = []
    height = 0.0
    for block in blocks:
        marks += moved(block.marks, 0.0, height)
        height += block.height
    return _Block(height, tuple(marks))
