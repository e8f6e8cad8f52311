"""The pages of a section: its opener, then its puzzles, each below a heading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlegen.errors import LayoutError
from puzzlegen.language.rich_text import Figure
from puzzlegen.layout.book.back_matter import notes_page
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry, ReaderAids
from puzzlegen.layout.book.figures import legend, worked_example_figures
from puzzlegen.layout.book.page_arrangement import Arrangement, puzzle_width, section_arrangement
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, PagePlan
from puzzlegen.layout.book.puzzle_heading import PuzzleHeadings
from puzzlegen.layout.book.puzzle_space import PuzzleSpace, narrowest_puzzle, puzzle_space
from puzzlegen.layout.book.spreads import Spreads
from puzzlegen.layout.core.board_size import board_size, place_board
from puzzlegen.layout.core.document import Page, Place, PlacedGrid, Target, Text
from puzzlegen.layout.core.grid_marks import puzzle_marks
from puzzlegen.layout.core.line_breaking import text_run, wrap_text
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.symbols import difficulty_symbols
from puzzlegen.layout.core.text_columns import column_height, fill_columns, text_items

OPENER_MARK = 0.72  # height of an opener's difficulty marks, share of the text's size


def opener_pages(section: BookSection, number: int, context: LayoutContext) -> list[Page]:
    """Draw the opener of a section: its name, difficulty, puzzle numbers and introduction.

    It takes more than one page only if the introduction needs it. A section without an opener has no such page.
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
    marks, width = difficulty_symbols(context.theme.headers.marks, stars, 0.0, middle, sizes.body * OPENER_MARK)
    words = _number_range(section, context)
    marks.append(Text(width + sizes.body, y, words, sizes.body))
    width += sizes.body * (1 + context.metrics.width(words, "regular"))
    builder.add(marks, dx=block.left + ((block.width - width) / 2 if context.theme.align == "center" else 0.0))
    y += 2.5 * sizes.leading
    figures = {"marks": legend(section.variants[0], context)}
    if section.example is not None:
        figures["example"] = worked_example_figures(section.example, block.width, context)
    intro = section.intro
    if not any(isinstance(part, Figure) and part.name == "example" for part in intro):
        intro += (Figure("example"),)  # introductions from the config keep the figure without naming it
    flow = text_items(intro, context.measure(), context.text, figures)
    columns = fill_columns(flow, [block.bottom - y, block.height])
    if len(columns) > 1 and column_height(columns[0]) == 0:
        columns = columns[1:]
    builder.add_column(columns[0], block.left, y)
    pages = [builder.build()]
    for i, column in enumerate(columns[1:], start=1):
        builder = PageBuilder(number + i, "section", context)
        builder.add_column(column, builder.block.left, builder.block.top)
        pages.append(builder.build())
    return pages


def section_key(index: int) -> str:
    """Return the key of the part of section ``index``, counted from 1."""
    return f"section {index}"


def puzzle_pages(section: BookSection, aids: ReaderAids) -> int:
    """Count the pages of puzzles and of notes between them, without the opener."""
    return -(-len(section.entries) // section.per_page) * (2 if aids.single_sided or section.spread else 1)


def section_part(key: str, section: BookSection, aids: ReaderAids, context: LayoutContext) -> BookPart:
    """Make the part of a section: its opener and its puzzles. Single-sided puzzles have note pages on the left.

    Puzzles on spreads begin on left-hand pages; without an opener the whole part does.

    Raises LayoutError when the section's cells would be too small.
    """
    space = puzzle_space(section, aids, context)
    context = space.context
    try:
        arrangement = section_arrangement(section, space.geometry, context.theme)
    except LayoutError as error:
        if not space.head.height + space.foot.height:
            raise
        raise LayoutError(f"{error}; or leave out what stands at the head and the foot of its pages") from None
    before = len(opener_pages(section, 1, context))
    step = 2 if aids.single_sided or section.spread else 1
    begin = before + before % step  # sections open on rectos, which are the even pages of a part
    if section.spread and before:
        begin = before + 1 - before % 2
    puzzles = {entry.number: begin + i // section.per_page * step for i, entry in enumerate(section.entries)}
    count = max(puzzles.values()) + step

    def draw(first: int, plan: PagePlan) -> Iterator[Page]:
        yield from opener_pages(section, first, context)
        headings = PuzzleHeadings(
            plan.answers,
            context,
            hints=plan.hints,
            separate_answers=plan.separate_answers,
            time=aids.time,
            second_line=space.second_line,
            hint_below=space.hint_below,
            mixed=len(section.variants) > 1,
        )
        numbers = range(first + begin, first + count, step)
        if section.spread:
            for number in range(first + before, first + begin):
                yield PageBuilder(number, "blank", context, folio=False).build()
            fitting = headings.fitting(section.entries, narrowest_puzzle(section, arrangement.cell, context))
            yield from Spreads(section, arrangement.cell, fitting, space).pages(numbers)
            return
        drawn = _puzzle_pages(section, arrangement, numbers, headings, space)
        for number in range(first + before, first + count):
            notes = (number - first - begin) % step
            yield notes_page(number, aids.ruling, context) if notes else next(drawn)

    overleaf = section.spread and not before
    recto = section.begin == "right" or step > 1
    entry = _contents_entry(section, context)
    return BookPart(key, count, draw, recto, entry, overleaf, puzzles)


def _contents_entry(section: BookSection, context: LayoutContext) -> ContentsEntry:
    entries = section.entries
    words = dict.fromkeys(entry.difficulty for entry in entries)
    sizes = dict.fromkeys(str(entry.puzzle.grid).replace("x", "×") for entry in entries)
    note = [" / ".join(words), _number_range(section, context), *(sizes if len(sizes) == 1 else ())]
    return ContentsEntry(section.name, " · ".join(note), max(entry.stars for entry in entries))


def _number_range(section: BookSection, context: LayoutContext) -> str:
    """Return the numbers of a section's puzzles in words, such as "Puzzles 1-7"."""
    first, last = section.entries[0].number, section.entries[-1].number
    messages = context.messages.section
    return (messages.range if last > first else messages.single).format(first=first, last=last)


def _puzzle_pages(
    section: BookSection,
    arrangement: Arrangement,
    numbers: Sequence[int],
    headings: PuzzleHeadings,
    space: PuzzleSpace,
) -> Iterator[Page]:
    """Draw the section's puzzles on the pages with these numbers."""
    context, cell = headings.context, arrangement.cell
    # All headings of a section have the same parts.
    headings = headings.fitting(section.entries, narrowest_puzzle(section, cell, context))
    for number, start in zip(numbers, range(0, len(section.entries), section.per_page), strict=True):
        builder = PageBuilder(number, "puzzles", context, head=section.name)
        entries = section.entries[start : start + section.per_page]
        for i, area in enumerate(arrangement.areas(space.block(number), context.theme)[: len(entries)]):
            # Boards in a column share their left edge, and the widest of them is centered in its area.
            widest = max(
                board_size(entry.puzzle.grid).width for entry in entries[i % arrangement.cols :: arrangement.cols]
            )
            left = area.left_of(puzzle_width(widest * cell, context.theme, arrangement.cols))
            place = _add_puzzle(builder, entries[i], (left, area.top), cell, headings)
            if space.labels is not None:
                builder.add([*space.labels.columns(place), *space.labels.rows(place)])
        space.head.add(builder)
        space.foot.add(builder, entries)
        yield builder.build()


def _add_puzzle(
    builder: PageBuilder, entry: PuzzleEntry, corner: tuple[float, float], cell: float, headings: PuzzleHeadings
) -> PlacedGrid:
    """Add a puzzle with its heading, and return where its grid is; ``corner`` is the left and the top of its area."""
    theme, grid = builder.context.theme, entry.puzzle.grid
    frame = theme.puzzle.frame
    left, top = corner[0], corner[1] + theme.header
    place = place_board(grid, entry.number, "puzzle", (left + frame, top + frame), cell)
    width = board_size(grid).width * cell + 2 * frame
    marks, _ = headings.marks(entry, width)
    builder.add(marks, dx=left, dy=top - theme.header_gap - headings.second_line)
    builder.add_links(headings.links(entry, width), left, top - theme.header_gap - headings.second_line)
    builder.add_links([Target(left, corner[1], Place("puzzle", entry.number))])
    builder.add(headings.second(entry, width), dx=left, dy=top - theme.header_gap)
    builder.add(puzzle_marks(entry.puzzle, place, theme.puzzle, builder.context.metrics), [place])
    return place
