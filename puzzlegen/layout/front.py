"""Title page, copyright page, how to play: everything before the first section."""

from __future__ import annotations

from puzzlegen.errors import LayoutError
from puzzlegen.layout.document import Page, PlacedGrid
from puzzlegen.layout.figures import legend, worked
from puzzlegen.layout.flow import Item, column_height, columns, items
from puzzlegen.layout.grids import puzzle_marks
from puzzlegen.layout.records import BookText, Entry
from puzzlegen.layout.sheet import Setting, Sheet
from puzzlegen.layout.text import SetLine, plain, wrap

TITLE_SCALES = ((1.0, 2), (0.85, 2), (0.72, 3), (0.6, 4))  # share of the display size, lines it may take


def title_page(text: BookText, ornament: Entry, number: int, setting: Setting) -> Page:
    """Title and subtitle above a large grid of the book, author at the foot; all on one left edge.

    Raises LayoutError when the title is too long even at its smallest.
    """
    sheet = Sheet(number, "title", setting, folio=False)
    block, sizes, metrics = sheet.block, setting.sizes, setting.metrics
    size, lines = _title(text.title, block.width, setting)
    y = block.top + size
    for line in lines:
        sheet.put(setting.text.line(line, y, size), dx=block.left)
        y += size * 1.1
    y -= size * 1.1
    subtitle_size = sizes.body + 4
    y += subtitle_size * 1.9
    for line in wrap(plain(text.subtitle), block.width, subtitle_size, metrics):
        sheet.put(setting.text.line(line, y, subtitle_size), dx=block.left)
        y += subtitle_size * 1.35
    foot = block.bottom
    for line in reversed(wrap(plain(text.author), block.width, subtitle_size, metrics)):
        sheet.put(setting.text.line(line, foot, subtitle_size), dx=block.left)
        foot -= subtitle_size * 1.35
    foot -= subtitle_size * 1.65 if text.author else 0.0
    grid = ornament.puzzle.grid
    room = min(block.width, (foot - y - sizes.leading) * grid.width / grid.height) - 2 * setting.theme.puzzle.frame
    cell = min(room / grid.width, setting.theme.most_cell * 1.6)
    high = cell * grid.height + 2 * setting.theme.puzzle.frame
    if cell < setting.theme.key_cell:
        return sheet.page()  # many words on a low page: better no ornament than a stamp
    place = PlacedGrid(
        0, "ornament", number, block.left + setting.theme.puzzle.frame, foot - high + setting.theme.puzzle.frame,
        cell, grid.width, grid.height,
    )  # fmt: skip
    sheet.put(puzzle_marks(ornament.puzzle, place, setting.theme.puzzle, metrics), [place])
    return sheet.page()


def _title(title: str, width: float, setting: Setting) -> tuple[float, list[SetLine]]:
    """The largest size at which the title stays within its lines, and the lines."""
    for share, most in TITLE_SCALES:
        size = setting.sizes.display * share
        lines = wrap(plain(title, True), width, size, setting.metrics)
        if len(lines) <= most and all(_end(line, size, setting) <= width for line in lines):
            return size, lines
    fits = round(most * width / (size * 0.6))
    raise LayoutError(f"title {title!r} is too long for its page: about {fits} characters in short words fit")


def _end(line: SetLine, size: float, setting: Setting) -> float:
    return max(piece.x + setting.metrics.width(piece.text, piece.font) * size for piece in line)


def copyright_page(text: BookText, number: int, setting: Setting) -> Page:
    """The given text at the foot of the page.

    Raises LayoutError when it needs more than one page.
    """
    sheet = Sheet(number, "copyright", setting, folio=False)
    flow = items(text.copyright, setting.measure() * 0.85, setting.text)
    found = columns(flow, [sheet.block.height])
    if len(found) > 1:
        raise LayoutError("the copyright text does not fit one page: shorten copyright.md")
    sheet.put_column(found[0], sheet.block.left, sheet.block.bottom - column_height(found[0]))
    return sheet.page()


def how_to_play(text: BookText, first: int, setting: Setting) -> list[Page]:
    """The rules with the marks and the worked example where the text names them, on as many pages as they need."""
    block = setting.page.block(first)
    figures: dict[str, list[Item]] = {"marks": legend(setting)}
    if text.example is not None:
        figures["example"] = worked(text.example, block.width, setting)
    flow = items(text.how_to_play, setting.measure(), setting.text, figures)
    pages = []
    for i, column in enumerate(columns(flow, [block.height])):
        if column:
            sheet = Sheet(first + i, "how-to-play", setting)
            sheet.put_column(column, sheet.block.left, sheet.block.top)
            pages.append(sheet.page())
    return pages
