"""Measures the space for puzzles on the pages of a section, and sets the head and the foot that bound it.

Name, date and rules are at the head, QR codes, hints and the answers of the spread before at the foot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from puzzlegen.board.lattices import Variant
from puzzlegen.language.markdown import plain_text
from puzzlegen.language.markdown_blocks import Run
from puzzlegen.layout.book.answers import SmallAnswers
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry, ReaderAids
from puzzlegen.layout.book.hint_pages import question_runs
from puzzlegen.layout.book.page_arrangement import PuzzlePage, arrange, board_sizes
from puzzlegen.layout.book.puzzle_heading import LEADING, PuzzleHeadings, second_line_height
from puzzlegen.layout.core import ornaments, symbols
from puzzlegen.layout.core.columns import PagePlan
from puzzlegen.layout.core.document import Box, Line, Link, Mark, Place, Text, board_size, turned
from puzzlegen.layout.core.grid_marks import GridLabels, label_size
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder, PageGeometry
from puzzlegen.layout.core.text import TextLine, text_run, wrap_text

DATE_SHARE = 0.34  # share of the width for the date
WRITING_GAP = 3.0  # points between a word and the line to write on
WRITING_LINE_DROP = 1.5  # points from the baseline down to that line
HEAD_GAP = 14.0  # points below the head
HINT_SIZE = 7.0  # points: the smallest type that printers accept
HINT_LEADING = 9 / 7  # of the type size
CODE_SPACING = 18.0  # points between two codes with their words, and between their hints
TWO_COLUMNS = 430.0  # points of width from which one column of small type has too long lines
FOOT_GAP = 12.0  # points between the puzzles and the foot, and between codes and hints
ROW_GAP = 2 * symbols.QR_QUIET_ZONE * symbols.QR_MODULE  # between rows of codes: the quiet zones of both
CODE_GAP = 10.0  # points between a code and its words
WORDS_DROP = 0.8  # lines from the middle of a code to the baseline of the words beside it


@dataclass(frozen=True, slots=True)
class PageHead:
    """The head of a section's pages; it has the same height on all of them.

    ``variants`` are those whose rules it has.
    """

    name: bool
    variants: tuple[Variant, ...]
    context: LayoutContext

    @classmethod
    def of(cls, section: BookSection, aids: ReaderAids, context: LayoutContext) -> PageHead:
        """Make the head that these aids ask for."""
        return cls(aids.name, section.variants if aids.rules else (), context)

    @property
    def height(self) -> float:
        """Distance from the top of the text block to the puzzles; 0 without a head."""
        rows = sum(len(lines) for _, lines in self._rules()) * self.context.sizes.leading
        name = 1.6 * self.context.sizes.leading if self.name else 0.0
        return rows + name + HEAD_GAP if rows or name else 0.0

    def below(self, page: PageGeometry) -> PageGeometry:
        """Return the page geometry with the space below the head."""
        return replace(page, top=page.top + self.height) if self.height else page

    def add(self, builder: PageBuilder, below: float = 0.0) -> None:
        """Add the head to a page, ``below`` points from the top of the text block."""
        sizes, block = self.context.sizes, builder.block
        y = block.top + below + sizes.body
        drawn, builder.parts = builder.parts, []
        if self.name:
            name = self._name(block.width)
            with builder.part("P", text=" ".join(mark.string for mark in name if isinstance(mark, Text))):
                builder.add(name, dx=block.left, dy=y)
            y += 1.6 * sizes.leading
        for paragraph, lines in self._rules():
            with builder.part("P", text=plain_text(paragraph)):
                for line in lines:
                    builder.add(self.context.text.line(line, y, sizes.body), dx=block.left)
                    y += sizes.leading
        builder.parts += drawn  # the head is read first

    def _rules(self) -> list[tuple[tuple[Run, ...], list[TextLine]]]:
        """Return the paragraphs of the rules with their lines, each with its kind where there are several."""
        width = self.context.geometry.block(1).width
        paragraphs = []
        for variant in self.variants:
            messages = self.context.messages.for_variant(variant)
            kind = (Run(f"{messages.text('picture.game')}. ", True),) if len(self.variants) > 1 else ()
            paragraph = (*kind, *text_run(messages.text("puzzle.rules")))
            lines = wrap_text(paragraph, width, self.context.sizes.body, self.context.metrics)
            paragraphs.append((paragraph, lines))
        return paragraphs

    def _name(self, width: float) -> list[Mark]:
        """Return the words for name and date with their baseline at 0, each with a line to write on."""
        messages, size, metrics = self.context.messages, self.context.sizes.body, self.context.metrics
        middle = width * (1 - DATE_SHARE)
        marks: list[Mark] = []
        name, date = messages.text("puzzle.name"), messages.text("puzzle.date")
        for word, left, right in ((name, 0.0, middle - 2 * size), (date, middle, width)):
            marks.append(Text(left, 0.0, word, size))
            start = left + metrics.width(word, "regular") * size + WRITING_GAP
            marks.append(Line(start, WRITING_LINE_DROP, right, WRITING_LINE_DROP, 0.75, self.context.theme.soft))
        return marks


@dataclass(frozen=True, slots=True)
class PageFoot:
    """The foot of a section's pages; it has the same height on all of them, so that puzzles keep their positions.

    ``answers`` are those of puzzles so many pages with puzzles before as ``turn`` says: on the spread before.
    """

    hints: bool
    context: LayoutContext
    code_height: float = 0.0
    hint_height: float = 0.0
    widest_code: float = 0.0
    answers: SmallAnswers | None = None
    turn: int = 0

    @classmethod
    def of(cls, section: BookSection, aids: ReaderAids, context: LayoutContext) -> PageFoot:
        """Make a foot that is high enough for every page of the section."""
        foot = cls(aids.hints == "foot", context)
        pages = [
            section.entries[start : start + section.per_page]
            for start in range(0, len(section.entries), section.per_page)
        ]
        if aids.foot_answers is not None:
            turn = 1 if aids.single_sided or not context.geometry.bound else 2
            foot = replace(foot, answers=SmallAnswers.of(section, aids.foot_answers, context), turn=turn)
        return replace(
            foot,
            code_height=max(sum(height for _, height in foot._code_rows(page)) for page in pages),
            hint_height=max(foot._hints(page)[1] for page in pages),
            widest_code=max((foot._code_width(entry) for entry in section.entries if entry.code), default=0.0),
        )

    @property
    def of_puzzles(self) -> float:
        """Height of what stands at the foot for the puzzles of the same page, with the gaps above."""
        return sum(part + FOOT_GAP for part in (self.code_height, self.hint_height) if part)

    @property
    def height(self) -> float:
        """Height above the bottom of the text block, including the gap above the foot."""
        return self.of_puzzles + (self.answers.height + FOOT_GAP if self.answers else 0.0)

    def above(self, page: PageGeometry) -> PageGeometry:
        """Return the page geometry with the space above the foot."""
        return replace(page, bottom=page.bottom + self.height) if self.height else page

    def add(self, builder: PageBuilder, entries: Sequence[PuzzleEntry], edges: Sequence[float]) -> None:
        """Add the foot to a page with these puzzles, whose columns of grids have their left edges at ``edges``."""
        block = builder.block
        top = block.bottom - self.height + FOOT_GAP
        rows = self._code_rows(entries)
        places = self._code_places(max((len(row) for row, _ in rows), default=0), edges, block)
        if len(places) > (len(rows[0][0]) if rows else 0):  # longer rows, which end at the same column
            coded = [entry for row, _ in rows for entry in row]
            starts = range(0, len(coded), len(places))
            rows = [
                (coded[start : start + len(places)], height) for start, (_, height) in zip(starts, rows, strict=False)
            ]
        for row, height in rows:
            self._add_codes(builder, row, places, top)
            top += height
        self._add_hints(builder, entries)

    def _add_hints(self, builder: PageBuilder, entries: Sequence[PuzzleEntry]) -> None:
        """Add the hints upside down, with one link to their answers, which begin with that of the first puzzle."""
        block, (hints, height) = builder.block, self._hints(entries)
        for words, marks in hints:
            with builder.part("P", text=words):
                builder.add(turned(marks, block.width, height), dx=block.left, dy=block.bottom - height)
        if hints:
            first = next(entry.number for entry in entries if entry.hints)
            area = block.left, block.bottom - height, block.width, height
            builder.add_links([Link(*area, Place("hint-answer", first))])

    def answered(self, pages: Sequence[PuzzlePage]) -> Sequence[tuple[PuzzleEntry, ...]]:
        """Return for each page the puzzles whose answers it has."""
        return [*[()] * self.turn, *(page.entries for page in pages)][: len(pages)]

    def add_answers(
        self, builder: PageBuilder, entries: Sequence[PuzzleEntry], plan: PagePlan, top: float | None
    ) -> None:
        """Add the answers of puzzles on an earlier page at ``top``, or else above the hints at the foot."""
        if self.answers and entries:
            hints = self.hint_height + FOOT_GAP if self.hint_height else 0.0
            foot = builder.block.bottom - hints - self.answers.height
            self.answers.add(builder, entries, foot if top is None else top, plan)

    def _code_width(self, entry: PuzzleEntry) -> float:
        sizes, metrics = self.context.sizes, self.context.metrics
        number = metrics.width(str(entry.number), "bold") * sizes.body
        words = metrics.width(self.context.messages.text("puzzle.online"), "regular") * sizes.small
        return symbols.qr_code_size(entry.code) + CODE_GAP + max(number, words)

    def _code_rows(self, entries: Sequence[PuzzleEntry]) -> list[tuple[list[PuzzleEntry], float]]:
        """Divide the puzzles with codes into even rows; return each row with its height and the gap below it."""
        coded = [entry for entry in entries if entry.code]
        if not coded:
            return []
        widest = max(self._code_width(entry) for entry in coded) + CODE_SPACING
        max_per_row = max(1, int((self.context.geometry.block(1).width + CODE_SPACING) / widest))
        per_row = -(-len(coded) // -(-len(coded) // max_per_row))
        rows = [coded[start : start + per_row] for start in range(0, len(coded), per_row)]
        heights = [self._row_height(row) + ROW_GAP for row in rows]
        heights[-1] -= ROW_GAP
        return list(zip(rows, heights, strict=True))

    def _row_height(self, row: Sequence[PuzzleEntry]) -> float:
        """Return the height of the codes of a row, or of the words beside them, which large type makes higher."""
        return max(*(symbols.qr_code_size(entry.code) for entry in row), 2 * WORDS_DROP * self.context.sizes.leading)

    def _code_places(self, count: int, edges: Sequence[float], block: Box) -> list[float]:
        """Return where ``count`` or a few more codes of a row begin.

        Each code begins at the left edge of a grid, or codes divide the distance between two such edges.
        """
        if not count:
            return []
        ends = [*edges[1:], block.right + CODE_SPACING]
        a_column = -(-count // len(edges))
        pitches = [(end - start) / a_column for start, end in zip(edges, ends, strict=True)]
        if min(pitches) >= self.widest_code + CODE_SPACING:
            return [start + i * pitch for start, pitch in zip(edges, pitches, strict=True) for i in range(a_column)]
        pitch = (block.width + CODE_SPACING) / count  # too narrow: the whole width
        return [block.left + i * pitch for i in range(count)]

    def _add_codes(self, builder: PageBuilder, row: Sequence[PuzzleEntry], places: Sequence[float], top: float) -> None:
        sizes, soft, online = self.context.sizes, self.context.theme.soft, self.context.messages.text("puzzle.online")
        middle = top + self._row_height(row) / 2
        foot = middle + max(symbols.qr_code_size(entry.code) for entry in row) / 2
        for left, entry in zip(places, row, strict=False):
            side = symbols.qr_code_size(entry.code)
            words: list[Mark] = [
                Text(side + CODE_GAP, -sizes.leading * 0.1, str(entry.number), sizes.body, "bold"),
                Text(side + CODE_GAP, sizes.leading * WORDS_DROP, online, sizes.small, color=soft),
            ]
            with builder.part("Figure", text=f"{entry.number}, {online}"):
                builder.add(symbols.qr_code_marks(entry.code), dx=left, dy=foot - side)
                builder.add(words, dx=left, dy=middle)

    def _hint(self, entry: PuzzleEntry) -> tuple[Run, ...]:
        hints = [run for runs in question_runs(entry, self.context.messages) for run in (Run(" "), *runs)]
        return Run(f"{entry.number} {entry.own_title}".rstrip(), True), *hints

    def _hints(self, entries: Sequence[PuzzleEntry]) -> tuple[list[tuple[str, list[Text]]], float]:
        """Return the hints the right way up, each with its words, with their top left corner at the origin, and their
        height.
        """
        if not self.hints:
            return [], 0.0
        block, metrics = self.context.geometry.block(1), self.context.metrics
        size = max(HINT_SIZE, self.context.sizes.least)  # large print stays large
        hinted = [entry for entry in entries if entry.hints]
        across = 2 if block.width >= TWO_COLUMNS and len(hinted) > 1 else 1
        pitch = (block.width + CODE_SPACING) / across
        per_column = -(-len(hinted) // across)
        hints: list[tuple[str, list[Text]]] = []
        deepest = 0.0
        for column in range(across):
            y = 0.0
            for entry in hinted[column * per_column : (column + 1) * per_column]:
                marks: list[Text] = []
                hints.append((plain_text(self._hint(entry)), marks))
                for line in wrap_text(self._hint(entry), pitch - CODE_SPACING, size, metrics):
                    y += size * HINT_LEADING
                    marks += [
                        Text(column * pitch + piece.x, y - 2.0, piece.text, size, piece.font,
                             color=self.context.theme.soft)
                        for piece in line
                    ]  # fmt: skip
            deepest = max(deepest, y)
        return hints, deepest


WIDEST_PAGE_NUMBER = 888  # no printer binds a thousand pages
LEAST_ROOM = 0.6  # of a column, for a title and its sentence: boards get smaller if they take more lines
NUMBER_GAP = 4.0  # points from the board to the numbers of its rows


@dataclass(frozen=True, slots=True)
class PuzzleSpace:
    """The head and the foot of a section's pages, and its ``context``, whose theme has headings of this section.

    With ``spread`` each puzzle has two facing pages, and the numbers of its rows stand at the fold. ``second_line`` is
    the height in points of the headings' lines below the first, and ``room`` the width that they have. ``hint_below``:
    the page of the hint is named there, because the first line has no room for it. ``labels`` are the names of rows and
    columns, None without them, and ``label_width`` is the width in points of those of rows, for which each column of
    puzzles has space at its left.
    """

    context: LayoutContext
    head: PageHead
    foot: PageFoot
    second_line: float
    room: float = inf
    hint_below: bool = False
    spread: bool = False
    labels: GridLabels | None = None
    label_width: float = 0.0

    @property
    def geometry(self) -> PageGeometry:
        """The geometry of a page with the space for puzzles: between head and foot, and without labels at the left."""
        page = self.head.below(self.foot.above(self.context.geometry))
        if self.spread:
            # The numbers of rows stand at the fold; where pages do not face each other, on either side
            ruler = self.context.metrics.width("60", "regular") * label_size(self.context.sizes) + NUMBER_GAP
            return replace(page, inside=page.inside + ruler, outside=page.outside + (0.0 if page.bound else ruler))
        half = self.label_width / 2  # the same on left and right-hand pages; ``block`` moves it to the left
        return replace(page, inside=page.inside + half, outside=page.outside + half) if half else page

    def block(self, number: int) -> Box:
        """Return the area for the puzzles of page ``number``, right of the labels of rows."""
        box, half = self.geometry.block(number), self.label_width / 2
        return Box(box.left + half, box.top, box.right + half, box.bottom) if half else box

    def add_picture(self, builder: PageBuilder, page: PuzzlePage, is_last: bool) -> None:
        """Add a picture of the ornaments below the only puzzle of a page, but for the last page of a section."""
        if len(page.entries) != 1 or page.arrangement.rows > 1 or is_last:
            return
        block, theme, (entry,) = self.block(builder.number), self.context.theme, page.entries
        height = board_size(entry.puzzle.grid).height * page.arrangement.cell + 2 * theme.puzzle.frame
        foot = page.areas(block, theme)[0].top + theme.header.height + height
        ornaments.add_picture_between(builder, entry.number, foot, block.bottom)

    def first_block(self, number: int) -> Box:
        """Return the area for puzzles below a heading, on a page that has no answers at its foot."""
        box = self.block(number)
        return replace(box, bottom=box.bottom + self.foot.height - self.foot.of_puzzles)

    def places(self, pages: Sequence[PuzzlePage], begin: int, step: int = 1) -> tuple[dict[int, int], dict[int, int]]:
        """Return the pages of puzzles and of their answers by their numbers, from ``begin`` on, ``step`` apart."""
        puzzles = {entry.number: begin + i * step for i, page in enumerate(pages) for entry in page.entries}
        turn = step * self.foot.turn
        return puzzles, {number: page + turn for number, page in puzzles.items()} if turn else {}

    def free_from(self, last: PuzzlePage) -> float | None:
        """Return where the free space of the last page begins; None for a finale or with a foot."""
        if self.foot.answers:
            return self.block(1).top + self.foot.answers.height
        return None if self.foot.height or last.ending else last.foot(self.block(1), self.context.theme)


def puzzle_space(section: BookSection, aids: ReaderAids, context: LayoutContext) -> PuzzleSpace:
    """Return the space for the puzzles of a section with its puzzles per page.

    Raises LayoutError for an own title that is too long for its board.
    """
    space = _space(section, aids, context, second_line_height(section, aids.time, context))
    hint_below = aids.hints == "back" and not _hints_fit(section, space)
    headings = PuzzleHeadings(
        _widest_numbers(section) if hint_below else PagePlan(0, {}),
        context,
        time=aids.time,
        hint_below=hint_below,
        names_kind=section.names_kinds,
    )
    line = LEADING * context.sizes.small
    if widest := _least_width(section, space, headings):
        header = context.theme.header
        header = header.model_copy(update={"least_width": max(header.least_width, widest)})
        context = replace(context, theme=replace(context.theme, header=header))
        space = _space(section, aids, context, line)
    while True:  # more lines leave smaller boards, whose headings begin further to the right
        above = replace(headings, room=_room_of_headings(section, space))
        needed = line * max(map(above.lines_below, section.entries))
        if needed <= space.second_line:
            for entry in section.entries:
                above.check_title(entry)
            return replace(space, hint_below=hint_below, room=above.room)
        space = _space(section, aids, context, needed)


def _least_width(section: BookSection, space: PuzzleSpace, headings: PuzzleHeadings) -> float:
    """Return the width in points that headings need at least, 0 for the usual one: for hints below the first line, and
    for titles and sentences, which does not depend on the boards: these get smaller if sentences take more lines.
    """
    if not any(entry.words for entry in section.entries):
        return max(map(headings.second_width, section.entries)) if headings.hint_below else 0.0
    arrangement = arrange(space.geometry, board_sizes(section), section.per_page, space.context.theme)
    return LEAST_ROOM * space.geometry.block(1).width / arrangement.cols


def _room_of_headings(section: BookSection, space: PuzzleSpace) -> float:
    """Return the width in points from the left edge of the narrowest board to where a heading must end."""
    arrangement = arrange(space.geometry, board_sizes(section), section.per_page, space.context.theme)
    board, page = narrowest_puzzle(section, arrangement.cell, space.context), space.geometry.block(1).width
    if any(
        entry.words for entry in section.entries
    ):  # their titles and sentences are broken where the board ends, if it is wide
        return max(board, space.context.theme.header.least_width)
    if arrangement.cols > 1:
        return inf  # each column is as wide as a heading
    return board if section.spread else (page + board) / 2  # a board stands at the fold, or in the middle of the page


def narrowest_puzzle(section: BookSection, cell: float, context: LayoutContext) -> float:
    """Return the width in points of the narrowest board of a section with its frame."""
    cells = min(board_size(board).width for board in board_sizes(section))
    return cells * cell + 2 * context.theme.puzzle.frame


def _space(section: BookSection, aids: ReaderAids, context: LayoutContext, second_line: float) -> PuzzleSpace:
    theme, labels, wide = context.theme, None, 0.0
    height, gap, cells = theme.header.height + second_line, theme.header.gap, theme.cells
    if aids.labels:
        labels = GridLabels.of(theme, context.sizes, context.messages, context.metrics)
        wide = 0.0 if section.spread else labels.width([entry.puzzle.grid for entry in section.entries])
        height, gap = height + labels.height, gap + labels.height
        cells = cells.model_copy(update={"column_gap": cells.column_gap + wide})
    header = theme.header.model_copy(update={"height": height, "gap": gap})
    context = replace(context, theme=replace(theme, header=header, cells=cells))
    head, foot = PageHead.of(section, aids, context), PageFoot.of(section, aids, context)
    return PuzzleSpace(context, head, foot, second_line, spread=section.spread, labels=labels, label_width=wide)


def _hints_fit(section: BookSection, space: PuzzleSpace) -> bool:
    """Tell whether the first line of all headings has room for the pages of hint and answer, without the difficulty."""
    context = space.context
    cell = arrange(space.geometry, board_sizes(section), section.per_page, context.theme).cell
    headings = PuzzleHeadings(_widest_numbers(section), context, word=False)
    return headings.fit(section.entries, narrowest_puzzle(section, cell, context))


def _widest_numbers(section: BookSection) -> PagePlan:
    widest = dict.fromkeys((entry.number for entry in section.entries), WIDEST_PAGE_NUMBER)
    return PagePlan(0, {}, answers=widest, hints=widest)
