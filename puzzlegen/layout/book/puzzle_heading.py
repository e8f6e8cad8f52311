"""The heading above a puzzle: its number, its difficulty, and the pages of its hint and answer; that of a section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from math import inf
from typing import NamedTuple

from puzzlegen.config.themes import HeaderPart
from puzzlegen.errors import LayoutError
from puzzlegen.language.markdown_blocks import Figure
from puzzlegen.language.messages import TitleWords
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry
from puzzlegen.layout.book.front_matter import PART_GAP, example_figures, legend, smaller_figures
from puzzlegen.layout.book.page_arrangement import SECTION_GAP
from puzzlegen.layout.book.page_plan import ContentsEntry
from puzzlegen.layout.core import ornaments
from puzzlegen.layout.core.columns import Column, ColumnItem, PagePlan, column_height, fill_columns
from puzzlegen.layout.core.document import Line, Link, Mark, Place, PlaceKind, Text, moved
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.symbols import BETWEEN_FACTS, MARK_SIZE, difficulty_symbols
from puzzlegen.layout.core.text import TextLine, text_items, text_run, wrap_text

LEADING = 1.4  # of the small type: from the first line to the second
MIN_WRITING_LINE = 34.0  # points: the least length of the line for the time
TITLE_LINES = 2  # of a puzzle's own title, at most
EVEN_LINES = tuple(share / 20 for share in range(19, 9, -1))  # shares of the room, to make the lines of a sentence even
LINK_BELOW = 0.45  # of the small type: how far the link of a line extends below its baseline


class _FirstLine(NamedTuple):
    """The marks of a first line, or of the parts at one side of it, from x 0 and baseline 0, and the width they need.

    The words that name the pages of hint and answer begin at ``places``, if there are any.
    """

    marks: list[Mark]
    width: float
    places: float


@dataclass(frozen=True, slots=True)
class PuzzleHeadings:
    """Sets the headings of one section's puzzles.

    ``plan`` gives the page of each answer and hint, as far as the book has them. ``time`` leaves space for the reader's
    time below the first line. The lines below it are ``second_line`` points high together, and end within ``room``
    points from the left edge of a board. ``names_kind``: their kind stands over puzzles. ``hint_below``: the
    second line names the page of the hint, not the first. ``number_width`` and ``slots`` are the widths in points that
    numbers and parts take at least, so that the parts beside them begin at the same places.
    """

    plan: PagePlan
    context: LayoutContext
    word: bool = True
    time: bool = False
    second_line: float = 0.0
    room: float = inf
    names_kind: bool = False
    hint_below: bool = False
    number_width: float = 0.0
    slots: Mapping[HeaderPart, float] = field(default_factory=dict)

    def fitting(self, entries: Sequence[PuzzleEntry], width: float) -> PuzzleHeadings:
        """Return headings with their parts at the same places over all these puzzles.

        They leave out the difficulty word if it does not fit ``width`` points.
        """
        aligned = self._aligned(entries)
        return aligned if aligned.fit(entries, width) else replace(self, word=False)._aligned(entries)

    def _aligned(self, entries: Sequence[PuzzleEntry]) -> PuzzleHeadings:
        style = self.context.theme.header
        slots = {name: max(self._part(name, entry)[1] for entry in entries) for name in (*style.left, *style.right)}
        size, metrics = self.context.sizes.body + style.number_growth, self.context.metrics
        widest = max(metrics.width(str(entry.number), "bold") * size for entry in entries)
        return replace(self, slots=slots, number_width=max(self.number_width, widest))

    def fit(self, entries: Sequence[PuzzleEntry], width: float) -> bool:
        """Tell whether the first lines of all these puzzles fit ``width`` points."""
        return all(self.marks(entry, width).width <= width for entry in entries)

    def marks(self, entry: PuzzleEntry, width: float) -> _FirstLine:
        """Return the first line. On a grid narrower than it needs, it extends beyond the right edge of the grid."""
        sizes, style = self.context.sizes, self.context.theme.header
        size = sizes.body + style.number_growth
        number = str(entry.number)
        marks: list[Mark] = [Text(0.0, 0.0, number, size, "bold", color=self.context.theme.puzzle.ink)]
        x = max(self.number_width, self.context.metrics.width(number, "bold") * size)
        places = 0.0
        left = self._group(style.left, entry)
        if left.marks:
            x += sizes.body
            marks += moved(left.marks, x, 0.0)
            places = x + left.places
            x += left.width
        right = self._group(style.right, entry, at_end=True)
        if right.marks:
            x += 1.2 * sizes.body
            end = max(x + right.width, width)
            marks += moved(right.marks, end, 0.0)
            places = end + right.places if "answer" in style.right else places
            x += right.width
        if style.rule:
            above = -self.context.metrics.cap_height("bold") * size - sizes.small * 0.75
            edge = self.context.theme.puzzle.lines / 2  # the outer edge of the frame, see GridPen.lines
            ink = self.context.theme.puzzle.ink
            marks.append(Line(edge, above, max(x, width) - edge, above, style.rule, ink))
        return _FirstLine(marks, x, places)

    def _group(self, names: tuple[HeaderPart, ...], entry: PuzzleEntry, *, at_end: bool = False) -> _FirstLine:
        """Return the parts of one side from x 0 on, or ``at_end`` those that end at x 0."""
        marks: list[Mark] = []
        x = end = places = 0.0
        joined = "word" in (names[-1:] if at_end else names[:1])
        for name in reversed(names) if at_end else names:
            gap = self.context.sizes.small * (0.7 if name == "word" or joined else 1.2) if marks else 0.0
            part, part_width = self._part(name, entry)
            if part:
                end = x + gap + part_width
                left = -end if at_end else x + gap
                marks += moved(part, left, 0.0)
                places = left if name == "answer" else places
                x += gap + max(part_width, self.slots.get(name, 0.0))
        return _FirstLine(marks, end, places)

    def _part(self, name: HeaderPart, entry: PuzzleEntry) -> tuple[list[Mark], float]:
        sizes, metrics = self.context.sizes, self.context.metrics
        soft, small = self.context.theme.soft, sizes.small
        text = ""
        match name:
            case "marks":
                middle = -metrics.cap_height("regular") * small / 2
                return difficulty_symbols(self.context.theme, entry.stars, 0.0, middle, small * MARK_SIZE)
            case "word":
                text = entry.difficulty if self.word else ""
            case "answer":
                text = BETWEEN_FACTS.join(self._places(entry).values())
        if not text:
            return [], 0.0
        return [Text(0.0, 0.0, text, small, color=soft)], metrics.width(text, "regular") * small

    def _places(self, entry: PuzzleEntry) -> dict[PlaceKind, str]:
        """Return the words in the first line that name the page of the hint and of the answer."""
        messages, number, plan = self.context.messages, entry.number, self.plan
        places: dict[PlaceKind, str] = {}
        if entry.hints and plan.hints and not self.hint_below:
            places["hint"] = messages.text("puzzle.hint", page=plan.hints[number])
        if plan.answers:
            places["answer"] = messages.text("puzzle.answer", page=plan.answers[number])
        elif plan.separate_answers:
            places["answer"] = messages.text("puzzle.answer_sheet", page=plan.separate_answers[number])
        return places

    def add(self, builder: PageBuilder, entry: PuzzleEntry, width: float, corner: tuple[float, float]) -> None:
        """Add the heading of a puzzle to a page, with its links; ``corner`` is the left end of its last baseline."""
        left, bottom = corner
        top = bottom - self.second_line
        number, *others = self.marks(entry, width).marks
        with builder.part("H2", text=self.context.messages.text("section.single", first=entry.number)):
            builder.add([number], dx=left, dy=top)
        names = (*self.context.theme.header.left, *self.context.theme.header.right)
        words = [entry.difficulty] if "marks" in names or ("word" in names and self.word) else []
        words += self._places(entry).values() if "answer" in names else []
        with builder.part("P", text=", ".join(words)):
            builder.add(others, dx=left, dy=top)
        builder.add_links(self.links(entry, width), left, top)
        second = self.second(entry, width)
        with builder.part("P", text=" ".join(mark.string for mark in second if isinstance(mark, Text))):
            builder.add(second, dx=left, dy=bottom)

    def links(self, entry: PuzzleEntry, width: float) -> Iterator[Link]:
        """Yield links over the heading, from x 0 and the first baseline at 0.

        The words that name a page lead to it. What stands before them in the first line leads to the step-by-step
        solution, or else to the answer.
        """
        theme, size = self.context.theme, self.context.sizes.small
        above = theme.header.height - theme.header.gap - self.second_line
        height = above + (LINK_BELOW * size if self.second_line else theme.header.gap)
        for (left, kind), (right, _) in pairwise(self._stops(entry, width)):
            if left < right and (kind != "answer" or self.plan.answers):
                yield Link(left, -above, right - left, height, Place(kind, entry.number))
        if self.hint_below and self.plan.hints:
            words = self.context.messages.text("puzzle.hint", page=self.plan.hints[entry.number])
            *_, line = self._texts_below(entry)[0]  # the last one ends with the last fact: the page of the hint
            before = self.context.metrics.width(line.string.removesuffix(words), "regular") * size
            words_width = self.context.metrics.width(words, "regular") * size
            top = self.second_line + line.y - (LEADING - LINK_BELOW) * size
            yield Link(line.x + before, top, words_width, LEADING * size, Place("hint", entry.number))

    def _stops(self, entry: PuzzleEntry, width: float) -> list[tuple[float, PlaceKind]]:
        """Return where each link of the first line begins, and what it leads to; last comes the end of the line."""
        first_line = self.marks(entry, width)
        places = self._places(entry)
        stops: list[tuple[float, PlaceKind]] = [(0.0, "walkthrough" if entry.walkthrough else "answer")]
        if list(places) not in ([], [stops[0][1]]):
            x = first_line.places
            for kind, words in places.items():
                stops.append((x, kind))
                x = first_line.places + self.context.metrics.width(words, "regular") * self.context.sizes.small
        return [*stops, (max(first_line.width, width), stops[-1][1])]

    def second(self, entry: PuzzleEntry, width: float) -> list[Mark]:
        """Return the second line, and further ones where it has no room for all; the last possible has baseline 0.

        They have the kind, the title, a clue to the picture, par, mines, the page of the hint, and a line for the time.
        """
        size, soft = self.context.sizes.small, self.context.theme.soft
        texts, (x, y) = self._texts_below(entry)
        marks: list[Mark] = [*texts]
        if self.time:
            time = self.context.messages.text("puzzle.time")
            label = self.context.metrics.width(time, "regular") * size + 3.0
            if x and x + label + MIN_WRITING_LINE > self.room:
                x, y = 0.0, y + LEADING * size
            end = max(width, x + label + MIN_WRITING_LINE)
            start = max(x, end - label - 2 * MIN_WRITING_LINE) if x else 0.0
            line_end = end if x else min(end, start + label + 3 * MIN_WRITING_LINE)
            marks.append(Text(start, y, time, size, color=soft))
            marks.append(Line(start + label, y + 1.5, line_end, y + 1.5, 0.75, soft))
        return marks

    def _texts_below(self, entry: PuzzleEntry) -> tuple[list[Text], tuple[float, float]]:
        """Return the texts of the lines below the first, and the place after them."""
        size = self.context.sizes.small
        texts: list[Text] = []
        x, y = 0.0, min(0.0, LEADING * size - self.second_line)
        for i, (kind, facts) in enumerate(self._lines(entry)):
            x, y = 0.0, y + LEADING * size if i else y
            if kind:
                texts.append(Text(x, y, kind, size, "bold"))
                x += self.context.metrics.width(kind, "bold") * size + 1.2 * size
            if facts:
                texts.append(Text(x, y, facts, size, color=self.context.theme.soft))
                x += self.context.metrics.width(facts, "regular") * size + 1.2 * size
        return texts, (x, y)

    def _lines(self, entry: PuzzleEntry) -> list[tuple[str, str]]:
        """Return the kind, or nothing, and the facts of each line below the first."""
        messages = self.context.messages.for_variant(entry.puzzle.grid.variant)
        size, metrics = self.context.sizes.small, self.context.metrics
        lines = [(messages.text("picture.game"), "")] if self.names_kind else []
        lines += self._title_lines(entry)
        lines += [("", "")] if not lines or entry.words else []
        for fact in self._facts(entry):
            kind, text = lines[-1]
            longer = f"{text}{BETWEEN_FACTS}{fact}" if text else fact
            before = metrics.width(kind, "bold") + 1.2 if kind else 0.0
            if (kind or text) and (before + metrics.width(longer, "regular")) * size > self.room:
                lines.append(("", fact))
            else:
                lines[-1] = kind, longer
        return lines[:-1] if entry.words and lines[-1] == ("", "") and not self.time else lines

    def _facts(self, entry: PuzzleEntry) -> list[str]:
        """Return the clue to the picture, par, mines and the page of the hint, those that are printed."""
        messages = self.context.messages.for_variant(entry.puzzle.grid.variant)
        facts = [entry.clue] if entry.clue else []
        if entry.par:
            facts.append(messages.par(entry.par))
        if entry.puzzle.total is not None:
            facts.append(messages.plural("puzzle.mines", entry.puzzle.total))
        if self.hint_below and self.plan.hints:
            facts.append(messages.text("puzzle.hint", page=self.plan.hints[entry.number]))
        return facts

    def _title_lines(self, entry: PuzzleEntry) -> list[tuple[str, str]]:
        """Return the title of the puzzle, with the sentence beside it and in as many lines below as both take.

        The lines of a sentence are as even as their number allows, so that no word is alone in the last one.
        """
        if entry.words is None:
            return []
        lines = self._with_sentence(entry.words, self.room)
        narrower = (self._with_sentence(entry.words, share * self.room) for share in EVEN_LINES if len(lines) > 1)
        return [lines, *takewhile(lambda even: len(even) == len(lines), narrower)][-1]

    def _with_sentence(self, words: TitleWords, room: float) -> list[tuple[str, str]]:
        size, metrics = self.context.sizes.small, self.context.metrics
        titles = self._lines_of_title(words.title)
        lines, taken = [(title, "") for title in titles], metrics.width(titles[-1], "bold") + 1.2
        for word in words.sentence.split():
            title, text = lines[-1]
            longer = f"{text} {word}".lstrip()
            if (title or text) and (taken + metrics.width(longer, "regular")) * size > room:
                lines.append(("", word))
                taken = 0.0
            else:
                lines[-1] = title, longer
        return lines

    def _lines_of_title(self, title: str) -> list[str]:
        lines = wrap_text(text_run(title, bold=True), self.room, self.context.sizes.small, self.context.metrics)
        return [" ".join(piece.text for piece in line) for line in lines]

    def check_title(self, entry: PuzzleEntry) -> None:
        """Raise LayoutError for an own title that is longer than two lines over its board."""
        lines = self._lines_of_title(entry.own_title) if entry.own_title else []
        widest = max((self.context.metrics.width(line, "bold") for line in lines), default=0.0)
        if len(lines) <= TITLE_LINES and widest * self.context.sizes.small <= self.room:
            return
        words = " ".join(entry.own_title.split())
        raise LayoutError(
            f"puzzle {entry.number}: the title {words!r} does not fit {TITLE_LINES} lines over its board: use fewer or "
            "shorter words, or print fewer puzzles on a page",
            words=entry.own_title,
        )

    def lines_below(self, entry: PuzzleEntry) -> int:
        """Return the number of lines below the first."""
        return len({mark.y for mark in self.second(entry, 0.0) if isinstance(mark, Text)})

    def second_width(self, entry: PuzzleEntry) -> float:
        """Return the width in points that the second line needs."""
        metrics, ends = self.context.metrics, [0.0]
        for mark in self.second(entry, 0.0):
            if isinstance(mark, Text):
                ends.append(mark.x + metrics.width(mark.string, mark.font) * mark.size)
            elif isinstance(mark, Line):
                ends.append(mark.x2)
        return max(ends)


def second_line_height(section: BookSection, time: bool, context: LayoutContext) -> float:
    """Return the height in points of the second line, 0 if it would be empty."""
    used = time or any(
        section.names_kinds or entry.words or entry.clue or entry.par or entry.puzzle.total is not None
        for entry in section.entries
    )
    return LEADING * context.sizes.small if used else 0.0


# --- Headings of sections ---------------------------------------------------------------------------------------------

OPENER_MARK = 0.72  # height of an opener's difficulty marks, share of the text's size
HEADLINE = 0.85  # size of an opener's name or a headline, share of the type of a book's title
DATELINE = 1.2  # lines from a dateline to the headline below it


STANDFIRST = 0.4  # lines from the headline to the text below it
INTRODUCTION = 1.5  # lines from the difficulty of an opener to the text below it


@dataclass(frozen=True, slots=True)
class SectionHeading:
    """The heading of a section: its name, with its difficulty and its numbers below, and the text of an opener.

    Without an opener, the name is a headline if there is a dateline above or an introduction below.
    """

    section: BookSection
    context: LayoutContext
    size: float
    name: tuple[TextLine, ...]
    below: Column

    @classmethod
    def settings(cls, section: BookSection, context: LayoutContext) -> Iterator[SectionHeading]:
        """Yield the heading with the largest figures, then with smaller ones."""
        if not (section.opener and section.example):
            yield cls.of(section, context)
            return
        for smaller in smaller_figures(context):
            yield cls.of(section, context, example_figures(section.example, cls._across(context), smaller))

    @classmethod
    def of(cls, section: BookSection, context: LayoutContext, example: Sequence[ColumnItem] = ()) -> SectionHeading:
        """Set the heading of a section with the figures of its example."""
        sizes, intro = context.sizes, section.intro
        if example and not any(isinstance(part, Figure) and part.name == "example" for part in intro):
            intro += (Figure("example"),)  # introductions from the config keep the figure without naming it
        figures = {"marks": legend(section.variants[0], context), "example": example} if section.opener else {}
        below = text_items(intro, context.measure(), context.text, figures)
        size = HEADLINE * sizes.display if section.opener or below or section.dateline else sizes.heading
        width = context.geometry.block(1).width
        name = wrap_text(text_run(section.headline or section.name, True), width, size, context.metrics)
        return cls(section, context, size, tuple(name), fill_columns(below, [inf])[0])

    @staticmethod
    def _across(context: LayoutContext) -> float:
        """Return the width of the figures of an opener."""
        return context.measure() if context.theme.align == "center" else context.geometry.block(1).width

    @property
    def is_headline(self) -> bool:
        """Whether the name is a headline: each puzzle shows its difficulty."""
        return not self.section.opener and bool(self.below or self.section.dateline or self.section.headline)

    @property
    def gap(self) -> float:
        """The distance in points from what is above it on a page."""
        return (PART_GAP if self.section.opener else SECTION_GAP) * self.context.sizes.leading

    @property
    def gap_below(self) -> float:
        """The distance in points to the puzzles below it."""
        return (1.5 if self.section.opener and self.below else 1.2) * self.context.sizes.leading

    @property
    def above(self) -> float:
        """The height in points of what is above the text of the section."""
        leading = self.context.sizes.leading
        name = len(self.name) * 1.2 * self.size
        if self.is_headline:
            return name + (STANDFIRST + DATELINE * bool(self.section.dateline)) * leading
        return name + (1 + INTRODUCTION * bool(self.below)) * leading

    @property
    def height(self) -> float:
        """The height in points, with the gap below it."""
        return self.above + column_height(self.below) + self.gap_below

    def left_on(self, builder: PageBuilder, width: float | None = None) -> float:
        """Return where something begins on a page, in openers of centered themes in the middle; text without width."""
        block, wide = builder.block, self.context.measure() if width is None else width
        centered = self.section.opener and self.context.theme.align == "center"
        return block.left + ((block.width - wide) / 2 if centered else 0.0)

    def add(self, builder: PageBuilder, top: float) -> None:
        """Add the heading at ``top`` of a page."""
        context, sizes, y = self.context, self.context.sizes, top
        if self.section.dateline:
            words = Text(builder.block.left, y + sizes.small, self.section.dateline, sizes.small,
                         color=context.theme.soft)  # fmt: skip
            with builder.part("P", text=self.section.dateline):
                builder.add([words])
            y += DATELINE * sizes.leading
        with builder.part("H1", text=self.section.headline or self.section.name):
            for line in self.name:
                y += 1.2 * self.size
                left = self.left_on(builder, context.text.width(line, self.size))
                builder.add(context.text.headline.line(line, y - 0.2 * self.size, self.size), dx=left)
        if not self.is_headline:
            y += sizes.leading
            size = sizes.body if self.section.opener else sizes.small
            middle = y - context.metrics.cap_height("regular") * size / 2
            stars, words_of = max(entry.stars for entry in self.section.entries), _number_range(self.section, context)
            marks, width = difficulty_symbols(context.theme, stars, 0.0, middle, size * OPENER_MARK)
            marks.append(Text(width + size, y, words_of, size))
            with builder.part("P", text=_described(self.section, context)):
                builder.add(marks, dx=self.left_on(builder, width + size + context.width(words_of, size)))
        builder.add_column(self.below, self.left_on(builder), top + self.above)

    @property
    def picture_height(self) -> float:
        """The height in points of the picture above an opener, with the gap below it; 0 without a picture."""
        return ornaments.picture_height(self.context) if self.section.opener else 0.0

    def add_picture(self, builder: PageBuilder, top: float) -> None:
        """Add the picture of the theme above the heading of an opener at ``top``, or at the right of it."""
        if self.section.opener:
            words = max(self.context.text.width(line, self.size) for line in self.name)
            ornaments.add_picture(builder, self.section.entries[0].graded.section or 0, top, words, self.above)


def _described(section: BookSection, context: LayoutContext) -> str:
    """Return the difficulty and the numbers of a section's puzzles."""
    return ", ".join((*dict.fromkeys(entry.difficulty for entry in section.entries), _number_range(section, context)))


def contents_entry(section: BookSection, context: LayoutContext) -> ContentsEntry:
    """Return the entry of a section in the table of contents."""
    entries = section.entries
    words = dict.fromkeys(entry.difficulty for entry in entries)
    sizes = dict.fromkeys(str(entry.puzzle.grid).replace("x", "×") for entry in entries)
    note = [" / ".join(words), _number_range(section, context), *(sizes if len(sizes) == 1 else ())]
    return ContentsEntry(section.name, " · ".join(note), max(entry.stars for entry in entries))


def _number_range(section: BookSection, context: LayoutContext) -> str:
    """Return the numbers of a section's puzzles in words, such as "Puzzles 1-7"."""
    first, last = section.entries[0].number, section.entries[-1].number
    return context.messages.text("section.range" if last > first else "section.single", first=first, last=last)
