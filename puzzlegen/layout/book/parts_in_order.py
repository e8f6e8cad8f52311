"""Yields the parts of a book in reading order, and makes the table of contents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from puzzlegen.layout.book import front_matter
from puzzlegen.layout.book.answers import key_parts
from puzzlegen.layout.book.back_matter import notes_part, score_part, volumes_part
from puzzlegen.layout.book.book_content import BookContent, BookSection, Lesson, ReaderAids, VariantRules
from puzzlegen.layout.book.gallery import gallery_part
from puzzlegen.layout.book.hint_pages import hint_answers_part, hints_part, remarks_parts
from puzzlegen.layout.book.own_pages import own_part
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, columns_part
from puzzlegen.layout.book.puzzle_pages import section_key, section_part
from puzzlegen.layout.book.walkthrough_pages import walkthroughs_parts
from puzzlegen.layout.core import document
from puzzlegen.layout.core.columns import ColumnItem, PagePlan, item_of, text_columns
from puzzlegen.layout.core.page_builder import LayoutContext, link_text
from puzzlegen.layout.core.symbols import MARK_SIZE, difficulty_symbols
from puzzlegen.layout.core.text import text_run

LEADER_PITCH = 6.0  # points between the dots that lead to a page number


def contents_part(parts: Sequence[BookPart], context: LayoutContext) -> BookPart:
    """Make the table of contents of these parts, on as many pages as it needs."""
    first, *head = context.heading(context.messages.text("contents.heading"))
    target = document.Target(0.0, 0.0, document.Place("contents"))
    listed = [(part.key, part.contents_entry) for part in parts if part.contents_entry]
    lines = [_line(key, entry, i, context) for i, (key, entry) in enumerate(listed)]
    gaps = (1.0,) if context.geometry.least_link else (1.0, 0.75, 0.5)  # a fingertip needs them
    flows = (
        [replace(first, links=(target,)), *head, *(replace(line, before=gap * line.before) for line in lines)]
        for gap in gaps
    )
    columns = text_columns(flows, context.geometry.block(1).height)
    placed = ([(context.indent, 0.0, column)] for column in columns)
    return replace(columns_part("contents", placed, context), recto=True)


def _line(
    key: str, entry: ContentsEntry, above: int, context: LayoutContext, plan: PagePlan | None = None
) -> ColumnItem:
    """Set the line of a part, below so many others. Its height does not depend on the page number."""
    sizes, metrics, measure, made = context.sizes, context.metrics, context.measure(), document.TaggedMarks()
    room = context.width("0000", sizes.body) + 2 * LEADER_PITCH
    gap, page = sizes.leading * 0.5, plan.starts[key] if plan else 0
    place, baseline, end = document.Place("page", page), 0.0, 0.0
    words = ", ".join(filter(None, (entry.title, entry.note, link_text(place, context.messages))))
    with made.part("TOC", "TOCI", "Reference", "Link", text=words, shared=min(above, 1), link=0):
        for line in context.lines(text_run(entry.title), measure - room, sizes.body):
            baseline += sizes.leading if made.marks else sizes.body
            made.marks += context.text.line(line, baseline, sizes.body)
            end = context.text.width(line, sizes.body)
        made.marks += _leader(end, measure - context.width(str(page), sizes.body), baseline, context)
        made.marks.append(document.Text(measure, baseline, str(page), sizes.body, anchor="end"))
        if entry.note:
            middle, size = -metrics.cap_height("regular") * sizes.small / 2, sizes.small * MARK_SIZE
            rating, wide = difficulty_symbols(context.theme, entry.stars, 0.0, middle, size)
            made.marks += document.moved(rating, 0.0, baseline + sizes.leading * 0.95)
            left = wide + sizes.small * 0.7
            for line in context.lines(text_run(entry.note), measure - left, sizes.small):
                baseline += sizes.leading * 0.95
                note = "".join(piece.text for piece in line)
                made.marks.append(document.Text(left, baseline, note, sizes.small, color=context.theme.soft))
    height = -(-baseline // (sizes.leading / 2)) * sizes.leading / 2  # half lines of the baseline grid
    height = max(height, context.geometry.least_link - gap)
    item = item_of(made, height, gap, [document.Link(0.0, 0.0, measure, height, place)])
    return replace(item, late=None if plan else partial(_line, key, entry, above, context))


def _leader(start: float, end: float, baseline: float, context: LayoutContext) -> list[document.Mark]:
    """Return the dots between a title and its page number; the dots of all lines are aligned."""
    first = int((start + LEADER_PITCH) // LEADER_PITCH + 1)
    last = int((end - LEADER_PITCH / 2) // LEADER_PITCH)
    if last - first < 2:
        return []
    size = context.sizes.small
    spacing = LEADER_PITCH - context.metrics.width(".", "regular") * size
    dots = "." * (last - first)
    return [document.Text(first * LEADER_PITCH, baseline, dots, size, color=context.theme.soft, spacing=spacing)]


def parts_in_order(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> list[BookPart]:
    """Return all parts in reading order, each with the publisher's own pages behind it; parts may have no pages."""
    front: list[BookPart] = []
    main: list[BookPart] = []
    before, behind = _parts_before(text, sections, context), _parts_behind(text, sections, context, main)
    for made, (name, some) in [*((front, one) for one in before.items()), *((main, one) for one in behind.items())]:
        for part in some:
            made.append(part)  # before the next one is made, which may replace it
        made.extend(own_part(own, context) for own in text.own if own.after == name)
    return [*front, *([contents_part([*front, *main], context)] if text.aids.contents else []), *main]


def _parts_before(
    text: BookContent, sections: Sequence[BookSection], context: LayoutContext
) -> dict[str, list[BookPart]]:
    """Return the parts before the table of contents by the names that own pages use."""
    shown = front_matter.ornament_puzzle(sections)
    return {
        "cover": [],
        "title_page": [front_matter.title_part(text, shown, context)] if text.title_page else [],
        "copyright": [front_matter.copyright_part(text, context)] if text.copyright else [],
    }


def _parts_behind(
    text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext, made: list[BookPart]
) -> dict[str, Iterable[BookPart]]:
    """Return the parts behind the table of contents by the names that own pages use; ``made`` has those before."""
    aids, key = text.aids, text.key
    keys = key_parts(sections, key, context) if key and key.place in ("back", "section") else []
    answers_behind = key is not None and key.place == "back"
    rules = {chapter.variant.words: chapter for chapter in text.rules}  # those not printed yet
    return {
        "contents": [],
        "how_to_play": map(_facing, _rules_parts(rules, sections[0], (), context)),
        "techniques": _lesson_parts(text, rules, context, made),
        "puzzles": _puzzle_parts(text, sections, rules, keys, context, made),
        "hints": _hint_parts(aids, sections, context),
        "walkthroughs": _hidden(walkthroughs_parts(sections, context), made) if aids.walkthroughs else [],
        "answer_key": chain(_hidden(keys, made) if answers_behind else [], remarks_parts(sections, context)),
        "gallery": [gallery_part(sections, answers_behind, context)] if aids.gallery else [],
        "score_card": [score_part(sections, context)] if aids.score_card else [],
        "notes": [notes_part(aids.notes, aids.ruling, context)] if aids.notes else [],
        "colophon": chain(
            (volumes_part(text.other_volumes, context, made[-1]) for _ in text.other_volumes[:1]),
            [front_matter.colophon_part(text, context)] if text.colophon else [],
        ),
    }


def _facing(chapter: BookPart) -> BookPart:
    """Let rules face their example."""
    return replace(chapter, overleaf=chapter.pages > 1)


def _lesson_parts(
    text: BookContent, rules: Mapping[str, VariantRules], context: LayoutContext, made: list[BookPart]
) -> Iterator[BookPart]:
    """Yield the pages of the techniques, if the book has them, without those of kinds whose ``rules`` follow."""
    lessons = [lesson for lesson in text.lessons if lesson.words not in rules]
    if lessons:
        yield _behind(made, partial(front_matter.techniques_part, text, lessons, context))


def _behind(made: list[BookPart], make: Callable[[BookPart | None], BookPart]) -> BookPart:
    """Make a part behind others. The last of them gets smaller figures if that lets the part begin on its last page."""
    for smaller in (made[-1], *made[-1].smaller) if made else ():
        part = make(smaller)
        if part.joins:
            made[-1] = replace(smaller, overleaf=made[-1].overleaf)
            return part
    return make(made[-1] if made else None)


def _rules_parts(
    rules: dict[str, VariantRules], section: BookSection, lessons: Iterable[Lesson], context: LayoutContext
) -> Iterator[BookPart]:
    """Yield the rules of the kinds that first appear in a section with those of the lessons, and remove them."""
    for words in dict.fromkeys(variant.words for variant in section.variants):
        if words in rules:
            of_kind = [lesson for lesson in lessons if lesson.words == words]
            yield front_matter.how_to_play_part(rules.pop(words), of_kind, context)


def _puzzle_parts(
    text: BookContent, sections: Sequence[BookSection], rules: dict[str, VariantRules], keys: Sequence[BookPart],
    context: LayoutContext, made: list[BookPart],
) -> Iterator[BookPart]:  # fmt: skip
    """Yield the sections, each behind the rules that it is the first to need, and before its answers if they follow."""
    for index, section in enumerate(sections, start=1):
        yield from _rules_parts(rules, section, text.lessons, context)
        yield _behind(made, partial(section_part, section_key(index), section, text.aids, context))
        if text.key and text.key.place == "section":
            yield keys[index - 1]


def _hidden(parts: Iterable[BookPart], made: Sequence[BookPart]) -> Iterator[BookPart]:
    """Yield parts with answers, which begin overleaf only if the part before them has puzzles that they would face."""
    for part in parts:
        yield replace(part, overleaf=part.overleaf and bool(made and made[-1].puzzles))


def _hint_parts(aids: ReaderAids, sections: tuple[BookSection, ...], context: LayoutContext) -> Iterator[BookPart]:
    """Yield the pages of hints, and those of their answers, as far as the book has them."""
    if aids.hints == "back":
        yield hints_part(sections, aids.turned_answers, context)
    if aids.hints != "none" and not aids.turned_answers:
        yield hint_answers_part(sections, aids.hints == "foot", context)
