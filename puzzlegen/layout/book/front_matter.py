"""Title page, copyright page, how to play: everything before the first section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import LayoutError
from puzzlegen.language.rich_text import Block, Figure, Heading
from puzzlegen.layout.book.figures import legend, taught, worked
from puzzlegen.layout.book.inputs import BookText, Rules
from puzzlegen.layout.book.parts import Listing, Part, Plan
from puzzlegen.layout.book.title_ornament import ornament
from puzzlegen.layout.core.document import Page, Picture
from puzzlegen.layout.core.sheet import Setting, Sheet
from puzzlegen.layout.core.text import SetLine, plain, wrap
from puzzlegen.layout.core.text_columns import Column, Item, column_height, columns, items, overlong
from puzzlegen.units import to_mm

TITLE_SCALES = ((1.0, 2), (0.85, 2), (0.72, 3), (0.6, 4))  # share of the display size, lines it may take


def title_part(text: BookText, shown: Puzzle, setting: Setting) -> Part:
    """The title page; ``shown`` is its ornament.

    Raises LayoutError when the title is too long even at its smallest.
    """
    _title(text.title, setting.page.block(1).width, setting)
    return Part("title", 1, lambda number, _: [_title_page(text, shown, number, setting)], recto=False)


def _title_page(text: BookText, shown: Puzzle, number: int, setting: Setting) -> Page:
    """Title and subtitle above a large grid of the book, author at the foot; all on one edge or one axis."""
    sheet = Sheet(number, "title", setting, folio=False)
    block, sizes, metrics = sheet.block, setting.sizes, setting.metrics
    size, lines = _title(text.title, block.width, setting)
    y = block.top + size
    for line in lines:
        sheet.put_display(line, y, size)
        y += size * 1.1
    y -= size * 1.1
    subtitle_size = sizes.body + 4
    y += subtitle_size * 1.9
    for line in wrap(plain(text.subtitle), block.width, subtitle_size, metrics):
        sheet.put_display(line, y, subtitle_size)
        y += subtitle_size * 1.35
    foot = block.bottom
    for line in reversed(wrap(plain(text.author), block.width, subtitle_size, metrics)):
        sheet.put_display(line, foot, subtitle_size)
        foot -= subtitle_size * 1.35
    foot -= subtitle_size * 1.65 if text.author else 0.0
    if text.logo is not None:
        foot = min(foot, _put_logo(text.logo, sheet, foot, bool(text.author)))
    found = ornament(shown, (block.width, foot - y - sizes.leading), setting)
    if found is not None:  # many words on a low page: better no ornament than a stamp
        left = block.left + ((block.width - found.width) / 2 if setting.theme.align == "centre" else 0.0)
        sheet.put(found.marks, [found.place], left, foot - found.height)
    return sheet.page()


def _put_logo(logo: Picture, sheet: Sheet, foot: float, author: bool) -> float:
    """At the foot, at the right of the author's name; on its own line above it where all stands on one axis.

    Returns the foot of what is left above. Raises LayoutError for a logo that takes the page over.
    """
    block, setting = sheet.block, sheet.setting
    if logo.height > block.height / 4 or logo.width > block.width / 2:
        most = min(block.width / 2, block.height / 4 * logo.width / logo.height)
        raise LayoutError(f"the logo is too large for its page: set logo.width_mm to {to_mm(most):.0f} or less")
    if setting.theme.align == "centre":
        top = foot - logo.height if author else block.bottom - logo.height
        sheet.put([logo], dx=(block.left + block.right - logo.width) / 2, dy=top)
    else:
        top = block.bottom - logo.height
        sheet.put([logo], dx=block.right - logo.width, dy=top)
    return top - setting.sizes.leading


def _title(title: str, width: float, setting: Setting) -> tuple[float, list[SetLine]]:
    """The largest size at which the title stays within its lines, and the lines."""
    for share, most in TITLE_SCALES:
        size = setting.sizes.display * share
        lines = wrap(plain(title, True), width, size, setting.metrics)
        if len(lines) <= most and all(setting.text.width(line, size) <= width for line in lines):
            return size, lines
    fits = round(most * width / (size * 0.6))
    raise LayoutError(f"title: {title!r} is too long for its page: about {fits} characters in short words fit")


def copyright_part(text: BookText, setting: Setting) -> Part:
    """The copyright page. Raises LayoutError when it needs more than one."""
    return _foot_part("copyright", "front_matter.copyright", text.copyright, setting)


def colophon_part(text: BookText, setting: Setting) -> Part:
    """The colophon on a page of its own. Raises LayoutError when it needs more than one."""
    return _foot_part("colophon", f"templates/{setting.words.code}/colophon.md", text.colophon, setting)


def _foot_part(key: str, source: str, text: Sequence[Block], setting: Setting) -> Part:
    """One page with the text at its foot."""
    flow = items(text, setting.measure() * 0.85, setting.text)
    height = setting.page.block(1).height
    found = columns(flow, [height])
    if len(found) > 1:
        over = overlong(flow, height, setting.sizes.leading)
        raise LayoutError(f"{source}: the words do not fit one page: shorten them by {over} lines")

    def draw(number: int, _: Plan) -> Iterator[Page]:
        sheet = Sheet(number, key, setting, folio=False)
        sheet.put_column(found[0], sheet.block.left, sheet.block.bottom - column_height(found[0]))
        yield sheet.page()

    return Part(key, 1, draw, recto=False)


def how_to_play_part(rules: Rules, setting: Setting) -> Part:
    """The rules with the marks and the worked example where the text names them, on as many pages as they need."""
    block = setting.page.block(1)
    figures: dict[str, list[Item]] = {"marks": legend(rules.variant, setting)}
    if rules.example is not None:
        figures["example"] = worked(rules.example, block.width, setting)
    flow = items(rules.text, setting.measure(), setting.text, figures)
    key = f"how-to-play {rules.variant.words}".strip()
    return text_part(key, rules.text, columns(flow, [block.height]), setting)


def techniques_part(text: BookText, setting: Setting) -> Part:
    """The techniques, each with its figures in one piece."""
    block, measure = setting.page.block(1), setting.measure()
    flow = items(text.techniques, measure, setting.text)
    for lesson in text.lessons:
        name = next(part.name for part in lesson.text if isinstance(part, Figure))
        piece = items(lesson.text, measure, setting.text, {name: taught(lesson, block.width, setting)})
        piece[0] = replace(piece[0], before=1.5 * setting.sizes.leading)
        flow += [*(replace(item, keep=True) for item in piece[:-1]), piece[-1]]
    return text_part("techniques", text.techniques, columns(flow, [block.height]), setting)


def text_part(key: str, text: Sequence[Block], found: Sequence[Column], setting: Setting) -> Part:
    """A text set in columns, one a page, from the head of the block. Its first heading is its title in the contents."""
    filled = [column for column in found if column]

    def draw(first: int, _: Plan) -> Iterator[Page]:
        for number, column in enumerate(filled, start=first):
            sheet = Sheet(number, key, setting)
            sheet.put_column(column, sheet.block.left, sheet.block.top)
            yield sheet.page()

    title = next(("".join(run.text for run in block.runs) for block in text if isinstance(block, Heading)), "")
    return Part(key, len(filled), draw, listing=Listing(title) if title else None)
