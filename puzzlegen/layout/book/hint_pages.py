"""Lays out the pages of hints, with their answers upside down below them or on separate pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from puzzlegen.errors import LayoutError
from puzzlegen.language.explanations import labeled_hints
from puzzlegen.language.markdown import plain_text
from puzzlegen.language.markdown_blocks import Run
from puzzlegen.language.messages import Messages
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry
from puzzlegen.layout.book.page_plan import BookPart, columns_part, ending_open
from puzzlegen.layout.core.columns import COLUMN_GAP, ColumnItem, column_width, item_of, list_pages, name_item
from puzzlegen.layout.core.document import Link, Place, PlaceKind, TaggedMarks, Target, Text, moved, turned
from puzzlegen.layout.core.page_builder import LayoutContext
from puzzlegen.layout.core.text import TextLine, text_run

MIN_COLUMN = 200 / 9  # width of a column of hints in sizes of its type: about 45 letters
LEADINGS = (1.35, 1.3, 1.25, 1.2)  # of the small type, from the loosest setting to the tightest
ANSWER_GAP = 0.25  # of a line, between a question and its answer and behind the answer

_Words = tuple[tuple[Run, ...], bool]  # a paragraph, and whether it is upside down
_Set = list[tuple[list[TextLine], str, bool]]  # the lines of such paragraphs, and their words without line ends


class _Places(NamedTuple):
    """What the row of a puzzle is for links, what it leads to, and what its words lead to instead, if anything else."""

    target: PlaceKind | None
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

    def words(entry: PuzzleEntry) -> Iterator[_Words]:
        for label, hint in labeled_hints(entry.hints, messages):
            yield _behind(label, hint.question), False
            if with_answers:
                yield (Run(hint.answer),), True

    places = _Places("hint", "puzzle", None if with_answers else "hint-answer")
    return _list("hints", [messages.text("hints.heading"), note], sections, words, places, context)


def hint_answers_part(sections: Sequence[BookSection], at_foot: bool, context: LayoutContext) -> BookPart:
    """Make the pages of the answers to all hints, which stand on other pages: with ``at_foot`` on those of the puzzles.

    Raises LayoutError for an answer that is longer than a page.
    """

    def words(entry: PuzzleEntry) -> Iterator[_Words]:
        for label, hint in labeled_hints(entry.hints, context.messages):
            yield _behind(label, hint.answer), False

    places = _Places("hint-answer", "puzzle" if at_foot else "hint")
    return _list("hint-answers", [context.messages.text("hints.answers")], sections, words, places, context)


def remarks_parts(sections: Sequence[BookSection], context: LayoutContext) -> Iterator[BookPart]:
    """Yield the pages of remarks on puzzles, if any puzzle has one."""

    def words(entry: PuzzleEntry) -> Iterator[_Words]:
        if entry.remark:
            yield (Run(entry.remark),), False

    if any(entry.remark for section in sections for entry in section.entries):
        head = [context.messages.text("remarks.heading"), context.messages.text("remarks.note")]
        yield _list("remarks", head, sections, words, _Places(None, "puzzle"), context)


def _list(
    kind: str,
    head: Sequence[str],
    sections: Sequence[BookSection],
    words: Callable[[PuzzleEntry], Iterator[_Words]],
    places: _Places,
    context: LayoutContext,
) -> BookPart:
    """Make a list with a row for each puzzle that has ``words``, under the names of their sections.

    ``head`` is its heading and perhaps a note. They are the paragraphs of a row, above which an own title of the
    puzzle stands.
    """
    block, size, body = context.geometry.block(1), context.sizes.small, context.sizes.body
    across = 2 if block.width >= 2 * MIN_COLUMN * size + COLUMN_GAP else 1
    width = min(column_width(across, block.width), context.measure())
    hinted = [(section, [entry for entry in section.entries if any(words(entry))]) for section in sections]
    entries = [entry for _, some in hinted for entry in some]
    widest = max((context.width(str(entry.number), size, "bold") for entry in entries), default=0.0)
    indent = widest + size * 0.8  # of the words, which leaves space for the widest number
    set_words = {entry.number: _set_words(entry, words, width - indent, context) for entry in entries}

    def flow(share: float) -> list[ColumnItem]:
        items: list[ColumnItem] = []
        for section, some in hinted:
            items += [name_item(section.name, body, body, body + 5.0, context.sizes.leading)] if some else []
            for i, entry in enumerate(some):  # those of a section are one list
                row = entry.number, set_words[entry.number]
                items.append(_row(row, share * size, (indent, width), places, min(i, 1), context))
        return items

    pages = list_pages(context.heading(*head), map(flow, LEADINGS), across, block, context.sizes.leading)
    return ending_open(columns_part(kind, (page.placed for page in pages), context, head[0]), pages, context)


def _set_words(
    entry: PuzzleEntry, words: Callable[[PuzzleEntry], Iterator[_Words]], width: float, context: LayoutContext
) -> _Set:
    """Break the paragraphs of a row into lines. Raises LayoutError for a row that is longer than a page."""
    title = [(text_run(entry.own_title, bold=True), False)] if entry.own_title else []
    size = context.sizes.small
    paragraphs = [
        (context.lines(runs, width, size), plain_text(runs), is_turned) for runs, is_turned in (*title, *words(entry))
    ]
    height = LEADINGS[0] * size * sum(len(lines) + 2 * ANSWER_GAP * is_turned for lines, _, is_turned in paragraphs)
    if height > context.geometry.block(1).height - context.sizes.leading:
        raise LayoutError(
            f"the hints of puzzle {entry.number} are longer than a page in the theme {context.theme.name}: "
            "choose hints: none, larger pages, or an easier difficulty",
            at=("aids", "hints"),
        )
    return paragraphs


def _row(
    words: tuple[int, _Set], leading: float, sides: tuple[float, float], places: _Places, shared: int,
    context: LayoutContext,
) -> ColumnItem:  # fmt: skip
    """Set the words for the puzzle of a number; ``sides`` are their left and the right side of the column."""
    size, (indent, width), (number, paragraphs) = context.sizes.small, sides, words
    made = TaggedMarks()
    with made.part("L", "LI", "Lbl", "Link", shared=shared, link=0):
        made.marks.append(Text(0.0, size, str(number), size, "bold"))
    y = 0.0
    for i, (lines, text, is_turned) in enumerate(paragraphs):
        gap = leading * ANSWER_GAP * is_turned
        marks = [
            Text(piece.x, size + n * leading, piece.text, size, piece.font, color=context.text.color)
            for n, line in enumerate(lines)
            for piece in line
        ]
        height = leading * len(lines)
        if is_turned:
            marks = [replace(mark, color=context.theme.soft) for mark in turned(marks, width - indent, height)]
        with made.part("L", "LI", "LBody", "P", text=text, shared=min(2 + i, 3)):
            made.marks += moved(marks, indent, y + gap)
        y += gap + height + gap
    before, least = leading * 0.4, context.geometry.least_link
    y = max(y, least - before)
    begin = max(indent, least) if places.words else width
    target = [Target(0.0, 0.0, Place(places.target, number))] if places.target else []
    row = Link(0.0, 0.0, begin, y, Place(places.row, number))
    more = [Link(begin, 0.0, width - begin, y, Place(places.words, number))] if places.words else []
    return item_of(made, y, before, [*target, row, *more])
