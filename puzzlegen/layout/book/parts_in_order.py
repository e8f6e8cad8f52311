"""Yields the parts of a book in reading order, and makes the table of contents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlegen.language.markdown_blocks import Heading
from puzzlegen.layout.book import front_matter
from puzzlegen.layout.book.answers import key_parts
from puzzlegen.layout.book.back_matter import notes_part, score_part
from puzzlegen.layout.book.book_content import BookContent, BookSection, ReaderAids, VariantRules
from puzzlegen.layout.book.gallery import gallery_part
from puzzlegen.layout.book.hint_pages import hint_answers_part, hints_part
from puzzlegen.layout.book.own_pages import own_part
from puzzlegen.layout.book.page_plan import BookPart, PagePlan
from puzzlegen.layout.book.puzzle_pages import section_key, section_part
from puzzlegen.layout.book.walkthrough_pages import walkthroughs_parts
from puzzlegen.layout.core import document
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder, link_text
from puzzlegen.layout.core.symbols import MARK_SIZE, difficulty_symbols
from puzzlegen.layout.core.text import ColumnItem, text_columns, text_items, text_run, wrap_text

LEADER_PITCH = 6.0  # points between the dots that lead to a page number


def contents_part(parts: Sequence[BookPart], context: LayoutContext) -> BookPart:
    """Make the table of contents of these parts, on as many pages as it needs."""

    def pages(plan: PagePlan | None) -> list[list[tuple[float, ColumnItem]]]:
        heading = Heading(1, text_run(context.messages.text("contents.heading")))
        head = text_items([heading], context.measure(), context.text)
        listed = [part for part in parts if part.contents_entry]
        lines = [_line(part, plan.starts[part.key] if plan else 0, context, i) for i, part in enumerate(listed)]
        return text_columns([[*head, *lines]], context.geometry.block(1).height)

    def draw(first: int, plan: PagePlan) -> Iterator[document.Page]:
        for number, column in enumerate(pages(plan), start=first):
            builder = PageBuilder(number, "contents", context)
            builder.add_column(column, builder.block.left, builder.block.top)
            if number == first:
                builder.add_links([document.Target(builder.block.left, builder.block.top, document.Place("contents"))])
            yield builder.build()

    return BookPart("contents", len(pages(None)), draw)


def _line(part: BookPart, page: int, context: LayoutContext, above: int) -> ColumnItem:
    """Set the line of one part, below so many others. Its height does not depend on the page number."""
    contents_entry, sizes, metrics = part.contents_entry, context.sizes, context.metrics
    assert contents_entry is not None
    measure, soft = context.measure(), context.theme.soft
    room = metrics.width("0000", "regular") * sizes.body + 2 * LEADER_PITCH
    marks: list[document.Mark] = []
    baseline = 0.0
    end = 0.0
    for line in wrap_text(text_run(contents_entry.title), measure - room, sizes.body, metrics):
        baseline += sizes.leading if marks else sizes.body
        marks += context.text.line(line, baseline, sizes.body)
        end = max(piece.x + metrics.width(piece.text, piece.font) * sizes.body for piece in line)
    number = str(page)
    marks += _leader(end, measure - metrics.width(number, "regular") * sizes.body, baseline, context)
    marks.append(document.Text(measure, baseline, number, sizes.body, anchor="end"))
    if contents_entry.note:
        cap = metrics.cap_height("regular") * sizes.small
        rating, wide = difficulty_symbols(
            context.theme.marks.difficulty, contents_entry.stars, 0.0, -cap / 2, sizes.small * MARK_SIZE
        )
        marks += document.moved(rating, 0.0, baseline + sizes.leading * 0.95)
        left = wide + sizes.small * 0.7
        for line in wrap_text(text_run(contents_entry.note), measure - left, sizes.small, metrics):
            baseline += sizes.leading * 0.95
            marks.append(document.Text(left, baseline, "".join(piece.text for piece in line), sizes.small, color=soft))
    height = -(-baseline // (sizes.leading / 2)) * sizes.leading / 2  # half lines of the baseline grid
    gap = sizes.leading * 0.5
    height = max(height, context.geometry.least_link - gap)
    link = document.Link(0.0, 0.0, measure, height, document.Place("page", page))
    words = ", ".join(
        filter(None, (contents_entry.title, contents_entry.note, link_text(link.place, context.messages)))
    )
    tags: tuple[document.Tag, ...] = ("TOC", "TOCI", "Reference", "Link")
    parts = (document.PagePart(tags, range(len(marks)), words, min(above, 1), 0),)
    return ColumnItem(height, tuple(marks), before=gap, links=(link,), parts=parts)


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


def parts_in_order(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> Iterator[BookPart]:
    """Yield all parts in reading order; parts may have no pages."""
    front = list(_front_parts(text, sections, context))
    main = [*_own(text, "contents", context), *_main_parts(text, sections, context)]
    yield from front
    if text.aids.contents:
        yield contents_part([*front, *main], context)
    yield from main


def _own(text: BookContent, after: str, context: LayoutContext) -> Iterator[BookPart]:
    """Yield the publisher's own pages that follow this part."""
    return (own_part(own, context) for own in text.own if own.after == after)


def _front_parts(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> Iterator[BookPart]:
    """Yield the parts before the table of contents."""
    yield from _own(text, "cover", context)
    if text.title_page:
        yield front_matter.title_part(text, front_matter.ornament_puzzle(sections), context)
    yield from _own(text, "title_page", context)
    if text.copyright:
        yield front_matter.copyright_part(text, context)
    yield from _own(text, "copyright", context)


def _rules_parts(rules: dict[str, VariantRules], section: BookSection, context: LayoutContext) -> Iterator[BookPart]:
    """Yield the rules of the kinds that first appear in a section, and remove them."""
    for variant in section.variants:
        if variant.words in rules:
            yield front_matter.how_to_play_part(rules.pop(variant.words), context)


def _main_parts(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> Iterator[BookPart]:
    """Yield the parts from the rules on, in reading order."""
    rules = {chapter.variant.words: chapter for chapter in text.rules}  # those not printed yet
    yield from _rules_parts(rules, sections[0], context)
    yield from _own(text, "how_to_play", context)
    if text.lessons:
        yield front_matter.techniques_part(text, context)
    yield from _own(text, "techniques", context)
    keys = key_parts(sections, text.key, context) if text.key and text.key.place != "separate" else []
    former: BookPart | None = None
    for index, section in enumerate(sections, start=1):
        for chapter in _rules_parts(rules, section, context):
            yield (former := chapter)
        yield (former := section_part(section_key(index), section, text.aids, context, former))
        if text.key and text.key.place == "section":
            yield (former := keys[index - 1])
    yield from _own(text, "puzzles", context)
    yield from _back_parts(text, sections, keys, context)


def _hint_parts(aids: ReaderAids, sections: tuple[BookSection, ...], context: LayoutContext) -> Iterator[BookPart]:
    """Yield the pages of hints, and those of their answers, as far as the book has them."""
    if aids.hints == "back":
        yield hints_part(sections, aids.turned_answers, context)
    if aids.hints != "none" and not aids.turned_answers:
        yield hint_answers_part(sections, aids.hints == "foot", context)


def _back_parts(
    text: BookContent, sections: tuple[BookSection, ...], keys: list[BookPart], context: LayoutContext
) -> Iterator[BookPart]:
    """Yield the parts behind the puzzles; ``keys`` are those of the answer key."""
    yield from _hint_parts(text.aids, sections, context)
    yield from _own(text, "hints", context)
    if text.aids.walkthroughs:
        yield from walkthroughs_parts(sections, context)
    yield from _own(text, "walkthroughs", context)
    if text.key and text.key.place == "back":
        yield from keys
    yield from _own(text, "answer_key", context)
    if text.aids.gallery:
        yield gallery_part(sections, bool(text.key and text.key.place == "back"), context)
    yield from _own(text, "gallery", context)
    if text.aids.score_card:
        yield score_part(sections, context)
    yield from _own(text, "score_card", context)
    if text.aids.notes:
        yield notes_part(text.aids.notes, text.aids.ruling, context)
    yield from _own(text, "notes", context)
    if text.colophon:
        yield front_matter.colophon_part(text, context)
    yield from _own(text, "colophon", context)
