"""Lays out the pages of hints, with their answers upside down below them or on separate pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from puzzlegen.errors import LayoutError
from puzzlegen.language.explanations import labeled_hints
from puzzlegen.language.markdown import plain_text
from puzzlegen.language.markdown_blocks import Heading, Paragraph, Run
from puzzlegen.language.messages import Messages
from puzzlegen.layout.book.back_matter import list_part
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry
from puzzlegen.layout.book.page_plan import BookPart
from puzzlegen.layout.core.document import (
    Link,
    PagePart,
    Place,
    PlaceKind,
    TaggedMarks,
    Target,
    Text,
    moved,
    turned,
)
from puzzlegen.layout.core.page_builder import LayoutContext
from puzzlegen.layout.core.text import (
    COLUMN_GAP,
    ColumnItem,
    ListPage,
    TextLine,
    column_width,
    list_pages,
    text_items,
    text_run,
    wrap_text,
)

MIN_COLUMN = 200 / 9  # width of a column of hints in sizes of its type: about 45 letters
LEADINGS = (1.35, 1.3, 1.25, 1.2)  # of the small type, from the loosest setting to the tightest
ANSWER_GAP = 0.25  # of a line, between a question and its answer and behind the answer


@dataclass(frozen=True, slots=True)
class _Words:
    """Some lines of a list of hints, upright or ``turned`` upside down, and their ``text`` without line ends."""

    lines: tuple[TextLine, ...]
    text: str
    turned: bool = False


class _Places(NamedTuple):
    """What the row of a puzzle is for links, what it leads to, and what its words lead to instead, if anything else."""

    target: PlaceKind
    row: PlaceKind
    words: PlaceKind | None = None


def question_runs(entry: PuzzleEntry, messages: Messages) -> list[tuple[Run, ...]]:
    """Return the question of each hint of a puzzle, behind its label in bold."""
    return [_behind(label, hint.question) for label, hint in labeled_hints(entry.hints, messages)]


def _behind(label: str, words: str) -> tuple[Run, ...]:
    return (Run(label, True), Run(f" {words}")) if label else (Run(words),)


def hints_part(sections: Sequence[BookSection], with_answers: bool, context: LayoutContext) -> BookPart:
    """Make the pages of hints for all puzzles that have any, in the order of their numbers.

    The answers are upside down below the questions, or left out. Raises LayoutError for a hint that is longer than a
    page.
    """
    messages = context.messages
    where = messages.text("hints.turned" if with_answers else "hints.apart")
    note = f"{messages.text('hints.note', cell=messages.cell(1, 2))} {where}"

    def words(entry: PuzzleEntry, measure: float) -> list[_Words]:
        found = _own_title(entry, measure, context)
        for label, hint in labeled_hints(entry.hints, messages):
            found.append(_words(_behind(label, hint.question), measure, context))
            if with_answers:
                found.append(replace(_words((Run(hint.answer),), measure, context), turned=True))
        return found

    places = _Places("hint", "puzzle", None if with_answers else "hint-answer")
    pages = _pages(sections, (messages.text("hints.heading"), note), words, places, context)
    part = list_part("hints", messages.text("hints.heading"), pages, (), context)
    return replace(part, hints=_pages_of_hints(pages))


def hint_answers_part(sections: Sequence[BookSection], at_foot: bool, context: LayoutContext) -> BookPart:
    """Make the pages of the answers to all hints, which stand on other pages: with ``at_foot`` on those of the puzzles.

    Raises LayoutError for an answer that is longer than a page.
    """
    messages = context.messages
    heading = messages.text("hints.answers")

    def words(entry: PuzzleEntry, measure: float) -> list[_Words]:
        hints = labeled_hints(entry.hints, messages)
        answers = [_words(_behind(label, hint.answer), measure, context) for label, hint in hints]
        return _own_title(entry, measure, context) + answers

    places = _Places("hint-answer", "puzzle" if at_foot else "hint")
    pages = _pages(sections, (heading, ""), words, places, context)
    return list_part("hint-answers", heading, pages, (), context)


def _own_title(entry: PuzzleEntry, measure: float, context: LayoutContext) -> list[_Words]:
    """Return the own title of a puzzle as the first line of its row, if it has one."""
    title = entry.own_title
    return [_words(text_run(title, bold=True), measure, context)] if title else []


def _words(runs: tuple[Run, ...], measure: float, context: LayoutContext) -> _Words:
    return _Words(tuple(wrap_text(runs, measure, context.sizes.small, context.metrics)), plain_text(runs))


def _pages(
    sections: Sequence[BookSection],
    head: tuple[str, str],
    words: Callable[[PuzzleEntry, float], list[_Words]],
    places: _Places,
    context: LayoutContext,
) -> list[ListPage]:
    """Set a list with a row for each puzzle that has hints, under the names of their sections.

    ``head`` is the heading and a note. ``words`` returns what a row has within a width in points.
    """
    block, size = context.geometry.block(1), context.sizes.small
    across = 2 if block.width >= 2 * MIN_COLUMN * size + COLUMN_GAP else 1
    heading, note = Heading(1, text_run(head[0])), Paragraph(text_run(head[1]))
    top = text_items([heading, note] if head[1] else [heading], context.measure(), context.text)
    width = min(column_width(across, block.width), context.measure())
    hinted = [[entry for entry in section.entries if entry.hints] for section in sections]
    indent = _indent([entry for entries in hinted for entry in entries], context)
    found = {entry.number: words(entry, width - indent) for entries in hinted for entry in entries}

    def flow(leading: float) -> list[ColumnItem]:
        items: list[ColumnItem] = []
        for section, entries in zip(sections, hinted, strict=True):
            items += [_section_label(section, context)] if entries else []
            rows = [_row(one.number, found[one.number], leading, (indent, width), places, context) for one in entries]
            # those of a section are one list
            items += [replace(row, parts=(replace(row.parts[0], shared=1), *row.parts[1:])) if i else row
                      for i, row in enumerate(rows)]  # fmt: skip
        return items

    highest = block.height - context.sizes.leading
    leadings = [share * size for share in LEADINGS]
    too_long = [number for number, some in found.items() if _height(some, leadings[0]) > highest]
    if too_long:
        raise LayoutError(
            f"the hints of puzzle {too_long[0]} are longer than a page in the theme {context.theme.name}: "
            "choose hints: none, larger pages, or an easier difficulty",
            at=("aids", "hints"),
        )
    return list_pages(top, map(flow, leadings), across, block, context.sizes.leading)


def _pages_of_hints(pages: Sequence[ListPage]) -> dict[int, int]:
    """Return the page of the hints of each puzzle, counted from 0."""
    return {
        link.place.number: i
        for i, page in enumerate(pages)
        for _, _, column in page.columns
        for _, item in column
        for link in item.links
        if isinstance(link, Target)
    }


def _indent(entries: Sequence[PuzzleEntry], context: LayoutContext) -> float:
    """Return the indent of the words, which leaves space for the widest number."""
    widest = max((context.metrics.width(str(entry.number), "bold") for entry in entries), default=0.0)
    return widest * context.sizes.small + context.sizes.small * 0.8


def _section_label(section: BookSection, context: LayoutContext) -> ColumnItem:
    sizes = context.sizes
    name = Text(0.0, sizes.body, section.name, sizes.body, "bold")
    parts = (PagePart(("H2",), range(1)),)
    return ColumnItem(sizes.body + 5.0, (name,), before=sizes.leading, keep=True, parts=parts)


def _height(words: Sequence[_Words], leading: float) -> float:
    return leading * sum(len(one.lines) + 2 * ANSWER_GAP * one.turned for one in words)


def _row(
    number: int,
    words: Sequence[_Words],
    leading: float,
    sides: tuple[float, float],
    places: _Places,
    context: LayoutContext,
) -> ColumnItem:
    """Set the words for a puzzle; ``sides`` are their left and the right side of the column."""
    size, (indent, width) = context.sizes.small, sides
    tagged = TaggedMarks()
    with tagged.part("L", "LI", "Lbl", "Link", link=0):
        tagged.marks.append(Text(0.0, size, str(number), size, "bold"))
    y = 0.0
    for i, one in enumerate(words):
        y += leading * ANSWER_GAP * one.turned
        lines = [
            Text(piece.x, size + at * leading, piece.text, size, piece.font, color=context.text.color)
            for at, line in enumerate(one.lines)
            for piece in line
        ]
        height = leading * len(one.lines)
        if one.turned:
            lines = [replace(text, color=context.theme.soft) for text in turned(lines, width - indent, height)]
        with tagged.part("L", "LI", "LBody", "P", text=one.text, shared=min(2 + i, 3)):
            tagged.marks += moved(lines, indent, y)
        y += height + leading * ANSWER_GAP * one.turned
    before = leading * 0.4
    y = max(y, context.geometry.least_link - before)
    begin = max(indent, context.geometry.least_link) if places.words else width
    links = [Link(0.0, 0.0, begin, y, Place(places.row, number))]
    if places.words:
        links.append(Link(begin, 0.0, width - begin, y, Place(places.words, number)))
    areas: tuple[Link | Target, ...] = (Target(0.0, 0.0, Place(places.target, number)), *links)
    return ColumnItem(y, tuple(tagged.marks), before=before, links=areas, parts=tuple(tagged.parts))
