"""Pages that take the place of blank ones: notes, an ornament, a quotation or a tip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle

from puzzlegen.errors import LayoutError
from puzzlegen.language.rich_text import Block
from puzzlegen.layout.book.back_matter import notes_page
from puzzlegen.layout.book.book_content import Filler, Ruling
from puzzlegen.layout.core.document import Disc, Line, Mark, Page, Ring
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.text_columns import centered_block, column_height, fill_columns, text_items

HEIGHT = 0.4  # share of the text block above the middle of an ornament or a text, where it looks centered
MEASURE = 0.72  # of the width of the text block for a text
DISC, INNER_RING, OUTER_RING = 4.5, 10.0, 17.0  # points: radii of the ornament
LARGER = 1.2  # size of a text, as a share of running text
RULE = 42.0  # points: length of the lines beside it
RULE_GAP = 12.0  # points from the outer ring
THIN = 0.75  # points: the thinnest line that printers hold


@dataclass(frozen=True, slots=True)
class FillerPages:
    """What blank pages show: ``kinds`` in turn, with texts for the kind ``text``. Without kinds they stay blank.

    Pages for notes stand only from the page ``notes_from`` on: none is among the front matter. Each text is shown once,
    and none behind the page ``texts_to``, so that no book ends with a tip. Another kind takes their place.
    """

    kinds: tuple[Filler, ...]
    texts: tuple[tuple[Block, ...], ...]
    ruling: Ruling
    notes_from: int
    texts_to: int

    def pages(self, numbers: Sequence[int], context: LayoutContext) -> Iterator[Page]:
        """Yield a page for each of these page numbers, which are the blank ones of the book."""
        kinds, texts = cycle(self.kinds), iter(self.texts)
        left = len(self.texts)
        for number in numbers:
            kind = self._allowed(next(kinds, None), number, left)
            if kind == "notes":
                yield notes_page(number, self.ruling, context)
            elif kind == "ornament":
                yield _ornament_page(number, context)
            elif kind == "text":
                left -= 1
                yield _text_page(number, next(texts), context)
            else:
                yield PageBuilder(number, "blank", context, folio=False).build()

    def _allowed(self, wanted: Filler | None, number: int, texts: int) -> Filler | None:
        """Return the kind of a page: the wanted one, or another with ``texts`` texts left; None leaves it blank."""
        allowed = {
            "ornament": True,
            "notes": number >= self.notes_from,
            "text": texts > 0 and number <= self.texts_to,
        }
        options: list[Filler] = [wanted, *self.kinds] if wanted else []
        if wanted == "text":
            options.append("ornament")
        return next((kind for kind in options if allowed[kind]), None)


def _ornament_page(number: int, context: LayoutContext) -> Page:
    """Draw a mine with rings around it between two lines, in the gray of running heads."""
    builder = PageBuilder(number, "ornament", context, folio=False)
    block, soft = builder.block, context.theme.soft
    marks: list[Mark] = [Disc(0.0, 0.0, DISC, context.theme.puzzle.ink)]
    marks += [Ring(0.0, 0.0, radius, THIN, soft) for radius in (INNER_RING, OUTER_RING)]
    for side in (-1, 1):
        start = side * (OUTER_RING + RULE_GAP)
        marks.append(Line(start, 0.0, start + side * RULE, 0.0, THIN, soft))
    builder.add(marks, dx=(block.left + block.right) / 2, dy=block.top + HEIGHT * block.height)
    return builder.build()


def _text_page(number: int, text: Sequence[Block], context: LayoutContext) -> Page:
    """Set a text below a short line, narrower than the text block. Raises LayoutError if it needs more than a page.

    In themes with centered headings, the text and the line are centered, too.
    """
    builder = PageBuilder(number, "quotation", context, folio=False)
    block, sizes = builder.block, context.sizes
    larger = replace(context.text, sizes=replace(sizes, body=sizes.body * LARGER, leading=sizes.leading * LARGER))
    measure, centered = MEASURE * block.width, context.theme.align == "center"
    aligned = [centered_block(one) for one in text] if centered else text
    column, *rest = fill_columns(text_items(aligned, measure, larger), [block.height - sizes.leading])
    if rest:
        raise LayoutError(f"page {number}: a text of quotations does not fit one page: shorten it")
    left = block.left + (block.width - measure) / 2
    top = max(block.top + sizes.leading, block.top + HEIGHT * block.height - column_height(column) / 2)
    start = (block.left + block.right - RULE) / 2 if centered else left
    builder.add([Line(start, 0.0, start + RULE, 0.0, THIN, context.theme.soft)], dy=top - sizes.leading)
    builder.add_column(column, left, top)
    return builder.build()
