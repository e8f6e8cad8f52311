"""The page of a daily puzzle for home printers, with the solution of the puzzle before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.errors import LayoutError
from puzzlegen.language.markdown_blocks import Run
from puzzlegen.language.messages import Paper, TitleWords
from puzzlegen.layout.core import grid_marks
from puzzlegen.layout.core.columns import rows_in_columns
from puzzlegen.layout.core.document import (
    BoardSize,
    Box,
    Mark,
    Metrics,
    Page,
    PagePart,
    PlacedGrid,
    Tag,
    Text,
    board_size,
    check_glyphs,
    moved,
    place_board,
)
from puzzlegen.layout.core.symbols import BETWEEN_FACTS, MARK_SIZE, difficulty_symbols
from puzzlegen.layout.core.text import TextLine, text_run, wrap_text
from puzzlegen.layout.core.theme import DEFAULT
from puzzlegen.units import inches, mm, to_mm

PAPERS: Mapping[Paper, tuple[float, float]] = {"a4": (mm(210), mm(297)), "letter": (inches(8.5), inches(11))}
SIDE, HEAD, FOOT = mm(19), mm(17), mm(16)  # margins that every home printer can print within
MAX_CELL = mm(18)  # larger cells look like a poster
MIN_COLUMN = mm(120)  # width that the words need beside a small board
MAX_NAME, MIN_NAME = 23.0, 15.0  # points: type of the series name and the number
BODY, SMALL = 11.5, 9.5
LEADING = 13.5  # of the small type
ADDRESS, ADDRESS_LINE = 8.5, 24.0  # points: type of the address; its height if it is not beside the solution
DATE_DROP, RULES_DROP, IDEA_DROP, GRID_DROP = (
    22.0,
    26.0,
    18.0,
    15.0,
)  # baseline to baseline; from the last one to the frame
BELOW = 24.0  # white between the puzzle and the foot
BESIDE = 14.0  # between the solution and its label, or the solution beside it
LABEL_DROP = mm(5)  # from a line above the text block to it
LABEL_GAP = 5.0  # from the baseline of a label over the solution to its frame
# Height of the solution if its cells are large enough for it, and the most it may take.
SOLUTION_HEIGHT, MAX_SOLUTION_HEIGHT = mm(52), mm(90)
_OVER = DEFAULT.answer.frame - DEFAULT.answer.lines / 2  # the frame of a solution beyond its cells


@dataclass(frozen=True, slots=True)
class DailyWords:
    """The words of the page. Of four marks beside the ``difficulty``, ``stars`` are solid.

    ``over`` are the words over the puzzle. ``solution`` and
    ``solution_date`` are the label of the solution at the foot. Screen readers read ``puzzle_text`` and
    ``solution_text`` in place of the boards.
    """

    title: str
    number: str
    date: str
    difficulty: str
    stars: int
    facts: tuple[str, ...]
    rules: str
    address: str
    solution: str = ""
    solution_date: str = ""
    puzzle_text: str = ""
    solution_text: str = ""
    over: TitleWords | None = None


@dataclass(frozen=True, slots=True)
class PreviousPuzzle:
    """The puzzle whose solution is printed at the foot."""

    number: int
    graded: GradedPuzzle

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return self.graded.puzzle


def lay_out_daily_page(
    number: int, puzzle: Puzzle, previous: PreviousPuzzle | None, words: DailyWords, paper: Paper, metrics: Metrics
) -> Page:
    """Lay out the page in points. The solution is left out if it is too large or would make cells too small.

    Raises LayoutError for a board whose cells would be too small to write in, and for words that the font has no
    glyphs for.
    """
    width, height = PAPERS[paper]
    block = Box(SIDE, HEAD, width - SIDE, height - FOOT)
    area = _solution_area(previous, words, metrics) if previous else None
    beside = area is not None and _fits(words.address, MIN_COLUMN - area.width - BESIDE, metrics)
    line = 0.0 if beside else ADDRESS_LINE
    foot = line + (area.height if area else 0.0)
    cell, column = _cell(puzzle.grid, block, foot, words, metrics)
    if cell < DEFAULT.cells.least:
        if previous:
            return lay_out_daily_page(number, puzzle, None, words, paper, metrics)
        raise LayoutError(
            f"a page for the printer gives a board of {puzzle.grid} cells only {to_mm(max(0.0, cell)):.1f} mm a cell, "
            f"under {to_mm(DEFAULT.cells.least):g}; take a smaller board"
        )
    if not _fits(words.address, column, metrics):
        raise _too_long(words.address, column)
    over = DEFAULT.puzzle.frame - DEFAULT.puzzle.lines / 2  # the frame beyond the cells
    left = (width - column) / 2
    head, drop = _head(words, column, metrics)
    place = place_board(puzzle.grid, number, "puzzle", (left + over, block.top + drop + over), cell)
    groups = [replace(group, marks=moved(group.marks, left, block.top)) for group in head]
    board = grid_marks.puzzle_marks(puzzle, place, DEFAULT.puzzle, metrics)
    groups.append(_Group("Figure", board, words.puzzle_text))
    grids = [place]
    if area and previous:
        answer = area.placed(left, block.bottom - line)
        groups += area.groups(answer, words, metrics)
        grids.append(answer)
    address = Text(left, block.bottom, words.address, ADDRESS, color=DEFAULT.soft)
    if beside:
        address = replace(address, x=left + column, anchor="end")
    groups.append(_Group("P", [address]))
    return _page(paper, groups, grids, metrics)


def answer_pages(answers: Iterable[tuple[PreviousPuzzle, DailyWords]], paper: Paper, metrics: Metrics) -> list[Page]:
    """Lay out the answers of puzzles in rows, each below its label, on as few pages as that takes."""
    width, bottom = PAPERS[paper][0] - 2 * SIDE, PAPERS[paper][1] - FOOT
    pages: list[tuple[list[_Group], list[PlacedGrid]]] = []
    areas, top = [], bottom
    for previous, words in answers:
        size = board_size(previous.puzzle.grid, rim=False)
        cell = min(SOLUTION_HEIGHT / size.height, MIN_COLUMN / size.width, DEFAULT.cells.key_most)
        areas.append((_SolutionArea(previous, cell, 2 * LEADING), words))
    widest = max(max(area.width, area.label_width(words, metrics)) for area, words in areas)
    for row in rows_in_columns(areas, int((width + BESIDE) // (widest + BESIDE)), widest, width):
        height = max(area.height for (area, _), _ in row)
        if top + height > bottom:
            pages.append(([], []))
            top = HEAD
        for (area, words), left in row:
            answer = area.placed(SIDE + left, top + area.height)
            pages[-1][0].extend(area.groups(answer, words, metrics))
            pages[-1][1].append(answer)
        top += height + BELOW
    return [_page(paper, groups, grids, metrics) for groups, grids in pages]


def with_label(page: Page, label: str, metrics: Metrics) -> Page:
    """Return a page with a line above its text block."""
    line = Text(page.width / 2, page.block.top - LABEL_DROP, label, SMALL, anchor="middle", color=DEFAULT.soft)
    check_glyphs([line], metrics)
    part = PagePart(("P",), range(len(page.marks), len(page.marks) + 1))
    return replace(page, marks=(*page.marks, line), parts=(*(page.parts or ()), part))


def _page(paper: Paper, groups: Sequence[_Group], grids: Sequence[PlacedGrid], metrics: Metrics) -> Page:
    width, height = PAPERS[paper]
    marks = tuple(mark for group in groups for mark in group.marks)
    check_glyphs(marks, metrics)
    block = Box(SIDE, HEAD, width - SIDE, height - FOOT)
    return Page(1, "daily", width, height, block, marks, tuple(grids), parts=tuple(_parts(groups)))


@dataclass(frozen=True, slots=True)
class _Group:
    """Marks that a screen reader reads together, or in place of which it reads ``text``."""

    tag: Tag
    marks: list[Mark]
    text: str = ""


def _parts(groups: Iterable[_Group]) -> Iterator[PagePart]:
    """Yield the parts of a page whose marks are those of groups, one after the other."""
    first = 0
    for group in groups:
        yield PagePart((group.tag,), range(first, first + len(group.marks)), group.text)
        first += len(group.marks)


def check_address(address: str, metrics: Metrics) -> None:
    """Raise LayoutError for an address that does not fit the pages of small boards, which have a narrow column."""
    if not _fits(address, MIN_COLUMN, metrics):
        raise _too_long(address, MIN_COLUMN)


def _too_long(address: str, column: float) -> LayoutError:
    return LayoutError(
        f"the address {address} is too long for a line of {to_mm(column):.0f} mm on paper: publish in a folder with a "
        "shorter one"
    )


@dataclass(frozen=True, slots=True)
class _SolutionArea:
    """The area of the solution at the foot: the side of its cells, and the height of the label above it.

    That height is 0 if the label is beside the solution, and of two lines if its date is below its number.
    """

    previous: PreviousPuzzle
    cell: float
    above: float = 0.0

    @property
    def size(self) -> BoardSize:
        return board_size(self.previous.puzzle.grid, rim=False)

    @property
    def width(self) -> float:
        return self.size.width * self.cell + 2 * _OVER

    @property
    def height(self) -> float:
        return self.above + self.size.height * self.cell + 2 * _OVER

    def placed(self, left: float, bottom: float) -> PlacedGrid:
        top = bottom - self.height + self.above + _OVER
        corner = left + _OVER, top
        return place_board(self.previous.puzzle.grid, self.previous.number, "answer", corner, self.cell, rim=False)

    def groups(self, answer: PlacedGrid, words: DailyWords, metrics: Metrics) -> list[_Group]:
        """Return label and board of the solution in its place."""
        draw = grid_marks.picture_marks if self.previous.graded.answer_is_picture else grid_marks.answer_marks
        board = draw(self.previous.puzzle, self.previous.graded.solution, answer, DEFAULT.answer, metrics)
        label = self.label(answer.x - _OVER, answer.y - _OVER, words, metrics)
        label_text = f"{words.solution}, {words.solution_date}"
        return [_Group("P", label, label_text), _Group("Figure", board, words.solution_text)]

    def label_width(self, words: DailyWords, metrics: Metrics) -> float:
        return max(metrics.width(words.solution, "bold"), metrics.width(words.solution_date, "regular")) * SMALL

    def label(self, left: float, top: float, words: DailyWords, metrics: Metrics) -> list[Mark]:
        if self.above > LEADING:
            x, y, drop = left, top - LABEL_GAP - LEADING, LEADING
        elif self.above:
            x, y, drop = left + metrics.width(words.solution, "bold") * SMALL + SMALL, top - LABEL_GAP, 0.0
        else:
            left, y = left + self.width + BESIDE, top + metrics.cap_height("bold") * SMALL
            x, drop = left, LEADING
        date = Text(x, y + drop, words.solution_date, SMALL, color=DEFAULT.soft)
        return [Text(left, y, words.solution, SMALL, "bold"), date]


def _solution_area(previous: PreviousPuzzle, words: DailyWords, metrics: Metrics) -> _SolutionArea | None:
    """Return the area of the solution, or None if its cells would be too small to read."""
    size, least = board_size(previous.puzzle.grid, rim=False), grid_marks.least_key_cell(DEFAULT, metrics)
    if previous.graded.answer_is_picture:
        least *= grid_marks.PICTURE_CELL
    area = _SolutionArea(previous, max(least, min(SOLUTION_HEIGHT / size.height, DEFAULT.cells.key_most)))
    if area.width > MIN_COLUMN or area.height > MAX_SOLUTION_HEIGHT:
        return None
    label = area.label_width(words, metrics)
    return area if area.width + BESIDE + label <= MIN_COLUMN else replace(area, above=LEADING)


def _cell(grid: Grid, block: Box, foot: float, words: DailyWords, metrics: Metrics) -> tuple[float, float]:
    """Return the side of a cell, and the width of the page's column: that of the board or of the words."""
    edge, size = 2 * DEFAULT.puzzle.frame - DEFAULT.puzzle.lines, board_size(grid)
    cell = min(MAX_CELL, (block.width - edge) / size.width)
    while True:
        column = max(cell * size.width + edge, MIN_COLUMN)
        _, drop = _head(words, column, metrics)
        room = (block.height - drop - edge - BELOW - foot) / size.height
        if cell <= room or cell < DEFAULT.cells.least:
            break
        cell = min(room, cell - 0.25)  # a narrower column may need another line for its words
    return cell, column


def _head(words: DailyWords, column: float, metrics: Metrics) -> tuple[list[_Group], float]:
    """Return name, number, date, difficulty and rules from the column's corner, and their height with the gap below."""
    gap = MIN_NAME
    size = MAX_NAME
    while size > MIN_NAME and _heading_width(words.title, words.number, gap, metrics) * size > column:
        size -= 0.5
    taken = metrics.width(words.number, "bold") * size + gap
    lines = wrap_text(text_run(words.title, bold=True), column - taken, size, metrics)
    y = metrics.cap_height("bold") * size
    heading = _set_lines(lines, y, size, size * 1.15)
    heading.append(Text(column, y, words.number, size, "bold", "end"))
    y += (len(lines) - 1) * size * 1.15 + DATE_DROP
    dated, y = _dated(words, column, y, metrics)
    if words.over is not None:
        y += RULES_DROP
        title, sentence = words.over
        runs = (Run(f"{title}.", True), Run(f" {sentence}")) if sentence else (Run(title, True),)
        lines = wrap_text(runs, column, BODY, metrics)
        dated.append(_Group("P", _set_lines(lines, y, BODY, 1.3 * BODY), "".join(run.text for run in runs)))
        y += (len(lines) - 1) * 1.3 * BODY
    y += IDEA_DROP if words.over is not None else RULES_DROP
    rules = _balanced(words.rules, column, metrics)
    groups = [
        _Group("H1", heading, f"{words.title} {words.number}"),
        *dated,
        _Group("P", _set_lines(rules, y, SMALL, LEADING), words.rules),
    ]
    return groups, y + (len(rules) - 1) * LEADING + GRID_DROP


def _set_lines(lines: Iterable[TextLine], y: float, size: float, leading: float) -> list[Mark]:
    """Return the marks of lines; ``y`` is the first baseline."""
    return [
        Text(piece.x, y + i * leading, piece.text, size, piece.font) for i, line in enumerate(lines) for piece in line
    ]


def _dated(words: DailyWords, column: float, y: float, metrics: Metrics) -> tuple[list[_Group], float]:
    """Return the date, difficulty and par at the right or below it if they do not fit, and the last baseline."""
    middle = -metrics.cap_height("regular") * SMALL / 2
    signs, wide = difficulty_symbols(DEFAULT, words.stars, 0.0, middle, SMALL * MARK_SIZE)
    facts = BETWEEN_FACTS.join((words.difficulty, *words.facts))
    start = wide + 0.7 * SMALL
    group: list[Mark] = [*signs, Text(start, 0.0, facts, SMALL, color=DEFAULT.soft)]
    wide = start + metrics.width(facts, "regular") * SMALL
    date = _Group("P", [Text(0.0, y, words.date, BODY)])
    across = column - wide
    if metrics.width(words.date, "regular") * BODY + BODY + wide > column:
        across, y = 0.0, y + 1.4 * SMALL
    return [date, _Group("P", moved(group, across, y), ", ".join((words.difficulty, *words.facts)))], y


def _heading_width(title: str, number: str, gap: float, metrics: Metrics) -> float:
    """Return the width of title and number at size 1, with a gap in proportion."""
    return metrics.width(title, "bold") + metrics.width(number, "bold") + gap / MAX_NAME


def _fits(address: str, room: float, metrics: Metrics) -> bool:
    return metrics.width(address, "regular") * ADDRESS <= room


def _balanced(text: str, column: float, metrics: Metrics) -> list[TextLine]:
    """Break text into as few lines as the column allows, of about equal length."""
    lines = wrap_text(text_run(text), column, SMALL, metrics)
    for share in (0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95):
        narrow = wrap_text(text_run(text), column * share, SMALL, metrics)
        if len(narrow) == len(lines):
            return narrow
    return lines
