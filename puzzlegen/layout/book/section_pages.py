"""Sections: the opener, then pages of puzzles with one header line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzlegen.errors import LayoutError
from puzzlegen.language.rich_text import Figure
from puzzlegen.layout.book.back_matter import notes_page
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry, ReaderAids
from puzzlegen.layout.book.figures import legend, worked_example_figures
from puzzlegen.layout.book.head_and_foot import PageFoot, PageHead
from puzzlegen.layout.book.page_arrangement import Arrangement, puzzle_width, section_arrangement
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, PagePlan
from puzzlegen.layout.book.puzzle_heading import PuzzleHeadings, second_line_height
from puzzlegen.layout.core.document import Page, PlacedGrid, Text
from puzzlegen.layout.core.grid_marks import puzzle_marks
from puzzlegen.layout.core.line_breaking import text_run, wrap_text
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.symbols import difficulty_symbols
from puzzlegen.layout.core.text_columns import column_height, fill_columns, text_items

OPENER_MARK = 0.72  # height of an opener's difficulty marks, as a share of the text's size


def opener_pages(section: BookSection, number: int, context: LayoutContext) -> list[Page]:
    """The section's name, difficulty, numbers and what is new in it; a second page only if the text needs one.

    No page at all for a section that goes without.
    """
    if not section.opener:
        return []
    sizes = context.sizes
    builder = PageBuilder(number, "section", context, folio=False)
    block = builder.block
    size = sizes.display * 0.85
    y = block.top + block.height * context.theme.opener_drop
    for line in wrap_text(text_run(section.name, True), block.width, size, context.metrics):
        builder.add_display_line(line, y, size)
        y += size * 1.1
    y += sizes.body * 0.3
    middle = y - context.metrics.cap_height("regular") * sizes.body / 2
    stars = max(entry.stars for entry in section.entries)
    marks, wide = difficulty_symbols(context.theme.headers.marks, stars, 0.0, middle, sizes.body * OPENER_MARK)
    words = _numbers(section, context)
    marks.append(Text(wide + sizes.body, y, words, sizes.body))
    wide += sizes.body * (1 + context.metrics.width(words, "regular"))
    builder.add(marks, dx=block.left + ((block.width - wide) / 2 if context.theme.align == "centre" else 0.0))
    y += 2.5 * sizes.leading
    figures = {"marks": legend(section.variant, context)}
    if section.example is not None:
        figures["example"] = worked_example_figures(section.example, block.width, context)
    intro = section.intro
    if not any(isinstance(part, Figure) and part.name == "example" for part in intro):
        intro += (Figure("example"),)  # an editor's own words need not name the figure to keep it
    found = fill_columns(text_items(intro, context.measure(), context.text, figures), [block.bottom - y, block.height])
    if len(found) > 1 and column_height(found[0]) == 0:
        found = found[1:]
    builder.add_column(found[0], block.left, y)
    pages = [builder.build()]
    for i, column in enumerate(found[1:], start=1):
        more = PageBuilder(number + i, "section", context)
        more.add_column(column, more.block.left, more.block.top)
        pages.append(more.build())
    return pages


def section_key(index: int) -> str:
    """Key of the ``index``-th section's part, counted from 1."""
    return f"section {index}"


def puzzle_pages(section: BookSection, aids: ReaderAids) -> int:
    """Pages of puzzles and of the notes between them, the opener not counted."""
    return -(-len(section.entries) // section.per_page) * (2 if aids.single_sided else 1)


def section_part(key: str, section: BookSection, aids: ReaderAids, context: LayoutContext) -> BookPart:
    """The section's opener and its puzzles; single-sided puzzles with pages for notes on the left.

    Raises LayoutError when the section's cells would be too small.
    """
    more = second_line_height(section.entries, aids.time, context)
    theme = replace(context.theme, header=context.theme.header + more)
    context = replace(context, theme=theme, words=context.words.of(section.variant))
    head, foot = PageHead.of(aids, context), PageFoot.of(section, aids, context)
    try:
        arrangement = section_arrangement(section, head.below(foot.above(context.geometry)), context.theme)
    except LayoutError as fault:
        if not head.height + foot.height:
            raise
        raise LayoutError(f"{fault}; or leave out what stands at the head and the foot of its pages") from None
    before = len(opener_pages(section, 1, context))
    step = 2 if aids.single_sided else 1
    begin = before + before % step  # sections open on rectos: the even pages of a part
    puzzles = {entry.number: begin + i // section.per_page * step for i, entry in enumerate(section.entries)}
    count = max(puzzles.values()) + step

    def draw(first: int, plan: PagePlan) -> Iterator[Page]:
        yield from opener_pages(section, first, context)
        headers = PuzzleHeadings(
            plan.answers,
            context,
            hints=plan.hints,
            separate_answers=plan.separate_answers,
            time=aids.time,
            second_line=more,
        )
        drawn = _puzzle_pages(section, arrangement, range(first + begin, first + count, step), headers, (head, foot))
        for number in range(first + before, first + count):
            notes = (number - first - begin) % step
            yield notes_page(number, aids.ruling, context) if notes else next(drawn)

    return BookPart(key, count, draw, contents_entry=_listing(section, context), puzzles=puzzles)


def _listing(section: BookSection, context: LayoutContext) -> ContentsEntry:
    entries = section.entries
    words = dict.fromkeys(entry.difficulty for entry in entries)
    sizes = dict.fromkeys(str(entry.puzzle.grid).replace("x", "×") for entry in entries)
    note = [" / ".join(words), _numbers(section, context), *(sizes if len(sizes) == 1 else ())]
    return ContentsEntry(section.name, " · ".join(note), max(entry.stars for entry in entries))


def _numbers(section: BookSection, context: LayoutContext) -> str:
    """The numbers of its puzzles, in words."""
    first, last = section.entries[0].number, section.entries[-1].number
    said = context.words.section
    return (said.range if last > first else said.single).format(first=first, last=last)


def _puzzle_pages(
    section: BookSection,
    arrangement: Arrangement,
    numbers: Sequence[int],
    headers: PuzzleHeadings,
    ends: tuple[PageHead, PageFoot],
) -> Iterator[Page]:
    """The section's puzzles on the pages of those numbers."""
    head, foot = ends
    context, cell = headers.context, arrangement.cell
    narrowest = min(entry.puzzle.grid.width for entry in section.entries) * cell + 2 * context.theme.puzzle.frame
    headers = headers.fitting(section.entries, narrowest)  # for the whole section: one look for all
    room = head.below(foot.above(context.geometry))
    for number, start in zip(numbers, range(0, len(section.entries), section.per_page), strict=True):
        builder = PageBuilder(number, "puzzles", context, head=section.name)
        entries = section.entries[start : start + section.per_page]
        for i, place in enumerate(arrangement.areas(room.block(number), context.theme)[: len(entries)]):
            # Boards in a column of the page share their left edge, and the widest of them stands in the middle.
            widest = max(entry.puzzle.grid.width for entry in entries[i % arrangement.cols :: arrangement.cols])
            left = place.left_of(puzzle_width(widest * cell, context.theme, arrangement.cols))
            _put_puzzle(builder, entries[i], (left, place.top), cell, headers)
        head.add(builder)
        foot.add(builder, entries)
        yield builder.build()


def _put_puzzle(
    builder: PageBuilder,
    entry: PuzzleEntry,
    at: tuple[float, float],
    cell: float,
    headers: PuzzleHeadings,
) -> None:
    context = builder.context
    theme, grid = context.theme, entry.puzzle.grid
    frame = theme.puzzle.frame
    left, top = at[0], at[1] + theme.header
    place = PlacedGrid(entry.number, "puzzle", builder.number, left + frame, top + frame, cell, grid.width, grid.height)
    wide = grid.width * cell + 2 * frame
    marks, _ = headers.marks(entry, wide)
    builder.add(marks, dx=left, dy=top - theme.header_gap - headers.second_line)
    builder.add(headers.second(entry, wide), dx=left, dy=top - theme.header_gap)
    builder.add(puzzle_marks(entry.puzzle, place, theme.puzzle, context.metrics), [place])
