"""Front matter: title page, copyright page, rules and techniques; and the colophon, which is set like the copyright."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import LayoutError
from puzzlegen.language.rich_text import Block, Figure, Heading
from puzzlegen.layout.book.book_content import BookContent, VariantRules
from puzzlegen.layout.book.figures import legend, lesson_figures, worked_example_figures
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, PagePlan
from puzzlegen.layout.book.title_ornament import title_ornament
from puzzlegen.layout.core.document import Page, Picture
from puzzlegen.layout.core.line_breaking import TextLine, text_run, wrap_text
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.text_columns import Column, ColumnItem, column_height, excess_lines, fill_columns, text_items
from puzzlegen.layout.cover.title_setting import balanced
from puzzlegen.units import to_mm

TITLE_SCALES = ((1.0, 2), (0.85, 2), (0.72, 3), (0.6, 4))  # share of the display size, and lines allowed at it


def title_part(text: BookContent, shown: Puzzle, context: LayoutContext) -> BookPart:
    """Make the title page with the puzzle ``shown`` as its ornament.

    Raises LayoutError when the title is too long even at its smallest.
    """
    _title(text.title, context.geometry.block(1).width, context)
    return BookPart("title", 1, lambda number, _: [_title_page(text, shown, number, context)])


def _title_page(text: BookContent, shown: Puzzle, number: int, context: LayoutContext) -> Page:
    """Draw title and subtitle, the ornament below them, and the author at the foot, all with the theme's alignment."""
    builder = PageBuilder(number, "title", context, folio=False)
    block, sizes, metrics = builder.block, context.sizes, context.metrics
    size, lines = _title(text.title, block.width, context)
    y = block.top + size
    for line in lines:
        builder.add_display_line(line, y, size)
        y += size * 1.1
    y -= size * 1.1
    subtitle_size = sizes.body + 4
    y += subtitle_size * 1.9
    for line in wrap_text(text_run(text.subtitle), block.width, subtitle_size, metrics):
        builder.add_display_line(line, y, subtitle_size)
        y += subtitle_size * 1.35
    foot = block.bottom
    for line in reversed(wrap_text(text_run(text.author), block.width, subtitle_size, metrics)):
        builder.add_display_line(line, foot, subtitle_size)
        foot -= subtitle_size * 1.35
    foot -= subtitle_size * 1.65 if text.author else 0.0
    if text.logo is not None:
        foot = min(foot, _put_logo(text.logo, builder, foot, bool(text.author)))
    ornament = title_ornament(shown, (block.width, foot - y - sizes.leading), context)
    if ornament is not None:  # there is none if many words leave little space
        left = block.left + ((block.width - ornament.width) / 2 if context.theme.align == "center" else 0.0)
        builder.add(ornament.marks, [ornament.place], left, foot - ornament.height)
    return builder.build()


def _put_logo(logo: Picture, builder: PageBuilder, foot: float, author: bool) -> float:
    """Add the logo at the foot, at the right of the author's name; on centered pages above it.

    Returns the foot of the space that is left above. Raises LayoutError for a logo that is too large for the page.
    """
    block, context = builder.block, builder.context
    if logo.height > block.height / 4 or logo.width > block.width / 2:
        most = min(block.width / 2, block.height / 4 * logo.width / logo.height)
        raise LayoutError(f"the logo is too large for its page: set logo.width_mm to {to_mm(most):.0f} or less")
    if context.theme.align == "center":
        top = foot - logo.height if author else block.bottom - logo.height
        builder.add([logo], dx=(block.left + block.right - logo.width) / 2, dy=top)
    else:
        top = block.bottom - logo.height
        builder.add([logo], dx=block.right - logo.width, dy=top)
    return top - context.sizes.leading


def _title(title: str, width: float, context: LayoutContext) -> tuple[float, list[TextLine]]:
    """Return the largest size at which the title fits the lines allowed, and its lines, of even length."""
    for share, max_lines in TITLE_SCALES:
        size = context.sizes.display * share
        lines = wrap_text(text_run(title, True), width, size, context.metrics)
        if len(lines) <= max_lines and all(context.text.width(line, size) <= width for line in lines):
            even = "\n".join(balanced(title.split(), len(lines), context.metrics, "bold"))
            evenly = wrap_text(text_run(even, True), width, size, context.metrics)
            return size, evenly if len(evenly) == len(lines) else lines
    fits = round(max_lines * width / (size * 0.6))
    raise LayoutError(f"title: {title!r} is too long for its page: about {fits} characters in short words fit")


def copyright_part(text: BookContent, context: LayoutContext) -> BookPart:
    """Make the copyright page. Raises LayoutError when it needs more than one page."""
    return _foot_part("copyright", "front_matter.copyright", text.copyright, context)


def colophon_part(text: BookContent, context: LayoutContext) -> BookPart:
    """Make the page of the colophon. Raises LayoutError when it needs more than one page."""
    return _foot_part("colophon", f"templates/{context.messages.code}/colophon.md", text.colophon, context)


def _foot_part(key: str, source: str, text: Sequence[Block], context: LayoutContext) -> BookPart:
    """Make one page with the text at its foot."""
    flow = text_items(text, context.measure() * 0.85, context.text)
    height = context.geometry.block(1).height
    columns = fill_columns(flow, [height])
    if len(columns) > 1:
        over = excess_lines(flow, height, context.sizes.leading)
        raise LayoutError(f"{source}: the words do not fit one page: shorten them by {over} lines")

    def draw(number: int, _: PagePlan) -> Iterator[Page]:
        builder = PageBuilder(number, key, context, folio=False)
        builder.add_column(columns[0], builder.block.left, builder.block.bottom - column_height(columns[0]))
        yield builder.build()

    return BookPart(key, 1, draw, recto=False)


def how_to_play_part(rules: VariantRules, context: LayoutContext) -> BookPart:
    """Make the pages of the rules, with the legend and the worked example where the text names them.

    Two or more pages begin overleaf, so that the rules face their example.
    """
    block = context.geometry.block(1)
    figures: dict[str, list[ColumnItem]] = {"marks": legend(rules.variant, context)}
    if rules.example is not None:
        figures["example"] = worked_example_figures(rules.example, block.width, context)
    flow = text_items(rules.text, context.measure(), context.text, figures)
    key = f"how-to-play {rules.variant.words}".strip()
    part = text_pages_part(key, rules.text, fill_columns(flow, [block.height]), context)
    return replace(part, recto=False, overleaf=part.pages > 1)


def techniques_part(text: BookContent, context: LayoutContext) -> BookPart:
    """Make the pages of the techniques. A lesson and its figures are not broken."""
    block, measure = context.geometry.block(1), context.measure()
    flow = text_items(text.techniques, measure, context.text)
    for lesson in text.lessons:
        name = next(part.name for part in lesson.text if isinstance(part, Figure))
        lesson_items = text_items(
            lesson.text, measure, context.text, {name: lesson_figures(lesson, block.width, context)}
        )
        lesson_items[0] = replace(lesson_items[0], before=1.5 * context.sizes.leading)
        flow += [*(replace(item, keep=True) for item in lesson_items[:-1]), lesson_items[-1]]
    return text_pages_part("techniques", text.techniques, fill_columns(flow, [block.height]), context)


def text_pages_part(key: str, text: Sequence[Block], columns: Sequence[Column], context: LayoutContext) -> BookPart:
    """Make pages of columns, one on each page. The text's first heading is the title in the table of contents."""
    filled = [column for column in columns if column]

    def draw(first: int, _: PagePlan) -> Iterator[Page]:
        for number, column in enumerate(filled, start=first):
            builder = PageBuilder(number, key, context)
            builder.add_column(column, builder.block.left, builder.block.top)
            yield builder.build()

    title = next(("".join(run.text for run in block.runs) for block in text if isinstance(block, Heading)), "")
    return BookPart(key, len(filled), draw, contents_entry=ContentsEntry(title) if title else None)
